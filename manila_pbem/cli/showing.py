"""The command that shows how games stand: status."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from manila_pbem.cli.options import JsonOption, complete_games, print_json
from manila_pbem.errors import ManilaError


def status(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(help="The game's name; else every game.", metavar="[GAME]", autocompletion=complete_games),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show a game's phase, who is awaited, and the deadline; of every game if none is named.

    \b
    Example:
      manila status harbour-1 --json
    """
    from manila_pbem.processor.showing import list_games

    if game is not None:
        _show(context.obj, game, json)
        return
    names = list_games(context.obj)
    failed = False
    for name in names:
        try:
            _show(context.obj, name, json)
        except ManilaError as error:
            # One game's fault never hides the next.
            typer.echo(f"manila: {error}", err=True)
            failed = True
    if not names and not json:
        typer.echo(f"There are no games in {context.obj}.")
    if failed:
        raise typer.Exit(1)


def _show(games: Path, name: str, json: bool) -> None:
    from manila_pbem.processor.showing import show_status
    from manila_pbem.processor.telling import describe_status, tell_status, tell_troubles

    shown = show_status(games, name)
    if not json:
        typer.echo(tell_status(shown))
        return
    print_json(describe_status(shown))
    for trouble in tell_troubles(shown):
        typer.echo(f"manila: {name}: {trouble}", err=True)


COMMANDS: dict[str, Callable[..., None]] = {"status": status}
