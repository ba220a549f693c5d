"""A step becomes true as a whole, loses no file of a player's, and damage is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from manila_pbem.errors import DamagedGame, ManilaError
from manila_pbem.store.game_folder import GameFolder
from manila_pbem.store.journal import Move, Opened, Step, commit_step, complete_step, read_head, recover
from manila_pbem.store.log_file import NO_HEAD, Head, Line, write_line


def write_lines(head: Head, *entries: dict[str, Any]) -> tuple[Line, ...]:
    """Lines that go on from a head, numbered."""
    lines: list[Line] = []
    for n, entry in enumerate(entries, head.n + 1):
        lines.append(write_line({"n": n, **entry}, lines[-1].hash if lines else head.hash))
    return tuple(lines)


@pytest.fixture
def begun(folder: GameFolder) -> GameFolder:
    """A game with two entries."""
    commit_step(folder, Step(write_lines(NO_HEAD, {"kind": "start"}, {"kind": "message", "text": "玉"})))
    return folder


@pytest.fixture
def place(begun: GameFolder) -> Path:
    path = begun.phase_orders("v1-auction")
    path.mkdir()
    return path


def list_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_game_that_has_not_begun_is_whole(folder: GameFolder) -> None:
    assert recover(folder) == []
    assert read_head(folder) == NO_HEAD


def test_lines_are_appended_and_the_head_is_kept(begun: GameFolder) -> None:
    entries = recover(begun)
    assert [entry["kind"] for entry in entries] == ["start", "message"]
    assert begun.head.read_text() == f"2:{entries[1]['hash']}\n"
    assert not begun.step.exists()
    before = begun.log.read_bytes()
    more = write_lines(read_head(begun), {"kind": "roll"})
    commit_step(begun, Step(more))
    assert begun.log.read_bytes() == before + more[0].text.encode()
    assert read_head(begun) == Head(3, more[0].hash)


def test_used_orders_are_copied_byte_for_byte(begun: GameFolder) -> None:
    data = bytes(range(256)) + "玉🦜".encode()
    commit_step(begun, Step(write_lines(read_head(begun), {"kind": "order"}), used={3: data, 4: b""}))
    assert begun.read_used() == {3: data, 4: b""}


def test_a_step_may_have_no_lines(begun: GameFolder, place: Path) -> None:
    head = read_head(begun)
    commit_step(begun, Step((), opened=(Opened("v1-auction/ana.yaml", b"bid: 3"),)))
    assert list_files(place) == {"ana.yaml": b"bid: 3"}
    assert read_head(begun) == head


def test_lines_that_do_not_go_on_from_the_head_are_refused(begun: GameFolder) -> None:
    entries = recover(begun)
    for head in (NO_HEAD, Head(1, entries[0]["hash"]), Head(2, "0" * 64), Head(3, entries[1]["hash"])):
        with pytest.raises(DamagedGame, match=f"line {head.n + 1} would not go on from entry 2"):
            commit_step(begun, Step(write_lines(head, {"kind": "roll"}), used={9: b""}))
    assert recover(begun) == entries
    assert begun.read_used() == {}


@pytest.mark.parametrize("path", ["ana.yaml", "v1-auction/", "v1-auction/a/b", "v1-auction/.a", "../x.yaml", "/x.yaml"])
def test_a_path_outside_the_phases_is_refused_before_anything_is_written(begun: GameFolder, path: str) -> None:
    for step in (
        Step((), opened=(Opened(path, b""),)),
        Step((), moves=(Move(path, "v1-auction/a.2.yaml", b""),)),
        Step((), moves=(Move("v1-auction/a.yaml", path, b""),)),
    ):
        with pytest.raises((ValueError, ManilaError), match="is not the"):
            commit_step(begun, step)
    assert not begun.step.exists()


def test_a_second_order_moves_to_its_own_name(begun: GameFolder, place: Path) -> None:
    (place / "Ana.yaml").write_bytes(b"second")
    commit_step(begun, Step((), moves=(Move("v1-auction/Ana.yaml", "v1-auction/ana.2.yaml", b"second"),)))
    assert list_files(place) == {"ana.2.yaml": b"second"}


def test_what_was_filed_since_stays_as_a_new_order(begun: GameFolder, place: Path) -> None:
    (place / "ana.yaml").write_bytes(b"third")
    commit_step(begun, Step((), moves=(Move("v1-auction/ana.yaml", "v1-auction/ana.2.yaml", b"second"),)))
    assert list_files(place) == {"ana.yaml": b"third", "ana.2.yaml": b"second"}


def test_a_moved_order_that_was_taken_away_is_there_all_the_same(begun: GameFolder, place: Path) -> None:
    commit_step(begun, Step((), moves=(Move("v1-auction/ana.yaml", "v1-auction/ana.2.yaml", b"second"),)))
    assert list_files(place) == {"ana.2.yaml": b"second"}


def test_a_file_in_the_way_of_a_moved_order_is_kept(begun: GameFolder, place: Path) -> None:
    (place / "ana.yaml").write_bytes(b"second")
    (place / "ana.2.yaml").write_bytes(b"by hand")
    commit_step(begun, Step((), moves=(Move("v1-auction/ana.yaml", "v1-auction/ana.2.yaml", b"second"),)))
    assert list_files(place) == {"ana.2.yaml": b"second", "ana.2.yaml.unused": b"by hand"}


def test_opening_writes_the_used_copy_and_keeps_what_stood_there(begun: GameFolder, place: Path) -> None:
    for name, data in (("ana.yaml", b"used"), ("ben.yaml", b"other"), ("chu.yaml", b"other")):
        (place / name).write_bytes(data)
    (place / "chu.yaml.unused").write_bytes(b"older")
    inode = (place / "ana.yaml").stat().st_ino
    opened = [Opened(f"v1-auction/{name}.yaml", b"used") for name in ("ana", "ben", "chu")]
    commit_step(begun, Step((), opened=(*opened, Opened("v1-office/ana.yaml", b"used"))))
    assert list_files(place) == {
        "ana.yaml": b"used",
        "ben.yaml": b"used",
        "ben.yaml.unused": b"other",
        "chu.yaml": b"used",
        "chu.yaml.unused": b"older",
        "chu.yaml.unused.2": b"other",
    }
    assert (place / "ana.yaml").stat().st_ino == inode
    assert list_files(begun.phase_orders("v1-office")) == {"ana.yaml": b"used"}


def test_opening_keeps_links_and_folders_too(begun: GameFolder, place: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(b"used")
    (place / "ana.yaml").symlink_to(tmp_path / "outside")
    (place / "ben.yaml").mkdir()
    commit_step(begun, Step((), opened=tuple(Opened(f"v1-auction/{name}.yaml", b"used") for name in ("ana", "ben"))))
    assert (place / "ana.yaml.unused").is_symlink()
    assert (place / "ben.yaml.unused").is_dir()
    assert (place / "ana.yaml").read_bytes() == b"used"
    assert not (place / "ana.yaml").is_symlink()
    assert (tmp_path / "outside").read_bytes() == b"used"


@pytest.mark.parametrize("name", ["orders", "orders/v1-auction"])
def test_nothing_is_written_through_a_linked_folder(begun: GameFolder, place: Path, tmp_path: Path, name: str) -> None:
    (begun.path / name).rename(tmp_path / "outside")
    (begun.path / name).symlink_to(tmp_path / "outside")
    with pytest.raises(ManilaError, match=f"{name} is a link"):
        commit_step(begun, Step((), opened=(Opened("v1-auction/ana.yaml", b"used"),)))
    assert list((tmp_path / "outside").rglob("ana.yaml")) == []


def test_an_unfinished_line_behind_the_head_is_taken_away(begun: GameFolder) -> None:
    whole = begun.log.read_bytes()
    begun.log.write_bytes(whole + b'{"n":3,"kind":"ro')
    assert len(recover(begun)) == 2
    assert begun.log.read_bytes() == whole


def test_an_unfinished_line_elsewhere_is_damage(begun: GameFolder) -> None:
    begun.log.write_bytes(begun.log.read_bytes()[:-10])
    with pytest.raises(DamagedGame, match=r"log\.jsonl, line 2 is cut short"):
        recover(begun)
    begun.log.write_bytes(b"\n" * 3 + b"x")
    with pytest.raises(DamagedGame, match=r"log\.jsonl, line 1 is not JSON"):
        recover(begun)


def test_a_missing_tail_and_added_lines_are_damage(begun: GameFolder) -> None:
    whole = begun.log.read_bytes()
    begun.log.write_bytes(whole[: whole.index(b"\n") + 1])
    with pytest.raises(DamagedGame, match=r"log\.jsonl, line 2 is missing: the log went up to entry 2"):
        recover(begun)
    (more,) = write_lines(read_head(begun), {"kind": "roll"})
    begun.log.write_bytes(whole + more.text.encode())
    with pytest.raises(DamagedGame, match=r"log\.jsonl, line 3 was added: the log went up to entry 2"):
        recover(begun)
    begun.log.unlink()
    with pytest.raises(DamagedGame, match=r"log\.jsonl, line 1 is missing: the log went up to entry 2"):
        recover(begun)


def test_a_missing_or_damaged_head_is_named(begun: GameFolder) -> None:
    for text in (b"", b"2\n", b"\xff\n"):
        begun.head.write_bytes(text)
        with pytest.raises(DamagedGame, match="secret/head does not hold the head"):
            recover(begun)
    begun.head.unlink()
    with pytest.raises(DamagedGame, match="secret/head is missing"):
        recover(begun)


def test_leftovers_of_killed_writes_are_swept(begun: GameFolder, place: Path) -> None:
    places = (begun.path, begun.secret, begun.used, place)
    for path in places:
        (path / ".manila-1-0.tmp").write_bytes(b"half")
    recover(begun)
    assert list(begun.path.rglob(".manila-*")) == []


def test_a_damaged_step_is_named(begun: GameFolder) -> None:
    begun.step.write_bytes(b"{")
    with pytest.raises(DamagedGame, match=r"secret/step\.json is not a step"):
        complete_step(begun)


@pytest.mark.parametrize("change", [lambda log: log + b"mine\n", lambda log: log[:10], lambda log: b""])
def test_a_log_that_was_changed_under_a_step_is_named(
    begun: GameFolder, monkeypatch: pytest.MonkeyPatch, change: Callable[[bytes], bytes]
) -> None:
    """The step is written down and not done; meanwhile somebody changes the log."""

    def die(*arguments: object) -> None:
        raise KeyError

    with monkeypatch.context() as patch, pytest.raises(KeyError):
        patch.setattr("manila_pbem.store.journal._apply", die)
        commit_step(begun, Step(write_lines(read_head(begun), {"kind": "roll"})))
    changed = change(begun.log.read_bytes())
    begun.log.write_bytes(changed)
    with pytest.raises(DamagedGame, match=r"log\.jsonl was changed while a step was being written"):
        recover(begun)
    assert begun.log.read_bytes() == changed
