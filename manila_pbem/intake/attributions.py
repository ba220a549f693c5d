"""Attributions: the line or lines by which a mail program introduces a quoted mail, `On … Manila wrote:`.

English, German, French and Chinese of both scripts as Gmail, Outlook, Apple Mail, Thunderbird, Yahoo, Proton, QQ, 163
and Foxmail write them, and the words of some other languages, since what is quoted must never be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from manila_pbem.intake.seeing import find_head, see

_MOST_LINES = 5
"""An attribution with a long name or address is broken into so many lines at most."""
_LONGEST = 500

_VERBS = (
    r"\bwr(?:ote|ites)\b|\bschr(?:ieb|eibt)\b|\bgeschrieben\b|\b(?:a\s+)?écrit\b|\b(?:a\s+)?ecrit\b"
    r"|\bquoting\b|\bzitat von\b|\bcitation de\b|[写寫][道到了]|提到|说道|說道|来信|來信|来函|來函"
    r"|\bescribió\b|\bha\s+scritto\b|\bescreveu\b|\bschreef\b|\bgeschreven\b|\bskrev\b|\bnapisał\(?a?\)?|\bnapsal\b"
    r"|\bkirjoitti\b|\bпишет\b|\bписал|\bнаписал|のメール|書きました|님이\s+작성|yazdı|έγραψε"
)
_VERB = re.compile(_VERBS, re.IGNORECASE)
_ENDS = re.compile(rf"(?:{_VERBS})\s*(?:\([^()]{{0,20}}\))?\s*[:,]?\s*$", re.IGNORECASE)
_VERB_ENDS = (
    "wrote",
    "writes",
    "schrieb",
    "schreibt",
    "geschrieben",
    "écrit",
    "写道",
    "寫道",
    "提到",
    "escribió",
    "scritto",
)
"""Where the colon is missing."""
_DATE = re.compile(r"\d{4}|\d{1,2}\s*[:.hH]\s*\d{2}|\d{1,2}[./-]\d{1,2}|\d\s*[月日]|\d\.? [^\W\d]{3,}")
_START = re.compile(
    r"(?:quoting|zitat von|citation de|on|at|am|um|le|el|il|em|op|den|dnia|w|dne|po|pe)\s"
    r"|[在于於自]|\d{4}\s*[-/.年]|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.?\s+[^\W\d]{3,9}\.?\s+\d{4}"
    r"|(?:mo|tu|we|th|fr|sa|su|di|mi|do|so|lu|ma|me|je|ve)[a-zä]{0,8}[.,]{1,2}\s",
    re.IGNORECASE,
)
_ADDRESS_END = re.compile(r"[^\s<>@]@[^\s<>@]+\s*[>)\]]{1,2}\s*:$")
_TRAILED = re.compile(rf"[>)]\s*(?:{_VERBS})\s*:\s+\S", re.IGNORECASE)
_BRACKETED = re.compile(r"\[(?:gmt|utc|mailto:)[^\[\]]{0,60}\]", re.IGNORECASE)
_SPEAKERS = frozenset(
    """i you we they he she it as like what this that ich du er sie wir ihr es wie so je tu il elle nous vous ils comme
    我 你 您 他 她 如 像 正如""".split()  # noqa: SIM905
)
_NAME_SIGNS = frozenset("[]{}#")


class Look:
    """Finds attributions in the lines of a mail. `is_key` says which words begin an order."""

    def __init__(self, lines: Sequence[str], is_key: Callable[[str], bool]) -> None:
        self._lines = lines
        self._is_key = is_key

    def find_start(self, last: int, first: int) -> int | None:
        """Return the line at which an attribution begins that ends in the line `last`, None where none does.

        It begins at or below the line `first`.
        """
        seen = _settle(self._lines[last])
        ending = seen[-1:] == ":" or seen.rstrip(", ").endswith(_VERB_ENDS)
        if not ending and not ("@" in seen and _TRAILED.search(seen)):
            return None
        joined = ""
        named = None
        addressed = False
        for start in range(last, max(first, last - _MOST_LINES + 1) - 1, -1):
            line = _settle(self._lines[start])
            if not line or (start < last and self._is_other(self._lines[start])):
                break
            joined = f"{line} {joined}" if joined else line
            if len(joined) > _LONGEST or (start == last and self._begins_order(line)):
                break
            if _START.match(joined) and _is_strong(joined):
                return start
            # Of two beginnings the one with an address counts: `19:58 wrote:` may be the end of a line that was broken.
            if (named is None or (not addressed and "@" in joined)) and _is_named(joined):
                named = start
                addressed = "@" in joined
        return named

    def find_weak(self, last: int) -> bool:
        """Tell whether a line is an attribution of a name only, `Manila wrote:`."""
        seen = _settle(self._lines[last])
        if len(seen) > 80 or seen[-1:] != ":" or _NAME_SIGNS.intersection(seen) or self._begins_order(seen):
            return False
        if _ENDS.search(seen) is None or _ENDS.sub("", seen).count(":"):
            return False
        words = seen.rstrip(": ").lower().split()
        return bool(words) and words[0] not in _SPEAKERS and len(words) <= 7 and words[0][0] not in "我你您他她如像"

    def find_unknown(self, last: int, first: int) -> int | None:
        """Return where an attribution of unknown words begins, which stands right above a quote and ends in a colon."""
        seen = _settle(self._lines[last])
        if seen[-1:] != ":" or self._is_other(self._lines[last]):
            return None
        whole = bool(_DATE.search(seen)) and seen.count("<") == seen.count(">")
        start = last
        while not whole and start > max(first, last - _MOST_LINES + 1):
            above = self._lines[start - 1]
            line = _settle(above)
            if not line or self._is_other(above):
                break
            start -= 1
            whole = bool(_DATE.search(line))
        return start if whole else last

    def _begins_order(self, seen: str) -> bool:
        head = find_head(seen)
        return head is not None and self._is_key(head)

    def _is_other(self, line: str) -> bool:
        """Tell whether a line belongs to an order rather than to an attribution."""
        seen = see(line)
        return seen[:1] in " #-{[\"'" or seen.rstrip()[-1:] in "]}" or self._begins_order(seen)


def _settle(line: str) -> str:
    """Return a line without what programs put around it: blanks, dashes, the signs of bold and italic letters."""
    return see(line).strip(" *_-").replace("e\u0301", "é")


def _is_strong(joined: str) -> bool:
    """Tell whether a text has what an attribution is made of: a date or an address, its verb, its colon."""
    dated = _DATE.search(joined) is not None
    if not dated and "@" not in joined:
        return False
    if _VERB.search(joined) is None:
        return dated and _ADDRESS_END.search(joined) is not None
    return joined[-1] == ":" or "@" in joined


def _is_named(joined: str) -> bool:
    """Tell whether a text is an attribution that begins with a name: `Manila <m@example.net> schrieb am 1.12.2026:`."""
    joined = _BRACKETED.sub("", joined)
    if joined.count("<") != joined.count(">") or _NAME_SIGNS.intersection(joined):
        return False
    verb = _VERB.search(joined)
    return verb is not None and verb.start() > 0 and ("@" in joined or _DATE.search(joined) is not None)
