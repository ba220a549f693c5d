"""Settings and fixtures that all tests share."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from manila_pbem.cli.app import main

# The same examples on every run and machine; a slow machine is no fault.
settings.register_profile("manila", derandomize=True, deadline=None)
settings.load_profile("manila")

ACTUAL = Path(__file__).parent / "actual"
"""Where output that differs from a golden file is left to be looked at; the folder ignores itself."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="take what the tests get as the new golden files")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return what compares a text with the file of that name in the folder `golden` beside the test."""
    folder = request.path.parent / "golden"
    accept = request.config.getoption("--accept")

    def compare(name: str, actual: str) -> None:
        expected = folder / name
        if accept:
            folder.mkdir(exist_ok=True)
            expected.write_text(actual, encoding="utf-8", newline="")
            return
        if expected.is_file() and expected.read_bytes() == actual.encode():
            return
        ACTUAL.mkdir(exist_ok=True)
        (ACTUAL / ".gitignore").write_text("*\n", encoding="utf-8")
        (ACTUAL / name).write_text(actual, encoding="utf-8", newline="")
        pytest.fail(f"{name} differs: compare {ACTUAL / name} with {expected}, then run pytest --accept")

    return compare


class Ran(NamedTuple):
    """What a command answered: its exit status, and what it printed."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The JSON of its one line."""
        return json.loads(self.out)


class Club:
    """A folder of games and the command line for it, run in this process at the time `now`."""

    def __init__(self, games: Path) -> None:
        self.games = games
        self.now = "2026-12-01T20:00:00Z"

    def run(self, *arguments: str | Path, text: str | bytes = b"") -> Ran:
        """Run `manila --games GAMES …` with a text as standard input."""
        kept = sys.argv, sys.stdin, sys.stdout, sys.stderr, os.environ.get("MANILA_NOW")
        data = text.encode() if isinstance(text, str) else text
        sys.argv = ["manila", "--games", str(self.games), *map(str, arguments)]
        sys.stdin = io.TextIOWrapper(io.BytesIO(data))
        sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        os.environ["MANILA_NOW"] = self.now
        # Power cuts are not what these tests are about, and waiting for the disk is most of their time.
        sync, os.fsync = os.fsync, lambda descriptor: None
        status: object = 0
        try:
            main()
        except SystemExit as end:
            status = end.code
        finally:
            os.fsync = sync
            printed = []
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
                printed.append(stream.buffer.getvalue().decode())
            sys.argv, sys.stdin, sys.stdout, sys.stderr = kept[:4]
            os.environ.pop("MANILA_NOW")
            if kept[4] is not None:
                os.environ["MANILA_NOW"] = kept[4]
        assert status is None or isinstance(status, int), status
        return Ran(status or 0, *printed)

    def new(self, game: str = "harbour-1", players: str = "ana ben chu", *arguments: str, seed: str = "1") -> Path:
        """Make a game and return its folder."""
        named = [word for player in players.split() for word in ("--player", player)]
        ran = self.run("new", game, *named, "--seed", seed, *arguments)
        assert ran.status == 0, ran
        return self.games / game

    def put(self, game: str, phase: str, player: str, text: str | bytes) -> Path:
        """Put an order file into a phase's folder by hand."""
        folder = self.games / game / "orders" / phase
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{player}.yaml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def put_all(self, game: str, **orders: str) -> None:
        """Put order files for the pending phase by hand."""
        for player, text in orders.items():
            self.put(game, self.status(game)["phase"], player, text)

    def status(self, game: str = "harbour-1") -> dict[str, Any]:
        """Return what `status --json` says."""
        ran = self.run("status", game, "--json")
        assert ran.status == 0, ran
        return dict(ran.json)

    def log(self, game: str = "harbour-1") -> list[dict[str, Any]]:
        """Return the entries of a game's log."""
        return [json.loads(line) for line in (self.games / game / "log.jsonl").read_bytes().splitlines()]


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A folder of games, still empty."""
    monkeypatch.delenv("MANILA_GAMES", raising=False)
    return Club(tmp_path / "games")


@pytest.fixture(scope="session")
def make_club(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Club]:
    """Make a folder of games that stays for the whole run."""
    return lambda: Club(tmp_path_factory.mktemp("club") / "games")
