"""The answers a player can give to the decisions of the game, as docs/record.md counts them.

Each answer carries its `kind`, the word of docs/record.md, so that answers to different decisions never compare equal.
"""

from typing import Literal, TypeAlias

from manila_pbem.rules.board import Space, Ware
from manila_pbem.values import NamedValue


class Bid(NamedValue):
    """Say so many pesos in the auction, or pass with None (R4.2)."""

    pesos: int | None
    kind: Literal["bid"] = "bid"


class Buy(NamedValue):
    """Buy a share of a ware from the supply, or none (R5.1)."""

    ware: Ware | None
    kind: Literal["buy"] = "buy"


class Load(NamedValue):
    """Load three wares, in the order of their lanes, each at its start space (R5.2, R5.3).

    `move_order` names the same wares in the order in which punts of one movement take their ports (R7.3), or is None.
    """

    wares: tuple[Ware, ...]
    starts: tuple[int, ...]
    move_order: tuple[Ware, ...] | None = None
    kind: Literal["load"] = "load"


class Place(NamedValue):
    """Put an accomplice on a space, or pass for the voyage with None (R6.2)."""

    space: Space | None
    kind: Literal["place"] = "place"


class Board(NamedValue):
    """Board the punt of a ware, or stay with None (R8.2); `evict` names the seat of the owner put off (R8.3)."""

    ware: Ware | None
    evict: int | None = None
    kind: Literal["board"] = "board"


class Pilot(NamedValue):
    """Move punts by so many spaces each, in board order of their wares; the empty tuple does nothing (R9)."""

    moves: tuple[tuple[Ware, int], ...]
    kind: Literal["pilot"] = "pilot"


class Plunder(NamedValue):
    """Send each plundered punt to port (True) or shipyard (False), in board order of their wares (R8.5)."""

    to_port: tuple[tuple[Ware, bool], ...]
    kind: Literal["plunder"] = "plunder"


class Mortgage(NamedValue):
    """Mortgage so many shares, 12 pesos each, at any time (R13.1)."""

    shares: int
    kind: Literal["mortgage"] = "mortgage"


class Redeem(NamedValue):
    """Redeem so many mortgaged shares, 15 pesos each, at any time (R13.1)."""

    shares: int
    kind: Literal["redeem"] = "redeem"


Answer: TypeAlias = Bid | Buy | Load | Place | Board | Pilot | Plunder
Loan: TypeAlias = Mortgage | Redeem

PASS_BID = Bid(None)
BUY_NONE = Buy(None)
PASS_PLACING = Place(None)
STAY = Board(None)
NO_PILOT = Pilot(())
