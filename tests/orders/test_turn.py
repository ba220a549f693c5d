"""When a file is used, and what a step brings (docs/play.md, sections 1 and 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

NewPost = Callable[..., Any]

ALL_AT_3 = "silk: 3, ginseng: 3, jade: 3"
LOAD = f"load: {{{ALL_AT_3}}}"


class TestSealed:
    """Nothing of the phase is worked off before all are in; then all files are used at its start."""

    def test_nothing_before_all_are_in(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        post.file("ana", "bid: 5\nmortgage: 1")
        post.file("chu", "bid: 5")
        assert post.step() == []
        assert (post.find_awaited(), post.mortgaged["ana"], post.phase) == (["ben"], 0, "v1-auction")

    def test_a_newer_file_replaces_an_older_one_whole(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        post.file("ana", "bid: 5\nmortgage: 1")
        post.file("ana", "bid: 2")
        for name in ("ben", "chu"):
            post.file(name, "bid: pass")
        assert post.step()[3:] == ["ana bid: 1", "ben bid: pass", "chu bid: pass"]

    def test_all_files_at_the_start_in_seat_order_whatever_the_turn_order(self, new_post: NewPost) -> None:
        post = new_post(players=3, first="chu")
        for name in ("chu", "ben", "ana"):
            post.file(name, "bid: pass\nmortgage: 1")
        assert post.step() == [
            *("ana uses v1-auction", "ana mortgage: 1", "ben uses v1-auction", "ben mortgage: 1"),
            *("chu uses v1-auction", "chu mortgage: 1", "chu bid: pass", "ana bid: pass", "ben bid: pass"),
        ]

    def test_files_of_those_not_asked_at_the_end_in_seat_order(self, new_post: NewPost) -> None:
        post = new_post(players=4, first="ben")
        for name in post.names:
            post.file(name, "bid: pass")
        post.step()
        post.file("ben", f"buy: none\n{LOAD}\nsalt: master")
        for name in ("dan", "ana", "chu"):
            post.file(name, "mortgage: 1")
        assert post.step() == [
            *("ben uses v1-office", "ben buy: none", f"ben {LOAD}"),
            *("ana uses v1-office", "ana mortgage: 1", "chu uses v1-office", "chu mortgage: 1"),
            *("dan uses v1-office", "dan mortgage: 1"),
        ]

    def test_files_of_those_not_asked_before_the_roll(self, new_post: NewPost) -> None:
        post = new_post(players=4)
        post.open_voyage(ALL_AT_3)
        post.place("pass", "jade", "jade", "jade")
        post.act(f"dice: {{{ALL_AT_3.replace('3', '1')}}}")
        assert post.asked == ["ben", "chu", "dan"]
        post.file("ana", "salt: mine\nmortgage: 1")
        for name in ("ben", "chu", "dan"):
            post.file(name, "place: pass")
        assert post.step() == [
            *(f"{name} uses v1-place-2" for name in ("ben", "chu", "dan")),
            *("ben place: pass", "chu place: pass", "dan place: pass"),
            *("ana uses v1-place-2", "ana mortgage: 1", "roll after v1-place-2", "roll after v1-place-3"),
        ]

    def test_answers_given_ahead_need_no_file(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        for name in post.names:
            post.file(name, f"bid: pass\nbuy: none\n{LOAD}")
        post.step()
        assert post.find_awaited() == []
        assert post.step() == ["ana buy: none", f"ana {LOAD}"]

    def test_a_file_beside_an_answer_given_ahead_is_used_at_the_start(self, new_post: NewPost) -> None:
        post = new_post(players=3)
        for name in post.names:
            post.file(name, f"bid: pass\nbuy: none\n{LOAD}")
        post.step()
        post.file("ana", "mortgage: 2\nsalt: more")
        assert post.step() == ["ana uses v1-office", "ana mortgage: 2", "ana buy: none", f"ana {LOAD}"]

    def test_the_table_order_holds_whatever_came_first(self, new_post: NewPost) -> None:
        """Worked off in the rules' turn order, as at a table: ben is harbour master and gets the pirates first."""
        post = new_post(players=4)
        post.open_voyage(ALL_AT_3, master="ben")
        for name in post.names:
            post.file(name, "place: [port-a, port-b, pass]")
        assert post.step()[4:8] == ["ben place: port-a", "chu place: port-b", "dan place: pass", "ana place: pass"]

    def test_who_can_no_longer_decide_is_passed_over(self, new_post: NewPost) -> None:
        post = new_post(players=4)
        post.open_voyage(ALL_AT_3)
        post.place("pirates", "pirates", "silk", "silk")
        post.act("dice: {silk: 5, ginseng: 1, jade: 1}")
        post.place("pass", "pass", "pass", "pass")
        post.act("dice: {silk: 5, ginseng: 1, jade: 1}")
        post.file("ana", "board: silk")
        post.file("ben", "board: silk")
        told = post.step()
        # The captain takes the last seat, so ben can't board and is not asked (docs/record.md).
        assert told == ["ana uses v1-boarding", "ben uses v1-boarding", "ana board: silk", "roll after v1-place-3"]


class TestAskedAgain:
    """Only `buy`, `load`, `plunder` can ask again when sealed: the part done is logged, the phase stays pending."""

    @pytest.fixture
    def office(self, new_post: NewPost) -> Any:
        """Ana is harbour master; chu has a file in the office, too, though not asked."""
        post = new_post(players=3)
        for name in post.names:
            post.file(name, "bid: pass")
        post.step()
        post.file("chu", "salt: chu")
        return post

    def test_load_asked_again_after_the_purchase(self, office: Any) -> None:
        office.file("ana", f"mortgage: 1\nbuy: silk\nload: [{{{LOAD}, when: {{cash: 99}}}}]")
        assert office.step() == ["ana uses v1-office", "ana mortgage: 1", "ana buy: silk"]
        assert (office.phase, office.awaited, office.find_awaited()) == ("v1-office", ["ana"], ["ana"])
        assert office.questions == ["ana load"]
        office.file("ana", f"mortgage: 1\n{LOAD}")
        assert office.step() == ["ana uses v1-office", "ana mortgage: 1", f"ana {LOAD}", "chu uses v1-office"]
        assert (office.phase, office.mortgaged["ana"]) == ("v1-place-1", 2)

    def test_until_then_nothing_more_happens(self, office: Any) -> None:
        office.file("ana", f"buy: silk\nload: [{{{LOAD}, when: {{cash: 99}}}}]")
        office.step()
        assert office.step() == []
        office.file("ana", "salt: not yet a load")
        assert office.step() == []
        assert office.find_awaited() == ["ana"]

    def test_the_exhausted_list_is_tried_again_with_loans_done_since(self, office: Any) -> None:
        """The used file goes on standing: what its list lacked may have come."""
        office.file("ana", f"buy: none\nload: [{{{LOAD}, when: {{cash: {{min: 31}}}}}}]")
        assert office.step() == ["ana uses v1-office", "ana buy: none"]
        office.file("ana", "mortgage: 1")
        assert office.step() == ["ana uses v1-office", "ana mortgage: 1", f"ana {LOAD}", "chu uses v1-office"]

    def test_a_purchase_asked_again_leaves_the_file_unused(self, office: Any) -> None:
        """Nothing was done, so the loans are not, either."""
        office.file("ana", f"mortgage: 1\nbuy: [{{buy: silk, when: {{cash: 99}}}}]\n{LOAD}")
        assert office.step() == []
        assert (office.find_awaited(), office.mortgaged["ana"]) == (["ana"], 0)
        office.file("ana", f"buy: silk\n{LOAD}")
        assert office.step() == ["ana uses v1-office", "ana buy: silk", f"ana {LOAD}", "chu uses v1-office"]

    def test_office_is_in_when_both_have_an_answer(self, office: Any) -> None:
        office.file("ana", "buy: silk")
        assert (office.step(), office.find_awaited()) == ([], ["ana"])
        office.file("ana", LOAD)
        assert (office.step(), office.find_awaited()) == ([], ["ana"])

    def test_plunder_not_named(self, new_post: NewPost) -> None:
        post = new_post(players=4)
        post.open_voyage(ALL_AT_3)
        post.place("pirates", "silk", "silk", "jade")
        post.act("dice: {silk: 5, ginseng: 1, jade: 5}")
        post.place("pass", "pass", "pass", "pass")
        post.act("dice: {silk: 4, ginseng: 1, jade: 4}", "dice: {silk: 1, ginseng: 1, jade: 1}")
        post.file("ana", "plunder: {silk: port}\nmortgage: 1")
        assert (post.step(), post.find_awaited()) == ([], ["ana"])
        assert post.notes == ["ana plunder: silk port not taken, punt_not_named R8.5"]
        post.file("ana", "plunder: [{silk: port}, {silk: port, jade: shipyard}]")
        assert post.step() == ["ana uses v1-plunder", "ana plunder: {silk: port, jade: shipyard}"]


class TestTurns:
    """The phase waits only for the player in turn; the next sees what was done."""

    def test_one_decision_a_step(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        for name in post.names:
            post.file(name, "bid: pass")
        assert post.step() == ["ana uses v1-auction", "ana bid: pass"]
        assert post.step() == ["ben uses v1-auction", "ben bid: pass"]

    def test_waits_for_the_player_in_turn_alone(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        post.file("ben", "bid: 5")
        assert (post.step(), post.find_awaited()) == ([], ["ana"])
        post.file("ana", "bid: 4")
        assert post.find_awaited() == ["chu"]
        assert post.steps() == ["ana uses v1-auction", "ana bid: 4", "ben uses v1-auction", "ben bid: 5"]
        assert post.find_awaited() == ["chu"]

    def test_awaited_looks_as_far_as_orders_reach(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        for name in post.names:
            post.file(name, "bid: pass")
        assert post.find_awaited() == []
        post.steps()
        assert (post.phase, post.find_awaited()) == ("v1-office", ["ana"])

    def test_loans_at_his_turn_before_anything_else(self, new_post: NewPost) -> None:
        """So a condition on cash sees them."""
        post = new_post(players=3, pace="turns")
        for name in post.names:
            post.file(name, "bid: pass")
        post.steps()
        post.file("ana", f"mortgage: 1\nbuy: [{{buy: silk, when: {{cash: 42}}}}]\n{LOAD}")
        assert post.step() == ["ana uses v1-office", "ana mortgage: 1", "ana buy: silk"]

    def test_exhausted_leaves_the_file_unused_and_its_loans_undone(self, new_post: NewPost) -> None:
        post = new_post(players=4, pace="turns")
        post.open_voyage(ALL_AT_3, master="ben")
        post.place("port-a")
        post.file("chu", "mortgage: 1\nplace: port-a")
        assert (post.step(), post.find_awaited(), post.mortgaged["chu"]) == ([], ["chu"], 0)
        assert post.notes == ["chu place: port-a not taken, space_occupied R6.2"]
        post.file("chu", "place: [port-a, port-b]")
        assert post.step() == ["chu uses v1-place-1", "chu place: port-b"]

    def test_filed_after_his_turn_is_used_at_the_end_before_the_roll(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        post.open_voyage(ALL_AT_3)
        post.place("jade", "jade", "jade")
        post.file("ana", "place: silk")
        post.step()
        post.file("ana", "salt: late\nmortgage: 1")
        post.file("ben", "place: silk")
        assert post.step() == ["ben uses v1-place-2", "ben place: silk"]
        post.file("chu", "place: silk")
        assert post.step() == [
            *("chu uses v1-place-2", "chu place: silk"),
            *("ana uses v1-place-2", "ana mortgage: 1", "roll after v1-place-2"),
        ]

    def test_a_player_without_an_answer_keeps_his_file(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        post.file("ana", "salt: x\nmortgage: 1")
        assert (post.step(), post.find_awaited(), post.mortgaged["ana"]) == ([], ["ana"], 0)

    def test_load_after_the_purchase_by_the_same_file(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        for name in post.names:
            post.file(name, "bid: pass")
        post.steps()
        post.file("ana", f"buy: none\n{LOAD}")
        assert post.step() == ["ana uses v1-office", "ana buy: none"]
        assert post.step() == [f"ana {LOAD}"]

    def test_both_pirates_of_one_player(self, new_post: NewPost) -> None:
        post = new_post(players=4, pace="turns")
        post.open_voyage(ALL_AT_3)
        post.place("pirates", "silk", "silk", "jade")
        post.act("dice: {silk: 5, ginseng: 1, jade: 5}")
        post.place("pirates", "pass", "pass", "pass")
        post.act("dice: {silk: 5, ginseng: 1, jade: 5}")
        post.file("ana", "board: {captain: silk, second: [silk, jade]}")
        assert post.steps() == ["ana uses v1-boarding", "ana board: silk", "ana board: jade"]


class TestLoans:
    """Done once, when the file is used, `redeem` first; what can't be done is left out and told; the rest goes on."""

    @pytest.mark.parametrize("pace", ["sealed", "turns"])
    def test_redeem_first(self, new_post: NewPost, pace: str) -> None:
        """Ana has two shares: with both mortgaged she can mortgage one only after redeeming one."""
        post = new_post(players=3, pace=pace)
        post.act("ana mortgage: 2")
        for name in post.names:
            post.file(name, "mortgage: 1\nredeem: 1\nbid: pass" if name == "ana" else "bid: pass")
        assert [line for line in post.steps() if "redeem" in line or "mortgage" in line] == [
            "ana redeem: 1",
            "ana mortgage: 1",
        ]
        assert post.cash["ana"] == 30 + 24 - 15 + 12

    @pytest.mark.parametrize("pace", ["sealed", "turns"])
    def test_left_out_and_told(self, new_post: NewPost, pace: str) -> None:
        post = new_post(players=3, pace=pace)
        post.file("ana", "mortgage: 1\nredeem: 2\nbid: 3")
        for name in ("ben", "chu"):
            post.file(name, "bid: pass\nmortgage: 3")
        notes = []
        told = []
        while step := post.step():
            told += step
            notes += post.notes
        assert [line for line in told if "mortgage" in line or "bid" in line] == [
            line for line in told if line.split()[1] in ("mortgage:", "bid:")
        ]
        assert "ana mortgage: 1" in told
        assert "ana bid: 1" in told or "ana bid: 3" in told
        assert post.mortgaged == {"ana": 1, "ben": 0, "chu": 0}
        assert [note for note in notes if "left out" in note] == [
            "ana redeem: 2 left out, R13.1",
            "ben mortgage: 3 left out, R13.1",
            "chu mortgage: 3 left out, R13.1",
        ]

    def test_standing_bidder_redeems_nothing_that_would_be_needed(self, new_post: NewPost) -> None:
        """R13.4: at turns, filed after his bid, used at the phase's end: too late, the bid is paid."""
        post = new_post(players=3, pace="turns")
        post.act("ana mortgage: 2", "ana bid: 54", "ben bid: pass")
        post.file("ana", "redeem: 1")
        post.file("chu", "bid: pass")
        assert post.step() == ["chu uses v1-auction", "chu bid: pass", "ana uses v1-auction"]
        assert post.notes == ["ana redeem: 1 left out, R13.1"]

    def test_only_once(self, new_post: NewPost) -> None:
        post = new_post(players=3, pace="turns")
        post.file("ana", "mortgage: 1\nbid: {up_to: 5}")
        post.file("ben", "bid: {up_to: 3}")
        post.file("chu", "bid: pass")
        told = post.steps()
        assert told.count("ana mortgage: 1") == 1
        assert post.mortgaged["ana"] == 1


class TestPhasesPassedOver:
    """A phase passed over counts as beginning and ending where it would stand."""

    def test_boarding_nobody_is_asked_in(self, new_post: NewPost) -> None:
        post = new_post(players=4)
        post.open_voyage(ALL_AT_3)
        post.place("pass", "jade", "jade", "jade")
        post.act(f"dice: {{{ALL_AT_3.replace('3', '1')}}}")
        post.file("dan", "salt: b", "v1-boarding")
        post.file("ana", "mortgage: 1", "v1-boarding")
        for name in ("ben", "chu", "dan"):
            post.file(name, "place: silk")
        told = post.step()
        assert told[6:] == ["roll after v1-place-2", "ana uses v1-boarding", "ana mortgage: 1", "dan uses v1-boarding"]
        assert post.phase == "v1-place-3"

    def test_pilots_before_the_third_roll_and_plunder_after_it(self, new_post: NewPost) -> None:
        post = new_post(players=4)
        post.open_voyage(ALL_AT_3)
        post.place("pass", "jade", "jade", "jade")
        post.act(f"dice: {{{ALL_AT_3.replace('3', '1')}}}")
        post.place("jade", "silk", "silk")
        post.act(f"dice: {{{ALL_AT_3.replace('3', '1')}}}")
        post.file("ana", "mortgage: 1", "v1-pilots")
        post.file("ben", "mortgage: 1", "v1-plunder")
        post.file("ana", "mortgage: 1", "v1-place-3")
        for name in ("ben", "chu", "dan"):
            post.file(name, "place: pass")
        assert post.step() == [
            *(f"{name} uses v1-place-3" for name in ("ben", "chu", "dan")),
            *("ben place: pass", "chu place: pass", "dan place: pass"),
            *("ana uses v1-place-3", "ana mortgage: 1"),
            *("ana uses v1-pilots", "ana mortgage: 1"),
            "roll after v1-place-3",
            *("ben uses v1-plunder", "ben mortgage: 1"),
        ]
        assert post.phase == "v2-auction"

    def test_placements_nobody_can_make(self, new_post: NewPost) -> None:
        """All have passed: the rounds and the dice go by of themselves, each with its files before its roll."""
        post = new_post(players=3)
        post.open_voyage(ALL_AT_3)
        for phase in ("v1-place-2", "v1-boarding", "v1-place-4", "v1-place-3"):
            post.file("ana", f"salt: {phase}", phase)
        for name in post.names:
            post.file(name, "place: pass")
        assert post.step() == [
            *("ana uses v1-place-1", "ben uses v1-place-1", "chu uses v1-place-1"),
            *("ana place: pass", "ben place: pass", "chu place: pass"),
            *("ana uses v1-place-2", "roll after v1-place-2"),
            *("ana uses v1-place-3", "roll after v1-place-3"),
            *("ana uses v1-boarding", "ana uses v1-place-4", "roll after v1-place-4"),
        ]

    def test_what_a_passed_over_phase_says_ahead_stands(self, new_post: NewPost) -> None:
        """Used in a phase passed over, it may answer a later decision of the voyage."""
        post = new_post(players=4)
        post.open_voyage(ALL_AT_3)
        post.place("small-pilot", "jade", "jade", "jade")
        post.act(f"dice: {{{ALL_AT_3.replace('3', '1')}}}")
        post.file("ana", "pilot: {jade: 1}", "v1-boarding")
        for name in post.names:
            post.file(name, "place: pass")
        assert "ana pilot: {jade: 1}" in post.steps()

    def test_loans_after_the_game_is_over_are_left_out(self, new_post: NewPost) -> None:
        """R13.1: until the game is over."""
        post = new_post(players=3)
        while post.state.values.count(20) < 3:
            post.open_voyage(ALL_AT_3)
            post.sail()
        post.open_voyage(ALL_AT_3)
        phase = f"v{post.state.voyage}-plunder"
        post.file("ana", "mortgage: 1\nsalt: x", phase)
        for name in post.names:
            post.file(name, "place: pass")
        post.dice = [dict.fromkeys(("silk", "ginseng", "jade"), 6)] * 3
        told = post.step()
        assert (post.phase, post.find_awaited()) == ("over", [])
        assert told[-1] == f"ana uses {phase}"
        assert post.notes[-1] == "ana mortgage: 1 left out, R13.1"


def test_three_players_follow_their_own_phases(new_post: NewPost) -> None:
    """Section 1: … place-3, boarding, place-4, pilots, plunder; no movement after place-1."""
    post = new_post(players=3)
    post.open_voyage(ALL_AT_3)
    seen = [post.phase]
    post.dice = [{"silk": 5, "ginseng": 4, "jade": 1}] * 2 + [{"silk": 1, "ginseng": 2, "jade": 1}]
    rolls = []
    while post.phase.startswith("v1"):
        for name in post.asked:
            text = {
                "v1-place-1": "place: [pirates, silk]",
                "v1-place-2": "place: [small-pilot, jade]",
                "v1-boarding": "board: stay",
                "v1-pilots": "pilot: none",
                "v1-plunder": "plunder: port",
            }.get(post.phase, "place: jade")
            post.file(name, text)
        rolls += [line for line in post.steps() if line.startswith("roll")]
        seen.append(post.phase)
    assert seen == [
        *("v1-place-1", "v1-place-2", "v1-place-3", "v1-boarding", "v1-place-4", "v1-pilots", "v1-plunder"),
        "v2-auction",
    ]
    assert rolls == ["roll after v1-place-2", "roll after v1-place-3", "roll after v1-place-4"]
