"""A damaged game is named, and nothing goes on (docs/play.md, section 3)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

GAME = "harbour-1"

COMMANDS = [
    ["resolve", GAME],
    ["order", GAME, "ana"],
    ["check", "-", "--game", GAME, "--player", "ana"],
    ["status", GAME],
    ["report", GAME],
    ["export", GAME],
    ["loan", GAME, "ana", "mortgage", "1"],
    ["verify", GAME],
]


def swap_lines(lines: list[bytes]) -> None:
    lines[1:3] = [lines[2], lines[1]]


def change_a_byte(lines: list[bytes]) -> None:
    lines[2] = lines[2].replace(b"v1-auction", b"v1-auctiom")


def change_a_blank(lines: list[bytes]) -> None:
    lines[2] = lines[2].replace(b'"kind":', b'"kind": ')


def drop_a_line(lines: list[bytes]) -> None:
    del lines[3]


def double_a_line(lines: list[bytes]) -> None:
    lines.insert(2, lines[2])


def drop_the_tail(lines: list[bytes]) -> None:
    del lines[-2:]


def cut_the_tail(lines: list[bytes]) -> None:
    lines[-1] = lines[-1][:50]


def empty(lines: list[bytes]) -> None:
    lines.clear()


def add_a_line(lines: list[bytes]) -> None:
    lines.append(b'{"n":99}\n')


DAMAGES: dict[Callable[[list[bytes]], None], int] = {
    swap_lines: 2,
    change_a_byte: 3,
    change_a_blank: 3,
    drop_a_line: 4,
    double_a_line: 4,
    drop_the_tail: 6,
    cut_the_tail: 7,
    empty: 1,
    add_a_line: 8,
}
"""What is done to a log of seven lines, and the line that must be named."""


@pytest.fixture
def game(club: Any) -> Any:
    """A game whose log has seven lines: the start, three orders, three bids."""
    club.new()
    club.put_all(GAME, ana="bid: pass\n", ben="bid: pass\n", chu="bid: pass\n")
    assert club.run("resolve", GAME).status == 0
    assert len(club.log()) == 7
    return club


def read_all(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != "lock"}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_log_is_named(game: Any, damage: Callable[[list[bytes]], None]) -> None:
    """By each command, with the line; not a byte of the game is changed."""
    log = game.games / GAME / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    damage(lines)
    log.write_bytes(b"".join(lines))
    before = read_all(game.games / GAME)
    for command in COMMANDS:
        ran = game.run(*command, text="buy: none\n")
        assert ran.status == 1, (command, ran)
        told = ran.out + ran.err
        assert f"line {DAMAGES[damage]} " in told or f"line {DAMAGES[damage]}:" in told, (command, told)
        assert "Traceback" not in told
        assert read_all(game.games / GAME) == before


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("log.jsonl", None),
        ("game.yaml", None),
        ("game.yaml", b"title: ["),
        ("secret/head", None),
        ("secret/head", b"7:abc\n"),
        ("secret/head", b"\xff"),
        ("secret/seed", None),
        ("secret/seed", b"00\n"),
        ("secret/step.json", b"{"),
        ("secret/used/2.yaml", None),
        ("secret/used/2.yaml", b"bid: 9\n"),
    ],
)
def test_other_files_of_the_game(game: Any, name: str, data: bytes | None) -> None:
    """One sentence that names the file."""
    path = game.games / GAME / name
    path.unlink(missing_ok=True)
    if data is not None:
        path.write_bytes(data)
    ran = game.run("report" if name == "game.yaml" else "resolve", GAME)
    assert ran.status == 1, ran
    assert len(ran.err.strip().splitlines()) == 1, ran.err
    assert Path(name).name in ran.err or name == "game.yaml"
    assert "Traceback" not in ran.err


def test_one_damaged_game_does_not_stop_the_others(game: Any) -> None:
    game.new("harbour-2")
    game.put_all("harbour-2", ana="bid: pass\n", ben="bid: pass\n", chu="bid: pass\n")
    log = game.games / GAME / "log.jsonl"
    log.write_bytes(log.read_bytes()[:-10])
    ran = game.run("resolve")
    assert ran.status == 1
    assert "harbour-1" in ran.err
    assert game.status("harbour-2")["phase"] == "v1-office"
    ran = game.run("status")
    assert ran.status == 1
    assert "harbour-2" in ran.out


def test_an_unfinished_line_and_temporary_files_are_taken_away(game: Any) -> None:
    """What a killed command left half-written is no damage."""
    folder = game.games / GAME
    before = (folder / "log.jsonl").read_bytes()
    (folder / "log.jsonl").write_bytes(before + b'{"at":"2026')
    for place in ("secret", "orders/v1-auction", "reports/v1-office", "."):
        (folder / place / ".manila-1-2.tmp").write_bytes(b"half")
    assert game.run("resolve", GAME).status == 3
    assert (folder / "log.jsonl").read_bytes() == before
    assert game.run("verify", GAME).status == 0
    assert not (folder / "secret" / ".manila-1-2.tmp").exists()


def test_no_such_game(club: Any) -> None:
    for command in COMMANDS:
        ran = club.run(*command, text="bid: 3\n")
        assert ran.status == 1, (command, ran)
        assert len(ran.err.strip().splitlines()) == 1
