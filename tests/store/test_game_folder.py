"""Where a game's files lie, and how games are made, opened and found."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from manila_pbem.errors import DamagedGame, ManilaError
from manila_pbem.store.game_folder import GameFolder, create_game, find_games, open_game

SEED = bytes(range(32))


def test_a_game_lies_as_laid_down(folder: GameFolder) -> None:
    path = folder.path
    assert folder.game_file == path / "game.yaml"
    assert folder.log == path / "log.jsonl"
    assert folder.phase_orders("v1-auction") == path / "orders" / "v1-auction"
    assert folder.phase_report("over") == path / "reports" / "over"
    assert folder.used == path / "secret" / "used"
    assert folder.head == path / "secret" / "head"
    for name in ("outbox/new", "outbox/cur", "outbox/tmp", "inbox", "secret/used", "orders", "reports"):
        assert (path / name).is_dir()
    assert (path / ".gitignore").read_bytes() == b"*\n"


def test_a_games_folders_are_for_the_moderator_alone(folder: GameFolder) -> None:
    for path in (folder.path, *(path for path in folder.path.rglob("*") if path.is_dir())):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700, path


@pytest.mark.parametrize("phase", ["", "..", "../v1-auction", "v1/auction", ".hidden", "V1-auction"])
def test_what_is_no_phase_leads_nowhere(folder: GameFolder, phase: str) -> None:
    for locate in (folder.phase_orders, folder.phase_report):
        with pytest.raises(ManilaError, match="is not the name of a phase"):
            locate(phase)


def test_a_game_appears_whole_when_it_is_made(tmp_path: Path) -> None:
    with create_game(tmp_path / "a" / "games", "g") as made:
        assert made.name == "g"
        assert find_games(tmp_path / "a" / "games") == []
        made.game_file.write_bytes(b"")
    assert [found.name for found in find_games(tmp_path / "a" / "games")] == ["g"]
    assert sorted(path.name for path in (tmp_path / "a" / "games").iterdir()) == ["g"]


def test_nothing_remains_of_a_game_that_could_not_be_made(tmp_path: Path) -> None:
    with pytest.raises(KeyError), create_game(tmp_path, "g"):
        raise KeyError
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from manila_pbem.store.game_folder import create_game
with create_game(Path(sys.argv[1]), "g"):
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_kill_left_of_a_game_is_taken_away(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    (left,) = tmp_path.iterdir()
    assert (left / "secret" / "used").is_dir()
    assert find_games(tmp_path) == []
    with create_game(tmp_path, "g"):
        assert not left.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["g"]


def test_a_name_is_given_once(folder: GameFolder) -> None:
    games = folder.path.parent
    with pytest.raises(ManilaError, match=r"games/harbour-1 is there already"), create_game(games, "harbour-1"):
        raise AssertionError("made twice")
    (games / "link").symlink_to("nowhere")
    with pytest.raises(ManilaError, match=r"games/link is there already"), create_game(games, "link"):
        raise AssertionError("made through a link")


def test_a_game_needs_a_games_name(tmp_path: Path) -> None:
    with pytest.raises(ManilaError, match="is no name for a game"), create_game(tmp_path, "../g"):
        raise AssertionError("made outside")
    with pytest.raises(ManilaError, match="is no name for a game"):
        open_game(tmp_path, "../g")


def test_games_can_not_lie_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "games").write_bytes(b"")
    with pytest.raises(ManilaError, match="games could not be made"), create_game(tmp_path / "games", "g"):
        raise AssertionError("made in a file")


def test_a_game_is_opened_by_name(folder: GameFolder) -> None:
    with pytest.raises(ManilaError, match=r"log\.jsonl is missing: the game harbour-1"):
        open_game(folder.path.parent, "harbour-1")
    folder.log.write_bytes(b"")
    found = open_game(folder.path.parent, "harbour-1")
    assert (found.path, found.name) == (folder.path, "harbour-1")
    with pytest.raises(ManilaError, match="games holds no game other"):
        open_game(folder.path.parent, "other")


@pytest.mark.parametrize(
    "place", ["", "orders", "orders/v1-auction", "reports", "reports/over", "secret", "secret/used"]
)
def test_no_folder_of_a_game_may_be_a_link(folder: GameFolder, tmp_path: Path, place: str) -> None:
    path = folder.path / place
    outside = tmp_path / "outside"
    if path.exists():
        path.rename(outside)
    else:
        outside.mkdir()
    path.symlink_to(outside)
    with pytest.raises(ManilaError, match=f"{path} is a link"):
        open_game(tmp_path / "games", "harbour-1")


def test_games_are_found_by_name(folder: GameFolder, tmp_path: Path) -> None:
    games = folder.path.parent
    for name in ("alpha", "inbox", "Upper", ".manila-1-0.tmp"):
        (games / name).mkdir()
        (games / name / "game.yaml").write_bytes(b"")
    (games / "no-game").mkdir()
    (games / "club.yaml").write_bytes(b"")
    (games / "file").write_bytes(b"")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "game.yaml").write_bytes(b"")
    (games / "link").symlink_to(tmp_path / "outside")
    assert [(found.name, found.path) for found in find_games(games)] == [
        ("alpha", games / "alpha"),
        ("harbour-1", folder.path),
    ]
    with pytest.raises(ManilaError, match="none is missing: there is no folder of games"):
        find_games(tmp_path / "none")


def test_what_is_left_of_a_game_is_found_too(folder: GameFolder) -> None:
    """So that a game whose game.yaml was lost is named, and not passed over."""
    folder.game_file.unlink(missing_ok=True)
    assert [found.name for found in find_games(folder.path.parent)] == ["harbour-1"]
    with pytest.raises(ManilaError, match=r"game\.yaml is missing"):
        open_game(folder.path.parent, "harbour-1")


def test_secrets_are_kept_as_hex(folder: GameFolder) -> None:
    folder.write_seed(SEED)
    folder.write_code_key(SEED[::-1])
    assert (folder.secret / "seed").read_bytes() == SEED.hex().encode() + b"\n"
    assert folder.read_seed() == SEED
    assert folder.read_code_key() == SEED[::-1]


def test_a_secret_has_32_bytes(folder: GameFolder) -> None:
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        folder.write_seed(SEED[1:])


def test_a_damaged_secret_is_named(folder: GameFolder) -> None:
    with pytest.raises(DamagedGame, match=r"secret/seed is missing"):
        folder.read_seed()
    for text in (b"", b"00\n", b"zz" * 32, "é".encode() * 32):
        (folder.secret / "seed").write_bytes(text)
        with pytest.raises(DamagedGame, match=r"secret/seed does not hold 64 hex digits"):
            folder.read_seed()


def test_used_orders_are_read_by_number(folder: GameFolder) -> None:
    for name, data in (("9.yaml", b"nine"), ("10.yaml", b"ten"), ("x.yaml", b""), (".manila-1-0.tmp", b"")):
        (folder.used / name).write_bytes(data)
    assert list(folder.read_used().items()) == [(9, b"nine"), (10, b"ten")]
    assert folder.read_used([10]) == {10: b"ten"}
    with pytest.raises(DamagedGame, match=r"used/11.yaml is missing"):
        folder.read_used([9, 11])
