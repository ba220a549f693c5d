"""Random games: whoever must decide in a phase was asked at its start, so no sealed phase ever lacks an answer."""

from __future__ import annotations

from random import Random

import pytest

from manila_pbem.orders.asking import ask_now, list_asked, list_questions
from manila_pbem.orders.phases import find_phase
from manila_pbem.rules.answers import Bid, Place, Redeem
from manila_pbem.rules.board import OPTION_WORDS, Options, Space, Ware
from manila_pbem.rules.play import Game


def begin(rng: Random) -> Game:
    players = rng.choice((3, 4, 5))
    cards = [ware for ware in Ware for _ in range(3)]
    rng.shuffle(cards)
    deal = [[cards[2 * seat : 2 * seat + 2].count(ware) for ware in Ware] for seat in range(players)]
    return Game(players, rng.randrange(players), Options(*[rng.random() < 0.5 for _ in OPTION_WORDS]), deal)


def choose(rng: Random, game: Game) -> object:
    """Choose a legal answer with a liking for ruin and for pirates, where the hard corners are."""
    answers = game.list_answers()
    if game.due == "bid":
        return rng.choice((Bid(None), answers[-1], rng.choice(answers)))
    if game.due == "place":
        liked = [answer for answer in answers if isinstance(answer, Place) and answer.space in (Space.PIRATES, 11, 12)]
        return rng.choice(liked) if liked and rng.random() < 0.3 else rng.choice(answers[:-1] or answers)
    return rng.choice(answers)


def throw(rng: Random, game: Game) -> dict[Ware, int]:
    """Throw dice that like space 13, or port."""
    where = game.take_state().where
    return {
        ware: 13 - where[ware] if 1 <= 13 - where[ware] <= 6 and rng.random() < 0.4 else rng.choice((1, 3, 6, 6))
        for ware in game.loaded
    }


@pytest.mark.parametrize("seed", range(60))
def test_every_decision_was_foreseen(seed: int) -> None:
    """Sections 1 and 2: everyone who may have to decide sends orders, and nobody else is waited for."""
    rng = Random(seed)
    game = begin(rng)
    foreseen: set[object] = set()
    phase = None
    while game.due != "nothing" and game.voyage < 9:
        state = game.take_state()
        if game.due == "dice":
            assert list_questions(state) == ()
            assert game.roll(throw(rng, game)) is None
            continue
        if find_phase(state) != phase:
            phase = find_phase(state)
            for seat in range(state.players):
                # Loans of the files come before the first decision, redeeming too.
                if rng.random() < 0.3:
                    game.lend(seat, Redeem(1))
            assert game.take_state().to_act == state.to_act
            foreseen = set(list_questions(state))
            assert list_asked(state) == tuple(sorted({seat for seat, _ in list_questions(state)}))
        assert (game.to_act, ask_now(game.take_state())) in foreseen
        assert game.to_act is not None
        assert game.answer(game.to_act, choose(rng, game)) is None  # type: ignore[arg-type]
