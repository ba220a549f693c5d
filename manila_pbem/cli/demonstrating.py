"""The demo as a command: where it is played, and how far it has come."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from manila_pbem.cli.options import print_json
from manila_pbem.errors import WrongUsage
from manila_pbem.processor.demonstrating import FOLDER, GAME, Played, check_folder, play_demo

_STEPS_GUESSED = 70


def show_demo(folder: Path | None, games: Path | None, json: bool) -> None:
    """Play the demo in a folder, or in the folder of games where --games names one, and say which file to open."""
    if folder is not None and games is not None:
        raise WrongUsage("name a folder or say --games, not both")
    if games is None:
        games = folder or FOLDER
        check_folder(games)
    last: Played | None = None
    with typer.progressbar(length=_STEPS_GUESSED, label="Playing", file=sys.stderr) as bar:
        for played in play_demo(games):
            last = played
            bar.update(1)
        bar.update(_STEPS_GUESSED)
    assert last is not None
    if json:
        print_json({"game": GAME, "games": str(games), "report": str(last.report)})
        return
    typer.echo(f"The game lies in {games / GAME}, a report for each phase below reports/.")
    typer.echo(f"Open {last.report.resolve()} in a browser.")
