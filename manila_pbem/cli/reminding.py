"""Commands for mail that the moderator wants written: remind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from manila_pbem.cli.options import JsonOption, print_json
from manila_pbem.errors import ManilaError, NothingToDo

if TYPE_CHECKING:
    from manila_pbem.processor.reminding import Reminded

DONE, FAILED, NOTHING = 0, 1, 3


def remind(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(help="A game; every one if none is named.", metavar="[GAME]")] = None,
    json: JsonOption = False,
) -> None:
    """Write a reminder to each player whose order is missing, one a day at most, for send to send.

    Exit status: 3 if nobody had to be reminded.

    \b
    Example:
      manila remind harbour-1
    """
    raise typer.Exit(remind_games(context.obj, game, json))


def remind_games(games: Path, game: str | None, json: bool) -> int:
    """Remind the players of a game, or of every one; return the exit status."""
    from manila_pbem.processor.reminding import remind_players

    if game is not None:
        return _show(remind_players(games, game), json)
    from manila_pbem.processor.showing import list_games

    statuses = []
    for name in list_games(games):
        try:
            statuses.append(_show(remind_players(games, name), json))
        except NothingToDo:
            statuses.append(NOTHING)
        except ManilaError as error:
            # One game's fault never stops the next.
            typer.echo(f"manila: {error}", err=True)
            statuses.append(FAILED)
    return FAILED if FAILED in statuses else DONE if DONE in statuses else NOTHING


def _show(reminded: Reminded, json: bool) -> int:
    from manila_pbem.processor.reminding import describe_reminded, tell_reminded

    if json:
        print_json(describe_reminded(reminded))
    else:
        typer.echo(tell_reminded(reminded))
    return DONE if reminded.reminded else NOTHING


COMMANDS: dict[str, Callable[..., None]] = {"remind": remind}
