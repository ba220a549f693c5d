"""The alternatives of an order as short texts, in the words of docs/record.md."""

from __future__ import annotations

from manila_pbem.orders.order import BoardWish, BuyWish, LoadWish, PilotWish, PlaceWish, Plan
from manila_pbem.rules.board import SPACE_WORDS, WARE_WORDS


def tell_wish(wish: BuyWish | LoadWish | PlaceWish | BoardWish | PilotWish | Plan) -> str:
    """Return an alternative as its player might have written it, without its conditions."""
    if isinstance(wish, PlaceWish):
        return wish.wish if isinstance(wish.wish, str) else SPACE_WORDS[wish.wish]
    if isinstance(wish, BuyWish):
        return "none" if wish.answer.ware is None else WARE_WORDS[wish.answer.ware]
    if isinstance(wish, BoardWish):
        if wish.ware is None:
            return "stay"
        return WARE_WORDS[wish.ware] + (f", evict {wish.evict}" if wish.evict else "")
    if isinstance(wish, PilotWish):
        return _join({WARE_WORDS[ware]: f"{step:+}" for ware, step in wish.answer.moves}) or "none"
    if isinstance(wish, LoadWish):
        return _join({WARE_WORDS[ware]: str(start) for ware, start in zip(wish.wares, wish.starts, strict=True)})
    if wish.every is not None:
        return _name_way(wish.every)
    return _join({WARE_WORDS[ware]: _name_way(way) for ware, way in wish.by_ware})


def write_wish(wish: BuyWish | LoadWish | PlaceWish | BoardWish | PilotWish | Plan) -> str:
    """Return an alternative as it stands in an order, without its conditions, such as `{silk: -1}`."""
    if isinstance(wish, BoardWish) and wish.ware is not None and wish.evict is not None:
        return f"{{board: {WARE_WORDS[wish.ware]}, evict: {wish.evict}}}"
    if isinstance(wish, PilotWish) and wish.answer.moves:
        return f"{{{', '.join(f'{WARE_WORDS[ware]}: {step}' for ware, step in wish.answer.moves)}}}"
    if isinstance(wish, LoadWish):
        starts = zip(wish.wares, wish.starts, strict=True)
        return f"{{{', '.join(f'{WARE_WORDS[ware]}: {start}' for ware, start in starts)}}}"
    if isinstance(wish, Plan) and wish.every is None:
        return f"{{{', '.join(f'{WARE_WORDS[ware]}: {_name_way(way)}' for ware, way in wish.by_ware)}}}"
    return tell_wish(wish)


def _name_way(to_port: bool) -> str:
    return "port" if to_port else "shipyard"


def _join(pairs: dict[str, str]) -> str:
    return ", ".join(f"{key} {value}" for key, value in pairs.items())
