"""R5: the office of harbour master; R7.3 as far as the move order is given there."""

from __future__ import annotations

import pytest

THREE_ONES = ("dice nutmeg 1 silk 1 jade 1",) * 3
IN_PORT = ("dice nutmeg 6 silk 6 jade 1", "dice nutmeg 6 silk 6 jade 1", "dice nutmeg 1 silk 1 jade 1")
"""From 4, 4 and 1, nutmeg and silk come into port and jade is wrecked."""


def win_office(script, bid: int = 1, name: str = "ana") -> None:
    """Let a player win the auction at a price."""
    while script.game.due == "bid":
        seat = script.game.to_act
        script.play(f"{script.names[seat]} bid {bid if script.names[seat] == name else 'pass'}")


def test_share_costs_at_least_5(new_game):
    """R5.1: a ware at 0 costs 5."""
    script = new_game()
    win_office(script)
    assert script.legal == ["none", "nutmeg", "silk", "ginseng", "jade"]
    script.play("ana buy jade")
    assert script.cash["ana"] == 24
    assert script.supply == {"nutmeg": 3, "silk": 3, "ginseng": 3, "jade": 2}
    assert script.state.shares[0] == (1, 1, 0, 1)
    assert script.state.bought[0] == (0, 0, 0, 1)
    assert script.state.held[0] == 3


@pytest.mark.parametrize(("voyages", "price"), [(1, 5), (2, 10), (3, 20)])
def test_share_costs_its_value(new_game, voyages, price):
    """R5.1, R11.1: after one, two and three arrivals silk stands at 5, 10 and 20."""
    script = new_game()
    for _ in range(voyages):
        script.open_voyage("nutmeg 4 silk 4 jade 1")
        script.play("rest pass", *IN_PORT)
    win_office(script)
    assert script.values["silk"] == price
    script.play("ana buy silk")
    assert script.cash["ana"] == 29 - price


def test_harbour_master_may_buy_none(new_game):
    """R5.1"""
    script = new_game()
    win_office(script)
    script.play("ana buy none")
    assert script.cash["ana"] == 29
    assert script.asked == "ana load"


def test_harbour_master_buys_one_share_at_most(new_game):
    """R5.1"""
    script = new_game()
    win_office(script)
    script.play("ana buy silk")
    assert script.refuse("ana buy jade") == "R5.1"


def test_nobody_else_may_buy(new_game):
    """R5.1"""
    script = new_game()
    win_office(script)
    assert script.refuse("ben buy silk") == "R5.1"
    assert script.refuse("ben buy none") == "R5.1"


def test_share_may_be_paid_with_a_loan_on_shares_held_before(new_game):
    """R5.1, R13.2: with cash 0 a loan of 12 pays the 5."""
    script = new_game()
    win_office(script, bid=30)
    script.play("ana buy silk")
    assert script.cash["ana"] == 7
    assert script.mortgaged["ana"] == 1
    assert script.state.held[0] == 3


def test_share_is_not_paid_with_a_loan_on_itself(new_game):
    """R5.1: 54 bid leave neither cash nor an unmortgaged share; the share bought could be mortgaged for 12."""
    script = new_game()
    win_office(script, bid=54)
    assert script.legal == ["none"]
    assert script.refuse("ana buy silk") == "R5.1"


def test_share_is_bought_with_the_very_last_pesos(new_game):
    """R5.1: 49 bid cost two loans and leave 5."""
    script = new_game()
    win_office(script, bid=49)
    assert script.cash["ana"] == 5
    script.play("ana buy silk")
    assert script.cash["ana"] == 0
    assert script.mortgaged["ana"] == 2


def test_share_for_one_peso_too_much_is_refused(new_game):
    """R5.1: 50 bid leave 4."""
    script = new_game()
    win_office(script, bid=50)
    assert script.refuse("ana buy silk") == "R5.1"


def test_ware_whose_supply_is_empty_cannot_be_bought(new_game):
    """R5.1: three nutmeg are dealt, two are in the supply."""
    script = new_game(5)
    for _ in range(2):
        win_office(script)
        script.play("ana buy nutmeg", "ana load nutmeg 0 silk 4 jade 5", "rest pass", *THREE_ONES)
    win_office(script)
    assert script.supply["nutmeg"] == 0
    assert script.legal == ["none", "silk", "ginseng", "jade"]
    assert script.refuse("ana buy nutmeg") == "R5.1"


def test_buy_comes_before_load(new_game):
    """R5: in this order."""
    script = new_game()
    win_office(script)
    assert script.refuse("ana load jade 0 silk 4 ginseng 5") == "R5.2"


@pytest.mark.parametrize(
    "load",
    ["jade 4 silk 5", "jade 0 silk 4 ginseng 5 nutmeg 0", "jade 0 silk 4 silk 5", "jade 3 jade 3 jade 3", "jade 9"],
)
def test_three_different_wares_are_loaded(new_game, load):
    """R5.2"""
    script = new_game()
    win_office(script)
    script.play("ana buy none")
    assert script.refuse(f"ana load {load}") == "R5.2"


def test_only_the_harbour_master_loads(new_game):
    """R5.2"""
    script = new_game()
    win_office(script)
    script.play("ana buy none")
    assert script.refuse("ben load jade 0 silk 4 ginseng 5") == "R5.2"


def test_punts_start_on_lanes_in_the_order_written(new_game):
    """R5.3"""
    script = new_game()
    script.open_voyage("jade 0 nutmeg 4 silk 5")
    assert list(script.punts.items()) == [("jade", 0), ("nutmeg", 4), ("silk", 5)]


@pytest.mark.parametrize("load", ["jade 0 silk 3 ginseng 6", "jade -1 silk 5 ginseng 5", "jade 9 silk 0 ginseng 0"])
def test_start_spaces_are_0_to_5(new_game, load):
    """R5.3: the three spaces sum to 9 here."""
    script = new_game()
    win_office(script)
    script.play("ana buy none")
    assert script.refuse(f"ana load {load}") == "R5.3"


@pytest.mark.parametrize("load", ["jade 0 silk 4 ginseng 4", "jade 0 silk 5 ginseng 5", "jade 0 silk 0 ginseng 0"])
def test_start_spaces_sum_to_exactly_9(new_game, load):
    """R5.3"""
    script = new_game()
    win_office(script)
    script.play("ana buy none")
    assert script.refuse(f"ana load {load}") == "R5.3"


def test_600_loads_are_legal_and_told(new_game):
    """R5.2, R5.3: 24 ordered choices of three wares, 25 ways to start them."""
    script = new_game()
    win_office(script)
    script.play("ana buy none")
    loads = script.game.list_answers()
    assert len(loads) == len(set(loads)) == 600
    assert {sum(load.starts) for load in loads} == {9}
    assert {len(set(load.wares)) for load in loads} == {3}


def test_move_order_names_the_three_loaded_wares(new_game):
    """R7.3, docs/record.md"""
    script = new_game()
    win_office(script)
    script.play("ana buy none")
    for order in (
        "silk jade",
        "silk jade nutmeg",
        "silk silk jade",
        "silk jade ginseng nutmeg",
        "silk jade ginseng silk",
    ):
        assert script.refuse(f"ana load jade 0 silk 4 ginseng 5 order {order}") == "R7.3"
    script.play("ana load jade 0 silk 4 ginseng 5 order silk jade ginseng")
    assert script.state.move_order == (1, 3, 2)


def test_placement_follows_the_office(new_game):
    """R3, R6.2: the harbour master places first."""
    script = new_game()
    win_office(script, name="chu")
    script.play("chu buy none", "chu load jade 0 silk 4 ginseng 5")
    assert script.asked == "chu place"
    assert script.state.round == 1
