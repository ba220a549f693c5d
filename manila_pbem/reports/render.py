"""Laying out a report as HTML and as text: the only user of Jinja2.

Same data, same bytes. Templates are found in the wheel or in the checkout's `templates/`; `templates/README.md` lists
the fields each may use.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from manila_pbem.reports.character_board import draw_characters
from manila_pbem.reports.columns import PAGE_WIDTH, lay_table, measure, wrap
from manila_pbem.reports.front import list_proofs, tell_front, tell_own
from manila_pbem.reports.picture import draw_board
from manila_pbem.reports.position import Table, tell_position
from manila_pbem.reports.report import Pages, PlayerReport, Report
from manila_pbem.reports.story import ChapterTold, tell_beginning, tell_chapter
from manila_pbem.reports.template_cache import find_cache_folder, read_code, write_code
from manila_pbem.reports.words import DIRECTION, LABELS, LANGUAGE, LIST_SEPARATOR, Fact, Name, Sentence, write_fact
from manila_pbem.values import NamedValue

CELL_WIDTH = 26
"""Columns of the widest cell in a table of text, before the last one."""


class ReportPages(NamedValue):
    """A whole report: the pages for everyone, and those of each player in the order handed in."""

    public: Pages
    players: tuple[Pages, ...]


def render_report(report: Report, players: Sequence[PlayerReport] = ()) -> ReportPages:
    """Return the pages of a report for everyone and for each player.

    A player's pages hold what everyone's hold, rendered once, and the player's own part.
    """
    html, text = get_environments()
    facts = _gather_facts(report)
    html_parts = {part: Markup(html.get_template(f"{part}.html").render(facts)) for part in PARTS}
    text_parts = {part: text.get_template(f"{part}.txt").render(facts) for part in PARTS}
    html_page, text_page = html.get_template("report.html"), text.get_template("report.txt")

    def lay_page(player: PlayerReport | None) -> Pages:
        own = None if player is None else tell_own(report, player)
        return Pages(
            html_page.render(facts, own=own, **html_parts),
            text_page.render(facts, own=own, **text_parts),
        )

    return ReportPages(lay_page(None), tuple(lay_page(player) for player in players))


PARTS = ("top", "story", "position", "proofs")
"""The parts that everyone's page and every player's have in common."""


def _gather_facts(report: Report) -> dict[str, object]:
    names = tuple(Name(name) for name in report.view.names)
    return {
        "report": report,
        "front": tell_front(report),
        "chapters": tell_story(report, names),
        "place": tell_position(report.view),
        "picture": draw_board(report.view),
        "proven": list_proofs(report),
    }


def tell_story(report: Report, names: Sequence[Name]) -> tuple[ChapterTold, ...]:
    """Return what happened, a chapter a phase; the first report tells how the game begins."""
    if not report.story and report.phase == FIRST_PHASE:
        return (tell_beginning(names),)
    return tuple(tell_chapter(chapter, names) for chapter in report.story)


FIRST_PHASE = "v1-auction"


@cache
def get_environments() -> tuple[Environment, Environment]:
    """Return the environments for HTML and for text, made once."""
    folder = find_templates()
    kept = find_cache_folder()
    html = _make_environment(folder, kept)
    html.filters["say"] = say_html
    text = _make_environment(folder, kept)
    text.filters["say"] = write_fact
    text.filters["fold"] = fold
    text.filters["lay"] = lay_text_table
    text.filters["draw"] = lambda picture: "\n".join(draw_characters(picture))
    text.filters["underline"] = underline
    return html, text


def find_templates() -> Path:
    """Return the folder of the templates: within the package in a wheel, beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def escapes(name: str | None) -> bool:
    """Tell whether a template's values are escaped: all but text, by name and never by chance."""
    return name is None or not name.endswith(".txt")


_SETTINGS = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": True}


def _make_environment(folder: Path, kept: Path | None) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=escapes,
        undefined=StrictUndefined,
        bytecode_cache=None if kept is None else _KeptTemplates(kept),
        auto_reload=False,
        **_SETTINGS,  # type: ignore[arg-type]
    )
    environment.globals = {
        "range": range,
        "words": LABELS,
        "language": LANGUAGE,
        "direction": DIRECTION,
        "page_width": PAGE_WIDTH,
    }
    return environment


class _KeptTemplates(BytecodeCache):
    """Compiled templates in a folder, told apart by their source and by how they are compiled."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = read_code(self._folder, bucket.key, self._stamp(bucket))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            write_code(self._folder, bucket.key, self._stamp(bucket), bucket.code)

    @staticmethod
    def _stamp(bucket: Bucket) -> str:
        return f"{bucket.checksum} {_SETTINGS}"


def say_html(fact: Fact) -> Markup:
    """Return a fact or sentence as HTML: everything escaped, names isolated so that each keeps its own direction."""
    return Markup(_say(fact))


def _say(fact: Fact) -> str:
    if isinstance(fact, Name):
        return f"<bdi>{escape(fact)}</bdi>"
    if isinstance(fact, Sentence):
        return str(escape(fact.words)).format(**{key: _say(value) for key, value in fact.facts.items()})
    if isinstance(fact, tuple):
        return LIST_SEPARATOR.join([_say(item) for item in fact])
    return str(escape(fact))


def fold(text: str, first: str = "", rest: str = "") -> str:
    """Return a text broken into lines of the page's width; `first` and `rest` begin the first line and the others."""
    return "\n".join(wrap(text, PAGE_WIDTH, first, rest))


def lay_text_table(table: Table) -> str:
    """Return a table as lines of text."""
    rows = [list(table.heads), *([write_fact(cell) for cell in row] for row in table.rows)]
    return "\n".join(lay_table(rows, table.numeric, CELL_WIDTH))


def underline(text: str, mark: str) -> str:
    """Return a heading with a line of marks below it."""
    lines = wrap(text)
    return "\n".join([*lines, mark * max(map(measure, lines))])
