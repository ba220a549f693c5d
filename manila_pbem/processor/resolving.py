"""`resolve`: work off the pending phase once its orders are in, and go on while orders suffice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from manila_pbem.errors import NothingToDo, WrongUsage
from manila_pbem.formats.faults import Fault
from manila_pbem.formats.game_file import read_addresses
from manila_pbem.orders.phases import OVER, Phase, read_phase
from manila_pbem.orders.standing import Filed
from manila_pbem.orders.turn import OrderUsed, Outcome, Step, take_step
from manila_pbem.processor.clock import tell_now
from manila_pbem.processor.desk import Desk, Refused, open_desk
from manila_pbem.processor.entries import (
    Body,
    Ledger,
    list_unopened,
    name_order_file,
    number_entry,
    open_orders,
    roll_dice,
    write_over,
    write_step,
)
from manila_pbem.processor.messaging import send_waiting
from manila_pbem.processor.reporting import ensure_report
from manila_pbem.processor.strays import Stray, find_strays
from manila_pbem.rules.board import Ware
from manila_pbem.store.journal import Move, Opened, commit_step
from manila_pbem.store.journal import Step as JournalStep
from manila_pbem.store.log_file import Head, write_line
from manila_pbem.values import NamedValue


class Resolved(NamedValue):
    """What a call of `resolve` did: the phases worked off, the one that waits now and for whom, files not taken.

    `moved` says whether anything was written into the log at all.
    """

    game: str
    moved: bool
    done: tuple[str, ...]
    phase: str
    awaited: tuple[str, ...]
    refused: tuple[Refused, ...]
    strays: tuple[Stray, ...]
    head: Head


def resolve_game(games: Path, name: str, phase: str | None = None, *, missing: bool = False) -> Resolved:
    """Work off a game as far as its orders reach, with a report for each phase that begins.

    With `phase` nothing is done unless that is the pending one: NothingToDo where it is another of the game's phases,
    WrongUsage where no such game has it. With `missing` the standing policies of those awaited are followed first, for
    the pending phase alone. Raises ManilaError and DamagedGame as `open_desk` does.
    """
    with open_desk(games, name) as desk:
        if phase is not None:
            _check_phase(desk, phase)
        desk = send_waiting(desk)
        tell = _find_teller(desk)
        tell(desk)
        refused: list[Refused] = []
        if missing:
            desk, unread = _follow_policies(desk)
            refused += unread
        done: list[str] = []
        begin = desk.now.until
        while desk.now.phase.step != OVER:
            after = work_step(desk, tell_now())
            # Named are the files of the phases worked off or passed over, too, that nobody had to wait for.
            refused += [one for one in desk.list_refused() if one not in refused]
            if after is None:
                break
            if after.now.phase != desk.now.phase:
                done.append(desk.now.phase.name)
            # The next voyage's files are orders only now.
            desk = send_waiting(after) if after.now.phase.voyage != desk.now.phase.voyage else after
            tell(desk)
        return Resolved(
            game=name,
            moved=desk.now.until > begin,
            done=tuple(done),
            phase=desk.now.phase.name,
            awaited=desk.find_awaited(),
            refused=tuple(refused),
            strays=find_strays(desk),
            head=Head(desk.now.until, desk.chronicle.entries[-1]["hash"]),
        )


def _find_teller(desk: Desk) -> Callable[[Desk], object]:
    """Return what tells the players of a step: by mail, too, where any has an address."""
    data = desk.folder.read_addresses()
    addresses = read_addresses(data, desk.setup.names) if data is not None else {}
    if not isinstance(addresses, Fault) and not any(addresses.values()):
        return ensure_report
    # A game without mail need not load what writes it.
    from manila_pbem.processor.report_mails import ensure_report_and_mails

    return ensure_report_and_mails


def _follow_policies(desk: Desk) -> tuple[Desk, tuple[Refused, ...]]:
    from manila_pbem.processor.policies import follow_policies

    followed = follow_policies(desk)
    return followed.desk, followed.refused


def _check_phase(desk: Desk, phase: str) -> None:
    named = read_phase(phase, len(desk.setup.names))
    if named is None:
        raise WrongUsage(f"{desk.setup.game} has no phase {phase!r}")
    if named.name != desk.now.phase.name:
        raise NothingToDo(f"{desk.setup.game} waits in {desk.now.phase.name}, not in {phase}")


def work_step(desk: Desk, at: str) -> Desk | None:
    """Take one step and write it, whole or not at all; return the desk after it, None where orders do not suffice."""
    ledger = desk.make_ledger(at)
    step = find_step(desk, ledger)
    if not step.outcomes:
        return None
    return write_outcomes(desk, ledger, step)


def find_step(desk: Desk, ledger: Ledger) -> Step:
    """Return what the next step would bring; nothing is written."""

    def roll(phase: Phase, outcomes: Sequence[Outcome], wares: Sequence[Ware]) -> Mapping[Ware, int]:
        return roll_dice(ledger, wares, phase, outcomes)

    return take_step(desk.now.game, desk.setup.rules, desk.read_standing(desk.now), desk.find_files, roll)


def write_outcomes(desk: Desk, ledger: Ledger, step: Step) -> Desk:
    """Write a step's outcomes into the log, with all that goes with them; return the desk after it."""
    bodies, copies = write_step(ledger, step.outcomes)
    numbered = zip(sorted(copies), (o for o in step.outcomes if isinstance(o, OrderUsed)), strict=True)
    used = {n: outcome.filed for n, outcome in numbered}
    moves = _list_moves(desk, used, bodies)
    opened = _end_voyage(desk, ledger, step, bodies, used)
    prev = desk.chronicle.entries[-1]["hash"]
    lines = []
    for body in bodies:
        line = write_line(body, prev)
        lines.append(line)
        prev = line.hash
    commit_step(desk.folder, JournalStep(tuple(lines), copies, moves, opened))
    return desk.move_on(lines, used)


def _list_moves(desk: Desk, used: Mapping[int, Filed], bodies: Sequence[Body]) -> tuple[Move, ...]:
    """Return the moves of second orders to names of their own (docs/play.md, section 3, "Used orders")."""
    moves = []
    for n, filed in used.items():
        source = desk.find_path(filed)
        before = [*desk.chronicle.entries, *[body for body in bodies if body["n"] < n]]
        target = name_order_file(before, filed.phase.name, desk.setup.names[filed.seat])
        if any(
            entry["kind"] == "order"
            and entry["phase"] == filed.phase.name
            and entry["player"] == desk.setup.names[filed.seat]
            for entry in before
        ):
            moves.append(Move(source, target, filed.copy))
    return tuple(moves)


def _end_voyage(
    desk: Desk, ledger: Ledger, step: Step, bodies: list[Body], used: Mapping[int, Filed]
) -> tuple[Opened, ...]:
    """Open the voyage's orders where the voyage or the game has ended, and settle the game."""
    over = step.game.due == "nothing"
    if step.game.voyage == desk.now.phase.voyage and not over:
        return ()

    numbers = [entry["n"] for entry in list_unopened(desk.chronicle.entries)]
    copies = {n: filed.copy for n, filed in {**desk.read_used(numbers), **used}.items()}
    files = open_orders(ledger, bodies, copies)
    if over:
        first = len(ledger.entries) + 1
        bodies.append(number_entry(write_over(ledger, step.game, desk.dealt), first + len(bodies), ledger.at, first))
    return tuple(Opened(path, data) for path, data in files)
