"""Mail that goes out: whose it is, what it is called in an outbox, what it says (docs/play.md, section 7)."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from manila_pbem.formats.club_file import ClubFile
from manila_pbem.intake.reply_code import make_code, write_tag
from manila_pbem.post.composing import Outgoing, write_mail
from manila_pbem.processor.club import read_club
from manila_pbem.reports.mails import Answer, render_answer_mail, title_answer
from manila_pbem.store.game_folder import GameFolder
from manila_pbem.values import NamedValue

_DIGEST = 16
"""Hex digits of a digest in a Message-ID."""


class Composed(NamedValue):
    """A mail as it goes out: its bytes, and what of it may be shown."""

    mail: bytes
    to: str
    subject: str
    text: str


class Writing(NamedValue):
    """The mail that an answer answers: `references` are its own, and last its Message-ID, if it has one."""

    at: str
    mail_id: str
    references: tuple[str, ...]


NO_ADDRESS = "manila@localhost"
"""Whom mail is from while club.yaml names no address of the club: it can be written, read and tried out."""


def find_club(games: Path) -> ClubFile:
    """Return the club's settings, those of a club without any where there is no club.yaml.

    Raises ManilaError where its file can't be read.
    """
    club = read_club(games) or ClubFile()
    return club if club.address else club._replace(address=NO_ADDRESS, domain=club.domain or "localhost")


def write_code_tag(folder: GameFolder, phase: str, player: str) -> str:
    """Return what begins the subject of a player's mail about a phase; raises DamagedGame where the key is missing."""
    return write_tag(folder.name, phase, make_code(folder.read_code_key(), folder.name, phase, player))


def compose_answer(club: ClubFile, tag: str, address: str, player: str, answer: Answer, writing: Writing) -> Composed:
    """Return the answer to a mail, for a player's registered address.

    `tag` is that of the present phase, so that the answer can be answered in turn. Raises ManilaError where the address
    can't be written to.
    """
    pages = render_answer_mail(answer)
    words = title_answer(answer)
    digest = sha256(f"{writing.mail_id}\n{address}\n{writing.at}".encode()).hexdigest()[:_DIGEST]
    mail = Outgoing(
        at=writing.at,
        from_name=club.name,
        from_address=club.address,
        to_name=player,
        to_address=address,
        tag=tag,
        words=words,
        message_id=f"<manila.answer.{writing.mail_id}.{digest}@{club.domain}>",
        text=pages.text,
        html=pages.html,
        references=writing.references,
        automatic="auto-replied",
        list_id=name_list(answer.game, club),
    )
    return Composed(write_mail(mail), address, f"{tag} {words}".strip(), pages.text)


def name_list(game: str | None, club: ClubFile) -> str:
    """Return the name of a game's list, by which a mail program can sort its mail; "" where there is no game."""
    return f"{game}.{club.domain}" if game else ""
