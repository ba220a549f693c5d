"""The values that a mail is read into (docs/play.md, section 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from manila_pbem.values import NamedValue


class Trouble(NamedValue):
    """Why a mail, or a part of it, can't be read: `code` has its sentence in `reports.mail_words`, `facts` fill it."""

    code: str
    facts: Mapping[str, str] = {}


class Tag(NamedValue):
    """What stands before a reply code in a subject, and the code.

    `game` and `phase` are as written, in NFKC, "" where the words are missing; `code` is its 8 letters, upper case,
    look-alikes read as what they are taken for.
    """

    game: str
    phase: str
    code: str


class Part(NamedValue):
    """A leaf of a mail's tree that may hold an order: a text part, or an attachment named `.yaml` or `.yml`.

    `kind` is `attachment`, `text` or `html`. `text` has its lines ended by LF and U+FFFD for letters that can't be
    read; format=flowed is not undone yet. `group` tells parts of one multipart/alternative (its number from 1), 0 where
    it is in none. `trouble` says why it can't be read at all; then `text` is "".
    """

    kind: str
    name: str
    text: str
    flowed: bool = False
    delsp: bool = False
    group: int = 0
    trouble: Trouble | None = None


class Place(NamedValue):
    """A part in which an order was found, or in which one stands that can't be read.

    `order` is the order's text, "" with `trouble`; `left_out` are the paragraphs of prose left out, as they stood.
    """

    kind: str
    name: str
    order: str
    left_out: tuple[str, ...] = ()
    trouble: Trouble | None = None


class Bounce(NamedValue):
    """What a bounce or delivery report tells: addresses that failed, and Message-IDs of the mails sent back."""

    recipients: tuple[str, ...]
    message_ids: tuple[str, ...]


class Verdict(NamedValue):
    """One result of an Authentication-Results header: `spf=pass`, with the domain it is about."""

    server: str
    method: str
    result: str
    domain: str


class Letter(NamedValue):
    """A mail as it was read.

    `message_id` and `references` have no angle brackets lost: `<a@b>`; `message_id` is "" where there is none.
    `content` is the SHA-256, in hex, of what its writer wrote: the same for two deliveries of one mail, whatever the
    servers between added. `automatic` says by what it is known as written by no person, None for a person's.
    `authors` are the addresses of all From headers, each as written, without names and comments. `subject` is decoded,
    one line. `tags` are the reply codes in it, equal ones once. `trouble` is of the whole mail: then there are no
    `places`. `subject_trouble` is set where letters are glued to a code. `verdicts` are in the order of the headers,
    the topmost first.
    """

    message_id: str
    references: tuple[str, ...]
    content: str
    automatic: str | None
    bounce: Bounce | None
    authors: tuple[str, ...]
    author_trouble: Trouble | None
    subject: str
    tags: tuple[Tag, ...]
    subject_trouble: Trouble | None
    verdicts: tuple[Verdict, ...]
    places: tuple[Place, ...]
    trouble: Trouble | None


class OrderWords(NamedValue):
    """What intake must know of orders: whether a word is a key, and if not, which key it nearly is (None: none)."""

    is_key: Callable[[str], bool]
    find_near: Callable[[str], str | None]


class Own(NamedValue):
    """By what our own mail is known: our addresses, and the end of our Message-IDs (`@manila.example`)."""

    addresses: tuple[str, ...]
    message_id_end: str
