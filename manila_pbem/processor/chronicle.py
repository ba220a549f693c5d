"""The past of a game, read from its log: what was done step by step, and the present it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from manila_pbem.formats.record_action import ActionFault, action_from_mapping
from manila_pbem.orders.phases import Phase, find_phase
from manila_pbem.processor.setup import Setup, read_setup
from manila_pbem.rules.board import WARES, Ware
from manila_pbem.rules.play import Action, Game, Refusal, Rolled
from manila_pbem.values import NamedValue

Entry = Mapping[str, Any]
WARE_OF_WORD = {ware.name.lower(): ware for ware in WARES}


class BadEntryError(ValueError):
    """An entry of the log that the rules or the form of the log do not allow; `n` is its number."""

    def __init__(self, n: int, why: str) -> None:
        super().__init__(f"line {n}: {why}")
        self.n = n
        self.why = why


class Moment(NamedValue):
    """A game between two steps: `until` counts the entries that led there; the game itself is never changed."""

    until: int
    phase: Phase
    game: Game


class Chronicle(NamedValue):
    """A game's log as it was worked off; `moments` holds the end of every step, from the start on."""

    setup: Setup
    entries: Sequence[Entry]
    moments: tuple[Moment, ...]

    @property
    def now(self) -> Moment:
        """The present."""
        return self.moments[-1]

    def list_phases(self) -> tuple[Phase, ...]:
        """Return the phases that waited for somebody, in order, the pending one or `over` last."""
        phases: dict[Phase, None] = {}
        for moment in self.moments:
            phases.setdefault(moment.phase)
        return tuple(phases)

    def find_first(self, phase: Phase) -> Moment:
        """Return the moment a phase began to wait."""
        return next(moment for moment in self.moments if moment.phase == phase)

    def find_last(self, phase: Phase) -> Moment:
        """Return the last moment a phase waited."""
        return next(moment for moment in reversed(self.moments) if moment.phase == phase)


def read_chronicle(entries: Sequence[Entry], deal: Sequence[Sequence[int]] | None = None) -> Chronicle:
    """Replay a log to the present. `deal` counts the dealt shares by seat and ware, None where it is not to be known.

    Raises BadEntryError for the first entry that can't be.
    """
    if not entries:
        raise BadEntryError(1, "the log is empty")
    try:
        setup = read_setup(entries[0])
        game = Game(len(setup.names), setup.first, setup.options, deal, setup.supply)
    except ValueError as error:
        raise BadEntryError(1, str(error)) from error
    start = Chronicle(setup, entries[:1], (_take_moment(game, 1),))
    return extend_chronicle(start, entries[1:])


def extend_chronicle(chronicle: Chronicle, entries: Sequence[Entry]) -> Chronicle:
    """Return a chronicle gone on by whole steps. Raises BadEntryError for the first entry that can't be."""
    game = chronicle.now.game.copy()
    moments = []
    for step in list_steps(entries, 0):
        for entry in step:
            apply_entry(game, chronicle.setup, entry)
        moments.append(_take_moment(game, step[-1]["n"]))
    return Chronicle(chronicle.setup, [*chronicle.entries, *entries], (*chronicle.moments, *moments))


def list_steps(entries: Sequence[Entry], begin: int, end: int | None = None) -> Iterator[Sequence[Entry]]:
    """Cut the entries after the first `begin`, up to the first `end`, into steps, by their key `step`."""
    end = len(entries) if end is None else end
    while begin < end:
        stop = begin + 1
        while stop < end and entries[stop].get("step") == entries[begin].get("step"):
            stop += 1
        yield entries[begin:stop]
        begin = stop


def _take_moment(game: Game, until: int) -> Moment:
    phase = find_phase(game.take_state())
    if phase is None:
        raise BadEntryError(until, "the step ends while dice are due")
    return Moment(until, phase, game.copy())


def apply_entry(game: Game, setup: Setup, entry: Entry) -> None:
    """Apply an entry to the game, if it is a decision, a loan or a roll. Raises BadEntryError where it can't be."""
    action = read_action(setup, entry)
    if action is None:
        return
    refusal = game.apply(action)
    if refusal is not None:
        raise BadEntryError(entry["n"], tell_refused(refusal))


def tell_refused(refusal: Refusal) -> str:
    """Say in short that the rules refuse an entry."""
    return f"the action is not legal ({refusal.clause}, {refusal.why})"


def read_action(setup: Setup, entry: Entry) -> Action | None:
    """Return the action an entry tells of, None for the other kinds. Raises BadEntryError where it is malformed."""
    kind = entry.get("kind")
    if kind == "action":
        action = action_from_mapping(entry.get("action"), setup.names, entry.get("lanes"))
        if isinstance(action, ActionFault):
            raise BadEntryError(entry["n"], f"the action is malformed ({action.clause}, {action.code})")
        if isinstance(action, Rolled):
            raise BadEntryError(entry["n"], "dice stand in an action where only a roll may have them")
        return action
    if kind == "roll":
        return Rolled(read_dice(entry))
    return None


def read_dice(entry: Entry) -> dict[Ware, int]:
    """Return the dice of a `roll` entry. Raises BadEntryError where they are none."""
    dice = entry.get("dice")
    if not isinstance(dice, dict) or not all(word in WARE_OF_WORD and type(n) is int for word, n in dice.items()):
        raise BadEntryError(entry["n"], "the dice are malformed (R7.1)")
    return {WARE_OF_WORD[word]: number for word, number in dice.items()}
