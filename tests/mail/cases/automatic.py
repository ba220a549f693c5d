"""Mail that no person wrote, above a perfect order too ("Never answered, never applied")."""

from __future__ import annotations

from collections.abc import Iterator

from mail.building import (
    SILENT,
    TAKEN,
    Build,
    Case,
    Header,
    Scene,
    end_lines,
    header_mail,
    write_multi,
    write_part,
    write_words,
)

MARKS: dict[str, dict[str, Header]] = {
    "auto-replied": {"Auto-Submitted": "auto-replied"},
    "auto-generated": {"Auto-Submitted": "auto-generated"},
    "auto-notified": {"Auto-Submitted": "auto-notified"},
    "auto-replied-vacation": {"Auto-Submitted": "auto-replied (vacation)"},
    "auto-replied-in-capitals": {"AUTO-SUBMITTED": "AUTO-REPLIED"},
    "auto-submitted-yes": {"Auto-Submitted": "yes"},
    "auto-submitted-unknown": {"Auto-Submitted": "whatever; x=y"},
    "auto-submitted-folded": {"Auto-Submitted": "\r\n auto-replied"},
    "null-return-path": {"Return-Path": "<>"},
    "null-return-path-with-blank": {"Return-Path": " < > "},
    "precedence-bulk": {"Precedence": "bulk"},
    "precedence-list": {"Precedence": "list"},
    "precedence-junk": {"Precedence": "junk"},
    "precedence-auto-reply": {"Precedence": "auto_reply"},
    "precedence-in-capitals": {"PRECEDENCE": "BULK"},
    "precedence-with-blanks": {"Precedence": "  bulk  "},
    "x-precedence-bulk": {"X-Precedence": "bulk"},
    "x-precedence-list": {"X-Precedence": "list"},
    "x-precedence-junk": {"X-Precedence": "junk"},
    "x-precedence-auto-reply": {"X-Precedence": "auto_reply"},
    "x-autoreply": {"X-Autoreply": "yes"},
    "x-autoreply-in-capitals": {"X-AUTOREPLY": "YES"},
    "x-autoreply-from": {"X-AutoReply-From": "ana@example.org"},
    "x-autorespond": {"X-Autorespond": "away"},
    "x-mail-autoreply": {"X-Mail-Autoreply": "yes"},
    "list-id": {"List-Id": "Our club <club.example.org>"},
    "list-id-and-unsubscribe": {"List-ID": "<club.example.org>", "List-Unsubscribe": "<mailto:x@example.org>"},
    "x-loop-manila": {"X-Loop": "manila"},
    "x-loop-manila-in-capitals": {"X-LOOP": "Manila"},
    "own-address": {"From": "Manila <$own>"},
    "own-address-in-capitals": {"From": "<MANILA@EXAMPLE.NET>"},
    "own-address-bare": {"From": "$own", "Return-Path": "<$own>"},
    "own-message-id": {"Message-ID": "<manila.harbour-1.v1-auction.1.0123abcd@example.net>"},
    "several-marks": {"Auto-Submitted": "auto-replied", "Precedence": "bulk", "List-Id": "<x>"},
    "two-auto-submitted": {"Auto-Submitted": ["no", "auto-replied"]},
}

SUBJECTS = {
    "automatic-reply-en": "Automatic reply: ",
    "auto-reply-en": "Auto-Reply: ",
    "autoreply-en": "AutoReply: ",
    "auto-en": "Auto: ",
    "out-of-office-en": "Out of Office: ",
    "out-of-office-autoreply-en": "Out of Office AutoReply: ",
    "out-of-the-office-en": "Out of the office: ",
    "vacation-en": "Vacation reply: ",
    "automatische-antwort-de": "Automatische Antwort: ",
    "abwesenheit-de": "Abwesenheitsnotiz: ",
    "abwesenheitsmeldung-de": "Abwesenheitsmeldung: ",
    "reponse-automatique-fr": "Réponse automatique : ",
    "absence-fr": "Absence du bureau : ",
    "absent-fr": "Absent(e) du bureau : ",
    "zidong-huifu-zh-cn": "自动回复: ",
    "zidong-huifu-zh-cn-full-width": "自动回复：",
    "zidong-dafu-zh-cn": "自动答复: ",
    "zidong-huifu-zh-tw": "自動回覆: ",
    "zidong-huifu-zh-tw-full-width": "自動回覆：",
    "zidong-huifu-zh-tw-other": "自動回復: ",
    "undeliverable-en": "Undeliverable: ",
    "delivery-failure-en": "Delivery Status Notification (Failure) ",
    "mail-delivery-failed-en": "Mail delivery failed: returning message to sender ",
    "unzustellbar-de": "Unzustellbar: ",
    "non-remis-fr": "Non remis : ",
    "undelivered-zh-cn": "未送达: ",
    "undelivered-zh-tw": "無法傳遞: ",
    "read-en": "Read: ",
    "not-read-en": "Not read: ",
    "return-receipt-en": "Return Receipt (displayed) - ",
    "read-de": "Gelesen: ",
    "not-read-de": "Nicht gelesen: ",
    "read-receipt-de": "Lesebestätigung: ",
    "read-fr": "Lu : ",
    "not-read-fr": "Non lu : ",
    "read-zh-cn": "已读: ",
    "read-zh-cn-full-width": "已读：",
    "not-read-zh-cn": "未读: ",
    "read-zh-tw": "讀取: ",
    "read-zh-tw-other": "已讀: ",
    "not-read-zh-tw": "未讀取: ",
}

PERSONS = {
    "read-in-the-words": "Read this first, Re: ",
    "auto-in-a-word": "Automobiles, Re: ",
    "lu-in-a-word": "Lunch, Re: ",
}
"""Subjects a person may write."""

AWAY = "您好，本人度假中，回来后再看邮件。\n"


def send_subject(prefix: str, body: str, *, encoded: bool = True) -> Build:
    """Return what builds a mail whose subject begins with a prefix."""

    def build(scene: Scene) -> bytes:
        subject = prefix + scene.subject
        value = write_words(subject) if encoded and not subject.isascii() else subject
        return scene.mail(scene.fill(body), headers={"Subject": value})

    return build


def report(
    kind: str, status: bytes, about: str, *, sender: str, subject: str, marks: dict[str, Header] | None = None
) -> Build:
    """Return what builds a report with the mail it is about, code and all."""

    def build(scene: Scene) -> bytes:
        original = f"From: {scene.own}\r\nTo: {scene.sender}\r\nSubject: {scene.subject}\r\nAuto-Submitted: auto-generated\r\n\r\n"
        parts = [
            write_part("text/plain; charset=us-ascii", about),
            write_part(f"message/{kind}", status.replace(b"$sender", scene.sender.encode())),
            write_part("message/rfc822", original.encode() + end_lines(scene.report).encode()),
        ]
        multi = write_multi("report", *parts, params=f" report-type={kind};")
        headers = {"From": scene.fill(sender), "Subject": scene.fill(subject), "References": None, **(marks or {})}
        return scene.multi(multi, headers=headers)

    return build


FAILED = (
    b"Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; $sender\r\nAction: failed\r\nStatus: 5.1.1\r\n"
)
DELAYED = FAILED.replace(b"failed", b"delayed").replace(b"5.1.1", b"4.4.1")
DISPLAYED = b"Final-Recipient: rfc822; $sender\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n"
POSTMASTER = "MAILER-DAEMON@mx.example (Mail Delivery System)"

REPORTS: dict[str, Build] = {
    "bounce": report(
        "delivery-status",
        FAILED,
        "I could not deliver your mail.",
        sender=POSTMASTER,
        subject="Undelivered Mail Returned to Sender",
        marks={"Return-Path": "<>", "Auto-Submitted": "auto-replied"},
    ),
    "bounce-without-marks": report(
        "delivery-status", FAILED, "Failed.", sender=POSTMASTER, subject="Undelivered: $subject"
    ),
    "bounce-from-the-player-with-code": report(
        "delivery-status", FAILED, "Failed.", sender="Ana <$sender>", subject="Re: $subject"
    ),
    "delay-warning": report(
        "delivery-status", DELAYED, "Delayed.", sender=POSTMASTER, subject="Delayed Mail", marks={"Return-Path": "<>"}
    ),
    "read-receipt": report(
        "disposition-notification", DISPLAYED, "The mail was displayed.", sender="Ana <$sender>", subject="Re: $subject"
    ),
    "read-receipt-with-order": report(
        "disposition-notification", DISPLAYED, "place: [jade, pass]", sender="Ana <$sender>", subject="$subject"
    ),
    "feedback-report": report(
        "feedback-report", b"Feedback-Type: abuse\r\n", "Spam complaint.", sender="fbl@mx.example", subject="complaint"
    ),
    "bounce-of-qmail": lambda scene: scene.mail(
        f"Hi. This is the qmail-send program at mx.example.\n<{scene.sender}>:\nSorry, no mailbox. (#5.1.1)\n\n"
        f"--- Below this line is a copy of the message.\n\nSubject: {scene.subject}\n\n{scene.report}",
        headers={"From": "MAILER-DAEMON@mx.example", "Subject": "failure notice", "Return-Path": "<>"},
    ),
    "own-report-comes-back": lambda scene: scene.mail(
        scene.report,
        headers={
            "From": f"Manila <{scene.own}>",
            "To": scene.sender,
            "Subject": scene.subject,
            "Return-Path": f"<{scene.own}>",
            "Auto-Submitted": "auto-generated",
        },
    ),
    "vacation-of-qq": lambda scene: scene.mail(
        f"{AWAY}（由邮箱自动回复）\n",
        transfer="b64",
        headers={"Subject": write_words(f"自动回复: Re: {scene.subject}")},
    ),
}


def list_cases() -> Iterator[Case]:
    everyone = ("$sender", "$stranger", "$own", "MAILER-DAEMON@mx.example")
    for name, headers in MARKS.items():
        yield Case(f"automatic-{name}", SILENT, header_mail(headers), never_to=everyone)
        if name in ("auto-replied", "null-return-path"):
            lost = {"Subject": "hello", **headers}
            yield Case(f"automatic-{name}-without-code", SILENT, header_mail(lost, AWAY), never_to=everyone)
    for name, prefix in SUBJECTS.items():
        yield Case(f"automatic-subject-{name}", SILENT, send_subject(prefix, AWAY), never_to=everyone)
    for name in ("automatic-reply-en", "abwesenheit-de", "reponse-automatique-fr", "zidong-huifu-zh-cn", "read-en"):
        prefix = SUBJECTS[name]
        yield Case(f"automatic-subject-{name}-above-an-order", SILENT, send_subject(prefix, "$order\n"))
        yield Case(f"automatic-subject-{name}-in-capitals", SILENT, send_subject(prefix.upper(), AWAY))
        yield Case(f"automatic-subject-{name}-raw", SILENT, send_subject(prefix, AWAY, encoded=False))
    for name, prefix in PERSONS.items():
        yield Case(f"automatic-not-{name}", TAKEN, send_subject(prefix, "$order\n"))
    for name, build in REPORTS.items():
        yield Case(f"automatic-{name}", SILENT, build, never_to=everyone)
