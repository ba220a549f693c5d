"""Arguments and options that several commands share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from manila_pbem.errors import ManilaError


def complete_games(context: typer.Context, incomplete: str) -> list[str]:
    """Return the names of games for the shell's completion."""
    from manila_pbem.processor.showing import list_games

    games = context.find_root().params.get("games") or Path("games")
    return [name for name in list_games(Path(games)) if name.startswith(incomplete)]


GameArgument = Annotated[str, typer.Argument(help="The game's name.", metavar="GAME", autocompletion=complete_games)]
PlayerArgument = Annotated[str, typer.Argument(help="The player's name.", metavar="PLAYER")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]
PhaseOption = Annotated[str | None, typer.Option(help="A phase, such as v1-place-2.", metavar="ID")]


def read_input(file: Path | None, limit: int) -> bytes:
    """Return the bytes of a file, or of standard input where none is named; no more than a little over `limit`.

    Raises ManilaError where the file can't be read.
    """
    try:
        if file is None or str(file) == "-":
            # A closed standard input is None.
            if sys.stdin is None:
                raise ManilaError("standard input is closed, so there is nothing to read: name a file")
            return sys.stdin.buffer.read(limit + 1)
        with file.open("rb") as stream:
            return stream.read(limit + 1)
    except OSError as error:
        raise ManilaError(f"{file or 'standard input'} could not be read: {error.strerror}") from error


def print_json(value: object) -> None:
    """Print a value as JSON on one line, UTF-8 unescaped."""
    import json

    typer.echo(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
