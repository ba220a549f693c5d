"""Bounces are matched to the mail of ours that came back, and to whom it could not reach (docs/play.md, section 7)."""

from __future__ import annotations

from base64 import b64encode

import pytest
from plain_letters import join_parts, read, write_mail, write_part

from manila_pbem.intake.letter import Bounce

OURS = "<manila.harbour-1.v1-place-2.1.ab12@manila.example>"
STATUS = (
    "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ana@example.org\nAction: failed\nStatus: 5.1.1\n"
    "Diagnostic-Code: smtp; 550 unknown\n"
)
RETURNED = f"From: manila@manila.example\nTo: ana@example.org\nMessage-ID: {OURS}\nSubject: x\n\nreport\n"
BOUNCED = {"From": "MAILER-DAEMON@mx.example", "Return-Path": "<>", "Content-Type": "multipart/report; boundary=b1"}


def read_bounce(
    status: str | bytes, returned: str, *status_headers: str, end: bytes = b"\r\n", extra: tuple[str, ...] = ()
) -> Bounce:
    parts = (
        write_part("I could not deliver your mail.\n", "Content-Type: text/plain"),
        write_part(status, "Content-Type: message/delivery-status", *status_headers),
        write_part(returned, "Content-Type: message/rfc822"),
    )
    letter = read(write_mail(join_parts(*parts), over=dict(BOUNCED), extra=extra, end=end))
    assert letter.automatic == "bounce"
    assert letter.places == ()
    assert letter.bounce is not None
    return letter.bounce


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_standard_bounce(end: bytes) -> None:
    assert read_bounce(STATUS, RETURNED, end=end) == Bounce(("ana@example.org",), (OURS,))


@pytest.mark.parametrize(
    ("lines", "recipients"),
    [
        ("Final-Recipient: RFC822; <ana@example.org>\nAction: Failed", ("ana@example.org",)),
        ("final-recipient:rfc822;ana@example.org\naction:failed", ("ana@example.org",)),
        ("Original-Recipient: rfc822; ana@example.org\nFinal-Recipient: rfc822; a1@x.example\nAction: failed",
         ("a1@x.example", "ana@example.org")),
        ("Final-Recipient: utf-8; 安娜@例子.公司\nAction: failed", ("安娜@例子.公司",)),
        ("Final-Recipient: rfc822; ana@example.org\nAction: delayed", ()),
        ("Final-Recipient: rfc822; ana@example.org\nAction: delivered", ()),
        ("Final-Recipient: rfc822; ana@example.org\nAction: relayed", ()),
        ("Final-Recipient: rfc822; a@x.example\nAction: failed\n\nFinal-Recipient: rfc822; b@x.example\nAction: failed",
         ("a@x.example", "b@x.example")),
        ("Final-Recipient: rfc822; a@x.example\nAction: failed\n\nFinal-Recipient: rfc822; b@x.org\nAction: delayed",
         ("a@x.example",)),
    ],
)  # fmt: skip
def test_who_could_not_be_reached(lines: str, recipients: tuple[str, ...]) -> None:
    assert read_bounce(f"Reporting-MTA: dns; mx\n\n{lines}\n", RETURNED).recipients == recipients


def test_report_in_base64() -> None:
    bounce = read_bounce(b64encode(STATUS.encode()), RETURNED, "Content-Transfer-Encoding: base64")
    assert bounce.recipients == ("ana@example.org",)


def test_folded_message_id_of_the_returned_mail() -> None:
    assert read_bounce(STATUS, RETURNED.replace(f"Message-ID: {OURS}", f"Message-ID:\n {OURS}")).message_ids == (OURS,)


def test_returned_headers_alone() -> None:
    parts = (
        write_part(STATUS, "Content-Type: message/delivery-status"),
        write_part(RETURNED.partition("\n\n")[0], "Content-Type: text/rfc822-headers"),
    )
    letter = read(write_mail(join_parts(*parts), over=dict(BOUNCED)))
    assert letter.bounce == Bounce(("ana@example.org",), (OURS,))


def test_bounce_in_plain_text() -> None:
    body = f"Delivery failed.\n\n--- original message ---\n{RETURNED}"
    headers = {"From": "mailer-daemon@mx.example", "Return-Path": "<>"}
    letter = read(
        write_mail(body, over=dict(headers), extra=("X-Failed-Recipients: ana@example.org, ben@example.org",))
    )
    assert letter.bounce == Bounce(("ana@example.org", "ben@example.org"), (OURS,))


def test_mail_that_the_bounce_answers() -> None:
    assert read_bounce(STATUS, "x", extra=(f"References: {OURS}",)).message_ids == (OURS,)


def test_automatic_answer_is_no_bounce() -> None:
    assert read(write_mail(extra=("Auto-Submitted: auto-replied",))).bounce is None
    assert read(write_mail()).bounce is None


def test_hostile_bounce_is_bounded() -> None:
    many = "Final-Recipient: rfc822; a{}@x.example\nAction: failed\n\n"
    bounce = read_bounce(
        "".join(many.format(n) for n in range(1000)), "".join(f"Message-ID: <{n}@x>\n" for n in range(1000))
    )
    assert len(bounce.recipients) <= 100
    assert len(bounce.message_ids) <= 100
