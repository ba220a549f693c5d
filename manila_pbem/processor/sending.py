"""`send`: every mail of the outboxes on its way, each once as far as its way can tell (docs/mail.md).

Before a mail might arrive, a note is kept that it is under way; once it is taken, it moves to `cur/`. Who is killed in
between leaves it to the next `send`, which sends the same bytes again, Message-ID and all: there alone a mail can come
twice.
"""

from __future__ import annotations

from collections.abc import Callable
from errno import EDQUOT, ENOSPC, EROFS
from hashlib import sha256
from pathlib import Path
from typing import Any

from manila_pbem.errors import ManilaError, tell_error
from manila_pbem.post.delivering import LATER, NEVER, SENT, DroppedError, Outcome, Way
from manila_pbem.post.envelope import Envelope, NoEnvelopeError, read_envelope
from manila_pbem.processor.clock import add_duration, tell_now
from manila_pbem.processor.mailing import find_club
from manila_pbem.store import outbox as boxes
from manila_pbem.store.game_folder import find_games
from manila_pbem.store.journal import recover
from manila_pbem.store.lock import lock_game
from manila_pbem.store.mail_box import MailBox
from manila_pbem.store.outbox import Outbox, Waiting, hold_mail, list_outboxes
from manila_pbem.values import NamedValue

PAUSES = ("5m", "10m", "20m", "40m", "80m", "160m", "320m", "640m", *["12h"] * 6)
"""How long a mail waits after each try that a server put off; after one more it has failed, four days later."""

_FARTHEST = "24h"
"""No mail waits longer than this, twice the longest pause."""

DROPS_WITHOUT_PAUSE = 3
"""How often a connection may break off under a mail before that mail has to wait as well."""

UNDER_WAY = "under way"
UNMOVED = "sent, not moved"
"""States of a mail besides the fates of trying."""

_MOST_TRIES_KEPT = 20
_DISK_ERRORS = (ENOSPC, EDQUOT, EROFS)


class Sending(NamedValue):
    """What came of one mail: `fate` is `sent`, `later` or `never`, `reply` what was said, `next` when it is tried.

    `again` tells that a command which was killed, or broken off, may have sent it before.
    """

    game: str | None
    mail: str
    to: str
    fate: str
    reply: str
    next: str | None = None
    again: bool = False


class Sent(NamedValue):
    """What came of a whole run: `waiting` counts mails whose time has not come, or that another command sends.

    `stopped` says why the rest was left as it is, `faults` what was wrong with mails that were passed over.
    """

    sendings: tuple[Sending, ...]
    waiting: int
    stopped: str | None = None
    faults: tuple[str, ...] = ()


def send_mails(games: Path, open_way: Callable[[], Way], *, retry: bool = False) -> Sent:
    """Send what is due in the outboxes of all games and the club's, the least tried first, then the oldest.

    The way is opened when there is a mail for it. `retry` tries those that failed or wait for their time, too. Raises
    ManilaError where the folder of games, club.yaml or `MANILA_NOW` can't be used.
    """
    faults = _complete_steps(games)
    post = _Post(games, open_way, tell_now(), retry=retry)
    due, waiting = _list_due(games, post, faults)
    sendings: list[Sending] = []
    stopped: str | None = None
    blocked: set[Path] = set()
    try:
        for place, one in enumerate(due):
            untried = len(due) - place
            if one.box.path in blocked:
                waiting += 1
                continue
            try:
                with hold_mail(one) as mail:
                    sending = post.send(one, mail) if mail is not None else None
                if sending is not None:
                    sendings.append(sending)
                elif one.path.exists():
                    waiting += 1
            except _StoreTrouble as trouble:
                sendings += [trouble.sending] if trouble.sending is not None else []
                if trouble.is_everywhere():
                    stopped, waiting = str(trouble), waiting + untried - (trouble.sending is not None)
                    break
                waiting += trouble.sending is None
                blocked.add(one.box.path)
                faults.append(str(trouble))
            except _WayTrouble as trouble:
                sendings += [trouble.sending] if trouble.sending is not None else []
                stopped, waiting = str(trouble), waiting + untried - (trouble.sending is not None)
                break
            except ManilaError as error:
                faults.append(str(error))
    finally:
        post.close()
    return Sent(tuple(sendings), waiting, stopped, tuple(faults))


class _Trouble(ManilaError):
    """`sending` is what came of the mail at hand, if it was tried."""

    def __init__(self, error: ManilaError, sending: Sending | None = None, more: str = "") -> None:
        super().__init__(f"{error}{more}")
        self.error = error
        self.sending = sending


class _WayTrouble(_Trouble):
    """No mail can be sent at present."""


class _StoreTrouble(_Trouble):
    """What became of a mail can't be written down, and so no mail of its outbox is sent."""

    def is_everywhere(self) -> bool:
        """Tell whether it would be so with every outbox: the disk is full, or can't be written to."""
        cause: BaseException | None = self.error
        while cause is not None:
            if isinstance(cause, OSError) and cause.errno in _DISK_ERRORS:
                return True
            cause = cause.__cause__
        return False


class _Post:
    """Sends one mail after the other."""

    def __init__(self, games: Path, open_way: Callable[[], Way], now: str, *, retry: bool) -> None:
        self._mail_box = MailBox(games)
        self._open_way = open_way
        self._way: Way | None = None
        self._sender = find_club(games).address
        self._now = now
        self.retries = retry

    def is_early(self, result: dict[str, Any]) -> bool:
        """Tell whether a mail has to wait for its time; one that is too far away is of a clock that ran ahead."""
        later = result.get("next")
        return not self.retries and isinstance(later, str) and self._now < later <= add_duration(self._now, _FARTHEST)

    def close(self) -> None:
        if self._way is not None:
            self._way.close()

    def send(self, waiting: Waiting, mail: bytes) -> Sending | None:
        """Send a mail that is held; None where it had been sent, or another command has just tried it."""
        box, name = waiting.box, waiting.name
        if box.is_sent(name, mail):
            box.drop(name)  # A killed command wrote it once more.
            return None
        digest = sha256(mail).hexdigest()
        kept = box.read_result(name)
        if kept.get("digest") != digest or kept.get("state") in (SENT, NEVER):
            kept = {}  # Another mail, or one that the moderator has put here to be sent once more.
        if kept.get("state") == UNMOVED:
            box.lay_by(name, boxes.SENT)
            return None
        if self.is_early(kept):
            return None
        kept = {**kept, "digest": digest, "to": "", "again": kept.get("again") or kept.get("state") == UNDER_WAY}
        try:
            envelope = read_envelope(mail, self._sender)
        except NoEnvelopeError as error:
            return self._keep(box, name, kept, Outcome(NEVER, f"it can't be sent: {error}"))
        kept = {**kept, "to": envelope.recipient, "message_id": envelope.message_id}
        return self._deliver(box, name, kept, envelope)

    def _deliver(self, box: Outbox, name: str, kept: dict[str, Any], envelope: Envelope) -> Sending:
        under_way = False

        def note() -> None:
            nonlocal under_way
            try:
                box.write_result(name, {**kept, "state": UNDER_WAY, "since": self._now, "next": None})
            except ManilaError as error:
                raise _StoreTrouble(error) from error
            under_way = True

        try:
            self._way = self._way or self._open_way()
            outcome = self._way.deliver(envelope, note)
        except DroppedError as error:
            # Who broke off behind the mail may have taken it.
            kept = {**kept, "again": kept["again"] or under_way}
            raise _WayTrouble(error, self._keep(box, name, kept, Outcome(LATER, str(error)), dropped=True)) from error
        except _StoreTrouble:
            raise
        except ManilaError as error:
            raise _WayTrouble(error) from error
        return self._keep(box, name, kept, outcome)

    def _keep(
        self, box: Outbox, name: str, kept: dict[str, Any], outcome: Outcome, *, dropped: bool = False
    ) -> Sending:
        """Write down what came of a try, and move the mail where it belongs."""
        tries = [*list_tries(kept), {"at": self._now, "fate": outcome.fate, "reply": outcome.reply}]
        fate, later = outcome.fate, None
        if fate == LATER:
            pauses = len(tries) - DROPS_WITHOUT_PAUSE if dropped else len(tries)
            fate = NEVER if pauses > len(PAUSES) else LATER
            later = add_duration(self._now, PAUSES[pauses - 1]) if fate == LATER and pauses > 0 else None
        result = {**kept, "tries": tries[-_MOST_TRIES_KEPT:], "state": fate, "next": later}
        sending = Sending(box.game, name, kept["to"], fate, outcome.reply, later, bool(kept["again"]))
        try:
            if fate == SENT:
                self._settle(box, name, {**result, "sent": self._now})
            else:
                box.write_result(name, result)
            if fate == NEVER:
                self._note_failure(box, name, result, outcome.reply)
                box.lay_by(name, boxes.FAILED)
        except ManilaError as error:
            more = "; the mail is sent all the same" if fate == SENT else ""
            raise _StoreTrouble(error, sending, more) from error
        return sending

    def _settle(self, box: Outbox, name: str, result: dict[str, Any]) -> None:
        try:
            box.lay_by(name, boxes.SENT)
        except ManilaError:
            # This keeps the next command from sending it.
            box.write_result(name, {**result, "state": UNMOVED})
            raise
        box.write_result(name, result)

    def _note_failure(self, box: Outbox, name: str, result: dict[str, Any], reply: str) -> None:
        note = {
            "what": "undelivered",
            "game": box.game,
            "mail": name,
            "to": result["to"],
            "reply": reply,
            "tries": len(result["tries"]),
            "at": self._now,
        }
        self._mail_box.make_folders()
        self._mail_box.add_note(
            f"undelivered-{sha256(f'{box.game}/{name}'.encode('utf-8', 'surrogateescape')).hexdigest()[:16]}", note
        )


def list_tries(result: dict[str, Any]) -> list[Any]:
    """Return the tries of a mail, as they are kept."""
    tries = result.get("tries")
    return tries if isinstance(tries, list) else []


def _list_due(games: Path, post: _Post, faults: list[str]) -> tuple[list[Waiting], int]:
    """Return the mails to be tried now, in order, and how many must wait; what can't be read is put to the faults."""
    due: list[tuple[int, Waiting]] = []
    waiting = 0
    for box in list_outboxes(games):
        try:
            if post.retries:
                box.bring_back()
            for one in box.list_waiting():
                result = box.read_result(one.name)
                if post.is_early(result):
                    waiting += 1
                else:
                    due.append((len(list_tries(result)), one))
        except (ManilaError, OSError) as error:
            faults.append(tell_error(error))
    ordered = sorted(due, key=lambda found: (found[0], found[1].came, found[1].name))
    return [one for _, one in ordered], waiting


def _complete_steps(games: Path) -> list[str]:
    """Do what killed commands left undone, since their mails are part of it; return what could not be done."""
    faults = []
    for folder in find_games(games):
        try:
            if folder.step.exists():
                with lock_game(folder):
                    recover(folder)
        except (ManilaError, OSError) as error:
            faults.append(tell_error(error))
    return faults
