"""Steps written whole or not at all, and what a killed command left put right (docs/play.md, section 3).

A step is first written, all of it, to `secret/step.json`: from then on it will be done. Then its parts are done one by
one, each in a way that does no harm a second time, and the file is taken away. A kill before leaves a temporary file
that is swept, a kill after leaves `step.json`, by which the next command does the rest.

Whoever calls here holds the game's lock. Players' hands don't: a file may be copied into `orders/` at any moment. So
a file there is removed only where its bytes are the ones kept elsewhere, and is never overwritten otherwise.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from manila_pbem.errors import DamagedGame, ManilaError
from manila_pbem.store.atomic import (
    UnreadableFileError,
    check_folder,
    keep_unused,
    list_folder,
    make_folder,
    read_file,
    remove_file,
    sweep,
    sync_folder,
    write_all,
    write_file,
)
from manila_pbem.store.game_folder import GameFolder
from manila_pbem.store.log_file import (
    NO_HEAD,
    Entry,
    Head,
    Line,
    parse_head,
    read_log,
)
from manila_pbem.values import NamedValue


class Move(NamedValue):
    """A used order file that gets another name; both paths are below `orders/`, `data` are the bytes used.

    Other bytes under the old name are a newer order, and stay.
    """

    source: str
    target: str
    data: bytes


class Opened(NamedValue):
    """A used order that is shown: its bytes go to `path` below `orders/`. Another file there is kept as `….unused`."""

    path: str
    data: bytes


class Put(NamedValue):
    """A file that is written in its game's folder, `path` below it, in the place of one that held `old`.

    None: there was none. Where a player has put another file there since, that one is newer, and stays.
    """

    path: str
    data: bytes
    old: bytes | None


_STEP = "step"
"""Under this key the step stands among the facts of its record."""


class Record(NamedValue):
    """What is kept of a mail: `facts` under the path `path` below its game's folder, and under `also`, if that is free.

    `read_facts` reads them.
    """

    path: str
    facts: Mapping[str, Any]
    also: str | None = None


class Step(NamedValue):
    """What becomes true together. `lines` follow on the log's head, `used` has orders' bytes by entry number.

    `messages` has what is kept of messages, by the name of its file; `puts` are an order that is filed, and the answer
    to the mail that brought it. A step that treats a mail is kept for ever, as its `record`.
    """

    lines: tuple[Line, ...] = ()
    used: Mapping[int, bytes] = {}
    moves: tuple[Move, ...] = ()
    opened: tuple[Opened, ...] = ()
    messages: Mapping[str, bytes] = {}
    puts: tuple[Put, ...] = ()
    record: Record | None = None


def commit_step(folder: GameFolder, step: Step) -> None:
    """Do a step whole, or not at all where an exception comes before it was written down.

    An exception after that, such as a full disk, leaves it to `recover`. Raises `ManilaError`; `DamagedGame` where the
    lines don't go on from the log's head.
    """
    for path in (*(move.source for move in step.moves), *(move.target for move in step.moves)):
        _locate(folder, path)
    for opened in step.opened:
        _locate(folder, opened.path)
    for put in step.puts:
        _locate_put(folder, put.path)
    if step.record is not None:
        _locate_put(folder, step.record.path)
    complete_step(folder)
    head = read_head(folder)
    for line in step.lines:
        if (line.n, line.prev) != (head.n + 1, head.hash):
            raise DamagedGame(f"{folder.log}, line {line.n} would not go on from entry {head.n}")
        head = Head(line.n, line.hash)
    plan: dict[str, Any] = {
        "offset": _measure(folder.log),
        "log": "".join(line.text for line in step.lines),
        "head": str(head),
        "used": {str(n): _write_bytes(data) for n, data in step.used.items()},
        "messages": {name: _write_bytes(data) for name, data in step.messages.items()},
        "moves": [[move.source, move.target, _write_bytes(move.data)] for move in step.moves],
        "opened": [[opened.path, _write_bytes(opened.data)] for opened in step.opened],
        "puts": [
            [put.path, _write_bytes(put.data), None if put.old is None else _write_bytes(put.old)] for put in step.puts
        ],
    }
    written = plan
    if step.record is not None:
        plan.update(record=step.record.path, also=step.record.also)
        written = {**step.record.facts, _STEP: plan}
    write_file(folder.step, json.dumps(written).encode("ascii"))
    try:
        _apply(folder, plan)
    except DamagedGame:
        raise
    except ManilaError as error:
        # Doing it again would do it twice.
        raise ManilaError(f"{error}; it is written down all the same, and the next command completes it") from error


def complete_step(folder: GameFolder) -> None:
    """Do what is left of a step that was written down, if there is one; raises `ManilaError`."""
    text = read_file(folder.step)
    if text is None:
        return
    try:
        plan = json.loads(text)
    except ValueError as error:
        raise DamagedGame(f"{folder.step} is not a step as this program writes it") from error
    _apply(folder, plan.get(_STEP, plan))


def recover(folder: GameFolder) -> list[Entry]:
    """Put right what a killed command left, then return the log's entries, chain and head checked.

    A step that was written down is completed; temporary files and an unfinished line behind the head are taken away.
    Raises `DamagedGame` for anything else that is not as it was written, naming the line.
    """
    orders = [Path(entry.path) for entry in list_folder(folder.orders) if entry.is_dir(follow_symlinks=False)]
    for place in (folder.path, folder.secret, folder.used, folder.outbox / "new", *orders):
        sweep(place)
    if folder.step.exists():
        # Nothing else writes there, and a long game has thousands of mails to look through.
        for place in (folder.inbox, folder.inbox / "ids", folder.messages):
            sweep(place)
    complete_step(folder)
    head = read_head(folder)
    _remove_unfinished_line(folder, head)
    return read_log(folder.log, head)


def read_head(folder: GameFolder) -> Head:
    """Return the head of the log as it was kept; raises `DamagedGame`."""
    text = read_file(folder.head)
    if text is None:
        if folder.log.exists():
            raise DamagedGame(f"{folder.head} is missing, by which the end of the log is known")
        return NO_HEAD
    try:
        return parse_head(text.decode("ascii").removesuffix("\n"))
    except (UnicodeDecodeError, ManilaError) as error:
        raise DamagedGame(f"{folder.head} does not hold the head of a log, N:HASH") from error


def _apply(folder: GameFolder, plan: dict[str, Any]) -> None:
    """Do the parts of a step that are not done yet, so that doing it again changes nothing."""
    for n, text in plan["used"].items():
        write_file(folder.used / f"{n}.yaml", _read_bytes(text))
    for name, text in plan["messages"].items():
        write_file(make_folder(folder.messages) / name, _read_bytes(text))
    if plan["log"]:
        _append(folder.log, plan["offset"], plan["log"].encode())
    for source, target, text in plan["moves"]:
        _move(_locate(folder, source), _locate(folder, target), _read_bytes(text))
    for path, text in plan["opened"]:
        _place(_locate(folder, path), _read_bytes(text))
    for path, text, old in plan.get("puts", ()):
        _put(folder, path, _read_bytes(text), None if old is None else _read_bytes(old))
    if plan["log"]:
        write_file(folder.head, f"{plan['head']}\n".encode("ascii"))
    if "record" in plan:
        _keep_record(folder, plan["record"], plan["also"])
    else:
        remove_file(folder.step)
        _sync(folder.secret)


def read_facts(path: Path) -> dict[str, Any] | None:
    """Return the facts of a record, None where there is none; raises `ManilaError`."""
    text = read_file(path)
    if text is None:
        return None
    try:
        facts = json.loads(text)
    except ValueError as error:
        raise ManilaError(f"{path} is not a record of a mail as this program writes it") from error
    return {key: fact for key, fact in facts.items() if key != _STEP} if isinstance(facts, dict) else None


def write_facts(facts: Mapping[str, Any]) -> bytes:
    """Return a record that no step belongs to; in ASCII, since what came by mail could change how it is shown."""
    return json.dumps(facts).encode("ascii")


def _keep_record(folder: GameFolder, path: str, also: str | None) -> None:
    """Give the step that was done its place among the mails; its name there says that it is done."""
    target = _locate_put(folder, path)
    if also is not None:
        _link(folder.step, _locate_put(folder, also))
    try:
        folder.step.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise ManilaError(f"{target} could not be written: {error.strerror}") from error


def _link(step: Path, other: Path) -> None:
    make_folder(other.parent)
    try:
        os.link(step, other, follow_symlinks=False)
    except FileExistsError:
        return
    except OSError:
        # Not every file system has a second name for a file.
        write_file(other, step.read_bytes())


def _append(log: Path, offset: int, data: bytes) -> None:
    """Make the log go on with `data` from `offset`, of which a kill may have left the beginning there."""
    try:
        descriptor = os.open(log, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            done = os.fstat(descriptor).st_size - offset
            if done < 0 or os.pread(descriptor, len(data) + 1, offset) != data[:done]:
                raise DamagedGame(f"{log} was changed while a step was being written to it, from byte {offset} on")
            os.lseek(descriptor, 0, os.SEEK_END)
            write_all(descriptor, data[done:])
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise ManilaError(f"{log} could not be written: {error.strerror}") from error
    if offset == 0:
        _sync(log.parent)


def _move(source: Path, target: Path, data: bytes) -> None:
    _place(target, data)
    if _holds(source, data):
        remove_file(source)
        _sync(source.parent)


def _place(path: Path, data: bytes) -> None:
    check_folder(path.parent.parent)
    make_folder(path.parent)
    if _holds(path, data):
        return
    if os.path.lexists(path):
        keep_unused(path)
    write_file(path, data)


def _put(folder: GameFolder, path: str, data: bytes, old: bytes | None) -> None:
    target = _locate_put(folder, path)
    place = folder.path
    for name in path.split("/")[:-1]:
        place = make_folder(place / name)
    if not os.path.lexists(target) if old is None else _holds(target, old):
        write_file(target, data)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return read_file(path, len(data)) == data
    except UnreadableFileError:
        return False


def _locate(folder: GameFolder, path: str) -> Path:
    phase, _, name = path.partition("/")
    if not name or "/" in name or name.startswith("."):
        raise ValueError(f"{path!r} is not the path of an order file below orders/")
    return folder.phase_orders(phase) / name


def _locate_put(folder: GameFolder, path: str) -> Path:
    names = path.split("/")
    if names[0] not in ("orders", "outbox", "inbox") or any(not name or name.startswith(".") for name in names):
        raise ValueError(f"{path!r} is not the path of an order, of a mail or of what is kept of one")
    return folder.path / path


def _measure(log: Path) -> int:
    try:
        return log.stat().st_size
    except FileNotFoundError:
        return 0


def _remove_unfinished_line(folder: GameFolder, head: Head) -> None:
    """Take away what stands without a line end behind the head's line; any other end is left for the check."""
    data = read_file(folder.log) or b""
    complete = data.rfind(b"\n") + 1
    if complete == len(data) or data.count(b"\n") != head.n:
        return
    try:
        os.truncate(folder.log, complete)
    except OSError as error:
        raise ManilaError(f"{folder.log} could not be shortened: {error.strerror}") from error


def _sync(path: Path) -> None:
    try:
        sync_folder(path)
    except OSError as error:
        raise ManilaError(f"{path} could not be written: {error.strerror}") from error


def _write_bytes(data: bytes) -> str:
    """Return any bytes as text that JSON keeps, readable where they are UTF-8."""
    return data.decode("utf-8", "surrogateescape")


def _read_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
