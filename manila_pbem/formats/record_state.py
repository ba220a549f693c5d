"""A state of the game as plain data, exactly as docs/record.md lays it down ("Reading one back")."""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem.rules.board import SPACE_WORDS, WARE_WORDS
from manila_pbem.rules.state import ASHORE, State, find_berth


def state_to_mapping(state: State, players: Sequence[str], *, public: bool = False) -> dict[str, object]:
    """Return a state in the form of docs/record.md; `players` are the names in seat order.

    `shares` and `fortune` are left out where the deal is secret, and where `public` asks for it (docs/play.md,
    section 3, `roll`).
    """
    acting = state.to_act
    mapping: dict[str, object] = {
        "voyage": state.voyage,
        "step": state.step,
        "round": state.round,
        "to_act": None if acting is None else players[acting],
        "harbour_master": None if state.harbour_master is None else players[state.harbour_master],
        "cash": dict(zip(players, state.cash, strict=True)),
        "mortgaged": dict(zip(players, state.mortgaged, strict=True)),
    }
    secret = public or state.shares is None
    if not secret and state.shares is not None:
        mapping["shares"] = {name: _name_wares(held) for name, held in zip(players, state.shares, strict=True)}
    mapping |= {
        "supply": _name_wares(state.supply),
        "values": _name_wares(state.values),
        "punts": {
            WARE_WORDS[ware]: _place_punt(state.where[ware]) for ware in state.lanes if state.where[ware] != ASHORE
        },
        "spaces": {
            word: [players[seat] for seat in crew] for word, crew in zip(SPACE_WORDS, state.crew, strict=True) if crew
        },
        "standing_bid": state.standing_bid,
        "bidder": None if state.bidder is None else players[state.bidder],
        "passed": [name for name, passed in zip(players, state.passed, strict=True) if passed],
    }
    if not secret:
        mapping["fortune"] = {name: state.count_fortune(seat) for seat, name in enumerate(players)}
    return mapping


def _name_wares(counts: Sequence[int]) -> dict[str, int]:
    return dict(zip(WARE_WORDS, counts, strict=True))


def _place_punt(where: int) -> int | str:
    berth = find_berth(where)
    return where if berth is None else SPACE_WORDS[berth]
