"""Mail collected from where it waits, or taken from who delivers it, and handed to the postroom one by one.

A mail is done with only once it is kept; one that can't be kept stays where it is, and never stops the next.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from manila_pbem.errors import ManilaError
from manila_pbem.post.stop import Stop
from manila_pbem.store.lock import lock_folder
from manila_pbem.values import NamedValue

if TYPE_CHECKING:
    from manila_pbem.post.imap import ImapAccount, ImapFolder, Listed
    from manila_pbem.processor.receiving import Fate
    from manila_pbem.store.uid_file import UidFile

TRACEBACK = "MANILA_TRACEBACK"

MOST_IN_A_ROW = 10
"""Mails that could not be kept, one after another, after which a mailbox is left for another time."""

FIRST_PAUSE = 5.0
LONGEST_PAUSE = 600.0
"""Seconds before a server is called again that dropped the line, at first and in the end."""


class Taker(Protocol):
    """What takes mail in: the postroom."""

    def take(self, mail: bytes | BinaryIO) -> Fate:
        """Keep a mail and treat it; raises ManilaError where it could not be kept."""

    def take_waiting(self) -> list[Fate]:
        """Treat what was kept and not treated."""


OpenRoom = Callable[[Path], Taker]


def open_postroom(games: Path) -> Taker:
    """Open the postroom of a folder of games; raises ManilaError."""
    from manila_pbem.processor.receiving import Postroom

    return Postroom(games)


def listen_for_end() -> Stop:
    """Return what hears SIGTERM and SIGINT while it is open as a context; whatever collects mail is given it."""
    return Stop()


class Collected(NamedValue):
    """A mail, or what is to be told about collecting.

    `source` says where the mail lay, "" where nothing but `trouble` is told. `fate` is None where it could not be kept;
    then `trouble` says why. With a fate, `trouble` says what could not be done after that.
    """

    source: str
    fate: Fate | None = None
    trouble: str | None = None


def describe_collected(collected: Collected) -> dict[str, object]:
    """Return what `--json` tells of a mail; `id` and `fate` are null where it could not be kept."""
    fate = collected.fate
    kept = (None,) * 6 if fate is None else (fate.id, fate.fate, fate.why, fate.game, fate.player, fate.answer)
    named = dict(zip(("id", "fate", "why", "game", "player", "answer"), kept, strict=True))
    return {"source": collected.source, **named, "trouble": collected.trouble}


def tell_fate(fate: Fate) -> str:
    """Tell on one line what became of a mail."""
    whose = " ".join(word for word in (fate.game, fate.player) if word)
    return f"{fate.id} {fate.fate}: {fate.why}{f' ({whose})' if whose else ''}"


def tell_waiting(fate: Fate) -> str | None:
    """Tell why a mail that is kept could not be treated yet; None of all others."""
    from manila_pbem.processor.receiving import WAITING

    return f"mail {fate.id} is kept and waits: {fate.why}" if fate.fate == WAITING else None


def take_piped(games: Path, stream: BinaryIO, open_room: OpenRoom = open_postroom) -> Collected:
    """Take the one mail that a stream holds; never raises, since a mail server would send the words to its writer."""
    try:
        room = open_room(games)
    except Exception as error:  # noqa: BLE001 - as `_take`
        return Collected("standard input", None, _explain(error))
    collected = _take(room, "standard input", stream)
    if collected.fate is not None:
        _take_waiting(room)
    return collected


def collect_maildir(games: Path, folder: Path, stop: Stop, open_room: OpenRoom = open_postroom) -> Iterator[Collected]:
    """Take the mails that wait in a Maildir's `new/`, in the order in which they came; those kept move to `cur/`.

    Raises ManilaError where it is no Maildir, or another command is at it.
    """
    from manila_pbem.post.maildir import check_maildir, list_waiting, mark_seen, open_waiting

    check_maildir(folder)
    room = open_room(games)
    yield from _take_waiting(room)
    with lock_folder(folder / "new"):
        failed = 0
        for name in list_waiting(folder):
            if stop.asked or failed >= MOST_IN_A_ROW:
                return
            try:
                mail = open_waiting(folder, name)
            except ManilaError as error:
                yield Collected(name, None, str(error))
                continue
            if mail is None:
                continue
            with mail:
                collected = _take(room, name, mail)
            failed = failed + 1 if collected.fate is None else 0
            if collected.fate is not None:
                try:
                    mark_seen(folder, name)
                except ManilaError as error:
                    collected = collected._replace(trouble=str(error))
            yield collected


def collect_mbox(games: Path, file: Path, stop: Stop, open_room: OpenRoom = open_postroom) -> Iterator[Collected]:
    """Take all mails of an mbox, which is left as it is: those known already are silent.

    Raises ManilaError where it can't be read, is none, or another program holds it.
    """
    from manila_pbem.post.mbox import open_mbox, split_mails

    room = open_room(games)
    yield from _take_waiting(room)
    with open_mbox(file) as stream:
        failed = 0
        for number, mail in enumerate(split_mails(stream, str(file)), 1):
            if stop.asked or failed >= MOST_IN_A_ROW:
                return
            collected = _take(room, f"mail {number}", mail)
            failed = failed + 1 if collected.fate is None else 0
            yield collected


def collect_imap(
    games: Path, account: ImapAccount, stop: Stop, *, watch: bool = False, open_room: OpenRoom = open_postroom
) -> Iterator[Collected]:
    """Take the mails of an IMAP folder that were not taken yet; with `watch` go on until the end is asked for.

    Raises ManilaError where login, folder or certificate are at fault, and where the server can't be reached; while
    watching, a server that was reached once is called again after longer and longer pauses, and that is told.
    """
    from manila_pbem.post.imap import ImapFolder
    from manila_pbem.store.mail_box import MailBox
    from manila_pbem.store.uid_file import UidFile

    room = open_room(games)
    yield from _take_waiting(room)
    uids = UidFile(MailBox(games), f"{account.user}@{account.host}:{account.port}/{account.folder}")
    pause = FIRST_PAUSE
    reached = False
    while not stop.asked:
        try:
            with closing(ImapFolder(account)) as folder:
                reached = True
                while True:
                    yield from _collect_newer(room, folder, uids, stop)
                    pause = FIRST_PAUSE
                    if stop.asked or not watch:
                        return
                    folder.wait(stop)
                    yield from _take_waiting(room)
        except ManilaError as error:
            # What was right once may be wrong for a while, such as a login while the server starts.
            if not (watch and reached):
                raise
            yield Collected("", None, f"{error}; the next try is in {pause:g} seconds")
        stop.wait(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def serve_lmtp(
    games: Path,
    place: str,
    stop: Stop,
    tell: Callable[[Collected], None],
    ready: Callable[[str], None],
    open_room: OpenRoom = open_postroom,
) -> None:
    """Take mail in by LMTP until the end is asked for; `tell` is called for each, `ready` with where it listens.

    Raises WrongUsage for a place that can't be meant, ManilaError for one that can't be had.
    """
    from manila_pbem.post.lmtp import read_place, serve

    where = read_place(place)
    room = open_room(games)
    for collected in _take_waiting(room):
        tell(collected)

    def keep(mail: BinaryIO) -> str | None:
        collected = _take(room, "a mail by LMTP", mail)
        # Whoever read what we print may be gone; the mail is kept all the same.
        with suppress(OSError):
            tell(collected)
            for waited in _take_waiting(room):
                tell(waited)
        return None if collected.fate is not None else collected.trouble

    serve(where, keep, stop, ready)


def _collect_newer(room: Taker, folder: ImapFolder, uids: UidFile, stop: Stop) -> Iterator[Collected]:
    kept = uids.read()
    if kept.validity != folder.validity:
        kept = kept._replace(validity=folder.validity, highest=0, left=())
    listed = folder.list_newer(min((kept.highest + 1, *kept.left)) - 1)
    wanted = [mail for mail in listed if mail.uid > kept.highest or mail.uid in kept.left]
    left = {mail.uid for mail in wanted if mail.uid in kept.left}
    failed = 0
    for mail in wanted:
        if stop.asked or failed >= MOST_IN_A_ROW:
            return
        collected = _fetch(room, folder, mail)
        if collected is not None and collected.fate is None:
            failed += 1
            left.add(mail.uid)
        else:
            failed = 0
            left.discard(mail.uid)
            kept = kept._replace(highest=max(kept.highest, mail.uid), left=tuple(sorted(left)))
            uids.write(kept)
        if collected is not None:
            yield collected


def _fetch(room: Taker, folder: ImapFolder, listed: Listed) -> Collected | None:
    """Fetch a mail and take it; None where it is gone."""
    from manila_pbem.post.imap import ConnectionDroppedError

    source = f"UID {listed.uid}"
    try:
        mail = folder.fetch(listed)
    except ConnectionDroppedError:
        raise
    except ManilaError as error:
        return Collected(source, None, str(error))
    if mail is None:
        return None
    if isinstance(mail, bytes):
        return _take(room, source, mail)
    with mail:
        return _take(room, source, mail)


def _take(room: Taker, source: str, mail: bytes | BinaryIO) -> Collected:
    try:
        return Collected(source, room.take(mail))
    except Exception as error:  # noqa: BLE001 - one mail never stops the next
        return Collected(source, None, _explain(error))


def _take_waiting(room: Taker) -> list[Collected]:
    """Treat what was kept before; what fails there is no fault of the mail at hand."""
    try:
        return [Collected("kept before", fate) for fate in room.take_waiting()]
    except Exception as error:  # noqa: BLE001 - one mail never stops the next
        return [Collected("", None, _explain(error))]


def _explain(error: Exception) -> str:
    """Return why a mail could not be kept; a fault of the program itself is raised where its traceback is wanted."""
    if isinstance(error, ManilaError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename or 'the mail'} could not be read or written: {error.strerror or error}"
    if TRACEBACK in os.environ:
        raise error
    return f"the program itself is at fault ({type(error).__name__}: {error})"
