"""Mails of an mbox file: split where mails really begin, unquoted (mboxrd), and read under the locks that others heed.

The library's `mailbox` begins a mail at every `From ` after a blank line, and so cuts orders in two at a sentence such
as `From here on` (docs/dependencies.md). A mail begins at `From SENDER DATE` after a blank line and before a header.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from manila_pbem.errors import ManilaError

WAIT = 10.0
"""Seconds to wait for another program that holds the file."""

STALE = 600.0
"""Seconds after which a lock file is taken for forgotten."""

_PAUSE = 0.1
_IN_MEMORY = 1 << 20
_LONGEST_PIECE = 1 << 16
_DAY = rb"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?"
_MONTH = rb"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_TIME = rb"\d{1,2}:\d\d(?::\d\d)?"
_ZONE = rb"(?:[ \t]+(?:[A-Z]{1,5}|[+-]\d{4}))"
_BEGIN = re.compile(
    rb'From[ \t]+(?:"[^"\r\n]{0,300}"\S{0,300}|\S{1,600})[ \t]+'
    + _DAY
    + rb"[ \t]+(?:"
    + _MONTH + rb"[ \t]+\d{1,2}[ \t]+" + _TIME + _ZONE + rb"?[ \t]+\d{4}" + _ZONE + rb"?"
    + rb"|\d{1,2}[ \t]+" + _MONTH + rb"[ \t]+\d{4}[ \t]+" + _TIME + _ZONE + rb"?"
    + rb")(?:[ \t]+remote from[ \t]+\S{1,300})?[ \t]*\r?\n"
)  # fmt: skip
_HEADER = re.compile(rb"[!-9;-~]+[ \t]*:|>From ")
_QUOTED = re.compile(rb">+From ")


@contextmanager
def open_mbox(path: Path, wait: float = WAIT) -> Iterator[BinaryIO]:
    """Open an mbox file and hold it against those who write to it: by flock, fcntl, and `FILE.lock` where possible.

    Raises ManilaError where it can't be read, is no file, or is still held after `wait` seconds.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise ManilaError(f"{path} could not be read: {error.strerror}") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise ManilaError(f"{path} is not a file")
    with os.fdopen(descriptor, "rb") as stream:
        end = time.monotonic() + wait
        lock = _make_lock_file(path.with_name(f"{path.name}.lock"), end)
        try:
            _lock(descriptor, path, end)
            yield stream
        finally:
            if lock is not None:
                lock.unlink(missing_ok=True)


def split_mails(stream: BinaryIO, name: str) -> Iterator[BinaryIO]:
    """Yield the mails of an mbox, each to be read before the next is asked for; raises ManilaError where it is none.

    `name` is for messages.
    """
    lines = _look_ahead(_list_lines(stream))
    begun = False
    for line, following in lines:
        if _begins_mail(line, following):
            begun = True
            break
        if line.strip():
            raise ManilaError(
                f"{name} is no mbox: it does not begin with a line such as `From ana Tue Dec  1 20:00:00 2026`"
            )
    while begun:
        begun = False
        with tempfile.SpooledTemporaryFile(_IN_MEMORY) as mail:
            blank = b""
            whole = True
            for line, following in lines:
                if blank and whole and _begins_mail(line, following):
                    begun = True
                    break
                mail.write(blank)
                blank = b""
                if whole and line in (b"\n", b"\r\n"):
                    # The last blank line is the file's and not the mail's.
                    blank = line
                else:
                    mail.write(line[1:] if whole and _QUOTED.match(line) else line)
                whole = line.endswith(b"\n")
            mail.seek(0)
            yield cast(BinaryIO, mail)


def _list_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines, those that are too long in pieces."""
    while line := stream.readline(_LONGEST_PIECE):
        yield line


def _look_ahead(lines: Iterator[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """Yield each line with the one that follows, b"" after the last."""
    line = next(lines, b"")
    while line:
        following = next(lines, b"")
        yield line, following
        line = following


def _begins_mail(line: bytes, following: bytes) -> bool:
    return line.startswith(b"From ") and bool(_BEGIN.fullmatch(line)) and bool(_HEADER.match(following))


def _lock(descriptor: int, path: Path, end: float) -> None:
    for lock in (fcntl.flock, fcntl.lockf):
        while True:
            try:
                lock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
                break
            except OSError as error:
                if error.errno not in (errno.EACCES, errno.EAGAIN):
                    raise ManilaError(f"{path} could not be locked: {error.strerror}") from error
                if time.monotonic() >= end:
                    raise ManilaError(f"{path} is in use by another program") from error
            time.sleep(_PAUSE)


def _make_lock_file(lock: Path, end: float) -> Path | None:
    """Make the lock file that mail programs agree on; None where the folder is not ours to write to."""
    while True:
        try:
            descriptor = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        except FileExistsError as error:
            if _is_forgotten(lock):
                lock.unlink(missing_ok=True)
                continue
            if time.monotonic() >= end:
                raise ManilaError(f"{lock} says that another program is using the mailbox") from error
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
                return None
            raise ManilaError(f"{lock} could not be made: {error.strerror}") from error
        else:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(b"%d\n" % os.getpid())
            return lock
        time.sleep(_PAUSE)


def _is_forgotten(lock: Path) -> bool:
    """Tell whether a lock file is left from a program that is gone: by its number, or by its age."""
    try:
        old = time.time() - lock.lstat().st_mtime > STALE
        with lock.open("rb") as stream:
            said = stream.read(40).strip()
    except OSError:
        return False
    if old:
        return True
    if not re.fullmatch(rb"[1-9]\d{0,8}", said):
        return False
    try:
        os.kill(int(said), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
