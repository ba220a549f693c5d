"""Postfix and Dovecot on loopback, each with a configuration and folders of its own; nothing of the machine's is used.

Mail given to Postfix goes on by its domain: `games.test` to the pipe hook, `lmtp.test` and `socket.test` to where
`manila receive --lmtp` may listen, `dove.test` to Dovecot, where it is read by IMAP. Mail to `gone.test` is taken and
sent back, and all other is refused.
"""

from __future__ import annotations

import imaplib
import os
import shutil
import signal
import smtplib
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

CONF = Path(__file__).parent / "conf"

PASSWORD = "secret"
"""Of every user of Dovecot; a user is there as soon as mail comes for it."""

HOOK_USER = "nobody"
"""Whom Postfix runs the pipe's hook as; it takes no hook that root would run."""

PATIENCE = 60.0
"""Seconds after which what should have happened will not happen."""

_POSTFIX = Path("/usr/sbin/postfix")
_POSTSUPER = Path("/usr/sbin/postsuper")
_POSTFIX_DAEMONS = Path("/usr/lib/postfix/sbin")
_DOVECOT = Path("/usr/sbin/dovecot")
_DOVECOT_PARTS = (Path("/usr/lib/dovecot/imap"), Path("/usr/lib/dovecot/lmtp"))
_QUEUES = ("maildrop", "incoming", "active", "deferred")
"""Where a mail lies in Postfix, in the order in which it gets there, so that none on its way is overlooked."""


def find_obstacle() -> str | None:
    """Return why the servers can't be started on this machine, None where they can."""
    if not _POSTFIX.exists() or not _POSTFIX_DAEMONS.is_dir():
        return "Postfix is not installed (Debian: apt-get install postfix)"
    missing = [str(part) for part in (_DOVECOT, *_DOVECOT_PARTS) if not part.exists()]
    if missing:
        return f"Dovecot lacks {', '.join(missing)} (Debian: apt-get install dovecot-imapd dovecot-lmtpd)"
    version = subprocess.run([_DOVECOT, "--version"], capture_output=True, text=True, timeout=PATIENCE).stdout
    if not version.startswith("2.3."):
        return f"the configuration here is for Dovecot 2.3, and this is {version.strip()}"
    if os.geteuid() != 0:
        return "Postfix and Dovecot start as root alone, and this is not root"
    return None


class RealServers:
    """Both servers, running between `start` and `stop`. `base` is a folder of theirs that every user may pass."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.smtp_port = self.imap_port = self.lmtp_port = 0
        self._dovecot: subprocess.Popen[bytes] | None = None
        self._master = 0

    @property
    def logs(self) -> dict[str, Path]:
        """The servers' logs by name."""
        return {"Postfix": self.base / "postfix.log", "Dovecot": self.base / "dovecot.log"}

    def start(self) -> None:
        """Start both; raises AssertionError with what they said where one does not come up."""
        ports = _find_free_ports(4)
        self.smtp_port, self.imap_port, self.lmtp_port, dovecot_lmtp = ports
        for name, owner in (("mail", "mail"), ("data", "postfix"), ("socket", HOOK_USER), ("hooked", HOOK_USER)):
            (self.base / name).mkdir()
            shutil.chown(self.base / name, owner)
        # Postfix may write to a socket that belongs to its group, and its folder hands that group on.
        shutil.chown(self.base / "socket", group="postfix")
        (self.base / "socket").chmod(0o2710)
        for name in ("etc", "spool"):
            (self.base / name).mkdir()
        facts = {
            "BASE": self.base,
            "SMTP": self.smtp_port,
            "IMAP": self.imap_port,
            "LMTP": self.lmtp_port,
            "DOVECOT_LMTP": dovecot_lmtp,
        }
        for name in ("dovecot.conf", "main.cf", "master.cf"):
            text = (CONF / name).read_text(encoding="utf-8")
            for word, fact in facts.items():
                text = text.replace(f"@{word}@", str(fact))
            (self.base / "etc" / name).write_text(text, encoding="utf-8")
        self.write_hook("exit 75")
        self._start_dovecot()
        self._start_postfix()
        _wait_for_greeting(self.imap_port, b"* OK", self._tell_logs)
        _wait_for_greeting(dovecot_lmtp, b"220", self._tell_logs)
        _wait_for_greeting(self.smtp_port, b"220", self._tell_logs)

    def stop(self) -> None:
        """Stop both, by the process numbers they were started under."""
        if self._master:
            _end(self._master)
        if self._dovecot is not None:
            self._dovecot.terminate()
            try:
                self._dovecot.wait(PATIENCE / 4)
            except subprocess.TimeoutExpired:
                self._dovecot.kill()
                self._dovecot.wait()

    def write_hook(self, script: str) -> None:
        """Make a shell script what Postfix pipes the mails for games.test to; it runs as HOOK_USER."""
        hook = self.base / "hook"
        new = self.base / "hook.new"
        new.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        new.chmod(0o755)
        new.replace(hook)

    def submit(self, sender: str, recipients: Sequence[str], mail: bytes) -> None:
        """Hand a mail to Postfix, as a mail program does."""
        with smtplib.SMTP("127.0.0.1", self.smtp_port, timeout=PATIENCE) as server:
            assert not server.sendmail(sender, list(recipients), mail)

    def settle(self) -> None:
        """Wait until Postfix has handed on all that it was given; fails where it put a mail off."""
        self._wait(lambda: not self.list_queue(), "a mail stays in the queue")

    def wait_for_deferred(self) -> None:
        """Wait until a mail was put off."""
        self._wait(lambda: any(path.is_file() for path in (self.base / "spool/deferred").rglob("*")), "none is put off")

    def flush(self) -> None:
        """Let Postfix try again now what it put off, and wait for it."""
        self._run_postfix("flush")
        self._wait(lambda: not self.list_queue(deferred=True), "a mail stays in the queue")

    def clear_queue(self) -> None:
        """Throw away what is still in Postfix, so that a test that failed is no trouble to the next."""
        if self.list_queue(deferred=True):
            words = [str(_POSTSUPER), "-c", str(self.base / "etc"), "-d", "ALL"]
            subprocess.run(words, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE, check=True)

    def list_queue(self, *, deferred: bool = False) -> list[Path]:
        """Return the mails still in Postfix. One put off is a fault, unless `deferred` says that it may be there."""
        found = [path for queue in _QUEUES for path in (self.base / "spool" / queue).rglob("*") if path.is_file()]
        put_off = [path for path in found if "deferred" in path.parts]
        assert deferred or not put_off, f"Postfix put off {len(put_off)} mails\n{self._tell_logs()}"
        return found

    def list_mails(self, user: str, known: int = 0) -> list[bytes]:
        """Return the mails of a user of Dovecot but the first `known`, by IMAP."""
        box = imaplib.IMAP4("127.0.0.1", self.imap_port, timeout=PATIENCE)
        try:
            box.login(user, PASSWORD)
            count = int(box.select("INBOX", readonly=True)[1][0] or b"0")
            if count <= known:
                return []
            kind, data = box.fetch(f"{known + 1}:{count}", "(BODY.PEEK[])")
            assert kind == "OK", data
            return [bytes(item[1]) for item in data if isinstance(item, tuple)]
        finally:
            box.logout()

    def read_log(self) -> list[str]:
        """Return the lines of Postfix's log."""
        return self.logs["Postfix"].read_text(encoding="utf-8", errors="replace").splitlines()

    def _start_dovecot(self) -> None:
        command = [str(_DOVECOT), "-F", "-c", str(self.base / "etc/dovecot.conf")]
        with (self.base / "dovecot.out").open("wb") as out:
            self._dovecot = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)

    def _start_postfix(self) -> None:
        self._run_postfix("start")
        pid = self.base / "spool/pid/master.pid"
        self._wait(lambda: pid.exists() and pid.read_text(encoding="ascii").strip() != "", "Postfix has no master")
        self._master = int(pid.read_text(encoding="ascii"))

    def _run_postfix(self, command: str) -> None:
        words = [str(_POSTFIX), "-c", str(self.base / "etc"), command]
        # To files: a server that goes on holds what it was started with, and a pipe would never end.
        with (self.base / "postfix.out").open("wb") as out:
            ran = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, timeout=PATIENCE)
        assert ran.returncode == 0, self._tell_logs()

    def _wait(self, done: Callable[[], bool], trouble: str) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, f"{trouble}\n{self._tell_logs()}"
            time.sleep(0.02)

    def _tell_logs(self) -> str:
        paths = (*self.logs.values(), self.base / "postfix.out", self.base / "dovecot.out")
        return "\n".join(f"--- {path}\n{tell_end(path)}" for path in paths)


def tell_end(path: Path) -> str:
    """Return the last lines of a log."""
    if not path.exists():
        return "(not there)"
    return "\n".join(path.read_text(encoding="utf-8", errors="replace").splitlines()[-60:])


def _find_free_ports(count: int) -> list[int]:
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


def _wait_for_greeting(port: int, start: bytes, tell: Callable[[], str]) -> None:
    end = time.monotonic() + PATIENCE / 2
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
                if line.recv(100).startswith(start):
                    return
        except OSError:
            pass
        assert time.monotonic() < end, f"nothing answers at port {port}\n{tell()}"
        time.sleep(0.02)


def _end(pid: int) -> None:
    """End a process that is no child of ours, and wait for it."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.kill(pid, sign)
            end = time.monotonic() + PATIENCE / 4
            while time.monotonic() < end:
                os.kill(pid, 0)
                time.sleep(0.02)
        except ProcessLookupError:
            return
