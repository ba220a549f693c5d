"""Conditions on public facts, `when`, checked as they are read (docs/play.md, section 2, "Conditions")."""

from __future__ import annotations

from typing import Any

from manila_pbem.formats.findings import Entry, Findings
from manila_pbem.formats.record_action import SPACE_OF_WORD, WARE_OF_WORD
from manila_pbem.formats.strict_yaml import Mapping, Node
from manila_pbem.orders.order import Bounds, Conditions
from manila_pbem.rules.board import LAST_LANE_SPACE, SEAT_COSTS, SPACE_WORDS, VALUE_TRACK, WARE_WORDS, Space, Ware

FACTS = ("position", "crew", "value", "cost", "cash", "free", "harbour_master")
BOUNDS = ("min", "max")
IN_PORT = LAST_LANE_SPACE + 1
HIGHEST_COST = max(VALUE_TRACK)
"""No space costs as much as a share at the end of the track."""


def read_conditions(findings: Findings, node: Node) -> Conditions | None:
    """Return the conditions of an alternative, None where they cannot be read; faults are noted."""
    mapping = findings.read_mapping(node, "when", FACTS)
    if mapping is None:
        return None
    values: dict[str, Any] = {}
    complete = True
    for entry in findings.read_entries(mapping, "when", ("fact",), FACTS):
        value = _read_fact(findings, entry)
        complete = complete and value is not None
        values[entry.word] = value
    return Conditions(**values) if complete else None


def _read_fact(findings: Findings, entry: Entry) -> object:
    match entry.word:
        case "harbour_master":
            return findings.read_player(entry.value, entry.word)
        case "free":
            return _read_spaces(findings, entry.value)
        case "cost":
            return _read_bounds(findings, entry.value, "cost", tuple(range(HIGHEST_COST + 1)))
        case "cash":
            return _read_bounds(findings, entry.value, "cash", None)
        case _:
            return _read_by_ware(findings, entry)


def _read_spaces(findings: Findings, node: Node) -> tuple[Space, ...] | None:
    words = [
        findings.read_word(item, "free", ("ware", "space"), SPACE_WORDS) for item in findings.list_items(node, "free")
    ]
    if not words or None in words:
        return None
    return tuple(SPACE_OF_WORD[word] for word in words if word is not None)


def _read_by_ware(findings: Findings, entry: Entry) -> tuple[tuple[Ware, Bounds], ...] | None:
    mapping = findings.read_mapping(entry.value, entry.word, WARE_WORDS)
    if mapping is None:
        return None
    bounds: dict[Ware, Bounds | None] = {}
    for ware_entry in findings.read_entries(mapping, entry.word, ("ware",), WARE_WORDS):
        ware = WARE_OF_WORD[ware_entry.word]
        bounds[ware] = _read_bounds(findings, ware_entry.value, entry.word, _list_possible(entry.word, ware))
    whole = [(ware, bound) for ware, bound in sorted(bounds.items()) if bound is not None]
    return tuple(whole) if whole and len(whole) == len(bounds) else None


def _list_possible(fact: str, ware: Ware) -> tuple[int, ...]:
    """List the numbers a fact about a ware can be: a position to 14 in port, a crew, a value on the track (R1)."""
    if fact == "position":
        return tuple(range(IN_PORT + 1))
    return VALUE_TRACK if fact == "value" else tuple(range(len(SEAT_COSTS[ware]) + 1))


def _read_bounds(findings: Findings, node: Node, fact: str, possible: tuple[int, ...] | None) -> Bounds | None:
    """Return the range a fact must lie in: a number, or a least and a most one; one that can't be is refused."""
    if not isinstance(node, Mapping):
        number = findings.read_number(node, fact)
        bounds = None if number is None else Bounds(number, number)
    else:
        bounds = _read_range(findings, node, fact)
    if bounds is None:
        return None
    least = 0 if bounds.least is None else bounds.least
    if bounds.most is not None and least > bounds.most:
        findings.refuse("empty_range", node.mark, key=fact, least=least, most=bounds.most)
        return None
    if possible and not any(least <= number and (bounds.most is None or number <= bounds.most) for number in possible):
        numbers = tuple(map(str, possible)) if len(possible) <= len(VALUE_TRACK) else (f"0 to {possible[-1]}",)
        findings.refuse("impossible_range", node.mark, key=fact, legal=numbers)
        return None
    return bounds


def _read_range(findings: Findings, node: Mapping, fact: str) -> Bounds | None:
    mapping = findings.read_mapping(node, fact, BOUNDS)
    if mapping is None:
        return None
    read = {
        entry.word: findings.read_number(entry.value, entry.word)
        for entry in findings.read_entries(mapping, fact, ("bound",), BOUNDS)
    }
    if not read or None in read.values():
        return None
    return Bounds(read.get("min"), read.get("max"))
