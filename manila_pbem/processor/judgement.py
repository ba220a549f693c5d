"""Whether an order that was read may be used where it lies: `resolve`, `order` and `verify` ask the same."""

from __future__ import annotations

from manila_pbem.orders.judging import Case, judge_order
from manila_pbem.orders.problems import Kind, Problem
from manila_pbem.orders.standing import Filed
from manila_pbem.processor.setup import Setup
from manila_pbem.rules.play import Game
from manila_pbem.store.names import fold_name


def judge_filed(setup: Setup, case: Case) -> tuple[Problem, ...]:
    """Return what is wrong or doubtful with an order in a phase's folder, by its address and by the rules."""
    return (*_check_address(setup, case), *judge_order(case))


def find_misuse(setup: Setup, filed: Filed, game: Game) -> str | None:
    """Return why a used order could not have been used at a step's begin, None where it could (`verify`)."""
    if filed.order.withdraw:
        return "takes itself back"
    if filed.order.message is not None:
        return "still has its message"
    case = Case(filed.order, filed.seat, filed.phase, game, setup.names, setup.rules.sealed)
    faults = [problem for problem in judge_filed(setup, case) if problem.kind is not Kind.DOUBTFUL]
    return f"can't be legal there ({faults[0].clause}, {faults[0].code})" if faults else None


def _check_address(setup: Setup, case: Case) -> tuple[Problem, ...]:
    """Refuse an order that names another game, phase or player than its place does (docs/play.md, section 2)."""
    order = case.order
    marks = dict(order.marks)
    found = []
    for key, said, meant in (
        ("game", order.game, setup.game),
        ("phase", order.phase, case.phase.name),
        ("player", order.player, setup.names[case.seat]),
    ):
        if said is not None and fold_name(said) != fold_name(meant):
            facts = {"key": key, "said": said, "meant": meant}
            found.append(
                Problem(Kind.NOT_LEGAL, "other_address", "play 2", marks.get(key), facts, setup.names[case.seat])
            )
    return tuple(found)
