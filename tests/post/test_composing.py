"""Mail as it is sent, read again by the standard library (docs/play.md, section 7; RFC 5322, 2045, 2047)."""

from __future__ import annotations

import email
import email.policy
from datetime import datetime
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import parseaddr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manila_pbem.errors import ManilaError
from manila_pbem.post.composing import Outgoing, write_date, write_mail

MAIL = Outgoing(
    at="2026-12-01T20:05:09Z",
    from_name="Manila club",
    from_address="manila@example.net",
    to_name="Ana",
    to_address="ana@example.org",
    tag="[manila harbour-1 v1-place-2 #K7QF-2M9X]",
    words="Your order, please",
    message_id="<manila.harbour-1.v1-place-2.17.00ff@example.net>",
    text="Ana, you are asked.\n",
    html="<p>Ana, you are asked.</p>\n",
    references=("<manila.harbour-1.v1-auction.1.00aa@example.net>",),
    list_id="harbour-1.example.net",
)

ANY_TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=300)


def read(data: bytes) -> EmailMessage:
    message = email.message_from_bytes(data, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def read_body(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part is not None
    content = part.get_content()
    assert isinstance(content, str)
    return content.replace("\r\n", "\n")


def read_name(data: bytes) -> str:
    """Return the recipient's name; the newer half of `email` parts names between encoded words."""
    name, _ = parseaddr(str(email.message_from_bytes(data)["To"]))
    return str(make_header(decode_header(name)))


def check_form(data: bytes) -> None:
    """Check what every mail server may ask for: 7 bits, CRLF, lines that are not too long."""
    assert data.isascii()
    assert data.endswith(b"\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")
    assert b"\r" not in data.replace(b"\r\n", b"")
    assert max(map(len, data.split(b"\r\n"))) <= 998


def test_all_headers_are_there_once() -> None:
    """What section 7 and RFC 3834 ask of mail that a program sends."""
    message = read(write_mail(MAIL))
    assert message.defects == []
    assert dict(message.items()) == {
        "Date": "Tue, 01 Dec 2026 20:05:09 +0000",
        "From": "Manila club <manila@example.net>",
        "To": "Ana <ana@example.org>",
        "Subject": "[manila harbour-1 v1-place-2 #K7QF-2M9X] Your order, please",
        "Message-ID": "<manila.harbour-1.v1-place-2.17.00ff@example.net>",
        "In-Reply-To": "<manila.harbour-1.v1-auction.1.00aa@example.net>",
        "References": "<manila.harbour-1.v1-auction.1.00aa@example.net>",
        "Auto-Submitted": "auto-generated",
        "List-Id": "<harbour-1.example.net>",
        "X-Loop": "manila",
        "MIME-Version": "1.0",
        "Content-Type": message["Content-Type"],
    }
    assert len(message.keys()) == len(set(message.keys()))
    assert message.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]


def test_the_same_mail_is_the_same_bytes() -> None:
    """A mail made again after a kill is the same mail."""
    assert write_mail(MAIL) == write_mail(MAIL._replace())


def test_no_references_no_headers_for_them() -> None:
    """The first mail of a game answers nothing."""
    message = read(write_mail(MAIL._replace(references=(), list_id="")))
    assert not {"In-Reply-To", "References", "List-Id"} & set(message.keys())


@pytest.mark.parametrize(
    ("at", "written"),
    [
        ("2026-12-01T20:00:00Z", "Tue, 01 Dec 2026 20:00:00 +0000"),
        ("2024-02-29T00:00:01Z", "Thu, 29 Feb 2024 00:00:01 +0000"),
        ("2000-01-02T23:59:59Z", "Sun, 02 Jan 2000 23:59:59 +0000"),
    ],
)
def test_date_is_written_in_english(at: str, written: str) -> None:
    """RFC 5322 knows English days and months alone."""
    assert write_date(at) == written
    assert datetime.strptime(at, "%Y-%m-%dT%H:%M:%SZ").strftime("%d") == written[5:7]


HARD_TEXTS = [
    "",
    "one line without an end",
    "From the start\n.\n..\n.hidden\n-- \n--\n\n\n",
    "trailing blanks  \n\ttab\t\n",
    "=3D =\n=",
    "x" * 3000 + "\n",
    "." * 200 + "\n",
    "From " * 40 + "\n",
    "é" * 100 + "\n",
    "漢字" * 300 + "\n" + "plain\n",
    "a\r\nb\rc\n",
    "\u202eright to left\u202c \u2028 \x0b \x0c \x85\n",
    "emoji \U0001f6a2\n" * 50,
    "null \x00 bell \x07\n",
    "--=_manila_0\n",
]


@pytest.mark.parametrize("text", HARD_TEXTS)
def test_text_comes_out_as_it_went_in(text: str) -> None:
    """Transfer encodings lose nothing; line ends become LF, and the last line has one."""
    data = write_mail(MAIL._replace(text=text, html=text))
    check_form(data)
    wanted = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n") + "\n"
    message = read(data)
    assert read_body(message, "plain") == wanted
    assert read_body(message, "html") == wanted


def test_no_line_looks_like_one_of_a_mailbox_or_of_smtp() -> None:
    """An mbox would begin a new mail at `From `, SMTP ends one at a lone dot."""
    data = write_mail(MAIL._replace(text="From here\n.\n.x\n" + "From " + "é" * 90, html=".\nFrom é\n"))
    body = data.partition(b"\r\n\r\n")[2].split(b"\r\n")
    assert not [line for line in body if line.startswith((b"From ", b"."))]
    assert max(map(len, body)) <= 76


HOSTILE = [
    "Ana\r\nBcc: mallory@example.com",
    "Ana\nSubject: other",
    "\r\n\r\nbody",
    "Ana\x00\x0b\x1c\x85\u2028Bcc: x@y",
    '"><script>alert(1)</script>',
    'a "quoted" \\ name, with; specials <b@c>',
    "=?utf-8?q?=0D=0ABcc:_x=40y?=",
    "安娜 🚢" * 20,
    "naïve " * 30,
    "x" * 500,
    "Ана (comment",
    "\u202eevil\u202c",
    "",
    "   ",
    "trailing  blanks   between",
]


@pytest.mark.parametrize("said", HOSTILE)
def test_nothing_said_begins_a_header(said: str) -> None:
    """Whatever a name or a subject holds, the mail has the same headers, and the words come out on one line."""
    data = write_mail(MAIL._replace(to_name=said, from_name=said, words=said))
    check_form(data)
    message = read(data)
    assert message.keys() == read(write_mail(MAIL)).keys()
    assert message["To"].addresses[0].addr_spec == "ana@example.org"
    assert message["From"].addresses[0].addr_spec == "manila@example.net"
    assert len(message["To"].addresses) == 1
    flat = " ".join("".join(letter if letter.isprintable() else " " for letter in said).split())
    assert message["Subject"].strip() == f"{MAIL.tag} {flat}".strip()
    assert read_name(data) == flat


@settings(max_examples=150, deadline=None)
@given(said=ANY_TEXT, text=ANY_TEXT)
def test_any_text_keeps_the_mail_whole(said: str, text: str) -> None:
    """The same for any text at all."""
    data = write_mail(MAIL._replace(to_name=said, words=said, text=text, html=text))
    check_form(data)
    message = read(data)
    assert message.keys() == read(write_mail(MAIL)).keys()
    assert message["To"].addresses[0].addr_spec == "ana@example.org"
    assert message["Subject"].startswith(MAIL.tag)
    assert read_body(message, "plain") == text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n") + "\n"


def test_longest_tag_stands_on_the_first_line() -> None:
    """Some mail programs lose the blank where a header was folded; a tag must outlast that."""
    tag = f"[manila {'g' * 32} v12-place-4 #K7QF-2M9X]"
    data = write_mail(MAIL._replace(tag=tag, words="wörds " * 20))
    assert f"\r\nSubject: {tag}\r\n =?".encode() in data


@pytest.mark.parametrize(
    "reference",
    ["<a b@c>", "<a@b>\r\nBcc: x@y", "a@b", "<é@b>", "<>", "<a@b><c@d>", f"<{'x' * 300}@y>", "<a\x00@b>", "", "<a@b> "],
)
def test_message_ids_that_are_none_are_left_out(reference: str) -> None:
    """What a mail calls its Message-ID can't be encoded, so it is named only where it is one."""
    message = read(write_mail(MAIL._replace(references=(reference,))))
    assert "In-Reply-To" not in message
    assert "Bcc" not in message
    both = read(write_mail(MAIL._replace(references=("<first@x>", reference, "<last@x>"))))
    assert both["References"] == "<first@x> <last@x>"
    assert both["In-Reply-To"] == "<last@x>"


@pytest.mark.parametrize(
    "address",
    ["ana", "@b", "a@", "a@b\r\nBcc: x@y", "a@b,c@d", "<a@b>", "a b@c", 'a"b@c', "a@b>", "a\x00@b", "a@[b", "a;b@c"],
)
def test_address_that_can_not_stand_is_refused(address: str) -> None:
    """Better no mail than one to somebody else."""
    with pytest.raises(ManilaError, match="no mail address"):
        write_mail(MAIL._replace(to_address=address))


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("ana+manila@Example.org", "ana+manila@Example.org"),
        ("o'neil@example.org", "o'neil@example.org"),
        ('"ana"@example.org', '"ana"@example.org'),
        ("ana@bücher.example", "ana@xn--bcher-kva.example"),
    ],
)
def test_address_stands_as_registered(address: str, written: str) -> None:
    """Addresses are registered as they are; only a domain is written in the letters that mail servers know."""
    data = write_mail(MAIL._replace(to_address=address))
    assert f"\r\nTo: Ana <{written}>\r\n".encode() in data


def test_address_in_other_letters_stands_in_utf8() -> None:
    """RFC 6532: the sender must ask the server for SMTPUTF8, and sees that by the bytes."""
    assert "\r\nTo: Ana <安娜@example.org>\r\n".encode() in write_mail(MAIL._replace(to_address="安娜@example.org"))
