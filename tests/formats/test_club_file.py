"""club.yaml is read strictly; what is wrong in it is named with its line (docs/mail.md)."""

from __future__ import annotations

import pytest

from manila_pbem.formats.club_file import Authentication, ClubFile, Server, is_loopback, read_club_file
from manila_pbem.formats.faults import Fault
from manila_pbem.reports.sentences import tell_fault

WHOLE = """\
moderator: [mod@example.org, m@example.org]
address: manila@example.org
name: The harbour club
domain: mail.example.org
servers:
  smtp:
    host: smtp.example.org
    port: 587
    security: starttls
    user: manila@example.org
    password_from: MANILA_PASSWORD
  imap:
    host: imap.example.org
    port: 993
    security: tls
    user: manila@example.org
    token_command: [/usr/local/bin/token, manila]
    folder: Manila
authentication:
  server: mx.example.org
  demand: true
time_zone: Europe/Berlin
languages: [en, zh-Hant]
defaults: {pace: turns}
"""


def read(text: str) -> ClubFile:
    club = read_club_file(text.encode())
    assert isinstance(club, ClubFile), club
    return club


def test_all_that_can_be_said() -> None:
    assert read(WHOLE) == ClubFile(
        moderator=("mod@example.org", "m@example.org"),
        address="manila@example.org",
        name="The harbour club",
        domain="mail.example.org",
        smtp=Server("smtp.example.org", 587, "starttls", "manila@example.org", "MANILA_PASSWORD", ()),
        imap=Server("imap.example.org", 993, "tls", "manila@example.org", "", ("/usr/local/bin/token", "manila")),
        folder="Manila",
        authentication=Authentication("mx.example.org", True),
        languages=("en", "zh-Hant"),
        time_zone="Europe/Berlin",
    )


def test_the_moderator_alone() -> None:
    assert read("moderator: mod@example.org\n") == ClubFile(("mod@example.org",))


def test_the_domain_is_that_of_the_address_where_none_is_named() -> None:
    assert read("address: manila@example.org\n").domain == "example.org"
    assert read("address: manila@bücher.example\n").domain == "xn--bcher-kva.example"


def test_authentication_is_demanded_only_where_that_is_said() -> None:
    assert read("authentication: {server: mx.example.org}\n").authentication == Authentication("mx.example.org", False)


@pytest.mark.parametrize(
    ("kind", "said", "port", "security"),
    [
        ("smtp", "", 587, "starttls"),
        ("smtp", "port: 465", 465, "tls"),
        ("smtp", "port: 25", 25, "starttls"),
        ("smtp", "port: 2525", 2525, "starttls"),
        ("smtp", "security: TLS", 465, "tls"),
        ("smtp", "port: 2525, security: tls", 2525, "tls"),
        ("imap", "", 993, "tls"),
        ("imap", "port: 143", 143, "starttls"),
        ("imap", "port: 10993", 10993, "tls"),
        ("imap", "security: starttls", 143, "starttls"),
    ],
)
def test_port_and_security_follow_from_each_other(kind: str, said: str, port: int, security: str) -> None:
    club = read(f"servers: {{{kind}: {{host: mail.example.org{', ' * bool(said)}{said}}}}}\n")
    server = club.smtp if kind == "smtp" else club.imap
    assert server is not None
    assert (server.port, server.security) == (port, security)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1.2.3", "::1", "'[::1]'"])
def test_this_machine_needs_no_encryption(host: str) -> None:
    smtp = read(f"servers: {{smtp: {{host: '{host.strip(chr(39))}', security: none}}}}\n").smtp
    assert smtp is not None
    assert (smtp.port, smtp.security) == (25, "none")


def test_other_machines_are_no_loopback() -> None:
    assert not any(map(is_loopback, ("example.org", "128.0.0.1", "127.0.0.1.example.org", "localhost.example.org", "")))


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("moderator: [mod@example.org, m@example.org]", "moderator: {a: b}", 1, "`moderator`"),
        ("mod@example.org", "mod", 1, "a mail address"),
        ("moderator:", "moderators:", 1, "there is no key `moderators` in the file"),
        ("address: manila@example.org", "address: manila", 2, "`manila`"),
        ("address: manila@example.org", "address: Manila <manila@example.org>", 2, "Manila <manila@example.org>"),
        ("address: manila@example.org", "address: a@b@example.org", 2, "a@b@example.org"),
        ("address: manila@example.org", "address:", 2, "`address`"),
        ("name: The harbour club", 'name: "a\\nb"', 3, "one line"),
        ("domain: mail.example.org", "domain: a b", 4, "`a b`"),
        ("domain: mail.example.org", "domain: <x>", 4, "`<x>`"),
        ("host: smtp.example.org", "host: smtp example", 7, "smtp example"),
        ("    host: smtp.example.org\n", "", 7, "`host` is missing"),
        ("port: 587", "port: 0", 8, "`0`"),
        ("port: 587", "port: 65536", 8, "65536"),
        ("port: 587", "port: smtp", 8, "`smtp`"),
        ("security: starttls", "security: ssl", 9, "`ssl`"),
        ("security: starttls", "security: none", 9, "127.0.0.1"),
        ("    user: manila@example.org\n    password_from", "    password_from", 7, "`user` is missing"),
        ("    password_from: MANILA_PASSWORD\n", "", 7, "`password_from` is missing"),
        ("password_from:", "password:", 11, "there is no key `password`"),
        ("password_from: MANILA_PASSWORD", "token_command: ''", 11, "`token_command`"),
        ("token_command: [/usr/local/bin/token, manila]", "token_command: {a: b}", 17, "`token_command`"),
        ("    folder: Manila", "    folder: [Manila]", 18, "`folder`"),
        ("  smtp:", "  pop3:", 6, "there is no key `pop3` in `servers`"),
        ("demand: true", "demand: perhaps", 21, "`perhaps`"),
        ("server: mx.example.org", "server: mx example", 20, "`mx example`"),
        ("time_zone: Europe/Berlin", "time_zone: &a x", 22, "anchor"),
    ],
)
def test_a_fault_names_its_line_and_value(old: str, new: str, line: int, told: str) -> None:
    assert old in WHOLE
    fault = read_club_file(WHOLE.replace(old, new, 1).encode())
    assert isinstance(fault, Fault)
    assert (fault.mark.line, told in tell_fault(fault)) == (line, True), tell_fault(fault)


def test_a_password_in_the_file_is_refused_and_not_shown() -> None:
    fault = read_club_file(WHOLE.replace("MANILA_PASSWORD", "hunter-2!").encode())
    assert isinstance(fault, Fault)
    assert fault.mark.line == 11
    assert "hunter" not in tell_fault(fault)
    assert "environment" in tell_fault(fault)


def test_one_way_to_log_in() -> None:
    fault = read_club_file(WHOLE.replace("MANILA_PASSWORD\n", "MANILA_PASSWORD\n    token_command: token\n").encode())
    assert isinstance(fault, Fault)
    assert "not both" in tell_fault(fault)
