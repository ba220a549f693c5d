"""An IMAP server of one folder that does what a test wants: speaks little, drops the line, refuses a mail.

What a real one does is tried with Dovecot; this one is for what a real one does seldom.
"""

from __future__ import annotations

import base64
import contextlib
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable

Mails = dict[int, bytes]


class ImapServer:
    """Listens on loopback in a thread, as a context. `said` are all commands without their tags."""

    def __init__(
        self, mails: Mails | None = None, *, tls: ssl.SSLContext | None = None, starttls: bool = False
    ) -> None:
        self.mails: Mails = dict(mails or {})
        self.validity = 7
        self.extensions = "IDLE"
        self.login = "Ana secret"
        self.folder = '"INBOX"'
        self.refused: set[int] = set()
        self.short: set[int] = set()
        """Mails handed out as quoted strings."""
        self.chatty = False
        """Whether it tells of new mail before it agrees to wait, and in one breath with that."""
        self.drop: Callable[[str], bool] = lambda command: False
        """Called with each command; the line is cut instead of an answer where it says so."""
        self.said: list[str] = []
        self.waiting = threading.Event()
        """Set while somebody waits by IDLE."""
        self.tls = tls
        self._starttls = starttls
        self._lines: list[socket.socket] = []
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._changed = threading.Condition()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> ImapServer:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        # Closing alone would let the thread that waits accept one more.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._thread.join(30)
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Cut all lines."""
        for line in self._lines:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def put(self, uid: int, mail: bytes) -> None:
        """Put a mail into the folder; who waits by IDLE is told."""
        with self._changed:
            self.mails[uid] = mail
            self._changed.notify_all()

    def wait_for(self, command: str, times: int = 1) -> None:
        """Wait until a command was said so often."""
        end = time.monotonic() + 30
        while sum(said.startswith(command) for said in list(self.said)) < times:
            assert time.monotonic() < end, self.said
            time.sleep(0.005)

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._lines.append(line)
                threading.Thread(target=self._talk, args=(line,), daemon=True).start()

    def _talk(self, line: socket.socket) -> None:
        with contextlib.suppress(OSError):
            if self.tls is not None and not self._starttls:
                line = self.tls.wrap_socket(line, server_side=True)
            talk = _Talk(self, line)
            try:
                talk.run()
            finally:
                talk.file.close()
                talk.line.close()
        line.close()


class _Talk:
    def __init__(self, server: ImapServer, line: socket.socket) -> None:
        self.server = server
        self.line = line
        self.file = line.makefile("rb")
        self.known = 0

    def say(self, *lines: bytes) -> None:
        self.line.sendall(b"".join(line + b"\r\n" for line in lines))

    def run(self) -> None:
        server = self.server
        self.say(f"* OK [CAPABILITY IMAP4rev1 {server.extensions}] at your service".encode())
        while said := self.file.readline():
            tag, _, command = said.rstrip(b"\r\n").partition(b" ")
            text = command.decode()
            server.said.append(text)
            if server.drop(text):
                return
            word = text.split()[0].upper()
            if word == "LOGOUT":
                self.say(b"* BYE farewell", tag + b" OK done")
                return
            answer = getattr(self, f"_{word.lower()}", None)
            result = answer(tag, text) if answer is not None else "BAD unknown"
            if result is not None:
                self.say(tag + b" " + result.encode())

    def _capability(self, tag: bytes, text: str) -> str:
        self.say(f"* CAPABILITY IMAP4rev1 {self.server.extensions}".encode())
        return "OK done"

    def _login(self, tag: bytes, text: str) -> str:
        return "OK done" if text == 'LOGIN "Ana" "secret"' else "NO [AUTHENTICATIONFAILED] wrong\x07 password"

    def _authenticate(self, tag: bytes, text: str) -> str:
        self.say(b"+ ")
        said = base64.b64decode(self.file.readline()).decode()
        self.server.said.append(said)
        return "OK done" if said in ("user=Ana\x01auth=Bearer tok\x01\x01", "\0小莉\0pässword") else "NO not you"

    def _examine(self, tag: bytes, text: str) -> str:
        if text != f"EXAMINE {self.server.folder}":
            return "NO [NONEXISTENT] no such folder"
        self.known = len(self.server.mails)
        self.say(b"* %d EXISTS" % self.known, b"* OK [UIDVALIDITY %d] valid" % self.server.validity)
        return "OK [READ-ONLY] done"

    def _starttls(self, tag: bytes, text: str) -> str | None:
        if self.server.tls is None:
            return "BAD unknown"
        self.say(tag + b" OK begin")
        self.file.close()
        self.line = self.server.tls.wrap_socket(self.line, server_side=True)
        self.file = self.line.makefile("rb")
        return None

    def _noop(self, tag: bytes, text: str) -> str:
        self._tell_news()
        return "OK done"

    def _idle(self, tag: bytes, text: str) -> str | None:
        server = self.server
        if "IDLE" not in server.extensions:
            return "BAD unknown"
        with server._changed:
            agreed = [b"+ waiting"]
            if server.chatty and self.known != len(server.mails):
                self.known = len(server.mails)
                told = b"* %d EXISTS" % self.known
                agreed = [told, *agreed] if self.known % 2 else [*agreed, told]
            self.say(*agreed)
            server.waiting.set()
            watcher = threading.Thread(target=self._watch, daemon=True)
            watcher.start()
        assert self.file.readline() in (b"DONE\r\n", b"")
        server.waiting.clear()
        with server._changed:
            server._changed.notify_all()
        watcher.join(30)
        return "OK idled"

    def _watch(self) -> None:
        with self.server._changed, contextlib.suppress(OSError):
            while self.server.waiting.is_set():
                self._tell_news()
                self.server._changed.wait(30)

    def _tell_news(self) -> None:
        if self.known != len(self.server.mails):
            self.known = len(self.server.mails)
            self.say(b"* OK still here", b"* 1 FETCH (FLAGS (\\Seen))", b"* %d EXISTS" % self.known)

    def _uid(self, tag: bytes, text: str) -> str:
        mails = self.server.mails
        if match := re.fullmatch(r"UID FETCH (\d+):\* \(UID RFC822\.SIZE\)", text):
            for number, uid in enumerate(sorted(mails), 1):
                # The last mail is told even where its UID is below what was asked for (RFC 3501, 6.4.8).
                if uid >= int(match[1]) or number == len(mails):
                    self.say(b"* %d FETCH (RFC822.SIZE %d UID %d)" % (number, len(mails[uid]), uid))
            return "OK done"
        if match := re.fullmatch(r"UID FETCH (\d+) \(BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?\)", text):
            uid = int(match[1])
            if uid in self.server.refused:
                return "NO [SERVERBUG] can't read it"
            if uid not in mails:
                return "OK done"
            mail = mails[uid]
            where = b""
            if match[2]:
                mail = mail[int(match[2]) : int(match[2]) + int(match[3])]
                where = b"<%s>" % match[2].encode()
            if uid in self.server.short:
                quoted = mail.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
                self.say(b'* 1 FETCH (BODY[] "' + quoted + b'" UID %d)' % uid)
            else:
                self.say(b"* 9 FETCH (FLAGS (\\Seen))")
                self.say(b"* 1 FETCH (UID %d BODY[]%s {%d}\r\n" % (uid, where, len(mail)) + mail + b")")
            return "OK done"
        return "BAD what?"
