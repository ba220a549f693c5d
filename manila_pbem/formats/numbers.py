"""Numbers of an order: 1 to 9 digits, ASCII or full-width, and nothing else (docs/play.md, section 7)."""

from __future__ import annotations

from manila_pbem.values import NamedValue

MOST_DIGITS = 9
_FULL_WIDTH = {ord("０") + digit: str(digit) for digit in range(10)}
_CHINESE_DIGITS = frozenset("零〇一二三四五六七八九十百千兩两壹貳贰參叁肆伍陸陆柒捌玖拾")


class NoNumber(NamedValue):
    """Why a text is no number, and the number to write instead where one is clear, else an empty text."""

    code: str
    instead: str


def read_number(text: str) -> int | NoNumber:
    """Return the number that a text is, blanks and line ends around it apart, or why it is none."""
    digits = text.strip().translate(_FULL_WIDTH)
    if not (digits.isascii() and digits.isdigit()):
        return _explain(digits)
    if len(digits) > MOST_DIGITS:
        return NoNumber("number_too_long", "")
    if digits[0] == "0" and digits != "0":
        return NoNumber("number_leading_zero", str(int(digits)))
    return int(digits)


def read_signed_number(text: str) -> int | NoNumber:
    """Return the number that a text is, with a minus sign before it or none."""
    stripped = text.strip()
    if not stripped.startswith("-"):
        return read_number(stripped)
    number = read_number(stripped[1:])
    if isinstance(number, NoNumber):
        return number._replace(instead=f"-{number.instead}" if number.instead else "")
    return -number if stripped[1:2] != " " else NoNumber("number_blank", f"-{number}")


def _explain(text: str) -> NoNumber:
    """Return why a text without blanks around it is no number; texts are told by what YAML or a reader might see."""
    import re

    def keep(digits: str) -> str:
        return str(int(digits)) if 0 < len(digits) <= MOST_DIGITS else ""

    if found := re.fullmatch(r"\+([0-9]+)", text):
        return NoNumber("number_plus", keep(found.group(1)))
    if re.fullmatch(r"-[0-9]+", text):
        return NoNumber("number_minus", "")
    if found := re.fullmatch(r"[-+]?([0-9]+)[.,]([0-9]*)", text):
        whole = not found.group(2).strip("0")
        return NoNumber("number_point", keep(found.group(1)) if whole and text[0] not in "-+" else "")
    if re.fullmatch(r"[-+]?[0-9.]+[eE][-+]?[0-9]+", text):
        return NoNumber("number_exponent", "")
    if re.fullmatch(r"[0-9]+(?:_[0-9]*)+", text):
        return NoNumber("number_underscore", keep(text.replace("_", "")))
    if re.fullmatch(r"[0-9]+(?::[0-9]+)+", text):
        return NoNumber("number_colon", "")
    if re.fullmatch(r"0[xob][0-9a-fA-F]+", text):
        return NoNumber("number_base", "")
    if re.fullmatch(r"[0-9]+(?: [0-9]+)+", text):
        return NoNumber("number_blank", keep(text.replace(" ", "")))
    if found := re.fullmatch(r"([0-9]+) ?[^\W\d_]+", text):
        return NoNumber("number_unit", keep(found.group(1)))
    if text and all(character in _CHINESE_DIGITS for character in text):
        return NoNumber("number_words", "")
    return NoNumber("number_none", "")
