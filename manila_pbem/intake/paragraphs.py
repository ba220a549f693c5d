"""Order paragraphs: which paragraphs of a text are an order, and which are prose (docs/play.md, section 7, "Text")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from manila_pbem.intake.letter import OrderWords, Trouble
from manila_pbem.intake.seeing import STROKES, STRUCK, STRUCK_END, find_head, is_empty, measure_indent, see, unmark
from manila_pbem.values import NamedValue

_UNREADABLE = "\ufffd"
_MOST_NEAR = 40
"""How many words are looked at for being nearly a key; it takes long, and nobody writes so many paragraphs."""
_LONGEST_SHOWN = 60
"""Letters of a line that is told."""
_LONGEST_NEAR = 14

_ORDINARY = frozenset(
    """name names same date dates plan plans post port mission message-id messageid but by bye guy boy big bad salut
    plätze platz 信息 回复 回覆 答复 之前 最后 最後 以上 以下 以前 以来 以來 然后 然後 船员 船員 船长 船長 顺序 順序
    标题 標題 买家 卖家 買家 賣家 玩家们 玩家們 位置 出发 出發 消费 消費 阶级 階級 游客 遊客 放心""".split()  # noqa: SIM905
)
"""Words that begin a sentence as likely as they are a misspelt key."""

_ORNAMENTS = "*_`~•·◦▪‣-+0123456789.) "
"""Signs of lists, of bold letters and of code, which make a key none."""
_DIRECTIVES = ("%YAML", "%TAG")
"""What may stand before a document; an order has none."""

_STRUCK = re.compile(f"[{STRUCK}]([^{STRUCK_END}]*)")
_STROKES = re.compile(f"[{STROKES}]")


class Found(NamedValue):
    """What was found in a text: the order, "" with `trouble`, and the paragraphs of prose left out of it."""

    order: str
    left_out: tuple[str, ...]
    trouble: Trouble | None = None


def find_order(lines: Sequence[str], words: OrderWords) -> Found | None:
    """Return the order in a text's lines, None where no paragraph is one or nearly one."""
    return _Finder(words).find(lines)


class _Finder:
    def __init__(self, words: OrderWords) -> None:
        self._words = words
        self._order: list[str] = []
        self._left_out: list[str] = []
        # Comments in a paragraph of their own: they go with the order before or after them.
        self._comments: list[str] = []
        self._scan = _Scan()
        self._base = 0
        self._follows = False
        self._begins_again = False
        self._looked = 0

    def find(self, lines: Sequence[str]) -> Found | None:
        for paragraph in _split(lines, self._scan):
            if paragraph == [_DOCUMENT]:
                # The first is no part; one between two orders makes two documents of them, which is refused.
                self._begins_again = bool(self._order)
                continue
            trouble = self._take(paragraph)
            if trouble is not None:
                return Found("", tuple(self._left_out), trouble)
        if not self._order:
            return None
        self._put(self._comments)
        order = "\n".join(self._order) + "\n"
        if _UNREADABLE in order:
            return Found("", tuple(self._left_out), Trouble("undecodable"))
        struck = _find_struck(order)
        if struck is not None:
            return Found("", tuple(self._left_out), Trouble("struck_out", {"words": _shorten(struck)}))
        return Found(order, tuple(self._left_out))

    def _take(self, paragraph: list[str]) -> Trouble | None:
        """Take a paragraph for an order's or for prose; return what is wrong with it."""
        first = next((line for line in map(see, paragraph) if line.lstrip()[:1] != "#"), None)
        if first is None and not self._scan.is_open:
            self._comments += ["", *paragraph] if self._comments else paragraph
            return None
        begins = first is not None and self._begins_order(first)
        goes_on = self._follows and first is not None and (first[:1] == " " or self._goes_on_as_list(first))
        if self._scan.is_open or begins or goes_on:
            if begins and not self._scan.is_open and not goes_on:
                self._base = measure_indent(first or "")
            self._put(self._comments)
            self._comments = []
            self._follows = True
            return self._take_order(paragraph)
        assert first is not None
        self._follows = False
        return self._take_prose(paragraph, first)

    def _begins_order(self, seen: str) -> bool:
        text = seen.strip()
        if text[:4] == "--- ":
            text = text[4:].strip()
        if text[:1] == "{":
            return True
        head = find_head(text)
        return head is not None and self._words.is_key(head)

    def _goes_on_as_list(self, seen: str) -> bool:
        """Tell whether a paragraph is the list that belongs to a key above it with nothing behind its colon."""
        return seen[:2] == "- " and see(self._order[-1]).rstrip()[-1:] == ":"

    def _take_order(self, paragraph: list[str]) -> Trouble | None:
        trouble = None
        for number, line in enumerate(paragraph):
            seen = see(line)
            if trouble is None and number and not self._scan.is_open and self._is_prose(seen):
                trouble = Trouble("prose_in_order", {"line": _shorten(line)})
            self._scan.read(seen)
        self._put(paragraph)
        return trouble

    def _is_prose(self, seen: str) -> bool:
        """Tell whether a line in an order paragraph is none of an order's, so that its reader need not be asked."""
        text = seen.strip()
        if measure_indent(seen) > self._base or text[:1] in "#-{}[]":
            return False
        if text in ("---", "..."):
            return False
        head = find_head(text)
        if head is None:
            return True
        after = text[text.index(":") + 1 :][:1]
        return after not in ("", " ") and not self._words.is_key(head)

    def _take_prose(self, paragraph: list[str], first: str) -> Trouble | None:
        trouble = self._find_near(first)
        if trouble is not None:
            return trouble
        if first.startswith(_DIRECTIVES):
            return Trouble("prose_in_order", {"line": _shorten(first)})
        # To a reader some control characters are line ends too.
        for line in (*paragraph[0].splitlines()[1:], *paragraph[1:]):
            # An order right below a greeting is most likely meant as one, and half an order must never be filed.
            if ":" in line or not line.isascii():
                seen = see(line)
                head, colon, rest = seen.partition(":")
                if colon and rest[:1] in ("", " ") and len(head) < 40 and self._words.is_key(head.strip(" \"'")):
                    return Trouble("prose_in_order", {"line": _shorten(paragraph[0])})
        self._left_out.append(unmark("\n".join(paragraph)))
        return None

    def _find_near(self, seen: str) -> Trouble | None:
        head = find_head(seen.strip())
        if head is None or len(head) > 3 * _LONGEST_NEAR:
            return None
        broken = head.count(_UNREADABLE)
        if broken * 2 >= len(head):
            return Trouble("undecodable")
        bare = head.strip(_ORNAMENTS)
        # What a report tells in a list, `* buy: silk - taken.`, is none; no order has such a hyphen or full stop.
        told = " - " in seen.strip(_ORNAMENTS) or seen.rstrip().endswith((".", "。"))
        if bare != head and self._words.is_key(bare) and not told:
            return Trouble("near_key", {"word": head, "key": bare})
        if len(head) > _LONGEST_NEAR or head.lower() in _ORDINARY or self._looked >= _MOST_NEAR:
            return None
        self._looked += 1
        key = self._words.find_near(head)
        if key is None or not _is_near(head, key):
            return None
        return Trouble("undecodable") if broken else Trouble("near_key", {"word": head, "key": key})

    def _put(self, paragraph: Sequence[str]) -> None:
        if not paragraph:
            return
        if self._order:
            self._order.append("---" if self._begins_again else "")
        self._begins_again = False
        self._order += paragraph


_DOCUMENT = "---"


def _split(lines: Sequence[str], scan: _Scan) -> Iterator[list[str]]:
    """Yield the paragraphs, and `---` alone where it stands in a line of its own outside of brackets."""
    paragraph: list[str] = []
    for line in lines:
        if not line or is_empty(line):
            if paragraph:
                yield paragraph
                paragraph = []
        elif (line[0] == "-" or line[0] > "~") and _is_document(line):
            if paragraph:
                yield paragraph
                paragraph = []
            # Whether brackets are open is known only when the paragraph has been taken.
            if scan.is_open:
                paragraph = [line]
            else:
                yield [_DOCUMENT]
        else:
            paragraph.append(line)
    if paragraph:
        yield paragraph


def _is_document(line: str) -> bool:
    if len(line) > _LONGEST_SHOWN:
        return False
    text = see(line).rstrip()
    return text in (_DOCUMENT, "—-", "—") or (text[:4] == "--- " and text[4:].lstrip()[:1] == "#")


def _is_near(head: str, key: str) -> bool:
    """Tell whether a word differs from a key by few letters, or by its ending."""
    if " " in head.strip() and "_" not in key:
        return False
    if not head.isascii():
        return len(head) > 1
    word = "".join(head.lower().replace("-", " ").replace("_", " ").split())
    plain = key.replace("_", "")
    stem = plain if len(plain) < 4 else plain[:-1]
    return word.startswith(stem) or _measure_distance(word, plain) <= (1 if len(plain) < 5 else 2)


def _measure_distance(one: str, other: str) -> int:
    """Return how many letters must be put in, left out, changed or swapped with the next to make one of the other."""
    before: list[int] = []
    last: list[int] = [*range(len(other) + 1)]
    for row, letter in enumerate(one, 1):
        now: list[int] = [row]
        for column, match in enumerate(other, 1):
            best = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != match))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == match:
                best = min(best, before[column - 2] + 1)
            now.append(best)
        before, last = last, now
    return last[-1]


def _find_struck(text: str) -> str | None:
    if text.isascii():
        return None
    found = _STRUCK.search(text)
    if found is not None:
        return found.group(1)
    stroke = _STROKES.search(text)
    if stroke is None:
        return None
    begin = text.rfind("\n", 0, stroke.start()) + 1
    return _STROKES.sub("", text[begin:].partition("\n")[0])


def _shorten(line: str) -> str:
    text = " ".join(see(unmark(line)).split())
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN].rstrip() + " …"


class _Scan:
    """Follows the brackets and quotes of an order, line by line, so as to know where a paragraph does not end."""

    def __init__(self) -> None:
        self._depth = 0
        self._quote = ""
        self._block: int | None = None

    @property
    def is_open(self) -> bool:
        return self._depth > 0 or self._quote != ""

    def read(self, seen: str) -> None:
        """Go to the end of a line as it is seen."""
        if not self.is_open and self._block is not None:
            if measure_indent(seen) > self._block:
                return
            self._block = None
        if _SIGNS.search(seen) is None:
            return
        at = 0
        while (found := _SIGNS.search(seen, at)) is not None:
            at = found.end()
            sign = found.group()
            if self._quote:
                at = self._read_quoted(seen, found)
            elif sign == "#":
                if found.start() == 0 or seen[found.start() - 1] == " ":
                    return
            elif sign in "\"'":
                if self._begins_value(seen, found.start()):
                    self._quote = sign
            elif sign in "[{":
                if self._depth or self._begins_value(seen, found.start()):
                    self._depth += 1
            elif sign in "]}":
                self._depth = max(0, self._depth - 1)
            elif sign in "|>" and not self._depth and self._begins_value(seen, found.start()):
                self._block = measure_indent(seen)
                return

    def _read_quoted(self, seen: str, found: re.Match[str]) -> int:
        sign = found.group()
        if sign == "\\" and self._quote == '"':
            return found.end() + 1
        if sign == self._quote:
            if sign == "'" and seen[found.end() : found.end() + 1] == "'":
                return found.end() + 1
            self._quote = ""
        return found.end()

    def _begins_value(self, seen: str, at: int) -> bool:
        # Of a line without end only what lies near is looked at.
        before = seen[max(0, at - 64) : at].rstrip(" ")
        return not before or before[-1] in ":,[{" or (before[-1] == "-" and (len(before) == 1 or before[-2] == " "))


_SIGNS = re.compile(r"[\[\]{}\"'#|>\\]")
