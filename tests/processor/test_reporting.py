"""Reports are written from the log: rendered again they are the same, and a game.yaml that contradicts it is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from manila_pbem.errors import ManilaError, NothingToDo, WrongUsage
from manila_pbem.processor.demonstrating import GAME, play_demo
from manila_pbem.processor.making import Wanted, make_game
from manila_pbem.processor.reporting import render_again
from manila_pbem.processor.showing import show_status

WANTED = Wanted("harbour-1", ("ana", "ben", "chu"), seed_text="x", deadline="3d")


def read_reports(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_every_report_of_a_game_is_rendered_again_to_the_same_bytes(tmp_path: Path) -> None:
    phases = [played.phase for played in play_demo(tmp_path, "again")]
    reports = tmp_path / GAME / "reports"
    written = read_reports(reports)
    assert {path.partition("/")[0] for path in written} == set(phases) and phases[-1] == "over"
    for phase in phases:
        render_again(tmp_path, GAME, phase)
    assert read_reports(reports) == written


def test_a_phase_without_a_report_is_told_from_one_no_game_has(tmp_path: Path) -> None:
    make_game(tmp_path, WANTED)
    with pytest.raises(NothingToDo, match="v1-office"):
        render_again(tmp_path, "harbour-1", "v1-office")
    with pytest.raises(WrongUsage, match="v1-picnic"):
        render_again(tmp_path, "harbour-1", "v1-picnic")


def test_deadline_is_counted_from_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANILA_NOW", "2026-12-01T20:00:00Z")
    make_game(tmp_path, WANTED)
    monkeypatch.setenv("MANILA_NOW", "2026-12-02T20:00:00Z")
    assert show_status(tmp_path, "harbour-1").deadline == "2026-12-04T20:00:00Z"
    text = (tmp_path / "harbour-1/reports/v1-auction/report.txt").read_text(encoding="utf-8")
    assert "2026-12-04 20:00 UTC" in text


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("pace: sealed", "pace: turns", "pace"),
        ("players: [ana, ben, chu]", "players: [ben, ana, chu]", "players"),
        ("first: ana", "first: ben", "first"),
        ("options: {}", "options: {pirates: evict}", "options"),
        ("game: harbour-1", "game: harbour-2", "game"),
    ],
)
def test_a_game_file_that_contradicts_the_log_is_named(tmp_path: Path, old: str, new: str, key: str) -> None:
    make_game(tmp_path, WANTED)
    path = tmp_path / "harbour-1" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ManilaError, match=f"game.yaml has {key} "):
        render_again(tmp_path, "harbour-1")
