"""Hostile mail: nothing raises, and time grows with the length of a mail and not faster (docs/play.md, section 7)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from time import process_time

import pytest
from plain_letters import ORDER, TAG, join_parts, read, write_mail, write_multipart, write_part

from manila_pbem.intake.letter import Letter

HEADERS = (
    "Subject", "From", "Content-Type", "Content-Disposition", "Content-Transfer-Encoding", "Message-ID", "References",
    "Authentication-Results", "Return-Path", "Auto-Submitted", "Precedence", "X-Loop", "To", "X-Junk",
)  # fmt: skip
UNITS = (
    "=?", "=?utf-8?q?x", "=?utf-8?B?QUJD?= ", "?=", "(", "()", ")", '"', '"a', "<", "<@a,", ">", "@", "a@", ",", ";",
    ":",
    "a", " ", "\\", "-", "#", "#ab12-", "manila #", "[", "[a]", "**", "\n ", "\n\t", "\0", "\xff", "ﷺ", "name*1=a;",
    "a ;=\"(", "'", "%", "*0*=", "＃",
)  # fmt: skip
BODIES = (
    "=", "= ", "=" + " " * 1000, "\n", "QUJD", "QQ==\n", "QQ==", "begin 644 x\n", "M" * 60 + "\n", " ", "\xff",
    "-----BEGIN PGP SIGNED MESSAGE-----\n", "-----BEGIN PGP SIGNED MESSAGE-----\nA:\n", "-----BEGIN PGP MESSAGE-----",
    "-----BEGIN PGP SIGNED MESSAGE-----\n\n-----BEGIN PGP SIGNATURE-----\n", "--b1", "--b1\n", "\n--b1 x", "<meta ",
    "<!--",
)  # fmt: skip
SIZE = 4 * 1024
LONGER = 8
"""How many times as long the longer mail is: it would take 64 times as long if each letter met each."""

MOST_TIMES = 24
UNMEASURABLE = 0.002
"""Seconds below which nothing can be told of a time's growth."""


def fill(unit: str, size: int) -> bytes:
    data = unit.encode("utf-8") if unit != "\xff" else b"\xff"
    return (data * (size // len(data) + 1))[:size]


def check_growth(write: Callable[[int], bytes], size: int) -> None:
    """Check that a longer mail takes as much longer to read as it is longer, or less; a busy machine is tried again."""
    mails = write(size), write(size * LONGER)
    times = [9e9, 9e9]
    for _ in range(4):
        for number, data in enumerate(mails):
            begin = process_time()
            assert isinstance(read(data), Letter)
            times[number] = min(times[number], process_time() - begin)
        if times[1] < MOST_TIMES * max(times[0], UNMEASURABLE):
            return
    pytest.fail(f"{LONGER} times the length took {times[1] / times[0]:.0f} times as long")


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("name", HEADERS)
def test_hostile_header(name: str, unit: str) -> None:
    def write(size: int) -> bytes:
        start = "text/plain; " if name == "Content-Type" else "mx; " if name == "Authentication-Results" else ""
        return write_mail(over={name: start.encode() + fill(unit, size)})

    check_growth(write, SIZE)


@pytest.mark.parametrize("unit", BODIES)
@pytest.mark.parametrize("encoding", ["8bit", "base64", "quoted-printable", "x-uuencode"])
@pytest.mark.parametrize("kind", ["text/plain", "multipart/mixed; boundary=b1"])
def test_hostile_body(unit: str, encoding: str, kind: str) -> None:
    def write(size: int) -> bytes:
        return write_mail(fill(unit, size), over={"Content-Type": kind, "Content-Transfer-Encoding": encoding})

    check_growth(write, SIZE)


@pytest.mark.parametrize(
    "unit", ["a:\n", "Subject: x\n", "From: a@b\n", "Subject: #K7QF-2M9X\n", " \n", "References: <a@b>\n"]
)
def test_hostile_number_of_headers(unit: str) -> None:
    check_growth(lambda size: b"X: y\n" + fill(unit, size) + write_mail(), 4 * SIZE)


def test_boundaries_of_twenty_levels_that_begin_alike() -> None:
    def write(size: int) -> bytes:
        head = b"".join(
            b"--" + b"a" * level + b"\nContent-Type: multipart/mixed; boundary=" + b"a" * (level + 1) + b"\n\n"
            for level in range(1, 20)
        )
        return write_mail(head + fill("--" + "a" * 20, size), over={"Content-Type": "multipart/mixed; boundary=a"})

    check_growth(write, SIZE)


@pytest.mark.parametrize(
    "html", ["<s</>", "<p</>", "<v<>", "<v<<<<", "<a<b</", '<p a<b="x"><', "<!doctype <a>>", "</<>", "<"]
)
def test_names_of_elements_with_signs(html: str) -> None:
    """A browser takes `s<` for a name."""
    letter = read(write_mail(f"<p>{ORDER}</p><hr>{html}", over={"Content-Type": "text/html"}))
    assert [place.order.strip() for place in letter.places] == [ORDER.strip()]


MUTATIONS = (
    b"=?", b"?=", b"(", b")", b'"', b"<", b">", b"@", b",", b";", b":", b"\r\n", b"\n", b"\r", b"\n ", b"--", b"=",
    b"\0", b"\xff",
    b"\\", b"#", b"[", b"]", b"'", b"*0*=", b"%", b"multipart/mixed; boundary=b1\n", b"Content-Type: ", b"base64",
    b"idna",
    b"x-uuencode", b"charset=", b"utf-16", b"punycode", b"iso-2022-jp", b"hz-gb-2312", b"\xef\xbb\xbf", b"\xff\xfe",
    b"message/rfc822", b"message/delivery-status", b"\nFrom: x@y\n", b"To: undisclosed: a@b;y@z>",
    b"Message-ID: <>.b@c\n",
)  # fmt: skip


def list_seeds() -> list[bytes]:
    html = write_part(f"<p>{ORDER}</p>", "Content-Type: text/html; charset=gbk")
    attached = write_part(ORDER, "Content-Type: text/yaml", "Content-Disposition: attachment; filename*=utf-8''o.yaml")
    status = write_part("Final-Recipient: rfc822; a@b\nAction: failed\n", "Content-Type: message/delivery-status")
    letters = {"Content-Transfer-Encoding": "base64", "Content-Type": "text/plain; charset=big5"}
    page = {"Content-Type": "text/html"}
    report = {"Content-Type": "multipart/report; boundary=b1", "Return-Path": "<>"}
    results = "Authentication-Results: mx; dkim=pass (x) header.d=example.org"
    return [
        write_mail(),
        write_mail(end=b"\n"),
        write_mail(over={"Subject": "=?utf-8?B?UmU6IA==?= " + TAG, "From": '"A, \\"b\\"" (c) <ana@example.org>'}),
        write_multipart("alternative", write_part(ORDER, "Content-Type: text/plain; format=flowed"), html),
        write_multipart("mixed", write_part("x"), attached, write_part("y", "Content-Type: message/rfc822")),
        write_mail("cGxhY2U6IGphZGUK", over={**letters}),
        write_mail(f'<html><body style="x"><div>{ORDER}<br></div><p><s>no</s></p></body></html>', over={**page}),
        write_mail(join_parts(write_part("x"), status), over={**report}, extra=(results,)),
    ]


def mutate(seed: int) -> Iterator[bytes]:
    chance = random.Random(seed)
    seeds = list_seeds()
    while True:
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.choice((1, 1, 2, 3, 8, 30))):
            at = chance.randrange(len(data) + 1)
            what = chance.random()
            if what < 0.4:
                data[at:at] = chance.choice(MUTATIONS) * chance.choice((1, 1, 1, 2, 50))
            elif what < 0.6:
                del data[at : at + chance.randrange(1, 40)]
            elif what < 0.75 and at < len(data):
                data[at] = chance.randrange(256)
            elif what < 0.95:
                begin = chance.randrange(len(data) + 1)
                data[at:at] = data[begin : begin + chance.randrange(1, 200)]
            else:
                del data[at:]
        yield bytes(data)


@pytest.mark.parametrize("seed", range(10))
def test_mutated_mails_are_read_without_an_exception(seed: int) -> None:
    """Whatever comes: lines stay lines, Message-IDs are safe, addresses are addresses."""
    for data, _ in zip(mutate(seed), range(200), strict=False):
        letter = read(data)
        assert letter.subject.isprintable() or not set(letter.subject) & set("\r\n\0\x1b\x85\u2028\u2029")
        assert all(
            one.isascii() and one.isprintable() and " " not in one for one in (letter.message_id, *letter.references)
        )
        assert all("@" in author and not set(author) & set("\r\n\0<>") for author in letter.authors)
        assert all(len(tag.code) == 8 for tag in letter.tags)
        assert len(letter.content) == 64
        assert letter.trouble is None or letter.places == ()
        assert all((place.order == "") == (place.trouble is not None) for place in letter.places)
