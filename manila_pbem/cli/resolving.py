"""Resolving one game or all of them, and the exit status that comes of it."""

from __future__ import annotations

from pathlib import Path

import typer

from manila_pbem.cli.options import print_json
from manila_pbem.errors import ManilaError, NothingToDo
from manila_pbem.processor.resolving import Resolved, resolve_game
from manila_pbem.processor.telling import describe_resolved, tell_refused, tell_resolved, tell_stray

DONE, FAILED, NOTHING = 0, 1, 3


def resolve_games(games: Path, game: str | None, phase: str | None, json: bool, *, missing: bool) -> int:
    """Resolve a game, or every one; return the exit status.

    0 where one moved, 3 where none did; where no game was named 1 if one failed, whatever the others did.
    """
    if game is not None:
        return _show(resolve_game(games, game, phase, missing=missing), json)
    from manila_pbem.processor.showing import list_games

    statuses = []
    for name in list_games(games):
        try:
            statuses.append(_show(resolve_game(games, name, missing=missing), json))
        except NothingToDo:
            statuses.append(NOTHING)
        except ManilaError as error:
            # One game's fault never stops the next.
            typer.echo(f"manila: {error}", err=True)
            statuses.append(FAILED)
    return FAILED if FAILED in statuses else DONE if DONE in statuses else NOTHING


def _show(resolved: Resolved, json: bool) -> int:
    if json:
        print_json(describe_resolved(resolved))
    else:
        typer.echo(tell_resolved(resolved))
    for refused in resolved.refused:
        typer.echo(f"manila: {resolved.game}: {tell_refused(refused)}", err=True)
    for stray in resolved.strays:
        typer.echo(f"manila: {resolved.game}: {tell_stray(stray)}", err=True)
    return DONE if resolved.moved else NOTHING
