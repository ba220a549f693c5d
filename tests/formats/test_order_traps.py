"""What YAML, phones and keyboards make of values: meant plainly and read so, or refused with the reason, never else.

The table is the documentation (docs/play.md, sections 2 and 7): each way to write a value, and what becomes of it where
a number, a word or a text belongs.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from manila_pbem.formats.order_reader import read_order
from manila_pbem.orders.order import Limit, Order
from manila_pbem.orders.problems import Kind
from manila_pbem.rules.board import SPACE_WORDS, WARE_WORDS, Ware

PLAYERS = ("ana", "ben")


class Trap(NamedTuple):
    """What is written, and what is read where a number, a space or ware, or a text belongs; else the fault's code."""

    written: str
    number: int | str
    word: str
    text: str
    bid: str = ""
    """The fault where a bid belongs, if it is another one: a bid may be a word."""


REFUSED = "unknown_word"
"""Or `misspelt_word` where a legal word is near: the advice is tested elsewhere."""

TRAPS = (
    # What YAML 1.1 or 1.2 takes for something else than text.
    Trap("no", "number_none", "misspelt_word", "no", "misspelt_word"),
    Trap("No", "number_none", "misspelt_word", "No", "misspelt_word"),
    Trap("off", "number_none", "misspelt_word", "off", "misspelt_word"),
    Trap("false", "number_none", "misspelt_word", "false", "misspelt_word"),
    Trap("~", "number_none", "misspelt_word", "~", "misspelt_word"),
    Trap("null", "number_none", "misspelt_word", "null", "misspelt_word"),
    Trap("on", "number_none", REFUSED, "on"),
    Trap("yes", "number_none", REFUSED, "yes"),
    Trap("true", "number_none", REFUSED, "true"),
    Trap("=", "number_none", REFUSED, "="),
    Trap("<<", "number_none", REFUSED, "<<"),
    Trap("010", "number_leading_zero", REFUSED, "010"),
    Trap("04", "number_leading_zero", REFUSED, "04"),
    Trap("0x4", "number_base", REFUSED, "0x4"),
    Trap("0o4", "number_base", REFUSED, "0o4"),
    Trap("0b100", "number_base", REFUSED, "0b100"),
    Trap("1_000", "number_underscore", REFUSED, "1_000"),
    Trap("12:30", "number_colon", REFUSED, "12:30"),
    Trap("1:2:3", "number_colon", REFUSED, "1:2:3"),
    Trap("1e1", "number_exponent", REFUSED, "1e1"),
    Trap("4e0", "number_exponent", REFUSED, "4e0"),
    Trap("+4", "number_plus", REFUSED, "+4"),
    Trap("-4", "number_minus", REFUSED, "-4"),
    Trap("4.0", "number_point", REFUSED, "4.0"),
    Trap("4.", "number_point", REFUSED, "4."),
    Trap("1,000", "number_point", REFUSED, "1,000"),
    Trap(".inf", "number_none", REFUSED, ".inf"),
    Trap("-.inf", "number_none", REFUSED, "-.inf"),
    Trap(".nan", "number_none", REFUSED, ".nan"),
    Trap("2026-12-01", "number_none", REFUSED, "2026-12-01"),
    Trap("1234567890", "number_too_long", REFUSED, "1234567890"),
    # Numbers as people write them.
    Trap("4", 4, REFUSED, "4"),
    Trap('"4"', 4, REFUSED, "4"),
    Trap("'4'", 4, REFUSED, "4"),
    Trap("４", 4, REFUSED, "４"),
    Trap('"４"', 4, REFUSED, "４"),
    Trap("“4”", 4, REFUSED, "4"),
    Trap("“４”", 4, REFUSED, "４"),
    Trap("„4“", 4, REFUSED, "4"),
    Trap("‘4’", 4, REFUSED, "4"),
    Trap("＂4＂", 4, REFUSED, "4"),
    Trap("＇4＇", 4, REFUSED, "4"),
    Trap('" 4 "', 4, REFUSED, " 4 "),
    Trap('"4\\n"', 4, REFUSED, "4\n"),
    Trap('"\\x34"', 4, REFUSED, "4"),
    Trap('"\\uFF14"', 4, REFUSED, "４"),
    Trap("|\n    4", 4, REFUSED, "4\n"),
    Trap(">-\n    4", 4, REFUSED, "4"),
    Trap("4 # mine", 4, REFUSED, "4"),
    Trap("4 ＃ mine", 4, REFUSED, "4"),
    Trap("０４", "number_leading_zero", REFUSED, "０４"),
    Trap("４．０", "number_point", REFUSED, "４．０"),
    Trap("＋４", "number_plus", REFUSED, "＋４"),
    Trap("−4", "number_minus", REFUSED, "−4"),
    Trap("１２：３０", "second_colon", "second_colon", "１２：３０"),
    Trap("1 000", "number_blank", REFUSED, "1 000"),
    Trap("4 pesos", "number_unit", REFUSED, "4 pesos"),
    Trap("四", "number_words", REFUSED, "四"),
    Trap("④", "number_none", REFUSED, "④"),
    Trap("²", "number_none", REFUSED, "²"),
    Trap("٤", "number_none", REFUSED, "٤"),
    # What stands unseen beside a value or within it.
    Trap("\u00a04", 4, REFUSED, "4"),
    Trap("4\u00a0", 4, REFUSED, "4"),
    Trap("\u30004\u3000", 4, REFUSED, "4"),
    Trap("4\u200b", 4, REFUSED, "4\u200b"),
    Trap("\u200e4\u200f", 4, REFUSED, "\u200e4\u200f"),
    Trap("\ufeff4", 4, REFUSED, "\ufeff4"),
    Trap("4\u00ad", 4, REFUSED, "4\u00ad"),
    Trap("4\t", "tab", "tab", "tab"),
    Trap("\t4", "tab", "tab", "tab"),
    Trap('"4\t"', "tab", "tab", "tab"),
    Trap('"4\\t"', "control_character", "control_character", "control_character"),
    Trap('"4\\0"', "control_character", "control_character", "control_character"),
    Trap('"4\\N"', "control_character", "control_character", "control_character"),
    Trap('"4\\P"', "line_separator", "line_separator", "line_separator"),
    Trap("4\x07", "control_character", "control_character", "control_character"),
    Trap("4\x85", "control_character", "control_character", "control_character"),
    Trap("4\u2028", "line_separator", "line_separator", "line_separator"),
    Trap("\u202e4", "direction_mark", "direction_mark", "direction_mark"),
    Trap('"\\u202e4"', "direction_mark", "direction_mark", "direction_mark"),
    # What is a sign of YAML, or nothing.
    Trap("!!int 4", "tag", "tag", "tag"),
    Trap("! 4", "tag", "tag", "tag"),
    Trap("&a 4", "anchor", "anchor", "anchor"),
    Trap("*a", "alias", "alias", "alias"),
    Trap("@4", "sign_at_start", "sign_at_start", "sign_at_start"),
    Trap("`4`", "sign_at_start", "sign_at_start", "sign_at_start"),
    Trap("%4", "sign_at_start", "sign_at_start", "sign_at_start"),
    Trap("- 4", "dash", "dash", "dash"),
    Trap("[4", "open_bracket", "open_bracket", "open_bracket"),
    Trap('"4', "open_quote", "open_quote", "open_quote"),
    Trap("a: 4", "second_colon", "second_colon", "second_colon"),
    Trap("", "no_value", "no_value", "no_value"),
    Trap("# 4", "no_value", "no_value", "no_value"),
    Trap('""', "number_none", REFUSED, ""),
    Trap("___", "blank_left", "blank_left", "___"),
    # Words, by the table of words.
    Trap("silk", "number_none", "silk", "silk"),
    Trap("SILK", "number_none", "silk", "SILK"),
    Trap('"silk"', "number_none", "silk", "silk"),
    Trap("“silk”", "number_none", "silk", "silk"),
    Trap("‘ｓｉｌｋ’", "number_none", "silk", "ｓｉｌｋ"),
    Trap("ｓｉｌｋ", "number_none", "silk", "ｓｉｌｋ"),
    Trap("ＳＩＬＫ\u3000", "number_none", "silk", "ＳＩＬＫ"),
    Trap("絲綢", "number_none", "silk", "絲綢"),
    Trap("丝绸", "number_none", "silk", "丝绸"),
    Trap("丝\u200b绸", "number_none", "silk", "丝\u200b绸"),
    Trap("si\u00adlk", "number_none", "silk", "si\u00adlk"),
    Trap("s-i_l k", "number_none", "silk", "s-i_l k"),
    Trap("s‑ilk", "number_none", "silk", "s‑ilk"),
    Trap('"s\\u0069lk"', "number_none", "silk", "silk"),
    Trap("|\n    silk", "number_none", "silk", "silk\n"),
    Trap("silk,", "number_none", REFUSED, "silk,"),
    Trap("silk，", "number_none", REFUSED, "silk，"),
)

NUMBERS = {
    "bid": "bid: {}\n",
    "up_to": "bid:\n  up_to: {}\n",
    "mortgage": "mortgage: {}\n",
    "redeem": "redeem: {}\nsalt: x\n",
    "load": "load:\n  jade: {}\n  silk: 4\n  ginseng: 1\n",
}
WORDS = {
    "place": "place: {}\nsalt: x\n",
    "buy": "buy: {}\n",
    "board": "board: {}\n",
    "free": "place:\n  place: pass\n  when:\n   free: {}\n",
}
TEXTS = {
    "salt": "salt: {}\n",
    "text": "message:\n  to: all\n  text: {}\n",
    "text first": "message:\n  text: {}\n  to: all\n",
}


def list_files(text: str) -> list[bytes]:
    """Return the file as it is written on different machines."""
    ends = [text.replace("\n", end) for end in ("\n", "\r\n", "\r")]
    return [start + file.encode() for file in ends for start in (b"", b"\xef\xbb\xbf")] + [text.rstrip("\n").encode()]


def tell_fault(data: bytes) -> str | Order:
    """Return the order, or the code of its one fault."""
    reading = read_order(data, PLAYERS)
    if reading.order is not None:
        return reading.order
    codes = [problem.code for problem in reading.problems if problem.kind is not Kind.DOUBTFUL]
    assert len(codes) == 1, codes
    return codes[0]


def pick_number(key: str, order: Order) -> int | None:
    answers = order.answers
    if key in ("bid", "up_to"):
        assert isinstance(answers.bid, Limit) and answers.bid.plain == (key == "bid")
        return answers.bid.up_to
    if key == "load":
        assert answers.load is not None and answers.load[0].wares[0] == Ware.JADE
        return answers.load[0].starts[0]
    return order.mortgage if key == "mortgage" else order.redeem


def pick_word(key: str, order: Order) -> str | None:
    answers = order.answers
    if key == "place":
        return SPACE_WORDS[answers.place[0].wish] if answers.place else None
    if key == "free":
        when = answers.place[0].when if answers.place else None
        return SPACE_WORDS[when.free[0]] if when else None
    ware = answers.buy[0].answer.ware if answers.buy else answers.boards[0][0].ware if answers.boards[0] else None
    return None if ware is None else WARE_WORDS[ware]


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: ascii(trap.written))
@pytest.mark.parametrize("key", NUMBERS)
def test_where_a_number_belongs(key: str, trap: Trap) -> None:
    for data in list_files(NUMBERS[key].format(trap.written)):
        told = tell_fault(data)
        if isinstance(trap.number, int):
            assert isinstance(told, Order) and pick_number(key, told) == trap.number
        else:
            assert told == (trap.bid if key == "bid" and trap.bid else trap.number)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: ascii(trap.written))
@pytest.mark.parametrize("key", WORDS)
def test_where_a_word_belongs(key: str, trap: Trap) -> None:
    for data in list_files(WORDS[key].format(trap.written)):
        told = tell_fault(data)
        if trap.word == REFUSED or (trap.word == "misspelt_word" and key == "free"):
            assert told in (REFUSED, "misspelt_word")  # `free` has no word for nothing, which `no` may mean
        else:
            assert (pick_word(key, told) if isinstance(told, Order) else told) == trap.word


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: ascii(trap.written))
@pytest.mark.parametrize("key", TEXTS)
def test_where_a_text_belongs(key: str, trap: Trap) -> None:
    for data in list_files(TEXTS[key].format(trap.written)):
        told = tell_fault(data)
        if isinstance(told, Order):
            text = told.message.text if told.message else told.salt
            # A block text without a line end at the end of the file has none either.
            assert text == trap.text or (trap.written.startswith("|") and text == trap.text.rstrip("\n"))
        else:
            assert told == trap.text


@pytest.mark.parametrize("mark", ["\ufeff", "\u200b", "\u00ad", "\u200e", "\u2060"])
def test_marks_without_width_do_no_harm_in_keys(mark: str) -> None:
    for text in ("{}bid: 4\n", "b{}id: 4\n", "bid{}: 4\n", "# x\n{}bid: 4\n", "'b{}id': 4\n"):
        told = tell_fault(text.format(mark).encode())
        assert isinstance(told, Order) and told.answers.bid == Limit(4, plain=True)


@pytest.mark.parametrize("written", ["no", "on", "y", "~", "null", "010", "12:30", "1e1", ".inf", "=", "<<", "7"])
def test_a_key_that_yaml_would_convert_is_unknown(written: str) -> None:
    told = tell_fault(f"{written}: x\n".encode())
    assert told in ("unknown_key", "misspelt_key")
