"""Messages of players: cut out of their orders, told to everyone by the log, or kept for whom they are meant.

A message is cut out when its order is filed, or before the first use of a file put there directly: what is committed
and opened is the copy without it (docs/play.md, section 2). The same file in the same phase speaks once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256

from manila_pbem.orders.order import Message
from manila_pbem.orders.phases import OVER, Phase, list_steps
from manila_pbem.processor.clock import tell_now
from manila_pbem.processor.desk import Desk
from manila_pbem.processor.entries import number_entry
from manila_pbem.reports.report import MessageReceived
from manila_pbem.store.journal import Step, commit_step
from manila_pbem.store.log_file import write_line
from manila_pbem.store.order_files import OrderFile, find_orders, replace_order


def cut_order(desk: Desk, data: bytes) -> bytes:
    """Return an order file as it is kept and committed: without its message."""
    # Needed where there is a message alone, and it takes time to load.
    from manila_pbem.formats.message_cutter import cut_message

    return cut_message(data, desk.setup.names)


def send_message(desk: Desk, seat: int, phase: Phase, data: bytes, message: Message) -> Desk:
    """Send an order's message, unless the same file has spoken already; return the desk after it."""
    step = plan_message(desk, seat, phase, data, message)
    if not step.messages:
        return desk
    commit_step(desk.folder, step)
    return desk.move_on(step.lines, {})


def plan_message(desk: Desk, seat: int, phase: Phase, data: bytes, message: Message) -> Step:
    """Return the step that sends an order's message, an empty one where the same file has spoken already."""
    sender = desk.setup.names[seat]
    if has_spoken(desk, seat, phase, data):
        return Step()
    name = _name_message(sender, phase, data)
    kept = {"from": sender, "to": list(message.to), "text": message.text, "after": desk.now.until}
    lines = []
    if not message.to:
        n = len(desk.chronicle.entries) + 1
        body = {"kind": "message", "from": sender, "text": message.text}
        lines.append(write_line(number_entry(body, n, tell_now(), n), desk.chronicle.entries[-1]["hash"]))
    return Step(tuple(lines), messages={name: json.dumps(kept, ensure_ascii=False).encode()})


def has_spoken(desk: Desk, seat: int, phase: Phase, data: bytes) -> bool:
    """Tell whether the message of the same file has been sent in this phase already: sending it again sends nothing."""
    return (desk.folder.messages / _name_message(desk.setup.names[seat], phase, data)).exists()


def _name_message(sender: str, phase: Phase, data: bytes) -> str:
    return sha256(f"{phase.name}\n{sender}\n".encode() + data).hexdigest() + ".json"


def send_waiting(desk: Desk) -> Desk:
    """Send the messages of files put into the folders of the running voyage directly, and cut them out."""
    for phase in _list_coming(desk):
        for player, found in find_orders(desk.folder, phase.name, desk.setup.names).items():
            if not isinstance(found, OrderFile) or (b"m" not in found.data.lower() and found.data.isascii()):
                continue
            seat = desk.setup.names.index(player)
            _, reading = desk.read_order(found.data, seat, phase)
            if reading.order is None or reading.order.message is None:
                continue
            desk = send_message(desk, seat, phase, found.data, reading.order.message)
            replace_order(desk.folder, found, cut_order(desk, found.data))
    return desk


def _list_coming(desk: Desk) -> Iterator[Phase]:
    """List the phases of the running voyage from the pending one on."""
    present = desk.now.phase
    if present.step == OVER:
        return
    steps = list_steps(len(desk.setup.names))
    for step in steps[steps.index(present.step) :]:
        yield Phase(present.voyage, step)


def list_received(desk: Desk, begin: int, end: int) -> tuple[tuple[int, MessageReceived], ...]:
    """Return the messages that were not for everyone, each with the seat it is for, that were sent in a span."""
    received = []
    for data in desk.folder.read_messages().values():
        kept = json.loads(data)
        if kept["to"] and begin <= kept["after"] <= end:
            for name in kept["to"]:
                received.append((kept["after"], desk.setup.names.index(name), kept["from"], kept["text"]))
    return tuple((seat, MessageReceived(sender, text)) for _, seat, sender, text in sorted(received))
