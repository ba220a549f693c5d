"""Outboxes: mail to be sent in `new/`, mail sent in `cur/`, mail nobody takes in `failed/` (docs/play.md, section 3).

What became of a mail so far is kept in `results/NAME.json`. A mail is held by a lock on its own file while it is being
sent, so two commands never send it both, and the kernel drops the lock with whoever is killed.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from manila_pbem.errors import ManilaError
from manila_pbem.store.atomic import (
    check_folder,
    list_folder,
    make_folder,
    read_file,
    remove_file,
    sync_folder,
    write_file,
)
from manila_pbem.store.game_folder import find_games
from manila_pbem.store.mail_box import ENDING, MailBox, read_json, write_json
from manila_pbem.values import NamedValue

LONGEST_MAIL = 32 << 20
"""Bytes of a mail that is sent."""

LONGEST_NAME = 200
"""Bytes of a mail's name, so that what is kept of it can be called by it."""

NEW = "new"
SENT = "cur"
FAILED = "failed"
RESULTS = "results"


class Waiting(NamedValue):
    """A mail in `new/`; `came` is when it was put there, in nanoseconds."""

    box: Outbox
    name: str
    came: int

    @property
    def path(self) -> Path:
        return self.box.path / NEW / f"{self.name}{ENDING}"


class Outbox(NamedValue):
    """The outbox of a game, or of the club where `game` is None."""

    path: Path
    game: str | None

    def list_waiting(self) -> list[Waiting]:
        """Return the mails to be sent; raises ManilaError."""
        for path in (self.path, self.path / NEW):
            check_folder(path)
        found = []
        for entry in list_folder(self.path / NEW):
            if not entry.name.endswith(ENDING) or entry.name.startswith("."):
                continue
            try:
                came = entry.stat(follow_symlinks=False).st_mtime_ns
            except FileNotFoundError:
                continue  # Another command has just sent it.
            found.append(Waiting(self, entry.name.removesuffix(ENDING), came))
        return found

    def read_result(self, name: str) -> dict[str, Any]:
        """Return what is kept of a mail's way so far, nothing where there is nothing."""
        return read_json(self.path / RESULTS / f"{name}.json") or {}

    def write_result(self, name: str, result: dict[str, Any]) -> None:
        """Keep what became of a mail, so that it outlasts a power cut; raises ManilaError."""
        write_file(make_folder(self.path / RESULTS) / f"{name}.json", write_json(result))

    def is_sent(self, name: str, mail: bytes) -> bool:
        """Tell whether this very mail lies among those sent: a killed command may have written it again."""
        return read_file(self.path / SENT / f"{name}{ENDING}") == mail

    def lay_by(self, name: str, folder: str) -> None:
        """Move a mail of `new/` to another folder; another mail of its name there stays beside it.

        Raises ManilaError. The caller holds the mail.
        """
        source = self.path / NEW / f"{name}{ENDING}"
        target = make_folder(self.path / folder) / f"{name}{ENDING}"
        number = 1
        while os.path.lexists(target) and read_file(target) != read_file(source):
            number += 1
            target = target.with_name(f"{name}.{number}{ENDING}")
        try:
            source.replace(target)
            sync_folder(target.parent)
            sync_folder(source.parent)
        except OSError as error:
            raise ManilaError(f"{source} could not be moved to {target.parent}: {error.strerror}") from error

    def drop(self, name: str) -> None:
        """Take a mail out of `new/`; raises ManilaError."""
        remove_file(self.path / NEW / f"{name}{ENDING}")

    def bring_back(self) -> int:
        """Move the mails that failed to `new/` again, as if nobody had tried; return how many. Raises ManilaError."""
        names = [entry.name for entry in list_folder(self.path / FAILED) if entry.name.endswith(ENDING)]
        for name in names:
            remove_file(self.path / RESULTS / f"{name.removesuffix(ENDING)}.json")
            source, target = self.path / FAILED / name, self.path / NEW / name
            try:
                if os.path.lexists(target):
                    raise ManilaError(f"{source} can't be tried again: another mail of that name waits")
                source.rename(target)
            except FileNotFoundError:
                continue  # Another command has just done it.
            except OSError as error:
                raise ManilaError(f"{source} could not be moved to {target.parent}: {error.strerror}") from error
        return len(names)


@contextmanager
def hold_mail(waiting: Waiting) -> Iterator[bytes | None]:
    """Hold a mail alone and read it; None where another command holds it, or it waits no more.

    Raises ManilaError where it can't be read, or is a link or no file.
    """
    path = waiting.path
    if len(os.fsencode(waiting.name)) > LONGEST_NAME:
        raise ManilaError(f"{path} has a name of more than {LONGEST_NAME} bytes")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        yield None
        return
    except OSError as error:
        raise ManilaError(f"{path} could not be read: {error.strerror}") from error
    try:
        yield _read_held(descriptor, path)
    finally:
        os.close(descriptor)


def list_outboxes(games: Path) -> list[Outbox]:
    """Return the outboxes of all games, by name, and the club's; raises ManilaError where there is no such folder."""
    found = [Outbox(folder.outbox, folder.name) for folder in find_games(games)]
    return [*found, Outbox(MailBox(games).outbox, None)]


def _read_held(descriptor: int, path: Path) -> bytes | None:
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode):
        raise ManilaError(f"{path} is not a file")
    if facts.st_size > LONGEST_MAIL:
        raise ManilaError(f"{path} is longer than {LONGEST_MAIL >> 20} MiB")
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Between opening and locking, whoever held it may have sent it.
        now = path.lstat()
        if (now.st_dev, now.st_ino) != (facts.st_dev, facts.st_ino):
            return None
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read()
    except (BlockingIOError, FileNotFoundError):
        return None
    except OSError as error:
        raise ManilaError(f"{path} could not be read: {error.strerror}") from error
