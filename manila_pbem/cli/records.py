"""The commands for records and proofs: export, replay, verify."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from manila_pbem.cli.options import GameArgument, JsonOption, print_json, read_input

_LARGEST_RECORD = 16 * 1024 * 1024


def export(
    context: typer.Context,
    game: GameArgument,
    reveal: Annotated[bool, typer.Option("--reveal", help="With the deal, while the game still runs.")] = False,
) -> None:
    """Print a game's record, which other programs can replay (docs/record.md).

    \b
    Example:
      manila export harbour-1 > harbour-1.yaml
    """
    from manila_pbem.processor.recording import export_record

    typer.echo(export_record(context.obj, game, reveal=reveal), nl=False)


def replay(
    file: Annotated[Path, typer.Argument(help="A record, or - for standard input.", metavar="FILE")],
    json: JsonOption = False,
) -> None:
    """Play a record again; with --json print the state after set-up and after each action.

    \b
    Example:
      manila replay harbour-1.yaml --json
    """
    from manila_pbem.processor.recording import Stopped, replay_record, write_end

    state: dict[str, object] | None = None
    actions = -1
    for shown in replay_record(read_input(file, _LARGEST_RECORD)):
        if isinstance(shown, Stopped):
            sys.stdout.flush()
            typer.echo(f"manila: {shown.sentence}", err=True)
            raise typer.Exit(1)
        state = shown
        actions += 1
        if json:
            print_json(shown)
    if not json and state is not None:
        typer.echo(write_end(actions, state))


def verify(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="A game's name, or a published folder.", metavar="GAME|FOLDER")],
    head: Annotated[
        str | None, typer.Option(help="A head of the log that you kept, as a report prints it.", metavar="N:HASH")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Prove a game from its log and its opened orders alone: the chain, the dice, every action and what orders ask for.

    \b
    Examples:
      manila verify harbour-1
      manila verify ./published/harbour-1 --head 41:9f2c...
    """
    from manila_pbem.processor.telling import describe_proof, tell_proof
    from manila_pbem.processor.verifying import verify_game

    proof = verify_game(context.obj, game, head)
    if json:
        print_json(describe_proof(proof))
    else:
        typer.echo(tell_proof(proof))
    if proof.flaws:
        raise typer.Exit(1)


COMMANDS: dict[str, Callable[..., None]] = {"export": export, "replay": replay, "verify": verify}
