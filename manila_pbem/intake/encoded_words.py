"""Words of a header in other letters than ASCII: `=?utf-8?B?…?=` (RFC 2047), as they are meant and as they come.

They come glued to each other and to plain letters, in quotes, unpadded, with blanks inside, cut inside a letter or
inside the four letters of base64. Words beside each other in one charset are therefore put together before they become
letters.
"""

from __future__ import annotations

import binascii
import re

from manila_pbem.intake.charsets import decode_bytes, find_codec
from manila_pbem.values import NamedValue

_BEGIN = re.compile(r"=\?([^\s?=*]{1,60})(?:\*[^\s?]{0,60})?\?([bBqQ])\?")
_BLANKS = re.compile(r"\s++")
_NO_LETTERS = re.compile(r"[^A-Za-z0-9+/]+")
_CODE = re.compile(rb"=([0-9A-Fa-f]{2})")


class _Word(NamedValue):
    """An encoded word: where it stands, its charset and what stands in it, base64 or not."""

    start: int
    end: int
    charset: str
    base64: bool
    text: str


def decode_words(text: str) -> str:
    """Return a header's text with its encoded words decoded; what is none stays as it is.

    Promises an end: the time is linear in the length of the text.
    """
    if "=?" not in text:
        return text
    pieces: list[str] = []
    run: list[_Word] = []
    at = 0
    for word in _find_words(text):
        between = text[at : word.start]
        if run and not (between == "" or between.isspace()):
            pieces.append(_decode_run(run))
            run.clear()
        if not run:
            pieces.append(between)
        elif run[-1].charset != word.charset:
            pieces.append(_decode_run(run))
            run.clear()
        run.append(word)
        at = word.end
    if run:
        pieces.append(_decode_run(run))
    pieces.append(text[at:])
    return "".join(pieces)


def replace_words(text: str, replacement: str) -> str:
    """Return a header's text with something else in place of each encoded word."""
    if "=?" not in text:
        return text
    pieces: list[str] = []
    at = 0
    for word in _find_words(text):
        pieces += (text[at : word.start], replacement)
        at = word.end
    return "".join((*pieces, text[at:]))


def _find_words(text: str) -> list[_Word]:
    words: list[_Word] = []
    at = 0
    end = -1
    while begin := _BEGIN.search(text, at):
        at = begin.end()
        if end < at:
            end = text.find("?=", at)
        if end == -1:
            break
        if text.find("=?", at, end) != -1:
            continue
        base64 = begin[2] in "bB"
        words.append(_Word(begin.start(), end + 2, begin[1].lower(), base64, text[at:end]))
        at = end + 2
    return words


def _decode_run(run: list[_Word]) -> str:
    """Return the letters of words of one charset that stand beside each other."""
    charset = run[0].charset
    data = b"".join(_decode_base64(word.text) if word.base64 else _decode_quoted(word.text) for word in run)
    if len(run) > 1 and all(word.base64 for word in run) and not _is_readable(data, charset):
        joined = _decode_base64("".join(word.text for word in run))
        if _is_readable(joined, charset):
            data = joined
    return decode_bytes(data, charset)


def _decode_base64(text: str) -> bytes:
    letters = _NO_LETTERS.sub("", text)
    if len(letters) % 4 == 1:
        letters = letters[:-1]
    return binascii.a2b_base64(letters + "=" * (-len(letters) % 4))


def _decode_quoted(text: str) -> bytes:
    data = text.replace("_", " ").encode("utf-8", "replace")
    return _CODE.sub(lambda code: bytes((int(code[1], 16),)), data)


def _is_readable(data: bytes, charset: str) -> bool:
    try:
        data.decode(find_codec(charset) or "utf_8")
    except (UnicodeError, ValueError, LookupError):
        return False
    return True
