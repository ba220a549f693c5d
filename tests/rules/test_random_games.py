"""What holds in every game: money and shares balance, events tell all, states never change, replay agrees."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manila_pbem.rules import events as told
from manila_pbem.rules.board import Space, Ware, count_accomplices
from manila_pbem.rules.play import Game
from manila_pbem.rules.state import ASHORE, BERTHED, State

SEEDS = st.integers(0, 2**32 - 1)
MOST_STEPS = 5000
"""Far above the some 300 steps of a random game."""


class Mirror:
    """A table rebuilt from the told events alone, by R1 to R14 and nothing of the engine's."""

    def __init__(self, state: State) -> None:
        self.cash = list(state.cash)
        self.mortgaged = list(state.mortgaged)
        self.held = list(state.held)
        self.supply = list(state.supply)
        self.values = list(state.values)
        self.where = [ASHORE] * 4
        self.crew: list[list[tuple[int, bool]]] = [[] for _ in Space]
        self.master: int | None = None
        self.bank = 0
        """What players paid to the bank less what they had from it, in pesos."""
        self.fresh: tuple[int, bool] | None = None
        """The pirate who boarded last in this voyage."""
        self.stayed = 0

    def take(self, seat: int, pesos: int) -> None:
        """Move pesos from a player to the bank."""
        self.cash[seat] -= pesos
        self.bank += pesos

    def hear(self, event: told.Event) -> None:
        self.hear_money(event)
        self.hear_board(event)

    def hear_money(self, event: told.Event) -> None:
        match event:
            case told.OfficeWon(seat, pesos) | told.BankRepaid(seat, _, pesos):
                self.take(seat, pesos)
            case told.LoansTaken(seat, shares) | told.SharesMortgaged(seat, shares):
                self.take(seat, -12 * shares)
                self.mortgaged[seat] += shares
            case told.SharesRedeemed(seat, shares):
                self.take(seat, 15 * shares)
                self.mortgaged[seat] -= shares
            case told.ShareBought(seat, None, pesos):
                assert pesos == 0
            case told.ShareBought(seat, ware, pesos):
                assert pesos == max(5, self.values[ware])
                self.take(seat, pesos)
                self.held[seat] += 1
                self.supply[ware] -= 1
            case told.AccomplicePlaced(seat, space, pesos):
                self.take(seat, pesos - (10 if space == Space.INSURANCE else 0))
            case told.BootyShared(seat, pesos) | told.LoadPaid(seat, _, pesos) | told.InsurerFailed(seat, pesos):
                self.take(seat, -pesos)
            case told.BerthPaid(seat, _, pesos, payer):
                self.take(seat, -pesos)
                if payer is not None:
                    self.take(payer, pesos)
            case told.ValueRose(ware, value):
                track = (0, 5, 10, 20, 30)
                assert value == track[track.index(self.values[ware]) + 1]
                self.values[ware] = value

    def hear_board(self, event: told.Event) -> None:
        match event:
            case told.OfficeWon(seat) | told.OfficeKept(seat):
                self.master = seat
            case told.PuntsLoaded(_, wares, starts):
                for ware, start in zip(wares, starts, strict=True):
                    self.where[ware] = start
            case told.AccomplicePlaced(seat, space, _, blind):
                self.crew[space].append((seat, blind))
            case told.PuntMoved(ware, before, after):
                assert self.where[ware] == before <= 13
                self.where[ware] = after
            case told.PuntArrived(ware, berth):
                assert self.where[ware] >= 13
                self.where[ware] = berth + BERTHED
            case told.PuntWrecked(ware, berth):
                assert self.where[ware] <= 13
                self.where[ware] = berth + BERTHED
            case told.PirateStayed(seat):
                assert self.crew[Space.PIRATES][self.stayed][0] == seat
                self.stayed += 1
            case told.PirateBoarded(seat, ware, evicted):
                self.board(seat, self.crew[ware], evicted)
            case told.PuntPlundered(ware, crew):
                assert crew == tuple(seat for seat, _ in self.crew[ware])
                self.crew[ware] = []
            case told.VoyageEnded():
                self.where = [ASHORE] * 4
                self.crew = [[] for _ in Space]
                self.fresh = None
                self.stayed = 0

    def board(self, seat: int, crew: list[tuple[int, bool]], evicted: int | None) -> None:
        """Move a pirate to a load; of the evicted owner the hindmost goes, never the captain who has just boarded."""
        pirate = self.crew[Space.PIRATES].pop(self.stayed)
        assert pirate[0] == seat
        if evicted is None:
            crew.append(pirate)
        else:
            seats = [i for i, entry in enumerate(crew) if entry[0] == evicted and entry is not self.fresh]
            crew[seats[-1]] = pirate
        self.fresh = pirate

    def check(self, state: State) -> None:
        """Compare with the state the engine hands out."""
        assert tuple(self.cash) == state.cash
        assert tuple(self.mortgaged) == state.mortgaged
        assert tuple(self.held) == state.held
        assert tuple(self.supply) == state.supply
        assert tuple(self.values) == state.values
        assert tuple(self.where) == state.where
        assert tuple(tuple(seat for seat, _ in crew) for crew in self.crew) == state.crew
        assert self.master == state.harbour_master
        blind = [entry[0] for crew in self.crew for entry in crew if entry[1]]
        assert tuple(blind.count(seat) for seat in range(state.players)) == state.blind


def check_books(state: State) -> None:
    """Check what never fails at any moment: R1.1, R1.6, R2.1, R13.1."""
    assert all(pesos >= 0 for pesos in state.cash)
    assert sum(state.held) + sum(state.supply) == 20
    assert all(0 <= mortgaged <= held for mortgaged, held in zip(state.mortgaged, state.held, strict=True))
    assert state.shares is not None
    for hand, held in zip(state.shares, state.held, strict=True):
        assert sum(hand) == held
        assert min(hand) >= 0
    for ware in Ware:
        assert state.supply[ware] + sum(hand[ware] for hand in state.shares) == 5
    aboard = [seat for crew in state.crew for seat in crew]
    assert all(aboard.count(seat) <= count_accomplices(state.players) for seat in range(state.players))
    berths = [where for where in state.where if where > 13]
    assert len(set(berths)) == len(berths)
    if state.lanes:
        assert sum(where != ASHORE for where in state.where) == 3
    else:
        assert not aboard


@given(SEEDS)
@settings(max_examples=120)
def test_events_tell_every_peso_share_punt_and_accomplice(wander: Callable[[int], Any], seed: int) -> None:
    """R1 to R14: a table rebuilt from the events equals the engine's at every step, and the books balance."""
    wanderer = wander(seed)
    game = wanderer.game
    mirror = Mirror(game.take_state())
    in_play = sum(mirror.cash)
    for _ in range(MOST_STEPS):
        if game.due == "nothing":
            break
        wanderer.told.clear()
        wanderer.step()
        for event in wanderer.told:
            mirror.hear(event)
        state = game.take_state()
        mirror.check(state)
        check_books(state)
        assert sum(state.cash) + mirror.bank == in_play
    assert game.due == "nothing", "a random game must end"


@given(SEEDS)
@settings(max_examples=40)
def test_random_game_ends_with_winners(wander: Callable[[int], Any], seed: int) -> None:
    """R11.2, R11.3: some ware stands at 30, none did before, and the highest fortune wins."""
    wanderer = wander(seed)
    game = wanderer.game
    steps = 0
    while game.due != "nothing":
        assert max(game.take_state().values) < 30
        wanderer.step()
        steps += 1
        assert steps < MOST_STEPS
    state = game.take_state()
    assert max(state.values) == 30
    assert state.shares is not None
    fortunes = [
        state.cash[seat] - 15 * state.mortgaged[seat] + sum(n * v for n, v in zip(hand, state.values, strict=True))
        for seat, hand in enumerate(state.shares)
    ]
    assert [state.count_fortune(seat) for seat in range(state.players)] == fortunes
    assert state.find_winners() == tuple(seat for seat, fortune in enumerate(fortunes) if fortune == max(fortunes))


@given(SEEDS)
@settings(max_examples=30)
def test_states_handed_out_never_change_and_replay_gives_them_again(wander: Callable[[int], Any], seed: int) -> None:
    """docs/record.md: the list of actions is the game; a game that hears no events plays the same."""
    wanderer = wander(seed)
    states = [wanderer.game.take_state()]
    kept = [deepcopy(states[0])]
    actions = []
    while wanderer.game.due != "nothing":
        actions.append(wanderer.step())
        states.append(wanderer.game.take_state())
        kept.append(deepcopy(states[-1]))
    assert states == kept
    again = wanderer.begin()
    for action, state in zip(actions, states[1:], strict=True):
        assert again.apply(action) is None
        assert again.take_state() == state
    whole = wanderer.begin()
    assert whole.replay(actions) == (len(actions), None)
    assert whole.take_state() == states[-1]


@given(SEEDS)
@settings(max_examples=20)
def test_secret_deal_plays_the_same_but_for_what_is_secret(wander: Callable[[int], Any], seed: int) -> None:
    """R2.4, docs/record.md, "A running game"."""
    wanderer = wander(seed)
    supply = wanderer.game.take_state().supply
    secret = Game(wanderer.players, wanderer.first, wanderer.options, supply=supply)
    while wanderer.game.due != "nothing":
        assert secret.apply(wanderer.step()) is None
        assert secret.list_answers() == wanderer.game.list_answers()
        assert secret.take_state() == wanderer.game.take_state()._replace(shares=None)


@given(SEEDS)
@settings(max_examples=30)
def test_copies_go_their_own_ways(wander: Callable[[int], Any], seed: int) -> None:
    """A copy played on changes nothing here, nor does the game change its copies."""
    wanderer = wander(seed)
    game = wanderer.game
    copies = []
    while game.due != "nothing":
        if wanderer.rng.random() < 0.1:
            trial, left = game.copy(), game.copy()
            before, told_before = game.take_state(), len(wanderer.told)
            copies.append((left, before))
            for _ in range(30):
                if trial.due != "nothing":
                    assert trial.apply(wanderer.choose(trial)) is None
            assert game.take_state() == before
            assert len(wanderer.told) == told_before
        wanderer.step()
    for left, before in copies:
        assert left.take_state() == before


@pytest.mark.parametrize("kind", told.Event.__args__)
def test_every_kind_of_event_occurs_in_random_games(wander: Callable[[int], Any], kind: type, kinds: set[type]) -> None:
    """A guard for this file: what never happens is not tested by it."""
    assert kind in kinds


@pytest.fixture(scope="module")
def kinds(wander: Callable[[int], Any]) -> set[type]:
    heard: set[type] = set()
    for seed in range(20):
        wanderer = wander(seed)
        while wanderer.game.due != "nothing":
            wanderer.step()
        heard |= {type(event) for event in wanderer.told}
    return heard
