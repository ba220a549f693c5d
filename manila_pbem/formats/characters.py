"""The one table of characters that are read as others in orders (docs/play.md, section 7, "Characters").

What phones, word processors and Chinese keyboards put in the place of YAML's own signs is read as meant, everywhere
but in the values of `salt` and of a message's `text`, which keep their characters. Places are always told as they
stand in the text as it was written. What is refused altogether stands in `decoding`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from manila_pbem.orders.order import Mark
from manila_pbem.values import NamedValue

if TYPE_CHECKING:
    import re

BLANKS = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
"""No-break, ideographic and other blanks, read as a blank."""

DROPPED = "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
"""Soft hyphen, marks without width, and the byte order mark within a text: read as if they were not there."""

FULL_WIDTH_COLON = "："

SIGNS = {
    FULL_WIDTH_COLON: ": ",
    "“": '"', "”": '"', "„": '"', "‟": '"',
    "‘": "'", "’": "'", "‚": "'", "‛": "'",
    "【": "[", "】": "]", "〔": "[", "〕": "]",
    "、": ",", "､": ",",
    "‐": "-", "‑": "-", "‒": "-", "–": "-", "−": "-",
}  # fmt: skip
"""Curly quotes, Chinese brackets and commas, hyphens and minus signs, by the sign each is read as."""

REPLACEMENTS: dict[str, str] = {
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(BLANKS, " "),
    **dict.fromkeys(DROPPED, ""),
    **SIGNS,
}
"""The published table: each character and what it is read as; full-width letters, digits and signs among them."""

LINE_ENDS = ("\r\n", "\r")
"""Read as a line feed."""


class Kept(NamedValue):
    """A span of the text whose characters are kept; `quoted` where curly quotes around it are read as quotes."""

    start: int
    end: int
    quoted: bool = False


class Replaced:
    """A text as it was written and as it is read.

    `reads` and `writtens` are the offsets in either from which the two go together again.
    """

    __slots__ = ("_line_starts", "_reads", "_writtens", "read", "written")

    def __init__(self, written: str, read: str, reads: Sequence[int] = (), writtens: Sequence[int] = ()) -> None:
        self.written = written
        self.read = read
        self._reads = reads
        self._writtens = writtens
        self._line_starts: list[int] | None = None

    def locate(self, offset: int, line: int = 0, column: int = 0) -> Mark:
        """Return the place in the text as it was written of an offset in the text as it is read."""
        if self._line_starts is None:
            ends = _compile_line_end().finditer(self.written)
            self._line_starts = [0, *(end.end() for end in ends)]
        at = self.find_written(offset)
        number = bisect_right(self._line_starts, at)
        return Mark(number, at - self._line_starts[number - 1] + 1)

    def find_written(self, offset: int) -> int:
        """Return the offset in the text as it was written of an offset in the text as it is read."""
        at = bisect_right(self._reads, offset) - 1
        if at < 0:
            return offset
        return min(self._writtens[at] + offset - self._reads[at], len(self.written))


@cache
def _compile() -> re.Pattern[str]:
    import re

    return re.compile("\r\n?|[" + re.escape("".join(REPLACEMENTS)) + "]")


@cache
def _compile_line_end() -> re.Pattern[str]:
    import re

    return re.compile("\r\n?|\n")


@cache
def _compile_quoted() -> re.Pattern[str]:
    import re

    return re.compile('[\\\\"]')


def has_replaced(text: str) -> bool:
    """Tell whether a text has anything that is read as something else."""
    # ASCII but carriage returns is never replaced, and the pattern takes time to get ready.
    return not (text.isascii() and "\r" not in text) and _compile().search(text) is not None


def replace_characters(text: str, kept: Sequence[Kept] = ()) -> Replaced:
    """Return a text as it is read: by the table above, with the characters of the spans kept."""
    pieces: list[str] = []
    reads: list[int] = []
    writtens: list[int] = []
    length = at = 0

    def copy(end: int) -> None:
        nonlocal length, at
        pieces.append(text[at:end])
        length += end - at
        at = end

    def replace(end: int, by: str) -> None:
        nonlocal length, at
        pieces.append(by)
        length += len(by)
        at = end
        if reads and reads[-1] == length:
            writtens[-1] = at
        else:
            reads.append(length)
            writtens.append(at)

    def convert(end: int) -> None:
        for found in _compile().finditer(text, at, end):
            copy(found.start())
            replace(found.end(), REPLACEMENTS.get(found.group(), "\n"))
        copy(end)

    for span in kept:
        convert(span.start - span.quoted)
        if span.quoted:
            # Inside quotes made of curly ones, straight quotes and backslashes stand for themselves.
            replace(span.start, '"')
            for found in _compile_quoted().finditer(text, at, span.end):
                copy(found.start())
                replace(found.end(), "\\" + found.group())
            copy(span.end)
            replace(span.end + 1, '"')
        else:
            copy(span.end)
    convert(len(text))
    return Replaced(text, "".join(pieces), reads, writtens)
