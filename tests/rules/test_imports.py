"""Importing the engine loads the engine: fast to start, and nothing in it can reach text, files, clocks or chance."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
if sys.argv[2]:
    __import__(sys.argv[2])
loaded = sorted(set(sys.modules) - before)
import json
print(json.dumps(loaded))
"""
FORBIDDEN = {
    "argparse", "asyncio", "calendar", "configparser", "dataclasses", "datetime", "decimal", "email", "hashlib", "hmac",
    "http", "inspect", "jinja2", "json", "logging", "pathlib", "pickle", "random", "secrets", "shutil",
    "socket", "sqlite3", "subprocess", "tempfile", "time", "typer", "urllib", "uuid", "yaml", "zoneinfo",
}  # fmt: skip
"""What nothing may bring in, not even by a detour that tests/test_layers.py does not see."""


def list_loaded(module: str) -> list[str]:
    """Return what a fresh interpreter loads for a module, beyond what it has loaded at its start."""
    # -I and -S: neither the environment nor site-packages may load anything before us.
    command = [sys.executable, "-I", "-S", "-c", SCRIPT, str(ROOT), module]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    loaded = json.loads(run.stdout)
    assert isinstance(loaded, list)
    return loaded


def test_engine_loads_no_text_formats_files_clocks_or_chance() -> None:
    loaded = list_loaded("manila_pbem.rules.play")
    assert "manila_pbem.rules.play" in loaded
    assert FORBIDDEN & {name.partition(".")[0] for name in loaded} == set()


def test_engine_loads_no_other_room() -> None:
    loaded = list_loaded("manila_pbem.rules.play")
    ours = {name for name in loaded if name.startswith("manila_pbem")}
    assert {name for name in ours if not name.startswith("manila_pbem.rules")} == {
        "manila_pbem",
        "manila_pbem.values",
    }


@pytest.mark.parametrize("module", ["json", "random", "manila_pbem.dice"])
def test_what_is_forbidden_would_be_seen(module: str) -> None:
    """The test of the test: forbidden modules are not loaded at the interpreter's start already."""
    loaded = {name.partition(".")[0] for name in list_loaded(module)}
    assert FORBIDDEN & loaded
