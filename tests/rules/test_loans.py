"""R13: loans."""

from __future__ import annotations

import pytest

from manila_pbem.rules.answers import Mortgage, Redeem
from manila_pbem.rules.events import LoansTaken
from manila_pbem.rules.play import Refusal

ONES = "dice silk 1 ginseng 1 jade 1"


def test_mortgage_brings_12_and_redeeming_costs_15(new_game):
    """R13.1"""
    script = new_game()
    script.play("ana mortgage 1")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (42, 1)
    script.play("ana redeem 1")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (27, 0)


def test_several_at_once(new_game):
    """R13.1"""
    script = new_game()
    script.play("ana mortgage 2")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (54, 2)
    script.play("ana redeem 2")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (24, 0)


def test_at_any_time_in_turn_or_not(new_game):
    """R13.1: at every step of a voyage, by the player asked and by another, and while dice are due."""
    script = new_game()
    steps = set()
    script.play("ana mortgage 1", "ben mortgage 1")

    def lend() -> None:
        steps.add(script.game.due)
        trial = script.game.copy()
        for seat in (0, 1):
            assert trial.lend(seat, Redeem(1)) is None
            assert trial.lend(seat, Mortgage(2)) is None
        assert (trial.due, trial.to_act) == (script.game.due, script.game.to_act)
        assert trial.take_state().mortgaged == (2, 2, 0, 0)

    for line in (
        "ana bid 1", "ben bid pass", "chu bid pass", "dan bid pass", "ana buy none",
        "ana load silk 4 ginseng 0 jade 5", "ana place small-pilot", "ben place large-pilot", "chu place pirates",
        "dan place pass", "dice silk 4 ginseng 1 jade 3", "ana place port-a", "ben place port-b", "chu place pass",
        "dice silk 5 ginseng 1 jade 3", "chu board stay", "ana place port-c", "ben place silk", "ana pilot silk -1",
        "ben pilot none", "dice silk 1 ginseng 1 jade 1", "chu plunder silk port",
    ):  # fmt: skip
        lend()
        script.play(line)
    lend()
    assert steps == {"bid", "buy", "load", "place", "dice", "board", "pilot", "plunder"}


def test_no_loan_when_the_game_is_over(new_game):
    """R13.1: nothing is left to mortgage or redeem then, and the refusal says so."""
    script = new_game()
    script.play("ana mortgage 1")
    for _ in range(4):
        script.open_voyage("silk 4 ginseng 1 jade 4")
        script.play(*["rest pass", "dice silk 6 ginseng 1 jade 6"] * 3)
    assert script.refuse("ana mortgage 1") == "R13.1"
    assert script.refuse("ana redeem 1") == "R13.1"
    for loan in (Mortgage(1), Redeem(1)):
        refusal = script.game.lend(0, loan)
        assert refusal is not None
        assert (refusal.why, refusal.most) == ("game_over", 0)


@pytest.mark.parametrize("shares", [-1, 0, 3])
def test_only_shares_not_yet_mortgaged_are_mortgaged(new_game, shares):
    """R13.1: ana holds two; docs/record.md: 1 or more."""
    script = new_game()
    assert script.refuse(f"ana mortgage {shares}") == "R13.1"


def test_mortgaged_share_is_not_mortgaged_twice(new_game):
    """R13.1"""
    script = new_game()
    script.play("ana mortgage 1")
    assert script.refuse("ana mortgage 2") == "R13.1"
    script.play("ana mortgage 1")
    assert script.refuse("ana mortgage 1") == "R13.1"


@pytest.mark.parametrize("shares", [-1, 0, 2])
def test_only_mortgaged_shares_are_redeemed(new_game, shares):
    """R13.1"""
    script = new_game()
    script.play("ana mortgage 1")
    assert script.refuse(f"ana redeem {shares}") == "R13.1"


def test_redeeming_takes_cash_in_hand_never_a_loan(new_game):
    """R13.1: 1 peso in cash and a share not mortgaged are not 15."""
    script = new_game()
    script.play("ana mortgage 1", "ana bid 28", "ben bid pass", "chu bid pass", "dan bid pass")
    assert script.cash["ana"] == 14
    assert script.refuse("ana redeem 1") == "R13.1"


def test_redeeming_takes_the_last_15_pesos(new_game):
    """R13.1"""
    script = new_game()
    script.play("ana mortgage 1", "ana bid 27", "ben bid pass", "chu bid pass", "dan bid pass", "ana redeem 1")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (0, 0)


def test_bought_share_may_be_mortgaged(new_game):
    """R13.1"""
    script = new_game()
    script.play("ana bid 1", "ben bid pass", "chu bid pass", "dan bid pass", "ana buy silk", "ana mortgage 3")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (24 + 36, 3)
    assert script.refuse("ana mortgage 1") == "R13.1"


@pytest.mark.parametrize(
    ("bid", "cash", "loans"), [(29, 1, 0), (30, 0, 0), (31, 11, 1), (42, 0, 1), (43, 11, 2), (54, 0, 2)]
)
def test_payment_beyond_the_cash_takes_the_fewest_loans_of_itself(new_game, bid, cash, loans):
    """R13.2"""
    script = new_game()
    script.play(f"ana bid {bid}", "ben bid pass", "chu bid pass", "dan bid pass")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (cash, loans)
    assert [event for event in script.told if isinstance(event, LoansTaken)] == (
        [LoansTaken(0, loans)] if loans else []
    )


def test_placement_beyond_the_cash_takes_a_loan_of_itself(new_game):
    """R13.2: 1 peso in cash, jade costs 3."""
    script = new_game()
    script.play("ana bid 29", "ben bid pass", "chu bid pass", "dan bid pass", "ana buy none")
    script.play("ana load silk 0 ginseng 4 jade 5", "ana place jade")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (10, 1)


def test_loan_of_itself_is_not_taken_before_it_is_needed(new_game):
    """R13.2: a standing bid is not yet a payment."""
    script = new_game()
    script.play("ana bid 54")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (30, 0)


def test_only_the_count_is_kept(new_game):
    """R13.3: two different shares, one mortgaged; the state names a number and nothing else."""
    script = new_game()
    script.play("ana mortgage 1")
    assert script.state.mortgaged == (1, 0, 0, 0)
    assert script.state.shares[0] == (1, 1, 0, 0)


def test_standing_bidder_redeems_nothing_that_makes_the_bid_unpayable(new_game):
    """R13.4: with two mortgaged, 54 in cash; a redemption leaves 39 + 12 = 51, two leave 24 + 24 = 48."""
    script = new_game()
    script.play("ana mortgage 2", "ana bid 52")
    assert script.refuse("ana redeem 1") == "R13.4"
    assert script.refuse("ana redeem 2") == "R13.4"


@pytest.mark.parametrize(("bid", "most"), [(48, 2), (49, 1), (51, 1), (52, 0), (54, 0)])
def test_standing_bidder_redeems_while_the_bid_stays_payable(new_game, bid, most):
    """R13.4, R4.6"""
    script = new_game()
    script.play("ana mortgage 2", f"ana bid {bid}")
    for shares in (1, 2):
        refusal = script.game.copy().lend(0, Redeem(shares))
        assert (refusal is None) == (shares <= most)
        assert refusal is None or (refusal.clause, refusal.most) == ("R13.4", most)


def test_other_players_redeem_as_they_like_during_the_auction(new_game):
    """R13.4 binds who holds the standing bid."""
    script = new_game()
    script.play("ana mortgage 2", "ana bid 52", "ben mortgage 2", "ben bid 53", "ana redeem 2")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (24, 0)
    # 24 and two shares are 48 now, too little to go on.
    script.play("chu bid pass", "dan bid pass")
    assert script.asked == "ana bid"
    assert script.legal == ["pass"]


def test_outbid_and_paid_players_are_free_again(new_game):
    """R13.4: the bid stands until it is paid."""
    script = new_game()
    script.play("ana mortgage 2", "ana bid 30", "ben bid pass", "chu bid pass", "dan bid pass", "ana redeem 1")
    assert (script.cash["ana"], script.mortgaged["ana"]) == (9, 1)


@pytest.mark.parametrize(
    ("loan", "why", "most"),
    [
        (Mortgage(3), "too_few_shares_to_mortgage", 1),
        (Mortgage(0), "loan_of_nothing", 1),
        (Redeem(2), "too_few_shares_to_redeem", 1),
        (Redeem(0), "loan_of_nothing", 1),
    ],
)
def test_refusal_tells_how_many_would_do(new_game, loan, why, most):
    """R13.1: ana holds two shares, one of them mortgaged, and 42 pesos."""
    script = new_game()
    script.play("ana mortgage 1")
    refusal = script.game.lend(0, loan)
    assert isinstance(refusal, Refusal)
    assert refusal == Refusal(0, "R13.1", why, "bid", 0, (), most)


def test_refusal_for_want_of_cash_tells_what_cash_would_do(new_game):
    """R13.1: 54 in cash less 30 bid leave 24: one of two."""
    script = new_game()
    script.play("ana mortgage 2", "ana bid 30", "ben bid pass", "chu bid pass", "dan bid pass")
    assert script.game.lend(0, Redeem(2)) == Refusal(0, "R13.1", "too_little_cash_to_redeem", "buy", 0, (), 1)
