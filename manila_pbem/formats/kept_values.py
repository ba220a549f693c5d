"""Where in an order the values of `salt` and of a message's `text` stand, before anything in it is replaced.

These values keep their characters (docs/play.md, section 7), so that a full-width colon, a curly quote or a Chinese
comma within them must be told from one that makes up the order. The text is walked through once, token by token, as
YAML would see it after the replacement, without judging it: what is wrong with it is found when it is read.
"""

from __future__ import annotations

from manila_pbem.formats.characters import BLANKS, DROPPED, Kept
from manila_pbem.formats.words import find_word, is_word_kept

_BLANK = frozenset(" \t" + BLANKS + DROPPED)
_LINE_END = frozenset("\n\r")
_OPEN = frozenset("[{［｛【〔")
_CLOSE = frozenset("]}］｝】〕")
_CLOSE_PLAINLY = frozenset("]}")
_COMMA = frozenset(",，、､")
_COLON = frozenset(":：")
_HYPHEN = frozenset("-－‐‑‒–−")
_COMMENT = frozenset("#＃")
_QUOTES = {
    "'": "'",
    '"': '"',
    **dict.fromkeys("＂“”„‟", '”“„‟"＂'),
    **dict.fromkeys("＇‘’‚‛", "’‘‚‛'＇"),
}
"""What may begin a quoted value, with what may end it."""
_BLOCK = frozenset("|>｜＞")
_LONGEST_KEY = 24


def find_kept_values(text: str) -> list[Kept]:
    """Return the spans of a text whose characters are kept, in order."""
    return _Walker(text).walk()


class _Walker:
    def __init__(self, text: str) -> None:
        self._text = text
        self._length = len(text)
        self._kept: list[Kept] = []
        self._depth = 0
        self._patience = 4 * self._length

    def walk(self) -> list[Kept]:
        text, at, key_may_stand = self._text, 0, True
        while at < self._length:
            sign = text[at]
            if sign in _LINE_END:
                key_may_stand = key_may_stand or not self._depth
                at += 1
            elif sign in _BLANK:
                at += 1
            elif self._is_comment(at):
                at = self._find_line_end(at)
            elif sign in _OPEN:
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
            elif sign in _COLON:
                key_may_stand = False
                at += 1
            else:
                end = self._find_token_end(at)
                after = self._skip_blanks(end)
                is_key = key_may_stand and after < self._length and text[after] in _COLON
                if is_key and end - at <= _LONGEST_KEY and is_word_kept(text[at:end].strip("".join(_QUOTES))):
                    end = self._keep(self._skip_blanks(after + 1), self._count_indent(at))
                key_may_stand = False
                at = end
        return self._kept

    def _keep(self, at: int, indent: int) -> int:
        """Keep the value that begins at or after an offset; return where it ends."""
        value = self._find_value(at, indent)
        if value is None:
            return at
        sign = self._text[value]
        if sign in "\"'":
            end = self._find_quote_end(value)
            self._kept.append(Kept(value + 1, max(value + 1, end - 1)))
            return end
        if sign in _QUOTES:
            closing = self._find_curly_end(value, indent)
            if closing is not None:
                self._kept.append(Kept(value + 1, closing, quoted=True))
                return closing + 1
        if self._depth:
            return self._keep_in_brackets(value)
        if sign in _BLOCK:
            return self._keep_lines(self._find_line_end(value), indent)
        if sign in _OPEN:
            return value
        return self._keep_plain(value, indent)

    def _find_value(self, at: int, indent: int) -> int | None:
        """Return where a value begins that may stand on the next line; None where there is none."""
        while at < self._length:
            if self._text[at] in _LINE_END:
                at += 1
                start = self._skip_blanks(at)
                if (
                    not self._depth
                    and start < self._length
                    and self._text[start] not in _LINE_END
                    and start - at <= indent
                ):
                    return None
                at = start
            elif self._is_comment(at):
                at = self._find_line_end(at)
            else:
                # A mark without width is part of the value, but not before a quote, where it can't be meant.
                start = at
                while start and self._text[start - 1] in DROPPED:
                    start -= 1
                return at if self._text[at] in _QUOTES or self._text[at] in _BLOCK else start
        return None

    def _keep_in_brackets(self, start: int) -> int:
        """Keep a plain value within brackets, up to a comma or the closing bracket.

        A full-width comma ends it only where a key follows, a full-width bracket only if none was opened within.
        """
        text, at, inner = self._text, start, 0
        while at < self._length:
            sign = text[at]
            if sign in ",[{" or sign in _CLOSE_PLAINLY or (self._is_comment(at)):
                break
            if sign in _OPEN:
                inner += 1
            elif sign in _CLOSE:
                if not inner:
                    break
                inner -= 1
            elif sign in _COMMA and self._is_key_after(at + 1):
                break
            at += 1
        self._add_lines(start, at)
        return at

    def _is_key_after(self, at: int) -> bool:
        start = self._skip_blanks(at)
        for end in range(start, min(start + _LONGEST_KEY, self._length)):
            if self._text[end] in _COLON:
                key = self._text[start:end]
                return find_word(key, "key") is not None or find_word(key, "message") is not None
        return False

    def _keep_plain(self, start: int, indent: int) -> int:
        """Keep a plain value of one line, and the lines below that stand further in."""
        at = self._find_plain_end(start)
        while at < self._length and self._text[at] in _LINE_END:
            line = at + (2 if self._text[at : at + 2] == "\r\n" else 1)
            begin = self._skip_blanks(line)
            if begin < self._length and self._text[begin] not in _LINE_END:
                if begin - line <= indent or self._is_comment(begin):
                    break
                begin = self._find_plain_end(begin)
            at = begin
        self._add_lines(start, at)
        return at

    def _keep_lines(self, at: int, indent: int) -> int:
        """Keep the lines of a block text, but for the blanks that set it in."""
        inner = None
        while at < self._length:
            line = at + (2 if self._text[at : at + 2] == "\r\n" else 1)
            begin = self._skip_blanks(line)
            end = self._find_line_end(line)
            if begin < end:
                if begin - line <= indent:
                    break
                inner = begin - line if inner is None else inner
                self._kept.append(Kept(min(begin, line + inner), end))
            at = end
        return at

    def _add_lines(self, start: int, end: int) -> None:
        """Keep a span line by line, without the blanks around each line."""
        while start < end:
            stop = self._find_line_end(start, end)
            last = stop
            while last > start and self._text[last - 1] in _BLANK and self._text[last - 1] not in DROPPED:
                last -= 1
            if last > start:
                self._kept.append(Kept(start, last))
            start = stop
            while start < end and (self._text[start] in _LINE_END or self._text[start] in _BLANK):
                start += 1

    def _find_curly_end(self, start: int, indent: int) -> int | None:
        """Return where the quote closes that a value begins with, None where curly quotes are part of the value."""
        ends = _QUOTES[self._text[start]]
        extent = self._find_extent(start + 1, indent)
        # A straight quote closes a curly one only where no curly one does: within, it is part of the value.
        for closing in (ends.replace('"', "").replace("'", ""), ends):
            for at in range(start + 1, extent):
                if self._text[at] in closing and self._is_end_after(at + 1):
                    within = self._text[start + 1 : at]
                    return None if any(quote in within for quote in closing) else at
        return None

    def _find_extent(self, start: int, indent: int) -> int:
        """Return where a value of several lines ends at the latest: before a line that stands no further in."""
        # Each value is looked at as far as this for its quote; a text of nothing but such values may not take long.
        end = min(self._length, start + max(0, self._patience))
        for at in range(start, end):
            if self._text[at] in _LINE_END:
                begin = self._skip_blanks(at + 1)
                if begin < self._length and self._text[begin] not in _LINE_END and begin - at - 1 <= indent:
                    end = at
                    break
        self._patience -= end - start
        return end

    def _is_end_after(self, at: int) -> bool:
        at = self._skip_blanks(at)
        if at >= self._length or self._text[at] in _LINE_END or self._is_comment(at):
            return True
        return bool(self._depth) and (self._text[at] in _CLOSE or self._text[at] in _COMMA)

    def _find_token_end(self, start: int) -> int:
        if self._text[start] in _QUOTES:
            return self._find_quote_end(start)
        for at in range(start + 1, self._length):
            sign = self._text[at]
            if sign in _LINE_END or sign == "：" or (sign == ":" and self._is_blank(at + 1)):
                return at
            if self._depth and (sign in _COMMA or sign in _OPEN or sign in _CLOSE or sign == ":"):
                return at
            if self._is_comment(at):
                return at
        return self._length

    def _find_quote_end(self, start: int) -> int:
        """Return the offset after the quote that closes one, or the end of the text."""
        quote = self._text[start]
        ends = _QUOTES[quote]
        at = start + 1
        while at < self._length:
            sign = self._text[at]
            if sign == "\\" and '"' in ends:
                at += 1
            elif sign in ends:
                if quote == "'" and self._text[at + 1 : at + 2] == "'":
                    at += 1
                else:
                    return at + 1
            at += 1
        return self._length

    def _find_plain_end(self, start: int) -> int:
        for at in range(start, self._length):
            if self._text[at] in _LINE_END or self._is_comment(at):
                return at
        return self._length

    def _find_line_end(self, start: int, stop: int | None = None) -> int:
        """Return the offset of the next line end, of `stop` or of the end of the text, whichever comes first."""
        stop = self._length if stop is None else stop
        for at in range(start, stop):
            if self._text[at] in _LINE_END:
                return at
        return stop

    def _skip_blanks(self, at: int) -> int:
        while at < self._length and self._text[at] in _BLANK:
            at += 1
        return at

    def _is_blank(self, at: int) -> bool:
        return at >= self._length or self._text[at] in _BLANK or self._text[at] in _LINE_END

    def _is_comment(self, at: int) -> bool:
        if self._text[at] not in _COMMENT:
            return False
        return at == 0 or self._text[at - 1] in _BLANK or self._text[at - 1] in _LINE_END

    def _count_indent(self, at: int) -> int:
        """Return how far in a token stands in its line."""
        start = max(self._text.rfind("\n", 0, at), self._text.rfind("\r", 0, at)) + 1
        return at - start
