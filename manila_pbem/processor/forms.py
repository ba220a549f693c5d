"""The keys that the entries of a log must have, and what kind of value each is (docs/log.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from manila_pbem.processor.chronicle import BadEntryError, Entry

_HEX = frozenset("0123456789abcdef")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)


def _is_hex(digits: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and len(value) == digits and _HEX.issuperset(value)


def _is(kind: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is kind


def _is_time(value: Any) -> bool:
    return isinstance(value, str) and _TIME.fullmatch(value) is not None


_text, _number, _mapping, _list, _hash, _nonce = _is(str), _is(int), _is(dict), _is(list), _is_hex(64), _is_hex(32)

FORMS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "start": {"game": _text, "players": _list, "chain": _hash, "deal_commitment": _hash},
    "order": {"phase": _text, "player": _text, "commitment": _hash},
    "action": {"action": _mapping},
    "roll": {"phase": _text, "k": _number, "link": _hash, "orders": _hash, "dice": _mapping, "state": _hash},
    "message": {"from": _text, "text": _text},
    "opened": {"order": _number, "file": _text, "nonce": _nonce, "sha256": _hash},
    "over": {"fortune": _mapping, "winners": _list, "deal": _mapping, "deal_key": _hash, "seed": _hash},
}
"""What each kind of entry must have, besides what all have; the rest is checked where it is used."""


def check_forms(entries: Sequence[Entry]) -> None:
    """Raise BadEntryError for the first entry that is of no known kind, or lacks what its kind must have."""
    for entry in entries:
        form = FORMS.get(entry["kind"]) if isinstance(entry.get("kind"), str) else None
        if form is None:
            raise BadEntryError(entry["n"], f"is of the kind {entry.get('kind')!r}, which is unknown")
        for key, fits in {"at": _is_time, "step": _number, **form}.items():
            if not fits(entry.get(key)):
                raise BadEntryError(entry["n"], f"has no {key} as a log must have it")
