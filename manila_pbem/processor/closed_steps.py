"""What `verify` can tell of a step before its orders are opened: which orders may stand there, and cause what.

Nothing here knows what an order says; that is held against the log once the voyage is over.
"""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem.orders.phases import OVER, find_phase, rank_step, read_phase
from manila_pbem.processor.chronicle import BadEntryError, Entry
from manila_pbem.processor.setup import Setup
from manila_pbem.rules.play import Game


def check_cause(entries: Sequence[Entry], game: Game, entry: Entry) -> None:
    """Check that the player of an action has an order that may have caused it, and a loan the one it names."""
    action = entry["action"]
    player, by = action.get("player"), entry.get("by")
    loan = bool({"mortgage", "redeem"} & set(action))
    if loan != ("by" in entry):
        raise BadEntryError(entry["n"], "names an order though it is no loan" if not loan else "names no order")
    orders = [other for other in entries if other["kind"] == "order" and other["n"] < entry["n"]]
    own = [other for other in orders if other["player"] == player]
    if loan and not any(other["n"] == by and other["step"] == entry["step"] for other in own):
        raise BadEntryError(entry["n"], f"is no loan of the order of line {by!r}")
    present = find_phase(game.take_state())
    assert present is not None
    needed = f"{present.name}" if "bid" in action else f"v{present.voyage}-"
    if not any(other["phase"].startswith(needed) for other in own):
        raise BadEntryError(entry["n"], f"decides for {player}, of whom no order has been used")


def check_place(setup: Setup, game: Game, entry: Entry, run: list[tuple[int, int]], *, decided: bool) -> None:
    """Check the place of an order: of no past phase, and among those used at one moment by phase and seat."""
    players = len(setup.names)
    phase = read_phase(entry["phase"], players)
    if phase is None or phase.step == OVER or entry["player"] not in setup.names:
        raise BadEntryError(entry["n"], "is no order of a player for a phase of this game")
    present = find_phase(game.take_state())
    rank = rank_step(phase.step, players)
    if present is None or phase.voyage != present.voyage or rank < rank_step(present.step, players):
        raise BadEntryError(entry["n"], "is an order for another phase than one that is worked off here")
    if not decided and phase != present:
        raise BadEntryError(entry["n"], "is an order for a later phase, used before this one is worked off")
    place = rank, setup.names.index(entry["player"])
    if run and place <= run[-1]:
        raise BadEntryError(entry["n"], "is not the order that comes next by phase and seat")
    run.append(place)
