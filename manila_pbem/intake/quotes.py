"""What of a mail's text its writer wrote: without quotes, their attributions, original mails, signatures, fences.

docs/play.md, section 7, "Text". What is quoted is our own report more often than not, with an order form in it: it must
never be read as an order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from manila_pbem.intake.attributions import Look
from manila_pbem.intake.originals import find_original, is_rule
from manila_pbem.intake.seeing import ORIGINAL, find_head, is_empty, measure_indent, see
from manila_pbem.intake.signatures import is_delimiter, is_own_line
from manila_pbem.values import NamedValue

_QUOTED = re.compile("[ \t\u00a0\u3000\u200b-\u200f\u2060\ufeff]*[>|＞｜│┃❘]")
_BLANKS = " \t\u00a0\u3000"
_BLOCK = re.compile(r"[:：-][ \u00a0]*[|>][-+0-9]{0,3}[ \u00a0]*(?:#.*)?$")
"""The end of a line whose value is the text set in below it."""
_FENCE = re.compile(r" {0,3}(?:`{3,}|~{3,})(.*)$")


class OwnText(NamedValue):
    """A text's lines as they stood, and those of them that are its writer's; an empty line stands for any other.

    `cut`: all below some line is an original mail without marks.
    """

    lines: Sequence[str]
    own: Sequence[str]
    cut: bool


def keep_own(text: str, is_key: Callable[[str], bool]) -> OwnText:
    """Return what of a text, its lines ended by LF, is its writer's. `is_key` says which words begin an order."""
    return _Keeping(text.split("\n"), is_key).keep()


class _Keeping:
    def __init__(self, lines: list[str], is_key: Callable[[str], bool]) -> None:
        self._lines = lines
        self._is_key = is_key
        self._look = Look(lines, is_key)
        self._own = [""] * len(lines)
        self._has_own = False
        self._in_signature = False
        # Attributions never reach above it: the line below the last quote.
        self._floor = 0
        # By how much the key is set in whose value is the text below it.
        self._block: int | None = None

    def keep(self) -> OwnText:
        lines = self._lines
        end = len(lines)
        at = 0
        while at < end:
            line = lines[at]
            if not line:
                at += 1
                continue
            if line[0] == ">" or (_QUOTED.match(line) and not self._is_block_text(line)):
                below = find_original(lines, at) if line[0] != ">" and "|" in line else None
                if below is None:
                    at = self._pass_quote(at)
                    continue
            elif line != ORIGINAL and is_empty(line):
                at += 1
                continue
            else:
                below = self._keep_line(at)
            if below is None:
                at += 1
                continue
            below = self._skip_attribution(below)
            if below >= end or not self._is_marked(below):
                return OwnText(lines, self._own, True)
            self._in_signature = False
            self._floor = at = max(below, at + 1)
        return OwnText(lines, self._own, False)

    def _pass_quote(self, at: int) -> int:
        """Return the first line below a quote, its attribution taken away."""
        self._drop_unknown(at)
        lines = self._lines
        at += 1
        while at < len(lines) and lines[at][:1] == ">":
            at += 1
        self._floor = at
        return at

    def _keep_line(self, at: int) -> int | None:
        """Keep a line if it is its writer's; return the line below where an original mail is introduced."""
        line = self._lines[at]
        if self._is_block_text(line):
            self._put(at, line)
            return None
        if is_delimiter(line) and ("--" in line or self._has_own):
            self._in_signature = True
            return None
        below = find_original(self._lines, at)
        if below is not None:
            return below
        start = self._look.find_start(at, self._floor)
        if start is not None or self._look.find_weak(at):
            start = at if start is None else start
            self._own[start : at + 1] = [""] * (at + 1 - start)
            return self._skip_empty(at + 1)
        seen = see(line)
        if is_own_line(seen) or (line[0] not in _BLANKS and is_rule(line)):
            return None
        fence = _FENCE.match(seen)
        if fence is None:
            self._put(at, line)
        elif (head := find_head(fence.group(1))) is not None and self._is_key(head):
            self._put(at, line.lstrip(_BLANKS + "`~"))
        return None

    def _put(self, at: int, line: str) -> None:
        if not self._in_signature:
            self._own[at] = line
            self._has_own = True
        if ("|" in line or ">" in line) and _BLOCK.search(line) and not self._is_block_text(line):
            self._block = measure_indent(see(line))

    def _is_block_text(self, line: str) -> bool:
        """Tell whether a line belongs to a text set in below its key, where no sign means anything."""
        if self._block is None:
            return False
        if measure_indent(see(line)) > self._block:
            return True
        self._block = None
        return False

    def _drop_unknown(self, at: int) -> None:
        """Take away an attribution of unknown words that ends right above the quote in the line `at`."""
        above = at - 1
        while above >= max(self._floor, at - 2) and is_empty(self._lines[above]):
            above -= 1
        if above < self._floor or not self._own[above]:
            return
        start = self._look.find_unknown(above, self._floor)
        if start is not None:
            self._own[start : above + 1] = [""] * (above + 1 - start)

    def _skip_attribution(self, at: int) -> int:
        """Return the line below the attribution that begins in a line, such as below `Original Message`."""
        if at < len(self._lines) and not self._is_marked(at):
            for last in range(at, min(at + 4, len(self._lines))):
                if self._look.find_start(last, at) == at:
                    return self._skip_empty(last + 1)
        return at

    def _skip_empty(self, at: int) -> int:
        while at < len(self._lines) and is_empty(self._lines[at]):
            at += 1
        return at

    def _is_marked(self, at: int) -> bool:
        return _QUOTED.match(self._lines[at]) is not None
