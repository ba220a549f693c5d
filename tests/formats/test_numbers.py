"""Numbers are 1 to 9 digits and nothing else (docs/play.md, section 7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manila_pbem.formats.numbers import NoNumber, read_number, read_signed_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        ("0", 0),
        ("123456789", 123456789),
        ("７", 7),
        ("１２", 12),
        ("1２", 12),
        (" 7 ", 7),
        ("7\n", 7),
        ("\u30007", 7),
    ],
)
def test_digits_alone_are_a_number(text: str, number: int) -> None:
    assert read_number(text) == number
    assert read_signed_number(text) == number


@pytest.mark.parametrize(
    ("text", "code", "instead"),
    [
        ("010", "number_leading_zero", "10"),
        ("00", "number_leading_zero", "0"),
        ("０７", "number_leading_zero", "7"),
        ("+7", "number_plus", "7"),
        ("-7", "number_minus", ""),
        ("7.0", "number_point", "7"),
        ("7.", "number_point", "7"),
        ("7,5", "number_point", ""),
        ("1e1", "number_exponent", ""),
        ("1.0e+3", "number_exponent", ""),
        ("1_000", "number_underscore", "1000"),
        ("12:30", "number_colon", ""),
        ("1:2:3", "number_colon", ""),
        ("0x1A", "number_base", ""),
        ("0o17", "number_base", ""),
        ("0b11", "number_base", ""),
        ("1 000", "number_blank", "1000"),
        ("7 pesos", "number_unit", "7"),
        ("7元", "number_unit", "7"),
        ("七", "number_words", ""),
        ("十二", "number_words", ""),
        ("1234567890", "number_too_long", ""),
        ("٧", "number_none", ""),
        ("²", "number_none", ""),
        ("①", "number_none", ""),
        ("", "number_none", ""),
        ("~", "number_none", ""),
        ("no", "number_none", ""),
        (".inf", "number_none", ""),
        ("2026-12-01", "number_none", ""),
        ("--7", "number_none", ""),
        ("７．０", "number_none", ""),
    ],
)
def test_everything_else_is_refused_with_its_reason(text: str, code: str, instead: str) -> None:
    assert read_number(text) == NoNumber(code, instead)


def test_a_pilot_may_go_back() -> None:
    assert read_signed_number("-1") == -1
    assert read_signed_number(" -2\n") == -2
    assert read_signed_number("-01") == NoNumber("number_leading_zero", "-1")
    assert read_signed_number("+1") == NoNumber("number_plus", "1")
    assert read_signed_number("- 1") == NoNumber("number_blank", "-1")


@given(st.text(max_size=12))
def test_what_is_read_as_a_number_is_its_digits(text: str) -> None:
    number = read_number(text)
    if not isinstance(number, NoNumber):
        assert str(number) == "".join(str("０１２３４５６７８９".find(c)) if c > "9" else c for c in text.strip())
