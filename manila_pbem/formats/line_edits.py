"""What a line of an order should be where a fault makes that clear: an edit for each code of a fault.

An edit takes the line, the offset of the fault in it and the fault's facts, and returns the lines to write in its
place, the likeliest first: none where it is not clear, an empty tuple of lines where it is to be left out. Whether an
edit helps is not known here; whoever asks reads the order again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from manila_pbem.formats.decoding import CONTROL_CHARACTERS, DIRECTION_MARKS, LINE_SEPARATORS
from manila_pbem.formats.words import Place, find_near, find_word
from manila_pbem.orders.problems import Facts

Lines: TypeAlias = tuple[str, ...]
Edit: TypeAlias = Callable[[str, int, Facts], Iterator[Lines]]

_PAIRS = {"[": "]", "{": "}", "［": "］", "｛": "｝", "【": "】", "〔": "〕"}
_FLOW_ENDS = frozenset(",，、､]}］｝】〕")
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "”": "”", "’": "’", "„": "”", "‚": "’"}
_COLONS = ":："
_KEY_PLACES: tuple[Place, ...] = ("key", "wish", "bid", "pilots", "pirates", "message", "fact", "bound", "ware", "step")


def _find_ends(line: str, start: int) -> Iterator[int]:
    """Yield where a value that begins at an offset may end: at its bracket or quote, in its list, with its line."""
    sign = line[start : start + 1]
    if sign in _QUOTES and sign:
        end = line.find(_QUOTES[sign], start + 1)
        if end >= 0:
            yield end + 1
        return
    if sign in _PAIRS:
        depth = 0
        for offset in range(start, len(line)):
            depth += (line[offset] in _PAIRS) - (line[offset] in _PAIRS.values())
            if not depth:
                yield offset + 1
                return
        return
    comment = re.search(r"\s+[#＃]", line[start:])
    last = len(line[: start + comment.start()] if comment else line.rstrip())
    in_list = next((offset for offset in range(start, last) if line[offset] in _FLOW_ENDS), last)
    within = sum((sign in _PAIRS) - (sign in _PAIRS.values()) for sign in line[:start]) > 0
    yield len(line[:in_list].rstrip()) if within else last
    if within != (in_list < last):
        yield last if within else len(line[:in_list].rstrip())


def _replace(line: str, at: int, by: str) -> Iterator[Lines]:
    for end in _find_ends(line, at):
        yield (line[:at] + by + line[end:],)


def _replace_near(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    return _replace(line, at, str(facts["near"]))


def _replace_key(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Put the word that was meant in the place of a misspelt key."""
    if line[at : at + 1] in _QUOTES:
        yield from _replace_near(line, at, facts)
        return
    colon = re.search(f"\\s*[{_COLONS}]", line[at:])
    if colon:
        yield (line[:at] + str(facts["near"]) + line[at + colon.start() :],)


def _replace_number(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Write the number that was meant in plain digits, where it is clear."""
    instead = str(facts["instead"])
    if instead.lstrip("-").isdigit():
        yield from _replace(line, at, instead)


_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}


def _replace_word_number(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    number = _DIGITS.get(str(facts["value"]))
    if number is not None:
        yield from _replace(line, at, str(number))


def _enclose(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Put the brackets around a list that lacks them."""
    for end in _find_ends(line, at):
        yield (f"{line[:at]}[{line[at:end]}]{line[end:]}",)


def _take_out_of_list(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Take one value out of the brackets that it does not need."""
    if line[at : at + 1] in _PAIRS:
        for end in _find_ends(line, at):
            inner = line[at + 1 : end - 1].strip()
            if inner and not _FLOW_ENDS & set(inner):
                yield (line[:at] + inner + line[end:],)


def _put_blank_after_colon(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    for offset in range(at, len(line)):
        if line[offset] in _COLONS:
            yield (f"{line[: offset + 1]} {line[offset + 1 :].lstrip()}",)
            return


def write_key(line: str) -> str | None:
    """Return a line that begins with a key but lacks its colon, or the blank after it, as it should be."""
    found = re.match(r"(\s*)([^\s:：=＝]+)(\s*[:：=＝]\s*|\s+)(\S.*)$", line)
    if found is None or find_word(found.group(2), "key") is None:
        return None
    return f"{found.group(1)}{found.group(2)}: {found.group(4)}"


def _write_key(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    written = write_key(line)
    if written is not None:
        yield (written,)


def _close_bracket(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    open_brackets: list[str] = []
    for sign in line:
        if sign in _PAIRS:
            open_brackets.append(_PAIRS[sign])
        elif open_brackets and sign == open_brackets[-1]:
            open_brackets.pop()
    closing = "".join(reversed(open_brackets))
    yield (line.rstrip() + closing,)
    yield (line.rstrip().rstrip(")}]>,") + closing,)


def _close_quote(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    sign = line[at : at + 1]
    if sign in _QUOTES and sign:
        yield (line.rstrip() + _QUOTES[sign],)


def _quote(text: str) -> str:
    return f'"{text}"' if not set(text) & set('"\\') else "'" + text.replace("'", "''") + "'"


def _put_in_quotes(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    for end in _find_ends(line, at):
        yield (line[:at] + _quote(line[at:end]) + line[end:],)


def _part_or_quote(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Begin a new line for a second key, or put a value with a colon in quotes."""
    head = re.match(rf"(\s*)[^{_COLONS}]+[{_COLONS}]\s*", line)
    if head is None or head.end() >= len(line):
        return
    word = re.search(r"\S+$", line[:at].rstrip())
    if word and word.start() > head.end() and find_word(word.group(), "key"):
        first = line[: word.start()].rstrip().rstrip(",;，；、")
        yield (first, f"{head.group(1)}{line[word.start() :]}")
    for end in _find_ends(line, head.end()):
        yield (line[: head.end()] + _quote(line[head.end() : end]) + line[end:],)


def _quote_text_within(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Put a text within brackets in quotes, up to the next key or else to the bracket that closes last."""
    before = list(re.finditer(rf"([^\s{{｛,，{_COLONS}]+)\s*[{_COLONS}]\s*", line[: at + 1]))
    for found in reversed(before):
        word = found.group(1)
        start = found.end()
        if find_word(word, "message") != "text" and find_word(word, "key") != "salt":
            continue
        keys = re.finditer(rf"\s*[,，]\s*([^\s,，{_COLONS}]+)\s*[{_COLONS}]", line[start:])
        ends = [start + key.start() for key in keys if find_word(key[1], "message") or find_word(key[1], "key")]
        closing = len(line.rstrip())
        while closing > start and line[closing - 1] in "}｝]":
            closing -= 1
            ends.append(closing)
        for end in ends[:4]:
            text = line[start:end].rstrip()
            if text:
                yield (line[:start] + _quote(text) + line[end:],)
        return


def _part_or_quote_within(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Put a comma before a second key within brackets, or a text with a colon in quotes."""
    word = re.search(r"(?<=\S)(\s+)(\S+)\s*$", line[:at])
    if word and any(find_word(word.group(2), place) for place in _KEY_PLACES):
        yield (f"{line[: word.start()]}, {line[word.start(2) :]}",)
    yield from _quote_text_within(line, at, facts)


def _put_commas(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Put commas between the words of a list, and brackets around it where it has none yet."""
    value, words = str(facts["value"]), str(facts["words"])
    if line.startswith(value, at):
        yield (line[:at] + words + line[at + len(value) :],)
        yield (f"{line[:at]}[{words}]{line[at + len(value) :]}",)


def _put_colon(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    key = str(facts["key"])
    if line.startswith(key, at):
        yield (line[:at] + str(facts["instead"]) + line[at + len(key) :],)


def _enclose_words(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Put the brackets around a list that lacks them, of which more may follow in the same braces."""
    parts = re.split(r"\s*,\s*", str(facts["value"]).strip())
    found = re.compile(r"\s*[,，、]\s*".join(map(re.escape, parts))).match(line, at)
    if found:
        yield (f"{line[:at]}[{found.group()}]{line[found.end() :]}",)
    yield from _enclose(line, at, facts)


def _drop_sign(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Take a comma away that parts nothing."""
    yield (line[:at] + line[at + 1 :].lstrip(),)
    before = line[:at].rstrip()
    if before[-1:] in (",", "，", "、"):
        yield (before[:-1] + line[at:],)


def _double_backslashes(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    yield (re.sub(r'\\(?![0abtnvfre "/\\N_LPxuU])', r"\\\\", line),)


def _begin_block(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    found = re.match(r"(\s*)(.*?[|>][-+0-9]*)\s*(\S.*)$", line)
    if found:
        yield (found.group(1) + found.group(2), f"{found.group(1)}  {found.group(3)}")


def _drop_property(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Take away an anchor, or a tag; a text that begins like one is put in quotes."""
    rest = re.sub(r"^\S+\s*", "", line[at:])
    if rest:
        yield (line[:at] + rest,)
    if line[at : at + 1] == "!":
        yield from _put_in_quotes(line, at, facts)
        yield (line[:at] + line[at:].lstrip("!"),)


def _drop_line(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    yield ()


def _drop_own_line(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Leave a line out that holds one key and its value alone."""
    key = re.match(rf"\s*([^\s{_COLONS}]+)\s*[{_COLONS}]\s*", line)
    if key and key.end() == at and not _FLOW_ENDS & set(line[at:]):
        yield ()


def _replace_tabs(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    begin = line[: len(line) - len(line.lstrip())]
    yield (begin.replace("\t", "  ") + line[len(begin) :].replace("\t", " "),)


def _drop_characters(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    yield (re.sub(f"[{CONTROL_CHARACTERS}{DIRECTION_MARKS}]", "", line),)


def _end_lines(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    yield tuple(part for part in re.split(f"[{LINE_SEPARATORS}]", line) if part.strip())


def _spell_phase(line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Spell the step of a phase as it was meant; which placement is meant is never guessed."""
    voyage, _, step = str(facts["value"]).partition("-")
    legal = facts["legal"]
    near = find_near(step, ("step",), legal if isinstance(legal, tuple) else ())
    if near and re.fullmatch(r"v[1-9][0-9]{0,3}", voyage) and (not near[-1].isdigit() or step.endswith(near[-1])):
        yield from _replace_value(line, at, f"{voyage}-{near}")


def _replace_value(line: str, at: int, by: str) -> Iterator[Lines]:
    """Put a word in the place of a value, or of a key where the offset is a key's."""
    colon = re.match(rf"[^{_COLONS}\s]+(\s*[{_COLONS}])", line[at:])
    if colon:
        yield (line[:at] + by + line[at + colon.start(1) :],)
    else:
        yield from _replace(line, at, by)


def _answer(line: str, at: int, by: str) -> Iterator[Lines]:
    """Put another value behind the key that begins at an offset."""
    key = re.match(rf"[^{_COLONS}]+[{_COLONS}]\s*", line[at:])
    if key:
        yield from _replace(line, at + key.end(), by)


EDITS: dict[str, Edit] = {
    "control_character": _drop_characters,
    "direction_mark": _drop_characters,
    "line_separator": _end_lines,
    "tab": _replace_tabs,
    "directive": _drop_line,
    "several_documents": _drop_line,
    "anchor": _drop_property,
    "tag": _drop_property,
    "second_colon": _part_or_quote,
    "open_bracket": _close_bracket,
    "open_quote": _close_quote,
    "sign_at_start": _put_in_quotes,
    "no_colon": _write_key,
    "no_blank_after_colon": _put_blank_after_colon,
    "colon_in_brackets": _part_or_quote_within,
    "after_bracket": _quote_text_within,
    "comma_in_text": _quote_text_within,
    "text_without_quotes": _put_in_quotes,
    "list_without_commas": _put_commas,
    "key_without_colon": _put_colon,
    "answer_without_key": lambda line, at, facts: _replace(line, at, str(facts["instead"])),
    "policy_without_list": lambda line, at, facts: _replace(line, at, str(facts["instead"])),
    "escape": _double_backslashes,
    "missing_value": _drop_sign,
    "block_text": _begin_block,
    "not_an_order": _write_key,
    "colon_without_blank": _put_blank_after_colon,
    "misspelt_key": _replace_key,
    "misspelt_word": _replace_near,
    "not_single": _take_out_of_list,
    "list_without_brackets": _enclose_words,
    "unknown_phase": _spell_phase,
    "number_words": _replace_word_number,
    "bid_of_nothing": lambda line, at, facts: _replace(line, at, "pass"),
    "loan_of_nothing": _drop_own_line,
    "evict_without_board": lambda line, at, facts: _replace(line, at, "stay"),
    "phase_past": lambda line, at, facts: _answer(line, at, str(facts["present"])),
    "phase_of_later_voyage": lambda line, at, facts: _answer(line, at, str(facts["present"])),
    "other_address": lambda line, at, facts: _answer(line, at, str(facts["meant"])),
    "no_such_phase": _drop_line,
    "later_not_coming": _drop_line,
    "passed_in_placement": _drop_line,
    "not_asked": _drop_line,
}
"""An edit for each code for which one may be clear; numbers have one for all."""


def edit_line(code: str, line: str, at: int, facts: Facts) -> Iterator[Lines]:
    """Yield what to write in the place of a line with a fault, the likeliest first; nothing where it is not clear."""
    edit = EDITS.get(code) or (_replace_number if code.startswith("number_") and "instead" in facts else None)
    if edit is not None and 0 <= at <= len(line):
        yield from edit(line, at, facts)
