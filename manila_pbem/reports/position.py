"""The position now, as sentences and tables: money, loans, shares, the black market, what comes next, the end."""

from typing import TypeAlias

from manila_pbem.reports.words import (
    SPACE_NAMES,
    WARE_NAMES,
    WARE_TITLES,
    Fact,
    Name,
    Sentence,
    count_pesos,
    count_shares,
    count_wares,
    name_wares,
)
from manila_pbem.rules.board import (
    LAST_LANE_SPACE,
    OPTION_WORDS,
    REDEMPTION,
    WARES,
    Options,
    list_movement_rounds,
    price_share,
)
from manila_pbem.values import NamedValue
from manila_pbem.views import PlayerView, PublicView

Shares: TypeAlias = tuple[tuple[int, ...], ...]


class Table(NamedValue):
    """A table of facts; `numeric` tells which columns are numbers, which stand to the right."""

    title: str
    heads: tuple[str, ...]
    numeric: tuple[bool, ...]
    rows: tuple[tuple[Fact, ...], ...]


class Position(NamedValue):
    """The position in words: the results at the end, who holds what office, tables, and what comes next."""

    results: tuple[Table, ...]
    now: tuple[Sentence, ...]
    tables: tuple[Table, ...]
    coming: tuple[Sentence, ...]


def tell_position(view: PublicView) -> Position:
    """Return the position everyone sees; at the end the fortunes and the deal in place of what comes next."""
    if view.fortunes is None or view.shares is None:
        return Position((), _tell_now(view), (_lay_money(view), _lay_market(view)), _tell_coming(view))
    results = (_lay_fortunes(view, view.shares, view.fortunes), _lay_deal(view, view.shares))
    return Position(results, _tell_now(view), (_lay_market(view),), _tell_coming(view))


def tell_options(options: Options) -> Sentence:
    """Return the options a game is played with (R12), those that differ from the default alone."""
    chosen = tuple(
        f"{option.replace('_', ' ')}: {words[1].replace('_', ' ')}"
        for (option, words), other in zip(OPTION_WORDS.items(), options, strict=True)
        if other
    )
    return Sentence("Options: {options}.", {"options": chosen}) if chosen else Sentence("Options: the default ones.")


def lay_own_shares(view: PlayerView) -> Table:
    """Return a player's own shares by ware, dealt and bought, with what they are worth now."""
    values = view.public.values
    rows: list[tuple[Fact, ...]] = [
        (WARE_NAMES[ware], view.dealt[ware], view.bought[ware], values[ware] * view.shares[ware])
        for ware in WARES
        if view.shares[ware]
    ]
    return Table("Your shares", ("Ware", "Dealt", "Bought", "Worth now"), (False, True, True, True), tuple(rows))


def tell_own_fortune(view: PlayerView) -> Sentence:
    """Return what a player has and could pay now."""
    facts: dict[str, Fact] = {
        "cash": count_pesos(view.public.cash[view.seat]),
        "loans": count_shares(view.public.mortgaged[view.seat]),
        "means": count_pesos(view.means),
        "fortune": count_pesos(view.fortune),
    }
    if view.public.due == "nothing":
        return Sentence("You hold {cash} in cash, {loans} mortgaged. Your fortune is {fortune}.", facts)
    words = "You hold {cash} in cash, {loans} mortgaged, and can pay {means} at most. Your fortune is {fortune} now."
    return Sentence(words, facts)


def _name_players(view: PublicView) -> list[Name]:
    return [Name(name) for name in view.names]


def _tell_now(view: PublicView) -> tuple[Sentence, ...]:
    names = _name_players(view)
    now: list[Sentence] = []
    if view.harbour_master is not None:
        master: dict[str, Fact] = {"who": names[view.harbour_master]}
        was = view.due in ("bid", "nothing")
        now.append(Sentence("Harbour master of the last voyage: {who}." if was else "Harbour master: {who}.", master))
    if view.standing_bid is not None and view.bidder is not None:
        facts: dict[str, Fact] = {"pesos": count_pesos(view.standing_bid), "who": names[view.bidder]}
        now.append(Sentence("Standing bid: {pesos} by {who}.", facts))
    passed: tuple[Fact, ...] = tuple(name for name, has in zip(names, view.passed, strict=True) if has)
    if passed and view.due != "nothing":
        words = "Passed in this auction: {who}." if view.due == "bid" else "Passed, placing no more this voyage: {who}."
        now.append(Sentence(words, {"who": passed}))
    return tuple(now)


def _lay_money(view: PublicView) -> Table:
    rows: list[tuple[Fact, ...]] = [
        (
            name,
            view.cash[seat],
            view.count_means(seat),
            f"{view.mortgaged[seat]} of {view.held[seat]}",
            count_wares(view.bought[seat]),
        )
        for seat, name in enumerate(_name_players(view))
    ]
    heads = ("Player", "Cash", "Can pay", "Loans", "Bought")
    return Table("Money and shares", heads, (False, True, True, True, False), tuple(rows))


def _lay_market(view: PublicView) -> Table:
    rows: list[tuple[Fact, ...]] = [
        (WARE_TITLES[ware], view.values[ware], price_share(view.values, ware), view.supply[ware]) for ware in WARES
    ]
    heads = ("Ware", "Value", "A share costs", "Supply")
    return Table("Black market", heads, (False, True, True, True), tuple(rows))


def _lay_fortunes(view: PublicView, shares: Shares, fortunes: tuple[int, ...]) -> Table:
    """Return the fortunes broken down, the highest first (R11.3)."""
    names = _name_players(view)
    rows: list[tuple[Fact, ...]] = []
    for seat in sorted(range(len(names)), key=lambda seat: -fortunes[seat]):
        worth = sum(count * value for count, value in zip(shares[seat], view.values, strict=True))
        owed = -REDEMPTION * view.mortgaged[seat]
        rows.append((names[seat], view.cash[seat], worth, owed, fortunes[seat]))
    heads = ("Player", "Cash", "Shares", "Loans", "Fortune")
    return Table("Fortunes", heads, (False, True, True, True, True), tuple(rows))


def _lay_deal(view: PublicView, shares: Shares) -> Table:
    rows: list[tuple[Fact, ...]] = []
    for name, held, bought in zip(_name_players(view), shares, view.bought, strict=True):
        dealt = [count - later for count, later in zip(held, bought, strict=True)]
        rows.append((name, count_wares(dealt), count_wares(bought)))
    return Table("The deal", ("Player", "Dealt", "Bought"), (False, False, False), tuple(rows))


def _tell_coming(view: PublicView) -> tuple[Sentence, ...]:
    if view.due == "nothing":
        return (Sentence("Nothing more: the game is over."),)
    assert view.to_act is not None
    facts: dict[str, Fact] = {"who": Name(view.names[view.to_act]), "voyage": view.voyage, "round": view.round}
    after: Sentence | None = None
    if view.due == "bid":
        fresh = view.standing_bid is None and not any(view.passed)
        words = "The auction of voyage {voyage}: {who} speaks first, then clockwise."
        if not fresh:
            words = "The auction of voyage {voyage} goes on: {who} speaks next."
        after = Sentence("Whoever wins it is harbour master, may buy a share, loads the punts and starts them.")
    elif view.due == "buy":
        words = "{who}, the harbour master, may buy a share, then loads three wares and starts the punts."
        after = Sentence("Then accomplices are placed.")
    elif view.due == "load":
        words = "{who}, the harbour master, loads three wares and starts the punts."
        after = Sentence("Then accomplices are placed.")
    elif view.due == "place":
        return _tell_coming_placement(view, facts)
    elif view.due == "board":
        words = "{who}, the captain of the pirates, may board a punt on 13 or stay."
        if view.second_pirate:
            words = "{who}, the second pirate, may board a punt on 13 or stay."
        after = Sentence("Then the next placement round.")
    elif view.due == "pilot":
        assert view.pilot is not None
        facts["pilot"] = SPACE_NAMES[view.pilot]
        words = "{who}, {pilot}, may move punts."
        after = Sentence("Then the third movement.")
    else:
        plundered = [ware for ware in WARES if view.where[ware] == LAST_LANE_SPACE]
        facts["wares"] = name_wares(plundered)
        words = "{who}, the captain of the pirates, sends to port or shipyard: {wares}."
        after = Sentence("Then profits are paid.")
    return (Sentence(words, facts), after)


def _tell_coming_placement(view: PublicView, facts: dict[str, Fact]) -> tuple[Sentence, ...]:
    movements = list_movement_rounds(len(view.names))
    facts["rounds"] = movements[-1]
    coming = Sentence("Placement round {round} of {rounds}: {who} is in turn.", facts)
    if view.round not in movements:
        return coming, Sentence("Then another placement round, before the dice roll.")
    if view.round == movements[-1]:
        return coming, Sentence("Then the pilots act, the dice roll for the last time, and profits are paid.")
    return coming, Sentence("Then the dice roll and the punts move.")
