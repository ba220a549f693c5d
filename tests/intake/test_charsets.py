"""Charsets (docs/play.md, section 7, "Charsets")."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_letters import list_orders, read, write_mail

from manila_pbem.intake.charsets import decode_bytes, decode_part, find_codec

ORDER = "place: [玉石, pass]\n"


def write_text(data: bytes, kind: str = "text/plain", charset: str | None = None) -> bytes:
    head = kind if charset is None else f"{kind}; charset={charset}"
    return write_mail(data, over={"Content-Type": head, "Content-Transfer-Encoding": "8bit"}, end=b"\n")


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("gb2312", "gb18030"),
        ("GB2312", "gb18030"),
        ("csGB2312", "gb18030"),
        ("GB_2312-80", "gb18030"),
        ("chinese", "gb18030"),
        ("gbk", "gb18030"),
        ("CP936", "gb18030"),
        ("windows-936", "gb18030"),
        ("GB18030", "gb18030"),
        ("big5", "big5hkscs"),
        ("Big5", "big5hkscs"),
        ("csBig5", "big5hkscs"),
        ("Big5-HKSCS", "big5hkscs"),
        ("iso-8859-1", "cp1252"),
        ("ISO_8859-1:1987", "cp1252"),
        ("latin1", "cp1252"),
        ("CP819", "cp1252"),
        ("windows-1252", "cp1252"),
        ("us-ascii", "ascii"),
        ("ANSI_X3.4-1968", "ascii"),
        ("utf-8", "utf_8"),
        ("iso-8859-15", "iso8859_15"),
        ("HZ-GB-2312", "hz"),
        ("ISO-2022-JP", "iso2022_jp"),
        ("koi8-r", "koi8_r"),
        ("macintosh", "mac_roman"),
    ],
)
def test_names_of_iana(name: str, codec: str) -> None:
    assert find_codec(name) == codec


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "utf8", "utf_8", "utf-8-sig", "u8", "gb-2312", "x-gbk", "euc-cn", "cp950", "x-sjis",
        "iso8859-1", "latin-1",
        "8859", "cp1252", "ansi", "default", "unknown-8bit", "x-unknown", "rot13", "hex", "base64", "zlib",
        "bz2", "idna",
        "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem", "string_escape", "quopri", "uu",
        "gb2312\0", "gb2312;", "'gb2312'", "g" * 10_000,
    ],
)  # fmt: skip
def test_names_that_are_no_iana_charset_are_unknown(name: str) -> None:
    assert find_codec(name) is None


def test_all_codecs_are_there() -> None:
    """The table names no codec that Python lacks, and none that is not one of letters."""
    from manila_pbem.intake.charsets import _load_names

    for codec in set(_load_names().values()):
        assert codecs.lookup(codec)._is_text_encoding


@pytest.mark.parametrize(
    ("charset", "data"),
    [
        ("utf-8", ORDER.encode()),
        ("gbk", ORDER.encode("gbk")),
        ("gb2312", ORDER.encode("gb2312")),
        ("gb18030", ORDER.encode("gb18030")),
        ("big5", ORDER.encode("big5")),
        ("utf-16", ORDER.encode("utf-16")),
        ("utf-16be", ORDER.encode("utf-16-be")),
        ("hz-gb-2312", ORDER.encode("hz")),
        ("shift_jis", ORDER.encode("shift_jis")),
        ("GBK (Chinese)", ORDER.encode("gbk")),
    ],
)
def test_order_in_a_charset_that_the_header_names(charset: str, data: bytes) -> None:
    assert list_orders(write_text(data, charset=charset)) == [ORDER]


@pytest.mark.parametrize(
    ("charset", "data", "text"),
    [
        ("gb2312", "镕".encode("gbk"), "镕"),
        ("gb2312", "豆蔻".encode("gb18030"), "豆蔻"),
        ("gb2312", "𠀀".encode("gb18030"), "𠀀"),
        ("gbk", "€".encode("gb18030"), "€"),
        ("gb2312", "絲綢".encode("gbk"), "絲綢"),
        ("big5", "嗰啲".encode("big5hkscs"), "嗰啲"),
        ("big5", "裏".encode("big5hkscs"), "裏"),
        ("iso-8859-1", b"\x93x\x94 \x80", "“x” €"),
        ("iso-8859-1", b"\xe4\xf6\xfc", "äöü"),
        ("us-ascii", b"a\xe4b", "a\ufffdb"),
        ("utf-8", b"a\xe4b", "a\ufffdb"),
        ("utf-16", "ab".encode("utf-16-be"), "ab"),
        ("utf-16", codecs.BOM_UTF16_LE + "ab".encode("utf-16-le"), "ab"),
        ("utf-32", codecs.BOM_UTF32_BE + "ab".encode("utf-32-be"), "ab"),
    ],
)
def test_supersets_and_what_can_not_be_decoded(charset: str, data: bytes, text: str) -> None:
    assert decode_part(data, charset) == text


@pytest.mark.parametrize("name", [None, "", "x-unknown", "unknown-8bit", "rot13", "utf8", "ansi_x3.4"])
def test_without_a_known_charset_it_is_utf_8_where_the_bytes_are(name: str | None) -> None:
    assert decode_part("玉石 ü".encode(), name) == "玉石 ü"
    assert "\ufffd" in decode_part("玉石".encode("gbk"), name)


@pytest.mark.parametrize("charset", [None, "x-unknown", "utf-8", "us-ascii"])
def test_order_with_letters_that_can_not_be_decoded_is_no_order(charset: str | None) -> None:
    """None or an unknown one: UTF-8 where the bytes are, else refused where the order has undecodable letters."""
    (place,) = read(write_text(ORDER.encode("gbk"), charset=charset)).places
    assert place.trouble is not None
    assert place.order == ""


@pytest.mark.parametrize("charset", [None, "x-unknown", "utf-8", "us-ascii"])
def test_damage_outside_of_the_order_does_not_matter(charset: str | None) -> None:
    data = b"place: [jade, pass]\n\n" + "你好".encode("gbk") + b"\n"
    (place,) = read(write_text(data, charset=charset)).places
    assert (place.order, place.trouble) == ("place: [jade, pass]\n", None)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_mark_counts_where_the_header_names_none(encoding: str) -> None:
    assert decode_part(ORDER.encode(encoding), None) == ORDER


def test_byte_order_mark_of_gb18030_counts() -> None:
    assert decode_part(("\ufeff" + ORDER).encode("gb18030"), None) == ORDER


def test_byte_order_mark_is_no_letter_where_the_header_names_its_charset() -> None:
    assert decode_part(ORDER.encode("utf-8-sig"), "utf-8") == ORDER


def test_charset_of_the_header_goes_before_the_byte_order_mark() -> None:
    assert decode_part(codecs.BOM_UTF8 + b"a", "iso-8859-1") == "ï»¿a"


@pytest.mark.parametrize(
    "tag",
    [
        '<meta charset="gbk">',
        "<meta charset=gbk>",
        "<META CHARSET='GBK'/>",
        '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">',
        "<meta content='text/html;charset=gb18030' http-equiv=Content-Type>",
        '<meta\ncharset = "gbk" >',
        '<meta name="x" content="y"><meta charset="gbk">',
        '<!-- <meta charset="big5"> --><meta charset="gbk">',
        '<meta charset="gbk"><meta charset="big5">',
    ],
)
def test_meta_tag_of_html_counts_where_the_header_names_none(tag: str) -> None:
    html = f"<html><head>{tag}</head><body><pre>{ORDER}</pre></body></html>".encode("gbk")
    assert ORDER in decode_part(html, None, html=True)
    assert list_orders(write_text(html, "text/html")) == [ORDER]


def test_meta_tag_does_not_count_where_the_header_names_a_charset() -> None:
    html = f'<meta charset="big5"><p>{ORDER}'.encode("gbk")
    assert ORDER in decode_part(html, "gbk", html=True)


def test_meta_tag_in_a_text_part_does_not_count() -> None:
    assert "\ufffd" in decode_part(f'<meta charset="gbk">{ORDER}'.encode("gbk"), None)


def test_byte_order_mark_goes_before_the_meta_tag() -> None:
    assert decode_part(f'<meta charset="gbk">{ORDER}'.encode("utf-8-sig"), None, html=True).endswith(ORDER)


@pytest.mark.parametrize("charset", ["x-unknown", "utf-16", "utf-32"])
def test_meta_tag_that_can_not_be_true_means_utf_8(charset: str) -> None:
    assert decode_part(f'<meta charset="{charset}">{ORDER}'.encode(), None, html=True).endswith(ORDER)


def test_of_a_charset_given_twice_the_first_counts() -> None:
    assert list_orders(write_text(ORDER.encode("gbk"), charset="gbk; charset=utf-8")) == [ORDER]


def test_of_a_content_type_given_twice_the_first_counts() -> None:
    data = write_mail(
        ORDER.encode("gbk"), extra=("Content-Type: text/plain; charset=gbk", "Content-Type: text/html; charset=utf-8")
    )
    assert list_orders(data) == [ORDER]


@pytest.mark.parametrize("kind", ["", "text", "text/", "nonsense", "text/plain/x", "/", "text plain", "html; charset"])
def test_mail_of_an_unreadable_content_type_is_plain_text(kind: str) -> None:
    assert list_orders(write_mail(over={"Content-Type": kind})) == ["place: [jade, pass]\n"]


@given(
    st.binary(max_size=60),
    st.sampled_from(["utf-7", "utf-16", "hz-gb-2312", "iso-2022-jp", "iso-2022-kr", "gbk", "big5"]),
)
def test_never_raises(data: bytes, name: str) -> None:
    assert isinstance(decode_part(data, name), str)
    assert isinstance(decode_bytes(data, name), str)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "utf-16le", "gbk"])
def test_line_ends_become_lf_after_decoding(end: str, charset: str) -> None:
    assert decode_part(f"a{end}玉{end}".encode(charset), charset) == "a\n玉\n"
