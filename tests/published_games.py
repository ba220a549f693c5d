"""The published whole games, ready to be played again by order files (docs/record.md; docs/play.md, section 2)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from manila_pbem import dice
from manila_pbem.formats.record import Record, read_record
from manila_pbem.formats.record_action import action_to_mapping
from manila_pbem.orders.asking import Question
from manila_pbem.orders.phases import ROLL, Phase, find_phase, list_steps
from manila_pbem.processor import lending, making, resolving
from manila_pbem.processor.desk import open_desk
from manila_pbem.processor.lending import lend_at_once
from manila_pbem.processor.making import Wanted, make_game
from manila_pbem.processor.recording import export_record
from manila_pbem.processor.resolving import resolve_game
from manila_pbem.processor.setup import write_options
from manila_pbem.rules.board import WARE_WORDS
from manila_pbem.rules.play import Action, Game, Lent, Rolled
from manila_pbem.rules.state import State

RECORDS = Path(__file__).parent / "records" / "games"
GAMES = sorted(path.stem for path in RECORDS.glob("*.yaml"))
ROLES = {"board": ("captain", "second"), "pilot": ("small", "large")}
"""The keys under which two pirates or two pilots of one player have answers of their own."""


class Deed(NamedTuple):
    """An action of a record: its number, where the game stood before it, and the phase that waited (None: dice due)."""

    number: int
    action: Action
    state: State
    phase: Phase | None


class Slot(NamedTuple):
    """A place for an order file: the phase in whose folder it lies, and whose it is, by seat."""

    phase: Phase
    seat: int


class Draft:
    """An order file that is being written."""

    def __init__(self) -> None:
        self.said: dict[str, Any] = {}

    def accepts(self, lent: Lent) -> bool:
        """Tell whether the file can do a loan after those it has: it does `redeem` first, and each once."""
        return "mortgage" not in self.said and lent.loan.kind not in self.said

    def lend(self, lent: Lent) -> None:
        """Add a loan."""
        assert self.accepts(lent)
        self.said[lent.loan.kind] = lent.loan.shares

    def answer(self, question: Question, said: Mapping[str, Any]) -> None:
        """Add a decision, unless the file has it; each pirate and pilot has its own."""
        if question.due in ROLES:
            wish = dict(said) if "evict" in said else said[question.due]
            self.said.setdefault(question.due, {}).setdefault(ROLES[question.due][question.second], wish)
        else:
            self.said = {**said, **self.said}

    def write(self) -> str:
        return "".join(f"{key}: {write_flow(value)}\n" for key, value in self.said.items())


Files = dict[Slot, Draft]


def write_flow(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {write_flow(part)}" for key, part in value.items()) + "}"
    return "[" + ", ".join(map(write_flow, value)) + "]" if isinstance(value, list) else str(value)


@cache
def load_game(name: str) -> tuple[Record, list[Deed]]:
    """Read a published game and where it stood before each of its actions."""
    record = read_record((RECORDS / f"{name}.yaml").read_bytes())
    assert isinstance(record, Record)
    return record, list(list_deeds(record, record.actions))


def list_deeds(record: Record, actions: Iterable[Any]) -> Iterator[Deed]:
    game = Game(len(record.players), record.first, record.options, record.deal)
    for number, action in enumerate(actions, 1):
        state = game.take_state()
        yield Deed(number, action, state, find_phase(state))
        assert game.apply(action) is None


def say(deed: Deed, names: Sequence[str]) -> dict[str, Any]:
    """Return a decision as an order file says it."""
    return {key: value for key, value in action_to_mapping(deed.action, names).items() if key != "player"}


def list_slots(phase: Phase, asked: Iterable[int], until: Phase | None, players: int) -> list[Slot | None]:
    """List whose files are used from the end of a phase on, with None for a roll, up to where `until` begins.

    At a phase's end come those not asked, in seat order; a phase passed over begins and ends where it would stand.
    Where `until` is None the list goes to the end of the voyage.
    """
    slots: list[Slot | None] = [Slot(phase, seat) for seat in range(players) if seat not in asked]
    steps = list_steps(players)
    coming = [Phase(phase.voyage, step) for step in steps[steps.index(phase.step) + 1 :]]
    for passed in coming:
        if passed == until:
            break
        slots += [None] if passed.step == ROLL else [Slot(passed, seat) for seat in range(players)]
    return slots


class Table:
    """A record's game at the processor, to be played by files."""

    def __init__(self, games: Path, record: Record, pace: str) -> None:
        self.games, self.record = games, record
        options = [f"{key}={word}" for key, word in write_options(record.options).items()]
        first = record.players[record.first]
        make_game(games, Wanted("again", record.players, first, options=options, pace=pace))

    def resolve(self, files: Files, phase: str) -> None:
        """Put files into their folders and work them off, up to a phase."""
        for slot, draft in files.items():
            folder = self.games / "again" / "orders" / slot.phase.name
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{self.record.players[slot.seat]}.yaml").write_text(draft.write(), encoding="utf-8")
        resolved = resolve_game(self.games, "again")
        assert (resolved.refused, resolved.phase) == ((), phase)

    def count_actions(self) -> int:
        """Return how many actions of the record are done."""
        with open_desk(self.games, "again") as desk:
            return sum(entry["kind"] in ("action", "roll") for entry in desk.chronicle.entries)

    def lend(self, lent: Lent) -> None:
        lend_at_once(self.games, "again", self.record.players[lent.seat], lent.loan.kind, lent.loan.shares)

    def check(self, actions: Sequence[Action]) -> None:
        """The game's record is the one that was to be played."""
        exported = read_record(export_record(self.games, "again"))
        assert exported == self.record._replace(actions=tuple(actions))


def hand_in(patch: pytest.MonkeyPatch, record: Record, deeds: Sequence[Deed]) -> None:
    """Hand in a record's deal and dice; spare reports of every step, and waiting for the disk."""
    assert record.deal is not None
    hands = [[word for ware, word in enumerate(WARE_WORDS) for _ in range(row[ware])] for row in record.deal]
    rolls = {
        f"v{deed.state.voyage}-place-{deed.state.round}": action_to_mapping(deed.action, record.players)["dice"]
        for deed in deeds
        if isinstance(deed.action, Rolled)
    }
    patch.setattr(dice, "deal", lambda key, names: dict(zip(names, hands, strict=True)))
    patch.setattr(dice, "roll", lambda link, game, phase, orders, wares: rolls[phase])
    patch.setattr(os, "fsync", lambda descriptor: None)
    for module in (lending, resolving):
        patch.setattr(module, "ensure_report", lambda desk: None)
    patch.setattr(making, "write_report", lambda desk, phase: desk.folder.path / "report.html")
