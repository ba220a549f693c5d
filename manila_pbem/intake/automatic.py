"""By what a mail is known as written by no person (docs/play.md, section 7, "Never answered, never applied")."""

from __future__ import annotations

import re

from manila_pbem.intake.automatic_subjects import find_automatic_subject
from manila_pbem.intake.fields import Fields
from manila_pbem.intake.letter import Own
from manila_pbem.intake.mime import Tree
from manila_pbem.intake.parameters import read_token

_COMMENT = re.compile(r"\([^()]*+\)")
_NOT_FIRST_CLASS = frozenset(("bulk", "list", "junk", "auto_reply"))
_MARKS = ("x-autoreply", "x-autoreply-from", "x-autorespond", "x-mail-autoreply")
_DELIVERY_REPORTS = frozenset(("message/delivery-status", "message/global-delivery-status", "message/global-headers"))
_OTHER_REPORTS = frozenset(
    ("message/disposition-notification", "message/global-disposition-notification", "message/feedback-report")
)
_MAILERS = frozenset(("mailer-daemon", "mail-daemon", "mailerdaemon"))

OWN_LOOP = "manila"
OWN_MESSAGE_ID = "<manila."
"""What our Message-IDs begin with, before the names of a game and a phase."""


def find_automatic(
    fields: Fields, tree: Tree, authors: tuple[str, ...], subject: str, message_id: str, own: Own
) -> str | None:
    """Return by what a mail is known as written by no person, None for a person's.

    `null_return_path`, `bounce`, `report`, `own_address`, `own_message_id`, `own_loop`, `auto_submitted`, `precedence`,
    `automatic_header`, `mailing_list`, `automatic_answer` or `read_receipt`.
    """
    return (
        _find_report(fields, tree, authors)
        or _find_own(fields, authors, message_id, own)
        or _find_mark(fields)
        or find_automatic_subject(subject)
    )


def _find_report(fields: Fields, tree: Tree, authors: tuple[str, ...]) -> str | None:
    types = {leaf.type.word for leaf in tree.leaves}
    if types & _DELIVERY_REPORTS or fields.has("x-failed-recipients"):
        return "bounce"
    if "multipart/report" in tree.holders:
        return "report" if types & _OTHER_REPORTS else "bounce"
    if types & _OTHER_REPORTS:
        return "report"
    if any(author.partition("@")[0].lower() in _MAILERS for author in authors):
        return "bounce"
    paths = [_COMMENT.sub("", path).strip().lower() for path in fields.list_values("return-path")]
    if any(path.strip("<> \t") == "" or path.strip("<> \t").partition("@")[0] in _MAILERS for path in paths):
        return "null_return_path"
    return None


def _find_own(fields: Fields, authors: tuple[str, ...], message_id: str, own: Own) -> str | None:
    addresses = {fold_address(address) for address in own.addresses}
    if any(fold_address(author) in addresses for author in authors):
        return "own_address"
    end = own.message_id_end.lower()
    ours = message_id.lower()
    if end and ours.startswith(OWN_MESSAGE_ID) and ours.rstrip(">").endswith(end.rstrip(">")):
        return "own_message_id"
    if any(value.strip().lower() == OWN_LOOP for value in fields.list_values("x-loop")):
        return "own_loop"
    return None


def _find_mark(fields: Fields) -> str | None:
    if any(read_token(value) != "no" for value in fields.list_values("auto-submitted")):
        return "auto_submitted"
    for name in ("precedence", "x-precedence"):
        if any(read_token(value).replace("-", "_") in _NOT_FIRST_CLASS for value in fields.list_values(name)):
            return "precedence"
    if any(fields.has(name) for name in _MARKS):
        return "automatic_header"
    if fields.has("list-id"):
        return "mailing_list"
    return None


def fold_address(address: str) -> str:
    """Return an address as addresses compare: without regard to the case of ASCII letters, nothing else is folded."""
    return "".join(letter.lower() if letter.isascii() else letter for letter in address)
