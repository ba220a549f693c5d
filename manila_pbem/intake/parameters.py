"""Parameters of Content-Type and Content-Disposition (RFC 2045, 2183, 2231), as they are meant and as they come.

Of a parameter given twice the first counts.
"""

from __future__ import annotations

import re

from manila_pbem.intake.charsets import decode_bytes
from manila_pbem.intake.encoded_words import decode_words
from manila_pbem.values import NamedValue

_PARAMETER = re.compile(
    r""";(?:\s|\([^()]*+\))*+(?P<name>[^\s=;"()]++)\s*+=\s*+(?:"(?P<quoted>(?:[^"\\]|\\.)*+)"?|(?P<plain>[^;]*+))""",
    re.DOTALL,
)
_TYPE = re.compile(
    r"(?:\s|\([^()]*+\))*+([!#$%&'*+.^_`|~0-9A-Za-z-]++)\s*+/\s*+([!#$%&'*+.^_`|~0-9A-Za-z-]++)\s*+(?:\Z|[;(])"
)
_TOKEN = re.compile(r"(?:\s|\([^()]*+\))*+\"?([^\s;()\"<>@,:\\\[\]?=]++)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_CONTINUED = re.compile(r"\*([0-9]{1,4})(\*?)")
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")

_MOST_PIECES = 1000
UNREADABLE_TYPE = "text/plain"
_NAMES = ("name", "filename")


class Described(NamedValue):
    """A field's first word, lower case, and its parameters in their order, names in lower case."""

    word: str
    parameters: tuple[tuple[str, str], ...]

    def find(self, name: str) -> str | None:
        """Return the first value of a parameter, put together and decoded, None where there is none."""
        found = next((key for key, _ in self.parameters if key.partition("*")[0] == name), None)
        return None if found is None else self._read(found)

    def list_all(self, name: str) -> list[str]:
        """Return the values of a parameter in both its forms, plain and encoded, of each the first."""
        keys = [key for key, _ in self.parameters if key.partition("*")[0] == name]
        first = dict.fromkeys("*" in key for key in keys)
        return [self._read(next(key for key in keys if ("*" in key) is encoded)) for encoded in first]

    def _read(self, key: str) -> str:
        name, star, rest = key.partition("*")
        if not star:
            return next(value for found, value in self.parameters if found == key)
        if not rest:
            return _decode_extended(next(value for found, value in self.parameters if found == key))
        return self._join(name)

    def _join(self, name: str) -> str:
        """Return a value that was cut into numbered pieces."""
        pieces: dict[int, tuple[str, bool]] = {}
        for key, value in self.parameters[:_MOST_PIECES]:
            number = _CONTINUED.fullmatch(key, len(name)) if key.startswith(name) else None
            if number:
                pieces.setdefault(int(number[1]), (value, number[2] == "*"))
        charset, data = "", b""
        for place, (value, encoded) in sorted(pieces.items()):
            if encoded and place == 0 and value.count("'") >= 2:
                charset, _, value = value.split("'", 2)
            data += _decode_percents(value) if encoded else value.encode("utf-8", "replace")
        return decode_bytes(data, charset)


def read_type(text: str) -> Described:
    """Return a Content-Type: `text/plain` and its parameters; one that can't be read is text/plain."""
    found = _TYPE.match(text)
    word = f"{found[1]}/{found[2]}".lower() if found else UNREADABLE_TYPE
    return Described(word, _list_parameters(text))


def read_disposition(text: str) -> Described:
    """Return a Content-Disposition: `attachment` and its parameters; "" where its word can't be read."""
    return Described(read_token(text), _list_parameters(text))


def read_token(text: str) -> str:
    """Return the first word of a field in lower case, without comments, "" where there is none."""
    found = _TOKEN.match(text)
    return found[1].lower() if found else ""


def _list_parameters(text: str) -> tuple[tuple[str, str], ...]:
    if ";" not in text:
        return ()
    return tuple((found["name"].lower(), _read_value(found)) for found in _PARAMETER.finditer(text))


def _read_value(found: re.Match[str]) -> str:
    if found["quoted"] is not None:
        return _ESCAPED.sub(r"\1", found["quoted"])
    plain = found["plain"].strip()
    # Only names of files have blanks without quotes; behind other values a comment may stand.
    return plain if found["name"].lower().startswith(_NAMES) else "".join(plain.split(maxsplit=1)[:1])


def _decode_extended(value: str) -> str:
    """Return a value written `charset'language'%41%42`."""
    if value.count("'") < 2:
        return decode_bytes(_decode_percents(value), "")
    charset, _, encoded = value.split("'", 2)
    return decode_bytes(_decode_percents(encoded), charset)


def _decode_percents(value: str) -> bytes:
    return _PERCENT.sub(lambda code: bytes((int(code[1], 16),)), value.encode("utf-8", "replace"))


def decode_name(value: str) -> str:
    """Return a file's name, in which many programs put encoded words where RFC 2231 has its own form."""
    return decode_words(value)
