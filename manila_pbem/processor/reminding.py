"""`remind`: a mail to each player whose order is missing, one a day at most (docs/mail.md)."""

from __future__ import annotations

from pathlib import Path

from manila_pbem.processor.clock import tell_now
from manila_pbem.processor.desk import open_desk
from manila_pbem.processor.mailing import Letter, find_correspondent
from manila_pbem.processor.report_mails import find_place, find_turn, put_letter, write_due_mails
from manila_pbem.processor.reporting import gather_report
from manila_pbem.reports import notices
from manila_pbem.reports.mail_reports import Recipient, render_reminder
from manila_pbem.values import NamedValue

_DAY = len("2026-12-01")


class Reminded(NamedValue):
    """Who was reminded of what a game waits for, and who was not: for want of an address, or since he just was told.

    Times of a day are UTC.
    """

    game: str
    phase: str
    reminded: tuple[str, ...]
    told_today: tuple[str, ...]
    without_address: tuple[str, ...]


def remind_players(games: Path, name: str) -> Reminded:
    """Write reminders into a game's outbox; raises ManilaError and DamagedGame as `open_desk` does.

    Who gets the report itself only now, or has been reminded today of the same decision, is not reminded.
    """
    with open_desk(games, name) as desk:
        awaited = desk.find_awaited()
        told = write_due_mails(desk)
        correspondent = find_correspondent(desk.folder, desk.setup.names)
        at = tell_now()
        if correspondent is None:
            return Reminded(name, desk.now.phase.name, (), (), awaited)
        reachable = [player for player in awaited if correspondent.find_address(player)]
        without = tuple(player for player in awaited if player not in reachable)
        kind = f"reminder-{at[:_DAY]}"
        turn = find_turn(desk)
        gathered = gather_report(desk, desk.now.phase)
        reminded = []
        for player in reachable:
            seat = desk.setup.names.index(player)
            path = find_place(desk, turn, seat, kind)
            if player in told or path is None:
                continue
            tag = correspondent.write_tag(turn.phase, player)
            recipient = Recipient(gathered.players[seat], correspondent.club.address, tag)
            mail = render_reminder(gathered.report, recipient)
            letter = Letter(player, turn.phase, turn.n, mail.words, mail.pages, kind)
            if put_letter(desk, correspondent, letter, path, at):
                reminded.append(player)
    told_today = tuple(player for player in reachable if player not in reminded)
    return Reminded(name, turn.phase, tuple(reminded), told_today, without)


def tell_reminded(reminded: Reminded) -> str:
    """Return what `remind` says."""
    return notices.write_reminded(
        reminded.game, reminded.phase, reminded.reminded, reminded.told_today, reminded.without_address
    )


def describe_reminded(reminded: Reminded) -> dict[str, object]:
    """Return what `remind --json` says."""
    return {
        "game": reminded.game,
        "phase": reminded.phase,
        "reminded": list(reminded.reminded),
        "told_today": list(reminded.told_today),
        "without_address": list(reminded.without_address),
    }
