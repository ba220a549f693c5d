"""The ways by which a mail leaves, and what comes of it: sent, to be tried later, or never to be taken."""

from __future__ import annotations

import os
import shlex
import socket
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from manila_pbem.errors import ManilaError, WrongUsage
from manila_pbem.post.envelope import Envelope, end_lines_plainly
from manila_pbem.values import NamedValue

SENT = "sent"
LATER = "later"
NEVER = "never"

LONGEST_COMMAND = 120.0
"""Seconds that a command may take for one mail."""

_NO_SUCH_ADDRESS = (65, 67, 68)
"""EX_DATAERR, EX_NOUSER, EX_NOHOST of sysexits.h: this mail will never be taken."""
_BADLY_SET_UP = (64, 69, 70, 71, 72, 73, 74, 76, 77, 78, 126, 127)
"""The other statuses of sysexits.h and those of shells: no mail would be taken."""
_MOST_WORDS = 300


class Outcome(NamedValue):
    """What came of trying to send a mail: `fate` is `sent`, `later` or `never`, `reply` what was said, on one line."""

    fate: str
    reply: str


class Way(Protocol):
    """A way by which mails leave."""

    def deliver(self, envelope: Envelope, before: Callable[[], None]) -> Outcome:
        """Send a mail; `before` is called when from then on it might arrive.

        Raises ManilaError where the way itself does not work, so that trying other mails is no use; `DroppedError` if
        that came up while this mail was on it.
        """

    def close(self) -> None:
        """Leave nothing open."""


class DroppedError(ManilaError):
    """A way broke down under a mail: it counts as a try of that mail."""


class MaildirWay:
    """Puts mails into a Maildir, each under a name made of the mail, so that none is there twice after a kill."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: set[str] | None = None

    def deliver(self, envelope: Envelope, before: Callable[[], None]) -> Outcome:
        mail = end_lines_plainly(envelope.mail)
        name = f"{sha256(mail).hexdigest()[:32]}.manila"
        before()
        try:
            for inner in ("", "new", "cur", "tmp"):
                (self._folder / inner).mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._has(name):
                self._write(name, mail)
        except OSError as error:
            raise ManilaError(f"{self._folder} could not take a mail: {error.strerror}") from error
        return Outcome(SENT, f"put into {self._folder}")

    def close(self) -> None:
        """Nothing is open."""

    def _has(self, name: str) -> bool:
        if self._seen is None:
            self._seen = {path.name.partition(":")[0] for path in (self._folder / "cur").iterdir()}
        return name in self._seen or (self._folder / "new" / name).exists()

    def _write(self, name: str, mail: bytes) -> None:
        temporary = self._folder / "tmp" / f"{name}.{os.getpid()}.{socket.gethostname().replace('/', '_')}"
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(mail)
                file.flush()
                os.fsync(file.fileno())
            temporary.rename(self._folder / "new" / name)
        except OSError:
            temporary.unlink(missing_ok=True)
            raise
        folder = os.open(self._folder / "new", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


class CommandWay:
    """Gives each mail to a command on its standard input, with the address as its last word, without a shell.

    Its exit status is read as that of `sendmail`: 0 is sent, 75 later, 65, 67 and 68 never; other statuses of
    sysexits.h mean that it works for no mail, and all else is tried again later.
    """

    def __init__(self, command: str) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise WrongUsage(f"the command {command!r} can't be read: {error}") from error
        if not self._words:
            raise WrongUsage("the command says nothing; say one such as 'sendmail -i'")

    def deliver(self, envelope: Envelope, before: Callable[[], None]) -> Outcome:
        import subprocess

        if envelope.to.startswith("-"):
            return Outcome(NEVER, f"{envelope.to} begins like an option of the command, so it can't be given to it")
        before()
        name = self._words[0]
        try:
            ran = subprocess.run(
                [*self._words, envelope.to],
                input=end_lines_plainly(envelope.mail),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=LONGEST_COMMAND,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise DroppedError(f"{name} took longer than {LONGEST_COMMAND:g} seconds") from error
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise ManilaError(f"{name} could not be run: {why}") from error
        said = put_on_one_line(ran.stdout)
        told = f"status {ran.returncode}{': ' * bool(said)}{said}"
        if ran.returncode in _BADLY_SET_UP:
            raise ManilaError(f"{name} failed with the {told}")
        fate = SENT if ran.returncode == 0 else NEVER if ran.returncode in _NO_SUCH_ADDRESS else LATER
        return Outcome(fate, told)

    def close(self) -> None:
        """Nothing is open."""


def put_on_one_line(said: bytes | str) -> str:
    """Return what a server or program said, fit for a sentence: printable, on one line, not too long."""
    text = said.decode("utf-8", "backslashreplace") if isinstance(said, bytes) else said
    shown = "".join(c if c.isprintable() else " " if c.isspace() else f"\\u{ord(c):04x}" for c in text)
    return " ".join(shown.split())[:_MOST_WORDS]
