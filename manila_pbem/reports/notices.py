"""What the moderator's commands say in plain text: what was made, resolved, or refused, and how a game stands."""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem.orders.problems import Kind, Problem

OVER = "over"


def write_made(game: str, phase: str, head: str, report: str) -> str:
    """Return what making a game brought, and what comes next."""
    return f"{game} is made and waits for the orders of {phase}.\nThe log's head is {head}.\nThe report is {report}."


def write_resolved(game: str, done: Sequence[str], phase: str, awaited: Sequence[str]) -> str:
    """Return what a resolving did, and whom the game waits for."""
    lines = [f"{game}: {', '.join(done)} worked off."] if done else []
    lines.append(write_waiting(game, phase, awaited))
    return "\n".join(lines)


def write_waiting(game: str, phase: str, awaited: Sequence[str]) -> str:
    """Return whom a game waits for, in one sentence."""
    if phase == OVER:
        return f"{game}: the game is over."
    if not awaited:
        return f"{game}: {phase} has all its orders in and waits to be resolved."
    return f"{game}: {phase} waits for {', '.join(awaited)}."


def write_reminded(
    game: str, phase: str, reminded: Sequence[str], told_today: Sequence[str], without_address: Sequence[str]
) -> str:
    """Return who was reminded of a missing order, and who was not, and why."""
    lines = [f"{game}: {', '.join(reminded)} reminded of {phase}."] if reminded else []
    if told_today:
        lines.append(f"{game}: {', '.join(told_today)} had mail of it today already.")
    if without_address:
        lines.append(f"{game}: {', '.join(without_address)} can't be reminded by mail, for want of an address.")
    return "\n".join(lines) or f"{game}: nobody has to be reminded."


def write_refused_file(player: str, path: str, problems: Sequence[Problem]) -> str:
    """Return why an order file counts as missing, in one sentence."""
    faults = [problem for problem in problems if problem.kind is not Kind.DOUBTFUL]
    whys = "; ".join(write_problem(problem) for problem in faults)
    return f"orders/{path} counts as missing, so {player} is still awaited: {whys}"


def write_problem(problem: Problem) -> str:
    """Return a problem with its place in the file and its clause, in one line."""
    from manila_pbem.reports.sentences import tell_problem

    place = "" if problem.mark is None else f"line {problem.mark.line}, column {problem.mark.column}: "
    return f"{place}{tell_problem(problem)} ({write_clause(problem.clause)})"


def write_clause(clause: str) -> str:
    """Return a clause as it is cited: `R5.3` of the rules, or a section of docs/play.md."""
    return f"docs/play.md, section {clause.removeprefix('play ')}" if clause.startswith("play ") else clause


def write_deadline(deadline: str) -> str:
    """Return until when orders are due."""
    return f"Orders are due by {deadline} (UTC)."


STRAYS = {
    "no_player": "orders/{path} is no player's file, and is not read: an order is named after its player, `ana.yaml`",
    "no_phase": "orders/{path} is the folder of no phase that has come or may come in this voyage, and is not read",
    "late": "orders/{path} came too late, after its phase was worked off, and is not read",
}
"""Why a file below `orders/` is not read."""


def write_stray(path: str, why: str) -> str:
    """Return why a file below `orders/` is not read, in one sentence; characters that can't be printed are escaped."""
    shown = path if path.isprintable() else ascii(path)[1:-1]
    return STRAYS[why].format(path=shown) + "."


def write_proved(game: str, entries: int, rolls: int, orders: int, head: str) -> str:
    """Return that a log holds in all that can be proved."""
    return f"{game}: verified, {entries} entries, {rolls} rolls, {orders} orders; the head is {head}."


def write_unproved(what: str) -> str:
    """Return what can't be proved yet."""
    return f"Not yet provable: {what}."
