"""Mails written byte by byte: what a library would write right is wanted wrong here.

Nothing is imported from the package: what a mail holds must not rest on how it is read.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Callable, Mapping, Sequence
from string import Template
from typing import NamedTuple, TypeAlias

TRAP = "TRAP"
"""Stands in every order that must never be filed."""

Header: TypeAlias = str | bytes | Sequence[str | bytes] | None
"""A header's value, several headers of one name, or None for none."""

TRANSFERS = {"qp": "quoted-printable", "b64": "base64"}


def end_lines(text: str) -> str:
    """Return a text with its lines ended by CRLF."""
    return re.sub(r"\r\n|\r|\n", "\r\n", text)


def to_bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def write_qp(data: bytes, width: int = 76, *, lower: bool = False, blanks: bytes = b"") -> bytes:
    """Return quoted-printable of lines ended by CRLF, with `blanks` behind each soft break."""
    lines = []
    for line in data.split(b"\r\n"):
        current = b""
        for place, byte in enumerate(line):
            plain = (33 <= byte <= 126 and byte != ord("=")) or (byte in b" \t" and place < len(line) - 1)
            token = bytes([byte]) if plain else b"=%02X" % byte
            if lower and not plain:
                token = token.lower()
            if len(current) + len(token) > width - 1:
                lines.append(current + b"=" + blanks)
                current = b""
            current += token
        lines.append(current)
    return b"\r\n".join(lines)


def write_base64(data: bytes, width: int = 76) -> bytes:
    text = base64.b64encode(data)
    return b"".join(text[at : at + width] + b"\r\n" for at in range(0, len(text), width))


def write_uuencoded(data: bytes, name: str = "orders.txt") -> bytes:
    import binascii

    lines = [binascii.b2a_uu(data[at : at + 45], backtick=True).rstrip(b"\n") for at in range(0, len(data), 45)]
    return b"\r\n".join([b"begin 644 " + name.encode(), *lines, b"`", b"end", b""])


def encode(data: bytes, transfer: str | None) -> bytes:
    match transfer:
        case "qp":
            return write_qp(data)
        case "b64":
            return write_base64(data)
        case _:
            return data


def write_word(text: str | bytes, charset: str = "utf-8", *, way: str = "B") -> str:
    """Return an encoded word (RFC 2047)."""
    data = text if isinstance(text, bytes) else text.encode(charset)
    if way == "B":
        return f"=?{charset}?B?{base64.b64encode(data).decode()}?="
    letters = (
        chr(byte) if byte < 128 and chr(byte).isalnum() else "_" if byte == 32 else f"={byte:02X}" for byte in data
    )
    return f"=?{charset}?{way}?{''.join(letters)}?="


def write_words(text: str, charset: str = "utf-8", *, letters: int = 12, way: str = "B", between: str = "\r\n ") -> str:
    """Return a text in encoded words of so many letters."""
    cut = [text[at : at + letters] for at in range(0, len(text), letters)]
    return between.join(write_word(piece, charset, way=way) for piece in cut)


def write_cut_words(text: str, charset: str = "utf-8", *, size: int = 16) -> str:
    """Return a text in encoded words cut every `size` bytes, inside letters too."""
    data = text.encode(charset)
    return "\r\n ".join(write_word(data[at : at + size], charset) for at in range(0, len(data), size))


def write_part(kind: str | None, data: str | bytes, transfer: str | None = None, *headers: str) -> bytes:
    """Return a part of a multipart: its headers and its content, encoded."""
    lines = [f"Content-Type: {kind}"] if kind else []
    if transfer:
        lines.append(f"Content-Transfer-Encoding: {TRANSFERS.get(transfer, transfer)}")
    lines += headers
    content = end_lines(data).encode() if isinstance(data, str) else data
    return "".join(f"{line}\r\n" for line in lines).encode() + b"\r\n" + encode(content, transfer)


class Multi(NamedTuple):
    """A multipart: the value of its Content-Type, and its body."""

    kind: str
    body: bytes

    def as_part(self) -> bytes:
        """Return it as a part of another one."""
        return f"Content-Type: {self.kind}\r\n\r\n".encode() + self.body


def write_multi(
    subtype: str,
    *parts: bytes,
    boundary: str = "=_b1",
    params: str = "",
    preamble: bytes = b"",
    epilogue: bytes = b"",
    close: bool = True,
) -> Multi:
    lines = [preamble] if preamble else []
    for part in parts:
        lines += [b"--" + boundary.encode(), part]
    if close:
        lines.append(b"--" + boundary.encode() + b"--")
    body = b"\r\n".join(lines) + b"\r\n" + epilogue
    return Multi(f'multipart/{subtype};{params}\r\n boundary="{boundary}"', body)


CHINESE = {
    "nutmeg": "豆蔻", "silk": "丝绸", "ginseng": "人参", "jade": "玉石", "pass": "放弃", "insurance": "保险",
    "port-a": "港口A",
}  # fmt: skip
TAIWANESE = {
    "nutmeg": "肉豆蔻", "silk": "絲綢", "ginseng": "人蔘", "jade": "玉石", "pass": "放棄", "insurance": "保險",
    "port-a": "港口A",
}  # fmt: skip


def translate(order: str, table: Mapping[str, str]) -> str:
    """Return an order with the words of a table."""
    words = "|".join(sorted(table, key=len, reverse=True))
    return re.sub(rf"(?<![\w-])(?:{words})(?![\w-])", lambda found: table[found.group()], order)


class Scene(NamedTuple):
    """What the mails of one game are about: a player, ana, is asked, and `order` is a legal answer.

    `subject` belongs to the phase asked, `stale_subject` to one that is over, `other_subject` to another player,
    `second_subject` to another game of ana's. `order` holds no free text and ends in one line end.
    """

    name: str
    sender: str
    second_sender: str
    own: str
    stranger: str
    other_sender: str
    other: str
    subject: str
    stale_subject: str
    other_subject: str
    second_subject: str
    order: str

    @property
    def tag(self) -> str:
        return self.subject[: self.subject.index("]") + 1]

    @property
    def game(self) -> str:
        return self.tag.split()[1]

    @property
    def phase(self) -> str:
        return self.tag.split()[2]

    @property
    def code(self) -> str:
        return self.tag.split()[3].strip("#]")

    @property
    def alternative(self) -> str:
        """Another legal order."""
        return f"{self.order}salt: other\n"

    @property
    def trap(self) -> str:
        return f"place: [insurance, pass]\nsalt: {TRAP}\n"

    @property
    def report(self) -> str:
        """The text that was answered, with an order in it that must not be read."""
        return (
            f"Manila, game {self.game}, {self.phase}\nIt is your turn to decide.\n\nThe punts: jade 0, silk 4\n"
            f"Write orders on top of your answer, like:\n\n{self.trap}\nGood luck!\n"
        )

    @property
    def chinese_report(self) -> str:
        return f"马尼拉，{self.game}，{self.phase}\n轮到你了。\n\n请在邮件最上方写命令，例如：\n\n{self.trap}\n谢谢\n"

    def fill(self, template: str) -> str:
        """Fill a template with what is this scene's; `$quoted` is the report behind `>`, `$plain` bare."""
        code = self.code
        return Template(template).substitute(
            order=self.order.rstrip("\n"),
            chinese_order=translate(self.order, CHINESE).rstrip("\n"),
            alternative=self.alternative.rstrip("\n"),
            trap=self.trap.rstrip("\n"),
            plain=self.report.rstrip("\n"),
            chinese=self.chinese_report.rstrip("\n"),
            quoted=quote(self.report),
            chinese_quoted=quote(self.chinese_report),
            barred=quote(self.report, "| "),
            twice=quote(self.report, ">> "),
            own=self.own,
            sender=self.sender,
            second_sender=self.second_sender,
            stranger=self.stranger,
            other=self.other,
            other_sender=self.other_sender,
            subject=self.subject,
            stale_subject=self.stale_subject,
            other_subject=self.other_subject,
            second_subject=self.second_subject,
            words=self.subject.partition("] ")[2],
            tag=self.tag,
            code=code,
            short=code.replace("-", ""),
            half=code[:4],
            rest=code[5:],
            game=self.game,
            phase=self.phase,
            html=self.write_html(),
            html_divs=self.write_html("<div>{}</div>", between=""),
            html_plain=write_lines(self.report),
            html_chinese=write_lines(self.chinese_report),
            html_trap=write_lines(self.trap),
            html_subject=html.escape(self.subject),
        )

    def write_html(self, wrap: str = "{}", *, between: str = "<br>", order: str | None = None) -> str:
        """Return the order as HTML, a line each, set in by no-break spaces."""
        return write_lines(self.order if order is None else order, wrap, between=between)

    def mail(
        self,
        body: str | bytes,
        kind: str | None = "text/plain; charset=utf-8",
        transfer: str | None = None,
        *,
        headers: Mapping[str, Header] | None = None,
        first: Sequence[str | bytes] = (),
        last: Sequence[str | bytes] = (),
    ) -> bytes:
        """Return a mail of the sender's to us; `first` and `last` are lines before and after all headers."""
        values: dict[str, Header] = {
            "Return-Path": f"<{self.sender}>",
            "Received": "from client.example (client.example [192.0.2.7])\r\n\tby mx.example (Postfix) with ESMTPS id "
            "4T8A2F;\r\n\tTue, 01 Dec 2026 19:15:04 +0000 (UTC)",
            "Date": "Tue, 01 Dec 2026 20:15:00 +0100",
            "From": f"Ana <{self.sender}>",
            "To": self.own,
            "Subject": f"Re: {self.subject}",
            "Message-ID": "<mail.1@client.example>",
            "In-Reply-To": "<report.1@manila.example>",
            "References": "<report.1@manila.example>",
            "MIME-Version": "1.0",
            "Content-Type": kind,
            "Content-Transfer-Encoding": TRANSFERS.get(transfer or "", transfer),
        }
        values.update(headers or {})
        lines = [*map(to_bytes, first)]
        for name, value in values.items():
            several = [value] if isinstance(value, str | bytes) else value or ()
            lines += [name.encode() + b": " + to_bytes(one) for one in several]
        lines += map(to_bytes, last)
        content = end_lines(body).encode() if isinstance(body, str) else body
        return b"\r\n".join(lines) + b"\r\n\r\n" + encode(content, transfer)

    def multi(self, multi: Multi, *, headers: Mapping[str, Header] | None = None) -> bytes:
        """Return a mail of several parts."""
        return self.mail(multi.body, multi.kind, headers=headers)


def quote(text: str, mark: str = "> ") -> str:
    return "\n".join((mark + line).rstrip() for line in text.rstrip("\n").split("\n"))


def write_lines(text: str, wrap: str = "{}", *, between: str = "<br>\r\n") -> str:
    """Return the lines of a text as HTML."""
    lines = []
    for line in text.rstrip("\n").split("\n"):
        content = line.lstrip(" ")
        lines.append(wrap.format("&nbsp;" * (len(line) - len(content)) + html.escape(content, quote=False)))
    return between.join(lines)


Build: TypeAlias = Callable[[Scene], bytes]

TAKEN, REFUSED, SILENT = "taken", "refused", "silent"


class Case(NamedTuple):
    """A mail and what must become of it.

    TAKEN: filed with the meaning of `order` (a template; None: the scene's), REFUSED: one answer and nothing filed,
    SILENT: no answer and nothing filed. The answer goes to `to`. `never_to` are addresses (templates) that get none,
    `tells` and `hides` what the answer must and must not say. It is tried in each of `scenes`, or in one chosen for it.
    """

    name: str
    expect: str
    build: Build
    order: str | None = None
    scenes: tuple[str, ...] = ()
    to: str = "$sender"
    never_to: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()


def text_mail(
    template: str,
    charset: str = "utf-8",
    transfer: str | None = None,
    *,
    label: str | None = None,
    params: str = "",
    headers: Mapping[str, Header] | None = None,
) -> Build:
    """Return what builds a plain text mail of a filled template, one line end added."""

    def build(scene: Scene) -> bytes:
        data = end_lines(scene.fill(template) + "\n").encode(charset)
        way = transfer or ("7bit" if data.isascii() else "8bit")
        return scene.mail(data, f"text/plain; charset={label or charset}{params}", way, headers=fill(scene, headers))

    return build


def html_mail(
    template: str, charset: str = "utf-8", transfer: str = "qp", *, label: str | None = None, kind: str | None = None
) -> Build:
    """Return what builds an HTML mail of a filled template."""

    def build(scene: Scene) -> bytes:
        data = end_lines(scene.fill(template)).encode(charset)
        return scene.mail(data, kind or f"text/html; charset={label or charset}", transfer)

    return build


def header_mail(
    headers: Mapping[str, Header],
    body: str = "$order",
    *,
    first: Sequence[str | bytes] = (),
    last: Sequence[str | bytes] = (),
) -> Build:
    """Return what builds a mail of an order with other headers, whose values are templates."""
    return lambda scene: scene.mail(scene.fill(body) + "\n", headers=fill(scene, headers), first=first, last=last)


def fill(scene: Scene, headers: Mapping[str, Header] | None) -> dict[str, Header]:
    """Return headers with their templates filled; bytes stay as they are."""

    def fill_one(value: Header) -> Header:
        if value is None or isinstance(value, bytes):
            return value
        if isinstance(value, str):
            return scene.fill(value)
        return [scene.fill(one) if isinstance(one, str) else one for one in value]

    return {name: fill_one(value) for name, value in (headers or {}).items()}
