"""The moderator's commands: new, resolve, report, loan, demo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from manila_pbem.cli.options import GameArgument, JsonOption, PhaseOption, PlayerArgument, complete_games, print_json
from manila_pbem.errors import WrongUsage


def make(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The new game's name: a-z, 0-9 and -.", metavar="GAME")],
    player: Annotated[
        list[str],
        typer.Option(help="A player, with a mail address if there is one; seats go clockwise.", metavar="NAME[=ADDR]"),
    ],
    first: Annotated[str | None, typer.Option(help="Who opens the first auction; else the first named.")] = None,
    seed: Annotated[
        str | None, typer.Option(help="A text the dice come from: for tests, and told in every report.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the rules (R12).", metavar="KEY=WORD")] = None,
    pace: Annotated[str, typer.Option(help="sealed or turns.")] = "sealed",
    deadline: Annotated[str | None, typer.Option(help="Time for each phase, such as 3d or 12h.")] = None,
    title: Annotated[str | None, typer.Option(help="A title for the reports.")] = None,
    moderator_plays: Annotated[
        bool, typer.Option("--moderator-plays", help="Allow the moderator a seat; every report tells.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Make a game, deal, and write its first report.

    \b
    Example:
      manila new harbour-1 --player ana=ana@example.org --player ben=ben@example.org --player chu
    """
    from manila_pbem.processor.making import Wanted, make_game
    from manila_pbem.processor.telling import describe_made, tell_made

    wanted = Wanted(
        game=game,
        players=tuple(player),
        first=first,
        seed_text=seed,
        options=tuple(option or ()),
        pace=pace,
        deadline=deadline,
        title=title,
        moderator_plays=moderator_plays,
    )
    made = make_game(context.obj, wanted)
    if json:
        print_json(describe_made(made))
    else:
        typer.echo(tell_made(made))


def resolve(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(help="The game's name; else every game.", metavar="[GAME]", autocompletion=complete_games),
    ] = None,
    all_games: Annotated[
        bool, typer.Option("--all", help="Every game, which is so, too, where none is named.")
    ] = False,
    phase: PhaseOption = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="Follow the standing policies of those whose orders are missing.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Work off the pending phase if its orders are in, and go on while orders suffice, one report a phase.

    \b
    Examples:
      manila resolve harbour-1
      manila resolve --all
      manila resolve harbour-1 --phase v1-place-2
      manila resolve harbour-1 --missing
    """
    from manila_pbem.cli.resolving import resolve_games

    if all_games and game is not None:
        raise WrongUsage("name a game or say --all, not both")
    if phase is not None and game is None:
        raise WrongUsage("--phase needs the name of a game")
    raise typer.Exit(resolve_games(context.obj, game, phase, json, missing=missing))


def report(context: typer.Context, game: GameArgument, phase: PhaseOption = None, json: JsonOption = False) -> None:
    """Render a phase's reports again, the pending one's if none is named.

    \b
    Example:
      manila report harbour-1 --phase v1-auction
    """
    from manila_pbem.processor.reporting import render_again

    path = render_again(context.obj, game, phase)
    if json:
        print_json({"game": game, "report": str(path)})
    else:
        typer.echo(f"{game}: {path}")


def lend(
    context: typer.Context,
    game: GameArgument,
    player: PlayerArgument,
    what: Annotated[str, typer.Argument(help="mortgage or redeem.", metavar="mortgage|redeem")],
    shares: Annotated[int, typer.Argument(help="How many shares.", metavar="N", min=1)],
    json: JsonOption = False,
) -> None:
    """Mortgage shares for 12 pesos each, or redeem them for 15 each, at once (R13.1).

    \b
    Example:
      manila loan harbour-1 ana mortgage 2
    """
    from manila_pbem.processor.lending import lend_at_once

    cash = lend_at_once(context.obj, game, player, what, shares)
    if json:
        print_json({"game": game, "player": player, what: shares, "cash": cash})
    else:
        typer.echo(f"{game}: {player} has {cash} pesos now")


def demo(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Argument(help="An empty or new folder; ./manila-demo if none is named.", metavar="[DIR]")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Play a whole game of four simple bots, by order files and reports, and say which file to open.

    \b
    Example:
      manila demo
    """
    from manila_pbem.cli.demonstrating import show_demo

    root = context.find_root()
    given = root.get_parameter_source("games")
    # A folder that is told goes before the one of the environment.
    named = given is not None and given.name in ("COMMANDLINE", "ENVIRONMENT" if folder is None else "")
    show_demo(folder, context.obj if named else None, json)


COMMANDS: dict[str, Callable[..., None]] = {
    "new": make,
    "resolve": resolve,
    "report": report,
    "loan": lend,
    "demo": demo,
}
