"""The game record: a whole game as one portable text (docs/record.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from manila_pbem.formats.decoding import decode_text, end_lines_plainly, find_tab
from manila_pbem.formats.faults import Fault, find_mark, quote
from manila_pbem.formats.plain_text import is_text, write_text
from manila_pbem.formats.record_action import (
    WARE_OF_WORD,
    ActionFault,
    action_from_mapping,
    action_to_mapping,
)
from manila_pbem.formats.strict_yaml import Broken, Node, NodeReader, Scalar, find_broken
from manila_pbem.formats.strict_yaml import Mapping as MappingNode
from manila_pbem.formats.strict_yaml import Sequence as SequenceNode
from manila_pbem.orders.order import Mark
from manila_pbem.orders.problems import Facts
from manila_pbem.rules.board import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    OPTION_WORDS,
    SHARES_DEALT,
    SHARES_DEALT_PER_WARE,
    SHARES_PER_WARE,
    WARE_WORDS,
    Options,
)
from manila_pbem.rules.play import Action
from manila_pbem.values import NamedValue

LARGEST_RECORD = 16 * 1024 * 1024
"""Bytes; a game of two thousand rolls takes about one tenth of it."""
LONGEST_NAME = 40
_LARGEST_VALUE = 200
"""How many nodes a header value or an action may have; the largest of docs/record.md has 21."""
_REQUIRED = ("manila", "players", "first", "deal", "actions")
_KEYS = ("manila", "players", "first", "options", "deal", "supply", "actions")
_CLAUSES = {
    "players": "R2.1",
    "first": "R2.3",
    "options": "R12",
    "deal": "R2.2",
    "supply": "R2.2",
    "actions": "R3",
}


class Record(NamedValue):
    """A record whose header is in order.

    `deal` counts each seat's dealt shares by ware; where it is None the deal is secret, and `supply` counts by ware
    what was left (R2.2). `actions` ends with the first malformed one, since nothing after it is played.
    """

    players: tuple[str, ...]
    first: int
    options: Options
    deal: tuple[tuple[int, ...], ...] | None
    supply: tuple[int, ...] | None
    actions: tuple[Action | ActionFault, ...]


class _NotText:
    """An unquoted scalar that YAML reads as something else than text, and that is no amount of docs/record.md."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


class _Refused(Exception):
    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


def read_record(data: bytes | str) -> Record | Fault:
    """Return the record of a text of at most 16 MiB, or the fault of its header (action number 0).

    Malformed actions stand among the actions as `ActionFault`. Raises nothing, whatever is given.
    """
    text = decode_text(data, LARGEST_RECORD, directions=False)
    if isinstance(text, Fault):
        return text._replace(clause="R2")
    text = _settle_json(end_lines_plainly(text))
    tab = find_tab(text)
    if tab is not None:
        return Fault("tab", find_mark(text, tab), clause="R2")
    reader = _RecordReader(text)
    # Actions name players, who may be named after them: then the text is read once more.
    header = reader.read(None)
    if isinstance(header, Record) and reader.skipped:
        return _RecordReader(text).read(header.players)
    return header


def _settle_json(text: str) -> str:
    """Let two things of JSON through that YAML parsers refuse: tabs before a line, characters as two halves."""
    if not text.lstrip().startswith("{"):
        return text
    import re

    if "\t" in text:
        text = re.sub(r"(?m)^[ \t]+", lambda blanks: " " * len(blanks.group()), text)
    if "\\u" in text and "'" not in text:
        halves = r"(?i)(?<!\\)((?:\\\\)*)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})"
        text = re.sub(halves, _join_halves, text)
    return text


def _join_halves(halves: Any) -> str:
    high, low = int(halves.group(2), 16), int(halves.group(3), 16)
    return f"{halves.group(1)}\\U{0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00):08x}"


class _RecordReader:
    """Reads a record as it comes, so that a large one takes no more room than its actions."""

    def __init__(self, text: str) -> None:
        self._nodes = NodeReader(text, directions=False)
        self._header: dict[str, Node] = {}
        self._marks: dict[str, Mark] = {}
        self._actions: list[Action | ActionFault] = []
        self.skipped = False

    def read(self, players: Sequence[str] | None) -> Record | Fault:
        """Return the record or its header's fault; actions are skipped while `players` is None and none were named."""
        try:
            fault = self._nodes.enter_document()
            if fault is not None:
                return fault._replace(clause="R2")
            self._read_root(players)
            fault = self._nodes.leave_document()
            if fault is not None:
                return fault._replace(clause="R2")
            return self._check()
        except self._nodes.errors as error:
            return self._nodes.explain(error)._replace(clause="R2")
        except _Refused as refused:
            return refused.fault

    def _read_root(self, players: Sequence[str] | None) -> None:
        nodes = self._nodes
        root = nodes.take()
        mark = nodes.place(root.start_mark)
        if not _begins(root, "MappingStartEvent"):
            raise _Refused(Fault("record_no_header", mark, {"legal": _REQUIRED}, "R2"))
        _refuse_decorated(root, mark)
        while not _begins(event := nodes.take(), "MappingEndEvent"):
            key = nodes.read_node(event, 1)
            if isinstance(key, Broken):
                raise _Refused(key.fault._replace(clause="R2"))
            if not isinstance(key, Scalar) or key.text not in _KEYS:
                shown = quote(key.text) if isinstance(key, Scalar) else ""
                raise _Refused(Fault("record_unknown_key", key.mark, {"key": shown, "legal": _KEYS}, "R2"))
            if key.text in self._marks:
                facts: Facts = {"key": key.text, "line": self._marks[key.text].line}
                raise _Refused(Fault("repeated_key", key.mark, facts, "R2"))
            self._marks[key.text] = key.mark
            if key.text == "actions":
                self._read_actions(players)
                continue
            nodes.budget = _LARGEST_VALUE
            value = nodes.read_node(nodes.take(), 1)
            nodes.budget = None
            for fault in find_broken(value):
                raise _Refused(fault._replace(clause=_CLAUSES.get(key.text, "R2")))
            self._header[key.text] = value

    def _read_actions(self, players: Sequence[str] | None) -> None:
        nodes = self._nodes
        start = nodes.take()
        mark = nodes.place(start.start_mark)
        if not _begins(start, "SequenceStartEvent"):
            raise _Refused(Fault("record_no_list", mark, {"key": "actions", "value": ""}, "R3"))
        _refuse_decorated(start, mark)
        if players is None and "players" in self._header:
            players = _read_players(self._header["players"])
        reached = True
        while not _begins(event := nodes.take(), "SequenceEndEvent"):
            if players is None or not reached:
                nodes.skip(event)
                self.skipped = self.skipped or players is None
                continue
            nodes.budget = _LARGEST_VALUE
            action = _read_action(nodes.read_node(event, 2), players)
            nodes.budget = None
            self._actions.append(action)
            reached = not isinstance(action, ActionFault)

    def _check(self) -> Record:
        for key in _REQUIRED:
            if key not in self._marks:
                raise _Refused(Fault("record_missing_key", Mark(1, 1), {"key": key}, _CLAUSES.get(key, "R2")))
        header = self._header
        version = header["manila"]
        if not (isinstance(version, Scalar) and version.plain and version.text == "1"):
            raise _Refused(Fault("record_version", version.mark, {"value": _show(version)}, "R2"))
        players = _read_players(header["players"])
        first = _read_name(header["first"], "R2.3")
        if first not in players:
            facts: Facts = {"key": "first", "value": quote(first), "legal": players}
            raise _Refused(Fault("record_no_player", header["first"].mark, facts, "R2.3"))
        options = _read_options(header["options"]) if "options" in header else Options()
        deal = _read_deal(header["deal"], players)
        supply = None
        if deal is None:
            if "supply" not in header:
                raise _Refused(Fault("record_missing_key", header["deal"].mark, {"key": "supply"}, "R2.2"))
            supply = _read_supply(header["supply"], len(players))
        elif "supply" in header:
            raise _Refused(Fault("record_supply_beside_deal", self._marks["supply"], {}, "R2.2"))
        return Record(players, players.index(first), options, deal, supply, tuple(self._actions))


def _begins(event: Any, kind: str) -> bool:
    # Told by name, so that yaml itself is imported only when a record is read.
    return type(event).__name__ == kind


def _refuse_decorated(event: Any, mark: Mark) -> None:
    if event.anchor is not None:
        raise _Refused(Fault("anchor", mark, {"name": quote(event.anchor)}, "R2"))
    if event.tag is not None:
        raise _Refused(Fault("tag", mark, {"tag": quote(event.tag)}, "R2"))


def _read_action(node: Node, players: Sequence[str]) -> Action | ActionFault:
    for fault in find_broken(node):
        return ActionFault(_find_player(node), fault.code, "R3", fault.facts)
    return action_from_mapping(_to_plain(node), players)


def _find_player(node: Node) -> str | None:
    if isinstance(node, MappingNode):
        for key, value in node.pairs:
            if key.text == "player" and isinstance(value, Scalar):
                return value.text
    return None


def _to_plain(node: Node) -> object:
    """Turn a node without faults into plain data: amounts as docs/record.md writes them become integers."""
    if isinstance(node, MappingNode):
        return {key.text: _to_plain(value) for key, value in node.pairs}
    if isinstance(node, SequenceNode):
        return [_to_plain(item) for item in node.items]
    assert isinstance(node, Scalar)
    if not node.plain:
        return node.text
    digits = node.text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 16 and (digits[0] != "0" or node.text == "0"):
        return int(node.text)
    return node.text if is_text(node.text) else _NotText(node.text)


def _read_players(node: Node) -> tuple[str, ...]:
    items = node.items if isinstance(node, SequenceNode) else ()
    if not FEWEST_PLAYERS <= len(items) <= MOST_PLAYERS:
        facts: Facts = {"count": len(items), "least": FEWEST_PLAYERS, "most": MOST_PLAYERS}
        raise _Refused(Fault("record_players", node.mark, facts, "R2.1"))
    names = tuple(_read_name(item, "R2.1") for item in items)
    for seat, name in enumerate(names):
        if name in names[:seat]:
            raise _Refused(Fault("record_same_name", items[seat].mark, {"name": quote(name)}, "R2.1"))
    return names


def _read_name(node: Node, clause: str) -> str:
    if isinstance(node, Scalar) and is_name(node.text) and (not node.plain or is_text(node.text)):
        return node.text
    raise _Refused(Fault("record_name", node.mark, {"value": _show(node), "most": LONGEST_NAME}, clause))


def is_name(text: str) -> bool:
    """Tell whether a text is a name as docs/record.md has them: 1 to 40 characters, no control characters or line
    breaks."""
    if not 1 <= len(text) <= LONGEST_NAME:
        return False
    if text.isprintable():
        return True
    from unicodedata import category

    return all(category(character) not in ("Cc", "Cs", "Zl", "Zp") for character in text)


def _read_options(node: Node) -> Options:
    if not isinstance(node, MappingNode):
        raise _Refused(Fault("record_no_mapping", node.mark, {"key": "options", "value": _show(node)}, "R12"))
    chosen: dict[str, bool] = {}
    for key, value in node.pairs:
        words = OPTION_WORDS.get(key.text)
        if words is None:
            facts: Facts = {"key": quote(key.text), "legal": tuple(OPTION_WORDS)}
            raise _Refused(Fault("record_unknown_key", key.mark, facts, "R12"))
        if not isinstance(value, Scalar) or value.text not in words:
            facts = {"key": key.text, "value": _show(value), "legal": words}
            raise _Refused(Fault("record_no_word", value.mark, facts, "R12"))
        chosen[key.text] = value.text == words[1]
    return Options(*(chosen.get(key, False) for key in OPTION_WORDS))


def _read_deal(node: Node, players: tuple[str, ...]) -> tuple[tuple[int, ...], ...] | None:
    if isinstance(node, Scalar) and node.text == "secret":
        return None
    if not isinstance(node, MappingNode):
        raise _Refused(Fault("record_no_mapping", node.mark, {"key": "deal", "value": _show(node)}, "R2.2"))
    hands: dict[str, tuple[int, ...]] = {}
    for key, value in node.pairs:
        name = _read_name(key, "R2.2")
        if name not in players:
            facts: Facts = {"key": "deal", "value": quote(name), "legal": players}
            raise _Refused(Fault("record_no_player", key.mark, facts, "R2.2"))
        items = value.items if isinstance(value, SequenceNode) else ()
        if len(items) != SHARES_DEALT or not all(isinstance(i, Scalar) and i.text in WARE_OF_WORD for i in items):
            facts = {"player": quote(name), "count": SHARES_DEALT, "legal": WARE_WORDS}
            raise _Refused(Fault("record_hand", value.mark, facts, "R2.2"))
        words = [item.text for item in items if isinstance(item, Scalar)]
        hands[name] = tuple(words.count(ware) for ware in WARE_WORDS)
    for name in players:
        if name not in hands:
            raise _Refused(Fault("record_no_hand", node.mark, {"player": quote(name)}, "R2.2"))
    for ware, word in enumerate(WARE_WORDS):
        dealt = sum(hand[ware] for hand in hands.values())
        if dealt > SHARES_DEALT_PER_WARE:
            dealt_facts: Facts = {"ware": word, "count": dealt, "most": SHARES_DEALT_PER_WARE}
            raise _Refused(Fault("record_deal", node.mark, dealt_facts, "R2.2"))
    return tuple(hands[name] for name in players)


def _read_supply(node: Node, players: int) -> tuple[int, ...]:
    counts: dict[str, object] = {}
    if isinstance(node, MappingNode):
        counts = {key.text: _to_plain(value) for key, value in node.pairs}
    left = SHARES_PER_WARE * len(WARE_WORDS) - SHARES_DEALT * players
    least = SHARES_PER_WARE - SHARES_DEALT_PER_WARE
    supply = [count for word in WARE_WORDS if type(count := counts.get(word)) is int]
    fits = len(supply) == len(counts) == len(WARE_WORDS) and sum(supply) == left
    if not fits or not all(least <= count <= SHARES_PER_WARE for count in supply):
        facts: Facts = {"legal": WARE_WORDS, "sum": left, "least": least, "most": SHARES_PER_WARE}
        raise _Refused(Fault("record_supply", node.mark, facts, "R2.2"))
    return tuple(supply)


def _show(node: Node) -> str:
    if isinstance(node, Scalar):
        return quote(node.text)
    return "a list" if isinstance(node, SequenceNode) else "a mapping"


def write_record(
    players: Sequence[str],
    first: int,
    options: Options,
    deal: Sequence[Sequence[int]] | None,
    supply: Sequence[int] | None,
    actions: Iterable[Action],
) -> str:
    """Return the text of a record, one action a line; `read_record` gives the same values back.

    `deal` counts each seat's dealt shares by ware. Where it is None, `deal: secret` is written and `supply`, the
    shares left by ware (R2.2), beside it.
    """
    names = [write_text(name) for name in players]
    lines = ["manila: 1", f"players: [{', '.join(names)}]", f"first: {names[first]}"]
    chosen = {key: words[1] for (key, words), other in zip(OPTION_WORDS.items(), options, strict=True) if other}
    if chosen:
        lines.append(f"options: {write_flow(chosen)}")
    if deal is not None:
        lines.append(f"deal: {write_flow(dict(zip(players, map(_list_hand, deal), strict=True)))}")
    else:
        assert supply is not None, "a record without the deal states the supply"
        lines.append("deal: secret")
        lines.append(f"supply: {write_flow(dict(zip(WARE_WORDS, supply, strict=True)))}")
    written = [f"  - {write_flow(action_to_mapping(action, players))}" for action in actions]
    lines += ["actions:", *written] if written else ["actions: []"]
    return "\n".join(lines) + "\n"


def _list_hand(hand: Sequence[int]) -> list[str]:
    return [word for word, count in zip(WARE_WORDS, hand, strict=True) for _ in range(count)]


def write_flow(value: object) -> str:
    """Return plain data of texts, integers, lists and mappings as YAML of one line."""
    if isinstance(value, Mapping):
        pairs = (f"{write_text(key)}: {write_flow(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, str):
        return write_text(value)
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(write_flow, value)) + "]"
    return str(value)
