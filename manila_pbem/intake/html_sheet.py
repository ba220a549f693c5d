"""Style sheets within a mail, as far as they hide, strike out or keep the blanks of text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from manila_pbem.intake.html_style import SHEET

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

_WORTH = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|line-through|white-space\s*:\s*(?:pre|break)|font-size\s*:\s*\.?0"
    r"|opacity\s*:\s*\.?0|mso-hide|-\d{3,}|(?:height|width)\s*:\s*0|color\s*:\s*(?:#f|white|transparent|rgb|hsl)|clip|transform|filter|content-visibility",
    re.IGNORECASE,
)
_MOST_TEXT = 64 * 1024
"""Letters of a style sheet that are looked at."""
_MOST_RULES = 32
_MOST_ELEMENTS = 20_000
_LONGEST_SELECTOR = 100
_PLAIN_SELECTOR = re.compile(r"[\w\s.#>*+~\\-]+(?:\[[\w-]+(?:[~|^$*]?=[\"']?[\w -]*[\"']?)?\][\w\s.#>*-]*)?$")
_MOST_STEPS = 4
_STYLE = re.compile(r"<style\b(.*?)(?:</style|\Z)", re.IGNORECASE | re.DOTALL)
_BRACE = re.compile(r"[{}]")


def may_style(html: str) -> bool:
    """Tell whether a text may have a style sheet that matters."""
    if not ("<style" in html or "<STYLE" in html or "<Style" in html):
        return False
    return any(_WORTH.search(found.group(1)) is not None for found in _STYLE.finditer(html))


def apply_sheets(tree: LexborHTMLParser) -> None:
    """Note at each element of a tree what its style sheets say of it, in the attribute `SHEET`."""
    from selectolax.lexbor import SelectolaxError

    left = _MOST_ELEMENTS
    rules = 0
    for style in tree.css("style"):
        if (style.attributes.get("media") or "all").strip().lower() not in ("all", "screen", "only screen"):
            continue
        for rule in _drop_conditions((style.text(deep=True) or "")[:_MOST_TEXT]).split("}"):
            head, _, declarations = rule.rpartition("{")
            selectors = head.rpartition("{")[2]
            if not selectors or _WORTH.search(declarations) is None:
                continue
            for selector in selectors.split(","):
                if not _is_plain(selector.strip()) or rules >= _MOST_RULES or left <= 0:
                    continue
                rules += 1
                try:
                    found = tree.css(selector.strip())
                except SelectolaxError:
                    continue
                for node in found[:left]:
                    node.attrs[SHEET] = f"{node.attributes.get(SHEET) or ''}{declarations};"
                left -= len(found)


def _is_plain(selector: str) -> bool:
    if not 0 < len(selector) <= _LONGEST_SELECTOR or _PLAIN_SELECTOR.match(selector) is None:
        return False
    return len(selector.replace(">", " ").split()) <= _MOST_STEPS


def _drop_conditions(sheet: str) -> str:
    """Return a style sheet without comments and without the rules for printers and for screens of some sizes."""
    sheet = re.sub(r"/\*.*?(?:\*/|\Z)", "", sheet, flags=re.DOTALL).replace("<!--", "").replace("-->", "")
    pieces = []
    at = 0
    while (begin := sheet.find("@", at)) >= 0:
        pieces.append(sheet[at:begin])
        opening = sheet.find("{", begin)
        semicolon = sheet.find(";", begin)
        if 0 <= semicolon < opening or opening < 0:
            at = semicolon + 1 if semicolon >= 0 else len(sheet)
            continue
        condition = sheet[begin:opening].lower().split()
        end = _find_closing(sheet, opening)
        if condition[0] == "@media" and condition[1:] in (["screen"], ["all"], ["only", "screen"]):
            pieces.append(sheet[opening + 1 : end])
        at = end + 1
    pieces.append(sheet[at:])
    return "".join(pieces)


def _find_closing(sheet: str, opening: int) -> int:
    depth = 0
    for found in _BRACE.finditer(sheet, opening):
        depth += 1 if found.group() == "{" else -1
        if depth == 0:
            return found.start()
    return len(sheet)
