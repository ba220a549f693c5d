"""Placement of accomplices (R6) and blind passengers (R14)."""

from __future__ import annotations

from manila_pbem.rules.answers import PASS_PLACING, Answer, Place
from manila_pbem.rules.board import HIGHEST_COST, LAST_LANE_SPACE, PIRATE_SPACES, SEAT_COSTS, SPACES, Space
from manila_pbem.rules.events import AccomplicePlaced, PlacingPassed, PlayerPassedOver
from manila_pbem.rules.pilots import ask_pilot
from manila_pbem.rules.state import CLOSED
from manila_pbem.rules.table import BLIND, Table, take_insurance

_PLACES = tuple(Place(space) for space in SPACES)
_PAID_PLACES = _PLACES[: Space.INSURANCE]
_PIRATES = int(Space.PIRATES)
_INSURANCE = int(Space.INSURANCE)
_LOADS = len(SEAT_COSTS)


def start_round(table: Table) -> None:
    """Begin the next placement round with the harbour master (R6.1, R6.2)."""
    table.round += 1
    table.due = "place"
    assert table.harbour_master is not None
    _ask_from(table, table.harbour_master, table.players)


def list_places(table: Table) -> list[Place]:
    """Return every space the player in turn can take, then to pass (R6.2, R14)."""
    if table.placings is None:
        assert table.to_act is not None
        table.placings = [*_find_open(table, table.to_act), PASS_PLACING]
    return table.placings


def _find_open(table: Table, seat: int) -> list[Place]:
    """List the spaces open to a player: those he can pay in full, or those he can stow away on (R14)."""
    limit = table.count_means(seat)
    costs = table.costs
    if limit >= HIGHEST_COST:
        limit = HIGHEST_COST
    elif is_blind_passenger(table, seat):
        if table.options.one_blind_passenger and table.blind[seat]:
            return []
        return [place for place, cost in zip(_PAID_PLACES, costs, strict=False) if cost != CLOSED]
    return [place for place, cost in zip(_PLACES, costs, strict=True) if cost <= limit]


def is_blind_passenger(table: Table, seat: int) -> bool:
    """Tell whether a player can neither pay nor borrow for the cheapest open space but the insurance (R14.1, R14.2)."""
    if table.held[seat] > table.mortgaged[seat]:
        return False
    cheapest = min(table.costs[:_INSURANCE])
    return table.cash[seat] < cheapest < CLOSED


def price_place(table: Table, seat: int, space: Space) -> int:
    """Return the pesos a player pays for a space that is open to him: its cost, or all his cash (R6.2, R14.1)."""
    return table.cash[seat] if is_blind_passenger(table, seat) else table.costs[space]


def find_place_fault(table: Table, answer: Answer) -> tuple[str, str] | None:
    """Return the clause a placement breaks and why, None for a legal one."""
    if answer in list_places(table):
        return None
    seat, space = table.to_act, answer.space if isinstance(answer, Place) else None
    assert seat is not None and space is not None
    if table.costs[space] == CLOSED:
        return _find_closed_fault(table, space)
    if is_blind_passenger(table, seat):
        return "R14.2", "insurance_refused_to_blind"
    return "R14.3", "space_above_means"


def _find_closed_fault(table: Table, space: Space) -> tuple[str, str]:
    if space < _LOADS:
        if table.where[space] < 0:
            return "R5.2", "ware_not_loaded"
        if table.where[space] > LAST_LANE_SPACE:
            return "R6.4", "punt_in_port"
        return "R6.3", "load_full"
    if table.crew[space]:
        return ("R6.5", "pirate_ship_full") if space == _PIRATES else ("R6.2", "space_occupied")
    return "R6.4", "port_taken_by_punt"


def answer_place(table: Table, answer: Place) -> None:
    """Put a legal accomplice down and take its price, or let the player pass; ask the next one (R6.2)."""
    seat = table.to_act
    space = answer.space
    assert seat is not None
    if space is None:
        table.passed[seat] = True
        table.passed_count += 1
        if table.tell:
            table.tell(PlacingPassed(seat))
    else:
        _put_accomplice(table, seat, space)
    _ask_from(table, seat + 1, table.players - 1 - (seat - table.harbour_master) % table.players)  # type: ignore[operator]


def _put_accomplice(table: Table, seat: int, space: Space) -> None:
    costs = table.costs
    price = costs[space]
    entry = seat
    cash = table.cash[seat]
    if cash < HIGHEST_COST and is_blind_passenger(table, seat):
        price = cash
        entry += BLIND
        table.blind[seat] += 1
    if table.tell:
        table.tell(AccomplicePlaced(seat, space, price, entry != seat))
    if cash >= price:
        table.cash[seat] = cash - price
    else:
        table.pay(seat, price)
    crew = table.crew[space]
    crew.append(entry)
    if space < _LOADS:
        seats = SEAT_COSTS[space]
        taken = len(crew)
        costs[space] = seats[taken] if taken < len(seats) else CLOSED
    elif space != _PIRATES:
        costs[space] = CLOSED
        if space == _INSURANCE:
            take_insurance(table, seat)
    elif len(crew) == PIRATE_SPACES:
        costs[space] = CLOSED


def _ask_from(table: Table, seat: int, count: int) -> None:
    """Ask the first of `count` players from `seat` on who can place; after them the round is over."""
    players = table.players
    passed = table.passed
    for _ in range(count):
        seat %= players
        if not passed[seat]:
            places = _find_open(table, seat)
            if places:
                places.append(PASS_PLACING)
                table.placings = places
                table.to_act = seat
                return
            if table.tell:
                table.tell(PlayerPassedOver(seat))
        seat += 1
    _end_round(table)


def _end_round(table: Table) -> None:
    table.placings = None
    rounds = table.movement_rounds
    if table.round not in rounds:
        start_round(table)
    elif table.round == rounds[-1]:
        ask_pilot(table, Space.SMALL_PILOT)
    else:
        table.to_act = None
        table.due = "dice"
