"""What the captain does with plundered punts (R8.5)."""

from __future__ import annotations

from itertools import product

from manila_pbem.rules.answers import Answer, Plunder
from manila_pbem.rules.board import LAST_LANE_SPACE, Ware
from manila_pbem.rules.events import PlunderSent
from manila_pbem.rules.harbour import arrive, wreck
from manila_pbem.rules.payout import settle_voyage
from manila_pbem.rules.table import Table


def list_plundered(table: Table) -> list[Ware]:
    """Return the wares of the punts on 13, in board order."""
    return [ware for ware in sorted(table.lanes) if table.where[ware] == LAST_LANE_SPACE]


def list_plunders(table: Table) -> list[Plunder]:
    """Return every way to send the plundered punts to port or shipyard (R8.5)."""
    wares = list_plundered(table)
    return [Plunder(tuple(zip(wares, ways, strict=True))) for ways in product((True, False), repeat=len(wares))]


def find_plunder_fault(table: Table, answer: Answer) -> tuple[str, str] | None:
    """Return the clause an answer of the captain breaks and why, None for a legal one."""
    assert isinstance(answer, Plunder)
    if [ware for ware, _ in answer.to_port] == list_plundered(table):
        return None
    return "R8.5", "not_the_plundered_punts"


def answer_plunder(table: Table, answer: Plunder) -> None:
    """Send the plundered punts, by lane, and end the voyage (R8.5, R10)."""
    assert table.to_act is not None
    ways = dict(answer.to_port)
    for ware in table.lanes:
        if ware in ways:
            if table.tell:
                table.tell(PlunderSent(table.to_act, ware, ways[ware]))
            if ways[ware]:
                arrive(table, ware)
            else:
                wreck(table, ware)
    settle_voyage(table)
