"""Whom a mail goes to, and the bytes that a server gets (RFC 5321, RFC 5322; docs/mail.md)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manila_pbem.post.composing import Outgoing, write_mail
from manila_pbem.post.envelope import NoEnvelopeError, end_lines_plainly, read_envelope

SENDER = "manila@example.org"


@pytest.mark.parametrize(
    ("to", "address"),
    [
        ("ana@example.org", "ana@example.org"),
        (" <ana@example.org> ", "ana@example.org"),
        ("Ana <ana@example.org>", "ana@example.org"),
        ('"Ana, the <first>" <ana@example.org>', "ana@example.org"),
        (r'"A \"n\" a <x@example.org>" <ana@example.org>', "ana@example.org"),
        ("=?utf-8?q?=E5=B0=8F=E8=8E=89?= <ana@example.org>", "ana@example.org"),
        ("Ana\r\n\t<ana@example.org>", "ana@example.org"),
        ("Ana (not ben@example.org) <ana@example.org>", "ana@example.org"),
        ("ana+manila@example.org", "ana+manila@example.org"),
        ("小莉 <小莉@example.org>", "小莉@example.org"),
        ('<"a b"@example.org>', '"a b"@example.org'),
        ("<o'neil@example.org>", "o'neil@example.org"),
    ],
)
def test_the_one_address(to: str, address: str) -> None:
    assert read_envelope(f"Subject: x\r\nTo: {to}\r\n\r\nx".encode(), SENDER).recipient == address


@pytest.mark.parametrize(
    "head",
    [
        "",
        "Subject: x",
        "To:",
        "To: ana",
        "To: <>",
        "To: ana@",
        "To: @example.org",
        "To: ana@example.org, ben@example.org",
        "To: <ana@example.org>, <ben@example.org>",
        "To: <ana@example.org> <ben@example.org>",
        "To: ana@example.org ben@example.org",
        "To: <ana@example.org",
        "To: undisclosed-recipients:;",
        "To: club: ana@example.org;",
        "To: <ana@exa mple.org>",
        "To: <ana@example.org>\r\nTo: <ben@example.org>",
        "To: <ana@example.org\x00>",
        "To: <ana\x07@example.org>",
        "nothing\r\nTo: <ana@example.org>",
        " folded\r\nTo: <ana@example.org>",
        "From x\r\nTo: <ana@example.org>",
    ],
)
def test_none_or_several(head: str) -> None:
    with pytest.raises(NoEnvelopeError):
        read_envelope(f"{head}\r\n\r\nx".encode(), SENDER)


@given(st.binary(max_size=200))
def test_any_bytes_have_an_envelope_or_none(data: bytes) -> None:
    try:
        read_envelope(data, SENDER)
    except NoEnvelopeError:
        return


@given(st.binary(max_size=200))
def test_a_body_ends_its_lines_as_the_protocol_does_and_is_else_as_it_was(body: bytes) -> None:
    """A CR or LF alone could make one mail two for a server that reads it otherwise."""
    sent = read_envelope(b"To: <ana@example.org>\r\n\r\n" + body, SENDER).mail.partition(b"\r\n\r\n")[2]
    assert sent.replace(b"\r\n", b"").count(b"\r") == 0
    assert sent.replace(b"\r\n", b"").count(b"\n") == 0
    assert sent.translate(None, b"\r\n") == body.translate(None, b"\r\n")


def test_what_we_write_is_sent_byte_for_byte() -> None:
    mail = write_mail(
        Outgoing(
            at="2026-12-01T20:00:00Z",
            from_name="Manila, the <club>",
            from_address=SENDER,
            to_name='小莉 "x" <y>',
            to_address="ana@example.org",
            tag="[manila x v1-auction #AAAA-AAAA]",
            words="your turn\r\nBcc: x@y",
            message_id="<1@example.org>",
            text="From here\n.\n..\n" + "x" * 3000,
            html="<p>From here</p>",
        )
    )
    envelope = read_envelope(mail, SENDER)
    assert envelope.mail == mail
    assert (envelope.recipient, envelope.message_id) == ("ana@example.org", "<1@example.org>")
    assert not envelope.utf8
    assert not envelope.eight_bit


@pytest.mark.parametrize("name", ["Bcc", "BCC", "bcc ", "Resent-Bcc"])
def test_hidden_recipients_are_cut_out(name: str) -> None:
    mail = (
        f"To: <ana@example.org>\r\n{name}: <ben@example.org>,\r\n <chu@example.org>\r\nSubject: x\r\n\r\nBcc: stays\r\n"
    )
    sent = read_envelope(mail.encode(), SENDER).mail
    assert b"ben" not in sent
    assert b"chu" not in sent
    assert sent.endswith(b"Subject: x\r\n\r\nBcc: stays\r\n")


def test_domains_go_out_in_ascii() -> None:
    envelope = read_envelope("To: <ana@bücher.example>\r\n\r\nx".encode(), "manila@bücher.example")
    assert (envelope.sender, envelope.to) == ("manila@xn--bcher-kva.example", "ana@xn--bcher-kva.example")
    with pytest.raises(NoEnvelopeError):
        read_envelope(f"To: <ana@{'ü' * 70}.example>\r\n\r\nx".encode(), SENDER)


def test_lines_for_programs_of_this_machine() -> None:
    assert end_lines_plainly(b"a\r\nb\r\n\r\n") == b"a\nb\n\n"
