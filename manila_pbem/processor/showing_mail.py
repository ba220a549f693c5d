"""A stored mail: how it was read and what was answered (`manila receipt`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from manila_pbem.errors import ManilaError
from manila_pbem.store.atomic import list_folder
from manila_pbem.store.game_folder import find_games
from manila_pbem.store.journal import read_facts
from manila_pbem.store.mail_box import ENDING, ID_LENGTH, MailBox
from manila_pbem.values import NamedValue

LEAST_LETTERS = 4
"""Letters of an ID by which a mail may be named."""


class StoredMail(NamedValue):
    """A mail that is kept: where its bytes lie, and what is known of it, None where it has not been treated yet."""

    path: Path
    facts: dict[str, Any] | None


def find_mail(games: Path, said: str) -> StoredMail:
    """Return the stored mail whose ID begins so; raises ManilaError where there is none, or more than one."""
    wanted = said.strip().lower().removesuffix(ENDING)
    if len(wanted) < LEAST_LETTERS or len(wanted) > ID_LENGTH or not all(c in "0123456789abcdef" for c in wanted):
        raise ManilaError(f"{said!r} is no ID of a mail: {LEAST_LETTERS} to {ID_LENGTH} hex digits are needed")
    box = MailBox(games)
    inboxes = [box.landing, box.inbox, *(folder.inbox for folder in find_games(games))]
    found = sorted(
        Path(entry.path)
        for inbox in inboxes
        for entry in list_folder(inbox)
        if entry.name.startswith(wanted) and entry.name.endswith(ENDING)
    )
    names = {path.name for path in found}
    if not names:
        raise ManilaError(f"no mail with the ID {wanted} is kept below {games}")
    if len(names) > 1:
        raise ManilaError(f"the ID {wanted} is of {len(names)} mails: {', '.join(sorted(names))}")
    treated = [path for path in found if path.parent != box.landing]
    path = treated[0] if treated else found[0]
    return StoredMail(path, read_facts(path.with_suffix(".json")))


def describe_mail(mail: StoredMail) -> dict[str, Any]:
    """Return what `receipt --json` says."""
    return {"file": str(mail.path), **(mail.facts or {"fate": "waiting"})}


def tell_mail(mail: StoredMail) -> str:
    """Return what `receipt` says of a mail; nothing in it can change how a terminal shows it."""
    from manila_pbem.reports.mail_telling import tell_stored

    return tell_stored(str(mail.path), mail.facts)
