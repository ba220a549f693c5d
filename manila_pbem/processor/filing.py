"""`order` and `check`: what becomes of an order, told at once (docs/play.md, section 2)."""

from __future__ import annotations

from pathlib import Path

from manila_pbem import dice
from manila_pbem.errors import ManilaError
from manila_pbem.formats.policy_reader import STANDING, holds_policy
from manila_pbem.orders.order import Order
from manila_pbem.orders.phases import OVER, Phase
from manila_pbem.orders.policy import Policy
from manila_pbem.orders.problems import Problem
from manila_pbem.processor.desk import Desk, open_desk
from manila_pbem.processor.entries import find_nonce
from manila_pbem.processor.messaging import cut_order, holds_message_alone, send_message
from manila_pbem.processor.policies import read_player_policy
from manila_pbem.processor.reporting import ensure_report
from manila_pbem.reports.receipt import Heading
from manila_pbem.store.order_files import OrderFile, file_order, find_orders
from manila_pbem.values import NamedValue


class Receipt(NamedValue):
    """What a player is told of an order: whether it was taken, what is wrong or doubtful, and its commitment.

    `order` is None where it was refused; `text` is the file's, for showing the line of a problem. `commitment` is the
    one the log will hold if the order is used as it is (docs/play.md, section 5). A standing policy has no order and no
    commitment.
    """

    heading: Heading
    phase: Phase
    order: Order | None
    problems: tuple[Problem, ...]
    text: str
    commitment: str | None
    sealed: bool
    policy: Policy | None = None

    @property
    def taken(self) -> bool:
        """Whether the file was taken, as an order or as a standing policy."""
        return self.order is not None or self.policy is not None


def file_player_order(games: Path, name: str, player: str, data: bytes) -> Receipt:
    """File a player's order for the phase it names or the pending one; a refused one is not filed.

    Its message is sent at once and cut out; an order of nothing else files nothing, and one filed before still stands.
    Raises ManilaError and DamagedGame as `open_desk` does, and where nobody is called so or the game is over.
    """
    with open_desk(games, name) as desk:
        receipt = _make_receipt(desk, player, data, filed=True)
        heading = receipt.heading
        if receipt.policy is not None:
            file_order(desk.folder, STANDING, heading.player, data)
        if receipt.order is None:
            return receipt
        if receipt.order.message is not None:
            seat = desk.setup.names.index(heading.player)
            phase = receipt.phase
            desk = send_message(desk, seat, phase, data, receipt.order.message)
            ensure_report(desk)
        if not heading.used and not heading.message_alone:
            file_order(desk.folder, heading.phase, heading.player, cut_order(desk, data))
        return receipt


def check_player_order(games: Path, name: str, player: str, data: bytes) -> Receipt:
    """Say what `file_player_order` would say, and file nothing."""
    with open_desk(games, name) as desk:
        return _make_receipt(desk, player, data, filed=False)


def _make_receipt(desk: Desk, player: str, data: bytes, *, filed: bool) -> Receipt:
    seat = desk.find_seat(player)
    name = desk.setup.names[seat]
    if holds_policy(data):
        return _judge_policy(desk, name, data, filed=filed)
    phase, reading = desk.read_order(data, seat, None)
    order = reading.order
    alone = order is not None and holds_message_alone(order)
    if desk.now.phase.step == OVER and not alone:
        raise ManilaError(f"{desk.setup.game} is over and takes no orders, but for a message alone")
    kept = data if order is None or order.message is None else cut_order(desk, data)
    earlier = desk.read_used(desk.list_orders(phase.name, name)).values()
    used = any(filed.copy == kept for filed in earlier) and not alone
    commitment = None
    if order is not None and not alone:
        commitment = dice.commit(find_nonce(desk.seed, phase.name, name, kept), kept)
    standing = find_orders(desk.folder, phase.name, (name,)).get(name)
    return Receipt(
        heading=Heading(
            game=desk.setup.game,
            phase=phase.name,
            player=name,
            used=used,
            filed=filed,
            message_alone=alone,
            replaces=isinstance(standing, OrderFile)
            and standing.data != kept
            and not any(other.copy == standing.data for other in earlier),
        ),
        phase=phase,
        order=order,
        problems=reading.problems,
        text=reading.text,
        commitment=commitment,
        sealed=desk.setup.rules.sealed,
    )


def _judge_policy(desk: Desk, name: str, data: bytes, *, filed: bool) -> Receipt:
    """Return the receipt of a standing policy, which belongs to no phase."""
    reading = read_player_policy(desk, data)
    heading = Heading(
        game=desk.setup.game,
        phase=STANDING,
        player=name,
        used=False,
        filed=filed,
        message_alone=False,
        replaces=name in find_orders(desk.folder, STANDING, (name,)),
    )
    rules = desk.setup.rules
    return Receipt(
        heading, desk.now.phase, None, reading.problems, reading.text, None, rules.sealed, policy=reading.policy
    )
