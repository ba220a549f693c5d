"""Standing policies and bots: orders where nothing arrived in time, by `resolve --missing` alone.

What a policy or a bot says becomes an order file of the phase, which tells in a comment where it came from, and is
used, committed and opened like any other.
"""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem import dice
from manila_pbem.bots import BOTS
from manila_pbem.formats.order_writer import write_order
from manila_pbem.formats.policy_reader import STANDING, PolicyReading, read_policy
from manila_pbem.orders.asking import Question, list_questions
from manila_pbem.orders.order import Order
from manila_pbem.orders.policy import follow_policy
from manila_pbem.orders.problems import Kind, Problem
from manila_pbem.processor.desk import Desk, Refused
from manila_pbem.processor.entries import POLICY_COMMENT, digest_filed
from manila_pbem.store.order_files import OrderFile, file_order, find_orders, set_aside
from manila_pbem.values import NamedValue
from manila_pbem.views import show_player


class Followed(NamedValue):
    """The desk after policies were followed, whose orders came of it, and the policy files that can't be read."""

    desk: Desk
    players: tuple[str, ...]
    refused: tuple[Refused, ...]


def follow_policies(desk: Desk) -> Followed:
    """File an order for each awaited player whose standing policy gives one; who has none, or `wait`, is waited for."""
    players = []
    refused = []
    files = find_orders(desk.folder, STANDING, desk.setup.names)
    for player in desk.find_awaited():
        found = files.get(player)
        if found is None:
            continue
        if not isinstance(found, OrderFile):
            problem = Problem(Kind.UNREADABLE, found.code, "play 3", None, {"files": found.files}, player)
            refused.append(Refused(player, found.files[0], (problem,)))
            continue
        reading = read_player_policy(desk, found.data)
        if reading.policy is None:
            refused.append(Refused(player, found.path, reading.problems))
            continue
        seat = desk.setup.names.index(player)
        if reading.policy.kind == "bot":
            order: Order | None = ask_bot(desk, seat, reading.policy.bot)
        else:
            order = follow_policy(reading.policy, _list_own(desk, seat))
        if order is not None:
            _file_order(desk, player, order)
            players.append(player)
    return Followed(desk.look_again(), tuple(players), tuple(refused))


def read_player_policy(desk: Desk, data: bytes) -> PolicyReading:
    """Read a standing policy of a player of the game."""
    return read_policy(data, desk.setup.names, BOTS)


def ask_bot(desk: Desk, seat: int, bot: str) -> Order:
    """Return what a bot orders for a player, from that player's view; its chance comes from the game's seed."""
    assert bot in BOTS
    from manila_pbem.bots import simple

    name = desk.setup.names[seat]
    draws = dice.Draws(desk.seed, f"manila bot 1\n{desk.now.phase.name}\n{desk.now.until}\n{name}")
    view = show_player(desk.now.game.take_state(), desk.setup.names, seat)
    return simple.write_order(view, _list_own(desk, seat), draws)


def _list_own(desk: Desk, seat: int) -> Sequence[Question]:
    questions = list_questions(desk.now.game.take_state())
    return [question for other, question in questions if other == seat]


def _file_order(desk: Desk, player: str, order: Order) -> None:
    """File an order that came by policy; a file that could not be used is kept beside it."""
    phase = desk.now.phase.name
    data = f"{POLICY_COMMENT}\n{write_order(order)}".encode()
    desk.folder.keep_policy(digest_filed(phase, player, data))
    set_aside(desk.folder, phase, player)
    file_order(desk.folder, phase, player, data)
