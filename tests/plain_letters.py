"""Mails for the tests of the room that reads them: plain ones, of which a test changes one thing."""

from __future__ import annotations

from manila_pbem.intake.letter import Letter, OrderWords, Own
from manila_pbem.intake.letter_reader import read_letter

KEYS = {"place", "bid", "buy", "load", "salt", "message", "pilot", "later"}
WORDS = OrderWords(is_key=lambda word: word.lower() in KEYS, find_near=lambda word: None)
OWN = Own(("manila@manila.example",), "@manila.example")

AUTHOR = "ana@example.org"
CODE = "K7QF2M9X"
TAG = "[manila harbour-1 v1-place-2 #K7QF-2M9X]"
ORDER = "place: [jade, pass]\n"

HEADERS = {
    "Return-Path": f"<{AUTHOR}>",
    "Date": "Tue, 01 Dec 2026 20:15:00 +0100",
    "From": f"Ana <{AUTHOR}>",
    "To": "manila@manila.example",
    "Subject": f"Re: {TAG} your turn",
    "Message-ID": "<one@client.example>",
}


def write_mail(
    body: str | bytes = ORDER,
    *,
    over: dict[str, str | bytes | None] | None = None,
    extra: tuple[str | bytes, ...] = (),
    end: bytes = b"\r\n",
) -> bytes:
    """Return a mail with some headers changed, left out (None) or added as they stand; lines end in `end`."""
    headers: dict[str, str | bytes | None] = {**HEADERS, **(over or {})}
    lines = [name.encode() + b": " + to_bytes(value) for name, value in headers.items() if value is not None]
    data = b"\n".join([*lines, *map(to_bytes, extra), b"", to_bytes(body)])
    return data.replace(b"\n", end)


def write_part(body: str | bytes, *headers: str) -> bytes:
    """Return a part with its headers, lines ended by LF."""
    return b"\n".join([*map(to_bytes, headers), b"", to_bytes(body)])


def join_parts(*parts: bytes, boundary: str = "b1", closed: bool = True) -> bytes:
    """Return the body of a multipart."""
    mark = b"--" + boundary.encode()
    return b"".join(mark + b"\n" + part + b"\n" for part in parts) + (mark + b"--\n" if closed else b"")


def write_multipart(kind: str, *parts: bytes, boundary: str = "b1") -> bytes:
    """Return a mail of several parts."""
    return write_mail(
        join_parts(*parts, boundary=boundary), over={"Content-Type": f'multipart/{kind}; boundary="{boundary}"'}
    )


def read(data: bytes) -> Letter:
    """Return the letter that a mail is read into."""
    return read_letter(data, WORDS, OWN)


def list_orders(data: bytes) -> list[str]:
    """Return the orders of all places of a mail."""
    return [place.order for place in read(data).places]


def to_bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
