"""Encoded words: as they are meant, and glued, quoted, cut, unpadded (docs/play.md, section 7, "Subject")."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manila_pbem.intake.encoded_words import decode_words, replace_words


def encode(data: bytes | str, charset: str = "utf-8", padding: bool = True) -> str:
    raw = data.encode(charset) if isinstance(data, str) else data
    letters = b64encode(raw).decode()
    return f"=?{charset}?B?{letters if padding else letters.rstrip('=')}?="


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("plain", "plain"),
        ("=?utf-8?B?5Zue5aSN?=", "回复"),
        ("=?UTF-8?b?5Zue5aSN?=", "回复"),
        ("=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", "Grüße"),
        ("=?utf-8?q?Gr=c3=bc=c3=9fe?=", "Grüße"),
        ("=?iso-8859-1?Q?Gr=FC=DFe?=", "Grüße"),
        ("=?iso-8859-1?Q?=80?=", "€"),
        ("=?gb2312?B?u9i4tA==?=", "回复"),
        ("=?big5?B?pl7C0A==?=", "回覆"),
        ("=?utf-8?Q?a_b?=", "a b"),
        ("=?utf-8?Q?a=5Fb?=", "a_b"),
        ("=?utf-8*en?Q?a?=", "a"),
        ("=?utf-8?Q?a b?=", "a b"),
        ("=?utf-8?Q??=", ""),
        ("=?utf-8?B??=", ""),
        ("=?x-unknown?Q?Gr=C3=BCn?=", "Grün"),
        ("=?x-unknown?Q?Gr=FCn?=", "Gr\ufffdn"),
        ("=?utf-8?Q?a=3D?=", "a="),
        ("=?utf-8?Q?50=?=", "50="),
    ],
)
def test_one_word(written: str, meant: str) -> None:
    assert decode_words(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (encode("Re: ") + " " + encode("回复"), "Re: 回复"),
        (encode("a") + "\t \t" + encode("b"), "ab"),
        (encode("a") + encode("b"), "ab"),
        ("Re:" + encode("回复"), "Re:回复"),
        (encode("回复") + "words", "回复words"),
        (encode("回复") + " words", "回复 words"),
        (f'"{encode("回复")}"', '"回复"'),
        (f"({encode('回复')})", "(回复)"),
        (encode("a") + " x " + encode("b"), "a x b"),
        (encode("a") + " " + encode("b", "iso-8859-1"), "ab"),
        (encode("a") + " =?utf-8?Q?b?=", "ab"),
    ],
)
def test_words_beside_each_other_and_glued(written: str, meant: str) -> None:
    """Blanks between two words are none, blanks beside other text are."""
    assert decode_words(written) == meant


@pytest.mark.parametrize("cut", range(1, 12))
def test_word_cut_inside_a_letter(cut: int) -> None:
    raw = "回复: 到你".encode()
    assert decode_words(encode(raw[:cut]) + " " + encode(raw[cut:])) == "回复: 到你"


@pytest.mark.parametrize("cut", range(1, 12))
def test_words_of_both_kinds_cut_inside_a_letter(cut: int) -> None:
    raw = "回复: 到你".encode()
    quoted = "".join(f"={byte:02X}" for byte in raw[cut:])
    assert decode_words(f"{encode(raw[:cut])} =?utf-8?Q?{quoted}?=") == "回复: 到你"


@pytest.mark.parametrize("text", ["a", "ab", "abc", "回", "回复", "回复1", "回复12"])
def test_base64_without_padding(text: str) -> None:
    assert decode_words(encode(text, padding=False)) == text
    assert decode_words(encode(text, padding=False) + " " + encode(text, padding=False)) == text * 2


@pytest.mark.parametrize("cut", range(1, 15))
def test_base64_cut_inside_its_four_letters(cut: int) -> None:
    letters = b64encode("回复: 到你了".encode()).decode().rstrip("=")
    assert decode_words(f"=?utf-8?B?{letters[:cut]}?= =?utf-8?B?{letters[cut:]}?=") == "回复: 到你了"


@pytest.mark.parametrize(
    "text",
    [
        "=?",
        "?=",
        "=?utf-8?B?",
        "=?utf-8?B?abc",
        "=?utf-8?X?abc?=",
        "=??B?YQ==?=",
        "=? ?B?YQ==?=",
        "a =? b ?= c",
        "=?=?",
    ],
)
def test_what_is_no_encoded_word_stays_as_it_is(text: str) -> None:
    assert decode_words(text) == text


def test_word_that_is_not_closed_does_not_swallow_the_next() -> None:
    assert decode_words("=?utf-8?B?abc " + encode("回复")) == "=?utf-8?B?abc 回复"


@pytest.mark.parametrize("charset", ["idna", "punycode", "rot13", "hex", "unicode_escape", "zlib", "undefined", "mbcs"])
def test_codecs_that_are_no_charsets_are_unknown(charset: str) -> None:
    assert decode_words(f"=?{charset}?Q?uryyb?=") == "uryyb"


@given(st.text(alphabet="=?utf-8BQabc_ \"'*\n", max_size=60))
def test_never_raises(text: str) -> None:
    assert isinstance(decode_words(text), str)
    assert isinstance(replace_words(text, " "), str)


@given(st.lists(st.text(min_size=1, max_size=8).filter(str.isprintable), min_size=1, max_size=4))
def test_what_is_encoded_is_decoded(texts: list[str]) -> None:
    assert decode_words("\n ".join(map(encode, texts))) == "".join(texts)


def test_words_are_replaced_whole() -> None:
    assert replace_words(f"a {encode('x')}<b> {encode('y')}", "-") == "a -<b> -"
