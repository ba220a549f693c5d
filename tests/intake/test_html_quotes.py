"""What mail programs quote in HTML is no part of an order, with their marks and without (docs/play.md, section 7)."""

from __future__ import annotations

import html as entities

import pytest
from intake.reading import BLOCK, ORDER, REPORT, TRAP, read, read_order, read_samples

ATTRIBUTION = "On Tue, Dec 1, 2026 at 7:58 PM Manila &lt;<a href='mailto:m@example.net'>m@example.net</a>&gt; wrote:"
QUOTED = entities.escape(REPORT, quote=False).replace("\n", "<br>\n")
DIVS = "".join(f"<div>{entities.escape(line) or '<br>'}</div>" for line in REPORT.splitlines())
MSO = "".join(
    f"<p class=MsoNormal>{entities.escape(line) or '<o:p>&nbsp;</o:p>'}</p>\n" for line in REPORT.splitlines()
)
FILLINGS = {"mso": MSO, "divs": DIVS, "quoted": QUOTED, "report": REPORT, "attribution": ATTRIBUTION}


def fill(html: str) -> str:
    for word, filling in FILLINGS.items():
        html = html.replace(f"{{{word}}}", filling)
    return html


ORIGINALS = {name: fill(html) for name, html in read_samples("html_originals.txt").items()}
MARKED = {
    "gmail",
    "gmail-new",
    "gmail-old",
    "gmail-no-attribution",
    "gmail-no-blockquote",
    "gmail-es",
    "apple",
    "thunderbird",
    "apple-attribution-outside",
    "apple-cite-set-in",
    "thunderbird-de",
    "thunderbird-unknown-language",
    "yahoo",
    "yahoo-zh",
    "proton",
    "proton-original",
    "163",
    "blockquote-only",
    "blockquotes-nested",
    "marks-in-text",
    "apple-forward",
    "outlook-old-quoted",
    "163-master",
}
each_original = pytest.mark.parametrize("original", ORIGINALS.values(), ids=ORIGINALS.keys())


def lay(order: str) -> str:
    return "".join(f"<div>{line.replace('  ', '&nbsp;&nbsp;')}</div>" for line in order.splitlines())


@each_original
@pytest.mark.parametrize("order", [ORDER, BLOCK], ids=["line", "block"])
@pytest.mark.parametrize("gap", ["", "<br>", "<p>&nbsp;</p>"], ids=["glued", "apart", "p"])
def test_order_above_an_original(original: str, order: str, gap: str) -> None:
    place = read(f"<html><body><div dir=ltr>{lay(order)}</div>{gap}{original}</body></html>", "html")
    assert place is not None
    assert place.trouble is None
    assert (place.order.replace("\u00a0", " "), place.left_out) == (order, ())


@each_original
def test_an_original_alone_is_no_order(original: str) -> None:
    assert read(original, "html") is None
    assert read(f"<div>Thanks!</div><br>{original}", "html") is None


@pytest.mark.parametrize("name", sorted(MARKED))
def test_order_below_a_marked_original(name: str) -> None:
    assert read_order(f"{ORIGINALS[name]}<br>{lay(ORDER)}", "html") == ORDER
    assert read_order(f"<div>Hi,</div>{ORIGINALS[name]}{lay(ORDER)}", "html") == ORDER


def test_order_within_a_container_below_the_quote() -> None:
    for name in ("gmail", "gmail-old", "proton"):
        original = ORIGINALS[name].replace("</blockquote>", f"</blockquote><div><br></div>{lay(ORDER)}")
        assert read_order(original, "html") == ORDER


def test_interleaved_in_a_container() -> None:
    html = (
        f"<div class=gmail_quote><div class=gmail_attr>{ATTRIBUTION}</div>"
        f"<blockquote class=gmail_quote>{QUOTED}</blockquote><div>bid: 7</div>"
        f"<blockquote class=gmail_quote>{QUOTED}</blockquote>"
        f"<div>buy: silk</div>"
        f"<blockquote class=gmail_quote>{QUOTED}</blockquote></div>"
    )
    assert read_order(html, "html") == "bid: 7\n\nbuy: silk\n"


@pytest.mark.parametrize("sample", ["originals.txt", "attributions.txt"])
def test_what_stands_above_originals_in_text_does_so_in_html(sample: str) -> None:
    for name, lines in read_samples(sample).items():
        shown = entities.escape(lines, quote=False).replace("\n", "<br>")
        assert read_order(f"{lay(ORDER)}<div>{shown}</div>{DIVS}", "html") == ORDER, name
        assert read_order(f"{lay(ORDER)}<br><div>{shown}</div><br>{DIVS}", "html") == ORDER, name
        assert read(f"<div>{shown}</div>{DIVS}", "html") is None, name


@pytest.mark.parametrize(
    "signature",
    [
        f"<div>-- <br></div><div dir=ltr class=gmail_signature>Ana<br>{TRAP}</div>",
        "<span class=gmail_signature_prefix>-- </span><br><div class=gmail_signature>Ana<br>salt: TRAP</div>",
        "<div class=gmail_signature data-smartmail=gmail_signature>Ana<br>salt: TRAP</div>",
        "<div class=moz-signature>-- <br>Ana<br>salt: TRAP</div>",
        "<pre class=moz-signature cols=72>-- \nAna\nsalt: TRAP</pre>",
        "<div id=Signature><p>Ana</p><p>salt: TRAP</p></div>",
        "<div id=AppleMailSignature dir=ltr>Sent from my iPhone</div>",
        "<div id=ms-outlook-mobile-signature><div></div>Get <a href=x>Outlook for Android</a></div>",
        "<div class='protonmail_signature_block'><div class=x>Sent with Proton Mail</div></div>",
        "<div id=composer_signature><div>Sent from my Galaxy</div></div>",
        "<div>--&nbsp;</div><div>Ana</div><div>salt: TRAP</div>",
        "<div>--</div><div>salt: TRAP</div>",
        "<br>-- <br>salt: TRAP",
        "<div>发自我的iPhone</div>",
        "<div dir=ltr>Sent from my <a href=x>iPhone</a></div>",
        "<p class=MsoNormal><span lang=EN-US>Sent from <a href=x>Mail</a> for Windows<o:p></o:p></span></p>",
    ],
)
def test_signatures(signature: str) -> None:
    for gap in ("", "<br>"):
        place = read(f"{lay(ORDER)}{gap}{signature}", "html")
        assert place is not None
        assert (place.order, place.left_out, place.trouble) == (ORDER, (), None)
        assert read_order(f"{lay(ORDER)}{gap}{signature}{ORIGINALS['outlook-de']}", "html") == ORDER


def test_what_is_set_in_by_hand_is_no_quote() -> None:
    block = "<blockquote style='margin:0px 0px 0px 40px;border:none;padding:0px'><div>bid: 7</div></blockquote>"
    assert read_order(f"<div>Hi</div><br>{block}", "html") == "     bid: 7\n"
