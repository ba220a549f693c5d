"""A mail's bytes to a `Letter`: the one door into this room (docs/play.md, section 7)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from itertools import chain

from manila_pbem.intake.authentication import read_verdicts
from manila_pbem.intake.authors import read_authors
from manila_pbem.intake.automatic import find_automatic
from manila_pbem.intake.bounces import read_bounce
from manila_pbem.intake.fields import MAIL_FIELDS, Fields, read_fields
from manila_pbem.intake.letter import Letter, OrderWords, Own, Part, Place, Trouble
from manila_pbem.intake.mime import Tree, read_tree
from manila_pbem.intake.parts import list_names, read_part
from manila_pbem.intake.places import find_places
from manila_pbem.intake.sealed import ENCRYPTED_PGP, find_sealed, is_encrypted_text
from manila_pbem.intake.subjects import read_subject

MAIL_LIMIT = 1024 * 1024
"""How many bytes of a mail are read."""

TOO_LARGE = Trouble("too_large", {"most": "1 MiB"})

_LONGEST_MESSAGE_ID = 998
_LONGEST_SUBJECT = 998
_MOST_REFERENCES = 100
_MESSAGE_ID = re.compile(r"<[^<>\s]+>")
# An answer names the Message-ID; one that looks like an encoded word would be decoded there.
_UNSAFE = re.compile(r"[^!-~]|=(?=\?)")
_WRITTEN = ("from", "subject", "content-type", "content-transfer-encoding", "content-disposition")
"""The fields that make up what a mail says; servers on its way add to others and to none of these."""
_BLANKS = re.compile(rb"\s+")


def read_letter(data: bytes, words: OrderWords, own: Own) -> Letter:
    """Return what a mail says. Never raises, whatever the bytes; its time is bounded by the limits of mails.

    At most 1 MiB is read, 100 parts, 20 levels of parts; beyond, the letter has a trouble. Of automatic mail no places
    are looked for, since it is never applied.
    """
    fields, start = read_fields(data, 0, min(len(data), MAIL_LIMIT), MAIL_FIELDS)
    tree = Tree((), (), TOO_LARGE) if len(data) > MAIL_LIMIT else read_tree(data, fields, start)
    authors, author_trouble = read_authors(fields.list_raw("from"))
    subject = read_subject(fields.list_raw("subject"))
    message_id = _read_message_id(fields)
    references = _read_references(fields)
    automatic = find_automatic(fields, tree, authors, subject.text, message_id, own)
    places, trouble = ((), tree.trouble) if tree.trouble or automatic else _read_places(tree, words)
    return Letter(
        message_id=message_id,
        references=references,
        content=_digest_content(data, fields, start),
        automatic=automatic,
        bounce=read_bounce(fields, tree, references) if automatic == "bounce" else None,
        authors=authors,
        author_trouble=author_trouble,
        subject=subject.text[:_LONGEST_SUBJECT],
        tags=subject.tags,
        subject_trouble=subject.trouble,
        verdicts=read_verdicts(fields) if fields.has("authentication-results") else (),
        places=places,
        trouble=trouble,
    )


def _read_places(tree: Tree, words: OrderWords) -> tuple[tuple[Place, ...], Trouble | None]:
    """Return where orders lie in a mail; where none does and something of it is sealed, why it can't be read."""
    names = {number: list_names(leaf) for number, leaf in enumerate(tree.leaves)}
    read = (read_part(leaf, names[number]) for number, leaf in enumerate(tree.leaves))
    parts = [part for part in read if part is not None]
    places = find_places(parts, words)
    if any(place.order for place in places):
        return places, None
    trouble = find_sealed(tree, names) or _find_encrypted(parts)
    return ((), trouble) if trouble else (places, None)


def _find_encrypted(parts: Sequence[Part]) -> Trouble | None:
    return ENCRYPTED_PGP if any(is_encrypted_text(part.text, html=part.kind == "html") for part in parts) else None


def _read_message_id(fields: Fields) -> str:
    """Return the Message-ID in brackets, without blanks, in ASCII; "" where there is none that can be one."""
    value = fields.find_value("message-id")
    if not value:
        return ""
    written = "".join(value.split())
    found = _MESSAGE_ID.search(written)
    given = found[0] if found else f"<{written}>" if written.strip("<>") else ""
    safe = _UNSAFE.sub(lambda letter: "".join(f"%{byte:02X}" for byte in letter[0].encode("utf-8", "replace")), given)
    return safe if len(safe) <= _LONGEST_MESSAGE_ID else ""


def _read_references(fields: Fields) -> tuple[str, ...]:
    """Return the Message-IDs of the mails that this one answers, the last ones told where there are many."""
    values = chain(fields.list_values("references"), fields.list_values("in-reply-to"))
    found = dict.fromkeys(
        found[0] for value in values for found in _MESSAGE_ID.finditer(value) if len(found[0]) <= _LONGEST_MESSAGE_ID
    )
    return tuple(one for one in found if not _UNSAFE.search(one))[-_MOST_REFERENCES:]


def _digest_content(data: bytes, fields: Fields, start: int) -> str:
    """Return the digest of what a mail's writer wrote, whatever its line ends and what servers added."""
    written = sha256()
    for name in _WRITTEN:
        for raw in fields.list_raw(name):
            written.update(name.encode() + b":" + b" ".join(_BLANKS.split(raw.strip())) + b"\n")
    body = data[start:]
    if b"\r" in body:
        body = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    written.update(b"\n" + body.rstrip(b"\n"))
    return written.hexdigest()
