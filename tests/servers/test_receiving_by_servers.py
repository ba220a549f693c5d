"""What Postfix and Dovecot do with `receive` when something is amiss, and what bounces of theirs look like to it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from servers.installing import Program
from servers.real_servers import HOOK_USER, PASSWORD, RealServers

BODY = b"From here on\r\n.\r\n..two dots\r\n. a dot\r\n\r\nJos\xc3\xa9\r\n"


def write_mail(word: str, to: str) -> bytes:
    """Return a stranger's mail, of which nothing but its keeping is expected."""
    return f"From: ana@dove.test\r\nTo: {to}\r\nSubject: {word}\r\n\r\n".encode() + BODY.replace(b"here", word.encode())


@pytest.fixture
def games(servers: RealServers, program: Program, request: pytest.FixtureRequest) -> Iterator[Path]:
    """An empty folder of games of the test's own, with a club that Postfix and Dovecot serve."""
    folder = servers.base / f"games-{request.node.name[:60]}"
    folder.mkdir(mode=0o700)
    program.games = folder
    program.environment["CLUB_PASSWORD"] = PASSWORD
    club = (
        "address: club@games.test",
        "servers:",
        f"  smtp: {{host: 127.0.0.1, port: {servers.smtp_port}, security: none}}",
        f"  imap: {{host: 127.0.0.1, port: {servers.imap_port}, security: none, user: {request.node.name.lower()}, "
        "password_from: CLUB_PASSWORD}",
    )
    (folder / "club.yaml").write_text("\n".join(club) + "\n", encoding="utf-8")
    for path in (folder, folder / "club.yaml"):
        shutil.chown(path, HOOK_USER)
    servers.write_hook(program.write_script("receive"))
    yield folder
    servers.clear_queue()


@contextmanager
def receiving(program: Program, *way: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    """Keep `receive` running; it must end well when it is asked to."""
    process = program.start("receive", *way)
    try:
        yield process
        process.terminate()
        assert process.wait(30) == 0
    finally:
        if process.poll() is None:
            process.kill()
        assert process.stdout is not None
        process.stdout.close()
        process.wait()


def read_line(process: subprocess.Popen[bytes]) -> str:
    """Return the next line that a command prints."""
    assert process.stdout is not None
    return process.stdout.readline().decode()


def list_kept(games: Path) -> list[bytes]:
    """Return the mails kept that belong to no game."""
    return [path.read_bytes() for path in (games / "inbox").glob("*.eml")]


def find_sent(servers: RealServers, recipient: str) -> list[str]:
    """Return Postfix's words on each try to hand on a mail to a recipient."""
    lines = [line for line in servers.read_log() if f"to=<{recipient}>" in line and " status=" in line]
    return [line.partition(" status=")[2].split()[0] for line in lines]


def test_the_pipe_keeps_a_mail_as_it_came(servers: RealServers, games: Path) -> None:
    servers.submit("ana@dove.test", ["kept@games.test"], write_mail("kept", "kept@games.test"))
    servers.settle()
    (mail,) = list_kept(games)
    assert mail.partition(b"\n\n")[2] == BODY.replace(b"here", b"kept").replace(b"\r\n", b"\n")
    assert find_sent(servers, "kept@games.test") == ["sent"]


def test_lmtp_keeps_a_mail_as_it_came(servers: RealServers, program: Program, games: Path) -> None:
    with receiving(program, "--lmtp", f"127.0.0.1:{servers.lmtp_port}") as lmtp:
        assert read_line(lmtp).startswith("listening at ")
        servers.submit("ana@dove.test", ["kept@lmtp.test"], write_mail("kept", "kept@lmtp.test"))
        servers.settle()
    (mail,) = list_kept(games)
    assert mail.partition(b"\r\n\r\n")[2] == BODY.replace(b"here", b"kept")


def test_a_mail_to_two_comes_by_lmtp_once(servers: RealServers, program: Program, games: Path) -> None:
    """Each recipient has a reply of its own, so that Postfix never tries again."""
    with receiving(program, "--lmtp", f"127.0.0.1:{servers.lmtp_port}") as lmtp:
        assert read_line(lmtp).startswith("listening at ")
        both = ["one@lmtp.test", "two@lmtp.test"]
        servers.submit("ana@dove.test", both, write_mail("both", ", ".join(both)))
        servers.settle()
        assert [find_sent(servers, one) for one in both] == [["sent"], ["sent"]]
    assert len(list_kept(games)) == 1


def test_postfix_may_write_to_a_socket_of_its_group(servers: RealServers, program: Program, games: Path) -> None:
    with receiving(program, "--lmtp", servers.base / "socket" / "lmtp") as lmtp:
        assert read_line(lmtp) == f"listening at {servers.base}/socket/lmtp\n"
        servers.submit("ana@dove.test", ["socket@socket.test"], write_mail("socket", "socket@socket.test"))
        servers.settle()
    assert len(list_kept(games)) == 1


def test_mail_waits_in_postfix_while_nobody_listens(servers: RealServers, program: Program, games: Path) -> None:
    servers.submit("ana@dove.test", ["waits@lmtp.test"], write_mail("waits", "waits@lmtp.test"))
    servers.wait_for_deferred()
    with receiving(program, "--lmtp", f"127.0.0.1:{servers.lmtp_port}") as lmtp:
        assert read_line(lmtp).startswith("listening at ")
        servers.flush()
    assert len(list_kept(games)) == 1
    assert find_sent(servers, "waits@lmtp.test") == ["deferred", "sent"]


def test_a_pipe_that_cannot_keep_a_mail_gets_it_again(servers: RealServers, games: Path) -> None:
    """No word of ours goes to the mail's writer: it is not bounced, and what was wrong is told elsewhere."""
    shutil.chown(games, "root")
    servers.submit("ana@dove.test", ["again@games.test"], write_mail("again", "again@games.test"))
    servers.wait_for_deferred()
    shutil.chown(games, HOOK_USER)
    servers.flush()
    assert len(list_kept(games)) == 1
    assert find_sent(servers, "again@games.test") == ["deferred", "sent"]
    assert not [line for line in servers.read_log() if "again@games.test" in line and "Command output" in line]


def test_imap_takes_each_mail_once(servers: RealServers, program: Program, games: Path) -> None:
    box = "test_imap_takes_each_mail_once@dove.test"
    for word in ("first", "second"):
        servers.submit("ana@dove.test", [box], write_mail(word, box))
    servers.settle()
    assert program.run("receive", "--imap").out.count("\n") == 2
    assert program.run("receive", "--imap").out == ""
    servers.submit("ana@dove.test", [box], write_mail("third", box))
    servers.settle()
    assert program.run("receive", "--imap").out.count("\n") == 1
    assert sorted(mail.partition(b"\r\n\r\n")[2] for mail in list_kept(games)) == sorted(
        BODY.replace(b"here", word) for word in (b"first", b"second", b"third")
    )


def test_imap_watch_is_woken_by_new_mail(servers: RealServers, program: Program, games: Path) -> None:
    box = "test_imap_watch_is_woken_by_new_mail@dove.test"
    servers.submit("ana@dove.test", [box], write_mail("there", box))
    servers.settle()
    with receiving(program, "--imap", "--watch") as watch:
        assert " silent: " in read_line(watch)
        for word in ("woken", "again"):
            servers.submit("ana@dove.test", [box], write_mail(word, box))
            assert " silent: " in read_line(watch)
    assert len(list_kept(games)) == 3


def test_a_bounce_is_told_to_the_moderator_and_never_answered(
    servers: RealServers, program: Program, games: Path
) -> None:
    """A server behind Postfix does not know the player, and Postfix sends the report back."""
    note = play_to_nobody(servers, program, games, "gone@gone.test", "bounce")
    assert note["players"] == ["g Ana"]
    assert find_sent(servers, "gone@gone.test") == ["bounced"]
    kept = [json.loads(path.read_bytes()) for path in games.glob("**/inbox/*.json")]
    (bounce,) = [one for one in kept if one.get("bounce") is not None]
    assert bounce["fate"] == "silent"
    assert bounce["bounce"]["recipients"] == ["gone@gone.test"]
    assert bounce["answer"] is None
    assert json.loads(program.run("send", "--json").out)["mails"] == []


def test_an_address_refused_at_once_is_told_to_the_moderator(
    servers: RealServers, program: Program, games: Path
) -> None:
    note = play_to_nobody(servers, program, games, "gone@elsewhere.test", "undelivered")
    assert (note["game"], note["to"]) == ("g", "gone@elsewhere.test")
    assert note["reply"].startswith("550 5.1.1 ")
    assert json.loads(program.run("send", "--json").out)["mails"] == []


def play_to_nobody(servers: RealServers, program: Program, games: Path, address: str, what: str) -> dict[str, Any]:
    """Send a report to an address that is none, and return the one note that is kept for the moderator."""
    made = program.run("new", "g", "--player", f"Ana={address}", "--player", "ben", "--player", "chu")
    assert made.status == 0, made
    program.run("send")
    servers.settle()
    (note,) = [json.loads(path.read_bytes()) for path in (games / "inbox" / "notes").glob("*.json")]
    assert note["what"] == what
    return dict(note)
