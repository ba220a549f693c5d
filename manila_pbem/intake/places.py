"""Where in a mail an order stands: attachments, text, HTML (docs/play.md, section 7, "Place")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from manila_pbem.intake.flowed import unflow
from manila_pbem.intake.html_text import read_html
from manila_pbem.intake.letter import OrderWords, Part, Place, Trouble
from manila_pbem.intake.paragraphs import Found, find_order
from manila_pbem.intake.quotes import OwnText, keep_own
from manila_pbem.intake.seeing import forge_no_marks, is_empty, see
from manila_pbem.values import NamedValue

_UNREADABLE = "\ufffd"
_OF_LAYOUT = ("prose_in_order", "near_key", "undecodable", "html_tangled")
"""Troubles of an HTML part that don't matter where the same mail's text can be read."""


class _Read(NamedValue):
    """A text part, what of it is its writer's, and the order in it."""

    part: Part
    own: OwnText
    found: Found | None


def find_places(parts: Sequence[Part], words: OrderWords) -> tuple[Place, ...]:
    """Return the places in which an order stands, readable or not: attachments, then text, then HTML.

    The order's text keeps its characters. Of an HTML part and the text that stands for it in one multipart/alternative
    both are given, with the same text where they differ in line breaks only. Raises nothing, whatever is given.
    """
    places = [place for part in parts if part.kind == "attachment" for place in _read_attachment(part)]
    texts: list[_Read] = []
    pages: list[Place] = []
    for kind in ("text", "html"):
        below = False
        for part in parts:
            if part.kind != kind or below:
                continue
            if part.trouble is not None:
                _add_unreadable(part, part.trouble, texts, pages)
                continue
            text = _show(part)
            if text is None:
                _add_unreadable(part, Trouble("html_tangled"), texts, pages)
                continue
            own = keep_own(text, words.is_key)
            # What follows in a further part is still the original mail that an earlier one began.
            below = own.cut
            if kind == "text":
                texts.append(_Read(part, own, find_order(own.own, words)))
            else:
                pages += _read_page(part, own, words, texts)
    places += [_make_place(text.part, text.found) for text in texts if text.found is not None]
    return (*places, *pages)


def _show(part: Part) -> str | None:
    if part.kind == "html":
        return read_html(part.text)
    text = unflow(part.text, part.delsp) if part.flowed else part.text
    return forge_no_marks(text)


def _make_place(part: Part, found: Found) -> Place:
    return Place(part.kind, part.name, found.order, found.left_out, found.trouble)


def _add_unreadable(part: Part, trouble: Trouble, texts: list[_Read], pages: list[Place]) -> None:
    if part.kind == "text":
        texts.append(_Read(part, OwnText((), (), False), Found("", (), trouble)))
    elif _find_sibling(part, texts) is None:
        pages.append(Place(part.kind, part.name, "", (), trouble))


def _read_attachment(part: Part) -> list[Place]:
    if part.trouble is not None:
        return [Place(part.kind, part.name, "", (), part.trouble)]
    lines = part.text.split("\n")
    if all(is_empty(line) or see(line).strip() == "---" or see(line).lstrip()[:1] == "#" for line in lines):
        return []
    if _UNREADABLE in part.text:
        return [Place(part.kind, part.name, "", (), Trouble("undecodable"))]
    return [Place(part.kind, part.name, part.text)]


def _read_page(part: Part, own: OwnText, words: OrderWords, texts: list[_Read]) -> list[Place]:
    """Return the place of an HTML part, none where it has no order of its own."""
    found = find_order(own.own, words)
    if found is None:
        return []
    beside = [number for number, text in enumerate(texts) if part.group and text.part.group == part.group]
    for number in beside:
        order = _settle_order(texts[number], own, found)
        if order is None:
            continue
        if texts[number].found is not None:
            texts[number] = texts[number]._replace(found=found._replace(order=order) if order else None)
        return [_make_place(part, found._replace(order=order or found.order))]
    if beside:
        # What the text shows as quoted may bear no mark in the HTML that we know of.
        found = find_order(_drop_quoted(own.own, [texts[number] for number in beside]), words)
        sibling = _find_sibling(part, texts)
        if found is None or (sibling is not None and found.trouble is not None and found.trouble.code in _OF_LAYOUT):
            return []
        if sibling is not None and sibling.found is not None and _squeeze(sibling.found.order) == _squeeze(found.order):
            found = found._replace(order=sibling.found.order)
    return [_make_place(part, found)]


def _find_sibling(part: Part, texts: list[_Read]) -> _Read | None:
    """Return the text part with a readable order that stands for the same as an HTML part."""
    for text in texts:
        if part.group and text.part.group == part.group and text.found is not None and text.found.trouble is None:
            return text
    return None


def _settle_order(text: _Read, own: OwnText, found: Found) -> str | None:
    """Return the order that a text and its HTML both say, None where they don't say the same.

    It is "" where only the HTML's can be read: programs that make a text of HTML break long lines wherever it may be,
    and put asterisks around bold words.
    """
    if found.trouble is not None:
        return None
    said = text.found
    if said is not None and said.trouble is None:
        if _squeeze(said.order) == _squeeze(found.order):
            return said.order
        if "*" not in said.order or _squeeze(said.order, "*") != _squeeze(found.order, "*"):
            return None
        return found.order
    if said is not None and said.trouble is not None and said.trouble.code not in ("prose_in_order", "near_key"):
        return None
    written = _squeeze("\n".join(text.own.own), "*")
    return "" if written and written == _squeeze("\n".join(own.own), "*") else None


def _drop_quoted(own: Sequence[str], texts: Sequence[_Read]) -> list[str]:
    """Return an HTML part's lines without those that the text beside it has as quoted only."""
    quoted: set[str] = set()
    written: Counter[str] = Counter()
    for text in texts:
        for line, kept in zip(text.own.lines, text.own.own, strict=True):
            plain = _squeeze(line).lstrip(">|")
            if kept:
                written[plain] += 1
            elif plain:
                quoted.add(plain)
    lines = []
    for line in own:
        plain = _squeeze(line)
        if plain in quoted:
            written[plain] -= 1
            if written[plain] < 0:
                lines.append("")
                continue
        lines.append(line)
    return lines


def _squeeze(text: str, without: str = "") -> str:
    squeezed = "".join(see(line) for line in text.split("\n")).replace(" ", "")
    return squeezed.replace(without, "") if without else squeezed
