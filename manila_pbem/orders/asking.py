"""Who may have to decide in a phase, and so must send orders at the pace `sealed` (docs/play.md, section 1)."""

from __future__ import annotations

from manila_pbem.rules.board import PIRATE_SPACES, SEAT_COSTS, WARES, Space
from manila_pbem.rules.state import CLOSED, Due, State
from manila_pbem.values import NamedValue


class Question(NamedValue):
    """A decision somebody may have to take: its kind, and whether it is the second pirate's or the large pilot's."""

    due: Due
    second: bool = False


def ask_now(state: State) -> Question:
    """Return the question that is due now."""
    return Question(state.due, state.second_pirate or state.pilot == Space.LARGE_PILOT)


def list_questions(state: State) -> tuple[tuple[int, Question], ...]:
    """Return every question that may come up in the phase the game waits in, each with the seat it goes to.

    It depends on public facts alone. Empty while dice are due and when the game is over.
    """
    seat = state.to_act
    if seat is None:
        return ()
    now = ask_now(state)
    match state.due:
        case "bid":
            return tuple([(other, now) for other in range(state.players) if not state.passed[other]])
        case "buy":
            return ((seat, now), (seat, Question("load")))
        case "place":
            return tuple([(other, now) for other in _list_placers(state)])
        case "board" if not now.second:
            return tuple(zip(state.crew[Space.PIRATES], (now, Question("board", second=True)), strict=False))
        case "pilot" if not now.second:
            return ((seat, now), *[(other, Question("pilot", second=True)) for other in state.crew[Space.LARGE_PILOT]])
        case _:
            return ((seat, now),)


def list_asked(state: State) -> tuple[int, ...]:
    """Return the seats, in seat order, of all who may have to decide in the phase the game waits in."""
    return tuple(sorted({seat for seat, _ in list_questions(state)}))


def _list_placers(state: State) -> list[int]:
    """List who may still place in this round: those not passed who have, or may yet get, an open space (R6.7)."""
    master, players = state.harbour_master, state.players
    assert master is not None and state.to_act is not None
    begun = (state.to_act - master) % players
    turns = [(master + turn) % players for turn in range(begun, players)]
    placers: list[int] = []
    for seat in turns:
        if state.passed[seat]:
            continue
        if seat == state.to_act or _may_place(state, seat, len(placers)):
            placers.append(seat)
    return placers


def _may_place(state: State, seat: int, before: int) -> bool:
    """Tell whether a player may find an open space after up to `before` others have placed.

    Everybody finds any space that is left, paid in full or as a blind passenger; only a player who has a blind
    passenger aboard already where one is the most, and cannot pay, finds none but the insurance, and that only once
    all else is taken (R12.3, R14.2). Nothing gets cheaper within a round.
    """
    free = count_free(state)
    insured = state.costs[Space.INSURANCE] != CLOSED
    limited = state.options.one_blind_passenger and state.blind[seat] > 0
    if limited and state.count_means(seat) < min(state.costs[: Space.INSURANCE]):
        return insured and before >= free
    return free > 0 or insured


def count_free(state: State) -> int:
    """Return how many accomplices still find room on open spaces, the insurance not counted."""
    rooms = 0
    for space in range(Space.INSURANCE):
        if state.costs[space] == CLOSED:
            continue
        if space < len(WARES):
            rooms += len(SEAT_COSTS[space]) - len(state.crew[space])
        elif space == Space.PIRATES:
            rooms += PIRATE_SPACES - len(state.crew[space])
        else:
            rooms += 1
    return rooms
