"""Which unquoted texts YAML 1.1 or 1.2 would read as something else than text, and how a text is written safely."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re

_OTHER_THAN_TEXT = r"""
    ~ | null | Null | NULL | <<? | =
    | yes | Yes | YES | no | No | NO | on | On | ON | off | Off | OFF
    | true | True | TRUE | false | False | FALSE
    | [-+]?[0-9][0-9_]* | [-+]?0b[01_]+ | [-+]?0o[0-7_]+ | [-+]?0x[0-9a-fA-F_]+
    | [-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?
    | [-+]?(?:\.[0-9][0-9_]*|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?
    | [-+]?\.(?:inf|Inf|INF) | \.(?:nan|NaN|NAN)
    | [0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:(?:[Tt]|[ ]+)[0-9].*)?
"""
_WORDS_OF_OTHERS = frozenset(_OTHER_THAN_TEXT.lower().split())
# YAML 1.1 names these too; neither its own parsers nor ours take them for truth values, but others might.
_PERHAPS_TRUTH_VALUES = ("y", "Y", "n", "N")


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    import re

    return re.compile(pattern, re.VERBOSE)


def is_text(plain: str) -> bool:
    """Tell whether an unquoted scalar is text by YAML 1.1 and 1.2 alike: `no`, `7`, `12:30`, `~` are none."""
    return plain != "" and _compile(_OTHER_THAN_TEXT).fullmatch(plain) is None


def write_text(text: str) -> str:
    """Return a text as a YAML scalar of one line: as it is where no reader could take it for something else."""
    if text.isalpha() and text.isascii() and len(text) > 1 and text.lower() not in _WORDS_OF_OTHERS:
        return text  # What follows says the same, and takes time to get ready.
    if _compile(r"[^\W\d_][\w-]*").fullmatch(text) and is_text(text) and text not in _PERHAPS_TRUTH_VALUES:
        return text
    return '"' + "".join(map(_escape, text)) + '"'


def _escape(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character == "\n":
        return "\\n"
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
