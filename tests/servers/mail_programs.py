"""Answers as four mail programs write them: where the order stands, how the report is quoted, which encodings."""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from html import escape
from typing import NamedTuple


class Original(NamedTuple):
    """The mail that is answered, as a program shows it."""

    message_id: str
    references: str
    sender: str
    address: str
    to: str
    subject: str
    text: str
    html: str


class Writer(NamedTuple):
    """Who answers, and when: `message_id` is that of the answer."""

    name: str
    address: str
    message_id: str
    now: datetime


Program = Callable[[Writer, Original, Sequence[str]], bytes]
"""Writes an answer; the order is given as its lines."""


def read_original(mail: EmailMessage) -> Original:
    """Return what a program shows of a mail."""
    sender = mail["From"].addresses[0]
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None and html is not None
    return Original(
        message_id=str(mail["Message-ID"]).strip(),
        references=" ".join(str(mail.get("References", "")).split()),
        sender=sender.display_name,
        address=sender.addr_spec,
        to=mail["To"].addresses[0].addr_spec,
        subject=str(mail["Subject"]),
        text=text.get_content().replace("\r\n", "\n"),
        html=html.get_content().replace("\r\n", "\n"),
    )


def write_in_thunderbird(writer: Writer, original: Original, order: Sequence[str]) -> bytes:
    """Plain text in format=flowed; the quote stands first, with `>`, and the order below it, above a signature."""
    quote = [f">{'' if line.startswith('>') or not line else ' '}{line}" for line in original.text.splitlines()]
    body = [
        f"Am {writer.now:%d.%m.%y um %H:%M} schrieb {original.sender}:",
        *quote,
        "",
        *(f" {line}" if line.startswith((" ", "From ", ">")) else line for line in order),
        "",
        "-- ",
        writer.name,
    ]
    headers = [
        f"Message-ID: {writer.message_id}",
        f"Date: {format_datetime(writer.now)}",
        "MIME-Version: 1.0",
        "User-Agent: Mozilla Thunderbird",
        f"Subject: {_encode_subject(_reply('Re: ', original), 'utf-8')}",
        f"To: {original.address}",
        f"References: {_refer(original)}",
        "Content-Language: de-DE",
        f"From: {writer.name} <{writer.address}>",
        f"In-Reply-To: {original.message_id}",
    ]
    return _join([*headers, *_write_part("text/plain", "\r\n".join(body), "utf-8", "8bit", "; format=flowed")])


def write_in_outlook(writer: Writer, original: Original, order: Sequence[str]) -> bytes:
    """Text and HTML; below the order the report without marks, under the original's headers."""
    about = {
        "From": f"{original.sender} <{original.address}>",
        "Sent": f"{writer.now:%A, %B} {writer.now.day}, {writer.now:%Y %I:%M %p}",
        "To": original.to,
        "Subject": original.subject,
    }
    text = [
        *order,
        "",
        "________________________________",
        *(f"{key}: {value}" for key, value in about.items()),
        "",
        original.text,
    ]
    paragraphs = "".join(f"<p class=MsoNormal>{escape(line)}<o:p></o:p></p>" for line in order)
    rows = "<br>".join(f"<b>{key}:</b> {escape(value)}" for key, value in about.items())
    html = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head>'
        f"<body lang=EN-US><div class=WordSection1>{paragraphs}<p class=MsoNormal><o:p>&nbsp;</o:p></p>"
        "<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in'>"
        f"<p class=MsoNormal>{rows}<o:p></o:p></p></div></div>{_cut_body(original.html)}</div></body></html>"
    )
    headers = [
        f"From: {writer.name} <{writer.address}>",
        f"To: {original.sender} <{original.address}>",
        f"Subject: {_encode_subject(_reply('RE: ', original), 'utf-8')}",
        f"Thread-Topic: {_encode_subject(original.subject, 'utf-8')}",
        f"Date: {format_datetime(writer.now)}",
        f"Message-ID: {writer.message_id}",
        f"References: {_refer(original)}",
        f"In-Reply-To: {original.message_id}",
        "X-MS-Has-Attach: ",
        "MIME-Version: 1.0",
    ]
    parts = [
        _write_part("text/plain", "\r\n".join(text), "utf-8", "quoted-printable"),
        _write_part("text/html", html, "utf-8", "quoted-printable"),
    ]
    return _join([*headers, *_write_alternative("_000_PH0PR11MB0001_", parts)])


def write_in_gmail(writer: Writer, original: Original, order: Sequence[str]) -> bytes:
    """HTML alone, each line of the order in an element of its own."""
    lines = "".join(f"<div>{escape(line)}</div>" for line in order)
    html = (
        f'<div dir="ltr">{lines}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f"On {writer.now:%a, %b} {writer.now.day}, {writer.now:%Y at %I:%M %p} {escape(original.sender)} &lt;"
        f'<a href="mailto:{original.address}">{original.address}</a>&gt; wrote:<br></div>'
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);'
        f'padding-left:1ex">{_cut_body(original.html)}</blockquote></div>'
    )
    headers = [
        "MIME-Version: 1.0",
        f"References: {_refer(original)}",
        f"In-Reply-To: {original.message_id}",
        f"From: {writer.name} <{writer.address}>",
        f"Date: {format_datetime(writer.now)}",
        f"Message-ID: {writer.message_id}",
        f"Subject: {_encode_subject(_reply('Re: ', original), 'utf-8')}",
        f"To: {original.sender} <{original.address}>",
    ]
    return _join([*headers, *_write_part("text/html", html, "UTF-8", "quoted-printable")])


def write_in_qq(writer: Writer, original: Original, order: Sequence[str]) -> bytes:
    """Text and HTML in GB18030 and base64, the order in Chinese, the original under its headers in Chinese."""
    said = [say_in_chinese(line) for line in order]
    about = {
        "发件人:": f'"{original.sender}" <{original.address}>',
        "发送时间:": f"{writer.now:%Y年%m月%d日} (星期二) {writer.now:%H:%M}",
        "收件人:": f'"{writer.name}" <{original.to}>',
        "主题:": original.subject,
    }
    text = [
        *said,
        "",
        "",
        "",
        "------------------ 原始邮件 ------------------",
        *(f"{key} {value};" for key, value in about.items()),
        "",
        original.text,
    ]
    html = (
        "".join(f"<div>{escape(line)}</div>" for line in said)
        + '<div><br></div><div><includetail><div>&nbsp;</div><div style="font-size:12px;color:#909090">'
        "------------------&nbsp;原始邮件&nbsp;------------------</div>"
        '<div style="font-size: 12px;background:#efefef;padding:8px;">'
        + "".join(f"<div><b>{key}</b>&nbsp;{escape(value)};</div>" for key, value in about.items())
        + f"</div><div>&nbsp;</div>{_cut_body(original.html)}</includetail></div>"
    )
    headers = [
        f"From: {_encode_word(writer.name, 'gb18030')} <{writer.address}>",
        f"To: {_encode_word(original.sender, 'gb18030')} <{original.address}>",
        f"Subject: {_encode_subject(_reply('回复： ', original), 'gb18030')}",
        "Mime-Version: 1.0",
        f"Date: {format_datetime(writer.now)}",
        "X-Priority: 3",
        f"Message-ID: {writer.message_id}",
        "X-Mailer: QQMail 2.x",
        f"References: {_refer(original)}",
        f"In-Reply-To: {original.message_id}",
    ]
    parts = [
        _write_part("text/plain", "\r\n".join(text), "gb18030", "base64"),
        _write_part("text/html", html, "gb18030", "base64"),
    ]
    return _join([*headers, *_write_alternative("----=_NextPart_6922ABCD_0001", parts)])


_CHINESE = {
    "bid": "出价", "buy": "购买", "load": "装载", "place": "放置", "board": "登船", "pilot": "领航", "plunder": "掠夺",
    "nutmeg": "肉豆蔻", "silk": "丝绸", "ginseng": "人参", "jade": "玉石",
    "port-a": "港口Ａ", "port-b": "港口Ｂ", "port-c": "港口Ｃ",
    "shipyard-a": "修船厂Ａ", "shipyard-b": "修船厂Ｂ", "shipyard-c": "修船厂Ｃ",
    "pirates": "海盗", "small-pilot": "小领航员", "large-pilot": "大领航员", "insurance": "保险",
    "cheapest": "最便宜", "pass": "放弃", "none": "无", "stay": "留下", "port": "港口", "shipyard": "修船厂",
    "small": "小", "large": "大", "captain": "船长", "second": "副手",
}  # fmt: skip
_FULL_WIDTH = str.maketrans("0123456789:,[]", "０１２３４５６７８９：，【】")


def say_in_chinese(line: str) -> str:
    """Return a line of an order in Chinese words and with full-width digits and marks."""
    words, word = [], ""
    for letter in f"{line}\n":
        if letter.isalpha() or (letter == "-" and word):
            word += letter
            continue
        words.append(_CHINESE.get(word, word) + letter)
        word = ""
    return "".join(words).removesuffix("\n").translate(_FULL_WIDTH).replace("： ", "：").replace("， ", "，")


def _reply(prefix: str, original: Original) -> str:
    subject = original.subject
    while subject.lower().startswith(("re: ", "回复： ")):
        subject = subject.partition(" ")[2]
    return prefix + subject


def _refer(original: Original) -> str:
    return f"{original.references} {original.message_id}".strip().replace(" ", "\r\n ")


def _encode_word(text: str, charset: str) -> str:
    return f"=?{charset}?B?{base64.b64encode(text.encode(charset)).decode('ascii')}?="


def _encode_subject(text: str, charset: str) -> str:
    """Return a subject folded at a blank, in words of 30 letters if it is not ASCII."""
    if text.isascii():
        head, _, tail = text.rpartition(" ")
        return f"{head}\r\n {tail}" if len(text) > 60 else text
    return "\r\n ".join(_encode_word(text[at : at + 20], charset) for at in range(0, len(text), 20))


def _cut_body(html: str) -> str:
    """Return what stands in the body of a page."""
    start, end = html.find("<body"), html.rfind("</body>")
    return html if start < 0 or end < 0 else html[html.index(">", start) + 1 : end]


def _write_part(kind: str, text: str, charset: str, transfer: str, more: str = "") -> list[str | bytes]:
    """Return a part as header lines, an empty one, and its encoded content."""
    data = "\r\n".join(text.splitlines()).encode(charset) + b"\r\n"
    if transfer == "base64":
        data = base64.encodebytes(data).replace(b"\n", b"\r\n")
    elif transfer == "quoted-printable":
        data = quopri.encodestring(data.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    return [
        f"Content-Type: {kind}; charset={charset}{more}",
        f"Content-Transfer-Encoding: {transfer}",
        "",
        data.removesuffix(b"\r\n"),
    ]


def _write_alternative(boundary: str, parts: Sequence[Sequence[str | bytes]]) -> list[str | bytes]:
    lines: list[str | bytes] = ["Content-Type: multipart/alternative;", f'\tboundary="{boundary}"', ""]
    for part in parts:
        lines += [f"--{boundary}", *part]
    return [*lines, f"--{boundary}--"]


def _join(lines: Sequence[str | bytes]) -> bytes:
    return b"\r\n".join(line if isinstance(line, bytes) else line.encode() for line in [*lines, b""])


def tell_time() -> datetime:
    """Return the time a mail program writes into a mail."""
    return datetime.now(UTC).replace(microsecond=0)
