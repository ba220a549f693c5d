"""The subject of a mail: its reply codes, and what stands before them (docs/play.md, section 7, "Subject")."""

from __future__ import annotations

import re
import unicodedata

from manila_pbem.intake.encoded_words import decode_words
from manila_pbem.intake.fields import FIELD_LIMIT, unfold
from manila_pbem.intake.letter import Tag, Trouble
from manila_pbem.intake.reply_code import LENGTH, read_code
from manila_pbem.values import NamedValue

SUBJECT_TOO_LONG = Trouble("header_too_long", {"header": "Subject", "most": str(FIELD_LIMIT // 1024)})

# Dashes of all scripts, minus signs, and what some programs make of a dash.
_DASHES = (
    "\u00ad\u058a\u05be\u1806\u2010-\u2015\u2043\u207b\u208b\u2212\u2500\u2501\u2e3a\u2e3b\u301c\u30fc"
    "\ufe31\ufe32\ufe58\ufe63\uff0d\uff70"
)
_DASH = re.compile(f"[{_DASHES}]")
_INVISIBLE = re.compile("[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff]")
_BREAKING = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_BLANKS = re.compile(r"\s+")

_SIGN = re.compile("#")
_OWN_WORD = "manila"
_OWN = re.compile(rf"(?<![\w-]){_OWN_WORD}(?![\w-])", re.IGNORECASE)
_LETTERS = re.compile(r"[\s_~-]*+((?:[0-9A-Za-z][\s_~-]*?){7}[0-9A-Za-z])")
_DASHED = re.compile(r"\s*+((?:[0-9A-Za-z]\s*+){4}-[\s-]*+(?:[0-9A-Za-z]\s*?){3}[0-9A-Za-z])(?![0-9A-Za-z])")
_BARE = re.compile(r"\s*+([0-9A-Za-z]{4}\s?[0-9A-Za-z]{4})(?![0-9A-Za-z])")
_NO_LETTER = re.compile(r"[^0-9A-Za-z]")

_PHASE = re.compile(r"v[0-9]+-[a-z]+(?:-?[0-9]+)?|over", re.IGNORECASE)
_GLUED_WORDS = re.compile(r"(.+?)(v[0-9]+-[a-z]+(?:-?[0-9]+)?)", re.IGNORECASE)
_WORDS_LIMIT = 200
_MOST_TAGS = 20
_PUNCTUATION = ",;:./|\\()<>\"'、。"

# Scripts whose words stand without blanks between them: such a word beside a code is no part of it.
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")


class Subject(NamedValue):
    """A subject as it is read: decoded, on one line; its codes, equal ones once; why they can't be read."""

    text: str
    tags: tuple[Tag, ...]
    trouble: Trouble | None


def read_subject(headers: list[bytes]) -> Subject:
    """Return the subject of a mail; several headers count as one."""
    if sum(map(len, headers)) > FIELD_LIMIT:
        return Subject(show_line(unfold(headers[0][:1000])), (), SUBJECT_TOO_LONG)
    text = show_line(" ".join(decode_words(unfold(raw)) for raw in headers))
    tags, trouble = find_tags(text)
    return Subject(text, tags, trouble)


def show_line(text: str) -> str:
    """Return a text on one line: what would break it, or control what shows it, as a blank."""
    return _BREAKING.sub(" ", text).strip()


def find_tags(text: str) -> tuple[tuple[Tag, ...], Trouble | None]:
    """Return the reply codes of a subject, and a trouble where letters are glued to one.

    A code stands behind `#`. Behind `manila` and words it is read however it is written; elsewhere it must have its
    dash, so that a number of another system is none, and what is only digits counts where no other code is.
    """
    if "#" not in text and not unicodedata.normalize("NFKC", text).count("#"):
        return (), None
    text = unicodedata.normalize("NFKC", _DASH.sub("-", _INVISIBLE.sub("", text)))
    text = _DASH.sub("-", text)
    own: list[Tag] = []
    others: list[Tag] = []
    numbers: list[Tag] = []
    trouble: Trouble | None = None
    signs = [sign.start() for sign in _SIGN.finditer(text)]
    for before, at in zip([-1, *signs], signs, strict=False):
        words = _list_words(text[max(before + 1, at - _WORDS_LIMIT) : at])
        if words is not None:
            found = _LETTERS.match(text, at + 1)
            if found is None:
                continue
            if _is_glued(text, found.end()):
                trouble = Trouble("glued_code")
                continue
            _add(own, *_read_words(words), found[1])
            continue
        found = _DASHED.match(text, at + 1)
        if found:
            _add(numbers if _NO_LETTER.sub("", found[1]).isdigit() else others, "", "", found[1])
    tags = own + others or numbers
    if not tags and trouble is None:
        for at in signs:
            found = _BARE.match(text, at + 1)
            if found:
                _add(tags, "", "", found[1])
    return _merge(tags), trouble


def _merge(tags: list[Tag]) -> tuple[Tag, ...]:
    """Return equal codes once, unless their words differ in more than case: then one of them contradicts the code."""
    merged: list[Tag] = []
    for tag in tags:
        for place, known in enumerate(merged):
            if tag.code == known.code and _agree(tag.game, known.game) and _agree(tag.phase, known.phase):
                merged[place] = Tag(known.game or tag.game, known.phase or tag.phase, tag.code)
                break
        else:
            merged.append(tag)
            if len(merged) == _MOST_TAGS:
                break
    return tuple(merged)


def _agree(one: str, other: str) -> bool:
    return not one or not other or one.casefold() == other.casefold()


def _add(tags: list[Tag], game: str, phase: str, letters: str) -> None:
    code = read_code(_NO_LETTER.sub("", letters))
    if code is not None and len(code) == LENGTH:
        tags.append(Tag(game, phase, code))


def _is_glued(text: str, end: int) -> bool:
    following = text[end : end + 1]
    return following.isalnum() and not _UNSPACED.match(following)


def _list_words(before: str) -> list[str] | None:
    """Return the words between `manila` and a sign, None where `manila` does not stand before it."""
    before = before.rstrip(" ]")
    begins = [found.end() for found in _OWN.finditer(before)]
    if begins:
        # A game may be called so too.
        named = len(begins) > 1 and not before[begins[-2] : begins[-1] - len(_OWN_WORD)].strip()
        begin = begins[-2] if named else begins[-1]
    else:
        found = before.lower().rfind(_OWN_WORD)
        if found == -1:
            return None
        begin = found + len(_OWN_WORD)
    if "]" in before[begin:]:
        return None
    return [word for word in (word.strip(_PUNCTUATION) for word in before[begin:].split()) if word]


def _read_words(words: list[str]) -> tuple[str, str]:
    """Return game and phase among the words before a code, "" for one that lacks; a blank inside them is left out."""
    if len(words) == 1:
        glued = None if _PHASE.fullmatch(words[0]) else _GLUED_WORDS.fullmatch(words[0])
        if glued:
            return glued[1], glued[2]
    for many in range(1, len(words) + 1):
        phase = "".join(words[-many:])
        if _PHASE.fullmatch(phase):
            return "".join(words[:-many]), phase
    return (words[0], "".join(words[1:])) if words else ("", "")
