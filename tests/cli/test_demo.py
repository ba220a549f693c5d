"""`demo`: a whole game of bots, then which file to open (docs/play.md, section 4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def find_page(out: str) -> Path:
    return next(Path(word) for word in out.split() if word.endswith("report.html"))


def test_a_folder_and_games_at_once(club: Any) -> None:
    assert club.run("demo", "shown").status == 2


def test_with_games_the_game_lies_there(club: Any) -> None:
    ran = club.run("demo")
    assert ran.status == 0
    page = find_page(ran.out)
    assert page.is_file()
    assert page.parts[-3:] == ("reports", "over", "report.html")
    assert (club.games / "demo" / "log.jsonl").is_file()
    assert club.status("demo")["phase"] == "over"
    assert club.run("verify", "demo").status == 0
    over = club.log("demo")[-1]
    assert over["kind"] == "over"
    assert over["winners"]


def test_by_a_process_in_the_folder_it_names(tmp_path: Path, run_manila: Any) -> None:
    """`./manila-demo` if not told; a folder that is not empty is refused."""
    ran = run_manila("demo", "here", cwd=tmp_path, MANILA_GAMES=str(tmp_path / "elsewhere"))
    assert ran.returncode == 0, ran.stderr
    assert find_page(ran.stdout).is_file()
    assert (tmp_path / "here" / "demo" / "log.jsonl").is_file()
    again = run_manila("demo", "here", cwd=tmp_path)
    assert (again.returncode, again.stdout) == (1, "")
    (tmp_path / "manila-demo").mkdir()
    (tmp_path / "manila-demo" / "mine.txt").write_text("mine", encoding="utf-8")
    refused = run_manila("demo", cwd=tmp_path)
    assert refused.returncode == 1
    assert [path.name for path in (tmp_path / "manila-demo").iterdir()] == ["mine.txt"]
