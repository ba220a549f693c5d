"""Content-Transfer-Encoding: from what was sent to the bytes that were meant (docs/play.md, section 7, "Transfer")."""

from __future__ import annotations

import binascii
import re

from manila_pbem.intake.letter import Trouble

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_OTHERS = bytes(set(range(256)) - set(_LETTERS))
_OTHERS_BUT_PADDING = bytes(set(range(256)) - set(_LETTERS + b"="))

# Only where they end a line: what comes before them is one soft break.
_BLANKS_AFTER_BREAK = re.compile(rb"=[ \t]++(?=\r|\n|\Z)")
_PADDED = re.compile(rb"[A-Za-z0-9+/]*+={1,2}|[A-Za-z0-9+/]++")

_UUENCODE = frozenset(("x-uuencode", "x-uue", "uuencode", "uue"))
_UU_BEGIN = re.compile(rb"^begin[ \t]+[0-7]{3,4}(?:[ \t][^\n]*)?\n", re.MULTILINE)

BASE64_CUT = Trouble("base64_cut")
UUENCODE_BROKEN = Trouble("uuencode_broken")


def decode_transfer(body: bytes, encoding: str) -> bytes | Trouble:
    """Return the bytes that a body means in an encoding, given by its name in lower case, or why it can't be read.

    Unknown names mean that it is as it stands.
    """
    if encoding == "base64":
        return decode_base64(body)
    if encoding == "quoted-printable":
        return decode_quoted_printable(body)
    if encoding in _UUENCODE:
        return decode_uuencode(body)
    return body


def decode_base64(body: bytes) -> bytes | Trouble:
    """Return what base64 means; padding may lack, and what is no letter of it is passed over.

    After padding what follows is read on as long as it is base64 too, as some write it line by line; a line added by a
    list server is none. Refused are 4n+1 letters: some are lost.
    """
    padding = body.find(b"=")
    if padding != -1 and body[padding:].strip(b"=\r\n\t "):
        return _decode_padded_lines(body)
    letters = body.translate(None, _OTHERS)
    if len(letters) % 4 == 1:
        return BASE64_CUT
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def _decode_padded_lines(body: bytes) -> bytes | Trouble:
    """Return what base64 means in which something follows padding."""
    pieces: list[bytes] = []
    letters: list[bytes] = []
    for line in body.splitlines():
        written = line.strip()
        if pieces and (written.strip(_LETTERS + b"=") or len(written) % 4):
            break
        for found in _PADDED.finditer(line.translate(None, _OTHERS_BUT_PADDING)):
            letters.append(found[0].rstrip(b"="))
            if found[0].endswith(b"="):
                pieces.append(b"".join(letters))
                letters.clear()
    pieces.append(b"".join(letters))
    if any(len(piece) % 4 == 1 for piece in pieces):
        return BASE64_CUT
    return b"".join(binascii.a2b_base64(piece + b"=" * (-len(piece) % 4)) for piece in pieces)


def decode_quoted_printable(body: bytes) -> bytes:
    """Return what quoted-printable means; blanks after a soft break are dropped, what is no code stays as it is."""
    if b"=" not in body:
        return body
    if b"\r" in body:
        # Lines that end in CR alone would be taken for one.
        body = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if b"= " in body or b"=\t" in body:
        body = _BLANKS_AFTER_BREAK.sub(b"=", body)
    return binascii.a2b_qp(body)


def decode_uuencode(body: bytes) -> bytes | Trouble:
    """Return what stands between `begin` and `end`; refused where either lacks, or a line can't be decoded."""
    body = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    begin = _UU_BEGIN.search(body)
    if begin is None:
        return UUENCODE_BROKEN
    pieces: list[bytes] = []
    for line in body[begin.end() :].split(b"\n"):
        if line.strip() == b"end":
            return b"".join(pieces)
        if not line:
            continue
        # Some add letters to a line; its first one tells how many are meant.
        meant = (((line[0] - 32) & 63) * 4 + 5) // 3
        try:
            pieces.append(binascii.a2b_uu(line[:meant]))
        except binascii.Error:
            return UUENCODE_BROKEN
    return UUENCODE_BROKEN
