"""What `send` did, in words and as JSON."""

from __future__ import annotations

from typing import Any

from manila_pbem.post.delivering import LATER, NEVER, SENT
from manila_pbem.processor.sending import Sending, Sent


def tell_sent(sent: Sent) -> str:
    """Return what was done, in lines without a last line end."""
    counts = {fate: sum(one.fate == fate for one in sent.sendings) for fate in (SENT, LATER, NEVER)}
    parts = []
    if counts[SENT]:
        parts.append(f"{_count(counts[SENT])} sent")
    if counts[NEVER]:
        parts.append(f"{_count(counts[NEVER])} failed for good")
    if counts[LATER] + sent.waiting:
        parts.append(f"{_count(counts[LATER] + sent.waiting)} to be tried later")
    lines = [f"{', '.join(parts)}." if parts else "There is nothing to send."]
    lines += [
        f"{_name(one)} is put off until {one.next or 'the next send'}: {one.reply}"
        for one in sent.sendings
        if one.fate == LATER
    ]
    lines += [f"{_name(one)} may have been sent before." for one in sent.sendings if one.fate == SENT and one.again]
    return "\n".join(lines)


def tell_troubles(sent: Sent) -> list[str]:
    """Return what went wrong, a sentence each."""
    failed = [
        f"{_name(one)} failed for good and lies in {one.game + '/' if one.game else ''}outbox/failed: {one.reply}"
        for one in sent.sendings
        if one.fate == NEVER
    ]
    return [*failed, *sent.faults, *([sent.stopped] if sent.stopped is not None else [])]


def describe_sent(sent: Sent) -> dict[str, Any]:
    """Return what was done, for JSON."""
    return {
        "mails": [
            {
                "game": one.game,
                "mail": one.mail,
                "to": one.to,
                "fate": one.fate,
                "reply": one.reply,
                "next": one.next,
                "again": one.again,
            }
            for one in sent.sendings
        ],
        "waiting": sent.waiting,
        "stopped": sent.stopped,
        "faults": list(sent.faults),
    }


def _name(sending: Sending) -> str:
    game = f"{sending.game}: " if sending.game else ""
    return f"{game}the mail {sending.mail} to {sending.to or 'nobody'}"


def _count(mails: int) -> str:
    return f"{mails} mail{'s' * (mails != 1)}"
