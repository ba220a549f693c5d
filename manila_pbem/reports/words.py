"""The words all parts of a report share: sentences as data, names, wares, spaces, phases, amounts.

A sentence keeps its words and its facts apart, so that HTML can mark the names in it and another language can bring
other words. English is the only language yet; whoever adds one replaces what stands in capitals here and in `story`,
`position`, `picture` and `refusals`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, Union

from manila_pbem.rules.board import Space, Ware
from manila_pbem.values import NamedValue

LANGUAGE = "en"
DIRECTION = "ltr"


class Name(str):
    """A player's name: of any script, up to 40 characters, and never to be trusted as markup or as to direction."""

    __slots__ = ()


Fact: TypeAlias = Union[str, int, Name, "Sentence", tuple["Fact", ...]]


class Sentence(NamedValue):
    """Words with places for facts, as `str.format` has them; a tuple of facts is a list, told with commas."""

    words: str
    facts: dict[str, Fact] = {}


LIST_SEPARATOR = ", "
WARE_NAMES = ("nutmeg", "silk", "ginseng", "jade")
WARE_TITLES = ("Nutmeg", "Silk", "Ginseng", "Jade")
WARE_LETTERS = ("N", "S", "G", "J")

SPACE_NAMES = {
    Space.NUTMEG: "the nutmeg punt",
    Space.SILK: "the silk punt",
    Space.GINSENG: "the ginseng punt",
    Space.JADE: "the jade punt",
    Space.PORT_A: "port A",
    Space.PORT_B: "port B",
    Space.PORT_C: "port C",
    Space.SHIPYARD_A: "shipyard A",
    Space.SHIPYARD_B: "shipyard B",
    Space.SHIPYARD_C: "shipyard C",
    Space.PIRATES: "the pirate ship",
    Space.SMALL_PILOT: "the small pilot",
    Space.LARGE_PILOT: "the large pilot",
    Space.INSURANCE: "the insurance",
}
PLACE_NAMES = {
    space: f"as {name}" if space in (Space.SMALL_PILOT, Space.LARGE_PILOT) else f"on {name}"
    for space, name in SPACE_NAMES.items()
}
"""Where an accomplice stands, as a sentence says it."""

LABELS = {
    "board": "The board",
    "board_words": "The board in words",
    "captain": "captain",
    "closed": "closed",
    "cost": "cost",
    "coming": "What comes next",
    "form": "Your order",
    "free": "free",
    "lane": "Lane",
    "messages": "Messages to you",
    "notes": "What became of your order",
    "order_begins": "order begins",
    "order_ends": "order ends",
    "orders_opened": "orders with their SHA-256",
    "pays": "pays",
    "port": "port",
    "position": "The position now",
    "proofs": "Log and dice",
    "story": "What happened",
    "value": "value",
    "yours": "Your cards",
}
"""Headings and labels of the templates, by the names these use."""

STEP_NAMES = {
    "auction": "auction",
    "office": "the harbour master's office",
    "boarding": "boarding",
    "pilots": "pilots",
    "plunder": "plunder",
}


def tell_phase(phase: str) -> str:
    """Return the title of a phase such as `v1-place-2`; one of another form is its own title."""
    if phase == "over":
        return "The game is over"
    voyage, _, step = phase.partition("-")
    if not (voyage[:1] == "v" and voyage[1:].isdecimal()):
        return phase
    if step.startswith("place-"):
        return f"Voyage {voyage[1:]}: placement round {step[len('place-') :]}"
    return f"Voyage {voyage[1:]}: {STEP_NAMES.get(step, step)}"


def tell_time(at: str) -> str:
    """Return a time of the form `2026-12-01T20:00:00Z` as people read it; one of another form stays as it is."""
    day, t, clock = at.partition("T")
    if t and clock.endswith("Z") and len(clock) >= len("20:00:00Z"):
        return f"{day} {clock[:5]} UTC"
    return at


def count_pesos(pesos: int) -> str:
    """Return an amount of money in words."""
    return "1 peso" if pesos == 1 else f"{pesos} pesos"


def count_shares(shares: int) -> str:
    """Return a number of shares in words."""
    return "1 share" if shares == 1 else f"{shares} shares"


def count_wares(counts: Iterable[int]) -> str:
    """Return shares counted by ware as a list, such as `2 silk, 1 jade`; a dash where there are none."""
    held = [f"{count} {WARE_NAMES[ware]}" for ware, count in enumerate(counts) if count]
    return LIST_SEPARATOR.join(held) or "-"


def name_wares(wares: Iterable[Ware]) -> str:
    """Return wares as a list, in the order given."""
    return LIST_SEPARATOR.join(WARE_NAMES[ware] for ware in wares)


FIRST_STRONG_ISOLATE = "\u2068"
POP_ISOLATE = "\u2069"
_RIGHT_TO_LEFT = ("R", "AL", "AN")

_DROPPED = dict.fromkeys((
    *range(0x20), *range(0x7F, 0xA0), 0x061C, 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF,
))  # fmt: skip


def clean_text(text: str) -> str:
    """Return a line without control characters and characters that change the direction of what follows."""
    return text if text.isascii() and text.isprintable() else text.translate(_DROPPED)


def isolate_name(name: str) -> str:
    """Return a name fit to stand within a line of text: one with letters written from right to left is isolated."""
    if name.isascii():
        return name
    import unicodedata  # needed for few names only

    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in name):
        return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"
    return name


def write_fact(fact: Fact) -> str:
    """Return a fact, or a whole sentence, as plain text."""
    if isinstance(fact, Name):
        return isolate_name(fact)
    if isinstance(fact, Sentence):
        return fact.words.format(**{key: write_fact(value) for key, value in fact.facts.items()})
    if isinstance(fact, tuple):
        return LIST_SEPARATOR.join([write_fact(item) for item in fact])
    return str(fact)
