"""The games to which the mails of this folder are delivered."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from conftest import Club

from mail.playing import PENDING, Stage, make_stage


@pytest.fixture(scope="session")
def stages(make_club: Callable[[], Club]) -> dict[str, Stage]:
    """Return the folders of games that every mail gets a copy of, by scene."""
    return {name: make_stage(make_club(), name) for name in PENDING}


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power cuts are not what these tests are about."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    monkeypatch.setenv("MANILA_NOW", "2026-12-01T20:00:00Z")
