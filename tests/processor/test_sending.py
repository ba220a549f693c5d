"""`send`: each mail of the outboxes once, and nothing lost, whatever a server or a kill does (docs/mail.md)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from club_post import CLUB, Post, make_mail, write_club
from smtp_server import DROP, SmtpServer

from manila_pbem.errors import ManilaError
from manila_pbem.processor import sending
from manila_pbem.store import journal, outbox
from manila_pbem.store.game_folder import GameFolder


@pytest.fixture
def post(club: Any) -> Any:
    with SmtpServer() as server:
        write_club(club.games, server.port)
        yield Post(club, server)


class TestOnce:
    def test_mail_of_games_and_of_the_club(self, post: Post) -> None:
        post.club.new()
        post.put("a", "ana@example.org", game="harbour-1")
        post.put("b", "ben@example.org")
        ran = post.send()
        assert (ran.status, ran.out, ran.err) == (0, "2 mails sent.\n", "")
        assert post.arrived() == ["ana@example.org", "ben@example.org"]
        assert (post.list("cur", "harbour-1"), post.list("cur"), post.list("new")) == (["a"], ["b"], [])
        assert (post.result("b")["state"], post.result("b")["to"]) == ("sent", "ben@example.org")

    def test_a_second_time_there_is_nothing_to_send(self, post: Post) -> None:
        post.put("a")
        post.send()
        ran = post.send()
        assert (ran.status, ran.out) == (0, "There is nothing to send.\n")
        assert post.arrived() == ["ana@example.org"]

    def test_without_mail_no_server_is_needed(self, club: Any) -> None:
        club.games.mkdir()
        assert club.run("send").status == 0

    def test_bytes_stay_as_they_are(self, post: Post) -> None:
        mail = make_mail("ana@example.org", "From here on\n.\n..\n.x\n")
        post.put("a", mail=mail)
        post.send()
        assert post.server.taken[0].mail == mail
        assert (post.games / "outbox" / "cur" / "a.eml").read_bytes() == mail

    def test_bcc_is_not_sent(self, post: Post) -> None:
        post.put("a", mail=make_mail("ana@example.org", extra="Bcc: secret@example.org,\n other@example.org\n"))
        post.send()
        assert b"secret" not in post.server.taken[0].mail
        assert b"other" not in post.server.taken[0].mail
        assert post.server.taken[0].to == "<ana@example.org>"

    def test_oldest_first(self, post: Post) -> None:
        for name, to in (("c", "ana@x.org"), ("a", "ben@x.org"), ("b", "chu@x.org")):
            post.put(name, to)
        post.send()
        assert post.arrived() == ["ana@x.org", "ben@x.org", "chu@x.org"]

    def test_a_mail_written_again_by_a_command_that_completes_a_step_is_not_sent_again(self, post: Post) -> None:
        path = post.put("a")
        mail = path.read_bytes()
        post.send()
        path.write_bytes(mail)
        assert post.send().status == 0
        assert post.arrived() == ["ana@example.org"]
        assert (post.list("new"), post.list("cur")) == ([], ["a"])

    def test_a_mail_the_moderator_puts_back_is_sent_once_more(self, post: Post) -> None:
        path = post.put("a")
        post.send()
        (post.games / "outbox" / "cur" / "a.eml").rename(path)
        assert post.send().status == 0
        assert post.arrived() == ["ana@example.org"] * 2

    def test_another_mail_of_the_same_name_is_sent_and_both_are_kept(self, post: Post) -> None:
        post.put("a")
        post.send()
        post.put("a", "ben@example.org")
        assert post.send().status == 0
        assert post.arrived() == ["ana@example.org", "ben@example.org"]
        assert post.list("cur") == ["a", "a.2"]

    def test_a_game_that_can_not_be_looked_into_stops_no_other(
        self, post: Post, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its folder belongs to another user, say."""
        (post.games / "shut").mkdir()
        look = Path.stat

        def stat(path: Path, **options: Any) -> Any:
            if "shut" in path.parts and path.name != "shut":
                raise PermissionError(13, "Permission denied", str(path))
            return look(path, **options)

        monkeypatch.setattr(Path, "stat", stat)
        post.put("a")
        ran = post.send()
        assert (ran.status, post.arrived()) == (1, ["ana@example.org"])
        assert "shut/secret/step.json could not be written or read: Permission denied\n" in ran.err
        status = post.club.run("status")
        assert status.status == 1 and "shut" in status.err

    def test_json(self, post: Post) -> None:
        post.put("a")
        post.server.refuse("RCPT", "550 no", "ben")
        post.put("b", "ben@example.org")
        told = post.send("--json").json
        assert [(mail["mail"], mail["fate"]) for mail in told["mails"]] == [("a", "sent"), ("b", "never")]
        assert (told["waiting"], told["stopped"]) == (0, None)


class TestLater:
    def test_4xx_waits_with_growing_pauses(self, post: Post) -> None:
        post.server.refuse("RCPT", "450 4.2.0 greylisted", "ana")
        post.put("a")
        post.put("b", "ben@example.org")
        ran = post.send()
        assert (ran.status, ran.err) == (0, "")
        assert "450 4.2.0 greylisted" in ran.out
        assert post.arrived() == ["ben@example.org"]
        assert (post.list("new"), post.result("a")["next"]) == (["a"], "2026-12-01T20:05:00Z")
        said = len(post.server.said)
        post.club.now = "2026-12-01T20:04:59Z"
        assert post.send().out == "1 mail to be tried later.\n"
        assert len(post.server.said) == said
        post.club.now = "2026-12-01T20:05:00Z"
        post.send()
        assert post.result("a")["next"] == "2026-12-01T20:15:00Z"
        post.server.answer = lambda stage, said: None
        post.club.now = "2026-12-01T20:15:00Z"
        assert post.send().out == "1 mail sent.\n"
        assert [one["fate"] for one in post.result("a")["tries"]] == ["later", "later", "sent"]

    @pytest.mark.parametrize("ahead", ["2031-01-01T00:00:00Z", "2026-12-03T20:00:00Z"])
    def test_a_clock_that_ran_ahead_keeps_no_mail_back_for_years(self, post: Post, ahead: str) -> None:
        right, post.club.now = post.club.now, ahead
        post.server.refuse("RCPT", "450 greylisted")
        post.put("a")
        post.send()
        post.server.answer = lambda stage, said: None
        post.club.now = right
        assert post.send().out == "1 mail sent.\n"

    def test_retry_does_not_wait(self, post: Post) -> None:
        post.server.refuse("RCPT", "450 greylisted")
        post.put("a")
        post.send()
        post.server.answer = lambda stage, said: None
        assert post.send("--retry").out == "1 mail sent.\n"

    def test_after_the_last_pause_it_has_failed(self, post: Post) -> None:
        post.server.refuse("content", "451 full")
        post.put("a")
        tries = 0
        while post.list("new"):
            ran = post.send()
            tries += 1
            assert tries < 50
            post.club.now = post.result("a")["next"] or post.club.now
        assert tries == len(sending.PAUSES) + 1
        assert ran.status == 1
        assert "ana@example.org failed for good" in ran.err
        assert post.list("failed") == ["a"]
        assert (post.notes()[0]["to"], post.notes()[0]["tries"]) == ("ana@example.org", tries)
        days = (int(post.club.now[8:10]), post.club.now[:7])
        assert days in [(day, "2026-12") for day in (4, 5, 6)]


class TestNever:
    @pytest.mark.parametrize("stage", ["RCPT", "DATA", "content"])
    def test_5xx_is_laid_by_and_noted_and_the_others_go_on(self, post: Post, stage: str) -> None:
        post.put("a", "ana@example.org")
        post.put("b", "ben@example.org")
        first = True

        def refuse(now: str, said: str) -> str | None:
            nonlocal first
            refused, first = (now == stage and first), first and now != stage
            return "550 5.1.1 no such user" if refused else None

        post.server.answer = refuse
        ran = post.send()
        assert ran.status == 1
        assert "550 5.1.1 no such user" in ran.err
        assert post.arrived() == ["ben@example.org"]
        assert (post.list("new"), post.list("failed"), post.list("cur")) == ([], ["a"], ["b"])
        (note,) = post.notes()
        assert (note["what"], note["to"], note["reply"]) == ("undelivered", "ana@example.org", "550 5.1.1 no such user")

    def test_what_failed_is_not_tried_again_but_by_retry(self, post: Post) -> None:
        post.server.refuse("RCPT", "550 no")
        post.put("a")
        post.send()
        post.server.answer = lambda stage, said: None
        assert post.send().out == "There is nothing to send.\n"
        assert post.send("--retry").out == "1 mail sent.\n"
        assert (post.list("failed"), post.list("cur")) == ([], ["a"])

    def test_a_failed_mail_put_back_by_hand_is_tried_again(self, post: Post) -> None:
        post.server.refuse("RCPT", "550 no")
        path = post.put("a")
        post.send()
        post.server.answer = lambda stage, said: None
        (post.games / "outbox" / "failed" / "a.eml").rename(path)
        assert post.send().out == "1 mail sent.\n"

    @pytest.mark.parametrize(
        "mail",
        [
            b"",
            b"\x00\xff\xfe",
            b"no header at all",
            b"Subject: x\r\n\r\nno To\r\n",
            b"To: ana@example.org, ben@example.org\r\n\r\nx",
            b"To: <ana@example.org>\r\nTo: <ben@example.org>\r\n\r\nx",
            b"To: undisclosed:;\r\n\r\nx",
            b"To: <ana@example.org\r\n\r\nx",
            b"To: <>\r\n\r\nx",
            b"To: ana\r\n\r\nx",
            b"To: <ana@example.org> <ben@example.org>\r\n\r\nx",
        ],
    )
    def test_a_bad_mail_never_stops_the_others(self, post: Post, mail: bytes) -> None:
        post.put("a", mail=mail)
        post.put("b", "ben@example.org")
        ran = post.send()
        assert ran.status == 1
        assert ran.err.count("\n") == 1
        assert post.arrived() == ["ben@example.org"]
        assert post.list("failed") == ["a"]

    @pytest.mark.parametrize("what", ["folder", "link", "dangling", "fifo", "long name", "other ending", "hidden"])
    def test_what_is_no_mail_never_stops_the_others(self, post: Post, what: str, tmp_path: Path) -> None:
        path = post.put("a")
        path.unlink()
        if what == "folder":
            path.mkdir()
        elif what == "fifo":
            os.mkfifo(path)
        elif what in ("link", "dangling"):
            (tmp_path / "secret").write_bytes(make_mail("ana@example.org")) if what == "link" else None
            path.symlink_to(tmp_path / "secret")
        elif what == "long name":
            path.with_name("x" * 240 + ".eml").write_bytes(make_mail("ana@example.org"))
        else:
            path.with_name("a.txt" if what == "other ending" else ".a.eml").write_bytes(make_mail("ana@example.org"))
        post.put("b", "ben@example.org")
        ran = post.send()
        assert post.arrived() == ["ben@example.org"]
        passed_over = what in ("other ending", "hidden")
        assert (ran.status, ran.err.count("\n")) == ((0, 0) if passed_over else (1, 1)), ran


class TestFaultsOfTheWay:
    """A fault of the connection: one sentence, exit status 1, nothing lost, and the next run sends."""

    @pytest.mark.parametrize("stage", ["greet", "EHLO", "MAIL", "RCPT", "DATA", "content"])
    def test_the_line_is_cut(self, post: Post, stage: str) -> None:
        post.put("a")
        post.put("b", "ben@example.org")
        post.server.refuse(stage, DROP)
        ran = post.send()
        assert (ran.status, ran.err.count("\n")) == (1, 1)
        assert ran.err.startswith("manila: 127.0.0.1:")
        assert (post.list("new"), post.list("failed"), post.arrived()) == (["a", "b"], [], [])
        post.server.answer = lambda stage, said: None
        assert post.send().status == 0
        assert sorted(post.arrived()) == ["ana@example.org", "ben@example.org"]

    def test_a_mail_under_which_the_line_is_always_cut_lets_the_others_by(self, post: Post) -> None:
        post.put("a")
        post.put("b", "ben@example.org")
        post.put("c", "chu@example.org")
        post.server.refuse("RCPT", DROP, "ana")
        assert post.send().status == 1
        post.send()
        assert post.arrived() == ["ben@example.org", "chu@example.org"]
        assert post.list("new") == ["a"]

    def test_nobody_listens(self, club: Any) -> None:
        with SmtpServer() as server:
            write_club(club.games, server.port)
            post = Post(club, server)
            post.put("a")
        ran = post.send()
        assert (ran.status, ran.out) == (1, "1 mail to be tried later.\n")
        assert ran.err.count("\n") == 1
        assert (post.list("new"), post.list("results")) == (["a"], [])

    @pytest.mark.parametrize(
        ("club_file", "told"),
        [
            (None, "club.yaml names no SMTP server"),
            (CLUB, "club.yaml names no SMTP server"),
            ("servers: {smtp: {host: 127.0.0.1, security: none}}\n", "club.yaml names no address"),
            ("servers: {smtp: {host: example.org, security: none}}\n", "club.yaml, line 1: `security`"),
        ],
    )
    def test_a_club_without_what_is_needed(self, club: Any, club_file: str | None, told: str) -> None:
        with SmtpServer() as server:
            post = Post(club, server)
            post.put("a")
        if club_file is not None:
            (club.games / "club.yaml").write_text(club_file, encoding="utf-8")
        ran = post.send()
        assert ran.status == 1
        assert told in ran.err
        assert post.list("new") == ["a"]

    def test_login_from_the_environment(self, post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
        write_club(post.games, post.server.port, ", user: club, password_from: MANILA_SECRET")
        post.server.logins = ("PLAIN",)
        post.put("a")
        ran = post.send()
        assert (ran.status, "MANILA_SECRET" in ran.err) == (1, True)
        monkeypatch.setenv("MANILA_SECRET", "wrong")
        ran = post.send()
        assert (ran.status, "the login of club" in ran.err, "wrong" in ran.err) == (1, True, False)
        assert post.list("results") == []
        monkeypatch.setenv("MANILA_SECRET", "secret")
        assert post.send().status == 0

    def test_token_command(self, post: Post, tmp_path: Path) -> None:
        command = tmp_path / "to ken"
        command.write_text("#!/bin/sh\n[ \"$1\" = '$(touch x); a' ] && echo secret\n", encoding="utf-8")
        command.chmod(0o755)
        words = json.dumps([str(command), "$(touch x); a"])
        write_club(post.games, post.server.port, f", user: club, token_command: {words}")
        post.server.logins = ("XOAUTH2",)
        post.put("a")
        assert post.send().status == 0
        command.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
        post.put("b")
        ran = post.send()
        assert (ran.status, "failed with the status 3" in ran.err) == (1, True)

    def test_full_disk(self, post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
        post.club.new()
        post.put("a", game="harbour-1")
        post.put("b", "ben@example.org")

        def fail(descriptor: int, data: Any) -> int:
            raise OSError(28, os.strerror(28))

        monkeypatch.setattr(os, "write", fail)
        ran = post.send()
        monkeypatch.undo()
        assert (ran.status, ran.err.count("\n")) == (1, 1)
        assert "No space left" in ran.err
        assert post.arrived() == []
        assert post.send().status == 0
        assert post.arrived() == ["ana@example.org", "ben@example.org"]

    def test_a_digest_that_can_not_be_written_stops_no_mail(self, post: Post) -> None:
        write_club(post.games, post.server.port, club=f"moderator: mod@example.org\n{CLUB}")
        post.put("a")
        (post.games / "inbox").mkdir()
        (post.games / "inbox" / "digest.json").mkdir()
        ran = post.send()
        assert (ran.status, ran.err.count("\n"), ran.out) == (1, 1, "1 mail sent.\n")

    def test_a_folder_that_can_not_be_written_to_stops_its_own_mail_only(self, post: Post) -> None:
        post.club.new()
        post.put("a", game="harbour-1")
        post.put("b", game="harbour-1")
        post.put("c", "ben@example.org")
        results = post.games / "harbour-1" / "outbox" / "results"
        results.write_text("in the way", encoding="utf-8")
        ran = post.send()
        assert (ran.status, ran.err.count("\n")) == (1, 1)
        assert "results" in ran.err
        assert post.arrived() == ["ben@example.org"]
        results.unlink()
        assert post.send().status == 0
        assert len(post.arrived()) == 3

    def test_sent_but_not_to_be_moved_is_not_sent_again(self, post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(box: Any, name: str, folder: str) -> None:
            raise ManilaError(f"{box.path / 'cur'} is read only")

        post.put("a")
        monkeypatch.setattr(outbox.Outbox, "lay_by", fail)
        for told in ("cur is read only; the mail is sent all the same", "cur is read only"):
            ran = post.send()
            assert (ran.status, ran.err.count("\n")) == (1, 1)
            assert told in ran.err
        monkeypatch.undo()
        assert post.send().status == 0
        assert (post.arrived(), post.list("cur"), post.list("new")) == (["ana@example.org"], ["a"], [])

    def test_a_disk_that_fills_up_behind_a_mail_does_no_harm(self, post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
        write = outbox.Outbox.write_result

        def fill_up(box: outbox.Outbox, name: str, result: dict[str, Any]) -> None:
            if result["state"] == "sent":
                raise ManilaError("no space left") from OSError(28, "no space left")
            write(box, name, result)

        post.put("a")
        post.put("b", "ben@example.org")
        monkeypatch.setattr(outbox.Outbox, "write_result", fill_up)
        ran = post.send()
        assert (ran.status, ran.err) == (1, "manila: no space left; the mail is sent all the same\n")
        assert ran.out == "1 mail sent, 1 mail to be tried later.\n"
        monkeypatch.undo()
        assert post.send().status == 0
        assert post.arrived() == ["ana@example.org", "ben@example.org"]

    def test_mail_of_a_step_that_a_killed_command_left_half_done(
        self, post: Post, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = GameFolder(post.club.new(), "harbour-1")
        post.send()

        def fail(*arguments: object) -> None:
            raise ManilaError("killed")

        mail = make_mail("ana@example.org")
        monkeypatch.setattr(journal, "_apply", fail)
        with pytest.raises(ManilaError, match="killed"):
            journal.commit_step(folder, journal.Step(puts=(journal.Put("outbox/new/x.eml", mail, None),)))
        monkeypatch.undo()
        assert not (folder.outbox / "new" / "x.eml").exists()
        assert post.send().out == "1 mail sent.\n"
        assert [taken.mail for taken in post.server.taken] == [mail]


def test_the_lock_is_of_the_mail_that_is_there(tmp_path: Path) -> None:
    """A mail replaced while it was opened is not taken for the one that is there now."""
    (tmp_path / "new").mkdir()
    box = outbox.Outbox(tmp_path, None)
    (tmp_path / "new" / "a.eml").write_bytes(b"x")
    (waiting,) = box.list_waiting()
    with outbox.hold_mail(waiting) as held:
        assert held == b"x"
        with outbox.hold_mail(waiting) as again:
            assert again is None
        box.lay_by("a", outbox.SENT)
        with outbox.hold_mail(waiting) as gone:
            assert gone is None
    assert (tmp_path / "cur" / "a.eml").read_bytes() == b"x"
