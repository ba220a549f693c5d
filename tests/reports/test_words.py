"""The words that all parts of a report share."""

from __future__ import annotations

import pytest

from manila_pbem.reports.words import (
    LABELS,
    Name,
    Sentence,
    clean_text,
    count_pesos,
    count_shares,
    count_wares,
    isolate_name,
    tell_phase,
    tell_time,
    write_fact,
)


@pytest.mark.parametrize(
    ("phase", "title"),
    [
        ("v1-auction", "Voyage 1: auction"),
        ("v12-office", "Voyage 12: the harbour master's office"),
        ("v2-place-3", "Voyage 2: placement round 3"),
        ("v1-boarding", "Voyage 1: boarding"),
        ("v1-pilots", "Voyage 1: pilots"),
        ("v1-plunder", "Voyage 1: plunder"),
        ("over", "The game is over"),
        ("elsewhere", "elsewhere"),
    ],
)
def test_every_phase_has_a_title(phase: str, title: str) -> None:
    """docs/play.md, section 1."""
    assert tell_phase(phase) == title


def test_times_are_told_in_utc() -> None:
    assert tell_time("2026-12-01T20:00:00Z") == "2026-12-01 20:00 UTC"
    assert tell_time("tomorrow") == "tomorrow"


def test_numbers_agree_with_their_nouns() -> None:
    assert [count_pesos(n) for n in (0, 1, 2)] == ["0 pesos", "1 peso", "2 pesos"]
    assert [count_shares(n) for n in (0, 1, 2)] == ["0 shares", "1 share", "2 shares"]
    assert count_wares((0, 2, 0, 1)) == "2 silk, 1 jade"
    assert count_wares((0, 0, 0, 0)) == "-"


def test_a_sentence_takes_names_lists_and_sentences() -> None:
    inner = Sentence("{n} of {what}", {"n": 2, "what": "silk"})
    sentence = Sentence("{who}: {list}.", {"who": Name("{ana}"), "list": (Name("ben"), inner)})
    assert write_fact(sentence) == "{ana}: ben, 2 of silk."


def test_a_name_written_from_right_to_left_is_isolated_in_text() -> None:
    assert isolate_name("محمد") == "\u2068محمد\u2069"
    assert isolate_name("小莉") == "小莉"
    assert isolate_name("Zoë") == "Zoë"


def test_control_characters_and_changes_of_direction_are_dropped() -> None:
    assert clean_text("a\x1b[31mb\u202ec\u2066d\x00") == "a[31mbcd"
    assert clean_text("naïve 小莉 \u200d") == "naïve 小莉 \u200d"


def test_no_label_is_empty() -> None:
    assert all(LABELS.values())
