"""What the commands print of what the processor did: as text in plain sentences, or as plain data for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from manila_pbem.reports import notices

if TYPE_CHECKING:
    # A command brings what it tells of; the rest need not be loaded for it.
    from manila_pbem.orders.problems import Problem
    from manila_pbem.processor.desk import Refused
    from manila_pbem.processor.filing import Receipt
    from manila_pbem.processor.making import Made
    from manila_pbem.processor.proving import Proof
    from manila_pbem.processor.resolving import Resolved
    from manila_pbem.processor.showing import Status
    from manila_pbem.processor.strays import Stray


def tell_made(made: Made) -> str:
    """Return what `new` says."""
    return notices.write_made(made.game, made.phase, made.head, str(made.report))


def describe_made(made: Made) -> dict[str, object]:
    """Return what `new --json` says."""
    return {"game": made.game, "phase": made.phase, "head": made.head, "report": str(made.report)}


def tell_resolved(resolved: Resolved) -> str:
    """Return what `resolve` says of a game."""
    return notices.write_resolved(resolved.game, resolved.done, resolved.phase, resolved.awaited)


def describe_resolved(resolved: Resolved) -> dict[str, object]:
    """Return what `resolve --json` says of a game."""
    return {
        "game": resolved.game,
        "done": list(resolved.done),
        "phase": resolved.phase,
        "awaited": list(resolved.awaited),
        "head": str(resolved.head),
        "refused": [_describe_refused(refused) for refused in resolved.refused],
        "strays": [{"file": stray.path, "why": stray.why} for stray in resolved.strays],
    }


def tell_stray(stray: Stray) -> str:
    """Return why a file is not read, in one sentence."""
    return notices.write_stray(stray.path, stray.why)


def tell_refused(refused: Refused) -> str:
    """Return why an order file counts as missing, in one sentence."""
    return notices.write_refused_file(refused.player, refused.path, refused.problems)


def _describe_refused(refused: Refused) -> dict[str, object]:
    return {
        "player": refused.player,
        "file": refused.path,
        "problems": [_describe_problem(problem) for problem in refused.problems],
    }


def _describe_problem(problem: Problem) -> dict[str, object]:
    from manila_pbem.reports.sentences import tell_problem

    return {
        "kind": problem.kind.value,
        "code": problem.code,
        "clause": problem.clause,
        "line": None if problem.mark is None else problem.mark.line,
        "column": None if problem.mark is None else problem.mark.column,
        "words": tell_problem(problem),
    }


def tell_status(status: Status) -> str:
    """Return what `status` says of a game."""
    lines = [notices.write_waiting(status.game, status.phase, status.awaited)]
    if status.deadline is not None:
        lines.append(notices.write_deadline(status.deadline))
    return "\n".join((*lines, *tell_troubles(status)))


def tell_troubles(status: Status) -> list[str]:
    """Return what `status` says of files that count as missing and of files that are not read, a sentence each."""
    return [
        *(tell_refused(refused) for refused in status.refused),
        *(tell_stray(stray) for stray in status.strays),
    ]


def describe_status(status: Status) -> dict[str, object]:
    """Return what `status --json` says of a game: these keys and no others (docs/play.md, section 4)."""
    return {
        "game": status.game,
        "phase": status.phase,
        "awaited": list(status.awaited),
        "deadline": status.deadline,
        "state": status.state,
    }


def tell_receipt(receipt: Receipt) -> str:
    """Return an order's receipt."""
    from manila_pbem.reports.receipt import Told, write_receipt

    return write_receipt(
        Told(
            heading=receipt.heading,
            names=receipt.names,
            at_sea=receipt.at_sea,
            order=receipt.order,
            outlook=receipt.outlook,
            policy=receipt.policy,
            standing=receipt.standing,
            problems=receipt.problems,
            corrections=receipt.corrections,
            text=receipt.text,
            commitment=receipt.commitment,
        )
    )


def describe_receipt(receipt: Receipt) -> dict[str, object]:
    """Return an order's receipt as plain data."""
    return {
        "game": receipt.heading.game,
        "player": receipt.heading.player,
        "phase": receipt.heading.phase,
        "taken": receipt.taken,
        "used": receipt.heading.used,
        "commitment": receipt.commitment,
        "problems": [_describe_problem(problem) for problem in receipt.problems],
        "corrections": [
            {"first": correction.first, "last": correction.last, "lines": list(correction.lines)}
            for correction in receipt.corrections
        ],
        "receipt": tell_receipt(receipt),
    }


def tell_proof(proof: Proof) -> str:
    """Return what `verify` says."""
    lines = [f"{proof.game}: line {flaw.line} of the log {flaw.what}." for flaw in proof.flaws]
    if not proof.flaws:
        lines.append(notices.write_proved(proof.game, proof.head.n, proof.rolls, proof.orders, str(proof.head)))
    lines += [notices.write_unproved(unproved) for unproved in proof.unproved]
    return "\n".join(lines)


def describe_proof(proof: Proof) -> dict[str, object]:
    """Return what `verify --json` says."""
    return {
        "game": proof.game,
        "head": str(proof.head),
        "rolls": proof.rolls,
        "orders": proof.orders,
        "flaws": [{"line": flaw.line, "what": flaw.what} for flaw in proof.flaws],
        "unproved": list(proof.unproved),
    }
