"""Who is asked in a phase, and so is awaited at the pace `sealed` (docs/play.md, section 1; docs/record.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

NewPost = Callable[..., Any]

SIXES = "dice: {silk: 6, ginseng: 6, jade: 6}"
ALL_AT_3 = "silk: 3, ginseng: 3, jade: 3"


class TestAuction:
    def test_everybody_may_have_to_bid(self, new_post: NewPost) -> None:
        """R4.2, R4.3: who cannot outbid is asked all the same."""
        post = new_post(players=5, first="chu")
        assert post.questions == ["ana bid", "ben bid", "chu bid", "dan bid", "eva bid"]

    def test_who_has_passed_is_not_asked_again(self, new_post: NewPost) -> None:
        """R4.2."""
        post = new_post(pace="turns")
        post.act("ana bid: 3", "ben bid: pass")
        assert post.asked == ["ana", "chu", "dan"]


class TestOffice:
    def test_harbour_master_alone_buys_and_loads(self, new_post: NewPost) -> None:
        """R5."""
        post = new_post()
        post.act("ana bid: pass", "ben bid: 3", "chu bid: pass", "dan bid: pass")
        assert post.questions == ["ben buy", "ben load"]

    def test_once_bought_only_the_load_is_asked(self, new_post: NewPost) -> None:
        post = new_post()
        post.act("ana bid: 3", "ben bid: pass", "chu bid: pass", "dan bid: pass", "ana buy: none")
        assert post.questions == ["ana load"]


class TestPlacement:
    def test_everybody_places_from_the_harbour_master_on(self, new_post: NewPost) -> None:
        """R6.2."""
        post = new_post()
        post.open_voyage(ALL_AT_3, master="chu")
        assert post.questions == ["chu place", "dan place", "ana place", "ben place"]

    def test_who_has_placed_in_the_round_is_not_asked_again(self, new_post: NewPost) -> None:
        post = new_post(pace="turns")
        post.open_voyage(ALL_AT_3, master="chu")
        post.place("jade", "silk")
        assert post.questions == ["ana place", "ben place"]

    def test_who_has_passed_is_not_asked_in_the_voyage_again(self, new_post: NewPost) -> None:
        """docs/record.md; R6.2."""
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("jade", "pass", "silk", "pass")
        post.act("dice: {silk: 1, ginseng: 1, jade: 1}")
        assert post.questions == ["ana place", "chu place"]

    def test_nobody_is_asked_while_dice_are_due(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("jade", "pass", "silk", "pass")
        assert post.questions == []

    def fill(self, post: Any, *words: str) -> None:
        """Two rounds of five players, all three punts in port after them: loads and ports are closed (R6.4)."""
        post.open_voyage(ALL_AT_3)
        post.place(*words[:5])
        post.act(SIXES)
        post.place(*words[5:])
        post.act(SIXES)

    def test_only_insurance_left_is_asked_of_everybody(self, new_post: NewPost) -> None:
        """R6.7: each of them may find it still open."""
        post = new_post(players=5)
        self.fill(post, "shipyard-a", "shipyard-b", "shipyard-c", "pirates", "pirates",
                  "small-pilot", "large-pilot", "jade", "jade", "silk")  # fmt: skip
        assert post.questions == ["ana place", "ben place", "chu place", "dan place", "eva place"]

    def test_who_finds_the_insurance_taken_is_passed_over(self, new_post: NewPost) -> None:
        """R6.7: all orders were asked for; the rest of the lists is never looked at, and nobody has passed."""
        post = new_post(players=5)
        self.fill(post, "shipyard-a", "shipyard-b", "shipyard-c", "pirates", "pirates",
                  "small-pilot", "large-pilot", "jade", "jade", "silk")  # fmt: skip
        for name in post.names:
            post.file(name, "place: insurance")
        assert post.step() == [
            *("ana uses v1-place-3", "ben uses v1-place-3", "chu uses v1-place-3", "dan uses v1-place-3"),
            *("eva uses v1-place-3", "ana place: insurance", "roll after v1-place-3"),
        ]
        assert post.phase == "v2-auction"

    def test_where_nothing_is_left_nobody_is_asked(self, new_post: NewPost) -> None:
        """R6.7; docs/record.md: dice are due all the same."""
        post = new_post(players=5)
        self.fill(post, "shipyard-a", "shipyard-b", "shipyard-c", "pirates", "pirates",
                  "small-pilot", "large-pilot", "insurance", "jade", "silk")  # fmt: skip
        assert (post.questions, post.game.due) == ([], "dice")


class TestBlindPassengers:
    """R12.3, R14: at `blind_passengers: one` who has one on the board finds only the insurance, and only at the end."""

    def bankrupt(self, post: Any) -> None:
        """Ana pays all she has for the office, places nothing, and is still without a peso in voyage 2."""
        post.act("ana bid: 54", *(f"{name} bid: pass" for name in post.names[1:]))
        post.act("ana buy: none", f"ana load: {{{ALL_AT_3}}}")
        post.sail(1)
        assert (post.phase, post.cash["ana"], post.mortgaged["ana"]) == ("v2-auction", 0, 2)

    def test_asked_where_many_may_travel(self, new_post: NewPost) -> None:
        post = new_post()
        self.bankrupt(post)
        post.open_voyage(ALL_AT_3, master="ben")
        post.place("silk", "silk", "silk", "ginseng")
        post.act("dice: {silk: 1, ginseng: 1, jade: 1}")
        assert post.questions == ["ben place", "chu place", "dan place", "ana place"]

    def test_not_asked_for_a_second_one(self, new_post: NewPost) -> None:
        post = new_post(blind_passengers="one")
        self.bankrupt(post)
        post.open_voyage(ALL_AT_3, master="ben")
        post.place("silk", "silk", "silk", "ginseng")
        assert post.cash["ana"] == 0
        post.act("dice: {silk: 1, ginseng: 1, jade: 1}")
        assert post.questions == ["ben place", "chu place", "dan place"]

    def test_harbour_master_with_one_aboard_is_not_asked(self, new_post: NewPost) -> None:
        """The round passes over him, and begins with the next one."""
        post = new_post(blind_passengers="one")
        post.act("ana bid: 54", "ben bid: pass", "chu bid: pass", "dan bid: pass")
        post.act("ana buy: none", f"ana load: {{{ALL_AT_3}}}")
        assert post.questions == ["ana place", "ben place", "chu place", "dan place"]
        post.place("silk", "silk", "silk", "ginseng")
        post.act("dice: {silk: 1, ginseng: 1, jade: 1}")
        assert post.questions == ["ben place", "chu place", "dan place"]

    @pytest.mark.parametrize(
        ("taken", "asked"),
        [
            # Seven spaces are open in round 3 but for those taken, the insurance among them or not.
            (("shipyard-a", "shipyard-b", "shipyard-c", "pirates"), True),  # 3 left for the 4 before ana
            (("shipyard-a", "shipyard-b", "shipyard-c"), True),  # 4 left: they may take them all
            (("shipyard-a", "shipyard-b"), False),  # 5 left: one stays, and she can't pay for it
            (("insurance", "shipyard-a", "shipyard-b", "shipyard-c", "pirates"), False),
        ],
    )
    def test_asked_only_where_all_else_may_be_gone(
        self, new_post: NewPost, taken: tuple[str, ...], asked: bool
    ) -> None:
        """R14.2: where no space but the insurance is open nobody is a blind passenger, so she may take it."""
        post = new_post(players=5, blind_passengers="one")
        self.bankrupt(post)
        post.open_voyage(ALL_AT_3, master="ben")
        loads = ["jade", "jade", "jade", "silk", "silk", "ginseng"]
        others = [*taken, *loads][:8]
        post.place(*others[:4], "ginseng")
        post.act(SIXES)
        post.place(*others[4:])
        post.act(SIXES)
        assert post.phase == "v2-place-3"
        assert post.asked == (["ana"] if asked else []) + ["ben", "chu", "dan", "eva"]

    def test_takes_the_insurance_when_all_else_is_gone(self, new_post: NewPost) -> None:
        post = new_post(players=5, blind_passengers="one")
        self.bankrupt(post)
        post.open_voyage(ALL_AT_3, master="ben")
        post.place("shipyard-a", "shipyard-b", "shipyard-c", "jade", "ginseng")
        post.act(SIXES)
        post.place("jade", "jade", "silk", "silk")
        post.act(SIXES)
        post.file("ana", "place: insurance")
        for name, word in (("ben", "pirates"), ("chu", "pirates"), ("dan", "small-pilot"), ("eva", "large-pilot")):
            post.file(name, f"place: {word}")
        assert "ana place: insurance" in post.step()

    def test_passed_over_when_something_is_left(self, new_post: NewPost) -> None:
        """R6.7: her order was asked for and is used, but she is not asked at the table."""
        post = new_post(players=5, blind_passengers="one")
        self.bankrupt(post)
        post.open_voyage(ALL_AT_3, master="ben")
        post.place("shipyard-a", "shipyard-b", "shipyard-c", "jade", "ginseng")
        post.act(SIXES)
        post.place("jade", "jade", "silk", "silk")
        post.act(SIXES)
        post.file("ana", "place: insurance")
        for name, word in (("ben", "pirates"), ("chu", "pirates"), ("dan", "small-pilot"), ("eva", "pass")):
            post.file(name, f"place: {word}")
        told = post.step()
        assert "ana uses v2-place-3" in told
        assert not [line for line in told if line.startswith("ana place")]


class TestBoarding:
    def reach(self, post: Any, first: str, second: str, ware: str = "jade") -> None:
        """Two pirates hired and one punt on 13 after the second movement."""
        post.open_voyage("jade: 3, silk: 3, ginseng: 3")
        for name in post.names:
            post.place("pirates" if name == first else "small-pilot" if name == "dan" else "silk")
        post.act("dice: {jade: 5, silk: 1, ginseng: 1}")
        for name in post.names:
            post.place("pirates" if name == second else "silk" if name == "ana" else "ginseng")
        post.act("dice: {jade: 5, silk: 1, ginseng: 1}")

    def test_captain_first_then_the_other(self, new_post: NewPost) -> None:
        """R8.2."""
        post = new_post()
        self.reach(post, "chu", "ben")
        assert post.questions == ["chu board", "ben board second"]
        assert post.asked == ["ben", "chu"]

    def test_both_pirates_of_one_player(self, new_post: NewPost) -> None:
        """R6.5: a player may have both."""
        post = new_post()
        self.reach(post, "chu", "chu")
        assert post.questions == ["chu board", "chu board second"]
        assert post.asked == ["chu"]

    def test_one_pirate_alone(self, new_post: NewPost) -> None:
        post = new_post()
        self.reach(post, "chu", "nobody")
        assert post.questions == ["chu board"]

    def test_after_the_captain_only_the_second(self, new_post: NewPost) -> None:
        post = new_post(pace="turns")
        self.reach(post, "chu", "ben")
        post.act("chu board: stay")
        assert post.questions == ["ben board second"]

    def test_nobody_without_a_punt_on_13(self, new_post: NewPost) -> None:
        """docs/record.md: a pirate who cannot board is not asked."""
        post = new_post()
        post.open_voyage("jade: 3, silk: 3, ginseng: 3")
        post.place("pirates", "pirates", "silk", "silk")
        post.act("dice: {jade: 1, silk: 1, ginseng: 1}")
        post.place("silk", "jade", "jade", "jade")
        post.act("dice: {jade: 1, silk: 1, ginseng: 1}")
        assert post.phase == "v1-place-3"


class TestPilots:
    def reach(self, post: Any, words: str, dice: str = "dice: {silk: 1, ginseng: 1, jade: 1}") -> None:
        post.open_voyage(ALL_AT_3)
        post.place(*words.split())
        post.act(dice)
        post.place("jade", "jade", "jade", "jade")
        post.act(dice)
        while post.game.due == "place":
            post.place("pass")

    def test_small_before_large(self, new_post: NewPost) -> None:
        """R9.1."""
        post = new_post()
        self.reach(post, "large-pilot small-pilot silk silk")
        assert post.questions == ["ben pilot", "ana pilot second"]

    def test_large_alone_is_asked_as_the_large_one(self, new_post: NewPost) -> None:
        post = new_post()
        self.reach(post, "silk silk large-pilot silk")
        assert post.questions == ["chu pilot second"]

    def test_small_alone(self, new_post: NewPost) -> None:
        post = new_post()
        self.reach(post, "silk silk small-pilot silk")
        assert post.questions == ["chu pilot"]

    def test_both_pilots_of_one_player(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("small-pilot", "silk", "silk", "silk")
        post.act("dice: {silk: 1, ginseng: 1, jade: 1}")
        post.place("large-pilot", "pass", "pass", "pass")
        post.act("dice: {silk: 1, ginseng: 1, jade: 1}")
        post.place("pass")
        assert post.questions == ["ana pilot", "ana pilot second"]
        assert post.asked == ["ana"]

    def test_after_the_small_pilot_only_the_large_one(self, new_post: NewPost) -> None:
        post = new_post(pace="turns")
        self.reach(post, "large-pilot small-pilot silk silk")
        post.act("ben pilot: none")
        assert post.questions == ["ana pilot second"]

    def test_no_pilot_where_all_punts_are_in_port(self, new_post: NewPost) -> None:
        """docs/record.md: a pilot is asked, except where all three punts are in port."""
        post = new_post()
        self.reach(post, "large-pilot small-pilot silk silk", SIXES)
        assert (post.questions, post.game.due) == ([], "dice")


class TestPlunder:
    def test_the_captain_alone(self, new_post: NewPost) -> None:
        """R8.5."""
        post = new_post()
        post.open_voyage(ALL_AT_3)
        post.place("pirates", "pirates", "silk", "silk")
        post.act("dice: {silk: 1, ginseng: 1, jade: 4}")
        while post.game.due == "place":
            post.place("pass")
        post.act("dice: {silk: 1, ginseng: 1, jade: 5}", "dice: {silk: 1, ginseng: 1, jade: 1}")
        assert post.questions == ["ana plunder"]


def test_nobody_when_the_game_is_over(new_post: NewPost) -> None:
    post = new_post(players=3)
    while post.game.due != "nothing":
        post.open_voyage(ALL_AT_3)
        post.sail()
    assert (post.phase, post.questions, post.asked) == ("over", [], [])
