"""Why a mail was refused, in one sentence each, and what to do about it (docs/play.md, section 7)."""

from __future__ import annotations

from collections.abc import Mapping

TROUBLES: dict[str, str] = {
    "bad_order": "The order can't be taken as it stands; the receipt says what is wrong with it.",
    "contradicted_code": "The subject's words name another game or phase than its code, which is one of {phase}; "
    "answer the newest mail of the game and leave its subject as it is.",
    "game_over": "The game is over, so no order can be filed any more.",
    "no_code": "The subject has no reply code; answer a mail of the game and leave what stands in the brackets of its "
    "subject, or answer this one.",
    "no_order": "No order was found in the mail: an order is a paragraph that begins with a key such as 'bid: 7' or "
    "'place: silk', above the quoted mail.",
    "not_authenticated": "The mail server {server} could not confirm that the mail came from its From address, which "
    "this club demands; send it by your provider's own mail server.",
    "other_players_code": "The reply code in the subject is not one of yours; answer a mail that was sent to you.",
    "other_sender": "A mail with your reply code came from {sender}, which is not your registered address; nothing was "
    "filed. If it was you, write from your registered address or ask the moderator to register the other.",
    "phase_over": "The phase {phase} is over, so nothing was filed; the game waits for orders of {now} now.",
    "same_message_id": "A mail with the same Message-ID and other content came before (kept as {first}), so it can't be "
    "told which one is meant; write a new mail instead of sending the old one again.",
    "two_codes": "The subject has two different reply codes; answer the newest mail and leave its subject as it is.",
    "two_orders": "The mail holds two different orders in different places (an attachment, its text, its HTML); send "
    "one order only.",
    "wrong_code": "The reply code in the subject is not right; answer a mail of the game and leave its subject as it "
    "is, or answer this one.",
}
"""The sentence of each trouble by its code; `{name}` is filled from its facts."""


def tell_trouble(code: str, facts: Mapping[str, str]) -> str:
    """Return the sentence of a trouble."""
    return TROUBLES[code].format_map(facts)
