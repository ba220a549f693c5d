"""An order as its player wrote it, read into values (docs/play.md, section 2).

Every key left out is None or empty. Where a key takes alternatives they stand in the order written; each may carry
conditions on public facts.
"""

from typing import Literal, TypeAlias

from manila_pbem.rules.answers import Buy, Pilot
from manila_pbem.rules.board import Space, Ware
from manila_pbem.values import NamedValue


class Mark(NamedValue):
    """A place in an order file, both counted from 1, in characters."""

    line: int
    column: int


class Limit(NamedValue):
    """`bid`: say `say` first (None: the least raise), then raise by one while needed up to `up_to`.

    `pass` is `up_to` 0. A plain number stands as `say` None, `up_to` the number and `plain` True: a limit at the pace
    `sealed`, the very bid at `turns`.
    """

    up_to: int
    say: int | None = None
    plain: bool = False


class Bounds(NamedValue):
    """A condition on a number: at least, at most; an exact value is both."""

    least: int | None
    most: int | None


class Conditions(NamedValue):
    """`when`: public facts that must all hold for an alternative to be taken (docs/play.md, section 2)."""

    position: tuple[tuple[Ware, Bounds], ...] = ()
    crew: tuple[tuple[Ware, Bounds], ...] = ()
    value: tuple[tuple[Ware, Bounds], ...] = ()
    cost: Bounds | None = None
    cash: Bounds | None = None
    free: tuple[Space, ...] = ()
    harbour_master: str | None = None


class PlaceWish(NamedValue):
    """One alternative of `place`: a space, the cheapest open one, or to pass."""

    wish: Space | Literal["cheapest", "pass"]
    when: Conditions | None = None
    mark: Mark = Mark(1, 1)


class BuyWish(NamedValue):
    """One alternative of `buy`: a ware, or None for no share."""

    answer: Buy
    when: Conditions | None = None
    mark: Mark = Mark(1, 1)


class LoadWish(NamedValue):
    """One alternative of `load`: wares in lane order and their start spaces."""

    wares: tuple[Ware, ...]
    starts: tuple[int, ...]
    when: Conditions | None = None
    mark: Mark = Mark(1, 1)


class BoardWish(NamedValue):
    """One alternative of `board`: a punt's ware or None to stay; `evict` is the name of the owner put off."""

    ware: Ware | None
    evict: str | None = None
    when: Conditions | None = None
    mark: Mark = Mark(1, 1)


class PilotWish(NamedValue):
    """One alternative of `pilot`."""

    answer: Pilot
    when: Conditions | None = None
    mark: Mark = Mark(1, 1)


class Plan(NamedValue):
    """One alternative of `plunder`: one word for all punts (`every`), or a word a ware; True sends to port."""

    every: bool | None = None
    by_ware: tuple[tuple[Ware, bool], ...] = ()
    when: Conditions | None = None
    mark: Mark = Mark(1, 1)


class Message(NamedValue):
    """`message`: to everyone (`to` is empty) or to the named players."""

    to: tuple[str, ...]
    text: str


BoardWishes: TypeAlias = tuple[BoardWish, ...]
PilotWishes: TypeAlias = tuple[PilotWish, ...]


class Answers(NamedValue):
    """The decisions an order answers; None where it says nothing.

    `boards` holds the lists for the captain and the second pirate, `pilots` those for the small and the large pilot;
    the plain form of either gives the same list twice.
    """

    bid: Limit | None = None
    buy: tuple[BuyWish, ...] | None = None
    load: tuple[LoadWish, ...] | None = None
    move_order: tuple[Ware, ...] | None = None
    place: tuple[PlaceWish, ...] | None = None
    boards: tuple[BoardWishes | None, BoardWishes | None] = (None, None)
    pilots: tuple[PilotWishes | None, PilotWishes | None] = (None, None)
    plunder: tuple[Plan, ...] | None = None


class Order(NamedValue):
    """A whole order file. `marks` tells where each key stands, those in `later` as `later.v1-place-2.place`."""

    game: str | None = None
    phase: str | None = None
    player: str | None = None
    answers: Answers = Answers()
    mortgage: int = 0
    redeem: int = 0
    later: tuple[tuple[str, Answers], ...] = ()
    salt: str | None = None
    message: Message | None = None
    withdraw: bool = False
    marks: tuple[tuple[str, Mark], ...] = ()


NO_ANSWERS = Answers()


def tell_meaning(value: object) -> object:
    """Return what an order, or a part of one, says without where it says it: equal for two that mean the same."""
    if isinstance(value, Mark):
        return None
    if isinstance(value, Order):
        value = value._replace(marks=(), game=None, phase=None, player=None)
    return (type(value), *map(tell_meaning, value)) if isinstance(value, tuple) else value


def holds_message_alone(order: Order) -> bool:
    """Tell whether an order says nothing but a message, so that nothing is left of it to be filed."""
    return order.message is not None and order._replace(message=None, marks=(), game=None, phase=None, player=None) == (
        Order()
    )
