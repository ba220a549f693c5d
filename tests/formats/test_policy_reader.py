"""Standing policies: `missing` and what it may say (docs/orders.md)."""

from __future__ import annotations

import pytest

from manila_pbem.formats.policy_reader import read_policy
from manila_pbem.orders.policy import Policy

PLAYERS = ("ana", "ben")
BOTS = ("careful", "simple")


@pytest.mark.parametrize(
    "text",
    [
        "bot simple",
        "bot Simple",
        "BOT SIMPLE",
        "bot ｓｉｍｐｌｅ",
        "Bot\u3000simple",
        "機器人 simple",
        '"bot  Simple "',
    ],
)
def test_bots_are_named_without_regard_to_case_and_width(text: str) -> None:
    reading = read_policy(f"missing: {text}".encode(), PLAYERS, BOTS)
    assert reading.problems == ()
    assert reading.policy == Policy("bot", bot="simple")


def test_a_bot_that_is_none_is_refused() -> None:
    reading = read_policy(b"missing: bot deep", PLAYERS, BOTS)
    assert reading.policy is None
    assert [problem.code for problem in reading.problems] == ["unknown_bot"]
