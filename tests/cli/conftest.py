"""The command line in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def run_manila() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run `manila …` in a folder: `run_manila("status", cwd=folder, text="bid: 3")`."""

    def run(*arguments: str, cwd: Path, text: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("MANILA")}
        return subprocess.run(
            [sys.executable, "-m", "manila_pbem", *arguments],
            input=text,
            capture_output=True,
            encoding="utf-8",
            env={**environment, "PYTHONPATH": str(ROOT), **more},
            cwd=cwd,
        )

    return run
