"""The tree of a mail's parts, as far as an order may lie in it (docs/play.md, section 7, "Place" and "Limits").

The limits hold before anything is read, and the tree is walked without recursion: the time is linear in the length of a
mail for each level, and at most 20 of them are read.
"""

from __future__ import annotations

import re

from manila_pbem.intake.fields import PART_FIELDS, Fields, read_fields
from manila_pbem.intake.letter import Trouble
from manila_pbem.intake.parameters import UNREADABLE_TYPE, Described, read_disposition, read_token, read_type
from manila_pbem.values import NamedValue

PART_LIMIT = 100
"""Most parts of a mail, counted without the mail itself."""

LEVEL_LIMIT = 20
"""Most levels of parts below the mail itself."""

TOO_MANY_PARTS = Trouble("too_many_parts", {"most": str(PART_LIMIT)})
TOO_DEEP = Trouble("too_deep", {"most": str(LEVEL_LIMIT)})

ENCRYPTED = "multipart/encrypted"
_AFTER_BOUNDARY = re.compile(rb"(--)?[ \t]*+(?:\r\n|\r|\n|\Z)")


class Leaf(NamedValue):
    """A part that has no parts: its type, its disposition, its transfer encoding, what was sent as its body.

    `group` is the number of the multipart/alternative it is in, from 1, 0 where it is in none. `whole` tells that it is
    the mail itself.
    """

    type: Described
    disposition: Described
    encoding: str
    body: bytes
    group: int
    whole: bool


class Tree(NamedValue):
    """All leaves of a mail in their order, and the types of what holds them, from the outside."""

    leaves: tuple[Leaf, ...]
    holders: tuple[str, ...]
    trouble: Trouble | None


class _Branch(NamedValue):
    """A part whose fields are read, and which is to be looked into."""

    fields: Fields
    start: int
    end: int
    level: int
    group: int
    default: str


def read_tree(data: bytes, fields: Fields, start: int) -> Tree:
    """Return the tree of a mail whose body begins at `start`; with a trouble the tree is what was read before it."""
    leaves: list[Leaf] = []
    holders: list[str] = []
    groups = count = 0
    open_branches = [_Branch(fields, start, len(data), 0, 0, UNREADABLE_TYPE)]
    while open_branches:
        branch = open_branches.pop()
        fields, start, end, level, group, default = branch
        type_ = read_type(fields.find_value("content-type")) if fields.has("content-type") else Described(default, ())
        if type_.word.startswith("multipart/"):
            spans = _split(data, start, end, type_.find("boundary") or "") if type_.word != ENCRYPTED else []
            if spans is not None:
                count += len(spans)
                if count > PART_LIMIT:
                    return Tree(tuple(leaves), tuple(holders), TOO_MANY_PARTS)
                if spans and level >= LEVEL_LIMIT:
                    return Tree(tuple(leaves), tuple(holders), TOO_DEEP)
                holders.append(type_.word)
                if type_.word == "multipart/alternative":
                    groups += 1
                    group = groups
                default = "message/rfc822" if type_.word == "multipart/digest" else UNREADABLE_TYPE
                for first, last in reversed(spans):
                    inner, body = read_fields(data, first, last, PART_FIELDS)
                    open_branches.append(_Branch(inner, body, last, level + 1, group, default))
                continue
            # Nothing tells where its parts begin, so its type says nothing.
            type_ = Described(UNREADABLE_TYPE, type_.parameters)
        disposition = read_disposition(fields.find_value("content-disposition"))
        encoding = read_token(fields.find_value("content-transfer-encoding"))
        leaves.append(Leaf(type_, disposition, encoding, data[start:end], group, level == 0))
    return Tree(tuple(leaves), tuple(holders), None)


def _split(data: bytes, start: int, end: int, boundary: str) -> list[tuple[int, int]] | None:
    """Return where the parts between lines of a boundary begin and end, None where there is no such line.

    At most one more than may be is returned.
    """
    boundary = boundary.rstrip(" \t")
    if not boundary:
        return None
    mark = b"--" + boundary.encode("utf-8", "replace")
    spans: list[tuple[int, int]] = []
    begin = -1
    at = data.find(mark, start, end)
    while at != -1:
        after = _AFTER_BOUNDARY.match(data, at + len(mark), end) if at and data[at - 1] in b"\r\n" else None
        if after is None:
            at = data.find(mark, at + 1, end)
            continue
        if begin != -1:
            spans.append((begin, max(begin, at - (2 if data[at - 2 : at] == b"\r\n" else 1))))
            if len(spans) > PART_LIMIT:
                return spans
        begin = after.end()
        if after[1]:
            return spans
        at = data.find(mark, begin, end)
    if begin == -1:
        return None
    # The last line of the boundary is missing: the rest of a mail that was cut off is read, as far as it came.
    spans.append((begin, end))
    return spans
