"""Which order file is whose (docs/play.md, section 3, "Names")."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from manila_pbem.errors import ManilaError
from manila_pbem.store.game_folder import GameFolder
from manila_pbem.store.order_files import OrderFile, Trouble, file_order, find_orders, list_strangers

PHASE = "v1-auction"
PLAYERS = ("José", "ana", "Straße")


@pytest.fixture
def place(folder: GameFolder) -> Path:
    path = folder.phase_orders(PHASE)
    path.mkdir()
    return path


def test_without_a_folder_nobody_has_orders(folder: GameFolder) -> None:
    assert find_orders(folder, PHASE, PLAYERS) == {}
    assert list_strangers(folder, PHASE, PLAYERS) == []


@pytest.mark.parametrize(
    ("name", "player"),
    [
        ("ana.yaml", "ana"),
        ("ANA.YAML", "ana"),
        (unicodedata.normalize("NFD", "josé.yaml"), "José"),
        ("STRASSE.yaml", "Straße"),
    ],
)
def test_a_file_is_found_under_casefold_and_nfc(folder: GameFolder, place: Path, name: str, player: str) -> None:
    (place / name).write_bytes(b"bid: 3\n")
    assert find_orders(folder, PHASE, PLAYERS) == {player: OrderFile(f"{PHASE}/{name}", b"bid: 3\n")}
    assert list_strangers(folder, PHASE, PLAYERS) == []


def test_orders_come_in_the_order_of_the_players(folder: GameFolder, place: Path) -> None:
    for name in ("ana", "Straße", "José"):
        (place / f"{name}.yaml").write_bytes(name.encode())
    assert list(find_orders(folder, PHASE, PLAYERS)) == ["José", "ana", "Straße"]


@pytest.mark.parametrize(
    "name",
    ["ana.2.yaml", "ana.yaml.unused", "ana.yaml.unused.2", ".ana.yaml", "ana.yml", "ana", "ana.yaml~", "ａｎａ.yaml"],
)
def test_no_other_file_is_an_order(folder: GameFolder, place: Path, name: str) -> None:
    (place / name).write_bytes(b"bid: 3\n")
    assert find_orders(folder, PHASE, PLAYERS) == {}


def test_two_files_for_one_player_are_refused(folder: GameFolder, place: Path) -> None:
    for name in ("ana.yaml", "Ana.yaml", "José.yaml"):
        (place / name).write_bytes(b"bid: 3\n")
    assert find_orders(folder, PHASE, PLAYERS) == {
        "José": OrderFile(f"{PHASE}/José.yaml", b"bid: 3\n"),
        "ana": Trouble("two-files", (f"{PHASE}/Ana.yaml", f"{PHASE}/ana.yaml")),
    }


def test_what_can_not_be_read_is_told_for_its_player(folder: GameFolder, place: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(b"bid: 3\n")
    (place / "ana.yaml").symlink_to(tmp_path / "outside")
    (place / "José.yaml").mkdir()
    (place / "Straße.yaml").write_bytes(b"#" * (64 * 1024 + 1))
    assert find_orders(folder, PHASE, PLAYERS) == {
        "José": Trouble("no-file", (f"{PHASE}/José.yaml",)),
        "ana": Trouble("link", (f"{PHASE}/ana.yaml",)),
        "Straße": Trouble("too-long", (f"{PHASE}/Straße.yaml",)),
    }


def test_64_kib_are_not_too_long(folder: GameFolder, place: Path) -> None:
    (place / "ana.yaml").write_bytes(b"#" * 64 * 1024)
    assert isinstance(find_orders(folder, PHASE, PLAYERS)["ana"], OrderFile)


def test_files_of_nobody_are_listed(folder: GameFolder, place: Path) -> None:
    ours = ("ana.yaml", "ana.2.yaml", ".ben.yaml", "ana.yaml.unused", "ana.2.yaml.unused.3")
    strangers = ("ana.x.yaml", "ana.yaml.txt", "ana.yml", "anna.yaml", "notes.txt")
    for name in (*ours, *strangers):
        (place / name).write_bytes(b"")
    assert list_strangers(folder, PHASE, PLAYERS) == [f"{PHASE}/{name}" for name in strangers]


def test_a_phase_folder_that_is_a_link_is_not_followed(folder: GameFolder, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    folder.phase_orders(PHASE).symlink_to(tmp_path / "outside")
    with pytest.raises(ManilaError, match=f"{PHASE} is a link"):
        find_orders(folder, PHASE, PLAYERS)
    with pytest.raises(ManilaError, match=f"{PHASE} is a link"):
        file_order(folder, PHASE, "ana", b"")
    assert list((tmp_path / "outside").iterdir()) == []


def test_an_order_is_filed_under_its_players_name(folder: GameFolder) -> None:
    file_order(folder, PHASE, "José", b"bid: 3\n")
    assert find_orders(folder, PHASE, PLAYERS) == {"José": OrderFile(f"{PHASE}/José.yaml", b"bid: 3\n")}


def test_a_newer_order_replaces_whatever_stood_there_for_its_player(folder: GameFolder, place: Path) -> None:
    (place / "Ana.yaml").write_bytes(b"old")
    file_order(folder, PHASE, "ana", b"new")
    assert find_orders(folder, PHASE, PLAYERS) == {"ana": OrderFile(f"{PHASE}/Ana.yaml", b"new")}
    (place / "ANA.yaml").write_bytes(b"other")
    file_order(folder, PHASE, "ana", b"newest")
    assert find_orders(folder, PHASE, PLAYERS) == {"ana": OrderFile(f"{PHASE}/ana.yaml", b"newest")}
    assert sorted(path.name for path in place.iterdir()) == ["ana.yaml"]
