"""Mails of several parts, well made and broken ("Place", "Limits")."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mail.building import (
    REFUSED,
    TAKEN,
    Build,
    Case,
    Multi,
    Scene,
    end_lines,
    write_multi,
    write_part,
)

QUOTE = "\n\nOn Tue, Dec 1, 2026 at 7:58 PM Manila <$own> wrote:\n\n$quoted\n"
HTML_QUOTE = '<div class="gmail_quote"><blockquote class="gmail_quote">$html_plain</blockquote></div>'
PICTURE = write_part(
    'image/png; name="logo.png"',
    b"\x89PNG\r\n\x1a\n" + bytes(range(64)),
    "b64",
    "Content-ID: <logo>",
    'Content-Disposition: inline; filename="logo.png"',
)
PDF = write_part(
    'application/pdf; name="a.pdf"', b"%PDF-1.4\n%%EOF\n", "b64", 'Content-Disposition: attachment; filename="a.pdf"'
)


def text(content: str, charset: str = "utf-8") -> bytes:
    return write_part(f"text/plain; charset={charset}", end_lines(content).encode(charset), "qp")


def page(content: str) -> bytes:
    return write_part("text/html; charset=utf-8", content, "qp")


def attached_mail(content: str, kind: str = "message/rfc822") -> bytes:
    inner = f"From: x@y.example\nSubject: old\nMessage-ID: <old@y.example>\n\n{content}\n"
    return write_part(kind, inner)


def alternative(scene: Scene, plain: str, html: str, *, reverse: bool = False) -> Multi:
    parts = [text(scene.fill(plain) + "\n"), page(scene.fill(html))]
    return write_multi("alternative", *parts[:: -1 if reverse else 1], boundary="=_alt")


def build(make: Callable[[Scene], Multi]) -> Build:
    return lambda scene: scene.multi(make(scene))


def mixed(*parts: str) -> Build:
    """Return what builds a mixed mail of text parts of filled templates."""
    return build(lambda scene: write_multi("mixed", *(text(scene.fill(part) + "\n") for part in parts)))


def alternatives(plain: str, html: str, *, reverse: bool = False) -> Build:
    return build(lambda scene: alternative(scene, plain, html, reverse=reverse))


def with_boundary(boundary: str) -> Build:
    return build(lambda scene: write_multi("mixed", text(scene.order), PICTURE, boundary=boundary))


def nest(levels: int) -> Build:
    """Return what builds a text part below so many multiparts."""

    def make(scene: Scene) -> bytes:
        content = text(scene.order)
        for level in range(levels, 0, -1):
            content = write_multi("mixed", content, boundary=f"b{level}").as_part()
        head, _, body = content.partition(b"\r\n\r\n")
        return scene.mail(body, head.decode().removeprefix("Content-Type: "))

    return make


def crowd(parts: int) -> Build:
    """Return what builds a mail of an order and so many further parts."""
    return build(lambda scene: write_multi("mixed", text(scene.order), *[write_part("text/css", "x")] * parts))


def as_it_stands(kind: str, body: str) -> Build:
    """Return what builds a mail of a body written by hand."""
    return lambda scene: scene.mail(scene.fill(body), kind)


BY_HAND = 'multipart/mixed; boundary="b"'

GOOD: dict[str, Build] = {
    "text-and-html": alternatives("$order" + QUOTE, "<div>$html_divs</div><br>" + HTML_QUOTE),
    "text-and-html-reversed": alternatives("$order" + QUOTE, "<div>$html</div><br>" + HTML_QUOTE, reverse=True),
    "text-empty": alternatives("", "$html_divs<br>" + HTML_QUOTE),
    "text-blank": alternatives(" \n\u00a0\n", "$html"),
    "text-says-look-at-html": alternatives("Your mail program can't show HTML.", "$html"),
    "text-only-quotes": alternatives("$quoted", "$html<br>" + HTML_QUOTE),
    "html-empty": alternatives("$order", ""),
    "html-only-a-picture": alternatives("$order", '<img src="cid:logo">'),
    "html-says-no-order": alternatives("$order", "<p>see the text part</p>"),
    "html-otherwise-spaced": alternatives("$order", "<pre>$order   \n\n\n</pre>"),
    "html-with-no-break-spaces": alternatives("$order", "$html&nbsp;<br>&nbsp;"),
    "html-in-chinese-words": alternatives("$chinese_order", "$html"),
    "with-prose-in-both": alternatives("Hello\n\n$order\n\nAna", "Hello<br><br>$html<br><br>Ana"),
    "text-and-footer": mixed("$order", "_______________\nA list's footer"),
    "footer-with-dashes": mixed("$order", "-- \nsalt: TRAP"),
    "order-in-the-second-text": mixed("Hello", "$order"),
    "same-order-in-two-texts": mixed("$order", "$order"),
    "one-part": mixed("$order"),
    "markdown": build(lambda scene: write_multi("mixed", write_part("text/markdown", scene.order, "qp"))),
    "part-without-headers": build(lambda scene: write_multi("mixed", write_part(None, scene.order))),
    "part-with-unreadable-type": build(lambda scene: write_multi("mixed", write_part("nonsense", scene.order))),
    "unknown-subtype": build(lambda scene: write_multi("strange", text(scene.order), PICTURE)),
    "related": build(lambda scene: write_multi("related", page(scene.fill("$html<br><img src=cid:logo>")), PICTURE)),
    "picture-before-text": build(lambda scene: write_multi("mixed", PICTURE, text(scene.order))),
    "mixed-of-related-of-alternative": build(
        lambda scene: write_multi(
            "mixed",
            write_multi(
                "related",
                alternative(scene, "$order" + QUOTE, "$html<br>" + HTML_QUOTE).as_part(),
                PICTURE,
                boundary="=_rel",
            ).as_part(),
            PDF,
        )
    ),
    "alternative-of-related": build(
        lambda scene: write_multi(
            "alternative",
            text(scene.order),
            write_multi("related", page(scene.fill("$html")), PICTURE, boundary="=_rel").as_part(),
        )
    ),
    "apple-html-in-pieces": build(
        lambda scene: write_multi(
            "alternative",
            text(scene.order),
            write_multi("mixed", page(scene.fill("$html")), PDF, page("<br>"), boundary="=_mix").as_part(),
        )
    ),
    "calendar-beside": build(
        lambda scene: write_multi("alternative", text(scene.order), write_part("text/calendar", "BEGIN:VCALENDAR"))
    ),
    "attached-mail-beside": build(lambda scene: write_multi("mixed", text(scene.order), attached_mail(scene.trap))),
    "attached-mail-first": build(lambda scene: write_multi("mixed", attached_mail(scene.trap), text(scene.order))),
    "attached-mail-encoded": build(
        lambda scene: write_multi(
            "mixed", text(scene.order), write_part("message/rfc822", f"Subject: x\n\n{scene.trap}", "b64")
        )
    ),
    "attached-mail-of-an-attachment": build(
        lambda scene: write_multi(
            "mixed",
            text(scene.order),
            write_part(
                "message/rfc822",
                b"Subject: old\r\nContent-Type: text/yaml; name=orders.yaml\r\n\r\n" + scene.trap.encode(),
            ),
        )
    ),
    "digest-beside": build(
        lambda scene: write_multi(
            "mixed",
            text(scene.order),
            write_multi("digest", b"\r\nSubject: x\r\n\r\n" + scene.trap.encode(), boundary="=_dig").as_part(),
        )
    ),
    "preamble": build(lambda scene: write_multi("mixed", text(scene.order), preamble=scene.trap.encode())),
    "epilogue": build(lambda scene: write_multi("mixed", text(scene.order), epilogue=scene.trap.encode())),
    "closing-boundary-missing": build(lambda scene: write_multi("mixed", text(scene.order), PDF, close=False)),
    "closing-boundary-missing-one-part": build(lambda scene: write_multi("mixed", text(scene.order), close=False)),
    "inner-boundary-not-closed": build(
        lambda scene: write_multi(
            "mixed",
            write_multi("alternative", text(scene.order), boundary="in", close=False).as_part(),
            PDF,
            boundary="out",
        )
    ),
    "inner-boundary-begins-like-the-outer": build(
        lambda scene: write_multi(
            "mixed",
            write_multi("alternative", text(scene.order), page(scene.fill("$html")), boundary="out-in").as_part(),
            PDF,
            boundary="out",
        )
    ),
    "boundary-with-signs": with_boundary("=_(b)'+_,-./:=?"),
    "boundary-with-blanks-inside": with_boundary("b 1 x"),
    "boundary-of-seventy": with_boundary("x" * 70),
    "boundary-in-pieces": as_it_stands(
        'multipart/mixed; boundary*0="be"; boundary*1="e"', "--bee\nContent-Type: text/plain\n\n$order\n--bee--\n"
    ),
    "boundary-unquoted": as_it_stands(
        "multipart/mixed; boundary=b", "--b\nContent-Type: text/plain\n\n$order\n--b--\n"
    ),
    "boundary-line-with-blanks": as_it_stands(BY_HAND, "--b  \t\nContent-Type: text/plain\n\n$order\n--b--  \n"),
    "boundary-in-the-text-of-a-line": as_it_stands(
        BY_HAND, "--b\nContent-Type: text/plain\n\n# see --b\n$order\n--b--\n"
    ),
    "type-in-capitals": as_it_stands(
        "MULTIPART/MIXED; BOUNDARY=b", "--b\nCONTENT-TYPE: TEXT/PLAIN; CHARSET=UTF-8\n\n$order\n--b--\n"
    ),
    "type-with-comments": as_it_stands(
        "multipart/mixed (a comment); boundary=b", "--b\nContent-Type: text/plain (x)\n\n$order\n--b--\n"
    ),
    "levels-fifteen": nest(15),
    "parts-eighty": crowd(80),
    "encoded-multipart-says-7bit": lambda scene: scene.mail(
        write_multi("mixed", text(scene.order)).body, write_multi("mixed").kind, "7bit"
    ),
}

BAD: dict[str, Build] = {
    "text-and-html-differ": alternatives("$order", "$html<br>salt: TRAP"),
    "text-and-html-differ-in-one-number": alternatives("mortgage: 1", "mortgage: 2"),
    "two-texts-differ": mixed("$order", "$trap"),
    "two-htmls-differ": build(
        lambda scene: write_multi("mixed", page(scene.fill("$html")), page(scene.fill("$html<br>salt: TRAP")))
    ),
    "no-text-at-all": build(lambda scene: write_multi("mixed", PICTURE, PDF)),
    "no-parts": build(lambda scene: write_multi("mixed")),
    "only-an-attached-mail": build(lambda scene: write_multi("mixed", attached_mail(scene.order))),
    "only-an-attached-mail-with-prose": build(
        lambda scene: write_multi("mixed", text("see the mail below\n"), attached_mail(scene.order))
    ),
    "whole-mail-is-a-mail": lambda scene: scene.mail(f"Subject: x\n\n{scene.order}", "message/rfc822"),
    "only-a-digest": build(
        lambda scene: write_multi("digest", b"\r\nSubject: x\r\n\r\n" + scene.order.encode(), boundary="=_dig")
    ),
    "only-in-the-preamble": build(lambda scene: write_multi("mixed", PDF, preamble=scene.order.encode())),
    "only-in-the-epilogue": build(lambda scene: write_multi("mixed", PDF, epilogue=scene.order.encode())),
    "only-a-calendar": lambda scene: scene.mail(scene.order, "text/calendar; charset=utf-8"),
    "only-rich-text": lambda scene: scene.mail(r"{\rtf1 " + scene.order + "}", "text/rtf"),
    "only-a-picture": lambda scene: scene.mail(b"\x89PNG\r\n", "image/png", "b64"),
    "levels-twenty-five": nest(25),
    "levels-two-thousand": nest(2000),
    "parts-hundred-and-fifty": crowd(150),
    "parts-ten-thousand": crowd(10_000),
}


def list_cases() -> Iterator[Case]:
    for name, make in GOOD.items():
        yield Case(f"parts-{name}", TAKEN, make)
    for name, make in BAD.items():
        yield Case(f"parts-{name}", REFUSED, make)
