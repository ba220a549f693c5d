"""`status`: the phase, who is awaited, the deadline and the state, without a secret (docs/play.md, section 4)."""

from __future__ import annotations

from pathlib import Path

from manila_pbem.formats.record_state import state_to_mapping
from manila_pbem.orders.phases import OVER
from manila_pbem.processor.desk import Desk, Refused, open_desk
from manila_pbem.processor.reporting import find_deadline
from manila_pbem.processor.strays import Stray, find_strays
from manila_pbem.rules.board import WARE_WORDS
from manila_pbem.store.game_folder import find_games
from manila_pbem.values import NamedValue


class Status(NamedValue):
    """How a game stands. `awaited` names those whose answer is missing or asked again; `state` is docs/record.md's.

    `refused` are the files that count as missing; `strays` those below `orders/` that nothing will read.
    """

    game: str
    phase: str
    awaited: tuple[str, ...]
    deadline: str | None
    state: dict[str, object]
    refused: tuple[Refused, ...]
    strays: tuple[Stray, ...]


def show_status(games: Path, name: str) -> Status:
    """Return how a game stands; raises ManilaError and DamagedGame as `open_desk` does."""
    with open_desk(games, name) as desk:
        phase = desk.now.phase
        over = phase.step == OVER
        return Status(
            game=name,
            phase=phase.name,
            awaited=desk.find_awaited(),
            deadline=find_deadline(desk, phase),
            state=_show_state(desk),
            refused=() if over else desk.find_refused(phase),
            strays=find_strays(desk),
        )


def _show_state(desk: Desk) -> dict[str, object]:
    """Return the state of docs/record.md; while dealt shares are secret, with those bought in the place of all."""
    state = desk.now.game.take_state()
    names = desk.setup.names
    if state.due == "nothing":
        return state_to_mapping(state, names)
    mapping = state_to_mapping(state, names, public=True)
    mapping["bought"] = {
        name: dict(zip(WARE_WORDS, bought, strict=True)) for name, bought in zip(names, state.bought, strict=True)
    }
    return mapping


def list_games(games: Path) -> list[str]:
    """Return the names of all games in a folder, sorted."""
    return [folder.name for folder in find_games(games)]
