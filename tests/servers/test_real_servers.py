"""Postfix and Dovecot as the other tests need them: each way a mail can go."""

from __future__ import annotations

from pathlib import Path

import pytest

from servers.real_servers import RealServers

MAIL = (
    b"From: Ana <ana@dove.test>\r\nTo: club@games.test\r\nSubject: %s\r\nMessage-ID: <%s@dove.test>\r\n\r\nbid: 7\r\n"
)


def _write_mail(word: str) -> bytes:
    return MAIL % (word.encode(), word.encode())


@pytest.fixture
def hooked(servers: RealServers) -> Path:
    """Where the hook lays its mails."""
    folder = servers.base / "hooked"
    servers.write_hook(f'cat > "{folder}/$2" && id -un > "{folder}/user"')
    return folder


def test_smtp_to_pipe(servers: RealServers, hooked: Path) -> None:
    servers.submit("ana@dove.test", ["one@games.test"], _write_mail("piped"))
    servers.settle()
    mail = (hooked / "one@games.test").read_bytes()
    assert b"\nSubject: piped\n" in mail
    assert mail.startswith(b"Return-Path: <ana@dove.test>\n")
    assert mail.endswith(b"\n\nbid: 7\n")
    assert (hooked / "user").read_text(encoding="ascii") == "nobody\n"


def test_a_mail_to_two_addresses_is_piped_twice(servers: RealServers, hooked: Path) -> None:
    servers.submit("ana@dove.test", ["two@games.test", "three@games.test"], _write_mail("twice"))
    servers.settle()
    assert all(b"\nSubject: twice\n" in (hooked / f"{name}@games.test").read_bytes() for name in ("two", "three"))


def test_a_hook_that_asks_for_later_gets_the_mail_later(servers: RealServers, hooked: Path) -> None:
    servers.write_hook("exit 75")
    servers.submit("ana@dove.test", ["later@games.test"], _write_mail("later"))
    servers.wait_for_deferred()
    servers.write_hook(f'cat > "{hooked}/$2"')
    servers.flush()
    assert b"\nSubject: later\n" in (hooked / "later@games.test").read_bytes()


def test_smtp_to_dovecot_to_imap(servers: RealServers) -> None:
    servers.submit("ben@dove.test", ["imap-reader@dove.test"], _write_mail("first"))
    servers.settle()
    servers.submit("ben@dove.test", ["imap-reader@dove.test"], _write_mail("second"))
    servers.settle()
    mails = servers.list_mails("imap-reader")
    assert len(mails) == 2
    assert [b"\r\nSubject: first\r\n" in mails[0], b"\r\nSubject: second\r\n" in mails[1]] == [True, True]
    assert mails[0].endswith(b"\r\n\r\nbid: 7\r\n")


def test_nobody_has_no_mail(servers: RealServers) -> None:
    assert servers.list_mails("nobody-wrote-to-me") == []
