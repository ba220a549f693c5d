"""Where in an order the values of `salt` and of a message's `text` stand, before anything in it is replaced.

These values keep their characters (docs/play.md, section 7), so that a full-width colon, a curly quote or a Chinese
comma within them must be told from one that makes up the order. The text is walked through once, token by token, with
all of it replaced, as YAML would see it; where such a value begins, `kept_spans` looks in the text as it was written
for its end. Nothing is judged: what is wrong with the text is found when it is read.
"""

from __future__ import annotations

import re
from functools import cache

from manila_pbem.formats.characters import DROPPED, FULL_WIDTH_COLON, Kept, Replaced, replace_characters
from manila_pbem.formats.kept_spans import SpanFinder, TooLong, read_key
from manila_pbem.formats.words import is_word_kept

MOST_UNEVEN = 5000
"""How many full-width colons and marks without width a text may have outside of the values that are kept."""
_MOST_KEPT = 8
"""How many values are kept. An order has one of either kind; with a key twice it is refused in any case."""


def find_kept_values(text: str) -> list[Kept]:
    """Return the spans of a text, its lines ending in LF, whose characters are kept, in order.

    Raises TooLong for a text of more tokens than any order has, whose walk would take long.
    """
    kept = _Walker(replace_characters(text)).walk()
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


_compile = cache(re.compile)
"""Most orders need no pattern, and to get one ready takes time."""
_SPACE = r"(?:[ \n]++|#[^\n]*+)*+"
"""Blanks, line ends and comments; behind a sign or a quote parsers take a comment with no blank before it too."""
_BLANKS = " *+"
_GAP = r"[ \n]*+"
_TOKEN = r".(?:[^\n:#]++|:(?![ \n]|\Z)|(?<![ \n])#)*+"
"""A plain text outside of brackets, up to a colon, a comment or the end of the line."""
_FLOW_TOKEN = r".(?:[^\n:#,\[\]{}]++|:(?![ \n,\[\]{}]|\Z)|(?<![ \n])#)*+"
"""A plain text within brackets."""
_QUOTED = {"'": r"'(?:[^']++|'')*+'?", '"': r'"(?:[^"\\]++|\\[\s\S]?)*+"?'}
"""A quoted text by the quote it begins with."""
_MARKER = r"(?:---|\.\.\.)(?=[ \n]|\Z)"
"""Where a document begins or ends."""
_HEADER = r"[|>][-+]?([1-9])?"
"""What a block text begins with, and how far its lines are set in, if it says so."""


class _Walker:
    """Walks through a text as it is read, all of it replaced; offsets are of that one."""

    def __init__(self, replaced: Replaced) -> None:
        self._read = replaced.read
        self._length = len(replaced.read)
        self._spans = SpanFinder(replaced)
        self._depth = 0
        self._indent = -1
        """How far in the list or mapping is set that was met last."""
        self._found_words: dict[str, bool] = {}

    def walk(self) -> list[Kept]:
        read, kept, at, key_may_stand, explicit, after_key = self._read, self._spans.kept, 0, True, False, False
        while len(kept) < _MOST_KEPT:
            at, lines = self._skip_space(at)
            if lines and not self._depth:
                key_may_stand = True
            if at >= self._length:
                break
            sign = read[at]
            if sign in "[{":
                self._depth += 1
                key_may_stand, explicit = True, False
                at += 1
            elif sign in "]}":
                self._depth = max(0, self._depth - 1)
                key_may_stand = False
                at += 1
            elif sign == "," and self._depth:
                key_may_stand = True
                at += 1
            elif sign in "-?" and key_may_stand and (self._is_blank(at + 1) or (sign == "?" and self._depth)):
                # Parsers take a question mark within brackets for a sign with no blank behind it too.
                self._set_indent(at)
                explicit = sign == "?"
                at += 1
            elif sign == ":" and (self._depth or self._is_blank(at + 1)):
                if not after_key:
                    self._set_indent(at)
                # The value of a key with a question mark may begin with a key of its own.
                key_may_stand = not self._depth and not after_key
                after_key = False
                at += 1
            elif not self._depth and _compile(_MARKER).match(read, at) and self._count_indent(at) == 0:
                key_may_stand = explicit = False
                at += 3
            else:
                end = self._find_token_end(at)
                after = self._skip_space(end)[0] if explicit else self._match(_BLANKS, end)
                is_key = key_may_stand and read[after : after + 1] == ":"
                if is_key and not explicit:
                    self._set_indent(at)
                if is_key and self._is_kept(read[at:end]):
                    at = self._keep(after + 1)
                else:
                    after_key = is_key and not explicit
                    at = end
                key_may_stand = explicit = False
        return kept

    def _keep(self, at: int) -> int:
        """Keep the value that begins at or after an offset; return where it ends."""
        read = self._read
        begin, lines = self._skip_space(at)
        if begin >= self._length:
            return at
        is_block = read[begin] in "|>" and not self._depth
        # Parsers take the sign of a block text even where it is not set in.
        if lines and not self._depth and not is_block and self._count_indent(begin) <= self._indent:
            return at
        if is_block:
            start, end, indent = self._find_block(begin)
            self._spans.keep_block(start, end, indent)
            return end
        return self._spans.keep_value(at, begin, self._indent, within=self._depth > 0)

    def _find_block(self, at: int) -> tuple[int, int, int]:
        """Return the end of the line that a block text begins in, where it ends, and how far its lines are set in."""
        read = self._read
        header = _compile(_HEADER).match(read, at)
        given = int(header[1] or 0) if header else 0
        start = read.find("\n", at)
        if start < 0:
            return self._length, self._length, 0
        first = self._match(_GAP, start)
        indent = max(0, self._indent) + given if given else self._count_indent(first)
        if first >= self._length or indent <= self._indent:
            return start, start, 0
        return start, self._spans.find_line_before(start, indent), indent

    def _is_kept(self, token: str) -> bool:
        # A long text has the same few words again and again.
        if token not in self._found_words:
            key = token.partition("\n")[2].strip() if token[0] in "|>" else token
            self._found_words[token] = bool(key) and is_word_kept(read_key(key))
        return self._found_words[token]

    def _find_token_end(self, start: int) -> int:
        """Return where a text ends that is no sign, and begins no new line that is none of it."""
        read, sign = self._read, self._read[start]
        if sign in _QUOTED:
            return self._match(_QUOTED[sign], start)
        if sign in "|>" and not self._depth:
            return max(self._find_block(start)[1], start + 1)
        token = _FLOW_TOKEN if self._depth else _TOKEN
        end = self._match(token, start)
        while read[end : end + 1] == "\n":
            begin = self._match(_GAP, end)
            if begin >= self._length or read[begin] == "#" or self._is_sign(begin):
                break
            if not self._depth and self._count_indent(begin) <= self._indent:
                break
            self._spans.step()
            end = self._match(token, begin)
        return end

    def _is_sign(self, at: int) -> bool:
        """Tell whether a plain text ends before an offset at the start of a line."""
        if self._depth and self._read[at] in ",[]{}":
            return True
        after = self._read[at + 1 : at + 2]
        return self._read[at] == ":" and (self._is_blank(at + 1) or (self._depth > 0 and after in ",[]{}"))

    def _skip_space(self, at: int) -> tuple[int, bool]:
        """Return where the next token begins, and whether a line ended before it."""
        self._spans.step()
        end = self._match(_SPACE, at)
        return end, end > at and self._read.find("\n", at, end) >= 0

    def _match(self, pattern: str, at: int) -> int:
        found = _compile(pattern).match(self._read, at)
        return found.end() if found else at

    def _is_blank(self, at: int) -> bool:
        return at >= self._length or self._read[at] in " \n"

    def _set_indent(self, at: int) -> None:
        if not self._depth:
            self._indent = self._count_indent(at)

    def _count_indent(self, at: int) -> int:
        """Return how far in a token stands in its line."""
        return at - self._read.rfind("\n", 0, at) - 1
