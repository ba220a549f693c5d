"""Compiled templates kept from one run to the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from manila_pbem.reports.template_cache import find_cache_folder, read_code, write_code

CODE = compile("answer = 42", "<template>", "exec")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = find_cache_folder()
    assert found is not None
    return found


def test_the_folder_is_the_users_alone(folder: Path, tmp_path: Path) -> None:
    assert folder == tmp_path / "manila-pbem"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert find_cache_folder() == folder


def test_the_folder_lies_in_the_home_where_nothing_else_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert find_cache_folder() == tmp_path / ".cache" / "manila-pbem"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert find_cache_folder() == tmp_path / ".cache" / "manila-pbem"


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o755])
def test_a_folder_that_others_can_enter_is_not_used(folder: Path, mode: int) -> None:
    folder.chmod(mode)
    assert find_cache_folder() is None


def test_a_folder_reached_by_a_link_is_not_used(folder: Path, tmp_path: Path) -> None:
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert find_cache_folder() is None


def test_a_folder_of_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: folder.stat().st_uid + 1)
    assert find_cache_folder() is None


def test_a_folder_that_cannot_be_made_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert find_cache_folder() is None


def test_code_is_read_as_it_was_written(folder: Path) -> None:
    write_code(folder, "page", "stamp", CODE)
    code = read_code(folder, "page", "stamp")
    assert code == CODE
    assert [path.name for path in folder.iterdir()] == ["page"]
    assert (folder / "page").stat().st_mode & 0o777 == 0o600


def test_code_of_another_stamp_is_not_used(folder: Path) -> None:
    write_code(folder, "page", "old", CODE)
    assert read_code(folder, "page", "new") is None
    write_code(folder, "page", "new", CODE)
    assert read_code(folder, "page", "new") == CODE


def test_code_that_is_missing_is_none(folder: Path) -> None:
    assert read_code(folder, "page", "stamp") is None


def test_damaged_code_is_not_used(folder: Path) -> None:
    write_code(folder, "page", "stamp", CODE)
    content = (folder / "page").read_bytes()
    for damaged in (b"", content[:20], content[:-1], content + b"x", content[:40] + b"\xff" + content[41:]):
        (folder / "page").write_bytes(damaged)
        assert read_code(folder, "page", "stamp") is None


def test_code_that_cannot_be_written_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, or a folder that is gone."""
    write_code(folder / "gone", "page", "stamp", CODE)

    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    write_code(folder, "page", "stamp", CODE)
    assert list(folder.iterdir()) == []
