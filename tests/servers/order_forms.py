"""The form in a report, read as its player reads it: what is asked, and what may be answered."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import NamedTuple

BLANK = "___"

_BEGINS = "----- order begins -----"
_ENDS = "----- order ends -----"


class Blank(NamedTuple):
    """A decision to be filled in: `choices` are the words offered with what is said of each, in the order offered."""

    key: str
    which: str
    choices: dict[str, str]


class OrderForm(NamedTuple):
    """The form's lines, and its blanks."""

    lines: tuple[str, ...]
    blanks: tuple[Blank, ...]


def read_form(text: str) -> OrderForm | None:
    """Return the last form in a text, None where there is none, or nothing to fill in."""
    after = text.rpartition(_BEGINS)[2]
    if _BEGINS not in text or BLANK not in after:
        return None
    lines = tuple(after.partition(_ENDS)[0].strip().splitlines())
    blanks = []
    choices: dict[str, dict[str, str]] = {}
    which = ""
    for line in lines:
        if line.startswith("# ") and (side := re.fullmatch(r"#   (small|large|captain|second):", line)):
            which = side[1]
        elif line.startswith("#   ") and (
            said := re.fullmatch(r"#   ([a-z0-9][\w-]*|\{.*?\}|\d+ to \d+)(  +.*)?", line)
        ):
            choices.setdefault(which, {})[said[1]] = (said[2] or "").strip()
        elif filled := re.fullmatch(rf"(\w+): (.*{BLANK}.*)", line):
            sides = re.findall(rf"(\w+): {BLANK}", filled[2]) or [""]
            blanks += [Blank(filled[1], side, choices.get(side, {})) for side in sides]
        if not line.startswith("#"):
            choices, which = {}, ""
    return OrderForm(lines, tuple(blanks))


def show_html(html: str) -> str:
    """Return the text of a page, lines in `pre` as they are."""
    page = _Page()
    page.feed(html)
    return "".join(page.shown)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []
        self._hidden = 0
        self._kept = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("style", "title")
        self._kept += tag == "pre"
        if tag in ("p", "div", "br", "tr", "table", "h1", "h2", "pre"):
            self.shown.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("style", "title")
        self._kept -= tag == "pre"
        if tag in ("p", "div", "table", "pre"):
            self.shown.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.shown.append(data if self._kept else " ".join(data.split()))
