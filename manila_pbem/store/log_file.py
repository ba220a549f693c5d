"""The public log: one entry a line, each chained to the one before by its hash (docs/play.md, section 3).

A line is the entry in canonical JSON (sorted keys, no spaces, UTF-8 unescaped) with `prev` and `hash` put at its end.
So the hashed text stands in the line as it is, and a log's own bytes show whether its chain holds.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias, cast

from manila_pbem.errors import DamagedGame, ManilaError
from manila_pbem.store.atomic import read_file
from manila_pbem.values import NamedValue

Entry: TypeAlias = dict[str, Any]
"""An entry as it was written, `n`, `prev` and `hash` included."""

FIRST_PREV = "0" * 64
"""What the first entry has for `prev`."""


class Head(NamedValue):
    """Number and hash of an entry; written `N:HASH`."""

    n: int
    hash: str

    def __str__(self) -> str:
        return f"{self.n}:{self.hash}"


NO_HEAD = Head(0, FIRST_PREV)
"""The head of a log without entries."""


class Line(NamedValue):
    """A line to be appended, its line end included."""

    n: int
    prev: str
    hash: str
    text: str


class Fault(NamedValue):
    """What is wrong with a line, counted from 1; `what` goes on from "line 7"."""

    line: int
    what: str


class LogReading(NamedValue):
    """The entries that could be read, and the faults in the order of the lines. Without faults the chain holds."""

    entries: list[Entry]
    faults: list[Fault]


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode

_HEX = frozenset("0123456789abcdef")
_HASH_LENGTH = 64


def write_canonical(value: object) -> str:
    """Return a value as JSON with sorted keys, no spaces, UTF-8 unescaped: the form that is hashed."""
    return _encode(value)


def hash_entry(entry: Mapping[str, object], prev: str) -> str:
    """Return the hash, in hex, of an entry without `hash` and `prev` behind the one whose hash is `prev`."""
    return _hash_body(write_canonical(entry), prev)


def write_line(entry: Mapping[str, object], prev: str) -> Line:
    """Return the line of an entry, which has an `n` and neither `hash` nor `prev`."""
    n = entry["n"]
    if type(n) is not int or "prev" in entry or "hash" in entry:
        raise ValueError("an entry has its number as n, and no hash or prev yet")
    body = write_canonical(entry)
    digest = _hash_body(body, prev)
    return Line(n, prev, digest, f"{body[:-1]}{_end_line(prev, digest)}\n")


def parse_head(text: str) -> Head:
    """Return the head written `N:HASH`; raises `ManilaError`."""
    n, _, digest = text.partition(":")
    if not (
        n.isascii()
        and n.isdecimal()
        and n[0] != "0"
        and len(n) < 10
        and len(digest) == _HASH_LENGTH
        and _HEX.issuperset(digest)
    ):
        raise ManilaError(f"{text!r} is not the head of a log, which is written N:HASH with 64 hex digits")
    return Head(int(n), digest)


def find_head(entries: list[Entry]) -> Head:
    """Return the head of a log whose chain holds."""
    return Head(entries[-1]["n"], entries[-1]["hash"]) if entries else NO_HEAD


def read_log(path: Path, head: Head) -> list[Entry]:
    """Return the entries of a log that this program wrote and whose head it kept; none where there is no file.

    Raises `DamagedGame`, naming the first line that is not what was written there.
    """
    data = read_file(path) or b""
    if _holds_chain(data, head):
        return cast("list[Entry]", json.loads(b"[" + data[:-1].replace(b"\n", b",") + b"]"))
    reading = inspect_log(data, own=True)
    fault = reading.faults[0] if reading.faults else check_head(reading.entries, head, last=True)
    if fault is None:
        raise AssertionError(f"{path} is whole and yet not what was kept")
    raise DamagedGame(f"{path}, line {fault.line} {fault.what}")


def inspect_log(data: bytes, *, own: bool = False) -> LogReading:
    """Read a log's bytes on to their end, faults and all.

    Keys may stand in any order and blanks between them, as other programs may write them, but not where the log is
    our `own`. A fault is named once: a line is measured by the one before it as that stands.
    """
    lines = data.split(b"\n")
    unfinished = lines.pop()
    entries: list[Entry] = []
    faults: list[Fault] = []
    before: Head | None = NO_HEAD
    for number, line in enumerate(lines, 1):
        entry, what = _read_line(line, own=own)
        if entry is None:
            before = None
        else:
            entries.append(entry)
            what = what or _check_place(entry, before)
            before = Head(entry["n"], entry["hash"])
        if what:
            faults.append(Fault(number, what))
    if unfinished:
        faults.append(Fault(len(lines) + 1, "is cut short: its end is missing"))
    return LogReading(entries, faults)


def check_head(entries: list[Entry], head: Head, *, last: bool) -> Fault | None:
    """Return what is wrong with a log, whose chain holds, against a head kept elsewhere.

    `last` says that the head is that of the last entry, so that entries behind it were added.
    """
    if head.n > len(entries):
        return Fault(len(entries) + 1, f"is missing: the log went up to entry {head.n}")
    if head.n and entries[head.n - 1]["hash"] != head.hash:
        return Fault(head.n, "has another hash than was kept: it, or a line before it, was written anew")
    if last and head.n < len(entries):
        return Fault(head.n + 1, f"was added: the log went up to entry {head.n}")
    return None


def _hash_body(body: str, prev: str) -> str:
    return sha256((prev + body).encode()).hexdigest()


def _end_line(prev: str, digest: str) -> str:
    return f',"prev":"{prev}","hash":"{digest}"}}'


_END_LENGTH = len(_end_line(FIRST_PREV, FIRST_PREV))


def _holds_chain(data: bytes, head: Head) -> bool:
    """Tell whether the bytes are lines of `write_line` that end with that head: then each byte is as it was written."""
    lines = data.split(b"\n")
    if lines.pop():
        return False
    prev = FIRST_PREV
    for line in lines:
        digest = sha256(prev.encode() + line[:-_END_LENGTH] + b"}").hexdigest()
        if line[-_END_LENGTH:] != _end_line(prev, digest).encode():
            return False
        prev = digest
    return Head(len(lines), prev) == head


def _read_line(line: bytes, *, own: bool) -> tuple[Entry | None, str]:
    """Return a line's entry, if it can be read, and what is wrong with the line in itself."""
    try:
        entry = json.loads(line.decode(), object_pairs_hook=_build_object, parse_constant=_refuse_constant)
    except _KeyTwiceError as error:
        return None, f"has the key {error.args[0]!r} twice"
    except (ValueError, RecursionError):
        return None, "is not JSON"
    if type(entry) is not dict or type(entry.get("n")) is not int:
        return None, "is not an entry with a number n"
    if type(entry.get("prev")) is not str or type(entry.get("hash")) is not str:
        return None, "has no prev or no hash"
    try:
        written = write_line({key: entry[key] for key in entry if key not in ("prev", "hash")}, entry["prev"])
    except (ValueError, RecursionError):
        return entry, "is not what its hash says"  # Half characters, or nesting that no line of a game has.
    if written.hash != entry["hash"]:
        return entry, "is not what its hash says"
    if own and written.text.encode() != line + b"\n":
        return entry, "is not written as this program writes"
    return entry, ""


def _check_place(entry: Entry, before: Head | None) -> str:
    """Return what is wrong with an entry behind that one; None: the line before could not be read."""
    if before is None:
        return ""
    if entry["n"] != before.n + 1:
        return f"has the number {entry['n']} where {before.n + 1} is due"
    if entry["prev"] != before.hash:
        return "does not go on from the line before it"
    return ""


class _KeyTwiceError(ValueError):
    """An object has a key twice, the argument."""


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    built = dict(pairs)
    if len(built) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _KeyTwiceError(next(key for key in keys if keys.count(key) > 1))
    return built


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
