"""Header fields: where they end, which are read (docs/play.md, section 7, "Transfer" and "Subject")."""

from __future__ import annotations

import pytest
from plain_letters import AUTHOR, ORDER, list_orders, read, write_mail

from manila_pbem.intake.fields import FIELD_LIMIT, MAIL_FIELDS, read_fields


def read_all(text: str) -> tuple[dict[str, list[str]], str]:
    data = text.encode("utf-8", "surrogateescape")
    fields, start = read_fields(data, 0, len(data), MAIL_FIELDS)
    names = {name: fields.list_values(name) for name in MAIL_FIELDS.values() if fields.has(name)}
    return names, data[start:].decode("utf-8", "surrogateescape")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lf_cr_and_crlf_end_lines(end: str) -> None:
    text = end.join(["From: a@b", "Subject: one", " two", "", "body", "more"])
    assert read_all(text) == ({"from": ["a@b"], "subject": ["one two"]}, f"body{end}more")


def test_line_ends_may_be_mixed() -> None:
    assert read_all("From: a@b\rSubject: x\r\nTo: y\n\r\nbody") == ({"from": ["a@b"], "subject": ["x"]}, "body")


@pytest.mark.parametrize(
    "line",
    ["place : jade", "no colon here", "Hello there: text", "Subject : x", "Grüße: x", "From me to you"],
)
def test_line_that_is_no_header_ends_the_headers_and_begins_the_body(line: str) -> None:
    """A line that is no header (no colon, a blank before it) ends the headers."""
    fields, body = read_all(f"From: a@b\n{line}\nSubject: late\n\nbody\n")
    assert fields == {"from": ["a@b"]}
    assert body == f"{line}\nSubject: late\n\nbody\n"


def test_order_directly_below_the_headers_is_read() -> None:
    """The blank line is missing: the first line that is no header begins the body."""
    data = write_mail().replace(b"\r\n\r\nplace: [jade, pass]", b"\r\nMy orders follow\r\n\r\nplace: [jade, pass]")
    assert list_orders(data) == [ORDER]


@pytest.mark.parametrize("blanks", [" ", "\t", "    ", " \t "])
def test_line_of_blanks_is_a_fold_and_no_end(blanks: str) -> None:
    fields, body = read_all(f"Subject: one\n{blanks}\n two\nFrom: a@b\n\nbody")
    assert "".join(fields["subject"][0].split()) == "onetwo"
    assert fields["from"] == ["a@b"]
    assert body == "body"


@pytest.mark.parametrize("first", ["From ana@example.org Tue Dec  1 20:15:00 2026\n", ">From ana Tue Dec 1 2026\n"])
def test_line_of_a_mailbox_before_the_headers_is_passed_over(first: str) -> None:
    assert read_all(f"{first}From: a@b\n\nbody") == ({"from": ["a@b"]}, "body")


def test_fold_before_the_first_header_is_passed_over() -> None:
    assert read_all(" a fold of nothing\nFrom: a@b\n\nbody") == ({"from": ["a@b"]}, "body")


@pytest.mark.parametrize("name", ["From", "FROM", "from", "fRoM"])
def test_case_of_names_does_not_matter(name: str) -> None:
    assert read_all(f"{name}: a@b\n\n")[0] == {"from": ["a@b"]}


@pytest.mark.parametrize("value", ["a@b", " a@b", "\ta@b", "   a@b  ", "\n a@b", "\n\ta@b"])
def test_blanks_and_folds_around_a_value(value: str) -> None:
    assert read_all(f"From:{value}\n\n")[0] == {"from": ["a@b"]}


def test_all_values_of_a_name_in_their_order() -> None:
    assert read_all("Subject: b\nX: y\nSubject: a\n\n")[0] == {"subject": ["b", "a"]}


def test_mail_of_headers_only() -> None:
    assert read_all("From: a@b\nSubject: x") == ({"from": ["a@b"], "subject": ["x"]}, "")


@pytest.mark.parametrize("data", ["", "\n", "\r\n", "\r", " ", "a", ":", ": x\n", "\0"])
def test_mails_of_nearly_nothing(data: str) -> None:
    assert read_all(data)[0] == {}


def test_bytes_that_are_no_utf_8_are_replaced_and_harm_nothing_else() -> None:
    assert read_all("Subject: a\udcffb\nFrom: a@b\n\n")[0] == {"subject": ["a\ufffdb"], "from": ["a@b"]}


def test_raw_utf_8_is_read() -> None:
    assert read_all("Subject: 回复 grün\n\n")[0] == {"subject": ["回复 grün"]}


@pytest.mark.parametrize("name", ["X-Junk", "To", "References", "Received", "Cc", "DKIM-Signature"])
def test_long_header_that_does_not_matter_does_not_matter(name: str) -> None:
    letter = read(write_mail(extra=(f"{name}: " + "x" * (2 * FIELD_LIMIT),)))
    assert (letter.authors, [place.order for place in letter.places]) == ((AUTHOR,), [ORDER])


def test_many_headers_that_do_not_matter_do_not_matter() -> None:
    assert list_orders(write_mail(extra=("X-A: b",) * 20_000)) == [ORDER]
