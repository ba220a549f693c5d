"""Compiled templates kept from one run to the next in the user's cache folder, so that a report needs no compiling.

Whatever is wrong with the folder, reports come out the same, only later: so nothing here raises for a file that can't
be read or written. Only a folder of the user's own that nobody else can enter is used, since code is read from it.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import stat
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import CodeType

FOLDER = "manila-pbem"
_OTHERS = 0o077
_DIGEST_BYTES = 32


def find_cache_folder() -> Path | None:
    """Return the folder for compiled templates, made if it is missing; None where none can be used safely."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not base.startswith("/"):
        base = os.path.expanduser("~/.cache")  # noqa: PTH111 - Path.home raises where there is no home
    folder = Path(base, FOLDER)
    if not folder.is_absolute():
        return None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        info = folder.lstat()
    except OSError:
        # No home, a full disk, a file of that name: then there is no cache.
        return None
    mine = stat.S_ISDIR(info.st_mode) and info.st_uid == os.geteuid() and not info.st_mode & _OTHERS
    return folder if mine else None


def read_code(folder: Path, name: str, stamp: str) -> CodeType | None:
    """Return the code kept under a name, None where there is none, another stamp, or damage."""
    try:
        content = (folder / name).read_bytes()
    except OSError:
        return None
    body = content[_DIGEST_BYTES:]
    if content[:_DIGEST_BYTES] != _digest(stamp, body):
        return None
    code = marshal.loads(body)
    return code if isinstance(code, CodeType) else None


def write_code(folder: Path, name: str, stamp: str, code: CodeType) -> None:
    """Keep code under a name, whole or not at all; where it can't be written it is not kept."""
    body = marshal.dumps(code)
    part = folder / f"{name}.{os.getpid()}"
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:  # noqa: PTH123
            file.write(_digest(stamp, body) + body)
        part.replace(folder / name)
    except OSError:
        # The next run compiles again.
        with suppress(OSError):
            part.unlink()


def _digest(stamp: str, body: bytes) -> bytes:
    """Return what tells whole code of this Python and this source from anything else."""
    head = f"{sys.implementation.cache_tag}\n{stamp}\n".encode()
    return sha256(importlib.util.MAGIC_NUMBER + head + body).digest()
