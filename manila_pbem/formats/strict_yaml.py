"""YAML read text first: a tree of our own, all scalars as text, and faults with their place (docs/play.md, section 2).

Events are taken from pyyaml, so nothing of what it would make of them (numbers, dates, merged or repeated keys,
aliases) ever comes about. libyaml's parser and the one in Python give the same trees.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from manila_pbem.formats.decoding import decode_text, end_lines_plainly, find_refused, find_tab, name_character
from manila_pbem.formats.faults import Fault, find_mark, quote
from manila_pbem.orders.order import Mark
from manila_pbem.orders.problems import Facts
from manila_pbem.values import NamedValue

DEEPEST = 20
"""How many lists and mappings may lie within each other."""


class Scalar(NamedValue):
    """A single value as text; `plain` where it stands without quotes."""

    text: str
    plain: bool
    mark: Mark


class Mapping(NamedValue):
    """Keys and values in the order written. A fault of a key, a repeated one too, stands in the place of its value."""

    pairs: tuple[tuple[Scalar, Node], ...]
    mark: Mark


class Sequence(NamedValue):
    """A list in the order written."""

    items: tuple[Node, ...]
    mark: Mark


class Broken(NamedValue):
    """What stands where a value cannot be read; the rest of the file can."""

    fault: Fault
    mark: Mark


Node: TypeAlias = Scalar | Mapping | Sequence | Broken


class Tree(NamedValue):
    """A file that could be read: its one document, and its text without the byte order mark."""

    root: Node
    text: str


Locate: TypeAlias = Callable[[int, int, int], Mark]
"""Turns pyyaml's offset, line and column, from 0, into a place in the text its writer sees."""


def locate_plainly(offset: int, line: int, column: int) -> Mark:
    """Return the place of a text that was given to pyyaml as it is."""
    return Mark(line + 1, column + 1)


def read_tree(data: bytes | str, limit: int) -> Tree | Fault:
    """Return the one document of a YAML file of at most `limit` bytes, or the fault that kept it from being read.

    Faults of single values (anchors, tags, repeated keys, nesting deeper than 20) stand in the tree as `Broken`.
    Raises nothing, whatever is given.
    """
    text = decode_text(data, limit)
    if isinstance(text, Fault):
        return text
    plain = end_lines_plainly(text)
    tab = find_tab(plain)
    if tab is not None:
        return Fault("tab", find_mark(plain, tab))
    root = parse_document(plain)
    return root if isinstance(root, Fault) else Tree(root, text)


def parse_document(
    text: str, locate: Locate = locate_plainly, loader: Any = None, budget: int | None = None
) -> Node | Fault:
    """Return the root of the one document of a text that has been decoded, its lines ending in LF.

    A document of more than `budget` values is not read to its end.
    """
    reader = NodeReader(text, locate, loader)
    reader.budget = budget
    reader.stops = budget is not None
    try:
        fault = reader.enter_document()
        if fault is not None:
            return fault
        root = reader.read_node(reader.take(), 0, Mark(1, 1))
        return reader.leave_document() or root
    except _OverBudget:
        return Fault("too_much", Mark(1, 1), {"most": budget or 0})
    except reader.errors as error:
        return reader.explain(error)


class _OverBudget(Exception):
    """A document has more values than it may have."""


class NodeReader:
    """Makes nodes of pyyaml's events, in the order of the text.

    `read_node` and `take` may raise one of `errors`; `explain` makes a fault of it. `directions` says whether
    characters that change the writing direction are refused. What is beyond `budget` is `Broken`, or with `stops`
    raises `_OverBudget` at once.
    """

    def __init__(
        self, text: str, locate: Locate = locate_plainly, loader: Any = None, *, directions: bool = True
    ) -> None:
        # yaml takes some time to be imported, and not all who import this room read a file.
        import yaml

        self._yaml = yaml
        self._text = text
        self._directions = directions
        self._locate = locate
        loader = loader or getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        # The parser in Python takes a question mark within a word in brackets for the sign of a key.
        self._hidden_sign = "" if hasattr(loader, "raw_parse") or "?" not in text else _find_free_character(text)
        if self._hidden_sign:
            text = re.sub(r"(?<=[^\s\[\]{},:?-]) ?\?+|(?<=-)\?", self._hide_sign, text)
        self._events: Iterator[Any] = yaml.parse(text, loader)
        # pyyaml lets other exceptions than its own out, and the parser in Python follows deep nesting too far.
        self.errors = (yaml.YAMLError, ValueError, RecursionError, IndexError, OverflowError)
        self.budget: int | None = None
        self.stops = False

    def take(self) -> Any:
        """Return the next event."""
        return next(self._events)

    def place(self, mark: Any) -> Mark:
        """Return the place of a mark of pyyaml."""
        end = len(self._text)
        if mark.index < end:
            return self._locate(mark.index, mark.line, mark.column)
        # libyaml puts the end of a text on a line of its own.
        return self._locate(end, self._text.count("\n"), end - self._text.rfind("\n") - 1)

    def _locate_line(self, offset: int) -> Mark:
        return self._locate(offset, self._text.count("\n", 0, offset), 0)

    def enter_document(self) -> Fault | None:
        """Go to the first node of the document, or return why there is none."""
        self.take()
        event = self.take()
        if isinstance(event, self._yaml.StreamEndEvent):
            return Fault("empty", Mark(1, 1))
        if event.version or event.tags:
            return Fault("directive", self.place(event.start_mark))
        return None

    def leave_document(self) -> Fault | None:
        """Go to the end of the text, or return the fault of what follows the document."""
        after = self.take().end_mark
        event = self.take()
        if isinstance(event, self._yaml.StreamEndEvent):
            # Not all readers take a second sign that the document ends.
            again = self._text.find("\n...", after.index)
            return Fault("several_documents", self._locate_line(again + 1)) if again >= 0 else None
        return Fault("several_documents", self.place(event.start_mark))

    def read_node(self, event: Any, depth: int, before: Mark | None = None) -> Node:
        """Return the node that begins with an event, to its end; where nothing stands, its place is `before`."""
        kinds = self._yaml
        mark = self.place(event.start_mark)
        bare = isinstance(event, kinds.ScalarEvent) and not event.value and not event.style
        if before and bare and event.anchor is None and event.tag is None:
            mark = before
        fault = self._find_fault(event, mark, depth)
        if isinstance(event, kinds.ScalarEvent):
            text = event.value
            if self._hidden_sign:
                text = text.replace(self._hidden_sign, "?")
            if not fault and event.style in ("|", ">"):
                fault = self._find_header_fault(event.start_mark, mark)
            if not fault and not text.isprintable():
                fault = _find_hidden(text, mark, self._directions)
            return Broken(fault, mark) if fault else Scalar(text, not event.style, mark)
        if isinstance(event, kinds.AliasEvent):
            return Broken(Fault("alias", mark, {"name": quote(event.anchor)}), mark)
        if fault:
            self.skip(event)
            return Broken(fault, mark)
        if isinstance(event, kinds.SequenceStartEvent):
            items = []
            while not isinstance(event := self.take(), kinds.SequenceEndEvent):
                if self.is_over_budget():
                    self.skip(event)
                    continue
                items.append(self.read_node(event, depth + 1, mark))
            return Sequence(tuple(items), mark)
        return self._read_mapping(mark, depth)

    def skip(self, event: Any) -> None:
        """Go to the end of the node that begins with an event, making nothing of it."""
        kinds = self._yaml
        level = 0
        while True:
            if self.stops:
                self._count_value()
            if isinstance(event, kinds.CollectionStartEvent):
                level += 1
            elif isinstance(event, kinds.CollectionEndEvent):
                level -= 1
            if level == 0:
                return
            event = self.take()

    def is_over_budget(self) -> bool:
        """Tell whether more values were met than `budget` had; those beyond it are skipped."""
        return self.budget is not None and self.budget < 0

    def _read_mapping(self, mark: Mark, depth: int) -> Mapping:
        kinds = self._yaml
        pairs: list[tuple[Scalar, Node]] = []
        seen: dict[str, Mark] = {}
        while not isinstance(event := self.take(), kinds.MappingEndEvent):
            if self.is_over_budget():
                self.skip(event)
                continue
            key = self.read_node(event, depth + 1, mark)
            value = self.read_node(self.take(), depth + 1, key.mark)
            if isinstance(key, Scalar):
                # libyaml refuses this, the parser in Python does not.
                end = event.end_mark.index
                if key.plain and self._text[end : end + 2] in _COLON_GLUED:
                    value = Broken(Fault("no_blank_after_colon", self.place(event.end_mark)), key.mark)
                if key.text in seen:
                    facts: Facts = {"key": quote(key.text), "line": seen[key.text].line}
                    value = Broken(Fault("repeated_key", key.mark, facts), key.mark)
                seen.setdefault(key.text, key.mark)
            else:
                fault = key.fault if isinstance(key, Broken) else Fault("complex_key", key.mark)
                value = Broken(fault, key.mark)
                key = Scalar("", False, key.mark)
            pairs.append((key, value))
        return Mapping(tuple(pairs), mark)

    def _find_fault(self, event: Any, mark: Mark, depth: int) -> Fault | None:
        self._count_value()
        if self.is_over_budget():
            return Fault("too_much", mark)
        if isinstance(event, self._yaml.AliasEvent):
            return None
        if event.anchor is not None:
            return Fault("anchor", mark, {"name": quote(event.anchor)})
        if event.tag is not None:
            return Fault("tag", mark, {"tag": quote(event.tag.replace(_LONG_TAG, "!!"))})
        if depth >= DEEPEST and isinstance(event, self._yaml.CollectionStartEvent):
            return Fault("too_deep", mark, {"most": DEEPEST})
        return None

    def _count_value(self) -> None:
        if self.budget is not None:
            self.budget -= 1
            if self.stops and self.budget < 0:
                raise _OverBudget

    def _hide_sign(self, found: re.Match[str]) -> str:
        return found.group().replace("?", self._hidden_sign)

    def _find_header_fault(self, start: Any, mark: Mark) -> Fault | None:
        # libyaml takes `|#` for a comment, the parser in Python and YAML 1.2 don't.
        end = self._text.find("\n", start.index)
        header = self._text[start.index : end if end >= 0 else None]
        sign = header.find("#")
        return Fault("not_yaml", mark) if sign > 0 and header[sign - 1] not in " \t" else None

    def explain(self, error: BaseException) -> Fault:
        """Return the fault that an error of pyyaml tells of."""
        problem = f"{getattr(error, 'context', None)}: {getattr(error, 'problem', None)}"
        at = getattr(error, "problem_mark", None)
        began = getattr(error, "context_mark", None)
        if at is None:
            mark = Mark(1, 1)
            return Fault("too_deep", mark, {"most": DEEPEST}) if _is_depth(error) else Fault("not_yaml", mark)
        mark = self.place(at)
        if _is_depth(error):
            return Fault("too_deep", mark, {"most": DEEPEST})
        for word, code in _PROBLEMS:
            if word in problem:
                # These are found further on, the end of the file perhaps, and must be mended where they began.
                code = self._find_within_brackets(code, at, began)
                if code in _MENDED_WHERE_BEGUN and began is not None:
                    at = began
                sign = quote(self._text[at.index : at.index + 1]) or "the end"
                return Fault(code, self.place(at), {"sign": sign, "tag": sign})
        return Fault("not_yaml", mark)

    def _find_within_brackets(self, code: str, at: Any, began: Any) -> str:
        """Return what is wrong where brackets are closed, but a value within them has a sign too many."""
        sign, before = self._text[at.index : at.index + 1], self._text[at.index - at.column : at.index]
        if code == "not_in_line" and before.rstrip()[-1:] in _CLOSING and before.lstrip()[:1] not in "[{":
            return "after_bracket"
        if code == "open_bracket" and began is not None and sign and sign not in "]}\n":
            # A colon alone in a line of its own is that of the next key, after a bracket that is not closed.
            if sign == ":" and (began.line == at.line or ": " in before):
                return "colon_in_brackets"
            if sign != ":" and before.rstrip()[-1:] in _CLOSING and began.line == at.line:
                return "after_bracket"
        return code


_CLOSING = ("]", "}", '"', "'")
_PROBLEMS = (
    ("scanning a directive", "directive"),
    ("scanning a tag", "tag"),
    ("parsing a tag", "tag"),
    ("tag handle", "tag"),
    ("mapping values are not allowed", "second_colon"),
    ("unexpected ':'", "no_blank_after_colon"),
    ("',' or ']'", "open_bracket"),
    ("',' or '}'", "open_bracket"),
    ("end of stream", "open_quote"),
    ("document separator", "open_quote"),
    ("document indicator", "open_quote"),
    ("mapping keys are not allowed", "sign_at_start"),
    ("node content", "missing_value"),
    ("comment or line break", "block_text"),
    ("comment or a line break", "block_text"),
    ("cannot start any token", "sign_at_start"),
    ("alphabetic or numeric", "sign_at_start"),
    ("could not find expected ':'", "no_colon"),
    ("expected key", "not_in_line"),
    ("expected <block end>", "not_in_line"),
    ("expected '-' indicator", "not_in_line"),
    ("block sequence entries are not allowed", "dash"),
    ("escape", "escape"),
    ("expected <document start>", "after_the_end"),
    ("expected '<document start>'", "after_the_end"),
)
"""What the two parsers say, in words common to both, and the code of the fault."""

_LONG_TAG = "tag:yaml.org,2002:"
"""What pyyaml makes of two exclamation marks."""
_COLON_GLUED = (":{", ":[", ":,", ":}", ":]")
_MENDED_WHERE_BEGUN = (
    "open_bracket",
    "open_quote",
    "no_colon",
    "sign_at_start",
    "directive",
    "tag",
    "block_text",
)


def _find_free_character(text: str) -> str:
    """Return a character for private use that the text has not."""
    return next(c for c in map(chr, range(0xE000, 0xF900)) if c not in text)


def _is_depth(error: BaseException) -> bool:
    return isinstance(error, RecursionError) or "nesting" in str(error)


def _find_hidden(text: str, mark: Mark, directions: bool) -> Fault | None:
    """Return the fault of a refused character that came about by an escape; line ends in a text are allowed."""
    at = text.find("\t")
    if at >= 0:
        return Fault("control_character", mark, {"character": name_character("\t")})
    fault = find_refused(text, directions=directions)
    return fault and fault._replace(mark=mark)


def find_broken(node: Node) -> Iterator[Fault]:
    """Yield the faults within a node, in the order of the text."""
    if isinstance(node, Broken):
        yield node.fault
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from find_broken(item)
    elif isinstance(node, Mapping):
        for _, value in node.pairs:
            yield from find_broken(value)
