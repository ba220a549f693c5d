"""From the bytes of a mail of ours to what a server must be told: to whom it goes, and which letters it is made of."""

from __future__ import annotations

import re

from manila_pbem.values import NamedValue

_LINE_END = re.compile(rb"\r\n|\r|\n")
_HEADER = re.compile(r"([!-9;-~]+)[ \t]*:(.*(?:\n[ \t].*)*)")
_QUOTED_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"(?=\s*(?:<|[^@\s]))|\((?:[^()\\]|\\.)*\)', re.DOTALL)
_ADDRESS = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s<>()\[\],:;"\\@]+)@[^\s<>()\[\],:;"\\@]+')


class Envelope(NamedValue):
    """Whom a mail goes to, ready for a server: `to` and `sender` with their domains in ASCII.

    `utf8` tells whether the server must know SMTPUTF8 for it, `eight_bit` whether its body has letters above ASCII.
    `mail` has its lines ended by CRLF, and no Bcc. `recipient` is the address as it stands in the mail.
    """

    sender: str
    to: str
    recipient: str
    mail: bytes
    message_id: str
    utf8: bool
    eight_bit: bool


class NoEnvelopeError(ValueError):
    """A mail can't be sent as it is; the message is a sentence's end: why."""


def read_envelope(mail: bytes, sender: str) -> Envelope:
    """Return what a server must be told of a mail; it goes to the one address in its `To`.

    Raises `NoEnvelopeError` where there is none, or more than one, or it is no address.
    """
    # A line end alone is taken for one by some servers and not by others, so that one mail could look like two.
    lines = _LINE_END.sub(b"\r\n", mail)
    head, gap, body = lines.partition(b"\r\n\r\n")
    headers = _list_headers(head)
    recipients = [value for name, value in headers if name.lower() == "to"]
    if len(recipients) != 1:
        raise NoEnvelopeError(f"it has {len(recipients) or 'no'} To header{'s' * (len(recipients) > 1)}")
    recipient = _find_address(recipients[0])
    kept = b"\r\n".join(
        f"{name}:{value}".replace("\n", "\r\n").encode("utf-8", "surrogateescape")
        for name, value in headers
        if name.lower() not in ("bcc", "resent-bcc")
    )
    message_id = next((value.strip() for name, value in headers if name.lower() == "message-id"), "")
    plain_head = kept.isascii()
    envelope_sender, to = _write_domain(sender), _write_domain(recipient)
    return Envelope(
        sender=envelope_sender,
        to=to,
        recipient=recipient,
        mail=kept + b"\r\n" + (gap[2:] + body if gap else b"\r\n"),
        message_id=message_id,
        utf8=not (plain_head and to.isascii() and envelope_sender.isascii()),
        eight_bit=not body.isascii(),
    )


def end_lines_plainly(mail: bytes) -> bytes:
    """Return a mail with its lines ended by LF, as programs and mailboxes on this machine have them."""
    return mail.replace(b"\r\n", b"\n")


def _list_headers(head: bytes) -> list[tuple[str, str]]:
    text = head.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    found = []
    at = 0
    while at < len(text):
        match = _HEADER.match(text, at)
        if match is None or (match.end() < len(text) and text[match.end()] != "\n"):
            raise NoEnvelopeError("its headers can't be read")
        found.append((match[1], match[2]))
        at = match.end() + 1
    return found


def _find_address(value: str) -> str:
    plain = _QUOTED_OR_COMMENT.sub(" ", value)
    angled = re.findall(r"<([^<>]*)>", plain)
    candidates = angled or [plain]
    rest = re.sub(r"<[^<>]*>", "", plain) if angled else ""
    address = str(candidates[0]).strip()
    if len(candidates) > 1 or "," in rest or "<" in rest or ">" in rest or _ADDRESS.fullmatch(address) is None:
        raise NoEnvelopeError("its To header does not hold one address")
    if any(not character.isprintable() for character in address):
        raise NoEnvelopeError("the address in its To header has a letter that can't be shown")
    return address


def _write_domain(address: str) -> str:
    """Return an address with its domain in ASCII, so that only its name may need a server that knows SMTPUTF8."""
    name, sign, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        return f"{name}{sign}{domain.encode('idna').decode('ascii')}"
    except UnicodeError as error:
        raise NoEnvelopeError(f"the domain of {address} can't be written in ASCII") from error
