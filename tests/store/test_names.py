"""Names of games and players, sentence by sentence after docs/play.md, section 3."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manila_pbem.errors import ManilaError
from manila_pbem.rules.board import SPACE_WORDS
from manila_pbem.store.names import check_game_name, check_player_name, check_player_names, fold_name


@pytest.mark.parametrize("name", ["a", "0", "harbour-1", "a-", "a--b", "x" * 32])
def test_a_game_is_called_by_letters_digits_and_hyphens(name: str) -> None:
    check_game_name(name)


@pytest.mark.parametrize(
    "name",
    ["", "-a", "A", "ä", "a b", "a_b", "a.b", "../a", "a/b", "a\n", "x" * 33, "٣", "club", "inbox", "outbox"],
)
def test_no_other_name_is_a_games(name: str) -> None:
    with pytest.raises(ManilaError, match="is no name for a game"):
        check_game_name(name)


@pytest.mark.parametrize(
    "name",
    ["a", "Ana Maria", "José", "安娜", "Ана", "アナ", "🦜", "x" * 40, "玉" * 40, "-", "7", "no"],
)
def test_a_player_may_be_called_in_any_script(name: str) -> None:
    check_player_name(name)


@pytest.mark.parametrize("name", ["", "x" * 41])
def test_a_players_name_has_1_to_40_characters(name: str) -> None:
    with pytest.raises(ManilaError, match=f"it has {len(name)} characters"):
        check_player_name(name)


@pytest.mark.parametrize("character", ["/", "\\", ":", "=", ",", "@", "#", ".", "<", ">", '"', "'", "[", "]", "{", "}"])
def test_a_players_name_has_no_character_that_means_something_elsewhere(character: str) -> None:
    for name in (f"a{character}b", f"{character}a", f"a{character}"):
        with pytest.raises(ManilaError, match="can't be part of it"):
            check_player_name(name)


@pytest.mark.parametrize(
    "character",
    [*"\0\t\n\r\x1b\x7f\x85", *"\u061c\u200e\u200f", *"\u202a\u202b\u202c\u202d\u202e", *"\u2066\u2067\u2068\u2069"],
)
def test_a_players_name_has_no_control_or_direction_character(character: str) -> None:
    with pytest.raises(ManilaError, match=f"U\\+{ord(character):04X} can't be part of it"):
        check_player_name(f"a{character}b")


@pytest.mark.parametrize("character", ["\u200b", "\u00ad", "\ufeff", "\u2028", "\u2029", "\ud800", "\ufffe", "\uffff"])
def test_a_players_name_has_no_character_that_no_order_could_hold(character: str) -> None:
    with pytest.raises(ManilaError, match="can't be part of it"):
        check_player_name(f"a{character}b")


@pytest.mark.parametrize("name", [" ana", "ana ", "\u3000ana", "ana\u00a0", " "])
def test_a_players_name_has_no_blank_at_an_end(name: str) -> None:
    with pytest.raises(ManilaError, match="a blank at an end"):
        check_player_name(name)


def test_a_players_name_is_in_nfc() -> None:
    with pytest.raises(ManilaError, match="NFC, which is 'José'"):
        check_player_name("Jose\u0301")


RESERVED = ["all", "none", "pass", "stay", "report", "index", "standing", "everyone", "club"]


@pytest.mark.parametrize("word", [*RESERVED, *SPACE_WORDS])
def test_no_player_is_called_by_a_word_of_the_game(word: str) -> None:
    for name in (word, word.upper(), word.replace("-", " "), word.replace("-", "_"), word.replace("-", "")):
        with pytest.raises(ManilaError, match="it is a word of the game"):
            check_player_name(name)


def test_a_word_of_the_game_in_full_width_is_one_too() -> None:
    with pytest.raises(ManilaError, match="it is a word of the game"):
        check_player_name("ｓｉｌｋ")


@pytest.mark.parametrize(
    "name", ["大家", "所有人", "全部", "無", "放弃", "絲綢", "丝绸", "港口A", "保险", "ｓｉｌｋ", "Port_A"]
)
def test_a_word_of_the_game_in_any_language_is_no_players_name(name: str) -> None:
    with pytest.raises(ManilaError, match="it is a word of the game"):
        check_player_name(name)


@pytest.mark.parametrize("name", ["_", "___"])
def test_the_blank_of_a_form_is_no_players_name(name: str) -> None:
    with pytest.raises(ManilaError, match="the blanks of a form"):
        check_player_name(name)


def test_a_name_that_only_begins_like_a_word_is_free() -> None:
    for name in ("alla", "Silke", "Jades", "Port", "Clubs"):
        check_player_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana", "ana"),
        ("ana", "Ana"),
        ("ana", "ａｎａ"),
        ("Straße", "STRASSE"),
        ("ΣΑΣ", "σας"),
        ("ﬁn", "fin"),
        ("㋿", "令和"),
        ("Ana Maria", "Ana\u3000Maria"),
    ],
)
def test_two_players_have_names_that_read_differently(one: str, other: str) -> None:
    with pytest.raises(ManilaError, match="can't both be players"):
        check_player_names(["ben", one, other])


def test_names_that_differ_are_free() -> None:
    check_player_names(["ana", "anna", "ána", "Анна"])
    check_player_names([])


def test_every_name_is_checked() -> None:
    with pytest.raises(ManilaError, match="'silk' is no name"):
        check_player_names(["ana", "silk"])


@given(st.text(max_size=8))
def test_case_and_composition_make_no_other_file_name(name: str) -> None:
    folded = fold_name(name)
    assert fold_name(unicodedata.normalize("NFD", name)) == folded
    assert unicodedata.is_normalized("NFC", folded)
    assert fold_name("JOSÉ.yaml") == fold_name("jose\u0301.YAML") == "josé.yaml"
    assert fold_name("ａ.yaml") != fold_name("a.yaml")
