"""R9: the pilots; option R12.5."""

from __future__ import annotations

import pytest

ONES = "dice silk 1 ginseng 1 jade 1"
BOTH = ("ana place small-pilot", "ben place large-pilot")


def sail(script, *round_1: str, dice: tuple[str, str] = (ONES, ONES)) -> None:
    """Play two movements from silk 4, ginseng 0, jade 5, and let nobody place after round 1.

    With ones, silk then stands on 6, ginseng on 2, jade on 7.
    """
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play(*round_1, "rest pass", dice[0], "rest pass", dice[1], "rest pass")


def test_small_pilot_acts_first_then_the_large_one_then_the_dice(new_game):
    """R9.1: after the last placement and before the third movement."""
    script = new_game()
    sail(script, *BOTH)
    assert (script.asked, script.state.round) == ("ana pilot", 3)
    assert script.state.pilot == 11
    assert script.refuse("ben pilot none") == "R9.1"
    assert script.refuse(ONES) == "R7.1"
    script.play("ana pilot none")
    assert script.asked == "ben pilot"
    assert script.state.pilot == 12
    script.play("ben pilot none")
    assert script.asked == "dice"
    assert script.state.pilot is None


def test_large_pilot_alone_is_asked(new_game):
    """R9.1, docs/record.md: a pilot space that is empty asks nobody."""
    script = new_game()
    sail(script, "ana place large-pilot")
    assert script.asked == "ana pilot"
    assert "silk 2" in script.legal


def test_small_pilot_alone_is_asked(new_game):
    """R9.1"""
    script = new_game()
    sail(script, "ana place small-pilot")
    script.play("ana pilot silk 1")
    assert script.asked == "dice"


def test_no_pilot_no_question(new_game):
    """R9.1"""
    script = new_game()
    sail(script, "ana place jade")
    assert script.asked == "dice"
    assert script.refuse("ana pilot none") == "R9.1"


def test_pilots_do_not_act_before_the_last_placement(new_game):
    """R9.1"""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play(*BOTH, "rest pass", ONES)
    assert script.refuse("ana pilot silk 1") == "R9.1"


@pytest.mark.parametrize("answer", ["ana pilot none", "ana pilot silk -1"])
def test_pilot_may_do_nothing_or_move(new_game, answer):
    """R9.1"""
    script = new_game()
    sail(script, *BOTH)
    script.play(answer)
    assert script.punts == {"silk": 6 if answer.endswith("none") else 5, "ginseng": 2, "jade": 7}


def test_small_pilot_moves_one_punt_one_space_forward_or_back(new_game):
    """R9.2"""
    script = new_game()
    sail(script, *BOTH)
    assert set(script.legal) == {"none", "silk 1", "silk -1", "ginseng 1", "ginseng -1", "jade 1", "jade -1"}
    for moves in ("silk 2", "silk -2", "silk 1 jade 1", "silk 1 silk 1", "jade 3"):
        assert script.refuse(f"ana pilot {moves}") == "R9.2"


def test_a_move_by_no_space_is_no_move(new_game):
    """docs/record.md: doing nothing is `none`."""
    script = new_game()
    sail(script, *BOTH)
    assert script.refuse("ana pilot silk 0") == "R9.2"


def test_large_pilot_moves_one_punt_two_spaces_or_two_punts_one_each(new_game):
    """R9.2: each forward or back on its own."""
    script = new_game()
    sail(script, "ana place large-pilot")
    double = {f"{ware} {step}" for ware in ("silk", "ginseng", "jade") for step in (2, -2)}
    pairs = {
        f"{one} {step} {other} {other_step}"
        for one, other in (("silk", "ginseng"), ("silk", "jade"), ("ginseng", "jade"))
        for step in (1, -1)
        for other_step in (1, -1)
    }
    assert set(script.legal) == {"none"} | double | pairs
    for moves in ("silk 3", "silk -3", "silk 2 jade 1", "silk 1 silk 1", "silk 1 ginseng 1 jade 1", "silk 0 jade 1"):
        assert script.refuse(f"ana pilot {moves}") == "R9.2"


def test_large_pilot_moves_two_punts_each_its_way(new_game):
    """R9.2"""
    script = new_game()
    sail(script, "ana place large-pilot")
    script.play("ana pilot silk 1 jade -1")
    assert script.punts == {"silk": 7, "ginseng": 2, "jade": 6}


def test_large_pilot_may_move_the_punt_the_small_one_moved(new_game):
    """R9.2"""
    script = new_game()
    sail(script, *BOTH)
    script.play("ana pilot silk 1", "ben pilot silk 2")
    assert script.punts["silk"] == 9


def test_one_punt_by_one_space_is_no_move_of_the_large_pilot(new_game):
    """R9.2, R12.5"""
    script = new_game()
    sail(script, "ana place large-pilot")
    assert script.refuse("ana pilot silk 1") == "R9.2"


def test_large_pilot_up_to_may_move_one_punt_by_one_space_too(new_game):
    """R12.5: six moves more than the 19 answers of R9.2."""
    script = new_game(large_pilot="up_to")
    sail(script, "ana place large-pilot")
    assert len(script.legal) == len(set(script.legal)) == 19 + 6
    script.play("ana pilot silk 1")
    assert script.punts["silk"] == 7


def test_up_to_does_not_change_the_small_pilot(new_game):
    """R12.5"""
    script = new_game(large_pilot="up_to")
    sail(script, *BOTH)
    assert len(script.legal) == 7
    assert script.refuse("ana pilot silk 2") == "R9.2"


def test_ware_not_loaded_is_no_punt(new_game):
    """R9.2, R5.2"""
    script = new_game()
    sail(script, *BOTH)
    assert script.refuse("ana pilot nutmeg 1") == "R5.2"


def test_punt_in_port_is_out_of_reach(new_game):
    """R9.3: jade is in port."""
    script = new_game()
    sail(script, *BOTH, dice=("dice silk 1 ginseng 1 jade 6", "dice silk 1 ginseng 1 jade 6"))
    assert set(script.legal) == {"none", "silk 1", "silk -1", "ginseng 1", "ginseng -1"}
    assert script.refuse("ana pilot jade -1") == "R9.3"
    script.play("ana pilot none")
    assert script.refuse("ben pilot jade -2") == "R9.3"
    assert script.refuse("ben pilot silk 1 jade 1") == "R9.3"


def test_pilots_are_not_asked_when_all_punts_are_in_port(new_game):
    """R9.3, docs/record.md"""
    script = new_game()
    script.open_voyage("silk 3 ginseng 3 jade 3")
    script.play(
        *BOTH, "rest pass", "dice silk 6 ginseng 6 jade 6", "rest pass", "dice silk 6 ginseng 6 jade 6", "rest pass"
    )
    assert script.asked == "dice"
    assert script.refuse("ana pilot none") == "R9.1"


def test_punt_goes_down_to_space_0(new_game):
    """R9.3: ginseng from 2 by the large pilot."""
    script = new_game()
    sail(script, "ana place large-pilot")
    script.play("ana pilot ginseng -2")
    assert script.punts["ginseng"] == 0


def test_no_punt_moves_below_space_0(new_game):
    """R9.3: ginseng stands on 1 after the small pilot."""
    script = new_game()
    sail(script, *BOTH)
    assert script.refuse("ana pilot ginseng -3") == "R9.3"
    script.play("ana pilot ginseng -1")
    assert "ginseng -2" not in script.legal
    assert script.refuse("ben pilot ginseng -2") == "R9.3"
    script.play("ben pilot ginseng -1 jade -1")
    assert script.punts["ginseng"] == 0


NEAR = ("dice silk 4 ginseng 1 jade 4", "dice silk 5 ginseng 1 jade 3")
"""Silk then stands on 13, ginseng on 2, jade on 12."""


def test_punt_moved_past_13_is_in_port_at_once(new_game):
    """R9.4"""
    script = new_game()
    sail(script, "ana place small-pilot", dice=NEAR)
    script.play("ana pilot silk 1")
    assert script.punts == {"silk": "port-a", "ginseng": 2, "jade": 12}


def test_large_pilot_moves_two_spaces_past_13(new_game):
    """R9.4: jade from 12."""
    script = new_game()
    sail(script, "ana place large-pilot", dice=NEAR)
    script.play("ana pilot jade 2")
    assert script.punts == {"silk": 13, "ginseng": 2, "jade": "port-a"}


def test_two_punts_of_one_move_take_their_ports_by_lane(new_game):
    """R9.4: jade is in the first lane, silk in the third; both stand on 13."""
    script = new_game()
    script.open_voyage("jade 5 ginseng 0 silk 4")
    script.play("ana place large-pilot", "rest pass", "dice silk 4 ginseng 1 jade 4", "rest pass")
    script.play("dice silk 5 ginseng 1 jade 4", "rest pass", "ana pilot silk 1 jade 1")
    assert script.berthed == ["jade port-a", "silk port-b"]


def test_pilots_port_comes_after_those_taken_before_and_before_the_dice(new_game):
    """R9.4, R7.2"""
    script = new_game()
    sail(script, "ana place small-pilot", dice=("dice silk 4 ginseng 6 jade 6", "dice silk 5 ginseng 6 jade 6"))
    script.play("ana pilot silk 1", "dice silk 1 ginseng 2 jade 1")
    assert script.berthed == ["jade port-a", "silk port-b", "ginseng port-c"]


def test_large_pilot_is_not_asked_where_the_small_one_brought_the_last_punt_in(new_game):
    """R9.4: silk and jade are in port, ginseng stands on 13."""
    script = new_game()
    script.open_voyage("silk 3 ginseng 3 jade 3")
    script.play(
        *BOTH, "rest pass", "dice silk 6 ginseng 5 jade 6", "rest pass", "dice silk 6 ginseng 5 jade 6", "rest pass"
    )
    assert script.punts == {"silk": "port-a", "ginseng": 13, "jade": "port-b"}
    script.play("ana pilot ginseng 1")
    assert script.asked == "dice"
    assert script.punts["ginseng"] == "port-c"


def test_punt_moved_onto_13_is_not_attacked(new_game):
    """R9.5, R8.1: the pirate is not asked; the third movement brings the punt in, whatever it shows."""
    script = new_game()
    sail(
        script,
        "ana place small-pilot",
        "ben place pirates",
        "chu place jade",
        dice=(ONES, "dice silk 1 ginseng 1 jade 6"),
    )
    assert script.punts["jade"] == 12
    script.play("ana pilot jade 1")
    assert script.asked == "dice"
    script.play(ONES)
    assert script.asked == "ana bid"
    assert script.berthed[0] == "jade port-a"
    assert script.cash == {"ana": 28, "ben": 25, "chu": 63, "dan": 30}


def test_punt_pulled_off_13_may_be_caught_there_again(new_game):
    """R7.4, R8.1: from 13 to 12, and by a 1 onto 13 at the end of the third movement."""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play("ana place small-pilot", "ben place pirates", "rest pass", NEAR[0], "rest pass", NEAR[1])
    script.play("ben board stay", "rest pass", "ana pilot silk -1", "dice silk 1 ginseng 1 jade 6")
    assert script.asked == "ben plunder"
    assert script.legal == ["silk port", "silk shipyard"]
