"""A state of the game as it is handed out: it never changes (docs/record.md, "Reading one back")."""

from typing import Literal, TypeAlias

from manila_pbem.rules.board import BERTH_PAYOUTS, LAST_LANE_SPACE, LOAN, REDEMPTION, Options, Space, Ware
from manila_pbem.values import NamedValue

Due: TypeAlias = Literal["bid", "buy", "load", "place", "board", "pilot", "plunder", "dice", "nothing"]
Step: TypeAlias = Literal["auction", "office", "placement", "boarding", "pilots", "plunder", "over"]

STEPS: dict[Due, Step] = {
    "bid": "auction",
    "buy": "office",
    "load": "office",
    "place": "placement",
    "dice": "placement",
    "board": "boarding",
    "pilot": "pilots",
    "plunder": "plunder",
    "nothing": "over",
}

ASHORE = -1
"""`where` of a ware that no punt carries."""

BERTHED = 10
"""Added to a port or shipyard space, this is the `where` of the punt there: always above 13."""


CLOSED = 99
"""The cost of a space that nobody can take; above all real costs, so that one comparison sorts out both."""


def is_at_sea(where: int) -> bool:
    """Tell whether a punt is on its lane, spaces 0 to 13."""
    return 0 <= where <= LAST_LANE_SPACE


def find_berth(where: int) -> Space | None:
    """Return the port or shipyard space a punt lies in, None while it is at sea or not loaded."""
    return Space(where - BERTHED) if where > LAST_LANE_SPACE else None


class State(NamedValue):
    """All that is known of a game at one moment, by one who may see everything.

    Seats count from 0, clockwise. `where` holds, by ware, the lane space 0 to 13, `ASHORE`, or `BERTHED` plus the
    space of the port or shipyard. `crew` holds, by space, the seats of the accomplices there, front to back.
    `costs` holds, by space, what the next accomplice there costs, `CLOSED` where none can be placed; `blind` counts
    each player's blind passengers on the board (R12.3). `shares` is None where the deal is secret; `bought` counts
    the shares bought since.
    """

    options: Options
    voyage: int
    due: Due
    round: int
    to_act: int | None
    pilot: Space | None
    second_pirate: bool
    harbour_master: int | None
    cash: tuple[int, ...]
    mortgaged: tuple[int, ...]
    held: tuple[int, ...]
    bought: tuple[tuple[int, ...], ...]
    shares: tuple[tuple[int, ...], ...] | None
    supply: tuple[int, ...]
    values: tuple[int, ...]
    lanes: tuple[Ware, ...]
    move_order: tuple[Ware, ...] | None
    where: tuple[int, ...]
    crew: tuple[tuple[int, ...], ...]
    costs: tuple[int, ...]
    blind: tuple[int, ...]
    passed: tuple[bool, ...]
    standing_bid: int | None
    bidder: int | None

    @property
    def players(self) -> int:
        """How many players the game has."""
        return len(self.cash)

    @property
    def step(self) -> Step:
        """The step of docs/record.md the game is in; dice due belong to the placement."""
        return STEPS[self.due]

    @property
    def plundered(self) -> tuple[Ware, ...]:
        """The wares of the punts on 13, in board order: at the step `plunder` those the captain sends (R8.5)."""
        return tuple([ware for ware in sorted(self.lanes) if self.where[ware] == LAST_LANE_SPACE])

    def count_means(self, seat: int) -> int:
        """Return what a player can pay at most: cash and 12 for each share not mortgaged (R4.6, R13.1)."""
        return self.cash[seat] + LOAN * (self.held[seat] - self.mortgaged[seat])

    def count_fortune(self, seat: int) -> int | None:
        """Return a player's fortune as if the game ended now, None where the deal is secret (R11.3)."""
        if self.shares is None:
            return None
        worth = sum(count * value for count, value in zip(self.shares[seat], self.values, strict=True))
        return self.cash[seat] + worth - REDEMPTION * self.mortgaged[seat]

    def find_winners(self) -> tuple[int, ...]:
        """Return the seats with the highest fortune, none where the deal is secret (R11.3)."""
        fortunes = [self.count_fortune(seat) for seat in range(self.players)]
        known = [fortune for fortune in fortunes if fortune is not None]
        return tuple(seat for seat, fortune in enumerate(fortunes) if known and fortune == max(known))


def get_berth_payout(space: Space) -> int:
    """Return the pesos an accomplice on a port or shipyard space earns (R1.3)."""
    return BERTH_PAYOUTS[space]
