"""The receipt of an order: what it will do in words, or why it is refused and what was legal instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from manila_pbem.orders.order import Order, PlaceWish
from manila_pbem.orders.outlook import THIS, Coming, Outlook
from manila_pbem.orders.policy import Policy
from manila_pbem.orders.problems import Correction, Kind, Problem
from manila_pbem.orders.words import tell_wish
from manila_pbem.reports.excerpt import show_place
from manila_pbem.reports.intentions import find_chance, tell_bid, tell_intent
from manila_pbem.reports.notices import write_clause
from manila_pbem.reports.receipt_words import (
    COMING,
    FATES,
    FAULTS,
    KEY_IN_PHASE,
    KEYS,
    OCCASIONS,
    ORDER,
    POLICIES,
    PROOF,
    USES,
    join,
    say,
)
from manila_pbem.reports.sentences import tell_problem
from manila_pbem.reports.words import count_pesos, count_shares, isolate_name, name_wares
from manila_pbem.rules.board import LOAN, REDEMPTION
from manila_pbem.values import NamedValue


class Heading(NamedValue):
    """What an order was filed for, and what becomes of it.

    `used` says that the same order has been used already, `filed` that it is filed and not only checked,
    `message_alone` that nothing but a message stands in it, `message_sent` that the same file has sent its message
    already, `replaces` that another order was there, not used yet.
    """

    game: str
    phase: str
    player: str
    used: bool
    filed: bool
    message_alone: bool
    message_sent: bool
    replaces: bool


class Told(NamedValue):
    """All that a receipt tells of. Order, outlook and policy are None where the file was refused.

    `names` are the players in seat order, `at_sea` says whether a voyage is at sea, `text` is the file's. `standing` is
    the player's standing policy, where there is one that does something.
    """

    heading: Heading
    names: Sequence[str]
    at_sea: bool
    order: Order | None
    outlook: Outlook | None
    policy: Policy | None
    standing: Policy | None
    problems: Sequence[Problem]
    corrections: Sequence[Correction]
    text: str
    commitment: str | None


def write_receipt(told: Told) -> str:
    """Return a receipt, a sentence a line."""
    heading = told.heading
    where = f"{heading.game} {heading.phase} {isolate_name(heading.player)}"
    if told.policy is not None:
        return f"{say(_find_fate(heading), where=where)}\n- {tell_policy(told.policy)}\n"
    if told.order is None or told.outlook is None:
        return "\n".join((say(FATES["refused"], where=where), *_tell_faults(told))) + "\n"
    lines = [say(_find_fate(heading), where=where)]
    lines += _list_points(tell_order(told.order, told.outlook, told))
    if heading.message_sent:
        lines.append(ORDER["message_sent"])
    if heading.message_alone:
        lines.append(ORDER["message_alone"])
    elif heading.replaces:
        lines.append(ORDER["replaces"])
    for doubt in told.problems:
        lines += ["", FAULTS["doubtful"], *_show_problem(doubt, told.text)]
    if not heading.message_alone:
        lines += ["", COMING["title"], *_list_points(_tell_coming(told.outlook, told))]
    if told.commitment is not None and not told.order.withdraw:
        check = PROOF["check_cut" if told.order.message else "check"]
        lines += ["", say(PROOF["commitment"], commitment=told.commitment), check]
    return "\n".join(lines) + "\n"


def _list_points(lines: Iterable[str]) -> list[str]:
    """Return lines as points; one that begins with a blank belongs to the point before it."""
    return [f"  {line}" if line[0] == " " else f"- {line}" for line in lines]


def _find_fate(heading: Heading) -> str:
    if heading.used and not heading.replaces:
        return FATES["used"]
    return FATES["taken"] if heading.filed else FATES["would_be_taken"]


def _tell_faults(told: Told) -> Iterator[str]:
    """Tell each fault with its line, and below the last one of a line what to write instead, where that is clear."""
    faults = [problem for problem in told.problems if problem.kind is not Kind.DOUBTFUL]
    for number, fault in enumerate(faults):
        yield ""
        yield from _show_problem(fault, told.text)
        line = fault.mark.line if fault.mark else 0
        if not any(other.mark and other.mark.line == line for other in faults[number + 1 :]):
            for correction in told.corrections:
                if correction.first == line:
                    yield from _tell_correction(correction)


def _tell_correction(correction: Correction) -> Iterator[str]:
    if not correction.lines:
        yield say(FAULTS["leave_out"], line=correction.first)
        return
    one = correction.first == correction.last
    head = FAULTS["write"] if one else say(FAULTS["write_lines"], first=correction.first, last=correction.last)
    yield f"{head}{correction.lines[0]}"
    yield from (f"{' ' * len(head)}{line}" for line in correction.lines[1:])


def _show_problem(problem: Problem, text: str) -> list[str]:
    """Return a problem's sentence and the line it stands in, with a caret below the place."""
    sentence, clause, mark = tell_problem(problem), write_clause(problem.clause), problem.mark
    if mark is None:
        return [say(FAULTS["no_place"], sentence=sentence, clause=clause)]
    place = say(FAULTS["place"], line=mark.line, column=mark.column, sentence=sentence, clause=clause)
    return [place, *show_place(text, mark)]


def tell_policy(policy: Policy) -> str:
    """Return in words what a standing policy does."""
    if policy.kind == "wait":
        return POLICIES["wait"]
    if policy.kind == "bot":
        return say(POLICIES["bot"], bot=policy.bot)
    places = POLICIES["else"].join(map(_tell_place, policy.places)) if policy.kind == "list" else policy.kind
    return say(POLICIES["places"], places=places)


def _tell_place(wish: PlaceWish) -> str:
    return say(POLICIES["if"], place=tell_wish(wish)) if wish.when else tell_wish(wish)


def tell_order(order: Order, outlook: Outlook, told: Told) -> list[str]:
    """Return in words what an order says and when it is used; alternatives stand in lines that begin with a blank."""
    lines = []
    if order.withdraw:
        lines.append(ORDER["withdraw"])
    for text, shares, pesos in (
        (ORDER["redeem"], order.redeem, REDEMPTION * order.redeem),
        (ORDER["mortgage"], order.mortgage, LOAN * order.mortgage),
    ):
        if shares:
            lines.append(say(text, shares=count_shares(shares), pesos=count_pesos(pesos)))
    if outlook.bid is not None:
        lines += tell_bid(outlook.bid)
    chance = find_chance(outlook.coming)
    for intent in outlook.intents:
        lines += tell_intent(intent, told.names, chance, told.at_sea)
        if intent.key == "load" and not intent.phase and order.answers.move_order is not None:
            lines.append(say(ORDER["move_order"], wares=name_wares(order.answers.move_order)))
    if order.answers.move_order is not None and order.answers.load is None:
        lines.append(say(ORDER["move_order"], wares=name_wares(order.answers.move_order)))
    if order.salt is not None:
        lines.append(ORDER["salt"])
    if order.message is not None:
        to = [isolate_name(name) for name in order.message.to]
        lines.append(say(ORDER["message"], names=join(to)) if to else ORDER["message_all"])
    if outlook.use != "none":
        lines.append(say(USES[outlook.use], phase=told.heading.phase))
    return lines


def _tell_coming(outlook: Outlook, told: Told) -> Iterator[str]:
    """Tell which earlier orders still stand, what is not said yet, and so where the game would wait."""
    coming = outlook.coming
    for phase in dict.fromkeys(decision.by for decision in coming if decision.by not in ("", THIS)):
        here = [decision for decision in coming if decision.by == phase]
        yield say(COMING["stands"], phase=phase, keys=_list_keys(here, by_phase=True))
    unsaid = [decision for decision in coming if not decision.said]
    if not unsaid:
        yield COMING["all_said"] if coming else COMING["nothing"]
        return
    yield COMING["waits"]
    for occasion in dict.fromkeys(decision.occasion for decision in unsaid):
        here = [decision for decision in unsaid if decision.occasion == occasion]
        phases = join([*dict.fromkeys(decision.phase for decision in here)])
        yield f"  {say(OCCASIONS[occasion], keys=_list_keys(here), phases=phases)}"
    if told.standing is not None:
        yield say(COMING["policy"], policy=tell_policy(told.standing))


def _list_keys(decisions: Sequence[Coming], *, by_phase: bool = False) -> str:
    """Return the keys of decisions as a list; one that stands for a role alone says so, `place` its phase if asked."""
    questions = [decision.question for decision in decisions]
    keys = []
    for phase, question, *_ in decisions:
        both = {other.second for other in questions if other.due == question.due} == {False, True}
        key = question.due if both else KEYS.get(tuple(question), question.due)
        keys.append(say(KEY_IN_PHASE, key=key, phase=phase) if by_phase and key == "place" else key)
    return join([*dict.fromkeys(keys)])
