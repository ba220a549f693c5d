"""The header fields of a mail or a part: where they end, which there are, unfolded (docs/play.md, section 7).

The standard library's `email` is not used: docs/dependencies.md tells on which mails it fails.
"""

from __future__ import annotations

import re

FIELD_LIMIT = 64 * 1024
"""Longest field that is read, in bytes."""

# A name, a colon, a value with its folded lines. What does not match ends the headers: a blank line, a line without a
# colon or with a blank before it.
_FIELD = re.compile(rb"([!-9;-~]*+):([^\r\n]*+(?:(?:\r\n|\r|\n)[ \t][^\r\n]*+)*+)(?:\r\n|\r|\n)?")
_LINE = re.compile(rb"[^\r\n]*+(?:\r\n|\r|\n)?")
_LINE_END = re.compile(rb"\r\n|\r|\n")

# The line that a mailbox of one file puts before each mail.
_ENVELOPES = (b"From ", b">From ")

PART_FIELDS = {name.encode(): name for name in ("content-type", "content-disposition", "content-transfer-encoding")}
"""The fields of a part that are read, by their names in bytes."""

MAIL_FIELDS = PART_FIELDS | {
    name.encode(): name
    for name in (
        "authentication-results", "auto-submitted", "from", "in-reply-to", "list-id", "message-id", "precedence",
        "references", "return-path", "subject", "x-autorespond", "x-autoreply", "x-autoreply-from",
        "x-failed-recipients", "x-loop", "x-mail-autoreply", "x-precedence",
    )
}  # fmt: skip
"""The fields of a whole mail that are read."""


class Fields:
    """Header fields as they stood: the raw values of each name that was wanted, in their order."""

    __slots__ = ("_values",)

    def __init__(self) -> None:
        self._values: dict[str, list[bytes]] = {}

    def add(self, name: str, raw: bytes) -> None:
        self._values.setdefault(name, []).append(raw)

    def has(self, name: str) -> bool:
        return name in self._values

    def list_raw(self, name: str) -> list[bytes]:
        """Return the values of a name as they stood, folds and all."""
        return self._values.get(name, [])

    def list_values(self, name: str) -> list[str]:
        """Return the values of a name, unfolded, in Unicode; one that is too long is cut."""
        return [unfold(raw) for raw in self._values.get(name, ())]

    def find_value(self, name: str) -> str:
        """Return the first value of a name, "" where there is none: of a field given twice the first counts."""
        values = self._values.get(name)
        return unfold(values[0]) if values else ""


def read_fields(data: bytes, start: int, end: int, wanted: dict[bytes, str]) -> tuple[Fields, int]:
    """Return the wanted fields of the headers that begin at `start`, and where the body begins.

    Promises an end: the time is linear in the length of the headers.
    """
    fields = Fields()
    values = fields._values
    at = start
    while at < end and (data[at] in b" \t" or data.startswith(_ENVELOPES, at)):
        line = _LINE.match(data, at, end)
        at = line.end() if line else end
    match = _FIELD.match
    while found := match(data, at, end):
        name = wanted.get(found[1].lower())
        if name is not None:
            values.setdefault(name, []).append(found[2])
        at = found.end()
    if data.startswith(b"\r\n", at):
        at += 2
    elif at < end and data[at] in b"\r\n":
        at += 1
    return fields, min(at, end)


def unfold(raw: bytes) -> str:
    """Return a field's value on one line, in Unicode where it is UTF-8, other bytes as U+FFFD."""
    raw = raw[:FIELD_LIMIT]
    if b"\n" in raw or b"\r" in raw:
        raw = _LINE_END.sub(b"", raw)
    return raw.decode("utf-8", "replace").strip(" \t")
