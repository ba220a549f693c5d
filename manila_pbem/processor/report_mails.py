"""Report mails: written into the outbox with each report, each once, also where a command was killed between.

A phase's first report goes to all players who have an address; later reports of the phase go to those whose turn it has
become, and whose order is missing. Names of files are told beforehand by log and seat, so that a command that finishes
what a killed one began writes the same mails; `secret/mailed` holds the last step whose mails have all been written.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from manila_pbem.errors import ManilaError
from manila_pbem.orders.phases import OVER
from manila_pbem.processor.chronicle import Entry
from manila_pbem.processor.clock import tell_now
from manila_pbem.processor.desk import Desk
from manila_pbem.processor.entries import BY_COMMAND
from manila_pbem.processor.mailing import Correspondent, Letter, find_correspondent
from manila_pbem.processor.reporting import Gathered, ensure_report, gather_report
from manila_pbem.reports.mail_reports import Recipient, render_report_mails
from manila_pbem.store.atomic import make_folder, read_file, write_file
from manila_pbem.store.mail_box import ENDING, MailBox
from manila_pbem.values import NamedValue

_MARK = "mailed"


class Turn(NamedValue):
    """A moment of the pending phase at which somebody is told: after entry `n`, the phase's first one or a later."""

    phase: str
    n: int
    first: bool


def ensure_report_and_mails(desk: Desk) -> None:
    """Write the pending phase's reports and their mails, where they are missing; raises ManilaError."""
    write_due_mails(desk, ensure_report(desk))


def write_due_mails(desk: Desk, gathered: Gathered | None = None) -> tuple[str, ...]:
    """Write the mails that are due for the pending phase; return the names of the players they are for.

    `gathered` is what the report tells, if it is known already. Raises ManilaError where the addresses or club.yaml
    can't be read; one address that can't be written to is noted for the moderator.
    """
    turn = find_turn(desk)
    marked = read_file(desk.folder.secret / _MARK)
    mark = f"{turn.phase} {turn.n}\n".encode()
    if marked == mark:
        return ()
    correspondent = find_correspondent(desk.folder, desk.setup.names)
    if correspondent is None:
        return ()
    # Where no mail was ever written, everyone is told how things stand.
    seats = range(len(desk.setup.names)) if turn.first or marked is None else _list_called(desk)
    missing = {
        seat: path
        for seat in seats
        if correspondent.find_address(desk.setup.names[seat]) and (path := find_place(desk, turn, seat)) is not None
    }
    if missing:
        _write_mails(desk, correspondent, turn, missing, gathered or gather_report(desk, desk.now.phase))
    write_file(desk.folder.secret / _MARK, mark)
    return tuple(desk.setup.names[seat] for seat in missing)


def find_turn(desk: Desk) -> Turn:
    """Return when the pending phase last came to somebody: at its begin, or by a step that was no message nor loan."""
    entries, phase = desk.chronicle.entries, desk.now.phase
    first = desk.chronicle.find_first(phase).until
    steps = [moment.until for moment in desk.chronicle.moments if moment.until > first and moment.phase == phase]
    begins = [first, *steps[:-1]]
    turns = [end for begin, end in zip(begins, steps, strict=True) if _is_turn(entries[begin:end])] if steps else []
    return Turn(phase.name, turns[-1] if turns else first, not turns)


def _is_turn(step: Sequence[Entry]) -> bool:
    return any(entry["kind"] != "message" and entry.get("by") != BY_COMMAND for entry in step)


def _list_called(desk: Desk) -> list[int]:
    """Return the seats that a phase has come back to, or on to, and whose order it waits for now."""
    if desk.now.phase.step == OVER:
        return []
    awaited = set(desk.find_awaited())
    asked = range(len(desk.setup.names)) if desk.setup.rules.sealed else [desk.now.game.to_act]
    return [seat for seat in asked if seat is not None and desk.setup.names[seat] in awaited]


def find_place(desk: Desk, turn: Turn, seat: int, kind: str = "report") -> Path | None:
    """Return where a mail is to be written, None where it has been: to be sent, sent, or given up."""
    name = f"{turn.n:06}.{turn.phase}.{seat + 1}.{kind}{ENDING}"
    outbox = desk.folder.outbox
    if any((outbox / folder / name).exists() for folder in ("new", "cur", "failed")):
        return None
    return outbox / "new" / name


def _write_mails(
    desk: Desk, correspondent: Correspondent, turn: Turn, places: dict[int, Path], gathered: Gathered
) -> None:
    names = desk.setup.names
    recipients = [
        Recipient(gathered.players[seat], correspondent.club.address, correspondent.write_tag(turn.phase, names[seat]))
        for seat in places
    ]
    mails = render_report_mails(gathered.report, recipients)
    at = tell_now()
    for (seat, path), mail in zip(places.items(), mails, strict=True):
        put_letter(desk, correspondent, Letter(names[seat], turn.phase, turn.n, mail.words, mail.pages), path, at)


def put_letter(desk: Desk, correspondent: Correspondent, letter: Letter, path: Path, at: str) -> bool:
    """Write a mail into the outbox; where its address can't be written to, note that for the moderator.

    Returns whether it was written.
    """
    try:
        data = correspondent.compose(letter, at)
    except ManilaError as error:
        seat = desk.setup.names.index(letter.player) + 1
        box = MailBox(desk.folder.path.parent)
        box.make_folders()
        note = {"what": "address", "game": desk.setup.game, "player": letter.player, "why": str(error), "at": at}
        box.add_note(f"address-{desk.setup.game}-{seat}", note)
        return False
    make_folder(path.parent.parent)
    write_file(make_folder(path.parent) / path.name, data)
    return True
