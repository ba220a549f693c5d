"""Whole games played only by writing YAML files and running `resolve`: each ends with a winner (issue Core)."""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import pytest

PACES = ("sealed", "turns")
SIZES = (3, 4, 5)
OPTION_SETS = (
    (),
    ("pirates=evict", "second_13=port", "blind_passengers=one", "late_port_bets=open", "large_pilot=up_to"),
    ("pirates=evict", "blind_passengers=one"),
    ("second_13=port", "large_pilot=up_to"),
    ("late_port_bets=open", "pirates=evict", "large_pilot=up_to"),
    ("blind_passengers=one", "second_13=port", "late_port_bets=open"),
)
GAMES = [
    (players, pace, OPTION_SETS[(number + 3 * (pace == "turns")) % len(OPTION_SETS)], 100 + number)
    for pace in PACES
    for number, players in enumerate(SIZES)
]

if os.environ.get("MANILA_SOAK"):
    GAMES += [
        (rng.choice(SIZES), rng.choice(PACES), tuple(rng.sample(OPTION_SETS[1], rng.randint(0, 5))), seed)
        for seed in range(2000, 2060)
        for rng in [Random(seed)]
    ]


def replay(club: Any, record: str) -> list[dict[str, Any]]:
    """Replay a record from standard input; return its states."""
    ran = club.run("replay", "-", "--json", text=record)
    assert ran.status == 0, ran
    return [json.loads(line) for line in ran.out.splitlines()]


@pytest.mark.soak
@pytest.mark.parametrize(("players", "pace", "options", "seed"), GAMES)
def test_a_game_ends_with_a_winner(club: Any, start: Any, players: int, pace: str, options: Any, seed: int) -> None:
    """Also: it verifies in every phase, and its record leads to the same state, public while it runs."""
    playing = start(players, pace, seed=seed, options=options)

    def look(phase: str) -> None:
        proof = club.run("verify", "harbour-1")
        assert proof.status == 0, (phase, proof)
        record = club.run("export", "harbour-1").out
        state = replay(club, record)[-1]
        shown = club.status("harbour-1")["state"]
        if phase != "over":
            assert "deal: secret" in record
            shown.pop("bought")
        assert state == shown

    playing.play(look)
    over = club.log()[-1]
    while over["kind"] == "message":
        over = club.log()[over["n"] - 2]
    assert over["kind"] == "over"
    assert over["winners"]
    state = replay(club, club.run("export", "harbour-1").out)[-1]
    assert state["step"] == "over"
    assert state["fortune"] == over["fortune"]
    assert over["winners"] == [name for name, f in state["fortune"].items() if f == max(state["fortune"].values())]
    assert club.run("resolve", "harbour-1").status == 3
    for phase in playing.phases:
        folder = club.games / "harbour-1" / "reports" / phase
        assert {path.name for path in folder.iterdir()} == {"report.html", "report.txt", "players"}
        assert len(list((folder / "players").iterdir())) == 2 * players
