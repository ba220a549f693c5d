"""Hostile text and HTML take no time out of proportion to their length (docs/play.md, section 7, "Limits")."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from intake.reading import WORDS

from manila_pbem.intake.html_limits import is_tangled
from manila_pbem.intake.letter import Part
from manila_pbem.intake.places import find_places

TEXTS = {
    "marks": ">",
    "mark-lines": ">\n",
    "empty-lines": "\n",
    "blanks": " ",
    "dashes": "-",
    "delimiters": "--\n",
    "em-dashes": "—\n",
    "headers": "From: a\n",
    "header-blocks": "From: a\nSent: b\n",
    "near-misses": "plce: 1\n\n",
    "attributions": "On 1.1. x <m@x> wrote:\n",
    "weak-attributions": "x wrote:\n",
    "half-attributions": "On 1.1. x <m@x>\n",
    "verbs": "wrote ",
    "keys": "bid: 7\n",
    "brackets": "[",
    "bracket-lines": "place: [\n",
    "quotes": '"',
    "quote-lines": 'salt: "\n',
    "block-texts": "a: |\n",
    "block-text-lines": "  > a\n",
    "table-headers": "| from | a |\n",
    "fences": "```\n",
    "documents": "---\n",
    "comments": "# a\n",
    "zero-width": "\u200b",
    "unreadable": "\ufffd",
    "strokes": "a\u0336",
    "digits": "1",
    "digits-apart": "1 ",
    "rules": "____\n",
    "addresses": "a@b> wrote: ",
    "own-lines": "Sent from my iPhone\n",
    "separators": "---- Original Message ----\n",
    "controls": "\1",
    "colons": "a:\n\n",
    "blanks-behind-colons": "a :          ",
    "arrows": ":>   ",
}
PAGES = {
    "div": "<div>",
    "div-and-p": "<div><p>",
    "span": "<span>",
    "b": "<b>",
    "table": "<table>",
    "cells": "<table><tr><td>",
    "blockquote": "<blockquote>",
    "blockquote-closed": "<blockquote></blockquote>",
    "container": "<div class=gmail_quote>",
    "container-closed": "<div class=gmail_quote>a</div>",
    "hidden": "<span hidden>",
    "hidden-closed": "<a hidden></a>",
    "less": "<",
    "entities": "&amp",
    "comment": "<!--",
    "comment-closed": "<!---->",
    "style": "<style>",
    "style-closed": "<style>p{display:none}</style>",
    "pre": "<pre>\n",
    "lists": "<ul><li>",
    "br": "<br>",
    "s": "<s>a",
    "s-closed": "<s>a</s>",
    "xmp": "<xmp>",
    "xmp-closed": "<xmp></xmp>",
    "plaintext": "<plaintext>",
    "svg": "<svg>",
    "svg-style": "<svg><style>",
    "script": "<script>",
    "details": "<details>a</details>",
    "template": "<template>",
    "select": "<select><option>",
    "text": "a",
    "blanks": " ",
    "font": "<font color=red>",
    "bullets": "<p style='mso-list:ignore'>",
    "objects": "<div><object></div></object>",
    "crossed": "<span><div></span></div>",
    "math": "<math><mi>",
    "dd": "<span><dd>",
    "lines": "<p>a\n",
    "a": "<a href=x><div>",
    "style-rules": "<style>@a{",
}
MADE: dict[str, Callable[[int], str]] = {
    "reopened": lambda size: "".join(f"<b a{number}>" for number in range(size // 20)) + "<p>" * (size // 6),
    "reopened-in-blocks": lambda size: "".join(f"<div><b a{number}></div>" for number in range(size // 20)),
    "attributes": lambda size: "<p " + " ".join(f"a{number}" for number in range(size // 7)) + ">",
    "hidden-of-many-kinds": lambda size: "".join(f"<x{number} hidden></x{number}>" for number in range(size // 24)),
    "many-rules": lambda size: (
        f"<style>{''.join(f'.a{number}{{display:none}}' for number in range(size // 20))}</style>"
    ),
    "deep-rules": lambda size: f"<style>.a .a .a .a{{display:none}}</style>{'<div class=a>' * 2000}{'a' * size}",
    "long-style": lambda size: f"<p style='{'a' * size}'>",
    "many-styles": lambda size: "".join(f"<p style='color:#{number:06x}'>x" for number in range(size // 30)),
    "div-closed-as-p": lambda size: "<div>" * (size // 10) + "</p>" * (size // 8),
    "b-and-div-closed-as-b": lambda size: "<b><div>" * (size // 16) + "</b>" * (size // 8),
}
SMALL = 10_000


def measure(part: Part) -> float:
    best = 1e9
    for _ in range(2):
        start = time.process_time()
        find_places([part], WORDS)
        best = min(best, time.process_time() - start)
    return best


def check_growth(make: Callable[[int], Part]) -> None:
    """Of a text eight times as long the time may grow eightfold; sixty-four-fold would be that of a square."""
    small, large = measure(make(SMALL)), measure(make(8 * SMALL))
    assert large < 32 * max(small, 0.002)


@pytest.mark.parametrize("piece", TEXTS.values(), ids=TEXTS.keys())
@pytest.mark.parametrize("flowed", [False, True], ids=["fixed", "flowed"])
def test_text(piece: str, flowed: bool) -> None:
    check_growth(lambda size: Part("text", "", piece * (size // len(piece)), flowed))


@pytest.mark.parametrize("piece", PAGES.values(), ids=PAGES.keys())
def test_html(piece: str) -> None:
    check_growth(lambda size: Part("html", "", piece * (size // len(piece))))


@pytest.mark.parametrize("make", MADE.values(), ids=MADE.keys())
def test_html_made_to_take_long(make: Callable[[int], str]) -> None:
    check_growth(lambda size: Part("html", "", make(size)))


def test_tangled_html_is_told() -> None:
    (place,) = find_places([Part("html", "", "<div>" * 100_000 + "bid: 7")], WORDS)
    assert place.trouble is not None and place.trouble.code == "html_tangled"


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 200 + "bid: 7" + "</div>" * 200,
        "<p>a" * 20_000,
        "<li>a" * 20_000,
        "<tr><td>a" * 20_000,
        "<div><font color=red><b>a</b></font></div>" * 10_000,
        "<font><div>a</font></div>" * 300,
        "<br>" * 50_000,
        f"<img src='data:image/png;base64,{'a' * 500_000}'>",
        f"<p>{'word ' * 5000}</p>",
        "<blockquote>" * 300 + "a" + "</blockquote>" * 300,
        "a" * 500_000,
    ],
)
def test_html_of_real_mails_is_not_tangled(html: str) -> None:
    assert not is_tangled(html)
