"""Why a mail was refused, in one sentence each, and what to do about it (docs/play.md, section 7)."""

from __future__ import annotations

from collections.abc import Mapping

TROUBLES: dict[str, str] = {
    "bad_order": "The order can't be taken as it stands; the receipt says what is wrong with it.",
    "base64_cut": "A part of the mail was cut off on its way (letters of its base64 are missing); send it again.",
    "contradicted_code": "The subject's words name another game or phase than its code, which is one of {phase}; "
    "answer the newest mail of the game and leave its subject as it is.",
    "encrypted_pgp": "The mail is encrypted by PGP, and no key for it is known here; send it without encryption (a "
    "signature in clear does no harm).",
    "encrypted_smime": "The mail is encrypted by S/MIME, and no key for it is known here; send it without encryption "
    "(a signature in clear does no harm).",
    "game_over": "The game is over, so no order can be filed any more.",
    "glued_code": "Letters stand directly beside the reply code in the subject, so it can't be told where it ends; "
    "answer the newest mail and leave its subject as it is, or put a blank behind the code.",
    "header_too_long": "The header {header} of the mail is longer than {most} KiB, so it was not read; write a new "
    "mail.",
    "html_tangled": "The HTML of the mail is nested too deeply to be read; send the order as plain text or as an "
    "attached .yaml file.",
    "near_key": "The paragraph that begins with '{word}:' looks like an order, but the key is '{key}'; correct it, or "
    "write the sentence otherwise if it is none.",
    "no_author": "The mail has no From address that can be read.",
    "no_code": "The subject has no reply code; answer a mail of the game and leave what stands in the brackets of its "
    "subject, or answer this one.",
    "no_order": "No order was found in the mail: an order is a paragraph that begins with a key such as 'bid: 7' or "
    "'place: silk', above the quoted mail.",
    "not_authenticated": "The mail server {server} could not confirm that the mail came from its From address, which "
    "this club demands; send it by your provider's own mail server.",
    "other_players_code": "The reply code in the subject is not one of yours; answer a mail that was sent to you.",
    "other_sender": "A mail with your reply code came from {sender}, which is not your registered address; nothing "
    "was filed. If it was you, write from your registered address or ask the moderator to register the other.",
    "phase_over": "The phase {phase} is over, so nothing was filed; the game waits for orders of {now} now.",
    "prose_in_order": "The line '{line}' is no part of an order, but stands in one paragraph with it; put an empty "
    "line between them, or leave it out.",
    "same_message_id": "A mail with the same Message-ID and other content came before (kept as {first}), so it can't "
    "be told which one is meant; write a new mail instead of sending the old one again.",
    "several_authors": "The mail has more than one From address, so it can't be told whose it is; send it from one.",
    "several_from_headers": "The mail has more than one From header, so it can't be told whose it is; write a new "
    "mail.",
    "signed_opaque": "The mail is signed by S/MIME in such a way that its text is wrapped up in the signature; send "
    "it signed in clear, or without a signature.",
    "struck_out": "The order has text that is struck out ('{words}'); delete what is not meant instead of striking it "
    "out.",
    "too_deep": "The parts of the mail are nested deeper than {most} levels, so they were not read; send the order as "
    "plain text.",
    "too_large": "The mail is larger than {most}, so it was not read to its end; send the order alone, without "
    "pictures and attachments.",
    "too_many_parts": "The mail has more than {most} parts, so they were not read; send the order as plain text.",
    "two_codes": "The subject has two different reply codes; answer the newest mail and leave its subject as it is.",
    "two_orders": "The mail holds two different orders in different places (an attachment, its text, its HTML); send "
    "one order only.",
    "undecodable": "The order has letters that can't be read, since the mail names another character set than it is "
    "written in; send it as UTF-8, or write its words in English.",
    "uuencode_broken": "A part of the mail was cut off or damaged on its way (its uuencode can't be read); send it "
    "again as plain text.",
    "winmail": "The mail came as winmail.dat, which only Outlook can open; set Outlook to send plain text or HTML "
    "instead of rich text, and send it again.",
    "wrong_code": "The reply code in the subject is not right; answer a mail of the game and leave its subject as it "
    "is, or answer this one.",
}
"""The sentence of each trouble by its code; `{name}` is filled from its facts."""

AUTOMATIC: dict[str, str] = {
    "auto_submitted": "its header Auto-Submitted says that a program wrote it",
    "automatic_answer": "its subject is one that programs give to automatic answers",
    "automatic_header": "a header such as X-Autoreply says that a program wrote it",
    "bounce": "it is a bounce or a delivery report",
    "mailing_list": "its header List-Id says that it came by a mailing list",
    "null_return_path": "its return path is empty, as that of bounces",
    "own_address": "it came from an address of the club itself",
    "own_loop": "its header X-Loop is ours: one of our mails came back",
    "own_message_id": "its Message-ID is ours: one of our mails came back",
    "precedence": "its header Precedence says that it is mass mail or an automatic answer",
    "read_receipt": "its subject is that of a read receipt",
    "report": "it is a read receipt or another report of a mail program",
}
"""By what a mail is known as written by no person, as the end of a sentence."""


def tell_trouble(code: str, facts: Mapping[str, str]) -> str:
    """Return the sentence of a trouble."""
    return TROUBLES[code].format_map(facts)
