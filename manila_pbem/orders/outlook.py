"""What an order will do as things stand now, as facts for its receipt (docs/play.md, section 2, "three fates").

Everything here rests on public facts, the player's own orders and nothing else: never on another player's order, not
even at the pace `turns`. How it is found out stands in `orders.foresight`, the words for it in `reports.receipt`.
"""

from typing import Literal, TypeAlias

from manila_pbem.orders.asking import Question
from manila_pbem.orders.order import BoardWish, BuyWish, Limit, LoadWish, PilotWish, PlaceWish, Plan
from manila_pbem.orders.problems import Problem
from manila_pbem.rules.board import Space, Ware
from manila_pbem.values import NamedValue

Wish: TypeAlias = BuyWish | LoadWish | PlaceWish | BoardWish | PilotWish | Plan

Fallback: TypeAlias = Literal["", "declines", "asks"]
"""What follows where none of the alternatives can be done: nothing, since one always can; the player passes, stays or
moves nothing; or the player is asked again."""


class Price(NamedValue):
    """What something costs, in pesos, and the fewest loans that cover it (R13.2).

    `most` is what it may cost once those who come before have taken cheaper seats. `blind` says that it is all the
    cash that is left to a blind passenger (R14.1).
    """

    pesos: int
    loans: int = 0
    most: int | None = None
    blind: bool = False


class Forecast(NamedValue):
    """What is known now of one alternative.

    `price` is None where no money goes over. `space` is the space that `cheapest` would be now. `hindrance` is the code
    of why it can't be done as things stand (`Refusal.why`), with its `clause`; for a coming phase only what can't
    change any more counts, but for a full pirate ship, which opens again where a pirate boards. `fails` is the fact of
    its conditions that does not hold now. `may_go` says that it may not be possible any more after those who come
    before, or not in both roles; `lacking` names punts that a plan says nothing of.
    """

    price: Price | None = None
    space: Space | None = None
    hindrance: str = ""
    clause: str = ""
    fails: str = ""
    may_go: bool = False
    lacking: tuple[Ware, ...] = ()


class Intent(NamedValue):
    """What an order says to one decision. `phase` is the one it is said for, empty where it stands until it comes.

    `pending` says that the decision belongs to the phase the game waits in, so that forecasts are of that moment.
    `roles` are 0 for the captain or the small pilot, 1 for the other. `before` are the seats that come before and may
    take what is wished.
    """

    key: Literal["buy", "load", "place", "board", "pilot", "plunder"]
    phase: str
    pending: bool
    roles: tuple[int, ...]
    wishes: tuple[Wish, ...]
    forecasts: tuple[Forecast, ...]
    fallback: Fallback
    before: tuple[int, ...] = ()


class BidOutlook(NamedValue):
    """What a limit means: it goes up to `most` pesos, since R4.6 allows no more; `cash` of them need no loan.

    `loans` is how many the most it may say takes. `over` says that the standing bid is above it already, `again` that
    the player is asked again where another one bids more.
    """

    limit: Limit
    most: int
    cash: int
    loans: int
    over: bool
    again: bool


Occasion: TypeAlias = Literal["now", "turn", "win", "keep", "pirate", "captain", "pilot"]
"""When a decision comes: it is due in the pending phase; my turn comes in a coming round; I win the office; it stays
with me since nobody bids; I am a pirate when a punt stands on 13; I am captain when punts are plundered; I am a
pilot."""


class Coming(NamedValue):
    """A decision of this voyage that may come to the player, and which order says something to it.

    `phase` is the phase it belongs to, `by` the phase of the order that answers it: empty where nothing does, and
    `this` for the order that the outlook is about.
    """

    phase: str
    question: Question
    occasion: Occasion
    by: str

    @property
    def said(self) -> bool:
        """Whether an order answers it."""
        return self.by != ""


THIS = "this"

Use: TypeAlias = Literal["none", "complete", "turn", "end", "later"]
"""When an order is used: never, once all orders of the phase are in, at the player's turn, at the end of the phase
since its player isn't asked in it, or when its phase comes."""


class Outlook(NamedValue):
    """All that an order's receipt tells of what comes of it. `doubts` go beyond what `orders.judging` finds."""

    sealed: bool
    asked: bool
    use: Use
    bid: BidOutlook | None
    intents: tuple[Intent, ...]
    coming: tuple[Coming, ...]
    doubts: tuple[Problem, ...]
