"""The words of receipts stand apart from what chooses them, so that another language replaces the words alone."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import manila_pbem
from manila_pbem.reports import receipt_words

FOLDER = Path(manila_pbem.__file__).parent / "reports"
LOGIC = ("receipt.py", "intentions.py", "excerpt.py")
TABLES = {name: table for name, table in vars(receipt_words).items() if name.isupper() and isinstance(table, dict)}


def list_texts(table: object) -> Iterator[str]:
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict):
        for text in table.values():
            yield from list_texts(text)
    elif isinstance(table, tuple):
        for text in table:
            yield from list_texts(text)


def list_strings(tree: ast.AST) -> Iterator[str]:
    """Yield the texts of a module that are no docstrings."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


@pytest.mark.parametrize("name", LOGIC)
def test_no_word_stands_in_the_logic(name: str) -> None:
    """Keys of the tables are single words in lower case; sentences and parts of them have blanks or capitals."""
    tree = ast.parse((FOLDER / name).read_text(encoding="utf-8"))
    words = [
        text
        for text in list_strings(tree)
        if any(letter.isalpha() for letter in text) and (" " in text.strip() or text.lower() != text)
    ]
    assert words == []


@pytest.mark.parametrize("name", sorted(TABLES))
def test_the_tables_hold_texts_with_named_places(name: str) -> None:
    texts = [*list_texts(TABLES[name])]
    assert texts and all(texts)
    for text in texts:
        names = [part for _, part, _, _ in string.Formatter().parse(text) if part is not None]
        assert all(part.isidentifier() for part in names)


def test_every_text_is_used() -> None:
    """A key of a table that no line of the logic names would be dead words; those made up of parts are known."""
    made_up = {f"declines_{key}" for key in ("place", "board", "pilot")} | {"position_own", "crew_own"}
    logic = "".join((FOLDER / name).read_text(encoding="utf-8") for name in LOGIC)
    values = "".join(
        (FOLDER.parent / "orders" / name).read_text(encoding="utf-8") for name in ("outlook.py", "order.py")
    )
    named = {*list_strings(ast.parse(logic.replace("from __future__ import annotations", "")))}
    named |= {*list_strings(ast.parse(values.replace("from __future__ import annotations", "")))}
    for name, table in TABLES.items():
        keys = {key for key in table if isinstance(key, str)} - made_up
        assert keys <= named | {"crew", "position"}, (name, keys - named)


def test_facts_are_never_templates() -> None:
    assert receipt_words.say("{who} says", who="{0.__class__}") == "{0.__class__} says"


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists_within_a_sentence(items: list[str], text: str) -> None:
    assert receipt_words.join(items) == text
