"""Every clause of docs/rules.md is cited by a test of this folder."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
CLAUSE = re.compile(r"R\d+\.\d+")


def list_clauses() -> list[str]:
    text = (FOLDER.parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^- (R\d+\.\d+) ", text, re.MULTILINE)


def list_cited() -> set[str]:
    """Read the docstrings of all test functions."""
    cited: set[str] = set()
    for path in FOLDER.glob("test_*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cited.update(CLAUSE.findall(ast.get_docstring(node) or ""))
    return cited


@pytest.mark.parametrize("clause", list_clauses())
def test_clause_is_cited_by_a_test(clause: str) -> None:
    assert clause in list_cited()


def test_no_clause_is_cited_that_is_not_there() -> None:
    assert list_cited() <= set(list_clauses())
