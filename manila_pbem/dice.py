"""Dice nobody can doubt: seed, chain of links, dice, deal, commitments and draws (docs/play.md, section 5).

Pure functions of bytes and text. Keys enter as raw bytes, messages are UTF-8 text, hex is lower case; whoever has the
published values can compute all of it again. Nothing here knows the rules, files, the clock or chance: where a seed
comes from is the caller's affair.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256

from manila_pbem.errors import ManilaError

ROLLS = 2000
"""Rolls that a chain serves; a voyage takes three."""

NONCE_BYTES = 16

DIE_SIDES = 6
DIE_LIMIT = 252
"""Bytes from here on are skipped: 252 is the highest multiple of 6 that a byte reaches, so every side is as likely."""

DECK = tuple(ware for ware in ("nutmeg", "silk", "ginseng", "jade") for _ in range(3))
"""The cards that are dealt, in board order (R2.2)."""


def seed_from_text(game: str, text: str) -> bytes:
    """Return the seed of 32 bytes that `--seed TEXT` gives to a game."""
    return sha256(f"manila seed 1\n{game}\n{text}".encode()).digest()


class Chain:
    """The chain of 2,000 rolls: `link[2000]` comes from the seed, each earlier link is the hash of the next.

    Roll k (from 1) reveals `link(k)`; `link(0)` is published at the start. Who holds a link can check all earlier
    ones and knows none of the later ones.
    """

    __slots__ = ("_links", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._links: list[bytes] = []

    def link(self, k: int) -> bytes:
        """Return link k, 0 to 2000, as 32 bytes. Raises `ManilaError` beyond: no game may roll that often."""
        if not 0 <= k <= ROLLS:
            raise ManilaError(f"the chain of dice serves rolls 1 to {ROLLS}, so there is no link {k}")
        if not self._links:
            link = hmac.digest(self._seed, b"manila chain 1", "sha256")
            links = [link]
            for _ in range(ROLLS):
                link = sha256(link).digest()
                links.append(link)
            self._links = links[::-1]
        return self._links[k]


def verify_link(earlier: bytes, later: bytes, steps: int = 1) -> bool:
    """Tell whether `later` stands `steps` links behind `earlier` in one chain."""
    for _ in range(steps):
        later = sha256(later).digest()
    return hmac.compare_digest(earlier, later)


def roll_die(link: bytes, game: str, phase: str, orders: str, ware: str) -> int:
    """Return a ware's die, 1 to 6.

    `phase` is the placement phase before the roll, `orders` what `digest_orders` gives for all orders used before it.
    """
    message = f"manila roll 1\n{game}\n{phase}\n{orders}\n{ware}"
    attempt = 1
    while True:
        suffix = "" if attempt == 1 else f"\n{attempt}"
        for byte in hmac.digest(link, (message + suffix).encode(), "sha256"):
            if byte < DIE_LIMIT:
                return byte % DIE_SIDES + 1
        attempt += 1


def roll(link: bytes, game: str, phase: str, orders: str, wares: Iterable[str]) -> dict[str, int]:
    """Return the die of each ware, in the order given (R7.1); see `roll_die`."""
    return {ware: roll_die(link, game, phase, orders, ware) for ware in wares}


def digest_orders(orders: Iterable[tuple[str, str]]) -> str:
    """Return the hex digest that mixes the orders into a roll.

    `orders` are player and commitment (hex) of all `order` entries before the roll; their order doesn't matter.
    """
    lines = sorted(f"{player} {commitment}\n".encode() for player, commitment in orders)
    return sha256(b"".join(lines)).hexdigest()


def make_nonce(seed: bytes, phase: str, player: str, file: bytes) -> bytes:
    """Return the nonce of 16 bytes that hides an order until it is opened; `phase` is its folder's name."""
    message = f"manila order 1\n{phase}\n{player}\n{sha256(file).hexdigest()}"
    return hmac.digest(seed, message.encode(), "sha256")[:NONCE_BYTES]


def commit(nonce: bytes, file: bytes) -> str:
    """Return the commitment to an order file, in hex. A bare hash would be guessed: such files are short."""
    return sha256(nonce + file).hexdigest()


def deal_key(seed: bytes) -> bytes:
    """Return the key of the deal, 32 bytes, which is published when the game is over."""
    return hmac.digest(seed, b"manila deal key", "sha256")


def commit_deal(key: bytes) -> str:
    """Return the commitment to the deal, in hex, which is published at the start."""
    return sha256(key).hexdigest()


def deal(key: bytes, players: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the two wares dealt to each player (R2.2), players in seat order."""
    cards = list(DECK)
    for n in range(len(cards) - 1, 0, -1):
        index = int.from_bytes(hmac.digest(key, f"manila deal 1\n{n}".encode(), "sha256"), "big") % (n + 1)
        cards[n], cards[index] = cards[index], cards[n]
    return {player: (cards[2 * seat], cards[2 * seat + 1]) for seat, player in enumerate(players)}


class Draws:
    """Numbers drawn from a seed and a label, for bots: the same ones for the same two on every machine, for ever.

    Blocks of 32 bytes are HMAC-SHA256(seed, label + "\\n" + number), numbers counted from 0; each draw takes the next
    8 bytes as a big-endian integer.
    """

    __slots__ = ("_block", "_label", "_number", "_seed")

    RANGE = 1 << 64

    def __init__(self, seed: bytes, label: str) -> None:
        self._seed = seed
        self._label = label
        self._number = 0
        self._block = b""

    def below(self, n: int) -> int:
        """Return the next number from 0 to n - 1, all as likely. `n` is 1 to 2**64, else `ValueError`."""
        if not 1 <= n <= self.RANGE:
            raise ValueError(f"nothing can be drawn below {n}")
        limit = self.RANGE - self.RANGE % n
        while (value := self._draw()) >= limit:
            pass
        return value % n

    def _draw(self) -> int:
        if not self._block:
            self._block = hmac.digest(self._seed, f"{self._label}\n{self._number}".encode(), "sha256")
            self._number += 1
        value, self._block = self._block[:8], self._block[8:]
        return int.from_bytes(value, "big")
