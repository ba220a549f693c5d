"""What happened since the report before: the story for everyone and the notes for each player, from the log alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from manila_pbem.orders.phases import Phase
from manila_pbem.orders.standing import Filed
from manila_pbem.orders.trace import Note
from manila_pbem.orders.turn import Outcome, Step, take_step
from manila_pbem.processor.chronicle import WARE_OF_WORD, Entry, Moment, apply_entry, list_steps, read_dice
from manila_pbem.processor.desk import Desk
from manila_pbem.processor.entries import BY_COMMAND, BY_POLICY
from manila_pbem.reports.report import (
    Chapter,
    DiceRolled,
    GameSettled,
    Happening,
    MessageSent,
    OpenedOrder,
    OrderByPolicy,
    OrdersOpened,
)
from manila_pbem.rules.board import Ware
from manila_pbem.rules.events import Event
from manila_pbem.values import NamedValue
from manila_pbem.views import show_events


class Span(NamedValue):
    """The part of the past a report tells: from one moment to another."""

    begin: Moment
    end: Moment


def find_span(desk: Desk, phase: Phase) -> Span:
    """Return what the report of a phase tells: all since the phase before began to wait, up to its own last moment."""
    chronicle = desk.chronicle
    phases = chronicle.list_phases()
    place = phases.index(phase)
    begin = chronicle.find_first(phases[place - 1]) if place else chronicle.moments[0]
    return Span(begin, chronicle.find_last(phase))


def tell_story(desk: Desk, span: Span) -> tuple[Chapter, ...]:
    """Return what everyone is told of a span, a chapter for each phase that waited in it."""
    told: list[Event] = []
    game = span.begin.game.copy(tell=told.append)
    chapters: dict[str, list[Happening]] = {}
    for before, step in _list_span(desk, span):
        happenings = chapters.setdefault(before.phase.name, [])
        for entry in step:
            apply_entry(game, desk.setup, entry)
            happening = _tell_entry(desk, entry)
            if happening is not None:
                happenings.append(happening)
            happenings += show_events(told)
            told.clear()
    return tuple(Chapter(phase, tuple(happenings)) for phase, happenings in chapters.items())


def _list_span(desk: Desk, span: Span) -> Iterator[tuple[Moment, Sequence[Entry]]]:
    """List the steps of a span, each with the moment before it."""
    moments = {moment.until: moment for moment in desk.chronicle.moments}
    for step in list_steps(desk.chronicle.entries, span.begin.until, span.end.until):
        yield moments[step[0]["n"] - 1], step


def _tell_entry(desk: Desk, entry: Entry) -> Happening | None:
    """Return what an entry tells by itself, besides what the rules tell of it."""
    names = desk.setup.names
    match entry["kind"]:
        case "roll":
            return DiceRolled(entry["phase"], entry["k"], read_dice(entry), entry["link"])
        case "order" if entry.get("by") == BY_POLICY:
            return OrderByPolicy(entry["player"])
        case "message":
            return MessageSent(entry["from"], entry["text"])
        case "opened":
            order = desk.chronicle.entries[entry["order"] - 1]
            return OrdersOpened((OpenedOrder(order["player"], order["phase"], entry["file"], entry["sha256"]),))
        case "over":
            return GameSettled(
                fortunes=tuple(entry["fortune"][name] for name in names),
                winners=tuple(names.index(name) for name in entry["winners"]),
                deal=tuple(tuple(WARE_OF_WORD[word] for word in entry["deal"][name]) for name in names),
            )
        case _:
            return None


def list_notes(desk: Desk, span: Span) -> tuple[tuple[int, Note], ...]:
    """Return the notes on the orders that a span used, each with the seat it is for, by working them off again."""
    notes: list[tuple[int, Note]] = []
    for before, entries in _list_span(desk, span):
        # A step is a loan taken at once, or has been worked off from orders.
        if any(entry["kind"] == "action" and entry.get("by") != BY_COMMAND for entry in entries):
            notes += rework_step(desk, before, entries).notes
    return tuple(notes)


def rework_step(desk: Desk, before: Moment, entries: Sequence[Entry]) -> Step:
    """Work a step off again from the orders used in it and the dice that fell."""
    numbers = [entry["n"] for entry in entries if entry["kind"] == "order"]
    files: dict[Phase, dict[int, Filed]] = {}
    for filed in desk.read_used(numbers).values():
        files.setdefault(filed.phase, {})[filed.seat] = filed
    rolls = (read_dice(entry) for entry in entries if entry["kind"] == "roll")

    def roll(phase: Phase, outcomes: Sequence[Outcome], wares: Sequence[Ware]) -> Mapping[Ware, int]:
        return next(rolls)

    return take_step(
        before.game, desk.setup.rules, desk.read_standing(before), lambda phase: files.get(phase, {}), roll
    )
