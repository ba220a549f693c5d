"""`mail-check` says line by line what of the club's mail works, and of each fault what to change (docs/mail.md)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from imap_server import ImapServer
from smtp_server import SmtpServer

from manila_pbem.processor import checking_mail
from manila_pbem.reports import mail_check_words
from manila_pbem.reports.mail_check_words import CheckWords

ALL_PASSED = "spf=pass smtp.mailfrom=example.org; dkim=pass header.d=example.org; dmarc=pass header.from=example.org"


class Provider:
    """A provider: what comes in by SMTP lies in the IMAP folder then, with the results of its checks on top."""

    def __init__(self, club: Any, smtp: SmtpServer, imap: ImapServer) -> None:
        self.club = club
        self.smtp = smtp
        self.imap = imap
        self.results: str | None = f"mx.example.org; {ALL_PASSED}"
        self.delivers = True
        smtp.answer = self._answer
        self.write()

    def write(self, more: str = "authentication: {server: mx.example.org}\n", imap: str = "") -> None:
        self.club.games.mkdir(exist_ok=True)
        text = (
            "moderator: mod@example.org\naddress: manila@example.org\nservers:\n"
            f"  smtp: {{host: 127.0.0.1, port: {self.smtp.port}, security: none}}\n"
            f"  imap: {{host: 127.0.0.1, port: {self.imap.port}, security: none, user: Ana, password_from: MANILA_IMAP"
            f"{imap}}}\n{more}"
        )
        (self.club.games / "club.yaml").write_text(text, encoding="utf-8")

    def _answer(self, stage: str, said: str) -> str | None:
        if stage == "content" and self.delivers:
            head = "" if self.results is None else f"Authentication-Results: {self.results}\r\n"
            self.imap.put(max(self.imap.mails, default=0) + 1, (head + said).encode())
        return None

    def check(self, *arguments: str) -> Any:
        return self.club.run("mail-check", "--wait", "2", *arguments)


@pytest.fixture
def provider(club: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    monkeypatch.setenv("MANILA_IMAP", "secret")
    monkeypatch.setattr(checking_mail, "PAUSE", 0.01)
    with SmtpServer() as smtp, ImapServer({7: b"Subject: older\r\n\r\nx\r\n"}) as imap:
        yield Provider(club, smtp, imap)


def list_states(out: str) -> list[str]:
    """List what the lines are about, with their state."""
    return [" ".join(line.partition(":")[0].split()) for line in out.splitlines()]


def test_all_works(provider: Provider) -> None:
    ran = provider.check()
    assert list_states(ran.out) == [
        *("ok club.yaml", "ok club.yaml", "ok SMTP", "ok IMAP", "ok probe", "ok probe"),
        *("ok SPF", "ok DKIM", "ok DMARC"),
    ], ran
    assert (ran.status, ran.err) == (0, "")
    assert [taken.to for taken in provider.smtp.taken] == ["<manila@example.org>"]
    assert b"Auto-Submitted: auto-generated" in provider.smtp.taken[0].mail


def test_json(provider: Provider) -> None:
    import json

    lines = [json.loads(line) for line in provider.check("--json").out.splitlines()]
    assert [line["code"] for line in lines][-3:] == ["spf", "dkim", "dmarc"]
    assert {line["state"] for line in lines} == {"ok"}


@pytest.mark.parametrize(
    ("results", "states", "told"),
    [
        ("spf=none; dkim=pass header.d=example.org; dmarc=pass", ["fix SPF", "ok DKIM", "ok DMARC"], "v=spf1"),
        ("spf=softfail; dkim=pass header.d=example.org; dmarc=pass", ["fix SPF", "ok DKIM", "ok DMARC"], "softfail"),
        ("spf=pass smtp.mailfrom=example.org; dkim=none; dmarc=pass", ["ok SPF", "fix DKIM", "ok DMARC"], "not signed"),
        ("spf=pass smtp.mailfrom=example.org; dmarc=pass", ["ok SPF", "fix DKIM", "ok DMARC"], "not signed"),
        ("spf=pass; dkim=fail header.d=example.org; dmarc=pass", ["ok SPF", "fix DKIM", "ok DMARC"], "published key"),
        ("spf=pass; dkim=pass header.d=other.net; dmarc=fail", ["ok SPF", "fix DKIM", "fix DMARC"], "other.net"),
        ("spf=pass; dkim=pass header.d=mail.example.org; dmarc=none", ["ok SPF", "ok DKIM", "fix DMARC"], "_dmarc."),
        ("auth=pass", ["fix SPF", "fix DKIM", "fix DMARC"], "v=spf1"),
    ],
)
def test_results_of_the_named_server(provider: Provider, results: str, states: list[str], told: str) -> None:
    provider.results = f"mx.example.org; {results}"
    ran = provider.check()
    assert list_states(ran.out)[-3:] == states, ran.out
    assert told in ran.out
    assert ran.status == 1


def test_results_in_several_headers_of_the_named_server(provider: Provider) -> None:
    """As filters in a row write them, each its own."""
    server = "Authentication-Results: MX.example.org"
    provider.results = (
        f"mx.example.org; dmarc=pass\r\n{server};\r\n\tdkim=pass header.d=example.org\r\n{server}; spf=pass"
    )
    assert list_states(provider.check().out)[-3:] == ["ok SPF", "ok DKIM", "ok DMARC"]


def test_results_of_another_server_count_for_nothing(provider: Provider) -> None:
    provider.results = f"forged.example.net; {ALL_PASSED}"
    ran = provider.check()
    assert list_states(ran.out)[-1] == "fix results"
    assert "forged.example.net" in ran.out
    assert ran.status == 1


def test_no_results(provider: Provider) -> None:
    provider.results = None
    assert list_states(provider.check().out)[-1] == "note results"
    provider.results = "mx.example.org; none"
    ran = provider.check()
    assert (list_states(ran.out)[-1], ran.status) == ("note results", 0)
    provider.write("authentication: {server: mx.example.org, demand: true}\n")
    assert "demand" in provider.check().out


def test_results_where_no_server_is_named(provider: Provider) -> None:
    provider.write("")
    ran = provider.check()
    assert list_states(ran.out)[-4:] == ["note results", "ok SPF", "ok DKIM", "ok DMARC"]
    assert "authentication: {server: mx.example.org}" in ran.out


def test_the_probe_does_not_arrive(provider: Provider) -> None:
    provider.delivers = False
    ran = provider.club.run("mail-check", "--wait", "0.05")
    assert (list_states(ran.out)[-1], ran.status) == ("fix probe", 1)
    assert "within 0.05 seconds" in ran.out
    assert ran.err == "manila: 1 thing in the set-up of the club's mail to fix\n"


def test_the_probe_arrives_late(provider: Provider) -> None:
    provider.delivers = False

    def deliver() -> None:
        provider.smtp.reached.wait(30)
        while not provider.smtp.taken:
            threading.Event().wait(0.01)
        provider.imap.wait_for("UID FETCH", 3)
        provider.imap.put(8, b"Authentication-Results: mx.example.org; spf=pass\r\n" + provider.smtp.taken[0].mail)

    thread = threading.Thread(target=deliver)
    thread.start()
    ran = provider.club.run("mail-check", "--wait", "30")
    thread.join()
    assert "ok    probe: found in the folder INBOX" in ran.out


@pytest.mark.parametrize(
    ("stage", "reply", "told"),
    [
        ("RCPT", "550 no such user", "refused: 550 no such user"),
        ("RCPT", "450 later", "put off"),
        ("MAIL", "553 not yours", "553 not yours"),
        ("content", "DROP", "broke off"),
        ("greet", "554 no", "554 no"),
    ],
)
def test_faults_of_smtp(provider: Provider, stage: str, reply: str, told: str) -> None:
    provider.smtp.refuse(stage, reply)
    ran = provider.check()
    assert ran.status == 1
    assert told in ran.out
    assert sum(state.startswith("fix") for state in list_states(ran.out)) == 1


@pytest.mark.parametrize(
    ("imap", "password", "told"),
    [("", "hunter2", "login"), (", folder: Manila", "secret", "Manila"), ("", "", "MANILA_IMAP")],
)
def test_faults_of_imap(
    provider: Provider, monkeypatch: pytest.MonkeyPatch, imap: str, password: str, told: str
) -> None:
    monkeypatch.setenv("MANILA_IMAP", password)
    provider.write(imap=imap)
    ran = provider.check()
    assert ran.status == 1
    assert [state for state in list_states(ran.out) if state.startswith("fix")] == ["fix IMAP"]
    assert told in ran.out
    assert not password or password not in ran.out


def test_without_imap_the_probe_is_looked_for_where_receive_keeps_mail(provider: Provider) -> None:
    text = (provider.club.games / "club.yaml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines(keepends=True) if "imap" not in line]
    (provider.club.games / "club.yaml").write_text("".join(lines), encoding="utf-8")
    inbox = provider.club.games / "inbox"
    inbox.mkdir()

    def keep(stage: str, said: str) -> str | None:
        if stage == "content":
            (inbox / "0123456789abcdef.eml").write_bytes(
                b"Authentication-Results: mx.example.org; x=y\r\n" + said.encode()
            )
        return None

    provider.smtp.answer = keep
    ran = provider.check()
    assert list_states(ran.out)[3:6] == ["note IMAP", "ok probe", "ok probe"]
    assert str(inbox) in ran.out


def test_by_a_command(provider: Provider, tmp_path: Path) -> None:
    ran = provider.club.run("mail-check", "--wait", "0", "--command", "/nowhere/sendmail")
    assert ran.status == 1
    assert "/nowhere/sendmail could not be run" in ran.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "club.yaml is missing"),
        ("moderator: a@example.org\n", "names no address"),
        ("address: a@example.org\n", "names no moderator"),
        ("address: a@example.org\n", "names no server"),
        ("address: a\n", "line 1"),
    ],
)
def test_a_club_without_what_is_needed(club: Any, text: str | None, told: str) -> None:
    club.games.mkdir()
    if text is not None:
        (club.games / "club.yaml").write_text(text, encoding="utf-8")
    ran = club.run("mail-check", "--wait", "0")
    assert ran.status == 1
    assert told in ran.out


@pytest.mark.parametrize("code", mail_check_words.CODES)
def test_every_sentence_can_be_said(code: str) -> None:
    state, topic, sentence = mail_check_words._SENTENCES[code]
    facts = {name: "x" for text in (topic, sentence) for _, name, _, _ in Formatter().parse(text) if name}
    words = CheckWords(code, facts)
    assert words.state == state
    assert "\n" not in words.sentence
