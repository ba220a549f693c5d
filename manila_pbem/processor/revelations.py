"""What a log reveals at `over`: the seed, the deal and the fortunes (docs/play.md, section 5)."""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem import dice
from manila_pbem.orders.phases import OVER
from manila_pbem.processor.chronicle import BadEntryError, Entry
from manila_pbem.processor.desk import count_deal
from manila_pbem.processor.setup import Setup
from manila_pbem.rules.board import SHARES_PER_WARE, WARES
from manila_pbem.rules.play import Game
from manila_pbem.values import NamedValue


class Ending(NamedValue):
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
    seed = bytes.fromhex(over["seed"])
    key = bytes.fromhex(over["deal_key"])
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
