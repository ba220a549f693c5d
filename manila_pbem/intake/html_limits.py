"""Which HTML would take a parser without end: nested, or opened again and again, far beyond any mail's."""

from __future__ import annotations

import re

_FEW = 2500
"""Tags that are read in no time however they are nested."""
_VERY_FEW = 1000
_MOST_WORK = 20_000_000
"""Steps of looking through what is open; the parser takes some nanoseconds for each."""
_MOST_REOPENED = 300_000
"""Elements for bold, colour and the like that a parser puts in again after each block that left them open."""
_MOST_ATTRIBUTES = 6000
_STRETCH = 6000
"""Letters; an attribute takes two at least."""

_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())  # noqa: SIM905
_UNCOUNTED = frozenset(
    """area base br col embed hr img input link meta source track wbr p li dd dt td th tr tbody thead tfoot option html
    body head""".split()  # noqa: SIM905
)
"""Elements without content, and those that the next of their kind ends."""
_OPAQUE = frozenset(
    "object applet marquee template svg math select button table caption div center form ul ol dl".split()  # noqa: SIM905
)
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]{0,30})")
_FORMAT = re.compile(r"<(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)[\s/>]")
_SEPARATORS = (" ", "\n", "\t", "\r", "\f", "/", '"', "'")
"""What may stand between two attributes."""


def is_tangled(html: str) -> bool:
    """Tell whether an HTML text would take a parser far longer than one of its length may."""
    # A tag that long has no end within any stretch of half its length.
    if any(html.find(">", at, at + _STRETCH) < 0 for at in range(0, len(html) - _STRETCH, _STRETCH)) and _has_long_tag(
        html
    ):
        return True
    tags = html.count("<")
    if tags < _FEW and (tags < _VERY_FEW or tags * len(_FORMAT.findall(html.lower())) < _MOST_REOPENED):
        return False
    return _is_too_much(html)


def _has_long_tag(html: str) -> bool:
    return any(
        len(piece) > _MOST_ATTRIBUTES and sum(map(piece.count, _SEPARATORS)) > _MOST_ATTRIBUTES
        for piece in html.split(">")
    )


def _is_too_much(html: str) -> bool:
    opened: list[str] = []
    formatting = 0
    work = reopened = 0
    for found in _TAG.finditer(html):
        close, tag = found.group(1), found.group(2).lower()
        work += len(opened)
        if tag in _UNCOUNTED:
            reopened += formatting
        elif not close:
            opened.append(tag)
            if tag in _FORMATTING:
                formatting += 1
            else:
                reopened += formatting
        else:
            # Only what surely ends is counted as ended, so that the count is never too low.
            depth = len(opened) - 1
            least = max(-1, depth - 8)
            while depth > least and opened[depth] != tag and opened[depth] not in _OPAQUE:
                depth -= 1
            if depth > least and opened[depth] == tag:
                if depth == len(opened) - 1 and tag in _FORMATTING:
                    formatting -= 1
                del opened[depth:]
            reopened += formatting
        if work > _MOST_WORK or reopened > _MOST_REOPENED:
            return True
    return False
