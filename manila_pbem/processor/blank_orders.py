"""The order file to fill in that ends a player's report, with the legal choices (docs/play.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterator

from manila_pbem.formats.order_form import Choice, FormQuestion, write_form
from manila_pbem.formats.record import write_flow
from manila_pbem.formats.record_action import answer_to_mapping
from manila_pbem.orders.asking import Question, ask_now, list_questions
from manila_pbem.orders.phases import find_phase
from manila_pbem.processor.setup import Setup
from manila_pbem.rules.answers import Answer
from manila_pbem.rules.board import LOAD_PAYOUTS, SPACE_WORDS, WARE_WORDS, Space, Ware, price_share
from manila_pbem.rules.play import Game
from manila_pbem.rules.state import CLOSED, State

_WHICH = {"board": ("captain", "second"), "pilot": ("small", "large")}


def write_blank_order(setup: Setup, game: Game, state: State, seat: int) -> str | None:
    """Return an order file to fill in for a player, None where nothing will be asked of him in this phase.

    It rests on public facts alone.
    """
    phase = find_phase(state)
    questions = [question for other, question in list_questions(state) if other == seat]
    if phase is None or not questions:
        return None
    asked = []
    for question in questions:
        both = sum(other.due == question.due for other in questions) > 1
        which = _WHICH[question.due][question.second] if both else ""
        asked.append(FormQuestion(question.due, tuple(_list_choices(setup, game, state, seat, question)), which))
    mortgaged, held = state.mortgaged[seat], state.held[seat]
    loans = [key for key, possible in (("mortgage", mortgaged < held), ("redeem", mortgaged > 0)) if possible]
    return write_form(setup.game, phase.name, setup.names[seat], asked, loans)


def _list_choices(setup: Setup, game: Game, state: State, seat: int, question: Question) -> Iterator[Choice]:
    match question.due:
        case "bid":
            yield Choice("pass")
            least, most = (state.standing_bid or 0) + 1, state.count_means(seat)
            if least <= most:
                cash = state.cash[seat]
                yield Choice(f"{least} to {most}", None, f"above {cash} with loans" if most > cash else "")
        case "buy":
            yield Choice("none", 0)
            for ware, word in enumerate(WARE_WORDS):
                price = price_share(state.values, Ware(ware))
                if state.supply[ware] and price <= state.count_means(seat):
                    yield Choice(word, price, f"{state.supply[ware]} left")
        case "load":
            for ware, word in enumerate(WARE_WORDS):
                yield Choice(word, None, f"pays {LOAD_PAYOUTS[ware]}, stands at {state.values[ware]}")
        case "place":
            yield from _list_spaces(game, state, seat)
        case "board" | "pilot" | "plunder":
            for answer in _find_position(game, question).list_answers():
                yield Choice(_tell_answer(setup, answer))
        case _:
            return


def _list_spaces(game: Game, state: State, seat: int) -> Iterator[Choice]:
    """List the spaces a player could take if it were his turn now."""
    means, blind = state.count_means(seat), game.is_blind_passenger(seat)
    for space, word in enumerate(SPACE_WORDS):
        cost = game.price_place(seat, Space(space))
        if state.costs[space] == CLOSED or cost > means or (blind and space == Space.INSURANCE):
            continue
        note = "as a blind passenger" if blind else "you receive 10" if space == Space.INSURANCE else ""
        yield Choice(word, cost, note)
    yield Choice("cheapest", None, "the open space that costs you least")
    yield Choice("pass", None, "you place no more in this voyage")


def _find_position(game: Game, question: Question) -> Game:
    """Return the game as it will be for a question, if whoever is asked before does nothing."""
    if not question.second or game.due != question.due or ask_now(game.take_state()) == question:
        return game
    after = game.copy()
    assert after.to_act is not None
    # The first answer listed is to stay, or to do nothing.
    after.answer(after.to_act, game.list_answers()[0])
    return after


def _tell_answer(setup: Setup, answer: Answer) -> str:
    """Return an answer as an order writes it."""
    mapping = answer_to_mapping(answer, setup.names)
    return write_flow(mapping if len(mapping) > 1 else mapping[answer.kind])
