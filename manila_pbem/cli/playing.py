"""The players' commands: order, check."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from manila_pbem.cli.options import GameArgument, JsonOption, PlayerArgument, read_input

_LONGEST_ORDER = 64 * 1024

FileArgument = Annotated[
    Path | None, typer.Argument(help="The order file; standard input if none is named, or -.", metavar="[FILE]")
]


def order(
    context: typer.Context,
    game: GameArgument,
    player: PlayerArgument,
    file: FileArgument = None,
    json: JsonOption = False,
) -> None:
    """File an order for the phase it names, or the pending one, and print its receipt.

    \b
    Examples:
      manila order harbour-1 ana ana.yaml
      echo 'bid: 7' | manila order harbour-1 ana
    """
    from manila_pbem.cli.receipts import show_receipt
    from manila_pbem.processor.filing import file_player_order

    show_receipt(file_player_order(context.obj, game, player, read_input(file, _LONGEST_ORDER)), json)


def check(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The order file, or - for standard input.", metavar="FILE")],
    game: Annotated[str, typer.Option(help="The game's name.", metavar="GAME")],
    player: Annotated[str, typer.Option(help="The player's name.", metavar="PLAYER")],
    json: JsonOption = False,
) -> None:
    """Say what `manila order` would say, and file nothing.

    \b
    Example:
      manila check ana.yaml --game harbour-1 --player ana
    """
    from manila_pbem.cli.receipts import show_receipt
    from manila_pbem.processor.filing import check_player_order

    show_receipt(check_player_order(context.obj, game, player, read_input(file, _LONGEST_ORDER)), json)


COMMANDS: dict[str, Callable[..., None]] = {"order": order, "check": check}
