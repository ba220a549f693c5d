"""The tree of parts and its limits (docs/play.md, section 7, "Place" and "Limits")."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from plain_letters import ORDER, join_parts, list_orders, read, write_mail, write_multipart, write_part

from manila_pbem.intake.fields import MAIL_FIELDS, read_fields
from manila_pbem.intake.letter import Trouble
from manila_pbem.intake.mime import Leaf, Tree, read_tree

TEXT = write_part(ORDER, "Content-Type: text/plain; charset=utf-8")
HTML = write_part(f"<p>{ORDER}</p>", "Content-Type: text/html; charset=utf-8")
PICTURE = write_part(
    "\x89PNG", "Content-Type: image/png; name=logo.png", "Content-Disposition: inline; filename=logo.png"
)
PROSE = write_part("Good luck!\n", "Content-Type: text/plain")


def hold(kind: str, parts: Sequence[bytes], boundary: str) -> bytes:
    """Return parts as a part that holds them."""
    return write_part(join_parts(*parts, boundary=boundary), f"Content-Type: multipart/{kind}; boundary={boundary}")


def read_parts(data: bytes) -> Tree:
    fields, start = read_fields(data, 0, len(data), MAIL_FIELDS)
    return read_tree(data, fields, start)


def list_bodies(data: bytes) -> list[bytes]:
    return [leaf.body for leaf in read_parts(data).leaves]


def list_types(leaves: Sequence[Leaf]) -> list[str]:
    return [leaf.type.word for leaf in leaves]


@pytest.mark.parametrize(
    "kind", ["mixed", "alternative", "related", "signed", "digest; x=y", "x-unknown", "form-data", "parallel", "MIXED"]
)
def test_parts_of_all_multiparts_are_read(kind: str) -> None:
    data = write_mail(join_parts(TEXT, PICTURE), over={"Content-Type": f'Multipart/{kind}; boundary="b1"'})
    assert list_types(read_parts(data).leaves) == ["text/plain", "image/png"]


def test_nested_parts_in_their_order() -> None:
    inner = hold("related", [hold("alternative", [TEXT, HTML], "b3"), PICTURE], "b2")
    tree = read_parts(write_multipart("mixed", inner, PROSE))
    assert list_types(tree.leaves) == ["text/plain", "text/html", "image/png", "text/plain"]
    assert tree.holders == ("multipart/mixed", "multipart/related", "multipart/alternative")
    assert [leaf.group for leaf in tree.leaves] == [1, 1, 0, 0]


def test_groups_are_numbered() -> None:
    parts = [
        hold("alternative", [TEXT, HTML], "b2"),
        PROSE,
        hold("alternative", [TEXT, hold("related", [HTML], "b4")], "b3"),
    ]
    tree = read_parts(write_multipart("mixed", *parts))
    assert [leaf.group for leaf in tree.leaves] == [1, 1, 0, 2, 2]


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_line_ends_before_a_boundary_belong_to_it(end: bytes) -> None:
    mail = write_mail(over={"Content-Type": "multipart/mixed; boundary=b1"}, end=end).partition(ORDER.encode().strip())[
        0
    ]
    body = end.join([b"--b1", b"", b"one", b"--b1", b"", b"two", b"", b"--b1--", b""])
    assert list_bodies(mail + body) == [b"one", b"two" + end]


@pytest.mark.parametrize(
    "body",
    [
        "--b1\n\none\n--b1--\n",
        "--b1\n\none\n--b1--",
        "--b1\n\none\n--b1",
        "--b1  \n\none\n--b1\t\n\n--b1--\t\n",
        "preamble\n--b1\n\none\n--b1--\nepilogue place: silk\n",
        "a preamble with --b1 in it\n--b1\n\none\n--b1--\n",
        "--b10\n--b1x\n--b1\n\none\n--b1--\n",
        "\n\n\n--b1\n\none\n--b1--\n\n\n",
    ],
)
def test_forms_of_boundary_lines(body: str) -> None:
    assert list_bodies(write_mail(body, over={"Content-Type": "multipart/mixed; boundary=b1"}))[0] == b"one"


def test_boundary_that_is_not_alone_on_its_line_is_text() -> None:
    body = "--b1\n\none --b1\n --b1\n--b1 x\n--b1--x\n>--b1\n--b1--\n"
    bodies = list_bodies(write_mail(body, over={"Content-Type": "multipart/mixed; boundary=b1"}, end=b"\n"))
    assert bodies == [b"one --b1\n --b1\n--b1 x\n--b1--x\n>--b1"]


def test_boundary_that_never_closes() -> None:
    """The mail was cut off: what came of its last part is read."""
    data = write_mail(join_parts(PROSE, TEXT, closed=False), over={"Content-Type": "multipart/mixed; boundary=b1"})
    assert list_orders(data) == [ORDER]


def test_outer_boundary_ends_inner_parts_that_never_close() -> None:
    inner = write_part(join_parts(TEXT, boundary="b2", closed=False), "Content-Type: multipart/mixed; boundary=b2")
    data = write_multipart("mixed", inner, PROSE)
    assert list_types(read_parts(data).leaves) == ["text/plain", "text/plain"]
    assert list_orders(data) == [ORDER]


@pytest.mark.parametrize(
    "boundary",
    [
        "b1",
        '"b1"',
        '"=_NextPart 01"',
        '"b 1  x"',
        '"a:b/c?d=e(f)"',
        "----=_Part_1.2",
        '"--"',
        '"' + "x" * 70 + '"',
        '"' + "x" * 200 + '"',
        "a+b.*c",
        '"b1 "',
        '"b\\"1"',
        "'b1'",
    ],
)
def test_forms_of_boundaries(boundary: str) -> None:
    mark = boundary.strip('"').replace("\\", "").rstrip()
    body = join_parts(PROSE, TEXT, boundary=mark)
    assert list_orders(write_mail(body, over={"Content-Type": f"multipart/mixed; boundary={boundary}"})) == [ORDER]


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/mixed",
        'multipart/mixed; boundary=""',
        "multipart/mixed; boundary",
        "multipart/mixed; boundary=b9",
        "multipart/",
    ],
)
def test_multipart_whose_parts_nothing_parts_is_plain_text(kind: str) -> None:
    assert list_orders(write_mail(over={"Content-Type": kind})) == [ORDER]


@pytest.mark.parametrize("part", [b"", b"\n", b"Content-Type: text/plain", b"X: y\n\n", b"no header at all"])
def test_parts_of_nearly_nothing(part: bytes) -> None:
    assert list_orders(write_multipart("mixed", part, TEXT)) == [ORDER]


def test_part_without_headers_is_plain_text() -> None:
    assert list_orders(write_multipart("mixed", b"\n" + ORDER.encode())) == [ORDER]


@pytest.mark.parametrize("kind", ["nonsense", "", "text", "text/plain/x", "text html"])
def test_part_of_an_unreadable_type_is_plain_text(kind: str) -> None:
    assert list_orders(write_multipart("mixed", write_part(ORDER, f"Content-Type: {kind}"))) == [ORDER]


def test_parts_of_a_digest_are_attached_mails() -> None:
    assert list_orders(write_multipart("digest", b"\nFrom: a@b\n\n" + ORDER.encode())) == []
    assert list_orders(write_multipart("digest", TEXT)) == [ORDER]


@pytest.mark.parametrize(
    "kind",
    [
        "message/rfc822",
        "MESSAGE/RFC822",
        "message/rfc822; name=orders.yaml",
        "message/partial",
        "message/external-body",
    ],
)
def test_attached_mail_is_never_a_place(kind: str) -> None:
    attached = b"Content-Type: " + kind.encode() + b"\nContent-Disposition: attachment; filename=orders.yaml\n\n" + TEXT
    assert list_orders(write_multipart("mixed", PROSE, attached)) == []
    assert list_orders(write_multipart("mixed", TEXT, attached)) == [ORDER]
    assert list_orders(write_mail(TEXT, over={"Content-Type": kind})) == []


def test_attached_mail_of_several_parts_is_not_looked_into() -> None:
    attached = b"Content-Type: message/rfc822\n\n" + hold("mixed", [TEXT], "b2")
    assert list_orders(write_multipart("mixed", attached)) == []


def nest(levels: int, leaf: bytes) -> bytes:
    """Return a mail whose leaf lies that many levels below it."""
    head = b"".join(
        b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (number, number + 1) for number in range(levels - 1)
    )
    tail = b"".join(b"\n--b%d--\n" % number for number in reversed(range(levels)))
    body = head + b"--b%d\n" % (levels - 1) + leaf + tail
    return write_mail(body, over={"Content-Type": "multipart/mixed; boundary=b0"})


@pytest.mark.parametrize("levels", [1, 2, 5, 19, 20])
def test_20_levels_of_parts_are_read(levels: int) -> None:
    assert list_orders(nest(levels, TEXT)) == [ORDER]


@pytest.mark.parametrize("levels", [21, 22, 100, 1200, 10_000])
def test_more_levels_are_refused(levels: int) -> None:
    letter = read(nest(levels, TEXT))
    assert letter.trouble == Trouble("too_deep", {"most": "20"})
    assert letter.places == ()


@pytest.mark.parametrize("count", [1, 50, 100])
def test_100_parts_are_read(count: int) -> None:
    data = write_multipart("mixed", TEXT, *(PICTURE,) * (count - 1))
    assert list_orders(data) == [ORDER]


@pytest.mark.parametrize("count", [101, 150, 5000])
def test_more_parts_are_refused(count: int) -> None:
    letter = read(write_multipart("mixed", TEXT, *(PICTURE,) * (count - 1)))
    assert letter.trouble == Trouble("too_many_parts", {"most": "100"})
    assert letter.places == ()


def test_parts_are_counted_on_all_levels() -> None:
    assert list_orders(write_multipart("mixed", hold("mixed", [TEXT, *[PICTURE] * 49], "b2"), *[PICTURE] * 49)) == [
        ORDER
    ]
    letter = read(write_multipart("mixed", hold("mixed", [TEXT, *[PICTURE] * 49], "b2"), *[PICTURE] * 50))
    assert letter.trouble == Trouble("too_many_parts", {"most": "100"})


def test_what_an_attached_mail_holds_is_not_counted() -> None:
    attached = b"Content-Type: message/rfc822\n\n" + hold("mixed", [PICTURE] * 200, "b2")
    assert list_orders(write_multipart("mixed", TEXT, attached)) == [ORDER]
