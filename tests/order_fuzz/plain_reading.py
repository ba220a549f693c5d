"""A file read as YAML 1.2 text by another library than the reader's, after the table of replacements.

ruamel.yaml's parser gives events; here they become plain data: texts, lists, and lists of pairs. Nothing of the
reader under test is used but the published table of characters and, by choice, its idea of which values keep theirs.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from ruamel.yaml import YAML, YAMLError
from ruamel.yaml import events as seen

from manila_pbem.formats.characters import REPLACEMENTS

Data: TypeAlias = "str | Empty | list[Data] | Pairs"


class Empty:
    """Where nothing stands."""


class Pairs(tuple[Any, ...]):
    """A mapping as it was written: pairs of key and value, repeated ones too."""


class Text(str):
    """A single value, and from where to where it stands in the text, its quotes or its sign among it; 0 if unknown."""

    __slots__ = ("end", "start", "style")

    start: int
    end: int
    style: str | None
    """The quote or the sign of a block text that it begins with, None for a plain one."""


class Unreadable(Exception):
    """Why a text is no order by this reading."""


LARGEST = 64 * 1024
REFUSED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
"""Control characters, what is taken for line ends elsewhere, what changes the writing direction (docs/play.md, 7)."""
_REPLACING = str.maketrans(REPLACEMENTS)
_HIDDEN = "\uf8fe"


def decode(data: bytes) -> str:
    """Return the text of a file as it was written, without its byte order mark; raises Unreadable."""
    if len(data) > LARGEST:
        raise Unreadable("too large")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise Unreadable("no UTF-8") from error
    if REFUSED.search(text):
        raise Unreadable("a refused character")
    return text


def replace_all(text: str) -> str:
    """Return a text with every character replaced by the table, wherever it stands, and lines ending in LF."""
    return text.translate(_REPLACING).replace("\r\n", "\n").replace("\r", "\n")


def read_plainly(text: str) -> Data:
    """Return the one document of a text whose characters have been replaced; raises Unreadable."""
    if "\t" in re.sub(r"(?m)(?:^|(?<=\s))#.*$", "", text):
        raise Unreadable("a tab outside a comment")
    # ruamel takes a question mark within a word in brackets for the sign of a key; by YAML 1.2 it is part of the word.
    text = re.sub(r"(?<=[^\s\[\]{},:?-])( ?)(\?+)", lambda found: found[1] + _HIDDEN * len(found[2]), text)
    text = re.sub(r"(?<=-)\?", _HIDDEN, text)
    try:
        return _Builder(_list_events(text), placed=True).build()
    except _FAILURES as error:
        # It also takes blanks in an empty line before a block text for an indentation that the text must keep to.
        emptied = re.sub(r"(?m)([|>][-+]?(?: +#.*| *)$)((?:\n *$)+)", _empty_lines, text)
        if emptied == text:
            raise Unreadable(f"{type(error).__name__}: {error}") from error
    try:
        return _Builder(_list_events(emptied), placed=False).build()
    except _FAILURES as error:
        raise Unreadable(f"{type(error).__name__}: {error}") from error


_FAILURES = (YAMLError, ValueError, RecursionError, IndexError, OverflowError, AttributeError, TypeError)


def _list_events(text: str) -> list[Any]:
    return list(YAML(typ="base", pure=True).parse(text))


def _empty_lines(found: re.Match[str]) -> str:
    return found[1] + found[2].replace(" ", "")


class _Builder:
    def __init__(self, events: list[Any], *, placed: bool) -> None:
        self._events = iter(events)
        self._placed = placed

    def build(self) -> Data:
        """Return the data of the one document."""
        next(self._events)
        event = next(self._events)
        if isinstance(event, seen.StreamEndEvent):
            raise Unreadable("nothing in it")
        if event.version or event.tags:
            raise Unreadable("a directive")
        data = self._read(next(self._events))
        next(self._events)
        if not isinstance(next(self._events), seen.StreamEndEvent):
            raise Unreadable("several documents")
        return data

    def _read(self, event: Any) -> Data:
        if event.anchor is not None:
            raise Unreadable("an anchor or an alias")
        if event.tag is not None:
            raise Unreadable("a tag")
        if isinstance(event, seen.ScalarEvent):
            text = Text(event.value.replace(_HIDDEN, "?"))
            if REFUSED.search(text) or "\t" in text:
                raise Unreadable("a refused character by an escape")
            text.style = event.style
            text.start, text.end = (event.start_mark.index, event.end_mark.index) if self._placed else (0, 0)
            return text if text or event.style else Empty()
        items = []
        end = seen.SequenceEndEvent if isinstance(event, seen.SequenceStartEvent) else seen.MappingEndEvent
        while not isinstance(event := next(self._events), end):
            item = self._read(event)
            items.append(item if end is seen.SequenceEndEvent else (item, self._read(next(self._events))))
        return items if end is seen.SequenceEndEvent else Pairs(items)
