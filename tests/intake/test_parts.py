"""Which parts of a mail are places for an order (docs/play.md, section 7, "Place")."""

from __future__ import annotations

from base64 import b64encode

import pytest
from plain_letters import ORDER, list_orders, read, write_mail, write_multipart, write_part

from manila_pbem.intake.letter import Trouble
from manila_pbem.intake.parts import is_order_name

BESIDE = write_part("See there.\n", "Content-Type: text/plain")


def attach(name_header: str, kind: str = "application/octet-stream", body: str = ORDER) -> bytes:
    return write_part(body, f"Content-Type: {kind}", f"Content-Disposition: {name_header}")


@pytest.mark.parametrize(
    "name",
    [
        "orders.yaml", "orders.yml", "ORDERS.YAML", "Orders.Yml", "orders (1).yaml", "orders(12).yml",
        "orders.yaml (1)",
        "orders.yaml(1)", "orders.yaml.txt", "orders.YAML.TXT", "orders (1).yaml.txt", "orders.yaml (1).txt",
        "orders.yaml.txt (2)", ".yaml", "a.b.yaml", "订单.yaml", "my orders.yaml", "orders.yaml.yaml",
        "orders．ｙａｍｌ",
        "v1-place-2.yaml", "orders.txt.yaml",
    ],
)  # fmt: skip
def test_names_of_orders(name: str) -> None:
    assert is_order_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "orders.txt", "orders", "yaml", "orders.yaml.bak", "orders.yaml.zip", "orders.yamlx", "orders.yam",
        "orders_yaml",
        "orders.json", "orders.yaml.exe", "orders.yaml~", "ordersyaml", "orders.yaml.txt.txt", "orders.yaml - Copy",
    ],
)  # fmt: skip
def test_names_of_others(name: str) -> None:
    assert not is_order_name(name)


@pytest.mark.parametrize(
    "header",
    [
        "attachment; filename=orders.yaml",
        'attachment; filename="orders.yml"',
        "inline; filename=orders.yaml",
        "ATTACHMENT; FILENAME=ORDERS.YAML",
        'attachment; filename="../../etc/orders.yaml"',
        'attachment; filename="C:\\\\Users\\\\ana\\\\orders.yaml"',
        'attachment; filename="C:\\Users\\ana\\orders.yaml"',
        'attachment; filename="/tmp/orders.yaml"',
        'attachment; filename=" orders.yaml "',
        'attachment; filename="orders (1).yaml"',
        "attachment; filename=orders (1).yaml",
        "attachment; filename=orders.yaml.txt",
        "attachment; filename=.yaml",
        "attachment; filename*=utf-8''%E8%AE%A2%E5%8D%95.yaml",
        'attachment; filename="=?utf-8?B?6K6i5Y2VLnlhbWw=?="',
        "attachment; filename*0=ord; filename*1=ers.yaml",
        "attachment; filename=notes.txt; filename*=utf-8''orders.yaml",
        "; filename=orders.yaml",
        "nonsense; filename=orders.yaml",
        'attachment; filename="orders\u200b.yaml"',
        'attachment; filename="orders.yaml."',
    ],
)
@pytest.mark.parametrize(
    "kind",
    ["application/octet-stream", "text/yaml", "application/x-yaml", "text/plain", "image/png", "text/html", "nonsense"],
)
def test_attachment_named_so_is_a_place(header: str, kind: str) -> None:
    """Whatever its type is: the name tells."""
    (place,) = read(write_multipart("mixed", BESIDE, attach(header, kind))).places
    assert (place.kind, place.order) == ("attachment", ORDER)
    assert not set(place.name) & set("/\\")


def test_name_of_the_type_counts_too() -> None:
    part = write_part(ORDER, "Content-Type: application/octet-stream; name=orders.yaml")
    assert list_orders(write_multipart("mixed", BESIDE, part)) == [ORDER]
    part = write_part(
        ORDER, "Content-Type: text/yaml; name=orders.yaml", "Content-Disposition: attachment; filename=notes"
    )
    assert list_orders(write_multipart("mixed", BESIDE, part)) == [ORDER]


def test_mail_that_is_itself_an_attachment() -> None:
    headers = {"Content-Type": "application/octet-stream", "Content-Disposition": "attachment; filename=orders.yaml"}
    assert list_orders(write_mail(over=dict(headers))) == [ORDER]


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("attachment; filename=notes.txt", "text/plain"),
        ("attachment; filename=notes.html", "text/html"),
        ("attachment; filename=orders.json", "application/json"),
        ("x-unknown; filename=notes.txt", "text/plain"),
        ("attachment; filename=orders.yaml.zip", "application/zip"),
    ],
)
def test_other_attachments_are_none(header: str, kind: str) -> None:
    assert list_orders(write_multipart("mixed", BESIDE, attach(header, kind, "place: silk\n"))) == []
    body = write_part(ORDER, "Content-Type: text/plain")
    assert list_orders(write_multipart("mixed", body, attach(header, kind, "place: silk\n"))) == [ORDER]


@pytest.mark.parametrize("kind", ["text/plain", "TEXT/PLAIN", "text/markdown", "text/markdown; variant=GFM"])
@pytest.mark.parametrize(
    "disposition", [None, "attachment", "inline", "INLINE", "inline; filename=notes.txt", "", ";;"]
)
def test_text_parts(kind: str, disposition: str | None) -> None:
    headers = [f"Content-Type: {kind}", *([f"Content-Disposition: {disposition}"] if disposition is not None else [])]
    (place,) = read(write_multipart("mixed", write_part(ORDER, *headers))).places
    assert (place.kind, place.order) == ("text", ORDER)
    over: dict[str, str | bytes | None] = {"Content-Type": kind, "Content-Disposition": disposition}
    assert list_orders(write_mail(over=over)) == [ORDER]


@pytest.mark.parametrize(
    "kind",
    [
        "text/calendar",
        "text/rtf",
        "text/css",
        "text/enriched",
        "application/json",
        "image/png",
        "application/octet-stream",
    ],
)
def test_other_types_are_no_places(kind: str) -> None:
    assert list_orders(write_mail(over={"Content-Type": kind})) == []


def test_html_part() -> None:
    (place,) = read(write_mail(f"<p>{ORDER}</p>", over={"Content-Type": "text/html"})).places
    assert (place.kind, place.order.strip()) == ("html", ORDER.strip())


def test_places_come_as_attachment_text_html() -> None:
    parts = (
        write_part(f"<p>{ORDER}</p>", "Content-Type: text/html"),
        write_part(ORDER, "Content-Type: text/plain"),
        attach("attachment; filename=orders.yaml"),
    )
    assert [place.kind for place in read(write_multipart("mixed", *parts)).places] == ["attachment", "text", "html"]


def test_attachment_so_named_that_can_not_be_read_is_told() -> None:
    part = write_part(
        b64encode(ORDER.encode()).rstrip(b"=") + b"QQ",
        "Content-Type: text/yaml",
        "Content-Disposition: attachment; filename=orders.yaml",
        "Content-Transfer-Encoding: base64",
    )
    (place,) = [place for place in read(write_multipart("mixed", BESIDE, part)).places if place.kind == "attachment"]
    assert place.trouble == Trouble("base64_cut")


def test_attachment_of_bytes_that_are_no_text_is_told() -> None:
    part = write_part(
        b64encode(b"\x89PNG\r\n\x1a\n\xff"),
        "Content-Type: image/png",
        "Content-Disposition: attachment; filename=orders.yaml",
        "Content-Transfer-Encoding: base64",
    )
    (place,) = read(write_multipart("mixed", write_part(ORDER), part)).places[:1]
    assert (place.kind, place.order) == ("attachment", "")
    assert place.trouble is not None


def test_attachment_in_its_charset() -> None:
    part = write_part(
        b64encode("place: [玉石, pass]\n".encode("gbk")),
        "Content-Type: text/yaml; charset=gbk; name=orders.yaml",
        "Content-Transfer-Encoding: base64",
    )
    assert list_orders(write_multipart("mixed", BESIDE, part)) == ["place: [玉石, pass]\n"]


@pytest.mark.parametrize("name", ["a" * 5000 + ".yaml", "x\r\n.yaml", "\x1b[31mred.yaml", "\u202egnp.yaml"])
def test_names_are_fit_to_be_shown(name: str) -> None:
    part = write_part(
        ORDER, "Content-Type: text/yaml", f"Content-Disposition: attachment; filename*=utf-8''{quote(name)}"
    )
    (place,) = read(write_multipart("mixed", BESIDE, part)).places
    assert place.order == ORDER
    assert len(place.name) <= 100
    assert place.name.isprintable()


def quote(name: str) -> str:
    return "".join(f"%{byte:02X}" for byte in name.encode())


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain; format=flowed",
        "text/plain; charset=utf-8; format=Flowed",
        'text/plain; FORMAT="flowed"; format=fixed',
    ],
)
def test_flowed_text_is_undone(kind: str) -> None:
    assert list_orders(write_mail("place: \n[jade, pass]\n", over={"Content-Type": kind})) == [ORDER]


def test_flowed_text_that_drops_its_blanks() -> None:
    kind = "text/plain; format=flowed; delsp=yes"
    assert list_orders(write_mail("place:  \n[jade,  \n pass]\n", over={"Content-Type": kind})) == [ORDER]
