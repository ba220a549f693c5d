"""HTML, read as browsers show it ("HTML")."""

from __future__ import annotations

import html
from collections.abc import Iterator

from mail.building import REFUSED, TAKEN, Build, Case, Scene, end_lines, html_mail, write_lines

WORD_HEAD = (
    '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head>'
    '<meta name=Generator content="Microsoft Word 15"><!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style>'
    "<![endif]--><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang=EN-US><div class=WordSection1>"
)

GMAIL_QUOTE = (
    '<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Tue, Dec 1, 2026, Manila &lt;<a href="mailto:$own">'
    '$own</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex">$html_plain</blockquote></div>'
)

QUOTES = {
    "gmail": f'<div dir="ltr">$html_divs</div><br>{GMAIL_QUOTE}',
    "gmail-br": f'<div dir="ltr">$html</div><br>{GMAIL_QUOTE}',
    "gmail-glued": f'<div dir="ltr">$html</div>{GMAIL_QUOTE}',
    "apple": '<html><body style="word-wrap: break-word;">$html<br><div><br><blockquote type="cite"><div>On 1 Dec 2026, at '
    "19:58, Manila &lt;$own&gt; wrote:</div><br><div>$html_plain</div></blockquote></div></body></html>",
    "apple-attribution-outside": "<body>$html<br><div><div>Am 01.12.2026 um 19:58 schrieb Manila &lt;$own&gt;:</div><br>"
    '<blockquote type="cite">$html_plain</blockquote></div></body>',
    "iphone": '<div dir="ltr">$html</div><div dir="ltr"><br>Von meinem iPhone gesendet</div><div dir="ltr"><br><blockquote '
    'type="cite">Am 01.12.2026 um 19:58 schrieb Manila &lt;$own&gt;:<br><br></blockquote></div><blockquote type="cite">'
    "<div>$html_plain</div></blockquote>",
    "thunderbird": '<body><p>$html<br></p><div class="moz-cite-prefix">On 12/1/26 19:58, Manila wrote:<br></div>'
    '<blockquote type="cite" cite="mid:1@x"><pre class="moz-quote-pre">$plain</pre></blockquote></body>',
    "thunderbird-forward": '<body><p>$html</p><div class="moz-forward-container"><br>-------- Weitergeleitete Nachricht '
    '--------<table class="moz-email-headers-table"><tr><th>Betreff: </th><td>x</td></tr><tr><th>Von: </th><td>Manila'
    "</td></tr></table><br>$html_plain</div></body>",
    "yahoo": '<div class="yahoo-style-wrap"><div>$html</div><div><br></div></div><div id="yahoo_quoted_1" class="yahoo_quoted">'
    "<div>On Tuesday, December 1, 2026 at 07:58:00 PM GMT+1, Manila &lt;$own&gt; wrote:</div><div><br></div>"
    "<div>$html_plain</div></div>",
    "proton": '<div style="font-family: Arial">$html</div><div><br></div><div class="protonmail_quote">On Tuesday, December '
    '1st, 2026 at 7:58 PM, Manila &lt;$own&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">$html_plain'
    "</blockquote></div>",
    "outlook-web": '<div>$html</div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font '
    "face=Calibri><b>From:</b> Manila &lt;$own&gt;<br><b>Sent:</b> Tuesday, December 1, 2026 7:58 PM<br><b>To:</b> Ana"
    "<br><b>Subject:</b> $html_subject</font><div>&nbsp;</div></div><div>$html_plain</div>",
    "outlook-web-fr": '<div>$html</div><hr><div id="divRplyFwdMsg"><b>De&nbsp;:</b> Manila &lt;$own&gt;<br><b>Envoyé&nbsp;:'
    "</b> mardi 1 décembre 2026 19:58<br><b>À&nbsp;:</b> Ana<br><b>Objet&nbsp;:</b> x</div><div>$html_plain</div>",
    "qq": '<div>$html</div><div><br></div><div style="font-size: 12px;padding:2px 0">------------------&nbsp;原始邮件&nbsp;'
    '------------------</div><div style="background:#efefef;padding:8px;"><div><b>发件人:</b> "Manila"&lt;$own&gt;;</div>'
    "<div><b>主题:</b> x;</div></div><div>$html_chinese</div><style>.qmbox style {display:none}</style>",
    "163": '<div>$html</div><br><p>在 2026-12-01 19:58:00，"Manila" &lt;$own&gt; 写道：</p><blockquote id="isReplyContent" '
    'style="PADDING-LEFT: 1ex; BORDER-LEFT: #ccc 1px solid">$html_chinese</blockquote>',
    "163-without-blockquote": '<div>$html</div><br><p>在 2026-12-01 19:58:00，"Manila" &lt;$own&gt; 写道：</p>'
    "<div>$html_chinese</div>",
    "foxmail": '<div>$html</div><div><br></div><hr style="width: 210px"><div><span><div>$sender</div></span></div>'
    '<blockquote style="margin-left:0.5em"><div>&nbsp;</div><div style="border:none;border-top:solid #B5C4DF 1.0pt">'
    "<div><b>发件人：</b>&nbsp;Manila</div><div><b>发送时间：</b>&nbsp;2026-12-01 19:58</div><div><b>收件人：</b>&nbsp;ana</div>"
    "<div><b>主题：</b>&nbsp;x</div></div><div>$html_chinese</div></blockquote>",
    "bottom-posted": "<blockquote type=cite>$html_plain</blockquote><div>$html</div>",
    "bottom-posted-attribution": "<div>On 12/1/26 19:58, Manila wrote:</div><blockquote type=cite>$html_plain</blockquote>"
    "<p>$html</p>",
    "between-two-quotes": "<blockquote>$html_plain</blockquote>$html<blockquote>$html_plain</blockquote>",
    "nested-quotes": "<div>$html</div><blockquote>one<blockquote>$html_plain</blockquote>$html_trap</blockquote>",
    "quote-marks": "<div>$html<br><br>&gt; place: [insurance, pass]<br>&gt; salt: TRAP</div>",
    "unclosed-blockquote": "<div>$html</div><blockquote>$html_plain",
}

FORMS = {
    "lines-by-br": "$html",
    "lines-by-br-in-a-paragraph": "<p>$html</p>",
    "lines-by-br-closed": '<div>$html<br clear="all"/></div>',
    "lines-by-div": "$html_divs",
    "lines-by-nested-divs": "<div><div><div>$html_divs</div></div></div>",
    "body-without-head": "<body>$html</body>",
    "upper-case-tags": "<HTML><BODY><DIV>$html</DIV></BODY></HTML>",
    "doctype-and-comments": "<!DOCTYPE html><!-- place: [insurance] --><html><body><!-- salt: TRAP -->$html</body></html>",
    "title-and-head": "<html><head><title>salt: TRAP</title><base href='x'></head><body>$html</body></html>",
    "style-and-script": "<style>salt: TRAP</style><script>salt: TRAP</script>$html",
    "template-element": "<template><div>salt: TRAP</div></template>$html",
    "form": "<form>$html</form>",
    "list-of-prose": "<ul><li>hello</li><li>there</li></ul><div><br></div>$html",
    "heading-apart": "<h1>My orders</h1><br>$html",
    "image": '$html<br><img src="https://example.org/track.gif" alt="salt: TRAP" width=1 height=1>',
    "link-in-prose": '$html<br><br><a href="https://example.org/">our page</a>',
    "bold-and-italic": "<b><i>$html</i></b>",
    "spans": '<span style="color:#222"><span lang="en">$html</span></span>',
    "font": '<font face="Arial" size="2" color="#000000">$html</font>',
    "inserted": "<ins>$html</ins>",
    "marked": "<mark>$html</mark>",
    "unclosed-tags": "<div><p><b>$html",
    "wrongly-nested": "<b><i><div>$html</b></i></div>",
    "unquoted-attributes": "<div class=x id=y style=color:red>$html</div>",
    "closing-tags-too-many": "</div></p></span>$html</div></div>",
    "stray-less-than": "$html<br><br>I am &lt;3 &amp; 2 < 3",
    "table-signature-glued": "$html<table><tr><td>Ana</td><td>Tel: 030</td></tr></table>",
    "rule-glued": "$html<hr>Ana",
    "rule-above": "Hello<hr>$html",
    "table-around": "<table><tr><td>$html</td></tr></table>",
    "table-layout": "<table width=100%><tbody><tr><td>&nbsp;</td></tr><tr><td>$html_divs</td></tr></tbody></table>",
    "empty-paragraph-around": "<p>&nbsp;</p>$html_divs<p>&nbsp;</p><p>Ana</p>",
    "signature-div": '$html_divs<div><br></div><div>-- <br></div><div class="gmail_signature">salt: TRAP</div>',
    "signature-phone": "$html_divs<div><br></div><div>发自我的iPhone</div>",
    "hidden-by-display": '<div style="display:none">salt: TRAP</div>$html',
    "hidden-by-display-upper": '<DIV STYLE="DISPLAY : NONE !important">salt: TRAP</DIV>$html',
    "hidden-by-visibility": '<div style="visibility:hidden">salt: TRAP</div>$html',
    "hidden-by-attribute": "<div hidden>salt: TRAP</div>$html",
    "hidden-by-size": '<div style="font-size:0">salt: TRAP</div>$html',
    "hidden-by-size-px": '<div style="font-size:0px;line-height:0">salt: TRAP</div>$html',
    "hidden-by-opacity": '<div style="opacity:0">salt: TRAP</div>$html',
    "hidden-by-word": '<div style="mso-hide:all;display:none">salt: TRAP</div>$html',
    "hidden-by-height": '<div style="max-height:0;overflow:hidden">salt: TRAP</div>$html',
    "hidden-preheader": '<span style="display:none!important;font-size:1px;color:#fff">salt: TRAP</span>$html',
    "hidden-within": '$html<div style="display:none"><p>x<b>salt: TRAP</b></p></div>',
    "escaped-script-in-salt": "$html<br>salt: &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot;",
    "entities-by-number": "$html<br>salt: &#111;t&#x68;er",
    "soft-hyphens-and-word-breaks": "$html<br>sa&shy;lt: ot<wbr>her",
    "zero-width-entities": "&#8203;$html&#8203;",
}

REFUSALS = {
    "struck-out-s": "<s>$html</s>",
    "struck-out-del": "<del>$html</del>",
    "struck-out-strike": "<strike>$html</strike>",
    "struck-out-by-style": '<span style="text-decoration: line-through">$html</span>',
    "struck-out-by-style-line": '<span style="text-decoration-line:line-through">$html</span>',
    "struck-out-in-part": "$html<br>salt: <s>one</s> TRAP",
    "only-a-quote": "<blockquote>$html_plain</blockquote>",
    "only-gmail-quote": f"<div><br></div>{GMAIL_QUOTE}",
    "only-hidden": '<div style="display:none">$html</div>',
    "only-script": "<script>$order</script>",
    "only-a-comment": "<!-- $order -->",
    "empty": "",
    "empty-body": "<html><body></body></html>",
    "prose-glued": "$html<br>see you",
    "prose-glued-by-div": "$html_divs<div>see you</div>",
    "prose-glued-by-paragraph": "<p>see you</p>$html",
}


def wrap_lines(wrap: str, before: str = "", after: str = "", *, between: str = "\r\n") -> Build:
    """Return what builds an HTML mail with each line of the order wrapped."""

    def build(scene: Scene) -> bytes:
        body = scene.fill(before) + scene.write_html(wrap, between=between) + scene.fill(after)
        return scene.mail(end_lines(body).encode(), "text/html; charset=utf-8", "qp")

    return build


def keep_blanks(before: str, after: str) -> Build:
    """Return what builds an HTML mail with the order as preformatted text."""

    def build(scene: Scene) -> bytes:
        body = before + html.escape(scene.order, quote=False) + after
        return scene.mail(end_lines(body).encode(), "text/html; charset=utf-8", "b64")

    return build


def collapse_blanks(scene: Scene) -> bytes:
    """Return a mail whose source is broken and filled up with blanks wherever browsers show one blank or none."""
    lines = [line.replace(" ", " \r\n \t ") for line in write_lines(scene.order, between="\n").split("\n")]
    body = "<div>\r\n   " + "<br>\r\n\t".join(lines) + "\r\n</div>"
    return scene.mail(body, "text/html; charset=utf-8", "qp")


WRAPS: dict[str, Build] = {
    "lines-by-p": wrap_lines("<p>{}</p>"),
    "lines-by-p-with-margin-none": wrap_lines('<p style="margin:0">{}</p>'),
    "lines-by-p-unclosed": wrap_lines("<p>{}"),
    "lines-by-p-word": wrap_lines(
        "<p class=MsoNormal><span lang=EN-US style='font-family:\"Calibri\",sans-serif'>{}<o:p></o:p></span></p>",
        WORD_HEAD,
        "<p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm'>"
        "<p class=MsoNormal><b>From:</b> Manila &lt;$own&gt; <br><b>Sent:</b> Tuesday, December 1, 2026 7:58 PM<br>"
        "<b>To:</b> Ana<br><b>Subject:</b> $html_subject<o:p></o:p></p></div><p class=MsoNormal>$html_plain</p></div></body>"
        "</html>",
    ),
    "lines-by-p-word-de": wrap_lines(
        "<p class=MsoNormal>{}<o:p></o:p></p>",
        WORD_HEAD,
        "<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal><b>Von:</b> Manila &lt;$own&gt; <br><b>Gesendet:</b> "
        "Dienstag, 1. Dezember 2026 19:58<br><b>An:</b> Ana<br><b>Betreff:</b> x</p><p class=MsoNormal>$html_plain</p>",
    ),
    "lines-by-div-with-br": wrap_lines("<div>{}<br></div>"),
    "lines-by-div-with-span": wrap_lines('<div dir="ltr"><span>{}</span></div>', between=""),
    "preformatted": keep_blanks("<pre>", "</pre>"),
    "preformatted-in-div": keep_blanks("<div>Hello</div><br><pre wrap=''>", "</pre><br><div>Ana</div>"),
    "preformatted-code": keep_blanks("<pre><code class=yaml>", "</code></pre>"),
    "preformatted-by-style": keep_blanks('<div style="white-space: pre-wrap">', "</div>"),
    "preformatted-by-style-pre": keep_blanks('<span style="white-space:pre">', "</span>"),
    "blanks-collapse": collapse_blanks,
}


ORDERS = {
    "escaped-script-in-salt": '$order\nsalt: "<script>alert(1)</script>"',
    "entities-by-number": "$order\nsalt: other",
    "soft-hyphens-and-word-breaks": "$order\nsalt: other",
}


def list_cases() -> Iterator[Case]:
    for name, template in QUOTES.items():
        yield Case(f"html-{name}", TAKEN, html_mail(template, transfer="b64"))
    for name, template in FORMS.items():
        yield Case(f"html-{name}", TAKEN, html_mail(template), ORDERS.get(name))
    yield Case("html-entities-by-name", TAKEN, html_mail("$html<br>salt&colon; a&amp;b"), "$order\nsalt: a&b")
    for name, template in REFUSALS.items():
        yield Case(f"html-{name}", REFUSED, html_mail(template))
    for name, build in WRAPS.items():
        yield Case(f"html-{name}", TAKEN, build)
    yield Case("html-labelled-as-xhtml", REFUSED, html_mail("$html", kind="application/xhtml+xml; charset=utf-8"))
