"""What happened at the table: facts that follow from decisions and dice, told as they come about.

Players are seats (0 to 4), money is in pesos. The engine tells these to whoever listens; reports are made of them.
"""

from typing import TypeAlias

from manila_pbem.rules.board import Space, Ware
from manila_pbem.values import NamedValue


class BidCalled(NamedValue):
    """A player called a bid, or passed with None (R4.2)."""

    seat: int
    pesos: int | None


class OfficeWon(NamedValue):
    """The winner of the auction paid the bid and is harbour master (R4.4)."""

    seat: int
    pesos: int


class OfficeKept(NamedValue):
    """Everybody passed, so the harbour master stays and pays nothing (R4.5)."""

    seat: int


class LoansTaken(NamedValue):
    """A payment exceeded the cash and took so many loans of itself (R13.2)."""

    seat: int
    shares: int


class SharesMortgaged(NamedValue):
    """A player mortgaged so many shares of his own will (R13.1)."""

    seat: int
    shares: int


class SharesRedeemed(NamedValue):
    """A player redeemed so many mortgaged shares (R13.1)."""

    seat: int
    shares: int


class ShareBought(NamedValue):
    """The harbour master bought a share from the supply; no ware: bought none (R5.1)."""

    seat: int
    ware: Ware | None
    pesos: int


class PuntsLoaded(NamedValue):
    """The harbour master loaded the punts and put them on their lanes (R5.2, R5.3)."""

    seat: int
    wares: tuple[Ware, ...]
    starts: tuple[int, ...]
    move_order: tuple[Ware, ...] | None


class AccomplicePlaced(NamedValue):
    """A player put an accomplice on a space and paid so much, as a blind passenger perhaps (R6, R14)."""

    seat: int
    space: Space
    pesos: int
    blind: bool


class PlacingPassed(NamedValue):
    """A player passed and places no more in this voyage (R6.2)."""

    seat: int


class PlayerPassedOver(NamedValue):
    """No space was open to the player, so the round passed over him (R6.7)."""

    seat: int


class PuntMoved(NamedValue):
    """A punt moved along its lane by a die or a pilot; `after` above 13 is on its way into port (R7.1, R9)."""

    ware: Ware
    before: int
    after: int


class PuntArrived(NamedValue):
    """A punt took a port space (R7.2, R7.6, R8.5, R9.4, R12.2)."""

    ware: Ware
    port: Space


class PuntWrecked(NamedValue):
    """A punt went to a shipyard space (R7.5, R8.5)."""

    ware: Ware
    shipyard: Space


class PirateBoarded(NamedValue):
    """A pirate boarded a punt; `evicted` is the owner of the accomplice put off, if any (R8.2, R8.3)."""

    seat: int
    ware: Ware
    evicted: int | None


class PirateStayed(NamedValue):
    """A pirate stayed aboard the pirate ship (R8.2)."""

    seat: int


class PilotActed(NamedValue):
    """A pilot moved punts or, with no moves, did nothing (R9)."""

    seat: int
    pilot: Space
    moves: tuple[tuple[Ware, int], ...]


class PuntPlundered(NamedValue):
    """Pirates took a punt; its crew went home empty-handed and its payout was booty (R8.4)."""

    ware: Ware
    crew: tuple[int, ...]
    pesos: int


class BootyShared(NamedValue):
    """A pirate received an equal share of all booty from the bank (R8.4)."""

    seat: int
    pesos: int


class PlunderSent(NamedValue):
    """The captain sent a plundered punt to port or shipyard (R8.5)."""

    seat: int
    ware: Ware
    to_port: bool


class LoadPaid(NamedValue):
    """The bank paid an accomplice on a load in port a share of its payout (R10.1)."""

    seat: int
    ware: Ware
    pesos: int


class BerthPaid(NamedValue):
    """An accomplice on a port or shipyard space with a punt was paid, by the insurer or (None) the bank (R10.2)."""

    seat: int
    space: Space
    pesos: int
    payer: int | None


class BankRepaid(NamedValue):
    """The insurer paid the bank for a wreck on a shipyard space without an accomplice (R10.3)."""

    seat: int
    space: Space
    pesos: int


class InsurerFailed(NamedValue):
    """The insurer lacked so many pesos; the bank paid them (R10.4)."""

    seat: int
    pesos: int


class ValueRose(NamedValue):
    """A ware rose by one step on the black market (R11.1)."""

    ware: Ware
    value: int


class VoyageEnded(NamedValue):
    """A voyage ended; all accomplices returned (R10.6)."""

    voyage: int


class GameEnded(NamedValue):
    """A ware stood at 30 and the game was over (R11.2)."""


Event: TypeAlias = (
    BidCalled | OfficeWon | OfficeKept | LoansTaken | SharesMortgaged | SharesRedeemed | ShareBought | PuntsLoaded
    | AccomplicePlaced | PlacingPassed | PlayerPassedOver | PuntMoved | PuntArrived | PuntWrecked | PirateBoarded
    | PirateStayed | PilotActed | PuntPlundered | BootyShared | PlunderSent | LoadPaid | BerthPaid | BankRepaid
    | InsurerFailed | ValueRose | VoyageEnded | GameEnded
)  # fmt: skip
