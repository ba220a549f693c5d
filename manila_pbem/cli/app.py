"""The `manila` command: its options for all commands, and the one place where faults become exit statuses."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from manila_pbem import __version__
from manila_pbem.cli import mails, moderating, playing, posting, records, reminding, sending, showing
from manila_pbem.errors import ManilaError

FAILED = 1
TRACEBACK = "MANILA_TRACEBACK"
"""Where this is set in the environment, a fault of the program itself shows its traceback."""

COMMANDS: dict[str, Callable[..., None]] = {
    **moderating.COMMANDS,
    **playing.COMMANDS,
    **posting.COMMANDS,
    **records.COMMANDS,
    **reminding.COMMANDS,
    **sending.COMMANDS,
    **mails.COMMANDS,
    **showing.COMMANDS,
}


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"manila-pbem {__version__}")
        raise typer.Exit


def choose_games(
    context: typer.Context,
    games: Annotated[
        Path,
        # Whether it can be read, commands find out themselves: `receive` is not to be refused for it as wrong usage.
        typer.Option(help="The folder that holds the games.", envvar="MANILA_GAMES", show_default=True, readable=False),
    ] = Path("games"),
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Manila by mail: make a game, file orders, work off its phases, read its reports.

    \b
    A first game in four commands:
      manila new harbour-1 --player ana --player ben --player chu
      manila order harbour-1 ana ana.yaml
      manila resolve harbour-1
      manila status harbour-1

    Exit status: 0 done, 1 refused or failed, 2 wrong usage, 3 nothing to do yet.
    """
    context.obj = games


def build_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """Return the command line with these commands, all of them where none are named."""
    app = typer.Typer(
        name="manila",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(choose_games)
    for name in names:
        app.command(name)(COMMANDS[name])
    return app


def _pick_commands(arguments: Sequence[str]) -> Iterable[str]:
    """Return the one command that is called, if that can be told at once: to make all of them ready takes time."""
    first = next((argument for argument in arguments if argument in COMMANDS), None)
    # A value of --games may be called like a command, and then all of them are needed to tell.
    plain = first is not None and not any(argument.startswith("-") for argument in arguments[: arguments.index(first)])
    named = first is not None and list(arguments[:1]) == ["--games"] and arguments.index(first) == 2
    return (first,) if first is not None and (plain or named) else COMMANDS


def main() -> None:
    """Run the command line; exits with 0 done, 1 refused or failed, 2 wrong usage, 3 nothing to do yet."""
    for stream in (sys.stdout, sys.stderr):
        # Names and words are of any script, whatever the machine's locale says.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        build_app(_pick_commands(sys.argv[1:]))()
    except ManilaError as error:
        _fail(str(error), error.exit_status)
    except BrokenPipeError:
        # Whoever read our output has had enough; closing it again at exit must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FAILED)
    except OSError as error:
        _fail(f"{error.filename or 'the output'} could not be written or read: {error.strerror or error}", FAILED)
    except Exception as error:
        if TRACEBACK in os.environ:
            raise
        kind = type(error).__name__
        _fail(f"the program itself is at fault ({kind}: {error}); with {TRACEBACK}=1 it shows where", FAILED)


def _fail(sentence: str, status: int) -> None:
    typer.echo(f"manila: {sentence}", err=True)
    sys.exit(status)
