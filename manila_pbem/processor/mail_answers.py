"""The answer to a mail: the receipt of its order, or why there is none and what to do (docs/play.md, section 7)."""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem.formats.club_file import ClubFile
from manila_pbem.intake.letter import Letter
from manila_pbem.processor.blank_orders import write_blank_order
from manila_pbem.processor.deciding_mail import REFUSED, Decision
from manila_pbem.processor.desk import Desk
from manila_pbem.processor.filing import Receipt
from manila_pbem.processor.mailing import Composed, Writing, compose_answer, write_code_tag
from manila_pbem.processor.reporting import gather_position
from manila_pbem.processor.telling import tell_receipt
from manila_pbem.reports.mail_reports import Recipient, render_present
from manila_pbem.reports.mail_words import tell_trouble
from manila_pbem.reports.mails import Answer
from manila_pbem.reports.report import Pages

_WITH_POSITION = ("phase_over", "game_over")
"""Refusals that tell the present position: what was answered is over."""


def answer_mail(
    desk: Desk,
    club: ClubFile,
    decision: Decision,
    letter: Letter,
    mail: str,
    receipts: Sequence[Receipt],
    address: str,
    at: str,
) -> Composed:
    """Return the answer to a mail that a decision is about, for the player's registered address.

    `receipts` has the receipt of its order, if one was read. The answer bears the present phase's code, so that it can
    be answered in turn; it goes to the player alone to whom that code belongs.
    """
    assert decision.to is not None
    player = decision.to.player
    tag = write_code_tag(desk.folder, desk.now.phase.name, player)
    answer = Answer(
        fate=decision.fate,
        game=desk.setup.game,
        player=player,
        phase=desk.now.phase.name,
        reasons=tuple(list_reasons(decision)),
        left_out=tuple(prose for place in letter.places[:1] for prose in place.left_out),
        receipt=tell_receipt(receipts[0]) if receipts else "",
        mail_id=mail,
        present=_tell_present(desk, club, player, tag) if decision.why in _WITH_POSITION else None,
        form=_write_form(desk, player) if decision.fate == REFUSED else "",
    )
    own = (letter.message_id,) if letter.message_id else ()
    writing = Writing(at, mail, (*letter.references, *own))
    return compose_answer(club, tag, address, player, answer, writing)


def _tell_present(desk: Desk, club: ClubFile, player: str, tag: str) -> Pages:
    """Return how the game stands, as the player may know it."""
    report, own = gather_position(desk, desk.setup.names.index(player))
    return render_present(report, Recipient(own, club.address, tag))


def _write_form(desk: Desk, player: str) -> str:
    game = desk.now.game
    return write_blank_order(desk.setup, game, game.take_state(), desk.setup.names.index(player)) or ""


def list_reasons(decision: Decision) -> list[str]:
    """Return why a mail was refused, a sentence each; none for one that was taken or is not answered."""
    return [tell_trouble(decision.why, decision.facts)] if decision.fate == REFUSED else []
