"""`verify`: prove a game from its log and its opened orders alone (docs/play.md, sections 4 and 5).

Every step is worked off again from the orders that were opened, by the code that wrote it, and compared line by line.
The first line that is not what it must be is named; what follows rests on it, so nothing after it is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from manila_pbem import dice
from manila_pbem.errors import ManilaError
from manila_pbem.orders.phases import OVER, ROLL, Phase, find_phase
from manila_pbem.orders.phases import list_steps as list_phase_steps
from manila_pbem.orders.standing import Filed, Standing
from manila_pbem.orders.turn import Decided, LoanDone, OrderUsed, Outcome, take_step
from manila_pbem.processor.chronicle import BadEntryError, Entry, apply_entry, list_steps
from manila_pbem.processor.closed_steps import check_cause, check_place
from manila_pbem.processor.entries import (
    BY_COMMAND,
    BY_POLICY,
    POLICY_COMMENT,
    digest_state,
    digest_used,
    list_unopened,
    write_action,
    write_use,
)
from manila_pbem.processor.forms import check_forms
from manila_pbem.processor.judgement import find_misuse
from manila_pbem.processor.openings import OpenedOrders
from manila_pbem.processor.revelations import Ending, check_over, read_ending
from manila_pbem.processor.setup import Setup, read_setup
from manila_pbem.rules.board import WARE_WORDS, Ware
from manila_pbem.rules.play import Answered, Game, Lent
from manila_pbem.store.atomic import read_file
from manila_pbem.store.log_file import Head, check_head, find_head, inspect_log
from manila_pbem.values import NamedValue


class Flaw(NamedValue):
    """What is wrong, at which line of the log, counted from 1."""

    line: int
    what: str


class Proof(NamedValue):
    """What came of a verification: the flaws, what can't be proved yet, and the log that was read."""

    game: str
    flaws: tuple[Flaw, ...]
    unproved: tuple[str, ...]
    head: Head
    rolls: int
    orders: int


def verify_folder(folder: Path, head: Head | None = None) -> Proof:
    """Verify a game's directory or a published folder; `head` is one that somebody kept.

    Raises ManilaError where there is no log to read.
    """
    data = read_file(folder / "log.jsonl")
    if data is None:
        raise ManilaError(f"{folder / 'log.jsonl'} is missing, so {folder} is no game's directory or published folder")
    reading = inspect_log(data)
    flaws = [Flaw(fault.line, fault.what) for fault in reading.faults]
    entries = reading.entries
    flaws += [] if flaws else _find_flaws(folder, entries)
    fault = None if head is None else check_head(entries, head, last=False)
    if fault is not None:
        flaws.append(Flaw(fault.line, fault.what))
    kinds = [entry.get("kind") for entry in entries]
    game = str(entries[0].get("game", folder.name)) if entries else folder.name
    unproved = () if flaws else _list_unproved(entries)
    return Proof(game, tuple(flaws), unproved, find_head(entries), kinds.count("roll"), kinds.count("order"))


def _list_unproved(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return what only the end of the voyage, or of the game, will prove."""
    if any(entry["kind"] == OVER for entry in entries):
        return ()
    closed = len(list_unopened(entries))
    unproved = ["that the deal and the nonces come from the seed is proved when the game is over"]
    if closed:
        unproved.insert(0, f"what the {closed} orders ask for that are not opened yet is proved when the voyage ends")
    return tuple(unproved)


def _find_flaws(folder: Path, entries: Sequence[Entry]) -> list[Flaw]:
    """Return the first flaw behind the chain of hashes, or none."""
    flaws: list[BadEntryError] = []
    try:
        check_forms(entries)
        setup = _read_start(entries)
        ending = None
        try:
            ending = read_ending(setup, entries)
        except BadEntryError as error:
            flaws.append(error)
        flaws += _check_chain(setup, entries)
        opened = OpenedOrders(folder, setup, entries, ending)
        flaws += opened.flaws
        _walk(setup, entries, opened, ending)
    except BadEntryError as error:
        flaws.append(error)
    # Each was found on its own; what comes after the first may rest on it.
    return [Flaw(error.n, error.why) for error in sorted(flaws, key=lambda error: error.n)[:1]]


def _check_chain(setup: Setup, entries: Sequence[Entry]) -> list[BadEntryError]:
    """Blame the start where the chain it published is no rolls', though the first two rolls are of one chain."""
    links = [bytes.fromhex(entry["link"]) for entry in entries if entry["kind"] == "roll"][:2]
    if len(links) < 2 or not dice.verify_link(links[0], links[1]):
        return []
    link = links[0]
    for _ in range(dice.ROLLS):
        # Further on in the same chain, it is a roll that is missing.
        if dice.verify_link(bytes.fromhex(setup.chain), link):
            return []
        link = sha256(link).digest()
    return [BadEntryError(1, "publishes another chain than the rolls come from")]


def _read_start(entries: Sequence[Entry]) -> Setup:
    if not entries:
        raise BadEntryError(1, "is missing: the log is empty")
    try:
        return read_setup(entries[0])
    except ValueError as error:
        raise BadEntryError(1, str(error)) from error


def _walk(setup: Setup, entries: Sequence[Entry], opened: OpenedOrders, ending: Ending | None) -> None:
    """Work the log off step by step; raises BadEntryError for the first line that can't be."""
    try:
        game = Game(len(setup.names), setup.first, setup.options, ending and ending.deal, setup.supply)
    except ValueError as error:
        raise BadEntryError(1, str(error)) from error
    standing = Standing(len(setup.names), 1)
    for step in list_steps(entries, 1):
        checker = _StepChecker(setup, entries[: step[0]["n"] - 1], step, opened)
        game, standing = checker.check(game, standing)
    if game.due == "nothing" and not any(entry["kind"] == OVER for entry in entries):
        raise BadEntryError(len(entries) + 1, "is missing: the game is over and no entry says so")


class _Files:
    """The files of a step: those it used, and others whose place in the log is not right."""

    def __init__(self, used: Sequence[Filed], others: Sequence[Filed]) -> None:
        self.used = used
        self._files: dict[Phase, dict[int, Filed]] = {}
        for filed in used:
            self._files.setdefault(filed.phase, {})[filed.seat] = filed
        for filed in others:
            self._files.setdefault(filed.phase, {}).setdefault(filed.seat, filed)

    def list_by_seat(self, phase: Phase) -> Mapping[int, Filed]:
        """Return the files of a phase's folder, by seat."""
        return self._files.get(phase, {})


_FAR = 40
"""How many lines beyond a step its orders are looked for; no step of five players has more."""


class _StepChecker:
    """Checks one step of a log: the entries before it, its own, and what was opened."""

    def __init__(
        self,
        setup: Setup,
        before: Sequence[Entry],
        step: Sequence[Entry],
        opened: OpenedOrders,
    ) -> None:
        self._setup = setup
        self._before = before
        self._step = step
        self._opened = opened
        self._compared = 0

    def check(self, game: Game, standing: Standing) -> tuple[Game, Standing]:
        """Return the game and its orders after the step; raises BadEntryError for the first line that can't be."""
        for place, entry in enumerate(self._step):
            if entry.get("step") != self._step[0]["n"]:
                raise BadEntryError(entry["n"], f"is of the step {entry.get('step')!r}, which does not begin there")
            if place and entry["kind"] == "start":
                raise BadEntryError(entry["n"], "starts a game that has started already")
        if game.due == "nothing" and self._step[0]["kind"] != "message":
            raise BadEntryError(self._step[0]["n"], "comes after the end of the game")
        orders = [entry for entry in self._step if entry["kind"] == "order"]
        self._check_new(orders)
        used = {entry["n"]: self._opened.find(entry["n"]) for entry in orders}
        if self._step[0]["kind"] == "message" or self._step[0].get("by") == BY_COMMAND:
            return self._check_alone(game), standing
        known = [filed for filed in used.values() if filed is not None]
        for n, filed in used.items():
            misuse = None if filed is None else find_misuse(self._setup, filed, game)
            if misuse is not None:
                raise BadEntryError(n, f"uses an order that counts as missing: it {misuse}")
        if len(known) < len(used) or any(
            self._opened.find(entry["n"]) is None for entry in list_unopened(self._before)
        ):
            return self._check_closed(game, standing, known)
        files = _Files(known, self._opened.orphans)
        try:
            return self._rework(game, standing, files)
        except BadEntryError as error:
            raise self._explain(game, standing, files, error) from error

    def _check_new(self, orders: Sequence[Entry]) -> None:
        """Check that no order is used a second time (docs/play.md, section 3, "Used orders")."""
        keys = ("phase", "player", "commitment")
        seen = {tuple(entry[key] for key in keys): entry["n"] for entry in self._before if entry["kind"] == "order"}
        for entry in orders:
            order = tuple(entry[key] for key in keys)
            if order in seen:
                raise BadEntryError(entry["n"], f"uses the order of line {seen[order]} again")
            seen[order] = entry["n"]

    def _explain(self, game: Game, standing: Standing, files: _Files, error: BadEntryError) -> BadEntryError:
        """Look whether the step agrees for longer with orders that come later in the log: it may have been cut off."""
        end = self._step[-1]["n"]
        later = [filed for filed in map(self._opened.find, range(end + 1, end + _FAR)) if filed is not None]
        self._compared = 0
        try:
            self._rework(game, standing, _Files(files.used, [*self._opened.orphans, *later]))
        except BadEntryError as other:
            return max(error, other, key=lambda found: found.n)
        return error

    def _check_alone(self, game: Game) -> Game:
        """Check a loan taken at once, or a message: a step of its own that no order caused."""
        entry = self._step[0]
        if len(self._step) > 1:
            raise BadEntryError(self._step[1]["n"], "stands in a step of one entry")
        if entry["kind"] == "message":
            if entry["from"] not in self._setup.names:
                raise BadEntryError(entry["n"], "is no message of a player")
            return game
        after = game.copy()
        apply_entry(after, self._setup, entry)
        if entry["kind"] != "action" or not {"mortgage", "redeem"} & set(entry["action"]):
            raise BadEntryError(entry["n"], "is no loan, and no order asked for it")
        return after

    def _rework(self, game: Game, standing: Standing, files: _Files) -> tuple[Game, Standing]:
        """Work the step off again from its orders, and compare."""

        def roll(phase: Phase, outcomes: Sequence[Outcome], wares: Sequence[Ware]) -> Mapping[Ware, int]:
            self._compare(outcomes)
            return self._find_dice(len(outcomes), phase, wares)

        worked = take_step(game, self._setup.rules, standing, files.list_by_seat, roll)
        if not worked.outcomes:
            awaited = ", ".join(self._setup.names[seat] for seat in worked.awaited)
            raise BadEntryError(self._step[0]["n"], f"comes before the orders suffice: those of {awaited} are missing")
        self._compare(worked.outcomes)
        self._check_end(game, worked.game)
        return worked.game, worked.standing

    def _compare(self, outcomes: Sequence[Outcome]) -> None:
        """Compare outcomes, those not compared yet, with the step's entries."""
        while self._compared < len(outcomes):
            outcome = outcomes[self._compared]
            entry = self._get_entry(self._compared)
            due = self._describe(outcome, entry)
            for key, value in due.items():
                if entry.get(key) != value:
                    raise BadEntryError(entry["n"], f"has not the {key} that the orders lead to, {_show(value)}")
            self._compared += 1

    def _get_entry(self, place: int) -> Entry:
        if place >= len(self._step):
            raise BadEntryError(self._step[-1]["n"] + 1, "is missing: the step goes on")
        return self._step[place]

    def _describe(self, outcome: Outcome, entry: Entry) -> dict[str, object]:
        """Return the keys that the entry of an outcome must have."""
        names = self._setup.names
        if isinstance(outcome, OrderUsed):
            filed = outcome.filed
            # Where an order came from is the moderator's word; that it tells so itself can be seen.
            by_policy = entry.get("by") == BY_POLICY and filed.copy.startswith(POLICY_COMMENT.encode())
            return {"by": None, **write_use(filed, names[filed.seat], by_policy=by_policy)}
        if isinstance(outcome, LoanDone):
            return write_action(Lent(outcome.seat, outcome.loan), names, self._find_order(outcome.filed))
        if isinstance(outcome, Decided):
            return write_action(Answered(outcome.seat, outcome.answer), names)
        dice_words = {WARE_WORDS[ware]: number for ware, number in outcome.dice.items()}
        return {
            "kind": "roll",
            "phase": outcome.phase.name,
            "dice": dice_words,
            "state": digest_state(outcome.state, names),
        }

    def _find_order(self, filed: Filed) -> int | None:
        """Return the number of the entry of an order used in this step."""
        for entry in self._step:
            if entry["kind"] == "order" and self._opened.find(entry["n"]) == filed:
                return int(entry["n"])
        return None

    def _find_dice(self, place: int, phase: Phase, wares: Sequence[Ware]) -> dict[Ware, int]:
        """Return the dice that the link revealed at a place of the step gives, its link and digest checked."""
        entry = self._get_entry(place)
        n = entry["n"]
        if entry["kind"] != "roll":
            raise BadEntryError(n, "stands where a roll is due")
        entries = [*self._before, *self._step[:place]]
        rolls = [other for other in entries if other["kind"] == "roll"]
        if entry.get("k") != len(rolls) + 1:
            raise BadEntryError(n, f"is not roll {len(rolls) + 1}")
        link = bytes.fromhex(entry["link"])
        earlier = bytes.fromhex(rolls[-1]["link"] if rolls else self._setup.chain)
        if not dice.verify_link(earlier, link):
            raise BadEntryError(n, "reveals a link whose SHA-256 is not the link before it")
        digest = digest_used(entries)
        if entry.get("orders") != digest:
            raise BadEntryError(n, f"mixes in other orders than those used before it, whose digest is {digest}")
        words = {WARE_WORDS[ware]: ware for ware in wares}
        fell = dice.roll(link, self._setup.game, phase.name, digest, words)
        if entry.get("phase") != phase.name or entry.get("dice") != fell:
            raise BadEntryError(n, f"has not the dice that its link gives after {phase.name}, {_show(fell)}")
        return {words[word]: number for word, number in fell.items()}

    def _check_closed(self, game: Game, standing: Standing, used: Sequence[Filed]) -> tuple[Game, Standing]:
        """Check a step whose orders are not all opened: actions legal, rolls right, orders where they may stand."""
        after = game.copy()
        decided = False
        run: list[tuple[int, int]] = []
        for place, entry in enumerate(self._step):
            if entry["kind"] == "order":
                check_place(self._setup, game, entry, run, decided=decided)
            elif entry["kind"] == "action":
                check_cause([*self._before, *self._step], game, entry)
                apply_entry(after, self._setup, entry)
                if "by" not in entry:
                    if decided and not self._setup.rules.sealed:
                        raise BadEntryError(entry["n"], "is a second decision in a step, which has one at this pace")
                    decided = True
                    run.clear()
            elif entry["kind"] == "roll":
                state = after.take_state()
                if state.due != "dice":
                    raise BadEntryError(entry["n"], "is a roll where no dice are due (R7.1)")
                placed = Phase(state.voyage, f"place-{state.round}")
                after.roll(self._find_dice(place, placed, after.loaded))
                if entry["state"] != digest_state(after.take_state(), self._setup.names):
                    raise BadEntryError(entry["n"], "has not the digest of the state after the roll")
                # What is used after a roll is of phases after it.
                steps = list_phase_steps(len(self._setup.names))
                run[:] = [(steps.index(ROLL, steps.index(placed.step)), 0)]
            else:
                break
            self._compared = place + 1
        if find_phase(after.take_state()) is None:
            raise BadEntryError(self._step[-1]["n"] + 1, "is missing: dice are due")
        # Only a load that must be given anew leaves a phase half done (docs/play.md, section 2).
        halved = (game.due, after.due) == ("buy", "load")
        same = find_phase(after.take_state()) == find_phase(game.take_state())
        if self._setup.rules.sealed and same and not halved:
            raise BadEntryError(self._step[self._compared - 1]["n"] + 1, "is missing: the phase is not done")
        if not decided:
            raise BadEntryError(self._step[self._compared - 1]["n"] + 1, "is missing: the step decides nothing")
        self._check_end(game, after)
        for filed in used:
            standing = standing.add(filed)
        return after, standing

    def _check_end(self, before: Game, after: Game) -> None:
        """Check what follows a step's outcomes: the voyage's orders opened, and the end (docs/play.md, section 3)."""
        done = [*self._before, *self._step[: self._compared]]
        ended = after.voyage != before.voyage or after.due == "nothing"
        due = list_unopened(done) if ended else []
        for order in due:
            entry = self._get_entry(self._compared)
            if entry["kind"] != "opened" or entry.get("order") != order["n"]:
                raise BadEntryError(entry["n"], f"stands where the order of line {order['n']} must be opened")
            self._compared += 1
        if after.due == "nothing":
            entry = self._get_entry(self._compared)
            if entry["kind"] != OVER:
                raise BadEntryError(entry["n"], "stands where the end of the game must be told")
            check_over(self._setup, entry, after)
            self._compared += 1
        if self._compared < len(self._step):
            raise BadEntryError(self._step[self._compared]["n"], "is nothing that the orders lead to")


def _show(value: object) -> str:
    return str(value) if isinstance(value, str | int) else repr(value)
