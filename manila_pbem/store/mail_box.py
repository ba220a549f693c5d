"""Mails as they came: kept before anything else, then laid beside what was made of them (docs/play.md, sections 3, 7).

A mail lands in `inbox/new` of the club. When it has been treated, it moves to the inbox of its game, or the club's,
beside `ID.json`, which tells how it was read. Its ID is the beginning of the SHA-256 of its bytes: the same bytes are
the same mail, however often they come.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from manila_pbem.errors import ManilaError
from manila_pbem.store.atomic import (
    TEMPORARY_START,
    check_folder,
    is_temporary,
    list_folder,
    make_folder,
    name_temporary,
    read_file,
    sync_folder,
    write_all,
    write_file,
)
from manila_pbem.store.journal import write_facts
from manila_pbem.store.lock import lock_folder
from manila_pbem.values import NamedValue

ID_LENGTH = 16
ENDING = ".eml"
_CHUNK = 1 << 16


class Landed(NamedValue):
    """A mail that is kept and not treated yet; `start` is how it begins, None where that was not asked for."""

    id: str
    path: Path
    start: bytes | None = None


class MailBox:
    """Where mail lies that belongs to no game: `inbox/` and `outbox/` of the folder of games."""

    __slots__ = ("games",)

    def __init__(self, games: Path) -> None:
        self.games = games

    @property
    def path(self) -> Path:
        """The club's folder, below which paths of its mails are told."""
        return self.games

    @property
    def inbox(self) -> Path:
        return self.games / "inbox"

    @property
    def landing(self) -> Path:
        return self.inbox / "new"

    @property
    def outbox(self) -> Path:
        """A Maildir: mail to be sent in `new`, mail sent in `cur`."""
        return self.games / "outbox"

    @property
    def notes(self) -> Path:
        """What the moderator is told in the next digest, a file each."""
        return self.inbox / "notes"

    @property
    def refusals(self) -> Path:
        """When an address was told of refusals, a file an address, named by its digest."""
        return self.inbox / "refusals"

    def make_folders(self) -> None:
        """Make what is missing; raises `ManilaError`, also where a link stands."""
        if not self.games.is_dir():
            raise ManilaError(f"{self.games} is missing: there is no folder of games")
        for path in (self.inbox, self.landing, self.notes, self.refusals, self.outbox):
            make_folder(path)
        for name in ("new", "cur", "tmp"):
            make_folder(self.outbox / name)

    def land(self, mail: bytes | BinaryIO, start: int = 0) -> Landed:
        """Keep a mail unaltered, so that it outlasts a power cut; raises `ManilaError` where it can't be kept.

        As many bytes as `start` says are handed back with it, and no more of a mail is ever in memory.
        """
        temporary = self.landing / name_temporary()
        try:
            # Two processes never share a temporary name, since it has the process's number in it.
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            try:
                digest, head = _copy(mail, descriptor, start)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            landed = Landed(digest[:ID_LENGTH], self.landing / f"{digest[:ID_LENGTH]}{ENDING}", head)
            temporary.replace(landed.path)
            sync_folder(self.landing)
        except OSError as error:
            _discard(temporary)
            raise ManilaError(f"{self.landing} could not keep a mail: {error.strerror}") from error
        return landed

    def list_landed(self) -> list[Landed]:
        """Return the mails that a killed command kept and did not treat, in the order in which they came."""
        found = []
        for entry in list_folder(self.landing):
            if entry.name.endswith(ENDING) and not is_temporary(entry.name) and entry.is_file(follow_symlinks=False):
                try:
                    came = entry.stat(follow_symlinks=False).st_mtime_ns
                except FileNotFoundError:
                    continue  # Another command has just treated it.
                found.append((came, entry.name, Landed(entry.name.removesuffix(ENDING), Path(entry.path))))
        return [landed for _, _, landed in sorted(found, key=lambda found: found[:2])]

    def sweep(self) -> None:
        """Take away what killed commands left of mails and notes that never were whole.

        Nobody was told that such mails are kept. Raises `ManilaError`.
        """
        for folder in (self.landing, self.inbox, self.notes, self.refusals):
            try:
                with os.scandir(folder) as entries:
                    left = [Path(entry.path) for entry in entries if is_temporary(entry.name)]
            except FileNotFoundError:
                continue
            except OSError as error:
                raise ManilaError(f"{folder} could not be read: {error.strerror}") from error
            for path in left:
                if not _is_alive(path.name):
                    _discard(path)

    def keep(self, mail: str, facts: dict[str, Any]) -> None:
        """Keep in the club's inbox how a mail was read; raises `ManilaError`."""
        write_file(self.inbox / f"{mail}.json", write_facts(facts))

    def add_note(self, name: str, note: dict[str, Any]) -> None:
        """Note something for the moderator's next digest; the same name again is the same note."""
        write_file(make_folder(self.notes) / f"{name}.json", write_json(note))

    def count_refusal(self, address: str, mail: str, now: float, span: float) -> int:
        """Count a refusal told to an address for a mail; return how many others it was told in the last `span` seconds.

        A mail counts once, however often it is treated.
        """
        folder = make_folder(self.refusals)
        path = folder / f"{sha256(address.encode()).hexdigest()[:32]}.json"
        with lock_folder(folder):
            told = read_json(path) or {}
            recent = {other: at for other, at in told.items() if now - span < at <= now}
            others = len(recent.keys() - {mail})
            write_file(path, write_json({**recent, mail: now}))
        return others


def settle(landed: Landed, inbox: Path) -> None:
    """Move a treated mail into the inbox where its story lies; raises `ManilaError`.

    What a power cut takes back of it, the next command does again.
    """
    try:
        landed.path.replace(inbox / f"{landed.id}{ENDING}")
    except FileNotFoundError:
        return  # Another command has just done it.
    except OSError as error:
        raise ManilaError(f"{landed.path} could not be moved to {inbox}: {error.strerror}") from error


@contextmanager
def lock_club(box: MailBox) -> Iterator[None]:
    """Hold the club's inbox alone, for mail that belongs to no game."""
    check_folder(box.inbox)
    with lock_folder(box.inbox):
        yield


def write_json(value: object) -> bytes:
    """Return a value as JSON in lines, in ASCII: what came by mail can't change how a terminal shows it."""
    return json.dumps(value, indent=1, sort_keys=True).encode("ascii") + b"\n"


def read_json(path: Path) -> dict[str, Any] | None:
    """Return what `write_json` wrote, None where there is no file or it is none."""
    data = read_file(path)
    if data is None:
        return None
    try:
        value = json.loads(data)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _copy(mail: bytes | BinaryIO, descriptor: int, start: int) -> tuple[str, bytes]:
    """Write a mail; return the digest of all its bytes, and the first of them."""
    if isinstance(mail, bytes):
        write_all(descriptor, mail)
        return sha256(mail).hexdigest(), mail[:start]
    digest = sha256()
    head = bytearray()
    while chunk := mail.read(_CHUNK):
        digest.update(chunk)
        write_all(descriptor, chunk)
        head += chunk[: max(start - len(head), 0)]
    return digest.hexdigest(), bytes(head)


def _is_alive(temporary: str) -> bool:
    """Tell whether the process that writes a temporary file still runs."""
    number = temporary.removeprefix(TEMPORARY_START).partition("-")[0]
    try:
        os.kill(int(number), 0)
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _discard(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return  # The first error is the one to be told.
