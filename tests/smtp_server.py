"""An SMTP server that does what a test wants: refuses, puts off, drops the line or falls silent at any point.

What a real one does is tried with aiosmtpd and Postfix; this one is for what a real one does seldom.
"""

from __future__ import annotations

import base64
import contextlib
import socket
import ssl
import threading
from collections.abc import Callable
from typing import NamedTuple

DROP = "DROP"
SILENCE = "SILENCE"
"""What `answer` says instead of a reply: cut the line, or never say anything again."""


class Taken(NamedTuple):
    """A mail that the server said 250 to: its envelope as it was written, and its bytes without the protocol's dots."""

    sender: str
    to: str
    mail: bytes
    options: str


class SmtpServer:
    """Listens on loopback in a thread, as a context.

    `answer` is called with each stage (`greet`, a command's first word, `content` after a mail) and what was said; None
    lets the server answer as it should.
    """

    def __init__(self, *, tls: ssl.SSLContext | None = None, starttls: ssl.SSLContext | None = None) -> None:
        self.answer: Callable[[str, str], str | None] = lambda stage, said: None
        self.extensions = ["SIZE 1000000", "8BITMIME", "SMTPUTF8"]
        self.logins: tuple[str, ...] = ()
        self.secret = "secret"
        self.taken: list[Taken] = []
        self.said: list[str] = []
        self.connections = 0
        self.gate: threading.Event | None = None
        """Where it is set, a mail is taken only once the event is."""
        self.reached = threading.Event()
        """Set when a mail has come whole."""
        self._tls = tls
        self._starttls = starttls
        self._lines: list[socket.socket] = []
        self._over = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> SmtpServer:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join(30)
        self._listener.close()
        for line in self._lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def refuse(self, stage: str, reply: str, containing: str = "") -> None:
        """Say a reply at a stage, where what was said contains a text."""
        self.answer = lambda now, said: reply if now == stage and containing in said else None

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                self._lines.append(line)
                self.connections += 1
                threading.Thread(target=self._talk, args=(line,), daemon=True).start()

    def _talk(self, line: socket.socket) -> None:
        with contextlib.suppress(OSError, _Dropped):
            if self._tls is not None:
                line = self._tls.wrap_socket(line, server_side=True)
            _Talk(self, line, self._starttls).run()
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()

    def wait_for_end(self) -> None:
        self._over.wait(60)


class _Dropped(Exception):
    """The line is cut."""


class _Talk:
    def __init__(self, server: SmtpServer, line: socket.socket, starttls: ssl.SSLContext | None) -> None:
        self.server = server
        self.line = line
        self.starttls = starttls
        self.file = line.makefile("rb")
        self.sender = self.to = self.options = ""

    def say(self, stage: str, said: str, usual: str) -> bool:
        """Answer; return whether it was the usual answer."""
        asked = self.server.answer(stage, said)
        if asked == DROP:
            self.file.close()
            raise _Dropped
        if asked == SILENCE:
            self.server.wait_for_end()
            raise _Dropped
        self.line.sendall((asked or usual).encode() + b"\r\n")
        return asked is None

    def run(self) -> None:
        try:
            self._run()
        finally:
            self.file.close()
            self.line.close()

    def _run(self) -> None:
        if not self.say("greet", "", "220 test at your service"):
            return
        while line := self.file.readline():
            said = line.decode("utf-8", "replace").rstrip("\r\n")
            self.server.said.append(said)
            word = (said.split() or ["?"])[0].upper()
            if word == "QUIT":
                self.say(word, said, "221 farewell")
                return
            getattr(self, f"_{word.lower()}", self._unknown)(word, said)

    def _unknown(self, word: str, said: str) -> None:
        self.say(word, said, "500 what?")

    def _ehlo(self, word: str, said: str) -> None:
        lines = ["test", *self.server.extensions]
        if self.starttls is not None:
            lines.append("STARTTLS")
        if self.server.logins:
            lines.append(f"AUTH {' '.join(self.server.logins)}")
        self.say(word, said, "\r\n".join([f"250-{one}" for one in lines[:-1]] + [f"250 {lines[-1]}"]))

    def _starttls(self, word: str, said: str) -> None:
        context, self.starttls = self.starttls, None
        if context is None:
            self.say(word, said, "502 no")
        elif self.say(word, said, "220 go on"):
            self.file.close()
            self.line = context.wrap_socket(self.line, server_side=True)
            self.file = self.line.makefile("rb")

    def _auth(self, word: str, said: str) -> None:
        _, kind, first = said.split()
        told = base64.b64decode(first).decode()
        secret = self.server.secret
        if kind == "LOGIN":
            self.line.sendall(b"334 " + base64.b64encode(b"Password:") + b"\r\n")
            right = told == "club" and base64.b64decode(self.file.readline()).decode() == secret
        elif kind == "XOAUTH2":
            right = told == f"user=club\x01auth=Bearer {secret}\x01\x01"
            if not right:
                self.line.sendall(b"334 " + base64.b64encode(b'{"status":"401"}') + b"\r\n")
                assert self.file.readline() == b"\r\n"
        else:
            right = told == f"\0club\0{secret}"
        self.say(word, said, "235 welcome" if right else "535 5.7.8 not you")

    def _mail(self, word: str, said: str) -> None:
        if self.say(word, said, "250 ok"):
            path, _, self.options = said.partition(":")[2].partition(" ")
            self.sender = path

    def _rcpt(self, word: str, said: str) -> None:
        if self.say(word, said, "250 ok"):
            self.to = said.partition(":")[2].strip()

    def _rset(self, word: str, said: str) -> None:
        self.sender = self.to = ""
        self.say(word, said, "250 ok")

    def _data(self, word: str, said: str) -> None:
        if not self.say(word, said, "354 go on"):
            return
        lines = []
        while (line := self.file.readline()) != b".\r\n":
            if not line:
                raise _Dropped
            lines.append(line[1:] if line.startswith(b".") else line)
        self.server.reached.set()
        if self.server.gate is not None:
            self.server.gate.wait(60)
        mail = b"".join(lines)
        if self.say("content", mail.decode("utf-8", "replace"), "250 kept"):
            self.server.taken.append(Taken(self.sender, self.to, mail, self.options))
        self.sender = self.to = ""
