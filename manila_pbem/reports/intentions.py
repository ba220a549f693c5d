"""What an order says, told decision by decision: each alternative with its conditions, its cost and what may come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from manila_pbem.orders.order import (
    BoardWish,
    Bounds,
    BuyWish,
    Conditions,
    LoadWish,
    PilotWish,
    PlaceWish,
    Plan,
)
from manila_pbem.orders.outlook import BidOutlook, Coming, Forecast, Intent, Wish
from manila_pbem.reports.receipt_words import (
    BIDS,
    CONDITIONS,
    DEEDS,
    IN_PORT,
    INTENTS,
    LEADS,
    NO_CREW,
    NOTES,
    RANGES,
    begin_sentence,
    count_accomplices,
    count_loans,
    count_spaces,
    join,
    say,
)
from manila_pbem.reports.words import (
    PLACE_NAMES,
    SPACE_NAMES,
    WARE_NAMES,
    count_pesos,
    count_shares,
    isolate_name,
)
from manila_pbem.rules.board import LAST_LANE_SPACE, WARES, Space, Ware

_IN_PORT = LAST_LANE_SPACE + 1
_LOADS = len(WARES)


def tell_bid(bid: BidOutlook) -> list[str]:
    """Return in words what a limit does and which loans it takes."""
    limit = bid.limit
    if not limit.up_to:
        return [BIDS["pass"]]
    if bid.over and bid.again:
        return [say(BIDS["over_plain"], pesos=count_pesos(limit.up_to))]
    if not bid.loans:
        loans = BIDS["no_loan"]
    else:
        text = BIDS["loans_above"] if bid.cash and not bid.again else BIDS["loans"]
        loans = say(text, pesos=count_pesos(bid.cash), shares=count_shares(bid.loans))
    text = BIDS["plain"] if bid.again else BIDS["limit"] if limit.say is None else BIDS["say"]
    said = [say(text, pesos=count_pesos(limit.up_to), say=count_pesos(limit.say or 0), loans=loans)]
    if bid.over:
        said.append(BIDS["over"])
    return said


def tell_intent(intent: Intent, names: Sequence[str], chance: str, at_sea: bool) -> list[str]:
    """Return what an order says to a decision: a sentence, and a line for each alternative where there are several.

    `chance` is how the office may come to the player, `at_sea` says whether a voyage is at sea.
    """
    lead = _tell_lead(intent, names, chance)
    told = []
    for wish, forecast in zip(intent.wishes, intent.forecasts, strict=True):
        deed = _tell_deed(wish, forecast) + _tell_conditions(wish)
        notes = [*_list_notes(intent, wish, forecast, at_sea)]
        told.append((deed, f" ({'; '.join(notes)})" if notes else ""))
    last = _tell_fallback(intent)
    if len(told) == 1:
        ((deed, notes_),) = told
        end = say(INTENTS["else"], deed=last) if last else ""
        return [begin_sentence(f"{lead}{say(INTENTS['one'], deed=deed, notes=notes_)}{end}.")]
    lines = [begin_sentence(f"{lead}{INTENTS['many']}")]
    lines += [f"  {say(INTENTS['alternative'], deed=deed, notes=notes_)}" for deed, notes_ in told]
    return [*lines, f"  {say(INTENTS['else_line'], deed=last)}"] if last else lines


def _tell_fallback(intent: Intent) -> str:
    if intent.fallback == "declines":
        return INTENTS[f"declines_{intent.key}"]
    return INTENTS["asks"] if intent.fallback == "asks" else ""


_ROLE_LEADS = {
    ("board", (0,)): "captain",
    ("board", (1,)): "second",
    ("board", (0, 1)): "pirate",
    ("pilot", (0,)): "small",
    ("pilot", (1,)): "large",
    ("pilot", (0, 1)): "pilot",
}


def _tell_lead(intent: Intent, names: Sequence[str], chance: str) -> str:
    leads = []
    if intent.phase:
        leads.append(say(LEADS["phase"], phase=intent.phase))
    if intent.before:
        leads.append(say(LEADS["before"], names=join([isolate_name(names[seat]) for seat in intent.before])))
    if not intent.pending and intent.key in ("buy", "load"):
        leads.append(LEADS[chance or "master"])
    elif intent.key == "plunder" and not intent.pending:
        leads.append(LEADS["captain"])
    elif intent.key in ("board", "pilot") and (not intent.pending or len(intent.roles) == 1):
        leads.append(LEADS[_ROLE_LEADS[intent.key, intent.roles]])
    return "".join(f"{lead}, " for lead in leads)


def _list_notes(intent: Intent, wish: Wish, forecast: Forecast, at_sea: bool) -> Iterator[str]:
    """List what is known of an alternative: its cost and loans, and what may keep it from being done."""
    price = forecast.price
    if forecast.space is not None:
        yield say(NOTES["cheapest"], space=SPACE_NAMES[forecast.space])
    if price is not None and not isinstance(wish, BuyWish):
        if wish == PlaceWish(Space.INSURANCE, wish.when, wish.mark):
            yield NOTES["insurance"]
        elif price.blind:
            yield say(NOTES["blind"], pesos=count_pesos(price.pesos))
        else:
            is_load = isinstance(wish, PlaceWish) and isinstance(wish.wish, Space) and wish.wish < _LOADS
            cost = (
                "cost" if intent.pending else "cost_then" if at_sea else "cost_if_loaded" if is_load else "cost_plain"
            )
            yield say(NOTES[cost], pesos=count_pesos(price.pesos))
            if price.most is not None:
                yield say(NOTES["most"], pesos=count_pesos(price.most))
    if price is not None and not price.blind and price.pesos and not forecast.hindrance:
        yield say(NOTES["loans"], loans=count_loans(price.loans)) if price.loans else NOTES["no_loan"]
    if forecast.hindrance and intent.pending:
        yield NOTES["not_now"]
    elif forecast.fails:
        yield NOTES["fails"]
    elif forecast.may_go:
        yield NOTES["may_go" if intent.key == "place" else "may_not"]


def _tell_deed(wish: Wish, forecast: Forecast) -> str:
    """Return an alternative as what its player does."""
    if isinstance(wish, PlaceWish):
        if isinstance(wish.wish, Space):
            return say(DEEDS["place"], place=PLACE_NAMES[wish.wish])
        return DEEDS[wish.wish]
    if isinstance(wish, BuyWish):
        ware = wish.answer.ware
        if ware is None:
            return DEEDS["buy_none"]
        if forecast.price is None:
            return say(DEEDS["buy_unpriced"], ware=WARE_NAMES[ware])
        return say(DEEDS["buy"], ware=WARE_NAMES[ware], pesos=count_pesos(forecast.price.pesos))
    if isinstance(wish, BoardWish):
        if wish.ware is None:
            return DEEDS["stay"]
        name = "" if wish.evict is None else isolate_name(wish.evict)
        return say(DEEDS["evict"] if name else DEEDS["board"], ware=WARE_NAMES[wish.ware], name=name)
    if isinstance(wish, LoadWish):
        return say(DEEDS["load"], lanes=join([*map(_tell_lane, wish.wares, wish.starts, range(1, 4))]))
    if isinstance(wish, PilotWish):
        moves = [_tell_move(ware, step) for ware, step in wish.answer.moves]
        return say(DEEDS["pilot"], moves=join(moves)) if moves else DEEDS["pilot_none"]
    return _tell_plan(wish)


def _tell_lane(ware: Ware, start: int, lane: int) -> str:
    return say(DEEDS["lane"], ware=WARE_NAMES[ware], lane=lane, space=start)


def _tell_move(ware: Ware, step: int) -> str:
    text = DEEDS["move_on"] if step > 0 else DEEDS["move_back"]
    return say(text, ware=WARE_NAMES[ware], spaces=count_spaces(abs(step)))


def _tell_plan(plan: Plan) -> str:
    if plan.every is not None:
        return DEEDS["plunder_all_port"] if plan.every else DEEDS["plunder_all_shipyard"]
    ways = [
        say(DEEDS["to_port"] if to_port else DEEDS["to_shipyard"], ware=WARE_NAMES[ware])
        for ware, to_port in plan.by_ware
    ]
    return say(DEEDS["plunder"], ways=join(ways))


def _tell_conditions(wish: Wish) -> str:
    """Return the conditions of an alternative, an empty text where it has none."""
    if wish.when is None:
        return ""
    own = wish.wish if isinstance(wish, PlaceWish) else wish.ware if isinstance(wish, BoardWish) else None
    told = [*_list_conditions(wish.when, own)]
    return say(CONDITIONS["if"], conditions=CONDITIONS["and"].join(told)) if told else ""


def _list_conditions(when: Conditions, own: object) -> Iterator[str]:
    for fact, by_ware in (("position", when.position), ("crew", when.crew)):
        for ware, bounds in by_ware:
            text = CONDITIONS[f"{fact}_own" if own == ware and isinstance(own, int) else fact]
            yield say(text, ware=WARE_NAMES[ware], range=_tell_range(fact, bounds))
    for ware, bounds in when.value:
        yield say(CONDITIONS["value"], ware=WARE_NAMES[ware], range=_tell_range("value", bounds))
    for fact, bound in (("cost", when.cost), ("cash", when.cash)):
        if bound is not None:
            yield say(CONDITIONS[fact], range=_tell_range(fact, bound))
    if when.free:
        text = CONDITIONS["free_one"] if len(when.free) == 1 else CONDITIONS["free"]
        yield say(text, spaces=join([*map(_tell_free, when.free)]))
    if when.harbour_master is not None:
        yield say(CONDITIONS["harbour_master"], name=isolate_name(when.harbour_master))


def _tell_free(space: Space) -> str:
    """Return what of a space may be free: a load and the pirate ship have several seats, other spaces one."""
    if space < _LOADS:
        return say(CONDITIONS["free_seat"], ware=WARE_NAMES[Ware(space)])
    return say(CONDITIONS["free_pirate"], space=SPACE_NAMES[space]) if space == Space.PIRATES else SPACE_NAMES[space]


_UNITS: dict[str, Callable[[int], str]] = {"crew": count_accomplices, "cash": count_pesos}


def _tell_range(fact: str, bounds: Bounds) -> str:
    least, most = bounds.least, bounds.most
    if fact == "position" and least == _IN_PORT:
        return IN_PORT
    if fact == "crew" and most == 0:
        return NO_CREW
    unit = _UNITS.get(fact, str)
    at_least, at_most, between, exactly = RANGES[fact]
    if least is None:
        return say(at_most, most=unit(most or 0))
    if most is None:
        return say(at_least, least=unit(least))
    return say(between, least=least, most=unit(most)) if least < most else say(exactly, least=unit(least))


def find_chance(coming: Sequence[Coming]) -> str:
    """Return how the office may come to the player, an empty text where it can't."""
    return next((decision.occasion for decision in coming if decision.question.due == "buy"), "")
