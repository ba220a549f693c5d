"""`export` and `replay`: games as portable records (docs/record.md)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from manila_pbem.formats.faults import Fault
from manila_pbem.formats.record import Record, read_record, write_record
from manila_pbem.formats.record_action import ActionFault
from manila_pbem.formats.record_state import state_to_mapping
from manila_pbem.orders.phases import OVER
from manila_pbem.processor.chronicle import read_action
from manila_pbem.processor.desk import count_deal, open_desk
from manila_pbem.reports.refusals import tell_refusal
from manila_pbem.reports.sentences import tell_fault
from manila_pbem.rules.play import Game, Refusal
from manila_pbem.values import NamedValue


class Stopped(NamedValue):
    """Why a replay stopped: the number of the refused action (0 for the header) and one sentence."""

    number: int
    sentence: str


def export_record(games: Path, name: str, *, reveal: bool = False) -> str:
    """Return a game's record; of a running game without the deal unless `reveal` asks for it.

    Raises ManilaError and DamagedGame as `open_desk` does.
    """
    with open_desk(games, name) as desk:
        setup = desk.setup
        shown = reveal or desk.now.phase.step == OVER
        actions = (read_action(setup, entry) for entry in desk.chronicle.entries)
        return write_record(
            setup.names,
            setup.first,
            setup.options,
            count_deal(desk.dealt) if shown else None,
            setup.supply,
            [action for action in actions if action is not None],
        )


def replay_record(data: bytes) -> Iterator[dict[str, object] | Stopped]:
    """Yield the state after set-up and after each action, in the form of docs/record.md, or why the replay stopped.

    Nothing comes after the first fault.
    """
    record = read_record(data)
    if isinstance(record, Fault):
        yield Stopped(0, f"action 0: -: {tell_fault(record)}")
        return
    yield from _replay(record)


def _replay(record: Record) -> Iterator[dict[str, object] | Stopped]:
    names = record.players
    game = Game(len(names), record.first, record.options, record.deal, record.supply)
    yield state_to_mapping(game.take_state(), names)
    for number, action in enumerate(record.actions, 1):
        if isinstance(action, ActionFault):
            yield Stopped(number, f"action {number}: {action.player or '-'}: {tell_fault(action)}")
            return
        refusal: Refusal | None = game.apply(action)
        if refusal is not None:
            yield Stopped(number, f"action {number}: {tell_refusal(refusal, names)}")
            return
        yield state_to_mapping(game.take_state(), names)


def write_end(actions: int, state: dict[str, object]) -> str:
    """Return where a replay without fault has ended, in one sentence."""
    if state["step"] == OVER:
        fortune = state.get("fortune")
        told = f"; fortunes: {', '.join(f'{n} {f}' for n, f in fortune.items())}" if isinstance(fortune, dict) else ""
        return f"{actions} actions replayed: the game is over{told}."
    return f"{actions} actions replayed: voyage {state['voyage']}, {state['step']}, {state['to_act'] or 'dice'} next."
