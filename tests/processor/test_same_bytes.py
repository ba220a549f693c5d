"""Same seed, same orders, same clock: the same bytes, in any folder, on any Python, in any order of files on disk."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DRIVER = """
import io, json, os, sys
from pathlib import Path
from manila_pbem.cli.app import main
games, deeds = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
os.fsync = lambda descriptor: None
for kind, *rest in deeds:
    if kind == "put":
        phase, player, text = rest
        folder = games / "harbour-1" / "orders" / phase
        folder.mkdir(parents=True, exist_ok=True)
        (folder / (player + ".yaml")).write_bytes(text.encode())
        continue
    os.environ["MANILA_NOW"], arguments, text = rest
    sys.argv = ["manila", "--games", str(games), *arguments]
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()))
    sys.stdout = sys.stderr = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    try:
        main()
    except SystemExit:
        pass
    finally:
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
print("%d.%d" % sys.version_info[:2])
"""
GAMES = {
    "sealed": (3, "sealed", 1001, ("second_13=port", "large_pilot=up_to"), "over"),
    "turns": (4, "turns", 1003, ("pirates=evict",), "v3-auction"),
}


@pytest.fixture(scope="module", params=GAMES)
def played(request: Any, play_once: Any) -> Any:
    """A whole random game when sealed, the first voyages at turns."""
    return play_once(*GAMES[request.param])


def redo(club: Any, deeds: list[list[Any]]) -> Path:
    """Do again all that was done to a game, in another folder of games; return the game's."""
    for kind, *rest in deeds:
        if kind == "put":
            phase, player, text = rest
            club.put("harbour-1", phase, player, text)
        else:
            club.now, arguments, text = rest
            club.run(*arguments, text=text)
    return club.games / "harbour-1"


def check_same(one: dict[str, bytes], two: dict[str, bytes]) -> None:
    assert one.keys() == two.keys()
    assert [name for name in one if one[name] != two[name]] == []


def test_in_two_folders(played: Any, club: Any, tree: Any) -> None:
    """Not even a report tells where it was made."""
    check_same(tree(played.club.games / "harbour-1"), tree(redo(club, played.deeds)))
    assert club.run("export", "harbour-1").out == played.club.run("export", "harbour-1").out


def test_the_order_of_files_on_disk_does_not_matter(
    played: Any, club: Any, tree: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files appear in another order, and folders list them in another one every time."""
    rng = Random(4)
    scan = os.scandir

    @contextmanager
    def shuffle(path: Any = ".") -> Iterator[Any]:
        with scan(path) as entries:
            listed = list(entries)
        rng.shuffle(listed)
        yield iter(listed)

    deeds = list(played.deeds)
    for place in range(1, len(deeds)):
        before, deed = deeds[place - 1 : place + 1]
        # Files put down one after the other are another player's or another phase's, so they may change places.
        if before[0] == deed[0] == "put" and before[1:3] != deed[1:3] and rng.random() < 0.7:
            deeds[place - 1 : place + 1] = deed, before
    assert deeds != played.deeds
    monkeypatch.setattr(os, "scandir", shuffle)
    again = redo(club, deeds)
    monkeypatch.undo()
    check_same(tree(played.club.games / "harbour-1"), tree(again))


def find_pythons() -> list[str]:
    """Return Pythons of other versions, 3.12 or newer, on the PATH or installed beside this one."""
    names = [f"python3.{minor}" for minor in range(12, 20) if minor != sys.version_info.minor]
    found = [path for path in map(shutil.which, names) if path]
    beside = Path(sys.base_prefix).parent
    found += [str(path) for name in names for path in sorted(beside.glob(f"*/bin/{name}"))]
    return found


def can_run(python: str, environment: dict[str, str]) -> bool:
    try:
        ran = subprocess.run([python, "-c", "import typer, jinja2, yaml"], env=environment, capture_output=True)
    except OSError:
        return False
    return ran.returncode == 0


@pytest.fixture(scope="session")
def other_python() -> tuple[str, dict[str, str]]:
    """Another Python, and the environment in which it finds our dependencies: they run on any version."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("MANILA", "PYTHON"))}
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    environment["PYTHONPATH"] = os.pathsep.join((str(ROOT), *libraries))
    for python in find_pythons():
        if can_run(python, environment):
            return python, environment
    pytest.skip("there is no other Python, 3.12 or newer, that can run our dependencies")


@pytest.fixture
def drive(tmp_path: Path) -> Callable[..., str]:
    """Do again all that was done to a game in a process of its own; return its Python's version."""

    def run(python: str, deeds: list[list[Any]], games: Path, environment: dict[str, str]) -> str:
        script, said = tmp_path / "driver.py", tmp_path / "deeds.json"
        script.write_text(DRIVER, encoding="utf-8")
        said.write_text(json.dumps(deeds), encoding="utf-8")
        ran = subprocess.run(
            [python, str(script), str(games), str(said)], env=environment, capture_output=True, text=True, cwd=tmp_path
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.strip()

    return run


def test_on_another_python(played: Any, other_python: Any, drive: Any, tmp_path: Path, tree: Any) -> None:
    python, environment = other_python
    version = drive(python, played.deeds, tmp_path / "games", environment)
    assert version != f"{sys.version_info.major}.{sys.version_info.minor}"
    check_same(tree(played.club.games / "harbour-1"), tree(tmp_path / "games" / "harbour-1"))


def test_in_another_place_and_language(played: Any, drive: Any, tmp_path: Path, tree: Any) -> None:
    """Time zone, locale and the seed of hashes are the machine's, not the game's."""
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith("MANILA")},
        "TZ": "Asia/Manila",
        "LC_ALL": "C",
        "PYTHONHASHSEED": "77",
        "PYTHONPATH": str(ROOT),
    }
    drive(sys.executable, played.deeds, tmp_path / "games", environment)
    check_same(tree(played.club.games / "harbour-1"), tree(tmp_path / "games" / "harbour-1"))
