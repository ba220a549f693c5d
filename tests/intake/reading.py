"""How the tests of intake read a text: with the real words of orders, and with orders and quotes to read."""

from __future__ import annotations

from pathlib import Path

from manila_pbem.formats.words import find_near, find_word, list_words
from manila_pbem.intake.letter import OrderWords, Part, Place
from manila_pbem.intake.places import find_places

WORDS = OrderWords(
    lambda word: find_word(word, "key") is not None,
    lambda word: find_near(word, ("key",), [known.word for known in list_words("key")]),
)

ORDER = "place: [jade, port-a, pass]\n"
BLOCK = "load:\n  jade: 0\n  silk: 4\n  ginseng: 5\n"
TRAP = "place: [insurance, pass]\nsalt: TRAP\n"
REPORT = f"Manila, game harbour-1, v1-place-2\nIt is your turn to decide.\n\nWrite like:\n\n{TRAP}\nGood luck!\n"


_UNSEEN = {
    "nbsp": "\u00a0",
    "tab": "\t",
    "cr": "\r",
    "e-acute-apart": "e\u0301",
    "a-grave-apart": "a\u0300",
    "blank": " ",
}


def read_samples(name: str) -> dict[str, str]:
    """Return the samples of a file beside this one by their names, the lines of each below `== name`."""
    text = (Path(__file__).parent / name).read_text("utf-8")
    for word, sign in _UNSEEN.items():
        text = text.replace(f"<{word}>", sign)
    samples = {}
    for sample in text.split("\n== ")[1:]:
        title, _, lines = sample.partition("\n")
        samples[title] = lines.removesuffix("\n")
    assert samples
    return samples


def mark(text: str, sign: str = "> ") -> str:
    """Return a text as it is quoted."""
    return "".join(f"{sign}{line}".rstrip() + "\n" for line in text.splitlines())


def read(text: str, kind: str = "text", **fields: object) -> Place | None:
    """Return the place that a part of this text is, None where it has no order."""
    places = find_places([Part(kind, "", text, **fields)], WORDS)
    assert len(places) <= 1
    return places[0] if places else None


def read_order(text: str, kind: str = "text", **fields: object) -> str | None:
    """Return the order in a part, None where there is none; fails where it can't be read."""
    place = read(text, kind, **fields)
    if place is None:
        return None
    assert place.trouble is None, place.trouble
    return place.order


def read_trouble(text: str, kind: str = "text", **fields: object) -> str | None:
    """Return the code of the trouble with a part, None where it has none or no order stands there."""
    place = read(text, kind, **fields)
    return place.trouble.code if place is not None and place.trouble is not None else None
