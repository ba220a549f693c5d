"""R1, R2 and the state that is handed out (docs/record.md)."""

from __future__ import annotations

import pytest

from manila_pbem.rules import board
from manila_pbem.rules.board import SPACE_WORDS, WARE_WORDS, Space, Ware, count_accomplices
from manila_pbem.rules.play import Game
from manila_pbem.rules.state import find_berth, get_berth_payout, is_at_sea

DEAL_3 = ((1, 1, 0, 0), (1, 1, 0, 0), (0, 0, 1, 1))


def test_wares_stand_in_board_order():
    """R1.1"""
    assert WARE_WORDS == ("nutmeg", "silk", "ginseng", "jade")


def test_spaces_have_the_words_of_the_record():
    """docs/record.md"""
    assert SPACE_WORDS == (
        "nutmeg", "silk", "ginseng", "jade", "port-a", "port-b", "port-c", "shipyard-a", "shipyard-b", "shipyard-c",
        "pirates", "small-pilot", "large-pilot", "insurance",
    )  # fmt: skip


def test_figures_of_the_board():
    """R1.2, R1.3, R1.4"""
    assert board.SEAT_COSTS == ((2, 3, 4), (3, 4, 5), (1, 2, 3), (3, 4, 5, 5))
    assert board.LOAD_PAYOUTS == (24, 30, 18, 36)
    assert [get_berth_payout(space) for space in board.PORTS] == [6, 8, 15]
    assert [get_berth_payout(space) for space in board.SHIPYARDS] == [6, 8, 15]
    assert board.VALUE_TRACK == (0, 5, 10, 20, 30)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_hands_and_supply_make_five_of_each_ware(new_game, players):
    """R1.1, R2.2"""
    state = new_game(players).state
    for ware in Ware:
        assert state.supply[ware] + sum(hand[ware] for hand in state.shares) == 5
    assert sum(state.supply) + sum(state.held) == 20


@pytest.mark.parametrize("players", [3, 4, 5])
def test_each_player_begins_with_30_pesos_and_two_shares(new_game, players):
    """R2.1, R2.2, R1.4"""
    state = new_game(players).state
    assert state.players == players
    assert state.cash == (30,) * players
    assert state.held == (2,) * players
    assert state.mortgaged == (0,) * players
    assert state.values == (0, 0, 0, 0)


def test_three_accomplices_each_four_in_a_three_player_game():
    """R2.1"""
    assert [count_accomplices(players) for players in (3, 4, 5)] == [4, 3, 3]


def test_the_first_state_waits_for_the_first_player(new_game):
    """R2.3"""
    state = new_game(5, first="eva").state
    assert (state.voyage, state.step, state.round, state.to_act) == (1, "auction", 0, 4)
    assert state.harbour_master is None


@pytest.mark.parametrize("players", [0, 2, 6])
def test_only_three_to_five_players(players):
    """R2.1"""
    deal = [(1, 1, 0, 0), (1, 1, 0, 0), (0, 0, 1, 1), (0, 0, 1, 1), (1, 1, 0, 0), (0, 0, 1, 1)]
    with pytest.raises(ValueError, match=r"R2\.1"):
        Game(players, deal=deal[:players])


@pytest.mark.parametrize("first", [-1, 3])
def test_the_first_player_is_a_player(first):
    """R2.3"""
    with pytest.raises(ValueError, match=r"R2\.3"):
        Game(3, first, deal=DEAL_3)


@pytest.mark.parametrize(
    "deal",
    [
        DEAL_3[:2],
        (*DEAL_3, (0, 0, 1, 1)),
        ((1, 0, 0, 0), *DEAL_3[1:]),
        ((1, 1, 1, 0), *DEAL_3[1:]),
        ((3, -1, 0, 0), *DEAL_3[1:]),
        ((1, 1), *DEAL_3[1:]),
        ((1, 1, 0, 0, 0), *DEAL_3[1:]),
    ],
)
def test_deal_gives_two_shares_to_each_player(deal):
    """R2.2"""
    with pytest.raises(ValueError, match="two shares to each player"):
        Game(3, deal=deal)


def test_deal_gives_at_most_three_shares_of_a_ware():
    """R2.2"""
    Game(3, deal=((2, 0, 0, 0), (1, 1, 0, 0), (0, 0, 0, 2)))
    with pytest.raises(ValueError, match="more than three"):
        Game(3, deal=((2, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 2)))


def test_supply_beside_a_deal_is_what_the_deal_leaves():
    """R2.2"""
    Game(3, deal=DEAL_3, supply=(3, 3, 4, 4))
    with pytest.raises(ValueError, match="what the deal leaves"):
        Game(3, deal=DEAL_3, supply=(3, 3, 3, 5))


def test_neither_deal_nor_supply_is_no_game():
    """R2.2"""
    with pytest.raises(ValueError, match="neither"):
        Game(3)


@pytest.mark.parametrize(
    ("supply", "why"),
    [
        ((1, 5, 4, 4), "less than two or more than five"),
        ((6, 3, 3, 2), "less than two or more than five"),
        ((5, 5, 4), "less than two or more than five"),
        ((4, 4, 4, 3), "does not leave two shares"),
        ((3, 3, 3, 3), "does not leave two shares"),
    ],
)
def test_supply_of_a_secret_deal_can_be_one(supply, why):
    """R2.2, docs/record.md: three players have six shares, at most three of a ware."""
    with pytest.raises(ValueError, match=why):
        Game(3, supply=supply)


def test_secret_deal_hides_shares_and_fortunes_and_nothing_public():
    """R2.4, docs/record.md, "A running game"."""
    game = Game(3, supply=(3, 3, 4, 4))
    state = game.take_state()
    assert state.shares is None
    assert state.count_fortune(0) is None
    assert state.find_winners() == ()
    assert state.held == (2, 2, 2)
    assert state.count_means(0) == 54


def test_bought_shares_are_public_and_checked_in_a_secret_deal(new_game):
    """R2.4, R5.1: a purchase is checked against the supply; loans by the number of shares held."""
    script = new_game(3)
    script.game = Game(3, supply=(2, 4, 4, 4), tell=script.told.append)
    for bought in (1, 2):
        script.play("ana bid 1", "ben bid pass", "chu bid pass", "ana buy nutmeg")
        assert script.state.bought == ((bought, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
        assert script.state.held == (2 + bought, 2, 2)
        assert script.supply["nutmeg"] == 2 - bought
        script.play("ana load silk 0 ginseng 4 jade 5", "rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)
    script.play("ana bid 1", "ben bid pass", "chu bid pass")
    assert script.refuse("ana buy nutmeg") == "R5.1"
    assert script.refuse("ana mortgage 5") == "R13.1"
    script.play("ana mortgage 4")


def test_copy_of_a_secret_deal_goes_its_own_way():
    """R2.4"""
    game = Game(3, supply=(3, 3, 4, 4))
    assert game.copy().take_state() == game.take_state()


def test_state_is_a_value(new_game):
    """What is handed out is made of values alone, so it can be hashed and never changes."""
    script = new_game()
    states = [script.state]
    assert hash(states[0]) == hash(script.state)
    script.play("ana bid 3")
    assert script.state != states[0]
    assert states[0].standing_bid is None


def test_step_names_the_part_of_the_voyage(new_game):
    """docs/record.md: dice due belong to the placement."""
    script = new_game()
    steps = [script.state.step]
    for line in (
        "ana bid 1", "ben bid pass", "chu bid pass", "dan bid pass", "ana buy none",
        "ana load silk 4 ginseng 0 jade 5", "ana place small-pilot", "ben place pirates", "chu place pass",
        "dan place pass", "dice silk 4 ginseng 1 jade 3", "ana place pass", "ben place pass",
        "dice silk 5 ginseng 1 jade 3", "ben board stay", "ana pilot silk -1", "dice silk 1 ginseng 1 jade 1",
        "ben plunder silk port",
    ):  # fmt: skip
        script.play(line)
        assert script.state.step == script.game.step
        steps.append(script.state.step)
    assert steps == [
        "auction", "auction", "auction", "auction", "office", "office", "placement", "placement", "placement",
        "placement", "placement", "placement", "placement", "placement", "boarding", "pilots", "placement", "plunder",
        "auction",
    ]  # fmt: skip


def test_round_passed_and_office_as_the_record_shows_them(new_game):
    """docs/record.md: round 0 in auction and office; passed is empty in the office."""
    script = new_game()
    script.play("ana bid 1", "ben bid pass")
    assert (script.state.round, script.passed) == (0, ["ben"])
    script.play("chu bid pass", "dan bid pass")
    assert (script.state.round, script.passed) == (0, [])
    script.play("ana buy none", "ana load silk 4 ginseng 0 jade 5", "ana place pass")
    assert (script.state.round, script.passed) == (1, ["ana"])


def test_no_space_is_open_outside_a_voyage_at_sea(new_game):
    """R6.2: before the punts are loaded and after they came home nothing can be taken."""
    script = new_game()
    assert min(script.state.costs) > board.HIGHEST_COST
    script.open_voyage("silk 4 ginseng 0 jade 5")
    at_sea = script.state.costs
    script.play("rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)
    assert at_sea[:4] != script.state.costs[:4]
    assert min(script.state.costs) > board.HIGHEST_COST


def test_move_order_is_shown_while_the_voyage_lasts(new_game):
    """R7.3"""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5 order jade silk ginseng")
    assert script.state.move_order == (Ware.JADE, Ware.SILK, Ware.GINSENG)
    script.play("rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)
    assert script.state.move_order is None
    script.play("ana bid 1", "ben bid pass", "chu bid pass", "dan bid pass")
    assert script.state.move_order is None


def test_state_names_blind_passengers_and_plundered_punts(new_game):
    """R12.3, R8.5: ana without money stows away on the pirate ship; silk and jade end on 13."""
    script = new_game()
    script.play("ana bid 54", "ben bid pass", "chu bid pass", "dan bid pass", "ana buy none")
    script.play("ana load silk 4 ginseng 0 jade 5", "ana place pirates", "ben place pass", "chu place jade")
    assert script.state.blind == (1, 0, 0, 0)
    script.play("rest pass", "dice silk 3 ginseng 1 jade 3", "rest pass", "dice silk 3 ginseng 1 jade 3")
    assert script.state.plundered == ()
    script.play("rest pass", "dice silk 3 ginseng 1 jade 2")
    assert script.state.plundered == (Ware.SILK, Ware.JADE)
    script.play("ana plunder silk port jade port")
    assert script.state.blind == (0, 0, 0, 0)


@pytest.mark.parametrize("where", [-1, 0, 7, 13])
def test_punt_on_its_lane_or_ashore_has_no_berth(where):
    """R1.5"""
    assert find_berth(where) is None
    assert is_at_sea(where) == (where >= 0)


def test_punt_in_a_berth_is_not_at_sea(new_game):
    """R7.2: `where` of a punt in port-a."""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play("rest pass", *["dice silk 6 ginseng 1 jade 1"] * 2)
    where = script.state.where[Ware.SILK]
    assert find_berth(where) == Space.PORT_A
    assert not is_at_sea(where)
