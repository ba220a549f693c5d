"""Every published case, game and illegal record, replayed as `manila replay --json` does (docs/cases.md)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from manila_pbem.processor.recording import Stopped, replay_record

RECORDS = Path(__file__).parents[1] / "records"
CASES = sorted((RECORDS / "cases").glob("*.yaml"))
GAMES = sorted((RECORDS / "games").glob("*.yaml"))
ILLEGAL = json.loads((RECORDS / "illegal" / "expected.json").read_text(encoding="utf-8"))


def replay(path: Path) -> tuple[list[dict[str, object]], Stopped | None]:
    """Return the states of a record, and why its replay stopped."""
    shown = list(replay_record(path.read_bytes()))
    stopped = shown.pop() if isinstance(shown[-1], Stopped) else None
    return [state for state in shown if not isinstance(state, Stopped)], stopped


def test_all_records_are_there() -> None:
    assert (len(CASES), len(GAMES), len(ILLEGAL)) == (78, 40, 60)
    assert {path.name for path in (RECORDS / "illegal").glob("*.yaml")} == set(ILLEGAL)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case_ends_in_its_state(path: Path) -> None:
    states, stopped = replay(path)
    assert stopped is None
    assert states[-1] == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_game_goes_through_its_states(path: Path) -> None:
    states, stopped = replay(path)
    expected = [json.loads(line) for line in path.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()]
    assert stopped is None
    assert states == expected


@pytest.mark.parametrize(("name", "number"), ILLEGAL.items())
def test_illegal_record_is_refused_at_its_action(name: str, number: int) -> None:
    """The message names the action, the player (`-` where there is none), a clause, and what was legal instead."""
    states, stopped = replay(RECORDS / "illegal" / name)
    assert stopped is not None and stopped.number == number
    # The state after set-up comes first, then one for each action before the refused one.
    assert len(states) == number
    form = re.fullmatch(r"action (\d+): ([^:]+): (R\d+(?:\.\d+)?|docs/record\.md): (.+)", stopped.sentence)
    assert form is not None, stopped.sentence
    assert int(form[1]) == number
    if number:
        line = re.findall(r"^  - .*$", (RECORDS / "illegal" / name).read_text(encoding="utf-8"), re.M)[number - 1]
        player = re.search(r"player: ([^,}]+)", line)
        assert form[2] == (player[1] if player else "-")
