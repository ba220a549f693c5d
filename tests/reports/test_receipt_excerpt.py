"""The line of a fault with a caret under the place, counted in columns of a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manila_pbem.orders.order import Mark
from manila_pbem.reports.columns import measure
from manila_pbem.reports.excerpt import INDENT, WIDEST, show_place


@pytest.mark.parametrize(
    ("text", "mark", "line", "columns_before"),
    [
        ("bid: 010", Mark(1, 6), "bid: 010", 5),
        ("a: b\n競標：０７", Mark(2, 4), "競標：０７", 6),
        ("放置：【玊石】", Mark(1, 5), "放置：【玊石】", 8),
        ("e\u0301te\u0301: x", Mark(1, 6), "e\u0301te\u0301: x", 3),
        ("\tbid: 7", Mark(1, 2), " bid: 7", 1),
        ("bid:\u30007x", Mark(1, 6), "bid:  7x", 6),
        ("bid:\u00a07x", Mark(1, 6), "bid: 7x", 5),
        ("bid: \u202e7", Mark(1, 7), "bid: \ufffd7", 6),
        ("a\u200bb", Mark(1, 3), "a\ufffdb", 2),
        ("one\r\ntwo\rthree", Mark(3, 2), "three", 1),
        ("bid:", Mark(1, 5), "bid:", 4),
        ("bid:", Mark(1, 7), "bid:", 6),
        ("", Mark(1, 1), "", 0),
    ],
)
def test_the_caret_stands_under_the_place(text: str, mark: Mark, line: str, columns_before: int) -> None:
    shown, caret = show_place(text, mark)
    assert shown == f"{INDENT}{line}".rstrip()
    assert caret == f"{INDENT}{' ' * columns_before}^"


@pytest.mark.parametrize("mark", [Mark(0, 1), Mark(3, 1)])
def test_a_line_that_is_not_there_is_not_shown(mark: Mark) -> None:
    assert show_place("bid: 7\nsalt: x", mark) == []


@pytest.mark.parametrize("letter", ["x", "玉"])
def test_of_a_long_line_the_part_around_the_place_is_shown(letter: str) -> None:
    text = letter * 500 + "!" + letter * 500
    shown, caret = show_place(text, Mark(1, 501))
    assert shown.count(letter) >= 30
    assert measure(shown) <= WIDEST + len(INDENT)
    assert measure(shown[: shown.index("!")]) == len(caret) - 1


@given(st.text(max_size=120), st.integers(1, 130))
def test_any_text_is_shown_in_one_line_that_hides_nothing(text: str, column: int) -> None:
    shown, caret = show_place(text, Mark(1, column))
    assert shown.isprintable() and measure(shown) <= WIDEST + len(INDENT)
    assert caret.strip() == "^"
