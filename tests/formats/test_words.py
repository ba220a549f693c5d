"""The table of words: every spelling is read as its word, in every place (docs/play.md, section 2, "Words")."""

from __future__ import annotations

import unicodedata

import pytest

from manila_pbem.formats.words import Place, Word, find_near, find_word, fold_word, list_places, list_words
from manila_pbem.rules.board import SPACE_WORDS, WARE_WORDS

ALL = [(place, word) for place in list_places() for word in list_words(place)]
SPELLINGS = [
    (place, word.word, spelling)
    for place, word in ALL
    for spelling in (word.word, *word.english, *word.traditional, *word.simplified)
]


def widen(text: str) -> str:
    """Write a text in full-width letters, digits and signs."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


@pytest.mark.parametrize(("place", "word"), ALL, ids=lambda value: getattr(value, "word", value))
def test_each_word_has_both_chinese_scripts(place: Place, word: Word) -> None:
    assert word.traditional and word.simplified


@pytest.mark.parametrize(("place", "word", "spelling"), SPELLINGS)
def test_each_spelling_is_read_as_its_word(place: Place, word: str, spelling: str) -> None:
    for variant in (
        spelling,
        spelling.upper(),
        spelling.title(),
        widen(spelling),
        spelling.replace("_", "-"),
        spelling.replace("-", "_"),
        spelling.replace("-", " ").replace("_", " "),
        spelling.replace("-", "").replace("_", ""),
        f"\u3000{spelling}\u00a0",
        "\u3000".join(spelling),
    ):
        assert find_word(variant, place) == word, variant


@pytest.mark.parametrize("place", list_places())
def test_no_spelling_stands_for_two_words(place: Place) -> None:
    seen: dict[str, str] = {}
    for word in list_words(place):
        for spelling in {fold_word(s) for s in (word.word, *word.english, *word.traditional, *word.simplified)}:
            assert seen.setdefault(spelling, word.word) == word.word


def test_spaces_and_wares_are_those_of_the_board() -> None:
    assert tuple(word.word for word in list_words("ware")) == WARE_WORDS
    assert tuple(word.word for word in list_words("space")) == SPACE_WORDS[len(WARE_WORDS) :]


PLAY = [
    ("ware", "nutmeg", "肉豆蔻 豆蔻"),
    ("ware", "silk", "絲綢 丝绸"),
    ("ware", "ginseng", "人蔘 人參 人参"),
    ("ware", "jade", "玉石 玉"),
    ("space", "port-a", "港口A 港口Ａ port_a PORT-A ｐｏｒｔ＿ａ"),
    ("space", "shipyard-a", "修船場A 修船厂A"),
    ("space", "pirates", "海盜 海盗"),
    ("space", "small-pilot", "小領航員 小领航员"),
    ("space", "large-pilot", "大領航員 大领航员"),
    ("space", "insurance", "保險 保险"),
    ("choice", "pass", "放棄 放弃"),
]


@pytest.mark.parametrize(("place", "word", "spellings"), PLAY)
def test_the_words_of_play_by_mail_are_in_the_table(place: Place, word: str, spellings: str) -> None:
    for spelling in spellings.split():
        assert find_word(spelling, place) == word


def test_a_word_counts_only_where_it_may_stand() -> None:
    assert find_word("silk", "key") is None
    assert find_word("board", "key") == "board"
    assert find_word("登船", "key") == "board"
    assert find_word("登船", "step") == "boarding"
    assert find_word("stay", "choice", ("pass", "cheapest")) is None


def test_similar_letters_are_not_the_same_word() -> None:
    for text in ("sílk", "siIk", "ѕilk", "silk!", "sillk", ""):
        assert find_word(text, "ware") is None


@pytest.mark.parametrize(
    ("text", "places", "legal", "near"),
    [
        ("jad", ["ware"], WARE_WORDS, "jade"),
        ("ginsen", ["ware"], WARE_WORDS, "ginseng"),
        ("絲綱", ["ware"], WARE_WORDS, "silk"),
        ("port a.", ["ware", "space"], SPACE_WORDS, "port-a"),
        ("shipyrd b", ["ware", "space"], SPACE_WORDS, "shipyard-b"),
        ("cheepest", ["choice"], ("cheapest", "pass"), "cheapest"),
        ("stay", ["choice"], ("cheapest", "pass"), "pass"),
        ("no", ["ware", "choice"], (*WARE_WORDS, "none"), "none"),
        ("~", ["ware", "choice"], (*WARE_WORDS, "stay"), "stay"),
        ("xyzzy", ["ware"], WARE_WORDS, None),
        ("", ["ware"], WARE_WORDS, None),
        ("x" * 1000, ["ware"], WARE_WORDS, None),
    ],
)
def test_a_near_miss_is_asked_about(text: str, places: list[Place], legal: tuple[str, ...], near: str | None) -> None:
    assert find_near(text, places, legal) == near


def test_the_scripts_are_not_mixed_up() -> None:
    """Characters that differ between the scripts stand in the column of theirs; those of both may stand in both."""
    only_simplified = set("丝绸参买载货顺领员掠夺赎条价费现时长级档阶战竞讯给内场厂弃险盗务责负")
    only_traditional = set("絲綢參買載貨順領員奪贖條價費現時長級檔階戰競訊給內場廠棄險盜務責負蔘")
    for _, word in ALL:
        assert not only_simplified - set("掠時现") & set("".join(word.traditional)), word
        assert not only_traditional - set("長") & set("".join(word.simplified)), word
        assert unicodedata.is_normalized("NFKC", "".join((*word.traditional, *word.simplified)))
