"""Pirates boarding after the second movement, by free seats or by evicting (R8.1 to R8.3)."""

from __future__ import annotations

from manila_pbem.rules.answers import STAY, Answer, Board
from manila_pbem.rules.board import LAST_LANE_SPACE, SEAT_COSTS, SPACE_COSTS, Space, Ware
from manila_pbem.rules.events import PirateBoarded, PirateStayed
from manila_pbem.rules.harbour import arrive
from manila_pbem.rules.placing import start_round
from manila_pbem.rules.state import CLOSED
from manila_pbem.rules.table import BLIND, SEAT_MASK, Table


def ask_pirate(table: Table) -> None:
    """Ask the next pirate who can board; after the last one the voyage goes on (R8.2, R12.2)."""
    pirates = table.crew[Space.PIRATES]
    if table.asked_pirate < len(pirates) and _list_boardings(table):
        table.due = "board"
        table.to_act = pirates[table.asked_pirate] & SEAT_MASK
        return
    if table.options.second_13_to_port:
        for ware in table.lanes:
            if table.where[ware] == LAST_LANE_SPACE and not _is_boarded(table, ware):
                arrive(table, ware)
    table.boarded = ()
    start_round(table)


def _is_boarded(table: Table, ware: Ware) -> bool:
    return ware in table.boarded


def _list_boardings(table: Table) -> list[Board]:
    """List the boardings open to the pirate in turn: free seats, or without any, evictions (R8.3, R12.1)."""
    reached = [ware for ware in sorted(table.lanes) if table.where[ware] == LAST_LANE_SPACE]
    free = [Board(ware) for ware in reached if len(table.crew[ware]) < len(SEAT_COSTS[ware])]
    if free or not table.options.evict:
        return free
    return [
        Board(ware, owner)
        for ware in reached
        for owner in sorted({entry & SEAT_MASK for entry in _list_evictable(table, ware)})
    ]


def _list_evictable(table: Table, ware: Ware) -> list[int]:
    """List the accomplices on a load without the captain who has just boarded it."""
    crew = table.crew[ware]
    fresh = table.fresh_pirate
    if fresh is None or fresh[0] != ware:
        return crew
    return [entry for seat, entry in enumerate(crew) if seat != fresh[1]]


def list_boards(table: Table) -> list[Board]:
    """Return to stay, then every boarding of the pirate in turn (R8.2, R8.3)."""
    return [STAY, *_list_boardings(table)]


def find_board_fault(table: Table, answer: Answer) -> tuple[str, str] | None:
    """Return the clause a boarding breaks and why, None for a legal one."""
    if answer in list_boards(table):
        return None
    assert isinstance(answer, Board)
    if answer.ware is None:
        return "R8.3", "nobody_to_evict"
    if table.where[answer.ware] != LAST_LANE_SPACE:
        return "R8.1", "punt_not_on_13"
    if answer.evict is None:
        return "R8.3", "no_free_seat"
    if not table.options.evict:
        return "R12.1", "evicting_not_played"
    if any(board.evict is None for board in _list_boardings(table)):
        return "R8.3", "seat_still_free"
    return "R8.3", "nobody_to_evict"


def answer_board(table: Table, answer: Board) -> None:
    """Let a pirate board or stay, and ask the next one (R8.2, R8.3)."""
    seat = table.to_act
    assert seat is not None
    pirates = table.crew[Space.PIRATES]
    ware = answer.ware
    if ware is None:
        table.asked_pirate += 1
        if table.tell:
            table.tell(PirateStayed(seat))
    else:
        entry = pirates.pop(table.asked_pirate)
        table.costs[Space.PIRATES] = SPACE_COSTS[Space.PIRATES]
        place = _take_seat(table, ware, entry, answer.evict)
        table.boarded = (*table.boarded, ware)
        if table.tell:
            table.tell(PirateBoarded(seat, ware, answer.evict))
        # Who comes next stands where this pirate stood, so the number asked stays.
        table.fresh_pirate = (ware, place)
    ask_pirate(table)


def _take_seat(table: Table, ware: Ware, entry: int, evict: int | None) -> int:
    """Put a pirate on a free seat, or on the hindmost seat of the owner he evicts; return the seat's number."""
    crew = table.crew[ware]
    if evict is None:
        crew.append(entry)
        costs = SEAT_COSTS[ware]
        table.costs[ware] = costs[len(crew)] if len(crew) < len(costs) else CLOSED
        return len(crew) - 1
    fresh = table.fresh_pirate
    place = max(place for place, other in enumerate(crew) if other & SEAT_MASK == evict and fresh != (ware, place))
    if crew[place] & BLIND:
        table.blind[evict] -= 1
    crew[place] = entry
    return place
