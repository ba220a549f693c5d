"""What a log reveals in the end: the opened orders' files, and at `over` the seed, the deal and the fortunes."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from manila_pbem import dice
from manila_pbem.errors import ManilaError
from manila_pbem.orders.phases import OVER
from manila_pbem.orders.standing import Filed
from manila_pbem.processor.chronicle import BadEntryError, Entry
from manila_pbem.processor.desk import count_deal, restore_filed
from manila_pbem.processor.entries import find_nonce, name_order_file
from manila_pbem.processor.setup import Setup
from manila_pbem.rules.board import SHARES_PER_WARE, WARES
from manila_pbem.rules.play import Game
from manila_pbem.store.atomic import read_file
from manila_pbem.store.order_files import LONGEST_ORDER


class Ending(NamedTuple):
    """What the `over` entry reveals: the seed, its chain of rolls, and the shares dealt, by seat and ware."""

    n: int
    seed: bytes
    chain: dice.Chain
    deal: list[list[int]]


def read_ending(setup: Setup, entries: Sequence[Entry]) -> Ending | None:
    """Return what the `over` entry reveals, None where there is none yet.

    Raises BadEntryError for the line that does not fit the rest: the start, or the end itself.
    """
    over = next((entry for entry in entries if entry["kind"] == OVER), None)
    if over is None:
        return None
    n = over["n"]
    try:
        seed = bytes.fromhex(over["seed"])
        key = bytes.fromhex(over["deal_key"])
    except (KeyError, TypeError, ValueError):
        raise BadEntryError(n, "reveals no seed and deal key in hex") from None
    chain = dice.Chain(seed)
    first_roll = next((entry for entry in entries if entry["kind"] == "roll"), None)
    if chain.link(0).hex() != setup.chain:
        rolled = first_roll is not None and chain.link(1).hex() == first_roll["link"]
        raise BadEntryError(1 if rolled else n, "the chain published at the start is not the revealed seed's")
    if key != dice.deal_key(seed):
        raise BadEntryError(n, "the deal key is not the revealed seed's")
    if dice.commit_deal(key) != setup.deal_commitment:
        raise BadEntryError(1, "the deal's commitment is not that of the revealed deal key")
    dealt = dice.deal(key, setup.names)
    if over.get("deal") != {name: list(hand) for name, hand in dealt.items()}:
        raise BadEntryError(n, "the deal is not what the deal key deals")
    deal = count_deal(dealt)
    if list(setup.supply) != [SHARES_PER_WARE - sum(row[ware] for row in deal) for ware in WARES]:
        raise BadEntryError(1, "the supply is not what the revealed deal leaves (R2.2)")
    return Ending(n, seed, chain, deal)


def check_over(setup: Setup, entry: Entry, game: Game) -> None:
    """Check the fortunes and winners of the `over` entry (R11.3); raises BadEntryError."""
    state = game.take_state()
    if state.due != "nothing":
        raise BadEntryError(entry["n"], "says that the game is over while it is not")
    fortune = {name: state.count_fortune(seat) for seat, name in enumerate(setup.names)}
    winners = [setup.names[seat] for seat in state.find_winners()]
    if entry.get("fortune") != fortune or entry.get("winners") != winners:
        raise BadEntryError(entry["n"], f"the fortunes are {fortune}, and {', '.join(winners)} won (R11.3)")


class OpenedOrders:
    """The files of all orders that have been opened, or whose voyage is over, by the number of their `order` entry."""

    def __init__(self, folder: Path, setup: Setup, entries: Sequence[Entry]) -> None:
        self._folder = folder
        self._setup = setup
        self._entries = entries
        self._opened = {entry["order"]: entry for entry in entries if entry["kind"] == "opened" and "order" in entry}
        last = max((entry["n"] for entry in entries if entry["kind"] == "opened"), default=0)
        self._filed: dict[int, Filed] = {}
        for entry in entries:
            if entry["kind"] == "order" and (entry["n"] < last or entry["n"] in self._opened):
                self._filed[entry["n"]] = self._read(entry)

    def find(self, n: int) -> Filed | None:
        """Return an order that was opened, None for one that is still closed."""
        return self._filed.get(n)

    def _read(self, entry: Entry) -> Filed:
        n = entry["n"]
        try:
            path = name_order_file(self._entries[: n - 1], entry["phase"], entry["player"])
            data = read_file(self._folder / "orders" / path, LONGEST_ORDER)
        except (KeyError, TypeError, ManilaError) as error:
            raise BadEntryError(n, f"is no order that can be read: {error}") from error
        opened = self._opened.get(n)
        if data is None:
            line, what = (n, "was never opened") if opened is None else (opened["n"], f"orders/{path} is missing")
            raise BadEntryError(line, what)
        if opened is not None:
            check_opened(entry, opened, path, data)
        try:
            return restore_filed(self._setup, entry, data, f"orders/{path}")
        except ManilaError as error:
            raise BadEntryError(n, str(error)) from error


def check_opened(order: Entry, opened: Entry, path: str, data: bytes) -> None:
    """Check an `opened` entry against its file and the commitment made when the order was used."""
    n = opened["n"]
    if opened.get("file") != path:
        raise BadEntryError(n, f"names the file {opened.get('file')!r} where the order of line {order['n']} is {path}")
    if opened.get("sha256") != sha256(data).hexdigest():
        raise BadEntryError(n, f"orders/{path} is not the file with this SHA-256")
    try:
        nonce = bytes.fromhex(opened["nonce"])
    except (KeyError, TypeError, ValueError):
        raise BadEntryError(n, "has no nonce in hex") from None
    if dice.commit(nonce, data) != order.get("commitment"):
        raise BadEntryError(n, f"nonce and orders/{path} do not give the commitment of line {order['n']}")


def check_nonces(setup: Setup, entries: Sequence[Entry], ending: Ending, opened: OpenedOrders) -> None:
    """Check that every nonce is the revealed seed's; raises BadEntryError."""
    for entry in entries:
        if entry["kind"] != "opened":
            continue
        filed = opened.find(entry["order"])
        if filed is None:
            raise BadEntryError(entry["n"], f"opens line {entry['order']!r}, which is no order")
        player = setup.names[filed.seat]
        if find_nonce(ending.seed, filed.phase.name, player, filed.copy).hex() != entry["nonce"]:
            raise BadEntryError(entry["n"], "the nonce is not the revealed seed's")
