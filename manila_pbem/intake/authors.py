"""From: the addresses of who wrote a mail (docs/play.md, section 7, "From").

Names and comments are no address. Obsolete forms, a missing `>` and a comma in a name without quotes are read.
"""

from __future__ import annotations

import re

from manila_pbem.intake.encoded_words import replace_words
from manila_pbem.intake.fields import FIELD_LIMIT, unfold
from manila_pbem.intake.letter import Trouble

NO_AUTHOR = Trouble("no_author")
SEVERAL_AUTHORS = Trouble("several_authors")
SEVERAL_FROM_HEADERS = Trouble("several_from_headers")
FROM_TOO_LONG = Trouble("header_too_long", {"header": "From", "most": str(FIELD_LIMIT // 1024)})

_MOST_HEADERS = 20
_MOST_AUTHORS = 100

_TOKEN = re.compile(r'\\.|["()<>,;:\[\]]|[^\\"()<>,;:\[\]]++|\\', re.DOTALL)
_AROUND_JOINT = re.compile(r"\s*+([.@])\s*+")
# It begins where a word begins, so that a long word is looked at once.
_ADDRESS = re.compile(
    r"""(?<![^\s@<>])("(?:[^"\\]|\\.)*+"|[^\s"@<>\x00-\x1f\x7f\ufffd]++)@([^\s"@<>\x00-\x1f\x7f\ufffd]++)(?!\S)""",
    re.DOTALL,
)
_ATOM = re.compile(r"[^\s\x00-\x20\x7f()<>\[\]:;@\\,\".]+(?:\.[^\s\x00-\x20\x7f()<>\[\]:;@\\,\".]+)*")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def read_authors(headers: list[bytes]) -> tuple[tuple[str, ...], Trouble | None]:
    """Return the addresses of all From headers, and what is wrong where it is not one address in one header."""
    if any(len(raw) > FIELD_LIMIT for raw in headers):
        return (), FROM_TOO_LONG
    authors = [author for raw in headers[:_MOST_HEADERS] for author in list_addresses(unfold(raw))][:_MOST_AUTHORS]
    if len(headers) > 1:
        return tuple(authors), SEVERAL_FROM_HEADERS
    if len(authors) > 1:
        return tuple(authors), SEVERAL_AUTHORS
    return tuple(authors), None if authors else NO_AUTHOR


def list_addresses(text: str) -> list[str]:
    """Return the addresses of a field's value, each as written, without names, comments and blanks.

    Promises an end: the time is linear in the length of the text.
    """
    addresses: list[str] = []
    outside: list[str] = []
    inside: list[str] | None = None
    route = False
    for token in _list_tokens(replace_words(text, " ")):
        if inside is not None:
            if token == ">" or (token in (",", ";") and not route):
                # With a comma the `>` is missing.
                addresses += _read_spec("".join(inside))
                inside = None
            elif token == "<":
                addresses += _read_spec("".join(inside))
                inside, route = [], False
            elif token == ":":
                # So ends the way that the mail should take, `@relay,@other:`, or `mailto`.
                inside, route = [], False
            elif not token.isspace():
                route = route or (not inside and token.lstrip().startswith("@"))
                inside.append(token)
        elif token == "<":
            # What stands before it is a name, even where it looks like an address.
            outside = []
            inside, route = [], False
        elif token in (",", ";"):
            addresses += _read_words("".join(outside))
            outside = []
        elif token == ":":
            # A group's name, or `mailto:`.
            outside = []
        elif token != ">":
            outside.append(token)
    addresses += _read_words("".join(outside)) if inside is None else _read_spec("".join(inside))
    return addresses


def _list_tokens(text: str) -> list[str]:
    """Return words and marks, quoted texts and domains in brackets whole, comments left out.

    A quote, a parenthesis or a bracket that nothing closes stands for itself.
    """
    tokens = _TOKEN.findall(text)
    closing = _match_parentheses(tokens) if "(" in text else {}
    found: list[str] = []
    last_quote = _find_last(tokens, '"')
    last_bracket = _find_last(tokens, "]")
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token == '"' and at < last_quote:
            end = tokens.index('"', at + 1)
            found.append("".join(tokens[at : end + 1]))
            at = end
        elif token == "[" and at < last_bracket:
            end = tokens.index("]", at + 1)
            found.append("".join(tokens[at : end + 1]))
            at = end
        elif token == "(" and at in closing:
            found.append(" ")
            at = closing[at]
        elif token not in ('"', "(", ")"):
            found.append(token)
        at += 1
    return found


def _find_last(tokens: list[str], mark: str) -> int:
    return len(tokens) - 1 - tokens[::-1].index(mark) if mark in tokens else -1


def _match_parentheses(tokens: list[str]) -> dict[int, int]:
    """Return where each `(` that is closed is closed."""
    opened: list[int] = []
    closing: dict[int, int] = {}
    for at, token in enumerate(tokens):
        if token == "(":
            opened.append(at)
        elif token == ")" and opened:
            closing[opened.pop()] = at
    return closing


def _read_spec(text: str) -> list[str]:
    """Return the address that stands in `<…>`, as a list of one or none; what follows a blank is no part of it."""
    found = _ADDRESS.match(_AROUND_JOINT.sub(r"\1", text.strip()))
    return [_write_address(found[1], found[2])] if found else []


def _read_words(text: str) -> list[str]:
    """Return the addresses among words outside of `<…>`."""
    if "@" not in text:
        return []
    return [_write_address(*found) for found in _ADDRESS.findall(_AROUND_JOINT.sub(r"\1", text))]


def _write_address(local: str, domain: str) -> str:
    """Return an address without quotes that it does not need, which are no part of it (RFC 5322, 3.2.4)."""
    plain = _ESCAPED.sub(r"\1", local[1:-1]) if local[0] == '"' else local
    return f"{plain if _ATOM.fullmatch(plain) else local}@{domain}"
