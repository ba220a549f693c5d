"""Mail out by SMTP: encrypted, the certificate checked, logged in, and one mail after another in one connection.

The commands are given one by one, since `smtplib.sendmail` does not say when a mail may be under way, and its logins
know ASCII alone. Dots are doubled by it; nothing else of a mail is changed on the way.
"""

from __future__ import annotations

import smtplib
import socket
import ssl
from base64 import b64encode
from collections.abc import Callable

from manila_pbem.errors import ManilaError
from manila_pbem.post.delivering import LATER, NEVER, SENT, DroppedError, Outcome, put_on_one_line
from manila_pbem.post.envelope import Envelope
from manila_pbem.values import NamedValue

TIMEOUT = 60.0
"""Seconds that a server may stay silent."""
LONGEST_SILENCE_AFTER_MAIL = 600.0
"""Seconds that it may stay silent after a mail, while it looks at it (RFC 5321, 4.5.3.2.6)."""

_CLOSING = 421
_TOO_LARGE = 552


class SmtpServer(NamedValue):
    """Where mail goes. `security` is tls, starttls or none; with `xoauth2` the secret is a token, else a password.

    `user` is "" where nobody logs in; `secret_from` says where the secret came from, for a sentence. `name` is what we
    call ourselves.
    """

    host: str
    port: int
    security: str
    user: str
    find_secret: Callable[[], str]
    secret_from: str
    xoauth2: bool
    name: str

    @property
    def where(self) -> str:
        """The server, for a sentence."""
        return f"{self.host}:{self.port}"


class SmtpWay:
    """A connection to a server, made when the first mail is sent. Raises ManilaError where the server is no use."""

    def __init__(self, server: SmtpServer, timeout: float = TIMEOUT) -> None:
        self._server = server
        self._timeout = timeout
        self._client: smtplib.SMTP | None = None
        self._served = 0

    def connect(self) -> None:
        """Connect and log in now, if that is not done; raises ManilaError, its message saying what to change."""
        if self._client is None:
            self._client = _connect(self._server, self._timeout)
            self._served = 0

    def deliver(self, envelope: Envelope, before: Callable[[], None]) -> Outcome:
        """Send a mail; after `before` it might arrive. Raises ManilaError, `DroppedError` as `Way.deliver` says."""
        self.connect()
        used = self._served > 0
        try:
            return self._send(envelope, before)
        except _GoneError as gone:
            self._drop()
            if not (used and gone.harmless):
                raise DroppedError(f"{self._server.where} broke off {gone}") from gone
        # Many servers take some mails in one connection and want another one then.
        self.connect()
        try:
            return self._send(envelope, before)
        except _GoneError as gone:
            self._drop()
            raise DroppedError(f"{self._server.where} broke off {gone}") from gone

    def close(self) -> None:
        """Say farewell, if the server still listens."""
        client, self._client = self._client, None
        if client is None:
            return
        try:
            if client.sock is not None:
                client.sock.settimeout(min(self._timeout, 5.0))
            client.quit()
        except (OSError, smtplib.SMTPException):
            client.close()  # It is gone already.

    def _send(self, envelope: Envelope, before: Callable[[], None]) -> Outcome:
        client = self._client
        assert client is not None
        if envelope.utf8 and not client.has_extn("smtputf8"):
            return Outcome(NEVER, f"{self._server.where} takes no addresses such as {envelope.recipient} (SMTPUTF8)")
        code, reply = _ask(client, f"MAIL FROM:<{envelope.sender}>{_list_options(client, envelope)}", "at MAIL", True)
        if code != 250:
            told = f"{self._server.where} refuses mail from {envelope.sender}: {code} {reply}"
            if code == _TOO_LARGE:
                return self._forget(client, Outcome(NEVER, told))
            if code >= 500:
                # It is the same sender for all of them, so they would all be refused.
                self._reset(client)
                raise ManilaError(told)
            return self._forget(client, Outcome(LATER, told))
        code, reply = _ask(client, f"RCPT TO:<{envelope.to}>", "at RCPT")
        if code not in (250, 251, 252):
            return self._forget(client, _judge(code, reply))
        try:
            before()
        except ManilaError:
            self._reset(client)
            raise
        code, reply = _ask(client, "DATA", "at DATA")
        if code != 354:
            return self._forget(client, _judge(code, reply))
        assert client.sock is not None
        client.sock.settimeout(max(self._timeout, min(LONGEST_SILENCE_AFTER_MAIL, self._timeout * 10)))
        code, reply = _speak(client, lambda: _send_content(client, envelope.mail), "after the mail")
        if client.sock is not None:
            client.sock.settimeout(self._timeout)
        if code != 250:
            return self._forget(client, _judge(code, reply))
        self._served += 1
        return Outcome(SENT, f"{code} {reply}")

    def _forget(self, client: smtplib.SMTP, outcome: Outcome) -> Outcome:
        self._reset(client)
        self._served += 1
        return outcome

    def _reset(self, client: smtplib.SMTP) -> None:
        """Take back what was begun, so that the next mail may begin; a connection that is gone is made anew."""
        try:
            code, _ = _ask(client, "RSET", "at RSET")
        except _GoneError:
            code = 0
        if code != 250:
            self._drop()

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None


class _GoneError(Exception):
    """The connection is gone; `harmless` where no mail had begun on it."""

    def __init__(self, words: str, harmless: bool) -> None:
        super().__init__(words)
        self.harmless = harmless


def _judge(code: int, reply: str) -> Outcome:
    # What is neither 4xx nor 5xx is no answer to this; perhaps the server comes to its senses.
    return Outcome(NEVER if 500 <= code < 600 else LATER, f"{code} {reply}")


def _list_options(client: smtplib.SMTP, envelope: Envelope) -> str:
    options = []
    if client.has_extn("size"):
        options.append(f" SIZE={len(envelope.mail)}")
    if (envelope.eight_bit or envelope.utf8) and client.has_extn("8bitmime"):
        options.append(" BODY=8BITMIME")
    if envelope.utf8:
        options.append(" SMTPUTF8")
    return "".join(options)


def _ask(client: smtplib.SMTP, command: str, when: str, harmless: bool = False) -> tuple[int, str]:
    def give() -> tuple[int, bytes]:
        client.send(command.encode("utf-8") + b"\r\n")
        return client.getreply()

    return _speak(client, give, when, harmless)


def _speak(
    client: smtplib.SMTP, say: Callable[[], tuple[int, bytes]], when: str, harmless: bool = False
) -> tuple[int, str]:
    """Return the code and the words of a reply; raises `_GoneError` where the connection is gone or being closed."""
    try:
        code, reply = say()
    except (OSError, smtplib.SMTPServerDisconnected, smtplib.SMTPResponseException) as error:
        if _is_timeout(error):
            raise _GoneError(f"{when}: no answer in time", False) from error
        words = put_on_one_line(str(getattr(error, "strerror", None) or error))
        raise _GoneError(f"{when}: {words}", harmless) from error
    words = put_on_one_line(reply)
    if code == _CLOSING:
        raise _GoneError(f"{when}: {code} {words}", harmless)
    return code, words


def _is_timeout(error: Exception) -> bool:
    """Tell whether a server was silent for too long; smtplib has its own error for it."""
    return isinstance(error, TimeoutError) or isinstance(error.__context__, TimeoutError)


def _send_content(client: smtplib.SMTP, mail: bytes) -> tuple[int, bytes]:
    doubled = mail.replace(b"\r\n.", b"\r\n..")
    if doubled.startswith(b"."):
        doubled = b"." + doubled
    client.send(doubled + (b"" if doubled.endswith(b"\r\n") else b"\r\n") + b".\r\n")
    return client.getreply()


def _connect(server: SmtpServer, timeout: float) -> smtplib.SMTP:
    secret = server.find_secret() if server.user else ""
    client: smtplib.SMTP | None = None
    try:
        if server.security == "tls":
            client = smtplib.SMTP_SSL(
                server.host, server.port, server.name, timeout=timeout, context=ssl.create_default_context()
            )
        else:
            client = smtplib.SMTP(server.host, server.port, server.name, timeout=timeout)
        if server.security == "starttls":
            client.starttls(context=ssl.create_default_context())
        code, reply = client.ehlo()
        if code != 250:
            code, reply = client.helo()
            if code != 250:
                raise smtplib.SMTPHeloError(code, reply)
        if server.user:
            _log_in(client, server, secret)
    except (OSError, smtplib.SMTPException, ValueError) as error:
        if client is not None:
            client.close()
        raise ManilaError(_explain(server, error, timeout)) from error
    except ManilaError:
        if client is not None:
            client.close()
        raise
    return client


def _log_in(client: smtplib.SMTP, server: SmtpServer, secret: str) -> None:
    offered = client.esmtp_features.get("auth", "").upper().replace("=", " ").split()
    if not offered:
        raise ManilaError(
            f"{server.where} offers no login{_hint_at_login(server)}; leave out user in club.yaml if it needs none"
        )
    user = server.user
    if server.xoauth2:
        wanted = "XOAUTH2"
        code, reply = _authenticate(client, offered, wanted, [f"user={user}\x01auth=Bearer {secret}\x01\x01", ""])
    elif "PLAIN" in offered or "LOGIN" not in offered:
        wanted = "PLAIN"
        code, reply = _authenticate(client, offered, wanted, [f"\0{user}\0{secret}"])
    else:
        wanted = "LOGIN"
        code, reply = _authenticate(client, offered, wanted, [user, secret])
    if code == 0:
        raise ManilaError(f"{server.where} does not know the login {wanted}; it offers {', '.join(offered)}")
    if code not in (235, 503):
        secret_name = "the token" if server.xoauth2 else "the password"
        again = "; try again later" if 400 <= code < 500 else f"; is {secret_name} of {server.secret_from} right?"
        raise ManilaError(f"{server.where} does not accept the login of {user}: {code} {put_on_one_line(reply)}{again}")


def _hint_at_login(server: SmtpServer) -> str:
    return " without encryption, as it seems" if server.security == "none" else ""


def _authenticate(client: smtplib.SMTP, offered: list[str], kind: str, answers: list[str]) -> tuple[int, bytes]:
    """Log in; the first answer goes along with the command. 0 where the server does not offer this."""
    if kind not in offered:
        return 0, b""
    first, *others = (b64encode(answer.encode("utf-8")).decode("ascii") for answer in answers)
    code, reply = client.docmd("AUTH", f"{kind} {first}")
    for other in others:
        if code == 334:
            code, reply = client.docmd(other)
    return code, reply


def _explain(server: SmtpServer, error: Exception, timeout: float) -> str:
    """Return in a sentence why a server can't be used, and what may be changed."""
    where = server.where
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate of {where} is not trusted: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        hint = "; if it is a port for STARTTLS, write security: starttls" if server.security == "tls" else ""
        return f"{where} does not speak TLS as it should ({error.reason or error}){hint}"
    if isinstance(error, socket.gaierror):
        return f"no server called {server.host} is known: {error.strerror}"
    if _is_timeout(error):
        hint = "" if server.security == "tls" else ", or is it one for TLS (security: tls)"
        return f"{where} does not answer within {timeout:g} seconds: is the port right{hint}?"
    if isinstance(error, ConnectionRefusedError):
        return f"{where} refuses the connection: is the port right, and does the server run?"
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return f"{where} offers no STARTTLS: is the port right, or is it one for TLS (security: tls)?"
    if isinstance(error, smtplib.SMTPResponseException):
        reply = put_on_one_line(error.smtp_error)
        return f"{where} does not want to talk to us: {error.smtp_code} {reply}"
    if isinstance(error, smtplib.SMTPServerDisconnected):
        hint = "" if server.security == "tls" else "; if it is a port for TLS, write security: tls"
        return f"{where} closed the connection before anything was sent{hint}"
    return f"{where} is not to be reached: {put_on_one_line(str(getattr(error, 'strerror', None) or error))}"
