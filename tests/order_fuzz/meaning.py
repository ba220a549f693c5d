"""What an order's plain data means, by docs/play.md, section 2, and docs/rules.md alone.

An independent reading of orders, without places, warnings or advice: `tell_order` gives the order that a file says or
raises Unreadable. Of the reader under test it uses the values orders are made of and the published table of words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Any
from unicodedata import normalize

from manila_pbem.formats.words import LONGEST_TEXT, Place, list_words
from manila_pbem.orders.order import (
    Answers,
    BoardWish,
    Bounds,
    BuyWish,
    Conditions,
    Limit,
    LoadWish,
    Message,
    Order,
    PilotWish,
    PlaceWish,
    Plan,
)
from manila_pbem.rules.answers import Buy, Pilot
from manila_pbem.rules.board import Space, Ware
from order_fuzz.plain_reading import Data, Pairs, Unreadable

WARES = {"nutmeg": Ware.NUTMEG, "silk": Ware.SILK, "ginseng": Ware.GINSENG, "jade": Ware.JADE}
SPACES = {
    "nutmeg": Space.NUTMEG, "silk": Space.SILK, "ginseng": Space.GINSENG, "jade": Space.JADE,
    "port-a": Space.PORT_A, "port-b": Space.PORT_B, "port-c": Space.PORT_C,
    "shipyard-a": Space.SHIPYARD_A, "shipyard-b": Space.SHIPYARD_B, "shipyard-c": Space.SHIPYARD_C,
    "pirates": Space.PIRATES, "small-pilot": Space.SMALL_PILOT, "large-pilot": Space.LARGE_PILOT,
    "insurance": Space.INSURANCE,
}  # fmt: skip
ANSWERS = ("bid", "buy", "load", "move_order", "place", "board", "pilot", "plunder")
KEYS = ("game", "phase", "player", *ANSWERS, "mortgage", "redeem", "later", "salt", "message", "withdraw")
CREWS = {"nutmeg": 3, "silk": 3, "ginseng": 3, "jade": 4}
VALUES = (0, 5, 10, 20, 30)
PORT = 14

Names = Sequence[str]


class Impossible(Exception):
    """What an alternative says can be legal in no game; others beside it may be."""


def fold(text: str) -> str:
    """Return a text as names are compared."""
    return normalize("NFKC", normalize("NFKC", text).casefold())


def _squeeze(text: str) -> str:
    return "".join(sign for sign in fold(text) if not sign.isspace() and sign not in "-_")


def _spell(place: Place) -> dict[str, str]:
    return {
        _squeeze(spelling): word.word
        for word in list_words(place)
        for spelling in (word.word, *word.english, *word.traditional, *word.simplified)
    }


_SPELLINGS: dict[str, dict[str, str]] = {
    place: _spell(place)
    for place in (
        "key",
        "wish",
        "bid",
        "pilots",
        "pirates",
        "message",
        "fact",
        "bound",
        "ware",
        "space",
        "choice",
        "step",
    )
}


def _tell_text(data: Data) -> str:
    if not isinstance(data, str):
        raise Unreadable("no single text")
    return data


def _find_word(data: Data, places: Collection[str], legal: Collection[str]) -> str | None:
    if not isinstance(data, str):
        return None
    found = (_SPELLINGS[place].get(_squeeze(data)) for place in places)
    return next((word for word in found if word in legal), None)


def _tell_word(data: Data, places: Collection[str], legal: Collection[str]) -> str:
    word = _find_word(data, places, legal)
    if word is None:
        raise Unreadable(f"{data!r} is none of {legal}")
    return word


def tell_number(data: Data, *, signed: bool = False) -> int:
    """Return the number that a text is: 1 to 9 digits, ASCII or full-width, blanks around them apart."""
    text = _tell_text(data).strip()
    sign = "-" if signed and text[:1] == "-" else ""
    digits = text.removeprefix(sign)
    if not re.fullmatch("[0-9０-９]{1,9}", digits) or (len(digits) > 1 and digits[0] in "0０"):
        raise Unreadable(f"{data!r} is no number")
    return int(sign + digits)


def _tell_pairs(data: Data, places: Collection[str], legal: Collection[str]) -> dict[str, Data]:
    """Return a mapping that has at least one key, all of them legal words, each once."""
    if not isinstance(data, Pairs) or not data:
        raise Unreadable("no mapping of anything")
    said: dict[str, Data] = {}
    for key, value in data:
        word = _tell_word(key, places, legal)
        if word in said:
            raise Unreadable(f"{word} twice")
        said[word] = value
    return said


def _list_items(data: Data) -> Sequence[Data]:
    if not isinstance(data, list):
        return (data,)
    if not data:
        raise Unreadable("an empty list")
    return data


def tell_player(data: Data, names: Names) -> str:
    """Return the name of a player as the game writes it."""
    wanted = fold(_tell_text(data).strip())
    found = [name for name in names if fold(name).replace("’", "'") == wanted.replace("’", "'")]
    if len(found) != 1:
        raise Unreadable(f"{data!r} is no player")
    return found[0]


def tell_phase(data: Data) -> str:
    """Return the name of a phase."""
    text = _squeeze(_tell_text(data))
    found = re.fullmatch("v([1-9][0-9]{0,3})(.*)", text)
    steps = _SPELLINGS["step"]
    if steps.get(text) == "over":
        return "over"
    # Digits of the step may stand next to those of the voyage nowhere: every step begins with a letter.
    if not found or steps.get(found[2], "over") == "over":
        raise Unreadable(f"{data!r} is no phase")
    return f"v{found[1]}-{steps[found[2]]}"


def tell_order(data: Data, names: Names) -> Order:
    """Return the order, its marks left out; raises Unreadable."""
    if isinstance(data, Pairs) and not data:
        return Order()
    said = _tell_pairs(data, ("key",), KEYS)
    if "withdraw" in said:
        _tell_word(said["withdraw"], ("choice",), ("all",))
        if said.keys() - {"game", "phase", "player", "withdraw"}:
            raise Unreadable("withdraw beside something else")
    try:
        return Order(
            game=_tell_game(said["game"]) if "game" in said else None,
            phase=tell_phase(said["phase"]) if "phase" in said else None,
            player=tell_player(said["player"], names) if "player" in said else None,
            answers=_tell_answers(said, names),
            mortgage=_tell_loan(said["mortgage"]) if "mortgage" in said else 0,
            redeem=_tell_loan(said["redeem"]) if "redeem" in said else 0,
            later=_tell_later(said["later"], names) if "later" in said else (),
            salt=_tell_text(said["salt"]) if "salt" in said else None,
            message=_tell_message(said["message"], names) if "message" in said else None,
            withdraw="withdraw" in said,
        )
    except Impossible as error:
        raise Unreadable(str(error)) from error


def _tell_game(data: Data) -> str:
    text = _tell_whole(data).strip()
    # No game has a name that long, so that folded or not it is another game's.
    return fold(text) if len(text) <= LONGEST_TEXT else text


def _tell_whole(data: Data) -> str:
    """Return a text that is not the blank of a form, left as it was."""
    text = _tell_text(data)
    if len(text) > 1 and not text.strip("_＿"):
        raise Unreadable("a blank left")
    return text


def _tell_loan(data: Data) -> int:
    shares = tell_number(data)
    if not shares:
        raise Impossible("a loan of nothing (R13.1)")
    return shares


def _tell_later(data: Data, names: Names) -> tuple[tuple[str, Answers], ...]:
    if not isinstance(data, Pairs) or not data:
        raise Unreadable("later says nothing")
    phases = [tell_phase(key) for key, _ in data]
    if len(set(phases)) < len(phases):
        raise Unreadable("a phase twice")
    parts = [_tell_pairs(value, ("key",), ANSWERS) for _, value in data]
    return tuple(zip(phases, (_tell_answers(part, names) for part in parts), strict=True))


def _tell_message(data: Data, names: Names) -> Message:
    said = _tell_pairs(data, ("message",), ("to", "text"))
    if len(said) < 2:
        raise Unreadable("a message lacks something")
    named = []
    everyone = False
    for item in _list_items(said["to"]):
        if _find_word(item, ("choice",), ("all",)):
            everyone = True
        else:
            named.append(tell_player(item, names))
    return Message(() if everyone else tuple(dict.fromkeys(named)), _tell_text(said["text"]))


def _tell_answers(said: dict[str, Data], names: Names) -> Answers:
    def tell(key: str, one: Callable[[Data, Names], Any]) -> Any:
        return _tell_wishes(said[key], names, one) if key in said else None

    order = _tell_wares(said["move_order"]) if "move_order" in said else None
    load = tell("load", _tell_load)
    if order is not None and load and not any(set(wish.wares) == set(order) for wish in load):
        raise Impossible("another move order than loads (R7.3)")
    return Answers(
        bid=_tell_bid(said["bid"]) if "bid" in said else None,
        buy=tell("buy", _tell_buy),
        load=load,
        move_order=order,
        place=tell("place", _tell_place),
        boards=_tell_pair(said.get("board"), names, "pirates", ("captain", "second"), (_tell_board,) * 3),
        pilots=_tell_pair(
            said.get("pilot"),
            names,
            "pilots",
            ("small", "large"),
            (_tell_any_pilot, _tell_small_pilot, _tell_any_pilot),
        ),
        plunder=tell("plunder", _tell_plan),
    )


def _tell_bid(data: Data) -> Limit:
    if isinstance(data, Pairs):
        said = {key: tell_number(value) for key, value in _tell_pairs(data, ("bid",), ("say", "up_to")).items()}
        if "up_to" not in said:
            raise Unreadable("no up_to")
        limit = Limit(said["up_to"], said.get("say"))
    elif _find_word(data, ("choice",), ("pass",)):
        return Limit(0)
    else:
        limit = Limit(tell_number(data), plain=True)
    if limit.up_to < 1 or (limit.say is not None and not 1 <= limit.say <= limit.up_to):
        raise Impossible("no bid (R4.2)")
    return limit


def _tell_wares(data: Data) -> tuple[Ware, ...]:
    wares = tuple(WARES[_tell_word(item, ("ware",), WARES)] for item in _list_items(data))
    if len(wares) != 3 or len(set(wares)) != 3:
        raise Impossible("no order of three punts (R7.3)")
    return wares


def _tell_wishes(data: Data, names: Names, one: Callable[[Data, Names], Any]) -> tuple[Any, ...]:
    """Return the alternatives that can be legal in some game; raises Impossible where none can."""
    wishes, fault = [], None
    for item in _list_items(data):
        try:
            wishes.append(one(item, names))
        except Impossible as error:
            fault = error
    if not wishes and fault:
        raise fault
    return tuple(wishes)


def _tell_pair(
    data: Data | None, names: Names, place: str, words: tuple[str, str], ones: tuple[Callable[[Data, Names], Any], ...]
) -> tuple[Any, Any]:
    """Return the alternatives of two pirates or pilots; where they are not told apart both have the same."""
    if data is None:
        return None, None
    if not isinstance(data, Pairs) or not any(_find_word(key, (place,), words) for key, _ in data):
        return (_tell_wishes(data, names, ones[0]),) * 2
    said = _tell_pairs(data, (place,), words)
    first, second = (
        _tell_wishes(said[word], names, one) if word in said else None
        for word, one in zip(words, ones[1:], strict=True)
    )
    return first, second


def _open(data: Data, names: Names, key: str, *more: str, by_ware: bool = False) -> tuple[Data, str | None, Any]:
    """Return what an alternative says, whom it evicts, and its conditions."""
    legal = (key, "when", *more)
    conditional = isinstance(data, Pairs) and (
        not by_ware or any(_find_word(k, ("key", "wish"), (key, "when", "evict")) for k, _ in data)
    )
    if not conditional:
        return data, None, None
    said = _tell_pairs(data, ("key", "wish"), legal)
    when = _tell_conditions(said["when"], names) if "when" in said else None
    evict = tell_player(said["evict"], names) if "evict" in said else None
    if key not in said:
        raise Unreadable(f"no {key}")
    return said[key], evict, when


def _tell_place(data: Data, names: Names) -> PlaceWish:
    value, _, when = _open(data, names, "place")
    word: Any = _tell_word(value, ("ware", "space", "choice"), (*SPACES, "cheapest", "pass"))
    return PlaceWish(SPACES.get(word, word), when)


def _tell_buy(data: Data, names: Names) -> BuyWish:
    value, _, when = _open(data, names, "buy")
    return BuyWish(Buy(WARES.get(_tell_word(value, ("ware", "choice"), (*WARES, "none")))), when)


def _tell_board(data: Data, names: Names) -> BoardWish:
    value, evict, when = _open(data, names, "board", "evict")
    ware = WARES.get(_tell_word(value, ("ware", "choice"), (*WARES, "stay")))
    if ware is None and evict is not None:
        raise Impossible("evicts nobody who stays (R8.3)")
    return BoardWish(ware, evict, when)


def _tell_load(data: Data, names: Names) -> LoadWish:
    value, _, when = _open(data, names, "load", by_ware=True)
    said = {ware: tell_number(number) for ware, number in _tell_pairs(value, ("ware",), WARES).items()}
    if len(said) != 3 or max(said.values()) > 5 or sum(said.values()) != 9:
        raise Impossible("no load (R5.2, R5.3)")
    return LoadWish(tuple(WARES[ware] for ware in said), tuple(said.values()), when)


def _tell_any_pilot(data: Data, names: Names) -> PilotWish:
    value, _, when = _open(data, names, "pilot", by_ware=True)
    if not isinstance(value, Pairs):
        _tell_word(value, ("choice",), ("none",))
        return PilotWish(Pilot(()), when)
    said = {ware: tell_number(number, signed=True) for ware, number in _tell_pairs(value, ("ware",), WARES).items()}
    if sorted(map(abs, said.values())) not in ([1], [2], [1, 1]):
        raise Impossible("no move of a pilot (R9.2)")
    return PilotWish(Pilot(tuple((WARES[ware], said[ware]) for ware in WARES if ware in said)), when)


def _tell_small_pilot(data: Data, names: Names) -> PilotWish:
    wish = _tell_any_pilot(data, names)
    if sum(abs(spaces) for _, spaces in wish.answer.moves) > 1:
        raise Impossible("the small pilot moves by one (R9.2)")
    return wish


_PILOTS = (_tell_any_pilot, _tell_small_pilot, _tell_any_pilot)


def _tell_plan(data: Data, names: Names) -> Plan:
    value, _, when = _open(data, names, "plunder", by_ware=True)
    if not isinstance(value, Pairs):
        return Plan(_tell_word(value, ("choice",), ("port", "shipyard")) == "port", (), when)
    said = {
        ware: _tell_word(way, ("choice",), ("port", "shipyard")) == "port"
        for ware, way in _tell_pairs(value, ("ware",), WARES).items()
    }
    return Plan(None, tuple((WARES[ware], said[ware]) for ware in WARES if ware in said), when)


FACTS = ("position", "crew", "value", "cost", "cash", "free", "harbour_master")


def _tell_conditions(data: Data, names: Names) -> Conditions:
    told: dict[str, Any] = {}
    for fact, value in _tell_pairs(data, ("fact",), FACTS).items():
        if fact == "harbour_master":
            told[fact] = tell_player(value, names)
        elif fact == "free":
            told[fact] = tuple(SPACES[_tell_word(item, ("ware", "space"), SPACES)] for item in _list_items(value))
        elif fact in ("cost", "cash"):
            told[fact] = _tell_bounds(value, range(VALUES[-1] + 1) if fact == "cost" else None)
        else:
            said = _tell_pairs(value, ("ware",), WARES)
            told[fact] = tuple(
                (WARES[ware], _tell_bounds(said[ware], _list_possible(fact, ware))) for ware in WARES if ware in said
            )
    return Conditions(**told)


def _list_possible(fact: str, ware: str) -> Collection[int]:
    return range(PORT + 1) if fact == "position" else VALUES if fact == "value" else range(CREWS[ware] + 1)


def _tell_bounds(data: Data, possible: Collection[int] | None) -> Bounds:
    if isinstance(data, Pairs):
        said = {word: tell_number(value) for word, value in _tell_pairs(data, ("bound",), ("min", "max")).items()}
        bounds = Bounds(said.get("min"), said.get("max"))
    else:
        bounds = Bounds(*(tell_number(data),) * 2)
    least, most = bounds.least or 0, 10**9 if bounds.most is None else bounds.most
    if least > most or (possible is not None and not any(least <= number <= most for number in possible)):
        raise Unreadable("a range that can't be")
    return bounds
