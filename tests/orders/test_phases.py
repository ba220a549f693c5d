"""The phases of a game and their names (docs/play.md, section 1)."""

from __future__ import annotations

import pytest

from manila_pbem.orders.phases import OVER, ROLL, Phase, find_phase, list_steps, rank_step, read_phase


def test_steps_of_four_and_five_players() -> None:
    for players in (4, 5):
        assert list_steps(players) == (
            *("auction", "office", "place-1", ROLL, "place-2", ROLL, "boarding", "place-3", "pilots", ROLL, "plunder"),
        )


def test_steps_of_three_players() -> None:
    """With three players: … place-3, boarding, place-4, pilots, plunder; the first movement after place-2 (R6.1)."""
    assert list_steps(3) == (
        *("auction", "office", "place-1", "place-2", ROLL, "place-3", ROLL, "boarding", "place-4", "pilots", ROLL),
        "plunder",
    )


@pytest.mark.parametrize("players", [3, 4, 5])
def test_names_are_read_back(players: int) -> None:
    for step in list_steps(players):
        if step != ROLL:
            phase = Phase(12, step)
            assert read_phase(phase.name, players) == phase
    assert Phase(7, OVER).name == "over"
    assert read_phase("over", players) == Phase(0, OVER)


@pytest.mark.parametrize(
    "name",
    [
        *("", "auction", "v-auction", "v0-auction", "v01-auction", "v1", "v1-", "v1-roll", "v1-over", "v1-place"),
        *("v1-place-4", "v1-place-0", "V1-auction", "v1_auction", "x1-auction", "v１-auction", "v1a-auction"),
        *("v99999-auction", "over ", "v1-auction/", "../v1-auction"),
    ],
)
def test_what_is_no_phase_of_four_players(name: str) -> None:
    assert read_phase(name, 4) is None


def test_steps_are_ranked_as_they_come() -> None:
    ranks = [rank_step(step, 4) for step in ("auction", "office", "place-2", "boarding", "place-3", "pilots")]
    assert ranks == sorted(ranks)


def test_no_phase_while_dice_are_due(new_post) -> None:
    post = new_post()
    post.open_voyage("silk: 3, ginseng: 3, jade: 3")
    assert find_phase(post.state) == Phase(1, "place-1")
    post.place("pass", "pass", "pass", "pass")
    assert find_phase(post.state) is None
