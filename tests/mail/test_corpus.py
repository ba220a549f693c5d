"""The corpus: each mail taken, refused or passed over in silence as section 7 of docs/play.md says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mail.building import Case
from mail.cases import (
    attachments,
    authors,
    automatic,
    characters,
    charsets,
    codes,
    headers,
    html_bodies,
    limits,
    multiparts,
    numbers,
    quotes,
    sealed,
    signatures,
    subjects,
    texts,
    transfer,
)
from mail.playing import PENDING, Stage, Table, find_scenes

MODULES = (
    attachments,
    authors,
    automatic,
    characters,
    charsets,
    codes,
    headers,
    html_bodies,
    limits,
    multiparts,
    numbers,
    quotes,
    sealed,
    signatures,
    subjects,
    texts,
    transfer,
)
CASES = [case for module in MODULES for case in module.list_cases()]
EVERY = os.environ.get("MANILA_SOAK") == "1"
TRIALS = [(case, name) for case in CASES for name in find_scenes(case, PENDING, EVERY)]


def test_names_are_unique() -> None:
    names = [case.name for case in CASES]
    assert sorted({name for name in names if names.count(name) > 1}) == []


@pytest.mark.soak
@pytest.mark.parametrize(("case", "scene"), TRIALS, ids=lambda value: value.name if isinstance(value, Case) else value)
def test_mail(case: Case, scene: str, stages: dict[str, Stage], tmp_path: Path) -> None:
    """One mail to fresh games: in CI each mail about one order, with MANILA_SOAK=1 about each that it may be about."""
    table = Table(stages[scene], tmp_path)
    assert table.deliver(case, case.build(table.scene)) == []
