"""What orders say, drawn by hypothesis: every key, with alternatives, conditions, coming phases and free texts.

An order is a tree of `Word`, `Number`, `Name` and `Free` in lists and in `Said`, which stands for mappings.
`tell_plainly` gives it in one form, to be read by the independent reading; `writing` writes it in many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st

from manila_pbem.formats.words import Place, list_words
from order_fuzz.plain_reading import Data, Pairs

Tree: TypeAlias = "Word | Number | Name | Free | list[Tree] | Said"


class Word(NamedTuple):
    """A word of the published table, by the place in whose list it stands."""

    place: Place
    word: str


class Number(NamedTuple):
    """A number, with a minus sign or none."""

    number: int


class Name(NamedTuple):
    """The name of a game, a phase or a player."""

    name: str


class Free(NamedTuple):
    """A text that keeps its characters."""

    text: str


class Said(NamedTuple):
    """A mapping, its keys in order."""

    pairs: tuple[tuple[Word | Name, Tree], ...]


def tell_plainly(tree: Tree) -> Data:
    """Return a tree as plain data, in the words of the table."""
    if isinstance(tree, list):
        return [tell_plainly(item) for item in tree]
    if isinstance(tree, Said):
        return Pairs((tell_plainly(key), tell_plainly(value)) for key, value in tree.pairs)
    return str(tree[-1])


def _say(place: Place, parts: dict[str, Any]) -> Said:
    return Said(tuple((Word(place, key), value) for key, value in parts.items()))


_WARES = ("nutmeg", "silk", "ginseng", "jade")
_SINGLES = tuple(word.word for word in list_words("space"))
_STARTS = [(a, b, 9 - a - b) for a in range(6) for b in range(6) if 0 <= 9 - a - b <= 5]
_STEPS = ("place-1", "place-3", "boarding", "pilots", "plunder")
_UNSEEN = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff"
_ANY_TEXT = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Co"], exclude_characters=_UNSEEN), max_size=20
)
FREE_TEXTS = (
    *(
        "x",
        "any text",
        "no",
        "7",
        "010",
        "~",
        "12:30",
        "ａｂｃ",
        "你好，大家：好",
        "【笑】",
        "“Yes”, she said",
        "it’s ok",
    ),
    *("a: b", "# a", "a # b", "- a", "{a}", "[", "|", "'", '"', "\\n", "a\nb\n", "  a  ", "a\u3000b\u200bc\u00a0", ""),
    *("bid: 7", "，bid：7", "to: ben", "？", "what? why", "a，b、c", "🚢", "＃", "：", "a\n\n  b\nc", "“", "”“", "___"),
)


class _Drawer:
    """Draws the parts of an order of a game of these players."""

    def __init__(self, draw: st.DrawFn, names: Sequence[str]) -> None:
        self._draw = draw
        self._names = tuple(names)

    def draw_order(self) -> Said:
        """Draw a whole order."""
        if self._roll(12):
            return _say("key", {"withdraw": Word("choice", "all")})
        said: dict[str, Any] = {
            "game": Name(self._pick("harbour-1", "7", "no", "0x1a")),
            "phase": self._draw_phase(),
            "player": self._draw_name(),
            "mortgage": self._draw_number(1, 9),
            "redeem": self._draw_number(1, 9),
            "salt": self._draw_text(),
            "message": self._draw_message(),
        }
        said = {key: value for key, value in said.items() if self._roll(3)}
        said |= self._draw_answers()
        if "load" not in said and self._roll(3):
            said["move_order"] = [Word("ware", ware) for ware in self._draw_wares(3, 3)]
        if self._roll(3):
            phases = [self._draw_phase() for _ in range(self._pick(1, 1, 2))]
            said["later"] = Said(tuple((phase, _say("key", self._draw_answers(1))) for phase in dict.fromkeys(phases)))
        return _say("key", {key: said[key] for key in self._draw(st.permutations(list(said)))})

    def _pick(self, *options: Any) -> Any:
        return self._draw(st.sampled_from(options))

    def _roll(self, sides: int) -> bool:
        return bool(self._draw(st.integers(1, sides)) == sides)

    def _draw_number(self, least: int, most: int) -> Number:
        return Number(self._draw(st.integers(least, most)))

    def _draw_phase(self) -> Name:
        return Name(f"v{self._pick(1, 2, 12)}-{self._pick(*_STEPS)}")

    def _draw_name(self) -> Name:
        return Name(self._pick(*self._names))

    def _draw_text(self) -> Free:
        return Free(self._draw(_ANY_TEXT) if self._roll(2) else self._pick(*FREE_TEXTS))

    def _draw_message(self) -> Said:
        to: Any = [self._pick(Word("choice", "all"), *map(Name, self._names)) for _ in range(self._pick(1, 1, 3))]
        said = {"to": to[0] if len(to) == 1 and self._roll(2) else to, "text": self._draw_text()}
        return _say("message", dict(self._draw(st.permutations(list(said.items())))))

    def _draw_wares(self, least: int, most: int) -> list[str]:
        return self._draw(st.lists(st.sampled_from(_WARES), min_size=least, max_size=most, unique=True))

    def _draw_by_ware(self, value: Callable[[], Tree], least: int = 1, most: int = 3) -> Said:
        return _say("ware", {ware: value() for ware in self._draw_wares(least, most)})

    def _draw_answers(self, least: int = 0) -> dict[str, Tree]:
        draws: dict[str, Callable[[], Tree]] = {
            "bid": self._draw_bid,
            "buy": lambda: self._draw_wishes("buy", lambda: self._draw_ware("none")),
            "load": lambda: self._draw_wishes("load", self._draw_load),
            "place": lambda: self._draw_wishes("place", lambda: self._draw_space("cheapest", "pass")),
            "board": self._draw_boards,
            "pilot": self._draw_pilots,
            "plunder": lambda: self._draw_wishes("plunder", self._draw_plan),
        }
        keys = self._draw(st.lists(st.sampled_from(list(draws)), min_size=least, max_size=3, unique=True))
        return {key: draws[key]() for key in keys}

    def _draw_bid(self) -> Tree:
        most = self._draw_number(1, 99)
        limit = _say("bid", {"up_to": most})
        say = _say("bid", {"say": self._draw_number(1, most.number), "up_to": most})
        return self._pick(Word("choice", "pass"), most, limit, say)

    def _draw_wishes(self, key: str, value: Callable[[], Tree]) -> Tree:
        wishes = [self._draw_wish(key, value) for _ in range(self._pick(1, 1, 2, 4))]
        return wishes[0] if len(wishes) == 1 and self._roll(2) else wishes

    def _draw_wish(self, key: str, value: Callable[[], Tree]) -> Tree:
        if not self._roll(3):
            return value()
        pairs: list[tuple[Word | Name, Tree]] = [(Word("key", key), value())]
        if key == "board" and isinstance(pairs[0][1], Word) and pairs[0][1].word != "stay" and self._roll(2):
            pairs.append((Word("wish", "evict"), self._draw_name()))
        if self._roll(2):
            pairs.append((Word("wish", "when"), self._draw_conditions()))
        return Said(tuple(self._draw(st.permutations(pairs))))

    def _draw_ware(self, *others: str) -> Word:
        word = self._pick(*_WARES, *others)
        return Word("choice" if word in others else "ware", word)

    def _draw_space(self, *others: str) -> Word:
        word = self._pick(*_WARES, *_SINGLES, *others)
        return Word("choice" if word in others else "ware" if word in _WARES else "space", word)

    def _draw_load(self) -> Said:
        starts = self._pick(*_STARTS)
        return _say("ware", {ware: Number(n) for ware, n in zip(self._draw_wares(3, 3), starts, strict=True)})

    def _draw_boards(self) -> Tree:
        def draw() -> Tree:
            return self._draw_wishes("board", lambda: self._draw_ware("stay"))

        return draw() if self._roll(2) else _say("pirates", {"second": draw(), "captain": draw()})

    def _draw_pilots(self) -> Tree:
        def draw(*most: int) -> Tree:
            return self._draw_wishes("pilot", lambda: self._draw_moves(self._pick(*most)))

        return draw(1, 2) if self._roll(2) else _say("pilots", {"small": draw(1), "large": draw(1, 2)})

    def _draw_moves(self, most: int) -> Tree:
        if self._roll(3):
            return Word("choice", "none")
        if most == 2 and self._roll(2):
            return self._draw_by_ware(lambda: Number(self._pick(-1, 1)), 2, 2)
        return self._draw_by_ware(lambda: Number(self._pick(-1, 1) * most), 1, 1)

    def _draw_plan(self) -> Tree:
        def draw() -> Tree:
            return Word("choice", self._pick("port", "shipyard"))

        return draw() if self._roll(2) else self._draw_by_ware(draw)

    def _draw_conditions(self) -> Said:
        draws: dict[str, Callable[[], Tree]] = {
            "position": lambda: self._draw_by_ware(lambda: self._draw_bounds(range(15))),
            "crew": lambda: self._draw_by_ware(lambda: self._draw_bounds(range(4))),
            "value": lambda: self._draw_by_ware(lambda: self._draw_bounds((0, 5, 10, 20, 30))),
            "cost": lambda: self._draw_bounds(range(31)),
            "cash": lambda: self._draw_bounds(range(100)),
            "free": lambda: (
                [self._draw_space() for _ in range(self._pick(1, 2))] if self._roll(2) else self._draw_space()
            ),
            "harbour_master": self._draw_name,
        }
        facts = self._draw(st.lists(st.sampled_from(list(draws)), min_size=1, max_size=3, unique=True))
        return _say("fact", {fact: draws[fact]() for fact in facts})

    def _draw_bounds(self, possible: Sequence[int]) -> Tree:
        least, most = sorted((self._pick(*possible), self._pick(*possible)))
        ends = {"min": Number(least), "max": Number(most)}
        return self._pick(
            Number(least), _say("bound", ends), _say("bound", {"min": ends["min"]}), _say("bound", {"max": ends["max"]})
        )


@st.composite
def orders(draw: st.DrawFn, names: Sequence[str]) -> Said:
    """Draw whole orders of a game of these players, all of which can be read."""
    return _Drawer(draw, names).draw_order()
