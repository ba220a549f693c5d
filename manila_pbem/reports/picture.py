"""The board as plain data for a picture: lanes, punts, spaces, marked discs for accomplices, the value track.

Both pictures are drawn from it, the SVG in `templates/board.svg` and the characters of `character_board`.
"""

from collections.abc import Sequence

from manila_pbem.reports.words import (
    WARE_LETTERS,
    WARE_NAMES,
    WARE_TITLES,
    Fact,
    Name,
    Sentence,
)
from manila_pbem.rules.board import (
    BERTH_PAYOUTS,
    INSURANCE_PAYMENT,
    LOAD_PAYOUTS,
    PIRATE_SPACES,
    PORTS,
    SEAT_COSTS,
    SHIPYARDS,
    SPACE_COSTS,
    VALUE_TRACK,
    WARES,
    Space,
    Ware,
)
from manila_pbem.rules.state import find_berth, is_at_sea
from manila_pbem.values import NamedValue
from manila_pbem.views import PublicView

FREE = "free"
CLOSED = "closed"


class Player(NamedValue):
    """A player as discs show him: a mark of one character, the seat from 1, the whole name."""

    mark: str
    number: int
    name: Name


class Seat(NamedValue):
    """A place for one accomplice: what it costs in pesos, and who is there; `closed` where nobody can come any more."""

    cost: int
    player: Player | None
    closed: bool


class Punt(NamedValue):
    """A loaded punt: its lane from 1, its ware, the lane space or None with the name of its berth, its seats."""

    lane: int
    ware: int
    letter: str
    title: str
    space: int | None
    berth: str
    payout: int
    seats: tuple[Seat, ...]


class Spot(NamedValue):
    """A space off the lanes: its title, what it pays (0: nothing fixed), its seats, the punt that lies there."""

    key: str
    title: str
    pays: int
    seats: tuple[Seat, ...]
    punt: Punt | None


class Value(NamedValue):
    """A ware on the black market: its value in pesos, and how many steps up the track that is."""

    ware: int
    letter: str
    title: str
    value: int
    step: int


class Picture(NamedValue):
    """The whole board. `words` tells the same in sentences, for those who can't see it."""

    players: tuple[Player, ...]
    punts: tuple[Punt, ...]
    ports: tuple[Spot, ...]
    shipyards: tuple[Spot, ...]
    others: tuple[Spot, ...]
    values: tuple[Value, ...]
    track: tuple[int, ...]
    words: tuple[Sentence, ...]


SPOT_TITLES = {
    Space.PORT_A: "Port A",
    Space.PORT_B: "Port B",
    Space.PORT_C: "Port C",
    Space.SHIPYARD_A: "Shipyard A",
    Space.SHIPYARD_B: "Shipyard B",
    Space.SHIPYARD_C: "Shipyard C",
    Space.PIRATES: "Pirates",
    Space.SMALL_PILOT: "Small pilot",
    Space.LARGE_PILOT: "Large pilot",
    Space.INSURANCE: "Insurance",
}

PIRATE_TITLES = ("Pirate captain", "Second pirate")
"""The places of the pirate ship one by one, the front first (R6.5)."""


def draw_board(view: PublicView) -> Picture:
    """Return the board as everyone sees it; without punts where no voyage is at sea."""
    players = mark_players(view.names)
    punts = tuple(_draw_punt(view, players, lane, ware) for lane, ware in enumerate(view.lanes, 1))
    berthed = {punt.berth: punt for punt in punts if punt.berth}
    ports = tuple(_draw_spot(view, players, space, berthed) for space in PORTS)
    shipyards = tuple(_draw_spot(view, players, space, berthed) for space in SHIPYARDS)
    others = tuple(
        _draw_spot(view, players, space, berthed)
        for space in (Space.PIRATES, Space.SMALL_PILOT, Space.LARGE_PILOT, Space.INSURANCE)
    )
    values = tuple(
        Value(ware, WARE_LETTERS[ware], WARE_TITLES[ware], view.values[ware], VALUE_TRACK.index(view.values[ware]))
        for ware in WARES
    )
    words = _tell_board(punts, (*ports, *shipyards, *others))
    return Picture(players, punts, ports, shipyards, others, values, VALUE_TRACK, words)


def mark_players(names: Sequence[str]) -> tuple[Player, ...]:
    """Return the players with their marks: the first letters where these differ, else the numbers of the seats."""
    firsts = [name[:1].upper() for name in names]
    lettered = len({first.casefold() for first in firsts}) == len(names) and all(
        len(first) == 1 and first.isalpha() for first in firsts
    )
    return tuple(
        Player(firsts[seat] if lettered else str(seat + 1), seat + 1, Name(name)) for seat, name in enumerate(names)
    )


def _draw_punt(view: PublicView, players: Sequence[Player], lane: int, ware: Ware) -> Punt:
    where = view.where[ware]
    berth = find_berth(where)
    return Punt(
        lane,
        ware,
        WARE_LETTERS[ware],
        WARE_TITLES[ware],
        where if is_at_sea(where) else None,
        "" if berth is None else SPOT_TITLES[berth],
        LOAD_PAYOUTS[ware],
        _draw_seats(view, players, Space(ware), SEAT_COSTS[ware]),
    )


def _draw_spot(view: PublicView, players: Sequence[Player], space: Space, berthed: dict[str, Punt]) -> Spot:
    costs = (SPACE_COSTS[space],) * (PIRATE_SPACES if space == Space.PIRATES else 1)
    pays = BERTH_PAYOUTS[space] if space < len(BERTH_PAYOUTS) else 0
    if space == Space.INSURANCE:
        pays = INSURANCE_PAYMENT
    title = SPOT_TITLES[space]
    return Spot(space.name.lower(), title, pays, _draw_seats(view, players, space, costs), berthed.get(title))


def _draw_seats(view: PublicView, players: Sequence[Player], space: Space, costs: Sequence[int]) -> tuple[Seat, ...]:
    crew = view.crew[space]
    closed = bool(view.lanes) and view.costs[space] is None
    return tuple(
        Seat(cost, players[crew[index]] if index < len(crew) else None, closed and index >= len(crew))
        for index, cost in enumerate(costs)
    )


def _tell_board(punts: Sequence[Punt], spots: Sequence[Spot]) -> tuple[Sentence, ...]:
    """Return the board in sentences: every punt, then every space somebody or a punt is on."""
    if not punts:
        return (Sentence("No punts are at sea."),)
    words: list[Sentence] = []
    for punt in punts:
        facts: dict[str, Fact] = {
            "lane": punt.lane,
            "ware": WARE_NAMES[punt.ware],
            "place": f"on space {punt.space}" if punt.space is not None else f"in {_lower_first(punt.berth)}",
            "seats": tuple(_tell_seat(seat) for seat in punt.seats),
            "payout": punt.payout,
        }  # fmt: skip
        words.append(Sentence("Lane {lane}: {ware} {place}, pays {payout}. Seats from the front: {seats}.", facts))
    for spot in spots:
        there = tuple(seat.player.name for seat in spot.seats if seat.player is not None)
        if there:
            words.append(Sentence("{spot}: {who}.", {"spot": spot.title, "who": there}))
    return tuple(words)


def _lower_first(title: str) -> str:
    return title[:1].lower() + title[1:]


def _tell_seat(seat: Seat) -> Fact:
    if seat.player is not None:
        return seat.player.name
    return CLOSED if seat.closed else Sentence("{free} for {cost}", {"free": FREE, "cost": seat.cost})
