"""Files are written whole or not at all, and read without following links."""

from __future__ import annotations

import os
import stat
from errno import ENOSPC
from pathlib import Path

import pytest

from manila_pbem.errors import ManilaError
from manila_pbem.store import atomic
from manila_pbem.store.atomic import (
    UnreadableFileError,
    check_folder,
    list_folder,
    make_folder,
    name_temporary,
    read_file,
    remove_file,
    sweep,
    write_file,
)


def test_a_file_is_written_with_its_bytes_and_mode(tmp_path: Path) -> None:
    write_file(tmp_path / "a", b"one\n")
    assert (tmp_path / "a").read_bytes() == b"one\n"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600
    before = os.umask(0o077)
    try:
        write_file(tmp_path / "a", b"two", 0o644, durable=False)
    finally:
        os.umask(before)
    assert (tmp_path / "a").read_bytes() == b"two"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o644
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a"]


def test_short_writes_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:3]))
    write_file(tmp_path / "a", b"0123456789")
    assert (tmp_path / "a").read_bytes() == b"0123456789"


def test_a_durable_file_is_synced_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    fsync, replace = os.fsync, os.replace

    def note_sync(descriptor: int) -> None:
        calls.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        fsync(descriptor)

    def note_replace(source: Path, target: Path) -> None:
        calls.append("replace")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "replace", note_replace)
    write_file(tmp_path / "a", b"x")
    assert calls == ["file", "replace", "folder"]


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(tmp_path / "a", b"old")

    def fill(descriptor: int, data: bytes) -> int:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(os, "write", fill)
    with pytest.raises(ManilaError, match=r"a could not be written: No space left on device"):
        write_file(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ManilaError, match=r"none/a could not be written: No such file"):
        write_file(tmp_path / "none" / "a", b"")


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(b"kept")
    (tmp_path / "a").symlink_to(tmp_path / "outside")
    write_file(tmp_path / "a", b"new")
    assert (tmp_path / "outside").read_bytes() == b"kept"
    assert not (tmp_path / "a").is_symlink()


def test_a_leftover_of_a_process_with_our_number_is_in_nobodys_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = iter([".manila-7-0.tmp", ".manila-7-1.tmp"])
    monkeypatch.setattr(atomic, "name_temporary", lambda: next(names))
    (tmp_path / ".manila-7-0.tmp").write_bytes(b"left")
    write_file(tmp_path / "a", b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".manila-7-0.tmp", "a"]


def test_sweeping_takes_only_our_leftovers(tmp_path: Path) -> None:
    for name in (name_temporary(), ".ana.yaml.swp", ".note.tmp", "a.tmp"):
        (tmp_path / name).write_bytes(b"")
    sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".ana.yaml.swp", ".note.tmp", "a.tmp"]
    sweep(tmp_path / "none")


def test_what_can_not_be_listed_removed_or_replaced_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ManilaError, match=r"file could not be read: Not a directory"):
        list_folder(tmp_path / "file")
    with pytest.raises(ManilaError, match=r"folder could not be removed: "):
        remove_file(tmp_path / "folder")
    with pytest.raises(ManilaError, match=r"folder could not be written: Is a directory"):
        write_file(tmp_path / "folder", b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
    remove_file(tmp_path / "none")


def test_two_temporary_names_differ() -> None:
    assert name_temporary() != name_temporary()


def test_reading_a_missing_file_gives_none(tmp_path: Path) -> None:
    assert read_file(tmp_path / "none") is None
    assert read_file(tmp_path / "none" / "none") is None


@pytest.mark.parametrize("data", [b"", b"x", b"0123456789"])
def test_a_file_up_to_the_limit_is_read(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a").write_bytes(data)
    assert read_file(tmp_path / "a") == data
    assert read_file(tmp_path / "a", 10) == data


def read_code(path: Path, limit: int | None = None) -> str:
    with pytest.raises(UnreadableFileError, match=path.name) as caught:
        read_file(path, limit)
    return caught.value.code


def test_what_is_no_file_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(b"0123456789!")
    (tmp_path / "target").write_bytes(b"secret")
    (tmp_path / "link").symlink_to("target")
    (tmp_path / "broken").symlink_to("none")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    assert read_code(tmp_path / "long", 10) == "too-long"
    assert read_code(tmp_path / "link") == "link"
    assert read_code(tmp_path / "broken") == "link"
    assert read_code(tmp_path / "folder") == "no-file"
    assert read_code(tmp_path / "pipe") == "no-file"
    assert read_code(tmp_path / "long" / "x") == "unreadable"


def test_a_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    assert make_folder(tmp_path / "a") == tmp_path / "a"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o700
    assert make_folder(tmp_path / "a") == tmp_path / "a"


def test_a_folder_that_is_a_link_or_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    (tmp_path / "file").write_bytes(b"")
    check_folder(tmp_path / "folder")
    check_folder(tmp_path / "none")
    for refuse in (check_folder, make_folder):
        with pytest.raises(ManilaError, match=r"link is a link"):
            refuse(tmp_path / "link")
        with pytest.raises(ManilaError, match=r"file is not a folder"):
            refuse(tmp_path / "file")
    with pytest.raises(ManilaError, match=r"none/a could not be made"):
        make_folder(tmp_path / "none" / "a")
