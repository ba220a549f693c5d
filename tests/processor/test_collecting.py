"""Mails collected and handed on one by one: done with only once kept, and none stops the next.

The postroom is a stand-in here, which keeps the bytes that it is given and fails where it is told to.
"""

from __future__ import annotations

import io
import json
import os
import smtplib
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import pytest
from imap_server import ImapServer

from manila_pbem.errors import ManilaError, WrongUsage
from manila_pbem.post.imap import ConnectionDroppedError, ImapAccount
from manila_pbem.post.stop import Stop
from manila_pbem.processor import collecting
from manila_pbem.processor.collecting import (
    Collected,
    collect_imap,
    collect_maildir,
    collect_mbox,
    describe_collected,
    serve_lmtp,
    take_piped,
    tell_fate,
)


class Fate(NamedTuple):
    id: str
    fate: str = "taken"
    why: str = "order"
    game: str | None = "harbour-1"
    player: str | None = "ana"
    answer: str | None = None


class Room:
    """Stands in for the postroom. `fail` is called with each mail and may raise."""

    def __init__(self, keep: bool = True) -> None:
        self.kept: list[bytes] = []
        self.fail: Callable[[bytes], None] = lambda mail: None
        self.waiting: list[Fate] = []
        self.opened = 0
        self._keep = keep

    def open(self, games: Path) -> Any:
        self.opened += 1
        return self

    def take(self, mail: bytes | BinaryIO) -> Any:
        data = mail if isinstance(mail, bytes) else mail.read()
        self.fail(data)
        if self._keep:
            self.kept.append(data)
        return Fate(f"{len(self.kept):016}")

    def take_waiting(self) -> Any:
        waiting, self.waiting = self.waiting, []
        return waiting


def fail_on(*words: bytes, error: Exception) -> Callable[[bytes], None]:
    def fail(mail: bytes) -> None:
        if any(word in mail for word in words):
            raise error

    return fail


FAULTS = [
    (ManilaError("games/inbox could not be written"), "games/inbox could not be written"),
    (OSError(28, "No space left on device"), "the mail could not be read or written: No space left on device"),
    (RecursionError("deep"), "the program itself is at fault (RecursionError: deep)"),
    (MemoryError(), "the program itself is at fault (MemoryError: )"),
]


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    (tmp_path / "games" / "inbox").mkdir(parents=True)
    return tmp_path / "games"


@pytest.fixture
def stop() -> Iterator[Stop]:
    with Stop() as made:
        yield made


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    folder = tmp_path / "Maildir"
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True)
    return folder


def put(maildir: Path, *mails: bytes) -> None:
    for number, mail in enumerate(mails):
        (maildir / "new" / f"{1700000000 + number}.x").write_bytes(mail)


def list_names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_piped_mail_is_taken(games: Path, room: Room) -> None:
    collected = take_piped(games, io.BytesIO(b"mail"), room.open)
    assert room.kept == [b"mail"]
    assert collected == Collected("standard input", Fate("0000000000000001"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("error", "told"), FAULTS, ids=str)
def test_piped_mail_that_can_not_be_kept_raises_nothing(games: Path, room: Room, error: Exception, told: str) -> None:
    room.fail = fail_on(b"mail", error=error)
    assert take_piped(games, io.BytesIO(b"mail"), room.open) == Collected("standard input", None, told)

    def open_room(games: Path) -> Any:
        raise error

    assert take_piped(games, io.BytesIO(b"mail"), open_room) == Collected("standard input", None, told)


@pytest.mark.parametrize("error", [ManilaError("x"), ValueError("x")])
def test_what_waits_is_no_fault_of_the_mail_at_hand(games: Path, room: Room, error: Exception) -> None:
    def fail() -> Any:
        raise error

    room.take_waiting = fail  # type: ignore[method-assign]
    assert take_piped(games, io.BytesIO(b"mail"), room.open).fate is not None


def test_maildir_is_taken_in_order_and_moved(games: Path, room: Room, maildir: Path, stop: Stop) -> None:
    put(maildir, b"one", b"two", b"three")
    collected = list(collect_maildir(games, maildir, stop, room.open))
    assert room.kept == [b"one", b"two", b"three"]
    assert [one.source for one in collected] == ["1700000000.x", "1700000001.x", "1700000002.x"]
    assert list_names(maildir / "cur") == ["1700000000.x:2,S", "1700000001.x:2,S", "1700000002.x:2,S"]
    assert list_names(maildir / "new") == []
    assert list(collect_maildir(games, maildir, stop, room.open)) == []


@pytest.mark.parametrize(("error", "told"), FAULTS, ids=str)
def test_maildir_keeps_what_could_not_be_kept(
    games: Path, room: Room, maildir: Path, stop: Stop, error: Exception, told: str
) -> None:
    put(maildir, b"one", b"two", b"three")
    room.fail = fail_on(b"two", error=error)
    collected = list(collect_maildir(games, maildir, stop, room.open))
    assert [one.trouble for one in collected] == [None, told, None]
    assert list_names(maildir / "new") == ["1700000001.x"]
    room.fail = lambda mail: None
    list(collect_maildir(games, maildir, stop, room.open))
    assert room.kept == [b"one", b"three", b"two"]


def test_maildir_is_left_where_nothing_can_be_kept(games: Path, room: Room, maildir: Path, stop: Stop) -> None:
    put(maildir, *[b"mail"] * 30)
    room.fail = fail_on(b"mail", error=ManilaError("the disk is full"))
    assert len(list(collect_maildir(games, maildir, stop, room.open))) == collecting.MOST_IN_A_ROW


def test_mail_is_moved_only_after_it_was_kept(games: Path, room: Room, maildir: Path, stop: Stop) -> None:
    put(maildir, b"one")
    seen: list[list[str]] = []
    room.fail = lambda mail: seen.append(list_names(maildir / "new"))
    list(collect_maildir(games, maildir, stop, room.open))
    assert seen == [["1700000000.x"]]


def test_mail_that_can_not_be_moved_is_kept_and_told(games: Path, room: Room, maildir: Path, stop: Stop) -> None:
    put(maildir, b"one", b"two")

    def fail(mail: bytes) -> None:
        (maildir / "cur").rename(maildir / "elsewhere")

    room.fail = fail
    generator = collect_maildir(games, maildir, stop, room.open)
    first = next(generator)
    assert first.fate is not None
    assert first.trouble is not None and "could not be moved" in first.trouble
    (maildir / "elsewhere").rename(maildir / "cur")
    assert next(generator).fate is not None
    generator.close()


def test_maildir_ends_after_the_mail_at_hand(games: Path, room: Room, maildir: Path, stop: Stop) -> None:
    put(maildir, b"one", b"two", b"three")
    room.fail = lambda mail: stop.ask() if mail == b"two" else None
    list(collect_maildir(games, maildir, stop, room.open))
    assert room.kept == [b"one", b"two"]
    assert list_names(maildir / "new") == ["1700000002.x"]


def test_maildir_is_for_one_command_at_a_time(
    games: Path, room: Room, maildir: Path, stop: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(maildir, b"one", b"two")
    monkeypatch.setattr("manila_pbem.store.lock.lock_folder.__wrapped__.__kwdefaults__", {"wait": 0.05}, raising=False)
    first = collect_maildir(games, maildir, stop, room.open)
    next(first)
    with pytest.raises(ManilaError, match="in use"):
        list(collect_maildir(games, maildir, stop, room.open))
    list(first)
    assert room.kept == [b"one", b"two"]


def test_what_is_no_maildir_is_told(games: Path, room: Room, tmp_path: Path, stop: Stop) -> None:
    with pytest.raises(ManilaError, match="is no Maildir"):
        list(collect_maildir(games, tmp_path, stop, room.open))
    assert room.opened == 0


def test_what_waited_is_told_first(games: Path, room: Room, maildir: Path, stop: Stop) -> None:
    put(maildir, b"one")
    room.waiting = [Fate("f" * 16)]
    assert [one.source for one in collect_maildir(games, maildir, stop, room.open)] == ["kept before", "1700000000.x"]


def test_memory_does_not_grow_with_the_maildir(games: Path, maildir: Path, stop: Stop) -> None:
    """One mail is open at a time, and none is kept in memory."""

    def measure(count: int) -> int:
        put(maildir, *[b"x" * 50_000] * count)
        room = Room(keep=False)
        tracemalloc.start()
        assert sum(1 for _ in collect_maildir(games, maildir, stop, room.open)) == count
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        for path in (maildir / "cur").iterdir():
            path.unlink()
        return peak

    measure(20)
    assert measure(400) < measure(20) + 400 * 10_000


BEGIN = b"From ana@example.org Tue Dec  1 20:00:00 2026\n"


def test_mbox_is_taken_and_left_as_it_is(games: Path, room: Room, tmp_path: Path, stop: Stop) -> None:
    mbox = tmp_path / "mbox"
    data = BEGIN + b"S: 1\n\n>From here\n\n" + BEGIN + b"S: 2\n\n" + BEGIN + b"S: 3\n\n"
    mbox.write_bytes(data)
    room.fail = fail_on(b"S: 2", error=ManilaError("full"))
    collected = list(collect_mbox(games, mbox, stop, room.open))
    assert room.kept == [b"S: 1\n\nFrom here\n", b"S: 3\n"]
    assert [(one.source, one.trouble) for one in collected] == [("mail 1", None), ("mail 2", "full"), ("mail 3", None)]
    assert mbox.read_bytes() == data
    assert list_names(tmp_path) == ["games", "mbox"]


def test_mbox_ends_after_the_mail_at_hand(games: Path, room: Room, tmp_path: Path, stop: Stop) -> None:
    mbox = tmp_path / "mbox"
    mbox.write_bytes((BEGIN + b"S: 1\n\n\n") * 3)
    room.fail = lambda mail: stop.ask()
    assert len(list(collect_mbox(games, mbox, stop, room.open))) == 1


@pytest.fixture
def server() -> Iterator[ImapServer]:
    with ImapServer({3: b"three", 5: b"five", 9: b"nine"}) as made:
        yield made


def account(server: ImapServer, **more: Any) -> ImapAccount:
    return ImapAccount("127.0.0.1", server.port, "none", "Ana", lambda: "secret", **more)


def fetch(games: Path, room: Room, server: ImapServer, stop: Stop) -> list[Collected]:
    return list(collect_imap(games, account(server), stop, open_room=room.open))


def read_uids(games: Path) -> dict[str, Any]:
    (path,) = (games / "inbox" / "imap").iterdir()
    return dict(json.loads(path.read_bytes()))


def test_imap_folder_is_taken_once(games: Path, room: Room, server: ImapServer, stop: Stop) -> None:
    assert [one.source for one in fetch(games, room, server, stop)] == ["UID 3", "UID 5", "UID 9"]
    assert room.kept == [b"three", b"five", b"nine"]
    assert fetch(games, room, server, stop) == []
    server.mails[10] = b"ten"
    assert [one.source for one in fetch(games, room, server, stop)] == ["UID 10"]


def test_uid_is_remembered_once_its_mail_is_kept(games: Path, room: Room, server: ImapServer, stop: Stop) -> None:
    seen: list[int | None] = []
    room.fail = lambda mail: seen.append(read_uids(games)["highest"] if room.kept else None)
    fetch(games, room, server, stop)
    assert seen == [None, 3, 5]
    assert read_uids(games)["highest"] == 9
    assert read_uids(games)["validity"] == 7


def test_new_validity_begins_anew(games: Path, room: Room, server: ImapServer, stop: Stop) -> None:
    """The server's numbers mean other mails then; those known already are silent (29)."""
    fetch(games, room, server, stop)
    server.validity = 8
    server.mails = {1: b"other", 2: b"three"}
    assert [one.source for one in fetch(games, room, server, stop)] == ["UID 1", "UID 2"]
    assert read_uids(games)["highest"] == 2


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'{"account": "x"}', b'{"highest": -1}', b"\xff"])
def test_broken_memory_does_no_harm(games: Path, room: Room, server: ImapServer, stop: Stop, data: bytes) -> None:
    fetch(games, room, server, stop)
    (path,) = (games / "inbox" / "imap").iterdir()
    path.write_bytes(data)
    assert len(fetch(games, room, server, stop)) == 3


def test_accounts_and_folders_are_told_apart(games: Path, room: Room, server: ImapServer, stop: Stop) -> None:
    fetch(games, room, server, stop)
    server.folder = '"Other"'
    other = account(server, folder="Other")
    assert len(list(collect_imap(games, other, stop, open_room=room.open))) == 3


def test_mail_that_failed_is_tried_again_and_stops_no_other(
    games: Path, room: Room, server: ImapServer, stop: Stop
) -> None:
    room.fail = fail_on(b"three", error=ManilaError("full"))
    server.refused = {5}
    first = fetch(games, room, server, stop)
    assert [one.source for one in first if one.fate is None] == ["UID 3", "UID 5"]
    assert room.kept == [b"nine"]
    assert read_uids(games)["left"] == [3, 5]
    server.refused = set()
    assert [one.source for one in fetch(games, room, server, stop) if one.fate is not None] == ["UID 5"]
    room.fail = lambda mail: None
    server.mails[11] = b"eleven"
    fetch(games, room, server, stop)
    assert room.kept == [b"nine", b"five", b"three", b"eleven"]
    assert read_uids(games)["left"] == []
    assert fetch(games, room, server, stop) == []


def test_last_mail_that_failed_is_tried_again(games: Path, room: Room, server: ImapServer, stop: Stop) -> None:
    room.fail = fail_on(b"nine", error=ManilaError("full"))
    fetch(games, room, server, stop)
    room.fail = lambda mail: None
    fetch(games, room, server, stop)
    assert room.kept == [b"three", b"five", b"nine"]


def test_mail_that_failed_and_is_gone_is_forgotten(games: Path, room: Room, server: ImapServer, stop: Stop) -> None:
    server.refused = {3}
    fetch(games, room, server, stop)
    del server.mails[3]
    server.mails[10] = b"ten"
    fetch(games, room, server, stop)
    assert read_uids(games)["left"] == []


def test_imap_ends_after_the_mail_at_hand(games: Path, room: Room, server: ImapServer, stop: Stop) -> None:
    room.fail = lambda mail: stop.ask()
    fetch(games, room, server, stop)
    assert room.kept == [b"three"]
    assert read_uids(games)["highest"] == 3


def test_first_call_that_fails_is_told(games: Path, room: Room, stop: Stop) -> None:
    with ImapServer() as gone:
        pass
    for watch in (False, True):
        with pytest.raises(ConnectionDroppedError):
            list(collect_imap(games, account(gone), stop, watch=watch, open_room=room.open))


class Watching:
    """A watch in a thread, and what it tells."""

    def __init__(self, games: Path, room: Room, server: ImapServer, stop: Stop) -> None:
        self.told: list[Collected] = []
        self.failed: BaseException | None = None

        def run() -> None:
            try:
                for one in collect_imap(games, account(server), stop, watch=True, open_room=room.open):
                    self.told.append(one)
            except BaseException as error:  # noqa: BLE001 - told by the test
                self.failed = error

        self.stop = stop
        self.thread = threading.Thread(target=run)
        self.thread.start()

    def end(self) -> None:
        self.stop.ask()
        self.thread.join(30)
        assert not self.thread.is_alive()
        assert self.failed is None


def wait_until(true: Callable[[], object]) -> None:
    pause = threading.Event()
    for _ in range(6000):
        if true():
            return
        pause.wait(0.005)
    raise AssertionError("waited in vain")


def test_watch_takes_mail_as_it_comes(games: Path, room: Room, server: ImapServer, stop: Stop) -> None:
    watching = Watching(games, room, server, stop)
    wait_until(lambda: len(room.kept) == 3 and server.waiting.is_set())
    server.put(10, b"ten")
    wait_until(lambda: room.kept[3:] == [b"ten"])
    wait_until(server.waiting.is_set)
    room.waiting = [Fate("f" * 16)]
    server.put(11, b"eleven")
    wait_until(lambda: room.kept[4:] == [b"eleven"])
    watching.end()
    assert "kept before" in [one.source for one in watching.told]


def test_watch_calls_again_when_the_line_drops(
    games: Path, room: Room, server: ImapServer, stop: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "FIRST_PAUSE", 0.01)
    watching = Watching(games, room, server, stop)
    for number in range(10, 14):
        wait_until(server.waiting.is_set)
        server.waiting.clear()
        server.cut()
        server.mails[number] = b"mail %d" % number
        wait_until(lambda number=number: b"mail %d" % number in room.kept)  # type: ignore[misc]
    watching.end()
    told = [one.trouble or "" for one in watching.told if not one.source]
    assert len(told) == 4
    assert all("is not to be reached" in words and "in 0.01 seconds" in words for words in told)


def test_pauses_grow_up_to_a_limit(
    games: Path, room: Room, server: ImapServer, stop: Stop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(collecting, "LONGEST_PAUSE", 0.004)
    watching = Watching(games, room, server, stop)
    wait_until(server.waiting.is_set)
    server.drop = lambda command: True
    server.waiting.clear()
    server.cut()
    wait_until(lambda: len(watching.told) > 8)
    watching.end()
    pauses = [(one.trouble or "").rpartition(" in ")[2] for one in watching.told if not one.source]
    assert pauses[:5] == ["0.001 seconds", "0.002 seconds", "0.004 seconds", "0.004 seconds", "0.004 seconds"]


def test_pause_ends_when_the_end_is_asked_for(games: Path, room: Room, server: ImapServer, stop: Stop) -> None:
    watching = Watching(games, room, server, stop)
    wait_until(server.waiting.is_set)
    server.drop = lambda command: True
    server.cut()
    wait_until(lambda: any(not one.source for one in watching.told))
    watching.end()


def test_mail_cut_off_halfway_comes_whole_the_next_time(
    games: Path, room: Room, server: ImapServer, stop: Stop
) -> None:
    server.drop = lambda command: "UID FETCH 5 " in command
    with pytest.raises(ConnectionDroppedError):
        fetch(games, room, server, stop)
    assert room.kept == [b"three"]
    server.drop = lambda command: False
    fetch(games, room, server, stop)
    assert room.kept == [b"three", b"five", b"nine"]


def test_lmtp_takes_mail(games: Path, room: Room, tmp_path: Path, stop: Stop) -> None:
    told: list[Collected] = []
    ready: list[str] = []
    place = str(tmp_path / "s")
    thread = threading.Thread(target=serve_lmtp, args=(games, place, stop, told.append, ready.append, room.open))
    thread.start()
    wait_until(lambda: ready)
    assert ready == [place]
    with smtplib.LMTP(place, local_hostname="test") as client:
        client.sendmail("a@example.org", ["m@example.net"], b"one\r\n")
        room.fail = fail_on(b"two", error=ManilaError("games/inbox is full"))
        with pytest.raises(smtplib.SMTPDataError) as refused:
            client.sendmail("a@example.org", ["m@example.net"], b"two\r\n")
        assert refused.value.smtp_code == 451
        assert refused.value.smtp_error == b"4.3.0 games/inbox is full"
    stop.ask()
    thread.join(30)
    assert not thread.is_alive()
    assert room.kept == [b"one\r\n"]
    assert [one.trouble for one in told] == [None, "games/inbox is full"]
    with pytest.raises(WrongUsage):
        serve_lmtp(games, "example.org:25", stop, told.append, ready.append, room.open)


def test_mail_is_kept_even_where_nobody_reads_what_is_told(games: Path, room: Room, tmp_path: Path, stop: Stop) -> None:
    def tell(collected: Collected) -> None:
        raise BrokenPipeError

    ready: list[str] = []
    place = str(tmp_path / "s")
    thread = threading.Thread(target=serve_lmtp, args=(games, place, stop, tell, ready.append, room.open))
    thread.start()
    wait_until(lambda: ready)
    with smtplib.LMTP(place, local_hostname="test") as client:
        client.sendmail("a@example.org", ["m@example.net"], b"one\r\n")
    stop.ask()
    thread.join(30)
    assert room.kept == [b"one\r\n"]


def test_fates_are_told() -> None:
    fate: Any = Fate("0123456789abcdef", answer="harbour-1/outbox/new/x.eml")
    assert tell_fate(fate) == "0123456789abcdef taken: order (harbour-1 ana)"
    assert tell_fate(fate._replace(fate="silent", why="stranger", game=None, player=None)) == (
        "0123456789abcdef silent: stranger"
    )
    assert describe_collected(Collected("UID 3", fate)) == {
        "source": "UID 3",
        "id": "0123456789abcdef",
        "fate": "taken",
        "why": "order",
        "game": "harbour-1",
        "player": "ana",
        "answer": "harbour-1/outbox/new/x.eml",
        "trouble": None,
    }
    assert describe_collected(Collected("UID 3", None, "full"))["fate"] is None


def test_fault_of_the_program_is_raised_where_its_traceback_is_wanted(
    games: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MANILA_TRACEBACK", "1")
    room.fail = fail_on(b"mail", error=ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        take_piped(games, io.BytesIO(b"mail"), room.open)
    assert os.environ["MANILA_TRACEBACK"] == "1"
