"""R6: placement of accomplices; costs of R1.2 and R1.3; option R12.4."""

from __future__ import annotations

import pytest

LOAD = "silk 0 ginseng 4 jade 5"
ONES = "dice silk 1 ginseng 1 jade 1"
SPACES_BY_ROUND = {
    1: ("silk", "silk", "silk", "jade", "jade"),
    2: ("jade", "jade", "ginseng", "ginseng", "ginseng"),
    3: ("port-a", "port-b", "port-c", "shipyard-a", "shipyard-b"),
}


def test_three_rounds_each_followed_by_a_movement(new_game):
    """R6.1"""
    script = new_game()
    script.open_voyage(LOAD)
    for number in (1, 2, 3):
        for name in ("ana", "ben", "chu", "dan"):
            assert script.asked == f"{name} place"
            assert script.state.round == number
            script.play(f"{name} place jade" if number == 1 else f"{name} place {script.legal[0]}")
        assert script.asked == "dice"
        assert script.state.round == number
        script.play(ONES)
    assert script.asked == "ana bid"


def test_three_players_have_four_rounds_two_of_them_before_the_first_movement(new_game):
    """R6.1, R2.1"""
    script = new_game(3)
    script.open_voyage(LOAD)
    rounds = []
    while script.game.due != "bid":
        rounds.append("dice" if script.game.due == "dice" else str(script.state.round))
        script.play(ONES if script.game.due == "dice" else f"{script.asked} {script.legal[0]}")
    assert "".join(rounds) == "111222dice333dice444dice"


def test_five_players_have_three_rounds(new_game):
    """R6.1"""
    script = new_game(5)
    script.open_voyage(LOAD)
    for number in (1, 2, 3):
        assert script.state.round == number
        script.play(
            *[f"{name} place {space}" for name, space in zip(script.names, SPACES_BY_ROUND[number], strict=True)]
        )
        script.play(ONES)
    assert script.asked == "ana bid"


def test_harbour_master_places_first_then_clockwise(new_game):
    """R6.2"""
    script = new_game()
    script.play("ana bid pass", "ben bid pass", "chu bid 1", "dan bid pass", "chu buy none", f"chu load {LOAD}")
    order = []
    for space in ("port-a", "port-b", "port-c", "insurance"):
        order.append(script.asked)
        script.play(f"{script.asked} {space}")
    assert order == ["chu place", "dan place", "ana place", "ben place"]


def test_placing_out_of_turn_is_refused(new_game):
    """R6.2"""
    script = new_game()
    script.open_voyage(LOAD)
    assert script.refuse("ben place jade") == "R6.2"
    assert script.refuse("ben place pass") == "R6.2"


def test_who_passes_places_no_more_in_this_voyage(new_game):
    """R6.2"""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("ana place jade", "ben place pass", "chu place jade", "dan place jade", ONES)
    assert script.passed == ["ben"]
    script.play("ana place jade")
    assert script.refuse("ben place silk") == "R6.2"
    assert script.asked == "chu place"


def test_who_passed_places_again_in_the_next_voyage(new_game):
    """R6.2: in this voyage only."""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("rest pass", ONES, ONES, ONES)
    script.open_voyage(LOAD)
    assert script.asked == "ana place"
    assert script.passed == []


def test_dice_are_due_though_everybody_passed(new_game):
    """R6.2, docs/record.md: rounds count up all the same."""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("rest pass")
    assert (script.asked, script.state.round) == ("dice", 1)
    script.play(ONES)
    assert (script.asked, script.state.round) == ("dice", 2)


@pytest.mark.parametrize(
    ("space", "cost"),
    [
        ("nutmeg", 2), ("silk", 3), ("jade", 3), ("port-a", 4), ("port-b", 3), ("port-c", 2), ("shipyard-a", 4),
        ("shipyard-b", 3), ("shipyard-c", 2), ("pirates", 5), ("small-pilot", 2), ("large-pilot", 5),
    ],
)  # fmt: skip
def test_space_costs_what_the_board_says(new_game, space, cost):
    """R1.2, R1.3, R6.2: the cost is paid to the bank."""
    script = new_game()
    script.open_voyage("nutmeg 0 silk 4 jade 5")
    script.play(f"ana place {space}")
    assert script.crew(space) == ["ana"]
    assert script.cash == {"ana": 30 - cost, "ben": 30, "chu": 30, "dan": 30}


def test_insurance_costs_nothing_and_brings_10_at_once(new_game):
    """R1.3"""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("ana place insurance")
    assert script.cash["ana"] == 40


@pytest.mark.parametrize(
    ("ware", "costs"), [("nutmeg", (2, 3, 4)), ("silk", (3, 4, 5)), ("ginseng", (1, 2, 3)), ("jade", (3, 4, 5, 5))]
)
def test_seats_fill_from_the_front_at_rising_cost(new_game, ware, costs):
    """R1.2, R6.3"""
    script = new_game()
    others = [other for other in ("nutmeg", "silk", "ginseng", "jade") if other != ware]
    script.open_voyage(f"{ware} 3 {others[0]} 3 {others[1]} 3")
    for name, cost in zip(script.names, costs, strict=False):
        script.play(f"{name} place {ware}")
        assert script.cash[name] == 30 - cost
    assert script.crew(ware) == list(script.names[: len(costs)])


def test_full_load_is_closed(new_game):
    """R6.2, R6.3: a free space is needed."""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("ana place silk", "ben place silk", "chu place silk")
    assert "silk" not in script.legal
    assert script.refuse("dan place silk") == "R6.3"


def test_player_may_have_several_on_a_load(new_game):
    """R6.3"""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("ana place jade", "ben place pass", "chu place pass", "dan place pass", ONES, "ana place jade")
    assert script.crew("jade") == ["ana", "ana"]
    assert script.cash["ana"] == 23


def test_ware_not_loaded_has_no_seats(new_game):
    """R5.2, R6.2"""
    script = new_game()
    script.open_voyage(LOAD)
    assert "nutmeg" not in script.legal
    assert script.refuse("ana place nutmeg") == "R5.2"


@pytest.mark.parametrize(
    "space",
    ["port-a", "port-b", "port-c", "shipyard-a", "shipyard-b", "shipyard-c", "small-pilot", "large-pilot", "insurance"],
)
def test_single_space_takes_one_accomplice(new_game, space):
    """R1.3, R6.6"""
    script = new_game()
    script.open_voyage(LOAD)
    script.play(f"ana place {space}")
    assert space not in script.legal
    assert script.refuse(f"ben place {space}") == "R6.2"


def sail_silk_into_port(script) -> None:
    """Let ana buy nothing and silk arrive in port-a in the second movement, while only ana still places."""
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play("ana place small-pilot", "ben place pass", "chu place pass", "dan place pass")
    script.play("dice silk 6 ginseng 1 jade 1", "ana place insurance", "dice silk 6 ginseng 1 jade 1")
    assert script.punts["silk"] == "port-a"


def test_load_of_a_punt_in_port_is_closed(new_game):
    """R6.4"""
    script = new_game()
    sail_silk_into_port(script)
    assert "silk" not in script.legal
    assert script.refuse("ana place silk") == "R6.4"


def test_port_that_a_punt_occupies_is_closed_the_others_are_not(new_game):
    """R6.4"""
    script = new_game()
    sail_silk_into_port(script)
    assert script.refuse("ana place port-a") == "R6.4"
    assert {"port-b", "port-c"} <= set(script.legal)


def test_late_port_bets_leave_the_port_open_and_the_load_closed(new_game):
    """R12.4: port-a costs 4 and pays 6 for the punt that lies there already."""
    script = new_game(late_port_bets="open")
    sail_silk_into_port(script)
    assert script.refuse("ana place silk") == "R6.4"
    before = script.cash["ana"]
    script.play("ana place port-a")
    assert script.cash["ana"] == before - 4
    script.play("ana pilot none", "dice silk 6 ginseng 1 jade 1")
    # The two wrecks on shipyards A and B cost ana, the insurer, 6 and 8.
    assert script.cash["ana"] == before - 4 + 6 - 14


def test_late_port_bet_needs_a_free_space(new_game):
    """R12.4, R6.2: an accomplice there already keeps it."""
    script = new_game(late_port_bets="open")
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play("ana place port-a", "ben place pass", "chu place pass", "dan place pass")
    script.play("dice silk 6 ginseng 1 jade 1", "ana place insurance", "dice silk 6 ginseng 1 jade 1")
    assert script.refuse("ana place port-a") == "R6.2"


def test_pirate_ship_fills_front_first_and_holds_two(new_game):
    """R6.5, R1.3"""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("ana place pirates", "ben place pirates")
    assert script.crew("pirates") == ["ana", "ben"]
    assert "pirates" not in script.legal
    assert script.refuse("chu place pirates") == "R6.5"


def test_player_may_have_both_pirates(new_game):
    """R6.5"""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("ana place pirates", "ben place pass", "chu place pass", "dan place pass", ONES, "ana place pirates")
    assert script.crew("pirates") == ["ana", "ana"]
    assert script.cash["ana"] == 20


def test_pilots_are_chosen_freely(new_game):
    """R6.6: the large one first, both by one player."""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("ana place large-pilot", "ben place pass", "chu place pass", "dan place pass", ONES)
    script.play("ana place small-pilot")
    assert (script.crew("large-pilot"), script.crew("small-pilot")) == (["ana"], ["ana"])


def fill_all_that_stays_open(script) -> None:
    """Fill, with five players in two rounds, all spaces that stay open when three punts come into port."""
    script.open_voyage("silk 3 ginseng 3 jade 3")
    rounds = (
        ("shipyard-a", "shipyard-b", "shipyard-c", "pirates", "pirates"),
        ("small-pilot", "large-pilot", "insurance", "jade", "jade"),
    )
    for spaces in rounds:
        script.play(*[f"{name} place {space}" for name, space in zip(script.names, spaces, strict=True)])
        script.play("dice silk 6 ginseng 6 jade 6")


def test_round_passes_over_all_where_no_space_is_open(new_game):
    """R6.7, R9.3: all three punts are in port, so nobody is asked and the pilots neither."""
    script = new_game(5)
    fill_all_that_stays_open(script)
    assert script.punts == {"silk": "port-a", "ginseng": "port-b", "jade": "port-c"}
    assert (script.asked, script.state.round) == ("dice", 3)
    assert script.passed == []
    over = [event.seat for event in script.told if type(event).__name__ == "PlayerPassedOver"]
    assert over == [0, 1, 2, 3, 4]


def test_one_free_space_is_offered_to_one_player_after_another(new_game):
    """R6.7: the round asks each player anew; who is left when the last space is taken is passed over."""
    script = new_game(5, late_port_bets="open")
    fill_all_that_stays_open(script)
    assert script.legal == ["port-a", "port-b", "port-c", "pass"]
    script.play("ana place port-b", "ben place port-a", "chu place pass", "dan place port-c")
    assert script.asked == "dice"
    assert script.passed == ["chu"]


def test_evicted_accomplice_is_not_placed_beyond_the_one_a_round(new_game):
    """R6.8: ben's accomplice is sent home before round 3; ben is asked once in it."""
    script = new_game(pirates="evict")
    script.open_voyage("silk 5 ginseng 4 jade 0")
    script.play("ana place silk", "ben place silk", "chu place silk", "dan place pirates")
    script.play("dice silk 4 ginseng 1 jade 1")
    script.play("ana place ginseng", "ben place ginseng", "chu place ginseng", "dan place small-pilot")
    script.play("dice silk 4 ginseng 1 jade 1", "dan board silk evict ben")
    asked = []
    while script.game.due == "place":
        asked.append(script.asked)
        script.play(f"{script.asked} {script.legal[0]}")
    assert asked == ["ana place", "ben place", "chu place", "dan place"]
