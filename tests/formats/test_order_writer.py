"""What an order says survives being written and read; messages are cut out; forms are orders already."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manila_pbem.formats.characters import REPLACEMENTS
from manila_pbem.formats.message_cutter import cut_message, forget_marks
from manila_pbem.formats.order_form import WIDEST_LINE, Choice, FormQuestion, measure, write_form
from manila_pbem.formats.order_reader import read_order
from manila_pbem.formats.order_writer import write_order
from manila_pbem.formats.words import fold_name
from manila_pbem.orders.order import (
    Answers,
    BoardWish,
    Bounds,
    BuyWish,
    Conditions,
    Limit,
    LoadWish,
    Message,
    Order,
    PilotWish,
    PlaceWish,
    Plan,
)
from manila_pbem.rules.answers import Buy, Pilot
from manila_pbem.rules.board import SEAT_COSTS, SPACES, VALUE_TRACK, WARES, Ware

PLAYERS = ("ana", "O’Brien", "小、莉", "no", "“x")

T = TypeVar("T")

texts = st.one_of(
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="\ufffe\uffff"), max_size=30),
    st.sampled_from(
        [
            "no",
            "7",
            "a: b",
            "- a",
            "ａ：“ｂ”，【ｃ】",
            "“a”",
            "“a",
            "a\nb\n",
            " a ",
            "# a",
            "\\n",
            '"',
            "{a}",
            "|",
            "\u200b",
        ]
    ),
).filter(lambda text: not set(text) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
wares = st.sampled_from(WARES)
players = st.sampled_from(PLAYERS)


def build(made: Callable[..., T], *parts: st.SearchStrategy) -> st.SearchStrategy[T]:
    """Values made of drawn parts, everything else (the marks above all) left at its default."""
    return st.tuples(*parts).map(lambda drawn: made(*drawn))


def ranges(possible: tuple[int, ...]) -> st.SearchStrategy[Bounds]:
    """Ranges in which one of the possible numbers lies."""
    number = st.sampled_from(possible)
    return st.one_of(
        number.map(lambda n: Bounds(n, n)),
        number.map(lambda n: Bounds(n, None)),
        number.map(lambda n: Bounds(None, n)),
        st.tuples(number, number).map(lambda pair: Bounds(min(pair), max(pair))),
    )


def by_ware(possible: dict[Ware, tuple[int, ...]]) -> st.SearchStrategy[tuple[tuple[Ware, Bounds], ...]]:
    """Ranges for some wares, in board order."""
    return st.lists(wares, unique=True).flatmap(
        lambda chosen: st.tuples(*(st.tuples(st.just(ware), ranges(possible[ware])) for ware in sorted(chosen)))
    )


conditions = build(
    Conditions,
    by_ware(dict.fromkeys(WARES, tuple(range(15)))),
    by_ware({ware: tuple(range(len(SEAT_COSTS[ware]) + 1)) for ware in WARES}),
    by_ware(dict.fromkeys(WARES, VALUE_TRACK)),
    st.none() | ranges(tuple(range(31))),
    st.none() | ranges(tuple(range(999))),
    st.lists(st.sampled_from(SPACES), max_size=2).map(tuple),
    st.none() | players,
).filter(lambda when: when != Conditions())
whens = st.none() | st.none() | conditions
ordered = st.permutations(WARES).map(lambda order: tuple(order[:3]))
starts = st.sampled_from([(a, b, 9 - a - b) for a in range(6) for b in range(6) if 0 <= 9 - a - b <= 5])
signs = st.sampled_from([-1, 1])
single = st.tuples(st.tuples(wares, st.sampled_from([-2, -1, 1, 2])))
double = st.lists(wares, min_size=2, max_size=2, unique=True).flatmap(
    lambda pair: st.tuples(*(st.tuples(st.just(ware), signs) for ware in sorted(pair)))
)
no_move = st.just(())
small = build(PilotWish, build(Pilot, no_move | st.tuples(st.tuples(wares, signs))), whens)
large = build(PilotWish, build(Pilot, no_move | single | double), whens)
board = build(BoardWish, wares, st.none() | players, whens) | build(BoardWish, st.none(), st.none(), whens)
ways = st.lists(wares, min_size=1, unique=True).flatmap(
    lambda chosen: st.tuples(*(st.tuples(st.just(ware), st.booleans()) for ware in sorted(chosen)))
)


def lists(wish: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | st.lists(wish, min_size=1, max_size=2).map(tuple)


def pairs(both: st.SearchStrategy, first: st.SearchStrategy, second: st.SearchStrategy) -> st.SearchStrategy:
    """The plain form, which serves both, or one list for each."""
    return lists(both).map(lambda wishes: (wishes, wishes)) | st.tuples(lists(first), lists(second))


limits = st.one_of(
    st.just(Limit(0)),
    st.integers(1, 999).map(lambda n: Limit(n, plain=True)),
    st.tuples(st.integers(1, 999), st.none() | st.integers(1, 999)).map(lambda p: Limit(max(p[0], p[1] or 0), p[1])),
)


@st.composite
def draw_answers(draw: st.DrawFn) -> Answers:
    """Answers to some of the decisions."""
    keys = draw(st.sets(st.sampled_from(Answers._fields), max_size=3))
    values = {
        "bid": limits,
        "buy": lists(build(BuyWish, build(Buy, st.none() | wares), whens)),
        "load": lists(build(LoadWish, ordered, starts, whens)),
        "move_order": st.none() | ordered,
        "place": lists(build(PlaceWish, st.sampled_from([*SPACES, "cheapest", "pass"]), whens)),
        "boards": pairs(board, board, board),
        "pilots": pairs(large, small, large),
        "plunder": lists(build(Plan, st.booleans(), no_move, whens) | build(Plan, st.none(), ways, whens)),
    }
    answers = Answers(**{key: draw(values[key]) for key in sorted(keys)})
    if answers.load and answers.move_order:
        answers = answers._replace(move_order=answers.load[0].wares[::-1])
    return answers


phases = st.sampled_from(
    ["v1-auction", "v1-office", "v1-place-1", "v12-place-4", "v1-boarding", "v1-pilots", "v1-plunder"]
)
said_later = st.dictionaries(phases, draw_answers().filter(lambda said: said != Answers()), max_size=1)
orders = st.just(Order(withdraw=True)) | build(
    Order,
    st.none() | st.sampled_from(["harbour-1", "7", "no", "0x1a"]),
    st.none() | phases,
    st.none() | players,
    draw_answers(),
    st.integers(0, 9),
    st.integers(0, 9),
    said_later.map(lambda later: tuple(later.items())),
    st.none() | texts,
    st.none() | build(Message, st.lists(players, unique=True, max_size=2).map(tuple), texts),
)


@settings(max_examples=150, deadline=None)
@given(orders)
def test_an_order_survives_being_written_and_read(order: Order) -> None:
    written = write_order(order)
    reading = read_order(written, PLAYERS)
    assert reading.order is not None, (written, reading.problems)
    assert forget_marks(reading.order) == order
    assert write_order(reading.order) == written


@settings(max_examples=100, deadline=None)
@given(orders, st.sampled_from(["\n", "\r\n"]))
def test_a_message_is_cut_out_of_any_order(order: Order, end: str) -> None:
    data = write_order(order).replace("\n", end).encode()
    cut = cut_message(data, PLAYERS)
    copy = read_order(cut, PLAYERS).order
    assert copy is not None
    assert forget_marks(copy) == order._replace(message=None)
    if order.message is None:
        assert cut == data
    elif order != Order(message=order.message):
        assert data.startswith(cut), "what stands before the message stays byte for byte"


SECRET = "meet me at the pirates"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"message: {{to: ben, text: {SECRET}}}\n", "{}\n"),
        (f"bid: 7 # my bid\nmessage: {{to: ben, text: {SECRET}}}\n", "bid: 7 # my bid\n"),
        (f"message:\n  to: ben\n  text: |\n    # {SECRET}\n\n    x\nbid:   7 # d\n", "bid:   7 # d\n"),
        (f"message:\n- {SECRET}\n", None),
        (f"{{bid: 7, message: {{to: ben, text: {SECRET}}}}} # }}", "{bid: 7}"),
        (f"{{message: {{to: ben, text: {SECRET}}}, bid: 7}}", "{bid: 7}"),
        (f"｛出價：７，訊息：｛給：ｂｅｎ，內容：你好，{SECRET}｝｝", "｛出價：７｝"),
        (f'bid: 7\r\nmessage: {{to: ben, text: "{SECRET}"}}\r\nplace: jade\r\n', "bid: 7\r\nplace: jade\r\n"),
        (f'{{\n"bid": 7,\n"message": {{"to": "ben", "text": "{SECRET}"}}\n}}\n', '{\n"bid": 7}\n'),
        (f"? message\n: {{to: ben, text: {SECRET}}}\n? bid\n: 7", None),
    ],
)
def test_nothing_of_a_message_is_left(text: str, left: str | None) -> None:
    cut = cut_message(text.encode(), ("ana", "ben"))
    if left is not None:
        assert cut.decode() == left
    if read_order(text, ("ana", "ben")).order is not None:
        assert SECRET.encode() not in cut
        copy = read_order(cut, ("ana", "ben")).order
        assert copy is not None and copy.message is None


def test_an_order_is_written_in_one_form() -> None:
    text = 'bid: {say: 4, up_to: 9}\nplace: [jade, {place: silk, when: {cost: {max: 4}}}, pass]\nsalt: "a b"\n'
    order = read_order(
        "SALT: a b\n放置：【玉，｛放置：絲綢，條件：｛費用：｛最多：４｝｝｝，放棄】\nbid: {up_to: 9, say: 4}", ()
    ).order
    assert order is not None
    assert write_order(order) == text


def test_names_that_the_table_of_replacements_would_change_are_escaped() -> None:
    for name in ("“x", "小、莉", "Ｏ：", "a　b"):
        written = write_order(Order(player=name))
        assert not set(written) & set(REPLACEMENTS)
        order = read_order(written, (name,)).order
        assert order is not None and order.player == name and fold_name(name)


PLACES = (Choice("jade", 3), Choice("port-a", 4), Choice("insurance", 0, "you receive 10 at once"), Choice("pass"))
EVICT = Choice("{board: silk, evict: " + "長" * 40 + "}", None, "puts off the hindmost accomplice of that player there")
QUESTIONS = (
    FormQuestion("bid", (Choice("pass"), Choice("1 to 54", None, "more than 30 takes loans"))),
    FormQuestion("buy", (Choice("silk", 5), Choice("none"))),
    FormQuestion("load", ()),
    FormQuestion("place", PLACES),
    FormQuestion("board", (Choice("silk"), EVICT, Choice("stay"))),
    FormQuestion("pilot", (Choice("{silk: 1}"), Choice("none")), "small"),
    FormQuestion("pilot", (Choice("{silk: 2}"), Choice("none")), "large"),
    FormQuestion("plunder", (Choice("{silk: port}"), Choice("{silk: shipyard}"))),
)


def test_a_form_sent_back_as_it_came_decides_nothing() -> None:
    form = write_form("harbour-1", "v1-place-2", "小莉", QUESTIONS)
    reading = read_order(form, ("ana", "小莉"))
    assert reading.order is None
    blanks = [problem for problem in reading.problems if problem.code == "blank_left"]
    assert len(blanks) == len(reading.problems) == len(QUESTIONS)


@pytest.mark.parametrize("loans", [(), ("mortgage",), ("redeem",), ("mortgage", "redeem")])
def test_a_form_offers_the_loans_that_can_be_done(loans: tuple[str, ...]) -> None:
    form = write_form("harbour-1", "v1-place-2", "ana", QUESTIONS, loans)
    assert tuple(key for key in ("mortgage", "redeem") if f"#   {key}: 1" in form) == loans
    assert "#   salt: " in form and "#   message: " in form
    everything = write_form("harbour-1", "v1-place-2", "ana", QUESTIONS, ("mortgage", "redeem"))
    assert write_form("harbour-1", "v1-place-2", "ana", QUESTIONS) == everything


ANSWERS = {
    "bid": "7",
    "buy": "silk",
    "load": "{nutmeg: 2, silk: 4, ginseng: 3}",
    "place": "[jade, port-a, pass]",
    "board": "stay",
    "pilot": "none",
    "plunder": "{silk: port}",
}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.key + question.which)
def test_a_form_is_an_order_once_its_blank_is_filled(question: FormQuestion) -> None:
    form = write_form("harbour-1", "v1-place-2", "ana", [question])
    reading = read_order(form.replace(f"{question.key}: ___", f"{question.key}: {ANSWERS[question.key]}"), ("ana",))
    assert reading.problems == ()
    order = reading.order
    assert order is not None and order.answers != Answers()
    assert (order.game, order.phase, order.player) == ("harbour-1", "v1-place-2", "ana")


def test_a_form_tells_the_two_pilots_of_one_player_apart() -> None:
    form = write_form("harbour-1", "v1-pilots", "ana", [question for question in QUESTIONS if question.key == "pilot"])
    assert "pilot: {small: ___, large: ___}\n" in form
    order = read_order(
        form.replace("small: ___", "small: {silk: 1}").replace("large: ___", "large: none"), ("ana",)
    ).order
    assert order is not None
    assert [[wish.answer.moves for wish in wishes or ()] for wishes in order.answers.pilots] == [
        [((Ware.SILK, 1),)],
        [()],
    ]


def test_salt_may_look_like_a_blank() -> None:
    assert read_order("salt: ___", ()).order is not None


def test_a_form_lists_every_choice_with_its_cost_in_short_lines() -> None:
    form = write_form("h" * 32, "v1-place-2", "長" * 20, QUESTIONS)
    assert "#   port-a     4 pesos\n" in form
    assert "#   insurance  0 pesos, you receive 10 at once\n" in form
    for question in QUESTIONS:
        for choice in question.choices:
            assert f"#   {choice.word}" in form
    long = [line for line in form.splitlines() if measure(line) > WIDEST_LINE]
    assert long == [f"#   {EVICT.word}"], "only a name can make a line longer"


def test_chinese_characters_take_two_columns() -> None:
    assert measure("玉石 a") == 6
