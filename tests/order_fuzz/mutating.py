"""Files damaged as mail programs, editors and bored people damage them: bytes cut, doubled, moved and put in."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

MOST_BYTES = 64 * 1024
"""What an order may have; a file blown up goes a little beyond now and then."""

_SIGNS = "\n :-?[]{},#\"'|>&*!%@`~=\\<._/+0179ax\r\t\x00\x07\x7f\x85"
_WIDE = "：，、；［］｛｝【】〔〕“”„‘’‚＂＇＃－–−＿７０ａＡ＜＞｜＊＆？！　"
_HIDDEN = "\u00a0\u00ad\u1680\u2003\u200b\u200d\u200e\u2028\u202e\u2060\u2066\ufeff\ufffe\ud800\u0301\ue000\U0001f600"
_YAML = (
    *("\n  ", "\r\n", "\n\n", ": ", ":\n", "- ", "\n- ", ", ", " #", "# ", "---\n", "\n...\n", "--- ", "%YAML 1.1\n"),
    *("|\n  ", ">-\n  ", "|2-\n", "|+\n", "? ", "<<: ", "&a ", "*a", "!!int ", "!<x> ", "''", '""', "\\n", "\\x07"),
    *(
        "\\u202e",
        "\\uff17",
        "{}",
        "[]",
        "}}",
        "]]",
        "{{",
        "[[",
        "“”",
        "a:b",
        "a: b: c",
        " ＃ ",
        "：：",
        "，bid：7",
        " \t#",
    ),
)
_VALUES = (
    *(
        "no",
        "on",
        "off",
        "yes",
        "~",
        "null",
        "010",
        "0x1A",
        "0o7",
        "12:30",
        "1_000",
        "1e1",
        ".inf",
        ".nan",
        "+7",
        "7.0",
    ),
    *(
        "-1",
        "七",
        "７",
        "1234567890",
        "2026-12-01",
        "___",
        "7 pesos",
        "jade",
        "玉石",
        "silk",
        "丝绸",
        "port-a",
        "港口Ａ",
    ),
    *("pass", "放棄", "cheapest", "stay", "none", "all", "ana", "小莉", "v1-place-2", "v１放置2", "port a", "shipyard"),
)
_SAID = (
    *(
        "bid: 7",
        "bid：７",
        "salt: ",
        "salt：",
        "鹽：",
        "text: ",
        "內容：",
        "message: {to: all, text: x}",
        "to: all",
        "place: ",
    ),
    *(
        "放置：",
        "later: {v1-place-3: {place: pass}}",
        "withdraw: all",
        "missing: wait",
        "when: {cost: 3}",
        "evict: ben",
    ),
    *("up_to: ", "say: ", "small: ", "captain: ", "min: ", "max: ", "position: {silk: 3}", "mortgage: 1", "buy: none"),
)
PIECES = tuple(
    piece.encode("utf-8", "surrogatepass") for piece in (*_SIGNS, *_WIDE, *_HIDDEN, *_YAML, *_VALUES, *_SAID)
)
"""What is put in: signs of YAML and what is typed in their place, what hides, what others would convert, words."""

_Change = Callable[[Random, bytes, Sequence[bytes]], bytes]


def mutate(random: Random, corpus: Sequence[bytes]) -> bytes:
    """Return one of the corpus's files after a few changes; most often one, seldom six, rarely blown up."""
    data = random.choice(corpus)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 6))):
        change = random.choice(_CHANGES)
        data = change(random, data, corpus)
    if random.random() < 0.004:
        data = blow_up(random, data)
    return data[: MOST_BYTES + 64]


def blow_up(random: Random, data: bytes) -> bytes:
    """Return a file with some of it repeated up to the size an order may have."""
    start, end = _draw_span(random, data, random.choice((1, 2, 4, 12, 40, 200)))
    piece = data[start:end] or random.choice(PIECES)
    times = (MOST_BYTES - len(data)) // len(piece) if len(data) < MOST_BYTES else 0
    return data[:start] + piece * random.choice((times, times // 8, 40)) + data[end:]


def _draw_span(random: Random, data: bytes, longest: int) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.randint(1, longest))


def _put_piece(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice(PIECES) + data[at:]


def _put_piece_at_sign(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    """Put a piece where it may well change what is said: beside a sign of YAML or a line end."""
    ends = [found.end() for found in re.finditer(rb"[:,\[\]{}\n\r\"'#-] *|\xef\xbc[\x8c\x9a]", data)] or [0]
    at = random.choice(ends)
    return data[:at] + random.choice(PIECES) + data[at:]


def _replace_value(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    words = list(re.finditer(rb"[^\s:,\[\]{}]+", data))
    if not words:
        return data
    found = random.choice(words)
    return data[: found.start()] + random.choice(PIECES) + data[found.end() :]


def _replace_byte(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    start, end = _draw_span(random, data, 1)
    return data[:start] + bytes([random.randrange(256)]) + data[end:]


def _cut(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    start, end = _draw_span(random, data, random.choice((1, 1, 2, 8, 60)))
    return data[:start] + data[end:]


def _double(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    start, end = _draw_span(random, data, random.choice((1, 4, 20, 80)))
    return data[:end] + data[start:end] * random.choice((1, 1, 2, 30)) + data[end:]


def _move(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    start, end = _draw_span(random, data, 30)
    rest = data[:start] + data[end:]
    at = random.randint(0, len(rest))
    return rest[:at] + data[start:end] + rest[at:]


def _change_lines(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return data
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            lines[at], lines[other] = lines[other], lines[at]
        case 1:
            lines[at] = b" " * random.randint(1, 4) + lines[at]
        case 2:
            lines[at] = lines[at].lstrip()
        case 3:
            lines.insert(other, lines[at])
        case _:
            lines[at] = lines[at].rstrip(b"\r\n") + random.choice((b"", b" ", b"\r", b"\r\n", b"\n\n"))
    return b"".join(lines)


def _change_line_ends(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", random.choice((b"\r\n", b"\r", b"\n\n", b" \n", b"\n ")))


def _change_width(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    start, end = _draw_span(random, data, random.choice((1, 3, 20)))
    wide = "".join(chr(byte + 0xFEE0) if 0x20 < byte < 0x7F else chr(byte) for byte in data[start:end] if byte < 0x80)
    return data[:start] + wide.encode() + data[end:]


def _splice(random: Random, data: bytes, corpus: Sequence[bytes]) -> bytes:
    other = random.choice(corpus)
    head, tail = random.randint(0, len(data)), random.randint(0, len(other))
    if random.random() < 0.5:
        # At line starts, as files are joined.
        head, tail = data.rfind(b"\n", 0, head) + 1, other.rfind(b"\n", 0, tail) + 1
    return data[:head] + other[tail:]


_CHANGES: tuple[_Change, ...] = (
    *(_put_piece, _put_piece, _put_piece_at_sign, _put_piece_at_sign, _put_piece_at_sign),
    *(_replace_value, _replace_value, _replace_byte, _cut, _cut, _double, _move),
    *(_change_lines, _change_lines, _change_line_ends, _change_width, _splice),
)
