"""The program where a user without rights may run it, as Postfix's pipe does: a checkout may lie in a closed folder.

All is copied: the package, the libraries it needs, and the Python that runs the tests where that is closed as well.
"""

from __future__ import annotations

import pwd
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

import manila_pbem

ROOT = Path(__file__).parents[2]

LONGEST = 120.0
"""Seconds a command may take."""

_VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
_NOT_NEEDED = (
    *("test", "tests", "idlelib", "lib2to3", "turtledemo", "tkinter", "ensurepip", "site-packages"),
    *("config-*", "*.opt-*.pyc", "*.a"),
)


class Ran(NamedTuple):
    """What a command answered: its exit status, and what it printed."""

    status: int
    out: str
    err: str


class Program:
    """The program copied to a folder; each command is run by `user`, on the folder of games `games`."""

    def __init__(self, folder: Path, user: str, games: Path) -> None:
        self.games = games
        self.environment = {
            "PYTHONPATH": str(folder / "lib"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "PATH": "/usr/bin:/bin",
            "LC_ALL": "C.UTF-8",
        }
        self._known = pwd.getpwnam(user)
        folder.mkdir(exist_ok=True)
        (folder / "cache").mkdir()
        shutil.chown(folder / "cache", user)
        _copy_package(folder / "lib")
        self._python = self._find_python(folder)

    def list_words(self, *arguments: str | Path) -> list[str]:
        """Return the words of a command."""
        return [str(self._python), "-m", "manila_pbem", "--games", str(self.games), *map(str, arguments)]

    def write_script(self, *arguments: str | Path) -> str:
        """Return the lines of a shell script that becomes a command."""
        settings = [f"export {key}='{value}'" for key, value in self.environment.items()]
        return "\n".join([*settings, "exec " + " ".join(f"'{word}'" for word in self.list_words(*arguments))])

    def run(self, *arguments: str | Path, text: bytes = b"") -> Ran:
        """Run a command, with a text as standard input."""
        return self._run(self.list_words(*arguments), text)

    def start(self, *arguments: str | Path) -> subprocess.Popen[bytes]:
        """Start a command that goes on; whoever starts it ends it."""
        return subprocess.Popen(
            self.list_words(*arguments),
            env=self.environment,
            user=self._known.pw_uid,
            group=self._known.pw_gid,
            extra_groups=[],
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )

    def _run(self, words: list[str], text: bytes = b"", more: Mapping[str, str] | None = None) -> Ran:
        ran = subprocess.run(
            words,
            env={**self.environment, **(more or {})},
            user=self._known.pw_uid,
            group=self._known.pw_gid,
            extra_groups=[],
            cwd="/",
            input=text,
            capture_output=True,
            timeout=LONGEST,
            check=False,
        )
        return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())

    def _find_python(self, folder: Path) -> Path:
        """Return a Python that the user may run: the one of the tests, or a copy of it."""
        found = Path(sys.base_prefix, "bin", _VERSION).resolve()
        if self._is_run(found):
            return found
        found = _copy_python(found, folder / "python")
        self.environment["PYTHONHOME"] = str(folder / "python")
        self.environment["LD_LIBRARY_PATH"] = str(folder / "python" / "lib")
        assert self._is_run(found), self._run([str(found), "-c", "import manila_pbem.cli.app"])
        return found

    def _is_run(self, python: Path) -> bool:
        try:
            return self._run([str(python), "-c", "import manila_pbem.cli.app"]).status == 0
        except PermissionError:
            return False


def _copy_package(lib: Path) -> None:
    """Copy the package as it lies in the checkout, and what it needs; compiled files stay good: times are kept."""
    package = Path(manila_pbem.__file__).parent
    shutil.copytree(package, lib / "manila_pbem")
    if not (package / "templates").exists():
        shutil.copytree(package.parent / "templates", lib / "templates")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [_name_project(requirement) for requirement in project["dependencies"]]
    for name in wanted:
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # For another system or Python.
        wanted += [
            other
            for requirement in found.requires or ()
            if "extra" not in requirement and (other := _name_project(requirement)) not in wanted
        ]
        for file in found.files or ():
            source = Path(str(file.locate()))
            if ".." not in file.parts and source.is_file():
                target = lib / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)


def _name_project(requirement: str) -> str:
    match = re.match(r"[\w.-]+", requirement)
    assert match is not None
    return match[0].lower().replace("_", "-")


def _copy_python(python: Path, folder: Path) -> Path:
    """Copy an interpreter and its standard library; return the copy."""
    lib = python.parents[1] / "lib"
    target = folder / "bin" / _VERSION
    target.parent.mkdir(parents=True)
    shutil.copy2(python, target)
    shutil.copytree(lib / _VERSION, folder / "lib" / _VERSION, ignore=shutil.ignore_patterns(*_NOT_NEEDED))
    for shared in lib.glob("libpython*.so*"):
        shutil.copy2(shared, folder / "lib" / shared.name)
    for made in (folder, *folder.rglob("*")):
        if made.is_dir():
            made.chmod(made.stat().st_mode | 0o055)
    target.chmod(0o755)
    return target
