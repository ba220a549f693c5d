"""A turn from its orders: which files are used when, what they cause, and whom the game waits for next.

This is the life of an order file after it has been read (docs/play.md, section 2, "When a file is used"). It is a
function of the game, the orders and the dice alone, so that the processor, which writes what comes out into the log,
and `verify`, which compares it with the log, run the very same code.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from manila_pbem.orders.answering import Found, find_answer
from manila_pbem.orders.asking import Question, ask_now, list_questions
from manila_pbem.orders.order import Order
from manila_pbem.orders.phases import ROLL, Phase, find_phase, list_steps
from manila_pbem.orders.standing import Filed, Standing, Wishes
from manila_pbem.orders.trace import LoanLeftOut, Note
from manila_pbem.rules.answers import Answer, Loan, Mortgage, Redeem
from manila_pbem.rules.board import Ware
from manila_pbem.rules.play import Game, Refusal
from manila_pbem.rules.state import State
from manila_pbem.values import NamedValue


class OrderUsed(NamedValue):
    """An order was used for the first time, before all that it caused."""

    filed: Filed


class LoanDone(NamedValue):
    """A loan that a used order asked for was done."""

    seat: int
    loan: Loan
    filed: Filed


class Decided(NamedValue):
    """A player's orders answered the decision that was his."""

    seat: int
    answer: Answer


class DiceFell(NamedValue):
    """The dice were rolled after a placement phase; `state` is the one after all that follows of itself."""

    phase: Phase
    dice: Mapping[Ware, int]
    state: State


Outcome: TypeAlias = OrderUsed | LoanDone | Decided | DiceFell
Roll: TypeAlias = Callable[[Phase, Sequence[Outcome], Sequence[Ware]], Mapping[Ware, int]]
"""Rolls the dice of the loaded wares after a placement phase, given all that came out of the step before them."""
FilesOf: TypeAlias = Callable[[Phase], Mapping[int, Filed]]
"""Gives the files of a phase's folder that have not been used yet, by seat."""


class Rules(NamedValue):
    """What a game's steps go by: the players' names in seat order, and whether the pace is `sealed`."""

    names: tuple[str, ...]
    sealed: bool


class Step(NamedValue):
    """What one step brought: its outcomes in order, the players' private notes, and the game and orders after it.

    Without outcomes nothing could be done and nothing has changed: the phase waits for the `awaited` seats.
    """

    outcomes: tuple[Outcome, ...]
    notes: tuple[tuple[int, Note], ...]
    awaited: tuple[int, ...]
    game: Game
    standing: Standing


def take_step(game: Game, rules: Rules, standing: Standing, files: FilesOf, roll: Roll) -> Step:
    """Work off the phase the game waits in as far as one step goes; `game` itself stays as it is.

    At the pace `sealed` a step is a whole phase, or the part of it that could be done before something had to be
    asked again; at `turns` it is one decision. Where the phase ends, its end belongs to the step: the files left in
    it, the phases passed over and the dice, up to the next phase that waits for somebody.
    """
    worker = _Worker(game, rules, standing, files, roll)
    awaited = worker.work_sealed() if rules.sealed else worker.work_turn()
    if not worker.decided:
        # Nothing was decided, so no order counts as used and each can still be replaced.
        return Step((), tuple(worker.notes), awaited, game, standing)
    if not awaited:
        worker.close_phase()
    return Step(tuple(worker.outcomes), tuple(worker.notes), awaited, worker.game, worker.standing)


def list_awaited(game: Game, rules: Rules, standing: Standing, files: Mapping[int, Filed]) -> tuple[int, ...]:
    """Return the seats the phase waits for: whose answer is missing or must be given anew; none once orders suffice.

    `files` are the pending phase's files that have not been used yet, by seat.
    """
    if game.to_act is None:
        return ()
    while True:
        worker = _Worker(game, rules, standing, partial(_give, files), _never_roll)
        awaited = worker.work_sealed() if rules.sealed else worker.work_turn()
        if not awaited or not worker.decided or rules.sealed:
            return awaited
        used = {outcome.filed.seat for outcome in worker.outcomes if isinstance(outcome, OrderUsed)}
        files = {seat: filed for seat, filed in files.items() if seat not in used}
        game, standing = worker.game, worker.standing


def _give(files: Mapping[int, Filed], phase: Phase) -> Mapping[int, Filed]:
    return files


def _never_roll(phase: Phase, outcomes: Sequence[Outcome], wares: Sequence[Ware]) -> Mapping[Ware, int]:
    raise AssertionError("no dice fall while looking who is awaited")


class _Worker:
    """Works off one step on a copy of the game; `outcomes` and `notes` grow as it goes."""

    def __init__(self, game: Game, rules: Rules, standing: Standing, files: FilesOf, roll: Roll) -> None:
        phase = find_phase(game.take_state())
        assert phase is not None, "dice are due"
        self.game = game.copy()
        self.standing = standing
        self._rules = rules
        self._files = files
        self._roll = roll
        self._phase = phase
        self._unused = dict(files(phase))
        self.decided = False
        self.outcomes: list[Outcome] = []
        self.notes: list[tuple[int, Note]] = []

    def work_sealed(self) -> tuple[int, ...]:
        """Work off the whole phase once every answer is in; return who is awaited."""
        questions = list_questions(self.game.take_state())
        missing = {seat for seat, question in questions if self._find_wishes(question, seat) is None}
        if missing:
            return tuple(sorted(missing))
        for seat in sorted({seat for seat, _ in questions}):
            self._use(seat)
        while self._is_open():
            seat = self._get_player()
            found = self._find_answer(self.game, None)
            self._note(seat, found.tried)
            if found.answer is None:
                return (seat,)
            self._decide(seat, found.answer)
        return ()

    def work_turn(self) -> tuple[int, ...]:
        """Work off the decision of the player in turn; return who is awaited after it."""
        seat = self._get_player()
        own = self._unused.get(seat)
        trial = self.game.copy()
        if own is not None:
            lend_first(trial, own.order, seat)
        found = self._find_answer(trial, own)
        if found.answer is None:
            self._note(seat, found.tried)
            return (seat,)
        self._use(seat)
        self._note(seat, found.tried)
        self._decide(seat, found.answer)
        return (self._get_player(),) if self._is_open() else ()

    def close_phase(self) -> None:
        """End the phase: use what is left in its folder, pass over phases, and roll, up to the next that waits."""
        self._use_rest()
        steps = list_steps(len(self._rules.names))
        for step in steps[steps.index(self._phase.step) + 1 :]:
            if step == ROLL:
                self._roll_dice()
                continue
            self._phase = Phase(self._phase.voyage, step)
            if self._is_open():
                return
            # A phase passed over counts as beginning and ending where it would stand.
            self._unused = dict(self._files(self._phase))
            self._use_rest()

    def _is_open(self) -> bool:
        return find_phase(self.game.take_state()) == self._phase

    def _get_player(self) -> int:
        seat = self.game.to_act
        assert seat is not None
        return seat

    def _roll_dice(self) -> None:
        # A roll is named after the placement before it, also where pilots acted between the two.
        placed = Phase(self._phase.voyage, f"place-{self.game.round}")
        dice = self._roll(placed, self.outcomes, self.game.loaded)
        refusal = self.game.roll(dice)
        assert refusal is None, refusal
        self.outcomes.append(DiceFell(placed, dice, self.game.take_state()))

    def _use_rest(self) -> None:
        for seat in sorted(self._unused):
            self._use(seat)

    def _use(self, seat: int) -> None:
        filed = self._unused.pop(seat, None)
        if filed is None:
            return
        self.outcomes.append(OrderUsed(filed))
        for loan, refusal in lend_first(self.game, filed.order, seat):
            if refusal is None:
                self.outcomes.append(LoanDone(seat, loan, filed))
            else:
                self._note(seat, (LoanLeftOut(loan, refusal.why, refusal.clause),))
        self.standing = self.standing.add(filed)

    def _note(self, seat: int, notes: Iterable[Note]) -> None:
        self.notes += [(seat, note) for note in notes]

    def _find_wishes(self, question: Question, seat: int) -> Wishes | None:
        return self.standing.find_wishes(self._phase, question, seat, self._unused.get(seat))

    def _find_answer(self, game: Game, own: Filed | None) -> Found:
        """Find what the orders of the player in turn say; `own` is his file where it has not been used yet."""
        state = game.take_state()
        seat = self._get_player()
        wishes = self.standing.find_wishes(self._phase, ask_now(state), seat, own)
        if wishes is None:
            return Found(None)
        move_order = self.standing.find_move_order(self._phase, seat, own) if state.due == "load" else None
        return find_answer(game, self._rules.names, wishes, move_order, self._rules.sealed)

    def _decide(self, seat: int, answer: Answer) -> None:
        refusal = self.game.answer(seat, answer)
        assert refusal is None, refusal
        self.outcomes.append(Decided(seat, answer))
        self.decided = True


def lend_first(game: Game, order: Order, seat: int) -> list[tuple[Loan, Refusal | None]]:
    """Do an order's loans, as is done before anything else of it, `redeem` first; return each with why it can't be."""
    loans: list[Loan] = [Redeem(order.redeem)] if order.redeem else []
    loans += [Mortgage(order.mortgage)] if order.mortgage else []
    return [(loan, game.lend(seat, loan)) for loan in loans]
