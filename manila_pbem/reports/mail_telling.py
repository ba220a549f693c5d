"""What a moderator reads of a stored mail (docs/play.md, section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from manila_pbem.reports.mail_words import AUTOMATIC

FATES = {
    "taken": "taken",
    "refused": "refused",
    "silent": "kept without an answer",
    "failed": "laid by, since the program itself failed at it",
}

SILENCES = {
    "stranger": "its sender is registered in no game, and its subject has no right code",
    "twice": "the same mail had come before",
    "no_author": "no address of its sender can be read",
    **AUTOMATIC,
}

PLACES = {"attachment": "the attachment {name}", "text": "the text", "html": "the HTML"}


def tell_stored(path: str, facts: Mapping[str, Any] | None) -> str:
    """Return what is known of a stored mail, lines of plain text; `facts` are None for one not treated yet."""
    if facts is None:
        return f"{show(path)} is kept and has not been treated yet; the next manila receive does.\n"
    return "\n".join(_tell(path, facts)) + "\n"


def show(text: object) -> str:
    """Return a text of a mail as one line that a terminal shows as it is."""
    return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in str(text))


def _tell_silence(fate: str, why: str) -> str:
    if fate == "silent":
        return SILENCES.get(why, show(why))
    return show(why)


def _tell(path: str, facts: Mapping[str, Any]) -> Iterator[str]:
    yield f"Mail {facts['id']}, received {facts['at']}: {FATES.get(facts['fate'], facts['fate'])}."
    yield f"Kept as {show(path)}"
    for label, key in (("From", "from"), ("Subject", "subject"), ("Message-ID", "message_id")):
        said = facts.get(key)
        if said:
            yield f"{label}: {show(', '.join(said) if isinstance(said, list) else said)}"
    if facts.get("player"):
        yield f"The code is right for {facts['game']}, {facts['phase']}, {show(facts['player'])}."
    if facts["fate"] in ("silent", "failed"):
        yield f"Why: {_tell_silence(facts['fate'], str(facts['why']))}."
    yield from (f"Why: {show(reason)}" for reason in facts.get("reasons", ()))
    for place in facts.get("places", ()):
        yield ""
        yield f"Read in {PLACES.get(place['kind'], place['kind']).format(name=show(place['name']))}:"
        yield from (f"    {show(line)}" for line in place["order"].splitlines())
        yield from (f"Left out: {show(prose)}" for prose in place["left_out"])
    answer = facts.get("answer")
    yield ""
    if answer is None:
        yield "No answer was sent."
        return
    yield f"Answered to {show(answer['to'])}: {show(answer['subject'])}"
    yield from (f"    {show(line)}".rstrip() for line in answer["text"].splitlines())
