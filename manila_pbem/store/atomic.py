"""Files written and read whole: a reader sees the old bytes or the new ones, never a part, and never through a link."""

from __future__ import annotations

import os
import stat
from errno import ELOOP, ENXIO
from itertools import count
from pathlib import Path

from manila_pbem.errors import ManilaError

TEMPORARY_START = ".manila-"
TEMPORARY_END = ".tmp"

_numbers = count()
_PRIVATE = 0o600
"""What a file is made with."""


class UnreadableFileError(ManilaError):
    """A file is there and can't be read; `code` is `link`, `no-file`, `too-long` or `unreadable`."""

    def __init__(self, path: Path, code: str, why: str) -> None:
        super().__init__(f"{path} {why}")
        self.code = code


def name_temporary() -> str:
    """Return a name for something unfinished, which `sweep` takes away; another process may have the same."""
    return f"{TEMPORARY_START}{os.getpid()}-{next(_numbers)}{TEMPORARY_END}"


def is_temporary(name: str) -> bool:
    """Tell whether a name is one of `name_temporary`."""
    return name.startswith(TEMPORARY_START) and name.endswith(TEMPORARY_END)


def write_file(path: Path, data: bytes, mode: int = 0o600, *, durable: bool = True) -> None:
    """Write a file whole or not at all, with exactly that mode; what stood there is replaced, a link itself too.

    The folder must exist. `durable` bytes outlast a power cut; leave it out for what can be made again, such as
    reports. Raises `ManilaError` where the file can't be written: then the old one stands untouched.
    """
    temporary: Path | None = None
    try:
        descriptor, temporary = _open_temporary(path.parent)
        try:
            if mode != _PRIVATE:
                os.fchmod(descriptor, mode)
            write_all(descriptor, data)
            if durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
        temporary.replace(path)
        if durable:
            sync_folder(path.parent)
    except OSError as error:
        if temporary is not None:
            _remove_if_possible(temporary)
        raise ManilaError(f"{path} could not be written: {error.strerror}") from error


def write_all(descriptor: int, data: bytes) -> None:
    """Write all bytes at the descriptor's place; raises `OSError`."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def sync_folder(folder: Path) -> None:
    """Make the names in a folder outlast a power cut; raises `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sweep(folder: Path) -> None:
    """Take away the temporary files that killed writes left in a folder, if it is there.

    The caller holds the lock under which the folder is written. Raises `ManilaError`.
    """
    for entry in list_folder(folder):
        if is_temporary(entry.name):
            remove_file(Path(entry.path))


def list_folder(folder: Path) -> list[os.DirEntry[str]]:
    """Return what stands in a folder, by name; nothing where there is no folder. Raises `ManilaError`."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise ManilaError(f"{folder} could not be read: {error.strerror}") from error


def remove_file(path: Path) -> None:
    """Remove a file if it is there; raises `ManilaError`."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise ManilaError(f"{path} could not be removed: {error.strerror}") from error


def read_file(path: Path, limit: int | None = None) -> bytes | None:
    """Return a regular file's bytes, None where there is none.

    Raises `UnreadableFileError` for a link, for what is no file, for more than `limit` bytes and where reading fails.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            facts = os.fstat(descriptor)
            if not stat.S_ISREG(facts.st_mode):
                raise UnreadableFileError(path, "no-file", "is not a file")
            if limit is not None and facts.st_size > limit:
                raise UnreadableFileError(path, "too-long", f"is longer than {limit} bytes")
            return _read_all(descriptor, facts.st_size)
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == ELOOP:
            raise UnreadableFileError(path, "link", "is a link, and links are not followed") from error
        if error.errno == ENXIO:
            raise UnreadableFileError(path, "no-file", "is not a file") from error
        raise UnreadableFileError(path, "unreadable", f"could not be read: {error.strerror}") from error


def make_folder(path: Path) -> Path:
    """Make a folder of mode 0700 if it is not there, and return it; raises `ManilaError`, also where a link stands."""
    try:
        path.mkdir(0o700)
        sync_folder(path.parent)
    except FileExistsError:
        check_folder(path)
    except OSError as error:
        raise ManilaError(f"{path} could not be made: {error.strerror}") from error
    return path


def check_folder(path: Path) -> None:
    """Raise `ManilaError` where something stands that is no folder itself: a link would lead out of the game."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise ManilaError(f"{path} could not be read: {error.strerror}") from error
    if stat.S_ISLNK(mode):
        raise ManilaError(f"{path} is a link, and links are not followed")
    if not stat.S_ISDIR(mode):
        raise ManilaError(f"{path} is not a folder")


def _read_all(descriptor: int, size: int) -> bytes:
    parts = []
    while size > 0 and (part := os.read(descriptor, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _open_temporary(folder: Path) -> tuple[int, Path]:
    while True:
        temporary = folder / name_temporary()
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            return os.open(temporary, flags, _PRIVATE), temporary
        except FileExistsError:
            continue


def _remove_if_possible(temporary: Path) -> None:
    try:
        temporary.unlink(missing_ok=True)
    except OSError:
        return  # The first error is the one to be told; `sweep` takes the file away later.


def keep_unused(path: Path) -> None:
    """Rename a file to `….unused`, with a number where that is taken; raises `ManilaError`."""
    kept = path.with_name(f"{path.name}.unused")
    number = 1
    while os.path.lexists(kept):
        number += 1
        kept = path.with_name(f"{path.name}.unused.{number}")
    try:
        path.rename(kept)
    except FileNotFoundError:
        return  # Its player has just taken it away.
    except OSError as error:
        raise ManilaError(f"{path} could not be renamed to {kept.name}: {error.strerror}") from error
