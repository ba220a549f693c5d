"""Files below `orders/` that nothing will ever read: misspelt, in a folder of no phase, or too late."""

from __future__ import annotations

from typing import Literal

from manila_pbem.orders.phases import OVER, Phase, list_steps, read_phase
from manila_pbem.processor.desk import Desk
from manila_pbem.store.order_files import OrderFile, find_orders, list_folders, list_strangers
from manila_pbem.values import NamedValue

STANDING = "standing"


class Stray(NamedValue):
    """A path below `orders/`, and why it is not read: its name is no player's, its folder no phase's, or it is late."""

    path: str
    why: Literal["no_player", "no_phase", "late"]


def find_strays(desk: Desk) -> tuple[Stray, ...]:
    """Return what lies in the game's order folders and is not read; nothing once the game is over."""
    present = desk.now.phase
    if present.step == OVER:
        return ()
    names = desk.setup.names
    steps = list_steps(len(names))
    strays = [Stray(name, "no_phase") for name in list_folders(desk.folder) if not _is_known(name, present, len(names))]
    for step in steps:
        phase = Phase(present.voyage, step)
        strays += [Stray(path, "no_player") for path in list_strangers(desk.folder, phase.name, names)]
        if steps.index(step) < steps.index(present.step):
            strays += [Stray(path, "late") for path in _list_late(desk, phase)]
    strays += [Stray(path, "no_player") for path in list_strangers(desk.folder, STANDING, names)]
    return tuple(strays)


def _is_known(name: str, present: Phase, players: int) -> bool:
    """Tell whether a folder is that of standing policies, or of a phase that has come or may come in this voyage."""
    phase = read_phase(name, players)
    return name == STANDING or (phase is not None and phase.step != OVER and phase.voyage <= present.voyage)


def _list_late(desk: Desk, phase: Phase) -> list[str]:
    """List the files of a past phase that are none of the orders used in it."""
    late = []
    for player, found in find_orders(desk.folder, phase.name, desk.setup.names).items():
        if isinstance(found, OrderFile):
            used = desk.read_used(desk.list_orders(phase.name, player)).values()
            if all(filed.copy != found.data for filed in used):
                late.append(found.path)
    return late
