"""The whole letter: Message-ID, references, digest, limits (docs/play.md, section 7, "Limits" and "Twice")."""

from __future__ import annotations

import pytest
from plain_letters import AUTHOR, CODE, ORDER, TAG, join_parts, list_orders, read, write_mail, write_part

from manila_pbem.intake.letter import Place, Tag, Trouble

ALTERNATIVE = {"Content-Type": "multipart/alternative; boundary=b1"}
MIB = 1024 * 1024


def test_plain_letter() -> None:
    letter = read(write_mail())
    assert letter.message_id == "<one@client.example>"
    assert letter.authors == (AUTHOR,)
    assert letter.subject == f"Re: {TAG} your turn"
    assert letter.tags == (Tag("harbour-1", "v1-place-2", CODE),)
    assert letter.places == (Place("text", "", ORDER),)
    nothing = (letter.automatic, letter.bounce, letter.author_trouble, letter.subject_trouble, letter.trouble)
    assert nothing == (None,) * 5
    assert letter.verdicts == letter.references == ()


@pytest.mark.parametrize(
    ("value", "message_id"),
    [
        ("<a@b>", "<a@b>"),
        ("  <a@b>  ", "<a@b>"),
        ("\n <a@b>", "<a@b>"),
        ("<a\n @b>", "<a@b>"),
        ("<[7f3a9c2b41d84e]@client.example>", "<[7f3a9c2b41d84e]@client.example>"),
        ("<a@b> (comment)", "<a@b>"),
        ("<a@b> <c@d>", "<a@b>"),
        ("a@b", "<a@b>"),
        ("<a>", "<a>"),
        ("<a\u00fc@b>", "<a%C3%BC@b>"),
        ("", ""),
        ("<>", ""),
        (None, ""),
        ("<" + "x" * 2000 + "@b>", ""),
    ],
)
def test_message_id(value: str | None, message_id: str) -> None:
    assert read(write_mail(over={"Message-ID": value})).message_id == message_id


@pytest.mark.parametrize("value", ["<>.b@c>", "<<a@b>>", "<a", "<a@b", "a b", "@", "<a@b>\x00", "<a\x1b[0m@b>"])
def test_broken_message_id_is_one_safe_word_and_the_same_again(value: str) -> None:
    first, second = (read(write_mail(over={"Message-ID": value})).message_id for _ in range(2))
    assert first == second
    assert first == "" or (first.isascii() and first.isprintable() and " " not in first)


def test_of_several_message_ids_the_first_counts() -> None:
    assert read(write_mail(extra=("Message-ID: <two@x>",))).message_id == "<one@client.example>"


def test_references_and_the_mail_answered() -> None:
    letter = read(write_mail(extra=("In-Reply-To: <c@d>", "References: <a@b>\n <c@d> junk <e@f>")))
    assert letter.references == ("<a@b>", "<c@d>", "<e@f>")


def test_references_are_bounded_and_safe() -> None:
    letter = read(
        write_mail(
            extra=("References: " + "".join(f"<{number}@x> " for number in range(5000)), "In-Reply-To: <\x1b@x>")
        )
    )
    assert len(letter.references) <= 100
    assert all(one.isascii() and one.isprintable() for one in letter.references)


@pytest.mark.parametrize(
    "change",
    [
        {"Return-Path": "<other@example.org>"},
        {"Return-Path": None},
        {"Date": "Thu, 01 Jan 2099 00:00:00 +0000"},
        {"To": "other@manila.example"},
    ],
)
def test_content_is_the_same_whatever_the_way(change: dict[str, str | bytes | None]) -> None:
    assert read(write_mail(over=change)).content == read(write_mail()).content


@pytest.mark.parametrize(
    "header",
    [
        "Received: from a by b; Tue, 01 Dec 2026 19:15:04 +0000",
        "Delivered-To: manila@manila.example",
        "X-Original-To: manila@manila.example",
        "X-Spam-Status: No",
        "X-Anything: else",
        "Authentication-Results: mx; dmarc=pass header.from=example.org",
        "DKIM-Signature: v=1",
        "ARC-Seal: i=1",
        "Status: RO",
        "Received:\n\tfrom a\n\tby b",
    ],
)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_content_is_the_same_whatever_servers_add(header: str, end: bytes) -> None:
    letter = read(write_mail(extra=(header,), end=end))
    assert letter.content == read(write_mail()).content


@pytest.mark.parametrize("over", [{}, ALTERNATIVE])
def test_content_is_the_same_for_all_line_ends(over: dict[str, str | bytes | None]) -> None:
    body = join_parts(write_part(ORDER), write_part(f"<p>{ORDER}", "Content-Type: text/html")) if over else ORDER
    letters = [read(write_mail(body, over=over, end=end)) for end in (b"\n", b"\r\n", b"\r")]
    assert len({letter.content for letter in letters}) == 1
    assert len({letter.places for letter in letters}) == 1


def test_content_is_the_same_for_headers_folded_elsewhere_and_lines_added_at_the_end() -> None:
    folded = write_mail().replace(b"Subject: Re: ", b"Subject: Re:\r\n ")
    assert read(folded).content == read(write_mail()).content
    assert read(write_mail() + b"\r\n\r\n").content == read(write_mail()).content
    assert read(b"From ana Tue Dec  1 20:15:00 2026\n" + write_mail()).content == read(write_mail()).content


@pytest.mark.parametrize(
    ("body", "change"),
    [
        ("place: [silk, pass]\n", {}),
        (ORDER + "salt: x\n", {}),
        (ORDER + "\nthanks\n", {}),
        (ORDER, {"Subject": f"AW: {TAG} your turn"}),
        (ORDER, {"From": "Ana <mallory@example.com>"}),
        (ORDER, {"Content-Type": "text/html"}),
        (ORDER, {"Content-Transfer-Encoding": "quoted-printable"}),
    ],
)
def test_content_differs_where_its_writer_wrote_something_else(
    body: str, change: dict[str, str | bytes | None]
) -> None:
    assert read(write_mail(body, over=change)).content != read(write_mail()).content


def fill_up(size: int) -> bytes:
    data = write_mail(ORDER + "\n")
    return data + b"x" * (size - len(data) - 2) + b"\r\n"


@pytest.mark.parametrize("size", [1000, MIB - 1, MIB])
def test_1_mib_of_a_mail_is_read(size: int) -> None:
    data = fill_up(size)
    assert len(data) == size
    letter = read(data)
    assert (letter.trouble, [place.order for place in letter.places]) == (None, [ORDER])


@pytest.mark.parametrize("size", [MIB + 1, 2 * MIB, 20 * MIB])
def test_beyond_it_is_refused(size: int) -> None:
    letter = read(fill_up(size))
    assert letter.trouble == Trouble("too_large", {"most": "1 MiB"})
    assert letter.places == ()
    assert (letter.authors, letter.tags[0].code, letter.message_id) == ((AUTHOR,), CODE, "<one@client.example>")


def test_content_of_a_mail_that_is_too_large_is_the_same_whatever_servers_add() -> None:
    large = fill_up(2 * MIB)
    assert read(b"Received: from a by b\r\n" + large).content == read(large).content
    assert read(large[:-2] + b"y\r\n").content != read(large).content


def test_places_of_an_alternative() -> None:
    data = write_mail(
        join_parts(write_part(ORDER), write_part(f"<p>{ORDER}", "Content-Type: text/html")), over=dict(ALTERNATIVE)
    )
    assert list_orders(data) == [ORDER, ORDER]


def test_mail_without_an_order() -> None:
    letter = read(write_mail("Hello, when is it my turn?\n"))
    assert (letter.places, letter.trouble) == ((), None)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\0", b"\xff" * 100, b"From", b"From:", b":", b" ", b"\r", b"--", b"=?=?=?"]
)
def test_mails_of_nearly_nothing(data: bytes) -> None:
    letter = read(data)
    assert letter.authors == letter.tags == letter.places == ()
    assert letter.author_trouble == Trouble("no_author")
