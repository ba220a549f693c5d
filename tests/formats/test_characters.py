"""Characters are read as meant, by one table; `salt` and `text` keep theirs (docs/play.md, section 7)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manila_pbem.formats.characters import BLANKS, DROPPED, REPLACEMENTS, Kept, replace_characters
from manila_pbem.formats.decoding import end_lines_plainly, find_refused
from manila_pbem.formats.kept_values import find_kept_values
from manila_pbem.formats.order_reader import read_order, replace_order_characters
from manila_pbem.orders.order import Mark, Message

PLAYERS = ("ana", "ben", "O’Brien")


def read_kept(text: str) -> str | None:
    """Return the text of the salt, or of the message, of an order."""
    reading = read_order(text, PLAYERS)
    assert reading.order is not None, reading.problems
    return reading.order.message.text if reading.order.message else reading.order.salt


def read_as(text: str) -> str:
    return replace_order_characters(end_lines_plainly(text)).read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("ｐｌａｃｅ： ｊａｄｅ", "place:  jade"),
        ("出價：７", "出價: 7"),
        ("place：【jade，port-a、pass】", "place: [jade,port-a,pass]"),
        ("place: ［jade］", "place: [jade]"),
        ("｛bid：7｝", "{bid: 7}"),
        ("bid:\u00a07", "bid: 7"),
        ("\u3000\u3000bid:\u20097", "  bid: 7"),
        ("place: “port a”", 'place: "port a"'),
        ("place: ‘port a’", "place: 'port a'"),
        ("pl\u00adace: ja\u200bde\ufeff", "place: jade"),
        ("pilot: {silk: −1, jade: －1}", "pilot: {silk: -1, jade: -1}"),
        ("– jade", "- jade"),
        ("a: 1\r\nb: 2\rc: 3\n", "a: 1\nb: 2\nc: 3\n"),
        ("bid: 7 ＃ ok", "bid: 7 # ok"),
    ],
)
def test_what_keyboards_put_in_the_place_of_yaml_is_read_as_meant(written: str, read: str) -> None:
    assert read_as(written) == read


def test_the_table_replaces_by_plain_signs_only_and_never_twice() -> None:
    for character, by in REPLACEMENTS.items():
        assert len(character) == 1 and not character.isascii()
        assert by.isascii() and by.isprintable()
        assert find_refused(character) is None, "what is refused need not be replaced"
    assert {REPLACEMENTS[c] for c in BLANKS} == {" "}
    assert {REPLACEMENTS[c] for c in DROPPED} == {""}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("salt: 時間：三點", "時間：三點"),
        ("salt：時間：三點", "時間：三點"),
        ("鹽：ａｂｃ，１２３、【四】", "ａｂｃ，１２３、【四】"),
        ("salt: a\u00a0b\u3000c\u200bd", "a\u00a0b\u3000c\u200bd"),
        ("salt: x\u3000\nbid: 7", "x"),
        ("salt: “ｈｉ：”", "ｈｉ："),
        ('salt: "ｈｉ：“x”"', "ｈｉ：“x”"),
        ("salt: 'ｈｉ：''x'''", "ｈｉ：'x'"),
        ('salt: “say "hi" and \\n”', 'say "hi" and \\n'),
        ("salt: “Yes”, she said，“no”", "“Yes”, she said，“no”"),
        ("salt: it’s ok", "it’s ok"),
        ("salt: ‘tis：１", "‘tis：１"),
        ("salt: 「ａ：ｂ」", "「ａ：ｂ」"),
        ("salt: ＂ａ：ｂ＂", "ａ：ｂ"),
        ("salt: ａ # ｂ", "ａ"),
        ("salt: ａ\n  ｂ：ｃ\n\n  ｄ\nbid：７", "ａ ｂ：ｃ\nｄ"),
        ("salt:\n  ａ：ｂ\nbid：７", "ａ：ｂ"),
        ("salt:\n\u3000\u3000ａ：ｂ\nbid：７", "ａ：ｂ"),
        ("salt: |\n  ａ：\n    ｂ，\n\n  ｃ\nbid：７", "ａ：\n  ｂ，\n\nｃ\n"),
        ("salt: >-\r\n  ａ：\r\n  ｂ\r\nbid：７", "ａ： ｂ"),
        ("SALT： ｓ", "ｓ"),
        ("“salt”： ｓ：", "ｓ："),
        ("｛salt：ａ，ｂ，bid：７｝", "ａ，ｂ"),
        ("{bid: 7, salt: ａ：ｂ}", "ａ：ｂ"),
        ("message: {to: all, text: 你好，大家：好}", "你好，大家：好"),
        ("message：｛to：all，text：你好，大家【笑】！｝", "你好，大家【笑】！"),
        ("message: {text：你好，to：all}", "你好"),
        ("訊息：｛內容：“你好，大家”，給：全部｝", "你好，大家"),
        ("message:\n  to: all\n  text: 我說：「走」\n  # ＃\nbid：７", "我說：「走」"),
        ("message:\n  text: |-\n    ａ：\n  to：all", "ａ："),
        ("message: {to: all, text: “a, b”}", "a, b"),
        ("salt: ｎｏ", "ｎｏ"),
        ("salt: ７", "７"),
    ],
)
def test_salt_and_text_keep_their_characters(text: str, kept: str) -> None:
    assert read_kept(text) == kept


def test_other_values_of_the_same_order_are_read_as_meant() -> None:
    reading = read_order(
        "鹽：時間：三點\n訊息：｛給：ｂｅｎ，內容：好：的｝\n出價：７\n放置：【玉石，港口Ａ】\n", PLAYERS
    )
    assert reading.problems == ()
    assert reading.order is not None
    assert reading.order.salt == "時間：三點"
    assert reading.order.message == Message(("ben",), "好：的")
    assert reading.order.answers.bid is not None and reading.order.answers.bid.up_to == 7
    assert reading.order.answers.place is not None and len(reading.order.answers.place) == 2


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("放置：玉石頭盔", 1, 4),
        ("放置：玉石\n出價：七", 2, 4),
        ("\u200b\u200bbid: x", 1, 8),
        ("bid：７\r\nplace：【jade，ｘｙｚ】", 2, 13),
        ("salt：ａ：“ｂ”\nplace：ｘｙｚ", 2, 7),
        ('salt：“ａ""：ｂ”\nplace：【jade，ｘｙｚ】', 2, 13),
        ("place:\u3000\u3000“ｘｙｚ”", 1, 9),
        ("\ufeffbid：x", 1, 5),
        ("text：“\nplace：x", 1, 1),
    ],
)
def test_places_are_those_of_the_text_as_it_was_written(text: str, line: int, column: int) -> None:
    problem = read_order(text, PLAYERS).problems[0]
    assert problem.mark == Mark(line, column)


def test_a_name_with_a_curly_apostrophe_is_found() -> None:
    for name in ("O’Brien", "O'Brien", "ｏ’ｂｒｉｅｎ"):
        reading = read_order(f"message: {{to: {name}, text: hi}}", PLAYERS)
        assert reading.order is not None and reading.order.message == Message(("O’Brien",), "hi")


SIGNS = [
    *"：:，、“”\"'‘【】[]｛｝{}\n\r\u3000\u200b＃－aａ\\",
    "salt",
    "text",
    "鹽",
    "message",
    "bid",
    ": ",
    ", ",
    "\r\n",
]
PIECES = st.sampled_from([*SIGNS, "  ", "# ", "| ", "|\n  ", "- "])


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES, max_size=30).map("".join))
def test_spans_are_in_order_and_all_else_is_replaced(text: str) -> None:
    kept = find_kept_values(text)
    at = 0
    for span in kept:
        assert at <= span.start <= span.end <= len(text)
        at = span.end + span.quoted
    replaced = replace_characters(text, kept)
    rest = "".join(
        text[start:end]
        for start, end in zip([0, *(s.end for s in kept)], [*(s.start for s in kept), len(text)], strict=True)
    )
    assert all(REPLACEMENTS.get(c, c) in replaced.read for c in rest if c != "\r")
    offsets = [replaced.find_written(offset) for offset in range(len(replaced.read))]
    found = {at for at, sign in zip(offsets, replaced.read, strict=True) if text[at : at + 1] == sign}
    within = {at for span in kept for at in range(span.start, span.end)}
    for at, sign in enumerate(text):
        if (at in within and sign not in '"\\') or not (sign in REPLACEMENTS or sign in "\r\n"):
            assert at in found, "what is not replaced is found where it was written"


def test_without_spans_every_character_is_replaced() -> None:
    assert replace_characters("salt：“ａ”").read == 'salt: "a"'
    assert replace_characters("salt：“ａ”", [Kept(6, 7, quoted=True)]).read == 'salt: "ａ"'
