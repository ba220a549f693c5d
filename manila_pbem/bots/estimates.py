"""What a simple bot expects of the voyage: which punts will reach port, and what a space will earn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from manila_pbem.rules.board import BERTH_PAYOUTS, LOAD_PAYOUTS, PORTS, SHIPYARDS, Space, Ware, list_movement_rounds
from manila_pbem.rules.state import find_berth, is_at_sea
from manila_pbem.views import PublicView

_FACES = range(1, 7)
_IN_PORT = 14


def count_rolls_left(view: PublicView) -> int:
    """Return how many movements are still to come in the voyage at sea."""
    return sum(view.round <= round_ for round_ in list_movement_rounds(len(view.names)))


@cache
def chance_to_arrive(position: int, rolls: int) -> float:
    """Return the chance that a punt on a lane space passes 13 within so many rolls."""
    if position >= _IN_PORT:
        return 1.0
    if not rolls:
        return 0.0
    return sum(chance_to_arrive(position + face, rolls - 1) for face in _FACES) / len(_FACES)


def estimate_arrivals(view: PublicView) -> dict[Ware, float]:
    """Return, by loaded ware, the chance that its punt ends in port, pirates and pilots left aside."""
    rolls = count_rolls_left(view)
    chances = {}
    for ware in view.lanes:
        where = view.where[ware]
        chances[ware] = chance_to_arrive(where, rolls) if is_at_sea(where) else float(find_berth(where) in PORTS)
    return chances


def spread_arrivals(chances: Sequence[float]) -> list[float]:
    """Return the chances that exactly 0, 1, 2 .. punts arrive."""
    spread = [1.0]
    for chance in chances:
        spread = [
            (spread[count] * (1 - chance) if count < len(spread) else 0.0)
            + (spread[count - 1] * chance if count else 0.0)
            for count in range(len(spread) + 1)
        ]
    return spread


def estimate_earnings(view: PublicView) -> dict[Space, float]:
    """Return what an accomplice placed now may expect to earn on each space, in pesos, its cost not taken off."""
    chances = estimate_arrivals(view)
    spread = spread_arrivals(list(chances.values()))
    earnings = {
        Space(ware): chance * LOAD_PAYOUTS[ware] / (len(view.crew[ware]) + 1) for ware, chance in chances.items()
    }
    for place, port in enumerate(PORTS):
        earnings[port] = BERTH_PAYOUTS[port] * sum(spread[place + 1 :])
    for place, shipyard in enumerate(SHIPYARDS):
        earnings[shipyard] = BERTH_PAYOUTS[shipyard] * sum(spread[: len(SHIPYARDS) - place])
    repairs = sum(BERTH_PAYOUTS[yard] * sum(spread[: len(SHIPYARDS) - place]) for place, yard in enumerate(SHIPYARDS))
    earnings[Space.INSURANCE] = 10 - repairs
    on_13 = sum(view.where[ware] in range(9, 13) for ware in view.lanes) / 6
    earnings[Space.PIRATES] = on_13 * max(LOAD_PAYOUTS[ware] for ware in view.lanes) / 2
    earnings[Space.SMALL_PILOT] = 2.0
    earnings[Space.LARGE_PILOT] = 4.0
    return earnings
