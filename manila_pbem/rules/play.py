"""The engine: who must decide what, the legal answers, what an answer leads to, and why another is refused.

A `Game` holds its table alone; what it hands out never changes. Decisions, dice and voluntary loans are the events a
game consists of: `decide` turns a wish into an event or a refusal, `apply` folds an event in, `replay` folds a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from manila_pbem.rules import auction, boarding, loans, movement, office, pilots, placing, plunder
from manila_pbem.rules.answers import Answer, Loan, Mortgage, Redeem
from manila_pbem.rules.board import Options, Space, Ware
from manila_pbem.rules.events import Event
from manila_pbem.rules.state import STEPS, Due, State, Step
from manila_pbem.rules.table import Table, check_set_up
from manila_pbem.values import NamedValue


class Answered(NamedValue):
    """A player answered the decision that was his."""

    seat: int
    answer: Answer


class Rolled(NamedValue):
    """The dice fell, one a loaded ware (R7.1)."""

    dice: Mapping[Ware, int]


class Lent(NamedValue):
    """A player mortgaged or redeemed shares of his own will (R13.1)."""

    seat: int
    loan: Loan


Action: TypeAlias = Answered | Rolled | Lent


class Refusal(NamedValue):
    """An action that the rules do not allow: whose it was, the clause it breaks, why, and what was legal instead.

    `seat` is None for dice. `due` says what the game waits for; `to_act` from whom. `legal` lists the answers that
    were legal, where the refused one was an answer of the right kind by the player in turn.
    """

    seat: int | None
    clause: str
    why: str
    due: Due
    to_act: int | None
    legal: Sequence[Answer] = ()
    most: int = 0
    """For loans: how many shares the player could mortgage or redeem at most."""


class Replay(NamedValue):
    """How far a list of actions could be replayed, and the first refusal if there was one."""

    applied: int
    refusal: Refusal | None


_LISTERS: dict[Due, Callable[[Table], Sequence[Answer]]] = {
    "bid": auction.list_bids,
    "buy": office.list_buys,
    "load": lambda table: office.list_loads(),
    "place": placing.list_places,
    "board": boarding.list_boards,
    "pilot": pilots.list_pilots,
    "plunder": plunder.list_plunders,
    "dice": lambda table: (),
    "nothing": lambda table: (),
}
_FAULT_FINDERS: dict[str, Callable[[Table, Answer], tuple[str, str] | None]] = {
    "bid": auction.find_bid_fault,
    "buy": office.find_buy_fault,
    "load": office.find_load_fault,
    "place": placing.find_place_fault,
    "board": boarding.find_board_fault,
    "pilot": pilots.find_pilot_fault,
    "plunder": plunder.find_plunder_fault,
}
# Each taker is called for answers of its own kind only.
_TAKERS: dict[str, Callable[[Table, Any], None]] = {
    "bid": auction.answer_bid,
    "buy": office.answer_buy,
    "load": office.answer_load,
    "place": placing.answer_place,
    "board": boarding.answer_board,
    "pilot": pilots.answer_pilot,
    "plunder": plunder.answer_plunder,
}
_OUT_OF_TURN_CLAUSES: dict[str, str] = {
    "bid": "R4.2",
    "buy": "R5.1",
    "load": "R5.2",
    "place": "R6.2",
    "board": "R8.2",
    "pilot": "R9.1",
    "plunder": "R8.5",
}


class Game:
    """One game of Manila from set-up to the end (R2, R3).

    `deal` counts each seat's dealt shares by ware; where it is secret, `supply` counts what was left by ware (R2.2).
    `tell` hears every event as it happens. Raises ValueError for a set-up that R2 does not allow.
    """

    __slots__ = ("_table",)

    def __init__(
        self,
        players: int,
        first: int = 0,
        options: Options = Options(),  # noqa: B008 - a value that never changes
        deal: Sequence[Sequence[int]] | None = None,
        supply: Sequence[int] | None = None,
        tell: Callable[[Event], None] | None = None,
    ) -> None:
        fault = check_set_up(players, first, deal, supply)
        if fault:
            raise ValueError(fault)
        self._table = Table(players, first, options, deal, supply, tell)

    def copy(self, tell: Callable[[Event], None] | None = None) -> Game:
        """Return a game at the same position that goes its own way; `tell` hears its events."""
        other = Game.__new__(Game)
        other._table = self._table.copy()
        other._table.tell = tell
        return other

    @property
    def due(self) -> Due:
        """The kind of answer that comes next; `dice`, or `nothing` when the game is over."""
        return self._table.due

    @property
    def step(self) -> Step:
        """The step of docs/record.md the game is in."""
        return STEPS[self._table.due]

    @property
    def voyage(self) -> int:
        """The number of the voyage, from 1."""
        return self._table.voyage

    @property
    def round(self) -> int:
        """The placement round the voyage is in or had last; 0 in auction and office."""
        return self._table.round

    @property
    def to_act(self) -> int | None:
        """The seat of the player who must decide; None when dice come next or the game is over."""
        return self._table.to_act

    @property
    def loaded(self) -> tuple[Ware, ...]:
        """The loaded wares in lane order, for which dice are rolled; empty outside a voyage at sea."""
        return self._table.lanes

    def take_state(self) -> State:
        """Return the present state, which never changes."""
        return self._table.take_state()

    def list_answers(self) -> Sequence[Answer]:
        """Return the legal answers to the decision that is due; none when dice are due or the game is over.

        A load may carry any order of its wares as move order besides (R7.3). The list is not to be changed.
        """
        table = self._table
        return _LISTERS[table.due](table)

    def answer(self, seat: int, answer: Answer) -> Refusal | None:
        """Apply a player's answer, or return why it is refused and leave the game as it was."""
        table = self._table
        kind = answer.kind
        if kind != table.due or seat != table.to_act or _FAULT_FINDERS[kind](table, answer) is not None:
            return self._explain(seat, answer)
        _TAKERS[kind](table, answer)
        return None

    def roll(self, dice: Mapping[Ware, int]) -> Refusal | None:
        """Apply the dice, or return why they are refused and leave the game as it was (R7.1)."""
        table = self._table
        fault = movement.find_dice_fault(table, dice) if table.due == "dice" else ("R7.1", "dice_not_due")
        if fault is not None:
            return Refusal(None, *fault, table.due, table.to_act)
        movement.move_punts(table, dice)
        return None

    def lend(self, seat: int, loan: Loan) -> Refusal | None:
        """Apply a voluntary loan or redemption, or return why it is refused (R13.1)."""
        table = self._table
        fault = loans.find_loan_fault(table, seat, loan)
        if fault is not None:
            count = loans.count_mortgageable if isinstance(loan, Mortgage) else loans.count_redeemable
            return Refusal(seat, *fault, table.due, table.to_act, most=count(table, seat))
        loans.take_loan(table, seat, loan)
        return None

    def decide(self, seat: int, wish: Answer | Loan) -> Answered | Lent | Refusal:
        """Return the event a wish makes, or why it is refused; the game stays as it is."""
        trial = self.copy()
        if isinstance(wish, Mortgage | Redeem):
            return trial.lend(seat, wish) or Lent(seat, wish)
        return trial.answer(seat, wish) or Answered(seat, wish)

    def apply(self, action: Action) -> Refusal | None:
        """Fold one action into the game, or return why it is refused and leave the game as it was."""
        if isinstance(action, Answered):
            return self.answer(action.seat, action.answer)
        if isinstance(action, Rolled):
            return self.roll(action.dice)
        return self.lend(action.seat, action.loan)

    def replay(self, actions: Iterable[Action]) -> Replay:
        """Fold actions into the game until one is refused."""
        applied = 0
        for action in actions:
            refusal = self.apply(action)
            if refusal is not None:
                return Replay(applied, refusal)
            applied += 1
        return Replay(applied, None)

    def is_blind_passenger(self, seat: int) -> bool:
        """Tell whether a player could place only as a blind passenger if it were his turn now (R14.1, R14.2)."""
        return placing.is_blind_passenger(self._table, seat)

    def price_place(self, seat: int, space: Space) -> int:
        """Return the pesos a player would pay now for a space: its cost, or all his cash as a blind passenger (R14)."""
        return placing.price_place(self._table, seat, space)

    def _explain(self, seat: int, answer: Answer) -> Refusal:
        table = self._table
        if answer.kind != table.due:
            clause = _OUT_OF_TURN_CLAUSES[answer.kind] if table.due != "nothing" else "R11.2"
            return Refusal(seat, clause, "not_due", table.due, table.to_act)
        if seat != table.to_act:
            clause = _OUT_OF_TURN_CLAUSES[answer.kind]
            return Refusal(seat, clause, "not_in_turn", table.due, table.to_act)
        fault = _FAULT_FINDERS[answer.kind](table, answer)
        assert fault is not None
        return Refusal(seat, *fault, table.due, table.to_act, self.list_answers())
