"""The moderator's digest: notes put together in one mail, at most once a day, each note told once (docs/mail.md).

A note is first copied into `inbox/digest.json`, then taken away, then told: whoever is killed in between leaves what
the next call goes on from, and the mail that it writes is the same.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from manila_pbem.formats.club_file import ClubFile
from manila_pbem.post.composing import Outgoing, write_mail
from manila_pbem.processor.clock import read_time, tell_now
from manila_pbem.processor.mailing import find_club
from manila_pbem.reports.digests import render_digest
from manila_pbem.store.atomic import is_temporary, list_folder, make_folder, read_file, remove_file, write_file
from manila_pbem.store.mail_box import ENDING, MailBox, lock_club, read_json, write_json

LEAST_PAUSE = timedelta(hours=24)

_STATE = "digest.json"


def write_digest(games: Path, *, at_once: bool = False) -> Path | None:
    """Write the digest into the club's outbox, if there is something to tell and a moderator to tell it.

    At most once in 24 hours, by the program's clock, unless it is wanted `at_once`. Returns the mail's path, None where
    none was written. Raises ManilaError where club.yaml, the folders or `MANILA_NOW` can't be used.
    """
    club = find_club(games)
    box = MailBox(games)
    if not club.moderator or not box.inbox.is_dir():
        return None
    with lock_club(box):
        path = box.inbox / _STATE
        state = read_json(path) or {}
        if not isinstance(state.get("notes"), dict) or not state["notes"]:
            now = tell_now()
            notes = _read_notes(box)
            if not notes or not (at_once or _is_due(state.get("at"), now)):
                return None
            state = {"at": now, "notes": notes}
            write_file(path, write_json(state))
        _take_away(box, state["notes"])
        mail = _put_mail(box, club, state["at"], list(state["notes"].values()))
        write_file(path, write_json({"at": state["at"], "notes": {}}))
    return mail


def _is_due(last: object, now: str) -> bool:
    """Tell whether a day lies between; it does, too, where the last digest is of a clock that ran ahead."""
    return not isinstance(last, str) or abs(read_time(now) - read_time(last)) >= LEAST_PAUSE


def _read_notes(box: MailBox) -> dict[str, dict[str, Any]]:
    """Return the notes by the name of their file, in the order in which things happened."""
    found = []
    for entry in list_folder(box.notes):
        # What is no file there is none of ours, and must not keep the rest from being told.
        if entry.name.endswith(".json") and not is_temporary(entry.name) and entry.is_file(follow_symlinks=False):
            note = read_json(Path(entry.path))
            if note is not None:
                found.append((str(note.get("at")), entry.name, note))
    return {name: note for _, name, note in sorted(found, key=lambda one: one[:2])}


def _take_away(box: MailBox, notes: dict[str, dict[str, Any]]) -> None:
    """Take the notes away that the digest tells; one that says something else by now stays for the next."""
    for name, note in notes.items():
        path = box.notes / name
        if read_file(path) == write_json(note):
            remove_file(path)


def _put_mail(box: MailBox, club: ClubFile, at: str, notes: list[dict[str, Any]]) -> Path | None:
    digest = render_digest(notes)
    name = sha256(write_json([at, notes])).hexdigest()[:16]
    data = write_mail(
        Outgoing(
            at=at,
            from_name=club.name,
            from_address=club.address,
            to_name="",
            to_address=club.moderator[0],
            tag="",
            words=digest.words,
            message_id=f"<manila.digest.{name}@{club.domain}>",
            text=digest.pages.text,
            html=digest.pages.html,
        )
    )
    path = box.outbox / "new" / f"digest-{name}{ENDING}"
    make_folder(box.outbox)
    if any((box.outbox / folder / path.name).exists() for folder in ("new", "cur", "failed")):
        return None
    write_file(make_folder(path.parent) / path.name, data)
    return path
