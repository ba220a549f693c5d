"""Where in an order the values of `salt` and of a message's `text` stand, before anything in it is replaced.

These values keep their characters (docs/play.md, section 7), so that a full-width colon, a curly quote or a Chinese
comma within them must be told from one that makes up the order. The text is walked through once, token by token, as
YAML would see it after the replacement, without judging it: what is wrong with it is found when it is read.
"""

from __future__ import annotations

import re
from functools import cache

from manila_pbem.formats.characters import BLANKS, DROPPED, FULL_WIDTH_COLON, Kept, replace_characters
from manila_pbem.formats.words import find_word, is_word_kept

_BLANK = " \t" + BLANKS + DROPPED
_OPEN = "[{［｛【〔"
_CLOSE = "]}］｝】〕"
_COMMA = ",，、､"
_COLON = ":："
_HYPHEN = "-－‐‑‒–−"
_COMMENT = "#＃"
_EXPLICIT = "?？"
_BLOCK = "|>｜＞"
_DOUBLE = "“”„‟＂"
_SINGLE = "‘’‚‛＇"
_QUOTES = "'\"" + _DOUBLE + _SINGLE
_LONGEST_KEY = 24

MOST_STEPS = 2500
"""How many tokens and lines are walked through: two for each value that an order may have, and some more."""
MOST_UNEVEN = 5000
"""How many full-width colons and marks without width a text may have outside of the values that are kept."""
_MOST_KEPT = 8
"""How many values are kept. An order has one of either kind; with a key twice it is refused in any case."""


class TooLong(Exception):
    """A text has more in it than an order can say."""


def find_kept_values(text: str) -> list[Kept]:
    """Return the spans of a text, its lines ending in LF, whose characters are kept, in order.

    Raises TooLong for a text of more tokens than any order has, whose walk would take long.
    """
    kept = _Walker(text).walk()
    if len(text) > MOST_UNEVEN and _count_uneven(text, kept) > MOST_UNEVEN:
        raise TooLong
    return kept


def _count_uneven(text: str, kept: list[Kept]) -> int:
    """Count what is not kept and is read as more or fewer characters."""
    starts, ends = [0, *(span.end for span in kept)], [*(span.start for span in kept), len(text)]
    return sum(
        text.count(sign, start, end)
        for start, end in zip(starts, ends, strict=True)
        for sign in FULL_WIDTH_COLON + DROPPED
    )


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    """Return a pattern in which capital letters in angle brackets stand for the signs above."""
    for name, signs in (
        ("B", _BLANK),
        ("N", _BLANK + "\n"),
        ("OPEN", _OPEN),
        ("CLOSE", _CLOSE),
        ("COMMA", _COMMA),
        ("COLON", _COLON),
        ("HASH", _COMMENT),
        ("DOUBLE", _DOUBLE),
        ("SINGLE", _SINGLE),
    ):
        pattern = pattern.replace(f"<{name}>", re.escape(signs))
    return re.compile(pattern)


_SPACE = r"(?:[<N>]++|(?<![^<N>])[<HASH>][^\n]*+)*+"
"""Blanks, line ends and comments."""
_BLOCK_TOKEN = r".(?:[^\n<COLON><HASH>]++|:(?![<N>]|\Z)|(?<![<N>])[<HASH>])*+"
"""A plain text outside of brackets, up to a colon, a comment or the end of the line."""
_FLOW_TOKEN = r".(?:[^\n<COLON><HASH><COMMA><OPEN><CLOSE>]++|(?<![<N>])[<HASH>])*+"
"""A plain text within brackets."""
_QUOTED = {
    **dict.fromkeys("'", r"'(?:[^']++|'')*+'?"),
    **dict.fromkeys('"', r'"(?:[^"\\]++|\\[\s\S]?)*+"?'),
    **dict.fromkeys(_DOUBLE, r'.(?:[^"<DOUBLE>\\]++|\\[\s\S]?)*+["<DOUBLE>]?'),
    **dict.fromkeys(_SINGLE, r".[^'<SINGLE>]*+['<SINGLE>]?"),
}
"""A quoted text by the quote it begins with."""
_QUOTE_END = r"[%s](?=[<B>]*+(?:\n|\Z%s)|[<B>]++[<HASH>])"
"""A closing quote with nothing of the value behind it."""
_FLOW_SIGN = r"[<HASH><OPEN><CLOSE><COMMA>]"
"""What may end a plain value within brackets."""
_COLON_SOON = r"[<B>]*+[^<COLON>]{1,24}[<COLON>]"
_LINE = r"(?:[^\n<HASH>]++|(?<![<N>])[<HASH>])*+"
"""A line up to a comment."""


def _read_key(written: str) -> str:
    """Return a key as it is read, without quotes around it."""
    return replace_characters(written).read.strip(" \"'")


class _Walker:
    def __init__(self, text: str) -> None:
        self._text = text
        self._length = len(text)
        self._kept: list[Kept] = []
        self._depth = 0
        self._steps = 0
        self._match_space = _compile(_SPACE).match
        self._match_blanks = _compile("[<B>]*+").match
        self._found_words: dict[str, bool] = {}

    def walk(self) -> list[Kept]:
        text, at, key_may_stand, explicit = self._text, 0, True, None
        while len(self._kept) < _MOST_KEPT:
            at, lines = self._skip_space(at)
            if lines and not self._depth:
                key_may_stand = True
            if at >= self._length:
                break
            sign = text[at]
            if sign in _OPEN:
                self._depth += 1
                key_may_stand = True
                at += 1
            elif sign in _CLOSE:
                self._depth = max(0, self._depth - 1)
                key_may_stand = False
                at += 1
            elif sign in _COMMA and self._depth:
                key_may_stand = True
                at += 1
            elif sign in _HYPHEN and not self._depth and key_may_stand and self._is_blank(at + 1):
                at += 1
            elif sign in _EXPLICIT and key_may_stand and self._is_blank(at + 1):
                explicit = at
                at += 1
            elif sign in _COLON:
                key_may_stand = False
                at += 1
            else:
                end = self._find_token_end(at)
                after = self._skip_blanks(end) if explicit is None else self._skip_space(end)[0]
                is_key = key_may_stand and after < self._length and text[after] in _COLON
                if is_key and end - at <= _LONGEST_KEY and self._is_kept(text[at:end]):
                    end = self._keep(after + 1, self._count_indent(at if explicit is None else explicit))
                key_may_stand, explicit = False, None
                at = end
        return self._kept

    def _keep(self, at: int, indent: int) -> int:
        """Keep the value that begins at or after an offset; return where it ends."""
        value = self._find_value(at, indent)
        if value is None:
            return at
        sign = self._text[value]
        if sign in "\"'":
            end = self._find_token_end(value)
            self._kept.append(Kept(value + 1, max(value + 1, end - 1)))
            if self._text[end : end + 1] in _QUOTES:
                # Read as a plain one, another quote would double the closing one.
                self._kept.append(Kept(end, min(end + 1, self._length)))
            return end
        if sign in _QUOTES:
            closing = self._find_curly_end(value, indent)
            if closing is not None:
                self._step(sum(self._text.count(sign, value, closing) for sign in '"\\'))
                self._kept.append(Kept(value + 1, closing, quoted=True))
                return closing + 1
        if self._depth:
            end = self._find_flow_end(value)
        elif sign in _BLOCK:
            return self._keep_lines(self._find_line_end(value), indent)
        elif sign in _OPEN:
            return value
        else:
            end = self._find_plain_end(value, indent)
        self._kept.append(Kept(value, end, plain=True))
        return end

    def _find_value(self, at: int, indent: int) -> int | None:
        """Return where a value begins that may stand on the next line; None where there is none."""
        begin, lines = self._skip_space(at)
        if begin >= self._length:
            return None
        # Parsers take the sign of a block text even where it is not set in.
        if lines and not self._depth and self._count_indent(begin) <= indent and self._text[begin] not in _BLOCK:
            return None
        if self._text[begin] not in _QUOTES and self._text[begin] not in _BLOCK:
            # A mark without width is part of the value, but not before a quote, where it can't be meant.
            while begin > at and self._text[begin - 1] in DROPPED:
                begin -= 1
        return begin

    def _find_flow_end(self, start: int) -> int:
        """Return the end of a plain value within brackets: a comma or the closing bracket.

        A full-width comma ends it only where a key follows, a full-width bracket only if none was opened within.
        """
        pattern, at, inner = _compile(_FLOW_SIGN), start, 0
        while found := pattern.search(self._text, at):
            self._step()
            sign, at = found.group(), found.end()
            if sign in ",[]{}" or (sign in _CLOSE and not inner):
                return at - 1
            if sign in _OPEN:
                inner += 1
            elif sign in _CLOSE:
                inner -= 1
            elif self._is_blank(at - 2) if sign in _COMMENT else self._is_key_after(at):
                return at - 1
        return self._length

    def _is_key_after(self, at: int) -> bool:
        if not _compile(_COLON_SOON).match(self._text, at):
            return False
        start = self._skip_blanks(at)
        for end in range(start, min(start + _LONGEST_KEY, self._length)):
            if self._text[end] in _COLON:
                key = _read_key(self._text[start:end])
                return find_word(key, "key") is not None or find_word(key, "message") is not None
        return False

    def _find_plain_end(self, start: int, indent: int) -> int:
        """Return the end of a plain value of one line, and of the lines below that stand further in."""
        line = _compile(_LINE)
        at = self._match(line, start)
        while at < self._length and self._text[at] == "\n":
            begin = self._match(_compile("[<N>]*+"), at)
            if begin >= self._length or self._count_indent(begin) <= indent or self._text[begin] in _COMMENT:
                break
            self._step(self._text.count("\n", at, begin))
            at = self._match(line, begin)
        return at

    def _keep_lines(self, at: int, indent: int) -> int:
        """Keep the lines of a block text, but for the blanks that set it in."""
        start, inner = at, None
        while at < self._length:
            self._step()
            begin = self._skip_blanks(at + 1)
            end = self._find_line_end(begin)
            if begin < end:
                if begin - at - 1 <= indent:
                    break
                inner = begin - at - 1 if inner is None else inner
            at = end
        if inner is not None:
            self._kept.append(Kept(start, at, indent=inner))
        return at

    def _find_curly_end(self, start: int, indent: int) -> int | None:
        """Return where the quote closes that a value begins with, None where curly quotes are part of the value."""
        text = self._text
        curly, straight = (_DOUBLE, '"') if text[start] in _DOUBLE else (_SINGLE, "'")
        extent = self._find_extent(start + 1, indent)
        more = "|[<CLOSE><COMMA>]" if self._depth else ""
        # A straight quote closes a curly one only where no curly one does: within, it is part of the value.
        for closing in (curly, curly + straight):
            found = _compile(_QUOTE_END % (closing, more)).search(text, start + 1, extent)
            if found:
                within = text[start + 1 : found.start()]
                return None if any(quote in within for quote in closing) else found.start()
        return None

    def _find_extent(self, start: int, indent: int) -> int:
        """Return where a value of several lines ends at the latest: before a line that stands no further in."""
        at = self._find_line_end(start)
        while at < self._length:
            self._step()
            begin = self._skip_blanks(at + 1)
            end = self._find_line_end(begin)
            if begin < end and begin - at - 1 <= indent:
                return at
            at = end
        return self._length

    def _is_kept(self, key: str) -> bool:
        # A long text has the same few words again and again.
        if key not in self._found_words:
            self._found_words[key] = is_word_kept(_read_key(key))
        return self._found_words[key]

    def _find_token_end(self, start: int) -> int:
        sign = self._text[start]
        pattern = _QUOTED.get(sign) or (_FLOW_TOKEN if self._depth else _BLOCK_TOKEN)
        return self._match(_compile(pattern), start)

    def _skip_space(self, at: int) -> tuple[int, bool]:
        """Return where the next token begins, and whether a line ended before it."""
        self._step()
        found = self._match_space(self._text, at)
        end = found.end() if found else at
        return end, end > at and self._text.find("\n", at, end) >= 0

    def _skip_blanks(self, at: int) -> int:
        found = self._match_blanks(self._text, at)
        return found.end() if found else at

    def _find_line_end(self, at: int) -> int:
        end = self._text.find("\n", at)
        return end if end >= 0 else self._length

    def _match(self, pattern: re.Pattern[str], at: int) -> int:
        found = pattern.match(self._text, at)
        return found.end() if found else at

    def _is_blank(self, at: int) -> bool:
        return at >= self._length or self._text[at] in _BLANK or self._text[at] == "\n"

    def _count_indent(self, at: int) -> int:
        """Return how far in a token stands in its line."""
        return at - self._text.rfind("\n", 0, at) - 1

    def _step(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps > MOST_STEPS:
            raise TooLong
