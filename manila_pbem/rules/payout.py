"""Profits, insurance, values and the end (R10, R11)."""

from __future__ import annotations

from manila_pbem.rules.auction import open_auction
from manila_pbem.rules.board import (
    BERTH_PAYOUTS,
    LOAD_PAYOUTS,
    PORTS,
    SHIPYARDS,
    SPACES,
    VALUE_TRACK,
    WARES,
    Space,
    Ware,
)
from manila_pbem.rules.events import (
    BankRepaid,
    BerthPaid,
    GameEnded,
    InsurerFailed,
    LoadPaid,
    ValueRose,
    VoyageEnded,
)
from manila_pbem.rules.state import ASHORE, BERTHED, CLOSED
from manila_pbem.rules.table import SEAT_MASK, SPACE_COUNT, Table

_SHIPYARD_A = SHIPYARDS[0] + BERTHED
_HIGHEST_VALUE = VALUE_TRACK[-1]


def settle_voyage(table: Table) -> None:
    """Pay all profits, let the insurer pay, raise values, and open the next voyage or end the game (R10, R11)."""
    arrived = [ware for ware in table.lanes if table.where[ware] < _SHIPYARD_A]
    wrecks = len(table.lanes) - len(arrived)
    _pay_loads(table, arrived)
    _pay_ports(table, len(arrived))
    _pay_shipyards(table, wrecks)
    ended = _raise_values(table, arrived)
    if table.tell:
        table.tell(VoyageEnded(table.voyage))
    _return_accomplices(table)
    if ended:
        table.due = "nothing"
        table.to_act = None
        if table.tell:
            table.tell(GameEnded())
    else:
        open_auction(table)


def _pay_loads(table: Table, arrived: list[Ware]) -> None:
    """Share each arrived load's payout among its crew (R10.1); a plundered one has no crew any more (R8.4)."""
    for ware in arrived:
        crew = table.crew[ware]
        if crew:
            share = LOAD_PAYOUTS[ware] // len(crew)
            for entry in crew:
                table.cash[entry & SEAT_MASK] += share
                if table.tell:
                    table.tell(LoadPaid(entry & SEAT_MASK, ware, share))


def _pay_ports(table: Table, taken: int) -> None:
    """Pay the accomplices on the port spaces that have a punt, from the bank (R10.2)."""
    for port in PORTS[:taken]:
        for entry in table.crew[port]:
            table.cash[entry & SEAT_MASK] += BERTH_PAYOUTS[port]
            if table.tell:
                table.tell(BerthPaid(entry & SEAT_MASK, port, BERTH_PAYOUTS[port], None))


def _pay_shipyards(table: Table, taken: int) -> None:
    """Pay the accomplices on the shipyard spaces that have a punt, then let the insurer pay for all of them (R10.3)."""
    insurers = table.crew[Space.INSURANCE]
    insurer = insurers[0] & SEAT_MASK if insurers else None
    owed = 0
    for shipyard in SHIPYARDS[:taken]:
        pesos = BERTH_PAYOUTS[shipyard]
        owed += pesos
        for entry in table.crew[shipyard]:
            table.cash[entry & SEAT_MASK] += pesos
            if table.tell:
                table.tell(BerthPaid(entry & SEAT_MASK, shipyard, pesos, insurer))
        if insurer is not None and not table.crew[shipyard] and table.tell:
            table.tell(BankRepaid(insurer, shipyard, pesos))
    if insurer is not None and owed:
        _charge_insurer(table, insurer, owed)


def _charge_insurer(table: Table, insurer: int, owed: int) -> None:
    """Take what the insurer owes, with loans as far as needed; what lacks the bank pays (R10.4)."""
    lacking = owed - table.count_means(insurer)
    if lacking <= 0:
        table.pay(insurer, owed)
        return
    table.pay(insurer, owed - lacking)
    if table.tell:
        table.tell(InsurerFailed(insurer, lacking))


def _raise_values(table: Table, arrived: list[Ware]) -> bool:
    """Raise the wares in port by one step; return whether any stands at 30 (R11.1, R11.2)."""
    ended = False
    for ware in arrived:
        value = VALUE_TRACK[VALUE_TRACK.index(table.values[ware]) + 1]
        table.values[ware] = value
        ended = ended or value == _HIGHEST_VALUE
        if table.tell:
            table.tell(ValueRose(ware, value))
    return ended


def _return_accomplices(table: Table) -> None:
    """Give all accomplices back, take the punts out of the water and close all spaces (R10.6)."""
    for space in SPACES:
        table.crew[space].clear()
    for ware in WARES:
        table.where[ware] = ASHORE
    table.lanes = ()
    table.move_order = None
    table.costs = [CLOSED] * SPACE_COUNT
    table.blind = [0] * table.players
