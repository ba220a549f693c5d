"""`mail-check`: does the club's mail work? It connects, writes to itself, and looks at what arrives (docs/mail.md)."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from manila_pbem.errors import ManilaError
from manila_pbem.formats.club_file import ClubFile, Server
from manila_pbem.post.composing import Outgoing, write_mail
from manila_pbem.post.delivering import LATER, SENT, CommandWay, Way
from manila_pbem.post.envelope import NoEnvelopeError, read_envelope
from manila_pbem.processor.clock import tell_now
from manila_pbem.processor.club import CLUB_FILE, read_club
from manila_pbem.processor.probe_results import judge_results
from manila_pbem.processor.ways import find_smtp
from manila_pbem.reports.mail_check_words import FIX, CheckWords
from manila_pbem.store.atomic import list_folder, read_file
from manila_pbem.store.mail_box import ENDING, MailBox
from manila_pbem.values import NamedValue

if TYPE_CHECKING:
    from manila_pbem.post.imap import ImapFolder

__all__ = ["FIX", "check_mail"]

PAUSE = 1.0
"""Seconds between two looks for the probe."""

_LONGEST_PROBE = 1 << 20
_SECURITY = {
    "tls": "TLS, its certificate is trusted",
    "starttls": "STARTTLS, its certificate is trusted",
    "none": "not encrypted, on this machine",
}


class Probe(NamedValue):
    """The mail that is sent and looked for."""

    mail: bytes
    message_id: str
    to: str


def check_mail(games: Path, wait: float, command: str | None = None) -> Iterator[CheckWords]:
    """Look at one thing after the other and say how it is; the probe is waited for `wait` seconds at most.

    Raises ManilaError where the folder of games can't be used, WrongUsage for a command that can't be read.
    """
    if not games.is_dir():
        raise ManilaError(f"{games} is missing: there is no folder of games")
    file = str(games / CLUB_FILE)
    try:
        club = read_club(games)
    except ManilaError as error:
        yield _say("broken", topic=CLUB_FILE, why=str(error))
        return
    if club is None:
        yield _say("no_club", file=file)
        return
    yield _say("club" if club.address else "no_address", file=file, address=club.address)
    yield _say("moderator" if club.moderator else "no_moderator", file=file, address=", ".join(club.moderator[:1]))
    box: _Box | None = None
    way: Way | None = None
    try:
        way = yield from _open_way(club, file, command)
        box = yield from _open_box(games, club)
        if way is not None and club.address:
            yield from _try_probe(club, way, box, wait)
    finally:
        if way is not None:
            way.close()
        if box is not None:
            box.close()


class _Box(Protocol):
    """Where the probe is looked for."""

    @property
    def place(self) -> str:
        """What it is called."""

    def look(self, message_id: str) -> bytes | None:
        """Return the mail with a Message-ID, if it has come since the box was opened; raises ManilaError."""

    def close(self) -> None:
        """Leave nothing open."""


class _Account:
    """A folder on an IMAP server."""

    def __init__(self, folder: ImapFolder, place: str) -> None:
        self.place = place
        self._folder = folder
        self._last = max((listed.uid for listed in folder.list_newer(0)), default=0)

    def look(self, message_id: str) -> bytes | None:
        for listed in self._folder.list_newer(self._last):
            self._last = listed.uid
            mail = self._folder.fetch(listed) if listed.size <= _LONGEST_PROBE else None
            if isinstance(mail, bytes) and message_id.encode() in mail:
                return mail
        return None

    def close(self) -> None:
        self._folder.close()


class _Inbox:
    """Where `receive` keeps the mails of no game, however they come."""

    def __init__(self, games: Path) -> None:
        box = MailBox(games)
        self.place = str(box.inbox)
        self._folders = (box.inbox, box.landing)
        self._seen = {entry.name for folder in self._folders for entry in list_folder(folder)}

    def look(self, message_id: str) -> bytes | None:
        for folder in self._folders:
            for entry in list_folder(folder):
                if entry.name in self._seen or not entry.name.endswith(ENDING):
                    continue
                mail = read_file(Path(entry.path))
                if mail is None:
                    continue  # It is being moved.
                self._seen.add(entry.name)
                if message_id.encode() in mail:
                    return mail
        return None

    def close(self) -> None:
        """Nothing is open."""


def _say(code: str, **facts: str) -> CheckWords:
    return CheckWords(code, facts)


def _open_way(club: ClubFile, file: str, command: str | None) -> Generator[CheckWords, None, Way | None]:
    """Say whether mail can go out, and return by what."""
    if command is not None:
        yield _say("command", command=command)
        return CommandWay(command)
    if club.smtp is None:
        yield _say("no_smtp", file=file)
        return None
    from manila_pbem.post.smtp import SmtpWay

    way = SmtpWay(find_smtp(club, club.smtp))
    try:
        way.connect()
    except ManilaError as error:
        yield _say("broken", topic="SMTP", why=str(error))
        return None
    login = f", logged in as {club.smtp.user}" if club.smtp.user else ", without a login"
    yield _say("smtp", where=_name(club.smtp), security=_SECURITY[club.smtp.security], login=login)
    return way


def _open_box(games: Path, club: ClubFile) -> Generator[CheckWords, None, _Box | None]:
    """Say whether mail can be read, and return where."""
    if club.imap is None:
        inbox = _Inbox(games)
        yield _say("no_imap", inbox=inbox.place)
        return inbox
    from manila_pbem.post.imap import ImapFolder
    from manila_pbem.processor.imap_account import find_account

    try:
        account = find_account(games)
        box = _Account(ImapFolder(account), f"the folder {club.folder} of {club.imap.host}")
    except ManilaError as error:
        yield _say("broken", topic="IMAP", why=str(error))
        return None
    yield _say(
        "imap",
        where=_name(club.imap),
        security=_SECURITY[club.imap.security],
        user=club.imap.user,
        folder=club.folder,
    )
    return box


def _try_probe(club: ClubFile, way: Way, box: _Box | None, wait: float) -> Iterator[CheckWords]:
    probe = _write_probe(club)
    try:
        outcome = way.deliver(read_envelope(probe.mail, club.address), lambda: None)
    except (ManilaError, NoEnvelopeError) as error:
        yield _say("broken", topic="probe", why=str(error))
        return
    if outcome.fate != SENT:
        yield _say("put_off" if outcome.fate == LATER else "refused", address=probe.to, reply=outcome.reply)
        return
    yield _say("sent", address=probe.to, reply=outcome.reply)
    if box is None:
        return
    begun = time.monotonic()
    try:
        mail = _wait_for(box, probe.message_id, begun + wait)
    except ManilaError as error:
        yield _say("broken", topic="probe", why=str(error))
        return
    if mail is None:
        yield _say("not_arrived", place=box.place, seconds=f"{wait:g}", address=probe.to)
        return
    yield _say("arrived", place=box.place, seconds=f"{time.monotonic() - begun:.0f}")
    yield from judge_results(mail, club)


def _wait_for(box: _Box, message_id: str, end: float) -> bytes | None:
    while (mail := box.look(message_id)) is None:
        left = end - time.monotonic()
        if left <= 0:
            return None
        time.sleep(min(PAUSE, left))
    return mail


def _write_probe(club: ClubFile) -> Probe:
    number = os.urandom(8).hex()
    message_id = f"<manila.probe.{number}@{club.domain}>"
    text = (
        "This mail was sent by `manila mail-check`, to see whether mail of the club arrives. Nobody need answer it.\n"
    )
    mail = Outgoing(
        at=tell_now(),
        from_name=club.name,
        from_address=club.address,
        to_name=club.name,
        to_address=club.address,
        tag="",
        words=f"Does mail arrive? ({number})",
        message_id=message_id,
        text=text,
        html=f"<p>{text}</p>\n",
    )
    return Probe(write_mail(mail), message_id, club.address)


def _name(server: Server) -> str:
    return f"{server.host}:{server.port}"
