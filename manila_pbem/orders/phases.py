"""The phases of a game and their names (docs/play.md, section 1)."""

from __future__ import annotations

from functools import cache

from manila_pbem.rules.board import list_movement_rounds
from manila_pbem.rules.state import State
from manila_pbem.values import NamedValue

ROLL = "roll"
"""Stands among a voyage's steps where the dice are rolled."""

OVER = "over"
_LAST_MOVEMENT = 3
_BOARDING_AFTER = 2


class Phase(NamedValue):
    """A phase: the number of its voyage and its step, such as `auction`, `place-1` or `over`."""

    voyage: int
    step: str

    @property
    def name(self) -> str:
        """The phase's name, such as `v1-place-2`."""
        return OVER if self.step == OVER else f"v{self.voyage}-{self.step}"


@cache
def list_steps(players: int) -> tuple[str, ...]:
    """Return the steps of a voyage in order, with `ROLL` where a movement stands between them (R3, R6.1)."""
    movements = list_movement_rounds(players)
    steps = ["auction", "office"]
    for round_ in range(1, movements[-1] + 1):
        steps.append(f"place-{round_}")
        if round_ in movements:
            movement = movements.index(round_) + 1
            if movement == _LAST_MOVEMENT:
                steps.append("pilots")
            steps.append(ROLL)
            if movement == _BOARDING_AFTER:
                steps.append("boarding")
    steps.append("plunder")
    return tuple(steps)


def find_phase(state: State) -> Phase | None:
    """Return the phase the game waits in, None while dice are due."""
    match state.due:
        case "bid":
            return Phase(state.voyage, "auction")
        case "buy" | "load":
            return Phase(state.voyage, "office")
        case "place":
            return Phase(state.voyage, f"place-{state.round}")
        case "board":
            return Phase(state.voyage, "boarding")
        case "pilot":
            return Phase(state.voyage, "pilots")
        case "plunder":
            return Phase(state.voyage, "plunder")
        case "nothing":
            return Phase(state.voyage, OVER)
        case "dice":
            return None


def read_phase(name: str, players: int) -> Phase | None:
    """Return the phase of a name, None where no game of so many players has such a phase."""
    if name == OVER:
        return Phase(0, OVER)
    head, _, step = name.partition("-")
    digits = head[1:]
    if head[:1] != "v" or not digits.isascii() or not digits.isdigit() or digits[0] == "0" or len(digits) > 4:
        return None
    if step == ROLL or step not in list_steps(players):
        return None
    return Phase(int(digits), step)


def rank_step(step: str, players: int) -> int:
    """Return where a step stands in its voyage, for comparing phases of one voyage."""
    return list_steps(players).index(step)
