"""What is wrong with a text that was to be read, as data."""

from __future__ import annotations

from manila_pbem.orders.order import Mark
from manila_pbem.orders.problems import Facts
from manila_pbem.values import NamedValue

LONGEST_QUOTE = 40


class Fault(NamedValue):
    """Why a text cannot be read, and where. The sentence for it is made elsewhere, by `code` and `facts`.

    `clause` is a clause of docs/rules.md (`R2.1`) or a section of docs/play.md (`play 2`).
    """

    code: str
    mark: Mark
    facts: Facts = {}
    clause: str = "play 2"


def find_mark(text: str, offset: int) -> Mark:
    """Return the line and column, from 1 and in characters, of an offset; LF, CR and CRLF end lines."""
    before = text[:offset]
    if "\r" in before:
        # A CRLF cut in two still counts as one line end, since its LF belongs to the line it ends.
        before = before.replace("\r\n", "\n").replace("\r", "\n")
        if text[offset - 1 : offset + 1] == "\r\n":
            before = before[:-1]
    return Mark(before.count("\n") + 1, len(before) - before.rfind("\n"))


def quote(text: str) -> str:
    """Return a text fit for a sentence: no control characters, at most 40 characters."""
    shown = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[: LONGEST_QUOTE + 1])
    return shown if len(text) <= LONGEST_QUOTE else shown[: LONGEST_QUOTE - 1] + "…"
