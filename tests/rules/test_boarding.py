"""R8.1 to R8.3: pirates board after the second movement; options R12.1 and R12.2."""

from __future__ import annotations

import pytest


def sail(script, *round_1: str, round_2: tuple[str, ...] = (), jade: int = 1) -> None:
    """Bring silk onto 13 in the second movement, jade onto 9 + `jade`; ginseng stands on 2.

    Players named in neither round pass.
    """
    script.open_voyage("silk 4 ginseng 0 jade 5")
    for lines, dice in ((round_1, "silk 5 ginseng 1 jade 4"), (round_2, f"silk 4 ginseng 1 jade {jade}")):
        script.play(*lines, "rest pass", f"dice {dice}")


CREWED = ("ana place silk", "ben place silk", "chu place pirates", "dan place pirates")
FULL = ("ana place silk", "ben place pass", "chu place pass", "dan place pass")
"""After CREWED, ana takes the third and last seat of silk and alone may place in round 3."""


def test_captain_is_asked_first_then_the_other(new_game):
    """R8.2"""
    script = new_game()
    sail(script, *CREWED)
    assert script.asked == "chu board"
    assert script.refuse("dan board silk") == "R8.2"
    assert not script.state.second_pirate
    script.play("chu board stay")
    assert script.asked == "dan board"
    assert script.state.second_pirate
    script.play("dan board stay")
    assert script.game.due == "dice"


def test_only_a_punt_on_13_is_boarded(new_game):
    """R8.1: jade stands on 10, ginseng on 2, nutmeg is ashore."""
    script = new_game()
    sail(script, *CREWED)
    assert script.legal == ["stay", "silk"]
    for ware in ("jade", "ginseng", "nutmeg"):
        assert script.refuse(f"chu board {ware}") == "R8.1"


def test_no_punt_on_13_no_boarding(new_game):
    """R8.1: the pirates are not asked."""
    script = new_game()
    script.open_voyage("silk 4 ginseng 0 jade 5")
    script.play(*CREWED, "dice silk 5 ginseng 1 jade 4", "rest pass", "dice silk 3 ginseng 1 jade 5")
    assert script.punts == {"silk": 12, "ginseng": 2, "jade": "port-a"}
    assert script.game.due == "dice"


def test_no_pirate_no_boarding(new_game):
    """R8.2"""
    script = new_game()
    sail(script, "ana place silk")
    assert script.asked == "dice"


def test_boarding_takes_a_free_seat_at_no_cost(new_game):
    """R8.2"""
    script = new_game()
    sail(script, *CREWED)
    script.play("chu board silk")
    assert script.crew("silk") == ["ana", "ben", "chu"]
    assert script.crew("pirates") == ["dan"]
    assert script.cash["chu"] == 25


def test_pirate_may_stay(new_game):
    """R8.2, R8.3: the choice is final, he is not asked again."""
    script = new_game()
    sail(script, *CREWED)
    script.play("chu board stay")
    assert script.refuse("chu board silk") == "R8.2"
    script.play("dan board silk")
    assert script.game.due == "dice"
    assert (script.crew("pirates"), script.crew("silk")) == (["chu"], ["ana", "ben", "dan"])


def test_each_pirate_chooses_the_punt(new_game):
    """R8.2"""
    script = new_game()
    sail(script, *CREWED, jade=4)
    assert script.legal == ["stay", "silk", "jade"]
    script.play("chu board jade")
    assert script.legal == ["stay", "silk", "jade"]
    script.play("dan board silk")
    assert (script.crew("jade"), script.crew("silk"), script.crew("pirates")) == (["chu"], ["ana", "ben", "dan"], [])


def test_both_pirates_may_board_one_punt(new_game):
    """R8.2"""
    script = new_game()
    sail(script, "ana place pirates", "ben place pirates")
    script.play("ana board silk", "ben board silk")
    assert script.crew("silk") == ["ana", "ben"]


def test_one_player_with_both_pirates_is_asked_twice(new_game):
    """R6.5, R8.2"""
    script = new_game()
    sail(script, "ana place pirates", round_2=("ana place pirates",))
    script.play("ana board silk")
    assert script.asked == "ana board"
    script.play("ana board stay")
    assert (script.crew("silk"), script.crew("pirates")) == (["ana"], ["ana"])


def test_when_the_captain_boards_the_other_becomes_captain(new_game):
    """R8.2: jade stands on 13 at the end; dan decides though chu was captain."""
    script = new_game()
    sail(script, *CREWED)
    script.play("chu board silk", "dice silk 1 ginseng 1 jade 3")
    assert script.asked == "dan plunder"


def test_new_pirate_comes_behind_the_one_left_aboard(new_game):
    """R8.2, R6.5: the space left is open again, at 5 pesos, and its taker is not captain."""
    script = new_game()
    sail(script, *CREWED, round_2=("ana place port-a", "ben place port-b", "chu place port-c", "dan place jade"))
    script.play("chu board silk", "ana place pirates")
    assert script.crew("pirates") == ["dan", "ana"]
    assert script.cash["ana"] == 30 - 3 - 4 - 5
    assert script.refuse("ben place pirates") == "R6.5"


def test_both_spaces_left_are_open_again(new_game):
    """R8.2"""
    script = new_game()
    sail(
        script,
        *CREWED,
        round_2=("ana place port-a", "ben place port-b", "chu place port-c", "dan place insurance"),
        jade=4,
    )
    script.play("chu board silk", "dan board jade", "ana place pirates", "ben place pirates")
    assert script.crew("pirates") == ["ana", "ben"]
    assert script.refuse("chu place pirates") == "R6.5"


def test_boarded_pirate_is_crew_from_then_on(new_game):
    """R8.2, R10.1: three share the 30 of silk."""
    script = new_game()
    sail(script, *CREWED)
    script.play("chu board silk", "dice silk 1 ginseng 1 jade 1")
    assert script.cash == {"ana": 37, "ben": 36, "chu": 35, "dan": 25}


def test_seat_taken_by_boarding_is_no_longer_open(new_game):
    """R8.2, R6.3: silk has three seats; the second of two costs 4, after a pirate's boarding 5."""
    script = new_game()
    sail(script, "ana place pirates", "ben place silk", round_2=("ana place port-a", "ben place port-b"))
    script.play("ana board silk", "ana place silk")
    assert script.crew("silk") == ["ben", "ana", "ana"]
    assert script.cash["ana"] == 30 - 5 - 4 - 5
    assert script.refuse("ben place silk") == "R6.3"


def test_full_load_asks_no_pirate(new_game):
    """R8.3: no free seat, no boarding."""
    script = new_game()
    sail(script, *CREWED, round_2=FULL)
    assert script.asked == "ana place"


def test_full_load_is_not_boarded_while_another_has_a_seat(new_game):
    """R8.3, docs/record.md"""
    script = new_game()
    sail(script, *CREWED, round_2=FULL, jade=4)
    assert script.legal == ["stay", "jade"]
    assert script.refuse("chu board silk") == "R8.3"


def test_second_pirate_is_not_asked_when_the_captain_took_the_last_seat(new_game):
    """R8.3"""
    script = new_game()
    sail(script, *CREWED)
    script.play("chu board silk")
    assert script.game.due == "dice"
    assert script.crew("pirates") == ["dan"]


def test_nobody_evicts_without_the_option(new_game):
    """R8.3, R12.1"""
    script = new_game()
    sail(script, *CREWED, round_2=FULL, jade=4)
    assert script.refuse("chu board silk evict ana") == "R12.1"
    assert script.refuse("chu board jade evict ana") == "R12.1"


def test_pirate_evicts_without_refund_and_takes_the_seat(new_game):
    """R8.3, R12.1"""
    script = new_game(pirates="evict")
    sail(script, *CREWED, round_2=FULL)
    cash = script.cash
    assert script.legal == ["stay", "silk evict ana", "silk evict ben"]
    script.play("chu board silk evict ben")
    assert script.crew("silk") == ["ana", "chu", "ana"]
    assert script.cash == cash
    script.play("dan board stay", "rest pass", "dice silk 1 ginseng 1 jade 1")
    # 30 among ana, chu and ana; ben has nothing of it.
    assert script.cash == {"ana": cash["ana"] + 20, "ben": cash["ben"], "chu": cash["chu"] + 10, "dan": cash["dan"]}


def test_pirate_may_stay_instead_of_evicting(new_game):
    """R8.2, R8.3"""
    script = new_game(pirates="evict")
    sail(script, *CREWED, round_2=FULL)
    script.play("chu board stay", "dan board stay")
    assert script.crew("silk") == ["ana", "ben", "ana"]


def test_nobody_is_evicted_while_any_punt_on_13_has_a_free_seat(new_game):
    """R8.3: jade is empty, silk is full."""
    script = new_game(pirates="evict")
    sail(script, *CREWED, round_2=FULL, jade=4)
    assert script.legal == ["stay", "jade"]
    assert script.refuse("chu board silk evict ben") == "R8.3"
    assert script.refuse("chu board jade evict ben") == "R8.3"


def test_full_punt_is_not_boarded_without_naming_whom_to_evict(new_game):
    """docs/record.md"""
    script = new_game(pirates="evict")
    sail(script, *CREWED, round_2=FULL)
    assert script.refuse("chu board silk") == "R8.3"


def test_only_who_sits_there_is_evicted(new_game):
    """R8.3"""
    script = new_game(pirates="evict")
    sail(script, *CREWED, round_2=FULL)
    assert script.refuse("chu board silk evict dan") == "R8.3"
    assert script.refuse("chu board jade evict ana") == "R8.1"


def test_of_several_the_hindmost_goes(new_game):
    """docs/record.md: ana sits in front and at the back."""
    script = new_game(pirates="evict")
    sail(script, *CREWED, round_2=FULL)
    script.play("chu board silk evict ana")
    assert script.crew("silk") == ["ana", "ben", "chu"]


def test_second_pirate_never_evicts_the_captain_who_has_just_boarded(new_game):
    """R8.3"""
    script = new_game(pirates="evict")
    sail(script, *CREWED, round_2=FULL)
    script.play("chu board silk evict ana")
    assert script.legal == ["stay", "silk evict ana", "silk evict ben"]
    assert script.refuse("dan board silk evict chu") == "R8.3"
    script.play("dan board silk evict ben")
    assert script.crew("silk") == ["ana", "dan", "chu"]


def test_another_accomplice_of_the_captains_owner_may_be_evicted(new_game):
    """R8.3, docs/record.md: chu as captain sits before another accomplice of his, who goes."""
    script = new_game(pirates="evict")
    sail(
        script,
        *("ana place silk", "ben place silk", "chu place pirates", "dan place pirates"),
        round_2=("ana place pass", "ben place pass", "chu place silk", "dan place pass"),
    )
    script.play("chu board silk evict ben")
    assert script.crew("silk") == ["ana", "chu", "chu"]
    assert script.legal == ["stay", "silk evict ana", "silk evict chu"]
    script.play("dan board silk evict chu")
    assert script.crew("silk") == ["ana", "chu", "dan"]


@pytest.mark.parametrize(
    ("evicted", "crew"), [("ben", ["dan", "ana", "chu"]), ("ana", ["dan", "chu", "ben"])], ids=["last", "amid"]
)
def test_the_captain_is_spared_though_he_is_the_hindmost(new_game, evicted, crew):
    """R8.3, docs/record.md: chu as captain sits behind another accomplice of his, in front, who goes."""
    script = new_game(pirates="evict", first="chu")
    sail(
        script,
        *("chu place silk", "dan place port-a", "ana place silk", "ben place silk"),
        round_2=("chu place pirates", "dan place pirates"),
    )
    script.play(f"chu board silk evict {evicted}", "dan board silk evict chu")
    assert script.crew("silk") == crew


def test_captain_of_an_earlier_voyage_protects_nobody(new_game):
    """R8.3: chu boarded silk's last seat in voyage 1; in voyage 2 the captain is asked first and may evict anybody."""
    script = new_game(pirates="evict")
    sail(script, *CREWED)
    script.play("chu board silk", "dan board stay", "rest pass", "dice silk 1 ginseng 1 jade 1")
    sail(script, *CREWED, round_2=("ana place pass", "ben place pass", "chu place silk", "dan place pass"))
    assert not script.state.second_pirate
    assert script.legal == ["stay", "silk evict ana", "silk evict ben", "silk evict chu"]


def test_captain_on_another_punt_does_not_protect_his_owner_here(new_game):
    """R8.3: two full punts; chu boards jade by evicting, then dan evicts chu's accomplice on silk."""
    script = new_game(5, pirates="evict")
    sail(
        script,
        "ana place silk", "ben place silk", "chu place pirates", "dan place pirates", "eva place jade",
        round_2=("ana place jade", "ben place jade", "chu place silk", "dan place jade", "eva place pass"),
        jade=4,
    )  # fmt: skip
    script.play("chu board jade evict ana")
    silk = ["silk evict ana", "silk evict ben", "silk evict chu"]
    assert script.legal == ["stay", *silk, "jade evict ben", "jade evict dan", "jade evict eva"]
    script.play("dan board silk evict chu")
    assert script.crew("silk") == ["ana", "ben", "dan"]
    assert script.crew("jade") == ["eva", "chu", "ben", "dan"]


def test_pirate_may_evict_an_accomplice_of_his_own_owner(new_game):
    """R8.3"""
    script = new_game(pirates="evict")
    sail(
        script,
        "ana place silk", "ben place silk", "chu place silk", "dan place pass",
        round_2=("ana place pirates", "ben place pass", "chu place pass"),
    )  # fmt: skip
    script.play("ana board silk evict ana")
    assert script.crew("silk") == ["ana", "ben", "chu"]
    assert script.crew("pirates") == []


def test_second_pirate_may_evict_when_the_captain_took_the_last_free_seat(new_game):
    """R8.3"""
    script = new_game(pirates="evict")
    sail(script, *CREWED)
    assert script.legal == ["stay", "silk"]
    script.play("chu board silk")
    assert script.legal == ["stay", "silk evict ana", "silk evict ben"]
    script.play("dan board silk evict ana")
    assert script.crew("silk") == ["dan", "ben", "chu"]


def test_nobody_is_left_to_evict_no_second_question(new_game):
    """R8.3: staying aboard names nobody to evict."""
    script = new_game(pirates="evict")
    sail(script, *CREWED)
    assert script.refuse("chu board stay evict ana") == "R8.3"


def test_unboarded_punt_on_13_goes_into_port_before_the_next_round(new_game):
    """R12.2: by lane, silk before jade; their loads and ports are closed then."""
    script = new_game(second_13="port")
    sail(script, "ana place port-c", "ben place pass", round_2=("ana place insurance",), jade=4)
    assert script.punts == {"silk": "port-a", "ginseng": 2, "jade": "port-b"}
    assert script.asked == "ana place"
    assert not {"silk", "jade", "port-a", "port-b"} & set(script.legal)


def test_punt_whose_pirates_chose_to_stay_goes_into_port_too(new_game):
    """R12.2: after those the dice took past 13."""
    script = new_game(second_13="port")
    sail(script, *CREWED, jade=5)
    assert script.punts == {"silk": 13, "ginseng": 2, "jade": "port-a"}
    script.play("chu board stay")
    assert script.punts["silk"] == 13
    script.play("dan board stay")
    assert script.punts["silk"] == "port-b"


def test_boarded_punt_stays_on_13(new_game):
    """R12.2: silk is boarded, jade is not."""
    script = new_game(second_13="port")
    sail(script, *CREWED, jade=4)
    script.play("chu board silk", "dan board stay")
    assert script.punts == {"silk": 13, "ginseng": 2, "jade": "port-a"}


def test_boarding_by_evicting_counts_as_boarded(new_game):
    """R12.2"""
    script = new_game(second_13="port", pirates="evict")
    sail(script, *CREWED, round_2=FULL)
    script.play("chu board silk evict ben", "dan board stay")
    assert script.punts["silk"] == 13


def test_full_punt_that_nobody_could_board_goes_into_port(new_game):
    """R12.2, R8.3"""
    script = new_game(second_13="port")
    sail(script, *CREWED, round_2=FULL)
    assert script.punts["silk"] == "port-a"
    assert script.refuse("ana place port-a") == "R6.4"


def test_boarding_counts_for_its_own_voyage_only(new_game):
    """R12.2: silk boarded in voyage 1 and not in voyage 2 goes into port then."""
    script = new_game(second_13="port")
    sail(script, *CREWED)
    script.play("chu board silk", "rest pass", "dice silk 1 ginseng 1 jade 1")
    sail(script)
    assert script.berthed[-1] == "silk port-a"


@pytest.mark.parametrize("second_13", ["stay", "port"])
def test_option_does_not_touch_a_punt_short_of_13(new_game, second_13):
    """R12.2"""
    script = new_game(second_13=second_13)
    sail(script, jade=3)
    assert script.punts["jade"] == 12
