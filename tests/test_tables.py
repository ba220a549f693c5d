"""Tables in the docs are what the code and the records say: made by `python docs/make_tables.py`, or compared here."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from manila_pbem.cli.app import COMMANDS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TABLES = SimpleNamespace(**runpy.run_path(str(DOCS / "make_tables.py")))
WITH_TABLES = sorted(page for page in DOCS.glob("*.md") if "<!-- table: " in page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", WITH_TABLES, ids=lambda page: page.name)
def test_tables_are_up_to_date(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == TABLES.write_page(text), "run python docs/make_tables.py"


def test_every_table_has_its_place() -> None:
    places = [name for page in WITH_TABLES for name in re.findall(r"<!-- table: (\w+) -->", page.read_text("utf-8"))]
    assert sorted(places) == sorted(TABLES.TABLES)


def test_every_case_is_listed_once_in_order() -> None:
    files = sorted(path.name for path in (ROOT / "tests" / "records" / "cases").glob("*.yaml"))
    listed = re.findall(r"\(\.\./tests/records/cases/(\w+\.yaml)\)", (DOCS / "cases.md").read_text("utf-8"))
    assert len(files) > 70
    assert listed == files


def test_every_clause_that_a_case_shows_exists() -> None:
    clauses = set(re.findall(r"^- (R\d+\.\d+) ", (DOCS / "rules.md").read_text("utf-8"), flags=re.MULTILINE))
    shown = {
        clause for path in TABLES.list_cases() for clause in re.findall(r"R\d+\.\d+", TABLES.read_comment(path)[0])
    }
    assert len(clauses) > 50
    assert shown <= clauses
    assert {f"R{TABLES.name_clause(path)}" for path in TABLES.list_cases()} <= clauses


def test_every_command_is_told_with_its_example() -> None:
    page = (DOCS / "commands.md").read_text("utf-8")
    for name, command in COMMANDS.items():
        _, _, examples = (command.__doc__ or "").partition("Example")
        lines = [line.strip() for line in examples.splitlines()[1:] if line.strip()]
        assert lines, f"{name} has no example"
        told = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert [line for line in lines if f"\n{line}\n" not in told] == []


def test_the_map_of_the_rooms_is_the_arrow() -> None:
    layers = SimpleNamespace(**runpy.run_path(str(ROOT / "tests" / "test_layers.py")))
    page = (ROOT / "manila_pbem" / "README.md").read_text("utf-8")
    rows = [
        [set(re.findall(r"`(\w+)`", cell)) for cell in line.split("|")[1:-1]]
        for line in page.splitlines()
        if line.startswith("| `")
    ]
    arrow = {room: (may, library) for (room,), _, may, library in rows}
    rooms = {path.stem for path in (ROOT / "manila_pbem").iterdir() if not path.name.startswith(("_", "README"))}
    assert arrow == {room: (layers.ARROW[room], layers.LIBRARIES.get(room, set())) for room in rooms}
