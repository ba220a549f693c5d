"""Commands about stored mail: receipt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from manila_pbem.cli.options import JsonOption, print_json


def receipt(
    context: typer.Context,
    mail: Annotated[str, typer.Argument(help="The mail's ID, or how it begins.", metavar="ID")],
    json: JsonOption = False,
) -> None:
    """Show a stored mail: how it was read and what was answered.

    \b
    Example:
      manila receipt 3f9a1c2b
    """
    from manila_pbem.processor.showing_mail import describe_mail, find_mail, tell_mail

    found = find_mail(context.obj, mail)
    if json:
        print_json(describe_mail(found))
    else:
        typer.echo(tell_mail(found), nl=False)


COMMANDS: dict[str, Callable[..., None]] = {"receipt": receipt}
