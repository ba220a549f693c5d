"""R4: the auction of the harbour master's office."""

from __future__ import annotations

from typing import Any

import pytest


def sail_past(script: Any) -> None:
    """Play a voyage in which nobody places and nothing arrives."""
    script.open_voyage("silk 0 ginseng 4 jade 5")
    script.play("rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)


def test_first_player_speaks_first_in_voyage_1_then_clockwise(new_game):
    """R4.1, R2.3"""
    script = new_game(first="chu")
    asked = []
    for bid in (1, 2, 3, 4):
        asked.append(script.asked)
        script.play(f"{script.asked} {bid}")
    assert asked == ["chu bid", "dan bid", "ana bid", "ben bid"]
    assert script.asked == "chu bid"


def test_previous_harbour_master_speaks_first_later(new_game):
    """R4.1"""
    script = new_game()
    script.play("ana bid pass", "ben bid pass", "chu bid 1", "dan bid pass", "chu buy none")
    script.play("chu load silk 0 ginseng 4 jade 5", "rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)
    assert script.game.voyage == 2
    assert script.asked == "chu bid"
    script.play("chu bid pass")
    assert script.asked == "dan bid"


def test_bid_must_exceed_the_standing_bid(new_game):
    """R4.2"""
    script = new_game()
    script.play("ana bid 3")
    assert script.state.standing_bid == 3
    assert script.state.bidder == 0
    assert script.refuse("ben bid 3") == "R4.2"
    assert script.refuse("ben bid 2") == "R4.2"
    script.play("ben bid 4")
    assert (script.state.standing_bid, script.state.bidder) == (4, 1)


@pytest.mark.parametrize("pesos", [0, -1])
def test_first_bid_is_at_least_1(new_game, pesos):
    """R4.2"""
    script = new_game()
    assert script.refuse(f"ana bid {pesos}") == "R4.2"
    assert script.legal[:2] == ["pass", "1"]
    script.play("ana bid 1")


def test_bid_out_of_turn_is_refused(new_game):
    """R4.2"""
    script = new_game()
    assert script.refuse("ben bid 5") == "R4.2"
    assert script.refuse("ana buy none") == "R5.1"


def test_who_passed_is_out_of_this_auction(new_game):
    """R4.2"""
    script = new_game()
    script.play("ana bid 1", "ben bid pass", "chu bid 2", "dan bid 3")
    assert script.passed == ["ben"]
    script.play("ana bid 4")
    assert script.asked == "chu bid"


def test_who_passed_may_bid_in_the_next_auction(new_game):
    """R4.2: out of this auction, not of the next one."""
    script = new_game()
    sail_past(script)
    assert script.passed == []
    script.play("ana bid pass", "ben bid 1", "chu bid pass", "dan bid pass")
    assert script.asked == "ben buy"


def test_auction_ends_when_all_but_one_passed(new_game):
    """R4.3"""
    script = new_game()
    script.play("ana bid 1", "ben bid 2", "chu bid pass", "dan bid pass")
    assert script.asked == "ana bid"
    script.play("ana bid pass")
    assert script.asked == "ben buy"
    assert script.passed == []
    assert script.state.standing_bid is None
    assert script.state.bidder is None


def test_last_player_without_a_bid_before_him_may_bid(new_game):
    """R4.3"""
    script = new_game()
    script.play("ana bid pass", "ben bid pass", "chu bid pass")
    assert script.asked == "dan bid"
    assert script.legal[:2] == ["pass", "1"]
    script.play("dan bid 7")
    assert script.asked == "dan buy"
    assert script.cash["dan"] == 23


def test_last_player_without_a_bid_before_him_may_pass(new_game):
    """R4.3, R4.5"""
    script = new_game()
    script.play("ana bid pass", "ben bid pass", "chu bid pass", "dan bid pass")
    assert script.asked == "ana buy"


def test_player_who_cannot_outbid_is_asked_and_passes(new_game):
    """R4.3, R4.6"""
    script = new_game()
    script.play("ana bid 54")
    assert script.asked == "ben bid"
    assert script.legal == ["pass"]
    assert script.refuse("ben bid 55") == "R4.6"
    script.play("ben bid pass", "chu bid pass")
    assert script.asked == "dan bid"


def test_winner_pays_the_bank_at_once_and_is_harbour_master(new_game):
    """R4.4"""
    script = new_game()
    script.play("ana bid 3", "ben bid 8", "chu bid pass", "dan bid pass")
    assert script.master is None
    script.play("ana bid pass")
    assert script.master == "ben"
    assert script.cash == {"ana": 30, "ben": 22, "chu": 30, "dan": 30}


def test_all_pass_in_voyage_1_the_first_player_takes_office_free(new_game):
    """R4.5"""
    script = new_game(first="dan")
    script.play("dan bid pass", "ana bid pass", "ben bid pass", "chu bid pass")
    assert script.master == "dan"
    assert script.asked == "dan buy"
    assert set(script.cash.values()) == {30}


def test_all_pass_later_the_previous_harbour_master_stays_free(new_game):
    """R4.5"""
    script = new_game()
    script.play("ana bid pass", "ben bid 2", "chu bid pass", "dan bid pass", "ben buy none")
    script.play("ben load silk 0 ginseng 4 jade 5", "rest pass", *["dice silk 1 ginseng 1 jade 1"] * 3)
    script.play("ben bid pass", "chu bid pass", "dan bid pass", "ana bid pass")
    assert script.master == "ben"
    assert script.asked == "ben buy"
    assert script.cash["ben"] == 28


def test_bid_goes_up_to_cash_and_12_for_each_share(new_game):
    """R4.6: 30 and two shares make 54."""
    script = new_game()
    assert script.legal == ["pass", *map(str, range(1, 55))]
    assert script.refuse("ana bid 55") == "R4.6"
    script.play("ana bid 54")


def test_mortgaged_shares_do_not_count_for_a_bid_but_their_cash_does(new_game):
    """R4.6: 42 in cash and one share left make 54 still; after redeeming for 15 it is 27 and 24."""
    script = new_game()
    script.play("ana mortgage 1")
    assert script.refuse("ana bid 55") == "R4.6"
    script.play("ana redeem 1")
    assert script.legal[-1] == "51"
    assert script.refuse("ana bid 52") == "R4.6"


def test_rich_player_may_bid_all_his_money(new_game):
    """R4.6 knows no other limit: dan, on all shipyards in eight voyages of wrecks, has 190 and two shares."""
    script = new_game()
    for voyage in range(8):
        script.open_voyage("silk 0 ginseng 4 jade 5")
        script.play("ana place pass", "ben place pass", "chu place pass", "dan place shipyard-c")
        script.play("dice silk 1 ginseng 1 jade 1", "dan place shipyard-b", "dice silk 1 ginseng 1 jade 1")
        script.play("dan place shipyard-a", "dice silk 1 ginseng 1 jade 1")
        # 6, 8 and 15 from the bank, less 4, 3 and 2 for the spaces.
        assert script.cash["dan"] == 30 + 20 * (voyage + 1)
    script.play("ana bid pass", "ben bid pass", "chu bid pass")
    assert script.legal[-1] == "214"
    script.play("dan bid 214")
    assert script.cash["dan"] == 0
    assert script.mortgaged["dan"] == 2
