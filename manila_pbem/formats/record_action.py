"""An action of the record as plain data, read into the engine's values and back (docs/record.md).

Plain data are mappings, lists, texts and integers: what JSON gives, and what a YAML record gives once amounts have
become integers. Words are taken exactly as docs/record.md writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from manila_pbem.formats.faults import quote
from manila_pbem.orders.problems import Facts
from manila_pbem.rules.answers import (
    Answer,
    Bid,
    Board,
    Buy,
    Load,
    Loan,
    Mortgage,
    Pilot,
    Place,
    Plunder,
    Redeem,
)
from manila_pbem.rules.board import SPACE_WORDS, SPACES, WARE_WORDS, WARES, Space, Ware
from manila_pbem.rules.play import Action, Answered, Lent, Rolled
from manila_pbem.values import NamedValue

WARE_OF_WORD = dict(zip(WARE_WORDS, WARES, strict=True))
SPACE_OF_WORD = dict(zip(SPACE_WORDS, SPACES, strict=True))

LARGEST_AMOUNT = 999_999_999
PUNTS = 3

_Value = TypeVar("_Value", int, bool)
Plain: TypeAlias = object
"""A text, an integer, or a mapping or list of them; anything else is refused."""


class ActionFault(NamedValue):
    """An action that is malformed: refused when it is reached. `player` is None where none is named."""

    player: str | None
    code: str
    clause: str
    facts: Facts


class _Malformed(Exception):
    def __init__(self, code: str, clause: str, facts: Facts) -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.facts = facts


_CLAUSES = {
    "bid": "R4.2",
    "buy": "R5.1",
    "load": "R5.2",
    "move_order": "R7.3",
    "place": "R6.2",
    "board": "R8.2",
    "evict": "R8.3",
    "pilot": "R9.2",
    "plunder": "R8.5",
    "mortgage": "R13.1",
    "redeem": "R13.1",
    "dice": "R7.1",
}
DECISIONS = ("bid", "buy", "load", "place", "board", "pilot", "plunder", "mortgage", "redeem")


def action_from_mapping(
    mapping: Plain, players: Sequence[str], lanes: Sequence[str] | None = None
) -> Action | ActionFault:
    """Return the action that plain data in the form of docs/record.md tell of, or why they are malformed.

    `players` are the names in seat order. `lanes` gives the wares of a load in lane order, where the order of the
    mapping's own keys was lost (docs/play.md, section 3).
    """
    player = None
    try:
        keys = _check_mapping(mapping, "action", "R3")
        named = keys.get("player")
        player = named if isinstance(named, str) else None
        return _read_action(keys, players, lanes)
    except _Malformed as fault:
        return ActionFault(player, fault.code, fault.clause, fault.facts)


def action_to_mapping(action: Action, players: Sequence[str]) -> dict[str, object]:
    """Return an action as docs/record.md writes it, in plain data, with the names of the players."""
    if isinstance(action, Rolled):
        return {"dice": {WARE_WORDS[ware]: number for ware, number in action.dice.items()}}
    said = action.loan if isinstance(action, Lent) else action.answer
    return {"player": players[action.seat], **answer_to_mapping(said, players)}


def answer_to_mapping(answer: Answer | Loan, players: Sequence[str]) -> dict[str, object]:
    """Return an answer or loan as docs/record.md writes it, in plain data, without the player who gives it."""
    if isinstance(answer, Bid):
        return {"bid": "pass" if answer.pesos is None else answer.pesos}
    if isinstance(answer, Buy):
        return {"buy": "none" if answer.ware is None else WARE_WORDS[answer.ware]}
    if isinstance(answer, Load):
        starts = zip(answer.wares, answer.starts, strict=True)
        loaded: dict[str, object] = {"load": {WARE_WORDS[ware]: start for ware, start in starts}}
        if answer.move_order is not None:
            loaded["move_order"] = [WARE_WORDS[ware] for ware in answer.move_order]
        return loaded
    if isinstance(answer, Place):
        return {"place": "pass" if answer.space is None else SPACE_WORDS[answer.space]}
    if isinstance(answer, Board):
        boarded: dict[str, object] = {"board": "stay" if answer.ware is None else WARE_WORDS[answer.ware]}
        if answer.evict is not None:
            boarded["evict"] = players[answer.evict]
        return boarded
    if isinstance(answer, Pilot):
        return {"pilot": {WARE_WORDS[ware]: spaces for ware, spaces in answer.moves} or "none"}
    if isinstance(answer, Plunder):
        return {"plunder": {WARE_WORDS[ware]: "port" if port else "shipyard" for ware, port in answer.to_port}}
    return {answer.kind: answer.shares}


def _read_action(keys: Mapping[str, Plain], players: Sequence[str], lanes: Sequence[str] | None) -> Action:
    if "dice" in keys:
        _check_keys(keys, ("dice",), "R7.1")
        return Rolled(_read_by_ware(keys["dice"], "dice", _read_amount))
    named = [key for key in DECISIONS if key in keys]
    if len(named) != 1:
        code = "record_two_decisions" if named else "record_no_decision"
        raise _Malformed(code, "R3", {"keys": tuple(quote(key) for key in keys), "legal": (*DECISIONS, "dice")})
    kind = named[0]
    beside = {"load": ("move_order",), "board": ("evict",)}.get(kind, ())
    _check_keys(keys, ("player", kind, *beside), _CLAUSES[kind])
    seat = _read_seat(keys.get("player"), "player", _CLAUSES[kind], players)
    if kind == "mortgage":
        return Lent(seat, Mortgage(_read_shares(keys[kind], kind)))
    if kind == "redeem":
        return Lent(seat, Redeem(_read_shares(keys[kind], kind)))
    return Answered(seat, _read_answer(kind, keys, players, lanes))


def _read_answer(kind: str, keys: Mapping[str, Plain], players: Sequence[str], lanes: Sequence[str] | None) -> Answer:
    said = keys[kind]
    if kind == "bid":
        return Bid(None) if said == "pass" else Bid(_read_amount(said, "bid"))
    if kind == "buy":
        return Buy(None if said == "none" else _read_ware(said, "buy", "none"))
    if kind == "load":
        return _read_load(said, keys, lanes)
    if kind == "place":
        return Place(None if said == "pass" else _read_space(said))
    if kind == "board":
        evict = _read_seat(keys["evict"], "evict", "R8.3", players) if "evict" in keys else None
        return Board(None if said == "stay" else _read_ware(said, "board", "stay"), evict)
    if kind == "pilot":
        return Pilot(() if said == "none" else _read_moves(said))
    berths = {word: word == "port" for word in ("port", "shipyard")}
    sent = _read_by_ware(said, "plunder", lambda value, key: berths[_read_word(value, key, tuple(berths))])
    return Plunder(tuple(sorted(sent.items())))


def _read_load(said: Plain, keys: Mapping[str, Plain], lanes: Sequence[str] | None) -> Load:
    starts = _read_by_ware(said, "load", _read_amount)
    if lanes is not None:
        wares = _read_wares(lanes, "lanes", "R5.2")
        _check_same(wares, starts, "lanes", "R5.2")
        starts = {ware: starts[ware] for ware in wares}
    if len(starts) != PUNTS:
        raise _Malformed("record_three_wares", "R5.2", {"key": "load", "count": len(starts)})
    move_order = None
    if "move_order" in keys:
        move_order = _read_wares(keys["move_order"], "move_order", "R7.3")
        _check_same(move_order, starts, "move_order", "R7.3")
    return Load(tuple(starts), tuple(starts.values()), move_order)


def _read_moves(said: Plain) -> tuple[tuple[Ware, int], ...]:
    moves = _read_by_ware(said, "pilot", _read_move)
    return tuple(sorted(moves.items()))


def _read_move(value: Plain, key: str) -> int:
    if type(value) is not int or value == 0 or abs(value) > LARGEST_AMOUNT:
        raise _Malformed("record_no_move", "R9.2", {"key": key, "value": _show(value)})
    return value


def _read_shares(value: Plain, key: str) -> int:
    shares = _read_amount(value, key)
    if shares < 1:
        raise _Malformed("record_no_shares", "R13.1", {"key": key, "value": _show(value)})
    return shares


def _read_amount(value: Plain, key: str) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST_AMOUNT:
        raise _Malformed("record_no_amount", _CLAUSES[key], {"key": key, "value": _show(value)})
    return value


def _read_by_ware(said: Plain, key: str, read: Callable[[Plain, str], _Value]) -> dict[Ware, _Value]:
    """Read a mapping of wares, in the order written."""
    keys = _check_mapping(said, key, _CLAUSES[key])
    if not keys:
        raise _Malformed("record_names_nothing", _CLAUSES[key], {"key": key})
    return {_read_ware(word, key): read(value, key) for word, value in keys.items()}


def _read_wares(said: Plain, key: str, clause: str) -> tuple[Ware, ...]:
    if not isinstance(said, list | tuple):
        raise _Malformed("record_no_list", clause, {"key": key, "value": _show(said)})
    return tuple(_read_ware(word, key, clause=clause) for word in said)


def _check_same(wares: tuple[Ware, ...], starts: Mapping[Ware, int], key: str, clause: str) -> None:
    if sorted(wares) != sorted(starts):
        raise _Malformed("record_other_wares", clause, {"key": key, "wares": tuple(WARE_WORDS[w] for w in starts)})


def _read_ware(value: Plain, key: str, other: str | None = None, clause: str | None = None) -> Ware:
    words = WARE_WORDS if other is None else (*WARE_WORDS, other)
    return WARE_OF_WORD[_read_word(value, key, words, clause)]


def _read_space(value: Plain) -> Space:
    return SPACE_OF_WORD[_read_word(value, "place", (*SPACE_WORDS, "pass"))]


def _read_word(value: Plain, key: str, words: Sequence[str], clause: str | None = None) -> str:
    if not isinstance(value, str) or value not in words:
        facts: Facts = {"key": key, "value": _show(value), "legal": tuple(words)}
        raise _Malformed("record_no_word", clause or _CLAUSES[key], facts)
    return value


def _read_seat(value: Plain, key: str, clause: str, players: Sequence[str]) -> int:
    if not isinstance(value, str) or value not in players:
        code = "record_player_missing" if value is None else "record_no_player"
        raise _Malformed(code, clause, {"key": key, "value": _show(value), "legal": tuple(players)})
    return players.index(value)


def _check_mapping(value: Plain, key: str, clause: str) -> Mapping[str, Plain]:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        raise _Malformed("record_no_mapping", clause, {"key": key, "value": _show(value)})
    return value


def _check_keys(keys: Mapping[str, Plain], legal: Sequence[str], clause: str) -> None:
    for key in keys:
        if key not in legal:
            raise _Malformed("record_unknown_key", clause, {"key": quote(key), "legal": tuple(legal)})


def _show(value: Plain) -> str:
    if isinstance(value, dict | list | tuple):
        return "a list" if not isinstance(value, dict) else "a mapping"
    return quote(str(value))
