"""Killed at any point, a command leaves a game that is, once put right, as before or as after: never between."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from errno import EIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from manila_pbem.errors import ManilaError
from manila_pbem.store.atomic import write_file
from manila_pbem.store.game_folder import GameFolder, create_game, open_game
from manila_pbem.store.journal import Move, Opened, Step, commit_step, recover
from manila_pbem.store.lock import lock_game
from manila_pbem.store.log_file import NO_HEAD, Head, find_head, write_line
from manila_pbem.store.order_files import file_order

START = write_line({"n": 1, "kind": "start"}, NO_HEAD.hash)
ORDER = write_line({"n": 2, "kind": "order", "player": "安娜"}, START.hash)
ROLL = write_line({"n": 3, "kind": "roll"}, ORDER.hash)

STEP = Step(
    lines=(ORDER, ROLL),
    used={2: b"second\xff"},
    moves=(Move("v1-auction/ana.yaml", "v1-auction/ana.2.yaml", b"second\xff"),),
    opened=(
        Opened("v1-auction/ana.yaml", b"first"),
        Opened("v1-auction/ben.yaml", b"ben's"),
        Opened("v1-office/chu.yaml", b"chu's"),
    ),
)

BEFORE = {
    "log.jsonl": START.text.encode(),
    "secret/head": f"{Head(1, START.hash)}\n".encode(),
    "orders/v1-auction/ana.yaml": b"second\xff",
    "orders/v1-auction/ben.yaml": b"changed",
}

AFTER = {
    "log.jsonl": (START.text + ORDER.text + ROLL.text).encode(),
    "secret/head": f"{Head(3, ROLL.hash)}\n".encode(),
    "secret/used/2.yaml": b"second\xff",
    "orders/v1-auction/ana.yaml": b"first",
    "orders/v1-auction/ana.2.yaml": b"second\xff",
    "orders/v1-auction/ben.yaml": b"ben's",
    "orders/v1-auction/ben.yaml.unused": b"changed",
    "orders/v1-office/chu.yaml": b"chu's",
}

WRITING = (
    "write",
    "pwrite",
    "fsync",
    "replace",
    "rename",
    "link",
    "unlink",
    "mkdir",
    "fchmod",
    "truncate",
    "ftruncate",
)

BROKEN = OSError(EIO, "broken")


class Killed(BaseException):
    """The process is dead from here on."""


class Executioner:
    """Lets a process live for so many calls that write, then ends it before, in the middle of or after the next one.

    Where `error` is given the calls fail with it instead, from then on, as on a disk that broke.
    """

    def __init__(self, lives: int, how: str, error: OSError | None = None) -> None:
        self.lives = lives
        self.how = how
        self.error = error
        self.done = False

    def guard(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            if self.done:
                raise self.error or Killed
            if self.lives > 0:
                self.lives -= 1
                return function(*arguments, **options)
            self.done = True
            if self.how == "after":
                function(*arguments, **options)
            elif self.how == "middle" and function.__name__ == "write":
                descriptor, data = arguments
                function(descriptor, data[: len(data) // 2])
            raise self.error or Killed

        return call

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        for name in WRITING:
            patch.setattr(os, name, self.guard(getattr(os, name)))
        opening = os.open

        def open_file(path: Any, flags: int, *arguments: Any, **options: Any) -> int:
            if flags & os.O_CREAT and not Path(path).exists():
                return int(self.guard(opening)(path, flags, *arguments, **options))
            return opening(path, flags, *arguments, **options)

        patch.setattr(os, "open", open_file)


def prepare(folder: GameFolder) -> GameFolder:
    commit_step(folder, Step((START,)))
    file_order(folder, "v1-auction", "ana", b"second\xff")
    file_order(folder, "v1-auction", "ben", b"changed")
    assert read_files(folder) == BEFORE
    return folder


def read_files(folder: GameFolder) -> dict[str, bytes]:
    """Everything that stands in the game, but what is there from the start and stays."""
    return {
        str(path.relative_to(folder.path)): path.read_bytes()
        for path in folder.path.rglob("*")
        if path.is_file() and path.name not in (".gitignore", "game.yaml", "lock")
    }


def try_step(folder: GameFolder, executioner: Executioner, act: Callable[[GameFolder], object]) -> bool:
    """Act under the executioner's eye; tell whether it came to the end."""
    with pytest.MonkeyPatch.context() as patch:
        executioner.watch(patch)
        try:
            act(folder)
        except (Killed, ManilaError):
            assert executioner.done
            return False
    return True


def commit(folder: GameFolder) -> None:
    commit_step(folder, STEP)


def copy_game(folder: GameFolder, number: int) -> GameFolder:
    path = folder.path.with_name(f"copy-{number}")
    shutil.copytree(folder.path, path)
    return GameFolder(path, folder.name)


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ("before", None),
        ("middle", None),
        ("after", None),
        ("before", OSError(EIO, "broken")),
        ("middle", OSError(EIO, "broken")),
    ],
)
def test_a_killed_step_is_whole_or_not_at_all(folder: GameFolder, how: str, error: OSError | None) -> None:
    prepare(folder)
    seen = []
    for lives in count():
        game = copy_game(folder, lives)
        if try_step(game, Executioner(lives, how, error), commit):
            break
        entries = recover(game)
        files = read_files(game)
        seen.append(files == AFTER)
        assert files in (BEFORE, AFTER), f"killed {how} call {lives}"
        assert len(entries) == (3 if files == AFTER else 1)
        if files == BEFORE:
            commit_step(game, STEP)
            assert read_files(game) == AFTER
    assert read_files(game) == AFTER
    assert len(seen) > 30
    assert seen == sorted(seen), "once committed, a step stays so"
    assert False in seen
    assert True in seen


def test_a_command_killed_while_putting_right_is_put_right(folder: GameFolder) -> None:
    prepare(folder)
    tried = 0
    for lives in range(6, 40, 5):
        for lives_of_second in count(0, 2):
            game = copy_game(folder, tried)
            assert not try_step(game, Executioner(lives, "before"), commit)
            tried += 1
            if try_step(game, Executioner(lives_of_second, "middle"), recover):
                break
            recover(game)
            assert read_files(game) in (BEFORE, AFTER), f"killed at call {lives}, then {lives_of_second}"
            shutil.rmtree(game.path)
    assert tried > 40


def test_a_file_copied_in_while_a_killed_step_waits_is_not_lost(folder: GameFolder) -> None:
    """The step moves ana's order and opens nothing: what ana copies there meanwhile is her new order."""
    prepare(folder)
    step = Step((ORDER,), used={2: b"second\xff"}, moves=STEP.moves)
    for lives in count():
        for name in ("ana.yaml", "ana.2.yaml"):
            game = copy_game(folder, lives)
            whole = try_step(game, Executioner(lives, "before"), lambda game: commit_step(game, step))
            (game.phase_orders("v1-auction") / name).write_bytes(b"third")
            recover(game)
            kept = [path.name for path in game.phase_orders("v1-auction").iterdir() if path.read_bytes() == b"third"]
            assert len(kept) == 1
            assert kept[0] in (name, f"{name}.unused")
            shutil.rmtree(game.path)
        if whole:
            break
    assert lives > 20


def test_a_killed_filing_leaves_the_old_order_or_the_new_one(folder: GameFolder) -> None:
    prepare(folder)
    new = {**BEFORE, "orders/v1-auction/ana.yaml": b"newer"}
    for how in ("before", "middle", "after"):
        for lives in count():
            game = copy_game(folder, lives)
            whole = try_step(
                game, Executioner(lives, how), lambda game: file_order(game, "v1-auction", "ana", b"newer")
            )
            recover(game)
            assert read_files(game) in ((new,) if whole else (BEFORE, new))
            shutil.rmtree(game.path)
            if whole:
                break
        assert lives >= 5


def make_game(games: Path) -> None:
    with create_game(games, "g") as made:
        write_file(made.game_file, b"title: G\n")
        made.write_seed(bytes(32))
        commit_step(made, Step((START,)))


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_game_killed_while_it_is_made_is_there_whole_or_not_at_all(tmp_path: Path, how: str) -> None:
    seen = []
    for lives in count():
        games = tmp_path / str(lives)
        games.mkdir()
        executioner = Executioner(lives, how)
        whole = watch_making(executioner, games)
        with create_game(games, "other") as other:
            write_file(other.game_file, b"")
        names = sorted(path.name for path in games.iterdir())
        assert names in (["other"], ["g", "other"])
        seen.append("g" in names)
        if seen[-1]:
            game = open_game(games, "g")
            assert game.read_seed() == bytes(32)
            assert find_head(recover(game)) == Head(1, START.hash)
        if whole:
            break
    assert len(seen) > 30
    assert seen[0] is False
    assert seen[-1] is True


def watch_making(executioner: Executioner, games: Path) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        executioner.watch(patch)
        try:
            make_game(games)
        except Killed:
            return False
    return True


PLAY = """
import sys
from pathlib import Path
from manila_pbem.store.game_folder import GameFolder
from manila_pbem.store.journal import Move, Step, commit_step, read_head, recover
from manila_pbem.store.lock import lock_game
from manila_pbem.store.log_file import write_line
from manila_pbem.store.order_files import file_order

folder = GameFolder(Path(sys.argv[1]), "g")
while True:
    with lock_game(folder):
        n = len(recover(folder)) + 1
        data = f"order {n}".encode()
        file_order(folder, "v1-auction", "ana", data)
        line = write_line({"n": n, "kind": "order"}, read_head(folder).hash)
        move = Move("v1-auction/ana.yaml", f"v1-auction/ana.{n}.yaml", data)
        commit_step(folder, Step((line,), used={n: data}, moves=(move,)))
    print(n, flush=True)
"""


def test_processes_killed_at_random_leave_a_whole_game(folder: GameFolder) -> None:
    for delay in (0.002, 0.005, 0.0093, 0.0137, 0.02, 0.031):
        command = [sys.executable, "-c", PLAY, str(folder.path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stdout.readline()
            time.sleep(delay)
            process.kill()
        with lock_game(folder):
            entries = recover(folder)
        orders = {n: f"order {n}".encode() for n in range(1, len(entries) + 1)}
        assert folder.read_used() == orders
        place = folder.phase_orders("v1-auction")
        files = {path.name: path.read_bytes() for path in place.iterdir()} if place.exists() else {}
        waiting = files.pop("ana.yaml", b"")
        assert files == {f"ana.{n}.yaml": data for n, data in orders.items()}
        assert waiting in (b"", f"order {len(entries) + 1}".encode())
    assert len(entries) >= 6
