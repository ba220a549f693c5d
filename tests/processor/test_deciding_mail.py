"""Who is answered, and whose order is looked at: sender and code together (docs/play.md, section 7)."""

from __future__ import annotations

from typing import Any

import pytest

from manila_pbem.errors import ManilaError
from manila_pbem.intake.letter import Bounce, Letter, Tag, Trouble, Verdict
from manila_pbem.intake.reply_code import make_code
from manila_pbem.processor.address_book import AddressBook, Seat
from manila_pbem.processor.deciding_mail import REFUSED, SILENT, TAKEN, Demand, decide_mail
from manila_pbem.store.game_folder import open_game

GAME, OTHER = "harbour-1", "harbour-2"
PHASE = "v1-auction"


@pytest.fixture(scope="module")
def games(make_club: Any) -> Any:
    club = make_club()
    club.new(GAME, "ana=ana@example.org,Ana@home.example ben=ben@example.org chu")
    club.new(OTHER, "dan=dan@example.org ana=ana@example.org eve=both@example.org fay=both@example.org")
    return club.games


@pytest.fixture
def book(games: Any) -> AddressBook:
    return AddressBook(games)


@pytest.fixture
def tag(games: Any) -> Any:
    """Return the tag of a player's code, right unless the game or phase said differ."""

    def write(player: str, game: str = GAME, phase: str = PHASE, said: Any = None) -> Tag:
        code = make_code(open_game(games, game).read_code_key(), game, phase, player)
        return Tag(**{"game": game, "phase": phase, **(said or {})}, code=code)

    return write


def write_letter(*authors: str, tags: tuple[Tag, ...] = (), **changed: Any) -> Letter:
    letter = Letter("<1@x>", (), "00", None, None, authors, None, "words", tags, None, (), (), None)
    return letter._replace(**changed)


class TestRightCode:
    """A code authenticates game, phase and player together with the From address."""

    @pytest.mark.parametrize("author", ["ana@example.org", "ANA@Example.ORG", "ana@home.example"])
    def test_is_taken_from_any_registered_address(self, book: Any, tag: Any, author: str) -> None:
        decision = decide_mail(write_letter(author, tags=(tag("ana"),)), book, None)
        assert (decision.fate, decision.to, decision.game) == (TAKEN, Seat(GAME, "ana"), GAME)
        assert decision.claim is not None
        assert decision.claim.phase.name == PHASE

    def test_from_a_stranger_tells_the_player_alone(self, book: Any, tag: Any) -> None:
        decision = decide_mail(write_letter("mallory@example.com", tags=(tag("ana"),)), book, None)
        assert (decision.fate, decision.why, decision.to) == (REFUSED, "other_sender", Seat(GAME, "ana"))

    def test_from_another_game_is_a_strangers(self, book: Any, tag: Any) -> None:
        decision = decide_mail(write_letter("dan@example.org", tags=(tag("ana"),)), book, None)
        assert (decision.why, decision.to) == ("other_sender", Seat(GAME, "ana"))

    def test_of_another_player_is_told_to_the_writer(self, book: Any, tag: Any) -> None:
        decision = decide_mail(write_letter("ben@example.org", tags=(tag("ana"),)), book, None)
        assert (decision.fate, decision.why, decision.to) == (REFUSED, "other_players_code", Seat(GAME, "ben"))
        assert decision.facts == {}

    def test_of_two_who_share_an_address_tells_them_apart(self, book: Any, tag: Any) -> None:
        for player in ("eve", "fay"):
            letter = write_letter("both@example.org", tags=(tag(player, OTHER),))
            assert decide_mail(letter, book, None).to == Seat(OTHER, player)

    @pytest.mark.parametrize(
        "said",
        [
            {"game": "HARBOUR-1"}, {"game": "harbour 1"}, {"game": ""}, {"phase": ""}, {"game": "", "phase": ""},
            {"phase": "V1 AUCTION"}, {"phase": "v1－auction"}, {"game": "ｈａｒｂｏｕｒ-1"},
        ],
    )  # fmt: skip
    def test_words_need_not_be_as_they_were(self, book: Any, tag: Any, said: Any) -> None:
        assert decide_mail(write_letter("ana@example.org", tags=(tag("ana", said=said),)), book, None).fate == TAKEN

    @pytest.mark.parametrize("said", [{"game": OTHER}, {"game": "x"}, {"phase": "v1-office"}, {"phase": "v2-auction"}])
    def test_words_that_contradict_it_are_refused(self, book: Any, tag: Any, said: Any) -> None:
        decision = decide_mail(write_letter("ana@example.org", tags=(tag("ana", said=said),)), book, None)
        assert (decision.fate, decision.why, decision.to) == (REFUSED, "contradicted_code", Seat(GAME, "ana"))

    def test_is_of_its_game_and_phase_only(self, book: Any, tag: Any) -> None:
        """The same player and phase in another game have another code."""
        assert tag("ana").code != tag("ana", OTHER).code
        assert tag("ana").code != tag("ana", phase="v1-office").code


class TestNoRightCode:
    """No answer to whom nobody registered."""

    @pytest.mark.parametrize("tags", [(), (Tag(GAME, PHASE, "00000000"),), (Tag("", "", "00000000"),)])
    def test_of_a_stranger_is_kept_in_silence(self, book: Any, tags: Any) -> None:
        decision = decide_mail(write_letter("mallory@example.com", tags=tags), book, None)
        assert (decision.fate, decision.to, decision.told) == (SILENT, None, True)

    @pytest.mark.parametrize(
        ("tags", "why"),
        [
            ((), "no_code"),
            ((Tag(GAME, PHASE, "00000000"),), "wrong_code"),
            ((Tag(GAME, PHASE, "00000000"), Tag(GAME, PHASE, "11111111")), "two_codes"),
        ],
    )
    def test_of_a_player_is_refused(self, book: Any, tags: Any, why: str) -> None:
        decision = decide_mail(write_letter("ben@example.org", tags=tags), book, None)
        assert (decision.fate, decision.why, decision.to) == (REFUSED, why, Seat(GAME, "ben"))

    def test_answers_from_the_game_that_is_named(self, book: Any) -> None:
        for game in (GAME, OTHER):
            letter = write_letter("ana@example.org", tags=(Tag(game, PHASE, "00000000"),))
            assert decide_mail(letter, book, None).to == Seat(game, "ana")

    def test_two_codes_are_refused_even_if_one_is_right(self, book: Any, tag: Any) -> None:
        letter = write_letter("ana@example.org", tags=(tag("ana"), Tag(GAME, PHASE, "00000000")))
        assert decide_mail(letter, book, None).why == "two_codes"

    def test_glued_letters_are_refused(self, book: Any) -> None:
        letter = write_letter("ana@example.org", subject_trouble=Trouble("glued_code"))
        assert decide_mail(letter, book, None).why == "glued_code"


class TestSenders:
    def test_no_readable_one_is_never_answered(self, book: Any, tag: Any) -> None:
        letter = write_letter(tags=(tag("ana"),), author_trouble=Trouble("no_author"))
        decision = decide_mail(letter, book, None)
        assert (decision.fate, decision.to, decision.told) == (SILENT, None, True)

    @pytest.mark.parametrize("authors", [("ana@example.org", "m@example.com"), ("m@example.com", "ana@example.org")])
    def test_several_are_refused_to_the_registered_one(self, book: Any, tag: Any, authors: Any) -> None:
        letter = write_letter(*authors, tags=(tag("ana"),), author_trouble=Trouble("several_senders"))
        decision = decide_mail(letter, book, None)
        assert (decision.fate, decision.why, decision.to) == (REFUSED, "several_senders", Seat(GAME, "ana"))

    def test_several_strangers_without_a_code_are_kept_in_silence(self, book: Any) -> None:
        letter = write_letter("m@example.com", "n@example.com", author_trouble=Trouble("several_senders"))
        assert decide_mail(letter, book, None).fate == SILENT


class TestAutomatic:
    def test_is_never_applied_or_answered(self, book: Any, tag: Any) -> None:
        letter = write_letter("ana@example.org", tags=(tag("ana"),), automatic="auto_submitted")
        decision = decide_mail(letter, book, None)
        assert (decision.fate, decision.to, decision.told, decision.game) == (SILENT, None, False, GAME)

    def test_bounces_are_told_in_the_digest(self, book: Any) -> None:
        letter = write_letter("mailer-daemon@x", automatic="bounce", bounce=Bounce(("ana@example.org",), ()))
        assert decide_mail(letter, book, None).told


class TestAuthentication:
    """Results count only where the club demands them, and only its own server's."""

    DEMAND = Demand("mx.example.net", True)

    @pytest.mark.parametrize(
        ("verdicts", "fate"),
        [
            ((), REFUSED),
            ((Verdict("mx.example.net", "dmarc", "pass", "example.org"),), TAKEN),
            ((Verdict("MX.example.net", "dmarc", "pass", "example.org"),), TAKEN),
            ((Verdict("mx.example.net", "dmarc", "fail", "example.org"),), REFUSED),
            ((Verdict("mx.forged.example", "dmarc", "pass", "example.org"),), REFUSED),
            ((Verdict("mx.example.net", "dkim", "pass", "example.org"),), TAKEN),
            ((Verdict("mx.example.net", "dkim", "pass", "mail.example.org"),), TAKEN),
            ((Verdict("mx.example.net", "dkim", "pass", "evil-example.org"),), REFUSED),
            ((Verdict("mx.example.net", "dkim", "pass", "org"),), REFUSED),
            ((Verdict("mx.example.net", "spf", "pass", "example.com"),), REFUSED),
            ((Verdict("mx.example.net", "spf", "pass", "example.org"),), TAKEN),
            ((Verdict("mx.example.net", "dkim", "fail", "example.org"),), REFUSED),
            (
                (
                    Verdict("mx.example.net", "dmarc", "fail", "example.org"),
                    Verdict("mx.example.net", "spf", "pass", "example.org"),
                ),
                REFUSED,
            ),
        ],
    )
    def test_demanded(self, book: Any, tag: Any, verdicts: Any, fate: str) -> None:
        letter = write_letter("ana@example.org", tags=(tag("ana"),), verdicts=verdicts)
        assert decide_mail(letter, book, self.DEMAND).fate == fate

    @pytest.mark.parametrize("demand", [None, Demand("mx.example.net", False)])
    def test_not_demanded(self, book: Any, tag: Any, demand: Any) -> None:
        verdicts = (Verdict("mx.example.net", "dmarc", "fail", "example.org"),)
        letter = write_letter("ana@example.org", tags=(tag("ana"),), verdicts=verdicts)
        assert decide_mail(letter, book, demand).fate == TAKEN


class TestAddressBook:
    def test_sees_what_changed(self, games: Any, book: Any) -> None:
        assert book.find_seats("new@example.org") == []
        path = open_game(games, GAME).addresses
        before = path.read_bytes()
        path.write_bytes(before.replace(b"ben@example.org", b"new@example.org"))
        assert book.find_seats("new@example.org") == [Seat(GAME, "ben")]
        path.write_bytes(before)
        assert book.find_seats("new@example.org") == []

    def test_one_broken_game_does_not_stop_the_others(self, games: Any, book: Any) -> None:
        path = open_game(games, GAME).addresses
        before = path.read_bytes()
        path.write_bytes(b"ana: [\n")
        assert book.find_seats("dan@example.org") == [Seat(OTHER, "dan")]
        assert str(path) in book.faults[0]
        path.write_bytes(before)

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("secret/addresses.yaml", b"ana: [\n"),
            ("secret/addresses.yaml", b"\xff\xfe"),
            ("secret/addresses.yaml", b"zed: [zed@example.org]\n"),
            ("secret/addresses.yaml", None),
            ("secret/code-key", b"12"),
            ("secret/code-key", b""),
            ("game.yaml", b"{\n"),
        ],
    )
    def test_a_code_is_not_judged_while_its_game_can_not_be_read(
        self, make_club: Any, name: str, text: bytes | None
    ) -> None:
        """Else a player whose order is right would be told that his code is wrong."""
        club = make_club()
        for game in (GAME, OTHER):
            club.new(game, "ana=ana@example.org ben=ben@example.org chu")
        keys = {game: open_game(club.games, game).read_code_key() for game in (GAME, OTHER)}
        codes = {game: make_code(keys[game], game, PHASE, "ana") for game in (GAME, OTHER)}
        path = open_game(club.games, GAME).path / name
        before = path.read_bytes()
        path.unlink()
        if text is not None:
            path.write_bytes(text)
        book = AddressBook(club.games)

        def decide(game: str, code: str) -> Any:
            return decide_mail(write_letter("ana@example.org", tags=(Tag(game, PHASE, code),)), book, None)

        for named in (GAME, ""):
            for _ in range(2):
                with pytest.raises(ManilaError, match=path.name):
                    decide(named, codes[GAME])
        assert (decide(OTHER, codes[OTHER]).fate, decide("", codes[OTHER]).game) == (TAKEN, OTHER)
        assert decide(OTHER, "2222-2222").why == "wrong_code"
        path.write_bytes(before)
        assert (decide(GAME, codes[GAME]).fate, book.faults) == (TAKEN, [])
        assert decide(GAME, "2222-2222").why == "wrong_code"

    def test_a_game_that_is_kept_to_be_read_has_no_part_in_mail(self, make_club: Any) -> None:
        club = make_club()
        club.new(GAME, "ana=ana@example.org ben chu")
        club.new(OTHER, "ana=ana@example.org ben chu")
        for name in ("addresses.yaml", "code-key"):
            (club.games / OTHER / "secret" / name).unlink()
        book = AddressBook(club.games)
        for named in (OTHER, ""):
            letter = write_letter("ana@example.org", tags=(Tag(named, PHASE, "2222-2222"),))
            assert (decide_mail(letter, book, None).why, book.faults) == ("wrong_code", [])

    @pytest.mark.parametrize("address", ["ana+x@example.org", "äna@example.org", "ana@example.org.", "ana"])
    def test_nothing_but_case_is_folded(self, book: Any, address: str) -> None:
        assert book.find_seats(address) == []
