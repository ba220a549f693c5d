"""What can become of an order that has been read: taken, taken with doubts, or refused since it can't be legal.

What only the coming turn can decide is taken (docs/play.md, section 2, "three fates"). The judgement rests on public
facts and the player's own, never on another player's order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from manila_pbem.orders.asking import Question, list_asked, list_questions
from manila_pbem.orders.order import (
    Answers,
    BoardWish,
    BuyWish,
    Mark,
    Order,
    PilotWish,
    PlaceWish,
    Plan,
    holds_message_alone,
)
from manila_pbem.orders.phases import OVER, Phase, find_phase, list_steps, rank_step, read_phase
from manila_pbem.orders.problems import Facts, Kind, Problem
from manila_pbem.orders.turn import lend_first
from manila_pbem.orders.words import write_wish
from manila_pbem.rules.answers import Answer, Board, Place
from manila_pbem.rules.board import SPACE_WORDS, WARE_WORDS, Space
from manila_pbem.rules.play import Game, Refusal
from manila_pbem.rules.state import CLOSED, State
from manila_pbem.values import NamedValue

_LAST_STEPS = {
    "bid": "auction",
    "buy": "office",
    "load": "office",
    "move_order": "office",
    "board": "boarding",
    "pilot": "pilots",
    "plunder": "plunder",
}
"""The step in which each decision falls; from the voyage's begin up to it all but `bid` may be given ahead."""

_CLAUSES = {
    "bid": "R4.2",
    "buy": "R5.1",
    "load": "R5.2",
    "move_order": "R7.3",
    "place": "R6.2",
    "board": "R8.2",
    "pilot": "R9.1",
    "plunder": "R8.5",
}


class Case(NamedValue):
    """An order as it is judged: whose it is, for which phase's folder, and the game as it stands."""

    order: Order
    seat: int
    phase: Phase
    game: Game
    names: Sequence[str]
    sealed: bool


def judge_order(case: Case) -> tuple[Problem, ...]:
    """Return why an order can't be legal (`Kind.NOT_LEGAL`) and what is doubtful about it (`Kind.DOUBTFUL`)."""
    state = case.game.take_state()
    present = find_phase(state)
    assert present is not None, "between phases nothing is filed"
    found = _judge_phase(case, present)
    if found is not None:
        return (found,)
    problems = [*_judge_answers(case, state, present, case.phase, case.order.answers)]
    problems += _judge_later(case, state, present)
    problems += _judge_loans(case)
    return tuple(problem._replace(player=case.names[case.seat]) for problem in problems)


def _get_mark(order: Order, key: str) -> Mark | None:
    marks = dict(order.marks)
    # What an order says for later phases stands below that key.
    return marks.get(key) or marks.get("later")


def _refuse(
    order: Order, code: str, clause: str, key: str, within: str = "", **facts: str | int | tuple[str, ...]
) -> Problem:
    return Problem(Kind.NOT_LEGAL, code, clause, _get_mark(order, within + key), {"key": key, **facts})


def _judge_phase(case: Case, present: Phase) -> Problem | None:
    """Refuse an order for a phase that is past, of another voyage, or of a game that is over."""
    players, phase = len(case.names), case.phase
    facts: Facts = {"phase": phase.name, "present": present.name}
    if present.step == OVER:
        if holds_message_alone(case.order):
            return None
        return Problem(Kind.NOT_LEGAL, "game_over", "R11.2", _get_mark(case.order, "phase") or Mark(1, 1), facts)
    past = phase.voyage < present.voyage or (
        phase.voyage == present.voyage and rank_step(phase.step, players) < rank_step(present.step, players)
    )
    if past:
        return Problem(Kind.NOT_LEGAL, "phase_past", "play 2", _get_mark(case.order, "phase"), facts)
    if phase.voyage > present.voyage:
        return Problem(Kind.NOT_LEGAL, "phase_of_later_voyage", "play 2", _get_mark(case.order, "phase"), facts)
    return None


def _judge_later(case: Case, state: State, present: Phase) -> Iterable[Problem]:
    """Judge what an order says for coming phases of the voyage."""
    players = len(case.names)
    for name, answers in case.order.later:
        phase = read_phase(name, players)
        if phase is None:
            yield _refuse(case.order, "no_such_phase", "play 1", f"later.{name}", phase=name)
        elif phase.voyage != case.phase.voyage or rank_step(phase.step, players) <= rank_step(case.phase.step, players):
            yield _refuse(
                case.order, "later_not_coming", "play 2", f"later.{name}", phase=name, present=case.phase.name
            )
        else:
            yield from _judge_answers(case, state, present, phase, answers, later=True)


def _judge_answers(
    case: Case, state: State, present: Phase, phase: Phase, answers: Answers, *, later: bool = False
) -> Iterable[Problem]:
    """Judge the answers given for a phase: whether each decision can still come, and can be answered so.

    What `later` says for a phase is looked up for that phase alone, so nothing stands there ahead of another one.
    """
    within = f"later.{phase.name}." if later else ""
    for key, wishes in list_wishes(answers):
        steps = list_steps(len(case.names))
        last = _LAST_STEPS.get(key)
        ahead = not later and key != "bid" and last is not None and steps.index(phase.step) < steps.index(last)
        here = phase.step == last or (key == "place" and phase.step.startswith("place"))
        if not here and not ahead:
            wanted = _tell_need(state, phase)
            yield _refuse(case.order, "key_not_for_phase", _CLAUSES[key], key, within, phase=phase.name, wanted=wanted)
        elif key == "place" and state.step not in ("auction", "office") and state.passed[case.seat]:
            yield _refuse(case.order, "passed_in_placement", "R6.2", key, within)
        elif here and phase == present:
            yield from _judge_here(case, state, key, wishes)
    if phase != present or phase.step not in ("boarding", "pilots"):
        yield from _judge_ahead(case, state, answers)


def list_wishes(answers: Answers) -> Iterable[tuple[str, object]]:
    """List the keys that an order answers, with what it says."""
    pairs: list[tuple[str, object]] = [
        ("bid", answers.bid),
        ("buy", answers.buy),
        ("load", answers.load),
        ("move_order", answers.move_order),
        ("place", answers.place),
        ("board", answers.boards[0]),
        ("board", answers.boards[1] if answers.boards[1] != answers.boards[0] else None),
        ("pilot", answers.pilots[0]),
        ("pilot", answers.pilots[1] if answers.pilots[1] != answers.pilots[0] else None),
        ("plunder", answers.plunder),
    ]
    return [(key, wishes) for key, wishes in pairs if wishes is not None]


def _tell_need(state: State, phase: Phase) -> str:
    step = phase.step
    return "place" if step.startswith("place") else {
        "auction": "bid", "office": "buy and load", "boarding": "board", "pilots": "pilot", "plunder": "plunder",
    }[step]  # fmt: skip


def _judge_here(case: Case, state: State, key: str, wishes: object) -> Iterable[Problem]:
    """Judge the answer to a decision of the pending phase."""
    seat, order = case.seat, case.order
    if seat not in list_asked(state):
        asked = tuple(case.names[other] for other in list_asked(state))
        yield _refuse(order, "not_asked", _CLAUSES[key], key, asked=asked)
        return
    if key == "bid":
        limit = order.answers.bid
        means = _count_means(case)
        if limit is not None and limit.up_to > means:
            yield Problem(
                Kind.DOUBTFUL, "bid_above_means", "R4.6", _get_mark(order, "bid"), {"means": means, "bid": limit.up_to}
            )
        return
    if key == "buy" and state.due == "load":
        # The load is asked again, and whoever sends the whole file again still says what is done.
        yield Problem(Kind.DOUBTFUL, "bought_already", "R5.1", _get_mark(order, "buy"), {"key": key})
        return
    if key == "plunder":
        assert isinstance(wishes, tuple)
        yield from _judge_plans(state, key, wishes)
        return
    if isinstance(wishes, tuple) and key in ("buy", "place", "board", "pilot"):
        yield from _judge_list(case, state, key, wishes)


def _judge_ahead(case: Case, state: State, answers: Answers) -> Iterable[Problem]:
    """Refuse lists for a coming decision that the game's options rule out whole (R9.2, R12.1, R12.5).

    Those ruled out in part are left to `orders.doubts`, which speaks of all that hinders a coming decision.
    """
    lists: list[tuple[str, tuple[BoardWish, ...] | tuple[PilotWish, ...] | None, tuple[str, str], tuple[str, ...]]] = []
    if not state.options.evict:
        fault, legal = ("evicting_not_played", "R12.1"), (*WARE_WORDS, "stay")
        lists += [("board", wishes, fault, legal) for wishes in dict.fromkeys(answers.boards)]
    if not state.options.large_pilot_up_to and answers.pilots[1] != answers.pilots[0]:
        moves = ("one punt by 2 or -2", "two punts by 1 or -1 each", "none")
        lists.append(("pilot", answers.pilots[1], ("not_a_pilot_move", "R9.2"), moves))
    for key, wishes, (code, clause), legal in lists:
        if wishes and all(map(_is_ruled_out, wishes)):
            for wish in wishes:
                facts: Facts = {"key": key, "words": write_wish(wish), "legal": legal}
                yield Problem(Kind.NOT_LEGAL, code, clause, wish.mark, facts)


def _is_ruled_out(wish: BoardWish | PilotWish) -> bool:
    """Tell whether an alternative is one that only an option not played would allow."""
    if isinstance(wish, BoardWish):
        return wish.evict is not None
    return [abs(step) for _, step in wish.answer.moves] == [1]


def _count_means(case: Case) -> int:
    """Return what the player can pay once the order's loans are done: redeeming costs more than it frees."""
    game = case.game.copy()
    lend_first(game, case.order, case.seat)
    return game.take_state().count_means(case.seat)


def _judge_plans(state: State, key: str, plans: tuple[Plan, ...]) -> Iterable[Problem]:
    """Refuse plans none of which names every plundered punt; doubt those that don't beside one that does (R8.5)."""
    lacking = [
        tuple(WARE_WORDS[ware] for ware in state.plundered if plan.every is None and ware not in dict(plan.by_ware))
        for plan in plans
    ]
    kind = Kind.NOT_LEGAL if all(lacking) else Kind.DOUBTFUL
    for plan, wares in zip(plans, lacking, strict=True):
        if wares:
            yield Problem(kind, "punt_not_named", "R8.5", plan.mark, {"key": key, "wares": wares})


def _judge_list(
    case: Case, state: State, key: str, wishes: tuple[BuyWish | PlaceWish | BoardWish | PilotWish, ...]
) -> Iterable[Problem]:
    """Refuse a list none of whose alternatives can be legal in the phase; doubt those that can't in a good one."""
    faults = [(wish, find_impossible(case, state, key, wish)) for wish in wishes]
    bad = [(wish, fault) for wish, fault in faults if fault is not None]
    hopeless = len(bad) == len(faults)
    for wish, (code, clause) in bad:
        facts: Facts = {"key": key, "words": write_wish(wish), "legal": list_possible(case, state, key)}
        yield Problem(Kind.NOT_LEGAL if hopeless else Kind.DOUBTFUL, code, clause, wish.mark, facts)


def find_impossible(
    case: Case, state: State, key: str, wish: BuyWish | PlaceWish | BoardWish | PilotWish
) -> tuple[str, str] | None:
    """Return why an alternative can't be legal in the pending phase, whatever the others do, with the clause."""
    if isinstance(wish, PlaceWish):
        if isinstance(wish.wish, str) or state.costs[wish.wish] != CLOSED:
            return None
        answer: Answer = Place(Space(wish.wish))
    elif isinstance(wish, BoardWish):
        answer = Board(wish.ware, None if wish.evict is None else list(case.names).index(wish.evict))
    else:
        answer = wish.answer
    fault: tuple[str, str] | None = None
    for game in _list_positions(case, state, key):
        decision = game.decide(case.seat, answer)
        if not isinstance(decision, Refusal):
            return None
        fault = fault or (decision.why, decision.clause)
    if fault is not None and fault[0] in ("not_in_turn", "not_due"):
        return _find_closed(case, answer)
    return fault


def _find_closed(case: Case, answer: Answer) -> tuple[str, str]:
    """Say why a space is closed to a player whose turn has not come: as the one in turn would be told."""
    assert case.game.to_act is not None
    decision = case.game.decide(case.game.to_act, answer)
    return (decision.why, decision.clause) if isinstance(decision, Refusal) else ("not_in_turn", "R6.2")


def _list_positions(case: Case, state: State, key: str) -> Iterable[Game]:
    """List the positions in which a player may have to take his decision: after each answer of the one before him.

    That matters to the second pirate and the large pilot only, who come after the captain and the small pilot.
    """
    game = case.game
    mine = [question for seat, question in list_questions(state) if seat == case.seat]
    if game.to_act == case.seat:
        yield game
    if key in ("board", "pilot") and Question(state.due, second=True) in mine and game.to_act is not None:
        for answer in game.list_answers():
            after = game.copy()
            if after.answer(game.to_act, answer) is None and after.to_act == case.seat and after.due == state.due:
                yield after
    elif game.to_act != case.seat:
        yield game


def list_possible(case: Case, state: State, key: str) -> tuple[str, ...]:
    """List in words what could be legal in the pending phase, for a message that refuses something else."""
    if key == "place":
        return (*(SPACE_WORDS[space] for space, cost in enumerate(state.costs) if cost != CLOSED), "pass")
    words: dict[str, None] = {}
    for game in _list_positions(case, state, key):
        for answer in game.list_answers():
            words.setdefault(_tell_answer(case, answer))
    return tuple(words)


def _tell_answer(case: Case, answer: Answer) -> str:
    if isinstance(answer, Board):
        return write_wish(BoardWish(answer.ware, None if answer.evict is None else case.names[answer.evict]))
    if answer.kind == "pilot":
        return write_wish(PilotWish(answer))
    assert answer.kind == "buy"
    return write_wish(BuyWish(answer))


def _judge_loans(case: Case) -> Iterable[Problem]:
    """Doubt loans that could not be done if the order were used now (R13.1, R13.4)."""
    for loan, refusal in lend_first(case.game.copy(), case.order, case.seat):
        if refusal is not None:
            facts: Facts = {"key": loan.kind, "shares": loan.shares, "most": refusal.most}
            yield Problem(Kind.DOUBTFUL, refusal.why, refusal.clause, _get_mark(case.order, loan.kind), facts)
