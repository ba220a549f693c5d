"""Bytes to text: UTF-8, a size that can be meant, no characters that hide what is written (docs/play.md, section 7)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from manila_pbem.formats.faults import Fault, find_mark

if TYPE_CHECKING:
    import re

BYTE_ORDER_MARK = "\ufeff"

CONTROL_CHARACTERS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"""C0 and C1 but tab and line ends, and DEL; a tab is dealt with where it stands."""
NO_CHARACTERS = "\ud800-\udfff\ufffe\uffff"
"""Halves of characters and what is none: UTF-8 and YAML have no place for them."""
LINE_SEPARATORS = "\u2028\u2029"
DIRECTION_MARKS = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates: they make a line look other than it is read."""


@cache
def compile_refused(directions: bool) -> re.Pattern[str]:
    """Return the pattern of refused characters, of those that change the writing direction too if asked."""
    import re

    return re.compile(f"[{CONTROL_CHARACTERS}{NO_CHARACTERS}{LINE_SEPARATORS}{DIRECTION_MARKS if directions else ''}]")


def name_character(character: str) -> str:
    """Return a character as it is written about, `U+202E`."""
    return f"U+{ord(character):04X}"


def find_refused(text: str, *, directions: bool = True) -> Fault | None:
    """Return the fault of the first refused character of a text, None where there is none."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return None  # Most are so, and the pattern takes time to get ready.
    found = compile_refused(directions).search(text)
    if found is None:
        return None
    character = found.group()
    mark = find_mark(text, found.start())
    facts = {"character": name_character(character)}
    if character in "\u2028\u2029":
        return Fault("line_separator", mark, facts)
    if "\u202a" <= character <= "\u2069":
        return Fault("direction_mark", mark, facts)
    return Fault("control_character", mark, facts)


def decode_text(data: bytes | str, limit: int, *, directions: bool = True) -> str | Fault:
    """Return the text of a file of at most `limit` bytes of UTF-8, without its byte order mark, or what is wrong.

    Refused are bytes that are no UTF-8, control characters, half characters, U+2028, U+2029 and, where `directions`
    says so, characters that change the writing direction. Line ends and tabs stay as they are.
    """
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    if len(raw) > limit:
        kept = raw[:limit].decode("utf-8", "replace")
        return Fault("too_large", find_mark(kept, len(kept)), {"most": limit // 1024, "bytes": len(raw)})
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        text = raw.decode("utf-8", "surrogatepass") if isinstance(data, str) else ""
        if not text:
            before = raw[: error.start].decode("utf-8").removeprefix(BYTE_ORDER_MARK)
            return Fault("not_utf8", find_mark(before, len(before)), {"byte": f"0x{raw[error.start]:02X}"})
    text = text.removeprefix(BYTE_ORDER_MARK)
    return find_refused(text, directions=directions) or text


def show_text(data: bytes) -> str:
    """Return the text of a file that can't be read, as far as it can be shown."""
    return data.decode("utf-8", "replace").removeprefix(BYTE_ORDER_MARK)


def end_lines_plainly(text: str) -> str:
    """Return a text whose lines all end in LF; lines and columns stay where they were."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def find_tab(text: str) -> int | None:
    """Return the offset of the first tab outside a comment, None where there is none; lines end in LF."""
    if "\t" not in text:
        return None
    import re

    # With a quote before a number sign it is not sure that this begins a comment.
    found = re.search(r"""(?m)^(?:[^\n\t#"']++|(?<=\S)#)*+(?:["'][^\n\t]*+)?\t""", text)
    return found.end() - 1 if found else None
