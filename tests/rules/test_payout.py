"""R10 and R11: profits, insurance, values and the end of the game."""

from __future__ import annotations

import pytest

from manila_pbem.rules.events import BankRepaid, BerthPaid, GameEnded, InsurerFailed, LoansTaken, VoyageEnded

ONES = "dice silk 1 ginseng 1 jade 1"
LOAD = "silk 0 ginseng 4 jade 5"


def wreck_all(script, *round_1: str, round_2: tuple[str, ...] = (), round_3: tuple[str, ...] = ()) -> None:
    """Wreck all three punts; players named in no round pass."""
    script.open_voyage(LOAD)
    for lines in (round_1, round_2, round_3):
        script.play(*lines, "rest pass", ONES)


def bid_for_office(script, pesos: int, load: str) -> None:
    """Let ana win the first auction at a price, buy nothing and load."""
    script.play(
        f"ana bid {pesos}", *[f"{name} bid pass" for name in script.names[1:]], "ana buy none", f"ana load {load}"
    )


@pytest.mark.parametrize(
    ("ware", "crew", "share"),
    [
        ("nutmeg", 1, 24), ("nutmeg", 2, 12), ("nutmeg", 3, 8), ("silk", 1, 30), ("silk", 2, 15), ("silk", 3, 10),
        ("ginseng", 1, 18), ("ginseng", 2, 9), ("ginseng", 3, 6), ("jade", 1, 36), ("jade", 2, 18), ("jade", 3, 12),
        ("jade", 4, 9),
    ],
)  # fmt: skip
def test_payout_is_shared_equally_by_the_crew(new_game, ware, crew, share):
    """R10.1, R1.2"""
    script = new_game()
    others = [other for other in ("nutmeg", "silk", "ginseng", "jade") if other != ware]
    script.open_voyage(f"{ware} 5 {others[0]} 4 {others[1]} 0")
    aboard = script.names[:crew]
    script.play(*[f"{name} place {ware}" for name in aboard], "rest pass")
    costs = {name: 30 - script.cash[name] for name in script.names}
    for _ in range(3):
        script.play(f"dice {ware} 6 {others[0]} 1 {others[1]} 1", "rest pass")
    assert script.cash == {name: 30 - costs[name] + (share if name in aboard else 0) for name in script.names}


def test_player_with_several_aboard_has_several_shares(new_game):
    """R10.1: two of three thirds of 36 for 3 and 5 pesos."""
    script = new_game()
    script.open_voyage("silk 0 ginseng 4 jade 5")
    script.play(
        "ana place jade", "ben place jade", "rest pass", "dice silk 1 ginseng 1 jade 6", "ana place jade", "rest pass"
    )
    script.play("dice silk 1 ginseng 1 jade 6", "rest pass", ONES)
    assert script.cash == {"ana": 30 - 3 - 5 + 24, "ben": 30 - 4 + 12, "chu": 30, "dan": 30}


def test_load_of_a_wreck_pays_nothing(new_game):
    """R10.1: only if its punt reached port."""
    script = new_game()
    wreck_all(script, "ana place jade", "ben place silk")
    assert script.cash == {"ana": 27, "ben": 27, "chu": 30, "dan": 30}


def test_port_and_shipyard_pay_where_a_punt_lies(new_game):
    """R10.2, R1.3: one punt in port-a, two wrecks on A and B."""
    script = new_game()
    script.open_voyage("silk 0 ginseng 4 jade 5")
    script.play("ana place port-a", "ben place port-b", "chu place shipyard-b", "dan place shipyard-c")
    for _ in range(3):
        script.play("dice silk 1 ginseng 1 jade 6", "rest pass")
    assert script.cash == {"ana": 30 - 4 + 6, "ben": 30 - 3, "chu": 30 - 3 + 8, "dan": 30 - 2}


def test_three_ports_pay_6_8_and_15(new_game):
    """R1.3, R10.2"""
    script = new_game()
    script.open_voyage("silk 3 ginseng 3 jade 3")
    script.play("ana place port-a", "ben place port-b", "chu place port-c", "rest pass")
    for _ in range(3):
        script.play("dice silk 6 ginseng 6 jade 6", "rest pass")
    assert script.cash == {"ana": 32, "ben": 35, "chu": 43, "dan": 30}


def test_three_shipyards_pay_6_8_and_15_from_the_bank_without_an_insurer(new_game):
    """R1.3, R10.2, R1.6"""
    script = new_game()
    wreck_all(script, "ana place shipyard-a", "ben place shipyard-b", "chu place shipyard-c")
    assert script.cash == {"ana": 32, "ben": 35, "chu": 43, "dan": 30}
    assert {event.payer for event in script.told if isinstance(event, BerthPaid)} == {None}


def test_insurer_pays_the_accomplices_on_shipyards(new_game):
    """R10.2, R10.3"""
    script = new_game()
    wreck_all(script, "ana place shipyard-a", "ben place shipyard-b", "chu place shipyard-c", "dan place insurance")
    assert script.cash == {"ana": 32, "ben": 35, "chu": 43, "dan": 40 - 29}
    paid = [(event.seat, event.pesos, event.payer) for event in script.told if isinstance(event, BerthPaid)]
    assert paid == [(0, 6, 3), (1, 8, 3), (2, 15, 3)]


def test_insurer_pays_the_bank_for_a_shipyard_without_an_accomplice(new_game):
    """R10.3: 8 to ben, 6 and 15 to the bank."""
    script = new_game()
    wreck_all(script, "ana place insurance", "ben place shipyard-b")
    assert script.cash == {"ana": 40 - 29, "ben": 35, "chu": 30, "dan": 30}
    repaid = [(event.seat, event.pesos) for event in script.told if isinstance(event, BankRepaid)]
    assert repaid == [(0, 6), (0, 15)]


def test_insurer_pays_only_for_shipyards_with_a_punt(new_game):
    """R10.3: one wreck costs 6."""
    script = new_game()
    script.open_voyage("silk 3 ginseng 3 jade 3")
    script.play("ana place insurance", "rest pass")
    for _ in range(3):
        script.play("dice silk 6 ginseng 1 jade 6", "rest pass")
    assert script.cash["ana"] == 34


def test_insurer_on_a_shipyard_pays_himself(new_game):
    """R10.3: 15 go round, 14 go to the bank."""
    script = new_game()
    wreck_all(script, "ana place insurance", round_2=("ana place shipyard-c",))
    assert script.cash["ana"] == 30 + 10 - 2 + 15 - 29


def test_insurer_receives_his_own_profits_first(new_game):
    """R10.4: with nothing in cash and no share to mortgage he pays 14 for two wrecks from the 36 of jade."""
    script = new_game()
    bid_for_office(script, 53, "silk 0 ginseng 4 jade 5")
    script.play("ana place insurance", "rest pass", "dice silk 1 ginseng 1 jade 6", "ana place jade", "rest pass")
    # 54 - 53 + 10 - 3
    assert script.cash["ana"] == 8
    script.play("dice silk 1 ginseng 1 jade 6", "rest pass", ONES)
    assert script.cash["ana"] == 8 + 36 - 14
    assert not [event for event in script.told if isinstance(event, InsurerFailed)]


def test_insurers_own_shipyard_is_among_his_profits(new_game):
    """R10.4: 1 + 10 - 2 + 15 = 24 of the 29 owed are there; the bank pays the rest and it is not owed."""
    script = new_game()
    bid_for_office(script, 53, LOAD)
    script.play("ana place insurance", "rest pass", ONES, "ana place shipyard-c", "rest pass", ONES, "rest pass", ONES)
    assert script.cash["ana"] == 0
    assert [event for event in script.told if isinstance(event, InsurerFailed)] == [InsurerFailed(0, 5)]


def test_insurer_takes_the_fewest_loans_that_are_needed(new_game):
    """R10.4, R13.2: 30 bid, 10 received, 29 owed: 19 lack, two loans bring 24."""
    script = new_game()
    bid_for_office(script, 30, LOAD)
    script.play("ana place insurance", "rest pass", ONES, "rest pass", ONES, "rest pass", ONES)
    assert (script.cash["ana"], script.mortgaged["ana"]) == (5, 2)


def test_insurer_takes_one_loan_where_one_is_enough(new_game):
    """R10.4, R13.2: 20 bid leave 20 after the 10 received; 9 of 29 lack."""
    script = new_game()
    bid_for_office(script, 20, LOAD)
    script.play("ana place insurance", "rest pass", ONES, "rest pass", ONES, "rest pass", ONES)
    assert (script.cash["ana"], script.mortgaged["ana"]) == (3, 1)


def test_bank_pays_what_the_insurer_lacks_after_all_loans(new_game):
    """R10.4: 45 bid (two loans, 9 left), 10 received, 19 paid of 29; ben and chu are paid in full."""
    script = new_game()
    bid_for_office(script, 45, LOAD)
    script.play("ana place insurance", "ben place shipyard-c", "chu place shipyard-b", "rest pass")
    script.play(ONES, "rest pass", ONES, "rest pass", ONES)
    assert script.cash == {"ana": 0, "ben": 43, "chu": 35, "dan": 30}
    assert script.mortgaged["ana"] == 2
    assert InsurerFailed(0, 10) in script.told


def test_insurer_who_fails_takes_the_loans_he_has_left_first(new_game):
    """R10.4: 42 bid (one loan, cash 0), 10 received and 12 lent make 22 of 29."""
    script = new_game()
    bid_for_office(script, 42, LOAD)
    assert (script.cash["ana"], script.mortgaged["ana"]) == (0, 1)
    script.play("ana place insurance", "rest pass", ONES, "rest pass", ONES, "rest pass", ONES)
    assert (script.cash["ana"], script.mortgaged["ana"]) == (0, 2)
    assert script.told.count(LoansTaken(0, 1)) == 2
    assert InsurerFailed(0, 7) in script.told


def test_what_the_insurer_lacked_is_not_owed_later(new_game):
    """R10.4: in the next voyage he keeps all he earns."""
    script = new_game()
    bid_for_office(script, 45, LOAD)
    script.play("ana place insurance", "rest pass", ONES, "rest pass", ONES, "rest pass", ONES)
    script.open_voyage("silk 0 ginseng 4 jade 5")
    # Without cash and shares ana is a blind passenger on jade.
    script.play(
        "ana place jade", "rest pass", "dice silk 1 ginseng 1 jade 6", "rest pass", "dice silk 1 ginseng 1 jade 6"
    )
    script.play("rest pass", ONES)
    assert script.cash["ana"] == 36


def test_insurer_gets_nothing_more_when_no_punt_is_wrecked(new_game):
    """R10.5"""
    script = new_game()
    script.open_voyage("silk 3 ginseng 3 jade 3")
    script.play("ana place insurance", "rest pass")
    for _ in range(3):
        script.play("dice silk 6 ginseng 6 jade 6", "rest pass")
    assert script.cash["ana"] == 40


def test_all_accomplices_return_and_the_next_voyage_begins(new_game):
    """R10.6, R3"""
    script = new_game()
    wreck_all(script, "ana place jade", "ben place port-a", "chu place pirates", "dan place insurance")
    state = script.state
    assert not any(state.crew)
    assert script.punts == {}
    assert (state.voyage, state.step, state.round) == (2, "auction", 0)
    assert VoyageEnded(1) in script.told


def sail_into_port(script, load: str = "nutmeg 4 silk 4 jade 1") -> None:
    """Bring the first two wares of the load into port and wreck the third; nobody places."""
    wares = load.split()[::2]
    script.open_voyage(load)
    for _ in range(3):
        script.play("rest pass", f"dice {wares[0]} 6 {wares[1]} 6 {wares[2]} 1")


def test_ware_in_port_rises_by_one_step_and_no_other(new_game):
    """R11.1, R1.4"""
    script = new_game()
    assert set(script.values.values()) == {0}
    for value in (5, 10, 20, 30):
        sail_into_port(script)
        assert script.values == {"nutmeg": value, "silk": value, "ginseng": 0, "jade": 0}


def test_game_goes_on_at_20_and_ends_at_30(new_game):
    """R11.2"""
    script = new_game()
    for _ in range(3):
        sail_into_port(script)
    assert script.asked == "ana bid"
    sail_into_port(script)
    assert script.asked == "nothing"
    assert script.game.step == "over"
    assert script.told[-1] == GameEnded()


def test_state_of_an_ended_game(new_game):
    """R11.2, docs/record.md: board empty; voyage, round, harbour master and who passed stay the last voyage's."""
    script = new_game()
    for _ in range(4):
        sail_into_port(script)
    state = script.state
    assert (state.voyage, state.round, state.harbour_master) == (4, 3, 0)
    assert (state.to_act, state.standing_bid, state.bidder) == (None, None, None)
    assert not any(state.crew)
    assert script.punts == {}
    assert script.passed == ["ana", "ben", "chu", "dan"]


@pytest.mark.parametrize("line", ["ana bid 1", "ana bid pass", "ana buy none", "ana place pass", "ana pilot none"])
def test_nothing_is_answered_after_the_end(new_game, line):
    """R11.2"""
    script = new_game()
    for _ in range(4):
        sail_into_port(script)
    assert script.legal == []
    assert script.refuse(line) == "R11.2"
    assert script.refuse("dice nutmeg 1 silk 1 jade 1") == "R7.1"


def test_fortune_is_cash_and_shares_less_15_for_each_mortgaged_one(new_game):
    """R11.3: nutmeg and silk stand at 30, ginseng and jade at 0; a mortgaged share counts its value all the same."""
    script = new_game()
    for _ in range(4):
        sail_into_port(script)
        if script.game.due == "bid" and script.game.voyage == 2:
            script.play("ben mortgage 2", "chu mortgage 1")
    # ana and ben hold nutmeg and silk, chu and dan ginseng and jade.
    assert script.cash == {"ana": 30, "ben": 54, "chu": 42, "dan": 30}
    fortunes = [script.state.count_fortune(seat) for seat in range(4)]
    assert fortunes == [90, 54 + 60 - 30, 42 - 15, 30]
    assert script.state.find_winners() == (0,)


def test_tie_is_shared(new_game):
    """R11.3"""
    script = new_game()
    for _ in range(4):
        sail_into_port(script)
    assert script.state.find_winners() == (0, 1)


def test_fortune_counts_bought_shares_and_stands_during_the_game(new_game):
    """R11.3, docs/record.md: as if the game ended now."""
    script = new_game()
    assert script.state.count_fortune(0) == 30
    sail_into_port(script)
    assert script.state.count_fortune(0) == 40
    script.play("ana bid 1", "ben bid pass", "chu bid pass", "dan bid pass", "ana buy silk")
    # 30 - 1 - 5 and three shares at 5
    assert script.state.count_fortune(0) == 24 + 15
