"""Conditions on public facts that an alternative may carry (docs/play.md, section 2)."""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem.orders.order import Bounds, Conditions
from manila_pbem.rules.board import PORTS, Ware
from manila_pbem.rules.state import CLOSED, State, find_berth, is_at_sea

IN_PORT = 14
"""What a punt in port counts as a position."""


def find_failed_condition(when: Conditions, state: State, names: Sequence[str], seat: int, cost: int) -> str | None:
    """Return the name of the first fact that does not hold, None where all do.

    `cost` is what the alternative would cost this player now, in pesos.
    """
    for ware, bounds in when.position:
        position = _find_position(state, ware)
        if position is None or not _holds(bounds, position):
            return "position"
    for ware, bounds in when.crew:
        if ware not in state.lanes or not _holds(bounds, len(state.crew[ware])):
            return "crew"
    for ware, bounds in when.value:
        if not _holds(bounds, state.values[ware]):
            return "value"
    if when.cost is not None and not _holds(when.cost, cost):
        return "cost"
    if when.cash is not None and not _holds(when.cash, state.cash[seat]):
        return "cash"
    if any(state.costs[space] == CLOSED for space in when.free):
        return "free"
    master = state.harbour_master
    if when.harbour_master is not None and (master is None or names[master] != when.harbour_master):
        return "harbour_master"
    return None


def _find_position(state: State, ware: Ware) -> int | None:
    """Return a punt's lane space, 14 in port; None where it fulfils nothing: not loaded, or in a shipyard."""
    where = state.where[ware]
    if is_at_sea(where):
        return where
    return IN_PORT if find_berth(where) in PORTS else None


def _holds(bounds: Bounds, number: int) -> bool:
    if bounds.least is not None and number < bounds.least:
        return False
    return bounds.most is None or number <= bounds.most
