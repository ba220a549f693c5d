"""What a game's first log entry lays down (docs/play.md, section 3, `start`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from manila_pbem.orders.turn import Rules
from manila_pbem.rules.board import OPTION_WORDS, WARE_WORDS, Options
from manila_pbem.values import NamedValue

RULES_VERSION = 1
SEALED = "sealed"
PACES = (SEALED, "turns")


class Setup(NamedValue):
    """A game's set-up, all of it public. `supply` counts by ware what the deal left; `chain` is `link[0]` in hex."""

    game: str
    names: tuple[str, ...]
    first: int
    options: Options
    pace: str
    supply: tuple[int, ...]
    chain: str
    deal_commitment: str
    seed_text: bool
    moderator_plays: bool

    @property
    def rules(self) -> Rules:
        """What the game's steps go by."""
        return Rules(self.names, self.pace == SEALED)


def write_setup(setup: Setup) -> dict[str, object]:
    """Return the keys of the `start` entry."""
    return {
        "kind": "start",
        "game": setup.game,
        "players": list(setup.names),
        "first": setup.names[setup.first],
        "options": write_options(setup.options),
        "pace": setup.pace,
        "rules": RULES_VERSION,
        "supply": dict(zip(WARE_WORDS, setup.supply, strict=True)),
        "chain": setup.chain,
        "deal_commitment": setup.deal_commitment,
        "seed_text": setup.seed_text,
        "moderator_plays": setup.moderator_plays,
    }


def read_setup(entry: Mapping[str, Any]) -> Setup:
    """Return the set-up of a `start` entry. Raises ValueError, naming the key, where it is none."""
    if entry.get("kind") != "start":
        raise ValueError("the first entry is not of the kind start")
    try:
        names = tuple(entry["players"])
        setup = Setup(
            game=entry["game"],
            names=names,
            first=names.index(entry["first"]),
            options=read_options(entry["options"]),
            pace=entry["pace"],
            supply=tuple(entry["supply"][word] for word in WARE_WORDS),
            chain=entry["chain"],
            deal_commitment=entry["deal_commitment"],
            seed_text=entry["seed_text"],
            moderator_plays=entry["moderator_plays"],
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"the start entry is not as docs/play.md lays it down: {error}") from error
    if setup.pace not in PACES or entry.get("rules") != RULES_VERSION:
        raise ValueError(f"pace {setup.pace!r} or rules version {entry.get('rules')!r} is unknown")
    texts = (setup.game, setup.chain, setup.deal_commitment, *names)
    if not all(isinstance(text, str) for text in texts) or not all(type(left) is int for left in setup.supply):
        raise ValueError("the start entry holds a value of the wrong type")
    return setup


def write_options(options: Options) -> dict[str, str]:
    """Return the options that differ from their defaults, in the words of R12."""
    return {key: words[1] for (key, words), other in zip(OPTION_WORDS.items(), options, strict=True) if other}


def read_options(said: Mapping[str, str]) -> Options:
    """Return the options of R12's words. Raises ValueError for an unknown option or word."""
    for key, word in said.items():
        if key not in OPTION_WORDS:
            raise ValueError(f"the option {key!r} is unknown; there are {', '.join(OPTION_WORDS)} (R12)")
        if word not in OPTION_WORDS[key]:
            raise ValueError(f"the option {key} is {' or '.join(OPTION_WORDS[key])}, not {word!r} (R12)")
    return Options(*(said.get(key) == words[1] for key, words in OPTION_WORDS.items()))
