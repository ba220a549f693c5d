"""`order` and `check`: what becomes of an order, told at once (docs/play.md, section 2)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from manila_pbem import dice
from manila_pbem.errors import ManilaError
from manila_pbem.orders.order import Order
from manila_pbem.orders.phases import OVER
from manila_pbem.orders.problems import Problem
from manila_pbem.processor.desk import Desk, open_desk
from manila_pbem.processor.entries import find_nonce
from manila_pbem.reports.receipt import Heading
from manila_pbem.store.order_files import file_order


class Receipt(NamedTuple):
    """What a player is told of an order: whether it was taken, what is wrong or doubtful, and its commitment.

    `order` is None where it was refused; `text` is the file's, for showing the line of a problem. `commitment` is the
    one the log will hold if the order is used as it is (docs/play.md, section 5).
    """

    heading: Heading
    order: Order | None
    problems: tuple[Problem, ...]
    text: str
    commitment: str | None
    sealed: bool


def file_player_order(games: Path, name: str, player: str, data: bytes) -> Receipt:
    """File a player's order for the phase it names or the pending one; a refused one is not filed.

    Raises ManilaError and DamagedGame as `open_desk` does, and where nobody is called so or the game is over.
    """
    with open_desk(games, name) as desk:
        receipt = _make_receipt(desk, player, data, filed=True)
        heading = receipt.heading
        if receipt.order is not None and not heading.used:
            file_order(desk.folder, heading.phase, heading.player, data)
        return receipt


def check_player_order(games: Path, name: str, player: str, data: bytes) -> Receipt:
    """Say what `file_player_order` would say, and file nothing."""
    with open_desk(games, name) as desk:
        return _make_receipt(desk, player, data, filed=False)


def _make_receipt(desk: Desk, player: str, data: bytes, *, filed: bool) -> Receipt:
    seat = desk.find_seat(player)
    name = desk.setup.names[seat]
    if desk.now.phase.step == OVER:
        raise ManilaError(f"{desk.setup.game} is over and takes no orders")
    phase, reading = desk.read_order(data, seat, None)
    used = any(filed.copy == data for filed in desk.read_used(desk.list_orders(phase.name, name)).values())
    commitment = None
    if reading.order is not None:
        commitment = dice.commit(find_nonce(desk.seed, phase.name, name, data), data)
    return Receipt(
        heading=Heading(desk.setup.game, phase.name, name, used, filed),
        order=reading.order,
        problems=reading.problems,
        text=reading.text,
        commitment=commitment,
        sealed=desk.setup.rules.sealed,
    )
