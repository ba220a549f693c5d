"""The command that shows how games stand: status."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from manila_pbem.cli.options import JsonOption, complete_games, print_json


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
    from manila_pbem.processor.showing import list_games, show_status
    from manila_pbem.processor.telling import describe_status, tell_status

    names = [game] if game is not None else list_games(context.obj)
    for name in names:
        shown = show_status(context.obj, name)
        if json:
            print_json(describe_status(shown))
        else:
            typer.echo(tell_status(shown))
    if not names and not json:
        typer.echo(f"There are no games in {context.obj}.")


COMMANDS: dict[str, Callable[..., None]] = {"status": status}
