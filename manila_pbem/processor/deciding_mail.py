"""What becomes of a mail, by who wrote it and which code it bears: the law of docs/play.md, section 7, in its order.

Nothing is written here; `manila_pbem.processor.receiving` does what is decided.
"""

from __future__ import annotations

from collections.abc import Mapping

from manila_pbem.intake.letter import Letter, Trouble
from manila_pbem.processor.address_book import AddressBook, Claim, Seat, fold_address
from manila_pbem.values import NamedValue

SILENT = "silent"
REFUSED = "refused"
TAKEN = "taken"


class Decision(NamedValue):
    """What becomes of a mail before its order is looked at.

    `fate` is SILENT, REFUSED, or TAKEN where the order now decides; `why` is the code of the reason. `to` is the player
    who is answered. `claim` is what the code authenticates, if it is right. `told` says that the moderator's digest
    tells of it. `game` is the one in whose inbox the mail is kept, None for the club's.
    """

    fate: str
    why: str
    facts: Mapping[str, str] = {}
    to: Seat | None = None
    claim: Claim | None = None
    told: bool = False
    game: str | None = None


class Demand(NamedValue):
    """The mail server whose Authentication-Results count, and whether a mail that fails them is refused."""

    server: str
    demanded: bool


def decide_mail(letter: Letter, book: AddressBook, demand: Demand | None) -> Decision:
    """Decide who is answered, and whether a mail's order may be looked at."""
    claim, code_trouble = _find_claim(letter, book)
    game = claim.seat.game if claim is not None else None
    if letter.automatic is not None:
        return Decision(SILENT, letter.automatic, game=game, claim=claim, told=letter.bounce is not None)
    sender_trouble = letter.author_trouble
    if not letter.authors:
        why = sender_trouble.code if sender_trouble is not None else "no_author"
        return Decision(SILENT, why, game=game, claim=claim, told=True)
    seat, own = _find_writer(letter, book, claim)
    if claim is None and seat is None:
        return Decision(SILENT, "stranger", told=True)
    to = seat if seat is not None else (claim.seat if claim is not None else None)
    refuse = Decision(REFUSED, "", to=to, claim=claim, game=to.game if to is not None else game)
    if sender_trouble is not None:
        return refuse._replace(why=sender_trouble.code, facts=sender_trouble.facts)
    if claim is None:
        assert code_trouble is not None
        return refuse._replace(why=code_trouble.code, facts=code_trouble.facts)
    if seat is None:
        return refuse._replace(why="other_sender", facts={"sender": letter.authors[0]})
    if not own:
        return refuse._replace(why="other_players_code")
    if code_trouble is not None:
        return refuse._replace(why=code_trouble.code, facts=code_trouble.facts)
    if demand is not None and demand.demanded and not is_aligned(letter, demand.server):
        return refuse._replace(why="not_authenticated", facts={"server": demand.server})
    if letter.trouble is not None:
        return refuse._replace(why=letter.trouble.code, facts=letter.trouble.facts)
    return refuse._replace(fate=TAKEN)


def is_aligned(letter: Letter, server: str) -> bool:
    """Tell whether the topmost results of a server vouch for the From address.

    DMARC decides where it is told of; else a passed DKIM or SPF of the address's own domain, or of one above or below.
    """
    results = [verdict for verdict in letter.verdicts if verdict.server.lower() == server.lower()]
    domain = letter.authors[0].rpartition("@")[2].lower()
    dmarc = [verdict.result for verdict in results if verdict.method == "dmarc"]
    if dmarc:
        return all(result == "pass" for result in dmarc)
    return any(
        verdict.result == "pass" and verdict.method in ("dkim", "spf") and _is_related(verdict.domain.lower(), domain)
        for verdict in results
    )


def _is_related(one: str, other: str) -> bool:
    return bool(one) and (one == other or one.endswith(f".{other}") or (other.endswith(f".{one}") and "." in one))


def _find_claim(letter: Letter, book: AddressBook) -> tuple[Claim | None, Trouble | None]:
    """Return what the code authenticates, and what is wrong with it; it may be right and yet not be taken."""
    claims = [book.find_claim(tag) for tag in letter.tags]
    claim = next((claim for claim in claims if claim is not None), None)
    if letter.subject_trouble is not None:
        return claim, letter.subject_trouble
    if not letter.tags:
        return None, Trouble("no_code")
    if len(letter.tags) > 1:
        return claim, Trouble("two_codes")
    if claim is None:
        return None, Trouble("wrong_code")
    return claim, Trouble("contradicted_code", {"phase": claim.phase.name}) if claim.contradicted else None


def _find_writer(letter: Letter, book: AddressBook, claim: Claim | None) -> tuple[Seat | None, bool]:
    """Return the player who wrote, and whether the code is that player's.

    With a right code only the players of its game are looked at: to others, its mail is a stranger's.
    """
    if claim is not None:
        game = book.find_game(claim.seat.game)
        for author in letter.authors if game is not None else ():
            assert game is not None
            players = game.find_players(author)
            if claim.seat.player in players:
                return claim.seat, True
            if players:
                return Seat(claim.seat.game, players[0]), False
        return None, False
    seats = [seat for author in letter.authors for seat in book.find_seats(author)]
    named = {fold_address(tag.game) for tag in letter.tags}
    return next((seat for seat in seats if seat.game in named), seats[0] if seats else None), False
