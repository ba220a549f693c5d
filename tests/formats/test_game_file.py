"""game.yaml and the addresses are read strictly and written so that they are read again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manila_pbem.formats.faults import Fault
from manila_pbem.formats.game_file import (
    GameFile,
    read_addresses,
    read_game_file,
    write_addresses,
    write_game_file,
)

GAME = GameFile("Harbour", "harbour-1", ("ana", "小莉", "no"), "小莉", {"pirates": "evict"}, "turns", "3d", 1)
TEXT = (
    "title: Harbour\n"
    'game: "harbour-1"\n'
    'players: [ana, 小莉, "no"]\n'
    "first: 小莉\n"
    "options: {pirates: evict}\n"
    "pace: turns\n"
    'deadline: "3d"\n'
    "rules: 1\n"
)

texts = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="\ufffe\uffff"), min_size=1
)
texts = texts.filter(lambda text: not set(text) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))


def test_a_game_file_is_read_and_written() -> None:
    assert read_game_file(write_game_file(GAME).encode()) == GAME
    assert read_game_file(TEXT.encode()) == GAME
    without = GAME._replace(deadline=None, options={})
    assert read_game_file(write_game_file(without).encode()) == without


@settings(max_examples=60, deadline=None)
@given(texts, st.lists(texts, min_size=3, max_size=5, unique=True))
def test_titles_and_names_of_any_script_survive(title: str, players: list[str]) -> None:
    game = GAME._replace(title=title, players=tuple(players), first=players[0])
    assert read_game_file(write_game_file(game).encode()) == game


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("rules: 1", "rules: one", "wrong_setting", 8),
        ("rules: 1", "rules: 01", "wrong_setting", 8),
        ("rules: 1\n", "", "missing_setting", 1),
        ("title: Harbour", "title: [a]", "value_of_wrong_kind", 1),
        ("title: Harbour", "title:", "value_of_wrong_kind", 1),
        ("first: 小莉", "first: &a 小莉", "anchor", 4),
        ("pace: turns", "pace: turns\npace: sealed", "repeated_key", 7),
        ("pace: turns", "speed: turns", "unknown_key", 6),
        ("options: {pirates: evict}", "options: [pirates]", "value_of_wrong_kind", 5),
        ("options: {pirates: evict}", "options: {pirates: [evict]}", "value_of_wrong_kind", 5),
        ("pace: turns", "pace:\tturns", "tab", 6),
        (TEXT, "- a\n", "not_mapping", 1),
        (TEXT, "", "empty", 1),
    ],
)
def test_a_fault_names_its_line(old: str, new: str, code: str, line: int) -> None:
    fault = read_game_file(TEXT.replace(old, new).encode())
    assert isinstance(fault, Fault)
    assert (fault.code, fault.mark.line) == (code, line)


def test_addresses_are_read_and_written() -> None:
    addresses = {"ana": ("ana@example.org", "a+b@example.org"), "no": (), "小莉": ("l@example.org",)}
    assert read_addresses(write_addresses(addresses).encode(), addresses) == addresses
    assert read_addresses(write_addresses({}).encode(), ()) == {}
    assert isinstance(read_addresses(b"dora: [d@example.org]\n", ("ana",)), Fault)
