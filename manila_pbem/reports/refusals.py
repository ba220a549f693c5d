"""The words for what the rules refuse: why, and what was legal instead, in docs/record.md's words."""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem.reports.words import LIST_SEPARATOR
from manila_pbem.rules.answers import Answer, Bid, Board, Buy, Load, Loan, Mortgage, Pilot, Place, Plunder, Redeem
from manila_pbem.rules.board import SPACE_WORDS, WARE_WORDS, Ware
from manila_pbem.rules.play import Refusal

WHYS = {
    "bid_too_low": "the bid is not above the standing bid",
    "bid_above_means": "the bid is above cash plus 12 for each share not mortgaged",
    "supply_empty": "the supply has no share of that ware left",
    "share_above_means": "the share costs more than cash and loans can pay",
    "load_not_three_wares": "not three different wares are loaded",
    "start_not_0_to_5": "not each of three punts starts at a space from 0 to 5",
    "starts_not_9": "the start spaces do not sum to 9",
    "move_order_not_the_load": "the move order does not name the three loaded wares once each",
    "nobody_to_evict": "nobody can be put off there",
    "punt_not_on_13": "that punt is not on space 13",
    "no_free_seat": "that punt has no free seat",
    "evicting_not_played": "this game is played without evicting",
    "seat_still_free": "nobody may be put off while a punt on 13 has a free seat",
    "ware_not_loaded": "that ware is not loaded",
    "punt_in_port": "that punt is in port, so its load is closed",
    "load_full": "that load has no free seat",
    "pirate_ship_full": "the pirate ship has no free space",
    "space_occupied": "that space is occupied",
    "port_taken_by_punt": "a punt occupies that port space",
    "insurance_refused_to_blind": "a blind passenger may not take the insurance",
    "space_above_means": "that space costs more than cash and loans can pay",
    "punt_out_of_reach": "that punt is in port, out of the pilot's reach",
    "punt_below_0": "that punt would go below space 0",
    "not_a_pilot_move": "that is no move of this pilot",
    "not_the_plundered_punts": "these are not the plundered punts",
    "game_over": "the game is over",
    "loan_of_nothing": "a loan is of 1 share or more",
    "too_few_shares_to_mortgage": "so many shares are not there to mortgage",
    "too_few_shares_to_redeem": "so many shares are not mortgaged",
    "too_little_cash_to_redeem": "the cash does not suffice for 15 pesos a share",
    "bid_would_be_unpayable": "the standing bid could not be paid any more",
    "dice_not_due": "no dice are due",
    "dice_not_the_load": "the dice do not name the three loaded wares",
    "die_not_1_to_6": "a die shows 1 to 6",
    "not_due": "this is not what must be decided now",
    "not_in_turn": "another player is in turn",
}
"""Why the rules refuse something, by `Refusal.why`."""

TRACE_WHYS = {
    "condition_position": "its condition on a position does not hold",
    "condition_crew": "its condition on a crew does not hold",
    "condition_value": "its condition on a value does not hold",
    "condition_cost": "its condition on the cost does not hold",
    "condition_cash": "its condition on the cash does not hold",
    "condition_free": "a space it wants free is not free",
    "condition_harbour_master": "its condition on the harbour master does not hold",
    "no_space_open": "no space is open to be paid for",
    "punt_not_named": "a plundered punt is not named",
}
"""Further codes that `Tried.why` may carry."""


def tell_why(why: str) -> str:
    """Return the words for a code of a refusal or of a trace; an unknown code becomes words of its own."""
    return WHYS.get(why) or TRACE_WHYS.get(why) or why.replace("_", " ")


def tell_refusal(refusal: Refusal, names: Sequence[str], wish: Answer | Loan | None = None) -> str:
    """Return one sentence for a refusal: player (`-` for dice), clause, why, and what was legal instead.

    `names` are the players' in seat order. `wish`, where it is given, is what was refused and is told too.
    """
    who = "-" if refusal.seat is None else names[refusal.seat]
    wished = "" if wish is None else f"{write_answer(wish, names)}: "
    return f"{who}: {refusal.clause}: {wished}{_tell_why_exactly(refusal)}; {tell_legal(refusal, names)}"


def _tell_why_exactly(refusal: Refusal) -> str:
    words = tell_why(refusal.why)
    if refusal.why == "bid_too_low":
        bids = [answer.pesos for answer in refusal.legal if isinstance(answer, Bid) and answer.pesos is not None]
        return f"{words} of {min(bids) - 1}" if bids else words
    return words


def tell_legal(refusal: Refusal, names: Sequence[str]) -> str:
    """Return what was legal instead of a refused action, in docs/record.md's words; long lists are summarised."""
    if refusal.legal:
        return f"legal: {write_answers(refusal.legal, names)}"
    if refusal.due == "nothing":
        return "legal: nothing, the game is over"
    if refusal.why in _LOAN_WORDS:
        return f"legal: {_LOAN_WORDS[refusal.why]}{_write_range(refusal.most)}"
    if refusal.due == "dice":
        return "legal: dice of 1 to 6 for the three loaded wares"
    assert refusal.to_act is not None
    return f"legal: {refusal.due} by {names[refusal.to_act]}"


_LOAN_WORDS = {
    "loan_of_nothing": "",
    "too_few_shares_to_mortgage": "mortgage ",
    "too_few_shares_to_redeem": "redeem ",
    "too_little_cash_to_redeem": "redeem ",
    "bid_would_be_unpayable": "redeem ",
}


def _write_range(most: int) -> str:
    if most < 1:
        return "none"
    return "1" if most == 1 else f"1 to {most}"


def write_answers(answers: Sequence[Answer], names: Sequence[str]) -> str:
    """Return the legal answers to one decision as a short list in docs/record.md's words."""
    kind = answers[0].kind
    if kind == "bid":
        return _write_bids([answer.pesos for answer in answers if isinstance(answer, Bid)])
    if kind == "load":
        return "three of the four wares, each at a space from 0 to 5, the three spaces summing to 9"
    if kind == "pilot":
        return _write_pilots([answer for answer in answers if isinstance(answer, Pilot)])
    if kind == "plunder":
        plunders = [answer for answer in answers if isinstance(answer, Plunder)]
        wares = LIST_SEPARATOR.join(WARE_WORDS[ware] for ware, _ in plunders[0].to_port)
        return f"port or shipyard for {wares}"
    return LIST_SEPARATOR.join(_write_choice(answer, names) for answer in answers)


def write_answer(answer: Answer | Loan, names: Sequence[str]) -> str:
    """Return one answer or loan as docs/record.md writes it, without its player."""
    if isinstance(answer, Load):
        order = "" if answer.move_order is None else f", move_order: [{_list_wares(answer.move_order)}]"
        starts = zip(answer.wares, answer.starts, strict=True)
        return f"load: {{{LIST_SEPARATOR.join(f'{WARE_WORDS[ware]}: {start}' for ware, start in starts)}}}{order}"
    if isinstance(answer, Board) and answer.evict is not None:
        ware = "stay" if answer.ware is None else WARE_WORDS[answer.ware]
        return f"board: {ware}, evict: {names[answer.evict]}"
    return f"{answer.kind}: {_write_choice(answer, names)}"


def _list_wares(wares: Sequence[Ware]) -> str:
    return LIST_SEPARATOR.join(WARE_WORDS[ware] for ware in wares)


def _write_choice(answer: Answer | Loan, names: Sequence[str]) -> str:
    if isinstance(answer, Bid):
        return "pass" if answer.pesos is None else str(answer.pesos)
    if isinstance(answer, Buy):
        return "none" if answer.ware is None else WARE_WORDS[answer.ware]
    if isinstance(answer, Place):
        return "pass" if answer.space is None else SPACE_WORDS[answer.space]
    if isinstance(answer, Board):
        ware = "stay" if answer.ware is None else WARE_WORDS[answer.ware]
        return ware if answer.evict is None else f"{{board: {ware}, evict: {names[answer.evict]}}}"
    if isinstance(answer, Pilot):
        moves = LIST_SEPARATOR.join(f"{WARE_WORDS[ware]}: {step}" for ware, step in answer.moves)
        return f"{{{moves}}}" if moves else "none"
    if isinstance(answer, Plunder):
        ways = ((WARE_WORDS[ware], "port" if to_port else "shipyard") for ware, to_port in answer.to_port)
        return f"{{{LIST_SEPARATOR.join(f'{ware}: {way}' for ware, way in ways)}}}"
    if isinstance(answer, Mortgage | Redeem):
        return str(answer.shares)
    return write_answer(answer, names)


def _write_bids(bids: Sequence[int | None]) -> str:
    pesos = [bid for bid in bids if bid is not None]
    if not pesos:
        return "pass"
    least, most = min(pesos), max(pesos)
    return f"pass, or {least}" if least == most else f"pass, or {least} to {most}"


_LONG_LIST = 8


def _write_pilots(pilots: Sequence[Pilot]) -> str:
    if len(pilots) <= _LONG_LIST:
        return LIST_SEPARATOR.join(_write_choice(pilot, ()) for pilot in pilots)
    single: dict[Ware, list[int]] = {}
    paired: dict[Ware, list[int]] = {}
    for pilot in pilots:
        steps = single if len(pilot.moves) == 1 else paired
        for ware, step in pilot.moves:
            if step not in steps.setdefault(ware, []):
                steps[ware].append(step)
    parts = ["none", f"one punt by {_write_steps(single)}"]
    if paired:
        parts.append(f"two punts by {_write_steps(paired)} each")
    return "; or ".join(parts)


def _write_steps(steps: dict[Ware, list[int]]) -> str:
    return LIST_SEPARATOR.join(
        f"{WARE_WORDS[ware]} {' or '.join(f'{step:+d}' for step in sorted(steps[ware], reverse=True))}"
        for ware in sorted(steps)
    )
