"""`receive` as mail servers call it: in a process of its own, from a pipe, in a bare environment.

What is printed here ends in a mail to whoever wrote, and any exit status but 75 makes the mail server give up
(docs/dependencies.md, 35 and 36).
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import smtplib
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from conftest import Club
from imap_server import ImapServer

from manila_pbem.intake.reply_code import make_code
from manila_pbem.store.game_folder import open_game

ROOT = Path(__file__).parents[2]
MAIL = b"Return-Path: <x@example.org>\nFrom: stranger@example.org\nSubject: hello\n\nbid: 7\n"
BARE = {"PATH": "/usr/bin:/bin", "LANG": "C"}


def pipe(
    games: Path | str, mail: bytes = MAIL, *arguments: str, cwd: Path | str = "/", **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run `manila receive` as Postfix does."""
    environment = {**BARE, "PYTHONPATH": str(ROOT), **more.pop("env", {})}
    return subprocess.run(
        [sys.executable, "-m", "manila_pbem", "--games", str(games), "receive", *arguments],
        input=mail,
        capture_output=True,
        env=environment,
        cwd=cwd,
        **more,
    )


@pytest.fixture
def games(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir(mode=0o700)
    return tmp_path / "games"


def list_kept(games: Path) -> list[bytes]:
    return sorted(path.read_bytes() for path in games.rglob("*.eml"))


@pytest.mark.parametrize(
    "mail",
    [MAIL, b"", b"\0", b"\xff" * 1000, b"\n" * 5000, b"From: \xe4\n\n\r\r\n", MAIL + b"x" * (2 << 20)],
    ids=["plain", "empty", "null", "bytes", "lines", "odd", "big"],
)
def test_mail_from_a_pipe_is_kept_in_silence(games: Path, mail: bytes) -> None:
    ran = pipe(games, mail)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert list_kept(games) == [mail]
    assert [path.stem for path in games.rglob("*.eml")] == [sha256(mail).hexdigest()[:16]]
    again = pipe(games, mail)
    assert (again.returncode, again.stdout, again.stderr) == (0, b"", b"")
    assert list_kept(games) == [mail]


def spoil(games: Path, how: str) -> None:
    """Make a folder of games in which nothing can be kept."""
    if how == "missing":
        games.rmdir()
    elif how == "inbox is a file":
        (games / "inbox").write_bytes(b"")
    elif how == "inbox is a link":
        (games / "inbox").symlink_to(games)
    elif how == "landing is a file":
        (games / "inbox").mkdir()
        (games / "inbox" / "new").write_bytes(b"")
    else:
        (games / "club.yaml").write_text("moderator: [\n")


SPOILT = ["missing", "inbox is a file", "inbox is a link", "landing is a file", "club.yaml is broken"]


@pytest.mark.parametrize("how", SPOILT)
def test_mail_that_can_not_be_kept_is_tried_again_in_silence(games: Path, how: str) -> None:
    spoil(games, how)
    ran = pipe(games)
    assert (ran.returncode, ran.stdout, ran.stderr) == (75, b"", b"")
    assert not games.exists() or list_kept(games) == []


@pytest.mark.parametrize(
    ("closed", "status"),
    [("<&-", 75), (">&-", 0), ("2>&-", 0), (">&- 2>&-", 0), (">/dev/full 2>/dev/full", 0)],
)
def test_closed_streams(games: Path, closed: str, status: int) -> None:
    script = f'exec "$0" -m manila_pbem --games "$1" receive {closed}'
    ran = subprocess.run(
        ["/bin/sh", "-c", script, sys.executable, str(games)],
        input=MAIL,
        capture_output=True,
        env={**BARE, "PYTHONPATH": str(ROOT)},
        cwd="/",
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (status, b"", b"")
    assert list_kept(games) == ([MAIL] if status == 0 else [])


BROKEN = """
import os, sys
import manila_pbem.{module} as module
def fail(*arguments, **options):
    raise {error}
{where} = fail
sys.argv = ["manila", "--games", sys.argv[1], "receive"]
from manila_pbem.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("module", "where"),
    [
        ("store.mail_box", "module.MailBox.land"),
        ("store.mail_box", "module.MailBox.make_folders"),
        ("processor.collecting", "module._take"),
        ("processor.collecting", "module.take_piped"),
        ("store.mail_box", "os.fsync"),
        ("store.mail_box", "os.write"),
    ],
)
@pytest.mark.parametrize(
    "error",
    ["RuntimeError('no\\nsuch thing')", "MemoryError", "RecursionError", "OSError(28, 'full')", "ImportError('x')"],
)
def test_no_fault_of_ours_reaches_the_mail_server(games: Path, module: str, where: str, error: str) -> None:
    """An uncaught one would bounce, with the whole traceback in the bounce (36)."""
    code = BROKEN.format(module=module, error=error, where=where)
    ran = subprocess.run(
        [sys.executable, "-c", code, str(games)],
        input=MAIL,
        capture_output=True,
        env={**BARE, "PYTHONPATH": str(ROOT)},
        cwd="/",
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (75, b"", b"")


READER = """
import sys
import manila_pbem.processor.receiving as module
def fail(*arguments, **options):
    raise {error}
module.{where} = fail
sys.argv = ["manila", "--games", sys.argv[1], "receive"]
from manila_pbem.__main__ import main
main()
"""


@pytest.mark.parametrize("where", ["read_letter", "decide_mail", "Postroom.take_waiting", "Postroom._treat_for_club"])
@pytest.mark.parametrize("error", ["RuntimeError('x')", "OSError(28, 'full')", "ManilaError('x')"])
def test_kept_mail_is_done_with_whatever_comes_of_it(games: Path, where: str, error: str) -> None:
    code = READER.format(error=error, where=where).replace(
        "import sys\n", "import sys\nfrom manila_pbem.errors import ManilaError\n", 1
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(games)],
        input=MAIL,
        capture_output=True,
        env={**BARE, "PYTHONPATH": str(ROOT)},
        cwd="/",
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert list_kept(games) == [MAIL]
    # The next command makes up for it.
    assert pipe(games, b"Subject: other\n\n").returncode == 0
    assert list((games / "inbox" / "new").iterdir()) == []


def test_folder_of_games_from_the_environment_and_a_relative_one(games: Path) -> None:
    environment = {**BARE, "PYTHONPATH": str(ROOT), "MANILA_GAMES": "games"}
    ran = subprocess.run(
        [sys.executable, "-m", "manila_pbem", "receive"],
        input=MAIL,
        env=environment,
        cwd=games.parent,
        capture_output=True,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    assert list_kept(games) == [MAIL]


NOBODY: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []}


def find_python_for_nobody() -> tuple[str, str] | None:
    """Return a Python that nobody may run, and the folders of its modules; None where there is none."""
    folders = os.pathsep.join([str(ROOT), *(path for path in sys.path if path.endswith("-packages"))])
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            tried = subprocess.run(
                [python, "-c", "import manila_pbem.cli.app, yaml, selectolax.lexbor"],
                env={**BARE, "PYTHONPATH": folders},
                cwd="/",
                capture_output=True,
                **NOBODY,
            )
        except (OSError, ValueError, LookupError):
            continue
        if tried.returncode == 0:
            return python, folders
    return None


def test_as_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Postfix runs its pipes so."""
    found = find_python_for_nobody() if os.geteuid() == 0 else None
    if found is None:
        pytest.skip("only root can become nobody, and nobody must be able to run this Python")
    python, folders = found
    monkeypatch.setattr(sys, "executable", python)
    outside = Path("/var/tmp") / f"manila-test-{os.getpid()}"
    outside.mkdir(mode=0o700)
    try:
        shutil.chown(outside, "nobody", "nogroup")
        ran = pipe(outside, env={"PYTHONPATH": folders}, **NOBODY)
        assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
        assert list_kept(outside) == [MAIL]
        shutil.chown(outside, "root", "root")
        ran = pipe(outside, env={"PYTHONPATH": folders}, **NOBODY)
        assert (ran.returncode, ran.stdout, ran.stderr) == (75, b"", b"")
    finally:
        shutil.rmtree(outside)


def test_json_tells_the_fate(games: Path) -> None:
    ran = pipe(games, MAIL, "--json")
    assert ran.returncode == 0
    told = json.loads(ran.stdout)
    assert told["id"] == sha256(MAIL).hexdigest()[:16]
    assert (told["fate"], told["game"], told["answer"]) == ("silent", None, None)


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    folder = tmp_path / "Maildir"
    for name in ("new", "cur", "tmp"):
        (folder / name).mkdir(parents=True)
    for number in range(3):
        (folder / "new" / f"{number + 1}.x").write_bytes(b"Subject: %d\n\n" % number)
    return folder


def test_maildir_is_taken_and_told(games: Path, maildir: Path) -> None:
    ran = pipe(games, b"", "--maildir", str(maildir))
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert len(ran.stdout.splitlines()) == 3
    assert len(list_kept(games)) == 3
    assert sorted(path.name for path in (maildir / "cur").iterdir()) == ["1.x:2,S", "2.x:2,S", "3.x:2,S"]
    again = pipe(games, b"", "--maildir", str(maildir))
    assert (again.returncode, again.stdout, again.stderr) == (0, b"", b"")


def test_mail_in_no_mailbox_can_be_kept(games: Path, maildir: Path) -> None:
    spoil(games, "inbox is a file")
    ran = pipe(games, b"", "--maildir", str(maildir))
    assert ran.returncode == 1
    assert ran.stderr.startswith(b"manila: ") and b"Traceback" not in ran.stderr
    assert len(list((maildir / "new").iterdir())) == 3


def test_some_mail_that_can_not_be_kept_is_told(games: Path, maildir: Path) -> None:
    code = READER.format(error="ManilaError('the disk is full')", where="MailBox.land").replace(
        '"receive"]', '"receive", "--maildir", sys.argv[2]]'
    )
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            code.replace("import sys\n", "import sys\nfrom manila_pbem.errors import ManilaError\n", 1),
            str(games),
            str(maildir),
        ],
        capture_output=True,
        env={**BARE, "PYTHONPATH": str(ROOT)},
        cwd="/",
    )
    assert ran.returncode == 75
    assert ran.stderr.count(b"could not be kept: the disk is full") == 3
    assert len(list((maildir / "new").iterdir())) == 3


ANSWER = "From: ana@example.org\nSubject: Re: [manila harbour-1 v1-auction #{code}]\nMessage-ID: <1@x>\n\nbid: 7\n"


@pytest.mark.parametrize("name", ["secret/addresses.yaml", "secret/code-key", "game.yaml", "log.jsonl"])
def test_an_order_waits_while_its_game_can_not_be_read_and_is_told(
    games: Path, tmp_path: Path, maildir: Path, name: str
) -> None:
    """It is kept, so the mail is done with; the moderator is told, and once the file is mended the order is taken."""
    club = Club(games)
    for game in ("harbour-1", "harbour-2"):
        club.new(game, "ana=ana@example.org ben=ben@example.org chu")
    key = open_game(games, "harbour-1").read_code_key()
    mail = ANSWER.format(code=make_code(key, "harbour-1", "v1-auction", "ana")).encode()
    path = games / "harbour-1" / name
    before = path.read_bytes()
    path.write_bytes(b"{\n")
    for waiting in (maildir / "new").iterdir():
        waiting.unlink()
    ran = pipe(games, mail)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")
    ran = pipe(games, b"", "--maildir", str(maildir))
    assert ran.returncode == 0
    (line,) = ran.stderr.decode().splitlines()
    assert "is kept and waits: " in line and path.name in line
    assert list(games.glob("*/inbox/*.eml")) == []
    path.write_bytes(before)
    ran = pipe(games, b"", "--maildir", str(maildir))
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b" taken: order (harbour-1 ana)" in ran.stdout
    assert (games / "harbour-1" / "orders" / "v1-auction" / "ana.yaml").exists()


def test_mbox_is_taken(games: Path, tmp_path: Path) -> None:
    mbox = tmp_path / "mbox"
    begin = b"From ana@example.org Tue Dec  1 20:00:00 2026\n"
    mbox.write_bytes(begin + b"Subject: 1\n\nFrom here on\n\n" + begin + b"Subject: 2\n\n")
    ran = pipe(games, b"", "--mbox", str(mbox), "--json")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert [json.loads(line)["fate"] for line in ran.stdout.splitlines()] == ["silent", "silent"]
    assert list_kept(games) == [b"Subject: 1\n\nFrom here on\n", b"Subject: 2\n"]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--maildir", "/nowhere"], 1, "is no Maildir"),
        (["--mbox", "/nowhere"], 1, "could not be read"),
        (["--imap"], 1, "names no IMAP server"),
        (["--imap", "--mbox", "x"], 2, "say one of"),
        (["--maildir", "x", "--lmtp", "x"], 2, "say one of"),
        (["--watch"], 2, "--watch goes with --imap"),
        (["--lmtp", "0.0.0.0:24"], 2, "no place on this machine"),
        (["--lmtp", "x"], 2, "neither HOST:PORT"),
        (["--lmtp", "/nowhere/s"], 1, "is not to be had"),
    ],
)
def test_what_is_wrong_is_told(games: Path, arguments: list[str], status: int, words: str) -> None:
    ran = pipe(games, b"", *arguments)
    assert ran.returncode == status
    assert words in ran.stderr.decode()
    assert len(ran.stderr.splitlines()) == 1


@pytest.fixture
def start(games: Path) -> Any:
    """Start `receive` with arguments, and end it with the test."""
    running: list[subprocess.Popen[bytes]] = []

    def run(*arguments: str, **more: str) -> subprocess.Popen[bytes]:
        running.append(
            subprocess.Popen(
                [sys.executable, "-m", "manila_pbem", "--games", str(games), "receive", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**BARE, "PYTHONPATH": str(ROOT), **more},
                cwd="/",
            )
        )
        return running[-1]

    yield run
    for process in running:
        process.kill()
        process.communicate()


StartReceiving = Callable[..., subprocess.Popen[bytes]]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_lmtp_serves_until_it_is_ended(games: Path, start: StartReceiving, number: signal.Signals) -> None:
    process = start("--lmtp", "127.0.0.1:0", "--json")
    assert process.stdout is not None
    host, _, port = json.loads(process.stdout.readline())["listening"].rpartition(":")
    with smtplib.LMTP(host, int(port), local_hostname="test") as client:
        client.sendmail("x@example.org", ["m@example.net"], b"Subject: 1\r\n\r\n")
    process.send_signal(number)
    printed, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, b"")
    assert [json.loads(line)["fate"] for line in printed.splitlines()] == ["silent"]
    assert list_kept(games) == [b"Subject: 1\r\n\r\n"]


def write_club(games: Path, server: ImapServer) -> None:
    settings = f"servers: {{imap: {{host: 127.0.0.1, port: {server.port}, security: none, user: Ana"
    (games / "club.yaml").write_text(f"address: m@example.net\n{settings}, password_from: MAIL_PASSWORD}}}}\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_imap_is_watched_until_it_is_ended(games: Path, start: StartReceiving, number: signal.Signals) -> None:
    with ImapServer({1: b"Subject: 1\r\n\r\n"}) as server:
        write_club(games, server)
        process = start("--imap", "--watch", "--json", MAIL_PASSWORD="secret")
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["source"] == "UID 1"
        assert server.waiting.wait(30)
        server.put(2, b"Subject: 2\r\n\r\n")
        assert json.loads(process.stdout.readline())["source"] == "UID 2"
        server.cut()
        assert process.stderr is not None
        told = json.loads(process.stdout.readline())
        assert (told["source"], told["fate"]) == ("", None)
        assert process.stderr.readline().startswith(b"manila: 127.0.0.1:")
        process.send_signal(number)
        printed, errors = process.communicate(timeout=30)
    assert (process.returncode, printed, errors) == (0, b"", b"")
    assert list_kept(games) == [b"Subject: 1\r\n\r\n", b"Subject: 2\r\n\r\n"]


@pytest.mark.parametrize(("password", "words"), [("wrong", "the login of Ana failed"), ("", "MAIL_PASSWORD")])
def test_login_that_fails_is_told_on_one_line(games: Path, password: str, words: str) -> None:
    with ImapServer() as server:
        write_club(games, server)
        ran = pipe(games, b"", "--imap", env={"MAIL_PASSWORD": password})
    assert (ran.returncode, ran.stdout) == (1, b"")
    assert words in ran.stderr.decode()
    assert len(ran.stderr.splitlines()) == 1
