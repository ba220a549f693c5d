"""One command at a time: a lock a game, which the kernel drops with the process that holds it, killed or not."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from manila_pbem.errors import ManilaError

WAIT = 10.0
"""Seconds that a command waits for another one."""

PAUSE = 0.02


class Lockable(Protocol):
    """A game's folder, as far as its lock goes."""

    @property
    def path(self) -> Path:
        """The folder, for messages."""

    @property
    def lock(self) -> Path:
        """The file that is locked."""


@contextmanager
def lock_game(folder: Lockable, *, shared: bool = False, wait: float = WAIT) -> Iterator[None]:
    """Hold a game's lock: alone, or `shared` with others who only read.

    Whoever waits longer than `wait` seconds gets a `ManilaError` that names the process in the way. The lock file
    stays for ever, since a deleted one could be locked twice. The lock is not for taking twice in one process.
    """
    descriptor = _open_lock(folder.lock)
    try:
        _wait_for(descriptor, folder.path, shared=shared, wait=wait)
        _sign(descriptor, "" if shared else f"{os.getpid()}\n")
        yield
    finally:
        os.close(descriptor)


@contextmanager
def lock_folder(path: Path, *, wait: float = WAIT) -> Iterator[None]:
    """Hold a folder itself alone, for making things in it; else as `lock_game`."""
    descriptor = _open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _wait_for(descriptor, path, shared=False, wait=wait)
        yield
    finally:
        os.close(descriptor)


def _open_lock(path: Path) -> int:
    """Open the lock file, for reading where nothing can be written, so that a game can be looked at there, too."""
    flags = os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | flags, 0o600)
    except PermissionError:
        return _open(path, os.O_RDONLY | flags)
    except OSError as error:
        if error.errno == errno.EROFS:
            return _open(path, os.O_RDONLY | flags)
        raise ManilaError(f"{path} could not be locked: {error.strerror}") from error


def _open(path: Path, flags: int) -> int:
    try:
        return os.open(path, flags, 0o600)
    except OSError as error:
        raise ManilaError(f"{path} could not be locked: {error.strerror}") from error


def _wait_for(descriptor: int, path: Path, *, shared: bool, wait: float) -> None:
    operation = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB
    end = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(descriptor, operation)
            return
        except BlockingIOError as error:
            if time.monotonic() >= end:
                holder = _name_holder(descriptor)
                raise ManilaError(f"{path} is in use by {holder}, still after {wait:g} seconds") from error
        except OSError as error:
            raise ManilaError(f"{path} could not be locked: {error.strerror}") from error
        time.sleep(PAUSE)


def _sign(descriptor: int, who: str) -> None:
    """Leave a word for those who wait; readers leave none, since each would overwrite the other's."""
    # The word is a kindness only: on a full disk, or where nothing can be written, the lock holds without it.
    with suppress(OSError):
        if os.pread(descriptor, 20, 0) != who.encode():
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, who.encode(), 0)


def _name_holder(descriptor: int) -> str:
    try:
        who = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
    except IsADirectoryError:
        who = ""
    return f"process {who}" if who else "another command"
