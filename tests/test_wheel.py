"""The built wheel runs by itself: from the source archive, in a clean environment, with the source out of reach."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def run(*command: str | Path, cwd: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "MANILA_GAMES")}
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a virtual environment that has the wheel and what it requires, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    pip = (sys.executable, "-m", "pip")
    run(*pip, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, archive, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    run(sys.executable, "-m", "venv", folder / "clean", cwd=folder)
    python = folder / "clean" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    return python


def name_project(requirement: str) -> str:
    match = re.match(r"[\w.-]+", requirement)
    assert match is not None
    return match[0].lower().replace("_", "-")


def test_a_whole_game_is_played_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    """Templates and all lie in the wheel: the demo writes its reports far from the source."""
    where = run(installed, "-P", "-c", "import manila_pbem; print(manila_pbem.__file__)", cwd=tmp_path)
    assert where.startswith(str(installed.parents[1]))
    told = run(installed, "-P", "-m", "manila_pbem", "demo", "--json", cwd=tmp_path)
    report = tmp_path / json.loads(told)["report"]
    assert report.name == "report.html" and report.parent.name == "over"
    for page in (report, report.with_suffix(".txt"), *(report.parent / "players").iterdir()):
        assert page.stat().st_size > 1000


def test_the_command_is_installed(installed: Path, tmp_path: Path) -> None:
    assert run(installed.with_name("manila"), "--version", cwd=tmp_path) == f"manila-pbem {PROJECT['version']}\n"


def test_nothing_that_only_tests_need_is_installed(installed: Path, tmp_path: Path) -> None:
    listed = json.loads(run(installed, "-m", "pip", "list", "--format", "json", cwd=tmp_path))
    names = {name_project(one["name"]) for one in listed}
    extras = PROJECT["optional-dependencies"]
    assert set(map(name_project, PROJECT["dependencies"])) <= names
    assert names.isdisjoint(name_project(one) for extra in extras.values() for one in extra)


def test_each_dependency_has_its_reason() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    extras = PROJECT["optional-dependencies"]
    reasons = set(re.findall(r"`([\w-]+)[^`]*`", "\n".join(line for line in page.splitlines() if line.startswith("|"))))
    required = [*PROJECT["dependencies"], *(one for extra in extras.values() for one in extra)]
    assert {re.match(r"[\w-]+", one)[0] for one in required} <= reasons  # type: ignore[index]
    # What is required to run stands there with its bounds.
    assert [one for one in PROJECT["dependencies"] if f"`{one}`" not in page] == []
