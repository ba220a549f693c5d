"""`order` and `check`: what becomes of an order, told at once (docs/play.md, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from manila_pbem import dice
from manila_pbem.formats.correcting import confirm_corrections
from manila_pbem.formats.decoding import show_text
from manila_pbem.formats.policy_reader import STANDING, holds_policy
from manila_pbem.orders.foresight import foresee
from manila_pbem.orders.judging import Case
from manila_pbem.orders.order import Mark, Order, holds_message_alone
from manila_pbem.orders.outlook import Outlook
from manila_pbem.orders.phases import Phase, list_steps
from manila_pbem.orders.policy import Policy
from manila_pbem.orders.problems import Correction, Problem
from manila_pbem.orders.standing import Filed
from manila_pbem.processor.desk import Desk, open_desk
from manila_pbem.processor.entries import find_nonce
from manila_pbem.processor.messaging import cut_order, has_spoken, plan_message
from manila_pbem.processor.policies import read_player_policy
from manila_pbem.processor.reporting import write_report
from manila_pbem.reports.receipt import Heading
from manila_pbem.store.journal import Put, Step, commit_step
from manila_pbem.store.order_files import OrderFile, find_orders, list_folders, plan_order, set_aside
from manila_pbem.values import NamedValue


class Receipt(NamedValue):
    """What a player is told of an order: whether it was taken, what comes of it or is wrong with it, its commitment.

    `order` and `outlook` are None where it was refused; `text` is the file's, for showing the line of a problem.
    `commitment` is the one the log will hold if the order is used as it is (docs/play.md, section 5). A standing policy
    has no order and no commitment. `standing` is the player's policy where an order is filed, None without one.
    """

    heading: Heading
    names: tuple[str, ...]
    at_sea: bool
    phase: Phase
    order: Order | None
    problems: tuple[Problem, ...]
    text: str
    commitment: str | None = None
    outlook: Outlook | None = None
    policy: Policy | None = None
    standing: Policy | None = None
    corrections: tuple[Correction, ...] = ()

    @property
    def taken(self) -> bool:
        """Whether the file was taken, as an order or as a standing policy."""
        return self.order is not None or self.policy is not None


def file_player_order(games: Path, name: str, player: str, data: bytes) -> Receipt:
    """File a player's order for the phase it names or the pending one; a refused one is not filed.

    Its message is sent at once and cut out; an order of nothing else files nothing, and one filed before still stands.
    Raises ManilaError and DamagedGame as `open_desk` does, and where nobody is called so.
    """
    with open_desk(games, name) as desk:
        receipt = judge_player_order(desk, player, data, filed=True)
        step = plan_filing(desk, receipt, data)
        if step.lines or step.messages or step.puts:
            commit_step(desk.folder, step)
        if step.messages:
            tell_message(desk.move_on(step.lines, {}))
        return receipt


def plan_filing(desk: Desk, receipt: Receipt, data: bytes) -> Step:
    """Return the step that files an order or a policy by its receipt; an empty one where there is nothing to file."""
    player = receipt.heading.player
    if receipt.policy is not None:
        return Step(puts=(_plan_put(desk, STANDING, player, data),))
    if receipt.order is None:
        return Step()
    step = Step()
    if receipt.order.message is not None:
        seat = desk.setup.names.index(player)
        step = plan_message(desk, seat, receipt.phase, data, receipt.order.message)
    if not receipt.heading.message_alone and (receipt.heading.replaces or not receipt.heading.used):
        kept = data if receipt.order.message is None else cut_order(desk, data)
        step = step._replace(puts=(_plan_put(desk, receipt.heading.phase, player, kept),))
    return step


def tell_message(desk: Desk) -> None:
    """Write the pending report anew after a message.

    One that is not for everyone leaves the log, by which a report would be known to be old, as it is.
    """
    write_report(desk, desk.now.phase)


def _plan_put(desk: Desk, phase: str, player: str, data: bytes) -> Put:
    put = plan_order(desk.folder, phase, player, data)
    if put is None:
        # Two files, or one that can't be read: they are kept, and out of the way.
        set_aside(desk.folder, phase, player)
        put = plan_order(desk.folder, phase, player, data)
    assert put is not None
    return put


def check_player_order(games: Path, name: str, player: str, data: bytes) -> Receipt:
    """Say what `file_player_order` would say, and file nothing."""
    with open_desk(games, name) as desk:
        return judge_player_order(desk, player, data, filed=False)


def judge_player_order(desk: Desk, player: str, data: bytes, address: Phase | None = None, *, filed: bool) -> Receipt:
    """Return the receipt of an order for the phase of its address, or else for the one it names or the pending one."""
    seat = desk.find_seat(player)
    name = desk.setup.names[seat]
    if holds_policy(data):
        return _judge_policy(desk, name, data, filed=filed)
    phase, reading = desk.read_order(data, seat, address)
    order = reading.order
    alone = order is not None and holds_message_alone(order)
    kept = data if order is None or order.message is None else cut_order(desk, data)
    earlier = desk.read_used(desk.list_orders(phase.name, name)).values()
    used = any(other.copy == kept for other in earlier) and not alone
    standing = find_orders(desk.folder, phase.name, (name,)).get(name)
    heading = Heading(
        game=desk.setup.game,
        phase=phase.name,
        player=name,
        used=used,
        filed=filed,
        message_alone=alone,
        message_sent=order is not None and order.message is not None and has_spoken(desk, seat, phase, data),
        replaces=isinstance(standing, OrderFile)
        and standing.data != kept
        and not any(other.copy == standing.data for other in earlier),
    )
    receipt = Receipt(
        heading=heading,
        names=desk.setup.names,
        at_sea=bool(desk.now.game.loaded),
        phase=phase,
        order=order,
        problems=reading.problems,
        text=reading.text or show_text(data),
    )
    if order is None:
        return receipt._replace(
            corrections=_correct(receipt, lambda other: desk.read_order(other, seat, address)[1].problems)
        )
    outlook = _foresee(desk, seat, phase, order, kept=not used and not alone and not order.withdraw)
    return receipt._replace(
        outlook=outlook,
        problems=tuple(sorted((*reading.problems, *outlook.doubts), key=lambda problem: problem.mark or Mark(0, 0))),
        commitment=None if alone else dice.commit(find_nonce(desk.seed, phase.name, name, kept), kept),
        standing=_find_policy(desk, name),
    )


def _correct(receipt: Receipt, read_again: Callable[[bytes], Sequence[Problem]]) -> tuple[Correction, ...]:
    """Find the corrected lines of a refused file."""
    return confirm_corrections(receipt.text, receipt.problems, read_again)


def _foresee(desk: Desk, seat: int, phase: Phase, order: Order, *, kept: bool) -> Outlook:
    """Foretell what an order will do, from the player's own orders and the public state alone."""
    name = desk.setup.names[seat]
    files: list[Filed] = []
    there = set(list_folders(desk.folder))
    for step in list_steps(len(desk.setup.names)):
        folder = Phase(desk.now.phase.voyage, step)
        if folder.name not in there:
            continue
        used = desk.read_used(desk.list_orders(folder.name, name)).values()
        files += used
        found = find_orders(desk.folder, folder.name, (name,)).get(name)
        replaced = folder == phase and (kept or order.withdraw)
        if replaced or not isinstance(found, OrderFile) or any(filed.copy == found.data for filed in used):
            continue
        other = desk.read_order(found.data, seat, folder)[1].order
        if other is not None and not other.withdraw:
            files.append(Filed(seat, folder, found.data, other))
    case = Case(order, seat, phase, desk.now.game, desk.setup.names, desk.setup.rules.sealed)
    return foresee(case, files, kept=kept)


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
        message_sent=False,
        replaces=name in find_orders(desk.folder, STANDING, (name,)),
    )
    receipt = Receipt(
        heading=heading,
        names=desk.setup.names,
        at_sea=bool(desk.now.game.loaded),
        phase=desk.now.phase,
        order=None,
        problems=reading.problems,
        text=reading.text or show_text(data),
        policy=reading.policy,
    )
    if reading.policy is not None:
        return receipt
    return receipt._replace(corrections=_correct(receipt, lambda other: read_player_policy(desk, other).problems))


def _find_policy(desk: Desk, name: str) -> Policy | None:
    """Return the player's standing policy where one can be read that does something."""
    found = find_orders(desk.folder, STANDING, (name,)).get(name)
    policy = read_player_policy(desk, found.data).policy if isinstance(found, OrderFile) else None
    return policy if policy is not None and policy.kind != "wait" else None
