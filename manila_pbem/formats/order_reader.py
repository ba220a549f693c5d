"""Order files, read into values with all their faults at once (docs/play.md, section 2).

Text is read first as characters (`characters`), then as YAML without meaning (`strict_yaml`), then by the words of
orders (`words`). Nothing of the game is known here but the names of its players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from manila_pbem.formats.answers_reader import ANSWER_KEYS, read_answers
from manila_pbem.formats.characters import Replaced, has_replaced, replace_characters
from manila_pbem.formats.decoding import decode_text, end_lines_plainly, find_tab
from manila_pbem.formats.faults import Fault, find_mark, quote
from manila_pbem.formats.findings import Entry, Findings, is_blank
from manila_pbem.formats.kept_spans import TooLong
from manila_pbem.formats.kept_values import find_kept_values
from manila_pbem.formats.stray_values import find_not_set_in, split_words
from manila_pbem.formats.strict_yaml import Mapping, Node, Scalar, locate_plainly, parse_document
from manila_pbem.formats.strict_yaml import Sequence as SequenceNode
from manila_pbem.formats.words import find_word, fold_name, fold_word
from manila_pbem.orders.order import Answers, Mark, Message, Order
from manila_pbem.orders.problems import Facts, Kind, Problem
from manila_pbem.rules.board import SPACE_WORDS
from manila_pbem.values import NamedValue

LARGEST_ORDER = 64 * 1024
"""Bytes."""
MOST_VALUES = 600
"""How many values an order may have; a voyage ahead with many conditions takes two or three hundred."""

KEYS = (
    *("game", "phase", "player"),
    *ANSWER_KEYS,
    *("mortgage", "redeem", "later", "salt", "message", "withdraw"),
)
STEPS = ("auction", "office", "place-1", "place-2", "place-3", "place-4", "boarding", "pilots", "plunder")


class OrderReading(NamedValue):
    """What became of an order file: the order, None where it is refused, with all that is wrong or doubtful.

    `text` is the file's text as it was written, to show the lines that problems name; empty where it is no text.
    """

    order: Order | None
    problems: tuple[Problem, ...]
    text: str


def read_order(data: bytes | str, players: Sequence[str]) -> OrderReading:
    """Return the order of a file of at most 64 KiB, with every fault in it, in the order of the text.

    `players` are the names of the game's players, as it writes them. An order is refused for anything that cannot be
    read and for what can be legal in no game (`Kind.NOT_LEGAL`). Raises nothing, whatever is given.
    """
    findings = Findings(players)
    text = decode_text(data, LARGEST_ORDER)
    if isinstance(text, Fault):
        findings.refuse_fault(text)
        return OrderReading(None, tuple(findings.problems), "")
    root = read_nodes(text)
    order = None
    if isinstance(root, Fault):
        findings.refuse_fault(root)
    else:
        order = _OrderReader(findings).read(root)
    problems = sorted(findings.problems, key=lambda problem: problem.mark or Mark(0, 0))
    refused = any(problem.kind is not Kind.DOUBTFUL for problem in problems)
    return OrderReading(None if refused else order, tuple(problems), text)


def read_nodes(text: str) -> Node | Fault:
    """Return the document of an order's text, its characters replaced, or the fault that keeps it from being read."""
    plain = end_lines_plainly(text)
    tab = find_tab(plain)
    if tab is not None:
        return Fault("tab", find_mark(plain, tab))
    if not has_replaced(plain):
        return parse_document(plain, locate_plainly, budget=MOST_VALUES)
    try:
        replaced = replace_order_characters(plain)
    except TooLong:
        return Fault("too_much", Mark(1, 1), {"most": MOST_VALUES})
    return parse_document(replaced.read, replaced.locate, budget=MOST_VALUES)


def replace_order_characters(text: str) -> Replaced:
    """Return an order's text as it is read: by the table of replacements, but for the values of `salt` and `text`.

    The text's lines end in LF. Raises TooLong for one of more tokens than any order has.
    """
    return replace_characters(text, find_kept_values(text))


_YES = ("yes", "y", "true", "on", "order", "it", "是", "好")
"""What is said where `all` is the word for it."""

_Value = TypeVar("_Value")


class _OrderReader:
    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._marks: list[tuple[str, Mark]] = []

    def read(self, root: Node) -> Order | None:
        """Return the order of a document; what could not be read is left out of it and noted."""
        findings = self._findings
        if isinstance(root, Scalar):
            self._refuse_line(root)
            return None
        if isinstance(root, SequenceNode):
            findings.refuse("not_an_order", root.mark, legal=KEYS)
            return None
        if isinstance(root, Mapping) and not root.pairs:
            findings.problems.append(Problem(Kind.DOUBTFUL, "says_nothing", "play 2", root.mark, {"legal": KEYS}))
            return Order()
        mapping = findings.read_mapping(root, "order", KEYS)
        if mapping is None:
            return None
        mapping = self._set_in(mapping)
        entries = {entry.word: entry for entry in findings.read_entries(mapping, "order", ("key",), KEYS)}
        self._marks += [(entry.word, entry.key.mark) for entry in entries.values()]
        return self._read_entries(entries)

    def _set_in(self, mapping: Mapping) -> Mapping:
        """Return an order's keys without those that are not set in below the one they belong to; these are noted."""
        pairs = [*mapping.pairs]
        for begin, end in reversed(find_not_set_in(mapping)):
            key, first = pairs[begin][0], pairs[begin + 1][0]
            lines = pairs[end - 1][0].mark.line - first.mark.line + 1
            facts: Facts = {"key": quote(key.text), "value": quote(first.text), "lines": lines}
            self._findings.refuse_fault(Fault("not_set_in", first.mark, facts))
            del pairs[begin:end]
        return mapping._replace(pairs=tuple(pairs))

    def _refuse_line(self, root: Scalar) -> None:
        """Tell what is missing in a text that is no list of keys, such as `bid:7`."""
        head, colon, rest = root.text.partition("\n")[0].partition(":")
        if colon and rest.strip() and find_word(head, "key"):
            instead = f"{head}: {rest.split()[0]}"
            self._findings.refuse("colon_without_blank", root.mark, instead=quote(instead))
        else:
            self._findings.refuse("not_an_order", root.mark, legal=KEYS)

    def _read_entries(self, entries: dict[str, Entry]) -> Order:
        def read(key: str, reader: Callable[[Entry], _Value | None]) -> _Value | None:
            return reader(entries[key]) if key in entries else None

        withdraw = read("withdraw", self._read_withdraw)
        if withdraw:
            for word, entry in entries.items():
                if word not in ("game", "phase", "player", "withdraw"):
                    self._findings.refuse("withdraw_alone", entry.key.mark, key=word)
        return Order(
            game=read("game", self._read_game),
            phase=read("phase", self._read_phase),
            player=read("player", lambda entry: self._findings.read_player(entry.value, "player")),
            answers=read_answers(self._findings, entries),
            mortgage=read("mortgage", self._read_loan) or 0,
            redeem=read("redeem", self._read_loan) or 0,
            later=read("later", self._read_later) or (),
            salt=read("salt", self._read_salt),
            message=read("message", self._read_message),
            withdraw=bool(withdraw),
            marks=tuple(self._marks),
        )

    def _read_game(self, entry: Entry) -> str | None:
        text = self._findings.read_text(entry.value, "game")
        return None if text is None else fold_name(text.strip())

    def _read_phase(self, entry: Entry) -> str | None:
        text = self._findings.read_text(entry.value, "phase")
        return None if text is None else self._name_phase(text, entry.value.mark)

    def _name_phase(self, text: str, mark: Mark) -> str | None:
        name = find_phase_name(text)
        if name is None:
            self._findings.refuse("unknown_phase", mark, "play 1", value=quote(text), legal=STEPS)
        return name

    def _read_withdraw(self, entry: Entry) -> bool:
        findings, value = self._findings, entry.value
        if isinstance(value, Scalar) and fold_word(value.text) in _YES:
            findings.refuse("misspelt_word", value.mark, key="withdraw", value=quote(value.text), near="all")
            return False
        return findings.read_word(value, "withdraw", ("choice",), ("all",)) is not None

    def _read_loan(self, entry: Entry) -> int | None:
        shares = self._findings.read_number(entry.value, entry.word)
        if shares == 0:
            self._findings.forbid("loan_of_nothing", entry.value.mark, "R13.1", key=entry.word)
        return shares

    def _read_salt(self, entry: Entry) -> str | None:
        return self._findings.read_text(entry.value, "salt")

    def _read_message(self, entry: Entry) -> Message | None:
        findings = self._findings
        legal = ("to", "text")
        mapping = findings.read_mapping(entry.value, "message", legal)
        if mapping is None:
            return None
        first = len(findings.problems)
        parts = {part.word: part for part in findings.read_entries(mapping, "message", ("message",), legal)}
        for key in legal:
            if key not in parts and len(findings.problems) == first:
                findings.refuse("missing_key", mapping.mark, key=key, within="message", legal=legal)
        to = self._read_addressees(parts["to"].value) if "to" in parts else None
        text = findings.read_text(parts["text"].value, "text") if "text" in parts else None
        return None if to is None or text is None else Message(to, text)

    def _read_addressees(self, node: Node) -> tuple[str, ...] | None:
        everyone = False
        names: list[str | None] = []
        for item in self._findings.list_items(node, "to"):
            if isinstance(item, Scalar) and find_word(item.text, "choice") == "all":
                everyone = True
            else:
                names.append(self._findings.read_player(item, "to"))
        if None in names or not (names or everyone):
            return None
        return () if everyone else tuple(dict.fromkeys(name for name in names if name is not None))

    def _read_later(self, entry: Entry) -> tuple[tuple[str, Answers], ...]:
        findings = self._findings
        mapping = findings.read_mapping(entry.value, "later", STEPS)
        later: dict[str, Answers] = {}
        marks: dict[str, Mark] = {}
        for scalar, value in mapping.pairs if mapping else ():
            name = self._name_phase(scalar.text, scalar.mark)
            answers = None
            if not self._refuse_without_key(scalar.text, value):
                answers = findings.read_mapping(value, "later", ANSWER_KEYS)
            if name in marks:
                findings.refuse("repeated_key", scalar.mark, key=quote(scalar.text), line=marks[name].line)
            elif name is not None and answers is not None:
                marks[name] = scalar.mark
                self._marks.append((f"later.{name}", scalar.mark))
                entries = {part.word: part for part in findings.read_entries(answers, "later", ("key",), ANSWER_KEYS)}
                self._marks += [(f"later.{name}.{part.word}", part.key.mark) for part in entries.values()]
                later[name] = read_answers(findings, entries)
        return tuple(later.items())

    def _refuse_without_key(self, phase: str, value: Node) -> bool:
        """Note that an answer stands for a phase in `later` without its key; tell whether that is so."""
        step = find_word(phase.lstrip("vV").lstrip("0123456789"), "step") or ""
        key = next((key for begin, key in _KEY_OF_STEP.items() if step.startswith(begin)), "")
        items = value.items if isinstance(value, SequenceNode) else (value,)
        words = [item.text.strip() for item in items if isinstance(item, Scalar) and item.text and not is_blank(item)]
        if not key or not words or len(words) < len(items):
            return False
        said = quote(", ".join(words))
        if key == "place" and len(words) == 1:
            words = split_words(words[0], ("ware", "space", "choice"), (*SPACE_WORDS, "cheapest", "pass")) or words
        answer = f"[{', '.join(words)}]" if isinstance(value, SequenceNode) or len(words) > 1 else words[0]
        instead = f"{{{key}: {answer}}}"
        self._findings.refuse("answer_without_key", value.mark, key=key, value=said, instead=quote(instead))
        return True


_KEY_OF_STEP = {"auction": "bid", "place": "place", "boarding": "board", "pilots": "pilot", "plunder": "plunder"}


def find_phase_name(text: str) -> str | None:
    """Return the name of a phase that a text spells, such as `v1-place-2` for `V1 Place_2`, None where it is none."""
    folded = fold_word(text)
    if find_word(folded, "step") == "over":
        return "over"
    digits = folded[1 : len(folded) - len(folded[1:].lstrip("0123456789"))]
    step = find_word(folded[1 + len(digits) :], "step", STEPS)
    if folded[:1] != "v" or not 1 <= len(digits) <= 4 or digits[0] == "0" or step is None:
        return None
    return f"v{digits}-{step}"
