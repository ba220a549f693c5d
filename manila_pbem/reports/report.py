"""The plain data a report is made from: what the processor hands in, for everyone and for one player.

Times are UTC text, hashes lower-case hex, players seats, unless a docstring says otherwise.
"""

from collections.abc import Mapping
from typing import TypeAlias

from manila_pbem.orders.trace import Note
from manila_pbem.rules.board import Ware
from manila_pbem.rules.events import Event
from manila_pbem.values import NamedValue
from manila_pbem.views import PlayerView, PublicView


class DiceRolled(NamedValue):
    """Roll k (from 1) of the game fell after a placement phase and revealed its link (docs/play.md, section 5)."""

    phase: str
    k: int
    dice: Mapping[Ware, int]
    link: str


class MessageSent(NamedValue):
    """A player said something to everyone; `sender` is a name."""

    sender: str
    text: str


class MessageReceived(NamedValue):
    """A player said something to this player among others, not to all; `sender` is a name."""

    sender: str
    text: str


class OrderByPolicy(NamedValue):
    """A player's order came by his standing policy, since nothing had arrived in time; `player` is a name."""

    player: str


class OpenedOrder(NamedValue):
    """An order that was opened: the player's name, its phase, its path below `orders/`, its SHA-256."""

    player: str
    phase: str
    file: str
    sha256: str


class OrdersOpened(NamedValue):
    """All orders used in a voyage were opened (docs/play.md, section 3); each may be a plain tuple of four."""

    orders: tuple[OpenedOrder | tuple[str, str, str, str], ...]


class GameSettled(NamedValue):
    """The game is over: fortunes in pesos by seat, the winners' seats, the two wares dealt to each seat (R11.3)."""

    fortunes: tuple[int, ...]
    winners: tuple[int, ...]
    deal: tuple[tuple[Ware, ...], ...]


Happening: TypeAlias = Event | DiceRolled | MessageSent | OrderByPolicy | OrdersOpened | GameSettled


class Chapter(NamedValue):
    """What happened in one phase, in order; the roll after the phase and all that follows of itself included."""

    phase: str
    happenings: tuple[Happening, ...]


class Head(NamedValue):
    """The log's last entry: its number and its hash."""

    n: int
    hash: str


class Report(NamedValue):
    """All that everyone is told at one moment (docs/play.md, section 3).

    `phase` is the pending one, or `over`. `at` is the time of the log's last entry; `chain` is `link[0]`; `asked`
    names the players whose orders the phase needs. `story` tells all since the report before.
    """

    game: str
    title: str
    pace: str
    phase: str
    at: str
    head: Head
    chain: str
    deal_commitment: str
    seed_text: bool
    moderator_plays: bool
    deadline: str | None
    asked: tuple[str, ...]
    view: PublicView
    story: tuple[Chapter, ...]


class PlayerReport(NamedValue):
    """What one player is told besides: from his own view alone.

    `notes` tell what became of his orders since the report before; `form` is an order file to fill in, as YAML text;
    None where no order can be sent.
    """

    view: PlayerView
    notes: tuple[Note, ...] = ()
    messages: tuple[MessageReceived, ...] = ()
    form: str | None = None


class Pages(NamedValue):
    """A report in HTML and in text."""

    html: str
    text: str
