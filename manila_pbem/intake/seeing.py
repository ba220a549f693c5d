"""How a line of a mail is looked at: as its reader sees it (docs/play.md, section 7, "Characters").

The order itself keeps its characters, which the reader of orders judges. To know where an order begins and ends, its
keys must be seen whatever width, blanks and invisible signs they are written with.
"""

from __future__ import annotations

STRUCK = "\ufdd0"
"""Begins struck-out text in what `html_text` reads; Unicode sets this sign and the next two apart for such uses."""
STRUCK_END = "\ufdd1"
ORIGINAL = "\ufdd2"
"""Stands alone in a line where an HTML part begins the original mail below it."""

MARKS = (STRUCK, STRUCK_END, ORIGINAL)

_BLANKS = "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_INVISIBLE = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062"
    "\u2063\u2064\u2066\u2067\u2068\u2069\ufe00\ufe0e\ufe0f\ufeff"
)
STROKES = "\u0335\u0336\u0337\u0338"
"""Strike out the letter before them, in plain text."""

_SEEN = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    ord("："): ": ",
    **dict.fromkeys(map(ord, _BLANKS), " "),
    **dict.fromkeys([*range(9), *range(10, 32), *range(127, 160)], None),
    **dict.fromkeys(map(ord, _INVISIBLE + STROKES + "".join(MARKS)), None),
    **dict.fromkeys(map(ord, "“”„‟"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛"), "'"),
    **dict.fromkeys(map(ord, "‐‑‒–−"), "-"),
    **{ord(sign): seen for sign, seen in zip("【〔】〕、､﹕", "[[]],,:", strict=True)},
}  # fmt: skip


def see(line: str) -> str:
    """Return a line as it is seen: plain width, quotes, brackets and blanks, nothing that can't be seen."""
    return line if line.isascii() and line.isprintable() else line.translate(_SEEN)


def is_empty(line: str) -> bool:
    """Tell whether nothing is seen in a line."""
    return not line or line.isspace() or (line[0] > "~" and not see(line).strip())


def unmark(text: str) -> str:
    """Return a text without the marks that `html_text` puts in."""
    return text if text.isascii() else "".join(text.split(STRUCK)).replace(STRUCK_END, "")


def forge_no_marks(text: str) -> str:
    """Return a text in which nothing is taken for our marks."""
    if not text.isascii():
        for mark in MARKS:
            text = text.replace(mark, "\ufffd")
    return text


def measure_indent(seen: str) -> int:
    """Return by how many blanks a line as it is seen is set in."""
    return len(seen) - len(seen.lstrip(" "))


def find_head(seen: str) -> str | None:
    """Return what stands before a line's first colon, None where that is no single short name."""
    head, colon, _ = seen.partition(":")
    head = head.strip(" \"'")
    return head if colon and 0 < len(head) <= LONGEST_HEAD else None


LONGEST_HEAD = 40
"""Letters before a colon; no key is longer, however it is written."""
