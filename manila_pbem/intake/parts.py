"""The parts of a mail in which an order may lie, with their text (docs/play.md, section 7, "Place")."""

from __future__ import annotations

import re
import unicodedata

from manila_pbem.intake.charsets import decode_part
from manila_pbem.intake.letter import Part, Trouble
from manila_pbem.intake.mime import Leaf
from manila_pbem.intake.parameters import decode_name
from manila_pbem.intake.sealed import open_signed_text
from manila_pbem.intake.transfer import decode_transfer

_TEXTS = {"text/plain": "text", "text/markdown": "text", "text/html": "html"}
_COUNT = r"(?:\s?\([0-9]{1,4}\))?"
_ORDER_NAME = re.compile(rf"\.ya?ml{_COUNT}(?:\.txt)?{_COUNT}\Z", re.IGNORECASE)
_FOLDERS = re.compile(r"[/\\]")
_NO_LETTERS = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")
_LONGEST_NAME = 100


def list_names(leaf: Leaf) -> list[str]:
    """Return the names of a part, without folders, fit to be shown: of its disposition first, then of its type."""
    given = leaf.disposition.list_all("filename") + leaf.type.list_all("name")
    names = [_clean_name(decode_name(name)) for name in given]
    return [name for name in names if name]


def read_part(leaf: Leaf, names: list[str]) -> Part | None:
    """Return a leaf's text as an order may lie in it; None for an attached mail, a picture, and other such."""
    order_names = [name for name in names if is_order_name(name)]
    if leaf.type.word.startswith("message/"):
        return None
    name = order_names[0] if order_names else names[0] if names else ""
    kind = "attachment" if order_names else _TEXTS.get(leaf.type.word, "")
    if not kind or (kind != "attachment" and _is_attached(leaf, name)):
        return None
    body = decode_transfer(leaf.body, leaf.encoding)
    if isinstance(body, Trouble):
        return Part(kind, name, "", group=leaf.group, trouble=body)
    text = decode_part(body, _find_charset(leaf), html=kind == "html")
    if kind != "html":
        text = open_signed_text(text)
    flowed = kind == "text" and (leaf.type.find("format") or "").lower() == "flowed"
    delsp = flowed and (leaf.type.find("delsp") or "").lower() == "yes"
    return Part(kind, name, text, flowed, delsp, leaf.group)


def is_order_name(name: str) -> bool:
    """Tell whether an attachment so named is an order: `.yaml` or `.yml`, also numbered by a browser or `.yaml.txt`."""
    return _ORDER_NAME.search(unicodedata.normalize("NFKC", name)) is not None


def _clean_name(name: str) -> str:
    base = _FOLDERS.split(name.strip().rstrip("/\\"))[-1]
    base = _NO_LETTERS.sub("", base).strip(" \"'").rstrip(" .")
    return base[-_LONGEST_NAME:]


def _find_charset(leaf: Leaf) -> str | None:
    charset = leaf.type.find("charset")
    return charset.partition("(")[0].strip() if charset is not None else None


def _is_attached(leaf: Leaf, name: str) -> bool:
    """Tell whether a part is a file beside the text; a disposition that is not known means so (RFC 2183, 2.8)."""
    return bool(name) and not leaf.whole and leaf.disposition.word not in ("", "inline")
