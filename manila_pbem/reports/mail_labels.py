"""The words of mails to players, apart from what decides which are said: another language replaces this page."""

from __future__ import annotations

ANSWERS = {
    "taken": "Taken",
    "taken_with_warnings": "Taken, with a warning",
    "refused": "Not taken: nothing was filed",
}
"""What an answer says first, in its subject too."""

ANSWER = {
    "again": "To try again, answer this mail: write the order at the top, above the quoted text, and leave the subject "
    "as it is.",
    "change": "To change it, answer this mail with a new order, written at the top: it takes the place of this one, "
    "until this one is used.",
    "mail_id": "Your mail is kept as {mail_id}; the moderator can see how it was read.",
    "more_left_out": "and more, {count} paragraphs in all",
}

HEADLINES = {
    "asked": "{name}, your order is asked for",
    "ahead": "{name}, it is not your turn yet",
    "unasked": "{name}, nothing is asked of you now",
    "over": "{name}, the game is over",
    "reminder": "{name}, the game waits for your order",
}
"""What a mail says first to the player it is for, by what is asked of him."""

SUBJECTS = {
    "asked": "Your order, please - {phase}",
    "ahead": "Not your turn yet - {phase}",
    "unasked": "Nothing to decide - {phase}",
    "over": "{phase}",
    "reminder": "Reminder: your order is missing - {phase}",
}
"""The same as the words of a subject."""

DECISIONS = {
    "auction": "Decide what you bid for the harbour master's office, such as `{example}`, or any number you can pay.",
    "office": "Decide which share you buy, such as `{example}`, and how you load the punts.",
    "place": "Decide where you place an accomplice, such as `{example}`.",
    "boarding": "Decide which punt you board, or that you don't, such as `{example}`.",
    "pilots": "Decide which punts you move, or that you don't, such as `{example}`.",
    "plunder": "Decide where the plundered punts go, such as `{example}`.",
}
"""What a phase asks, by its step."""

EXAMPLES = {
    "auction": "bid: pass",
    "office": "buy: none",
    "place": "place: [cheapest, pass]",
    "boarding": "board: stay",
    "pilots": "pilot: none",
    "plunder": "plunder: port",
}
"""An answer that is always legal there."""

ASKING = {
    "reply": "Answer this mail with your order at the top, above the quoted text, and leave the subject as it is. A "
    "form with all your choices stands at the end.",
    "ahead": "You may send your order ahead: answer this mail with it at the top, above the quoted text. A form with "
    "all your choices stands at the end.",
    "in_already": "If an order of yours says it already, you need do nothing.",
    "speak": "You may answer this mail all the same with a message to others, such as `{example}`, loans or salt.",
    "speak_at_the_end": "You may answer this mail with a message to the others, such as `{example}`.",
    "message": "message: {to: all, text: hello}",
    "missing": "Your order for this phase is missing, or says too little to go on.",
}

LABELS = {
    "link": "Write the order now",
    "link_words": "(a new mail with the form in it)",
    "form": "Copy what stands between the two lines to the top of your answer, and write your answers over each ___.",
}

TITLES = {
    "left_out": "No order, so left out",
    "present": "How the game stands now",
    "form": "An order to fill in",
    "form_begins": "order begins",
    "form_ends": "order ends",
}
"""Headings and marks."""
