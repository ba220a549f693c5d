"""What the readers of an order share: the faults found so far, and the few ways a value is taken from a node."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from manila_pbem.formats.characters import replace_characters
from manila_pbem.formats.faults import Fault, quote
from manila_pbem.formats.numbers import NoNumber, read_number, read_signed_number
from manila_pbem.formats.stray_values import LISTS, count_cut_off, is_bare, split_words
from manila_pbem.formats.strict_yaml import Broken, Mapping, Node, Scalar, find_broken
from manila_pbem.formats.strict_yaml import Sequence as SequenceNode
from manila_pbem.formats.words import LONGEST_TEXT, Place, find_near, find_word, fold_name
from manila_pbem.orders.order import Mark
from manila_pbem.orders.problems import Kind, Problem
from manila_pbem.values import NamedValue

BLANK = "___"
"""What a form has in the place of an answer (`order_form`)."""

MOST_PROBLEMS = 100
"""How many faults of one order that cannot be read are told at most."""

MOST_SEARCHES = 20
"""For how many misspelt words of one order it is looked for what was meant."""

FREE_TEXTS = ("salt", "text")
"""Keys whose values may be any text."""


class Entry(NamedValue):
    """A key of a mapping that could be read: its word, its node and its value's."""

    word: str
    key: Scalar
    value: Node


class Findings:
    """The faults of one order, collected while reading goes on, and the players its names are looked up among."""

    def __init__(self, players: Sequence[str]) -> None:
        self.problems: list[Problem] = []
        self._unreadable = 0
        self._searches = 0
        self._players = tuple(players)
        self._names: dict[str, list[str]] = {}
        for name in self._players:
            self._names.setdefault(_fold(name), []).append(name)

    def _add_unreadable(self, problem: Problem) -> None:
        # Whoever has made so many faults is not helped by a thousand sentences; the order is refused anyway.
        if self._unreadable < MOST_PROBLEMS:
            self._unreadable += 1
            self.problems.append(problem)

    def refuse(self, code: str, mark: Mark, clause: str = "play 2", **facts: str | int | tuple[str, ...]) -> None:
        """Note that something cannot be read."""
        self._add_unreadable(Problem(Kind.UNREADABLE, code, clause, mark, facts))

    def forbid(self, code: str, mark: Mark, clause: str, **facts: str | int | tuple[str, ...]) -> None:
        """Note that something is well written but can be legal in no game."""
        self.problems.append(Problem(Kind.NOT_LEGAL, code, clause, mark, facts))

    def refuse_fault(self, fault: Fault) -> None:
        """Note a fault of the YAML."""
        self._add_unreadable(Problem(Kind.UNREADABLE, fault.code, fault.clause, fault.mark, fault.facts))

    def read_text(self, node: Node, key: str) -> str | None:
        """Return the text of a single value, None where it is something else."""
        if isinstance(node, Broken):
            self.refuse_fault(node.fault)
        elif not isinstance(node, Scalar):
            keyed = isinstance(node, Mapping)
            code = "text_without_quotes" if key in FREE_TEXTS else "not_single_key" if keyed else "not_single"
            self.refuse(code, node.mark, key=key)
            self._refuse_within(node)
        elif node.plain and not node.text:
            self.refuse("no_value", node.mark, key=key)
        elif is_blank(node) and key not in FREE_TEXTS:
            self.refuse("blank_left", node.mark, key=key)
        else:
            return node.text
        return None

    def read_word(
        self, node: Node, key: str, places: Sequence[Place], legal: Sequence[str], *, alone: bool = False
    ) -> str | None:
        """Return the legal word that a single value is, None where it is none; `alone`: no list may stand there."""
        text = self.read_text(node, key)
        if text is None:
            return None
        for place in places:
            word = find_word(text, place, legal)
            if word is not None:
                return word
        self._refuse_word(text, node.mark, key, places, legal, alone)
        return None

    def _refuse_word(
        self, text: str, mark: Mark, key: str, places: Sequence[Place], legal: Sequence[str], alone: bool
    ) -> None:
        value, words = quote(text), tuple(legal)
        parts = text.split(",") if len(text) <= LONGEST_TEXT else []
        if not alone and len(parts) > 1 and all(any(find_word(part, place) for place in places) for part in parts):
            instead = f"[{', '.join(part.strip() for part in parts)}]"
            self.refuse("list_without_brackets", mark, key=key, value=value, instead=quote(instead))
            return
        several = split_words(text, places, legal) if key in LISTS else None
        if several is not None and alone:
            # Which of them is meant is not clear.
            self.refuse("unknown_word", mark, key=key, value=value, legal=words)
            return
        if several is not None:
            listed = ", ".join(several)
            self.refuse("list_without_commas", mark, key=key, value=value, words=listed, instead=f"[{listed}]")
            return
        near = self._find_near(text, places, legal)
        if near is None and len(words) == 1:
            self.refuse("not_the_word", mark, key=key, value=value, only=words[0])
        elif near is None:
            self.refuse("unknown_word", mark, key=key, value=value, legal=words)
        else:
            self.refuse("misspelt_word", mark, key=key, value=value, near=near, legal=words)

    def _find_near(self, text: str, places: Sequence[Place], legal: Sequence[str]) -> str | None:
        # Looking for what was meant takes as long as to read two orders.
        self._searches += 1
        return find_near(text, places, legal) if self._searches <= MOST_SEARCHES else None

    def read_number(self, node: Node, key: str, *, signed: bool = False) -> int | None:
        """Return the number that a single value is, None where it is none."""
        text = self.read_text(node, key)
        if text is None:
            return None
        number = read_signed_number(text) if signed else read_number(text)
        if isinstance(number, NoNumber):
            instead = number.instead or "a number such as 7"
            self.refuse(number.code, node.mark, "play 7", key=key, value=quote(text), instead=instead)
            return None
        return number

    def read_player(self, node: Node, key: str) -> str | None:
        """Return the name of a player as the game writes it, None where there is no such player."""
        text = self.read_text(node, key)
        if text is None:
            return None
        found = self._names.get(_fold(text.strip()), [])
        if len(found) > 1:
            found = [name for name in found if fold_name(name) == fold_name(text.strip())] or found
        if len(found) == 1:
            return found[0]
        code = "two_players_of_that_name" if found else "unknown_player"
        if found:
            # These names differ only in what is read as something else, so that an escape alone tells them apart.
            from manila_pbem.formats.order_writer import write_name

            found = [write_name(name) for name in found]
        self.refuse(code, node.mark, key=key, value=quote(text), legal=tuple(found) or self._players)
        return None

    def read_entries(self, node: Mapping, key: str, places: Sequence[Place], legal: Sequence[str]) -> Iterator[Entry]:
        """Yield the entries of a mapping whose keys are legal words, each word once."""
        seen: dict[str, Mark] = {}
        told = 0
        for at, (scalar, value) in enumerate(node.pairs):
            if at < told:
                continue
            if isinstance(value, Broken) and value.fault.code in ("repeated_key", "complex_key"):
                self.refuse_fault(value.fault)
                continue
            words = [find_word(scalar.text, place, legal) for place in places]
            word = next((word for word in words if word is not None), None)
            if word is None:
                told = at + self._refuse_cut_off(node, at, places, legal)
                if at < told:
                    continue
                if not self._refuse_without_colon(scalar, value, places, legal):
                    self._refuse_key(scalar, key, places, legal)
                self._refuse_within(value)
            elif word in seen:
                self.refuse("repeated_key", scalar.mark, key=quote(scalar.text), line=seen[word].line)
                self._refuse_within(value)
            else:
                seen[word] = scalar.mark
                yield Entry(word, scalar, value)

    def _refuse_cut_off(self, node: Mapping, at: int, places: Sequence[Place], legal: Sequence[str]) -> int:
        """Note that a comma cut a text or a list without brackets; return how many keys are what it cut off."""
        count = count_cut_off(node.pairs, at)
        if not count:
            return 0
        (owner, value), rest = node.pairs[at - 1], [key for key, _ in node.pairs[at : at + count]]
        words = [word for place in (*places, "key", "message") if (word := find_word(owner.text, place))]
        if any(word in FREE_TEXTS for word in words):
            self.refuse("comma_in_text", rest[0].mark, value=quote(rest[0].text))
            return count
        assert isinstance(value, Scalar)
        # An alternative with conditions says one thing.
        may_be_list = "when" not in legal and any(word in LISTS for word in words)
        if not may_be_list or not all(map(self._may_be_listed, (value, *rest))):
            return 0
        listed = ", ".join(scalar.text for scalar in (value, *rest))
        self.refuse(
            "list_without_brackets", value.mark, key=words[0], value=quote(listed), instead=quote(f"[{listed}]")
        )
        return count

    def _may_be_listed(self, scalar: Scalar) -> bool:
        places: tuple[Place, ...] = ("ware", "space", "choice")
        return any(find_word(scalar.text, place) for place in places) or _fold(scalar.text.strip()) in self._names

    def _refuse_without_colon(self, scalar: Scalar, value: Node, places: Sequence[Place], legal: Sequence[str]) -> bool:
        """Note that the colon is missing between a key and its value; tell whether that is so."""
        head, blank, rest = scalar.text.strip().rpartition(" ")
        if not scalar.plain or not is_bare(value) or not blank or not any(find_word(head, p, legal) for p in places):
            return False
        self.refuse("key_without_colon", scalar.mark, key=quote(scalar.text), instead=quote(f"{head.rstrip()}: {rest}"))
        return True

    def _refuse_key(self, scalar: Scalar, key: str, places: Sequence[Place], legal: Sequence[str]) -> None:
        text = scalar.text
        head, colon, rest = text.partition(":")
        if colon and rest and any(find_word(head, place, legal) for place in places):
            self.refuse("colon_without_blank", scalar.mark, instead=quote(f"{head}: {rest}"))
            return
        near = self._find_near(text, places, legal)
        if near is None:
            self.refuse("unknown_key", scalar.mark, key=quote(text), within=key, legal=tuple(legal))
        else:
            self.refuse("misspelt_key", scalar.mark, key=quote(text), within=key, near=near, legal=tuple(legal))

    def _refuse_within(self, node: Node) -> None:
        """Note the faults within a value that is not read any further."""
        for fault in find_broken(node):
            self.refuse_fault(fault)

    def read_mapping(self, node: Node, key: str, legal: Sequence[str]) -> Mapping | None:
        """Return a node that is a mapping of something, None where it is something else."""
        if isinstance(node, Broken):
            self.refuse_fault(node.fault)
        elif is_blank(node):
            self.refuse("blank_left", node.mark, key=key)
        elif not isinstance(node, Mapping):
            self.refuse("not_mapping", node.mark, key=key, legal=tuple(legal))
            self._refuse_within(node)
        elif not node.pairs:
            self.refuse("names_nothing", node.mark, key=key, legal=tuple(legal))
        else:
            return node
        return None

    def list_items(self, node: Node, key: str) -> tuple[Node, ...]:
        """Return the items of a list, or the one value that stands in the place of a list."""
        if not isinstance(node, SequenceNode):
            return (node,)
        if not node.items:
            self.refuse("empty_list", node.mark, key=key)
        return node.items


def is_blank(node: Node) -> bool:
    """Tell whether a value is the blank of a form, left as it was."""
    return isinstance(node, Scalar) and len(node.text) > 1 and not node.text.strip("_＿")


def _fold(name: str) -> str:
    """Names are compared as order files give them: with the table of replacements, and under NFKC and casefold."""
    return fold_name(name if name.isascii() or len(name) > LONGEST_TEXT else replace_characters(name).read)
