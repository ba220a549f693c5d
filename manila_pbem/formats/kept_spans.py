"""Where a value that keeps its characters ends in the text as it was written: plain, quoted or a block text.

Only what stands around such a value is read by the table of replacements. So a straight quote is closed by a straight
one, a full-width bracket by none, and a full-width comma parts nothing unless a key follows.
"""

from __future__ import annotations

import re
from functools import cache

from manila_pbem.formats.characters import BLANKS, DROPPED, Kept, Replaced, replace_characters
from manila_pbem.formats.words import find_word

_BLANK = " " + BLANKS
_OPEN = "[{［｛【〔"
_CLOSE = "]}］｝】〕"
_COMMA = ",，、､"
_COLON = ":："
_COMMENT = "#＃"
_DOUBLE = "“”„‟＂"
_SINGLE = "‘’‚‛＇"
_QUOTES = "'\"" + _DOUBLE + _SINGLE

MOST_STEPS = 2500
"""How many tokens and lines are walked through: two for each value that an order may have, and some more."""


class TooLong(Exception):
    """A text has more in it than an order can say."""


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    """Return a pattern in which capital letters in angle brackets stand for the signs above."""
    for name, signs in (
        ("B", _BLANK),
        ("D", DROPPED),
        ("OPEN", _OPEN),
        ("CLOSE", _CLOSE),
        ("COMMA", _COMMA),
        ("COLON", _COLON),
        ("HASH", _COMMENT),
    ):
        pattern = pattern.replace(f"<{name}>", re.escape(signs))
    return re.compile(pattern)


def _match(pattern: str, text: str, at: int) -> int:
    """Return where a pattern ends that begins at an offset."""
    found = _compile(pattern).match(text, at)
    return found.end() if found else at


_TEXT = r"(?:[^\n<B>]++|[\n<B>][\n<B><D>]*+(?![<HASH>]))*+"
"""A plain text up to a comment; a mark without width before a number sign is as if not there."""
_FLOW_TEXT = r"(?:[^\n<B><OPEN><CLOSE><COMMA>]++|[\n<B>][\n<B><D>]*+(?![<HASH>]))*+"
"""A plain text within brackets up to a comment or a sign that may end it."""
_QUOTED = {"'": r"'(?:[^']++|'')*+'", '"': r'"(?:[^"\\]++|\\[\s\S])*+"'}
"""A text in straight quotes by the quote it begins with."""
_QUOTE_END = r"[%s](?=[<B><D>]*+(?:\n|\Z%s)|[<D>]*+[<B>][<B><D>]*+[<HASH>])"
"""A closing quote with nothing of the value behind it."""
_COLON_SOON = r"[<B><D>]*+([^<COLON>]{1,110})[<COLON>]"
"""What may be a key, as long as escapes make it."""
_LONGEST_KEY = 24
_FILLED_LINE = r"\n *+(?=[^ \n])"
"""A line end and the blanks that set in a line with something in it."""
_ESCAPE = r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([\s\S]))"
_BLANK_ESCAPES = "\nn_ "


def _unescape(found: re.Match[str]) -> str:
    code = int(found[1] or found[2] or found[3] or "0", 16)
    if found[4]:
        return " " if found[4] in _BLANK_ESCAPES else found[4] if found[4] in '"\\/' else "\\"
    return chr(code) if code <= 0x10FFFF else "\\"


def read_key(token: str) -> str:
    """Return a key without its quotes, its escapes read; how many blanks are within it doesn't matter."""
    token = token.strip(" \n")
    if token[:1] == '"':
        token = (_compile(_ESCAPE).sub(_unescape, token) if "\\" in token else token).strip('"')
    elif token[:1] == "'":
        token = token.strip("'").replace("''", "'")
    return " ".join(token.split())


class SpanFinder:
    """Finds the spans of values in a text; `kept` are those found so far, in its offsets as it was written.

    Handed in and returned are offsets of the text as it is read, all of it replaced. `step` and all that takes steps
    raises TooLong after `MOST_STEPS`.
    """

    def __init__(self, replaced: Replaced) -> None:
        self.kept: list[Kept] = []
        self._replaced = replaced
        self._text = replaced.written
        self._length = len(replaced.written)
        self._steps = 0

    def step(self, steps: int = 1) -> None:
        """Note that so many tokens or lines were walked through."""
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise TooLong

    def find_line_before(self, start: int, indent: int) -> int:
        """Return the end of the last line before one that stands less far in, of those below an offset."""
        read, end = self._replaced.read, len(self._replaced.read)
        for count, line in enumerate(_compile(_FILLED_LINE).finditer(read, start)):
            if line.end() - line.start() <= indent:
                end = line.start()
                break
            if count > MOST_STEPS:
                raise TooLong
        self.step(read.count("\n", start, end))
        return end

    def keep_block(self, start: int, end: int, indent: int) -> None:
        """Keep the lines of a block text, but for the blanks that set them in; they begin with the line end before."""
        if start < end:
            find = self._replaced.find_written
            self.kept.append(Kept(find(start), find(end), indent=indent))

    def keep_value(self, at: int, begin: int, indent: int, *, within: bool) -> int:
        """Keep a value that is no block text and begins at an offset, after blanks from another; return where it ends.

        `indent` is how far the mapping is set in that has it, `within` tells whether that stands in brackets.
        """
        text, value = self._text, self._replaced.find_written(begin)
        sign = text[value]
        if sign in _QUOTED:
            end = self._keep_in_straight_quotes(value, begin, indent, within)
        elif sign in "[{":
            return begin
        elif (closing := self._find_curly_end(value, begin, indent, within)) is not None:
            end = self._keep_in_curly_quotes(value, closing)
        else:
            if sign not in _QUOTES:
                # A mark without width is part of the value, but not before a quote, where it can't be meant.
                first = self._replaced.find_written(at)
                before = len(text[first:value].rstrip(DROPPED))
                # Nor at the start of a line, where parsers skip a byte order mark.
                value = first + before if text[first + before - 1] != "\n" else value
            end = self._find_flow_end(value) if within else self._find_plain_end(value, begin, indent)
            self.kept.append(Kept(value, end, plain=True))
        return self._replaced.find_read(end)

    def _keep_in_straight_quotes(self, value: int, begin: int, indent: int, within: bool) -> int:
        text = self._text
        found = _compile(_QUOTED[text[value]]).match(text, value)
        if found is None:
            # A curly quote closes a straight one only where no straight one does.
            closing = self._find_curly_end(value, begin, indent, within)
            if closing is not None:
                return self._keep_in_curly_quotes(value, closing)
            self.kept.append(Kept(value + 1, self._length))
            return self._length
        self.kept.append(Kept(value + 1, found.end() - 1))
        after = found.end()
        while text[after : after + 1] in tuple(DROPPED):
            after += 1
        if text[after : after + 1] in tuple(_QUOTES):
            # Read as a plain one, or without the marks before it, another quote would double the closing one.
            self.kept.append(Kept(found.end(), after + 1))
            return after + 1
        return found.end()

    def _keep_in_curly_quotes(self, value: int, closing: int) -> int:
        self.step(sum(self._text.count(sign, value, closing) for sign in '"\\'))
        self.kept.append(Kept(value + 1, closing, quoted=True))
        return closing + 1

    def _find_curly_end(self, value: int, begin: int, indent: int, within: bool) -> int | None:
        """Return where the quote closes that a value begins with, None where curly quotes are part of the value."""
        text, opening = self._text, self._text[value]
        if opening not in _QUOTES:
            return None
        curly, straight = (_DOUBLE, '"') if opening in _DOUBLE + '"' else (_SINGLE, "'")
        extent = self._length if within else self._find_extent(begin, indent)
        more = "|[<CLOSE><COMMA>]" if within else ""
        # A straight quote closes a curly one only where no curly one does: within, it is part of the value.
        for closing in (curly,) if opening == straight else (curly, curly + straight):
            found = _compile(_QUOTE_END % (closing, more)).search(text, value + 1, extent)
            if found and not any(text.find(quote, value + 1, found.start()) >= 0 for quote in closing):
                return found.start()
        return None

    def _find_extent(self, begin: int, indent: int) -> int:
        """Return where a value of several lines ends at the latest: before a line that stands no further in."""
        return self._replaced.find_written(self.find_line_before(begin, indent + 1))

    def _find_plain_end(self, start: int, begin: int, indent: int) -> int:
        """Return the end of a plain value of one line, and of the lines below that stand further in."""
        text = self._text[start : self._find_extent(begin, indent)]
        return start + _match(_TEXT, text, 0)

    def _find_flow_end(self, start: int) -> int:
        """Return the end of a plain value within brackets: a comma or the closing bracket.

        A full-width comma ends it only where a key follows, a full-width bracket only if none was opened within.
        """
        text, at, inner = self._text, start, 0
        while True:
            at = _match(_FLOW_TEXT, text, at)
            sign = text[at : at + 1]
            if not sign or sign in "\n,[]{}" or sign in _BLANK or (sign in _CLOSE and not inner):
                return at
            self.step()
            if sign in _COMMA and self._is_key_after(at + 1):
                return at
            inner += (sign in _OPEN) - (sign in _CLOSE)
            at += 1

    def _is_key_after(self, at: int) -> bool:
        found = _compile(_COLON_SOON).match(self._text, at)
        if found is None or ("\\" not in (token := found[1]) and "＼" not in token and len(token) > _LONGEST_KEY):
            return False
        self.step()
        key = read_key(replace_characters(token).read)
        return find_word(key, "key") is not None or find_word(key, "message") is not None
