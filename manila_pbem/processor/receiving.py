"""Mail taken in: kept first, then read, filed, answered and laid by, whole or not at all (docs/play.md, section 7)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from manila_pbem.errors import ManilaError, tell_error
from manila_pbem.formats.words import find_near, find_word, list_words
from manila_pbem.intake.letter import Letter, OrderWords, Own, Place
from manila_pbem.intake.letter_reader import MAIL_LIMIT, read_letter
from manila_pbem.orders.order import tell_meaning
from manila_pbem.orders.phases import OVER, Phase, rank_step
from manila_pbem.orders.problems import Kind
from manila_pbem.processor.address_book import AddressBook, Claim
from manila_pbem.processor.clock import read_time, tell_now
from manila_pbem.processor.deciding_mail import REFUSED, SILENT, TAKEN, Decision, Demand, decide_mail
from manila_pbem.processor.desk import Desk, read_desk
from manila_pbem.processor.filing import Receipt, judge_player_order, plan_filing, tell_message
from manila_pbem.processor.mail_answers import answer_mail, list_reasons
from manila_pbem.processor.mailing import Composed, find_club
from manila_pbem.processor.telling import tell_receipt
from manila_pbem.store.game_folder import open_game
from manila_pbem.store.journal import Put, Record, Step, commit_step, read_facts, read_head, recover
from manila_pbem.store.lock import lock_game
from manila_pbem.store.mail_box import ENDING, Landed, MailBox, lock_club, settle
from manila_pbem.values import NamedValue

WAITING = "waiting"
"""The fate of a mail that is kept and could not be treated yet; the next command tries again."""

MOST_REFUSALS = 20
"""Answers of refusal to one address within `SPAN`; an order that is taken always gets its receipt."""
SPAN = 3600.0
"""Seconds."""


class Fate(NamedValue):
    """What became of a mail: `fate` is taken, refused, silent, or waiting; `answer` is the path of the answer."""

    id: str
    fate: str
    why: str
    game: str | None = None
    player: str | None = None
    answer: str | None = None


class _Treated(NamedValue):
    """What is known of a mail once it has been read and decided on; what its inbox keeps."""

    landed: Landed
    letter: Letter
    decision: Decision
    at: str


class Postroom:
    """Takes in mail for all games of a folder. Raises ManilaError where the folder or club.yaml can't be used."""

    def __init__(self, games: Path) -> None:
        self._games = games
        self._box = MailBox(games)
        self._box.make_folders()
        self._book = AddressBook(games)
        self._club = find_club(games)
        self._own = Own((self._club.address,), f"@{self._club.domain}")
        self._desks: dict[str, Desk] = {}
        self._words = OrderWords(
            lambda word: find_word(word, "key") is not None,
            lambda word: find_near(word, ("key",), [known.word for known in list_words("key")]),
        )

    def take(self, mail: bytes | BinaryIO) -> Fate:
        """Keep a mail, then treat it. Raises ManilaError where it could not be kept, and never after that."""
        return self._treat_safely(self._box.land(mail, MAIL_LIMIT + 1))

    def take_waiting(self) -> list[Fate]:
        """Treat the mails that were kept and not treated, such as by a command that was killed."""
        self._box.sweep()
        return [self._treat_safely(landed) for landed in self._box.list_landed()]

    def _treat_safely(self, landed: Landed) -> Fate:
        try:
            return self._treat(landed)
        except (ManilaError, OSError) as error:
            # The disk is full, or a game is damaged or long in use: the mail waits for better times.
            return Fate(landed.id, WAITING, tell_error(error))
        except Exception as error:  # noqa: BLE001 - one mail never stops the next; the moderator is told of it.
            return self._set_aside(landed, f"{type(error).__name__}: {error}")

    def _treat(self, landed: Landed) -> Fate:
        start = _read_start(landed.path) if landed.start is None else landed.start
        letter = read_letter(start, self._words, self._own)
        decision = decide_mail(letter, self._book, self._demand())
        treated = _Treated(landed, letter, decision, tell_now())
        if decision.game is None:
            return self._treat_for_club(treated)
        with self._open(decision.game) as desk:
            return self._treat_for_game(desk, treated)

    def _demand(self) -> Demand | None:
        authentication = self._club.authentication
        return None if authentication is None else Demand(authentication.server, authentication.demand)

    @contextmanager
    def _open(self, name: str) -> Iterator[Desk]:
        """Open a game under its lock; one opened before is as it was left, if nobody else has moved it on."""
        known = self._desks.get(name)
        folder = known.folder if known is not None else open_game(self._games, name)
        with lock_game(folder):
            left = known is not None and not folder.step.exists() and str(read_head(folder)) == _tell_head(known)
            desk = known.look_again() if known is not None and left else read_desk(folder, recover(folder))
            self._desks[name] = desk
            yield desk

    def _treat_for_club(self, treated: _Treated) -> Fate:
        landed, decision = treated.landed, treated.decision
        with lock_club(self._box):
            if (self._box.inbox / f"{landed.id}.json").exists():
                settle(landed, self._box.inbox)
                return Fate(landed.id, SILENT, "twice")
            self._note(treated)
            kept = _describe(treated, (), None, None)
            self._box.keep(landed.id, kept)
            settle(landed, self._box.inbox)
        return Fate(landed.id, decision.fate, decision.why)

    def _treat_for_game(self, desk: Desk, treated: _Treated) -> Fate:
        landed, letter, decision = treated.landed, treated.letter, treated.decision
        folder = desk.folder
        if (folder.inbox / f"{landed.id}.json").exists():
            if (read_facts(folder.inbox / f"{landed.id}.json") or {}).get("message"):
                tell_message(desk)  # It may be that a killed command did not come to it.
            settle(landed, folder.inbox)
            return Fate(landed.id, SILENT, "twice", desk.setup.game)
        mark = _name_mark(letter)
        first = read_facts(folder.inbox / mark) if mark is not None else None
        if first is not None and decision.fate != SILENT:
            same = first.get("content") == letter.content
            change = {"fate": SILENT, "why": "twice"} if same else {"fate": REFUSED, "why": "same_message_id"}
            decision = decision._replace(**change, facts={"first": str(first.get("id"))})
            treated = treated._replace(decision=decision)
        receipts: tuple[Receipt, ...] = ()
        step = Step()
        if decision.fate == TAKEN:
            treated, receipts, step = self._judge(desk, treated)
            decision = treated.decision
        answer = self._answer(desk, treated, receipts)
        puts = [*step.puts]
        if answer is not None:
            puts.append(Put(f"outbox/new/{landed.id}{ENDING}", answer.mail, None))
        kept = {**_describe(treated, receipts, answer, first), "message": bool(step.messages)}
        also = f"inbox/{mark}" if mark is not None and first is None and decision.fate != SILENT else None
        record = Record(f"inbox/{landed.id}.json", kept, also)
        self._note(treated)
        commit_step(folder, step._replace(puts=tuple(puts), record=record))
        after = desk.move_on(step.lines, {}) if step.lines else desk
        self._desks[desk.setup.game] = after
        if step.messages:
            tell_message(after)
        settle(landed, folder.inbox)
        player = decision.claim.seat.player if decision.claim is not None else None
        path = None if answer is None else f"{desk.setup.game}/outbox/new/{landed.id}{ENDING}"
        return Fate(landed.id, decision.fate, decision.why, desk.setup.game, player, path)

    def _judge(self, desk: Desk, treated: _Treated) -> tuple[_Treated, tuple[Receipt, ...], Step]:
        """Read the orders of a mail whose writer and code are right; return what to file."""
        letter, decision = treated.letter, treated.decision
        claim = decision.claim
        assert claim is not None
        refuse = decision._replace(fate=REFUSED)
        if is_past(claim.phase, desk.now.phase, len(desk.setup.names)):
            facts = {"phase": claim.phase.name, "now": desk.now.phase.name}
            why = "game_over" if desk.now.phase.step == OVER else "phase_over"
            return treated._replace(decision=refuse._replace(why=why, facts=facts)), (), Step()
        if not letter.places:
            return treated._replace(decision=refuse._replace(why="no_order")), (), Step()
        broken = next((place.trouble for place in letter.places if place.trouble is not None), None)
        if broken is not None:
            return treated._replace(decision=refuse._replace(why=broken.code, facts=broken.facts)), (), Step()
        receipts = tuple(_judge_place(desk, claim, place) for place in _list_distinct(letter.places))
        refused = next((receipt for receipt in receipts if not receipt.taken), None)
        if refused is not None:
            return treated._replace(decision=refuse._replace(why="bad_order")), (refused,), Step()
        if any(_say(receipt) != _say(receipts[0]) for receipt in receipts[1:]):
            return treated._replace(decision=refuse._replace(why="two_orders")), (), Step()
        step = plan_filing(desk, receipts[0], letter.places[0].order.encode())
        return treated._replace(decision=decision._replace(why="order")), receipts[:1], step

    def _answer(self, desk: Desk, treated: _Treated, receipts: tuple[Receipt, ...]) -> Composed | None:
        """Write the answer to a mail, None where there is none to be sent."""
        decision = treated.decision
        if decision.fate == SILENT or decision.to is None:
            return None
        game = self._book.find_game(desk.setup.game)
        addresses = game.addresses.get(decision.to.player, ()) if game is not None else ()
        if not addresses:
            return None
        if decision.fate == REFUSED:
            # Receipts of refused orders have a count of their own: others can't use it up, and no program can make us
            # answer for ever that sends our own mails back.
            counted = f"{addresses[0]} order" if receipts else addresses[0]
            now = read_time(treated.at).timestamp()
            others = self._box.count_refusal(counted, treated.landed.id, now, SPAN)
            if others >= MOST_REFUSALS:
                note = {"what": "refusals", "address": addresses[0], "at": treated.at, "count": others + 1}
                self._box.add_note(f"refusals-{sha256(addresses[0].encode()).hexdigest()[:16]}", note)
                return None
        return answer_mail(
            desk, self._club, decision, treated.letter, treated.landed.id, receipts, addresses[0], treated.at
        )

    def _note(self, treated: _Treated) -> None:
        """Note for the moderator's digest what no player is told."""
        if not treated.decision.told:
            return
        note = {"what": treated.decision.why, **_describe(treated, (), None, None)}
        if treated.letter.bounce is not None:
            note["what"] = "bounce"
            seats = [seat for address in treated.letter.bounce.recipients for seat in self._book.find_seats(address)]
            note["players"] = sorted({f"{seat.game} {seat.player}" for seat in seats})
        self._box.add_note(treated.landed.id, note)

    def _set_aside(self, landed: Landed, why: str) -> Fate:
        """Lay by a mail at which the program itself failed, and tell the moderator."""
        try:
            kept = {"id": landed.id, "at": tell_now(), "fate": "failed", "why": why}
            self._box.add_note(landed.id, {"what": "failed", **kept})
            self._box.keep(landed.id, kept)
            settle(landed, self._box.inbox)
        except (ManilaError, OSError) as error:
            return Fate(landed.id, WAITING, tell_error(error))
        return Fate(landed.id, SILENT, why)


def is_past(phase: Phase, present: Phase, players: int) -> bool:
    """Tell whether a phase is over at present."""
    if present.step == OVER or phase.step == OVER:
        return present.step == OVER
    if phase.voyage != present.voyage:
        return phase.voyage < present.voyage
    return rank_step(phase.step, players) < rank_step(present.step, players)


def _judge_place(desk: Desk, claim: Claim, place: Place) -> Receipt:
    return judge_player_order(desk, claim.seat.player, place.order.encode(), claim.phase, filed=True)


def _list_distinct(places: tuple[Place, ...]) -> list[Place]:
    """List the places whose orders are not the same to the letter."""
    return list({place.order: place for place in reversed(places)}.values())[::-1]


def _say(receipt: Receipt) -> object:
    """Return what two orders must have in common to be one."""
    return tell_meaning(receipt.policy if receipt.order is None else receipt.order)


def _name_mark(letter: Letter) -> str | None:
    """Return where it is kept that a Message-ID has been seen, None where the mail has none."""
    if not letter.message_id:
        return None
    return f"ids/{sha256(letter.message_id.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.json"


def _tell_head(desk: Desk) -> str:
    last = desk.chronicle.entries[-1]
    return f"{last['n']}:{last['hash']}"


def _read_start(path: Path) -> bytes:
    """Return as much of a mail as is read, and a byte more where there is more."""
    with path.open("rb") as file:
        return file.read(MAIL_LIMIT + 1)


def _describe(
    treated: _Treated, receipts: tuple[Receipt, ...], answer: Composed | None, first: dict[str, Any] | None
) -> dict[str, Any]:
    """Return what is kept of how a mail was read, and what `manila receipt` shows."""
    letter, decision = treated.letter, treated.decision
    return {
        "id": treated.landed.id,
        "at": treated.at,
        "fate": decision.fate,
        "why": decision.why,
        "reasons": list_reasons(decision),
        "game": decision.game,
        "player": decision.claim.seat.player if decision.claim is not None else None,
        "phase": decision.claim.phase.name if decision.claim is not None else None,
        "from": list(letter.authors),
        "subject": letter.subject,
        "message_id": letter.message_id,
        "content": letter.content,
        "first": first.get("id") if first is not None else None,
        "bounce": None
        if letter.bounce is None
        else {
            "recipients": list(letter.bounce.recipients),
            "message_ids": list(letter.bounce.message_ids),
        },
        "places": [
            {"kind": place.kind, "name": place.name, "order": place.order, "left_out": list(place.left_out)}
            for place in letter.places
        ],
        "receipt": tell_receipt(receipts[0]) if receipts else "",
        "doubts": sum(problem.kind is Kind.DOUBTFUL for receipt in receipts for problem in receipt.problems),
        "answer": None if answer is None else {"to": answer.to, "subject": answer.subject, "text": answer.text},
    }
