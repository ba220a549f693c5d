"""Transfer encodings and line ends (docs/play.md, section 7, "Transfer")."""

from __future__ import annotations

import binascii
import quopri
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_letters import ORDER, list_orders, read, write_mail

from manila_pbem.intake.letter import Trouble
from manila_pbem.intake.transfer import (
    decode_base64,
    decode_quoted_printable,
    decode_transfer,
    decode_uuencode,
)


def send(body: bytes | str, encoding: str | None, end: bytes = b"\r\n") -> bytes:
    return write_mail(body, over={"Content-Transfer-Encoding": encoding}, end=end)


@pytest.mark.parametrize("lost", [0, 1, 2])
@pytest.mark.parametrize("text", ["place: a\n", "place: ab\n", "place: abc\n"])
def test_base64_may_lack_padding(text: str, lost: int) -> None:
    letters = b64encode(text.encode())
    padding = len(letters) - len(letters.rstrip(b"="))
    kept = letters[: len(letters) - min(lost, padding)]
    assert decode_base64(kept) == text.encode()


@pytest.mark.parametrize("letters", [b"Q", b"QUJDR", b"QUJD\r\nQ", b"QUJDR=", b"QUJDR===", b"QUI=Q=", b" Q ", b"Q!"])
def test_base64_of_4n_plus_1_letters_is_refused(letters: bytes) -> None:
    assert decode_base64(letters) == Trouble("base64_cut")


def test_mail_whose_base64_was_cut_off_is_refused() -> None:
    letters = b64encode(ORDER.encode()).rstrip(b"=")
    cut = letters[: len(letters) // 4 * 4 - 3]
    letter = read(send(cut, "base64"))
    assert [place.trouble for place in letter.places] == [Trouble("base64_cut")]
    assert [place.order for place in letter.places] == [""]


@pytest.mark.parametrize(
    "letters",
    [
        b"cGxhY2U6IGphZGUK",
        b"cGxh\r\nY2U6\r\nIGph\r\nZGUK\r\n",
        b"c G x h Y 2 U 6 I G p h Z G U K",
        b"\r\n\r\ncGxhY2U6IGphZGUK\r\n\r\n",
        b"cGxh*Y2U6!IGphZGUK",
        b"cGxhY2U6IGphZGUK====",
        b"cGxhY2U6IA==\r\namFkZQo=",
        b"cGxhY2U6IA==amFkZQo=",
        b"cGxhY2U6IGphZGUK\n==\n",
    ],
)
def test_forms_of_base64(letters: bytes) -> None:
    assert decode_base64(letters) == b"place: jade\n"


def test_text_that_a_list_server_adds_below_base64_is_passed_over() -> None:
    assert decode_base64(b"cGxhY2U6IA==\r\n_____________\r\nthe list, its address\r\n") == b"place: "


def test_letters_that_look_like_base64_in_such_a_text_are_passed_over() -> None:
    assert decode_base64(b"cGxhY2U6IA==\nBest regards, Ana\nnote\n") == b"place: "


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (b"place: [ja=\r\nde]\r\n", b"place: [jade]\n"),
        (b"place: [ja= \r\nde]", b"place: [jade]"),
        (b"place: [ja=\t  \r\nde]", b"place: [jade]"),
        (b"place: [ja=   \nde]", b"place: [jade]"),
        (b"place: [ja=\nde]", b"place: [jade]"),
        (b"place: [ja=\rde]", b"place: [jade]"),
        (b"place: [ja= \rde]", b"place: [jade]"),
        (b"place: [jade]=", b"place: [jade]"),
        (b"place: [jade]=  ", b"place: [jade]"),
        (b"place:=20[jade]", b"place: [jade]"),
        (b"=e7=8e=89", "玉".encode()),
        (b"=E7=8E=89", "玉".encode()),
        (b"=E7=\r\n=8E=\r\n=89", "玉".encode()),
        (b"a=3Db", b"a=b"),
        (b"a=ZZb", b"a=ZZb"),
        (b"a = b", b"a = b"),
        (b"a=", b"a"),
        (b"no code at all\r\n", b"no code at all\r\n"),
        (b"a=0D=0Ab", b"a\r\nb"),
        (b"  indented: =\r\nx", b"  indented: x"),
    ],
)
def test_quoted_printable(written: bytes, meant: bytes) -> None:
    """Blanks after a soft break are dropped; hexadecimal digits come in both cases; what is no code stays."""
    decoded = decode_quoted_printable(written)
    assert decoded.replace(b"\r\n", b"\n") == meant.replace(b"\r\n", b"\n")


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
@pytest.mark.parametrize("blanks", [b"", b" ", b"\t ", b"     "])
def test_order_with_soft_breaks_in_mails_of_all_line_ends(end: bytes, blanks: bytes) -> None:
    assert list_orders(send(b"pla=" + blanks + b"\nce: [jade,=" + blanks + b"\n pass]\n", "quoted-printable", end)) == [
        ORDER
    ]


def write_uuencode(data: bytes, name: str = "orders.yaml") -> bytes:
    lines = b"".join(binascii.b2a_uu(data[at : at + 45]) for at in range(0, len(data), 45))
    return b"begin 644 " + name.encode() + b"\n" + lines + b"`\nend\n"


@pytest.mark.parametrize("name", ["x-uuencode", "X-UUENCODE", "uuencode", "x-uue", "uue"])
@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_uuencode_is_read(name: str, end: bytes) -> None:
    assert list_orders(send(write_uuencode(ORDER.encode()), name, end)) == [ORDER]


def test_uuencode_with_text_before_it_and_long_content() -> None:
    data = bytes(range(256)) * 3
    assert decode_uuencode(b"A file:\n\n" + write_uuencode(data) + b"\nbye\n") == data


def test_uuencode_without_a_name() -> None:
    assert decode_uuencode(write_uuencode(b"x").replace(b" orders.yaml", b"")) == b"x"


def test_uuencode_with_a_letter_added_to_each_line() -> None:
    assert decode_uuencode(write_uuencode(b"x" * 90).replace(b"\n", b"!\n").replace(b"end!", b"end")) == b"x" * 90


@pytest.mark.parametrize(
    "body", [b"", b"place: jade\n", b"begin 644 x\n", b"begin 644 x\n#86)C\n", b"begin 644 x\n\xff\xfe\xfd\nend\n"]
)
def test_uuencode_that_is_cut_off_or_damaged_is_refused(body: bytes) -> None:
    assert decode_uuencode(body) == Trouble("uuencode_broken")


@pytest.mark.parametrize(
    "name",
    [
        "7bit",
        "8bit",
        "binary",
        "8bits",
        "7-bit",
        "",
        None,
        "none",
        "utf-8",
        "x-unknown",
        "quoted printable",
        "base-64",
        "plain",
    ],
)
def test_other_encoding_names_mean_as_it_stands(name: str | None) -> None:
    assert list_orders(send(ORDER, name)) == [ORDER]
    assert list_orders(send(ORDER.replace("jade", "玉石"), name)) == [ORDER.replace("jade", "玉石")]


@pytest.mark.parametrize("name", ["base64", "Base64", "BASE64", " base64 ", "base64 (comment)", "base64;"])
def test_case_and_comments_of_an_encoding_name_do_not_matter(name: str) -> None:
    assert list_orders(send(b64encode(ORDER.encode()), name)) == [ORDER]


def test_of_an_encoding_given_twice_the_first_counts() -> None:
    data = write_mail(extra=("Content-Transfer-Encoding: 8bit", "Content-Transfer-Encoding: base64"))
    assert list_orders(data) == [ORDER]


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
@pytest.mark.parametrize("encoding", [None, "8bit", "quoted-printable", "base64"])
def test_lf_cr_and_crlf_end_lines(end: bytes, encoding: str | None) -> None:
    order = "place:\n  - jade\n  - pass\nsalt: x\n"
    body = {"base64": b64encode(order.encode())}.get(encoding or "", order.encode())
    assert list_orders(send(body, encoding, end)) == [order]


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_lf_cr_and_crlf_end_lines_inside_base64(end: bytes) -> None:
    order = b"place:\n  - jade\n  - pass\n"
    assert list_orders(send(b64encode(order.replace(b"\n", end)), "base64")) == [order.decode()]


@given(st.binary(max_size=200))
def test_base64_of_all_bytes(data: bytes) -> None:
    assert decode_base64(b64encode(data)) == data
    assert decode_base64(b64encode(data).rstrip(b"=")) == data


@given(st.binary(max_size=200).filter(lambda data: b"\r" not in data))
def test_quoted_printable_of_all_bytes(data: bytes) -> None:
    assert decode_quoted_printable(quopri.encodestring(data)) == data


@given(
    st.text(alphabet="=ABCab09+/ \t\r\n_-begind644`#\xff", max_size=80),
    st.sampled_from(["base64", "quoted-printable", "x-uuencode", "x"]),
)
def test_never_raises(text: str, encoding: str) -> None:
    assert isinstance(decode_transfer(text.encode("latin-1"), encoding), (bytes, Trouble))
