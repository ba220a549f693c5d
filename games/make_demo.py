"""Plays the finished game that is kept to read anew: `python games/make_demo.py`.

Seed and clock are given, so the game is the same every time, until bots, log or reports change.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from manila_pbem.processor.demonstrating import GAME, play_demo
from manila_pbem.processor.proving import verify_folder

KEPT = Path(__file__).parent / GAME
SEED_TEXT = "a game to read 34"
FIRST_DAY = datetime(2026, 12, 1, 20, tzinfo=UTC)
LEFT_OUT = ("secret/lock", "secret/code-key", "secret/addresses.yaml", ".gitignore")
"""What only a running game needs, or would hide the folder from git."""


def play(games: Path) -> int:
    """Play the game, a phase a day; return the number of its last voyage."""
    os.environ["MANILA_NOW"] = f"{FIRST_DAY:%Y-%m-%dT%H:%M:%SZ}"
    last = 0
    for day, played in enumerate(play_demo(games, SEED_TEXT), 1):
        os.environ["MANILA_NOW"] = f"{FIRST_DAY + timedelta(days=day):%Y-%m-%dT%H:%M:%SZ}"
        last = max(last, played.voyage)
    return last


def thin(game: Path, last: int) -> None:
    """Leave out what is not for reading, and the reports of all voyages but the first and the last."""
    for name in LEFT_OUT:
        (game / name).unlink(missing_ok=True)
    for reports in (game / "reports").iterdir():
        if reports.name.partition("-")[0] not in ("v1", f"v{last}", "over"):
            shutil.rmtree(reports)
    for folder in sorted(game.rglob("*"), reverse=True):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as games:
        thin(Path(games) / GAME, play(Path(games)))
        assert verify_folder(Path(games) / GAME).flaws == ()
        shutil.rmtree(KEPT, ignore_errors=True)
        shutil.copytree(Path(games) / GAME, KEPT)
