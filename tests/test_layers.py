"""The arrow: knowledge points one way (manila_pbem/README.md has the map of the rooms).

Walks all imports of the package, also those inside functions, against the table below. A room is a file or a package
of that name directly in manila_pbem.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = "manila_pbem"
FOLDER = Path(__file__).parents[1] / PACKAGE

ARROW = {
    "rules": set(),
    "views": {"rules"},
    "orders": {"rules"},
    "formats": {"rules", "orders", "errors"},
    "intake": {"errors"},
    "post": {"errors"},
    "store": {"formats", "errors"},
    "reports": {"rules", "orders", "views", "errors"},
    "dice": {"errors"},
    "bots": {"rules", "orders", "views", "errors"},
    "processor": {
        "rules", "views", "orders", "formats", "intake", "post", "store", "reports", "dice", "bots", "errors",
    },
    "cli": {"processor", "errors"},
    "errors": set(),
    "values": set(),
    "__main__": {"cli"},
    "__init__": set(),
}  # fmt: skip
"""Which rooms a room may import from, besides itself, the package's version and the base of all values."""

BASE = "values"

LIBRARIES = {
    "formats": {"yaml"},
    "reports": {"jinja2", "markupsafe"},
    "cli": {"typer"},
    "intake": {"selectolax"},
    "post": {"aiosmtpd", "imap_tools"},
}
"""What is not of the standard library; markupsafe is jinja2's own escaping."""

RULES_LIBRARY = {"__future__", "collections", "enum", "functools", "itertools", "typing"}
"""The part of the standard library that rules and views may use: no text formats, files, mail, clock, dice, logging."""

VALUE_MODULES = {
    "rules": {"answers", "board", "events", "state"},
    "orders": {"order", "outlook", "phases", "problems", "trace", "words"},
}
"""Where the values lie that reports and bots may know, while the rest of these rooms decides."""

VALUE_NAMES = {
    "rules.play": {"Action", "Answered", "Lent", "Refusal", "Replay", "Rolled"},
    "orders.asking": {"Question"},
    "orders.policy": {"Policy"},
}
"""Values that lie beside what decides."""

VALUES_ONLY = {"reports", "bots", "store"}


class Import(NamedTuple):
    """An imported module and the name taken from it, None for the module itself."""

    module: str
    name: str | None
    line: int


def list_imports(text: str) -> Iterator[Import]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, None, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield from (Import(node.module, alias.name, node.lineno) for alias in node.names)


def find_room(path: Path, folder: Path) -> str:
    return path.relative_to(folder).parts[0].removesuffix(".py")


def check_import(room: str, found: Import) -> str | None:
    """Return what is wrong with an import, None if the arrow allows it."""
    top, *inner = found.module.split(".")
    if top != PACKAGE:
        if top in sys.stdlib_module_names:
            narrow = room in ("rules", "views") and top not in RULES_LIBRARY
            return f"{room} may not import {top}" if narrow else None
        return None if top in LIBRARIES.get(room, ()) else f"{room} may not import {top}"
    if not inner and found.name == "__version__":
        return None
    path = [*inner, *([found.name] if found.name else [])]
    if not path:
        return f"{room} may not import the whole package"
    other = path[0]
    if other == room:
        return None
    if other != BASE and other not in ARROW[room]:
        return f"{room} may not import {other}"
    if room in VALUES_ONLY and other in VALUE_MODULES and not is_value(path):
        return f"{room} may import only values from {other}"
    return None


def is_value(path: list[str]) -> bool:
    room, module, *name = [*path, ""][:3] if len(path) < 3 else path
    return module in VALUE_MODULES[room] or (name and name[0] in VALUE_NAMES.get(f"{room}.{module}", ()))


def check_file(room: str, text: str) -> list[str]:
    """Return all faults of a file of a room, with their lines."""
    if room not in ARROW:
        return [f"{room} is no room of the arrow"]
    faults = [(found.line, check_import(room, found)) for found in list_imports(text)]
    return [f"line {line}: {fault}" for line, fault in faults if fault]


def list_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def test_package_is_found() -> None:
    """The walk below is not over an empty folder."""
    assert {"rules", "views", "orders", "formats", "dice", "errors"} <= {
        find_room(p, FOLDER) for p in list_files(FOLDER)
    }


@pytest.mark.parametrize("path", list_files(FOLDER), ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_imports_keep_the_arrow(path: Path) -> None:
    """Each room imports only what its row names."""
    assert check_file(find_room(path, FOLDER), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("room", "text", "fault"),
    [
        ("rules", "import manila_pbem.errors", "rules may not import errors"),
        ("rules", "from manila_pbem import errors", "rules may not import errors"),
        ("rules", "def roll():\n    from random import randint", "rules may not import random"),
        ("rules", "import yaml", "rules may not import yaml"),
        ("rules", "import json", "rules may not import json"),
        ("rules", "from pathlib import Path", "rules may not import pathlib"),
        ("views", "from manila_pbem.errors import ManilaError", "views may not import errors"),
        ("orders", "from manila_pbem.formats.words import read", "orders may not import formats"),
        ("store", "import yaml", "store may not import yaml"),
        ("processor", "import jinja2", "processor may not import jinja2"),
        ("processor", "import typer", "processor may not import typer"),
        ("processor", "from manila_pbem.cli.app import main", "processor may not import cli"),
        ("cli", "from manila_pbem.rules.play import Game", "cli may not import rules"),
        ("cli", "import manila_pbem", "cli may not import the whole package"),
        ("dice", "from manila_pbem.rules.board import Ware", "dice may not import rules"),
        ("reports", "from manila_pbem.store.log_file import read_log", "reports may not import store"),
        ("reports", "from manila_pbem.rules.play import Game", "reports may import only values from rules"),
        ("reports", "import manila_pbem.rules", "reports may import only values from rules"),
        ("reports", "from manila_pbem.rules import play", "reports may import only values from rules"),
        ("bots", "from manila_pbem.orders.turn import work_off", "bots may import only values from orders"),
        ("formats", "import ruamel.yaml", "formats may not import ruamel"),
    ],
)
def test_wrong_import_is_reported(room: str, text: str, fault: str) -> None:
    """The test of the test."""
    (found,) = check_file(room, text)
    assert found.endswith(fault)


@pytest.mark.parametrize(
    ("room", "text"),
    [
        ("rules", "from manila_pbem.rules.board import Ware"),
        ("rules", "from manila_pbem.rules import board"),
        ("formats", "import yaml"),
        ("reports", "from jinja2 import Environment"),
        ("reports", "from manila_pbem.rules import events as told"),
        ("reports", "from manila_pbem.rules.play import Refusal"),
        ("reports", "from manila_pbem.rules.board import Ware"),
        ("cli", "import typer"),
        ("cli", "from manila_pbem import __version__"),
        ("processor", "from manila_pbem import dice"),
        ("store", "from manila_pbem.errors import ManilaError"),
    ],
)
def test_allowed_import_is_not_reported(room: str, text: str) -> None:
    """The test of the test."""
    assert check_file(room, text) == []


def test_room_without_a_row_is_reported(tmp_path: Path) -> None:
    """The test of the test: a new file in the package needs its row."""
    (tmp_path / "gossip.py").write_text("")
    (path,) = list_files(tmp_path)
    assert check_file(find_room(path, tmp_path), "") == ["gossip is no room of the arrow"]
