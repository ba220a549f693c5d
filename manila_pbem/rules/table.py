"""The table: the one changeable position that the engine holds, and its set-up (R2).

Only the chapters of this package change a table; everybody else gets a `State` (`Table.take_state`) or a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from manila_pbem.rules.answers import Place
from manila_pbem.rules.board import (
    FEWEST_PLAYERS,
    INSURANCE_PAYMENT,
    LOAN,
    MOST_PLAYERS,
    SHARES_DEALT,
    SHARES_DEALT_PER_WARE,
    SHARES_PER_WARE,
    SPACES,
    START_CASH,
    WARES,
    Options,
    Space,
    Ware,
    list_movement_rounds,
)
from manila_pbem.rules.events import Event, LoansTaken
from manila_pbem.rules.state import ASHORE, CLOSED, Due, State

BLIND = 8
"""Added to the seat of an accomplice that travels as a blind passenger, where the table keeps crews (R14)."""

SEAT_MASK = 7

SPACE_COUNT = len(SPACES)


class Table:
    """A position of the game. Crews hold seats, with `BLIND` added for blind passengers (R12.3 counts them)."""

    __slots__ = (
        "asked_pirate", "bidder", "blind", "boarded", "bought", "cash", "costs", "crew", "due", "fresh_pirate",
        "harbour_master", "held", "lanes", "mortgaged", "move_order", "movement", "movement_rounds", "options",
        "passed", "passed_count", "pilot", "placings", "players", "round", "shares", "standing_bid", "supply", "tell",
        "to_act", "values", "voyage", "where",
    )  # fmt: skip

    def __init__(
        self,
        players: int,
        first: int,
        options: Options,
        deal: Sequence[Sequence[int]] | None,
        supply: Sequence[int] | None,
        tell: Callable[[Event], None] | None,
    ) -> None:
        self.players = players
        self.options = options
        self.tell = tell
        self.movement_rounds = list_movement_rounds(players)
        self.voyage = 1
        self.due: Due = "bid"
        self.round = 0
        self.movement = 0
        self.to_act: int | None = first
        self.harbour_master: int | None = None
        self.cash = [START_CASH] * players
        self.mortgaged = [0] * players
        self.held = [SHARES_DEALT] * players
        self.bought = [[0] * len(WARES) for _ in range(players)]
        self.shares = None if deal is None else [list(row) for row in deal]
        if supply is None:
            assert deal is not None
            supply = [SHARES_PER_WARE - sum(row[ware] for row in deal) for ware in WARES]
        self.supply = list(supply)
        self.values = [0] * len(WARES)
        self.lanes: tuple[Ware, ...] = ()
        self.move_order: tuple[Ware, ...] | None = None
        self.where = [ASHORE] * len(WARES)
        self.crew: list[list[int]] = [[] for _ in SPACES]
        self.costs = [CLOSED] * SPACE_COUNT
        self.passed = [False] * players
        self.passed_count = 0
        self.standing_bid = 0
        self.bidder: int | None = None
        self.blind = [0] * players
        self.pilot: Space | None = None
        self.asked_pirate = 0
        self.fresh_pirate: tuple[Ware, int] | None = None
        """The load and the seat on it that the captain has just boarded."""
        self.boarded: tuple[Ware, ...] = ()
        self.placings: list[Place] | None = None
        """The legal placements of the player in turn, where they are known already."""

    def copy(self) -> Table:
        """Return a table of the same position that changes on its own and tells nobody."""
        other = Table.__new__(Table)
        for name in _PLAIN_FIELDS:
            setattr(other, name, getattr(self, name))
        for name in _LIST_FIELDS:
            setattr(other, name, getattr(self, name).copy())
        other.crew = [crew.copy() for crew in self.crew]
        other.bought = [row.copy() for row in self.bought]
        other.shares = None if self.shares is None else [row.copy() for row in self.shares]
        other.tell = None
        return other

    def take_state(self) -> State:
        """Return the position as a value that never changes."""
        return State(
            options=self.options,
            voyage=self.voyage,
            due=self.due,
            round=self.round,
            to_act=self.to_act,
            pilot=self.pilot if self.due == "pilot" else None,
            second_pirate=self.due == "board" and (self.asked_pirate > 0 or self.fresh_pirate is not None),
            harbour_master=self.harbour_master,
            cash=tuple(self.cash),
            mortgaged=tuple(self.mortgaged),
            held=tuple(self.held),
            bought=tuple(map(tuple, self.bought)),
            shares=None if self.shares is None else tuple(map(tuple, self.shares)),
            supply=tuple(self.supply),
            values=tuple(self.values),
            lanes=self.lanes,
            move_order=self.move_order,
            where=tuple(self.where),
            crew=tuple(tuple([entry & SEAT_MASK for entry in crew]) for crew in self.crew),
            costs=tuple(self.costs),
            blind=tuple(self.blind),
            passed=tuple(self.passed),
            standing_bid=self.standing_bid or None,
            bidder=self.bidder,
        )

    def count_means(self, seat: int) -> int:
        """Return what a player can pay at most, loans included (R4.6)."""
        return self.cash[seat] + LOAN * (self.held[seat] - self.mortgaged[seat])

    def pay(self, seat: int, pesos: int) -> None:
        """Take pesos from a player who has the means, with the fewest loans that cover them (R13.2)."""
        left = self.cash[seat] - pesos
        if left < 0:
            loans = -(left // LOAN)
            self.mortgaged[seat] += loans
            left += LOAN * loans
            if self.tell:
                self.tell(LoansTaken(seat, loans))
        self.cash[seat] = left


_LIST_FIELDS = ("blind", "cash", "costs", "held", "mortgaged", "passed", "supply", "values", "where")
_PLAIN_FIELDS = tuple(
    name for name in Table.__slots__ if name not in (*_LIST_FIELDS, "bought", "crew", "shares", "tell")
)


def check_set_up(
    players: int, first: int, deal: Sequence[Sequence[int]] | None, supply: Sequence[int] | None
) -> str | None:
    """Return what is wrong with a set-up (R2), None if nothing is.

    `deal` counts the dealt shares by seat and ware; where it is None, `supply` counts what is left by ware.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        return f"{players} players, where 3 to 5 can play (R2.1)"
    if not 0 <= first < players:
        return "the first player is none of the players (R2.3)"
    if deal is None:
        if supply is None:
            return "neither a deal nor a supply is given (R2.2)"
        dealt = [SHARES_PER_WARE - left for left in supply]
        if len(dealt) != len(WARES) or any(not 0 <= count <= SHARES_DEALT_PER_WARE for count in dealt):
            return "the supply has less than two or more than five shares of a ware (R2.2)"
        if sum(dealt) != SHARES_DEALT * players:
            return "the supply does not leave two shares for each player (R2.2)"
        return None
    if len(deal) != players or not all(_is_hand(row) for row in deal):
        return "the deal does not give two shares to each player (R2.2)"
    if any(sum(row[ware] for row in deal) > SHARES_DEALT_PER_WARE for ware in WARES):
        return "the deal gives more than three shares of one ware (R2.2)"
    if supply is not None and list(supply) != [SHARES_PER_WARE - sum(row[ware] for row in deal) for ware in WARES]:
        return "the supply is not what the deal leaves (R2.2)"
    return None


def _is_hand(row: Sequence[int]) -> bool:
    return len(row) == len(WARES) and min(row) >= 0 and sum(row) == SHARES_DEALT


def take_insurance(table: Table, seat: int) -> None:
    """Pay the insurer the 10 pesos he receives at once (R1.3)."""
    table.cash[seat] += INSURANCE_PAYMENT
