"""Where everything of a game lies, and its secrets; how games are made and found (docs/play.md, section 3)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from manila_pbem.errors import DamagedGame, ManilaError
from manila_pbem.store.atomic import (
    check_folder,
    is_temporary,
    list_folder,
    make_folder,
    name_temporary,
    read_file,
    sync_folder,
    write_file,
)
from manila_pbem.store.lock import lock_folder
from manila_pbem.store.names import check_game_name, is_plain_name

SECRET_BYTES = 32


class GameFolder:
    """A game's directory. `name` is the game's, even while the directory is being made under another name."""

    __slots__ = ("name", "path")

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.name = name

    @property
    def game_file(self) -> Path:
        return self.path / "game.yaml"

    @property
    def log(self) -> Path:
        """The public log, append only; `manila_pbem.store.log_file` reads it."""
        return self.path / "log.jsonl"

    @property
    def orders(self) -> Path:
        """One folder a phase; `manila_pbem.store.order_files` reads them."""
        return self.path / "orders"

    @property
    def reports(self) -> Path:
        return self.path / "reports"

    @property
    def outbox(self) -> Path:
        """A Maildir: mail to be sent in `new`, mail sent in `cur`."""
        return self.path / "outbox"

    @property
    def inbox(self) -> Path:
        return self.path / "inbox"

    @property
    def secret(self) -> Path:
        return self.path / "secret"

    @property
    def used(self) -> Path:
        """The bytes of every order that was used, `<n>.yaml` by the number of its log entry."""
        return self.secret / "used"

    @property
    def messages(self) -> Path:
        """What is kept of each message, a file each, named by its digest; the folder may be missing."""
        return self.secret / "messages"

    @property
    def head(self) -> Path:
        """Number and hash of the log's last entry, so that a missing tail shows."""
        return self.secret / "head"

    @property
    def step(self) -> Path:
        """The step that is being written; it is there after a kill only (`manila_pbem.store.journal`)."""
        return self.secret / "step.json"

    @property
    def lock(self) -> Path:
        return self.secret / "lock"

    @property
    def addresses(self) -> Path:
        return self.secret / "addresses.yaml"

    def phase_orders(self, phase: str) -> Path:
        """Return the folder of a phase's order files, which may be missing."""
        return self.orders / _check_phase(phase)

    def phase_report(self, phase: str) -> Path:
        """Return the folder of a phase's reports, which may be missing."""
        return self.reports / _check_phase(phase)

    def read_seed(self) -> bytes:
        """Return the seed, 32 bytes; raises `DamagedGame`."""
        return self._read_secret("seed")

    def write_seed(self, seed: bytes) -> None:
        self._write_secret("seed", seed)

    def read_code_key(self) -> bytes:
        """Return the key of the reply codes, 32 bytes; raises `DamagedGame`."""
        return self._read_secret("code-key")

    def write_code_key(self, key: bytes) -> None:
        self._write_secret("code-key", key)

    def read_addresses(self) -> bytes | None:
        """Return the bytes of the address file, None where the game has no part in mail: no key of codes either.

        Raises `DamagedGame` where the file got lost, since a game is made with both.
        """
        data = read_file(self.addresses)
        if data is None and (self.secret / "code-key").exists():
            raise DamagedGame(f"{self.addresses} is missing, by which it is known whose mail is whose")
        return data

    def read_used(self, numbers: Iterable[int] | None = None) -> dict[int, bytes]:
        """Return the used copies of the orders with these entry numbers, or all there are.

        Raises `DamagedGame` where one is missing.
        """
        if numbers is None:
            stems = (entry.name.removesuffix(".yaml") for entry in list_folder(self.used))
            numbers = sorted(int(stem) for stem in stems if stem.isascii() and stem.isdecimal())
        copies = {}
        for n in numbers:
            path = self.used / f"{n}.yaml"
            data = read_file(path)
            if data is None:
                raise DamagedGame(f"{path} is missing, the copy of the order used in entry {n} of the log")
            copies[n] = data
        return copies

    @property
    def policies(self) -> Path:
        """An empty file for each order that came by standing policy, named by its digest; the folder may be missing."""
        return self.secret / "policies"

    def list_policies(self) -> frozenset[str]:
        """Return the digests of the orders that came by standing policy."""
        return frozenset(entry.name for entry in list_folder(self.policies))

    def keep_policy(self, digest: str) -> None:
        """Note that an order with this digest comes by standing policy."""
        write_file(make_folder(self.policies) / digest, b"")

    def read_messages(self) -> dict[str, bytes]:
        """Return what is kept of messages, by the name of the file, sorted."""
        kept = {}
        for entry in list_folder(self.messages):
            data = read_file(Path(entry.path))
            if data is not None and not is_temporary(entry.name):
                kept[entry.name] = data
        return dict(sorted(kept.items()))

    def check_folders(self) -> None:
        """Raise `ManilaError` where a folder of the game is a link: what is read and written stays inside."""
        for path in (self.path, self.orders, self.reports, self.outbox, self.inbox, self.secret, self.used):
            check_folder(path)
        for path in (self.orders, self.reports):
            for entry in list_folder(path):
                if entry.is_symlink():
                    raise ManilaError(f"{entry.path} is a link, and links are not followed")

    def _read_secret(self, name: str) -> bytes:
        path = self.secret / name
        text = read_file(path)
        if text is None:
            raise DamagedGame(f"{path} is missing")
        try:
            value = bytes.fromhex(text.decode("ascii"))
        except ValueError as error:
            raise DamagedGame(f"{path} does not hold {2 * SECRET_BYTES} hex digits") from error
        if len(value) != SECRET_BYTES:
            raise DamagedGame(f"{path} does not hold {2 * SECRET_BYTES} hex digits")
        return value

    def _write_secret(self, name: str, value: bytes) -> None:
        if len(value) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(value)}")
        write_file(self.secret / name, value.hex().encode() + b"\n")


@contextmanager
def create_game(games: Path, name: str) -> Iterator[GameFolder]:
    """Make a game whole or not at all: what the `with` block writes appears under its name when the block ends.

    `games` is made where it is missing. If the block raises, or is killed, nothing of the game remains (what a kill
    left, the next game made takes away). Raises `ManilaError` where the name can't be one or is taken.
    """
    check_game_name(name)
    try:
        games.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ManilaError(f"{games} could not be made: {error.strerror}") from error
    with lock_folder(games):
        _remove_unfinished(games)
        path = games / name
        if os.path.lexists(path):
            raise ManilaError(f"{path} is there already")
        building = games / name_temporary()
        try:
            yield _make_folders(GameFolder(building, name))
            _publish_folder(building, path)
        except BaseException:
            _remove_tree(building)
            raise


def open_game(games: Path, name: str) -> GameFolder:
    """Return the game of that name; raises `ManilaError` where there is none, or one of its folders is a link."""
    check_game_name(name)
    folder = GameFolder(games / name, name)
    folder.check_folders()
    if not _is_game(folder):
        raise ManilaError(f"{games} holds no game {name}")
    for path, what in ((folder.game_file, "game.yaml"), (folder.secret, "secret/"), (folder.log, "log.jsonl")):
        if not path.exists():
            raise DamagedGame(f"{path} is missing: the game {name} can't go on without its {what}")
    return folder


def find_games(games: Path) -> list[GameFolder]:
    """Return all games, by name, damaged ones too. Links and folders that are no games are passed over.

    Raises `ManilaError` where the folder of games itself is missing.
    """
    if not games.is_dir():
        raise ManilaError(f"{games} is missing: there is no folder of games")
    folders = []
    for entry in list_folder(games):
        try:
            check_game_name(entry.name)
        except ManilaError:
            continue  # Not a game's name, so something else is kept there.
        folder = GameFolder(Path(entry.path), entry.name)
        if entry.is_dir(follow_symlinks=False) and _is_game(folder):
            folders.append(folder)
    return folders


def _is_game(folder: GameFolder) -> bool:
    """Tell whether a folder is a game's, or what is left of one; one that can't be looked into may be."""
    try:
        return any(path.exists() for path in (folder.game_file, folder.log, folder.secret))
    except OSError:
        return True


def _check_phase(phase: str) -> str:
    if not is_plain_name(phase):
        raise ManilaError(f"{phase!r} is not the name of a phase")
    return phase


def _make_folders(folder: GameFolder) -> GameFolder:
    for path in (folder.path, folder.orders, folder.reports, folder.inbox, folder.secret, folder.used):
        make_folder(path)
    for path in (folder.outbox, *(folder.outbox / name for name in ("new", "cur", "tmp"))):
        make_folder(path)
    write_file(folder.path / ".gitignore", b"*\n")
    return folder


def _publish_folder(building: Path, path: Path) -> None:
    try:
        building.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        raise ManilaError(f"{path} could not be made: {error.strerror}") from error


def _remove_unfinished(games: Path) -> None:
    for entry in list_folder(games):
        if is_temporary(entry.name) and entry.is_dir(follow_symlinks=False):
            _remove_tree(Path(entry.path))


def _remove_tree(path: Path) -> None:
    import shutil  # Slow to import, and needed after failures only.

    shutil.rmtree(path, ignore_errors=True)
