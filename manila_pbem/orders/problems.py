"""What is wrong or doubtful with an order, as data: who, where, which clause, and the facts a sentence needs.

Words are made elsewhere (`manila_pbem.reports.sentences`), by `code` and `facts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from manila_pbem.orders.order import Mark
from manila_pbem.values import NamedValue

Facts = Mapping[str, str | int | tuple[str, ...]]


class Kind(Enum):
    """The kinds of trouble, which stay apart (docs/play.md, section 2)."""

    UNREADABLE = "unreadable"
    NOT_LEGAL = "not legal"
    DOUBTFUL = "doubtful"


class Correction(NamedValue):
    """The lines to write in the place of the lines from `first` to `last` of an order; none: leave these out."""

    first: int
    last: int
    lines: tuple[str, ...]


class Problem(NamedValue):
    """One fault or doubt. `clause` is a clause of docs/rules.md (`R4.6`) or a section of docs/play.md (`play 2`)."""

    kind: Kind
    code: str
    clause: str
    mark: Mark | None = None
    facts: Facts = {}
    player: str | None = None
