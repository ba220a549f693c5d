"""Orders are read as docs/play.md, section 2, has them: every key, all faults at once, nothing silently else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manila_pbem.formats.order_reader import KEYS, find_phase_name, read_order
from manila_pbem.orders.order import (
    Answers,
    BoardWish,
    Bounds,
    BuyWish,
    Conditions,
    Limit,
    LoadWish,
    Mark,
    Message,
    Order,
    PilotWish,
    PlaceWish,
    Plan,
)
from manila_pbem.orders.problems import Kind
from manila_pbem.rules.answers import NO_PILOT, Buy, Pilot
from manila_pbem.rules.board import Space, Ware

PLAYERS = ("ana", "Ben", "小莉")

WHOLE = """
game: harbour-1            # these three may be left out
phase: v1-place-2
player: ana
bid: 7
buy: silk
load: {jade: 0, silk: 4, ginseng: 5}
move_order: [silk, jade, ginseng]
place: [jade, port-a, cheapest, pass]
board: [silk, stay]
pilot: {silk: -1}
plunder: {silk: port, jade: shipyard}
mortgage: 1
redeem: 2
later:
  v1-place-3: {place: [insurance, pass]}
salt: any text
message: {to: all, text: "…"}
"""


def read(text: str) -> Order:
    reading = read_order(text, PLAYERS)
    assert reading.order is not None, reading.problems
    return reading.order


def find_faults(text: str | bytes) -> list[tuple[str, int, int]]:
    reading = read_order(text, PLAYERS)
    assert reading.order is None
    return [
        (problem.code, *(problem.mark or (0, 0))) for problem in reading.problems if problem.kind is not Kind.DOUBTFUL
    ]


def test_the_example_of_play_by_mail_is_read_whole() -> None:
    order = read(WHOLE)
    board = (BoardWish(Ware.SILK, mark=Mark(10, 9)), BoardWish(None, mark=Mark(10, 15)))
    pilot = (PilotWish(Pilot(((Ware.SILK, -1),)), mark=Mark(11, 8)),)
    assert order._replace(marks=()) == Order(
        game="harbour-1",
        phase="v1-place-2",
        player="ana",
        answers=Answers(
            bid=Limit(7, plain=True),
            buy=(BuyWish(Buy(Ware.SILK), mark=Mark(6, 6)),),
            load=(LoadWish((Ware.JADE, Ware.SILK, Ware.GINSENG), (0, 4, 5), mark=Mark(7, 7)),),
            move_order=(Ware.SILK, Ware.JADE, Ware.GINSENG),
            place=(
                PlaceWish(Space.JADE, mark=Mark(9, 9)),
                PlaceWish(Space.PORT_A, mark=Mark(9, 15)),
                PlaceWish("cheapest", mark=Mark(9, 23)),
                PlaceWish("pass", mark=Mark(9, 33)),
            ),
            boards=(board, board),
            pilots=(pilot, pilot),
            plunder=(Plan(None, ((Ware.SILK, True), (Ware.JADE, False)), mark=Mark(12, 10)),),
        ),
        mortgage=1,
        redeem=2,
        later=(
            (
                "v1-place-3",
                Answers(place=(PlaceWish(Space.INSURANCE, mark=Mark(16, 24)), PlaceWish("pass", mark=Mark(16, 35)))),
            ),
        ),
        salt="any text",
        message=Message((), "…"),
    )


def test_marks_tell_where_each_key_stands() -> None:
    assert dict(read(WHOLE).marks) | {"later.v1-place-3": Mark(16, 3)} == dict(read(WHOLE).marks)
    assert [key for key, _ in read(WHOLE).marks if "." not in key] == [key for key in KEYS if key != "withdraw"]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("7", Limit(7, plain=True)),
        ('"7"', Limit(7, plain=True)),
        ("７", Limit(7, plain=True)),
        ("|\n  7\n", Limit(7, plain=True)),
        ("pass", Limit(0)),
        ("放棄", Limit(0)),
        ("{up_to: 7}", Limit(7)),
        ("{upto: 7}", Limit(7)),
        ("{上限: 7}", Limit(7)),
        ("{say: 4, up_to: 9}", Limit(9, 4)),
        ("{up_to: 9, say: 9}", Limit(9, 9)),
    ],
)
def test_forms_of_a_bid(text: str, limit: Limit) -> None:
    assert read(f"bid: {text}").answers.bid == limit


def test_an_order_may_be_one_mapping_in_braces() -> None:
    assert read("{bid: 7, salt: x}") == read('{"bid": 7, "salt": "x"}')._replace(marks=read("{bid: 7, salt: x}").marks)


def test_one_word_will_do_for_a_list() -> None:
    assert read("place: cheapest").answers.place == (PlaceWish("cheapest", mark=Mark(1, 8)),)
    assert read("buy: none").answers.buy == (BuyWish(Buy(None), mark=Mark(1, 6)),)
    assert read("board: stay").answers.boards == ((BoardWish(None, mark=Mark(1, 8)),),) * 2
    assert read("pilot: none").answers.pilots == ((PilotWish(NO_PILOT, mark=Mark(1, 8)),),) * 2
    assert read("plunder: port").answers.plunder == (Plan(True, mark=Mark(1, 10)),)
    assert read("plunder: 修船厂").answers.plunder == (Plan(False, mark=Mark(1, 10)),)


def test_two_pirates_and_two_pilots_may_be_told_apart() -> None:
    boards = read("board: {captain: [silk, stay], second: jade}").answers.boards
    assert [[wish.ware for wish in wishes or ()] for wishes in boards] == [[Ware.SILK, None], [Ware.JADE]]
    assert read("board: {second: jade}").answers.boards[0] is None
    pilots = read("pilot: {small: {silk: -1}, large: [{silk: 2}, {silk: 1, jade: -1}, none]}").answers.pilots
    assert [[wish.answer.moves for wish in wishes or ()] for wishes in pilots] == [
        [((Ware.SILK, -1),)],
        [((Ware.SILK, 2),), ((Ware.SILK, 1), (Ware.JADE, -1)), ()],
    ]
    assert read("pilot: {large: none}").answers.pilots == (None, (PilotWish(NO_PILOT, mark=Mark(1, 16)),))


def test_a_pirate_may_evict() -> None:
    wishes = read("board: [{board: silk, evict: BEN}, stay]").answers.boards[0]
    assert wishes is not None and (wishes[0].ware, wishes[0].evict) == (Ware.SILK, "Ben")


def test_names_are_compared_without_case_and_width() -> None:
    for name in ("ben", "ＢＥＮ", "Ben", '"bEN"'):
        assert read(f"player: {name}").player == "Ben"
    assert read("message: {to: [小莉, ANA], text: hi}").message == Message(("小莉", "ana"), "hi")
    assert read("message: {to: [ben, all], text: hi}").message == Message((), "hi")


def test_conditions_are_read() -> None:
    text = (
        "place: {place: silk, when: {position: {silk: {min: 6}, jade: 14}, crew: {jade: {max: 1}}, value: {nutmeg: 10},"
        " cost: {max: 4}, cash: {min: 5, max: 9}, free: [port-a, jade], harbour_master: ben}}"
    )
    wishes = read(text).answers.place
    assert wishes is not None and wishes[0].when == Conditions(
        position=((Ware.SILK, Bounds(6, None)), (Ware.JADE, Bounds(14, 14))),
        crew=((Ware.JADE, Bounds(None, 1)),),
        value=((Ware.NUTMEG, Bounds(10, 10)),),
        cost=Bounds(None, 4),
        cash=Bounds(5, 9),
        free=(Space.PORT_A, Space.JADE),
        harbour_master="Ben",
    )


@pytest.mark.parametrize(
    "text",
    [
        "place: [{place: silk, when: {cost: {max: 4}}}, pass]",
        "buy: [{buy: silk, when: {cost: 5}}, none]",
        "load: [{load: {jade: 0, silk: 4, ginseng: 5}, when: {value: {jade: 0}}}, {jade: 3, silk: 3, ginseng: 3}]",
        "board: [{board: silk, evict: ben, when: {crew: {silk: 3}}}, stay]",
        "board: {captain: {board: silk, when: {crew: {silk: 0}}}}",
        "pilot: [{pilot: {silk: 1}, when: {position: {silk: 12}}}, none]",
        "pilot: {small: {pilot: none, when: {position: {silk: 12}}}}",
        "plunder: [{plunder: port, when: {value: {silk: 20}}}, {silk: shipyard}]",
        "放置：｛放置：絲綢，條件：｛費用：｛最多：４｝｝｝",
    ],
)
def test_every_alternative_may_carry_conditions(text: str) -> None:
    answers = read(text).answers
    wishes = answers.place or answers.buy or answers.load or answers.boards[0] or answers.pilots[0] or answers.plunder
    assert wishes is not None and wishes[0].when is not None
    assert all(wish.when is None for wish in wishes[1:])


def test_orders_of_salt_loans_or_a_message_alone() -> None:
    for text in ("salt: x", "mortgage: 1", "redeem: 1", "message: {to: ben, text: x}"):
        assert read(text).answers == Answers()


def test_withdraw_takes_an_order_back() -> None:
    assert read("withdraw: all").withdraw
    assert read("game: g\nphase: v1-office\nplayer: ana\nwithdraw: all").withdraw
    assert find_faults("withdraw: all\nbid: 7\nsalt: x") == [("withdraw_alone", 2, 1), ("withdraw_alone", 3, 1)]
    assert find_faults("withdraw: bid") == [("not_the_word", 1, 11)]


@pytest.mark.parametrize("text", ["v1-place-3", "V1 Place 3", "ｖ１＿ｐｌａｃｅ＿３", "v1放置3", "v1place3"])
def test_phases_are_read_without_regard_to_case_and_hyphens(text: str) -> None:
    assert find_phase_name(text) == "v1-place-3"
    assert read(f"phase: {text}").phase == "v1-place-3"
    assert read(f"later: {{{text}: {{place: pass}}}}").later[0][0] == "v1-place-3"


@pytest.mark.parametrize(
    "text", ["v0-place-1", "v01-place-1", "v1-place", "v1-place-5", "place-1", "v1", "v1-over", "v12345-office", ""]
)
def test_other_phases_are_none(text: str) -> None:
    assert find_phase_name(text) is None


def test_phases_of_any_voyage_are_read() -> None:
    assert find_phase_name("v12-pilots") == "v12-pilots"
    assert find_phase_name("over") == "over"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("bid: 7\nbid: 8", [("repeated_key", 2, 1)]),
        ("bid: 7\nBid: 8", [("repeated_key", 2, 1)]),
        ("bid: 7\n競標: 8", [("repeated_key", 2, 1)]),
        ("bidd: 7", [("misspelt_key", 1, 1)]),
        ("xyzzy: 7", [("unknown_key", 1, 1)]),
        ("bid:7", [("colon_without_blank", 1, 1)]),
        ("bid:7\nplace:jade", [("colon_without_blank", 1, 1)]),
        ("{bid:7}", [("colon_without_blank", 1, 2)]),
        ("load: {jade:0, silk: 4, ginseng: 5}", [("colon_without_blank", 1, 8)]),
        ("7", [("not_an_order", 1, 1)]),
        ("hello Ben", [("not_an_order", 1, 1)]),
        ("'bid: '", [("not_an_order", 1, 1)]),
        ("'bid:\n  '", [("not_an_order", 1, 1)]),
        ("- bid: 7", [("not_an_order", 1, 1)]),
        ("bid:", [("no_value", 1, 1)]),
        ("place: [jade, ]\nbuy:\n", [("no_value", 2, 1)]),
        ("bid: [7]", [("not_single", 1, 6)]),
        ("bid: seven", [("number_none", 1, 6)]),
        ("bid: past", [("misspelt_word", 1, 6)]),
        ("bid: no", [("misspelt_word", 1, 6)]),
        ("bid: 0", [("bid_of_nothing", 1, 6)]),
        ("bid: {say: 3}", [("missing_key", 1, 6)]),
        ("bid: {say: 0, up_to: 3}", [("bid_of_nothing", 1, 12)]),
        ("bid: {say: 4, up_to: 3}", [("say_above_up_to", 1, 12)]),
        ("bid: {sey: 4, up_to: 3}", [("misspelt_key", 1, 7)]),
        ("bid: {}", [("names_nothing", 1, 6)]),
        ("buy: gold", [("unknown_word", 1, 6)]),
        ("buy: pass", [("misspelt_word", 1, 6)]),
        ("buy: port-a", [("unknown_word", 1, 6)]),
        ("place: jade, pass", [("list_without_brackets", 1, 8)]),
        ("place: []", [("empty_list", 1, 8)]),
        ("place: [[jade]]", [("not_single", 1, 9)]),
        ("place: {jade: pass}", [("unknown_key", 1, 9)]),
        ("place: {when: {cost: 3}}", [("missing_key", 1, 8)]),
        ("place: {place: jade, evict: ben}", [("unknown_key", 1, 22)]),
        ("place: [port, 玉石]", [("misspelt_word", 1, 9)]),
        ("load: {jade: 3, silk: 3}", [("load_not_three_wares", 1, 7)]),
        ("load: {jade: 3, silk: 3, ginseng: 3, nutmeg: 0}", [("load_not_three_wares", 1, 7)]),
        ("load: {jade: 6, silk: 3, ginseng: 0}", [("start_not_0_to_5", 1, 7)]),
        ("load: {jade: 5, silk: 5, ginseng: 0}", [("starts_not_9", 1, 7)]),
        ("load: {jade: 3, 玉石: 3, ginseng: 3}", [("repeated_key", 1, 17)]),
        ("load: {jade: 3, silk: 3, ginseng: x}", [("number_none", 1, 35)]),
        ("load: jade", [("not_mapping", 1, 7)]),
        ("load: {jade: 0, silk: 4, ginseng: 5}\nmove_order: [silk, jade, nutmeg]", [("move_order_not_the_load", 2, 1)]),
        ("move_order: [silk, jade]", [("move_order_not_three_wares", 1, 13)]),
        ("move_order: [silk, jade, jade]", [("move_order_not_three_wares", 1, 13)]),
        ("board: {board: stay, evict: ben}", [("evict_without_board", 1, 8)]),
        ("board: {board: silk, evict: dora}", [("unknown_player", 1, 29)]),
        ("board: {captain: silk, secnd: silk}", [("misspelt_key", 1, 24)]),
        ("pilot: {silk: 3}", [("not_a_pilot_move", 1, 8)]),
        ("pilot: {silk: 0}", [("not_a_pilot_move", 1, 8)]),
        ("pilot: {silk: 2, jade: 1}", [("not_a_pilot_move", 1, 8)]),
        ("pilot: {silk: 1, jade: 1, nutmeg: 1}", [("not_a_pilot_move", 1, 8)]),
        ("pilot: {silk: +1}", [("number_plus", 1, 15)]),
        ("pilot: {small: {silk: 2}}", [("not_a_small_pilot_move", 1, 16)]),
        ("pilot: {}", [("names_nothing", 1, 8)]),
        ("plunder: {silk: port-a}", [("misspelt_word", 1, 17)]),
        ("plunder: stay", [("unknown_word", 1, 10)]),
        ("mortgage: -1\nredeem: 1.5", [("number_minus", 1, 11), ("number_point", 2, 9)]),
        ("later: {v1-place-9: {place: pass}}", [("unknown_phase", 1, 9)]),
        ("later: {v1-place-2: {salt: x}}", [("unknown_key", 1, 22)]),
        ("later: {v1-place-2: {place: pass}, V1 place 2: {place: jade}}", [("repeated_key", 1, 36)]),
        ("later: {v1-place-2: pass}", [("answer_without_key", 1, 21)]),
        ("message: hello", [("not_mapping", 1, 10)]),
        ("message: {text: hello}", [("missing_key", 1, 10)]),
        ("message: {to: ben}", [("missing_key", 1, 10)]),
        ("message: {to: [], text: x}", [("empty_list", 1, 15)]),
        ("message: {to: dora, text: x}", [("unknown_player", 1, 15)]),
        ("player: dora", [("unknown_player", 1, 9)]),
        ("phase: auction", [("unknown_phase", 1, 8)]),
        ("place: {place: silk, when: {}}", [("names_nothing", 1, 28)]),
        ("place: {place: silk, when: {colour: red}}", [("unknown_key", 1, 29)]),
        ("place: {place: silk, when: {position: {silk: 15}}}", [("impossible_range", 1, 46)]),
        ("place: {place: silk, when: {crew: {silk: {min: 4}}}}", [("impossible_range", 1, 42)]),
        ("place: {place: silk, when: {value: {silk: 7}}}", [("impossible_range", 1, 43)]),
        ("place: {place: silk, when: {value: {silk: {min: 11, max: 19}}}}", [("impossible_range", 1, 43)]),
        ("place: {place: silk, when: {cash: {min: 9, max: 8}}}", [("empty_range", 1, 35)]),
        ("place: {place: silk, when: {cost: {at: 8}}}", [("unknown_key", 1, 36)]),
        ("place: {place: silk, when: {cost: cheap}}", [("number_none", 1, 35)]),
        ("place: {place: silk, when: {position: 3}}", [("not_mapping", 1, 39)]),
        ("place: {place: silk, when: {free: [port]}}", [("misspelt_word", 1, 36)]),
        ("place: {place: silk, when: {harbour_master: dora}}", [("unknown_player", 1, 45)]),
        ("salt: [a]", [("text_without_quotes", 1, 7)]),
        ("salt:", [("no_value", 1, 1)]),
        ("bid: &a 7\nplace: *a\nbuy: !x silk", [("anchor", 1, 6), ("alias", 2, 8), ("tag", 3, 6)]),
        ("xyzzy: {a: &x b}", [("unknown_key", 1, 1), ("anchor", 1, 12)]),
        ("bid: 7\n\tplace: jade", [("tab", 2, 1)]),
        ("", [("empty", 1, 1)]),
        ("[" + "x, " * 4000 + "]", [("too_much", 1, 1)]),
        (b"bid: \xff", [("not_utf8", 1, 6)]),
        ("salt: " + "x" * 65536, [("too_large", 1, 65537)]),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_place(text: str | bytes, faults: list[tuple[str, int, int]]) -> None:
    assert find_faults(text) == faults


def test_all_faults_are_told_at_once_in_the_order_of_the_text() -> None:
    text = "bid: 010\nplace: [jad, xyzzy, pass]\nload: {jade: 5, silk: 5, ginseng: 5}\npilot: {silk: 9}\nsalt: ok\n"
    text += "typo: 1\n"
    assert find_faults(text) == [
        ("number_leading_zero", 1, 6),
        ("misspelt_word", 2, 9),
        ("unknown_word", 2, 14),
        ("starts_not_9", 3, 7),
        ("not_a_pilot_move", 4, 8),
        ("unknown_key", 6, 1),
    ]


@pytest.mark.parametrize(
    ("text", "code", "left"),
    [
        ("load: [{jade: 6, silk: 3, ginseng: 0}, {jade: 5, silk: 4, ginseng: 0}]", "start_not_0_to_5", 1),
        ("pilot: [{silk: 3}, {silk: 1}, none]", "not_a_pilot_move", 2),
        ("board: [{board: stay, evict: ben}, silk]", "evict_without_board", 1),
    ],
)
def test_an_impossible_alternative_is_skipped_with_a_warning(text: str, code: str, left: int) -> None:
    reading = read_order(text, PLAYERS)
    assert [(problem.kind, problem.code) for problem in reading.problems] == [(Kind.DOUBTFUL, code)]
    assert reading.order is not None
    answers = reading.order.answers
    assert len(answers.load or answers.pilots[0] or answers.boards[0] or ()) == left


def test_what_can_be_legal_in_no_game_cites_its_clause() -> None:
    for text, clause in (
        ("load: {jade: 5, silk: 5, ginseng: 5}", "R5.3"),
        ("load: {jade: 6, silk: 3, ginseng: 0}", "R5.3"),
        ("load: {jade: 5, silk: 4}", "R5.2"),
        ("pilot: {silk: 3}", "R9.2"),
        ("bid: {say: 9, up_to: 4}", "R4.2"),
        ("move_order: [silk, jade]", "R7.3"),
    ):
        (problem,) = read_order(text, PLAYERS).problems
        assert (problem.kind, problem.clause) == (Kind.NOT_LEGAL, clause)


def test_an_order_that_says_nothing_is_doubted() -> None:
    reading = read_order("{}", PLAYERS)
    assert reading.order == Order()
    assert [problem.code for problem in reading.problems] == ["says_nothing"]


@pytest.mark.parametrize(
    "text", ["no", "on", "off", "~", "null", "010", "12:30", "1_000", "1e3", ".inf", "0x1A", "+7", "7.0"]
)
@pytest.mark.parametrize("key", ["bid", "buy", "place", "board", "pilot", "plunder", "mortgage", "player"])
def test_what_yaml_would_turn_into_something_else_is_refused(key: str, text: str) -> None:
    assert len(find_faults(f"{key}: {text}")) == 1
    assert read(f"salt: {text}").salt == text


WORDS = st.sampled_from(
    [
        "bid",
        "buy",
        "load",
        "place",
        "board",
        "pilot",
        "plunder",
        "when",
        "later",
        "salt",
        "message",
        "to",
        "text",
        "v1-place-2",
        "jade",
        "絲綢",
        "port-a",
        "pass",
        "none",
        "stay",
        "all",
        "captain",
        "small",
        "position",
        "cost",
        "min",
        "7",
        "-1",
        "ana",
    ]
)
SIGNS = st.sampled_from([*"：，[]{}【】“”\"'\n\t", ": ", ", ", "\n  ", "- ", "# ", "&a ", "*a", "|\n"])


@settings(max_examples=500, deadline=None)
@given(st.one_of(st.lists(WORDS | SIGNS, max_size=25).map("".join), st.text(max_size=80), st.binary(max_size=80)))
def test_nothing_given_to_the_reader_raises(data: str | bytes) -> None:
    reading = read_order(data, PLAYERS)
    refused = [problem for problem in reading.problems if problem.kind is not Kind.DOUBTFUL]
    assert (reading.order is None) == bool(refused)
    lines = reading.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in reading.problems:
        assert problem.mark is not None
        line, column = problem.mark
        assert line >= 1 and column >= 1
        if reading.text:
            assert line <= len(lines) and column <= len(lines[line - 1]) + 1


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(WHOLE)), st.integers(0, 3), st.text(max_size=2))
def test_a_damaged_order_is_read_or_refused(at: int, cut: int, put: str) -> None:
    reading = read_order(WHOLE[:at] + put + WHOLE[at + cut :], PLAYERS)
    assert (reading.order is None) == any(problem.kind is not Kind.DOUBTFUL for problem in reading.problems)


@pytest.mark.parametrize(
    ("text", "name"),
    [("v1-放置1", "v1-place-1"), ("V2 放置２", "v2-place-2"), ("v12-place-2", "v12-place-2"), ("v0-office", None),
     ("v12345-office", None), ("v-office", None), ("over", "over")],
)  # fmt: skip
def test_phase_is_named_in_any_spelling(text: str, name: str | None) -> None:
    assert find_phase_name(text) == name
