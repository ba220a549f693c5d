"""The decisions an order answers, at its top or for a phase in `later` (docs/play.md, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from manila_pbem.formats.findings import Entry, Findings
from manila_pbem.formats.strict_yaml import Mapping as MappingNode
from manila_pbem.formats.strict_yaml import Node, Scalar
from manila_pbem.formats.wish_reader import (
    PUNTS,
    read_board,
    read_buy,
    read_large_pilot,
    read_load,
    read_pilot,
    read_place,
    read_plan,
    read_small_pilot,
    read_ware_list,
    read_wishes,
)
from manila_pbem.formats.words import Place, find_near, find_word
from manila_pbem.orders.order import Answers, Limit
from manila_pbem.rules.board import Ware

ANSWER_KEYS = ("bid", "buy", "load", "move_order", "place", "board", "pilot", "plunder")

_Wish = TypeVar("_Wish")
_Reader = Callable[[Findings, Node], _Wish | None]


def read_answers(findings: Findings, entries: Mapping[str, Entry]) -> Answers:
    """Return what the entries of an order, or of a phase in `later`, answer; faults are noted and left out."""

    def read(key: str, reader: Callable[[Findings, Node], _Wish | None]) -> tuple[_Wish, ...] | None:
        return read_wishes(findings, entries[key].value, key, reader) if key in entries else None

    answers = Answers(
        bid=_read_bid(findings, entries["bid"].value) if "bid" in entries else None,
        buy=read("buy", read_buy),
        load=read("load", read_load),
        move_order=_read_move_order(findings, entries["move_order"].value) if "move_order" in entries else None,
        place=read("place", read_place),
        boards=_read_pair(findings, entries, "board", "pirates", (read_board, read_board, read_board)),
        pilots=_read_pair(findings, entries, "pilot", "pilots", (read_pilot, read_small_pilot, read_large_pilot)),
        plunder=read("plunder", read_plan),
    )
    order = answers.move_order
    if order and answers.load and not any(set(wish.wares) == set(order) for wish in answers.load):
        findings.forbid("move_order_not_the_load", entries["move_order"].key.mark, "R7.3", key="move_order")
    return answers


_PAIRS = {"board": ("captain", "second"), "pilot": ("small", "large")}


def _read_pair(
    findings: Findings,
    entries: Mapping[str, Entry],
    key: str,
    place: Place,
    readers: tuple[_Reader[_Wish], _Reader[_Wish], _Reader[_Wish]],
) -> tuple[tuple[_Wish, ...] | None, tuple[_Wish, ...] | None]:
    """Return the alternatives of the two pirates or pilots; the plain form, read by the first reader, serves both."""
    if key not in entries:
        return None, None
    node, words = entries[key].value, _PAIRS[key]
    if not isinstance(node, MappingNode) or not any(find_word(scalar.text, place) for scalar, _ in node.pairs):
        wishes = read_wishes(findings, node, key, readers[0])
        return wishes, wishes
    parts = {part.word: part.value for part in findings.read_entries(node, key, (place,), words)}
    first, second = (
        read_wishes(findings, parts[word], key, reader) if word in parts else None
        for word, reader in zip(words, readers[1:], strict=True)
    )
    return first, second


def _read_bid(findings: Findings, node: Node) -> Limit | None:
    if isinstance(node, MappingNode):
        return _read_limit(findings, node)
    if isinstance(node, Scalar) and (find_word(node.text, "choice") or find_near(node.text, ("choice",), ("pass",))):
        word = findings.read_word(node, "bid", ("choice",), ("pass",))
        return Limit(0) if word else None
    number = findings.read_number(node, "bid")
    return Limit(number, plain=True) if number is not None and _check_bid(findings, number, node) else None


def _read_limit(findings: Findings, node: MappingNode) -> Limit | None:
    legal = ("say", "up_to")
    mapping = findings.read_mapping(node, "bid", legal)
    if mapping is None:
        return None
    first = len(findings.problems)
    parts = {part.word: part.value for part in findings.read_entries(mapping, "bid", ("bid",), legal)}
    numbers = {key: findings.read_number(value, key) for key, value in parts.items()}
    if len(findings.problems) > first:
        return None
    if "up_to" not in numbers:
        findings.refuse("missing_key", node.mark, key="up_to", within="bid", legal=legal)
        return None
    for key, number in numbers.items():
        _check_bid(findings, number or 0, parts[key])
    up_to, say = numbers["up_to"] or 0, numbers.get("say")
    if say is not None and say > up_to:
        findings.forbid("say_above_up_to", parts["say"].mark, "R4.2", say=say, up_to=up_to)
    return Limit(up_to, say) if len(findings.problems) == first else None


def _check_bid(findings: Findings, number: int, node: Node) -> bool:
    """Tell whether a number can be a bid: 1 or more (R4.2)."""
    if number < 1:
        findings.forbid("bid_of_nothing", node.mark, "R4.2", key="bid")
    return number >= 1


def _read_move_order(findings: Findings, node: Node) -> tuple[Ware, ...] | None:
    wares = read_ware_list(findings, node, "move_order")
    if wares is not None and (len(wares) != PUNTS or len(set(wares)) != PUNTS):
        findings.forbid("move_order_not_three_wares", node.mark, "R7.3", key="move_order")
        return None
    return wares
