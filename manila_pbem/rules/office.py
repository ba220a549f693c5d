"""The office of harbour master: buying a share, loading and starting the punts (R5)."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

from manila_pbem.rules.answers import BUY_NONE, Answer, Buy, Load
from manila_pbem.rules.board import (
    HIGHEST_START_SPACE,
    LEAST_SHARE_PRICE,
    SPACE_COSTS,
    START_SPACES_SUM,
    WARES,
    price_share,
)
from manila_pbem.rules.events import PuntsLoaded, ShareBought
from manila_pbem.rules.placing import start_round
from manila_pbem.rules.state import CLOSED
from manila_pbem.rules.table import Table

_BUYS = tuple(Buy(ware) for ware in WARES)
PUNTS = 3


def list_buys(table: Table) -> list[Buy]:
    """Return to buy none, then every share in the supply that can be paid (R5.1)."""
    assert table.to_act is not None
    means = table.count_means(table.to_act)
    buys = [BUY_NONE]
    for buy, left, value in zip(_BUYS, table.supply, table.values, strict=True):
        if left and (value if value > LEAST_SHARE_PRICE else LEAST_SHARE_PRICE) <= means:
            buys.append(buy)
    return buys


def find_buy_fault(table: Table, answer: Answer) -> tuple[str, str] | None:
    """Return the clause a purchase breaks and why, None for a legal one."""
    ware = answer.ware if isinstance(answer, Buy) else None
    if ware is None:
        return None
    assert table.to_act is not None
    if not table.supply[ware]:
        return "R5.1", "supply_empty"
    if price_share(table.values, ware) > table.count_means(table.to_act):
        return "R5.1", "share_above_means"
    return None


def answer_buy(table: Table, answer: Buy) -> None:
    """Take a legal purchase; paid with loans on shares held before it (R5.1)."""
    seat = table.to_act
    ware = answer.ware
    assert seat is not None
    price = 0 if ware is None else price_share(table.values, ware)
    if table.tell:
        table.tell(ShareBought(seat, ware, price))
    if ware is not None:
        table.pay(seat, price)
        table.supply[ware] -= 1
        table.held[seat] += 1
        table.bought[seat][ware] += 1
        if table.shares is not None:
            table.shares[seat][ware] += 1
    table.due = "load"


@cache
def list_loads() -> tuple[Load, ...]:
    """Return all 600 ways to load and start the punts, without a move order (R5.2, R5.3).

    Each is legal with any order of its wares as move order, too (R7.3).
    """
    starts = [
        start for start in product(range(HIGHEST_START_SPACE + 1), repeat=PUNTS) if sum(start) == START_SPACES_SUM
    ]
    return tuple(Load(wares, start) for wares in permutations(WARES, PUNTS) for start in starts)


def find_load_fault(table: Table, answer: Answer) -> tuple[str, str] | None:
    """Return the clause a loading breaks and why, None for a legal one."""
    assert isinstance(answer, Load)
    wares = answer.wares
    if len(wares) != PUNTS or len(set(wares)) != PUNTS:
        return "R5.2", "load_not_three_wares"
    if len(answer.starts) != PUNTS or not all(0 <= start <= HIGHEST_START_SPACE for start in answer.starts):
        return "R5.3", "start_not_0_to_5"
    if sum(answer.starts) != START_SPACES_SUM:
        return "R5.3", "starts_not_9"
    if answer.move_order is not None and sorted(answer.move_order) != sorted(wares):
        return "R7.3", "move_order_not_the_load"
    return None


def answer_load(table: Table, answer: Load) -> None:
    """Load and start the punts, open the spaces, and begin the first placement round (R5.2, R5.3, R6.1)."""
    assert table.to_act is not None
    if table.tell:
        table.tell(PuntsLoaded(table.to_act, *answer[:3]))
    table.lanes = answer.wares
    table.move_order = answer.move_order
    table.costs = costs = list(SPACE_COSTS)
    for ware in WARES:
        if ware not in answer.wares:
            costs[ware] = CLOSED
    for ware, start in zip(answer.wares, answer.starts, strict=True):
        table.where[ware] = start
    table.movement = 0
    start_round(table)
