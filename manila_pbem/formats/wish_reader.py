"""The alternatives of an order: one, or a list of them, each with its conditions (docs/play.md, section 2).

What can be legal in no game is refused here, by the clause that forbids it: a load that does not sum to 9, a pilot's
move by three. In a list such an alternative is skipped with a warning, as long as another one remains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar, cast

from manila_pbem.formats.condition_reader import read_conditions
from manila_pbem.formats.faults import quote
from manila_pbem.formats.findings import Entry, Findings
from manila_pbem.formats.numbers import read_signed_number
from manila_pbem.formats.record_action import SPACE_OF_WORD, WARE_OF_WORD
from manila_pbem.formats.strict_yaml import Mapping, Node, Scalar
from manila_pbem.formats.words import Place, find_word
from manila_pbem.orders.order import BoardWish, BuyWish, Conditions, LoadWish, PilotWish, PlaceWish, Plan
from manila_pbem.orders.problems import Kind
from manila_pbem.rules.answers import Buy, Pilot
from manila_pbem.rules.board import HIGHEST_START_SPACE, SPACE_WORDS, START_SPACES_SUM, WARE_WORDS, Ware
from manila_pbem.values import NamedValue

PUNTS = 3
_SPACES: tuple[Place, ...] = ("ware", "space", "choice")
_WARES: tuple[Place, ...] = ("ware", "choice")

_Wish = TypeVar("_Wish")


class _Said(NamedValue):
    """An alternative without its conditions: what stands for it, whom it evicts, and when it counts."""

    value: Node
    evict: str | None
    when: Conditions | None


def read_wishes(
    findings: Findings, node: Node, key: str, read: Callable[[Findings, Node], _Wish | None]
) -> tuple[_Wish, ...] | None:
    """Return the alternatives of a key in the order written, None where none can be read; faults are noted."""
    first = len(findings.problems)
    wishes = tuple(wish for item in findings.list_items(node, key) if (wish := read(findings, item)) is not None)
    if wishes:
        # Where another alternative remains, an impossible one is skipped and told of.
        findings.problems[first:] = [
            problem._replace(kind=Kind.DOUBTFUL) if problem.kind is Kind.NOT_LEGAL else problem
            for problem in findings.problems[first:]
        ]
    return wishes or None


def _open(findings: Findings, node: Node, key: str, *, evicting: bool = False, by_ware: bool = False) -> _Said | None:
    """Take an alternative apart; `by_ware` says that it may be a mapping by itself, of wares."""
    if not isinstance(node, Mapping) or (by_ware and not _is_conditional(node, key)):
        return _Said(node, None, None)
    legal = (key, "evict", "when") if evicting else (key, "when")
    entries = {entry.word: entry for entry in findings.read_entries(node, key, ("key", "wish"), legal)}
    when = evict = None
    whole = len(entries) == len(node.pairs)
    if "when" in entries:
        when = read_conditions(findings, entries["when"].value)
        whole = whole and when is not None
    if "evict" in entries:
        evict = findings.read_player(entries["evict"].value, "evict")
        whole = whole and evict is not None
    if key not in entries:
        if whole:
            findings.refuse("missing_key", node.mark, key=key, within=key, legal=legal)
        return None
    if not whole:
        return None
    return _Said(entries[key].value, evict, when)


def _is_conditional(node: Mapping, key: str) -> bool:
    return any(find_word(scalar.text, "wish") or find_word(scalar.text, "key", (key,)) for scalar, _ in node.pairs)


def read_place(findings: Findings, node: Node) -> PlaceWish | None:
    """Read one alternative of `place`."""
    said = _open(findings, node, "place")
    word = said and findings.read_word(
        said.value, "place", _SPACES, (*SPACE_WORDS, "cheapest", "pass"), alone=said.value is not node
    )
    if not said or not word:
        return None
    if word in ("cheapest", "pass"):
        return PlaceWish(cast(Literal["cheapest", "pass"], word), said.when, node.mark)
    return PlaceWish(SPACE_OF_WORD[word], said.when, node.mark)


def read_buy(findings: Findings, node: Node) -> BuyWish | None:
    """Read one alternative of `buy`."""
    said = _open(findings, node, "buy")
    word = said and findings.read_word(said.value, "buy", _WARES, (*WARE_WORDS, "none"), alone=said.value is not node)
    if not said or not word:
        return None
    return BuyWish(Buy(None if word == "none" else WARE_OF_WORD[word]), said.when, node.mark)


def read_load(findings: Findings, node: Node) -> LoadWish | None:
    """Read one alternative of `load`: three wares in the order of their lanes, at spaces that sum to 9."""
    said = _open(findings, node, "load", by_ware=True)
    starts = said and _read_by_ware(
        findings, said.value, "load", lambda entry: findings.read_number(entry.value, "load")
    )
    if not said or not starts:
        return None
    wares, spaces = tuple(starts), tuple(starts.values())
    if len(wares) != PUNTS:
        findings.forbid("load_not_three_wares", said.value.mark, "R5.2", key="load", count=len(wares))
    elif max(spaces) > HIGHEST_START_SPACE:
        findings.forbid("start_not_0_to_5", said.value.mark, "R5.3", key="load", start=max(spaces))
    elif sum(spaces) != START_SPACES_SUM:
        findings.forbid("starts_not_9", said.value.mark, "R5.3", key="load", sum=sum(spaces))
    else:
        return LoadWish(wares, spaces, said.when, node.mark)
    return None


def read_board(findings: Findings, node: Node) -> BoardWish | None:
    """Read one alternative of `board`."""
    said = _open(findings, node, "board", evicting=True)
    word = said and findings.read_word(said.value, "board", _WARES, (*WARE_WORDS, "stay"), alone=said.value is not node)
    if not said or not word:
        return None
    if word == "stay" and said.evict is not None:
        findings.forbid("evict_without_board", node.mark, "R8.3", key="board")
        return None
    return BoardWish(None if word == "stay" else WARE_OF_WORD[word], said.evict, said.when, node.mark)


def read_pilot(findings: Findings, node: Node) -> PilotWish | None:
    """Read one alternative of `pilot` that serves both pilots."""
    return _read_pilot(findings, node, "pilot")


def read_small_pilot(findings: Findings, node: Node) -> PilotWish | None:
    """Read one alternative of the small pilot (R9.2)."""
    return _read_pilot(findings, node, "small")


def read_large_pilot(findings: Findings, node: Node) -> PilotWish | None:
    """Read one alternative of the large pilot (R9.2, R12.5)."""
    return _read_pilot(findings, node, "large")


def _read_pilot(findings: Findings, node: Node, which: str) -> PilotWish | None:
    said = _open(findings, node, "pilot", by_ware=True)
    if said is None:
        return None
    if not isinstance(said.value, Mapping):
        if isinstance(said.value, Scalar) and _refuse_without_spaces(findings, said.value):
            return None
        word = findings.read_word(said.value, "pilot", ("choice",), ("none",))
        return PilotWish(Pilot(()), said.when, node.mark) if word else None
    moves = _read_by_ware(
        findings, said.value, "pilot", lambda entry: findings.read_number(entry.value, "pilot", signed=True)
    )
    if not moves:
        return None
    steps = sorted(abs(step) for step in moves.values())
    possible = {"small": ([1],), "large": ([1], [2], [1, 1])}.get(which, ([1], [2], [1, 1]))
    if steps not in possible:
        code = "not_a_small_pilot_move" if which == "small" else "not_a_pilot_move"
        findings.forbid(code, said.value.mark, "R9.2", key="pilot")
        return None
    return PilotWish(Pilot(tuple(sorted(moves.items()))), said.when, node.mark)


def _refuse_without_spaces(findings: Findings, value: Scalar) -> bool:
    """Note that a pilot's move names a ware without brackets and spaces; tell whether that is so."""
    ware, _, spaces = value.text.strip().partition(" ")
    word = find_word(value.text, "ware") or find_word(ware, "ware")
    if word is None:
        return False
    number = read_signed_number(spaces) if spaces else 1
    instead = f"{{{word}: {number if isinstance(number, int) and number else 1}}}"
    findings.refuse("pilot_without_spaces", value.mark, key="pilot", value=quote(value.text), instead=instead)
    return True


def read_plan(findings: Findings, node: Node) -> Plan | None:
    """Read one alternative of `plunder`: one word for all punts, or a word a ware."""
    said = _open(findings, node, "plunder", by_ware=True)
    if said is None:
        return None
    if not isinstance(said.value, Mapping):
        word = findings.read_word(said.value, "plunder", ("choice",), ("port", "shipyard"))
        return Plan(word == "port", (), said.when, node.mark) if word else None
    ways = _read_by_ware(findings, said.value, "plunder", lambda entry: _read_way(findings, entry))
    return Plan(None, tuple(sorted(ways.items())), said.when, node.mark) if ways else None


def _read_way(findings: Findings, entry: Entry) -> bool | None:
    word = findings.read_word(entry.value, "plunder", ("choice",), ("port", "shipyard"))
    return None if word is None else word == "port"


_Value = TypeVar("_Value", int, bool)


def _read_by_ware(
    findings: Findings, node: Node, key: str, read: Callable[[Entry], _Value | None]
) -> dict[Ware, _Value] | None:
    """Return what is said of each ware, in the order written, None where not all of it can be read."""
    mapping = findings.read_mapping(node, key, WARE_WORDS)
    if mapping is None:
        return None
    said = {
        WARE_OF_WORD[entry.word]: read(entry) for entry in findings.read_entries(mapping, key, ("ware",), WARE_WORDS)
    }
    whole = {ware: value for ware, value in said.items() if value is not None}
    return whole if len(whole) == len(mapping.pairs) else None


def read_ware_list(findings: Findings, node: Node, key: str) -> tuple[Ware, ...] | None:
    """Return a list of wares in the order written, None where not all of it can be read."""
    words: Sequence[str | None] = [
        findings.read_word(item, key, ("ware",), WARE_WORDS) for item in findings.list_items(node, key)
    ]
    whole = tuple(WARE_OF_WORD[word] for word in words if word is not None)
    return whole if whole and len(whole) == len(words) else None
