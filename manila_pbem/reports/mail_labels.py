"""The words of mails to players, apart from what decides which are said: another language replaces this page."""

from __future__ import annotations

ANSWERS = {
    "taken": "Taken",
    "taken_with_warnings": "Taken, with a warning",
    "refused": "Not taken: nothing was filed",
}
"""What an answer says first, in its subject too."""

ANSWER = {
    "taken": "Your mail of {game} was taken. What it does stands below.",
    "refused": "Your mail was not taken, and nothing of it was filed. An order filed before still stands.",
    "again": "To try again, answer this mail: write the order at the top, above the quoted text, and leave the subject "
    "as it is.",
    "change": "To change it, answer this mail with a new order, written at the top: it takes the place of this one, "
    "until this one is used.",
    "mail_id": "Your mail is kept as {mail_id}; the moderator can see how it was read.",
    "more_left_out": "and more, {count} paragraphs in all",
}

TITLES = {
    "why": "Why",
    "warnings": "Warnings",
    "receipt": "Receipt",
    "left_out": "No order, so left out",
    "present": "The position now",
    "form": "An order to fill in",
    "form_begins": "order begins",
    "form_ends": "order ends",
}
"""Headings and marks."""
