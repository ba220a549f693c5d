"""Maildirs: what waits, in which order, and where it lies once it is kept."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from manila_pbem.errors import ManilaError
from manila_pbem.post.maildir import check_maildir, list_waiting, mark_seen, open_waiting


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    folder = tmp_path / "Maildir"
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True)
    return folder


def put(folder: Path, name: str, data: bytes = b"x", at: float | None = None) -> Path:
    path = folder / "new" / name
    path.write_bytes(data)
    if at is not None:
        os.utime(path, (at, at))
    return path


def read(folder: Path, name: str) -> bytes | None:
    mail = open_waiting(folder, name)
    if mail is None:
        return None
    with mail:
        return mail.read()


def test_names_come_in_the_order_of_arrival(maildir: Path) -> None:
    """Names begin with the seconds of their delivery; within a second the file's own time decides."""
    put(maildir, "1700000010.M5P3.host", at=1_700_000_010.5)
    put(maildir, "1700000009.M999P3.host", at=1_800_000_000)
    put(maildir, "1700000010.M10P3.host", at=1_700_000_010.25)
    put(maildir, "999999999.M1P1.host", at=1_900_000_000)
    put(maildir, "order.eml", at=1_700_000_011)
    assert list_waiting(maildir) == [
        "999999999.M1P1.host",
        "1700000009.M999P3.host",
        "1700000010.M10P3.host",
        "1700000010.M5P3.host",
        "order.eml",
    ]


def test_only_files_of_new_are_mail(maildir: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"secret")
    put(maildir, "1.a")
    put(maildir, ".hidden")
    (maildir / "new" / "2.link").symlink_to(secret)
    (maildir / "new" / "3.dangling").symlink_to(tmp_path / "nowhere")
    (maildir / "new" / "4.folder").mkdir()
    os.mkfifo(maildir / "new" / "5.pipe")
    (maildir / "tmp" / "6.unfinished").write_bytes(b"half")
    (maildir / "cur" / "7.seen:2,S").write_bytes(b"seen")
    (maildir / ".Sub" / "new").mkdir(parents=True)
    (maildir / ".Sub" / "new" / "8.other").write_bytes(b"other")
    assert list_waiting(maildir) == ["1.a"]
    for name in ("2.link", "3.dangling", "4.folder", "5.pipe", "9.gone"):
        try:
            assert read(maildir, name) is None, name
        except ManilaError as error:
            assert name in str(error)


def test_kept_mail_moves_to_cur_as_seen(maildir: Path) -> None:
    put(maildir, "1700000010.M5P3.host", b"mail")
    mark_seen(maildir, "1700000010.M5P3.host")
    assert [path.name for path in (maildir / "cur").iterdir()] == ["1700000010.M5P3.host:2,S"]
    assert (maildir / "cur" / "1700000010.M5P3.host:2,S").read_bytes() == b"mail"
    assert list_waiting(maildir) == []


@pytest.mark.parametrize(
    ("name", "seen"), [("1.a:2,", "1.a:2,S"), ("1.a:2,TFS", "1.a:2,FST"), ("1.a,S=12", "1.a,S=12:2,S")]
)
def test_flags_are_kept(maildir: Path, name: str, seen: str) -> None:
    put(maildir, name)
    mark_seen(maildir, name)
    assert [path.name for path in (maildir / "cur").iterdir()] == [seen]


def test_no_other_mail_is_replaced(maildir: Path) -> None:
    (maildir / "cur" / "1.a:2,S").write_bytes(b"other")
    put(maildir, "1.a", b"mail")
    mark_seen(maildir, "1.a")
    assert sorted(path.read_bytes() for path in (maildir / "cur").iterdir()) == [b"mail", b"other"]
    assert (maildir / "cur" / "1.a:2,S").read_bytes() == b"other"


def test_mail_that_is_gone_needs_no_mark(maildir: Path) -> None:
    mark_seen(maildir, "1.gone")
    assert list((maildir / "cur").iterdir()) == []


def test_name_of_any_bytes_is_read(maildir: Path) -> None:
    name = os.fsdecode(b"1.\xff\xfe\n$(touch x)")
    put(maildir, name, b"mail")
    assert list_waiting(maildir) == [name]
    assert read(maildir, name) == b"mail"
    mark_seen(maildir, name)
    assert [path.name for path in (maildir / "cur").iterdir()] == [name + ":2,S"]


@pytest.mark.parametrize("missing", ["new", "cur"])
def test_what_is_no_maildir_is_named(maildir: Path, missing: str) -> None:
    check_maildir(maildir)
    (maildir / missing).rmdir()
    with pytest.raises(ManilaError, match=f"is no Maildir: it has no folder {missing}"):
        check_maildir(maildir)
