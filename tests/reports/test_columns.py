"""Text in columns, with wide and narrow characters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from manila_pbem.reports.columns import cut, lay_table, measure, pad, wrap

TEXTS = st.text(st.sampled_from("ab c小莉ｗé\u0301\u200d한カ🙂م"), max_size=80)


def test_width_is_counted_in_columns() -> None:
    assert measure("ana") == 3
    assert measure("小莉") == 4
    assert measure("ａ") == 2
    assert measure("e\u0301") == 1
    assert measure("a\u200db") == 2


def test_a_cut_is_marked() -> None:
    assert cut("anabel", 6) == "anabel"
    assert cut("anabela", 6) == "anabe~"
    assert cut("小莉小莉", 6) == "小莉~"


def test_a_cut_closes_what_isolates_a_name() -> None:
    assert cut("\u2068محمد علي\u2069", 5) == "\u2068محمد\u2069~"


@given(TEXTS, st.integers(1, 20))
def test_a_cut_text_fits(text: str, width: int) -> None:
    assert measure(cut(text, width)) <= width


@given(TEXTS, st.integers(2, 30))
def test_wrapped_lines_fit_and_nothing_is_lost(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(measure(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_lines_break_at_blanks_and_hang() -> None:
    assert wrap("one two three four", 10, "- ", "  ") == ["- one two", "  three", "  four"]


def test_words_too_wide_are_broken_within() -> None:
    assert wrap("小莉小莉小莉", 5) == ["小莉", "小莉", "小莉"]
    assert wrap("ab cdefgh", 4) == ["ab", "cdef", "gh"]


def test_no_words_give_one_line() -> None:
    assert wrap("", 10, "| ") == ["|"]


def test_pad_fills_either_side() -> None:
    assert pad("小", 4) == "小  "
    assert pad("7", 3, to_right=True) == "  7"


def test_columns_are_aligned_by_width() -> None:
    rows = [["Player", "Cash"], ["小莉", "5"], ["ana", "12"]]
    assert lay_table(rows, [False, False], 10, "") == ["Player  Cash", "小莉    5", "ana     12"]


def test_numbers_stand_to_the_right() -> None:
    rows = [["Player", "Cash", "Bought"], ["小莉", "5", "-"], ["ana", "12", "1 silk"]]
    assert lay_table(rows, [False, True, False], 10) == [
        "  Player  Cash  Bought",
        "  小莉       5  -",
        "  ana       12  1 silk",
    ]


def test_cells_too_wide_go_on_below() -> None:
    rows = [["Player", "Cash", "Bought"], ["小莉小莉", "5", "1 nutmeg, 2 silk"]]
    assert lay_table(rows, [False, True, False], 6, "", 24) == [
        "Player  Cash  Bought",
        "小莉小     5  1 nutmeg,",
        "莉            2 silk",
    ]


def test_an_isolate_is_closed_on_every_line_of_a_cell() -> None:
    lines = lay_table([["\u2068محمد علي\u2069", "x"]], [False, False], 5, "")
    assert lines == ["\u2068محمد\u2069   x", "\u2068علي\u2069"]


@given(st.lists(st.tuples(TEXTS, st.integers(0, 99).map(str), TEXTS), min_size=1, max_size=4))
def test_a_table_fits_the_page(rows: list[tuple[str, str, str]]) -> None:
    assert all(measure(line) <= 72 for line in lay_table(rows, [False, True, False], 26))


@given(st.lists(st.text("a", min_size=1, max_size=14), max_size=12), st.integers(5, 20), st.sampled_from(("", "- ")))
def test_letters_with_accents_are_wrapped_as_others_are(words: list[str], width: int, first: str) -> None:
    """ASCII is wrapped in a way of its own, for speed."""
    text = " ".join(words)
    accented = wrap(text.replace("a", "á"), width, first, "  ")
    assert wrap(text, width, first, "  ") == [line.replace("á", "a") for line in accented]
