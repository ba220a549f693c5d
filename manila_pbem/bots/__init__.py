"""Bots: from a player's view and the questions that may come to an order. They see what the player sees, no more."""

from __future__ import annotations

BOTS = ("simple",)
"""The names of the bots, each a module of this package with a function `write_order`."""
