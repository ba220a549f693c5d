"""A line of a player's text with a caret under a place in it, as a terminal shows it."""

from __future__ import annotations

from manila_pbem.orders.order import Mark
from manila_pbem.reports.columns import measure_each

WIDEST = 76
_BEFORE_CARET = 60
INDENT = "  "
_UNSEEN = "\ufffd"


def show_place(text: str, mark: Mark) -> list[str]:
    """Return the line of a mark and the line with the caret, none where the text has no such line.

    Characters that don't show are shown as U+FFFD, wide ones take two columns; of a long line a part is shown.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not 1 <= mark.line <= len(lines):
        return []
    shown = "".join(map(_show, lines[mark.line - 1]))
    before = "".join(map(_show, lines[mark.line - 1][: mark.column - 1]))
    widths = [1] * len(shown) if shown.isascii() else measure_each(shown)
    begin = len(before)
    caret = 0
    while begin > 0 and caret + widths[begin - 1] <= _BEFORE_CARET:
        begin -= 1
        caret += widths[begin]
    end, width = begin, 0
    while end < len(shown) and width + widths[end] <= WIDEST:
        width += widths[end]
        end += 1
    # A mark may stand right behind the end of its line.
    caret += max(0, mark.column - 1 - len(lines[mark.line - 1]))
    return [f"{INDENT}{shown[begin:end]}".rstrip(), f"{INDENT}{' ' * caret}^"]


def _show(character: str) -> str:
    if character.isprintable():
        return character
    if character == "\u3000":
        return "  "
    return " " if character == "\t" or character.isspace() else _UNSEEN
