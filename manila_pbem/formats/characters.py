"""The one table of characters that are read as others in orders (docs/play.md, section 7, "Characters").

What phones, word processors and Chinese keyboards put in the place of YAML's own signs is read as meant, everywhere
but in the values of `salt` and of a message's `text`, which keep their characters. Places are always told as they
stand in the text as it was written. What is refused altogether stands in `decoding`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
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


class Kept(NamedValue):
    """A span of the text whose characters are kept: the value of `salt`, or of a message's `text`.

    `quoted`: curly quotes stand around it and are read as quotes. `plain`: the blanks around each line are none of the
    value. `indent`: the blanks by which each line is set in; a block text begins with the line end before it.
    """

    start: int
    end: int
    quoted: bool = False
    plain: bool = False
    indent: int = 0


class Replaced:
    """A text as it was written, its lines ending in LF, and as it is read."""

    __slots__ = ("_kept", "_reads", "_writtens", "read", "written")

    def __init__(self, written: str, read: str, kept: Sequence[Kept]) -> None:
        self.written = written
        self.read = read
        self._kept = kept
        self._reads: list[int] | None = None
        self._writtens: list[int] = []

    def locate(self, offset: int, line: int, column: int) -> Mark:
        """Return the place in the text as it was written of an offset, in a line from 0, in the text as it is read."""
        at = self.find_written(offset)
        return Mark(line + 1, at - self.written.rfind("\n", 0, at))

    def find_written(self, offset: int) -> int:
        """Return the offset in the text as it was written of an offset in the text as it is read."""
        if self._reads is None:
            self._reads, self._writtens = _pair_offsets(self.written, self._kept)
        at = bisect_right(self._reads, offset) - 1
        if at < 0:
            return offset
        return min(self._writtens[at] + offset - self._reads[at], len(self.written))

    def find_read(self, offset: int) -> int:
        """Return the offset in the text as it is read of an offset in the text as it was written."""
        if self._reads is None:
            self._reads, self._writtens = _pair_offsets(self.written, self._kept)
        at = bisect_right(self._writtens, offset) - 1
        read = offset if at < 0 else self._reads[at] + offset - self._writtens[at]
        # Within what is dropped it is that of what follows.
        return min(read, self._reads[at + 1]) if at + 1 < len(self._reads) else min(read, len(self.read))


_TRANSLATION = str.maketrans(REPLACEMENTS)
_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\"})
"""Inside quotes made of curly ones, straight quotes and backslashes stand for themselves."""


@cache
def _compile() -> re.Pattern[str]:
    import re

    return re.compile("[" + re.escape("".join(REPLACEMENTS)) + "]")


@cache
def _compile_uneven() -> re.Pattern[str]:
    """Return the pattern of what is read as more or fewer characters than it is written with."""
    import re

    return re.compile(f"({FULL_WIDTH_COLON}|[{re.escape(DROPPED)}]+)")


@cache
def _compile_escaped() -> re.Pattern[str]:
    """Return the pattern of what is escaped between curly quotes."""
    import re

    return re.compile('(["\\\\])')


@cache
def _compile_indent() -> re.Pattern[str]:
    """Return the pattern of blanks that set a line in, others than plain ones among them."""
    import re

    other = re.escape(BLANKS + DROPPED)
    return re.compile(f"(?<=\n) *[{other}][ {other}]*")


@cache
def _compile_line_end() -> re.Pattern[str]:
    """Return the pattern of blanks at the end of a line, others than plain ones among them."""
    import re

    return re.compile(f"(?<![ {BLANKS}]) *[{BLANKS}][ {BLANKS}]*(?=\n|\\Z)")


def has_replaced(text: str) -> bool:
    """Tell whether a text has anything that is read as something else, line ends apart."""
    # ASCII is never replaced, and the pattern takes time to get ready.
    return not text.isascii() and _compile().search(text) is not None


def replace_characters(text: str, kept: Sequence[Kept] = ()) -> Replaced:
    """Return a text, its lines ending in LF, as it is read: by the table, with the characters of the spans kept."""
    pieces = []
    at = 0
    for span in kept:
        pieces.append(_replace(text[at : span.start - span.quoted]))
        pieces.append(_keep(text[span.start : span.end], span))
        at = span.end + span.quoted
    pieces.append(_replace(text[at:]))
    return Replaced(text, "".join(pieces), kept)


def _replace(text: str) -> str:
    # Where there is little to replace, to look for it takes less than to look at every character.
    if len(text.encode()) - len(text) < len(text) // 8:
        return _compile().sub(lambda found: REPLACEMENTS[found.group()], text) if has_replaced(text) else text
    return text.translate(_TRANSLATION)


def _keep(value: str, span: Kept) -> str:
    if span.quoted:
        return f'"{value.translate(_ESCAPES)}"'
    if not (span.plain or span.indent) or not has_replaced(value):
        return value
    value = _compile_indent().sub(lambda found: _settle(found, span), value)
    return _compile_line_end().sub(lambda found: " " * len(found.group()), value) if span.plain else value


def _settle(found: re.Match[str], span: Kept) -> str:
    blanks, settled = found.group(), _find_settled(found, span) - found.start()
    return blanks[:settled].translate(_TRANSLATION) + blanks[settled:]


def _find_settled(found: re.Match[str], span: Kept) -> int:
    """Return up to where the blanks that set a line in are none of the value: marks without width do not set it in."""
    start, blanks = found.start(), found.group()
    if span.plain:
        is_empty = found.end() == found.endpos or found.string[found.end()] == "\n"
        return found.end() if is_empty else start + len(blanks.rstrip(DROPPED))
    at, left = 0, span.indent
    while left and at < len(blanks):
        left -= blanks[at] not in DROPPED
        at += 1
    return start + at


def _pair_offsets(text: str, kept: Sequence[Kept]) -> tuple[list[int], list[int]]:
    """Return the offsets, in a text as it is read and as it was written, from which the two go together again."""
    writtens: list[int] = []
    changes: list[int] = []

    def note(pattern: re.Pattern[str], start: int, end: int) -> None:
        # There may be very many: one in each three bytes.
        pieces = pattern.split(text[start:end])
        writtens.extend(list(accumulate(map(len, pieces), initial=start))[2::2])
        changes.extend([-len(piece) if piece[0] in DROPPED else 1 for piece in pieces[1::2]])

    at = 0
    for span in kept:
        note(_compile_uneven(), at, span.start)
        if span.quoted:
            note(_compile_escaped(), span.start, span.end)
        elif span.plain or span.indent:
            for found in _compile_indent().finditer(text, span.start, span.end):
                note(_compile_uneven(), found.start(), _find_settled(found, span))
        at = span.end
    note(_compile_uneven(), at, len(text))
    reads = [written + change for written, change in zip(writtens, accumulate(changes), strict=True)]
    return reads, writtens
