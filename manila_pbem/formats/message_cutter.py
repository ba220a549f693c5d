"""Messages cut out of order files: what is committed and opened is the copy without (docs/play.md, section 2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

from manila_pbem.formats.order_reader import read_order
from manila_pbem.formats.order_writer import write_order
from manila_pbem.orders.order import (
    Answers,
    BoardWish,
    BuyWish,
    LoadWish,
    Mark,
    Order,
    PilotWish,
    PlaceWish,
    Plan,
)

NOTHING = "{}\n"
"""What is left of a file that held nothing but a message: an order that says nothing."""


def cut_message(data: bytes, players: Sequence[str]) -> bytes:
    """Return an order file without its message, else byte for byte where that can be; one without stays as it is.

    The file must be an order that `read_order` takes. The copy is read as the same order without the message, and
    nothing of the message's text is left in it.
    """
    reading = read_order(data, players)
    if reading.order is None or reading.order.message is None:
        return data
    order = reading.order._replace(message=None)
    for start, end in _list_spans(reading.text, reading.order):
        rest = reading.text[:start] + reading.text[end:]
        cut = (rest if rest.strip() else NOTHING).encode()
        copy = read_order(cut, players).order
        if copy is not None and forget_marks(copy) == forget_marks(order):
            return cut
    return write_order(order).encode()


def _list_spans(text: str, order: Order) -> Iterator[tuple[int, int]]:
    """Yield the spans that may hold the message and nothing else that counts."""
    keys = sorted((mark, key) for key, mark in order.marks if "." not in key)
    at = next(n for n, (_, key) in enumerate(keys) if key == "message")
    start = _find_offset(text, keys[at][0])
    if at + 1 < len(keys):
        yield start, _find_offset(text, keys[at + 1][0])
        return
    yield start, len(text)
    # Within braces: from the comma before it to the last brace.
    before = max((text.rfind(comma, 0, start) for comma in ",，、､"), default=-1)
    brace = max(text.rfind(sign) for sign in "}｝")
    if before >= 0 and at:
        yield before, brace
    yield start, brace


def _find_offset(text: str, mark: Mark) -> int:
    lines = re.split("\r\n?|\n", text, maxsplit=mark.line - 1) if mark.line > 1 else [text]
    return len(text) - len(lines[-1]) + mark.column - 1


def forget_marks(order: Order) -> Order:
    """Return an order without the places where it was written, so that two can be compared by what they say."""
    return order._replace(
        answers=_forget(order.answers), later=tuple((phase, _forget(said)) for phase, said in order.later), marks=()
    )


_Wish = TypeVar("_Wish", BuyWish, LoadWish, PlaceWish, BoardWish, PilotWish, Plan)


def _forget(said: Answers) -> Answers:
    return said._replace(
        buy=_move(said.buy),
        load=_move(said.load),
        place=_move(said.place),
        boards=(_move(said.boards[0]), _move(said.boards[1])),
        pilots=(_move(said.pilots[0]), _move(said.pilots[1])),
        plunder=_move(said.plunder),
    )


def _move(wishes: tuple[_Wish, ...] | None) -> tuple[_Wish, ...] | None:
    return None if wishes is None else tuple(wish._replace(mark=Mark(1, 1)) for wish in wishes)
