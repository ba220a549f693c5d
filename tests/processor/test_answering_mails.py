"""Our mails answered as people answer them: what a player writes comes out, whatever of our mail comes back with it."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from manila_pbem.formats.order_reader import read_order
from manila_pbem.formats.words import find_near, find_word, list_words
from manila_pbem.intake.letter import Letter, OrderWords, Own
from manila_pbem.intake.letter_reader import read_letter

GAME = "harbour-1"
NAMES = ("ana", "ben", "chu")
OWN = Own(("manila@example.net",), "@example.net")
WORDS = OrderWords(
    lambda word: find_word(word, "key") is not None,
    lambda word: find_near(word, ("key",), [known.word for known in list_words("key")]),
)
ON = "On Tue, Dec 1, 2026 at 8:00 PM Manila <manila@example.net> wrote:"
ORIGINAL = "From: Manila <manila@example.net>\nSent: Tuesday, December 1, 2026 8:00 PM\nTo: ana <ana@example.org>\n"
STEPS = {
    "auction": ("bid: 2", "bid: pass"),
    "office": ("buy: none\nload: {silk: 5, jade: 4, ginseng: 0}", ""),
    "place": ("place: [jade, cheapest, pass]", "place: [silk, cheapest, pass]"),
    "boarding": ("board: stay", "board: stay"),
    "pilots": ("pilot: none", "pilot: none"),
    "plunder": ("plunder: port", "plunder: port"),
}


class Mail:
    """One of our mails as a mail program has it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        message = email.message_from_bytes(data, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self.subject = str(message["Subject"])
        self.text = self._read(message, "plain")
        self.html = self._read(message, "html")
        self.body = self.html[self.html.index("<body") :].replace("<body", "<div").replace("</body>", "</div>")

    @staticmethod
    def _read(message: EmailMessage, kind: str) -> str:
        body = message.get_body((kind,))
        assert body is not None
        return str(body.get_content()).replace("\r\n", "\n")

    def find_form(self) -> str:
        between = self.text.partition("----- order begins -----\n")[2].partition("----- order ends -----")[0]
        return between.strip("\n") + "\n"


@pytest.fixture(scope="module")
def mails(make_club: Callable[[], Any]) -> list[Mail]:
    """Return the mails that ana gets in a whole voyage, in which there is something to quote."""
    club = make_club()
    club.games.mkdir(exist_ok=True)
    (club.games / "club.yaml").write_text("address: manila@example.net\n", encoding="utf-8")
    club.new(GAME, "ana=ana@example.org ben chu", seed="voyage")
    club.run("order", GAME, "ben", text="message: {to: all, text: 'bid: 9 is what I would say'}\n")
    for _ in range(12):
        phase = club.status()["phase"]
        if phase.startswith("v2"):
            break
        step = phase.partition("-")[2]
        first, others = STEPS["place" if step.startswith("place") else step]
        for player in club.status()["awaited"]:
            club.put(GAME, phase, player, f"{first if player == 'ana' else others or first}\nmortgage: 1\n")
        assert club.run("resolve", GAME).status == 0
    club.now = "2026-12-02T20:00:00Z"
    assert club.run("remind", GAME).status == 0
    paths = sorted((club.games / GAME / "outbox" / "new").iterdir())
    assert len(paths) > 6
    return [Mail(path.read_bytes()) for path in paths]


def answer(mail: Mail, text: str | None, html: str | None = None) -> Letter:
    """Return how an answer is read."""
    message = EmailMessage()
    message["From"] = "Ana <ana@example.org>"
    message["To"] = "manila@example.net"
    message["Subject"] = f"Re: {mail.subject}"
    message["Message-ID"] = "<answer@example.org>"
    if text is not None:
        message.set_content(text)
    if html is not None:
        (message.set_content if text is None else message.add_alternative)(html, subtype="html")
    return read_letter(message.as_bytes(), WORDS, OWN)


def check_order(letter: Letter, wanted: str) -> None:
    """Check that an order means what was written, in every place where one was found."""
    assert letter.trouble is None and letter.places != ()
    for place in letter.places:
        assert place.trouble is None, place
        found, meant = (read_order(text.encode(), NAMES).order for text in (place.order, wanted))
        assert found is not None and meant is not None
        assert found._replace(marks=()) == meant._replace(marks=()), place


def quote(text: str) -> str:
    return "".join(f"> {line}\n" if line else ">\n" for line in text.split("\n"))


def test_our_own_mail_is_never_answered(mails: list[Mail]) -> None:
    """Not by its From or Message-ID alone: also where another club's program gets it."""
    other = Own(("club@elsewhere.example",), "@elsewhere.example")
    for mail in mails:
        assert read_letter(mail.data, WORDS, OWN).automatic is not None
        assert read_letter(mail.data, WORDS, other).automatic is not None


ANSWERS: dict[str, Callable[[Mail], Letter]] = {
    "plain, quoted below": lambda mail: answer(mail, f"place: silk\n\n{ON}\n\n{quote(mail.text)}"),
    "plain, quoted above": lambda mail: answer(mail, f"{ON}\n\n{quote(mail.text)}\nplace: silk\n"),
    "plain, original below": lambda mail: answer(
        mail, f"place: silk\n\n{ORIGINAL}Subject: {mail.subject}\n\n{mail.text}"
    ),
    "gmail": lambda mail: answer(
        mail,
        f"place: silk\n\n{ON}\n\n{quote(mail.text)}",
        f'<div dir="ltr">place: silk</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f'{ON.replace("<", "&lt;")}<br></div><blockquote class="gmail_quote">{mail.body}</blockquote></div>',
    ),
    "outlook": lambda mail: answer(
        mail,
        None,
        f"<div>place: silk</div><div><hr></div><div><b>From:</b> Manila<br><b>Sent:</b> Tuesday<br><b>To:</b> ana<br>"
        f"<b>Subject:</b> Your order</div><br>{mail.body}",
    ),
    "apple": lambda mail: answer(
        mail,
        f"place: silk\n\n> On 1 Dec 2026, at 20:00, Manila <manila@example.net> wrote:\n> \n{quote(mail.text)}",
        f'<div>place: silk</div><div><br><blockquote type="cite"><div>On 1 Dec 2026, at 20:00, Manila wrote:</div>'
        f"<br><div>{mail.body}</div></blockquote></div>",
    ),
}  # fmt: skip


@pytest.mark.parametrize("program", ANSWERS)
def test_an_order_above_or_below_our_mail_is_what_is_read(program: str, mails: list[Mail]) -> None:
    """With whatever our mail says of orders, in examples, notes, messages and the form."""
    for mail in mails:
        check_order(ANSWERS[program](mail), "place: silk\n")


def fill(form: str) -> str:
    """Fill in the blanks as a player does."""
    for key, value in (("bid", "pass"), ("buy", "none"), ("load", "{silk: 5, jade: 4, ginseng: 0}")):
        form = form.replace(f"{key}: ___", f"{key}: {value}")
    for key, value in (("place", "pass"), ("board", "stay"), ("pilot", "none"), ("plunder", "port")):
        form = form.replace(f"{key}: ___", f"{key}: {value}")
    assert ": ___" not in form
    return form


FORMS: dict[str, Callable[[Mail, str], Letter]] = {
    "copied to the top": lambda mail, form: answer(mail, f"{form}\n{ON}\n\n{quote(mail.text)}"),
    "copied with its marks": lambda mail, form: answer(
        mail, f"----- order begins -----\n\n{form}\n----- order ends -----\n\n{ON}\n\n{quote(mail.text)}"
    ),
    "filled in where it stands, no quotes marked": lambda mail, form: answer(
        mail, mail.text.replace(mail.find_form(), form)
    ),
    "filled in within HTML, no quotes marked": lambda mail, form: answer(mail, None, fill(mail.html)),
}


@pytest.mark.parametrize("way", FORMS)
def test_the_form_filled_in_is_what_is_read(way: str, mails: list[Mail]) -> None:
    tried = 0
    for mail in mails:
        if "order begins" in mail.text:
            form = fill(mail.find_form())
            check_order(FORMS[way](mail, form), form)
            tried += 1
    assert tried > 4


def test_the_mail_behind_the_link_is_read(mails: list[Mail]) -> None:
    for mail in mails:
        if "mailto:" in mail.html:
            link = mail.html.partition('href="')[2].partition('"')[0].replace("&amp;", "&")
            fields = parse_qs(urlsplit(link).query, strict_parsing=True)
            (body,) = fields["body"]
            (mail.subject,) = fields["subject"]
            letter = answer(mail, fill(body.replace("\r\n", "\n")))
            check_order(letter, fill(mail.find_form()))
            assert len(letter.tags) == 1


@pytest.mark.parametrize("program", ["plain", "html"])
def test_a_form_sent_back_within_quotes_is_no_order(program: str, mails: list[Mail]) -> None:
    """What stands in a quote is never applied, filled in or not: its sender is told so."""
    for mail in mails:
        if program == "plain":
            letter = answer(mail, f"{ON}\n\n{quote(fill(mail.text))}")
        else:
            letter = answer(
                mail, None, f"<div>{ON.replace('<', '&lt;')}<br><blockquote>{fill(mail.body)}</blockquote></div>"
            )
        assert letter.places == ()
