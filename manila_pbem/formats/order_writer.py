"""Orders written as their players might have written them, in one canonical form (docs/play.md, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from manila_pbem.formats.characters import REPLACEMENTS
from manila_pbem.formats.plain_text import write_text
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
from manila_pbem.rules.board import SPACE_WORDS, WARE_WORDS, Ware

_Wish = TypeVar("_Wish", BuyWish, LoadWish, PlaceWish, BoardWish, PilotWish, Plan)


def write_order(order: Order) -> str:
    """Return the text of an order; `read_order` gives the same order back, but for its marks."""
    lines = [
        f"{key}: {write_name(value)}"
        for key, value in (("game", order.game), ("phase", order.phase), ("player", order.player))
        if value is not None
    ]
    lines += [f"{key}: {value}" for key, value in _list_answers(order.answers)]
    lines += [f"{key}: {shares}" for key, shares in (("mortgage", order.mortgage), ("redeem", order.redeem)) if shares]
    if order.later:
        lines.append("later:")
        lines += [f"  {phase}: {_write_mapping(dict(_list_answers(answers)))}" for phase, answers in order.later]
    if order.salt is not None:
        lines.append(f"salt: {write_text(order.salt)}")
    if order.message is not None:
        lines.append(f"message: {_write_message(order.message)}")
    if order.withdraw:
        lines.append("withdraw: all")
    return "\n".join(lines or ["{}"]) + "\n"


def write_name(name: str) -> str:
    """Return a name as a scalar that the table of replacements leaves as it is."""
    written = write_text(name)
    if written.isascii():
        return written
    if written[0] != '"' and not any(character in REPLACEMENTS for character in written):
        return written
    quoted = written if written[0] == '"' else f'"{written}"'
    return "".join(f"\\u{ord(c):04x}" if c in REPLACEMENTS else c for c in quoted)


def _list_answers(answers: Answers) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str | None]] = [
        ("bid", _write_limit(answers.bid) if answers.bid else None),
        ("buy", _write_list(answers.buy, "buy", _write_buy)),
        ("load", _write_list(answers.load, "load", _write_load)),
        ("move_order", _write_wares(answers.move_order) if answers.move_order else None),
        ("place", _write_list(answers.place, "place", _write_place)),
        ("board", _write_pair(answers.boards, ("captain", "second"), "board", _write_board)),
        ("pilot", _write_pair(answers.pilots, ("small", "large"), "pilot", _write_pilot)),
        ("plunder", _write_list(answers.plunder, "plunder", _write_plan)),
    ]
    return [(key, value) for key, value in pairs if value]


def _write_mapping(pairs: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in pairs.items()) + "}"


def _write_wares(wares: Sequence[Ware]) -> str:
    return "[" + ", ".join(WARE_WORDS[ware] for ware in wares) + "]"


def _write_pair(
    pair: tuple[tuple[_Wish, ...] | None, tuple[_Wish, ...] | None],
    words: tuple[str, str],
    key: str,
    write: Callable[[_Wish], Mapping[str, str]],
) -> str | None:
    """Write the alternatives of two pirates or pilots, in the plain form where it serves both."""
    if pair[0] == pair[1]:
        return _write_list(pair[0], key, write)
    written = {word: _write_list(wishes, key, write) for word, wishes in zip(words, pair, strict=True)}
    return _write_mapping({word: value for word, value in written.items() if value})


def _write_list(wishes: Sequence[_Wish] | None, key: str, write: Callable[[_Wish], Mapping[str, str]]) -> str | None:
    if not wishes:
        return None
    written = []
    for wish in wishes:
        said = dict(write(wish))
        if wish.when is not None:
            said["when"] = _write_conditions(wish.when)
        written.append(said[key] if list(said) == [key] else _write_mapping(said))
    return written[0] if len(written) == 1 else f"[{', '.join(written)}]"


def _write_limit(limit: Limit) -> str:
    if not limit.up_to:
        return "pass"
    if limit.plain:
        return str(limit.up_to)
    say = {} if limit.say is None else {"say": str(limit.say)}
    return _write_mapping({**say, "up_to": str(limit.up_to)})


def _write_buy(wish: BuyWish) -> dict[str, str]:
    return {"buy": "none" if wish.answer.ware is None else WARE_WORDS[wish.answer.ware]}


def _write_load(wish: LoadWish) -> dict[str, str]:
    starts = zip(wish.wares, wish.starts, strict=True)
    return {"load": _write_mapping({WARE_WORDS[ware]: str(start) for ware, start in starts})}


def _write_place(wish: PlaceWish) -> dict[str, str]:
    return {"place": wish.wish if isinstance(wish.wish, str) else SPACE_WORDS[wish.wish]}


def _write_board(wish: BoardWish) -> dict[str, str]:
    said = {"board": "stay" if wish.ware is None else WARE_WORDS[wish.ware]}
    return said if wish.evict is None else {**said, "evict": write_name(wish.evict)}


def _write_pilot(wish: PilotWish) -> dict[str, str]:
    moves = {WARE_WORDS[ware]: str(spaces) for ware, spaces in wish.answer.moves}
    return {"pilot": _write_mapping(moves) if moves else "none"}


def _write_plan(wish: Plan) -> dict[str, str]:
    if wish.every is not None:
        return {"plunder": _write_way(wish.every)}
    return {"plunder": _write_mapping({WARE_WORDS[ware]: _write_way(to_port) for ware, to_port in wish.by_ware})}


def _write_way(to_port: bool) -> str:
    return "port" if to_port else "shipyard"


def _write_conditions(when: Conditions) -> str:
    facts: dict[str, str] = {}
    for fact, by_ware in (("position", when.position), ("crew", when.crew), ("value", when.value)):
        if by_ware:
            facts[fact] = _write_mapping({WARE_WORDS[ware]: _write_bounds(bounds) for ware, bounds in by_ware})
    for fact, bounds in (("cost", when.cost), ("cash", when.cash)):
        if bounds is not None:
            facts[fact] = _write_bounds(bounds)
    if when.free:
        facts["free"] = "[" + ", ".join(SPACE_WORDS[space] for space in when.free) + "]"
    if when.harbour_master is not None:
        facts["harbour_master"] = write_name(when.harbour_master)
    return _write_mapping(facts)


def _write_bounds(bounds: Bounds) -> str:
    if bounds.least is not None and bounds.least == bounds.most:
        return str(bounds.least)
    ends = (("min", bounds.least), ("max", bounds.most))
    return _write_mapping({word: str(number) for word, number in ends if number is not None})


def _write_message(message: Message) -> str:
    to = "[" + ", ".join(map(write_name, message.to)) + "]" if message.to else "all"
    return _write_mapping({"to": to, "text": write_text(message.text)})
