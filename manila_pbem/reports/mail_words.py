"""Why a mail was refused, in one sentence each, and what to do about it (docs/play.md, section 7)."""

from __future__ import annotations

from collections.abc import Mapping

TROUBLES: dict[str, str] = {}
"""The sentence of each trouble by its code; `{name}` is filled from its facts."""


def tell_trouble(code: str, facts: Mapping[str, str]) -> str:
    """Return the sentence of a trouble."""
    return TROUBLES[code].format_map(facts)
