"""R8.4, R8.5: plunder after the third movement."""

from __future__ import annotations

import pytest


def sail(script, *round_1: str, ginseng: tuple[int, int, int] = (1, 1, 1), silk: int = 3, jade: int = 2) -> None:
    """Let silk and jade end on 13 (or less by smaller last dice) and ginseng on the sum of its dice."""
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play(*round_1, "rest pass", f"dice silk 3 ginseng {ginseng[0]} jade 3", "rest pass")
    script.play(f"dice silk 3 ginseng {ginseng[1]} jade 3", "rest pass")
    script.play(f"dice silk {silk} ginseng {ginseng[2]} jade {jade}")


PIRATES = ("ana place silk", "ben place jade", "chu place pirates", "dan place pirates")


def test_captain_is_asked_the_other_is_not(new_game):
    """R8.5"""
    script = new_game()
    sail(script, *PIRATES)
    assert script.asked == "chu plunder"
    assert script.refuse("dan plunder silk port jade port") == "R8.5"


def test_every_punt_on_13_is_taken_and_its_payout_shared_at_once(new_game):
    """R8.4: 30 for silk and 36 for jade, 33 each, before the captain decides."""
    script = new_game()
    sail(script, *PIRATES)
    assert script.cash == {"ana": 27, "ben": 27, "chu": 25 + 33, "dan": 25 + 33}
    assert (script.crew("silk"), script.crew("jade")) == ([], [])
    assert script.punts == {"silk": 13, "ginseng": "shipyard-a", "jade": 13}
    assert script.crew("pirates") == ["chu", "dan"]


def test_one_pirate_has_all_the_booty(new_game):
    """R8.4"""
    script = new_game()
    sail(script, "ana place silk", "ben place pirates", jade=1)
    assert script.cash == {"ana": 27, "ben": 25 + 30, "chu": 30, "dan": 30}


def test_player_with_both_pirates_has_both_shares(new_game):
    """R8.4, R6.5"""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play("ana place pirates", "rest pass", "dice silk 3 ginseng 1 jade 3", "ana place pirates")
    script.play("dice silk 3 ginseng 1 jade 3", "rest pass", "dice silk 3 ginseng 1 jade 1")
    assert script.cash["ana"] == 20 + 30
    assert script.asked == "ana plunder"


def test_crew_goes_home_empty_handed(new_game):
    """R8.4, R8.5: the load's payout is not paid again in port."""
    script = new_game()
    sail(script, *PIRATES)
    script.play("chu plunder silk port jade port")
    assert script.cash == {"ana": 27, "ben": 27, "chu": 58, "dan": 58}


def test_booty_comes_before_all_other_profits(new_game):
    """R8.4, R10: ginseng is in port with ben aboard, who is paid after the captain decided."""
    script = new_game()
    sail(script, "ana place pirates", "ben place ginseng", ginseng=(6, 6, 2))
    assert script.cash["ana"] == 25 + 66
    assert script.cash["ben"] == 29
    script.play("ana plunder silk shipyard jade shipyard")
    assert script.cash["ben"] == 29 + 18


def test_no_plunder_of_punts_short_of_or_past_13(new_game):
    """R8.1: silk falls short by one, jade passes."""
    script = new_game()
    sail(script, *PIRATES, silk=2, jade=3)
    assert script.asked == "ana bid"
    assert script.berthed == ["jade port-a", "silk shipyard-a", "ginseng shipyard-b"]
    assert script.cash == {"ana": 27, "ben": 27 + 36, "chu": 25, "dan": 25}


@pytest.mark.parametrize(
    ("ways", "berthed"),
    [
        ("silk port jade port", ["ginseng port-a", "silk port-b", "jade port-c"]),
        ("silk port jade shipyard", ["ginseng port-a", "silk port-b", "jade shipyard-a"]),
        ("silk shipyard jade port", ["ginseng port-a", "silk shipyard-a", "jade port-b"]),
        ("silk shipyard jade shipyard", ["ginseng port-a", "silk shipyard-a", "jade shipyard-b"]),
    ],
)
def test_captain_sends_each_punt_to_the_next_free_space(new_game, ways, berthed):
    """R8.5: ports after the punts that arrived, by lane."""
    script = new_game()
    sail(script, *PIRATES, ginseng=(6, 6, 2))
    assert ways in script.legal
    assert len(script.legal) == 4
    script.play(f"chu plunder {ways}")
    assert script.berthed == berthed
    rose = {line.split()[0] for line in berthed if "port" in line.split()[1]}
    assert script.values == {ware: 5 if ware in rose else 0 for ware in ("nutmeg", "silk", "ginseng", "jade")}


def test_plundered_wrecks_come_after_those_that_fell_short(new_game):
    """R8.5: by lane."""
    script = new_game()
    sail(script, *PIRATES)
    script.play("chu plunder silk shipyard jade shipyard")
    assert script.berthed == ["ginseng shipyard-a", "silk shipyard-b", "jade shipyard-c"]


def test_three_punts_are_plundered_by_lane(new_game):
    """R8.4, R8.5: 30, 18 and 36 make 84; the lanes are silk, ginseng, jade."""
    script = new_game()
    sail(script, *PIRATES, ginseng=(6, 6, 1))
    assert script.cash["chu"] == 25 + 42
    assert len(script.legal) == 8
    script.play("chu plunder silk shipyard ginseng port jade port")
    assert script.berthed == ["silk shipyard-a", "ginseng port-a", "jade port-b"]


def test_lanes_and_not_the_wares_order_the_plundered_punts(new_game):
    """R8.5: jade is in the first lane, ginseng in the second, silk in the third."""
    script = new_game()
    script.open_voyage("jade 5 ginseng 0 silk 4")
    script.play("ana place pirates", "rest pass", *["dice silk 3 ginseng 1 jade 3", "rest pass"] * 2)
    script.play("dice silk 3 ginseng 1 jade 2", "ana plunder silk port jade port")
    assert script.berthed == ["ginseng shipyard-a", "jade port-a", "silk port-b"]


def test_accomplice_on_the_port_of_a_plundered_punt_earns_and_the_ware_rises(new_game):
    """R8.5, R11.1: port-a pays 6 for its cost of 4."""
    script = new_game()
    sail(script, "ana place port-a", "ben place pirates", jade=1)
    script.play("ben plunder silk port")
    assert script.cash == {"ana": 32, "ben": 55, "chu": 30, "dan": 30}
    assert script.values["silk"] == 5


def test_accomplice_on_the_shipyard_of_a_plundered_punt_earns_and_the_insurance_pays(new_game):
    """R8.5, R10.3: jade and ginseng fell short, silk follows them into shipyard-c; dan pays 6, 8 and 15."""
    script = new_game()
    sail(script, "ana place shipyard-c", "ben place pirates", "chu place pass", "dan place insurance", jade=1)
    script.play("ben plunder silk shipyard")
    assert script.cash == {"ana": 30 - 2 + 15, "ben": 25 + 30, "chu": 30, "dan": 40 - 29}
    assert script.values["silk"] == 0


def test_ports_left_open_by_the_captain_pay_nobody(new_game):
    """R8.5, R10.2"""
    script = new_game()
    sail(script, "ana place port-a", "ben place pirates", jade=1)
    script.play("ben plunder silk shipyard")
    assert script.cash["ana"] == 26


@pytest.mark.parametrize(
    "ways", ["silk port", "jade port", "silk port jade port ginseng port", "silk port ginseng port", "nutmeg port"]
)
def test_captain_names_every_plundered_punt_and_no_other(new_game, ways):
    """R8.5, docs/record.md"""
    script = new_game()
    sail(script, *PIRATES)
    assert script.refuse(f"chu plunder {ways}") == "R8.5"


def test_no_plunder_where_all_pirates_have_boarded(new_game):
    """R8.4, R7.6: without a pirate aboard the pirate ship the punt comes in."""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play(
        "ana place pirates", "rest pass", "dice silk 4 ginseng 1 jade 3", "rest pass", "dice silk 5 ginseng 1 jade 3"
    )
    script.play("ana board silk", "rest pass", "dice silk 1 ginseng 1 jade 2")
    assert script.asked == "ana bid"
    assert script.berthed == ["silk port-a", "jade port-b", "ginseng shipyard-a"]
    assert script.cash["ana"] == 25 + 30
