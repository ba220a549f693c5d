"""Corrected lines: what is told to write always helps, and nothing is told where it would be a guess."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manila_pbem.formats.correcting import confirm_corrections, correct
from manila_pbem.formats.order_reader import read_order
from manila_pbem.orders.problems import Correction, Kind, Problem

NAMES = ("ana", "ben", "小莉")
WHOLE = """\
bid: {say: 4, up_to: 9}
buy: [silk, none]
load: {jade: 0, silk: 4, ginseng: 5}
board: {captain: [silk, stay], second: stay}
pilot: {small: {silk: -1}}
later:
  v1-place-1: {place: [{place: silk, when: {cost: {max: 4}}}, cheapest]}
  v1-place-2: {place: pass}
salt: "rain on the harbour"
"""


def find_faults(text: str | bytes) -> list[Problem]:
    return [problem for problem in read_order(text, NAMES).problems if problem.kind is not Kind.DOUBTFUL]


def find_corrections(text: str) -> tuple[Correction, ...]:
    return confirm_corrections(text, read_order(text, NAMES).problems, lambda data: read_order(data, NAMES).problems)


def mend(text: str) -> str:
    return correct(text, find_corrections(text))


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("bid:7", "bid: 7"),
        ("bid:\t7", "bid: 7"),
        ("bid: 7\r\nbuy: sillk\r\n", "bid: 7\r\nbuy: silk\r\n"),
        ("bid: +7  # seven", "bid: 7  # seven"),
        ("放置：【玊石，sillk】", "放置：【jade，silk】"),
        ("place: “sillk”", "place: silk"),
        ("bid: 7; buy: silk", "bid: 7\nbuy: silk"),
        ("place: [silk, jade", "place: [silk, jade]"),
        ("place: [silk, jade}", "place: [silk, jade]"),
        ("later:\n  v1-place-1: {place: [silk, jade}", "later:\n  v1-place-1: {place: [silk, jade]}"),
        ("salt: it's: so", 'salt: "it\'s: so"'),
        ('salt: say "a": b', "salt: 'say \"a\": b'"),
        ("place:\n  - sillk\n  - jadde", "place:\n  - silk\n  - jade"),
        ("load: {jade: 03, silk: 3.0, ginseng: +3}", "load: {jade: 3, silk: 3, ginseng: 3}"),
        ("pilot: {silk: -01}", "pilot: {silk: -1}"),
        ("place: - silk\n       - jade\nsalt: x", "place: [silk, jade]\nsalt: x"),
        ("bid 7\nbuy silk\n", "bid: 7\nbuy: silk\n"),
        ("phase: v1-offfice\nbuy: silk", "phase: v1-office\nbuy: silk"),
        ("later: {v1-borading: {board: stay}}", "later: {v1-boarding: {board: stay}}"),
        ("buy: !silk", "buy: silk"),
        ("message: {to: ben, text: meet at 8: ok?}", 'message: {to: ben, text: "meet at 8: ok?"}'),
        ("message: {to: ben, text: I say: no, you don't}", 'message: {to: ben, text: "I say: no, you don\'t"}'),
        ("message: {text: I say: no, to: ben}", 'message: {text: "I say: no", to: ben}'),
        ("{salt: a: b, bid: 7}", '{salt: "a: b", bid: 7}'),
        ("message: {to: ben, text: [x] y}", 'message: {to: ben, text: "[x] y"}'),
        ("message: {to: ben, text: [x]}", 'message: {to: ben, text: "[x]"}'),
        ("message: {to: ben, text: a}b}", 'message: {to: ben, text: "a}b"}'),
        ("message: {to: ben, text: well, ok}", 'message: {to: ben, text: "well, ok"}'),
        ("message: {text: well, so, ok, to: ben}", 'message: {text: "well, so, ok", to: ben}'),
        ("message: {to: ana, ben, text: hi}", "message: {to: [ana, ben], text: hi}"),
        ("salt: {a: b}", 'salt: "{a: b}"'),
        ("bid: {say: 4 up_to: 9}", "bid: {say: 4, up_to: 9}"),
        ("bid: {up_to 7}", "bid: {up_to: 7}"),
        ("load: {jade 5, silk 4, nutmeg 0}", "load: {jade: 5, silk: 4, nutmeg: 0}"),
        ("load: {jade: 5, silk 4, nutmeg: 0}", "load: {jade: 5, silk: 4, nutmeg: 0}"),
        ("pilot: {silk 1}", "pilot: {silk: 1}"),
        ("later: {v1-place-1: {place: jade, silk}}", "later: {v1-place-1: {place: [jade, silk]}}"),
        ("{place: jade, silk, bid: 7}", "{place: [jade, silk], bid: 7}"),
        ("place: jade silk", "place: [jade, silk]"),
        ("place: [jade silk, port a cheapest]", "place: [jade, silk, port a, cheapest]"),
        ("load:\njade: 5\nsilk: 4\nnutmeg: 0\nbid: 7", "load:\n  jade: 5\n  silk: 4\n  nutmeg: 0\nbid: 7"),
        ("message:\nto: ben\n\ntext: hi", "message:\n  to: ben\n\n  text: hi"),
        ("later:\nv1-place-1: {place: silk}\nsalt: x", "later:\n  v1-place-1: {place: silk}\nsalt: x"),
        ("later: {v1-place-1: silk}", "later: {v1-place-1: {place: silk}}"),
        ("later: {v1-place-1: jade silk}", "later: {v1-place-1: {place: [jade, silk]}}"),
        ("later: {v1-boarding: [silk, stay]}", "later: {v1-boarding: {board: [silk, stay]}}"),
        ("withdraw: yes", "withdraw: all"),
    ],
)
def test_what_is_clear_is_corrected(text: str, mended: str) -> None:
    assert find_faults(text)
    assert mend(text) == mended
    assert find_faults(mended) == []


@pytest.mark.parametrize(
    "text",
    [
        *("bid: 1e1", "bid: 12:30", "bid: 7.5", "bid: -7", "bid: 0x7", "bid: seven", "bid: 七十", "bid:", "bid: ___"),
        *("phase: v1-place\nsalt: x", "bid: {say: 7}", "place: {jade}", "xyzzy: 7", "buy: gold", "load: jade"),
        *("pilot: silk", "place: {place: jade silk, when: {cash: 9}}", "place: [{place: silk, jade}]"),
        *("place: {place: silk, when: {cash: {min: 9, max: 3}}}", "bid: {up_to}", "withdraw: bid"),
        *("bid: 7\nbid: 8", "load: {jade: 3, silk: 3}", "pilot: {silk: 3}", "player: dora", "", "hello Ben"),
    ],
)
def test_what_is_not_clear_is_not_guessed(text: str) -> None:
    assert find_faults(text)
    assert find_corrections(text) == ()


def test_faults_of_one_line_are_corrected_together() -> None:
    assert find_corrections("place: [sillk, jadde, pasz]") == (Correction(1, 1, ("place: [silk, jade, pass]",)),)


def test_a_line_is_corrected_though_another_one_is_beyond_help() -> None:
    text = "bid: seven\nbuy: sillk\nload: jade"
    assert find_corrections(text) == (Correction(2, 2, ("buy: silk",)),)
    assert [fault.mark and fault.mark.line for fault in find_faults(mend(text))] == [1, 3]


def test_lines_are_taken_out_and_put_in() -> None:
    text = "a\r\nb\nc\rd"
    assert correct(text, [Correction(2, 3, ("x", "y", "z")), Correction(1, 1, ())]) == "x\r\ny\r\nz\rd"
    assert correct(text, [Correction(4, 4, ("e",))]) == "a\r\nb\nc\re"
    assert correct(text, []) == text


def test_many_faults_cost_few_readings() -> None:
    """Each correction is tried by reading again; a file of nothing but faults must not take long."""
    text = "\n".join(f"bidd{number}: {number}" for number in range(90))
    read: list[bytes] = []

    def read_again(data: bytes) -> list[Problem]:
        read.append(data)
        return find_faults(text)

    assert confirm_corrections(text, read_order(text, NAMES).problems, read_again) == ()
    assert 10 < len(read) <= 40


@st.composite
def spoil(draw: st.DrawFn) -> str:
    """An order with a few characters dropped, doubled or put in."""
    text = WHOLE
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text) - 1))
        signs = ("\t", "0", "x", ":", "{", "]", "，", "-", "\n", '"', "#", "&a ", "!")
        by = draw(st.sampled_from(["", text[at] * 2, *signs]))
        text = text[:at] + by + text[at + 1 :]
    return text


@settings(max_examples=150)
@given(spoil())
def test_each_correction_takes_the_fault_away(text: str) -> None:
    before = find_faults(text)
    for correction in find_corrections(text):
        assert any(fault.mark and fault.mark.line == correction.first for fault in before)
        after = find_faults(correct(text, [correction]))
        last = correction.first + len(correction.lines) - 1
        assert not any(fault.mark and correction.first <= fault.mark.line <= last for fault in after)


@settings(max_examples=100)
@given(st.text(max_size=60))
def test_any_text_gets_through(text: str) -> None:
    find_corrections(text)
