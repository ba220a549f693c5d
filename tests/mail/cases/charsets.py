"""Charsets, named right, wrong and not at all ("Charsets")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mail.building import (
    CHINESE,
    REFUSED,
    TAIWANESE,
    TAKEN,
    Build,
    Case,
    Header,
    Scene,
    end_lines,
    translate,
    write_multi,
    write_part,
)


def write(
    table: Mapping[str, str],
    charset: str,
    kind: str | None,
    before: str | bytes = "",
    headers: Mapping[str, Header] | None = None,
) -> Build:
    """Return what builds a mail with the words of a table in a charset, under a Content-Type of any kind."""

    def build(scene: Scene) -> bytes:
        head = before if isinstance(before, bytes) else before.encode(charset)
        data = head + end_lines(translate(scene.order, table)).encode(charset)
        return scene.mail(data, kind, "b64", headers=headers)

    return build


def plain(label: str) -> str:
    return f"text/plain; charset={label}"


def write_page(head: str, charset: str, kind: str = "text/html", mark: bytes = b"") -> Build:
    """Return what builds an HTML mail of Chinese words with a head of its own."""

    def build(scene: Scene) -> bytes:
        order = scene.write_html(order=translate(scene.order, CHINESE))
        page = f"<html><head>{head}</head><body>{order}</body></html>"
        return scene.mail(mark + page.encode(charset), kind, "b64")

    return build


def curly(charset: str, label: str) -> Build:
    """Return what builds a mail with a comment and quotes that only windows-1252 has."""

    def build(scene: Scene) -> bytes:
        data = end_lines(f"# it’s “mine”\n{scene.order}salt: “Grüße”\n").encode(charset)
        return scene.mail(data, plain(label), "qp")

    return build


def damaged(outside: bytes, label: str = "utf-8", inside: bytes = b"") -> Build:
    """Return what builds a mail with bytes that can't be decoded."""
    return lambda scene: scene.mail(
        outside + b"\r\n\r\n" + end_lines(scene.order).encode() + inside, plain(label), "qp"
    )


GBK_HELLO = "你好".encode("gbk")

GOOD: dict[str, Build] = {
    "utf-8": write(CHINESE, "utf-8", plain("utf-8")),
    "utf-8-in-capitals": write(CHINESE, "utf-8", plain("UTF-8")),
    "utf-8-quoted": write(CHINESE, "utf-8", plain('"utf-8"')),
    "utf-8-in-single-quotes": write(CHINESE, "utf-8", plain("'utf-8'")),
    "utf-8-misnamed-utf8": write(CHINESE, "utf-8", plain("utf8")),
    "utf-8-with-mark": write(CHINESE, "utf-8-sig", plain("utf-8")),
    "utf-8-with-mark-unlabelled": write(CHINESE, "utf-8-sig", "text/plain"),
    "gb2312": write(CHINESE, "gb2312", plain("gb2312")),
    "gb2312-in-capitals": write(CHINESE, "gb2312", plain("GB2312")),
    "gb2312-with-letters-of-gbk": write(TAIWANESE, "gbk", plain("gb2312")),
    "gb2312-with-a-name-of-gbk": write(CHINESE, "gbk", plain("gb2312"), "# 朱镕基\n"),
    "gb2312-by-alias": write(CHINESE, "gbk", plain("csGB2312")),
    "gbk": write(CHINESE, "gbk", plain("gbk")),
    "gbk-traditional": write(TAIWANESE, "gbk", plain("GBK")),
    "gbk-by-alias": write(CHINESE, "gbk", plain("cp936")),
    "gbk-with-letters-of-gb18030": write(CHINESE, "gb18030", plain("gbk"), "# 𠮷€\n"),
    "gb18030": write(TAIWANESE, "gb18030", plain("gb18030"), "# 𠀀🚢\n"),
    "big5": write(TAIWANESE, "big5", plain("big5")),
    "big5-in-capitals": write(TAIWANESE, "big5", plain("Big5")),
    "big5-with-letters-of-hong-kong": write(TAIWANESE, "big5hkscs", plain("big5"), "# 嘅喺咗\n"),
    "big5-hkscs": write(TAIWANESE, "big5hkscs", plain("big5-hkscs"), "# 嘅\n"),
    "utf-16": write(CHINESE, "utf-16", plain("utf-16")),
    "utf-16-le": write(CHINESE, "utf-16-le", plain("utf-16le")),
    "utf-16-be": write(CHINESE, "utf-16-be", plain("utf-16be")),
    "iso-2022-jp": write({"jade": "玉"}, "iso-2022-jp", plain("iso-2022-jp")),
    "shift-jis": write({"jade": "玉"}, "shift_jis", plain("shift_jis")),
    "iso-8859-1": curly("cp1252", "iso-8859-1"),
    "iso-8859-1-by-alias": curly("cp1252", "latin1"),
    "windows-1252": curly("cp1252", "windows-1252"),
    "windows-1252-in-capitals": curly("cp1252", "Windows-1252"),
    "iso-8859-15": lambda scene: scene.mail(
        end_lines(f"# 5 €\n{scene.order}salt: “Grüße”\n").replace("“", '"').replace("”", '"').encode("iso-8859-15"),
        plain("iso-8859-15"),
        "qp",
    ),
    "none": write(CHINESE, "utf-8", "text/plain"),
    "no-content-type": write(CHINESE, "utf-8", None),
    "unknown": write(CHINESE, "utf-8", plain("x-unknown")),
    "unknown-8bit": write(CHINESE, "utf-8", plain("unknown-8bit")),
    "empty": write(CHINESE, "utf-8", plain("")),
    "default": write(CHINESE, "utf-8", plain("default")),
    "with-a-nul": write(CHINESE, "utf-8", "text/plain; charset=utf\x00-8"),
    "very-long-name": write(CHINESE, "utf-8", plain("x" * 500)),
    "name-with-a-path": write(CHINESE, "utf-8", plain('"../../etc/passwd"')),
    "codec-of-python-rot13": write(CHINESE, "utf-8", plain("rot13")),
    "codec-of-python-base64": write(CHINESE, "utf-8", plain("base64_codec")),
    "codec-of-python-zlib": write(CHINESE, "utf-8", plain("zlib")),
    "codec-of-python-punycode": write(CHINESE, "utf-8", plain("punycode")),
    "codec-of-python-idna": write(CHINESE, "utf-8", plain("idna")),
    "codec-of-python-unicode-escape": write(CHINESE, "utf-8", plain("unicode_escape")),
    "codec-of-python-raw-unicode-escape": write(CHINESE, "utf-8", plain("raw-unicode-escape")),
    "codec-of-python-undefined": write(CHINESE, "utf-8", plain("undefined")),
    "codec-of-python-mbcs": write(CHINESE, "utf-8", plain("mbcs")),
    "codec-of-python-utf-8-sig": write(CHINESE, "utf-8", plain("utf_8_sig")),
    "twice-in-one-header": write(CHINESE, "utf-8", "text/plain; charset=utf-8; charset=gbk"),
    "twice-in-one-header-gbk-first": write(CHINESE, "gbk", "text/plain; charset=gbk; charset=utf-8"),
    "content-type-twice": write(
        CHINESE, "gbk", None, headers={"Content-Type": ["text/plain; charset=gbk", "text/plain; charset=utf-8"]}
    ),
    "content-type-twice-html-second": write(
        CHINESE, "utf-8", None, headers={"Content-Type": ["text/plain; charset=utf-8", "text/html; charset=utf-8"]}
    ),
    "content-type-of-one-word": write(CHINESE, "utf-8", "text"),
    "content-type-plain": write(CHINESE, "utf-8", "plain; charset=utf-8"),
    "content-type-empty": write(CHINESE, "utf-8", ""),
    "content-type-without-subtype": write(CHINESE, "utf-8", "text/"),
    "content-type-garbage": write(CHINESE, "utf-8", "=?!/ @@;;;=\x01"),
    "content-type-of-slashes": write(CHINESE, "utf-8", "text/plain/html"),
    "content-type-without-semicolon": write(CHINESE, "utf-8", "text/plain charset=utf-8"),
    "content-type-with-semicolon-behind": write(CHINESE, "gbk", "text/plain; charset=gbk;"),
    "content-type-in-capitals": write(CHINESE, "gbk", "TEXT/PLAIN; CHARSET=GBK"),
    "content-type-folded": write(CHINESE, "gbk", "text/plain;\r\n\tcharset=gbk;\r\n format=fixed"),
    "content-type-blanks-around-equals": write(CHINESE, "gbk", "text/plain; charset = gbk"),
    "content-type-with-comment": write(CHINESE, "gbk", "text/plain; charset=gbk (simplified)"),
    "content-type-with-language": write(CHINESE, "gbk", "text/plain; charset*=us-ascii'en'gbk"),
    "damage-in-prose": damaged(GBK_HELLO),
    "damage-in-prose-unlabelled": lambda scene: scene.mail(
        GBK_HELLO + b"\r\n\r\n" + end_lines(scene.order).encode(), "text/plain", "qp"
    ),
    "damage-in-prose-gbk": damaged(b"\xff\xff", "gbk"),
    "damage-in-a-quote": lambda scene: scene.mail(
        end_lines(scene.order).encode() + b"\r\n> " + GBK_HELLO + b"\r\n", plain("utf-8"), "8bit"
    ),
    "damage-in-the-signature": lambda scene: scene.mail(
        end_lines(scene.order).encode() + b"\r\n-- \r\n" + GBK_HELLO + b"\r\n", plain("utf-8"), "b64"
    ),
    "html-by-header": write_page("", "gbk", "text/html; charset=gbk"),
    "html-by-meta": write_page('<meta charset="gbk">', "gbk"),
    "html-by-meta-http-equiv": write_page(
        '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">', "gbk"
    ),
    "html-by-meta-unquoted": write_page("<META HTTP-EQUIV=Content-Type CONTENT=text/html;charset=gbk>", "gbk"),
    "html-by-header-against-meta": write_page('<meta charset="gbk">', "utf-8", "text/html; charset=utf-8"),
    "html-by-mark": write_page("", "utf-8", mark=b"\xef\xbb\xbf"),
    "html-by-mark-of-utf-16": write_page("", "utf-16"),
    "html-unlabelled": write_page("", "utf-8"),
    "html-chinese-by-entities": lambda scene: scene.mail(
        scene.write_html(order=translate(scene.order, CHINESE)).encode("ascii", "xmlcharrefreplace"),
        "text/html; charset=us-ascii",
    ),
    "parts-of-different-charsets": lambda scene: scene.multi(
        write_multi(
            "alternative",
            write_part("text/plain; charset=gbk", translate(scene.order, CHINESE).encode("gbk"), "b64"),
            write_part("text/html; charset=utf-8", scene.write_html(order=translate(scene.order, CHINESE)), "qp"),
        )
    ),
}

BAD: dict[str, Build] = {
    "gbk-labelled-utf-8": write(CHINESE, "gbk", plain("utf-8")),
    "gbk-unlabelled": write(CHINESE, "gbk", "text/plain"),
    "gbk-labelled-unknown": write(CHINESE, "gbk", plain("x-unknown")),
    "big5-labelled-utf-8": write(TAIWANESE, "big5", plain("utf-8")),
    "utf-8-labelled-gbk": write(CHINESE, "utf-8", plain("gbk")),
    "latin-1-labelled-utf-8": damaged(b"Hello", inside=b"salt: TRAP Gr\xfc\xdfe\r\n"),
    "half-a-letter": damaged(b"Hello", inside="salt: TRAP 你".encode()[:-1]),
    "overlong-utf-8": damaged(b"Hello", inside=b"salt: TRAP \xc0\xaf\r\n"),
    "surrogates-in-utf-8": damaged(b"Hello", inside=b"salt: TRAP \xed\xa0\x80\r\n"),
    "damage-in-a-comment-of-the-order": damaged(b"Hello", inside=b"# \xff\xfe\r\n"),
    "html-gbk-labelled-utf-8": write_page("", "gbk", "text/html; charset=utf-8"),
    "html-gbk-unlabelled": write_page("", "gbk"),
}

ORDERS = {
    "iso-8859-1": '$order\nsalt: "Grüße"',
    "iso-8859-1-by-alias": '$order\nsalt: "Grüße"',
    "windows-1252": '$order\nsalt: "Grüße"',
    "windows-1252-in-capitals": '$order\nsalt: "Grüße"',
    "iso-8859-15": '$order\nsalt: "Grüße"',
}


def list_cases() -> Iterator[Case]:
    for name, build in GOOD.items():
        yield Case(f"charset-{name}", TAKEN, build, ORDERS.get(name))
    for name, build in BAD.items():
        yield Case(f"charset-{name}", REFUSED, build)
