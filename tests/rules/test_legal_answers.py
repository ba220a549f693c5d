"""Every answer told to be legal is accepted, every other one of a finite grid refused; both against the rules' text.

The expectations here are written from docs/rules.md and the state that is handed out, not from the engine's chapters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manila_pbem.rules.answers import Answer, Bid, Board, Buy, Load, Mortgage, Pilot, Place, Plunder, Redeem
from manila_pbem.rules.board import Space, Ware
from manila_pbem.rules.play import Answered, Game, Lent, Refusal
from manila_pbem.rules.state import State

SEEDS = st.integers(0, 2**32 - 1)
DECISIONS = ("bid", "buy", "load", "place", "board", "pilot", "plunder")
RULES = Path(__file__).parents[2] / "docs" / "rules.md"
SEATS = {Ware.NUTMEG: 3, Ware.SILK: 3, Ware.GINSENG: 3, Ware.JADE: 4}
COSTS = {
    Ware.NUTMEG: (2, 3, 4),
    Ware.SILK: (3, 4, 5),
    Ware.GINSENG: (1, 2, 3),
    Ware.JADE: (3, 4, 5, 5),
    Space.PORT_A: (4,),
    Space.PORT_B: (3,),
    Space.PORT_C: (2,),
    Space.SHIPYARD_A: (4,),
    Space.SHIPYARD_B: (3,),
    Space.SHIPYARD_C: (2,),
    Space.PIRATES: (5, 5),
    Space.SMALL_PILOT: (2,),
    Space.LARGE_PILOT: (5,),
    Space.INSURANCE: (0,),
}


def count_means(state: State, seat: int) -> int:
    """R4.6"""
    return state.cash[seat] + 12 * (state.held[seat] - state.mortgaged[seat])


def expect_bids(state: State, seat: int) -> Iterator[Answer]:
    """R4.2, R4.6"""
    yield Bid(None)
    for pesos in range(1, 1000):
        if (state.standing_bid or 0) < pesos <= count_means(state, seat):
            yield Bid(pesos)


def expect_buys(state: State, seat: int) -> Iterator[Answer]:
    """R5.1"""
    yield Buy(None)
    for ware in Ware:
        if state.supply[ware] > 0 and max(5, state.values[ware]) <= count_means(state, seat):
            yield Buy(ware)


def list_open(state: State) -> dict[Space, int]:
    """Name the open spaces with their costs, whoever asks (R6.3 to R6.6, R12.4)."""
    found = {}
    for space, costs in COSTS.items():
        taken = len(state.crew[space])
        if taken == len(costs):
            continue
        if space <= Space.JADE and not 0 <= state.where[space] <= 13:
            continue
        lies_there = any(where == space + 10 for where in state.where)
        if Space.PORT_A <= space <= Space.PORT_C and lies_there and not state.options.late_port_bets:
            continue
        found[Space(space)] = costs[taken]
    return found


def expect_places(state: State, seat: int) -> Iterator[Answer]:
    """R6.2, R14, R12.3: he was asked, so he has something to do."""
    yield Place(None)
    spaces = list_open(state)
    paid = {space: cost for space, cost in spaces.items() if space != Space.INSURANCE}
    if state.held[seat] == state.mortgaged[seat] and paid and state.cash[seat] < min(paid.values()):
        assert not (state.options.one_blind_passenger and state.blind[seat])
        yield from (Place(space) for space in paid)
    else:
        yield from (Place(space) for space, cost in spaces.items() if cost <= count_means(state, seat))


def expect_boards(state: State, seat: int) -> Iterator[Answer]:
    """R8.1 to R8.3; whom the second pirate may not evict is left to test_boarding."""
    yield Board(None)
    wares = [ware for ware in Ware if state.where[ware] == 13]
    free = [ware for ware in wares if len(state.crew[ware]) < SEATS[ware]]
    yield from (Board(ware) for ware in free)
    if not free and state.options.evict:
        yield from (Board(ware, owner) for ware in wares for owner in set(state.crew[ware]))


def expect_pilots(state: State, seat: int) -> Iterator[Answer]:
    """R9.2, R9.3, R12.5"""
    yield Pilot(())
    large = state.pilot == Space.LARGE_PILOT
    at_sea = [ware for ware in Ware if 0 <= state.where[ware] <= 13]
    for ware in at_sea:
        for step in (-2, -1, 1, 2):
            allowed = abs(step) == 1 if not large else abs(step) == 2 or state.options.large_pilot_up_to
            if allowed and state.where[ware] + step >= 0:
                yield Pilot(((ware, step),))
    if large:
        for one, other in combinations(at_sea, 2):
            for step, other_step in product((-1, 1), repeat=2):
                if state.where[one] + step >= 0 and state.where[other] + other_step >= 0:
                    yield Pilot(((one, step), (other, other_step)))


def expect_plunders(state: State, seat: int) -> Iterator[Answer]:
    """R8.5"""
    wares = [ware for ware in Ware if state.where[ware] == 13]
    for ways in product((True, False), repeat=len(wares)):
        yield Plunder(tuple(zip(wares, ways, strict=True)))


def expect_loads(state: State, seat: int) -> Iterator[Answer]:
    """R5.2, R5.3, without a move order."""
    for wares in permutations(Ware, 3):
        for starts in product(range(6), repeat=3):
            if sum(starts) == 9:
                yield Load(wares, starts)


EXPECTED: dict[str, Callable[[State, int], Iterable[Answer]]] = {
    "bid": expect_bids,
    "buy": expect_buys,
    "load": expect_loads,
    "place": expect_places,
    "board": expect_boards,
    "pilot": expect_pilots,
    "plunder": expect_plunders,
}


def can_lend(state: State, seat: int, loan: Mortgage | Redeem) -> bool:
    """R13.1, R13.4"""
    shares = loan.shares
    if state.due == "nothing" or shares < 1:
        return False
    if isinstance(loan, Mortgage):
        return shares <= state.held[seat] - state.mortgaged[seat]
    if shares > state.mortgaged[seat] or 15 * shares > state.cash[seat]:
        return False
    return seat != state.bidder or count_means(state, seat) - 3 * shares >= (state.standing_bid or 0)


@cache
def make_grid() -> tuple[Answer, ...]:
    """Make answers of all kinds: all words, numbers from -1 to 15, pilots by -3 to 3, all maps of a plunder."""
    wares = (None, *Ware)
    grid: list[Answer] = [Bid(pesos) for pesos in (None, *range(-1, 16), 54, 55, 200)]
    grid += [Buy(ware) for ware in wares]
    grid += [Place(space) for space in (None, *Space)]
    grid += [Board(ware, evict) for ware in wares for evict in (None, *range(5))]
    steps = range(-3, 4)
    grid += [Pilot(()), *(Pilot(((ware, step),)) for ware in Ware for step in steps)]
    grid += [
        Pilot(((one, step), (other, other_step)))
        for one, other in combinations(Ware, 2)
        for step, other_step in product(steps, repeat=2)
    ]
    grid += [Pilot(((Ware.SILK, 1), (Ware.SILK, 1))), Pilot(((Ware.NUTMEG, 1), (Ware.SILK, 1), (Ware.JADE, 1)))]
    for ways in product((None, True, False), repeat=4):
        grid.append(Plunder(tuple((ware, way) for ware, way in zip(Ware, ways, strict=True) if way is not None)))
    return (*grid, *make_loads())


@cache
def make_loads() -> tuple[Load, ...]:
    """Make loads with one thing changed each: wares, starts or move order."""
    good = (Ware.SILK, Ware.GINSENG, Ware.JADE)
    loads = [Load(wares, (3, 3, 3)) for size in (1, 2, 4) for wares in combinations(Ware, size)]
    loads += [Load(wares, (3, 3, 3)) for wares in product(Ware, repeat=3)]
    loads += [Load(good, starts) for starts in product(range(-1, 8), repeat=3)]
    loads += [Load(good, starts) for starts in ((), (9,), (4, 5), (0, 0, 4, 5), (15, -1, -5))]
    loads += [Load(good, (0, 4, 5), order) for size in (1, 2, 3) for order in product(Ware, repeat=size)]
    loads += [Load(good, (0, 4, 5), order) for order in (*permutations(Ware), (*good, Ware.SILK))]
    return tuple(loads)


@cache
def read_clauses() -> frozenset[str]:
    """Read the numbers of all clauses of docs/rules.md."""
    return frozenset(re.findall(r"^- (R\d+\.\d+) ", RULES.read_text(encoding="utf-8"), re.MULTILINE))


def find_legal(game: Game) -> set[Answer]:
    """Return the answers told to be legal; each load also with any order of its wares as move order (R7.3)."""
    return set(game.list_answers())


def is_legal(answer: Answer, legal: set[Answer]) -> bool:
    if isinstance(answer, Load) and answer.move_order is not None:
        return answer._replace(move_order=None) in legal and sorted(answer.move_order) == sorted(answer.wares)
    return answer in legal


def check_refusal(game: Game, seat: int, answer: Answer, refusal: Refusal) -> None:
    """A refusal names the player, a clause that exists, what is due and, to the player in turn, what was legal."""
    assert refusal.seat == seat
    assert refusal.clause in read_clauses()
    assert refusal.why
    assert (refusal.due, refusal.to_act) == (game.due, game.to_act)
    in_turn = seat == game.to_act and answer.kind == game.due
    assert list(refusal.legal) == (list(game.list_answers()) if in_turn else [])


def check_position(game: Game) -> None:
    """Try the whole grid by every seat."""
    before = game.take_state()
    legal = find_legal(game)
    for seat in range(-1, before.players + 1):
        for answer in make_grid():
            if seat == before.to_act and is_legal(answer, legal):
                continue
            refusal = game.answer(seat, answer)
            assert refusal is not None, f"seat {seat} was allowed {answer}"
            check_refusal(game, seat, answer, refusal)
        assert game.take_state() == before
    for seat in range(before.players):
        for loan in (kind(shares) for kind in (Mortgage, Redeem) for shares in range(-1, 16)):
            decision = game.decide(seat, loan)
            assert game.take_state() == before
            if can_lend(before, seat, loan):
                assert decision == Lent(seat, loan)
            else:
                assert isinstance(decision, Refusal)
                assert decision.clause in read_clauses()
                assert can_lend(before, seat, type(loan)(decision.most)) == (decision.most > 0)
                assert not can_lend(before, seat, type(loan)(decision.most + 1))
                assert game.lend(seat, loan) == decision
    for answer in [*list(legal)[:60], *(answer for answer in make_loads() if is_legal(answer, legal))]:
        assert game.decide(before.to_act, answer) == Answered(before.to_act, answer)
        trial = game.copy()
        assert trial.answer(before.to_act, answer) is None, f"{answer} was told to be legal"
        assert trial.take_state() != before
    for numbers in product((0, 1, 6, 7), repeat=3):
        for wares in (game.loaded, tuple(Ware)[:3], tuple(Ware)[1:], tuple(Ware)[:2], tuple(Ware)):
            dice = dict(zip(wares, (*numbers, 1), strict=False))
            good = game.due == "dice" and set(dice) == set(game.loaded) and set(dice.values()) <= {1, 6}
            refusal = game.copy().roll(dice)
            assert (refusal is None) == good
            assert refusal is None or (refusal.seat, refusal.clause) == (None, "R7.1")
    assert game.take_state() == before
    assert find_legal(game) == legal


@pytest.mark.parametrize("due", [*DECISIONS, "dice", "nothing"])
def test_all_of_the_grid_but_what_is_told_to_be_legal_is_refused(wander: Callable[[int], Any], due: str) -> None:
    """R4 to R9, R13, docs/record.md: in twelve positions of each kind, of different games."""
    found = 0
    for seed in range(200):
        wanderer = wander(seed)
        skip = wanderer.rng.randrange(12) if due in ("bid", "place") else 0
        while wanderer.game.due != "nothing" and (wanderer.game.due != due or skip):
            skip -= wanderer.game.due == due
            wanderer.step()
        if wanderer.game.due == due:
            check_position(wanderer.game)
            found += 1
        if found == 12:
            return
    raise AssertionError(f"no twelve positions in which {due} is due")


@given(SEEDS)
@settings(max_examples=100)
def test_told_answers_are_those_of_the_rules(wander: Callable[[int], Any], seed: int) -> None:
    """R4.2, R4.6, R5.1, R6, R8, R9, R12, R14: at every decision of random games."""
    wanderer = wander(seed)
    game = wanderer.game
    while game.due != "nothing":
        state = game.take_state()
        answers = list(game.list_answers())
        assert len(set(answers)) == len(answers)
        if game.due in ("dice", "load"):
            # The 600 loads are the same at all times: see test_office.
            assert len(answers) == (600 if game.due == "load" else 0)
        else:
            expected = set(EXPECTED[game.due](state, game.to_act))
            if state.second_pirate:
                # The captain who has just boarded can't be evicted (R8.3): at most one owner a load is missing.
                missing = expected - set(answers)
                assert all(answer.evict is not None for answer in missing)
                assert len(missing) <= 1
                expected -= missing
            assert set(answers) == expected
        for answer in answers if game.due != "load" else wanderer.rng.sample(answers, 5):
            assert game.copy().answer(game.to_act, answer) is None
        wanderer.step()


def test_loads_are_those_of_the_rules(new_game: Callable[..., Any]) -> None:
    """R5.2, R5.3"""
    script = new_game()
    script.play("ana bid 1", "ben bid pass", "chu bid pass", "dan bid pass", "ana buy none")
    assert set(script.game.list_answers()) == set(expect_loads(script.state, 0))


@given(SEEDS)
@settings(max_examples=150)
def test_who_is_asked_is_who_has_something_to_do(wander: Callable[[int], Any], seed: int) -> None:
    """R6.2, R6.7, R12.3: in each round every player is asked, has passed before or has no open space, in turn order."""
    wanderer = wander(seed)
    game = wanderer.game
    waiting: list[int] = []
    """The players whose turn in this round has not come yet."""
    begun = (0, 0)
    while game.due != "nothing":
        state = game.take_state()
        now = (state.voyage, state.round)
        if game.due == "place" or (game.due == "dice" and now == begun):
            if now != begun:
                assert not any(can_place(state, seat) for seat in waiting)
                begun = now
                waiting = [(state.harbour_master + i) % state.players for i in range(state.players)]
            while waiting and waiting[0] != state.to_act:
                assert not can_place(state, waiting.pop(0))
            if game.due == "place":
                assert can_place(state, waiting.pop(0))
        while isinstance(wanderer.step(), Lent):
            pass


def can_place(state: State, seat: int) -> bool:
    """Tell whether a player who has not passed finds an open space (R6.2, R6.7, R12.3, R14.2)."""
    if state.passed[seat]:
        return False
    spaces = list_open(state)
    paid = [cost for space, cost in spaces.items() if space != Space.INSURANCE]
    poor = bool(paid) and state.held[seat] == state.mortgaged[seat] and state.cash[seat] < min(paid)
    if poor:
        return not (state.options.one_blind_passenger and state.blind[seat])
    return any(cost <= count_means(state, seat) for cost in spaces.values())
