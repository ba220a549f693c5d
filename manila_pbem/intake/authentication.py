"""Authentication-Results: what a mail server found out about who sent a mail (RFC 8601; docs/play.md, section 7)."""

from __future__ import annotations

import re

from manila_pbem.intake.fields import Fields
from manila_pbem.intake.letter import Verdict

_COMMENT = re.compile(r"\([^()]*+\)")
_PIECES = re.compile(r'(?:"(?:[^"\\]|\\.)*+"?|[^;"])++', re.DOTALL)
_SERVER = re.compile(r'\s*+"?([^\s";]++)')
_RESULT = re.compile(r"\s*+([A-Za-z][\w-]*+)(?:\s*+/\s*+[0-9]++)?\s*+=\s*+\"?([A-Za-z]++)")
_PROPERTY = re.compile(r'(?<![\w.-])([A-Za-z]++\.[\w-]++)\s*+=\s*+(?:"((?:[^"\\]|\\.)*+)"?|([^\s;"]++))', re.DOTALL)
_DOMAINS = {
    "spf": ("smtp.mailfrom", "smtp.mail", "smtp.helo"),
    "dkim": ("header.d", "header.i"),
    "dmarc": ("header.from",),
}
_MOST = 100
_DEEPEST_COMMENT = 5


def read_verdicts(fields: Fields) -> tuple[Verdict, ...]:
    """Return what servers found out, the topmost header first; of several headers of one server only the topmost.

    A header below it may have come with the mail. Servers, methods, results and domains are in lower case, the domain
    is "" where none is told.
    """
    verdicts: list[Verdict] = []
    servers: set[str] = set()
    for value in fields.list_values("authentication-results"):
        for _ in range(_DEEPEST_COMMENT):
            if "(" not in value:
                break
            value = _COMMENT.sub(" ", value)
        pieces = _PIECES.findall(value)
        server = _SERVER.match(pieces[0]) if pieces else None
        if server is None or server[1].lower() in servers:
            continue
        servers.add(server[1].lower())
        for piece in pieces[1:]:
            result = _RESULT.match(piece)
            if result:
                method = result[1].lower()
                verdicts.append(Verdict(server[1].lower(), method, result[2].lower(), _find_domain(method, piece)))
    return tuple(verdicts[:_MOST])


def _find_domain(method: str, piece: str) -> str:
    properties: dict[str, str] = {
        name.lower(): quoted or plain for name, quoted, plain in reversed(_PROPERTY.findall(piece))
    }
    for name in _DOMAINS.get(method, ()):
        if name in properties:
            return properties[name].rpartition("@")[2].strip("<>").rstrip(".").lower()
    return ""
