"""The words for what the rules refuse."""

from __future__ import annotations

import ast
import itertools
import re
from pathlib import Path

import pytest

import manila_pbem
from manila_pbem.reports.refusals import TRACE_WHYS, WHYS, tell_refusal, tell_why, write_answer, write_answers
from manila_pbem.rules.answers import (
    Answer,
    Bid,
    Board,
    Buy,
    Load,
    Loan,
    Mortgage,
    Pilot,
    Place,
    Plunder,
    Redeem,
)
from manila_pbem.rules.board import Options, Space, Ware
from manila_pbem.rules.play import Game, Refusal

PACKAGE = Path(manila_pbem.__file__).parent
NAMES = ("ana", "ben", "chu")
DEAL = ((1, 1, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0))


def list_codes() -> set[str]:
    """Collect what the rules give as the `why` of a refusal: the text after a clause, in a pair or an argument list."""
    codes = set()
    for path in sorted((PACKAGE / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            items = node.elts if isinstance(node, ast.Tuple) else node.args if isinstance(node, ast.Call) else []
            for clause, why in itertools.pairwise(items):
                if (
                    isinstance(why, ast.Constant)
                    and isinstance(why.value, str)
                    and re.fullmatch("[a-z0-9_]+", why.value)
                ):
                    is_clause = isinstance(clause, ast.Constant) and re.fullmatch(r"R\d+\.\d+", str(clause.value))
                    if is_clause or (isinstance(clause, ast.Name) and clause.id == "clause"):
                        codes.add(why.value)
    return codes


def test_every_code_of_the_rules_has_words_and_no_other() -> None:
    codes = list_codes()
    assert {"bid_too_low", "not_due", "not_in_turn", "dice_not_due"} <= codes
    assert codes == set(WHYS)


def test_every_condition_has_words() -> None:
    """docs/play.md, section 2: the facts a condition may ask for."""
    for fact in ("position", "crew", "value", "cost", "cash", "free", "harbour_master"):
        assert f"condition_{fact}" in TRACE_WHYS


def test_a_code_without_words_becomes_words() -> None:
    assert tell_why("no_such_code") == "no such code"


def start(**options: bool) -> Game:
    return Game(3, 0, Options(**options), deal=DEAL)


def refuse(game: Game, seat: int, wish: Answer | Loan) -> str:
    refusal = game.lend(seat, wish) if isinstance(wish, Mortgage | Redeem) else game.answer(seat, wish)
    assert refusal is not None
    return tell_refusal(refusal, NAMES)


def open_office(game: Game) -> Game:
    for seat in (0, 1, 2):
        assert game.answer(seat, Bid(None)) is None
    return game


def test_a_bid_too_low() -> None:
    game = start()
    assert game.answer(0, Bid(7)) is None
    told = refuse(game, 1, Bid(5))
    assert told == "ben: R4.2: the bid is not above the standing bid of 7; legal: pass, or 8 to 54"


def test_a_bid_too_high() -> None:
    told = refuse(start(), 0, Bid(55))
    assert told == "ana: R4.6: the bid is above cash plus 12 for each share not mortgaged; legal: pass, or 1 to 54"


def test_a_bid_where_only_passing_is_left() -> None:
    game = start()
    assert game.answer(0, Bid(54)) is None
    assert refuse(game, 1, Bid(54)) == "ben: R4.2: the bid is not above the standing bid; legal: pass"
    game = start()
    assert game.answer(0, Bid(53)) is None
    assert refuse(game, 1, Bid(53)) == "ben: R4.2: the bid is not above the standing bid of 53; legal: pass, or 54"


def test_not_the_player_in_turn() -> None:
    told = refuse(start(), 1, Bid(5))
    assert told == "ben: R4.2: another player is in turn; legal: bid by ana"


def test_not_what_is_due() -> None:
    told = refuse(start(), 1, Place(Space.JADE))
    assert told == "ben: R6.2: this is not what must be decided now; legal: bid by ana"


def test_loads_are_described() -> None:
    game = open_office(start())
    assert game.answer(0, Buy(None)) is None
    told = refuse(game, 0, Load((Ware.SILK, Ware.JADE, Ware.NUTMEG), (1, 2, 3)))
    assert told == (
        "ana: R5.3: the start spaces do not sum to 9; "
        "legal: three of the four wares, each at a space from 0 to 5, the three spaces summing to 9"
    )


def test_spaces_are_listed() -> None:
    game = open_office(start())
    assert game.answer(0, Buy(None)) is None
    assert game.answer(0, Load((Ware.SILK, Ware.JADE, Ware.NUTMEG), (4, 3, 2))) is None
    told = refuse(game, 0, Place(Space.GINSENG))
    assert told == (
        "ana: R5.2: that ware is not loaded; legal: nutmeg, silk, jade, port-a, port-b, port-c, shipyard-a, "
        "shipyard-b, shipyard-c, pirates, small-pilot, large-pilot, insurance, pass"
    )


def test_dice() -> None:
    game = start()
    refusal = game.roll({Ware.JADE: 3})
    assert refusal is not None
    assert tell_refusal(refusal, NAMES) == "-: R7.1: no dice are due; legal: bid by ana"
    due = Refusal(None, "R7.1", "die_not_1_to_6", "dice", None)
    assert tell_refusal(due, NAMES).endswith("legal: dice of 1 to 6 for the three loaded wares")


def test_loans() -> None:
    game = start()
    assert refuse(game, 2, Mortgage(3)).endswith("; legal: mortgage 1 to 2")
    assert refuse(game, 2, Redeem(1)) == "chu: R13.1: so many shares are not mortgaged; legal: redeem none"
    assert game.lend(2, Mortgage(2)) is None
    assert refuse(game, 2, Mortgage(1)).endswith("; legal: mortgage none")
    assert game.lend(1, Mortgage(1)) is None
    assert refuse(game, 1, Redeem(2)).endswith("; legal: redeem 1")
    assert refuse(game, 1, Redeem(0)).endswith("; legal: 1")


def test_nothing_is_legal_when_the_game_is_over() -> None:
    refusal = Refusal(1, "R13.1", "game_over", "nothing", None)
    assert tell_refusal(refusal, NAMES) == "ben: R13.1: the game is over; legal: nothing, the game is over"


def test_the_refused_wish_is_told_where_it_is_given() -> None:
    game = start()
    refusal = game.answer(1, Bid(5))
    assert refusal is not None
    assert tell_refusal(refusal, NAMES, Bid(5)).startswith("ben: R4.2: bid: 5: another player")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Bid(None), "bid: pass"),
        (Buy(Ware.SILK), "buy: silk"),
        (Buy(None), "buy: none"),
        (Load((Ware.JADE, Ware.SILK, Ware.GINSENG), (0, 4, 5)), "load: {jade: 0, silk: 4, ginseng: 5}"),
        (
            Load((Ware.JADE, Ware.SILK, Ware.GINSENG), (0, 4, 5), (Ware.SILK, Ware.JADE, Ware.GINSENG)),
            "load: {jade: 0, silk: 4, ginseng: 5}, move_order: [silk, jade, ginseng]",
        ),
        (Place(Space.PORT_A), "place: port-a"),
        (Place(None), "place: pass"),
        (Board(None), "board: stay"),
        (Board(Ware.SILK), "board: silk"),
        (Board(Ware.SILK, 1), "board: silk, evict: ben"),
        (Board(None, 1), "board: stay, evict: ben"),
        (Pilot(()), "pilot: none"),
        (Pilot(((Ware.SILK, 1), (Ware.JADE, -1))), "pilot: {silk: 1, jade: -1}"),
        (Plunder(((Ware.SILK, True), (Ware.JADE, False))), "plunder: {silk: port, jade: shipyard}"),
        (Mortgage(2), "mortgage: 2"),
        (Redeem(1), "redeem: 1"),
    ],
)
def test_answers_are_written_as_the_record_writes_them(answer: Answer | Loan, words: str) -> None:
    assert write_answer(answer, NAMES) == words


def test_boardings_are_listed() -> None:
    boards = [Board(None), Board(Ware.SILK, 0), Board(Ware.SILK, 2)]
    assert write_answers(boards, NAMES) == "stay, {board: silk, evict: ana}, {board: silk, evict: chu}"


def test_short_pilot_lists_are_listed_and_long_ones_summarised() -> None:
    """R9.2: the large pilot moves one punt by two or two punts by one each."""
    small = [Pilot(()), Pilot(((Ware.SILK, 1),)), Pilot(((Ware.SILK, -1),))]
    assert write_answers(small, NAMES) == "none, {silk: 1}, {silk: -1}"
    doubles = [Pilot(((ware, step),)) for ware in (Ware.SILK, Ware.JADE) for step in (2, -2)]
    pairs = [Pilot(((Ware.SILK, one), (Ware.JADE, two))) for one in (1, -1) for two in (1, -1)]
    assert write_answers([Pilot(()), *doubles, *pairs], NAMES) == (
        "none; or one punt by silk +2 or -2, jade +2 or -2; or two punts by silk +1 or -1, jade +1 or -1 each"
    )


def test_plunders_are_summarised() -> None:
    plunders = [Plunder(((Ware.SILK, one), (Ware.JADE, two))) for one in (True, False) for two in (True, False)]
    assert write_answers(plunders, NAMES) == "port or shipyard for silk, jade"
