"""Commands that move mail: receive."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from manila_pbem.cli.options import JsonOption
from manila_pbem.errors import WrongUsage


def receive(
    context: typer.Context,
    maildir: Annotated[
        Path | None,
        typer.Option(help="Take the mails that wait in a Maildir; those kept move to its cur/.", metavar="DIR"),
    ] = None,
    mbox: Annotated[
        Path | None, typer.Option(help="Take all mails of an mbox, which stays as it is.", metavar="FILE")
    ] = None,
    imap: Annotated[bool, typer.Option("--imap", help="Take new mails from the IMAP server of club.yaml.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="With --imap: go on until ended.")] = False,
    lmtp: Annotated[
        str | None,
        typer.Option(help="Take mail in by LMTP until ended: 127.0.0.1:10025, or a socket's path.", metavar="PLACE"),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Take mail in: one mail from standard input, as a mail server's pipe gives it, or those of a mailbox.

    \b
    Examples:
      manila --games /srv/manila/games receive < mail.eml
      manila receive --maildir ~/Maildir
      manila receive --imap --watch
      manila receive --lmtp 127.0.0.1:10025

    From a pipe it prints nothing. Exit status: 0 once all mail is kept, taken or refused; 75 if some
    could not be kept.
    """
    from manila_pbem.cli.receiving import receive_all, receive_piped, serve

    if sum((maildir is not None, mbox is not None, imap, lmtp is not None)) > 1:
        raise WrongUsage("say one of --maildir, --mbox, --imap and --lmtp")
    if watch and not imap:
        raise WrongUsage("--watch goes with --imap")
    if lmtp is not None:
        raise typer.Exit(serve(context.obj, lmtp, json))
    if maildir is None and mbox is None and not imap:
        if sys.stdin is not None and sys.stdin.isatty():
            raise WrongUsage(
                "say where the mail is: --maildir, --mbox, --imap or --lmtp, or give one as standard input"
            )
        raise typer.Exit(receive_piped(context.obj, json))
    raise typer.Exit(receive_all(context.obj, maildir, mbox, watch, json))


COMMANDS: dict[str, Callable[..., None]] = {"receive": receive}
