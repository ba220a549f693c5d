"""The engine's door: deciding, applying, replaying, copying and refusing."""

from __future__ import annotations

import pytest

from manila_pbem.rules.answers import (
    BUY_NONE,
    NO_PILOT,
    PASS_BID,
    PASS_PLACING,
    STAY,
    Bid,
    Board,
    Buy,
    Load,
    Mortgage,
    Place,
    Plunder,
    Redeem,
)
from manila_pbem.rules.board import Space, Ware
from manila_pbem.rules.events import BidCalled
from manila_pbem.rules.play import Answered, Lent, Refusal, Replay, Rolled

LOAD = "silk 4 ginseng 0 jade 5"


def test_answers_to_different_decisions_are_never_equal():
    """docs/record.md: `bid: pass` is not `place: pass`."""
    nothing = [PASS_BID, BUY_NONE, PASS_PLACING, STAY]
    assert len(set(nothing)) == len(nothing)
    assert len({NO_PILOT, Plunder(())}) == 2
    assert len({Buy(Ware.NUTMEG), Place(Space.NUTMEG), Bid(0), Board(Ware.NUTMEG)}) == 4
    assert Mortgage(1) != Redeem(1)


def test_decide_turns_a_legal_wish_into_an_event_and_leaves_the_game(new_game):
    script = new_game()
    before = script.state
    assert script.game.decide(0, Bid(3)) == Answered(0, Bid(3))
    assert script.game.decide(2, Mortgage(2)) == Lent(2, Mortgage(2))
    assert script.state == before
    assert script.told == []


def test_decide_refuses_an_illegal_wish_and_leaves_the_game(new_game):
    script = new_game()
    before = script.state
    refusal = script.game.decide(0, Bid(0))
    assert isinstance(refusal, Refusal)
    assert (refusal.seat, refusal.clause) == (0, "R4.2")
    assert isinstance(script.game.decide(1, Redeem(1)), Refusal)
    assert script.state == before


def test_apply_folds_every_kind_of_action(new_game):
    script = new_game()
    script.open_voyage(LOAD)
    script.play("rest pass")
    assert script.game.apply(Rolled({Ware.SILK: 1, Ware.GINSENG: 1, Ware.JADE: 1})) is None
    assert script.game.apply(Lent(0, Mortgage(1))) is None
    assert script.game.apply(Rolled({Ware.SILK: 1, Ware.GINSENG: 1, Ware.JADE: 1})) is None
    assert script.state.where == (-1, 6, 2, 7)
    assert script.cash["ana"] == 42


def test_replay_gives_the_same_state(new_game):
    script = new_game()
    script.play(
        "ana bid 3", "ben bid 4", "ana mortgage 1", "chu bid pass", "dan bid pass", "ana bid pass", "ben buy jade"
    )
    script.play(f"ben load {LOAD}", "ben place jade", "chu place silk", "dan place pirates", "ana place insurance")
    script.play("dice silk 6 ginseng 1 jade 1")
    other = new_game().game
    assert other.replay(script.actions) == Replay(len(script.actions), None)
    assert other.take_state() == script.state


def test_replay_stops_at_the_first_refusal(new_game):
    script = new_game()
    actions = [Answered(0, Bid(3)), Answered(1, Bid(4)), Answered(2, Bid(4)), Answered(2, Bid(5))]
    replay = script.game.replay(actions)
    assert replay.applied == 2
    assert replay.refusal is not None
    assert (replay.refusal.seat, replay.refusal.clause) == (2, "R4.2")
    assert (script.state.standing_bid, script.state.to_act) == (4, 2)


def test_copy_goes_its_own_way_and_tells_nobody(new_game):
    script = new_game()
    script.open_voyage(LOAD)
    before, told = script.state, len(script.told)
    trial = script.game.copy()
    for seat, space in enumerate((Space.JADE, Space.PIRATES, Space.INSURANCE, Space.SILK)):
        assert trial.answer(seat, Place(space)) is None
    assert trial.roll({Ware.SILK: 1, Ware.GINSENG: 1, Ware.JADE: 1}) is None
    assert (script.state, len(script.told)) == (before, told)
    mine = trial.take_state()
    script.play("ana place port-a")
    assert trial.take_state() == mine


def test_copy_tells_whom_it_is_given(new_game):
    script = new_game()
    heard = []
    assert script.game.copy(heard.append).answer(0, Bid(3)) is None
    assert heard == [BidCalled(0, 3)]
    assert script.told == []


def test_game_without_a_listener_plays_the_same(new_game):
    """Events are told to whoever listens; they change nothing. A whole game with every event that money depends on."""
    script = new_game(blind_passengers="one", pirates="evict")
    silent = script.game.copy()
    script.play("ana bid 53", "ben bid pass", "chu bid pass", "dan bid pass", "ana buy none", f"ana load {LOAD}")
    script.play("ana place insurance", "ben place pirates", "chu place silk", "dan place shipyard-a")
    script.play("dice silk 4 ginseng 1 jade 3", "ana place port-a", "ben place small-pilot", "chu place shipyard-b")
    script.play("dan place shipyard-c", "dice silk 5 ginseng 1 jade 3", "ben board silk")
    script.play("ana place jade", "ben place ginseng", "chu place large-pilot", "dan place pass")
    script.play("ben pilot silk -1", "chu pilot silk -2", "dice silk 1 ginseng 1 jade 1")
    script.play("ana bid pass", "ben bid 3", "chu bid pass", "dan bid pass", "ben buy jade", f"ben load {LOAD}")
    script.play("ben place jade", "chu place pirates", "dan place pirates", "ana place jade")
    script.play("dice silk 3 ginseng 6 jade 3", "ben place pass", "chu place port-a", "dan place pass")
    script.play("dice silk 3 ginseng 6 jade 3", "chu place pass", "dice silk 3 ginseng 2 jade 2")
    script.play("chu plunder silk port jade shipyard")
    for _ in range(3):
        script.open_voyage(LOAD)
        script.play("ben place silk", "chu place pirates", "dan place pass", "ana place pass")
        script.play("dice silk 6 ginseng 1 jade 4", "rest pass", "dice silk 6 ginseng 1 jade 4", "chu board stay")
        script.play("dice silk 1 ginseng 1 jade 1")
    assert script.asked == "nothing"
    kinds = {type(event).__name__ for event in script.told}
    assert {"InsurerFailed", "BerthPaid", "BootyShared", "PuntArrived", "PirateBoarded", "PilotActed"} <= kinds
    assert silent.replay(script.actions) == Replay(len(script.actions), None)
    assert silent.take_state() == script.state


def test_legal_placements_are_told_anew_after_a_loan(new_game):
    """R13.1: in the middle of his own turn."""
    script = new_game()
    script.open_voyage(LOAD)
    before = script.legal
    script.play("ana mortgage 2")
    assert script.legal == before


def test_what_the_game_waits_for(new_game):
    script = new_game(first="ben")
    game = script.game
    assert (game.due, game.step, game.voyage, game.round, game.to_act, game.loaded) == ("bid", "auction", 1, 0, 1, ())
    script.open_voyage(LOAD)
    assert (game.due, game.step, game.voyage, game.round, game.to_act) == ("place", "placement", 1, 1, 1)
    assert game.loaded == (Ware.SILK, Ware.GINSENG, Ware.JADE)
    script.play("rest pass")
    assert (game.due, game.step, game.to_act) == ("dice", "placement", None)


def test_price_of_a_place_is_the_next_seats_cost(new_game):
    """R6.3"""
    script = new_game()
    script.open_voyage(LOAD)
    assert script.game.price_place(0, Space.JADE) == 3
    script.play("ana place jade")
    assert script.game.price_place(1, Space.JADE) == 4
    assert script.game.price_place(1, Space.INSURANCE) == 0


def test_refused_answer_of_the_player_in_turn_is_told_what_was_legal(new_game):
    script = new_game()
    script.open_voyage(LOAD)
    script.play("ana place port-a")
    legal = script.game.list_answers()
    refusal = script.game.answer(1, Place(Space.PORT_A))
    assert refusal == Refusal(1, "R6.2", "space_occupied", "place", 1, legal)
    assert Place(Space.PORT_B) in legal


def test_answer_out_of_turn_is_told_who_is_asked(new_game):
    script = new_game()
    assert script.game.answer(2, Bid(3)) == Refusal(2, "R4.2", "not_in_turn", "bid", 0)


@pytest.mark.parametrize(
    ("answer", "clause"),
    [
        (BUY_NONE, "R5.1"),
        (Load((Ware.SILK, Ware.JADE, Ware.GINSENG), (3, 3, 3)), "R5.2"),
        (PASS_PLACING, "R6.2"),
        (STAY, "R8.2"),
        (NO_PILOT, "R9.1"),
        (Plunder(((Ware.SILK, True),)), "R8.5"),
    ],
)
def test_answer_to_another_decision_is_told_what_is_due(new_game, answer, clause):
    script = new_game()
    assert script.game.answer(0, answer) == Refusal(0, clause, "not_due", "bid", 0)


def test_bid_outside_the_auction_is_refused(new_game):
    """R4.2: a sole bidder is not asked again (docs/record.md)."""
    script = new_game()
    script.play("ana bid 3", "ben bid pass", "chu bid pass", "dan bid pass")
    assert script.game.answer(0, Bid(4)) == Refusal(0, "R4.2", "not_due", "buy", 0)


def test_refused_dice_name_no_player(new_game):
    """docs/record.md: `-` where there is none."""
    script = new_game()
    assert script.game.roll({Ware.SILK: 1}) == Refusal(None, "R7.1", "dice_not_due", "bid", 0)
    script.open_voyage(LOAD)
    script.play("rest pass")
    assert script.game.roll({Ware.SILK: 1}) == Refusal(None, "R7.1", "dice_not_the_load", "dice", None)
    dice = {Ware.SILK: 1, Ware.GINSENG: 7, Ware.JADE: 1}
    assert script.game.roll(dice) == Refusal(None, "R7.1", "die_not_1_to_6", "dice", None)


def test_legal_load_may_carry_any_move_order(new_game):
    """R7.3"""
    script = new_game()
    script.play("ana bid pass", "ben bid pass", "chu bid pass", "dan bid pass", "ana buy none")
    load = script.game.list_answers()[0]
    wares = load.wares
    for order in (wares, wares[::-1], (wares[1], wares[0], wares[2])):
        assert script.game.copy().answer(0, load._replace(move_order=order)) is None
