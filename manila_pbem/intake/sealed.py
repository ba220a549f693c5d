"""Signed and encrypted mail: what is signed in clear is read, what nobody but a key can open is told of.

(docs/play.md, section 7, "Limits".)
"""

from __future__ import annotations

import re

from manila_pbem.intake.letter import Trouble
from manila_pbem.intake.mime import ENCRYPTED, Leaf, Tree

ENCRYPTED_PGP = Trouble("encrypted_pgp")
ENCRYPTED_SMIME = Trouble("encrypted_smime")
SIGNED_OPAQUE = Trouble("signed_opaque")
WINMAIL = Trouble("winmail")

_SMIME = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime"))
_PGP = frozenset(("application/pgp-encrypted", "application/pgp"))
_TNEF = frozenset(("application/ms-tnef", "application/vnd.ms-tnef"))

_PGP_MESSAGE = re.compile(r"^-----BEGIN PGP MESSAGE(?:, PART [0-9/]{1,9})?-----[ \t]*+$", re.MULTILINE)
_PGP_IN_HTML = re.compile(r"-----BEGIN PGP MESSAGE(?:, PART [0-9/]{1,9})?-----")
_SIGNED_BEGIN = re.compile(
    r"^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*+\n(?:[A-Za-z]++:[^\n]*+\n)*+[ \t]*+(?:\n|\Z)", re.MULTILINE
)
_SIGNATURE_BEGIN = re.compile(r"^-----BEGIN PGP SIGNATURE-----[ \t]*+$", re.MULTILINE)
_SIGNATURE_END = re.compile(r"^-----END PGP SIGNATURE-----[ \t]*+\n?", re.MULTILINE)
_ESCAPED_LINE = re.compile(r"^- ", re.MULTILINE)


def find_sealed(tree: Tree, names: dict[int, list[str]]) -> Trouble | None:
    """Return why the parts of a mail can't be opened, None where all are open; `names` are those of each leaf."""
    if ENCRYPTED in tree.holders:
        return ENCRYPTED_PGP
    for number, leaf in enumerate(tree.leaves):
        trouble = _find_sealed_leaf(leaf, names.get(number, []))
        if trouble is not None:
            return trouble
    return None


def _find_sealed_leaf(leaf: Leaf, names: list[str]) -> Trouble | None:
    word = leaf.type.word
    if word in _SMIME or any(name.lower() in ("smime.p7m", "smime.p7z") for name in names):
        kind = (leaf.type.find("smime-type") or "").lower()
        return SIGNED_OPAQUE if kind in ("signed-data", "certs-only") else ENCRYPTED_SMIME
    if word in _PGP:
        return ENCRYPTED_PGP
    if word in _TNEF or any(name.lower() == "winmail.dat" for name in names):
        return WINMAIL
    return None


def is_encrypted_text(text: str, *, html: bool) -> bool:
    """Tell whether a text holds a message encrypted by PGP, quoted ones apart."""
    return "-----BEGIN PGP MESSAGE" in text and bool((_PGP_IN_HTML if html else _PGP_MESSAGE).search(text))


def open_signed_text(text: str) -> str:
    """Return a text with all that PGP signed in clear as it was written, without the signature (RFC 4880, 7)."""
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in text:
        return text
    pieces: list[str] = []
    at = 0
    while begin := _SIGNED_BEGIN.search(text, at):
        pieces += (text[at : begin.start()], "\n")
        signature = _SIGNATURE_BEGIN.search(text, begin.end())
        stop = signature.start() if signature else len(text)
        pieces.append(_ESCAPED_LINE.sub("", text[begin.end() : stop]))
        end = _SIGNATURE_END.search(text, stop) if signature else None
        at = end.end() if end else len(text)
        pieces.append("\n")
    pieces.append(text[at:])
    return "".join(pieces)
