"""HTML read as browsers show it: its lines, without what is hidden, with what is quoted or struck out marked.

docs/play.md, section 7, "HTML". Whatever is broken in it, the parser makes of it what browsers make of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from manila_pbem.intake.html_limits import is_tangled
from manila_pbem.intake.html_marks import ORIGINAL_BEGINS, QUOTE, SIGNATURE, find_mark
from manila_pbem.intake.html_sheet import apply_sheets, may_style
from manila_pbem.intake.html_style import BLOCK, Look, read_look
from manila_pbem.intake.seeing import ORIGINAL, STRUCK, STRUCK_END, forge_no_marks, unmark

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

QUOTED_LINE = "> "
"""Stands for all lines of a quote."""

_TOKEN = re.compile(r"<(/?)([^\s/>]+)([^>]*)>([^<]*)")
_NO_TEXT = re.compile(
    r"<!--.*?-->|<(script|style|iframe|noembed|noframes)\b[^>]*>.*?</\1>|<xmp\b[^>]*>(.*?)</xmp>|<plaintext\b[^>]*>(.*)",
    re.DOTALL,
)
"""What has signs in it that are no tags."""
_UNSHOWN = frozenset(
    """title template noscript textarea select datalist object video audio canvas svg map rp head""".split()  # noqa: SIM905
)
_VOID = frozenset(
    """area base basefont bgsound br col embed frame hr img input keygen link meta param source track
    wbr""".split()  # noqa: SIM905
)
_BLOCKS = frozenset(
    """address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer
    form h1 h2 h3 h4 h5 h6 header hgroup html legend li listing main menu nav ol p pre search section summary caption
    table tbody thead tfoot tr ul optgroup option colgroup frameset""".split()  # noqa: SIM905
)
_LISTS = frozenset(("ul", "ol", "menu", "dir"))
_CELLS = frozenset(("td", "th"))
_STRUCK = frozenset(("s", "strike", "del"))
_CHANGING = _STRUCK | _LISTS | {"dd", "pre", "listing"}
"""Elements in which text is shown otherwise, whatever their attributes."""
_BLANKS = re.compile(r"[ \t\n\f\r]+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_KEY_LIKE = re.compile(r"[^\s:：\[{\"'][^:：\[{]{0,39}[:：]|\{")
_CLOSABLE = re.compile("<d(?:etails|ialog)", re.IGNORECASE)
_LONGEST_CACHED = 2000
_LIST_INDENT = 2
_LONGEST_LEAD = 600
"""Letters that a container of quotes shows before the quote itself, at most."""
_FURTHEST_QUOTE = 6000
"""Letters of HTML before it."""


class _State:
    """How text is shown at some place in the tree."""

    __slots__ = ("backed", "indent", "ink", "keeps", "legible", "shown", "struck", "visible")

    def __init__(self) -> None:
        self.visible = True
        self.legible = True
        self.ink = "other"
        self.backed = False
        self.shown = True
        self.struck = False
        self.keeps = "no"
        self.indent = 0

    def copy(self) -> _State:
        other = _State.__new__(_State)
        other.visible = self.visible
        other.legible = self.legible
        other.ink = self.ink
        other.backed = self.backed
        other.shown = self.shown
        other.struck = self.struck
        other.keeps = self.keeps
        other.indent = self.indent
        return other

    def change(self, look: Look) -> None:
        if look.visible is not None:
            self.visible = look.visible
        if look.legible is not None:
            self.legible = look.legible
        if look.ink is not None:
            self.ink = look.ink
        if look.keeps is not None:
            self.keeps = look.keeps
        if look.struck:
            self.struck = True
        self.backed = self.backed or look.backed
        self.indent += look.indent
        seen = self.ink == "other" or (self.ink == "white" and self.backed)
        self.shown = seen and self.visible and self.legible


def read_html(html: str) -> str | None:
    """Return the text of an HTML part, its lines ended by LF; None where it is too tangled to be read.

    A quote is a line `> `, whatever stood in it; a line `ORIGINAL` stands where an original mail begins by the
    program's own mark; struck-out text stands between `STRUCK` and `STRUCK_END`. Raises nothing, whatever is given.
    """
    from selectolax.lexbor import LexborHTMLParser

    html = forge_no_marks(html.replace("\0", "\1"))
    if not html.isascii():
        html = _SURROGATE.sub("\ufffd", html)
    if is_tangled(html):
        return None
    tree = LexborHTMLParser(html)
    if may_style(html):
        apply_sheets(tree)
    if _CLOSABLE.search(html) is not None:
        _drop_closed(tree)
    body = tree.body
    return _Reader(body.html if body is not None else tree.html).read()


def _drop_closed(tree: LexborHTMLParser) -> None:
    """Take out what is shown only once its reader opens it."""
    for dialog in tree.css("dialog:not([open])"):
        dialog.decompose()
    for details in tree.css("details:not([open])"):
        for node in [*details.iter(include_text=True)]:
            if node.tag != "summary":
                node.decompose()


class _Reader:
    def __init__(self, html: str | None) -> None:
        self._html = _NO_TEXT.sub(_escape_raw, html or "")
        self._lines: list[str] = []
        self._line: list[str] = []
        # A bullet waits for its text; where in the line that text begins.
        self._bullet = False
        self._bulleted = -1
        self._state = _State()
        # What held outside of each element that is open, and whether it is a block.
        self._stack: list[tuple[_State, bool]] = []

    def read(self) -> str:
        html = self._html
        # The parser writes no `<` but before a tag and in names, and no `>` but behind a tag.
        pieces = html.split("<")
        stack = self._stack
        self._add(pieces[0])
        at = len(pieces[0])
        number, end = 1, len(pieces)
        while number < end:
            piece = pieces[number]
            number += 1
            if ">" not in piece:
                # A name has a `<` in it: `<s</>` is an element `s<`.
                last = number
                while last < end and ">" not in pieces[last]:
                    last += 1
                piece = "<".join((piece, *pieces[number : last + 1]))
                number = last + 1
            begin = at
            at += len(piece) + 1
            head, _, text = piece.partition(">")
            if head[:1] == "/":
                if stack:
                    self._state, block = stack.pop()
                    if block:
                        self._end_block(head)
            else:
                tag, _, attributes = head.partition(" ")
                if tag in _VOID:
                    self._put_void(tag)
                else:
                    after = self._open(tag, attributes, begin + len(head) + 2)
                    if after is not None:
                        if after < 0:
                            break
                        while at < after:
                            at += len(pieces[number]) + 1
                            number += 1
                        text = html[after:at]
            if text:
                self._add(text)
        self._flush()
        return "\n".join(self._lines)

    def _open(self, tag: str, attributes: str, inside: int) -> int | None:
        """Enter an element; return where to go on if its content is not to be read, -1 for nowhere."""
        look = None
        if attributes:
            look = read_look(attributes) if len(attributes) <= _LONGEST_CACHED else read_look.__wrapped__(attributes)
        if tag in _UNSHOWN or (look is not None and look.gone):
            return self._skip(tag, inside)
        if look is not None and look.bullet:
            self._bullet = True
            return self._skip(tag, inside)
        mark = find_mark(tag, look) if look is not None or tag == "blockquote" else None
        if mark is not None:
            after = self._pass_mark(tag, mark, inside)
            if after is not None:
                return after
        block = tag in _BLOCKS
        if look is not None and look.display is not None:
            block = look.display == BLOCK and tag not in _CELLS
        self._stack.append((self._state, block))
        if block:
            if self._line:
                self._flush()
            if tag == "li":
                self._bullet = True
            elif tag == "table":
                self._end_paragraph()
        elif self._line and tag in _CELLS:
            self._line.append("  ")
        if look is not None or tag in _CHANGING:
            self._change(tag, look)
        return None

    def _change(self, tag: str, look: Look | None) -> None:
        """Note how text is shown in an element from here on."""
        self._state = state = self._state.copy()
        if tag in _LISTS or tag == "dd":
            state.indent += _LIST_INDENT
        elif tag == "pre" or tag == "listing":
            state.keeps = "all"
        elif tag in _STRUCK and (look is None or look.struck is not False):
            state.struck = True
        if look is not None:
            state.change(look)

    def _end_block(self, tag: str) -> None:
        if self._line:
            self._flush()
        self._bullet = False
        if tag == "/table":
            self._end_paragraph()

    def _put_void(self, tag: str) -> None:
        if tag == "br":
            self._flush(empty=True)
        elif tag == "hr":
            self._flush()
            self._end_paragraph()

    def _pass_mark(self, tag: str, mark: str, inside: int) -> int | None:
        """Pass over what a program marks as quoted or as a signature; None where its content is to be read."""
        if mark == QUOTE:
            self._flush()
            self._put_quote()
            return self._skip(tag, inside)
        if mark == SIGNATURE:
            self._flush()
            self._end_paragraph()
            return self._skip(tag, inside)
        if mark == ORIGINAL_BEGINS:
            self._flush()
            self._lines.append(ORIGINAL)
            return self._skip(tag, inside)
        # A container: of the quote's introduction, the quote, and what was written below it.
        quote = self._html.find("<blockquote", inside, inside + _FURTHEST_QUOTE)
        lead = self._html[inside : max(quote, inside)]
        if quote < 0 or self._is_closed_within(lead, tag) or _measure(lead) > _LONGEST_LEAD:
            self._flush()
            self._put_quote()
            return self._skip(tag, inside)
        return None

    def _is_closed_within(self, lead: str, tag: str) -> bool:
        depth = 1
        for close, name, _, _ in _TOKEN.findall(lead):
            if name == tag:
                depth += -1 if close else 1
                if depth == 0:
                    return True
        return False

    def _put_quote(self) -> None:
        if not self._lines or self._lines[-1] != QUOTED_LINE:
            self._lines.append(QUOTED_LINE)

    def _skip(self, tag: str, inside: int) -> int:
        """Return where an element ends, behind its closing tag; elements of other kinds are balanced within it."""
        html = self._html
        begin, ending = f"<{tag}", f"</{tag}>"
        depth = 1
        at = inside
        while (closing := html.find(ending, at)) >= 0:
            while (opening := html.find(begin, at, closing)) >= 0:
                at = opening + len(begin)
                if html[at : at + 1] in (" ", ">"):
                    depth += 1
            at = closing + len(ending)
            depth -= 1
            if depth == 0:
                return at
        return -1

    def _add(self, text: str) -> None:
        state = self._state
        line = self._line
        if state.keeps != "no":
            self._add_lines(text, state)
            return
        if text == "\n":
            if line and line[-1][-1] != " ":
                line.append(" ")
            return
        if not state.shown:
            return
        if "&" in text:
            text = _read_entities(text)
        text = _BLANKS.sub(" ", text)
        if text[:1] == " " and (not line or line[-1][-1] == " "):
            text = text[1:]
        if text:
            self._append(text)

    def _add_lines(self, text: str, state: _State) -> None:
        if not state.shown:
            return
        text = _read_entities(text)
        if state.keeps == "all":
            self._add_kept(text)
            return
        for number, piece in enumerate(text.split("\n")):
            if number:
                self._flush(empty=True)
            piece = _BLANKS.sub(" ", piece)
            if not self._line:
                piece = piece.lstrip(" ")
            if piece:
                self._append(piece)

    def _add_kept(self, text: str) -> None:
        pieces = text.split("\n")
        for number, piece in enumerate(pieces):
            if number:
                self._flush(empty=True)
            if piece:
                self._append(piece)

    def _append(self, text: str) -> None:
        state = self._state
        if not self._line:
            if state.indent:
                self._line.append(" " * state.indent)
            if self._bullet and text.strip():
                self._bulleted = len(self._line)
                self._bullet = False
        if state.struck and text.strip():
            text = f"{STRUCK}{text}{STRUCK_END}"
        self._line.append(text)

    def _flush(self, empty: bool = False) -> None:
        """End a line; one in which nothing stands only where it is asked for."""
        if self._line:
            if self._bulleted >= 0:
                # A list's bullet is a dash to the reader of orders, but before a key it is nothing.
                text = unmark("".join(self._line[self._bulleted :]))
                if _KEY_LIKE.match(text) is None:
                    self._line.insert(self._bulleted, "- ")
                self._bulleted = -1
            self._lines.append("".join(self._line).rstrip(" "))
            self._line = []
        elif empty:
            self._lines.append("")

    def _end_paragraph(self) -> None:
        if self._lines and self._lines[-1]:
            self._lines.append("")


def _read_entities(text: str) -> str:
    """Return a text without the entities that the parser writes."""
    return text.replace("&nbsp;", "\u00a0").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _escape_raw(found: re.Match[str]) -> str:
    """Return as other elements write it what stands in an element without tags and entities."""
    shown: str | None = found.group(2) or found.group(3)
    if not shown:
        return ""
    if found.group(3):
        # Nothing closes this element, so all that is closed behind it was put there by the parser.
        while shown.endswith(">") and (begin := shown.rfind("</")) >= 0:
            shown = shown[:begin]
    shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"<pre>{shown}</pre>"


def _measure(html: str) -> int:
    """Return how many letters an HTML text shows."""
    return sum(len(text) for _, _, _, text in _TOKEN.findall(f"<b>{html}"))
