"""What an order answers to a decision when it comes: the first alternative that holds and is legal, and the trace."""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem.orders.conditions import find_failed_condition
from manila_pbem.orders.order import (
    BoardWish,
    BuyWish,
    Conditions,
    Limit,
    LoadWish,
    PilotWish,
    PlaceWish,
    Plan,
)
from manila_pbem.orders.standing import Wishes
from manila_pbem.orders.trace import Tried
from manila_pbem.orders.words import tell_wish
from manila_pbem.rules.answers import NO_PILOT, PASS_PLACING, STAY, Answer, Bid, Board, Load, Place, Plunder
from manila_pbem.rules.board import Space, Ware, price_share
from manila_pbem.rules.play import Game, Refusal
from manila_pbem.rules.state import State
from manila_pbem.values import NamedValue


class Asked(NamedValue):
    """A decision as it comes: the game (never changed here), its state, the players' names, and whose turn it is."""

    game: Game
    state: State
    names: Sequence[str]
    seat: int
    sealed: bool


class Found(NamedValue):
    """The answer found, None where the order must be asked again, and what was tried."""

    answer: Answer | None
    tried: tuple[Tried, ...] = ()


def find_answer(
    game: Game, names: Sequence[str], wishes: Wishes, move_order: tuple[Ware, ...] | None, sealed: bool
) -> Found:
    """Return what wishes answer to the decision that is due now; the game stays as it is.

    At the pace `sealed` an exhausted list for `place`, `board` or `pilot` passes, stays or does nothing; everything
    else that comes to nothing asks again (docs/play.md, section 2, "Exhausted lists").
    """
    state = game.take_state()
    assert state.to_act is not None
    asked = Asked(game, state, names, state.to_act, sealed)
    if isinstance(wishes, Limit):
        return _find_bid(asked, wishes)
    tried: list[Tried] = []
    for wish in wishes:
        answer = _make_answer(asked, wish, move_order)
        why, clause = _judge(asked, answer, wish.when)
        tried.append(Tried(state.due, tell_wish(wish), not why, why, clause))
        if not why and answer is not None:
            return Found(answer, tuple(tried))
    return Found(_FALLBACKS.get(state.due) if sealed else None, tuple(tried))


_FALLBACKS: dict[str, Answer] = {"place": PASS_PLACING, "board": STAY, "pilot": NO_PILOT}


def choose_bid(limit: Limit, state: State, sealed: bool) -> Bid | None:
    """Return the bid a limit says now, to pass included; None where a plain number must be asked again.

    A limit above what R4.6 allows goes as far as it allows, then passes.
    """
    assert state.to_act is not None
    standing = state.standing_bid or 0
    most = min(limit.up_to, state.count_means(state.to_act))
    if limit.plain and not sealed:
        if 0 < limit.up_to <= standing:
            return None
        return Bid(most if most > standing else None)
    if most <= standing:
        return Bid(None)
    if limit.say is not None and limit.say > standing:
        return Bid(min(limit.say, most))
    return Bid(standing + 1)


def _find_bid(asked: Asked, limit: Limit) -> Found:
    answer = choose_bid(limit, asked.state, asked.sealed)
    if answer is None:
        words = str(limit.up_to)
        return Found(None, (Tried("bid", words, False, "bid_too_low", "R4.2"),))
    return Found(answer)


def _make_answer(
    asked: Asked,
    wish: BuyWish | LoadWish | PlaceWish | BoardWish | PilotWish | Plan,
    move_order: tuple[Ware, ...] | None,
) -> Answer | None:
    """Turn a wish into the answer it means now; None where it means nothing legal by itself."""
    if isinstance(wish, BuyWish | PilotWish):
        return wish.answer
    if isinstance(wish, Plan):
        return _plunder(asked.state.plundered, wish)
    if isinstance(wish, LoadWish):
        # A move order may stand from another file than the load; one for other wares says nothing about these.
        fits = move_order is not None and set(move_order) == set(wish.wares)
        return Load(wish.wares, wish.starts, move_order if fits else None)
    if isinstance(wish, PlaceWish):
        if wish.wish == "cheapest":
            return find_cheapest(asked.game)
        return PASS_PLACING if wish.wish == "pass" else Place(Space(wish.wish))
    if wish.evict is None:
        return Board(wish.ware)
    return Board(wish.ware, list(asked.names).index(wish.evict))


def _plunder(plundered: Sequence[Ware], plan: Plan) -> Plunder | None:
    """Return what a plan says of each plundered punt, None where it does not name them all."""
    ways = dict(plan.by_ware)
    if plan.every is None and any(ware not in ways for ware in plundered):
        return None
    return Plunder(tuple((ware, ways[ware] if plan.every is None else plan.every) for ware in plundered))


def find_cheapest(game: Game) -> Place | None:
    """Return the open space but the insurance that the player in turn pays least for, None where none is open.

    Ties go in the order of docs/record.md's words, wares first in board order.
    """
    seat = game.to_act
    assert seat is not None
    spaces = [
        answer.space
        for answer in game.list_answers()
        if isinstance(answer, Place) and answer.space not in (None, Space.INSURANCE)
    ]
    prices = [(game.price_place(seat, space), space) for space in spaces if space is not None]
    return Place(min(prices)[1]) if prices else None


def _judge(asked: Asked, answer: Answer | None, when: Conditions | None) -> tuple[str, str]:
    """Return why an alternative is not taken and the clause it breaks; two empty texts where it is."""
    if when is not None:
        cost = _count_cost(asked, answer)
        failed = find_failed_condition(when, asked.state, asked.names, asked.seat, cost)
        if failed is not None:
            return f"condition_{failed}", ""
    if answer is None:
        return ("punt_not_named", "R8.5") if asked.state.due == "plunder" else ("no_space_open", "R6.7")
    decision = asked.game.decide(asked.seat, answer)
    if isinstance(decision, Refusal):
        return decision.why, decision.clause
    return "", ""


def _count_cost(asked: Asked, answer: Answer | None) -> int:
    """Return what an answer costs its player now, in pesos: a space or a share; everything else is free."""
    if isinstance(answer, Place) and answer.space is not None:
        return asked.game.price_place(asked.seat, answer.space)
    if answer is not None and answer.kind == "buy" and answer.ware is not None:
        return price_share(asked.state.values, answer.ware)
    return 0
