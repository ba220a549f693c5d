"""The order file to fill in that ends a player's report (docs/play.md, section 3)."""

from __future__ import annotations

from manila_pbem.processor.desk import Desk
from manila_pbem.rules.state import State


def write_blank_order(desk: Desk, state: State, seat: int) -> str | None:
    """Return an order file to fill in."""
    return None
