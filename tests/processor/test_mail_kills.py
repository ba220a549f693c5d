"""`receive` and `send` killed with SIGKILL, at random moments and at every kind of write, then run again.

Mail that comes in: whatever the way it comes, the folder of games is in the end the very bytes that it is unkilled:
orders, mails, what is kept of them, one answer for each in the outbox. Mail that goes out: each arrives, and twice only
where the server was killed under while the mail was under way. 20 kills each normally, 200 with MANILA_SOAK=1.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hangman import Hangman
from imap_server import ImapServer
from smtp_server import SmtpServer

from manila_pbem.intake.reply_code import make_code, write_tag
from manila_pbem.store.game_folder import open_game

SOAK = bool(os.environ.get("MANILA_SOAK"))
KILLS = 200 if SOAK else 20
NOW = "2026-12-01T20:10:00Z"
OWN = {"harbour-1/secret/lock", "harbour-2/secret/lock"}
"""What differs by nature: the number of the process that had the lock."""


def read_all(folder: Path) -> dict[str, bytes]:
    found = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*")) if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if name not in OWN}


class Post(NamedTuple):
    """Mails in the order in which they come, the games before them, and the files after them."""

    mails: list[bytes]
    before: Path
    after: dict[str, bytes]


class Writer:
    """Writes mails of players, with right reply codes."""

    def __init__(self, games: Path) -> None:
        self.games = games
        self.count = 0

    def write(
        self, sender: str, body: str, player: str | None = None, game: str = "harbour-1", more: str = ""
    ) -> bytes:
        self.count += 1
        player = player or sender
        code = make_code(open_game(self.games, game).read_code_key(), game, "v1-auction", player)
        subject = "Re: " + write_tag(game, "v1-auction", code)
        head = f"{more}From: {sender}@example.org\nMessage-ID: <{self.count}@example.org>\nSubject: {subject}\n"
        return f"{head}Content-Type: text/plain; charset=utf-8\n\n{body}\n".encode()


def write_mails(games: Path) -> list[bytes]:
    """Write mails of every fate: taken, replaced, taken back, refused, sent twice, strangers', automatic ones."""
    by = Writer(games)
    first = by.write("ana", "bid: 7")
    return [
        first,
        by.write("ben", "bid: pass"),
        by.write("chu", "bid: a lot"),
        by.write("ana", "bid: 9\nsalt: x"),
        b"From: stranger@example.com\nSubject: hello\n\nbid: 3\n",
        by.write("ben", "bid: 3", more="Auto-Submitted: auto-replied\n"),
        first,
        by.write("ben", "bid: 4", player="ana"),
        by.write("chu", "bid: 3\nmessage: {to: all, text: ahoy}"),
        by.write("ana", "bid: 2", game="harbour-2"),
        by.write("ben", "withdraw: all"),
        by.write("ben", "bid: 5\nmessage: {to: ana, text: psst}"),
        by.write("chu", "bid: 1", game="harbour-2"),
        b"From: stranger@example.com\nSubject: again\n\n",
    ]


@pytest.fixture(scope="module")
def post(make_club: Any, tmp_path_factory: Any) -> Post:
    """Take in all mails unkilled, from a pipe."""
    club = make_club()
    club.games.mkdir()
    (club.games / "club.yaml").write_text("address: manila@example.net\n")
    for game in ("harbour-1", "harbour-2"):
        named = [word for name in ("ana", "ben", "chu") for word in ("--player", f"{name}={name}@example.org")]
        assert club.run("new", game, *named, "--seed", game).status == 0
    mails = write_mails(club.games)
    before = tmp_path_factory.mktemp("post") / "games"
    shutil.copytree(club.games, before)
    club.now = NOW
    fates = []
    for mail in mails:
        ran = club.run("receive", "--json", text=mail)
        assert ran.status == 0, ran
        fates.append(ran.json["fate"])
    assert fates == [
        *("taken", "taken", "refused", "taken", "silent", "silent", "silent"),
        *("refused", "taken", "taken", "taken", "taken", "taken", "silent"),
    ]
    after = read_all(club.games)
    answers = [name for name in after if "/outbox/new/" in name and name not in read_all(before)]
    assert len(answers) == fates.count("taken") + fates.count("refused")
    kept = [name for name in after if "inbox/" in name and name.endswith(".eml")]
    assert len(kept) == len(set(mails))
    return Post(mails, before, after)


class Delivery:
    """Mails on their way to one folder of games by some way, taken in by commands that may be killed."""

    def __init__(self, post: Post, folder: Path, hangman: Hangman) -> None:
        self.games = folder / "games"
        self.hangman = hangman
        self.mails = post.mails
        shutil.copytree(post.before, self.games)

    def make_arguments(self) -> list[str]:
        raise NotImplementedError

    def run(self, kill: Callable[[list[str], str | bytes], tuple[bool, bool]]) -> bool:
        """Run a command; `kill` tells whether it was killed, and whether it ended well. Tell whether it was killed."""
        killed, well = kill(["--games", str(self.games), "receive", *self.make_arguments()], b"")
        assert killed or well
        return killed

    def is_over(self) -> bool:
        raise NotImplementedError


class ByMaildir(Delivery):
    def __init__(self, post: Post, folder: Path, hangman: Hangman) -> None:
        super().__init__(post, folder, hangman)
        self.maildir = folder / "Maildir"
        for name in ("new", "cur", "tmp"):
            (self.maildir / name).mkdir(parents=True)
        for number, mail in enumerate(self.mails):
            (self.maildir / "new" / f"{1700000000 + number}.x").write_bytes(mail)

    def make_arguments(self) -> list[str]:
        return ["--maildir", str(self.maildir)]

    def is_over(self) -> bool:
        if any((self.maildir / "new").iterdir()):
            return False
        seen = sorted(path.name for path in (self.maildir / "cur").iterdir())
        assert seen == [f"{1700000000 + number}.x:2,S" for number in range(len(self.mails))]
        return True


class ByMbox(Delivery):
    def __init__(self, post: Post, folder: Path, hangman: Hangman) -> None:
        super().__init__(post, folder, hangman)
        self.over = False
        self.mbox = folder / "mbox"
        begin = b"From x Tue Dec  1 20:00:00 2026\n"
        self.mbox.write_bytes(b"".join(begin + mail + b"\n" for mail in self.mails))

    def make_arguments(self) -> list[str]:
        return ["--mbox", str(self.mbox)]

    def run(self, kill: Callable[[list[str], str | bytes], tuple[bool, bool]]) -> bool:
        killed = super().run(kill)
        self.over = not killed
        return killed

    def is_over(self) -> bool:
        return self.over


class ByPipe(Delivery):
    """The mail server keeps a mail until the command ends well."""

    done = 0

    def run(self, kill: Callable[[list[str], str | bytes], tuple[bool, bool]]) -> bool:
        killed, well = kill(["--games", str(self.games), "receive"], self.mails[self.done])
        assert killed or well
        self.done += well
        return killed

    def is_over(self) -> bool:
        return self.done == len(self.mails)


class ByImap(Delivery):
    server: ImapServer

    def make_arguments(self) -> list[str]:
        settings = f"servers: {{imap: {{host: 127.0.0.1, port: {self.server.port}, security: none, user: Ana"
        text = f"address: manila@example.net\n{settings}, password_from: MANILA_TEST_PASSWORD}}}}\n"
        (self.games / "club.yaml").write_text(text)
        return ["--imap"]

    def is_over(self) -> bool:
        found = [json.loads(path.read_bytes()) for path in (self.games / "inbox").glob("imap/*.json")]
        return bool(found) and found[0]["highest"] == len(self.mails)


@pytest.fixture
def server(post: Post, monkeypatch: pytest.MonkeyPatch) -> Iterator[ImapServer]:
    monkeypatch.setenv("MANILA_TEST_PASSWORD", "secret")
    with ImapServer(dict(enumerate(post.mails, 1))) as made:
        ByImap.server = made
        yield made


class Kills:
    """Kills commands at random, half of them at moments and half at calls that write; counts those caught alive."""

    def __init__(self, hangman: Hangman, rng: Random) -> None:
        self.hangman = hangman
        self.rng = rng
        self.count = 0
        self.calls = 40

    def kill(self, arguments: list[str], text: str | bytes) -> tuple[bool, bool]:
        if self.rng.random() < 0.5:
            killed = self.hangman.kill_after(arguments, NOW, text, self.rng.random() * 1.05)
            self.count += killed
            return killed, not killed
        killed, calls = self.hangman.kill_at_call(arguments, NOW, text, self.rng.randrange(self.calls))
        if not killed:
            self.calls = max(8, calls + 1)
        self.count += killed
        return killed, not killed

    def spare(self, arguments: list[str], text: str | bytes) -> tuple[bool, bool]:
        process = self.hangman.start(arguments, NOW, text)
        assert process.stderr is not None
        told = process.stderr.read()
        process.stderr.close()
        assert process.wait() == 0, told
        return False, True


def check_end(games: Path, post: Post) -> None:
    """Everything is as if nothing had been killed; `imap` and the settings are those of the way alone."""
    found = read_all(games)
    found = {name: data for name, data in found.items() if not name.startswith("inbox/imap/")}
    found["club.yaml"] = post.after["club.yaml"]
    assert sorted(found.keys() ^ post.after.keys()) == []
    assert [name for name in found if found[name] != post.after[name]] == []


@pytest.mark.soak
@pytest.mark.parametrize("way", [ByMaildir, ByMbox, ByPipe, ByImap])
def test_receiving_killed_and_run_again(way: type[Delivery], post: Post, server: ImapServer, tmp_path: Path) -> None:
    rng = Random(way.__name__)
    hangman = Hangman(tmp_path)
    kills = Kills(hangman, rng)
    rounds = 0
    while kills.count < KILLS // 4 or rounds == 0:
        assert rounds < 20 * KILLS, "no command can be caught alive"
        folder = tmp_path / str(rounds)
        folder.mkdir()
        delivery = way(post, folder, hangman)
        patience = rng.choice((1, 3, 10))
        while not delivery.is_over():
            caught = patience and kills.count < KILLS // 4
            patience -= bool(delivery.run(kills.kill if caught else kills.spare) and patience)
        # The last command may have been killed after its last mail.
        delivery.run(kills.spare) if not isinstance(delivery, ByPipe) else None
        check_end(delivery.games, post)
        shutil.rmtree(folder)
        rounds += 1
    assert kills.count >= KILLS // 4


def take_one(
    post: Post, number: int, folder: Path, hangman: Hangman, *calls: int
) -> tuple[list[int], dict[str, bytes]]:
    """Take in one mail by commands killed at calls; return the calls that were made, and what is there in the end."""
    games = folder / "one" / "games"
    shutil.copytree(post.before, games)
    made = []
    for call in calls:
        killed, counted = hangman.kill_at_call(["--games", str(games), "receive"], NOW, post.mails[number], call)
        assert killed == (call >= 0)
        made.append(counted)
    found = read_all(games)
    shutil.rmtree(folder / "one")
    return made, found


@pytest.mark.soak
@pytest.mark.parametrize("number", [0, 2, 4, 8], ids=["taken", "refused", "silent", "with a message"])
def test_receiving_killed_at_each_call(post: Post, tmp_path: Path, number: int) -> None:
    """A mail's command killed at each of its writes in turn; at a few of them where time is short."""
    hangman = Hangman(tmp_path)
    take_one(post, number, tmp_path, hangman, -1)  # Templates are compiled once.
    (calls,), unkilled = take_one(post, number, tmp_path, hangman, -1)
    assert calls > 5
    for call in range(calls) if SOAK else sorted({1, calls // 2, calls - 2}):
        _, found = take_one(post, number, tmp_path, hangman, call, -1)
        assert sorted(found.keys() ^ unkilled.keys()) == [], call
        assert [name for name in found if found[name] != unkilled[name]] == [], call


MAILS = 12


class Outgoing(NamedTuple):
    """Mails by number, as they lie in outboxes."""

    games: Path
    mails: dict[int, bytes]


@pytest.fixture
def outgoing(make_club: Any) -> Outgoing:
    """Two games and the club have mail to be sent."""
    club = make_club()
    club.games.mkdir()
    club.new("harbour-1")
    club.new("harbour-2", seed="2")
    mails = {}
    for number in range(MAILS):
        box = club.games / ("harbour-1/outbox", "harbour-2/outbox", "outbox")[number % 3] / "new"
        box.mkdir(parents=True, exist_ok=True)
        head = f"From: manila@example.net\nTo: p{number}@example.org\nMessage-ID: <manila.{number}@example.net>\n"
        mails[number] = f"{head}Subject: mail {number}\n\nFrom here on\n.\n".replace("\n", "\r\n").encode()
        (box / f"mail-{number:02}.eml").write_bytes(mails[number])
    return Outgoing(club.games, mails)


def think(stage: str, said: str) -> None:
    """Take a while over each mail, as servers do, so that commands die under it."""
    if stage == "content":
        time.sleep(0.02)


def find_under_way(games: Path) -> set[str]:
    """Return the addresses of the mails that a killed command may have sent."""
    return {
        json.loads(path.read_bytes())["to"]
        for path in games.rglob("outbox/results/*.json")
        if json.loads(path.read_bytes())["state"] == "under way"
    }


@pytest.mark.soak
def test_sending_killed_and_run_again(outgoing: Outgoing, tmp_path: Path) -> None:
    """Each mail arrives; twice only if a command was killed while that very mail was under way."""
    rng = Random("send")
    hangman = Hangman(tmp_path)
    kills = Kills(hangman, rng)
    rounds = 0
    doubled = 0
    while kills.count < KILLS:
        assert rounds < 20 * KILLS, "no command can be caught alive"
        games = tmp_path / str(rounds)
        shutil.copytree(outgoing.games, games)
        with SmtpServer() as server:
            settings = f"address: manila@example.net\nservers: {{smtp: {{host: 127.0.0.1, port: {server.port}"
            (games / "club.yaml").write_text(f"{settings}, security: none}}}}\n")
            arguments = ["--games", str(games), "send"]
            server.answer = think
            chances: Counter[str] = Counter()
            patience = rng.choice((1, 3, 10))
            while patience and kills.count < KILLS:
                killed, _ = kills.kill(arguments, b"")
                if not killed:
                    break
                patience -= 1
                chances.update(find_under_way(games))
            for _ in range(2):
                kills.spare(arguments, b"")
            taken = Counter(mail.to.strip("<>") for mail in server.taken)
            assert set(taken) == {f"p{number}@example.org" for number in outgoing.mails}
            for to, times in taken.items():
                assert times <= 1 + chances[to], (to, times, chances)
                doubled += times - 1
            assert {mail.mail for mail in server.taken} == set(outgoing.mails.values())
        assert list(games.rglob("outbox/new/*.eml")) == []
        assert len(list(games.rglob("outbox/cur/*.eml"))) == MAILS
        shutil.rmtree(games)
        rounds += 1
    assert doubled <= kills.count
