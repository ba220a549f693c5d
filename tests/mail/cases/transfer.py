"""Transfer encodings, line ends and format=flowed ("Transfer")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mail.building import (
    REFUSED,
    TAKEN,
    Build,
    Case,
    Scene,
    end_lines,
    write_base64,
    write_qp,
    write_uuencoded,
)


def encoded(change: Callable[[bytes], bytes], transfer: str | None, template: str = "$order") -> Build:
    """Return what builds a mail whose body was changed by `change`, under a transfer encoding of any name."""

    def build(scene: Scene) -> bytes:
        data = end_lines(scene.fill(template) + "\n").encode()
        return scene.mail(change(data), headers={"Content-Transfer-Encoding": transfer})

    return build


def as_it_is(data: bytes) -> bytes:
    return data


def bare_base64(data: bytes) -> bytes:
    """Return base64 in one line without padding, of a length that would need it."""
    if len(data) % 3 == 0:
        data += b"\n"
    return write_base64(data, 10**6).rstrip(b"=\r\n")


def add_letter(data: bytes) -> bytes:
    """Return base64 of 4n+1 letters, which no bytes have."""
    return write_base64(data + b"\n" * (-len(data) % 3), 10**6).rstrip() + b"A"


def end_by(line_end: bytes, template: str = "$order") -> Build:
    def build(scene: Scene) -> bytes:
        return scene.mail(scene.fill(template) + "\n").replace(b"\r\n", line_end)

    return build


def end_body_by(line_end: bytes) -> Build:
    return lambda scene: scene.mail(scene.order.replace("\n", "\x01")).replace(b"\x01", line_end)


def flowed(change: Callable[[str], str], params: str = "; format=flowed") -> Build:
    """Return what builds a mail with format=flowed."""

    def build(scene: Scene) -> bytes:
        return scene.mail(change(scene.order), f"text/plain; charset=utf-8{params}")

    return build


def stuff(order: str) -> str:
    """Return an order with a blank before lines that begin with one, as format=flowed demands."""
    return re.sub(r"(?m)^(?=[ >]|From )", " ", order)


def soften(order: str) -> str:
    """Return an order, stuffed, broken behind the blank that follows its first comma."""
    head, comma, rest = stuff(order).partition(", ")
    return f"{head}{comma}\n{rest}" if comma else head.replace(": ", ": \n", 1)


def soften_all(order: str) -> str:
    """Return an order, stuffed, broken at every blank inside a line."""
    return re.sub(r"(?m)(?<=[^ \n]) (?=[^ \n])", " \n", stuff(order))


def delete_blanks(order: str) -> str:
    """Return an order broken inside words, the blank before the line end to be deleted (delsp=yes)."""
    return re.sub(r"(?m)(?<=\w)(\w\w)(?=\w)", r"\1 \n", stuff(order), count=1)


QP = "quoted-printable"

GOOD: dict[str, Build] = {
    "qp-soft-breaks-inside-words": encoded(lambda data: write_qp(data, 9), QP),
    "qp-every-letter": encoded(lambda data: b"=\r\n".join(b"=%02X" % byte for byte in data), QP),
    "qp-small-hex": encoded(lambda data: write_qp(data, 20, lower=True), QP, "# ü\n$order"),
    "qp-blanks-behind-soft-breaks": encoded(lambda data: write_qp(data, 12, blanks=b"  "), QP),
    "qp-tab-behind-soft-breaks": encoded(lambda data: write_qp(data, 12, blanks=b"\t"), QP),
    "qp-blanks-at-line-ends": encoded(lambda data: write_qp(data).replace(b"\r\n", b"  \r\n"), QP),
    "qp-line-ends-encoded": encoded(lambda data: data.replace(b"\r\n", b"=0D=0A"), QP),
    "qp-line-feeds-encoded": encoded(lambda data: data.replace(b"\r\n", b"=0A"), QP),
    "qp-soft-break-at-the-end": encoded(lambda data: write_qp(data).rstrip() + b"=\r\n", QP),
    "qp-equals-at-the-end": encoded(lambda data: write_qp(data).rstrip() + b"=", QP),
    "qp-broken-in-prose": encoded(lambda data: b"5 =3 = 8 =ZZ\r\n\r\n" + write_qp(data), QP),
    "qp-long-lines": encoded(lambda data: b"# " + b"x" * 5000 + b"\r\n" + data, QP),
    "qp-in-capitals": encoded(write_qp, "QUOTED-PRINTABLE"),
    "qp-with-blanks-around": encoded(write_qp, "  quoted-printable  "),
    "base64": encoded(write_base64, "base64"),
    "base64-in-capitals": encoded(write_base64, "BASE64"),
    "base64-in-one-line": encoded(lambda data: write_base64(data, 10**6), "base64"),
    "base64-in-short-lines": encoded(lambda data: write_base64(data, 3), "base64"),
    "base64-without-padding": encoded(bare_base64, "base64"),
    "base64-with-blanks": encoded(lambda data: b" " + write_base64(data, 8).replace(b"\r\n", b" \r\n\t"), "base64"),
    "base64-with-blank-lines": encoded(lambda data: write_base64(data, 20).replace(b"\r\n", b"\r\n\r\n"), "base64"),
    "base64-of-line-feeds": encoded(lambda data: write_base64(data.replace(b"\r\n", b"\n")), "base64"),
    "base64-of-carriage-returns": encoded(lambda data: write_base64(data.replace(b"\r\n", b"\r")), "base64"),
    "uuencode": encoded(write_uuencoded, "x-uuencode"),
    "uuencode-in-capitals": encoded(write_uuencoded, "X-UUENCODE"),
    "uuencode-with-prose-before": encoded(lambda data: b"see below\r\n\r\n" + write_uuencoded(data), "x-uuencode"),
    "none": encoded(as_it_is, None),
    "7bit": encoded(as_it_is, "7bit"),
    "7bit-with-8bit-letters": encoded(as_it_is, "7bit", "# Grüße\n$chinese_order"),
    "8bit": encoded(as_it_is, "8bit", "$chinese_order"),
    "binary": encoded(as_it_is, "binary", "$chinese_order"),
    "8bits": encoded(as_it_is, "8bits"),
    "8-bit": encoded(as_it_is, "8-bit"),
    "empty": encoded(as_it_is, ""),
    "unknown": encoded(as_it_is, "x-strange"),
    "utf-8": encoded(as_it_is, "utf-8", "$chinese_order"),
    "ends-by-lf": end_by(b"\n"),
    "ends-by-cr": end_by(b"\r"),
    "ends-by-lf-with-prose": end_by(b"\n", "Hello\n\n$order\n\nAna"),
    "body-ends-by-lf": end_body_by(b"\n"),
    "body-ends-by-cr": end_body_by(b"\r"),
    "body-ends-mixed": lambda scene: scene.mail(b"# one\r# two\n# three\r\n" + scene.order.encode()),
    "no-line-end-at-the-end": lambda scene: scene.mail(scene.order.rstrip("\n")),
    "long-line": lambda scene: scene.mail("# " + "x" * 20_000 + "\n" + scene.order),
    "flowed": flowed(stuff),
    "flowed-soft-break": flowed(soften),
    "flowed-many-soft-breaks": flowed(soften_all),
    "flowed-in-capitals": flowed(soften, "; FORMAT=FLOWED"),
    "flowed-quoted-parameter": flowed(soften, '; format="flowed"'),
    "flowed-prose-and-order": flowed(lambda order: f"Hello \nmoderator, \nhere I am\n\n{stuff(order)}"),
    "flowed-quote": flowed(lambda order: f"{stuff(order)}\n> place: [insurance, \n> pass]\n> salt: \n> TRAP\n"),
    "flowed-signature": flowed(lambda order: f"{stuff(order)}\n-- \nAna\nsalt: TRAP\n"),
    "flowed-signature-glued": flowed(lambda order: f"{stuff(order)}-- \nAna\nsalt: TRAP\n"),
    "flowed-stuffed-from": flowed(lambda order: f" From here on\n\n{stuff(order)}"),
    "flowed-delsp": flowed(delete_blanks, "; format=flowed; delsp=yes"),
    "flowed-delsp-in-capitals": flowed(delete_blanks, "; format=flowed; DelSp=Yes"),
    "flowed-last-line-ends-in-a-blank": flowed(lambda order: stuff(order).rstrip("\n") + " \n"),
    "fixed-is-not-flowed": flowed(lambda order: f"# one \n{order}", "; format=fixed"),
}

BAD: dict[str, Build] = {
    "base64-of-4n-plus-1-letters": encoded(add_letter, "base64"),
    "base64-that-is-plain-text": encoded(as_it_is, "base64"),
    "base64-empty": encoded(lambda data: b"", "base64"),
    "uuencode-without-begin": encoded(lambda data: b"no such thing", "x-uuencode"),
}


def list_cases() -> Iterator[Case]:
    for name, build in GOOD.items():
        yield Case(f"transfer-{name}", TAKEN, build)
    for name, build in BAD.items():
        yield Case(f"transfer-{name}", REFUSED, build)
