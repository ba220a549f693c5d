"""The board and its figures: wares, spaces, costs and payouts (R1), the black market (R1.4) and the options (R12).

Wares and spaces are small integers that serve as indexes; the first four spaces are the wares' loads, so a ware is
also the space of its load. `WARE_WORDS` and `SPACE_WORDS` give the words of docs/record.md for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from manila_pbem.values import NamedValue


class Ware(IntEnum):
    """A ware, in board order (R1.1)."""

    NUTMEG = 0
    SILK = 1
    GINSENG = 2
    JADE = 3


class Space(IntEnum):
    """A place for accomplices: the four loads, then the single spaces, in the order of docs/record.md."""

    NUTMEG = 0
    SILK = 1
    GINSENG = 2
    JADE = 3
    PORT_A = 4
    PORT_B = 5
    PORT_C = 6
    SHIPYARD_A = 7
    SHIPYARD_B = 8
    SHIPYARD_C = 9
    PIRATES = 10
    SMALL_PILOT = 11
    LARGE_PILOT = 12
    INSURANCE = 13


WARES = tuple(Ware)
SPACES = tuple(Space)
PORTS = (Space.PORT_A, Space.PORT_B, Space.PORT_C)
SHIPYARDS = (Space.SHIPYARD_A, Space.SHIPYARD_B, Space.SHIPYARD_C)

WARE_WORDS = tuple(ware.name.lower() for ware in WARES)
SPACE_WORDS = tuple(space.name.lower().replace("_", "-") for space in SPACES)

SEAT_COSTS = ((2, 3, 4), (3, 4, 5), (1, 2, 3), (3, 4, 5, 5))
"""Pesos for each seat of a load, front to back, by ware (R1.2)."""

LOAD_PAYOUTS = (24, 30, 18, 36)
"""Pesos shared by the crew of a load, by ware (R1.2)."""

SPACE_COSTS = (2, 3, 1, 3, 4, 3, 2, 4, 3, 2, 5, 2, 5, 0)
"""Pesos for the first accomplice on each space (R1.2, R1.3)."""

BERTH_PAYOUTS = (0, 0, 0, 0, 6, 8, 15, 6, 8, 15)
"""Pesos an accomplice on a port or shipyard earns, by space (R1.3)."""

HIGHEST_COST = 5
PIRATE_SPACES = 2
INSURANCE_PAYMENT = 10
VALUE_TRACK = (0, 5, 10, 20, 30)
SHARES_PER_WARE = 5
SHARES_DEALT_PER_WARE = 3
SHARES_DEALT = 2
START_CASH = 30
LOAN = 12
REDEMPTION = 15
LEAST_SHARE_PRICE = 5

LAST_LANE_SPACE = 13
START_SPACES_SUM = 9
HIGHEST_START_SPACE = 5

FEWEST_PLAYERS = 3
MOST_PLAYERS = 5


class Options(NamedValue):
    """What groups play differently (R12); True chooses the second word of `OPTION_WORDS`."""

    evict: bool = False
    second_13_to_port: bool = False
    one_blind_passenger: bool = False
    late_port_bets: bool = False
    large_pilot_up_to: bool = False


OPTION_WORDS = {
    "pirates": ("board", "evict"),
    "second_13": ("stay", "port"),
    "blind_passengers": ("many", "one"),
    "late_port_bets": ("closed", "open"),
    "large_pilot": ("exact", "up_to"),
}
"""The words of R12 in the order of the fields of `Options`: the default, then the other."""


def price_share(values: Sequence[int], ware: Ware) -> int:
    """Return the pesos a share of a ware costs: its value, at least 5 (R5.1)."""
    return max(LEAST_SHARE_PRICE, values[ware])


def count_accomplices(players: int) -> int:
    """Return how many accomplices each of so many players has (R2.1)."""
    return 4 if players == FEWEST_PLAYERS else 3


def list_movement_rounds(players: int) -> tuple[int, int, int]:
    """Return the placement rounds that a movement follows (R6.1)."""
    return (2, 3, 4) if players == FEWEST_PLAYERS else (1, 2, 3)
