"""Reports: written from the log and the players' views, for everyone and for each player (docs/play.md, section 3)."""

from __future__ import annotations

from pathlib import Path

from manila_pbem.errors import ManilaError, NothingToDo, WrongUsage
from manila_pbem.formats.faults import Fault
from manila_pbem.formats.game_file import GameFile, read_game_file
from manila_pbem.orders.asking import list_asked
from manila_pbem.orders.phases import OVER, Phase, read_phase
from manila_pbem.processor.blank_orders import write_blank_order
from manila_pbem.processor.clock import add_duration
from manila_pbem.processor.desk import Desk, open_desk
from manila_pbem.processor.messaging import list_received
from manila_pbem.processor.retelling import Span, find_span, list_notes, tell_story
from manila_pbem.processor.setup import write_options
from manila_pbem.reports.render import render_report
from manila_pbem.reports.report import Head, PlayerReport, Report
from manila_pbem.rules.state import State
from manila_pbem.store.atomic import make_folder, read_file, sweep, write_file
from manila_pbem.store.log_file import Head as LogHead
from manila_pbem.values import NamedValue
from manila_pbem.views import show_player, show_public

_TEXT = "report.txt"


def render_again(games: Path, name: str, phase: str | None = None) -> Path:
    """Render a phase's reports again, the pending one's where none is named; return the page for everyone.

    Raises WrongUsage where no game has such a phase, NothingToDo where it has not come or was passed over.
    """
    with open_desk(games, name) as desk:
        wanted = desk.now.phase
        if phase is not None:
            named = read_phase(phase, len(desk.setup.names))
            if named is None:
                raise WrongUsage(f"{name} has no phase {phase!r}")
            reported = {other.name: other for other in desk.chronicle.list_phases()}
            if phase not in reported:
                raise NothingToDo(f"{name} has no report of {phase}: it has not come, or was passed over")
            wanted = reported[phase]
        return write_report(desk, wanted)


class Gathered(NamedValue):
    """All that the reports of a phase tell: everyone, and each player in seat order."""

    report: Report
    players: tuple[PlayerReport, ...]


def ensure_report(desk: Desk) -> Gathered | None:
    """Write the pending phase's reports, unless they are there and tell all that the log holds.

    Returns what they tell where they had to be written.
    """
    text = read_file(desk.folder.phase_report(desk.now.phase.name) / _TEXT)
    head = _find_head(desk, desk.now.until)
    if text is not None and head.hash.encode() in text:
        return None
    gathered = gather_report(desk, desk.now.phase)
    _write_pages(desk, gathered)
    return gathered


def write_report(desk: Desk, phase: Phase) -> Path:
    """Write a phase's reports and return the page for everyone; its text comes last, when all else is there."""
    return _write_pages(desk, gather_report(desk, phase))


def gather_report(desk: Desk, phase: Phase) -> Gathered:
    """Return all that the reports of a phase tell."""
    span = find_span(desk, phase)
    state = span.end.game.take_state()
    report = _gather_report(desk, phase, span.end.until, state)._replace(story=tell_story(desk, span))
    return Gathered(report, tuple(_gather_players(desk, span, state)))


def gather_position(desk: Desk, seat: int) -> tuple[Report, PlayerReport]:
    """Return what the present report tells a player of the position and of what is asked, without what happened."""
    state = desk.now.game.take_state()
    report = _gather_report(desk, desk.now.phase, desk.now.until, state)
    view = show_player(state, desk.setup.names, seat)
    return report, PlayerReport(view, form=write_blank_order(desk.setup, desk.now.game, state, seat))


def _write_pages(desk: Desk, gathered: Gathered) -> Path:
    pages = render_report(*gathered)
    folder = make_folder(make_folder(desk.folder.reports) / gathered.report.phase)
    players = make_folder(folder / "players")
    for place in (folder, players):
        sweep(place)
    files = {}
    for name, page in zip(desk.setup.names, pages.players, strict=True):
        files[players / f"{name}.html"] = page.html
        files[players / f"{name}.txt"] = page.text
    files[folder / "report.html"] = pages.public.html
    files[folder / _TEXT] = pages.public.text
    for path, text in files.items():
        # What a power cut takes of a report can be rendered again from the log.
        write_file(path, text.encode(), durable=False)
    return folder / "report.html"


def find_deadline(desk: Desk, phase: Phase) -> str | None:
    """Return the deadline of a phase's orders, in UTC, counted from its first report; None where the game has none."""
    duration = read_game(desk).deadline
    if duration is None or phase.step == OVER:
        return None
    first = desk.chronicle.find_first(phase)
    return add_duration(desk.chronicle.entries[first.until - 1]["at"], duration)


def read_game(desk: Desk) -> GameFile:
    """Return what game.yaml says; raises ManilaError where it can't be read, or contradicts the log, which counts."""
    data = read_file(desk.folder.game_file)
    if data is None:
        raise ManilaError(f"{desk.folder.game_file} is missing")
    game = read_game_file(data)
    if isinstance(game, Fault):
        from manila_pbem.reports.sentences import tell_fault

        raise ManilaError(f"{desk.folder.game_file}, line {game.mark.line}: {tell_fault(game)}")
    setup = desk.setup
    logged = {
        "game": (game.game, setup.game),
        "players": (list(game.players), list(setup.names)),
        "first": (game.first, setup.names[setup.first]),
        "options": (dict(game.options), write_options(setup.options)),
        "pace": (game.pace, setup.pace),
    }
    for key, (said, meant) in logged.items():
        if said != meant:
            raise ManilaError(f"{desk.folder.game_file} has {key} {said}, and the game was made with {meant}")
    return game


def _find_head(desk: Desk, until: int) -> LogHead:
    return LogHead(until, desk.chronicle.entries[until - 1]["hash"])


def _gather_report(desk: Desk, phase: Phase, until: int, state: State) -> Report:
    """Gather all but what happened."""
    setup = desk.setup
    return Report(
        game=setup.game,
        title=read_game(desk).title,
        pace=setup.pace,
        phase=phase.name,
        at=desk.chronicle.entries[until - 1]["at"],
        head=Head(*_find_head(desk, until)),
        chain=setup.chain,
        deal_commitment=setup.deal_commitment,
        seed_text=setup.seed_text,
        moderator_plays=setup.moderator_plays,
        deadline=find_deadline(desk, phase),
        asked=tuple(setup.names[seat] for seat in _list_needed(desk, state)),
        view=show_public(state, setup.names),
        story=(),
    )


def _list_needed(desk: Desk, state: State) -> tuple[int, ...]:
    """Return whose orders the phase needs, by public facts alone: what is filed already stays hidden."""
    if desk.setup.rules.sealed:
        return list_asked(state)
    return () if state.to_act is None else (state.to_act,)


def _gather_players(desk: Desk, span: Span, state: State) -> list[PlayerReport]:
    """Gather each player's own part, from that player's view and notes alone."""
    names = desk.setup.names
    notes = list_notes(desk, span)
    received = list_received(desk, span.begin.until, span.end.until)
    return [
        PlayerReport(
            view=show_player(state, names, seat),
            notes=tuple(note for other, note in notes if other == seat),
            messages=tuple(message for other, message in received if other == seat),
            form=write_blank_order(desk.setup, span.end.game, state, seat),
        )
        for seat in range(len(names))
    ]
