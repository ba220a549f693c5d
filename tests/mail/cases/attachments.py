"""Orders in attached files ("Place")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mail.building import (
    CHINESE,
    REFUSED,
    TAKEN,
    TRAP,
    Case,
    Scene,
    end_lines,
    translate,
    write_multi,
    write_part,
    write_uuencoded,
    write_word,
    write_words,
)

Make = Callable[[Scene], Sequence[bytes]]


def attach(
    data: str | bytes,
    name: str = 'filename="orders.yaml"',
    kind: str = "application/octet-stream",
    transfer: str | None = "b64",
    disposition: str | None = "attachment",
) -> bytes:
    """Return a part with a file."""
    headers = [f"Content-Disposition: {disposition}" + (f"; {name}" if name else "")] if disposition else []
    return write_part(kind, data, transfer, *headers)


def note(content: str = "Orders attached.\n") -> bytes:
    return write_part("text/plain; charset=utf-8", content, "7bit")


def named(name: str) -> Make:
    return lambda scene: [note(), attach(scene.order, name)]


def typed(kind: str, transfer: str | None = "qp") -> Make:
    return lambda scene: [note(), attach(scene.order, kind=kind, transfer=transfer)]


def holding(change: Callable[[str], bytes], kind: str = "application/octet-stream") -> Make:
    return lambda scene: [note(), attach(change(scene.order), kind=kind)]


NAMES = {
    "yml": 'filename="orders.yml"',
    "capitals": 'filename="ORDERS.YAML"',
    "unquoted": "filename=orders.yaml",
    "number-of-a-copy": 'filename="orders (1).yaml"',
    "number-of-a-copy-behind": 'filename="orders.yaml (1)"',
    "yaml-txt": 'filename="orders.yaml.txt"',
    "yml-txt": 'filename="orders.yml.TXT"',
    "yaml-txt-number": 'filename="orders.yaml (2).txt"',
    "folders-of-unix": 'filename="/home/ana/orders.yaml"',
    "folders-of-windows": r'filename="C:\\Users\\ana\\orders.yaml"',
    "folders-upward": 'filename="../../../etc/passwd.yaml"',
    "folders-upward-of-windows": r'filename="..\\..\\orders.yaml"',
    "only-the-ending": 'filename=".yaml"',
    "blank-inside": 'filename="my orders.yaml"',
    "blank-behind": 'filename="orders.yaml "',
    "long": f'filename="{"x" * 300}.yaml"',
    "semicolon-inside": 'filename="orders; of ana.yaml"',
    "quote-inside": r'filename="or\"ders.yaml"',
    "shell-inside": 'filename="$(touch TRAP);`id`.yaml"',
    "percent-encoded": "filename*=utf-8''%E5%91%BD%E4%BB%A4.yaml",
    "percent-encoded-gbk": "filename*=gbk''%C3%FC%C1%EE.yaml",
    "percent-encoded-with-language": "filename*=utf-8'zh'%E5%91%BD%E4%BB%A4%2Eyaml",
    "percent-encoded-in-capitals": "filename*=UTF-8''Orders%2EYAML",
    "in-pieces": 'filename*0="ord"; filename*1="ers.ya"; filename*2="ml"',
    "in-pieces-folded": 'filename*0="orders";\r\n filename*1=".yaml"',
    "in-encoded-pieces": "filename*0*=utf-8''%E5%91%BD; filename*1*=%E4%BB%A4; filename*2=.yaml",
    "both-forms": "filename=\"orders.bin\"; filename*=utf-8''orders.yaml",
    "encoded-word": f'filename="{write_word("命令.yaml")}"',
    "encoded-word-unquoted": f"filename={write_word('命令.yaml')}",
    "encoded-words-split": f'filename="{write_words("马尼拉的命令文件.yaml", letters=6)}"',
    "encoded-word-gbk": f'filename="{write_word("命令.yaml", "gbk")}"',
    "encoded-word-quoted-printable": f'filename="{write_word("命令 x.yaml", way="Q")}"',
}

GOOD: dict[str, Make] = {
    **{f"name-{name}": named(value) for name, value in NAMES.items()},
    "name-raw-utf8": lambda scene: [
        note(),
        b'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="\xe5\x91\xbd\xe4\xbb\xa4.yaml"\r\n\r\n'
        + end_lines(scene.order).encode(),
    ],
    "name-in-the-type": lambda scene: [note(), attach(scene.order, "", 'text/plain; name="orders.yaml"')],
    "name-in-the-type-without-disposition": lambda scene: [
        note(),
        attach(scene.order, "", 'application/octet-stream; name="orders.yaml"', disposition=None),
    ],
    "type-yaml": typed("text/yaml; charset=utf-8"),
    "type-x-yaml": typed("application/x-yaml"),
    "type-application-yaml": typed("application/yaml"),
    "type-text": typed("text/plain; charset=utf-8", "7bit"),
    "type-html": typed("text/html"),
    "type-picture": typed("image/png"),
    "type-unknown": typed("x-what/ever"),
    "type-unreadable": typed("nonsense"),
    "type-missing": lambda scene: [
        note(),
        b"Content-Disposition: attachment; filename=orders.yaml\r\n\r\n" + end_lines(scene.order).encode(),
    ],
    "inline": lambda scene: [note(), attach(scene.order, disposition="inline")],
    "disposition-unknown": lambda scene: [note(), attach(scene.order, disposition="strange")],
    "transfer-8bit": typed("text/yaml; charset=utf-8", "8bit"),
    "body-empty": lambda scene: [note(""), attach(scene.order)],
    "no-body": lambda scene: [attach(scene.order)],
    "before-the-body": lambda scene: [attach(scene.order), note()],
    "body-with-a-quote": lambda scene: [note(scene.fill("Attached.\n\n$quoted\n")), attach(scene.order)],
    "body-in-html": lambda scene: [write_part("text/html", "<p>Attached</p>"), attach(scene.order)],
    "empty-beside-a-text": lambda scene: [note(scene.order), attach("")],
    "comments-only-beside-a-text": lambda scene: [note(scene.order), attach("# nothing here\n")],
    "same-as-the-text": lambda scene: [note(scene.order), attach(scene.order)],
    "same-as-the-text-otherwise-written": lambda scene: [note(translate(scene.order, CHINESE)), attach(scene.order)],
    "two-the-same": lambda scene: [note(), attach(scene.order), attach(scene.order, 'filename="orders (1).yaml"')],
    "other-kinds-beside": lambda scene: [note(), attach("PK\3\4", 'filename="orders.zip"'), attach(scene.order)],
    "not-yaml-by-name": lambda scene: [note(scene.order), attach(scene.trap, 'filename="orders.yaml.exe"')],
    "not-yaml-by-name-json": lambda scene: [note(scene.order), attach(scene.trap, 'filename="orders.json"')],
    "not-yaml-by-ending": lambda scene: [note(scene.order), attach(scene.trap, 'filename="yaml"')],
    "zip-beside-a-text": lambda scene: [note(scene.order), attach("PK\3\4", 'filename="orders.zip"')],
    "document-mark": holding(lambda order: b"---\n" + order.encode()),
    "comments-above": holding(lambda order: b"# my orders\n\n" + order.encode()),
    "blank-lines": holding(lambda order: b"\n\n" + order.encode() + b"\n\n"),
    "no-last-line-end": holding(lambda order: order.rstrip().encode()),
    "line-ends-cr": holding(lambda order: order.replace("\n", "\r").encode()),
    "line-ends-crlf": holding(lambda order: order.replace("\n", "\r\n").encode()),
    "byte-order-mark": holding(lambda order: b"\xef\xbb\xbf" + order.encode()),
    "utf-16-with-mark": holding(lambda order: order.encode("utf-16")),
    "utf-16-big-end-with-mark": holding(lambda order: b"\xfe\xff" + order.encode("utf-16-be")),
    "gbk": holding(lambda order: translate(order, CHINESE).encode("gbk"), "text/yaml; charset=gbk"),
    "gb2312": holding(lambda order: translate(order, CHINESE).encode("gbk"), "text/yaml; charset=gb2312"),
    "utf-8-chinese": holding(lambda order: translate(order, CHINESE).encode()),
    "with-message": holding(lambda order: order.encode() + b"message: {to: all, text: hi}\n"),
}

BAD: dict[str, Make] = {
    "two-differ": lambda scene: [note(), attach(scene.order), attach(scene.trap)],
    "differs-from-the-text": lambda scene: [note(scene.order), attach(scene.alternative)],
    "unreadable-beside-a-text": lambda scene: [note(scene.order), attach(f"salt: [{TRAP}\n")],
    "undecodable-beside-a-text": lambda scene: [note(scene.order), attach(b"salt: \xff\xfe\xfd\n")],
    "picture-named-yaml": lambda scene: [note(scene.order), attach(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))],
    "prose-in-the-file": lambda scene: [note(), attach(f"Hello moderator\n\n{scene.order}")],
    "gbk-unlabelled": holding(lambda order: translate(order, CHINESE).encode("gbk")),
    "gbk-labelled-utf-8": holding(lambda order: translate(order, CHINESE).encode("gbk"), "text/yaml; charset=utf-8"),
    "utf-16-without-mark": holding(lambda order: order.encode("utf-16-le")),
    "damaged-base64": lambda scene: [note(), attach(b"cGxhY", transfer="base64")],
    "two-documents": holding(lambda order: order.encode() + f"---\nsalt: {TRAP}\n".encode()),
    "unknown-key": holding(lambda order: order.encode() + b"attack: TRAP\n"),
    "empty-and-no-text": lambda scene: [note(), attach("")],
    "too-large": lambda scene: [note(), attach("# comment\n" * 7000 + scene.order)],
    "zip-only": lambda scene: [note(), attach(b"PK\3\4", 'filename="orders.zip"')],
    "named-only-in-an-attached-mail": lambda scene: [
        note(),
        write_part(
            "message/rfc822",
            b"Subject: x\r\nContent-Type: text/yaml; name=orders.yaml\r\n\r\n" + end_lines(scene.order).encode(),
        ),
    ],
}


def attached(name: str, expect: str, make: Make, order: str | None = None) -> Case:
    return Case(f"attachment-{name}", expect, lambda scene: scene.multi(write_multi("mixed", *make(scene))), order)


def list_cases() -> Iterator[Case]:
    for name, make in GOOD.items():
        yield attached(name, TAKEN, make, "$order\nmessage: {to: all, text: hi}" if name == "with-message" else None)
    for name, make in BAD.items():
        yield attached(name, REFUSED, make)
    yield Case(
        "attachment-whole-mail",
        TAKEN,
        lambda scene: scene.mail(
            scene.order,
            'text/yaml; charset=utf-8; name="orders.yaml"',
            "b64",
            headers={"Content-Disposition": 'attachment; filename="orders.yaml"'},
        ),
    )
    yield Case(
        "attachment-uuencoded",
        TAKEN,
        lambda scene: scene.multi(
            write_multi(
                "mixed", note(), attach(write_uuencoded(end_lines(scene.order).encode()), transfer="x-uuencode")
            )
        ),
    )
    yield Case(
        "attachment-name-injects-a-header",
        TAKEN,
        lambda scene: scene.multi(
            write_multi(
                "mixed", note(), attach(scene.order, f"filename*=utf-8''x%0D%0ABcc:%20{scene.stranger}%0D%0A.yaml")
            )
        ),
        never_to=("$stranger",),
    )
