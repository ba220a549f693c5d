"""The three fates of an order: taken, taken with doubts, refused since it can't be legal (docs/play.md, section 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

NewPost = Callable[..., Any]

ALL_AT_3 = "silk: 3, ginseng: 3, jade: 3"
LOAD = f"load: {{{ALL_AT_3}}}"
ONES = "dice: {silk: 1, ginseng: 1, jade: 1}"


def pass_auction(post: Any) -> None:
    while post.game.due == "bid":
        post.act(f"{post.names[post.game.to_act]} bid: pass")


class TestPhases:
    """For any phase of the running voyage that is not past."""

    @pytest.fixture
    def post(self, new_post: NewPost) -> Any:
        post = new_post()
        post.open_voyage(ALL_AT_3)
        return post

    @pytest.mark.parametrize("phase", ["v1-auction", "v1-office"])
    def test_a_past_phase(self, post: Any, phase: str) -> None:
        assert post.refuse("ana", "salt: x", phase) == ["play 2"]

    @pytest.mark.parametrize("phase", ["v1-place-1", "v1-place-2", "v1-boarding", "v1-place-3", "v1-pilots"])
    def test_pending_and_coming_phases(self, post: Any, phase: str) -> None:
        assert post.doubt("ana", "salt: x", phase) == []

    @pytest.mark.parametrize("phase", ["v2-auction", "v2-place-1", "v9-plunder"])
    def test_another_voyage(self, post: Any, phase: str) -> None:
        assert post.refuse("ana", "salt: x", phase) == ["play 2"]

    def test_a_past_voyage(self, post: Any) -> None:
        post.sail()
        assert post.phase == "v2-auction"
        assert post.refuse("ana", "salt: x", "v1-plunder") == ["play 2"]

    def test_when_the_game_is_over(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        while post.phase != "over":
            post.open_voyage(ALL_AT_3)
            post.sail()
        assert post.refuse("ana", "salt: x", "v4-plunder") == ["R11.2"]


class TestKeys:
    """A key serves its own phase; all but `bid` and `place` an earlier one of the voyage, too."""

    ANSWERS = {
        "bid": "bid: 3",
        "buy": "buy: silk",
        "load": LOAD,
        "move_order": "move_order: [silk, jade, ginseng]",
        "place": "place: pass",
        "board": "board: stay",
        "pilot": "pilot: none",
        "plunder": "plunder: port",
    }
    STEPS = ("auction", "office", "place-1", "place-2", "boarding", "place-3", "pilots", "plunder")
    OWN = {
        "bid": "auction",
        "buy": "office",
        "load": "office",
        "move_order": "office",
        "board": "boarding",
        "pilot": "pilots",
        "plunder": "plunder",
    }

    @pytest.mark.parametrize("step", STEPS)
    @pytest.mark.parametrize("key", ANSWERS)
    def test_where_a_key_may_stand(self, new_post: NewPost, key: str, step: str) -> None:
        """The game waits in its first auction, so every other phase is a coming one."""
        if key == "place":
            allowed = step.startswith("place")
        elif key == "bid":
            allowed = step == "auction"
        else:
            allowed = self.STEPS.index(step) <= self.STEPS.index(self.OWN[key])
        refused = new_post().refuse("ben", self.ANSWERS[key], f"v1-{step}")
        assert (refused == []) is allowed

    @pytest.mark.parametrize("step", STEPS[1:])
    @pytest.mark.parametrize("key", ANSWERS)
    def test_what_later_may_say(self, new_post: NewPost, key: str, step: str) -> None:
        """`later` answers the decisions of its own phase; an answer that no rule ever looks up is refused."""
        own = step.startswith("place") if key == "place" else self.OWN.get(key) == step
        refused = new_post().refuse("ben", f"bid: pass\nlater: {{v1-{step}: {{{self.ANSWERS[key]}}}}}", "v1-auction")
        assert (refused == []) is own

    @pytest.mark.parametrize("phase", ["v1-auction", "v1-place-1", "v2-office", "v1-place-4"])
    def test_later_is_for_coming_phases_of_this_voyage(self, new_post: NewPost, phase: str) -> None:
        """Four players have no place-4."""
        post = new_post()
        post.open_voyage(ALL_AT_3)
        answer = "bid: 3" if "auction" in phase else "buy: none" if "office" in phase else "place: jade"
        assert len(post.refuse("ana", f"place: silk\nlater: {{{phase}: {{{answer}}}}}", "v1-place-1")) == 1

    def test_three_players_have_place_4(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        assert post.refuse("ana", "bid: 3\nlater: {v1-place-4: {place: silk}}") == []


class TestNobodyAsked:
    """Anyone may file an order of nothing but salt, loans or a message; an answer can't be legal of who isn't asked."""

    @pytest.fixture
    def post(self, new_post: NewPost) -> Any:
        post = new_post()
        pass_auction(post)
        return post

    @pytest.mark.parametrize("text", ["salt: x", "mortgage: 1", "message: {to: all, text: hi}", "redeem: 1"])
    def test_no_answers(self, post: Any, text: str) -> None:
        assert post.refuse("ben", text) == []

    def test_another_ones_office(self, post: Any) -> None:
        assert post.refuse("ben", "buy: silk") == ["R5.1"]
        assert post.refuse("ben", LOAD) == ["R5.2"]

    def test_who_has_passed_in_the_auction_at_turns(self, new_post: NewPost) -> None:
        post = new_post(pace="turns")
        post.act("ana bid: 1", "ben bid: pass")
        assert post.refuse("ben", "bid: 7") == ["R4.2"]
        assert post.refuse("ana", "bid: 7") == []

    def test_who_has_passed_in_placement(self, new_post: NewPost) -> None:
        """R6.2: whoever passes places no more in this voyage, in no coming round, either."""
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("pass", "silk", "silk", "silk")
        post.act(ONES)
        assert post.refuse("ana", "place: jade") == ["R6.2"]
        assert post.refuse("ana", "place: jade", "v1-place-3") == ["R6.2"]
        assert post.refuse("ana", "pilot: none\nlater: {v1-place-3: {place: jade}}", "v1-boarding") == ["R6.2"]
        assert post.refuse("ben", "place: jade", "v1-place-3") == []

    def test_who_passed_in_the_last_voyage_may_place_in_this_one(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.sail()
        assert post.refuse("ana", "bid: 1\nlater: {v2-place-1: {place: jade}}") == []

    def test_no_pirate(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("pirates", "silk", "silk", "jade")
        post.act("dice: {silk: 5, ginseng: 1, jade: 1}")
        post.place("pass", "pass", "pass", "pass")
        post.act("dice: {silk: 5, ginseng: 1, jade: 1}")
        assert post.refuse("ben", "board: silk") == ["R8.2"]
        assert post.refuse("ana", "board: silk") == []


class TestLists:
    """Refused only where none of the alternatives can be legal; the others are skipped, with a warning."""

    @pytest.fixture
    def post(self, new_post: NewPost) -> Any:
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("port-a", "silk", "silk", "silk")
        post.act(ONES)
        return post

    def test_none_can_be_legal(self, post: Any) -> None:
        """Nutmeg is not loaded, port A is taken, silk is full."""
        assert post.refuse("ana", "place: nutmeg") == ["R5.2"]
        assert post.refuse("ana", "place: [nutmeg, port-a, silk]") == ["R5.2", "R6.2", "R6.3"]

    def test_of_who_is_not_in_turn_yet(self, post: Any) -> None:
        """By the same clauses as the player in turn would be told."""
        assert post.refuse("ben", "place: nutmeg") == ["R5.2"]
        assert post.refuse("dan", "place: [nutmeg, port-a, silk]") == ["R5.2", "R6.2", "R6.3"]

    def test_others_are_skipped(self, post: Any) -> None:
        assert post.doubt("ana", "place: [nutmeg, jade]") == ["R5.2"]
        assert post.doubt("ben", "place: [nutmeg, port-a, jade, pass]") == ["R5.2", "R6.2"]

    def test_pass_and_cheapest_can_be_legal(self, post: Any) -> None:
        assert post.doubt("ana", "place: pass") == []
        assert post.doubt("ana", "place: cheapest") == []
        assert post.doubt("ben", "place: [nutmeg, cheapest]") == ["R5.2"]

    def test_what_only_the_coming_turn_can_decide_is_taken(self, post: Any) -> None:
        """Another may be faster; a coming phase is not judged at all."""
        assert post.doubt("dan", "place: port-b") == []
        assert post.doubt("dan", "place: nutmeg", "v1-place-3") == []

    def test_what_can_be_legal_in_no_game_is_refused_by_the_reader(self, post: Any) -> None:
        assert post.doubt("ana", "place: pass\npilot: [{silk: 3}, {silk: 1}]") == ["R9.2"]

    def test_conditions_say_nothing_against_an_order(self, post: Any) -> None:
        assert post.doubt("ana", "place: {place: jade, when: {cash: {min: 99}}}") == []

    def test_boarding(self, new_post: NewPost) -> None:
        """Silk is on 13 and full; jade is on 8."""
        post = new_post()
        post.open_voyage("silk: 4, ginseng: 1, jade: 4")
        post.place("pirates", "pirates", "silk", "silk")
        post.act("dice: {silk: 3, ginseng: 1, jade: 3}")
        post.place("jade", "jade", "jade", "silk")
        post.act("dice: {silk: 6, ginseng: 1, jade: 6}")
        assert post.doubt("ana", "board: jade") == []
        assert post.refuse("ana", "board: ginseng") == ["R8.1"]
        assert post.refuse("ana", "board: silk") == ["R8.3"]
        assert post.refuse("ana", "board: {board: silk, evict: chu}") == ["R12.1"]
        assert post.doubt("ana", "board: [silk, ginseng, jade]") == ["R8.3", "R8.1"]
        # Whether a seat is left to the second pirate the captain decides.
        assert post.doubt("ben", "board: jade") == []
        assert post.refuse("ben", "board: ginseng") == ["R8.1"]
        assert post.refuse("ben", "board: {captain: jade, second: ginseng}") == ["R8.1"]

    def test_what_an_option_not_played_would_allow_is_refused_ahead(self, new_post: NewPost) -> None:
        """R12.1, R12.5: no coming turn can make it legal; a list is refused where it has nothing else."""
        post = new_post()
        evict = "{board: silk, evict: ben}"
        assert post.refuse("ana", f"board: {evict}") == ["R12.1"]
        assert post.refuse("ana", f"bid: 3\nboard: [{evict}, {evict}]") == ["R12.1", "R12.1"]
        assert post.refuse("ana", f"bid: 3\nlater: {{v1-boarding: {{board: {evict}}}}}") == ["R12.1"]
        assert post.refuse("ana", f"board: {{captain: jade, second: {evict}}}") == ["R12.1"]
        assert post.doubt("ana", f"board: [{evict}, silk]") == []
        assert post.refuse("ana", "pilot: {large: {silk: 1}}") == ["R9.2"]
        assert post.doubt("ana", "pilot: {large: [{silk: 1}, {silk: 2}]}") == []
        assert post.doubt("ana", "pilot: {small: {silk: 1}, large: {silk: -2}}") == []
        assert post.doubt("ana", "pilot: {silk: 1}") == []
        post = new_post(pirates="evict", large_pilot="up_to")
        assert post.doubt("ana", f"board: {evict}\npilot: {{large: {{silk: 1}}}}") == []

    def test_evicting(self, new_post: NewPost) -> None:
        """R8.3: never while any punt on 13 has a free seat; the captain may take it, then the second may evict."""
        post = new_post(pirates="evict")
        post.open_voyage("silk: 4, ginseng: 1, jade: 4")
        post.place("pirates", "pirates", "silk", "silk")
        post.act("dice: {silk: 3, ginseng: 1, jade: 3}")
        post.place("jade", "jade", "jade", "silk")
        post.act("dice: {silk: 6, ginseng: 1, jade: 6}")
        assert post.refuse("ana", "board: {board: silk, evict: chu}") == ["R8.3"]
        assert post.doubt("ben", "board: {board: silk, evict: chu}") == []
        assert post.refuse("ben", "board: {board: silk, evict: eva}" if "eva" in post.names else "board: ginseng")

    def test_pilots(self, new_post: NewPost) -> None:
        """Silk in port; the large pilot's moves are not the small one's; one space is none of the large one."""
        post = new_post()
        post.open_voyage("silk: 5, ginseng: 2, jade: 2")
        post.place("small-pilot", "large-pilot", "silk", "silk")
        post.act("dice: {silk: 6, ginseng: 1, jade: 1}")
        post.place("pass", "pass", "pass", "pass")
        post.act("dice: {silk: 6, ginseng: 1, jade: 1}")
        assert post.doubt("ana", "pilot: {jade: 1}") == []
        assert post.refuse("ana", "pilot: {jade: 2}") == ["R9.2"]
        assert post.refuse("ana", "pilot: {silk: 1}") == ["R9.3"]
        assert post.refuse("ana", "pilot: {nutmeg: 1}") == ["R5.2"]
        assert post.doubt("ben", "pilot: {jade: 2}") == []
        assert post.doubt("ben", "pilot: {jade: 1, ginseng: -1}") == []
        assert post.refuse("ben", "pilot: {jade: 1}") == ["R9.2"]
        assert post.refuse("ben", "pilot: {silk: -2}") == ["R9.3"]
        assert post.refuse("chu", "pilot: none") == ["R9.1"]

    def test_large_pilot_judged_after_every_move_of_the_small_one(self, new_post: NewPost) -> None:
        """R9.3: jade may be pulled back below the space the large pilot needs, or pushed to it."""
        post = new_post()
        post.open_voyage("silk: 5, ginseng: 4, jade: 0")
        post.place("small-pilot", "large-pilot", "silk", "silk")
        post.act(ONES)
        post.place("pass", "pass", "pass", "pass")
        post.act(ONES)
        assert post.doubt("ben", "pilot: {jade: -2}") == []

    def test_buying(self, new_post: NewPost) -> None:
        """R5.1: two nutmeg are left of five after the deal, and both are bought."""
        post = new_post(players=3, deal=("nutmeg nutmeg", "nutmeg silk", "silk silk"))
        for _ in range(2):
            post.act("ana bid: pass", "ben bid: pass", "chu bid: pass", "ana buy: nutmeg", f"ana {LOAD}")
            post.sail(1)
        pass_auction(post)
        assert post.refuse("ana", f"buy: nutmeg\n{LOAD}") == ["R5.1"]
        assert post.doubt("ana", f"buy: [nutmeg, silk]\n{LOAD}") == ["R5.1"]
        assert post.doubt("ana", f"buy: none\n{LOAD}") == []

    def test_plunder(self, new_post: NewPost) -> None:
        """R8.5: every plundered punt named."""
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("pirates", "silk", "silk", "jade")
        post.act("dice: {silk: 5, ginseng: 1, jade: 5}")
        post.place("pass", "pass", "pass", "pass")
        post.act("dice: {silk: 4, ginseng: 1, jade: 4}", ONES)
        assert post.refuse("ana", "plunder: {silk: port}") == ["R8.5"]
        assert post.doubt("ana", "plunder: [{silk: port}, port]") == ["R8.5"]
        assert post.doubt("ana", "plunder: {silk: port, jade: port, nutmeg: port}") == []
        assert post.refuse("ben", "plunder: port") == ["R8.5"]


class TestOfficeAskedAgain:
    def test_the_whole_file_sent_again_after_the_purchase(self, new_post: NewPost) -> None:
        """The share is bought and only the load asked again: the file may still say `buy`, which is done."""
        post = new_post(players=3)
        pass_auction(post)
        post.act("ana buy: silk")
        assert post.doubt("ana", f"buy: silk\n{LOAD}") == ["R5.1"]
        post.file("ana", f"buy: jade\n{LOAD}")
        assert post.step() == ["ana uses v1-office", f"ana {LOAD}"]

    def test_nobody_else(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        pass_auction(post)
        post.act("ana buy: silk")
        assert post.refuse("ben", f"buy: silk\n{LOAD}") == ["R5.1", "R5.2"]


class TestDoubts:
    def test_a_bid_above_what_can_be_paid(self, new_post: NewPost) -> None:
        """R4.6: as far as it allows, then a pass, with a warning in the receipt."""
        post = new_post()
        assert post.doubt("ana", "bid: 54") == []
        assert post.doubt("ana", "bid: 55") == ["R4.6"]
        assert post.doubt("ana", "bid: {say: 3, up_to: 55}") == ["R4.6"]

    def test_what_can_be_paid_once_the_loans_are_done(self, new_post: NewPost) -> None:
        """Loans come first, and redeeming costs 3 pesos more than the share brings (R13.1)."""
        post = new_post()
        post.act("ana mortgage: 2")
        assert post.doubt("ana", "bid: 51\nredeem: 1") == []
        assert post.doubt("ana", "bid: 52\nredeem: 1") == ["R4.6"]
        assert post.doubt("ana", "bid: 54\nmortgage: 1") == ["R13.1"]

    def test_loans_that_could_not_be_done_now(self, new_post: NewPost) -> None:
        post = new_post()
        assert post.doubt("ana", "mortgage: 2\nbid: pass") == []
        assert post.doubt("ana", "mortgage: 3\nbid: pass") == ["R13.1"]
        assert post.doubt("ana", "redeem: 1\nbid: pass") == ["R13.1"]
        post.act("ana mortgage: 2")
        assert post.doubt("ana", "redeem: 1\nmortgage: 1\nbid: pass") == []
        assert post.doubt("ana", "redeem: 4\nmortgage: 1\nbid: pass") == ["R13.1", "R13.1"]

    def test_problems_name_the_player_and_the_place(self, new_post: NewPost) -> None:
        post = new_post()
        (problem,) = post.judge("ben", "salt: x\nbid: 99")
        assert (problem.player, problem.mark) == ("ben", (2, 1))


def test_judging_changes_nothing(new_post: NewPost) -> None:
    post = new_post()
    post.open_voyage(ALL_AT_3)
    before = post.state
    post.judge("ana", "place: [nutmeg, jade]\nmortgage: 2\nredeem: 1")
    assert post.state == before
