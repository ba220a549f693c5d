"""Mail waiting in a Maildir: taken from `new/`, and moved to `cur/` as seen once it is kept.

A file's name only says where it lies; nothing of ours is called by it. Links, folders and what else is no file are
passed over, and `tmp/` is others' business.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import BinaryIO

from manila_pbem.errors import ManilaError

_NUMBER = re.compile(r"\d{1,15}")
_INFO = ":2,"


def check_maildir(folder: Path) -> None:
    """Raise ManilaError where the folder is no Maildir."""
    for inner in ("new", "cur"):
        if not (folder / inner).is_dir():
            raise ManilaError(f"{folder} is no Maildir: it has no folder {inner}")


def list_waiting(folder: Path) -> list[str]:
    """Return the names of the files in `new/`, in the order in which they came; raises ManilaError."""
    try:
        with os.scandir(folder / "new") as entries:
            found = [
                (_find_time(entry.name, facts.st_mtime_ns), facts.st_mtime_ns, entry.name)
                for entry in entries
                if not entry.name.startswith(".") and (facts := _find_facts(entry)) is not None
            ]
    except OSError as error:
        raise ManilaError(f"{folder / 'new'} could not be read: {error.strerror}") from error
    return [name for _, _, name in sorted(found)]


def open_waiting(folder: Path, name: str) -> BinaryIO | None:
    """Open a file of `new/`, None where it is gone or no file any more; raises ManilaError where it can't be read."""
    path = folder / "new" / name
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None  # Another mail program was quicker.
    except OSError as error:
        raise ManilaError(f"{path} could not be read: {error.strerror}") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        return None
    return os.fdopen(descriptor, "rb")


def mark_seen(folder: Path, name: str) -> None:
    """Move a file of `new/` to `cur/` with the flag `S`, over no other; raises ManilaError where that can't be done."""
    old = folder / "new" / name
    start, _, flags = name.partition(_INFO)
    info = _INFO + "".join(sorted({*flags, "S"}))
    new = folder / "cur" / (start + info)
    number = 1
    try:
        while os.path.lexists(new):
            number += 1
            new = folder / "cur" / f"{start}.{number}{info}"
        old.rename(new)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not os.path.lexists(old):
            return  # Another mail program has moved it.
        raise ManilaError(f"{old} could not be moved to {new}: {error.strerror}") from error


def _find_facts(entry: os.DirEntry[str]) -> os.stat_result | None:
    """Return a file's facts, None for what is no file or gone."""
    try:
        facts = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return None
    return facts if stat.S_ISREG(facts.st_mode) else None


def _find_time(name: str, modified: int) -> int:
    """Return the seconds with which names in a Maildir begin, else those of the file."""
    match = _NUMBER.match(name)
    return int(match[0]) if match else modified // 1_000_000_000
