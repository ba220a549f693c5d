"""Which of a player's orders governs a decision (docs/play.md, section 2, "Ahead")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

NewPost = Callable[..., Any]

ALL_AT_3 = "silk: 3, ginseng: 3, jade: 3"


def auction(post: Any, **orders: str) -> None:
    """File and work off the auction; who says nothing passes."""
    for name in post.names:
        post.file(name, orders.get(name, "bid: pass"))
    post.steps()


def placing(post: Any, **orders: str) -> None:
    """File and work off one placement phase; who says nothing passes."""
    for name in post.asked:
        post.file(name, orders.get(name, "place: pass"))
    post.steps()


def serve(post: Any, text: str) -> None:
    """Ana files an order with the auction, and is harbour master."""
    auction(post, ana=f"bid: 5\n{text}")


class TestWholeVoyage:
    def test_one_file_serves_a_voyage(self, new_post: NewPost) -> None:
        """All but `bid` and `place` may be given ahead; `later` has the places."""
        post = new_post()
        text = (
            "buy: jade\nload: {jade: 3, silk: 3, ginseng: 3}\nmove_order: [silk, jade, ginseng]\n"
            "board: jade\npilot: {silk: 1}\nplunder: port\n"
            "later:\n  v1-place-1: {place: pirates}\n  v1-place-2: {place: small-pilot}\n  v1-place-3: {place: silk}\n"
        )
        serve(post, text)
        assert post.phase == "v1-place-1"
        post.dice = [{"silk": 1, "ginseng": 1, "jade": 5}, {"silk": 1, "ginseng": 1, "jade": 5}]
        told = []
        while post.phase.startswith("v1"):
            for name in post.asked:
                if name != "ana":
                    post.file(name, "place: pass")
            told += post.steps()
        assert [line for line in told if line.startswith("ana") and "place" not in line] == [
            "ana board: jade",
            "ana pilot: {silk: 1}",
        ]
        assert [line for line in told if line.startswith("ana place")] == [
            "ana place: pirates",
            "ana place: small-pilot",
            "ana place: silk",
        ]

    def test_office_is_passed_through_at_once(self, new_post: NewPost) -> None:
        post = new_post()
        for name in post.names:
            post.file(name, "bid: 5\nbuy: none\nload: {jade: 3, silk: 3, ginseng: 3}" if name == "ana" else "bid: pass")
        assert post.step()[-1] == "dan bid: pass"
        assert post.find_awaited() == []
        assert post.step() == ["ana buy: none", "ana load: {jade: 3, silk: 3, ginseng: 3}"]

    def test_nothing_stands_into_the_next_voyage(self, new_post: NewPost) -> None:
        post = new_post()
        serve(post, "buy: none\nload: {jade: 3, silk: 3, ginseng: 3}\nlater: {v1-place-1: {place: pass}}")
        placing(post)
        assert post.phase == "v2-auction"
        auction(post)
        assert (post.phase, post.find_awaited()) == ("v2-office", ["ana"])


class TestWhichGoverns:
    """Own phase's file if it has the key; else the newest `later` for that phase; else the newest earlier file."""

    LOADS = {
        "plain": "load: {jade: 3, silk: 3, ginseng: 3}",
        "later": "later: {v1-office: {buy: none, load: {jade: 4, silk: 5, ginseng: 0}}}",
    }

    def load(self, post: Any) -> str:
        return next(line for line in post.steps() if " load: " in line)

    def test_later_before_an_earlier_file_with_the_key(self, new_post: NewPost) -> None:
        post = new_post()
        for name in post.names:
            post.file(name, "bid: pass")
        post.file("ana", f"bid: 5\nbuy: jade\n{self.LOADS['plain']}\n{self.LOADS['later']}")
        told = post.steps()
        assert "ana buy: none" in told
        assert "ana load: {jade: 4, silk: 5, ginseng: 0}" in told

    def test_own_phase_before_later(self, new_post: NewPost) -> None:
        post = new_post()
        post.file("ana", "load: {nutmeg: 3, silk: 3, ginseng: 3}", "v1-office")
        serve(post, f"{self.LOADS['plain']}\n{self.LOADS['later']}")
        assert post.phase == "v1-place-1"
        assert [ware.name.lower() for ware in post.state.lanes] == ["nutmeg", "silk", "ginseng"]

    def test_own_phase_without_the_key_lets_the_others_govern(self, new_post: NewPost) -> None:
        post = new_post()
        post.file("ana", "buy: jade\nsalt: x", "v1-office")
        for name in post.names:
            post.file(name, "bid: pass")
        post.file("ana", f"bid: 5\nbuy: silk\n{self.LOADS['plain']}", "v1-auction")
        told = post.steps()
        assert "ana buy: jade" in told
        assert "ana load: {jade: 3, silk: 3, ginseng: 3}" in told

    @pytest.fixture
    def piloting(self, new_post: NewPost) -> Callable[[dict[str, str]], list[str]]:
        """Ana files an order in each of these phases and is small pilot; what she did as such is returned."""

        def play(files: dict[str, str]) -> list[str]:
            post = new_post()
            own = {
                "v1-auction": "bid: 3",
                "v1-office": f"buy: none\nload: {{{ALL_AT_3}}}",
                "v1-place-1": "place: small-pilot",
                "v1-place-2": "place: jade",
                "v1-place-3": "place: jade",
            }
            for phase in (*own, "v1-pilots"):
                text = f"{own.get(phase, '')}\n{files.get(phase, '')}".strip()
                if text:
                    post.file("ana", text, phase)
                for name in post.names[1:]:
                    if phase != "v1-office":
                        post.file(name, "bid: pass" if phase == "v1-auction" else "salt: x", phase)
                    if phase.startswith("v1-place"):
                        post.file(name, "place: pass", phase)
            return [line for line in post.steps() if " pilot: " in line]

        return play

    @pytest.mark.parametrize(
        ("files", "expected"),
        [
            # The newest earlier file with the key: of the latest phase.
            ({"v1-auction": "pilot: {jade: 1}", "v1-place-2": "pilot: {silk: 1}"}, "silk: 1"),
            # A later file without the key changes nothing.
            ({"v1-auction": "pilot: {jade: 1}", "v1-place-2": "salt: x"}, "jade: 1"),
            # `later` of an early phase goes before a plain key of a later one.
            (
                {"v1-auction": "later: {v1-pilots: {pilot: {jade: -1}}}", "v1-place-3": "pilot: {silk: 1}"},
                "jade: -1",
            ),
            # The newest `later`.
            (
                {
                    "v1-auction": "later: {v1-pilots: {pilot: {jade: -1}}}",
                    "v1-place-2": "later: {v1-pilots: {pilot: {silk: -1}}}",
                },
                "silk: -1",
            ),
            # A `later` for another phase says nothing of this one, and does not stand for it.
            (
                {"v1-auction": "pilot: {jade: 1}\nlater: {v1-place-3: {pilot: {silk: 1}}}"},
                "jade: 1",
            ),
            # Its own phase's file.
            (
                {"v1-auction": "later: {v1-pilots: {pilot: {jade: -1}}}", "v1-pilots": "pilot: {ginseng: 1}"},
                "ginseng: 1",
            ),
        ],
    )
    def test_newest(
        self, piloting: Callable[[dict[str, str]], list[str]], files: dict[str, str], expected: str
    ) -> None:
        assert piloting(files) == [f"ana pilot: {{{expected}}}"]

    def test_within_a_phase_the_last_used(self, new_post: NewPost) -> None:
        """At the end of the phase a second file of it is used, which was filed later."""
        post = new_post(pace="turns")
        post.file("ana", "bid: 5\nbuy: silk\nload: {jade: 3, silk: 3, ginseng: 3}")
        post.step()
        post.file("ana", "buy: jade")
        for name in post.names[1:]:
            post.file(name, "bid: pass")
        told = post.steps()
        assert told[-3:] == ["ana uses v1-auction", "ana buy: jade", "ana load: {jade: 3, silk: 3, ginseng: 3}"]

    def test_bid_and_place_do_not_stand(self, new_post: NewPost) -> None:
        post = new_post()
        auction(post, ana="bid: 5\nbuy: none\nload: {jade: 3, silk: 3, ginseng: 3}")
        placing(post, ana="place: [jade, silk]")
        assert post.phase == "v1-place-2"
        assert "ana" in post.find_awaited()

    def test_roles_are_looked_up_apart(self, new_post: NewPost) -> None:
        """`pilot: {large: …}` says nothing of the small pilot, for whom an earlier file stands."""
        post = new_post()
        auction(post, ana=f"bid: 3\nbuy: none\nload: {{{ALL_AT_3}}}\npilot: {{jade: 1}}")
        placing(post, ana="place: small-pilot")
        placing(post, ana="place: large-pilot\npilot: {large: {silk: -2}}")
        for name in post.asked:
            post.file(name, "place: pass")
        told = post.steps()
        assert [line for line in told if " pilot:" in line] == ["ana pilot: {jade: 1}", "ana pilot: {silk: -2}"]


class TestMoveOrder:
    """R7.3; it may stand in another file than the load."""

    def test_from_an_earlier_file(self, new_post: NewPost) -> None:
        post = new_post()
        post.file("ana", "buy: none\nload: {jade: 3, silk: 3, ginseng: 3}", "v1-office")
        serve(post, "move_order: [ginseng, silk, jade]")
        assert [ware.name.lower() for ware in post.state.move_order] == ["ginseng", "silk", "jade"]

    def test_of_other_wares_than_the_load_is_left_out(self, new_post: NewPost) -> None:
        post = new_post()
        post.file("ana", "buy: none\nload: {jade: 3, silk: 3, ginseng: 3}", "v1-office")
        serve(post, "move_order: [ginseng, silk, nutmeg]")
        assert post.state.move_order is None
        assert post.phase == "v1-place-1"

    def test_none(self, new_post: NewPost) -> None:
        post = new_post()
        serve(post, "buy: none\nload: {jade: 3, silk: 3, ginseng: 3}")
        assert post.state.move_order is None
