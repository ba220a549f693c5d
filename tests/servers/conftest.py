"""The servers of the tests here, started once; their logs are shown where a test fails."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from servers.installing import Program
from servers.real_servers import HOOK_USER, RealServers, find_obstacle, tell_end

_STARTED: list[RealServers] = []


@pytest.fixture(scope="session")
def servers() -> Iterator[RealServers]:
    """Postfix and Dovecot; skipped, with the reason, where they can't be started."""
    obstacle = find_obstacle()
    if obstacle is not None:
        pytest.skip(obstacle)
    base = make_open_folder()
    started = RealServers(base)
    _STARTED.append(started)
    try:
        started.start()
        yield started
    finally:
        started.stop()
        shutil.rmtree(base)


@pytest.fixture(scope="session")
def program(servers: RealServers) -> Program:
    """The program as Postfix's pipe can run it; `games` is to be set by each test."""
    return Program(servers.base / "program", HOOK_USER, servers.base / "games")


def make_open_folder() -> Path:
    """Make a folder that every user may pass, of a short path: those of sockets hold 107 bytes."""
    for parent in (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")):
        if parent.is_dir() and all(folder.stat().st_mode & 0o005 == 0o005 for folder in (parent, *parent.parents)):
            base = Path(tempfile.mkdtemp(prefix="mail", dir=parent))
            base.chmod(0o755)
            return base
    pytest.skip("no folder for temporary files that every user may pass")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the servers' logs with a test that fails."""
    report = yield
    if report.failed and "servers" in getattr(item, "fixturenames", ()):
        for started in _STARTED:
            report.sections += [(f"{name}'s log", tell_end(path)) for name, path in started.logs.items()]
    return report
