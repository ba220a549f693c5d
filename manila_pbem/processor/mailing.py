"""Mail that goes out: whose it is, what it is called in an outbox, what it says (docs/play.md, section 7)."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from manila_pbem.errors import ManilaError
from manila_pbem.formats.club_file import ClubFile
from manila_pbem.formats.faults import Fault
from manila_pbem.formats.game_file import read_addresses
from manila_pbem.intake.reply_code import make_code, write_tag
from manila_pbem.post.composing import Outgoing, write_mail
from manila_pbem.processor.club import read_club
from manila_pbem.reports.report import Pages
from manila_pbem.reports.sentences import tell_fault
from manila_pbem.store.game_folder import GameFolder
from manila_pbem.values import NamedValue

if TYPE_CHECKING:
    from manila_pbem.reports.mails import Answer

_DIGEST = 16
"""Hex digits of a digest in a Message-ID."""

FIRST = ("v1-auction", 1)
"""Phase and number of the first report, whose mail begins a player's thread."""


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


class Correspondent:
    """What the mails of a game need of it: the club, the players' addresses, the key of the codes."""

    def __init__(self, club: ClubFile, folder: GameFolder, addresses: Mapping[str, Sequence[str]]) -> None:
        self.club = club
        self.folder = folder
        self._addresses = addresses
        self._key = folder.read_code_key()

    def find_address(self, player: str) -> str | None:
        """Return the address that a player's mail goes to, None where there is none."""
        own = self._addresses.get(player, ())
        return own[0] if own else None

    def write_tag(self, phase: str, player: str) -> str:
        """Return what begins the subject of a player's mail about a phase."""
        return write_tag(self.folder.name, phase, make_code(self._key, self.folder.name, phase, player))

    def make_message_id(self, phase: str, n: int, player: str, kind: str = "report") -> str:
        """Return the Message-ID of a player's mail: of the report of a phase after entry `n`, or of another kind."""
        said = f"manila mail 1\n{self.folder.name}\n{phase}\n{n}\n{player}\n{kind}"
        digest = hmac.digest(self._key, said.encode(), sha256).hex()[:_DIGEST]
        return f"<manila.{self.folder.name}.{phase}.{n}.{digest}@{self.club.domain}>"

    def compose(self, letter: Letter, at: str) -> bytes:
        """Return a mail to a player, in the thread of the game; raises ManilaError where there is no good address."""
        own = self.make_message_id(letter.phase, letter.n, letter.player, letter.kind)
        first = self.make_message_id(*FIRST, letter.player)
        mail = Outgoing(
            at=at,
            from_name=self.club.name,
            from_address=self.club.address,
            to_name=letter.player,
            to_address=self.find_address(letter.player) or "",
            tag=self.write_tag(letter.phase, letter.player),
            words=letter.words,
            message_id=own,
            text=letter.pages.text,
            html=letter.pages.html,
            references=() if own == first else (first,),
            list_id=name_list(self.folder.name, self.club),
        )
        return write_mail(mail)


class Letter(NamedValue):
    """What a player is written: about which phase after which entry, the words of the subject, the pages.

    `kind` is `report`, or what else tells mails of one phase, entry and player apart.
    """

    player: str
    phase: str
    n: int
    words: str
    pages: Pages
    kind: str = "report"


def find_correspondent(folder: GameFolder, players: Iterable[str]) -> Correspondent | None:
    """Return what the mails of a game need, None where no player has an address.

    Raises ManilaError where club.yaml or the addresses can't be read, or the file of these got lost.
    """
    data = folder.read_addresses()
    if data is None:
        return None
    addresses = read_addresses(data, players)
    if isinstance(addresses, Fault):
        raise ManilaError(f"{folder.addresses}, line {addresses.mark.line}: {tell_fault(addresses)}")
    if not any(addresses.values()):
        return None
    return Correspondent(find_club(folder.path.parent), folder, addresses)


def compose_answer(club: ClubFile, tag: str, address: str, player: str, answer: Answer, writing: Writing) -> Composed:
    """Return the answer to a mail, for a player's registered address.

    `tag` is that of the present phase, so that the answer can be answered in turn. Raises ManilaError where the address
    can't be written to.
    """
    # `resolve` writes mails and no answers.
    from manila_pbem.reports.mails import render_answer_mail, title_answer

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
