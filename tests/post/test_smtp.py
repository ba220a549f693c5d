"""SMTP out: what each answer of a server, and each fault of the line, means for a mail (RFC 5321, docs/mail.md)."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from smtp_server import DROP, SILENCE, SmtpServer

from manila_pbem.errors import ManilaError
from manila_pbem.post.delivering import LATER, NEVER, SENT, DroppedError
from manila_pbem.post.envelope import Envelope, read_envelope
from manila_pbem.post.smtp import SmtpServer as Server
from manila_pbem.post.smtp import SmtpWay

MAIL = (
    b"From: <manila@example.org>\r\nTo: <ana@example.org>\r\nSubject: x\r\nMessage-ID: <1@example.org>\r\n\r\nhello\r\n"
)


def make_mail(to: str = "ana@example.org", body: str = "hello\r\n") -> Envelope:
    return read_envelope(f"To: <{to}>\r\nSubject: x\r\n\r\n{body}".encode(), "manila@example.org")


def make_way(server: SmtpServer | int, timeout: float = 20.0, **changes: Any) -> SmtpWay:
    port = server if isinstance(server, int) else server.port
    values: dict[str, Any] = {
        "host": "127.0.0.1",
        "port": port,
        "security": "none",
        "user": "",
        "find_secret": lambda: "secret",
        "secret_from": "MANILA_PASSWORD",
        "xoauth2": False,
        "name": "example.org",
    }
    return SmtpWay(Server(**{**values, **changes}), timeout)


@contextmanager
def closing(way: SmtpWay) -> Iterator[SmtpWay]:
    try:
        yield way
    finally:
        way.close()


def nothing() -> None:
    """What is done before a mail might arrive, here."""


class TestBytes:
    @pytest.mark.parametrize(
        "body",
        [
            "From here on\r\n",
            ".\r\n",
            "..\r\n.x\r\n.\r\n",
            "\r\n",
            "",
            "no line end",
            "x" * 900 + "\r\n",
            "a\r\n\r\n.\r\n\r\nb\r\n",
            ">From x\r\n",
        ],
    )
    def test_a_mail_arrives_as_it_was(self, body: str) -> None:
        mail = make_mail(body=body)
        with SmtpServer() as server, closing(make_way(server)) as way:
            assert way.deliver(mail, nothing).fate == SENT
        expected = mail.mail if mail.mail.endswith(b"\r\n") else mail.mail + b"\r\n"
        assert [taken.mail for taken in server.taken] == [expected]
        assert (server.taken[0].sender, server.taken[0].to) == ("<manila@example.org>", "<ana@example.org>")

    def test_another_servers_reading_is_the_same(self) -> None:
        """aiosmtpd reads the protocol on its own."""
        kept: list[tuple[str, list[str], bytes]] = []

        class Handler:
            async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
                kept.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
                return "250 kept"

        mail = make_mail(body="From x\r\n.\r\n..\r\nend\r\n")
        with SmtpServer() as server:
            port = server.port  # Free again afterwards; the library can't choose one.
        controller = Controller(Handler(), hostname="127.0.0.1", port=port)
        controller.start()
        try:
            with closing(make_way(port)) as way:
                assert [way.deliver(mail, nothing).fate for _ in range(3)] == [SENT] * 3
        finally:
            controller.stop()
        assert kept == [("manila@example.org", ["ana@example.org"], mail.mail)] * 3

    def test_many_mails_go_by_one_connection(self) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            fates = [way.deliver(make_mail(f"a{n}@example.org"), nothing).fate for n in range(5)]
        assert (fates, server.connections) == ([SENT] * 5, 1)
        assert [taken.to for taken in server.taken] == [f"<a{n}@example.org>" for n in range(5)]

    def test_what_is_done_before_comes_before_data_and_after_the_recipient(self) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            said: list[str] = []
            way.deliver(make_mail(), lambda: said.extend(server.said))
        assert said[-1].startswith("RCPT")
        assert "DATA" in server.said

    def test_a_mail_of_which_no_note_can_be_kept_is_not_sent_and_the_next_one_is(self) -> None:
        def fail() -> None:
            raise ManilaError("the disk is full")

        with SmtpServer() as server, closing(make_way(server)) as way:
            with pytest.raises(ManilaError, match="the disk is full"):
                way.deliver(make_mail("ana@example.org"), fail)
            assert way.deliver(make_mail("ben@example.org"), nothing).fate == SENT
        assert [taken.to for taken in server.taken] == ["<ben@example.org>"]


class TestUnicodeAddresses:
    def test_a_name_that_is_not_ascii_needs_smtputf8(self) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            assert way.deliver(make_mail("小莉@example.org"), nothing).fate == SENT
            assert server.taken[0].to == "<小莉@example.org>"
            assert "SMTPUTF8" in server.taken[0].options
        with SmtpServer() as server, closing(make_way(server)) as way:
            server.extensions = []
            outcome = way.deliver(make_mail("小莉@example.org"), nothing)
            assert (outcome.fate, "小莉@example.org" in outcome.reply) == (NEVER, True)
            assert way.deliver(make_mail(), nothing).fate == SENT

    def test_a_domain_that_is_not_ascii_needs_none(self) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            server.extensions = []
            mail = read_envelope(b"To: <ana@xn--bcher-kva.example>\r\n\r\nx\r\n", "manila@bücher.example")
            assert way.deliver(mail, nothing).fate == SENT
        assert server.taken[0].sender == "<manila@xn--bcher-kva.example>"

    def test_letters_above_ascii_are_announced(self) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            assert way.deliver(make_mail(body="小莉\r\n"), nothing).fate == SENT
        assert "BODY=8BITMIME" in server.taken[0].options
        assert "小莉".encode() in server.taken[0].mail


STAGES = ("RCPT", "DATA", "content")


class TestReplies:
    @pytest.mark.parametrize("stage", STAGES)
    @pytest.mark.parametrize(
        ("reply", "fate"), [("451 later", LATER), ("450 4.2.0 greylisted", LATER), ("550 no", NEVER), ("554 no", NEVER)]
    )
    def test_4xx_is_later_and_5xx_is_never_and_the_next_mail_goes_on(self, stage: str, reply: str, fate: str) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            server.refuse(stage, reply)
            outcome = way.deliver(make_mail(), nothing)
            assert (outcome.fate, outcome.reply) == (fate, reply)
            server.answer = lambda stage, said: None
            assert way.deliver(make_mail("ben@example.org"), nothing).fate == SENT
        assert [taken.to for taken in server.taken] == ["<ben@example.org>"]

    def test_a_reply_of_many_lines_is_told_on_one(self) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            server.refuse("RCPT", "550-no\x1b[31m such\r\n550 user")
            assert way.deliver(make_mail(), nothing).reply == r"550 no\u001b[31m such user"

    def test_a_sender_who_is_refused_stops_all(self) -> None:
        """All mails have the same sender, so none of them is at fault."""
        with SmtpServer() as server, closing(make_way(server)) as way:
            server.refuse("MAIL", "553 not yours")
            with pytest.raises(ManilaError, match=r"refuses mail from manila@example.org: 553 not yours") as told:
                way.deliver(make_mail(), nothing)
            assert not isinstance(told.value, DroppedError)

    def test_a_sender_who_is_put_off_is_later_and_a_mail_too_large_never(self) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            server.refuse("MAIL", "452 no room")
            assert way.deliver(make_mail(), nothing).fate == LATER
            server.refuse("MAIL", "552 too large")
            assert way.deliver(make_mail(), nothing).fate == NEVER

    @pytest.mark.parametrize("code", ["251", "252"])
    def test_other_ways_to_say_yes_to_a_recipient(self, code: str) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            server.refuse("RCPT", f"{code} will forward")
            assert way.deliver(make_mail(), nothing).fate == SENT

    def test_a_server_that_wants_a_new_connection_gets_one(self) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            said: list[str] = []

            def limit(stage: str, _: str) -> str | None:
                said.append(stage)
                return "421 too many mails" if stage == "MAIL" and said.count("MAIL") == 3 else None

            server.answer = limit
            assert [way.deliver(make_mail(), nothing).fate for _ in range(3)] == [SENT] * 3
        assert (len(server.taken), server.connections) == (3, 2)

    def test_a_connection_dropped_between_mails_is_made_again(self) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            assert way.deliver(make_mail(), nothing).fate == SENT
            server.refuse("MAIL", DROP)
            with pytest.raises(DroppedError):
                way.deliver(make_mail(), nothing)
            assert server.connections == 2
            server.answer = lambda stage, said: None
            assert way.deliver(make_mail(), nothing).fate == SENT


class TestFaultsOfTheLine:
    @pytest.mark.parametrize("stage", ["MAIL", *STAGES])
    @pytest.mark.parametrize("how", [DROP, "421 closing"])
    def test_broken_off_under_a_mail(self, stage: str, how: str) -> None:
        with SmtpServer() as server, closing(make_way(server)) as way:
            server.refuse(stage, how)
            with pytest.raises(DroppedError, match=r"127\.0\.0\.1:\d+ broke off (at|after)"):
                way.deliver(make_mail(), nothing)
        assert server.taken == []

    @pytest.mark.parametrize("stage", ["MAIL", *STAGES])
    def test_silence_under_a_mail(self, stage: str) -> None:
        with SmtpServer() as server, closing(make_way(server, 0.2)) as way:
            server.refuse(stage, SILENCE)
            with pytest.raises(DroppedError, match="no answer in time"):
                way.deliver(make_mail(), nothing)
        assert server.connections == 1

    @pytest.mark.parametrize(
        ("stage", "how", "told"),
        [
            ("greet", DROP, "closed the connection"),
            ("greet", SILENCE, r"does not answer within 0\.2 seconds: is the port right"),
            ("greet", "554 go away", "554 go away"),
            ("greet", "421 busy", "421 busy"),
            ("greet", "SSH-2.0-OpenSSH", "does not want to talk"),
            ("EHLO", DROP, "closed the connection"),
            ("EHLO", SILENCE, "does not answer"),
        ],
    )
    def test_before_any_mail(self, stage: str, how: str, told: str) -> None:
        with SmtpServer() as server, closing(make_way(server, 0.2)) as way:
            server.refuse(stage, how)
            with pytest.raises(ManilaError, match=told) as raised:
                way.deliver(make_mail(), nothing)
        assert not isinstance(raised.value, DroppedError)
        assert "127.0.0.1" in str(raised.value)
        assert "\n" not in str(raised.value)

    def test_nobody_listens(self) -> None:
        with SmtpServer() as server:
            port = server.port
        with closing(make_way(port)) as way, pytest.raises(ManilaError, match=f"127.0.0.1:{port} refuses the conn"):
            way.deliver(make_mail(), nothing)

    def test_no_such_server(self) -> None:
        with (
            closing(make_way(25, host="nowhere.invalid")) as way,
            pytest.raises(ManilaError, match=r"nowhere\.invalid"),
        ):
            way.deliver(make_mail(), nothing)


class TestLogins:
    @pytest.mark.parametrize("kinds", [("PLAIN",), ("LOGIN",), ("LOGIN", "PLAIN"), ("CRAM-MD5", "LOGIN")])
    @pytest.mark.parametrize("secret", ["secret", "pässwörd 小莉"])
    def test_password(self, kinds: tuple[str, ...], secret: str) -> None:
        with SmtpServer() as server, closing(make_way(server, user="club", find_secret=lambda: secret)) as way:
            server.logins, server.secret = kinds, secret
            assert way.deliver(make_mail(), nothing).fate == SENT
        assert any(said.startswith("AUTH") for said in server.said)

    @pytest.mark.parametrize("kind", ["PLAIN", "LOGIN"])
    def test_wrong_password(self, kind: str) -> None:
        with SmtpServer() as server, closing(make_way(server, user="club", find_secret=lambda: "wrong")) as way:
            server.logins = (kind,)
            with pytest.raises(ManilaError, match=r"the login of club: 535 .* the password of MANILA_PASSWORD") as told:
                way.deliver(make_mail(), nothing)
        assert "wrong" not in str(told.value)
        assert server.taken == []

    def test_token(self) -> None:
        with SmtpServer() as server, closing(make_way(server, user="club", xoauth2=True)) as way:
            server.logins = ("PLAIN", "XOAUTH2")
            assert way.deliver(make_mail(), nothing).fate == SENT

    def test_wrong_token(self) -> None:
        way = make_way
        with SmtpServer() as server, closing(way(server, user="club", xoauth2=True, find_secret=lambda: "old")) as sent:
            server.logins = ("XOAUTH2",)
            with pytest.raises(ManilaError, match=r"the login of club: 535 .*the token of"):
                sent.deliver(make_mail(), nothing)

    def test_login_that_is_not_offered(self) -> None:
        with SmtpServer() as server, closing(make_way(server, user="club", xoauth2=True)) as way:
            server.logins = ("PLAIN", "LOGIN")
            with pytest.raises(ManilaError, match="does not know the login XOAUTH2; it offers PLAIN, LOGIN"):
                way.deliver(make_mail(), nothing)
        with (
            SmtpServer() as server,
            closing(make_way(server, user="club")) as way,
            pytest.raises(ManilaError, match="offers no login"),
        ):
            way.deliver(make_mail(), nothing)

    def test_no_secret(self) -> None:
        def fail() -> str:
            raise ManilaError("the environment variable MANILA_PASSWORD is not set")

        with SmtpServer() as server, closing(make_way(server, user="club", find_secret=fail)) as way:
            with pytest.raises(ManilaError, match="MANILA_PASSWORD is not set"):
                way.deliver(make_mail(), nothing)
            assert server.connections == 0


@pytest.fixture(scope="module")
def make_certificate(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Make a certificate that nobody vouches for; its key lies beside it, as `.key`."""

    def make(name: str, days: int = 2) -> Path:
        path = tmp_path_factory.mktemp("tls") / "server.crt"
        words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", str(days), "-subj", "/CN=test"]
        words += ["-addext", f"subjectAltName={name}", "-keyout", f"{path}.key", "-out", str(path)]
        try:
            made = subprocess.run(words, capture_output=True, check=False)
        except FileNotFoundError:
            pytest.skip("there is no openssl to make a certificate")
        assert made.returncode == 0, made.stderr
        return path

    return make


@pytest.fixture(scope="module")
def certificate(make_certificate: Callable[..., Path]) -> Path:
    return make_certificate("IP:127.0.0.1")


def serve_by(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, f"{certificate}.key")
    return context


class TestEncryption:
    @pytest.mark.parametrize("security", ["tls", "starttls"])
    def test_trusted(self, certificate: Path, security: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with SmtpServer(**{security: serve_by(certificate)}) as server:
            server.logins = ("PLAIN",)
            with closing(make_way(server, security=security, user="club")) as way:
                assert way.deliver(make_mail(), nothing).fate == SENT
        words = [said.split()[0] for said in server.said]
        if security == "starttls":
            assert words[:4] == ["ehlo", "STARTTLS", "ehlo", "AUTH"]

    @pytest.mark.parametrize("security", ["tls", "starttls"])
    def test_not_trusted(self, certificate: Path, security: str) -> None:
        with (
            SmtpServer(**{security: serve_by(certificate)}) as server,
            closing(make_way(server, security=security, user="club")) as way,
            pytest.raises(ManilaError, match=r"the certificate of 127\.0\.0\.1:\d+ is not trusted: self-signed"),
        ):
            way.deliver(make_mail(), nothing)
        assert not any(said.startswith("AUTH") for said in server.said)

    def test_of_another_server(self, make_certificate: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
        other = make_certificate("DNS:other.example.org")
        monkeypatch.setenv("SSL_CERT_FILE", str(other))
        with (
            SmtpServer(starttls=serve_by(other)) as server,
            closing(make_way(server, security="starttls")) as way,
            pytest.raises(ManilaError, match=r"not trusted: .*127\.0\.0\.1"),
        ):
            way.deliver(make_mail(), nothing)

    def test_a_server_without_starttls_hears_no_password(self) -> None:
        with SmtpServer() as server, closing(make_way(server, security="starttls", user="club")) as way:
            server.logins = ("PLAIN",)
            with pytest.raises(ManilaError, match="offers no STARTTLS"):
                way.deliver(make_mail(), nothing)
        assert [said.split()[0] for said in server.said] == ["ehlo"]

    def test_starttls_where_tls_is_meant(self, certificate: Path) -> None:
        with (
            SmtpServer(tls=serve_by(certificate)) as server,
            closing(make_way(server, 0.3, security="starttls")) as way,
            pytest.raises(ManilaError, match="security: tls"),
        ):
            way.deliver(make_mail(), nothing)

    def test_tls_where_starttls_is_meant(self) -> None:
        with (
            SmtpServer() as server,
            closing(make_way(server, security="tls")) as way,
            pytest.raises(ManilaError, match="security: starttls"),
        ):
            way.deliver(make_mail(), nothing)

    @pytest.mark.parametrize("secret", ["secret", "pässword"])
    def test_another_server_with_starttls_and_login(
        self, certificate: Path, monkeypatch: pytest.MonkeyPatch, secret: str
    ) -> None:
        """aiosmtpd, which takes neither a login nor a mail without encryption here."""
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        kept: list[bytes] = []

        class Handler:
            async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
                kept.append(envelope.content)
                return "250 kept"

        def authenticate(server: Any, session: Any, envelope: Any, kind: str, given: Any) -> AuthResult:
            right = (given.login, given.password) == (b"club", "pässword".encode())
            return AuthResult(success=right, handled=False)

        with SmtpServer() as free:
            port = free.port
        controller = Controller(
            Handler(),
            hostname="127.0.0.1",
            port=port,
            tls_context=serve_by(certificate),
            require_starttls=True,
            auth_required=True,
            authenticator=authenticate,
        )
        controller.start()
        try:
            with closing(make_way(port, security="starttls", user="club", find_secret=lambda: secret)) as way:
                if secret == "secret":
                    with pytest.raises(ManilaError, match="the login of club: 535"):
                        way.deliver(make_mail(), nothing)
                else:
                    assert way.deliver(make_mail(), nothing).fate == SENT
        finally:
            controller.stop()
        assert kept == ([] if secret == "secret" else [make_mail().mail])
