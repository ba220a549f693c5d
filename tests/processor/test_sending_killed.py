"""`send` by other ways than SMTP, by two commands at once, and by commands that are killed (docs/mail.md)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from club_post import Post, make_mail, write_club
from smtp_server import SmtpServer

ROOT = Path(__file__).parents[2]
SOAK = bool(os.environ.get("MANILA_SOAK"))


@pytest.fixture
def post(club: Any) -> Any:
    with SmtpServer() as server:
        write_club(club.games, server.port)
        yield Post(club, server)


class TestOtherWays:
    def test_maildir(self, post: Post, tmp_path: Path) -> None:
        post.put("a", mail=make_mail("ana@example.org", "From x\n.\n"))
        post.put("b", "ben@example.org")
        assert post.send("--to-maildir", str(tmp_path / "box")).status == 0
        mails = sorted(path.read_bytes() for path in (tmp_path / "box" / "new").iterdir())
        assert mails[0] == make_mail("ana@example.org", "From x\n.\n").replace(b"\r\n", b"\n")
        assert len(mails) == 2
        assert (post.list("cur"), post.arrived()) == (["a", "b"], [])
        assert [path.name for path in (tmp_path / "box").iterdir() if path.name not in ("new", "cur", "tmp")] == []

    def test_command(self, post: Post, tmp_path: Path) -> None:
        script = tmp_path / "send it"
        script.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/words\ncat > {tmp_path}/mail\n', encoding="utf-8")
        script.chmod(0o755)
        post.put("a", "ana+$(touch${IFS}x)@example.org", mail=make_mail("ana@example.org", "From x\n.\n..\n"))
        assert post.send("--command", f"'{script}' -i").status == 0
        assert (tmp_path / "words").read_text(encoding="utf-8") == "-i ana@example.org\n"
        assert (tmp_path / "mail").read_bytes() == make_mail("ana@example.org", "From x\n.\n..\n").replace(b"\r", b"")

    @pytest.mark.parametrize(
        ("status", "fate"), [(0, "cur"), (67, "failed"), (68, "failed"), (65, "failed"), (75, "new"), (1, "new")]
    )
    def test_exit_statuses_of_a_command(self, post: Post, tmp_path: Path, status: int, fate: str) -> None:
        script = tmp_path / "sendmail"
        script.write_text(f"#!/bin/sh\necho no such user\nexit {status}\n", encoding="utf-8")
        script.chmod(0o755)
        post.put("a")
        ran = post.send("--command", str(script))
        assert post.list(fate) == ["a"]
        assert ran.status == (1 if fate == "failed" else 0)
        assert ("no such user" in ran.out + ran.err) == (status != 0)

    @pytest.mark.parametrize("command", ["/nowhere/sendmail -i", "{}/fails", ""])
    def test_a_command_that_works_for_no_mail(self, post: Post, tmp_path: Path, command: str) -> None:
        (tmp_path / "fails").write_text("#!/bin/sh\nexit 78\n", encoding="utf-8")
        (tmp_path / "fails").chmod(0o755)
        post.put("a")
        ran = post.send("--command", command.format(tmp_path))
        assert ran.status == (1 if command else 2) or ran.status == 1
        assert ran.err.count("\n") == 1
        assert (post.list("new"), post.list("failed")) == (["a"], [])

    def test_an_address_like_an_option_reaches_no_command(self, post: Post, tmp_path: Path) -> None:
        post.put("a", "-oQ@example.org")
        ran = post.send("--command", f"touch {tmp_path}/x")
        assert ran.status == 1
        assert not (tmp_path / "x").exists()
        assert post.list("failed") == ["a"]

    def test_one_way_only(self, post: Post) -> None:
        assert post.send("--to-maildir", "x", "--command", "y").status == 2


def start(games: Path, *program: str, arguments: Sequence[str] = ()) -> subprocess.Popen[bytes]:
    words = program or ("-m", "manila_pbem")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "MANILA_NOW": "2026-12-01T20:00:00Z"}
    return subprocess.Popen(
        [sys.executable, *words, "--games", str(games), "send", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out.decode(), err.decode()


class TestProcesses:
    def test_two_at_once_send_each_mail_once(self, post: Post) -> None:
        for n in range(12):
            post.put(f"m{n}", f"a{n}@example.org")
        post.server.gate = threading.Event()
        processes = [start(post.games) for _ in range(2)]
        assert post.server.reached.wait(30)
        post.server.gate.set()
        ended = [finish(process) for process in processes]
        assert [status for status, _, _ in ended] == [0, 0], ended
        assert sorted(post.arrived()) == sorted(f"a{n}@example.org" for n in range(12))
        assert post.list("new") == []

    def test_killed_before_the_mail_it_arrives_once(self, post: Post) -> None:
        post.put("a")
        waits = threading.Event()

        def hold(stage: str, said: str) -> str | None:
            if stage == "RCPT":
                waits.set()
                return "SILENCE"
            return None

        post.server.answer = hold
        process = start(post.games)
        assert waits.wait(30)
        process.kill()
        finish(process)
        post.server.answer = lambda stage, said: None
        assert post.send().out == "1 mail sent.\n"
        assert post.arrived() == ["ana@example.org"]

    @pytest.mark.parametrize("mails", [1, 3])
    def test_killed_between_the_mail_and_its_250_that_mail_alone_comes_twice_with_its_message_id(
        self, post: Post, mails: int
    ) -> None:
        for n in range(mails):
            post.put(f"m{n}", f"a{n}@example.org")
        post.server.gate = threading.Event()
        process = start(post.games)
        assert post.server.reached.wait(30)
        process.send_signal(signal.SIGKILL)
        finish(process)
        post.server.gate.set()
        ran = post.send()
        assert ran.status == 0
        assert "m0 to a0@example.org may have been sent before" in ran.out
        assert post.result("m0")["again"] is True
        twice = [taken.mail for taken in post.server.taken if taken.to == "<a0@example.org>"]
        assert len(twice) <= 2
        assert len({*twice}) == 1
        assert sorted({*post.arrived()}) == [f"a{n}@example.org" for n in range(mails)]
        assert all(post.arrived().count(f"a{n}@example.org") == 1 for n in range(1, mails))


KILLER = """
import os, signal, sys
left = int(sys.argv[1])
def guard(function):
    def call(*arguments, **options):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return function(*arguments, **options)
    return call
for name in ("fsync", "replace", "rename", "unlink", "mkdir", "write", "fchmod"):
    setattr(os, name, guard(getattr(os, name)))
sys.argv[:2] = ["manila"]
from manila_pbem.cli.app import main
main()
"""
"""Runs the command line and kills itself at the call after so many that write."""


@pytest.mark.soak
def test_killed_at_every_kind_of_write(post: Post, tmp_path: Path) -> None:
    """Whenever it is killed, the next `send` finishes; no mail is lost, and one at most comes twice, unchanged."""
    script = tmp_path / "killer.py"
    script.write_text(KILLER, encoding="utf-8")
    died = 0
    for calls in range(0, 200, 1 if SOAK else 5):
        before = len(post.server.taken)
        post.put(f"m{calls}", "ana@example.org")
        post.put(f"n{calls}", "ben@example.org", mail=make_mail("ben@example.org"))
        post.server.refuse("RCPT", "550 no", "chu")
        post.put(f"o{calls}", "chu@example.org")
        status, _, err = finish(start(post.games, str(script), str(calls)))
        if status != -signal.SIGKILL:
            assert died, err
            break
        died += 1
        post.send()
        arrived = [taken.to for taken in post.server.taken[before:]]
        assert {*arrived} == {"<ana@example.org>", "<ben@example.org>"}, calls
        assert len(arrived) <= 3, calls
        assert post.list("new") == []
        assert f"o{calls}" in post.list("failed")
        assert {f"m{calls}", f"n{calls}"} <= {*post.list("cur")}
    assert died > 3
