"""The pilots, who act before the third movement (R9)."""

from __future__ import annotations

from itertools import combinations

from manila_pbem.rules.answers import NO_PILOT, Answer, Pilot
from manila_pbem.rules.board import LAST_LANE_SPACE, WARES, Space, Ware
from manila_pbem.rules.events import PilotActed, PuntMoved
from manila_pbem.rules.harbour import arrive
from manila_pbem.rules.table import SEAT_MASK, Table

_STEPS = (1, -1)
_known: dict[tuple[int, int, bool, bool], tuple[Pilot, ...]] = {}


def ask_pilot(table: Table, pilot: Space) -> None:
    """Ask a pilot, or the next one where nobody is there; none is asked when all punts are in port (R9.1, R9.3)."""
    while _is_any_at_sea(table):
        crew = table.crew[pilot]
        if crew:
            table.due = "pilot"
            table.pilot = pilot
            table.to_act = crew[0] & SEAT_MASK
            return
        if pilot == Space.LARGE_PILOT:
            break
        pilot = Space.LARGE_PILOT
    table.to_act = None
    table.due = "dice"


def _is_any_at_sea(table: Table) -> bool:
    return any(0 <= where <= LAST_LANE_SPACE for where in table.where)


def list_pilots(table: Table) -> tuple[Pilot, ...]:
    """Return to do nothing, then every move of the pilot in turn (R9.2, R9.3, R12.5)."""
    where = table.where
    at_sea = back_2 = 0
    for ware in table.lanes:
        place = where[ware]
        if place <= LAST_LANE_SPACE:
            bit = 1 << ware
            at_sea |= bit
            if place >= 2:
                back_2 |= bit
    large = table.pilot == Space.LARGE_PILOT
    key = (at_sea, back_2, large, table.options.large_pilot_up_to)
    moves = _known.get(key)
    if moves is None:
        moves = _known[key] = (NO_PILOT, *_make_moves(*key))
    return moves


def _make_moves(at_sea: int, back_2: int, large: bool, up_to: bool) -> list[Pilot]:
    """Make the moves for punts given as bits by ware: those at sea, and those at least 2 spaces along.

    One space back is always there: two dice have moved each punt, and only the small pilot one back since.
    """
    wares = [ware for ware in WARES if at_sea >> ware & 1]
    single = [Pilot(((ware, step),)) for ware in wares for step in _STEPS]
    if not large:
        return single
    double = [Pilot(((ware, 2 * step),)) for ware in wares for step in _STEPS if step > 0 or back_2 >> ware & 1]
    pairs = [
        Pilot(((one, step), (other, other_step)))
        for one, other in combinations(wares, 2)
        for step in _STEPS
        for other_step in _STEPS
    ]
    return (single if up_to else []) + double + pairs


def find_pilot_fault(table: Table, answer: Answer) -> tuple[str, str] | None:
    """Return the clause a pilot's move breaks and why, None for a legal one."""
    if answer in list_pilots(table):
        return None
    assert isinstance(answer, Pilot)
    for ware, step in answer.moves:
        where = table.where[ware]
        if where < 0:
            return "R5.2", "ware_not_loaded"
        if where > LAST_LANE_SPACE:
            return "R9.3", "punt_out_of_reach"
        if where + step < 0:
            return "R9.3", "punt_below_0"
    return "R9.2", "not_a_pilot_move"


def answer_pilot(table: Table, answer: Pilot) -> None:
    """Move the punts, into port at once where they pass 13, and ask the next pilot (R9.4)."""
    assert table.to_act is not None and table.pilot is not None
    if table.tell:
        table.tell(PilotActed(table.to_act, table.pilot, answer.moves))
    if answer.moves:
        steps: dict[Ware, int] = dict(answer.moves)
        for ware in table.lanes:
            if ware in steps:
                before = table.where[ware]
                after = before + steps[ware]
                if table.tell:
                    table.tell(PuntMoved(ware, before, after))
                if after > LAST_LANE_SPACE:
                    arrive(table, ware)
                else:
                    table.where[ware] = after
    if table.pilot == Space.SMALL_PILOT:
        ask_pilot(table, Space.LARGE_PILOT)
    else:
        table.to_act = None
        table.due = "dice"
