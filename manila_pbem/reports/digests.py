"""The moderator's digest as a mail: what came in or went out that no player was told of (docs/play.md, section 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from manila_pbem.reports.mail_labels import TITLES
from manila_pbem.reports.mail_style import STYLES
from manila_pbem.reports.render import get_environments
from manila_pbem.reports.report import Pages
from manila_pbem.reports.words import tell_time
from manila_pbem.values import NamedValue

MOST_ITEMS = 100
"""Things of one kind that a digest lists; of more it tells the number."""

LONGEST_FACT = 200
"""Characters of a fact that is shown."""

WORDS = {
    "subject": "Manila digest: {count} to look at",
    "subject_one": "Manila digest: one thing to look at",
    "intro": "What came in or went out since the last digest that no player was told of. `manila receipt ID` shows a "
    "stored mail, how it was read and what was answered.",
    "more": "and {count} more of these",
    "unknown": "unknown",
}

SECTIONS = {
    "undelivered": "Mail that could not be delivered",
    "bounce": "Mail that came back",
    "address": "Addresses that can't be written to",
    "refusals": "Too many refusals, so no more are told",
    "failed": "Mail at which the program itself failed",
    "kept": "Mail kept without an answer",
}
"""The kinds of things a digest tells of, the most urgent first."""

ITEMS = {
    "undelivered": "{to}, {mail} of {game}: {reply} (tries: {tries}, the last {at})",
    "bounce": "{at}, mail {id}: to {recipients}, which is the address of {players}",
    "bounce_unknown": "{at}, mail {id}: to {recipients}, which is the address of no player",
    "address": "{player} in {game}: {why}",
    "refusals": "{address}: {count} within an hour, the last {at}",
    "failed": "{at}, mail {id}: {why}",
    "stranger": "{at}, mail {id} of {from}: a stranger, without a right code. Subject: {subject}",
    "no_author": "{at}, mail {id}: no address of its sender can be read. Subject: {subject}",
    "kept": "{at}, mail {id} of {from}: {what}. Subject: {subject}",
}


class Section(NamedValue):
    """A kind of things, with a sentence for each; `more` tells how many are left out, or is empty."""

    title: str
    items: tuple[str, ...]
    more: str


class Digest(NamedValue):
    """A digest as a mail: the words of its subject, and its pages."""

    words: str
    pages: Pages


def render_digest(notes: Sequence[Mapping[str, Any]]) -> Digest:
    """Return the digest of notes, in their order; whatever a note holds, it can be told."""
    words = WORDS["subject_one" if len(notes) == 1 else "subject"].format(count=len(notes))
    facts = {
        "title": words,
        "intro": WORDS["intro"],
        "sections": tuple(_tell_sections(notes)),
        "titles": TITLES,
        "style": STYLES,
    }
    html, text = get_environments()
    return Digest(
        words,
        Pages(html.get_template("mail/digest.html").render(facts), text.get_template("mail/digest.txt").render(facts)),
    )


def _tell_sections(notes: Sequence[Mapping[str, Any]]) -> list[Section]:
    sections = []
    for kind, title in SECTIONS.items():
        own = [note for note in notes if _find_kind(note) == kind]
        if own:
            left = len(own) - MOST_ITEMS
            more = WORDS["more"].format(count=left) if left > 0 else ""
            sections.append(Section(title, tuple(map(_tell_note, own[:MOST_ITEMS])), more))
    return sections


def _find_kind(note: Mapping[str, Any]) -> str:
    what = str(note.get("what"))
    return what if what in SECTIONS else "kept"


def _tell_note(note: Mapping[str, Any]) -> str:
    what = str(note.get("what"))
    if what == "bounce":
        bounce = note.get("bounce")
        recipients = bounce.get("recipients") if isinstance(bounce, Mapping) else None
        note = {**note, "recipients": recipients}
        what = "bounce" if note.get("players") else "bounce_unknown"
    return ITEMS.get(what, ITEMS["kept"]).format_map(_Facts(note))


class _Facts(dict[str, str]):
    """The facts of a note as they are shown: on one line, not too long, and something for those that are missing."""

    def __init__(self, note: Mapping[str, Any]) -> None:
        super().__init__({key: _show(tell_time(value) if key == "at" else value) for key, value in note.items()})

    def __missing__(self, key: str) -> str:
        return WORDS["unknown"]


def _show(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return _show(", ".join(map(str, value)))
    if value is None or value == "":
        return WORDS["unknown"]
    text = "".join(letter if letter.isprintable() else "\ufffd" for letter in str(value))
    return text if len(text) <= LONGEST_FACT else text[:LONGEST_FACT] + " …"
