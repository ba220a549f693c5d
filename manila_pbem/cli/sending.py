"""Commands for mail that goes out: send, mail-check."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from manila_pbem.cli.options import JsonOption, print_json
from manila_pbem.errors import ManilaError, WrongUsage


def send(
    context: typer.Context,
    to_maildir: Annotated[
        Path | None,
        typer.Option(
            "--to-maildir", help="Put the mails into a Maildir instead; it is made if missing.", metavar="DIR"
        ),
    ] = None,
    command: Annotated[
        str | None,
        typer.Option(help="Give each mail to a command instead, the address as its last word.", metavar="COMMAND"),
    ] = None,
    retry: Annotated[
        bool, typer.Option("--retry", help="Try again those that failed or wait for another try, too.")
    ] = False,
    digest: Annotated[
        bool, typer.Option("--digest", help="Write the moderator's digest now, not only once a day.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Send the mails that lie in the outboxes, by the SMTP server of club.yaml if nothing else is said.

    Exit status: 1 if a mail failed for good, or no mail could be sent; those that may be sent later stay.

    \b
    Examples:
      manila send
      manila send --command 'sendmail -i -f manila@example.org'
      manila send --to-maildir ~/Maildir
    """
    from manila_pbem.processor.digesting import write_digest
    from manila_pbem.processor.sending import send_mails
    from manila_pbem.processor.telling_mail import describe_sent, tell_sent, tell_troubles
    from manila_pbem.processor.ways import open_way

    if to_maildir is not None and command is not None:
        raise WrongUsage("say --to-maildir or --command, not both")
    games = context.obj
    troubles: list[str] = []
    try:
        write_digest(games, at_once=digest)
    except ManilaError as error:
        # The players' mails go on their way all the same.
        troubles.append(str(error))
    sent = send_mails(games, lambda: open_way(games, to_maildir, command), retry=retry)
    if json:
        print_json(describe_sent(sent))
    else:
        typer.echo(tell_sent(sent))
    troubles += [trouble for trouble in tell_troubles(sent) if trouble not in troubles]
    for trouble in troubles:
        typer.echo(f"manila: {trouble}", err=True)
    if troubles:
        raise typer.Exit(1)


def check(
    context: typer.Context,
    wait: Annotated[
        float,
        typer.Option(
            help="How long to wait for the probe; 60 if not told.",
            metavar="SECONDS",
            min=0,
            max=3600,
            show_default=False,
        ),
    ] = 60.0,
    command: Annotated[
        str | None, typer.Option(help="Send by a command instead, as `send --command` does.", metavar="COMMAND")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Try whether the club's mail works: connect, send a mail to the club itself, find it, look how it was judged.

    Each line says `ok`, `note`, or `fix` with what to change. Exit status: 1 if there is something to fix.

    \b
    Example:
      manila mail-check --wait 120
    """
    from manila_pbem.processor.checking_mail import FIX, check_mail

    faults = 0
    for found in check_mail(context.obj, wait, command):
        faults += found.state == FIX
        if json:
            print_json({"state": found.state, "topic": found.topic, "code": found.code, "told": found.sentence})
        else:
            typer.echo(f"{found.state:<4}  {found.topic}: {found.sentence}")
    if faults:
        typer.echo(f"manila: {faults} thing{'s' * (faults > 1)} in the set-up of the club's mail to fix", err=True)
        raise typer.Exit(1)


COMMANDS: dict[str, Callable[..., None]] = {"send": send, "mail-check": check}
