"""The position now, as sentences and tables."""

from __future__ import annotations

import pytest

from manila_pbem.reports.position import Table, lay_own_shares, tell_options, tell_own_fortune, tell_position
from manila_pbem.reports.words import write_fact
from manila_pbem.rules.board import Options, Space, Ware
from manila_pbem.rules.play import Game
from manila_pbem.rules.state import State
from manila_pbem.views import show_player, show_public

NAMES = ("ana", "ben", "chu")
DEAL = ((1, 1, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0))
STATE = Game(3, 0, deal=DEAL).take_state()
AT_SEA = STATE._replace(
    due="place",
    round=2,
    to_act=1,
    harbour_master=0,
    lanes=(Ware.JADE, Ware.SILK, Ware.GINSENG),
    where=(-1, 4, 13, 13),
    passed=(False, False, True),
)


def write(table: Table) -> list[tuple[str, ...]]:
    return [table.heads, *(tuple(write_fact(cell) for cell in row) for row in table.rows)]


def tell_coming(state: State) -> list[str]:
    return [write_fact(sentence) for sentence in tell_position(show_public(state, NAMES)).coming]


def tell_now(state: State) -> list[str]:
    return [write_fact(sentence) for sentence in tell_position(show_public(state, NAMES)).now]


def test_money_loans_and_bought_shares_are_told() -> None:
    """R2.4; what a player can pay: cash and 12 for each share not mortgaged (R4.6)."""
    state = STATE._replace(
        cash=(5, 30, 42),
        mortgaged=(1, 0, 0),
        held=(3, 2, 2),
        bought=((0, 0, 1, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
    )
    money, _ = tell_position(show_public(state, NAMES)).tables
    assert write(money) == [
        ("Player", "Cash", "Can pay", "Loans", "Bought"),
        ("ana", "5", "29", "1 of 3", "1 ginseng"),
        ("ben", "30", "54", "0 of 2", "-"),
        ("chu", "42", "66", "0 of 2", "-"),
    ]


def test_the_black_market_is_told_with_prices_and_supply() -> None:
    """R5.1: a share costs its value, at least 5; the supply is public (R2.2)."""
    _, market = tell_position(show_public(STATE._replace(values=(0, 5, 10, 20)), NAMES)).tables
    assert write(market) == [
        ("Ware", "Value", "A share costs", "Supply"),
        ("Nutmeg", "0", "5", "3"),
        ("Silk", "5", "5", "3"),
        ("Ginseng", "10", "10", "4"),
        ("Jade", "20", "20", "4"),
    ]


def test_the_end_is_told_with_fortunes_broken_down_and_the_deal() -> None:
    """R11.3: cash, shares, minus 15 for each mortgaged one; ana 10 + 30 + 30 + 5 - 15, ben 60 + 30, chu 3 + 5."""
    state = STATE._replace(
        due="nothing",
        to_act=None,
        cash=(10, 60, 3),
        values=(5, 30, 0, 0),
        mortgaged=(1, 0, 0),
        shares=((1, 2, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0)),
        bought=((0, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
        held=(3, 2, 2),
    )
    place = tell_position(show_public(state, NAMES))
    fortunes, deal = place.results
    assert write(fortunes) == [
        ("Player", "Cash", "Shares", "Loans", "Fortune"),
        ("ben", "60", "30", "0", "90"),
        ("ana", "10", "65", "-15", "60"),
        ("chu", "3", "5", "0", "8"),
    ]
    assert write(deal) == [
        ("Player", "Dealt", "Bought"),
        ("ana", "1 nutmeg, 1 silk", "1 silk"),
        ("ben", "1 silk, 1 jade", "-"),
        ("chu", "1 nutmeg, 1 ginseng", "-"),
    ]
    assert [table.title for table in place.tables] == ["Black market"]
    assert tell_coming(state) == ["Nothing more: the game is over."]


def test_the_end_without_the_deal_is_told_as_far_as_it_is_known() -> None:
    game = Game(3, 0, supply=(3, 3, 4, 4))
    state = game.take_state()._replace(due="nothing", to_act=None)
    assert tell_position(show_public(state, NAMES)).results == ()


def test_own_shares_and_fortune_are_told_to_their_player() -> None:
    """R2.4, R11.3: 30 + 5 + 5 - 15 pesos."""
    state = STATE._replace(
        values=(5, 5, 0, 0),
        mortgaged=(1, 0, 0),
        shares=((1, 1, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0)),
    )
    view = show_player(state, NAMES, 0)
    assert write(lay_own_shares(view)) == [
        ("Ware", "Dealt", "Bought", "Worth now"),
        ("nutmeg", "1", "0", "5"),
        ("silk", "1", "0", "5"),
    ]
    assert write_fact(tell_own_fortune(view)) == (
        "You hold 30 pesos in cash, 1 share mortgaged, and can pay 42 pesos at most. Your fortune is 25 pesos now."
    )
    over = show_player(state._replace(due="nothing", to_act=None), NAMES, 0)
    assert write_fact(tell_own_fortune(over)) == (
        "You hold 30 pesos in cash, 1 share mortgaged. Your fortune is 25 pesos."
    )


def test_who_holds_the_office_and_who_passed_is_told() -> None:
    assert tell_now(STATE) == []
    assert tell_now(AT_SEA) == ["Harbour master: ana.", "Passed, placing no more this voyage: chu."]
    auction = STATE._replace(harbour_master=2, standing_bid=7, bidder=0, passed=(False, True, False))
    assert tell_now(auction) == [
        "Harbour master of the last voyage: chu.",
        "Standing bid: 7 pesos by ana.",
        "Passed in this auction: ben.",
    ]


@pytest.mark.parametrize(
    ("state", "coming"),
    [
        (STATE, "The auction of voyage 1: ana speaks first, then clockwise."),
        (STATE._replace(to_act=1, standing_bid=3, bidder=0), "The auction of voyage 1 goes on: ben speaks next."),
        (
            STATE._replace(due="buy", to_act=1),
            "ben, the harbour master, may buy a share, then loads three wares and starts the punts.",
        ),
        (
            STATE._replace(due="load", to_act=1),
            "ben, the harbour master, loads three wares and starts the punts.",
        ),
        (AT_SEA, "Placement round 2 of 4: ben is in turn."),
        (AT_SEA._replace(due="board"), "ben, the captain of the pirates, may board a punt on 13 or stay."),
        (
            AT_SEA._replace(due="board", second_pirate=True),
            "ben, the second pirate, may board a punt on 13 or stay.",
        ),
        (AT_SEA._replace(due="pilot", pilot=Space.LARGE_PILOT), "ben, the large pilot, may move punts."),
        (
            AT_SEA._replace(due="plunder"),
            "ben, the captain of the pirates, sends to port or shipyard: ginseng, jade.",
        ),
    ],
)
def test_what_comes_next_is_told(state: State, coming: str) -> None:
    assert tell_coming(state)[0] == coming


def test_what_follows_a_placement_round_is_told() -> None:
    """R6.1: with three players no movement follows the first of four rounds."""
    after = [tell_coming(AT_SEA._replace(round=number))[1] for number in (1, 2, 4)]
    assert after == [
        "Then another placement round, before the dice roll.",
        "Then the dice roll and the punts move.",
        "Then the pilots act, the dice roll for the last time, and profits are paid.",
    ]


def test_options_are_told_where_they_differ() -> None:
    """R12."""
    assert write_fact(tell_options(Options())) == "Options: the default ones."
    told = write_fact(tell_options(Options(evict=True, large_pilot_up_to=True)))
    assert told == "Options: pirates: evict, large pilot: up to."
