"""Text in columns as a terminal shows them: Chinese, Japanese and Korean characters take two, marks none.

Characters of ambiguous width count one; reports write none of them on their own account.
"""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem.reports.words import FIRST_STRONG_ISOLATE, POP_ISOLATE

PAGE_WIDTH = 72
GAP = "  "
CUT = "~"
"""Stands where a text was too wide for its column."""

_WIDE = ("F", "W")
_NO_WIDTH = ("Cc", "Cf", "Me", "Mn")


def measure(text: str) -> int:
    """Return how many columns a line of text takes."""
    return len(text) if text.isascii() else sum(measure_each(text))


def measure_each(text: str) -> list[int]:
    """Return how many columns each character takes: 0, 1 or 2."""
    import unicodedata  # needed for few texts only

    return [
        0 if unicodedata.category(letter) in _NO_WIDTH else 2 if unicodedata.east_asian_width(letter) in _WIDE else 1
        for letter in text
    ]


def cut(text: str, width: int) -> str:
    """Return a text that takes at most `width` columns, with `CUT` at its end where something is missing."""
    if measure(text) <= width:
        return text
    taken = 0
    kept = []
    for letter, columns in zip(text, measure_each(text), strict=True):
        if taken + columns > width - len(CUT):
            break
        taken += columns
        kept.append(letter)
    open_isolates = kept.count(FIRST_STRONG_ISOLATE) - kept.count(POP_ISOLATE)
    return "".join(kept) + POP_ISOLATE * open_isolates + CUT


def pad(text: str, width: int, to_right: bool = False) -> str:
    """Return a text filled with blanks to `width` columns, before it where it goes `to_right`."""
    blanks = " " * (width - measure(text))
    return blanks + text if to_right else text + blanks


def wrap(text: str, width: int = PAGE_WIDTH, first: str = "", rest: str = "") -> list[str]:
    """Return a text as lines of at most `width` columns, broken at blanks, and within words that are too wide.

    Wide characters may be broken between, as Chinese is. `first` and `rest` begin the first line and the others.
    """
    words = text.split()
    if text.isascii() and first.isascii() and rest.isascii():
        return _wrap_narrow(" ".join(words), width, first, rest)
    return _wrap_wide(words, width, first, rest)


def _wrap_narrow(text: str, width: int, first: str, rest: str) -> list[str]:
    """Wrap words with one blank between, where every character takes a column: most texts, and much sooner."""
    lines: list[str] = []
    begin, room = first, width - len(first)
    while len(text) > room:
        blank = text.rfind(" ", 0, room + 1)
        end = blank if blank > 0 else max(room, 1)
        lines.append(begin + text[:end])
        text = text[end + (blank > 0) :]
        begin, room = rest, width - len(rest)
    lines.append((begin + text).rstrip())
    return lines


def _wrap_wide(words: Sequence[str], width: int, first: str, rest: str) -> list[str]:
    lines: list[str] = []
    line, room = first, width - measure(first)
    empty = True
    for word in words:
        columns = measure(word)
        if not empty and columns + 1 <= room:
            line += " " + word
            room -= columns + 1
            continue
        if not empty:
            lines.append(line)
            line, room = rest, width - measure(rest)
        while columns > room:
            head = _take(word, room)
            lines.append(line + head)
            word = word[len(head) :]
            columns = measure(word)
            line, room = rest, width - measure(rest)
        line += word
        room -= columns
        empty = False
    lines.append(line.rstrip())
    return lines


def _take(word: str, room: int) -> str:
    """Return as much of a word as fits into the room, at least one character."""
    taken = 0
    for index, columns in enumerate(measure_each(word)):
        taken += columns
        if taken > room and index:
            return word[:index]
    return word


def lay_table(
    rows: Sequence[Sequence[str]], numeric: Sequence[bool], widest: int, indent: str = "  ", width: int = PAGE_WIDTH
) -> list[str]:
    """Return rows of cells as lines of at most `width` columns: aligned, two blanks between the columns.

    A cell of more than `widest` columns goes on below itself, one of the last column where the page ends.
    """
    natural = [max(measure(row[column]) for row in rows) for column in range(len(numeric))]
    widths = [min(widest, columns) for columns in natural]
    room = width - measure(indent) - sum(widths[:-1]) - len(GAP) * (len(widths) - 1)
    widths[-1] = max(1, min(room, natural[-1]))
    lines: list[str] = []
    for row in rows:
        cells = [
            [cell] if measure(cell) <= room else _wrap_cell(cell, room) for cell, room in zip(row, widths, strict=True)
        ]
        for level in range(max(map(len, cells))):
            parts = [cell[level] if level < len(cell) else "" for cell in cells]
            lines.append((indent + GAP.join(map(pad, parts, widths, numeric))).rstrip())
    return lines


def _wrap_cell(cell: str, room: int) -> list[str]:
    """Return a cell as lines, each with an isolate of its own where the cell is within one, so that none leaks out."""
    lines = []
    for line in wrap(cell, room):
        unclosed = line.count(FIRST_STRONG_ISOLATE) - line.count(POP_ISOLATE)
        lines.append(FIRST_STRONG_ISOLATE * -unclosed + line + POP_ISOLATE * unclosed)
    return lines
