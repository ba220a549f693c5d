"""What an element's attributes and styles mean for how its text is shown: hidden, struck out, set in, as it stands."""

from __future__ import annotations

import re
from functools import lru_cache

from manila_pbem.intake.html_marks import is_mark
from manila_pbem.values import NamedValue

SHEET = "data-sheet"
"""The attribute in which `html_sheet` notes what a style sheet says of an element."""

_ATTRIBUTE = re.compile(r'([^\s="]+)(?:="([^"]*)")?')
_LENGTH = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+))\s*([a-z%]*)")
_PIXELS = {
    "px": 1.0,
    "": 1.0,
    "pt": 1.333,
    "in": 96.0,
    "cm": 37.8,
    "mm": 3.78,
    "pc": 16.0,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
}
_MOST_STYLES = 4000
"""Letters of an element's styles that are looked at."""
_INVISIBLE_SIZE = 2.0
"""Pixels; smaller letters are none."""
_INDENT = 8.0
"""Pixels that a blank is wide."""
_LEAST_INDENT = 12.0
_FAR = -400.0
"""Pixels to the left or above at which nothing is shown any more."""

_WHITE = frozenset(("white", "window", "snow", "ghostwhite"))
_NO_COLOR = frozenset(("transparent", "none", "initial", "inherit", "unset"))
_CHANNELS = re.compile(r"(?:rgb|hsl)a?\(([^()]*)\)")
_LEAST_WHITE = 248

# How an element's own display changes the line it is in.
BLOCK = "block"
INLINE = "inline"


class Look(NamedValue):
    """How an element changes the look of its text; None where it changes nothing.

    `gone`: not shown, whatever lies within. `visible`, `legible`, `ink` (`white`, `clear`, `other`), `backed` (by a
    colour) and `keeps` (blanks: `no`, `lines`, `all`) pass to what lies within until that says otherwise.
    `indent` in letters; `bare`: it has no border. `marked` as a quote; `names` are those of its classes and id, in
    lower case, that mark something.
    """

    gone: bool = False
    visible: bool | None = None
    legible: bool | None = None
    ink: str | None = None
    backed: bool = False
    struck: bool | None = None
    keeps: str | None = None
    display: str | None = None
    indent: int = 0
    bare: bool = False
    bullet: bool = False
    marked: bool = False
    names: tuple[str, ...] = ()


@lru_cache(maxsize=1024)
def read_look(attributes: str) -> Look | None:
    """Return the look that an element's attributes give it, as the parser writes them; None where they give none."""
    given = {name.lower(): value for name, value in _ATTRIBUTE.findall(attributes)}
    names = (*given.get("class", "").lower().split(), given.get("id", "").lower())
    names = tuple(filter(is_mark, names))
    styles: dict[str, str] = {}
    _add_declarations(styles, given.get(SHEET, ""))
    _add_declarations(styles, given.get("style", ""))
    if given.get("color"):
        styles.setdefault("color", given["color"].lower())
    if given.get("bgcolor"):
        styles.setdefault("background", given["bgcolor"].lower())
    look = _read_styles(styles) if styles else Look()
    if "hidden" in given and styles.get("display") is None:
        look = look._replace(gone=True)
    look = look._replace(names=names, marked=given.get("type", "").lower() == "cite")
    return None if look == _PLAIN else look


_PLAIN = Look()


def _add_declarations(styles: dict[str, str], text: str) -> None:
    if not text:
        return
    text = text[:_MOST_STYLES].replace("&quot;", '"').replace("&amp;", "&").replace("&nbsp;", " ").lower()
    if "/*" in text:
        text = re.sub(r"/\*.*?(?:\*/|$)", "", text, flags=re.DOTALL)
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        name, plain = name.strip(), value.strip()
        if not colon:
            continue
        important = plain.endswith("!important")
        if important:
            plain = plain[:-10].rstrip()
        if important or f"!{name}" not in styles:
            styles[name] = plain
        if important:
            styles[f"!{name}"] = ""


def _read_styles(styles: dict[str, str]) -> Look:
    get = styles.get
    display = get("display", "")
    shown: bool | None = None
    visibility = get("visibility")
    if visibility is not None:
        shown = visibility not in ("hidden", "collapse")
    size = get("font-size")
    if size is None and "font" in styles:
        found = re.search(r"(?:^|\s)(\d[\d.]*(?:px|pt|em|%)|0)(?:\s|/)", get("font", ""))
        size = found.group(1) if found else None
    pixels = None if size is None else measure(size, 16.0)
    decoration = f"{get('text-decoration', '')} {get('text-decoration-line', '')}"
    struck = None
    if decoration.strip():
        struck = "line-through" in decoration
    return Look(
        gone=display == "none" or _is_gone(styles),
        visible=shown,
        legible=None if pixels is None else pixels >= _INVISIBLE_SIZE,
        ink=_read_ink(get("color")),
        backed=_is_backed(get("background-color") or get("background", ""))
        or get("background-image", "none") != "none",
        struck=struck,
        keeps=_KEEPS.get(get("white-space", "")),
        display=_read_display(display),
        indent=_read_indent(styles),
        bare=get("border", "").split()[:1] in (["none"], ["0"], ["0px"]),
        bullet="ignore" in get("mso-list", ""),
    )


_KEEPS = {"pre": "all", "pre-wrap": "all", "break-spaces": "all", "pre-line": "lines", "normal": "no", "nowrap": "no"}


def _read_display(display: str) -> str | None:
    if not display or display == "none":
        return None
    if display.startswith("inline") or display == "contents":
        return INLINE
    return BLOCK if display in ("block", "flex", "grid", "table", "table-row", "list-item", "flow-root") else None


def _is_gone(styles: dict[str, str]) -> bool:
    get = styles.get
    if get("opacity") is not None and measure(get("opacity", "1"), 1.0) == 0:
        return True
    if "all" in get("mso-hide", "") and "display" not in styles:
        return True
    if get("content-visibility") == "hidden" or "opacity(0" in get("filter", "").replace(" ", ""):
        return True
    if get("overflow", get("overflow-y", get("overflow-x", ""))) in ("hidden", "clip", "auto", "scroll"):
        sides = (measure(get(name, "9px"), 9.0) for name in ("height", "max-height", "width", "max-width"))
        if any(side is not None and side <= 1 for side in sides):
            return True
    if get("position") in ("absolute", "fixed"):
        if _is_far(styles, ("left", "top", "right", "bottom")):
            return True
        cut = re.match(r"rect\(([^()]*)\)", get("clip", ""))
        sizes = cut.group(1).replace(",", " ").replace("px", "").split() if cut else []
        if len(sizes) == 4 and (sizes[0] == sizes[2] or sizes[1] == sizes[3]):
            return True
    if _is_far(styles, ("text-indent", "margin-left", "margin-top")):
        return True
    if re.match(r"inset\(\s*(?:50|100)%", get("clip-path", "")):
        return True
    move = get("transform", "").replace(" ", "")
    return re.search(r"scale[xy]?\(0(?:\.0*)?[,)]|translate[xy]?\(-\d{4}", move) is not None


def _is_far(styles: dict[str, str], sides: tuple[str, ...]) -> bool:
    return any((measure(styles[side], 0.0) or 0.0) <= _FAR for side in sides if side in styles)


def _read_ink(color: str | None) -> str | None:
    if color is None or color in ("inherit", "currentcolor", "unset"):
        return None
    return _judge_color(color)


def _judge_color(color: str) -> str:
    """Return what a colour is: `white` or nearly so, `clear`, or `other`."""
    if color in _WHITE:
        return "white"
    if color in _NO_COLOR:
        return "clear"
    if color[:1] == "#":
        digits = color[1:]
        if len(digits) in (3, 4):
            digits = "".join(digit * 2 for digit in digits)
        if len(digits) == 8 and digits[6:] == "00":
            return "clear"
        pairs = [digits[at : at + 2] for at in (0, 2, 4)]
        return (
            "white" if len(digits) in (6, 8) and all(f"{_LEAST_WHITE:x}" <= pair <= "ff" for pair in pairs) else "other"
        )
    found = _CHANNELS.match(color)
    if found is None:
        return "other"
    parts = found.group(1).replace(",", " ").replace("/", " ").split()
    if len(parts) == 4 and measure(parts[3], 1.0) == 0:
        return "clear"
    if color.startswith("hsl"):
        return "white" if len(parts) > 2 and (measure(parts[2], 100.0) or 0.0) >= 98 else "other"
    white = len(parts) > 2 and all((measure(part, 255.0) or 0.0) >= _LEAST_WHITE for part in parts[:3])
    return "white" if white else "other"


def _is_backed(background: str) -> bool:
    """Tell whether a background has a colour, or a picture, on which white letters can be read."""
    if not background:
        return False
    if "url(" in background or "gradient" in background:
        return True
    found = _CHANNELS.search(background)
    if found is not None:
        return _judge_color(found.group()) == "other"
    return any(
        _judge_color(word) == "other" and (word[0] == "#" or word.isalpha()) and word not in _NO_BACKGROUND
        for word in background.split()
    )


_NO_BACKGROUND = frozenset(("repeat", "scroll", "fixed", "center", "left", "right", "top", "bottom", "local"))


def _read_indent(styles: dict[str, str]) -> int:
    left = styles.get("margin-left")
    if left is None and "margin" in styles:
        sides = styles["margin"].split()
        if len(sides) == 4 and sides[3] != sides[1]:
            left = sides[3]
    pixels = measure(left, 0.0) if left else None
    return round(pixels / _INDENT) if pixels is not None and _LEAST_INDENT <= pixels <= 480 else 0


def measure(length: str, whole: float) -> float | None:
    """Return a length in pixels, percentages of `whole`; None where it is no plain length."""
    found = _LENGTH.fullmatch(length.strip()) if len(length) < 24 else None
    if found is None:
        return None
    number, unit = float(found.group(1)), found.group(2)
    if unit == "%":
        return number * whole / 100
    return number * _PIXELS[unit] if unit in _PIXELS else None
