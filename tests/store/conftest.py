"""A game's folder to try things on."""

from __future__ import annotations

from pathlib import Path

import pytest

from manila_pbem.store.game_folder import GameFolder, create_game


@pytest.fixture
def folder(tmp_path: Path) -> GameFolder:
    """An empty game `harbour-1` in `games/`."""
    with create_game(tmp_path / "games", "harbour-1") as made:
        made.game_file.write_text("title: Harbour\n", encoding="utf-8")
    return GameFolder(tmp_path / "games" / "harbour-1", "harbour-1")
