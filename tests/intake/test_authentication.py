"""Authentication-Results (docs/play.md, section 7; RFC 8601)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_letters import read, write_mail

from manila_pbem.intake.letter import Verdict


def list_verdicts(*values: str) -> tuple[Verdict, ...]:
    return read(write_mail(extra=tuple(f"Authentication-Results: {value}" for value in values))).verdicts


@pytest.mark.parametrize(
    ("value", "verdicts"),
    [
        ("mx.example; spf=pass smtp.mailfrom=ana@example.org", [("mx.example", "spf", "pass", "example.org")]),
        ("mx.example; spf=pass smtp.mailfrom=example.org", [("mx.example", "spf", "pass", "example.org")]),
        ("mx.example; dkim=pass header.d=example.org", [("mx.example", "dkim", "pass", "example.org")]),
        ("mx.example; dkim=pass header.i=@example.org", [("mx.example", "dkim", "pass", "example.org")]),
        ("mx.example; dmarc=pass header.from=example.org", [("mx.example", "dmarc", "pass", "example.org")]),
        ("MX.Example; DMARC=Fail header.from=Example.ORG", [("mx.example", "dmarc", "fail", "example.org")]),
        ("mx.example 1; dmarc=pass header.from=a.b", [("mx.example", "dmarc", "pass", "a.b")]),
        ('"mx.example"; dmarc=pass header.from="a.b"', [("mx.example", "dmarc", "pass", "a.b")]),
        ("mx.example (own); dmarc=pass (p=none dis=none) header.from=a.b", [("mx.example", "dmarc", "pass", "a.b")]),
        ("mx.example; dmarc/1=pass header.from=a.b", [("mx.example", "dmarc", "pass", "a.b")]),
        ("mx.example; dmarc = pass header.from = a.b", [("mx.example", "dmarc", "pass", "a.b")]),
        ('mx.example; dkim=fail reason="a; dmarc=pass" header.d=a.b', [("mx.example", "dkim", "fail", "a.b")]),
        ("mx.example; dkim=fail (a; dmarc=pass) header.d=a.b", [("mx.example", "dkim", "fail", "a.b")]),
        ("mx.example; none", []),
        ("mx.example", []),
        ("", []),
        (";;;", []),
        ("mx.example; auth=pass smtp.auth=ana", [("mx.example", "auth", "pass", "")]),
        ("mx.example; spf=none smtp.helo=a.b", [("mx.example", "spf", "none", "a.b")]),
        (
            "mx.example;\n dkim=pass header.d=example.org header.s=s1;\n spf=softfail smtp.mailfrom=x@y.z;\n"
            " dmarc=pass header.from=example.org",
            [
                ("mx.example", "dkim", "pass", "example.org"),
                ("mx.example", "spf", "softfail", "y.z"),
                ("mx.example", "dmarc", "pass", "example.org"),
            ],
        ),
    ],
)
def test_verdicts(value: str, verdicts: list[tuple[str, str, str, str]]) -> None:
    assert list_verdicts(value) == tuple(Verdict(*verdict) for verdict in verdicts)


def test_topmost_header_of_a_server_counts() -> None:
    """A header below it may have come with the mail itself."""
    found = list_verdicts("mx.example; dmarc=fail header.from=a.b", "mx.example; dmarc=pass header.from=a.b")
    assert [verdict.result for verdict in found] == ["fail"]


def test_headers_of_several_servers_in_their_order() -> None:
    found = list_verdicts("mx.example; spf=pass", "other.example; dkim=fail", "mx.example; dkim=pass")
    assert [(verdict.server, verdict.method) for verdict in found] == [("mx.example", "spf"), ("other.example", "dkim")]


def test_other_headers_are_no_results() -> None:
    letter = read(
        write_mail(extra=("ARC-Authentication-Results: i=1; mx; dmarc=pass", "X-Authentication-Results: mx; spf=pass"))
    )
    assert letter.verdicts == ()


@given(st.text(alphabet='mx.; =pasdkim()"\\/@1\n\t', max_size=80))
def test_never_raises(text: str) -> None:
    list_verdicts(text.replace("\n", "\n "))
