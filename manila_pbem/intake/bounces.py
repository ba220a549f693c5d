"""What a bounce tells: which addresses failed, and which mail of ours came back (docs/play.md, section 7)."""

from __future__ import annotations

import re

from manila_pbem.intake.authors import list_addresses
from manila_pbem.intake.fields import FIELD_LIMIT, Fields
from manila_pbem.intake.letter import Bounce, Trouble
from manila_pbem.intake.mime import Tree
from manila_pbem.intake.transfer import decode_transfer

_STATUS_TYPES = frozenset(("message/delivery-status", "message/global-delivery-status"))
_FIELD = re.compile(
    rb"^(final-recipient|original-recipient|action)[ \t]*+:[ \t]*+([^\n]*+)", re.IGNORECASE | re.MULTILINE
)
_BLANK_LINE = re.compile(rb"\n[ \t]*+\n")
_MESSAGE_ID = re.compile(
    rb"^(?:message-id|in-reply-to|references)[ \t]*+:(?:[^<\n]*+|\s*+)(<[^<>\s]{1,990}>)", re.IGNORECASE | re.MULTILINE
)
_MOST = 100


def read_bounce(fields: Fields, tree: Tree, references: tuple[str, ...]) -> Bounce:
    """Return what a bounce tells, in the standard form (RFC 3464) or by `X-Failed-Recipients`; at most 100 of each."""
    recipients: list[str] = []
    message_ids: list[str] = list(references)
    for leaf in tree.leaves:
        body = decode_transfer(leaf.body, leaf.encoding)
        if isinstance(body, Trouble):
            continue
        head = body[:FIELD_LIMIT].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if leaf.type.word in _STATUS_TYPES:
            for block in _BLANK_LINE.split(head):
                recipients += _read_block(block)
        message_ids += [found.decode("ascii", "replace") for found in _MESSAGE_ID.findall(head)]
    for value in fields.list_values("x-failed-recipients"):
        recipients += list_addresses(value)
    return Bounce(tuple(dict.fromkeys(recipients))[:_MOST], tuple(dict.fromkeys(message_ids))[:_MOST])


def _read_block(block: bytes) -> list[str]:
    """Return the addresses of a recipient that failed, as its block of fields tells them."""
    found = {name.lower(): value for name, value in reversed(_FIELD.findall(block))}
    if b"failed" not in found.get(b"action", b"failed").lower():
        return []
    return [
        address
        for name in (b"final-recipient", b"original-recipient")
        for address in list_addresses(found.get(name, b"").decode("utf-8", "replace").rpartition(";")[2])
    ]
