"""The receipt of an order: what it will do in words, or why it is refused and what was legal instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from manila_pbem.orders.order import (
    Answers,
    BoardWish,
    BuyWish,
    Limit,
    LoadWish,
    Order,
    PilotWish,
    PlaceWish,
    Plan,
)
from manila_pbem.orders.policy import Policy
from manila_pbem.orders.problems import Kind, Problem
from manila_pbem.orders.words import tell_wish
from manila_pbem.reports.notices import write_clause
from manila_pbem.reports.sentences import tell_problem

_CARET_WIDTH = 70


class Heading(NamedTuple):
    """What an order was filed for, and what becomes of it.

    `used` says that the same order has been used already, `filed` that it is filed and not only checked,
    `message_alone` that nothing but a message stands in it, `replaces` that another order was there, not used yet.
    """

    game: str
    phase: str
    player: str
    used: bool
    filed: bool
    message_alone: bool
    replaces: bool


def write_receipt(
    heading: Heading,
    order: Order | None,
    problems: Sequence[Problem],
    text: str,
    commitment: str | None,
    sealed: bool,
    policy: Policy | None = None,
) -> str:
    """Return a receipt, a sentence a line. Order and policy are None where it was refused; `text` is the file's."""
    where = f"{heading.game} {heading.phase} {heading.player}"
    faults = [problem for problem in problems if problem.kind is not Kind.DOUBTFUL]
    doubts = [problem for problem in problems if problem.kind is Kind.DOUBTFUL]
    if policy is not None:
        return f"{_tell_fate(heading)}: {where}.\n- {tell_policy(policy)}\n"
    if order is None:
        lines = [f"REFUSED: {where}. Nothing was filed; an order filed before still stands."]
        for fault in faults:
            lines += ["", *_show_problem(fault, text)]
        return "\n".join(lines) + "\n"
    lines = [f"{_tell_fate(heading)}: {where}."]
    lines += [f"- {line}" for line in tell_order(order, sealed)]
    if heading.message_alone:
        lines.append("There is no order in it; one filed before still stands.")
    elif heading.replaces:
        lines.append("It takes the place of the order filed before.")
    for doubt in doubts:
        lines += ["", "Doubtful:", *_show_problem(doubt, text)]
    if commitment is not None:
        lines += ["", f"Commitment: {commitment}"]
    return "\n".join(lines) + "\n"


def _tell_fate(heading: Heading) -> str:
    if heading.used:
        return "USED ALREADY, nothing changes"
    return "TAKEN" if heading.filed else "WOULD BE TAKEN"


def _show_problem(problem: Problem, text: str) -> list[str]:
    """Return a problem's sentence and the line it stands in, with a caret below the place."""
    sentence = f"{tell_problem(problem)} ({write_clause(problem.clause)})"
    mark = problem.mark
    if mark is None:
        return [sentence]
    shown = [f"Line {mark.line}, column {mark.column}: {sentence}"]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if 1 <= mark.line <= len(lines):
        begin = max(0, mark.column - _CARET_WIDTH)
        line = "".join(c if c.isprintable() else "\ufffd" for c in lines[mark.line - 1].replace("\t", " "))
        shown += [f"  {line[begin : begin + _CARET_WIDTH + 10]}", f"  {' ' * (mark.column - 1 - begin)}^"]
    return shown


def tell_policy(policy: Policy) -> str:
    """Return in words what a standing policy does."""
    match policy.kind:
        case "wait":
            return "Where my order is missing, the game waits for me."
        case "bot":
            return f"Where my order is missing, the bot {policy.bot} decides for me."
        case "list":
            wish = _tell_list(policy.places)
        case _:
            wish = policy.kind
    return f"Where my order is missing, I place on: {wish}; everything else I decline."


def tell_order(order: Order, sealed: bool) -> list[str]:
    """Return in words what an order says, a sentence for each key."""
    lines = []
    if order.withdraw:
        lines.append("I take back my order for this phase.")
    if order.redeem:
        lines.append(f"I redeem {_count(order.redeem, 'share')} for {15 * order.redeem} pesos when this order is used.")
    if order.mortgage:
        lines.append(f"I mortgage {_count(order.mortgage, 'share')} for {12 * order.mortgage} pesos when it is used.")
    lines += _tell_answers(order.answers, sealed)
    for phase, answers in order.later:
        lines += [f"In {phase}: {line}" for line in _tell_answers(answers, sealed)]
    if order.salt is not None:
        lines.append("My salt is mixed into the dice.")
    if order.message is not None:
        to = ", ".join(order.message.to) or "everyone"
        lines.append(f"A message goes to {to}.")
    return lines


def _tell_answers(answers: Answers, sealed: bool) -> list[str]:
    lines = []
    if answers.bid is not None:
        lines.append(_tell_bid(answers.bid, sealed))
    if answers.buy is not None:
        lines.append(f"As harbour master I buy: {_tell_list(answers.buy)}.")
    if answers.load is not None:
        lines.append(f"I load, by lane: {_tell_list(answers.load)}.")
    if answers.place is not None:
        passes = sealed and not any(wish.wish == "pass" for wish in answers.place)
        lines.append(f"I place on: {_tell_list(answers.place)}{', else I pass' if passes else ''}.")
    lines += _tell_roles("board", answers.boards, ("captain", "second pirate"), "stay", sealed)
    lines += _tell_roles("pilot", answers.pilots, ("small pilot", "large pilot"), "none", sealed)
    if answers.plunder is not None:
        lines.append(f"Plundered punts go: {_tell_list(answers.plunder)}.")
    return lines


def _tell_bid(limit: Limit, sealed: bool) -> str:
    if not limit.up_to:
        return "I pass in the auction."
    if limit.plain and not sealed:
        return f"I bid {_count(limit.up_to, 'peso')} now."
    say = "" if limit.say is None else f"say {limit.say} first, then "
    return f"I {say}bid up to {_count(limit.up_to, 'peso')}, by one while needed, then I pass."


def _tell_roles(
    key: str,
    lists: tuple[Sequence[BoardWish | PilotWish] | None, Sequence[BoardWish | PilotWish] | None],
    roles: tuple[str, str],
    last: str,
    sealed: bool,
) -> list[str]:
    """Tell the lists of a key that may differ for two roles; one sentence where they are the same."""
    lines = []
    for role, wishes in zip(roles, lists, strict=True):
        if wishes is None:
            continue
        ended = sealed and not any(tell_wish(wish) == last for wish in wishes)
        words = f"{_tell_list(wishes)}{f', else {last}' if ended else ''}"
        lines.append(f"I {key} as {role}: {words}.")
    if lists[0] is not None and lists[0] == lists[1]:
        return [lines[0].replace(f" as {roles[0]}", "", 1)]
    return lines


def _tell_list(wishes: Sequence[BuyWish | LoadWish | PlaceWish | BoardWish | PilotWish | Plan]) -> str:
    return ", else ".join(tell_wish(wish) + (" (if its conditions hold)" if wish.when else "") for wish in wishes)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
