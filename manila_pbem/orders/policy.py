"""A player's standing policy: what to do where nothing arrived in time (docs/orders.md, "When nothing arrived").

It is secret and used by `resolve --missing` alone; what it says becomes an order like any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from manila_pbem.orders.asking import Question
from manila_pbem.orders.order import Answers, BoardWish, BuyWish, Limit, LoadWish, Order, PilotWish, PlaceWish, Plan
from manila_pbem.rules.answers import BUY_NONE, NO_PILOT
from manila_pbem.rules.board import Ware
from manila_pbem.values import NamedValue


class Policy(NamedValue):
    """What `missing` says: `wait`, `pass`, `cheapest`, a list of one's own for `place`, or the name of a bot."""

    kind: Literal["wait", "pass", "cheapest", "list", "bot"]
    places: tuple[PlaceWish, ...] = ()
    bot: str = ""


_PLACES = {"pass": (PlaceWish("pass"),), "cheapest": (PlaceWish("cheapest"), PlaceWish("pass"))}
_LOAD = LoadWish((Ware.NUTMEG, Ware.SILK, Ware.GINSENG), (3, 3, 3))
_STAY = (BoardWish(None),)
_NONE = (PilotWish(NO_PILOT),)


def follow_policy(policy: Policy, questions: Iterable[Question]) -> Order | None:
    """Return the order that a policy gives to the questions of a phase; None for `wait`, and for a bot, who sees more.

    What it says of spaces holds for `place`. Everything else is declined: it passes the auction, buys nothing, stays
    and moves nothing. What can't be declined is done plainly: nutmeg, silk and ginseng are loaded at 3 each, and
    plundered punts go to port.
    """
    if policy.kind in ("wait", "bot"):
        return None
    answers = Answers()
    for question in questions:
        match question.due:
            case "bid":
                answers = answers._replace(bid=Limit(0))
            case "buy":
                answers = answers._replace(buy=(BuyWish(BUY_NONE),))
            case "load":
                answers = answers._replace(load=(_LOAD,))
            case "place":
                answers = answers._replace(place=policy.places or _PLACES[policy.kind])
            case "board":
                answers = answers._replace(boards=(_STAY, _STAY))
            case "pilot":
                answers = answers._replace(pilots=(_NONE, _NONE))
            case "plunder":
                answers = answers._replace(plunder=(Plan(every=True),))
            case "dice" | "nothing":
                pass
    return Order(answers=answers)
