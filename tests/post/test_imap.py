"""A folder on an IMAP server, read and left as it is (docs/dependencies.md, 27-29)."""

from __future__ import annotations

import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from imap_server import ImapServer

from manila_pbem.errors import ManilaError
from manila_pbem.post import imap
from manila_pbem.post.imap import ConnectionDroppedError, ImapAccount, ImapFolder, Listed
from manila_pbem.post.stop import Stop

MAIL = b"Subject: x\r\n\r\nbid: 7\r\n"


def make_account(server: ImapServer, **more: Any) -> ImapAccount:
    facts = {"host": "127.0.0.1", "port": server.port, "security": "none", "user": "Ana", **more}
    return ImapAccount(**{"find_secret": lambda: "secret", **facts})


@pytest.fixture
def server() -> Iterator[ImapServer]:
    with ImapServer({3: MAIL, 5: b"", 9: b"\xff\x00\r\n.\r\n)\r\n" + bytes(range(256))}) as made:
        yield made


@pytest.fixture
def folder(server: ImapServer) -> Iterator[ImapFolder]:
    made = ImapFolder(make_account(server))
    yield made
    made.close()


def read(mail: Any) -> Any:
    if mail is None or isinstance(mail, bytes):
        return mail
    with mail:
        return mail.read()


def test_mails_are_listed_above_a_uid(folder: ImapFolder, server: ImapServer) -> None:
    assert folder.validity == 7
    assert folder.list_newer(0) == [Listed(3, 22), Listed(5, 0), Listed(9, 266)]
    assert folder.list_newer(3) == [Listed(5, 0), Listed(9, 266)]
    assert folder.list_newer(9) == []
    server.mails.clear()
    assert folder.list_newer(0) == []


def test_bytes_come_as_they_lie_there(folder: ImapFolder, server: ImapServer) -> None:
    """The library would drop letters (28), and mark mails as seen (27)."""
    for listed in folder.list_newer(0):
        assert folder.fetch(listed) == server.mails[listed.uid]
    assert all("PEEK" in said for said in server.said if "BODY" in said)
    assert any(said.startswith("EXAMINE") for said in server.said)
    assert not any(said.startswith(("SELECT", "STORE", "UID STORE", "EXPUNGE")) for said in server.said)


@pytest.mark.parametrize("mail", [b"", b"Subject: x", b'a "quoted" \\ word', b"\\"])
def test_short_mail_may_come_in_quotes(folder: ImapFolder, server: ImapServer, mail: bytes) -> None:
    server.mails[3] = mail
    server.short = {3}
    assert folder.fetch(Listed(3, len(mail))) == mail


@pytest.mark.parametrize("size", [99, 100, 101, 200, 250])
def test_big_mail_comes_in_pieces(
    folder: ImapFolder, server: ImapServer, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(imap, "WHOLE", 100)
    server.mails[3] = bytes(range(250))[:size]
    assert read(folder.fetch(Listed(3, size))) == server.mails[3]
    pieces = sum("BODY.PEEK[]<" in said for said in server.said)
    assert pieces == (0 if size <= 100 else size // 100 + 1)


@pytest.mark.parametrize("size", [1, 10_000_000])
def test_mail_that_is_gone_is_none(folder: ImapFolder, size: int) -> None:
    assert folder.fetch(Listed(4, size)) is None


def test_mail_the_server_can_not_read_stops_no_other(folder: ImapFolder, server: ImapServer) -> None:
    server.refused = {3}
    with pytest.raises(ManilaError, match=r"UID 3: .*can't read it") as told:
        folder.fetch(Listed(3, 1))
    assert not isinstance(told.value, ConnectionDroppedError)
    assert folder.fetch(Listed(9, 1)) == server.mails[9]


def test_wrong_password_is_told_and_not_shown(server: ImapServer) -> None:
    with pytest.raises(ManilaError, match=r"the login of Ana failed: .*wrong password") as told:
        ImapFolder(make_account(server, find_secret=lambda: "hunter2"))
    assert "hunter2" not in str(told.value)
    assert not isinstance(told.value, ConnectionDroppedError)


@pytest.mark.parametrize(
    ("user", "secret"), [("Ana", "secret\r\nA1 DELETE INBOX"), ("A\r\nna", "secret"), ("Ana", "\0")]
)
def test_login_can_not_hold_a_command(server: ImapServer, user: str, secret: str) -> None:
    with pytest.raises(ManilaError, match="control character"):
        ImapFolder(make_account(server, user=user, find_secret=lambda: secret))
    assert not any("DELETE" in said or "LOGIN" in said for said in server.said)


def test_password_of_any_script(server: ImapServer) -> None:
    ImapFolder(make_account(server, user="小莉", find_secret=lambda: "pässword")).close()


def test_token(server: ImapServer) -> None:
    ImapFolder(make_account(server, find_secret=lambda: "tok", xoauth2=True)).close()
    with pytest.raises(ManilaError, match="not you"):
        ImapFolder(make_account(server, find_secret=lambda: "old", xoauth2=True))


def test_folder_of_any_script(server: ImapServer) -> None:
    """Written as UTF-7 of IMAP's own kind (RFC 3501, 5.1.3); the example is that document's."""
    server.folder = '"~peter/mail/&U,BTFw-/&ZeVnLIqe-"'
    ImapFolder(make_account(server, folder="~peter/mail/\u53f0\u5317/\u65e5\u672c\u8a9e")).close()
    server.folder = '"A &- \\"B\\""'
    ImapFolder(make_account(server, folder='A & "B"')).close()
    with pytest.raises(ManilaError, match=r"the folder 'Nowhere' could not be opened: .*no such folder"):
        ImapFolder(make_account(server, folder="Nowhere"))


def test_server_that_is_not_there() -> None:
    with ImapServer() as server:
        account = make_account(server)
    with pytest.raises(ConnectionDroppedError, match=r"127\.0\.0\.1:\d+ is not to be reached"):
        ImapFolder(account)


@pytest.mark.parametrize("command", ["LOGIN", "EXAMINE", "UID FETCH 1:*", "UID FETCH 3 ", "NOOP"])
def test_line_cut_at_any_command_is_told_as_such(server: ImapServer, command: str) -> None:
    server.drop = lambda said: said.startswith(command)
    server.extensions = ""
    with pytest.raises(ConnectionDroppedError), Stop() as stop, closing(ImapFolder(make_account(server))) as folder:
        folder.list_newer(0)
        folder.fetch(Listed(3, 1))
        folder.wait(stop, poll=0.001)


def test_silent_server_is_left(server: ImapServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imap, "TIMEOUT", 0.1)
    folder = ImapFolder(make_account(server))
    silent = threading.Event()
    server.drop = lambda said: silent.wait(30)
    with pytest.raises(ConnectionDroppedError, match=r"did not answer in time|timed out"):
        folder.list_newer(0)
    silent.set()
    folder.close()


def count_seconds(work: Any) -> float:
    begin = time.monotonic()
    work()
    return time.monotonic() - begin


def test_waiting_ends_with_new_mail(folder: ImapFolder, server: ImapServer) -> None:
    def put() -> None:
        server.waiting.wait(30)
        server.put(10, MAIL)

    threading.Thread(target=put).start()
    with Stop() as stop:
        assert count_seconds(lambda: folder.wait(stop, idle=60)) < 30
    assert folder.list_newer(9) == [Listed(10, len(MAIL))]
    assert folder.fetch(Listed(10, 1)) == MAIL


@pytest.mark.parametrize("count", [1, 2])
def test_news_in_one_breath_with_the_answer_are_heard(folder: ImapFolder, server: ImapServer, count: int) -> None:
    """The library's own waiting takes them for a fault, or sleeps on them."""
    server.chatty = True
    for number in range(count):
        server.mails[10 + number] = MAIL
    with Stop() as stop:
        assert count_seconds(lambda: folder.wait(stop, idle=60)) < 30
    assert len(folder.list_newer(9)) == count


def test_waiting_ends_with_its_time(folder: ImapFolder, server: ImapServer) -> None:
    with Stop() as stop:
        folder.wait(stop, idle=0.05)
    assert folder.list_newer(0)[0] == Listed(3, 22)


def test_waiting_is_shorter_than_servers_allow() -> None:
    assert imap.LONGEST_IDLE <= 29 * 60


def test_waiting_ends_when_the_end_is_asked_for(folder: ImapFolder, server: ImapServer) -> None:
    with Stop() as stop:

        def ask() -> None:
            server.waiting.wait(30)
            stop.ask()

        threading.Thread(target=ask).start()
        assert count_seconds(lambda: folder.wait(stop, idle=60)) < 30
        assert folder.list_newer(0)[0] == Listed(3, 22)


def test_line_cut_while_waiting_is_told(folder: ImapFolder, server: ImapServer) -> None:
    def cut() -> None:
        server.waiting.wait(30)
        server.cut()

    threading.Thread(target=cut).start()
    with Stop() as stop, pytest.raises(ConnectionDroppedError):
        folder.wait(stop, idle=60)


@pytest.mark.parametrize("extensions", ["", "IDLEX"])
def test_server_without_idle_is_asked_again(server: ImapServer, extensions: str) -> None:
    server.extensions = extensions
    folder = ImapFolder(make_account(server))
    with Stop() as stop:
        folder.wait(stop, poll=0.001)
        assert server.said[-1] == "NOOP"
        assert "IDLE" not in server.said
        stop.ask()
        assert count_seconds(lambda: folder.wait(stop, poll=60)) < 30
    folder.close()


def test_server_that_refuses_idle_after_all_is_asked_again(server: ImapServer) -> None:
    folder = ImapFolder(make_account(server))
    server.extensions = ""
    with Stop() as stop:
        folder.wait(stop, idle=60)
        folder.wait(stop, poll=0.001)
    assert server.said[-2:] == ["IDLE", "NOOP"]
    folder.close()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1 that nobody vouches for."""
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    made = subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(path), "-out", f"{path}.crt"),
        ],
        capture_output=True,
    )
    if made.returncode:
        pytest.skip("openssl can't make a certificate here")
    return path


@pytest.mark.skipif(not Path("/usr/bin/openssl").exists(), reason="there is no openssl to make a certificate")
def test_starttls_comes_before_the_login(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{certificate}.crt", certificate)
    with ImapServer({3: MAIL}, tls=context, starttls=True) as server:
        server.extensions = "IDLE STARTTLS"
        with pytest.raises(ManilaError, match=r"the certificate of 127.* is not good for it: self-signed"):
            ImapFolder(make_account(server, security="starttls"))
        assert not any(said.startswith("LOGIN") for said in server.said)
        monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.crt")
        folder = ImapFolder(make_account(server, security="starttls"))
        assert folder.fetch(Listed(3, 1)) == MAIL
        folder.close()
    with ImapServer({3: MAIL}) as server:
        with pytest.raises(ManilaError):
            ImapFolder(make_account(server, security="starttls"))
        assert not any(said.startswith("LOGIN") for said in server.said)


@pytest.mark.skipif(not Path("/usr/bin/openssl").exists(), reason="there is no openssl to make a certificate")
def test_certificate_is_checked(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{certificate}.crt", certificate)
    with ImapServer({3: MAIL}, tls=context) as server:
        with pytest.raises(ManilaError, match=r"the certificate of 127.* is not good for it: self-signed") as told:
            ImapFolder(make_account(server, security="tls"))
        assert not isinstance(told.value, ConnectionDroppedError)
        monkeypatch.setenv("SSL_CERT_FILE", f"{certificate}.crt")
        folder = ImapFolder(make_account(server, security="tls"))
        assert folder.fetch(Listed(3, 1)) == MAIL

        def put() -> None:
            server.waiting.wait(30)
            server.put(10, MAIL)

        threading.Thread(target=put).start()
        with Stop() as stop:
            assert count_seconds(lambda: folder.wait(stop, idle=60)) < 30
        assert folder.list_newer(3) == [Listed(10, len(MAIL))]
        folder.close()
        with pytest.raises(ManilaError, match=r"not good for it: .*(Hostname|IP address) mismatch"):
            ImapFolder(make_account(server, security="tls", host="localhost"))
