"""Whole pages: HTML and text from the same data."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import StrictUndefined, UndefinedError

from manila_pbem.reports import render
from manila_pbem.reports.columns import measure
from manila_pbem.reports.render import escapes, find_templates, get_environments, render_report

Play = Callable[..., Iterator[Any]]
Enrich = Callable[[Any], Any]
Golden = Callable[[str, str], None]

CHINESE = ("小莉", "志強", "美玲", "阿明的哥哥住在馬尼拉港口旁邊的小屋子裡面")
HOSTILE = ("<b>&\"'</b>", "{{ 7*7 }}", "a\u0301<!--", "ﷺ محمد")
TEMPLATES = sorted(path.name for path in find_templates().iterdir() if path.suffix in (".html", ".svg", ".txt"))
VOID = {"meta", "link", "rect", "circle", "path"}


def render_pages(turn: Any) -> list[Any]:
    pages = render_report(turn.report, turn.players)
    return [pages.public, *pages.players]


@pytest.fixture(scope="module")
def english(play: Play, enrich: Enrich) -> dict[str, Any]:
    turns = list(play(seed=3))
    turns[4] = enrich(turns[4])
    return {turn.report.phase: turn for turn in turns}


# Golden pages


def test_the_first_report(english: dict[str, Any], golden: Golden) -> None:
    public, ana, *_ = render_pages(english["v1-auction"])
    golden("first.html", public.html)
    golden("first.txt", public.text)
    golden("first-ana.txt", ana.text)


def test_a_report_at_sea_with_something_of_everything(english: dict[str, Any], golden: Golden) -> None:
    public, ana, *_ = render_pages(english["v1-place-3"])
    golden("at-sea.txt", public.text)
    golden("at-sea-ana.html", ana.html)
    golden("at-sea-ana.txt", ana.text)


def test_the_last_report(english: dict[str, Any], golden: Golden) -> None:
    public, ana, *_ = render_pages(english["over"])
    golden("over.html", public.html)
    golden("over.txt", public.text)
    golden("over-ana.txt", ana.text)


def test_a_report_with_pirates_and_chinese_names(play: Play, golden: Golden) -> None:
    turns = [turn for turn in play(CHINESE, seed=8) if turn.report.phase.endswith("plunder")]
    golden("plunder-chinese.txt", render_pages(turns[0])[0].text)
    golden("plunder-chinese.html", render_pages(turns[0])[1].html)


def test_no_golden_file_is_left_over() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    named = set(re.findall(r'golden\("([^"]+)"', source))
    kept = {path.name for path in (Path(__file__).parent / "golden").iterdir()}
    assert {name for name in kept if not name.startswith("mail-")} == named


# Secrets (docs/play.md, section 6)


def test_a_page_shows_nothing_of_what_is_hidden_from_its_reader(play: Play) -> None:
    """Two games that differ only in what two others were dealt give everyone else identical bytes, until the end."""
    for one, other in zip(play(seed=11), play(seed=11, swap=(1, 2)), strict=True):
        left, right = render_pages(one), render_pages(other)
        if one.report.phase == "over":
            break
        assert left[0] == right[0]
        assert left[1] == right[1]
        assert left[4] == right[4]
        assert left[2] != right[2]


def test_everyones_page_shows_nothing_of_a_players_own_part(english: dict[str, Any]) -> None:
    public, *players = render_pages(english["v1-place-3"])
    for page in (public.html, public.text):
        for private in ("Shall we sink", "Your shares", "taken", "left out", "order begins"):
            assert private not in page
    for player in players:
        assert "Shall we sink" in player.html
        assert "Shall we sink" in player.text


def test_a_players_page_holds_all_that_everyones_holds(english: dict[str, Any]) -> None:
    public, ana, *_ = render_pages(english["v1-place-3"])
    assert set(public.text.splitlines()) <= set(ana.text.splitlines())
    assert set(public.html.splitlines()) - set(ana.html.splitlines()) == {
        line for line in public.html.splitlines() if "<title>Friday" in line
    }


def test_at_the_end_every_share_is_public(english: dict[str, Any]) -> None:
    """R2.4."""
    turn = english["over"]
    for page in (render_pages(turn)[0].html, render_pages(turn)[0].text):
        assert "The deal" in page
        assert "Fortunes" in page
        for fortune in turn.report.view.fortunes:
            assert str(fortune) in page


# What must be in every report


def test_every_report_states_what_must_be_stated(english: dict[str, Any]) -> None:
    for turn in english.values():
        report = turn.report._replace(seed_text=True, moderator_plays=True)
        pages = render_report(report, turn.players)
        for page in (pages.public, *pages.players):
            for text in (page.html, " ".join(page.text.replace("\n! ", " ").split())):
                assert "chosen as a text" in text
                assert "The moderator plays" in text
            for text in page:
                assert report.head.hash in text
                assert f"number {report.head.n}" in text
                assert report.chain in text
                assert report.deal_commitment in text


def test_the_form_stands_unchanged_between_two_lines(english: dict[str, Any]) -> None:
    form = "# fill in\nplace: [jade, 'a < b']\nload:\n  jade: 0\n"
    turn = english["v1-place-1"]
    players = (turn.players[0]._replace(form=form),)
    page = render_report(turn.report, players).players[0]
    assert f"----- order begins -----\n\n{form}\n----- order ends -----" in page.text
    parser = Reader()
    parser.feed(page.html)
    assert parser.forms == [form]


def test_without_a_form_there_is_none(english: dict[str, Any]) -> None:
    page = render_pages(english["over"])[1]
    assert "order begins" not in page.text
    assert "<pre" not in page.html


# HTML


class Reader(HTMLParser):
    """Reads a page, keeps its texts, and fails where tags don't close as they opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.names: list[str] = []
        self.titles: list[str] = []
        self.forms: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "bdi":
            self.names.append(data)
        if self.open and self.open[-1] == "title":
            self.titles.append(data)
        if self.open and self.open[-1] == "pre":
            # HTML drops a line break right after the tag.
            self.forms.append(data.removeprefix("\n"))


TAGS = frozenset(
    re.findall(
        "[a-z0-9]+",
        "html head meta title link style body header main section h1 h2 h3 h4 p ul li bdi blockquote table caption "
        "thead tbody tr th td figure figcaption svg g rect circle path text details summary code pre",
    )
)


def test_hostile_names_are_escaped_everywhere(play: Play, enrich: Enrich) -> None:
    for turn in play(HOSTILE, seed=3):
        report = enrich(turn).report._replace(title="<script>alert(1)</script>")
        for page in render_report(report, enrich(turn).players)[1]:
            reader = Reader()
            reader.feed(page.html)
            reader.close()
            assert reader.open == []
            assert reader.tags <= TAGS
            assert set(HOSTILE) <= set(reader.names)
            assert any("<script>alert(1)</script>" in title for title in reader.titles)
            assert "<b>" not in page.html
            assert "49" not in "".join(reader.names)


def test_hostile_names_are_in_the_pictures_titles(play: Play) -> None:
    turn = next(turn for turn in play(HOSTILE, seed=3) if turn.report.phase == "v1-pilots")
    reader = Reader()
    reader.feed(render_pages(turn)[0].html)
    assert any(title.endswith(": " + HOSTILE[0]) for title in reader.titles)


def test_no_request_leaves_the_page(english: dict[str, Any]) -> None:
    for turn in english.values():
        for page in render_pages(turn):
            reader = Reader()
            reader.feed(page.html)
            assert not reader.tags & {"script", "img", "iframe", "object", "embed", "form", "a"}
            assert [value for name, value in reader.attributes if name in ("href", "src", "srcset")] == ["data:,"]
            assert "url(" not in page.html
            assert "@import" not in page.html
            assert not any(name.startswith("on") for name, _ in reader.attributes)


def test_pages_say_their_language_and_fit_a_phone(english: dict[str, Any]) -> None:
    for page in render_pages(english["over"]):
        assert page.html.startswith('<!DOCTYPE html>\n<html lang="en" dir="ltr">\n')
        assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in page.html
        assert "prefers-color-scheme: dark" in page.html
        assert "@media print" in page.html


def test_colour_is_never_the_only_sign(english: dict[str, Any]) -> None:
    """Every punt on a lane carries its ware's letter, every disc its player's mark."""
    html = render_pages(english["v1-pilots"])[0].html
    view = english["v1-pilots"].report.view
    for ware in view.lanes:
        assert re.search(rf'<path class="b-w{int(ware)}"[^>]*/><text class="b-ware b-t{int(ware)}"[^>]*>[NSGJ]<', html)
    discs = re.findall(r'<circle class="b-p\d"[^>]*/><text class="b-mark"[^>]*>(.)</text>', html)
    assert len(discs) == len(view.names) + sum(map(len, view.crew))


# Text

NAMES = st.text(
    st.characters(
        exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs", "Cf", "Co", "Cn"), exclude_characters="/\\:=,@#.<>\"'[]{}"
    ),
    min_size=1,
    max_size=40,
)


def check_width(text: str) -> None:
    inside = False
    for line in text.splitlines():
        inside = line.startswith("----- order begins") or (inside and not line.startswith("----- order ends"))
        assert inside or measure(line) <= 72, line


@settings(max_examples=15)
@given(st.lists(NAMES, min_size=4, max_size=4, unique=True), st.integers(0, 99))
def test_text_is_at_most_72_columns_wide(play: Play, enrich: Enrich, names: list[str], seed: int) -> None:
    turns = list(play(tuple(names), seed=seed))
    for turn in random.Random(seed).sample(turns, 3):
        for page in render_pages(enrich(turn)):
            check_width(page.text)
            assert page.text.endswith("\n")


def test_text_has_no_blanks_at_the_ends_of_lines(english: dict[str, Any]) -> None:
    for turn in english.values():
        for page in render_pages(turn):
            assert [line for line in page.text.splitlines() if line != line.rstrip()] == []


# Templates


def test_same_data_same_bytes(english: dict[str, Any]) -> None:
    turn = english["v1-place-3"]
    once = render_report(turn.report, turn.players)
    get_environments.cache_clear()
    assert render_report(turn.report, turn.players) == once


def test_pages_are_the_same_without_a_cache_with_a_new_and_with_a_warm_one(
    english: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn = english["v1-place-3"]
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cold, warm, none = [], [], []
    for pages in (cold, warm):
        get_environments.cache_clear()
        pages.append(render_report(turn.report, turn.players))
    kept = sorted((tmp_path / "manila-pbem").iterdir())
    assert len(kept) == len(TEMPLATES) + 1
    monkeypatch.setattr(render, "find_cache_folder", lambda: None)
    get_environments.cache_clear()
    none.append(render_report(turn.report, turn.players))
    get_environments.cache_clear()
    assert cold == warm == none


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_field_that_is_missing_is_an_error(name: str) -> None:
    html, text = get_environments()
    environment = text if name.endswith(".txt") else html
    assert environment.undefined is StrictUndefined
    with pytest.raises(UndefinedError):
        environment.get_template(name).render()


@pytest.mark.parametrize(
    ("name", "escaped"),
    [("a.txt", False), ("a.html", True), ("a.svg", True), ("a.css", True), ("a.html.j2", True), (None, True)],
)
def test_everything_but_text_is_escaped(name: str | None, escaped: bool) -> None:
    assert escapes(name) is escaped


def test_every_template_is_described() -> None:
    readme = (find_templates() / "README.md").read_text(encoding="utf-8")
    for path in find_templates().iterdir():
        if path.name != "README.md":
            assert f"`{path.name}`" in readme


def test_every_label_is_used_and_every_used_one_is_there() -> None:
    sources = "".join((find_templates() / name).read_text(encoding="utf-8") for name in TEMPLATES)
    assert set(re.findall(r"\bwords\.(\w+)", sources)) == set(render.LABELS)
