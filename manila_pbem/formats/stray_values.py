"""Values that YAML took apart or put elsewhere since a sign is missing: commas without brackets, lines not set in.

The readers of an order know what is wrong there; these functions say what was meant, from words alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem.formats.strict_yaml import Mapping, Node, Scalar
from manila_pbem.formats.words import LONGEST_TEXT, Place, find_word

LISTS = ("place", "buy", "board", "pilot", "plunder", "move_order", "to", "free")
"""Keys whose values may be lists of words."""

_INNER: dict[str, tuple[Place, ...]] = {
    "bid": ("bid",),
    "load": ("ware",),
    "pilot": ("ware", "pilots"),
    "board": ("pirates",),
    "plunder": ("ware",),
    "message": ("message",),
    "later": ("step",),
}
"""The words that may be keys within the value of a key."""


def is_bare(node: Node) -> bool:
    """Tell whether nothing stands in the place of a value."""
    return isinstance(node, Scalar) and node.plain and not node.text


def count_cut_off(pairs: Sequence[tuple[Scalar, Node]], at: int) -> int:
    """Count the keys without values from `at` on that a comma cut off the value before them, all on its line.

    Nothing was cut off where that value is no single one, for then no text or list of words was meant.
    """
    if not at or not isinstance(value := pairs[at - 1][1], Scalar) or is_bare(value):
        return 0
    count = 0
    for key, other in pairs[at:]:
        if not key.plain or not key.text or not is_bare(other) or key.mark.line != value.mark.line:
            break
        count += 1
    return count


def split_words(text: str, places: Sequence[Place], legal: Sequence[str]) -> list[str] | None:
    """Return the legal words that a text has one after the other with blanks between, None where it is none such."""
    parts = text.split() if len(text) <= LONGEST_TEXT else []
    if len(parts) < 2:
        return None
    words: list[str] = []
    while parts:
        for length in range(min(3, len(parts)), 0, -1):
            word = " ".join(parts[:length])
            if any(find_word(word, place, legal) for place in places):
                words.append(word)
                del parts[:length]
                break
        else:
            return None
    return words if len(words) > 1 else None


def find_not_set_in(root: Mapping) -> tuple[tuple[int, int], ...]:
    """Return where in a mapping of keys one without a value stands before keys that belong within it, with the end."""
    found = []
    for at, (key, value) in enumerate(root.pairs):
        inner = _INNER.get(find_word(key.text, "key") or "", ())
        if not inner or not is_bare(value):
            continue
        end = at + 1
        while end < len(root.pairs) and _belongs(root.pairs[end][0], inner):
            end += 1
        if end > at + 1:
            found.append((at, end))
    return tuple(found)


def _belongs(key: Scalar, inner: tuple[Place, ...]) -> bool:
    text = key.text.strip()
    if inner == ("step",) and text[:1] in ("v", "V"):
        text = text[1:].lstrip("0123456789")
    return any(find_word(text, place) for place in inner)
