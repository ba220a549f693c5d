"""Ports and shipyards: which space a punt takes (R7.2, R7.5, R6.4)."""

from __future__ import annotations

from manila_pbem.rules.board import PORTS, SHIPYARDS, Ware
from manila_pbem.rules.events import PuntArrived, PuntWrecked
from manila_pbem.rules.state import BERTHED, CLOSED
from manila_pbem.rules.table import Table

_PORT_A = PORTS[0] + BERTHED
_SHIPYARD_A = SHIPYARDS[0] + BERTHED


def arrive(table: Table, ware: Ware) -> None:
    """Bring a punt into the next free port space (R7.2); its load is closed, the port too (R6.4, R12.4)."""
    taken = 0
    for where in table.where:
        if _PORT_A <= where < _SHIPYARD_A:
            taken += 1
    port = PORTS[taken]
    table.where[ware] = port + BERTHED
    table.costs[ware] = CLOSED
    if not table.options.late_port_bets:
        table.costs[port] = CLOSED
    if table.tell:
        table.tell(PuntArrived(ware, port))


def wreck(table: Table, ware: Ware) -> None:
    """Bring a punt into the next free shipyard space (R7.5)."""
    taken = sum(where >= _SHIPYARD_A for where in table.where)
    shipyard = SHIPYARDS[taken]
    table.where[ware] = shipyard + BERTHED
    if table.tell:
        table.tell(PuntWrecked(ware, shipyard))
