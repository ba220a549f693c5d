"""From: who wrote a mail (docs/play.md, section 7, "From")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_letters import AUTHOR, read, write_mail

from manila_pbem.intake.authors import list_addresses, read_authors
from manila_pbem.intake.fields import FIELD_LIMIT
from manila_pbem.intake.letter import Trouble

OTHER = "mallory@example.com"


@pytest.mark.parametrize(
    "value",
    [
        "ana@example.org",
        "<ana@example.org>",
        "Ana <ana@example.org>",
        "Ana<ana@example.org>",
        '"Ana" <ana@example.org>',
        '"Ana, the Great" <ana@example.org>',
        '"Ana \\"the\\" Great" <ana@example.org>',
        "  ana@example.org  ",
        "ana@example.org (Ana)",
        "(Ana) ana@example.org",
        "Ana (at home (or not)) <ana@example.org>",
        "=?utf-8?B?5a6J5aic?= <ana@example.org>",
        "=?utf-8?B?5a6J5aic?=<ana@example.org>",
        '"=?utf-8?B?5a6J5aic?=" <ana@example.org>',
        "=?utf-8?Q?Ana=2C_the_Great?= <ana@example.org>",
        "安娜 <ana@example.org>",
        "\ufffd\ufffd <ana@example.org>",
        "Ana\r\n <ana@example.org>",
        # Obsolete syntax.
        "Ana < ana @ example . org >",
        "ana @ example.org",
        "ana(at home)@(in)example(the).org",
        "<ana@example.org (Ana)>",
        "Ana <@relay.example:ana@example.org>",
        "Ana <@relay.example,@other.example:ana@example.org>",
        "J. Ana Smith <ana@example.org>",
        "Ana <ana@example.org>,",
        ", Ana <ana@example.org>",
        ",, ana@example.org,,",
        "Crew: ana@example.org;",
        "Crew: Ana <ana@example.org>;",
        '"ana"@example.org',
        '<"ana"@example.org>',
        '"a\\na"@example.org',
        # A missing `>`, an unquoted comma in the name.
        "Ana <ana@example.org",
        "<ana@example.org",
        "Ana <ana@example.org (at home)",
        "Smith, Ana <ana@example.org>",
        "Smith, Ana, Dr. <ana@example.org",
        "Smith; Ana <ana@example.org>",
        # Names and comments are no address.
        f'"{OTHER}" <ana@example.org>',
        f"{OTHER} <ana@example.org>",
        f"({OTHER}) ana@example.org",
        f"ana@example.org ({OTHER})",
        f"Ana ({OTHER}) <ana@example.org>",
        f'"Ana <{OTHER}>" <ana@example.org>',
        f"=?utf-8?Q?{OTHER.replace('@', '=40')}?= <ana@example.org>",
        f"=?utf-8?Q?{OTHER}?= <ana@example.org>",
        "ana@example.org <ana@example.org>",
        "'ana@example.org' <ana@example.org>",
        # What nothing closes stands for itself.
        "Ana (the Great <ana@example.org>",
        "Ana ) <ana@example.org>",
        'Ana " <ana@example.org>',
        "Ana [x <ana@example.org>",
        "Ana \\ <ana@example.org>",
    ],
)
def test_one_address(value: str) -> None:
    assert read_authors([value.encode()]) == (("ana@example.org",), None)


@pytest.mark.parametrize(
    "address",
    [
        "Ana@Example.ORG",
        "ana+manila@example.org",
        "ana.smith@example.org",
        "ana@mail.example.org",
        "ana@[192.0.2.1]",
        "ana@[IPv6:2001:db8::1]",
        "安娜@例子.公司",
        "o'ana@example.org",
        "ana=x@example.org",
        '"ana smith"@example.org',
        "ana@localhost",
    ],
)
def test_address_as_it_is_written(address: str) -> None:
    """Addresses compare without regard to ASCII case, nothing else is folded: so they are told as written."""
    assert list_addresses(address) == list_addresses(f"Ana <{address}>") == [address]


@pytest.mark.parametrize(
    "value",
    [
        f"ana@example.org, {OTHER}",
        f"Ana <ana@example.org>, Mallory <{OTHER}>",
        f"Ana <ana@example.org>, {OTHER}",
        f"ana@example.org, Mallory <{OTHER}>",
        f"<ana@example.org> <{OTHER}>",
        f"<ana@example.org><{OTHER}>",
        f"Ana <ana@example.org> {OTHER}",
        f"Crew: ana@example.org, {OTHER};",
        f"ana@example.org; {OTHER}",
        f"Ana <ana@example.org, Mallory <{OTHER}>",
        f"Ana <ana@example.org <{OTHER}>",
        f"ana@example.org {OTHER}",
        f"ana@example.org,{OTHER}",
    ],
)
def test_two_addresses(value: str) -> None:
    assert read_authors([value.encode()]) == (("ana@example.org", OTHER), Trouble("several_authors"))


def test_one_address_twice_is_more_than_one() -> None:
    assert read_authors([b"ana@example.org, ana@example.org"])[1] == Trouble("several_authors")


@pytest.mark.parametrize(
    "values",
    [
        ["ana@example.org", OTHER],
        ["ana@example.org", "ana@example.org"],
        ["ana@example.org", ""],
        ["", "ana@example.org"],
        ["Ana", "ana@example.org"],
    ],
)
def test_two_headers(values: list[str]) -> None:
    authors, trouble = read_authors([value.encode() for value in values])
    assert trouble == Trouble("several_from_headers")
    assert authors == tuple(value for value in values if "@" in value)


@pytest.mark.parametrize(
    "value",
    [
        "", " ", "Ana", "<>", "Ana <>", "@", "ana@", "@example.org", "<@example.org>", "<ana>",
        "undisclosed: ;", "()", "(",
        '"', "<", ">", ",", ";", ":", "(ana@example.org)", '"ana@example.org"', '"ana@example.org" <>',
        "=?utf-8?B?YW5hQHg=?=",
        "ana at example.org", "\x00@\x00", "a\x01b@example.org", "ana@exam\ufffdple.org",
    ],
)  # fmt: skip
def test_no_readable_address(value: str) -> None:
    assert read_authors([value.encode()]) == ((), Trouble("no_author"))


def test_no_header() -> None:
    assert read_authors([]) == ((), Trouble("no_author"))


def test_header_that_is_too_long() -> None:
    authors, trouble = read_authors([b"Ana " + b"x" * FIELD_LIMIT + b" <ana@example.org>"])
    assert authors == ()
    assert trouble is not None
    assert trouble.code == "header_too_long"


@pytest.mark.parametrize(
    "name", ["Sender", "Reply-To", "Resent-From", "Resent-Sender", "To", "Cc", "X-From", "Errors-To"]
)
def test_other_headers_do_not_matter(name: str) -> None:
    assert read(write_mail(extra=(f"{name}: {OTHER}",))).authors == (AUTHOR,)


@pytest.mark.parametrize("name", ["from", "FROM", "FrOm"])
def test_two_headers_in_different_case(name: str) -> None:
    assert read(write_mail(extra=(f"{name}: {OTHER}",))).author_trouble == Trouble("several_from_headers")


def test_blank_before_the_colon_makes_it_no_header() -> None:
    """A line that is no header ends the headers, so what stands below it is text."""
    data = write_mail(over={"From": None}, extra=(f"From : {AUTHOR}",))
    assert read(data).author_trouble == Trouble("no_author")


@given(st.text(alphabet='ab@.<>()",;:[]\\ =?\n\t\xe4', max_size=50))
def test_never_raises_and_tells_addresses_only(text: str) -> None:
    for address in list_addresses(text):
        local, at, domain = address.rpartition("@")
        assert local and at and domain
        assert not set(domain) & set('<>"\n\t ')
