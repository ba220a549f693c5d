"""Settings and fixtures that all tests share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every run and machine; a slow machine is no fault.
settings.register_profile("manila", derandomize=True, deadline=None)
settings.load_profile("manila")

ACTUAL = Path(__file__).parent / "actual"
"""Where output that differs from a golden file is left to be looked at; the folder ignores itself."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="take what the tests get as the new golden files")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return what compares a text with the file of that name in the folder `golden` beside the test."""
    folder = request.path.parent / "golden"
    accept = request.config.getoption("--accept")

    def compare(name: str, actual: str) -> None:
        expected = folder / name
        if accept:
            folder.mkdir(exist_ok=True)
            expected.write_text(actual, encoding="utf-8", newline="")
            return
        if expected.is_file() and expected.read_bytes() == actual.encode():
            return
        ACTUAL.mkdir(exist_ok=True)
        (ACTUAL / ".gitignore").write_text("*\n", encoding="utf-8")
        (ACTUAL / name).write_text(actual, encoding="utf-8", newline="")
        pytest.fail(f"{name} differs: compare {ACTUAL / name} with {expected}, then run pytest --accept")

    return compare
