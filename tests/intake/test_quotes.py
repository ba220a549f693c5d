"""Quotes, attributions and original mails are no part of an order (docs/play.md, section 7, "Text")."""

from __future__ import annotations

import pytest
from intake.reading import BLOCK, ORDER, REPORT, TRAP, mark, read, read_order, read_samples

QUOTE = mark(REPORT)

ATTRIBUTIONS = read_samples("attributions.txt")
each_attribution = pytest.mark.parametrize("attribution", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS.keys())


@each_attribution
@pytest.mark.parametrize("order", [ORDER, BLOCK], ids=["line", "block"])
def test_order_above_an_attribution_and_its_quote(attribution: str, order: str) -> None:
    place = read(f"{order}\n{attribution}\n\n{QUOTE}")
    assert place is not None
    assert (place.order, place.trouble, place.left_out) == (order, None, ())


@each_attribution
@pytest.mark.parametrize("order", [ORDER, BLOCK], ids=["line", "block"])
def test_order_glued_to_an_attribution_and_its_quote(attribution: str, order: str) -> None:
    assert read_order(f"{order}{attribution}\n{QUOTE}") == order


@each_attribution
def test_order_below_a_quote_with_its_attribution(attribution: str) -> None:
    assert read_order(f"{attribution}\n{QUOTE}\n{ORDER}") == ORDER


@each_attribution
def test_order_glued_below_a_quote(attribution: str) -> None:
    assert read_order(f"{attribution}\n{QUOTE}{ORDER}") == ORDER


@each_attribution
def test_all_below_an_attribution_without_marks_is_out(attribution: str) -> None:
    place = read(f"{ORDER}\n{attribution}\n\n{REPORT}")
    assert place is not None
    assert (place.order, place.left_out) == (ORDER, ())
    assert read_order(f"{ORDER}{attribution}\n{REPORT}") == ORDER


@each_attribution
def test_a_quote_alone_is_no_order(attribution: str) -> None:
    assert read(f"{attribution}\n\n{QUOTE}") is None
    assert read(f"{attribution}\n\n{REPORT}") is None
    assert read(f"Thanks!\n\n{attribution}\n\n{REPORT}") is None


HEADERS = read_samples("originals.txt")
each_header = pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS.keys())


@each_header
@pytest.mark.parametrize("order", [ORDER, BLOCK], ids=["line", "block"])
@pytest.mark.parametrize("gap", ["", "\n", "\n\n\n"], ids=["glued", "apart", "far"])
@pytest.mark.parametrize("below", ["\n\n", "\n"], ids=["apart", "glued"])
def test_order_above_an_original_without_marks(header: str, order: str, gap: str, below: str) -> None:
    place = read(f"{order}{gap}{header}{below}{REPORT}")
    assert place is not None
    assert (place.order, place.trouble, place.left_out) == (order, None, ())


@each_header
def test_an_original_alone_is_no_order(header: str) -> None:
    assert read(f"{header}\n\n{REPORT}") is None
    assert read(f"{header}\n\n{TRAP}") is None
    assert read(f"Hello,\n\nI am away.\n\n{header}\n\n{REPORT}") is None


@each_header
def test_order_below_an_original_with_marks(header: str) -> None:
    assert read_order(f"{header}\n\n{QUOTE}\n{ORDER}") == ORDER


@pytest.mark.parametrize("sign", [">", "> ", ">> ", "> > ", " > ", "|", "| ", "\u00a0> ", "＞", "\u200b> "])
def test_quote_marks(sign: str) -> None:
    assert read(mark(REPORT, sign)) is None
    assert read_order(f"{ORDER}{mark(REPORT, sign)}") == ORDER
    assert read_order(f"{mark(REPORT, sign)}{ORDER}") == ORDER


def test_interleaved_with_quotes() -> None:
    text = f"> What do you bid?\nbid: 7\n> And what will you buy?\nbuy: silk\n{QUOTE}"
    assert read_order(text) == "bid: 7\n\nbuy: silk\n"
    assert read_order(f"> Who?\nIt's me.\n> Your order?\n{ORDER}") == ORDER


def test_quotes_within_an_order() -> None:
    assert read_order("load:\n> The punts: jade 0\n  jade: 0\n  silk: 9\n") == "load:\n\n  jade: 0\n  silk: 9\n"
    assert read_order("place: [jade,\n> place: [insurance]\nport-a]\n") == "place: [jade,\n\nport-a]\n"


@pytest.mark.parametrize("style", ["|", ">", "|-", ">+", "| # a poem"])
def test_marks_in_a_text_of_the_order_are_no_quotes(style: str) -> None:
    lines = ("> not a quote", "| nor this", "-- nor this", "From: me", "Sent: now", "To: you")
    order = f"message:\n  to: all\n  text: {style}\n" + "".join(f"    {line}\n" for line in lines)
    assert read_order(f"{order}\n{QUOTE}") == order


@pytest.mark.parametrize(
    "attribution",
    [
        "Manila wrote:",
        "Manila schrieb:",
        "Manila a écrit :",
        "Manila 写道：",
        "Manila 寫道：",
        "Manila of Harbour wrote:",
        "manila@example.net wrote:",
    ],
)
def test_an_attribution_of_a_name_only(attribution: str) -> None:
    assert read_order(f"{ORDER}{attribution}\n{QUOTE}") == ORDER
    assert read_order(f"{attribution}\n{QUOTE}\n{ORDER}") == ORDER
    assert read_order(f"{ORDER}\n{attribution}\n\n{REPORT}") == ORDER
    assert read(f"{attribution}\n\n{REPORT}") is None


@pytest.mark.parametrize(
    "attribution",
    [
        "Manila (1. joulukuuta 2026) kirjoitti näin:",
        "Kufika 1/12/2026, Manila\n<manila@example.net> aliandika:",
        "Citat Manila:",
    ],
)
def test_an_attribution_in_another_language_above_marks(attribution: str) -> None:
    assert read_order(f"{ORDER}{attribution}\n{QUOTE}") == ORDER


def test_a_key_above_a_quote_is_no_attribution() -> None:
    assert read_order("> what do you load?\nload:\n> so?\n  silk: 9\n") == "load:\n\n  silk: 9\n"


@pytest.mark.parametrize(
    "prose",
    [
        "Subject: my order",
        "Tel: 030 123456",
        "To: all of you",
        "From: me",
        "Date: 1.12.",
        "PS: see you on Friday",
        "From: silk\nI come home.",
        "As Ben wrote: silk is best.",
        "As you wrote:",
        "I wrote:",
        "我写道：",
        "Wie du schriebst:",
        "Sent: yesterday",
        "Cc: nobody",
        "主题: 我的命令",
        "Betreff: mein Zug",
        "Objet : mon ordre",
        "Original message",
    ],
)
def test_what_looks_like_a_header_in_prose_is_prose(prose: str) -> None:
    place = read(f"{prose}\n\n{ORDER}\nThanks\n")
    assert place is not None
    assert (place.order, place.left_out) == (ORDER, (prose, "Thanks"))


def test_what_is_below_an_original_stays_out_though_marks_follow() -> None:
    assert read_order(f"{ORDER}\n{HEADERS['outlook-en']}\n\n{REPORT}\n{QUOTE}\n{TRAP}") == ORDER


def test_quotes_of_quotes() -> None:
    older = f"{ATTRIBUTIONS['gmail-en']}\n{QUOTE}"
    assert read_order(f"{ORDER}\n{ATTRIBUTIONS['apple-de']}\n{mark(REPORT + older)}") == ORDER
    assert read_order(f"{ORDER}\n{HEADERS['qq']}\n\n{REPORT}\n\n{older}\n{TRAP}") == ORDER


def test_mailing_list_style_of_two_quotes_with_attributions() -> None:
    text = f"{ATTRIBUTIONS['gmail-en']}\n> first\n\nbid: 7\n\n{ATTRIBUTIONS['thunderbird-de']}\n> second\n\nbuy: silk\n"
    assert read_order(text) == "bid: 7\n\nbuy: silk\n"


def test_yahoo_on_a_phone_quotes_behind_the_attribution() -> None:
    tail = "On Tue, Dec 1, 2026 at 7:58 PM, Manila<manila@example.net> wrote:   Manila, game harbour-1"
    assert read_order(f"{ORDER}\nSent from Yahoo Mail on Android \n \n  {tail}\n\n{TRAP}") == ORDER
