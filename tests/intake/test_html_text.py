"""HTML is read as browsers show it (docs/play.md, section 7, "HTML")."""

from __future__ import annotations

import pytest
from intake.reading import read, read_order, read_samples, read_trouble

from manila_pbem.intake.html_text import read_html

ORDER = "load:\n  jade: 0\n  silk: 4\nplace: [jade, port-a]\n"
LAID = read_samples("html_layouts.txt")


@pytest.mark.parametrize("html", LAID.values(), ids=LAID.keys())
def test_an_order_in_all_ways_of_laying_out(html: str) -> None:
    order = read_order(html, "html")
    assert order is not None
    whole = "load" in html
    assert order.replace("\u00a0", " ") == (ORDER if whole else "place: [jade, port-a]\n")


BREAKS = {
    "empty-div": "<div>bid: 7</div><div><br></div><div>Thanks</div>",
    "two-brs": "bid: 7<br><br>Thanks",
    "br-between-divs": "<div>bid: 7</div><br><div>Thanks</div>",
    "empty-p": "<p>bid: 7</p><p>&nbsp;</p><p>Thanks</p>",
    "mso-empty": "<p class=MsoNormal>bid: 7<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>"
    "<p class=MsoNormal>Thanks</p>",
    "rule": "<div>bid: 7</div><hr><div>Thanks</div>",
    "rule-in-text": "bid: 7<hr>Thanks",
    "table-before": "<table><tr><td>bid: 7</td></tr></table>Thanks",
    "table-after": "bid: 7<table><tr><td>Thanks</td></tr></table>",
    "zero-width-line": "<div>bid: 7</div><div>&#8203;</div><div>Thanks</div>",
    "wide-blank-line": "<div>bid: 7</div><div>&#12288;</div><div>Thanks</div>",
    "pre-empty-line": "<pre>bid: 7\n\nThanks</pre>",
    "p-with-brs": "<p>bid: 7<br><br></p><p>Thanks</p>",
}


@pytest.mark.parametrize("html", BREAKS.values(), ids=BREAKS.keys())
def test_what_ends_a_paragraph(html: str) -> None:
    place = read(html, "html")
    assert place is not None
    assert (place.order, place.left_out) == ("bid: 7\n", ("Thanks",))


@pytest.mark.parametrize(
    "html",
    [
        "<p>bid: 7</p><p>Thanks</p>",
        "<div>bid: 7</div><div>Thanks</div>",
        "bid: 7<br>Thanks",
        "<h1>Hello</h1><p>bid: 7</p>",
        "<div>bid: 7</div><div></div><p></p><div>Thanks</div>",
        "<ul><li>bid: 7</li></ul><div>Thanks</div>",
        "<div>bid: 7<br></div><div>Thanks</div>",
    ],
)
def test_other_blocks_end_a_line_only(html: str) -> None:
    assert read_trouble(html, "html") == "prose_in_order"


HIDDEN = {
    "display": "style='display:none'",
    "display-important": "style='display: none !important;'",
    "display-upper-case": "STYLE='DISPLAY:NONE'",
    "display-entity": "style='display&#58;none'",
    "display-comment": "style='display:/* x */none'",
    "visibility": "style='visibility:hidden'",
    "visibility-collapse": "style='visibility:collapse'",
    "hidden": "hidden",
    "hidden-value": "hidden='hidden'",
    "hidden-until-found": "hidden=until-found",
    "font-size": "style='font-size:0'",
    "font-size-px": "style='font-size:0px;line-height:0'",
    "font-size-tiny": "style='font-size:1px'",
    "font-size-em": "style='font-size:.0em'",
    "font": "style='font:0/0 a'",
    "opacity": "style='opacity:0'",
    "opacity-decimals": "style='opacity:0.00'",
    "opacity-percent": "style='opacity:0%'",
    "max-height": "style='max-height:0;overflow:hidden'",
    "height": "style='height:0px;overflow:hidden'",
    "width": "style='width:0;overflow:hidden'",
    "max-width": "style='max-width:0px;overflow:hidden'",
    "mso-hide": "style='mso-hide:all'",
    "transparent": "style='color:transparent'",
    "white": "style='color:#ffffff'",
    "white-word": "style='color: white'",
    "nearly-white": "style='color:#fefefe'",
    "white-by-channels": "style='color:rgb(255, 255, 255)'",
    "white-by-hsl": "style='color:hsl(0, 0%, 100%)'",
    "clear-by-channels": "style='color:rgba(0, 0, 0, 0)'",
    "clear-by-digits": "style='color:#00000000'",
    "white-on-white": "style='color:#fff;background:#fff'",
    "one-pixel": "style='width:1px;height:1px;overflow:hidden'",
    "clip-one-pixel": "style='position:absolute;clip:rect(1px, 1px, 1px, 1px)'",
    "content-visibility": "style='content-visibility:hidden'",
    "filter": "style='filter:opacity(0)'",
    "moved": "style='transform:translateX(-9999px)'",
    "far-left": "style='position:absolute;left:-9999px'",
    "far-above": "style='position:absolute;top:-9999px'",
    "text-indent": "style='text-indent:-9999px'",
    "clip": "style='position:absolute;clip:rect(0,0,0,0)'",
    "clip-path": "style='clip-path:inset(50%)'",
    "scale": "style='transform:scale(0)'",
    "preheader": "style='display:none;font-size:1px;color:#fff;line-height:1px;max-height:0;opacity:0;"
    "overflow:hidden;mso-hide:all'",
    "class": "class=h",
    "id": "id=h",
    "important-class": "class=i style='display:block'",
}
SHEET = (
    "<style><!-- .h, #h { display : none; color: red } .i{display:none!important} @media print{.p{display:none}} -->"
    "</style>"
)


@pytest.mark.parametrize("attribute", HIDDEN.values(), ids=HIDDEN.keys())
def test_hidden_text_is_left_out(attribute: str) -> None:
    for tag in ("div", "span", "p"):
        hidden = f"<{tag} {attribute}>salt: TRAP<br><b>place: silk</b></{tag}>"
        assert read(f"{SHEET}{hidden}", "html") is None
        assert read_order(f"{SHEET}<div>bid: 7</div>{hidden}", "html") == "bid: 7\n"
        assert read_order(f"{SHEET}<div>{hidden}bid: 7</div>", "html") == "bid: 7\n"
        assert read_order(f"{SHEET}<div {attribute}><div><p>salt: TRAP</p></div></div>bid: 7", "html") == "bid: 7\n"


@pytest.mark.parametrize(
    "html",
    [
        "<div style='visibility:hidden'>salt: TRAP<div style='visibility:visible'>bid: 7</div></div>",
        "<div style='font-size:0'>salt: TRAP<span style='font-size:12px'>bid: 7</span></div>",
        "<div style='color:white'>salt: TRAP<span style='color:black'>bid: 7</span></div>",
        "<div style='background:#000;color:#fff'>bid: 7</div>",
        "<table bgcolor=black><tr><td><font color=white>bid: 7</font></td></tr></table>",
        "<div style='display:block'>bid: 7</div>",
        "<div style='background:rgb(0, 0, 0) none;color:#fff'>bid: 7</div>",
        "<div style='background:url(x);color:#fff'>bid: 7</div>",
        "<div style='color:rgba(0,0,0,0.9)'>bid: 7</div>",
        "<div style='color:#ff0000'>bid: 7</div>",
        "<div style='color:hsl(0,50%,50%)'>bid: 7</div>",
        "<div style='overflow:hidden;width:600px;max-height:none'>bid: 7</div>",
        "<style media=print>div{display:none}</style><div>bid: 7</div>",
        "<div style='display:none;display:block'>bid: 7</div>",
        "<div style='max-height:0'>bid: 7</div>",
        "<div style='opacity:.5;font-size:10px;height:0'>bid: 7</div>",
        f"{SHEET}<div class=p>bid: 7</div>",
        f"{SHEET}<div class=h style='display:block'>bid: 7</div>",
        "<style>@media (max-width:600px){div{display:none}}</style><div>bid: 7</div>",
        "<style>.a .b, .a > .c{display:none}</style><div class=a><p class=b>salt: T</p><p class=c>x: 1</p>bid: 7",
        "<details><summary>bid: 7</summary>salt: TRAP</details>",
        "<dialog>salt: TRAP</dialog>bid: 7",
        "<div hidden><script>'</div>'</script>salt: TRAP</div>bid: 7",
        "<div hidden><!-- </div> -->salt: TRAP</div>bid: 7",
        "<div hidden><div>salt: TRAP</div>salt: TRAP</div>bid: 7",
    ],
)
def test_what_is_shown_is_read(html: str) -> None:
    assert read_order(html, "html") == "bid: 7\n"


STRUCK = [
    "<s>{}</s>",
    "<strike>{}</strike>",
    "<del>{}</del>",
    "<span style='text-decoration:line-through'>{}</span>",
    "<span style='text-decoration: line-through solid red'>{}</span>",
    "<span style='text-decoration-line:line-through'>{}</span>",
    "<span style='text-decoration:underline line-through'>{}</span>",
    "<s><b><i>{}</i></b></s>",
    "<style>.k{{text-decoration:line-through}}</style><span class=k>{}</span>",
]


@pytest.mark.parametrize("form", STRUCK)
def test_struck_out_text_is_refused(form: str) -> None:
    assert read_trouble(f"<div>bid: {form.format('5')} 7</div>", "html") == "struck_out"
    assert read_trouble(f"<div>{form.format('bid: 5')}</div><div>bid: 7</div>", "html") == "struck_out"
    assert read_trouble(f"<div>{form.format('bid: 5')}</div><br><div>buy: silk</div>", "html") == "struck_out"
    assert read_trouble(f"<div>bid: 7</div><div>{form.format('<div>buy: silk</div>')}</div>", "html") == "struck_out"
    assert read_trouble(f"<div>bid: 7 # {form.format('perhaps')}</div>", "html") == "struck_out"


@pytest.mark.parametrize("form", STRUCK)
def test_text_struck_out_elsewhere_does_not_matter(form: str) -> None:
    place = read(f"<div>{form.format('Hello')} there</div><br><div>bid: 7</div>", "html")
    assert place is not None
    assert (place.order, place.left_out) == ("bid: 7\n", ("Hello there",))
    assert read_order(f"<div>bid: 7</div><blockquote>{form.format('bid: 5')}</blockquote>", "html") == "bid: 7\n"
    assert read_order(f"<div>bid: 7</div><br>-- <br>{form.format('bid: 5')}", "html") == "bid: 7\n"


@pytest.mark.parametrize(
    "html",
    [
        "<s></s>bid: 7",
        "<s> </s>bid: 7",
        "<s style='text-decoration:none'>bid: 7</s>",
        "<div><s style='display:none'>salt: TRAP</s>bid: 7</div>",
        "<u>bid: 7</u>",
        "<ins>bid: 7</ins>",
        "<span style='text-decoration:underline'>bid: 7</span>",
    ],
)
def test_what_is_not_struck_out(html: str) -> None:
    assert read_order(html, "html") == "bid: 7\n"


@pytest.mark.parametrize(
    ("html", "order"),
    [
        ("place:<ul><li>jade</li><li>port-a</li></ul>", "place:\n  - jade\n  - port-a\n"),
        ("place:<ol><li>jade<li>port-a</ol>", "place:\n  - jade\n  - port-a\n"),
        ("load:<ul><li>jade: 0</li><li>silk: 4</li></ul>", "load:\n  jade: 0\n  silk: 4\n"),
        ("<ul><li>bid: 7</li><li>buy: silk</li></ul>", "  bid: 7\n  buy: silk\n"),
        ("<ul><li><p>bid: 7</p></li></ul>", "  bid: 7\n"),
        ("<ul><li><b>bid</b>: 7</li></ul>", "  bid: 7\n"),
        ("place:<ul><li><div>jade</div></li></ul>", "place:\n  - jade\n"),
        ("load:<dl><dd>jade: 0</dd><dd>silk: 4</dd></dl>", "load:\n  jade: 0\n  silk: 4\n"),
        ("<div>load:</div><div style='margin-left:40px'>jade: 0</div>", "load:\n     jade: 0\n"),
        ("<p>load:</p><p style='margin-left:36.0pt'>jade: 0</p>", "load:\n      jade: 0\n"),
        (
            "load:<blockquote style='margin:0 0 0 40px;border:none;padding:0px'>jade: 0</blockquote>",
            "load:\n     jade: 0\n",
        ),
        (
            "<p>place:</p><p class=MsoListParagraph style='margin-left:36pt;text-indent:-18pt'><![if !supportLists]>"
            "<span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>jade</p>",
            "place:\n      - jade\n",
        ),
    ],
)
def test_lists_and_what_is_set_in(html: str, order: str) -> None:
    assert read_order(html, "html") == order


@pytest.mark.parametrize(
    "html", ["<div>bid: 7&#0;</div>", "<div>bid: \ufffd</div>", "<div>bid: 7\ud800</div>", "bid: 7&#xd800;"]
)
def test_letters_that_can_not_be_read(html: str) -> None:
    assert read_trouble(html, "html") == "undecodable"


def test_control_characters_are_left_to_the_reader_of_orders() -> None:
    assert read_order("bid: 7\0", "html") == "bid: 7\1\n"
    assert read_order("bid: 7&#1;", "html") == "bid: 7\1\n"
    assert read_order("bid: &#8238;7", "html") == "bid: \u202e7\n"


def test_our_marks_can_not_be_forged() -> None:
    assert read_trouble("<div>bid: \ufdd07\ufdd1</div>", "html") == "undecodable"
    assert read_order("<div>\ufdd2</div><br>bid: 7", "html") == "bid: 7\n"


@pytest.mark.parametrize(
    "html",
    [
        "",
        " ",
        "<",
        "<!--",
        "<div",
        "&",
        "</",
        "<html>",
        "<frameset><frame></frameset>",
        "\ud800",
        '<p a="',
        "<![CDATA[",
        "<plaintext>",
    ],
)
def test_nothing_to_read(html: str) -> None:
    assert read(html, "html") is None
    assert isinstance(read_html(html), str)


def test_text_without_tags() -> None:
    assert read_order("bid: 7", "html") == "bid: 7\n"
    assert read_order("  bid:\n 7 ", "html") == "bid: 7\n"
