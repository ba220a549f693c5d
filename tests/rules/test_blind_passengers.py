"""R14: blind passengers; option R12.3."""

from __future__ import annotations

import pytest

from manila_pbem.rules.board import Space
from manila_pbem.rules.events import AccomplicePlaced

GINSENG = "silk 4 ginseng 0 jade 5"
NUTMEG = "silk 4 nutmeg 0 jade 5"
"""Without ginseng the cheapest spaces cost 2."""


def impoverish(script, bid: int, load: str = GINSENG) -> None:
    """Let ana pay so much of her 54 pesos for the office that 54 - bid are left, and load."""
    others = [f"{name} bid pass" for name in script.names[1:]]
    script.play(f"ana bid {bid}", *others, "ana buy none", f"ana load {load}")
    assert script.mortgaged["ana"] == 2
    assert script.cash["ana"] == 54 - bid


def test_without_cash_and_shares_any_open_space_but_the_insurance_is_free(new_game):
    """R14.1, R14.2"""
    script = new_game()
    impoverish(script, 54)
    assert script.legal == [
        "silk", "ginseng", "jade", "port-a", "port-b", "port-c", "shipyard-a", "shipyard-b", "shipyard-c", "pirates",
        "small-pilot", "large-pilot", "pass",
    ]  # fmt: skip
    assert script.game.price_place(0, Space.JADE) == 0
    script.play("ana place jade")
    assert script.cash["ana"] == 0
    assert script.crew("jade") == ["ana"]
    assert script.told[-1] == AccomplicePlaced(0, Space.JADE, 0, True)


def test_all_the_cash_left_is_paid(new_game):
    """R14.1: 1 peso is less than the 2 of the cheapest space, and buys the large pilot at 5."""
    script = new_game()
    impoverish(script, 53, NUTMEG)
    assert script.game.price_place(0, Space.LARGE_PILOT) == 1
    script.play("ana place large-pilot")
    assert script.cash["ana"] == 0
    assert script.told[-1] == AccomplicePlaced(0, Space.LARGE_PILOT, 1, True)


def test_who_can_pay_the_cheapest_space_in_full_is_no_blind_passenger(new_game):
    """R14.3: 1 peso pays the front seat of ginseng; nothing dearer is open, the insurance is."""
    script = new_game()
    impoverish(script, 53)
    assert script.legal == ["ginseng", "insurance", "pass"]
    assert script.refuse("ana place silk") == "R14.3"
    script.play("ana place ginseng")
    assert script.cash["ana"] == 0
    assert script.told[-1] == AccomplicePlaced(0, Space.GINSENG, 1, False)


@pytest.mark.parametrize(
    ("bid", "spaces"),
    [
        (52, {"nutmeg", "port-c", "shipyard-c", "small-pilot"}),
        (51, {"nutmeg", "port-c", "shipyard-c", "small-pilot", "silk", "jade", "port-b", "shipyard-b"}),
        (50, {"nutmeg", "port-c", "shipyard-c", "small-pilot", "silk", "jade", "port-b", "shipyard-b", "port-a",
              "shipyard-a"}),
    ],
)  # fmt: skip
def test_only_what_can_be_paid_in_full_is_open(new_game, bid, spaces):
    """R14.3, R6.2: with 2, 3 and 4 pesos."""
    script = new_game()
    impoverish(script, bid, NUTMEG)
    assert set(script.legal) == spaces | {"insurance", "pass"}
    assert script.refuse("ana place pirates") == "R14.3"


def test_with_5_pesos_everything_is_open(new_game):
    """R14.3: nothing costs more."""
    script = new_game()
    impoverish(script, 49, NUTMEG)
    assert {"pirates", "large-pilot"} <= set(script.legal)


def test_a_share_not_mortgaged_makes_nobody_a_blind_passenger(new_game):
    """R14.1: cash 0 and one share left to mortgage; jade is paid by a loan."""
    script = new_game()
    script.play("ana bid 42", "ben bid pass", "chu bid pass", "dan bid pass", "ana buy none", f"ana load {GINSENG}")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (0, 1)
    assert "insurance" in script.legal
    script.play("ana place jade")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (9, 2)


def test_game_tells_who_is_a_blind_passenger_in_turn_or_not(new_game):
    """R14.1, R14.3: ana has neither money nor shares, ben's 30 pesos pay anything."""
    script = new_game()
    impoverish(script, 54)
    assert [script.game.is_blind_passenger(seat) for seat in (0, 1)] == [True, False]
    script.play("ana place jade")
    assert script.game.is_blind_passenger(0)


def test_nobody_is_a_blind_passenger_where_nothing_can_be_placed(new_game):
    """R14.1, R14.2: no space is open between the voyages."""
    script = new_game()
    impoverish(script, 54)
    script.play("rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)
    assert not script.game.is_blind_passenger(0)


def test_blind_passenger_may_not_take_the_insurance(new_game):
    """R14.2"""
    script = new_game()
    impoverish(script, 54)
    assert script.refuse("ana place insurance") == "R14.2"


def test_blind_passenger_may_always_pass(new_game):
    """R14.2"""
    script = new_game()
    impoverish(script, 54)
    script.play("ana place pass")
    assert script.passed == ["ana"]


def test_blind_passenger_takes_no_closed_space(new_game):
    """R14.1: an open space."""
    script = new_game()
    impoverish(script, 54)
    assert script.refuse("ana place nutmeg") == "R5.2"


def test_where_only_the_insurance_is_open_nobody_is_a_blind_passenger(new_game):
    """R14.2: after three arrivals all but the insurance is taken; ana without money may take it."""
    script = new_game(5)
    impoverish(script, 54, "silk 3 ginseng 3 jade 3")
    rounds = (
        ("shipyard-a", "shipyard-b", "shipyard-c", "pirates", "pirates"),
        ("small-pilot", "large-pilot", "jade", "jade", "jade"),
    )
    for spaces in rounds:
        script.play(*[f"{name} place {space}" for name, space in zip(script.names, spaces, strict=True)])
        script.play("dice silk 6 ginseng 6 jade 6")
    assert script.asked == "ana place"
    assert script.legal == ["insurance", "pass"]
    script.play("ana place insurance")
    # The 10 are paid at once; afterwards nothing is open to anybody.
    assert script.cash["ana"] == 10
    assert script.asked == "dice"


def test_test_is_made_anew_at_every_turn_poorer(new_game):
    """R14.3: with 1 peso ana pays ginseng in round 1 and is a blind passenger in round 2."""
    script = new_game()
    impoverish(script, 53)
    script.play("ana place ginseng", "rest pass", "dice silk 1 ginseng 1 jade 1")
    assert "pirates" in script.legal
    assert "insurance" not in script.legal


def test_test_is_made_anew_at_every_turn_dearer(new_game):
    """R14.3: in voyage 2 chu takes the only seat at 1 peso before ana's turn, so she stows away for hers."""
    script = new_game()
    impoverish(script, 53)
    script.play("rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)
    script.play("ana bid pass", "ben bid pass", "chu bid 1", "dan bid pass", "chu buy none", f"chu load {GINSENG}")
    trial = script.game.copy()
    script.play("chu place ginseng", "dan place pass")
    assert script.asked == "ana place"
    assert "pirates" in script.legal
    script.play("ana place pirates")
    assert script.cash["ana"] == 0
    # Without chu on ginseng ana could pay it, and nothing else.
    for seat, space in ((2, Space.SILK), (3, None)):
        assert trial.answer(seat, type(trial.list_answers()[0])(space)) is None
    assert [place.space for place in trial.list_answers()] == [Space.GINSENG, Space.INSURANCE, None]


def test_blind_passenger_earns_like_any_other(new_game):
    """R14.3: half of the 36 of jade each."""
    script = new_game()
    impoverish(script, 54)
    script.play("ana place jade", "ben place jade", "rest pass", "dice silk 1 ginseng 1 jade 6", "rest pass")
    script.play("dice silk 1 ginseng 1 jade 6", "rest pass", "dice silk 1 ginseng 1 jade 1")
    assert script.cash == {"ana": 18, "ben": 30 - 4 + 18, "chu": 30, "dan": 30}


def test_many_blind_passengers_of_one_player(new_game):
    """R12.3, R14.1: one a round."""
    script = new_game()
    impoverish(script, 54)
    for space in ("jade", "pirates", "port-c"):
        script.play(f"ana place {space}", "rest pass", "dice silk 1 ginseng 1 jade 1")
    placed = [event.blind for event in script.told if isinstance(event, AccomplicePlaced)]
    assert placed == [True, True, True]


def test_one_blind_passenger_and_no_second(new_game):
    """R12.3, R6.7: the round passes over ana, who has not passed."""
    script = new_game(blind_passengers="one")
    impoverish(script, 54)
    script.play("ana place jade", "ben place silk", "chu place pass", "dan place pass", "dice silk 1 ginseng 1 jade 1")
    assert script.asked == "ben place"
    assert script.passed == ["chu", "dan"]
    assert script.refuse("ana place silk") == "R6.2"


def test_who_paid_in_full_may_still_stow_away_once(new_game):
    """R12.3: the accomplice on ginseng was paid and is no blind passenger."""
    script = new_game(blind_passengers="one")
    impoverish(script, 53)
    script.play("ana place ginseng", "rest pass", "dice silk 1 ginseng 1 jade 1", "ana place pirates")
    assert script.asked == "dice"
    script.play("dice silk 1 ginseng 1 jade 1")
    assert script.asked == "dice"


def test_one_blind_passenger_a_voyage(new_game):
    """R12.3: on the board; in the next voyage there is none."""
    script = new_game(blind_passengers="one")
    impoverish(script, 54)
    script.play("ana place jade", "rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)
    script.open_voyage(GINSENG)
    assert script.asked == "ana place"
    assert "jade" in script.legal


def test_boarded_pirate_still_counts_as_blind_passenger(new_game):
    """R12.3"""
    script = new_game(blind_passengers="one")
    impoverish(script, 54)
    script.play("ana place pirates", "rest pass", "dice silk 5 ginseng 1 jade 1", "dice silk 4 ginseng 1 jade 1")
    script.play("ana board silk")
    assert script.asked == "dice"


@pytest.mark.parametrize("victim", ["ana", "ben"])
def test_blind_passenger_sent_home_no_longer_counts(new_game, victim):
    """R12.3, R8.3: evicted before round 3, ana may be placed again; while she sits there she may not."""
    script = new_game(blind_passengers="one", pirates="evict")
    impoverish(script, 54)
    script.play(
        "ana place silk", "ben place silk", "chu place silk", "dan place pirates", "dice silk 5 ginseng 1 jade 1"
    )
    script.play("ben place jade", "chu place jade", "dan place jade", "dice silk 4 ginseng 1 jade 1")
    script.play(f"dan board silk evict {victim}")
    assert script.asked == ("ana place" if victim == "ana" else "ben place")


def test_evicted_paid_accomplice_frees_no_blind_passenger(new_game):
    """R12.3: of ana's two on silk the hindmost goes, who was paid; the blind one in front stays and counts."""
    script = new_game(blind_passengers="one", pirates="evict")
    impoverish(script, 53, NUTMEG)
    script.play(
        "ana place silk", "ben place silk", "chu place pass", "dan place pirates", "dice silk 5 nutmeg 1 jade 1"
    )
    assert script.asked == "ben place"
    script.play("ben place silk", "dan place pass", "dice silk 4 nutmeg 1 jade 1")
    script.play("dan board silk evict ben", "ben place pass")
    assert script.asked == "dice"
    assert script.crew("silk") == ["ana", "ben", "dan"]


def test_blind_passenger_plundered_is_sent_home(new_game):
    """R12.3, R8.4: while the captain decides, the state counts none on the board any more."""
    script = new_game()
    impoverish(script, 54)
    script.play("ana place silk", "ben place pirates", "rest pass", "dice silk 3 ginseng 1 jade 1")
    assert script.state.blind == (1, 0, 0, 0)
    script.play("rest pass", "dice silk 3 ginseng 1 jade 1", "rest pass", "dice silk 3 ginseng 1 jade 1")
    assert script.asked == "ben plunder"
    assert script.state.blind == (0, 0, 0, 0)
