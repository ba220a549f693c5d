"""Movement by dice, and what it leads to: arrivals, boarding, plunder, wrecks (R7, R8)."""

from __future__ import annotations

from collections.abc import Mapping

from manila_pbem.rules.board import LAST_LANE_SPACE, LOAD_PAYOUTS, Space, Ware
from manila_pbem.rules.boarding import ask_pirate
from manila_pbem.rules.events import BootyShared, PuntMoved, PuntPlundered
from manila_pbem.rules.harbour import arrive, wreck
from manila_pbem.rules.payout import settle_voyage
from manila_pbem.rules.placing import start_round
from manila_pbem.rules.table import BLIND, SEAT_MASK, Table

DIE_SIDES = 6


def find_dice_fault(table: Table, dice: Mapping[Ware, int]) -> tuple[str, str] | None:
    """Return the clause the dice break and why, None for one die of 1 to 6 a loaded ware (R7.1)."""
    if len(dice) != len(table.lanes) or any(ware not in dice for ware in table.lanes):
        return "R7.1", "dice_not_the_load"
    if not all(1 <= number <= DIE_SIDES for number in dice.values()):
        return "R7.1", "die_not_1_to_6"
    return None


def move_punts(table: Table, dice: Mapping[Ware, int]) -> None:
    """Advance each punt by its die and go on with what follows of itself (R7.2 to R7.6, R8.1)."""
    table.movement += 1
    where = table.where
    # Punts arriving together take their ports by the move order; the order changes nothing else (R7.3).
    for ware in table.move_order or table.lanes:
        before = where[ware]
        if before <= LAST_LANE_SPACE:
            after = before + dice[ware]
            if table.tell:
                table.tell(PuntMoved(ware, before, after))
            if after > LAST_LANE_SPACE:
                arrive(table, ware)
            else:
                where[ware] = after
    if table.movement == 1:
        start_round(table)
    elif table.movement == 2:
        table.asked_pirate = 0
        table.fresh_pirate = None
        ask_pirate(table)
    else:
        _end_movement(table)


def _end_movement(table: Table) -> None:
    """Plunder the punts on 13 or bring them in, and wreck those that fell short (R7.5, R7.6, R8.4)."""
    where = table.where
    waiting = [ware for ware in table.lanes if where[ware] == LAST_LANE_SPACE]
    short = [ware for ware in table.lanes if where[ware] < LAST_LANE_SPACE]
    short.sort(key=lambda ware: -where[ware])
    pirates = table.crew[Space.PIRATES]
    if not pirates:
        for ware in waiting:
            arrive(table, ware)
    for ware in short:
        wreck(table, ware)
    if waiting and pirates:
        _take_booty(table, waiting, [entry & SEAT_MASK for entry in pirates])
        table.due = "plunder"
        table.to_act = pirates[0] & SEAT_MASK
    else:
        settle_voyage(table)


def _take_booty(table: Table, plundered: list[Ware], pirates: list[int]) -> None:
    booty = 0
    for ware in plundered:
        booty += LOAD_PAYOUTS[ware]
        if table.tell:
            crew = tuple(entry & SEAT_MASK for entry in table.crew[ware])
            table.tell(PuntPlundered(ware, crew, LOAD_PAYOUTS[ware]))
        for entry in table.crew[ware]:
            if entry & BLIND:
                table.blind[entry & SEAT_MASK] -= 1
        table.crew[ware].clear()
    share = booty // len(pirates)
    for seat in pirates:
        table.cash[seat] += share
        if table.tell:
            table.tell(BootyShared(seat, share))
