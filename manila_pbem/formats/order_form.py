"""Order files to fill in: what is asked of a player in a phase, the legal choices, and a line to change for each.

The lines are short enough for a phone. Each answer is a blank to be written over, which is refused where it is left
as it is: a form sent back by mistake decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from manila_pbem.formats.findings import BLANK
from manila_pbem.formats.order_writer import write_name
from manila_pbem.values import NamedValue

WIDEST_LINE = 70
"""Columns; a Chinese character takes two."""

_HINTS = {
    "bid": ("a number or pass",),
    "buy": ("one word",),
    "load": (
        "three wares in the order of their lanes, each at a",
        "space from 0 to 5, the three summing to 9, such as",
        "{nutmeg: 2, silk: 4, ginseng: 3}",
    ),
    "place": ("one word, or a list such as [jade, port-a, pass]:", "the first legal one counts when your turn comes"),
    "board": ("one word, or a list such as [silk, stay]",),
    "pilot": ("a punt and its spaces, such as {silk: -1}, or none",),
    "plunder": ("port or shipyard for all punts, or a word for each,", "such as {silk: port, jade: shipyard}"),
}
_BESIDES = (
    ("mortgage: 1", "12 pesos for a share"),
    ("redeem: 1", "15 pesos for a share"),
    ("salt: any text", "stirs the dice"),
    ("message: {to: all, text: hello}", ""),
)
_LOANS = ("mortgage", "redeem")


class Choice(NamedValue):
    """A legal answer as it is written in an order; `cost` in pesos, None where it has none; `note` says more."""

    word: str
    cost: int | None = None
    note: str = ""


class FormQuestion(NamedValue):
    """A decision a form asks for, with the legal answers.

    `which` tells the pilots (`small`, `large`) or pirates (`captain`, `second`) of one player apart where both are
    asked; else it is empty.
    """

    key: str
    choices: tuple[Choice, ...]
    which: str = ""


def write_form(
    game: str,
    phase: str,
    player: str,
    questions: Sequence[FormQuestion],
    loans: Sequence[str] = _LOANS,
) -> str:
    """Return an order file to fill in; `read_order` takes it once its blanks are filled.

    `loans` are those of `mortgage` and `redeem` that the player could do, which alone are offered.
    """
    lines = [
        *_comment("Write your answers over the ___, then send it."),
        f"game: {write_name(game)}",
        f"phase: {write_name(phase)}",
        f"player: {write_name(player)}",
    ]
    for key in dict.fromkeys(question.key for question in questions):
        lines += ["", *_write_question(key, [question for question in questions if question.key == key])]
    lines += ["", *_comment("You may add, each on a line of its own:")]
    for line, meaning in _BESIDES:
        key = line.partition(":")[0]
        if key in _LOANS and key not in loans:
            continue
        lines += _comment(f"  {line:<32}{meaning}".rstrip())
    return "\n".join(lines) + "\n"


def _write_question(key: str, questions: Sequence[FormQuestion]) -> Iterator[str]:
    hints = _HINTS[key]
    yield from _comment(f"{key}: {hints[0]}", *(f"  {hint}" for hint in hints[1:]))
    for question in questions:
        if question.which:
            yield from _comment(f"  {question.which}:")
        width = min(32, max((measure(choice.word) for choice in question.choices), default=0))
        for choice in question.choices:
            yield from _write_choice(choice, width)
    if len(questions) > 1:
        yield f"{key}: {{{', '.join(f'{question.which}: {BLANK}' for question in questions)}}}"
    else:
        yield f"{key}: {BLANK}"


def _write_choice(choice: Choice, width: int) -> Iterator[str]:
    cost = "" if choice.cost is None else f"{choice.cost} peso{'' if choice.cost == 1 else 's'}"
    more = ", ".join(part for part in (cost, " ".join(choice.note.split())) if part)
    word = f"  {choice.word}"
    padded = word + " " * (width + 2 - measure(choice.word))
    if more and measure(f"# {padded}{more}") > WIDEST_LINE:
        yield from _comment(word, f"      {more}")
    else:
        yield from _comment(f"{padded}{more}".rstrip() if more else word)


def _comment(*lines: str) -> Iterator[str]:
    for line in lines:
        yield f"# {line}"


def measure(text: str) -> int:
    """Return how many columns a text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
