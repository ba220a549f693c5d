"""Mbox files: where a mail begins and ends, and the locks that others heed (docs/dependencies.md)."""

from __future__ import annotations

import fcntl
import io
import mailbox
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manila_pbem.errors import ManilaError
from manila_pbem.post.mbox import open_mbox, split_mails

BEGIN = b"From ana@example.org Tue Dec  1 20:00:00 2026\n"
MAIL = b"From: ana@example.org\nSubject: x\n\nbid: 7\n"


def split(data: bytes) -> list[bytes]:
    return [mail.read() for mail in split_mails(io.BytesIO(data), "mbox")]


def test_mails_come_one_by_one() -> None:
    other = b"Subject: y\n\nbid: 8\n"
    assert split(BEGIN + MAIL + b"\n" + BEGIN + other + b"\n") == [MAIL, other]


def test_last_mail_may_lack_its_blank_line() -> None:
    assert split(BEGIN + MAIL) == [MAIL]
    assert split(BEGIN + MAIL[:-1]) == [MAIL[:-1]]


def test_blank_lines_of_a_mail_are_its_own() -> None:
    assert split(BEGIN + MAIL + b"\n\n\n" + BEGIN + MAIL + b"\n\n") == [MAIL + b"\n\n", MAIL + b"\n"]


@pytest.mark.parametrize(
    "line",
    [
        b"From here on I bid more",
        b"From here on\nbid: 7",
        b"From Tue Dec  1 20:00:00 2026",
        b"From here on Tue Dec  1 20:00:00 2026\nbid: 7",
        b"From ana@example.org Tue Dec  1 20:00:00 2026 I wait\nbid: 7",
        b"From ana@example.org Tuesday\nbid: 7",
        b"From ana@example.org Tue Dec  1 20:00:00 2026\nwas the last one",
        b"from ana@example.org Tue Dec  1 20:00:00 2026\nbid: 7",
        b"From:ana@example.org Tue Dec  1 20:00:00 2026\nbid: 7",
    ],
)
def test_sentence_is_no_beginning(line: bytes) -> None:
    """After a blank line, too, which is where the library begins a mail (43)."""
    mail = MAIL + b"\n" + line + b"\n"
    assert split(BEGIN + mail + b"\n" + BEGIN + MAIL) == [mail, MAIL]


def test_beginning_needs_a_blank_line_before() -> None:
    mail = MAIL + b"He wrote\n" + BEGIN + b"Subject: z\n"
    assert split(BEGIN + mail + b"\n" + BEGIN + MAIL) == [mail, MAIL]


@pytest.mark.parametrize(
    "line",
    [
        b"From MAILER-DAEMON Tue Dec  1 20:00:00 2026",
        b"From - Tue Dec 01 20:00:00 2026",
        b"From 1823456@xxx Tue Dec 01 20:00:00 +0000 2026",
        b"From ana@example.org Tue Dec  1 20:00:00 UTC 2026",
        b"From ana@example.org Tue Dec  1 20:00:00 2026 +0100",
        b"From ana@example.org Tue Dec  1 20:00 2026",
        b"From ana@example.org  Tue Dec  1 20:00:00 2026   ",
        b"From ana@example.org Tue, 01 Dec 2026 20:00:00 +0000",
        b'From "ana maria"@example.org Tue Dec  1 20:00:00 2026',
        b"From ana@example.org Tue Dec  1 20:00:00 2026 remote from example",
        "From ána@example.org Tue Dec  1 20:00:00 2026".encode(),
    ],
)
def test_beginnings_of_many_programs(line: bytes) -> None:
    assert split(line + b"\n" + MAIL + b"\n" + line + b"\n" + MAIL) == [MAIL, MAIL]


def test_quotes_are_taken_off_once() -> None:
    """As mboxrd writes them."""
    data = BEGIN + MAIL + b"\n>From here on\n>>From there\n> From nowhere\n>from\nx >From y\n"
    assert split(data) == [MAIL + b"\nFrom here on\n>From there\n> From nowhere\n>from\nx >From y\n"]


def test_line_ends_stay() -> None:
    mail = MAIL.replace(b"\n", b"\r\n")
    begin = BEGIN.replace(b"\n", b"\r\n")
    assert split(begin + mail + b"\r\n" + begin + mail + b"\r\n") == [mail, mail]


def test_bytes_of_a_mail_stay() -> None:
    mail = b"Subject: \xff\x00\n\n" + bytes(range(256)).replace(b"\n", b"") * 1000 + b"\nFrom \n"
    assert split(BEGIN + mail + b"\n" + BEGIN + MAIL) == [mail, MAIL]


def test_quote_within_a_long_line_is_no_quote() -> None:
    mail = b"Subject: x\n\n" + b"y" * 65536 + b">From here\n" + b"y" * 65536 + b"\n"
    assert split(BEGIN + mail + b"\n" + BEGIN + MAIL) == [mail, MAIL]


@pytest.mark.parametrize("data", [b"", b"\n\n"])
def test_empty_file_has_no_mail(data: bytes) -> None:
    assert split(data) == []


def test_lone_mail_is_no_mbox() -> None:
    with pytest.raises(ManilaError, match="mbox is no mbox"):
        split(MAIL)


bodies = st.lists(
    st.sampled_from(["", "From ana", ">From x", ">>From", "bid: 7", "From here on I bid", "\x0c", "ä"]), max_size=8
)


@given(st.lists(bodies, max_size=4))
def test_what_was_written_as_mboxrd_is_read(texts: list[list[str]]) -> None:
    mails = [("Subject: x\n\n" + "".join(f"{line}\n" for line in lines)).encode() for lines in texts]
    written = b""
    for mail in mails:
        quoted = b"".join(
            b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in mail.splitlines(keepends=True)
        )
        written += BEGIN + quoted + b"\n"
    assert split(written) == mails


def test_what_the_library_writes_is_read(tmp_path: Path) -> None:
    box = mailbox.mbox(tmp_path / "mbox")
    for text in ("From here on\n", "one\n\nFrom two\n"):
        box.add(b"Subject: x\n\n" + text.encode())
    box.close()
    with open_mbox(tmp_path / "mbox") as stream:
        mails = [mail.read() for mail in split_mails(stream, "mbox")]
    assert mails == [b"Subject: x\n\nFrom here on\n", b"Subject: x\n\none\n\nFrom two\n"]


@pytest.fixture
def mbox(tmp_path: Path) -> Path:
    path = tmp_path / "mbox"
    path.write_bytes(BEGIN + MAIL)
    return path


HOLDER = """
import fcntl, sys
file = open(sys.argv[1], "rb+")
getattr(fcntl, sys.argv[2])(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("kind", ["flock", "lockf"])
def test_file_held_by_another_program_is_waited_for(mbox: Path, kind: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(mbox), kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None and holder.stdin is not None
        holder.stdout.readline()
        with pytest.raises(ManilaError, match="in use by another program"), open_mbox(mbox, wait=0.05):
            pass
        threading.Timer(0.2, holder.stdin.close).start()
        with open_mbox(mbox, wait=60) as stream:
            assert stream.read() == BEGIN + MAIL


@pytest.mark.parametrize("kind", ["flock", "lockf"])
def test_file_is_held_against_writers(mbox: Path, kind: str) -> None:
    with open_mbox(mbox):
        tried = subprocess.run([sys.executable, "-c", HOLDER, str(mbox), kind], input=b"", capture_output=True)
        assert tried.returncode != 0
        assert b"BlockingIOError" in tried.stderr
        assert (mbox.parent / "mbox.lock").read_bytes() == b"%d\n" % os.getpid()
    assert not (mbox.parent / "mbox.lock").exists()
    assert (
        subprocess.run([sys.executable, "-c", HOLDER, str(mbox), kind], input=b"", capture_output=True).returncode == 0
    )


def test_lock_file_of_another_program_is_heeded(mbox: Path) -> None:
    lock = mbox.parent / "mbox.lock"
    for words in (b"", b"0\n", b"%d\n" % os.getppid()):
        lock.write_bytes(words)
        with pytest.raises(ManilaError, match=r"mbox\.lock says"), open_mbox(mbox, wait=0.05):
            pass
        assert lock.read_bytes() == words


def test_forgotten_lock_file_is_taken_away(mbox: Path) -> None:
    lock = mbox.parent / "mbox.lock"
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    lock.write_bytes(b"%d\n" % gone.pid)
    with open_mbox(mbox, wait=0.05):
        pass
    lock.write_bytes(b"")
    os.utime(lock, (1, 1))
    with open_mbox(mbox, wait=0.05):
        pass


def test_lock_file_goes_with_a_failure(mbox: Path) -> None:
    with pytest.raises(RuntimeError), open_mbox(mbox):
        raise RuntimeError
    assert sorted(path.name for path in mbox.parent.iterdir()) == ["mbox"]


def test_other_locks_are_given_back(mbox: Path) -> None:
    with open_mbox(mbox):
        pass
    with mbox.open("rb+") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.lockf(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_missing_file_and_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(ManilaError, match="nowhere could not be read"), open_mbox(tmp_path / "nowhere"):
        pass
    with pytest.raises(ManilaError, match="is not a file"), open_mbox(tmp_path):
        pass
