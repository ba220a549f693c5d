"""Reply codes: what authenticates an answer to a mail about a phase (docs/play.md, section 7, "Subject")."""

from __future__ import annotations

import hashlib
import hmac

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 letters: of O and 0, of I, L and 1, of U and V only one is among them, and each of these is read as that one."""

LENGTH = 8
"""Letters of a code, of five bits each: 40 bits."""

LOOK_ALIKES = {"O": "0", "I": "1", "L": "1", "U": "V"}


def make_code(key: bytes, game: str, phase: str, player: str) -> str:
    """Return the code's 8 letters: the first 40 bits of HMAC-SHA256 over game, phase and player."""
    digest = hmac.digest(key, f"manila reply 1\n{game}\n{phase}\n{player}".encode(), hashlib.sha256)
    number = int.from_bytes(digest[:5], "big")
    return "".join(ALPHABET[number >> shift & 31] for shift in range(35, -5, -5))


def show_code(code: str) -> str:
    """Return a code as subjects show it, `K7QF-2M9X`."""
    return f"{code[:4]}-{code[4:]}"


def read_code(letters: str) -> str | None:
    """Return the code that eight letters mean, whatever their case; None where they can't be one."""
    code = "".join(LOOK_ALIKES.get(letter, letter) for letter in letters.upper())
    return code if len(code) == LENGTH and all(letter in ALPHABET for letter in code) else None


def match_codes(one: str, other: str) -> bool:
    """Tell whether two codes are the same, in a time that does not depend on where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def write_tag(game: str, phase: str, code: str) -> str:
    """Return what begins the subject of all mail about a phase, `[manila harbour-1 v1-place-2 #K7QF-2M9X]`."""
    return f"[manila {game} {phase} #{show_code(code)}]"
