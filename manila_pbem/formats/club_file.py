"""club.yaml: the moderator, the club's own mail address, and the servers its mail goes by (docs/mail.md)."""

from __future__ import annotations

import re

from manila_pbem.formats.faults import Fault
from manila_pbem.formats.settings import Settings, read_settings
from manila_pbem.values import NamedValue

KEYS = (
    *("moderator", "address", "name", "domain", "servers", "authentication"),
    *("languages", "time_zone", "defaults"),
)
NAME = "Manila"
"""What the club is called in its mails where it has no name."""

STARTTLS = "starttls"
TLS = "tls"
OPEN = "none"
"""No encryption: for servers on the same machine alone."""

_SERVER_KEYS = ("host", "port", "security", "user", "password_from", "token_command")
_PORTS = {"smtp": {STARTTLS: 587, TLS: 465, OPEN: 25}, "imap": {STARTTLS: 143, TLS: 993, OPEN: 143}}
_USUAL_SECURITY = {"smtp": STARTTLS, "imap": TLS}
_TLS_PORTS = (465, 993)
_STARTTLS_PORTS = (25, 143, 587)
_MOST_PORT = 65535


class Server(NamedValue):
    """A mail server and how to log in to it.

    `security` is `starttls`, `tls` or `none`. `user` is "" where nobody logs in. Of `password_from`, the name of an
    environment variable, and `token_command`, the words of a command, one is there where there is a user.
    """

    host: str
    port: int
    security: str
    user: str
    password_from: str
    token_command: tuple[str, ...]


class Authentication(NamedValue):
    """Whose Authentication-Results count: `server` is the name it gives itself there (its authserv-id).

    `demand` says whether a mail is refused that it could not confirm to come from its From address.
    """

    server: str
    demand: bool


class ClubFile(NamedValue):
    """What club.yaml says.

    `moderator` are the addresses by which the moderator is known, the first for mail to him. `address` is the club's
    own, "" where it has none and sends no mail. `domain` ends the Message-IDs of its mails, ASCII; the address's domain
    where none is named. `folder` is the IMAP folder that is read.
    """

    moderator: tuple[str, ...] = ()
    address: str = ""
    name: str = NAME
    domain: str = ""
    smtp: Server | None = None
    imap: Server | None = None
    folder: str = "INBOX"
    authentication: Authentication | None = None
    languages: tuple[str, ...] = ()
    time_zone: str | None = None


def read_club_file(data: bytes) -> ClubFile | Fault:
    """Return what a club.yaml says, or why it can't be read."""
    found = read_settings(data, KEYS)
    if isinstance(found, Fault):
        return found
    moderator = found.take_list("moderator") if "moderator" in found else ()
    for listed in moderator:
        if not _is_address(listed):
            found.blame("moderator", "a mail address, or a list of them, such as [moderator@example.org]")
    address = _take_address(found) if "address" in found else ""
    smtp = imap = None
    folder = "INBOX"
    if "servers" in found:
        servers = found.enter("servers", ("smtp", "imap"))
        smtp = _take_server(servers.enter("smtp", _SERVER_KEYS), "smtp") if "smtp" in servers else None
        if "imap" in servers:
            settings = servers.enter("imap", (*_SERVER_KEYS, "folder"))
            imap = _take_server(settings, "imap")
            folder = settings.take_text("folder") if "folder" in settings else folder
    club = ClubFile(
        moderator=moderator,
        address=address,
        name=_take_line(found, "name") if "name" in found else NAME,
        domain=_take_domain(found, address),
        smtp=smtp,
        imap=imap,
        folder=folder,
        authentication=_take_authentication(found) if "authentication" in found else None,
        languages=found.take_list("languages") if "languages" in found else (),
        time_zone=found.take_text("time_zone") if "time_zone" in found else None,
    )
    return found.fault or club


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine itself, by its name or number."""
    bare = host.lower().strip("[]")
    return bare in ("localhost", "::1") or re.fullmatch(r"127(\.\d{1,3}){3}", bare) is not None


def _take_server(settings: Settings, kind: str) -> Server:
    host = settings.take_text("host")
    if not re.fullmatch(r"[^\s@/<>]+", host):
        settings.blame("host", "the name of a server, such as mail.example.org")
    port = _take_port(settings) if "port" in settings else 0
    if "security" in settings:
        security = settings.take_word("security", (STARTTLS, TLS, OPEN))
    else:
        security = TLS if port in _TLS_PORTS else STARTTLS if port in _STARTTLS_PORTS else _USUAL_SECURITY[kind]
    if security == OPEN and not is_loopback(host):
        settings.blame("security", "starttls or tls: none is for a server on the same machine (127.0.0.1) alone")
    user = _take_line(settings, "user") if "user" in settings else ""
    password_from = ""
    token_command: tuple[str, ...] = ()
    if "password_from" in settings:
        password_from = settings.take_text("password_from")
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", password_from):
            # What stands there may be the password itself, which is not to be shown.
            settings.blame_secretly("password_from", "the name of an environment variable, such as MANILA_PASSWORD")
    if "token_command" in settings:
        token_command = settings.take_list("token_command")
        if len(token_command) == 1:
            token_command = tuple(token_command[0].split())
        if not token_command or not all(token_command):
            settings.blame("token_command", "a command, or the list of its words, such as [/usr/bin/token, club]")
        if password_from:
            settings.blame("token_command", "password_from or token_command, not both")
    if user and not (password_from or token_command):
        settings.blame("password_from", "the name of an environment variable, or a token_command, for the user")
    if not user and (password_from or token_command):
        settings.blame("user", "the name to log in with")
    return Server(host, port or _PORTS[kind].get(security, 0), security, user, password_from, token_command)


def _take_port(settings: Settings) -> int:
    port = settings.take_number("port")
    if not 0 < port <= _MOST_PORT:
        settings.blame("port", f"a number from 1 to {_MOST_PORT}")
    return port


def _take_authentication(found: Settings) -> Authentication:
    settings = found.enter("authentication", ("server", "demand"))
    server = settings.take_text("server")
    if re.search(r"[\s;]", server):
        settings.blame("server", "the name that stands first in its Authentication-Results, such as mx.example.org")
    demand = settings.take_word("demand", ("true", "false")) if "demand" in settings else "false"
    return Authentication(server, demand == "true")


def _take_address(found: Settings) -> str:
    address = found.take_text("address")
    if not _is_address(address):
        found.blame("address", "the club's mail address, such as manila@example.org")
    return address


def _take_domain(found: Settings, address: str) -> str:
    domain = found.take_text("domain") if "domain" in found else address.rpartition("@")[2]
    if not domain.isascii():
        try:
            domain = domain.encode("idna").decode("ascii")
        except UnicodeError:
            found.blame("domain", "a domain in ASCII letters, such as example.org")
    if "domain" in found and not re.fullmatch(r"[A-Za-z0-9._-]+", domain):
        found.blame("domain", "a domain, such as example.org")
    return domain


def _take_line(found: Settings, key: str) -> str:
    text = found.take_text(key)
    if not text.isprintable():
        found.blame(key, "a text of one line")
    return text


def _is_address(text: str) -> bool:
    """Tell whether a text can be a mail address: what servers make of it is theirs to say."""
    return text.isprintable() and re.fullmatch(r"[^\s@,;:<>()\[\]\"\\]+@[^\s@,;:<>()\[\]\"\\]+", text) is not None
