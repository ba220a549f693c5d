"""What is doubtful about an order that is taken, beyond what `orders.judging` finds in its own phase.

Coming phases are doubted only for what can't change any more in this voyage, or could only by what is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from manila_pbem.orders.order import Mark
from manila_pbem.orders.outlook import Forecast, Intent, Wish
from manila_pbem.orders.problems import Facts, Kind, Problem
from manila_pbem.orders.words import write_wish
from manila_pbem.rules.board import WARE_WORDS

_JUDGED_NOWHERE_ELSE = ("space_above_means", "insurance_refused_to_blind", "no_space_open")
"""Hindrances of the pending phase that `orders.judging` leaves to the coming turn."""


def list_doubts(intents: Sequence[Intent], bid: int, *, boarding_over: bool, office_lost: bool) -> Iterator[Problem]:
    """List what is doubtful. `bid` is the most the office may cost, in pesos; `office_lost` that it can't be had."""
    for intent in intents:
        if office_lost and not intent.pending and intent.key in ("buy", "load"):
            yield _doubt("office_not_yours", "R4.4", intent.wishes[0].mark, {"key": intent.key})
            continue
        for wish, forecast in zip(intent.wishes, intent.forecasts, strict=True):
            if forecast.hindrance:
                yield from _doubt_hindrance(intent, wish, forecast, bid, boarding_over)
            elif forecast.lacking and intent.fallback == "asks" and not intent.pending:
                wares = tuple(WARE_WORDS[ware] for ware in forecast.lacking)
                yield _doubt("punts_unnamed", "R8.5", wish.mark, {"key": intent.key, "wares": wares})


def _doubt_hindrance(
    intent: Intent, wish: Wish, forecast: Forecast, bid: int, boarding_over: bool
) -> Iterator[Problem]:
    facts: Facts = {"key": intent.key, "words": write_wish(wish), "reason": forecast.hindrance, "bid": bid}
    if intent.pending:
        if forecast.hindrance in _JUDGED_NOWHERE_ELSE:
            yield _doubt("hindered_now", forecast.clause, wish.mark, facts)
    elif forecast.hindrance == "share_above_means":
        yield _doubt("office_too_dear", forecast.clause, wish.mark, facts)
    elif forecast.hindrance == "pirate_ship_full" and not boarding_over:
        yield _doubt("full_unless_boarded", forecast.clause, wish.mark, facts)
    else:
        yield _doubt("hindered_for_good", forecast.clause, wish.mark, facts)


def _doubt(code: str, clause: str, mark: Mark, facts: Facts) -> Problem:
    return Problem(Kind.DOUBTFUL, code, clause, mark, facts)
