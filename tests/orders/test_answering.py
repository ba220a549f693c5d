"""What an order answers when its decision comes (docs/play.md, section 2): limits, lists, the cheapest, conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from manila_pbem.formats.record_action import answer_to_mapping
from manila_pbem.orders.answering import find_answer
from manila_pbem.orders.asking import ask_now
from manila_pbem.orders.standing import pick_wishes

NewPost = Callable[..., Any]

ALL_AT_3 = "silk: 3, ginseng: 3, jade: 3"
ONES = "dice: {silk: 1, ginseng: 1, jade: 1}"
SIXES = "dice: {silk: 6, ginseng: 6, jade: 6}"


def bid(post: Any, **orders: str) -> list[str]:
    """File orders for the auction, work them off, and return what was bid, the winner's purchase left aside."""
    for name, text in orders.items():
        post.file(name, text)
    return [line for line in post.steps() if "bid: " in line]


class TestSealedBids:
    def test_limits_rise_by_one_while_needed_then_pass(self, new_post: NewPost) -> None:
        told = bid(new_post(players=3), ana="bid: 5", ben="bid: 3", chu="bid: pass")
        assert told == ["ana bid: 1", "ben bid: 2", "chu bid: pass", "ana bid: 3", "ben bid: pass"]

    def test_a_limit_alone_pays_one(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        assert bid(post, ana="bid: pass", ben="bid: 9", chu="bid: pass") == [
            "ana bid: pass",
            "ben bid: 1",
            "chu bid: pass",
        ]
        assert post.cash["ben"] == 29

    def test_equal_limits_go_to_whom_the_turn_order_favours(self, new_post: NewPost) -> None:
        told = bid(new_post(players=3), ana="bid: 3", ben="bid: 3", chu="bid: pass")
        assert told == ["ana bid: 1", "ben bid: 2", "chu bid: pass", "ana bid: 3", "ben bid: pass"]

    def test_up_to_is_a_plain_limit(self, new_post: NewPost) -> None:
        told = bid(new_post(players=3), ana="bid: {up_to: 3}", ben="bid: 3", chu="bid: pass")
        assert told == ["ana bid: 1", "ben bid: 2", "chu bid: pass", "ana bid: 3", "ben bid: pass"]

    def test_say_opens(self, new_post: NewPost) -> None:
        told = bid(new_post(players=3), ana="bid: {say: 4, up_to: 9}", ben="bid: 6", chu="bid: pass")
        assert told == ["ana bid: 4", "ben bid: 5", "chu bid: pass", "ana bid: 6", "ben bid: pass"]

    def test_say_jumps(self, new_post: NewPost) -> None:
        told = bid(new_post(players=3), ana="bid: 3", ben="bid: {say: 7, up_to: 7}", chu="bid: pass")
        assert told == ["ana bid: 1", "ben bid: 7", "chu bid: pass", "ana bid: pass"]

    @pytest.mark.parametrize("say", [1, 2, 3])
    def test_say_not_above_the_standing_bid_is_the_least_raise(self, new_post: NewPost, say: int) -> None:
        told = bid(
            new_post(players=3), ana="bid: {say: 3, up_to: 3}", ben=f"bid: {{say: {say}, up_to: 5}}", chu="bid: pass"
        )
        assert told == ["ana bid: 3", "ben bid: 4", "chu bid: pass", "ana bid: pass"]

    def test_least_raise_stays_within_up_to(self, new_post: NewPost) -> None:
        told = bid(new_post(players=3), ana="bid: {say: 5, up_to: 5}", ben="bid: {say: 4, up_to: 5}", chu="bid: pass")
        assert told == ["ana bid: 5", "ben bid: pass", "chu bid: pass"]

    def test_above_what_can_be_paid_goes_as_far_as_that_then_passes(self, new_post: NewPost) -> None:
        """R4.6: 30 pesos and 12 for each of two shares are 54."""
        told = bid(new_post(players=3), ana="bid: {say: 53, up_to: 53}", ben="bid: 99", chu="bid: {say: 54, up_to: 60}")
        assert told == ["ana bid: 53", "ben bid: 54", "chu bid: pass", "ana bid: pass"]

    def test_say_above_what_can_be_paid_says_that(self, new_post: NewPost) -> None:
        told = bid(new_post(players=3), ana="bid: {say: 70, up_to: 80}", ben="bid: pass", chu="bid: pass")
        assert told == ["ana bid: 54", "ben bid: pass", "chu bid: pass"]

    def test_loans_of_the_same_file_change_nothing_of_what_can_be_paid(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        told = bid(post, ana="bid: {say: 60, up_to: 60}\nmortgage: 2", ben="bid: pass", chu="bid: pass")
        assert told == ["ana bid: 54", "ben bid: pass", "chu bid: pass"]

    def test_the_last_is_asked_where_nobody_has_bid(self, new_post: NewPost) -> None:
        """R4.3."""
        told = bid(new_post(players=3), ana="bid: pass", ben="bid: pass", chu="bid: 2")
        assert told == ["ana bid: pass", "ben bid: pass", "chu bid: 1"]


class TestBidsAtTurns:
    def test_a_plain_number_is_said_now(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        post.file("ana", "bid: 7")
        assert post.steps() == ["ana uses v1-auction", "ana bid: 7"]
        assert post.find_awaited() == ["ben"]

    def test_a_plain_number_not_above_the_standing_bid_asks_again(self, new_post: NewPost) -> None:
        """The file is not used yet, its loans not done."""
        post = new_post(players=3, pace="turns")
        post.act("ana bid: 7")
        post.file("ben", "bid: 7\nmortgage: 1")
        assert post.step() == []
        assert (post.find_awaited(), post.mortgaged["ben"]) == (["ben"], 0)
        post.file("ben", "bid: 8")
        assert post.step() == ["ben uses v1-auction", "ben bid: 8"]

    def test_a_plain_number_used_once_asks_again_the_next_time(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        post.file("ana", "bid: 3")
        post.step()
        post.act("ben bid: 4", "chu bid: pass")
        assert post.step() == []
        assert post.find_awaited() == ["ana"]
        post.file("ana", "bid: 5")
        assert post.step() == ["ana uses v1-auction", "ana bid: 5"]

    def test_a_limit_goes_on_by_itself(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        for name, text in (("ana", "bid: {up_to: 4}"), ("ben", "bid: {say: 2, up_to: 3}"), ("chu", "bid: pass")):
            post.file(name, text)
        assert [line for line in post.steps() if "bid" in line] == [
            *("ana bid: 1", "ben bid: 2", "chu bid: pass", "ana bid: 3", "ben bid: pass"),
        ]

    def test_above_what_can_be_paid_says_that(self, new_post: NewPost) -> None:
        """R4.6."""
        post = new_post(players=3, pace="turns")
        post.file("ana", "bid: 99")
        assert post.step() == ["ana uses v1-auction", "ana bid: 54"]

    def test_above_what_can_be_paid_passes_where_that_is_not_enough(self, new_post: NewPost) -> None:
        """R4.6: it goes as far as it can, then passes; to ask again would help nobody."""
        post = new_post(players=3, pace="turns")
        post.act("ana bid: 54")
        post.file("ben", "bid: 99")
        assert post.step() == ["ben uses v1-auction", "ben bid: pass"]

    def test_pass(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        post.file("ana", "bid: pass")
        assert post.step() == ["ana uses v1-auction", "ana bid: pass"]


def answer(post: Any, text: str, sealed: bool = True) -> str | None:
    """What an order of this text answers to the decision that is due; None where it asks again."""
    filed = post.read("ana", text)
    wishes = pick_wishes(filed.order.answers, ask_now(post.state))
    assert wishes is not None
    before = post.state
    found = find_answer(post.game, post.names, wishes, filed.order.answers.move_order, sealed)
    assert post.state == before
    if found.answer is None:
        return None
    assert post.game.copy().answer(before.to_act, found.answer) is None
    said = answer_to_mapping(found.answer, post.names)
    return ", ".join(f"{key}: {post.write(value)}" for key, value in said.items())


class TestPlace:
    @pytest.fixture
    def post(self, new_post: NewPost) -> Any:
        """Ana is in turn; the loads of silk, ginseng and jade are open, ben sits on port A."""
        post = new_post()
        post.open_voyage(ALL_AT_3, master="ben")
        post.place("port-a", "silk", "silk")
        return post

    def test_one_word(self, post: Any) -> None:
        assert answer(post, "place: jade") == "place: jade"

    def test_the_first_that_is_legal(self, post: Any) -> None:
        assert answer(post, "place: [port-a, nutmeg, port-b, jade]") == "place: port-b"

    def test_pass_in_a_list_ends_it(self, post: Any) -> None:
        assert answer(post, "place: [port-a, pass, jade]") == "place: pass"

    def test_an_exhausted_list_passes_when_sealed(self, post: Any) -> None:
        assert answer(post, "place: [port-a, nutmeg]") == "place: pass"

    def test_an_exhausted_list_asks_again_at_turns(self, post: Any) -> None:
        assert answer(post, "place: [port-a, nutmeg]", sealed=False) is None

    def test_insurance(self, post: Any) -> None:
        assert answer(post, "place: insurance") == "place: insurance"


class TestCheapest:
    def test_least_cost_but_the_insurance(self, new_post: NewPost) -> None:
        """R1.2, R1.3: the first ginseng seat costs 1, the insurance nothing."""
        post = new_post()
        post.open_voyage(ALL_AT_3)
        assert answer(post, "place: cheapest") == "place: ginseng"

    def test_ties_wares_first_in_board_order(self, new_post: NewPost) -> None:
        """Nutmeg, ginseng's second seat, port C, shipyard C and the small pilot all cost 2."""
        post = new_post()
        post.open_voyage("ginseng: 4, nutmeg: 2, jade: 3")
        post.place("ginseng")
        assert answer(post, "place: cheapest") == "place: nutmeg"
        post.place("nutmeg", "ginseng")
        post.place("pass")
        assert post.game.due == "dice"

    def test_ties_in_the_order_of_the_words(self, new_post: NewPost) -> None:
        """Port C before shipyard C before the small pilot."""
        post = new_post(players=5)
        post.open_voyage("ginseng: 4, silk: 2, jade: 3")
        post.place("ginseng", "ginseng")
        assert answer(post, "place: cheapest") == "place: port-c"
        post.place("port-c")
        assert answer(post, "place: cheapest") == "place: shipyard-c"
        post.place("shipyard-c")
        assert answer(post, "place: cheapest") == "place: small-pilot"

    def test_what_i_pay_counts(self, new_post: NewPost) -> None:
        """R14.1: a blind passenger pays the same everywhere, so it is a tie."""
        post = new_post()
        post.act("ana bid: 54", "ben bid: pass", "chu bid: pass", "dan bid: pass")
        post.act("ana buy: none", "ana load: {jade: 4, ginseng: 2, silk: 3}")
        assert answer(post, "place: cheapest") == "place: silk"

    def test_never_the_insurance(self, new_post: NewPost) -> None:
        post = new_post(players=5)
        post.open_voyage(ALL_AT_3)
        post.place("shipyard-a", "shipyard-b", "shipyard-c", "pirates", "pirates")
        post.act(SIXES)
        post.place("small-pilot", "large-pilot", "jade", "jade", "silk")
        post.act(SIXES)
        assert answer(post, "place: cheapest") == "place: pass"
        assert answer(post, "place: [cheapest, insurance]") == "place: insurance"
        assert answer(post, "place: cheapest", sealed=False) is None

    def test_closed_spaces_do_not_count(self, new_post: NewPost) -> None:
        """R6.4: the load of a punt in port is closed, and the port it lies in."""
        post = new_post()
        post.open_voyage("silk: 0, ginseng: 5, jade: 4")
        post.place("silk", "silk", "jade", "small-pilot")
        post.act("dice: {ginseng: 6, silk: 1, jade: 1}")
        post.place("shipyard-b", "shipyard-c", "shipyard-a", "pirates")
        post.act("dice: {ginseng: 6, silk: 1, jade: 1}")
        assert answer(post, "place: cheapest") == "place: port-c"


class TestBoardAndPilot:
    @pytest.fixture
    def boarding(self, new_post: NewPost) -> Any:
        """Ana is captain, ben second; jade on 13 has one free seat, silk on 13 has none."""
        post = new_post(pirates="evict")
        post.open_voyage("silk: 4, ginseng: 1, jade: 4")
        post.place("pirates", "pirates", "silk", "silk")
        post.act("dice: {silk: 3, ginseng: 1, jade: 3}")
        post.place("jade", "jade", "jade", "silk")
        post.act("dice: {silk: 6, ginseng: 1, jade: 6}")
        return post

    def test_first_legal_boarding(self, boarding: Any) -> None:
        assert answer(boarding, "board: [silk, jade, stay]") == "board: jade"

    def test_stay_is_appended_when_sealed(self, boarding: Any) -> None:
        assert answer(boarding, "board: silk") == "board: stay"
        assert answer(boarding, "board: [ginseng, silk]") == "board: stay"

    def test_exhausted_asks_again_at_turns(self, boarding: Any) -> None:
        assert answer(boarding, "board: silk", sealed=False) is None

    def test_evicting_waits_until_no_seat_is_free(self, boarding: Any) -> None:
        """R8.3."""
        text = "board: [{board: silk, evict: chu}, stay]"
        assert answer(boarding, text) == "board: stay"
        boarding.act("ana board: jade")
        assert answer(boarding, text) == "board: silk, evict: chu"

    def test_one_file_for_captain_and_second(self, boarding: Any) -> None:
        text = "board: {captain: jade, second: stay}"
        assert answer(boarding, text) == "board: jade"
        boarding.act("ana board: stay")
        assert answer(boarding, text) == "board: stay"

    def test_none_is_appended_when_sealed(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("small-pilot", "large-pilot", "silk", "silk")
        for _ in range(2):
            post.act(ONES)
            while post.game.due == "place":
                post.place("pass")
        assert answer(post, "pilot: {nutmeg: 1}") == "pilot: none"
        assert answer(post, "pilot: [{nutmeg: 1}, {silk: -1}]") == "pilot: {silk: -1}"
        assert answer(post, "pilot: {nutmeg: 1}", sealed=False) is None
        assert answer(post, "pilot: {small: {jade: 1}, large: {jade: 2}}") == "pilot: {jade: 1}"
        post.act("ana pilot: none")
        assert answer(post, "pilot: {small: {jade: 1}, large: {jade: 2}}") == "pilot: {jade: 2}"
        assert answer(post, "pilot: {jade: 1}") == "pilot: none"

    def test_the_plain_form_serves_both_pilots(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("small-pilot", "silk", "silk", "silk")
        post.act(ONES)
        post.place("large-pilot", "pass", "pass", "pass")
        post.act(ONES)
        post.place("pass")
        post.file("ana", "pilot: [{jade: 1}, {silk: -2}]")
        assert post.step()[:3] == ["ana uses v1-pilots", "ana pilot: {jade: 1}", "ana pilot: {silk: -2}"]


class TestOffice:
    def test_buy_the_first_that_can_be_bought(self, new_post: NewPost) -> None:
        """R5.1: three players hold three nutmeg, and two are left, which ana buys in two voyages."""
        post = new_post(players=3, deal=("nutmeg nutmeg", "nutmeg silk", "silk silk"))
        for _ in range(2):
            post.act(*(f"{name} bid: pass" for name in post.names))
            post.act("ana buy: nutmeg", f"ana load: {{{ALL_AT_3}}}")
            post.sail(1)
        post.act(*(f"{name} bid: pass" for name in post.names))
        assert answer(post, "buy: [nutmeg, jade]") == "buy: jade"
        assert answer(post, "buy: nutmeg") is None
        assert answer(post, "buy: nutmeg", sealed=False) is None

    def test_lanes_in_the_order_written(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        post.act(*(f"{name} bid: pass" for name in post.names), "ana buy: none")
        assert answer(post, "load: {jade: 0, silk: 4, ginseng: 5}") == "load: {jade: 0, silk: 4, ginseng: 5}"

    def test_move_order_goes_with_the_load(self, new_post: NewPost) -> None:
        """R7.3."""
        post = new_post(players=3)
        post.act(*(f"{name} bid: pass" for name in post.names), "ana buy: none")
        text = "load: {jade: 0, silk: 4, ginseng: 5}\nmove_order: [silk, jade, ginseng]"
        assert answer(post, text) == "load: {jade: 0, silk: 4, ginseng: 5}, move_order: [silk, jade, ginseng]"

    def test_alternatives_of_load(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        post.act(*(f"{name} bid: pass" for name in post.names), "ana buy: none")
        text = (
            "load: [{load: {jade: 0, silk: 4, ginseng: 5}, when: {cash: {min: 31}}}, {jade: 3, silk: 3, nutmeg: 3}]\n"
            "move_order: [silk, jade, ginseng]"
        )
        assert answer(post, text) == "load: {jade: 3, silk: 3, nutmeg: 3}"


class TestPlunder:
    @pytest.fixture
    def post(self, new_post: NewPost) -> Any:
        """Silk and jade are plundered, ana is captain."""
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("pirates", "silk", "silk", "jade")
        post.act("dice: {silk: 5, ginseng: 1, jade: 5}")
        post.place("pass", "pass", "pass", "pass")
        post.act("dice: {silk: 4, ginseng: 1, jade: 4}", "dice: {silk: 1, ginseng: 1, jade: 1}")
        return post

    def test_a_word_for_each(self, post: Any) -> None:
        assert answer(post, "plunder: {jade: shipyard, silk: port}") == "plunder: {silk: port, jade: shipyard}"

    def test_one_word_for_all(self, post: Any) -> None:
        assert answer(post, "plunder: port") == "plunder: {silk: port, jade: port}"

    def test_wares_not_plundered_do_not_matter(self, post: Any) -> None:
        text = "plunder: {nutmeg: port, ginseng: shipyard, silk: shipyard, jade: shipyard}"
        assert answer(post, text) == "plunder: {silk: shipyard, jade: shipyard}"

    @pytest.mark.parametrize("sealed", [True, False])
    def test_a_punt_not_named_asks_again(self, post: Any, sealed: bool) -> None:
        assert answer(post, "plunder: {silk: port}", sealed) is None


class TestConditions:
    """Conditions on public facts: `min`, `max`, or a plain value for equal. All must hold."""

    @pytest.fixture
    def post(self, new_post: NewPost) -> Any:
        """Voyage 2, third round, dan in turn: ginseng in port A, silk on 9, jade on 5; ben is harbour master.

        On the load of silk there are two, dan has 27 pesos; silk has value 5, ginseng 0.
        """
        post = new_post()
        post.open_voyage("silk: 5, ginseng: 2, jade: 2")
        while post.game.due in ("place", "dice"):
            if post.game.due == "place":
                post.place("pass")
            else:
                post.act("dice: {silk: 6, ginseng: 1, jade: 1}")
        post.open_voyage("silk: 5, ginseng: 3, jade: 1", master="ben")
        post.place("silk", "silk", "silk", "jade")
        post.act("dice: {silk: 2, ginseng: 6, jade: 2}")
        post.place("jade", "port-b", "port-c", "ginseng")
        post.act("dice: {silk: 2, ginseng: 6, jade: 2}")
        post.place("insurance", "pirates")
        assert (post.phase, post.cash["dan"]) == ("v2-place-3", 30 - 5 - 2)
        return post

    @pytest.mark.parametrize(
        ("when", "holds"),
        [
            ("position: {silk: 9}", True),
            ("position: {silk: 8}", False),
            ("position: {silk: {min: 9}}", True),
            ("position: {silk: {min: 10}}", False),
            ("position: {silk: {max: 9}}", True),
            ("position: {silk: {max: 8}}", False),
            ("position: {silk: {min: 4, max: 9}}", True),
            ("position: {ginseng: 14}", True),
            ("position: {ginseng: {min: 6}}", True),
            ("position: {ginseng: {max: 13}}", False),
            ("position: {nutmeg: {min: 0}}", False),
            ("position: {nutmeg: 0}", False),
            ("position: {nutmeg: {max: 14}}", False),
            ("position: {silk: 9, jade: 5}", True),
            ("position: {silk: 9, jade: 6}", False),
            ("crew: {silk: 3}", True),
            ("crew: {silk: {max: 2}}", False),
            ("crew: {jade: {min: 2}}", True),
            ("crew: {nutmeg: 0}", False),
            ("value: {silk: 5}", True),
            ("value: {ginseng: 0}", True),
            ("value: {silk: {min: 10}}", False),
            ("value: {nutmeg: 0}", True),
            ("cost: 4", True),
            ("cost: {max: 3}", False),
            ("cost: {min: 5}", False),
            ("cash: 23", True),
            ("cash: {min: 24}", False),
            ("cash: {max: 22}", False),
            ("free: shipyard-a", True),
            ("free: [shipyard-a, large-pilot]", True),
            ("free: [shipyard-a, port-b]", False),
            ("free: insurance", False),
            ("free: pirates", True),
            ("free: silk", False),
            ("free: jade", True),
            ("free: nutmeg", False),
            ("harbour_master: ben", True),
            ("harbour_master: dan", False),
            ("harbour_master: ben, cash: 23, cost: 4, free: small-pilot", True),
            ("harbour_master: ben, cash: 24", False),
        ],
    )
    def test_facts(self, post: Any, when: str, holds: bool) -> None:
        """Shipyard A costs 4; the tests of `cost` rest on that."""
        expected = "place: shipyard-a" if holds else "place: pass"
        assert answer(post, f"place: [{{place: shipyard-a, when: {{{when}}}}}, pass]") == expected

    def test_cost_is_of_this_alternative_now(self, post: Any) -> None:
        """The third seat of jade costs 5."""
        assert answer(post, "place: [{place: jade, when: {cost: {max: 4}}}, {place: jade, when: {cost: 5}}]") == (
            "place: jade"
        )

    def test_cost_of_the_cheapest(self, post: Any) -> None:
        """Shipyard C and the small pilot cost 2."""
        assert answer(post, "place: [{place: cheapest, when: {cost: {max: 1}}}, pass]") == "place: pass"
        assert answer(post, "place: [{place: cheapest, when: {cost: 2}}, pass]") == "place: shipyard-c"

    def test_cost_of_a_blind_passenger_is_all_the_cash(self, new_post: NewPost) -> None:
        """R14.1: cost is what I pay."""
        post = new_post()
        post.act("ana bid: 54", "ben bid: pass", "chu bid: pass", "dan bid: pass")
        post.act("ana buy: none", f"ana load: {{{ALL_AT_3}}}")
        assert answer(post, "place: [{place: port-a, when: {cost: 0}}, pass]") == "place: port-a"

    def test_cost_of_a_share(self, new_post: NewPost) -> None:
        """R5.1: at least 5."""
        post = new_post()
        post.act("ana bid: 1", "ben bid: pass", "chu bid: pass", "dan bid: pass")
        assert answer(post, "buy: [{buy: silk, when: {cost: {max: 4}}}, none]") == "buy: none"
        assert answer(post, "buy: [{buy: silk, when: {cost: 5}}, none]") == "buy: silk"

    def test_passing_costs_nothing(self, post: Any) -> None:
        assert answer(post, "place: [{place: pass, when: {cost: 0}}, shipyard-a]") == "place: pass"

    def test_before_a_voyage_is_at_sea_nothing_is_loaded(self, new_post: NewPost) -> None:
        post = new_post()
        post.act("ana bid: 1", "ben bid: pass", "chu bid: pass", "dan bid: pass")
        for when in ("position: {silk: {min: 0}}", "crew: {silk: 0}", "free: silk"):
            assert answer(post, f"buy: [{{buy: silk, when: {{{when}}}}}, none]") == "buy: none"

    def test_every_key_takes_them(self, new_post: NewPost) -> None:
        post = new_post()
        post.act("ana bid: 1", "ben bid: pass", "chu bid: pass", "dan bid: pass", "ana buy: none")
        load = (
            "load: [{load: {silk: 3, jade: 3, ginseng: 3}, when: {harbour_master: ben}}, {silk: 4, jade: 5, nutmeg: 0}]"
        )
        assert answer(post, load) == "load: {silk: 4, jade: 5, nutmeg: 0}"

    def test_pilot_and_plunder_take_them(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("small-pilot", "pirates", "silk", "silk")
        post.act("dice: {silk: 5, ginseng: 1, jade: 1}")
        post.place("jade", "jade", "jade", "jade")
        post.act("dice: {silk: 4, ginseng: 1, jade: 1}")
        while post.game.due == "place":
            post.place("pass")
        text = "pilot: [{pilot: {silk: 1}, when: {position: {silk: {max: 11}}}}, {pilot: {silk: -1}, when: {cash: 25}}]"
        assert answer(post, text) == "pilot: {silk: -1}"
        post.act("ana pilot: none", "dice: {silk: 1, ginseng: 6, jade: 1}")
        text = "plunder: [{plunder: port, when: {crew: {ginseng: {min: 1}}}}, {plunder: {silk: shipyard}}]"
        assert answer(post, text) == "plunder: {silk: shipyard}"

    def test_board_takes_them(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("pirates", "silk", "silk", "ginseng")
        post.act("dice: {silk: 4, ginseng: 1, jade: 4}")
        post.place("pass", "pass", "pass", "pass")
        post.act("dice: {silk: 6, ginseng: 1, jade: 6}")
        text = "board: [{board: jade, when: {crew: {silk: {min: 3}}}}, {board: silk, when: {crew: {silk: 2}}}, stay]"
        assert answer(post, text) == "board: silk"
        assert post.phase == "v1-boarding"


class TestTrace:
    """What was tried, for the player's own report (docs/play.md, section 6)."""

    def test_each_alternative_up_to_the_one_taken(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage(ALL_AT_3, master="dan")
        post.place("port-a")
        for name in ("ben", "chu", "dan"):
            post.file(name, "place: pass")
        post.file("ana", "place: [nutmeg, port-a, {place: silk, when: {cash: {min: 99}}}, jade, silk]")
        post.step()
        assert [note for note in post.notes if note.startswith("ana")] == [
            "ana place: nutmeg not taken, ware_not_loaded R5.2",
            "ana place: port-a not taken, space_occupied R6.2",
            "ana place: silk not taken, condition_cash",
            "ana place: jade taken",
        ]
