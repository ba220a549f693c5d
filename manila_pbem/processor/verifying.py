"""`verify` as a command: finds the folder that is meant, and puts a running game's files right first."""

from __future__ import annotations

from pathlib import Path

from manila_pbem.errors import DamagedGame, ManilaError, WrongUsage
from manila_pbem.processor.proving import Proof, verify_folder
from manila_pbem.store.game_folder import open_game
from manila_pbem.store.journal import read_head, recover
from manila_pbem.store.lock import lock_game
from manila_pbem.store.log_file import Head, parse_head
from manila_pbem.store.names import is_plain_name


def verify_game(games: Path, game: str, head: str | None) -> Proof:
    """Verify a game by its name, or a published folder by its path.

    `head` is one kept by the caller, written N:HASH; WrongUsage where it is not. Raises ManilaError where there is
    neither such a game nor such a folder, DamagedGame where a game's files are damaged in another way than its log.
    """
    kept = _read_head(head)
    if is_plain_name(game) and (games / game / "secret").is_dir():
        folder = open_game(games, game)
        with lock_game(folder):
            try:
                recover(folder)
            except DamagedGame:
                # What is wrong can most often be told better than by the head that the game itself has kept.
                proof = verify_folder(folder.path, kept or read_head(folder))
                if not proof.flaws:
                    raise
                return proof
            return verify_folder(folder.path, kept)
    if not Path(game).is_dir():
        raise ManilaError(f"{game!r} is neither a game in {games} nor a folder")
    return verify_folder(Path(game), kept)


def _read_head(head: str | None) -> Head | None:
    if head is None:
        return None
    try:
        return parse_head(head)
    except ManilaError as error:
        raise WrongUsage(str(error)) from error
