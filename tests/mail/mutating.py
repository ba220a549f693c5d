"""Mails spoilt at random: what servers, programs, attackers and bad lines make of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

_PIECES = (
    b"\r\n", b"\n", b"\r", b"\r\n\r\n", b" ", b"\t", b"\0", b"\xff", b"\xe2\x80\xa8", b"\x1b[2J", b"=?utf-8?B?", b"?=",
    b"=?gb2312?Q?=C4=E3?=", b"=?utf-8?B?DQpCY2M6IG1hbGxvcnlAZXhhbXBsZS5jb20NCg==?=", b"=\r\n", b"=3D", b"=0A",
    b"--=_b1", b"--", b"<br>", b"<s>",
    b"<", b">", b"<>", b"@", b",", b";", b":", b'"', b"(", b")", b"[", b"]", b"#", b"{", b"}", b"&nbsp;",
    b"</div>", b"<blockquote>", b"<!--", b"> ", b"| ", b"-- \r\n", b"bid: 9\r\n", b"salt: x\r\n", b"place: silk\r\n",
    b"On Tue, 1 Dec 2026, Manila wrote:\r\n", b"From: mallory@example.com\r\n", b"Bcc: mallory@example.com\r\n",
    b"Subject: \r\n", b"Content-Type: multipart/mixed; boundary=x\r\n", b"Content-Transfer-Encoding: base64\r\n",
    b"Content-Type: text/html; charset=utf-7\r\n", b"Auto-Submitted: auto-replied\r\n", b"List-Id: <x.example>\r\n",
    b"Precedence: bulk\r\n", b"X-Loop: manila\r\n", b"Auto-Submitted: no\r\n", b"message: {to: all, text: hi}\r\n",
)  # fmt: skip
_WORDS = (
    (
        b"utf-8",
        (b"gb2312", b"big5", b"iso-8859-1", b"x-unknown", b"utf-16", b"us-ascii", b"hz-gb-2312", b"iso-2022-jp"),
    ),
    (b"quoted-printable", (b"base64", b"7bit", b"x-uuencode", b"8bits")),
    (b"base64", (b"quoted-printable", b"binary", b"x-uuencode")),
    (b"text/plain", (b"text/html", b"application/octet-stream", b"message/rfc822", b"multipart/mixed", b"text")),
    (b"text/html", (b"text/plain", b"text/markdown", b"multipart/alternative")),
    (b"multipart/", (b"message/", b"multipart/report/", b"text/")),
)
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")


def mutate(random: Random, mails: Sequence[bytes]) -> bytes:
    """Return one of the mails, spoilt in one to four ways."""
    data = random.choice(mails)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        data = random.choice(_WAYS)(random, data, mails)
    return data[: 1 << 21]


def _find_place(random: Random, data: bytes) -> int:
    """Return a place in a mail, in its headers as often as anywhere."""
    end = data.find(b"\r\n\r\n")
    return random.randrange((end if end > 0 and random.random() < 0.5 else len(data)) + 1)


def _flip(random: Random, data: bytes, mails: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randint(1, 8)):
        if changed:
            changed[_find_place(random, data) % len(changed)] = random.randrange(256)
    return bytes(changed)


def _cut(random: Random, data: bytes, mails: Sequence[bytes]) -> bytes:
    first, last = sorted(_find_place(random, data) for _ in range(2))
    return data[:first] + data[last:] if random.random() < 0.7 else data[:first]


def _insert(random: Random, data: bytes, mails: Sequence[bytes]) -> bytes:
    place = _find_place(random, data)
    return data[:place] + random.choice(_PIECES) * random.choice((1, 1, 1, 1, 2, 30)) + data[place:]


def _insert_line(random: Random, data: bytes, mails: Sequence[bytes]) -> bytes:
    place = data.find(b"\n", _find_place(random, data)) + 1
    return data[:place] + random.choice(_PIECES) + data[place:]


def _splice(random: Random, data: bytes, mails: Sequence[bytes]) -> bytes:
    other = random.choice(mails)
    return data[: _find_place(random, data)] + other[_find_place(random, other) :]


def _shuffle_lines(random: Random, data: bytes, mails: Sequence[bytes]) -> bytes:
    lines = _LINE.findall(data)
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    way = random.randrange(3)
    if way == 0:
        lines[one], lines[other] = lines[other], lines[one]
    elif way == 1:
        lines.insert(other, lines[one])
    else:
        del lines[one]
    return b"".join(lines)


def _replace_word(random: Random, data: bytes, mails: Sequence[bytes]) -> bytes:
    word, others = random.choice(_WORDS)
    return data.replace(word, random.choice(others), random.choice((1, -1)))


def _repeat(random: Random, data: bytes, mails: Sequence[bytes]) -> bytes:
    first = _find_place(random, data)
    piece = data[first : first + random.choice((1, 2, 10, 100))]
    return data[:first] + piece * random.choice((2, 10, 1000, 5000)) + data[first:]


def _end_lines(random: Random, data: bytes, mails: Sequence[bytes]) -> bytes:
    return data.replace(b"\r\n", random.choice((b"\n", b"\r", b"\r\r\n", b" \r\n", b"\n\n")))


def _nest(random: Random, data: bytes, mails: Sequence[bytes]) -> bytes:
    head, _, body = data.partition(b"\r\n\r\n")
    for level in range(random.choice((1, 2, 19, 25, 200))):
        mark = b"b%d" % level
        body = (
            b"--" + mark + b"\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (level - 1)
            + body + b"\r\n--" + mark + b"--\r\n"
        )  # fmt: skip
    return head + b"\r\nContent-Type: multipart/mixed; boundary=" + mark + b"\r\n\r\n" + body


_WAYS: tuple[Callable[[Random, bytes, Sequence[bytes]], bytes], ...] = (
    _flip, _flip, _cut, _insert, _insert, _insert_line, _insert_line, _insert_line, _splice, _shuffle_lines,
    _shuffle_lines, _replace_word, _replace_word, _repeat, _end_lines, _nest,
)  # fmt: skip
