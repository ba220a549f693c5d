"""R7: movement by dice."""

from __future__ import annotations

import pytest

LOAD = "silk 0 ginseng 4 jade 5"


def test_each_punt_advances_by_its_own_die(new_game):
    """R7.1"""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("rest pass", "dice silk 6 ginseng 1 jade 3")
    assert script.punts == {"silk": 6, "ginseng": 5, "jade": 8}


@pytest.mark.parametrize(
    "dice",
    ["silk 1 ginseng 1", "silk 1 ginseng 1 nutmeg 1", "silk 1 ginseng 1 jade 1 nutmeg 1", "nutmeg 1"],
)
def test_dice_name_the_loaded_wares(new_game, dice):
    """R7.1"""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("rest pass")
    assert script.refuse(f"dice {dice}") == "R7.1"


@pytest.mark.parametrize("number", [-1, 0, 7])
def test_die_shows_1_to_6(new_game, number):
    """R7.1, R1.2"""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("rest pass")
    assert script.refuse(f"dice silk {number} ginseng 1 jade 1") == "R7.1"


def test_dice_come_after_placement(new_game):
    """R7.1"""
    script = new_game()
    script.open_voyage(LOAD)
    assert script.refuse("dice silk 1 ginseng 1 jade 1") == "R7.1"


def test_nobody_answers_while_dice_are_due(new_game):
    """R7.1, R6.2"""
    script = new_game()
    script.open_voyage(LOAD)
    script.play("rest pass")
    assert script.legal == []
    assert script.refuse("ana place jade") == "R6.2"


def test_punt_past_13_is_in_port_the_first_takes_a_the_next_b_then_c(new_game):
    """R7.2: jade arrives in the second movement, silk and ginseng in the third."""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play("rest pass", "dice silk 2 ginseng 6 jade 6", "dice silk 2 ginseng 6 jade 3")
    assert script.punts == {"silk": 8, "ginseng": 12, "jade": "port-a"}
    script.play("dice silk 6 ginseng 2 jade 1")
    assert script.berthed == ["jade port-a", "silk port-b", "ginseng port-c"]


def test_space_13_is_not_yet_the_port(new_game):
    """R7.2, R1.5: a lane has spaces 0 to 13."""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play("rest pass", "dice silk 4 ginseng 1 jade 6", "dice silk 5 ginseng 1 jade 3")
    assert script.punts == {"silk": 13, "ginseng": 2, "jade": "port-a"}


def test_punt_in_port_needs_its_die_and_stays(new_game):
    """R7.2, docs/record.md: dice name also the wares whose punts are in port."""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play("rest pass", "dice silk 1 ginseng 1 jade 6", "dice silk 1 ginseng 1 jade 3")
    assert script.refuse("dice silk 1 ginseng 1") == "R7.1"
    script.play("dice silk 6 ginseng 1 jade 6")
    assert script.berthed == ["jade port-a", "silk shipyard-a", "ginseng shipyard-b"]


@pytest.mark.parametrize(
    ("order", "berthed"),
    [
        ("", ["silk port-a", "ginseng port-b", "jade port-c"]),
        (" order jade silk ginseng", ["jade port-a", "silk port-b", "ginseng port-c"]),
        (" order ginseng jade silk", ["ginseng port-a", "jade port-b", "silk port-c"]),
    ],
)
def test_punts_arriving_together_go_by_the_move_order_else_by_lane(new_game, order, berthed):
    """R7.3: it changes no money."""
    script = new_game()
    script.open_voyage("silk 3 ginseng 3 jade 3" + order)
    script.play("ana place port-a", "ben place silk", "chu place jade", "dan place pass")
    script.play("dice silk 5 ginseng 5 jade 5", "rest pass", "dice silk 6 ginseng 6 jade 6")
    assert script.berthed == berthed
    script.play("dice silk 1 ginseng 1 jade 1")
    # port-a costs 4 and pays 6; silk costs 3 and pays 30; jade costs 3 and pays 36.
    assert script.cash == {"ana": 32, "ben": 57, "chu": 63, "dan": 30}


def test_move_order_does_not_order_wrecks(new_game):
    """R7.5, docs/record.md: wrecks go by how far they came, ties by lane."""
    script = new_game()
    script.open_voyage("silk 3 ginseng 3 jade 3 order jade ginseng silk")
    script.play("rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)
    assert script.berthed == ["silk shipyard-a", "ginseng shipyard-b", "jade shipyard-c"]


def test_move_order_is_for_one_voyage(new_game):
    """R7.3: a later voyage without one goes by lane."""
    script = new_game()
    script.open_voyage("silk 3 ginseng 3 jade 3 order jade ginseng silk")
    script.play("rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)
    script.open_voyage("silk 3 ginseng 3 jade 3")
    script.play("rest pass", "dice silk 6 ginseng 6 jade 1", "dice silk 6 ginseng 6 jade 1")
    assert script.berthed[3:] == ["silk port-a", "ginseng port-b"]


def sail_silk_onto_13(script, *round_1: str) -> None:
    """Bring silk onto 13 in the second movement; ginseng stands on 2, jade on 7."""
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play(*round_1, "rest pass", "dice silk 4 ginseng 1 jade 1", "rest pass", "dice silk 5 ginseng 1 jade 1")


def test_punt_on_13_after_the_second_movement_stays(new_game):
    """R7.4"""
    script = new_game()
    sail_silk_onto_13(script)
    assert script.punts == {"silk": 13, "ginseng": 2, "jade": 7}


def test_any_third_roll_takes_it_into_port(new_game):
    """R7.4"""
    script = new_game()
    sail_silk_onto_13(script)
    script.play("dice silk 1 ginseng 1 jade 1")
    assert script.berthed[0] == "silk port-a"


def test_pilot_may_pull_it_back_first(new_game):
    """R7.4: from 13 to 11 by the large pilot, 12 by the dice, wrecked."""
    script = new_game()
    sail_silk_onto_13(script, "ana place large-pilot")
    script.play("ana pilot silk -2", "dice silk 1 ginseng 1 jade 1")
    assert script.berthed == ["silk shipyard-a", "jade shipyard-b", "ginseng shipyard-c"]


def test_punts_short_of_13_are_wrecked_the_furthest_ahead_first(new_game):
    """R7.5: 3, 8 and 12 in lane order."""
    script = new_game()
    script.open_voyage("silk 0 ginseng 4 jade 5")
    script.play(
        "rest pass", "dice silk 1 ginseng 1 jade 3", "dice silk 1 ginseng 1 jade 2", "dice silk 1 ginseng 2 jade 2"
    )
    assert script.berthed == ["jade shipyard-a", "ginseng shipyard-b", "silk shipyard-c"]


def test_wrecks_that_are_level_go_by_lane(new_game):
    """R7.5: jade in the first lane and silk in the third stand on 8, ginseng on 12."""
    script = new_game()
    script.open_voyage("jade 4 ginseng 5 silk 0")
    script.play(
        "rest pass", "dice silk 5 ginseng 3 jade 1", "dice silk 2 ginseng 3 jade 1", "dice silk 1 ginseng 1 jade 2"
    )
    assert script.berthed == ["ginseng shipyard-a", "jade shipyard-b", "silk shipyard-c"]


def test_punt_on_13_without_pirates_takes_the_next_port_after_those_that_passed(new_game):
    """R7.6: silk in the first lane stands on 13, jade in the third passed it, ginseng fell short."""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play(
        "rest pass", "dice silk 3 ginseng 1 jade 3", "dice silk 3 ginseng 1 jade 3", "dice silk 3 ginseng 1 jade 3"
    )
    assert script.berthed == ["jade port-a", "silk port-b", "ginseng shipyard-a"]
    assert script.values == {"nutmeg": 0, "silk": 5, "ginseng": 0, "jade": 5}


def test_several_on_13_without_pirates_go_by_lane_in_spite_of_the_move_order(new_game):
    """R7.6: by lane; the move order is for the dice (docs/record.md)."""
    script = new_game()
    script.open_voyage("silk 4 jade 5 ginseng 0 order jade silk ginseng")
    script.play(
        "rest pass", "dice silk 3 ginseng 1 jade 3", "dice silk 3 ginseng 1 jade 3", "dice silk 3 ginseng 1 jade 2"
    )
    assert script.berthed == ["silk port-a", "jade port-b", "ginseng shipyard-a"]
