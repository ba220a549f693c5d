"""Printing an order's receipt, and the exit status that comes of it."""

from __future__ import annotations

import typer

from manila_pbem.cli.options import print_json
from manila_pbem.processor.filing import Receipt
from manila_pbem.processor.telling import describe_receipt, tell_receipt


def show_receipt(receipt: Receipt, json: bool) -> None:
    """Print a receipt; exits with 1 where the order was refused."""
    if json:
        print_json(describe_receipt(receipt))
    else:
        typer.echo(tell_receipt(receipt), nl=False)
    if not receipt.taken:
        raise typer.Exit(1)
