"""Automatic mail: never answered, never applied (docs/play.md, section 7, "Never answered, never applied")."""

from __future__ import annotations

import pytest
from plain_letters import AUTHOR, ORDER, OWN, TAG, WORDS, join_parts, list_orders, read, write_mail, write_part

from manila_pbem.intake.automatic_subjects import find_automatic_subject
from manila_pbem.intake.letter import Own
from manila_pbem.intake.letter_reader import read_letter


def find_automatic(*extra: str, **over: str | None) -> str | None:
    headers = {name.replace("_", "-"): value for name, value in over.items()}
    letter = read(write_mail(extra=extra, over=headers))  # type: ignore[arg-type]
    if letter.automatic is not None:
        assert letter.places == ()
    return letter.automatic


def test_mail_of_a_person() -> None:
    assert find_automatic() is None


@pytest.mark.parametrize(
    "value",
    [
        "auto-replied", "auto-generated", "auto-notified", "Auto-Replied", "auto-replied (vacation)", "yes", "x", "",
        "auto-replied; owner-email=\"ana@example.org\"", "(no) auto-replied", "none", "no-reply", "nope", "not",
    ],
)  # fmt: skip
def test_auto_submitted_other_than_no(value: str) -> None:
    assert find_automatic(f"Auto-Submitted: {value}") == "auto_submitted"


@pytest.mark.parametrize("value", ["no", "No", "NO", " no ", "no (by hand)", "(by hand) no", "no; x=y", "\n no"])
def test_auto_submitted_no(value: str) -> None:
    assert find_automatic(f"Auto-Submitted: {value}") is None


def test_auto_submitted_twice() -> None:
    assert find_automatic("Auto-Submitted: no", "Auto-Submitted: auto-replied") == "auto_submitted"


@pytest.mark.parametrize(
    "value", ["<>", " <> ", "< >", "", "<> (null)", "<MAILER-DAEMON>", "MAILER-DAEMON", "<MAILER-DAEMON@mx>"]
)
def test_null_return_path(value: str) -> None:
    assert find_automatic(Return_Path=value) == "null_return_path"


@pytest.mark.parametrize("value", ["<ana@example.org>", "ana@example.org", "<bounce+ana@list.example>", None])
def test_return_path_of_a_person(value: str | None) -> None:
    assert find_automatic(Return_Path=value) is None


@pytest.mark.parametrize("name", ["Precedence", "X-Precedence", "precedence", "X-PRECEDENCE"])
@pytest.mark.parametrize("value", ["bulk", "list", "junk", "auto_reply", "Bulk", "JUNK", " list ", "bulk (mass)"])
def test_precedence(name: str, value: str) -> None:
    assert find_automatic(f"{name}: {value}") == "precedence"


@pytest.mark.parametrize("value", ["normal", "first-class", "special-delivery", "urgent", "", "0"])
def test_other_precedence_does_not_matter(value: str) -> None:
    assert find_automatic(f"Precedence: {value}", f"X-Precedence: {value}") is None


@pytest.mark.parametrize(
    "name", ["X-Autoreply", "X-AutoReply", "X-AutoReply-From", "X-Autorespond", "X-Mail-Autoreply"]
)
@pytest.mark.parametrize("value", ["yes", "", "ana@example.org", "true"])
def test_headers_of_automatic_answers(name: str, value: str) -> None:
    assert find_automatic(f"{name}: {value}") == "automatic_header"


@pytest.mark.parametrize("value", ["<crew.example.org>", "The crew <crew.example.org>", ""])
def test_list_id(value: str) -> None:
    assert find_automatic(f"List-Id: {value}") == "mailing_list"


@pytest.mark.parametrize("value", ["manila", "Manila", "MANILA", " manila "])
def test_our_own_loop_mark(value: str) -> None:
    assert find_automatic(f"X-Loop: {value}") == "own_loop"


@pytest.mark.parametrize(
    "header",
    [
        "X-Loop: crew@example.org",
        "X-Loop: ana",
        "X-Auto-Response-Suppress: All",
        "X-Auto-Response-Suppress: OOF, AutoReply",
        "List-Unsubscribe: <mailto:x@y>",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        "List-Help: <x>",
        "X-Spam-Flag: YES",
        "X-Spam-Status: Yes, score=9",
        "X-Spam: yes",
        "Authentication-Results: mx; dmarc=fail header.from=example.org",
        "X-Mailer: Robot",
        "Importance: high",
        "Disposition-Notification-To: ana@example.org",
        "Return-Receipt-To: ana@example.org",
        "X-Auto-Submitted: auto-replied",
        "Feedback-ID: 1",
        "Sender: MAILER-DAEMON@mx.example",
        "Reply-To: MAILER-DAEMON@mx.example",
        "In-Reply-To: <manila.harbour-1.v1-place-2.1.ab12@manila.example>",
        "References: <manila.harbour-1.v1-place-2.1.ab12@manila.example>",
        "Resent-Message-ID: <manila.x@manila.example>",
    ],
)
def test_headers_that_do_not_matter(header: str) -> None:
    assert find_automatic(header) is None


@pytest.mark.parametrize(
    "author",
    [
        "manila@manila.example",
        "Manila <MANILA@manila.EXAMPLE>",
        "Manila <manila@manila.example",
        "manila @ manila.example",
    ],
)
def test_our_own_address(author: str) -> None:
    assert find_automatic(From=author) == "own_address"


@pytest.mark.parametrize(
    "author", ["manila+x@manila.example", "ana@manila.example", '"manila@manila.example" <ana@example.org>']
)
def test_addresses_beside_our_own(author: str) -> None:
    assert find_automatic(From=author) is None


@pytest.mark.parametrize(
    "message_id",
    ["<manila.harbour-1.v1-place-2.1.ab12@manila.example>", "<MANILA.x@Manila.Example>", "manila.x@manila.example"],
)
def test_our_own_message_id(message_id: str) -> None:
    assert find_automatic(Message_ID=message_id) == "own_message_id"


@pytest.mark.parametrize(
    "message_id", ["<1234@manila.example>", "<manila.x@example.org>", "<x.manila.example@example.org>"]
)
def test_message_ids_of_others_at_our_domain(message_id: str) -> None:
    """A club whose address is at a provider of many shares its domain with its players."""
    assert find_automatic(Message_ID=message_id) is None


def test_club_without_an_address_has_no_own_mail() -> None:
    data = write_mail(over={"From": "x@manila.example", "Message-ID": "<manila.x@manila.example>"})
    assert read_letter(data, WORDS, Own((), "")).automatic is None


@pytest.mark.parametrize("author", ["MAILER-DAEMON@mx.example", "Mail Delivery System <mailer-daemon@mx.example>"])
def test_mail_of_a_mailer(author: str) -> None:
    assert find_automatic(From=author) == "bounce"


def test_failed_recipients_of_exim() -> None:
    assert find_automatic("X-Failed-Recipients: ana@example.org") == "bounce"


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("message/delivery-status", "bounce"),
        ("message/global-delivery-status", "bounce"),
        ("message/disposition-notification", "report"),
        ("message/feedback-report", "report"),
    ],
)
@pytest.mark.parametrize("holder", ["report", "REPORT; report-type=delivery-status", "mixed", "report; report-type=x"])
def test_reports(kind: str, found: str, holder: str) -> None:
    body = join_parts(
        write_part(ORDER, "Content-Type: text/plain"), write_part("Status: 5.0.0\n", f"Content-Type: {kind}")
    )
    data = write_mail(body, over={"Content-Type": f"multipart/{holder}; boundary=b1"})
    assert read(data).automatic == found


def test_report_without_its_parts_is_a_bounce() -> None:
    body = join_parts(write_part(ORDER, "Content-Type: text/plain"))
    assert read(write_mail(body, over={"Content-Type": "multipart/report; boundary=b1"})).automatic == "bounce"


def test_report_inside_a_list_servers_frame() -> None:
    report = write_part(
        join_parts(write_part("x"), write_part("y", "Content-Type: message/delivery-status"), boundary="b2"),
        "Content-Type: multipart/report; boundary=b2",
    )
    data = write_mail(join_parts(report, write_part("a footer")), over={"Content-Type": "multipart/mixed; boundary=b1"})
    assert read(data).automatic == "bounce"


def test_bounce_that_a_player_attaches_to_an_order_is_no_bounce() -> None:
    """Attached mail is never looked into."""
    attached = b"Content-Type: message/rfc822\n\nContent-Type: multipart/report; boundary=b2\n\n--b2\n\nx\n--b2--\n"
    data = write_mail(join_parts(write_part(ORDER), attached), over={"Content-Type": "multipart/mixed; boundary=b1"})
    assert read(data).automatic is None
    assert list_orders(data) == [ORDER]


ANSWERS = """
Automatic reply: Re: {}
Automatic Reply: {}
AUTOMATIC REPLY: {}
Automatic reply
Auto reply: {}
Auto-Reply: {}
Autoreply: {}
AutoReply: Re: {}
Auto response: {}
Auto: {}
Automated reply: {}
Out of Office: {}
Out of office AutoReply: {}
Out Of Office Re: {}
Out of the office: {}
Out-of-Office: {}
Vacation reply: {}
On vacation: {}
Automatische Antwort: {}
Automatische Antwort: Re: {}
Automatische Rückantwort: {}
Abwesenheitsnotiz: {}
Abwesenheitsnotiz: AW: {}
Abwesenheitsnachricht: {}
Abwesenheitsassistent: {}
Abwesenheit: {}
Abwesend: {}
Réponse automatique : {}
Réponse automatique: {}
Re\u0301ponse automatique : {}
Reponse automatique: {}
Message d'absence : {}
Message d’absence : {}
Notification d'absence : {}
Absence du bureau : {}
Absent du bureau: {}
Absent(e) du bureau : {}
自动回复: {}
自动回复：{}
自动回复:Re: {}
自动回复 {}
[自动回复] {}
【自动回复】{}
(自动回复) {}
自動回覆: {}
自動回覆：Re: {}
自動回復: {}
自动答复: {}
自動答覆: {}
外出时自动回复: {}
不在办公室: {}
不在辦公室: {}
Ana Smith is out of the office.
Ana Smith/Example is out of the office (returning 12/05/2026)
AUTO: Ana Smith is out of the office
Ana Müller ist außer Haus.
Ana Müller ist nicht im Büro.
Ana Dupont est absente du bureau
Répondeur automatique : {}
[EXT] Automatic reply: {}
[EXTERNAL] [list] 自动回复: {}
***SPAM*** Out of Office: {}
"""
RECEIPTS = """
Read: {}
Read: Re: {}
READ: {}
Not read: {}
Read receipt: {}
Read Receipt - {}
Return Receipt (displayed) - {}
Return receipt: {}
Disposition notification: {}
Delivered: {}
Delivery receipt: {}
Gelesen: {}
Gelesen: Re: {}
Ungelesen: {}
Nicht gelesen: {}
Lesebestätigung: {}
Lesebestaetigung: {}
Empfangsbestätigung: {}
Zugestellt: {}
Lu : {}
Lu: {}
Non lu : {}
Accusé de lecture : {}
Accusé de réception : {}
Confirmation de lecture : {}
已读: {}
已读：{}
已讀: {}
未读: {}
未讀：{}
讀取: {}
已讀取: {}
未讀取: {}
未读取：{}
已读回执: {}
已讀回條: {}
讀取回條: {}
阅读回执：{}
"""
BOUNCES = """
Undelivered Mail Returned to Sender
Undeliverable: {}
Mail delivery failed: returning message to sender
Delivery Status Notification (Failure)
Returned mail: see transcript for details
failure notice
Unzustellbar: {}
Non remis : {}
系统退信
退信: {}
"""
PERSONS = """
{}
Re: {}
AW: {}
回复：{}
Re: Automatic reply: {}
AW: Automatische Antwort: {}
回复: 自动回复: {}
Fwd: Out of Office: {}
Read this: {}
[Read] the report {}
(away) {}
Re: Ben is out of the office {}
{} Ben is out of the office
Reading the report {}
Ready: {}
Red: {}
Lumber {}
Luise: {}
Gelesen und verstanden {}
My automatic reply: {}
Sorry, I was out of office: {}
{} automatic reply
{} 自动回复
{} Out of Office
[EXT] Re: {}
Autos: {}
Away we go {}
Absent friends {}
Urlaub ist vorbei {}
Vacationing pirates {}
"""


def list_subjects(table: str) -> list[str]:
    return [line.format(TAG) for line in table.strip().splitlines()]


@pytest.mark.parametrize("subject", list_subjects(ANSWERS))
def test_subjects_of_automatic_answers(subject: str) -> None:
    assert find_automatic(Subject=subject) == "automatic_answer"


@pytest.mark.parametrize("subject", list_subjects(RECEIPTS))
def test_subjects_of_read_receipts(subject: str) -> None:
    assert find_automatic(Subject=subject) == "read_receipt"


@pytest.mark.parametrize("subject", list_subjects(BOUNCES))
def test_subjects_of_bounces(subject: str) -> None:
    assert find_automatic(Subject=subject) == "bounce"


@pytest.mark.parametrize("subject", list_subjects(PERSONS))
def test_subjects_of_persons(subject: str) -> None:
    assert find_automatic(Subject=subject) is None


def test_subject_of_an_automatic_answer_in_encoded_words() -> None:
    assert find_automatic(Subject="=?utf-8?B?6Ieq5Yqo5Zue5aSNOiA=?= " + TAG) == "automatic_answer"
    assert find_automatic(Subject="=?gb18030?B?19S2r7vYuLQ6IA==?= " + TAG) == "automatic_answer"
    assert find_automatic(Subject="=?iso-8859-1?Q?R=E9ponse_automatique_:?= " + TAG) == "automatic_answer"


@pytest.mark.parametrize(
    "subject", ["", " ", "[", "[]", "[[[[", "(((", "【】", "**", "****", "[a][b][c]", ":", "[manila"]
)
def test_subjects_of_marks_only(subject: str) -> None:
    assert find_automatic_subject(subject) is None


def test_perfect_order_below_a_mark_is_not_applied() -> None:
    letter = read(write_mail(extra=("Auto-Submitted: auto-replied",)))
    assert (letter.authors, letter.places) == ((AUTHOR,), ())


def test_marks_inside_a_part_do_not_matter() -> None:
    part = write_part(ORDER, "Content-Type: text/plain", "Auto-Submitted: auto-replied", "Precedence: bulk")
    data = write_mail(join_parts(part), over={"Content-Type": "multipart/mixed; boundary=b1"})
    assert read(data).automatic is None


def test_own_is_known_by_what_is_handed_in() -> None:
    assert read_letter(write_mail(over={"From": "club@other.example"}), WORDS, OWN).automatic is None
    assert read_letter(write_mail(), WORDS, Own((AUTHOR.upper(),), "")).automatic == "own_address"
