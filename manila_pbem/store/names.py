"""Which names games and players may have, and when two names are one (docs/play.md, section 3)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from manila_pbem.errors import ManilaError

RESERVED_GAME_NAMES = ("club", "inbox", "outbox")

RESERVED_PLAYER_NAMES = (
    *("all", "none", "pass", "stay", "report", "index", "standing", "everyone", "club"),
    *("nutmeg", "silk", "ginseng", "jade"),
    *("port-a", "port-b", "port-c", "shipyard-a", "shipyard-b", "shipyard-c"),
    *("pirates", "small-pilot", "large-pilot", "insurance"),
)
"""Words that stand where a player's name could stand, and those of docs/record.md for wares and spaces."""

LONGEST_NAME = 40
FORBIDDEN_CHARACTERS = frozenset("/\\:=,@#.<>\"'[]{}")

HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Control and direction characters, half characters, line ends, and what has no width: order files are read without
the latter, so that no order could name such a player."""

NO_CHARACTERS = frozenset("\ufffe\uffff")

LONGEST_PLAIN_NAME = 32
PLAIN_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def is_plain_name(name: str) -> bool:
    """Tell whether a name is made as those of games and phases are: 1 to 32 of a-z, 0-9 and -, no hyphen first."""
    return 1 <= len(name) <= LONGEST_PLAIN_NAME and name[0] != "-" and PLAIN_CHARACTERS.issuperset(name)


def check_game_name(name: str) -> None:
    """Raise `ManilaError` where a game can't be called so."""
    if not is_plain_name(name):
        raise ManilaError(
            f"{name!r} is no name for a game: 1 to 32 characters of a-z, 0-9 and -, the first one no hyphen"
        )
    if name in RESERVED_GAME_NAMES:
        raise ManilaError(f"{name!r} is no name for a game: the folder of that name holds something else")


def check_player_name(name: str) -> None:
    """Raise `ManilaError` where a player can't be called so."""
    why = _find_fault(name)
    if why:
        raise ManilaError(f"{name!r} is no name for a player: {why}")


def check_player_names(names: Iterable[str]) -> None:
    """Raise `ManilaError` where a player can't be called so, or two names are one to a reader."""
    taken: dict[str, str] = {}
    for name in names:
        check_player_name(name)
        folded = _fold_widely(name)
        if folded in taken:
            raise ManilaError(f"{taken[folded]!r} and {name!r} can't both be players: their names read alike")
        taken[folded] = name


def fold_name(name: str) -> str:
    """Return the form under which the names of order files are compared: casefold and NFC."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _fold_widely(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _fold_word(name: str) -> str:
    """Words are read without regard to case, width, blanks, hyphens or underscores, so reserved ones are too."""
    return "".join(_fold_widely(name).replace("-", " ").replace("_", " ").split())


_RESERVED_WORDS = frozenset(_fold_word(word) for word in RESERVED_PLAYER_NAMES)


def _find_fault(name: str) -> str:
    if not 1 <= len(name) <= LONGEST_NAME:
        return f"it has {len(name)} characters, and 1 to {LONGEST_NAME} are allowed"
    if name != name.strip():
        return "it has a blank at an end"
    for character in name:
        if character in FORBIDDEN_CHARACTERS:
            return f"{character} can't be part of it"
        if unicodedata.category(character) in HIDDEN_CATEGORIES or character in NO_CHARACTERS:
            return f"the invisible character U+{ord(character):04X} can't be part of it"
    if not unicodedata.is_normalized("NFC", name):
        return f"it is not in Unicode's form NFC, which is {unicodedata.normalize('NFC', name)!r}"
    if not name.strip("_"):
        return "it has nothing but underscores, which are the blanks of a form"
    if _fold_word(name) in _RESERVED_WORDS or _is_word_of_orders(name):
        return "it is a word of the game"
    return ""


def _is_word_of_orders(name: str) -> bool:
    """Tell whether an order would read a name as one of the words that may stand beside names, in any language."""
    from manila_pbem.formats.words import find_word  # For making games only.

    words = {find_word(name, place) for place in ("choice", "ware", "space")} - {None}
    return any(_fold_word(word) in _RESERVED_WORDS for word in words if word is not None)
