"""A simple bot: it looks at what a space may earn and what it costs, and leaves the rest to chance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from manila_pbem.bots.estimates import estimate_earnings
from manila_pbem.orders.asking import Question
from manila_pbem.orders.order import (
    Answers,
    BoardWish,
    BuyWish,
    Limit,
    LoadWish,
    Order,
    PilotWish,
    PlaceWish,
    Plan,
)
from manila_pbem.rules.answers import BUY_NONE, NO_PILOT, Buy, Pilot
from manila_pbem.rules.board import LAST_LANE_SPACE, LEAST_SHARE_PRICE, LOAD_PAYOUTS, SEAT_COSTS, WARES, Space, Ware
from manila_pbem.rules.state import is_at_sea
from manila_pbem.views import PlayerView

_MOST_WISHES = 4


class Draw(Protocol):
    """A source of chance: `below(n)` is one of 0 to n-1, each as likely."""

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1."""


def write_order(view: PlayerView, questions: Iterable[Question], draw: Draw) -> Order:
    """Return an order that answers every question that may come to the player of a view in this phase."""
    answers = Answers()
    for question in questions:
        match question.due:
            case "bid":
                answers = answers._replace(bid=_choose_limit(view, draw))
            case "buy":
                answers = answers._replace(buy=(_choose_share(view, draw),))
            case "load":
                answers = answers._replace(load=(_choose_load(view, draw),))
            case "place":
                answers = answers._replace(place=_choose_spaces(view, draw))
            case "board":
                boards = _choose_punts(view)
                answers = answers._replace(boards=(boards, boards))
            case "pilot":
                first, second = answers.pilots
                wishes = _choose_moves(view, draw, large=question.second)
                answers = answers._replace(pilots=(first, wishes) if question.second else (wishes, second))
            case "plunder":
                answers = answers._replace(plunder=(_choose_ways(view),))
            case "dice" | "nothing":
                pass
    return Order(answers=answers)


def _choose_limit(view: PlayerView, draw: Draw) -> Limit:
    return Limit(min(view.means, view.public.cash[view.seat] // 2, draw.below(6) + draw.below(8)), plain=True)


def _choose_share(view: PlayerView, draw: Draw) -> BuyWish:
    """Buy of the ware of which most are held, if it can be paid in cash with something left."""
    public = view.public
    wares = sorted(WARES, key=lambda ware: (-view.shares[ware], public.values[ware]))
    for ware in wares:
        price = max(LEAST_SHARE_PRICE, public.values[ware])
        if public.supply[ware] and price + LEAST_SHARE_PRICE <= public.cash[view.seat] and draw.below(4):
            return BuyWish(Buy(ware))
    return BuyWish(BUY_NONE)


def _choose_load(view: PlayerView, draw: Draw) -> LoadWish:
    """Load the wares held, the dearest to the player furthest ahead, on lanes left to chance."""
    wares = sorted(WARES, key=lambda ware: (-view.shares[ware], draw.below(100)))[:3]
    starts = dict(zip(wares, ((5, 4, 0), (5, 3, 1), (4, 3, 2))[draw.below(3)], strict=True))
    lanes = tuple(sorted(wares, key=lambda ware: draw.below(100)))
    return LoadWish(lanes, tuple(starts[ware] for ware in lanes))


def _choose_spaces(view: PlayerView, draw: Draw) -> tuple[PlaceWish, ...]:
    """Wish for the spaces that promise most above their cost, then for the cheapest; pass where nothing promises."""
    costs = view.public.costs
    earnings = estimate_earnings(view.public)
    promises = []
    for space, earned in earnings.items():
        cost = costs[space]
        if cost is not None and cost <= view.means:
            promises.append((earned - cost + draw.below(5) - 2, space))
    promises.sort(reverse=True)
    wishes = tuple(PlaceWish(space) for promise, space in promises[:_MOST_WISHES] if promise > 0)
    if wishes:
        return (*wishes, PlaceWish("cheapest"), PlaceWish("pass"))
    return (PlaceWish("cheapest" if draw.below(2) else "pass"), PlaceWish("pass"))[: 1 + draw.below(2)]


def _choose_punts(view: PlayerView) -> tuple[BoardWish, ...]:
    """Board the punt on 13 whose load pays most for each of its crew; else stay."""
    public = view.public
    reached = [ware for ware in public.lanes if public.where[ware] == LAST_LANE_SPACE]
    free = [ware for ware in reached if len(public.crew[ware]) < len(SEAT_COSTS[ware])]
    free.sort(key=lambda ware: -LOAD_PAYOUTS[ware] / (len(public.crew[ware]) + 1))
    return (*(BoardWish(ware) for ware in free), BoardWish(None))


def _choose_moves(view: PlayerView, draw: Draw, *, large: bool) -> tuple[PilotWish, ...]:
    """Push on the punt the player has most at stake on, or hold back one where nothing is."""
    public = view.public
    at_sea = sorted(ware for ware in public.lanes if is_at_sea(public.where[ware]))
    step = 2 if large else 1
    mine = sorted(at_sea, key=lambda ware: -_count_stake(view, ware))
    wishes = [PilotWish(Pilot(((ware, step),))) for ware in mine if _count_stake(view, ware)]
    if not wishes and draw.below(2):
        wishes = [PilotWish(Pilot(((ware, -step),))) for ware in reversed(mine)]
    return (*wishes, PilotWish(NO_PILOT))


def _count_stake(view: PlayerView, ware: Ware) -> int:
    return view.shares[ware] + 2 * view.public.crew[ware].count(view.seat)


def _choose_ways(view: PlayerView) -> Plan:
    """Send plundered punts to port where the player holds shares of the ware or an accomplice waits there."""
    public = view.public
    plundered = [ware for ware in sorted(public.lanes) if public.where[ware] == LAST_LANE_SPACE]
    waiting = any(view.seat in public.crew[port] for port in (Space.PORT_A, Space.PORT_B, Space.PORT_C))
    return Plan(by_ware=tuple((ware, waiting or bool(view.shares[ware])) for ware in plundered))
