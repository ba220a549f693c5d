"""format=flowed is undone (RFC 3676; docs/play.md, section 7, "Transfer")."""

from __future__ import annotations

import pytest
from intake.reading import ORDER, REPORT, mark, read, read_order

from manila_pbem.intake.flowed import unflow


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", ""),
        ("bid: 7\n", "bid: 7\n"),
        ("bid: \n7\n", "bid: 7\n"),
        ("place: [jade, \nport-a, \npass]\n", "place: [jade, port-a, pass]\n"),
        # Stuffed blanks come off, one a line.
        (" From here\n", "From here\n"),
        ("   jade: 0\n", "  jade: 0\n"),
        (" > no quote\n", "> no quote\n"),
        # An empty line, another depth of quotes and a signature end a paragraph.
        ("bid: 7 \n\nThanks\n", "bid: 7 \n\nThanks\n"),
        ("bid: 7 \n-- \nAna\n", "bid: 7 \n-- \nAna\n"),
        ("bid: 7 \n> quote\n", "bid: 7 \n> quote\n"),
        ("> one \n> two\n", "> one two\n"),
        (">one \n>two\n", "> one two\n"),
        ("> one \n>> two\n", "> one \n>> two\n"),
        (">> one \n>> two\nmine\n", ">> one two\nmine\n"),
        ("> \n> a\n", "> \n> a\n"),
        ("-- \nAna \nMüller\n", "-- \nAna Müller\n"),
        ("bid: 7 ", "bid: 7 "),
        ("  \nbid: 7\n", " \nbid: 7\n"),
    ],
)
def test_soft_breaks_are_undone(text: str, meant: str) -> None:
    assert unflow(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("bid:  \n7\n", "bid: 7\n"),
        ("place: [ja \nde]\n", "place: [jade]\n"),
        ("放 \n置：玉石\n", "放置：玉石\n"),
        ("> on \n> e\n", "> one\n"),
        ("-- \nAna\n", "-- \nAna\n"),
    ],
)
def test_the_blank_of_a_soft_break_is_none_of_the_text(text: str, meant: str) -> None:
    assert unflow(text, delsp=True) == meant


def test_an_order_in_flowed_text() -> None:
    assert read_order("place: [jade, \nport-a, pass]\n", flowed=True) == ORDER
    assert read_order("place: [ja \nde, port-a, pass]\n", flowed=True, delsp=True) == ORDER
    # Where the header does not say so, a blank at a line's end means nothing.
    assert read_order("bid: \n  7\n") == "bid: \n  7\n"


def test_quotes_in_flowed_text() -> None:
    attribution = "On Tue, Dec 1, 2026 at 7:58 PM Manila \n<manila@example.net> wrote:"
    assert read_order(f"{ORDER}\n{attribution}\n{mark(REPORT)}", flowed=True) == ORDER
    assert read(mark(REPORT), flowed=True) is None
    assert read_order(f"{ORDER}\n-- \nAna\nsalt: TRAP\n", flowed=True) == ORDER
