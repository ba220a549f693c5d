"""Parameters of Content-Type and Content-Disposition (docs/play.md, section 7, "Charsets" and "Place")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manila_pbem.intake.parameters import decode_name, read_disposition, read_token, read_type


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("text/html", "text/html"),
        ("TEXT/HTML", "text/html"),
        (" text/html ; charset=x", "text/html"),
        ("text/html;charset=x", "text/html"),
        ("text/html (a comment)", "text/html"),
        ("(a comment) text/html", "text/html"),
        ("text / html", "text/html"),
        ("text/html;", "text/html"),
        ("application/vnd.ms-tnef", "application/vnd.ms-tnef"),
        ("", "text/plain"),
        (";", "text/plain"),
        ("text", "text/plain"),
        ("html", "text/plain"),
        ("text/", "text/plain"),
        ("/html", "text/plain"),
        ("text/html/x", "text/plain"),
        ("text/html charset=utf-8", "text/plain"),
        ("text\\html", "text/plain"),
        ("multipart", "text/plain"),
        ('"text/html"', "text/plain"),
        ("te<xt/html", "text/plain"),
        ("\ufffd/\ufffd", "text/plain"),
        ("charset=utf-8", "text/plain"),
    ],
)
def test_an_unreadable_content_type_is_text_plain(text: str, word: str) -> None:
    assert read_type(text).word == word


@pytest.mark.parametrize(
    "text",
    [
        "text/plain; charset=gbk",
        "text/plain;charset=gbk",
        "text/plain; CHARSET=gbk",
        'text/plain; charset="gbk"',
        "text/plain; charset = gbk",
        "text/plain; charset=gbk; format=flowed",
        "text/plain; format=flowed; charset=gbk",
        "text/plain;; charset=gbk",
        "text/plain; ; charset=gbk;",
        "text/plain; charset=gbk (Chinese)",
        "text/plain; (Chinese) charset=gbk",
        'text/plain; charset="g\\bk"',
        'text/plain; charset="gbk',
        "text/plain; charset*=us-ascii'en'gbk",
        "text/plain; charset*0=g; charset*1=bk",
        "text/plain; charset*0*=''g%62; charset*1=k",
        'text/plain; name="a;charset=x"; charset=gbk',
        "text/plain; x; charset=gbk",
        "text; charset=gbk",
        # Of a parameter given twice the first counts.
        "text/plain; charset=gbk; charset=utf-8",
        'text/plain; charset="gbk"; CHARSET=utf-8',
        "text/plain; charset=gbk; charset*=''utf-8",
        "text/plain; charset*=''gbk; charset=utf-8",
        "text/plain; charset*0=g; charset*1=bk; charset*0=x",
    ],
)
def test_forms_of_a_parameter(text: str) -> None:
    assert read_type(text).find("charset") == "gbk"


@pytest.mark.parametrize(
    "text", ["text/plain", "text/plain; charset", "text/plain; xcharset=gbk", "text/plain charset=gbk"]
)
def test_no_parameter(text: str) -> None:
    assert read_type(text).find("charset") is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("attachment; filename=orders.yaml", "orders.yaml"),
        ('attachment; filename="my orders.yaml"', "my orders.yaml"),
        ("attachment; filename=my orders.yaml", "my orders.yaml"),
        ("attachment; filename=my orders.yaml; size=7", "my orders.yaml"),
        ('attachment; filename="a\\"b.yaml"', 'a"b.yaml'),
        ('attachment; filename="orders (1).yaml"', "orders (1).yaml"),
        ("attachment; filename*=utf-8''%E8%AE%A2%E5%8D%95.yaml", "订单.yaml"),
        ("attachment; filename*=gbk'zh'%B6%A9%B5%A5.yaml", "订单.yaml"),
        ("attachment; filename*=utf-8''orders%2Eyaml", "orders.yaml"),
        ("attachment; filename*0=ord; filename*1=ers.; filename*2=yaml", "orders.yaml"),
        ("attachment; filename*1=ers.yaml; filename*0=ord", "orders.yaml"),
        ("attachment; filename*0*=utf-8''%E8%AE%A2; filename*1*=%E5%8D%95; filename*2=.yaml", "订单.yaml"),
        ("attachment; filename*0*=utf-8''%E8%AE; filename*1*=%A2.yaml", "订.yaml"),
        ('attachment; filename="=?utf-8?B?6K6i5Y2VLnlhbWw=?="', "订单.yaml"),
        ('attachment; filename="=?gbk?Q?=B6=A9=B5=A5?=.yaml"', "订单.yaml"),
        ("attachment; filename==?utf-8?Q?orders=2Eyaml?=", "orders.yaml"),
        ('attachment; filename="订单.yaml"', "订单.yaml"),
        ('attachment; filename="first.yaml"; filename="second.yaml"', "first.yaml"),
        ("attachment; filename*=orders.yaml", "orders.yaml"),
    ],
)
def test_names_of_attachments(text: str, name: str) -> None:
    assert decode_name(read_disposition(text).list_all("filename")[0]) == name


def test_plain_and_encoded_name_are_both_told() -> None:
    given_ = read_disposition("attachment; filename=orders.txt; filename*=utf-8''orders.yaml")
    assert given_.list_all("filename") == ["orders.txt", "orders.yaml"]


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("base64", "base64"),
        (" BASE64 ", "base64"),
        ("base64 (a comment)", "base64"),
        ("(a comment) base64", "base64"),
        ("base64;", "base64"),
        ("no", "no"),
        ("no; x=y", "no"),
        ("No (by hand)", "no"),
        ('"base64"', "base64"),
        ("8bits", "8bits"),
        ("", ""),
        ("()", ""),
    ],
)
def test_first_word(text: str, token: str) -> None:
    assert read_token(text) == token


@given(st.text(alphabet="a/;=\"'*01% \\()utf-8\n", max_size=60))
def test_never_raises(text: str) -> None:
    for described in (read_type(text), read_disposition(text)):
        for name in ("charset", "a", "u", ""):
            assert described.find(name) is None or isinstance(described.find(name), str)
            assert all(isinstance(value, str) for value in described.list_all(name))
