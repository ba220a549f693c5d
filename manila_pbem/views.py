"""What each may see of a game: the one door through which facts leave the engine for reports, mail and bots.

An allow-list, built field by field: nothing is public that no line here names (docs/rules.md R2.2, R2.4; docs/play.md,
section 6). When the game is over everything is.
"""

from collections.abc import Iterable, Sequence

from manila_pbem.rules import events as told
from manila_pbem.rules.board import LOAN, Options, Space, Ware
from manila_pbem.rules.events import Event
from manila_pbem.rules.state import CLOSED, STEPS, Due, State, Step
from manila_pbem.values import NamedValue


class PublicView(NamedValue):
    """What everyone may see (R2.4). Money is in pesos; rows go by seat, then by ware or space in board order.

    `held` counts the shares a player holds, the two dealt ones included; `bought` are those bought, which are public.
    `where` and `crew` are as in `State`. `costs` holds, by space, what the next accomplice there costs; None where the
    space is closed or no voyage is at sea. `blind` counts each player's blind passengers on the board. `shares`, all
    shares by seat and ware, and `fortunes` are None until the game is over, and where the deal is unknown; `winners`
    is empty until then.
    """

    names: tuple[str, ...]
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
    supply: tuple[int, ...]
    values: tuple[int, ...]
    lanes: tuple[Ware, ...]
    move_order: tuple[Ware, ...] | None
    where: tuple[int, ...]
    crew: tuple[tuple[int, ...], ...]
    costs: tuple[int | None, ...]
    blind: tuple[int, ...]
    passed: tuple[bool, ...]
    standing_bid: int | None
    bidder: int | None
    shares: tuple[tuple[int, ...], ...] | None
    fortunes: tuple[int, ...] | None
    winners: tuple[int, ...]

    @property
    def step(self) -> Step:
        """The step of docs/record.md the game is in."""
        return STEPS[self.due]

    def count_means(self, seat: int) -> int:
        """Return what a player can pay at most: cash and 12 for each share not mortgaged (R4.6, R13.1)."""
        return self.cash[seat] + LOAN * (self.held[seat] - self.mortgaged[seat])


class PlayerView(NamedValue):
    """What one player may see: all that is public, and his own shares by ware with what follows from them (R2.4).

    `fortune` is in pesos, as if the game ended now (R11.3); `means` is what he can pay at most (R4.6).
    """

    public: PublicView
    seat: int
    dealt: tuple[int, ...]
    bought: tuple[int, ...]
    shares: tuple[int, ...]
    fortune: int
    means: int


PUBLIC_EVENTS: frozenset[type] = frozenset((
    told.BidCalled, told.OfficeWon, told.OfficeKept, told.LoansTaken, told.SharesMortgaged, told.SharesRedeemed,
    told.ShareBought, told.PuntsLoaded, told.AccomplicePlaced, told.PlacingPassed, told.PlayerPassedOver,
    told.PuntMoved, told.PuntArrived, told.PuntWrecked, told.PirateBoarded, told.PirateStayed, told.PilotActed,
    told.PuntPlundered, told.BootyShared, told.PlunderSent, told.LoadPaid, told.BerthPaid, told.BankRepaid,
    told.InsurerFailed, told.ValueRose, told.VoyageEnded, told.GameEnded,
))  # fmt: skip
"""The events everyone may hear of; one that is not named here reaches nobody."""


def show_public(state: State, names: Sequence[str]) -> PublicView:
    """Return what everyone may see of a state; `names` are the players' in seat order."""
    over = state.due == "nothing"
    at_sea = bool(state.lanes)
    fortunes = [state.count_fortune(seat) for seat in range(state.players)] if over else []
    return PublicView(
        names=tuple(names),
        options=state.options,
        voyage=state.voyage,
        due=state.due,
        round=state.round,
        to_act=state.to_act,
        pilot=state.pilot,
        second_pirate=state.second_pirate,
        harbour_master=state.harbour_master,
        cash=state.cash,
        mortgaged=state.mortgaged,
        held=state.held,
        bought=state.bought,
        supply=state.supply,
        values=state.values,
        lanes=state.lanes,
        move_order=state.move_order,
        where=state.where,
        crew=state.crew,
        costs=tuple(cost if at_sea and cost != CLOSED else None for cost in state.costs),
        blind=state.blind,
        passed=state.passed,
        standing_bid=state.standing_bid,
        bidder=state.bidder,
        shares=state.shares if over else None,
        fortunes=tuple(fortune for fortune in fortunes if fortune is not None) or None,
        winners=state.find_winners() if over else (),
    )


def show_player(state: State, names: Sequence[str], seat: int) -> PlayerView:
    """Return what one player may see of a state. Raises ValueError where the state doesn't know the deal."""
    fortune = state.count_fortune(seat)
    if state.shares is None or fortune is None:
        raise ValueError("a player's view needs the deal, which this state does not hold (R2.2)")
    shares = state.shares[seat]
    bought = state.bought[seat]
    return PlayerView(
        public=show_public(state, names),
        seat=seat,
        dealt=tuple(held - later for held, later in zip(shares, bought, strict=True)),
        bought=bought,
        shares=shares,
        fortune=fortune,
        means=state.count_means(seat),
    )


def show_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events that everyone may hear of, in the order they happened."""
    return tuple(event for event in events if type(event) in PUBLIC_EVENTS)
