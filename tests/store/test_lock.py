"""One command at a time, tried with real processes."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOLCK
from pathlib import Path

import pytest

from manila_pbem.errors import ManilaError
from manila_pbem.store.game_folder import GameFolder
from manila_pbem.store.lock import lock_folder, lock_game

HOLD = """
import sys
from pathlib import Path
from manila_pbem.store.game_folder import GameFolder
from manila_pbem.store.lock import lock_game
with lock_game(GameFolder(Path(sys.argv[1]), "g"), shared=sys.argv[2] == "shared"):
    print("held", flush=True)
    sys.stdin.read()
"""

COUNT = """
import sys
from pathlib import Path
from manila_pbem.store.game_folder import GameFolder
from manila_pbem.store.lock import lock_game
folder = GameFolder(Path(sys.argv[1]), "g")
for _ in range(40):
    with lock_game(folder):
        counter = folder.path / "counter"
        counter.write_text(str(int(counter.read_text()) + 1))
"""


@contextmanager
def hold_elsewhere(folder: GameFolder, how: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-c", HOLD, str(folder.path), how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        try:
            yield process
        finally:
            process.kill()


def test_who_waits_too_long_is_told_who_holds_the_lock(folder: GameFolder) -> None:
    with hold_elsewhere(folder, "alone") as process:
        for shared in (False, True):
            with (
                pytest.raises(ManilaError, match=rf"harbour-1 is in use by process {process.pid}, .* 0.05 seconds"),
                lock_game(folder, shared=shared, wait=0.05),
            ):
                raise AssertionError("the lock was held twice")


def test_readers_share_and_keep_writers_out(folder: GameFolder) -> None:
    with lock_game(folder):
        pass
    with hold_elsewhere(folder, "shared"):
        with lock_game(folder, shared=True, wait=0.05):
            pass
        with pytest.raises(ManilaError, match="in use by another command"), lock_game(folder, wait=0.05):
            raise AssertionError("a writer came between readers")


def test_a_killed_holder_holds_no_longer(folder: GameFolder) -> None:
    with hold_elsewhere(folder, "alone") as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        with lock_game(folder, wait=5):
            assert folder.lock.read_text() == f"{os.getpid()}\n"


def test_a_waiter_gets_the_lock_when_it_is_let_go(folder: GameFolder) -> None:
    with hold_elsewhere(folder, "alone") as process:
        assert process.stdin is not None
        process.stdin.close()
        with lock_game(folder):
            pass


def test_counting_under_the_lock_loses_nothing(folder: GameFolder) -> None:
    (folder.path / "counter").write_text("0")
    command = [sys.executable, "-c", COUNT, str(folder.path)]
    processes = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert (folder.path / "counter").read_text() == "120"


def test_the_lock_is_let_go_by_an_exception_and_its_file_stays(folder: GameFolder) -> None:
    with pytest.raises(KeyError), lock_game(folder):
        raise KeyError
    inode = folder.lock.stat().st_ino
    with lock_game(folder, wait=0):
        assert folder.lock.stat().st_ino == inode


def test_a_child_does_not_inherit_the_lock(folder: GameFolder) -> None:
    with lock_game(folder):
        child = subprocess.Popen(["sleep", "30"], close_fds=False)
    try:
        with lock_game(folder, wait=0):
            pass
    finally:
        child.kill()
        child.wait()


def test_what_can_not_be_locked_is_named(folder: GameFolder, tmp_path: Path) -> None:
    with (
        pytest.raises(ManilaError, match=r"none/secret/lock could not be locked"),
        lock_game(GameFolder(tmp_path / "none", "none")),
    ):
        pass
    folder.lock.unlink(missing_ok=True)
    folder.lock.symlink_to(tmp_path / "outside")
    with pytest.raises(ManilaError, match=r"secret/lock could not be locked"), lock_game(folder):
        pass
    assert not (tmp_path / "outside").exists()


def test_a_file_system_without_locks_is_named(folder: GameFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(ENOLCK, os.strerror(ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(ManilaError, match="harbour-1 could not be locked: No locks available"), lock_game(folder):
        raise AssertionError("locked without a lock")


def test_a_folder_itself_is_held_alone(tmp_path: Path) -> None:
    with (
        lock_folder(tmp_path),
        pytest.raises(ManilaError, match="in use by another command"),
        lock_folder(tmp_path, wait=0.05),
    ):
        raise AssertionError("the folder was held twice")
    assert list(tmp_path.iterdir()) == []
