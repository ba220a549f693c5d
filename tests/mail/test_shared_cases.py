"""The 55 given mails, with each of the three given orders (`shared_cases.py`, `orders/`: copies of what was given)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from mail.building import Case
from mail.playing import FILES, ORDERS, OWN, PENDING, SENDER, STRANGER, Stage, Table
from mail.shared_cases import GROUPS, C, Index

SUBJECT = "[manila harbour-1 v1-place-2 #K7QF-2M9X] your turn"
GIVEN = 55


def make_cases(scene: str, subject: str, stale: str, other: str, bid: str | None) -> Index:
    """Make the given mails and their index as the file itself does when it is run."""
    arguments = argparse.Namespace(
        frm=SENDER,
        to=OWN,
        subject=subject,
        stale_subject=stale,
        other_from=STRANGER,
        other_subject=other,
        bid_subject=bid,
        order_file=ORDERS / FILES[scene],
        large=True,
    )
    made = C(arguments)
    index = Index(made, arguments)
    for group in GROUPS:
        group(made, index.add)
    return index


def list_stories(rows: Sequence[dict[str, Any]]) -> list[list[str]]:
    """Return the names of mails that go to one game, in order."""
    stories: dict[str, list[str]] = {}
    for row in sorted(rows, key=lambda row: row.get("seq_no", 0)):
        stories.setdefault(row.get("seq") or row["file"], []).append(row["file"])
    return list(stories.values())


STORIES = list_stories(make_cases("place", SUBJECT, SUBJECT, SUBJECT, None).rows)


def test_nothing_given_is_missing() -> None:
    assert sum(map(len, STORIES)) == GIVEN
    assert sorted(path.name for path in ORDERS.iterdir()) == sorted(FILES.values())


@pytest.mark.parametrize("scene", PENDING)
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story[0])
def test_given_mail(story: list[str], scene: str, stages: dict[str, Stage], tmp_path: Path) -> None:
    """Each comes out as the index says: taken with the meaning of `order`, refused, or silent."""
    about = stages[scene].scene
    bid = about.subject if scene == "auction" else None
    index = make_cases(scene, about.subject, about.stale_subject, about.other_subject, bid)
    rows = {row["file"]: row for row in index.rows}
    table = Table(stages[scene], tmp_path)
    for name in story:
        data = index.blobs[name.removesuffix(".eml")]
        row = rows[name]
        case = Case(
            name,
            row["expect"],
            lambda scene, data=data: data,
            row["order"].replace("$", "$$") if "order" in row else None,
            never_to=tuple(row.get("never_to", ())),
        )
        assert table.deliver(case, data) == [], row["why"]
