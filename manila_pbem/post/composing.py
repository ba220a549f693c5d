"""Mail as it is sent: RFC 5322 in 7 bits, a text and the same in HTML, the same bytes for the same values.

Written here and not by `email`, whose folding differs between versions of Python and takes ten times as long
(docs/dependencies.md); the tests read what comes out with `email`.
"""

from __future__ import annotations

import re
from binascii import b2a_base64, b2a_qp
from datetime import date
from hashlib import sha256

from manila_pbem.errors import ManilaError
from manila_pbem.values import NamedValue

LINE_END = "\r\n"
WIDTH = 76
"""Characters of a line of a header or of encoded text (RFC 5322, 2.1.1; RFC 2045, 6.7)."""

LONGEST_ID = 250
MOST_REFERENCES = 20


class Outgoing(NamedValue):
    """A mail to one recipient.

    `at` is its time, in UTC, as `2026-12-01T20:00:00Z`. Names, `tag` and `words` may hold anything: nothing in them can
    begin a header or end one. The subject is `tag` and `words`. `message_id` is our own, with its brackets;
    `references` are Message-IDs as mails had them, the last of them the one answered. `automatic` is `auto-generated`,
    or `auto-replied` for an answer to a mail (RFC 3834). `list_id` is the name of a game's list, "" for none.
    """

    at: str
    from_name: str
    from_address: str
    to_name: str
    to_address: str
    tag: str
    words: str
    message_id: str
    text: str
    html: str
    references: tuple[str, ...] = ()
    automatic: str = "auto-generated"
    list_id: str = ""


def write_mail(mail: Outgoing) -> bytes:
    """Return a mail's bytes, lines ended by CRLF and none longer than 998 bytes.

    All is ASCII but an address that is not. Raises ManilaError for an address that can't stand in a header.
    """
    references = [one for one in mail.references if is_message_id(one)][-MOST_REFERENCES:]
    text, html = encode_body(mail.text), encode_body(mail.html)
    # Made of the very text it parts, so that nobody can put it into the text.
    boundary = f"=_manila_{sha256(f'{mail.message_id}{text}{html}'.encode()).hexdigest()[:32]}"
    headers = [
        f"Date: {write_date(mail.at)}",
        fold("From", write_mailbox(mail.from_name, mail.from_address)),
        fold("To", write_mailbox(mail.to_name, mail.to_address)),
        fold(
            "Subject", f"{encode_words(mail.tag)} {encode_words(mail.words)}" if mail.tag else encode_words(mail.words)
        ),
        f"Message-ID: {mail.message_id}",
    ]
    if references:
        headers += [f"In-Reply-To: {references[-1]}", fold("References", " ".join(references))]
    headers.append(f"Auto-Submitted: {mail.automatic}")
    if mail.list_id:
        headers.append(f"List-Id: <{mail.list_id}>")
    headers += [
        "X-Loop: manila",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/alternative;{LINE_END} boundary="{boundary}"',
    ]
    lines = [
        *headers,
        "",
        f"--{boundary}",
        "Content-Type: text/plain; charset=utf-8",
        text,
        "",
        f"--{boundary}",
        "Content-Type: text/html; charset=utf-8",
        html,
        "",
        f"--{boundary}--",
        "",
    ]
    return LINE_END.join(lines).encode()


DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def write_date(at: str) -> str:
    """Return a time of the form `2026-12-01T20:00:00Z` as a Date header has it, whatever the machine's language."""
    year, month, day = int(at[:4]), int(at[5:7]), int(at[8:10])
    weekday = DAYS[date(year, month, day).weekday()]
    return f"{weekday}, {day:02} {MONTHS[month - 1]} {year:04} {at[11:19]} +0000"


_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*", re.ASCII)
_ADDRESS = re.compile(
    r"""(?:[^\s\x00-\x20()<>\[\]:;@\\,"\x7f]+|"[^\s\x00-\x20\\"\x7f]*")@[^\s\x00-\x20()<>\[\]:;@\\,"\x7f]+"""
)
_MESSAGE_ID = re.compile(r"<[!-;=?-~]+>", re.ASCII)


def is_address(address: str) -> bool:
    """Tell whether a mail address can stand in a header as it is."""
    return len(address) <= 320 and address.isprintable() and _ADDRESS.fullmatch(address) is not None


def is_message_id(text: str) -> bool:
    """Tell whether a Message-ID can stand in a header: printable ASCII in brackets, of a length that needs no fold."""
    return len(text) <= LONGEST_ID and _MESSAGE_ID.fullmatch(text) is not None


def write_mailbox(name: str, address: str) -> str:
    """Return a name and an address as From and To have them; raises ManilaError for an address that can't be one."""
    if not is_address(address):
        raise ManilaError(f"{address!r} is no mail address that can be written to")
    local, _, domain = address.rpartition("@")
    if not domain.isascii():
        try:
            address = f"{local}@{domain.encode('idna').decode('ascii')}"
        except UnicodeError as error:
            raise ManilaError(f"{address!r} is no mail address that can be written to: {error}") from error
    shown = encode_phrase(name)
    return f"{shown} <{address}>" if shown else f"<{address}>"


def encode_phrase(name: str) -> str:
    """Return a name as it may stand before an address: atoms, a quoted text, or encoded words."""
    name = flatten(name)
    if not name.isascii() or "=?" in name or len(name) > WIDTH:
        return encode_words(name, always=True)
    if _ATOMS.fullmatch(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def encode_words(text: str, *, always: bool = False) -> str:
    """Return a text as a header may hold it: in ASCII, what is not as encoded words (RFC 2047), all on one line.

    A text is encoded whole or not at all, so that no blank between its words is lost.
    """
    text = flatten(text)
    if not always and text.isascii() and "=?" not in text and all(len(word) <= WIDTH for word in text.split(" ")):
        return text
    words, taken = [], b""
    for letter in text:
        data = letter.encode("utf-8", "replace")
        # 45 bytes make 60 letters, so that a word stays below the 75 that are allowed.
        if len(taken) + len(data) > 45:
            words.append(taken)
            taken = b""
        taken += data
    if taken:
        words.append(taken)
    return " ".join(f"=?utf-8?B?{b2a_base64(word, newline=False).decode('ascii')}?=" for word in words)


def flatten(text: str) -> str:
    """Return a text on one line: control characters, line ends and direction marks are blanks, and blanks are one."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(text.split())


def fold(name: str, value: str) -> str:
    """Return a header with its lines broken at blanks, where they would be longer than `WIDTH`.

    A subject's tag is not broken where it fits on the first line: some programs lose the blank.
    """
    lines, line = [], f"{name}:"
    for word in value.split(" "):
        if len(line) + 1 + len(word) > WIDTH and line.strip() != f"{name}:":
            lines.append(line)
            line = ""
        line += f" {word}"
    return LINE_END.join([*lines, line])


_PLAIN = re.compile(r"(?!From |\.)[ -~]{0,76}(?<! )")


def encode_body(text: str) -> str:
    """Return the transfer encoding header of a text, a blank line, and the text so encoded.

    ASCII text in short lines stands as it is; other text is quoted-printable, or base64 where that is shorter.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    if all(map(_PLAIN.fullmatch, lines)):
        return LINE_END.join(["Content-Transfer-Encoding: 7bit", "", *lines])
    data = "\n".join([*lines, ""]).encode("utf-8", "replace")
    high = sum(byte > 126 for byte in data) if not data.isascii() else 0
    if high * 6 > len(data):
        crlf = data.replace(b"\n", b"\r\n")
        encoded = [b2a_base64(crlf[at : at + 57], newline=False) for at in range(0, len(crlf), 57)]
        return LINE_END.join(["Content-Transfer-Encoding: base64", "", *(line.decode("ascii") for line in encoded)])
    quoted = b2a_qp(data, istext=True).decode("ascii").removesuffix("\n").split("\n")
    safe = [_guard(line) for line in quoted]
    return LINE_END.join(["Content-Transfer-Encoding: quoted-printable", "", *safe])


def _guard(line: str) -> str:
    """Return a line of quoted-printable so that no mailbox and no server on the way takes it for its own."""
    if not line.startswith(("From ", ".")):
        return line
    first, rest = f"={ord(line[0]):02X}", line[1:]
    return first + rest if len(first + rest) <= WIDTH else f"{first}={LINE_END}{_guard(rest)}"
