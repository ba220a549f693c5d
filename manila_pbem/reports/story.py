"""What happened, in plain sentences: one for each kind of happening, in the order they came about.

The words stand in the sentences by kind of event; nothing here decides anything of the game.
"""

from collections.abc import Callable, Sequence
from typing import Any

from manila_pbem.reports.report import (
    Chapter,
    DiceRolled,
    GameSettled,
    Happening,
    MessageSent,
    OpenedOrder,
    OrderByPolicy,
    OrdersOpened,
)
from manila_pbem.reports.words import (
    PLACE_NAMES,
    SPACE_NAMES,
    WARE_NAMES,
    WARE_TITLES,
    Fact,
    Name,
    Sentence,
    clean_text,
    count_pesos,
    count_shares,
    name_wares,
    tell_phase,
)
from manila_pbem.rules import events as told
from manila_pbem.rules.board import (
    INSURANCE_PAYMENT,
    LAST_LANE_SPACE,
    LOAN,
    REDEMPTION,
    START_CASH,
    Space,
    count_accomplices,
)
from manila_pbem.values import NamedValue

Names = Sequence[Name]


class Line(NamedValue):
    """One sentence of the story; `quote` are the lines of what somebody said."""

    sentence: Sentence
    quote: tuple[str, ...] = ()


class Passage(NamedValue):
    """Lines of a chapter that belong together; `title` is empty for what the phase itself decided."""

    title: str
    lines: tuple[Line, ...]
    opened: tuple[OpenedOrder, ...] = ()


class ChapterTold(NamedValue):
    """A chapter in words: its heading and its passages."""

    phase: str
    title: str
    passages: tuple[Passage, ...]


PASSAGE_TITLES: dict[type, str] = {
    DiceRolled: "Movement",
    told.PuntPlundered: "Plunder",
    told.LoadPaid: "Profits",
    told.BerthPaid: "Profits",
    told.BankRepaid: "Profits",
    told.ValueRose: "Black market",
    told.VoyageEnded: "End of the voyage",
    OrdersOpened: "Orders opened",
    GameSettled: "End of the game",
    MessageSent: "Said to all",
}
"""Kinds of happenings that open a passage of their own, with its title."""

CLOSED_PASSAGES = ("Orders opened", "Said to all")
"""Passages that nothing of another kind continues."""

WHAT_FOLLOWS = "What was done"
"""The title of what comes after a closed passage and opens none itself."""

NEXT_ROUND = "Next placement round"


def tell_chapter(chapter: Chapter, names: Names) -> ChapterTold:
    """Return what happened in a phase as a heading and sentences. `names` are the players' in seat order."""
    passages: list[Passage] = []
    title = ""
    lines: list[Line] = []
    opened: list[OpenedOrder] = []
    calls: list[Sentence] = []

    def close_passage() -> None:
        if lines or opened:
            passages.append(Passage(title, tuple(lines), tuple(opened)))
            lines.clear()
            opened.clear()

    for happening in chapter.happenings:
        kind = type(happening)
        if calls and kind is not told.BidCalled:
            lines.append(_tell_calls(calls))
            calls.clear()
        opens = PASSAGE_TITLES.get(kind)
        if opens is None and title in CLOSED_PASSAGES:
            # Without a title of its own it would read as what the closed passage goes on with.
            opens = WHAT_FOLLOWS
        elif kind is told.PlayerPassedOver and title == PASSAGE_TITLES[DiceRolled]:
            # The rules tell at once over whom the next round passes.
            opens = NEXT_ROUND
        if opens is not None and opens != title:
            close_passage()
            title = opens
        if isinstance(happening, told.BidCalled):
            calls.append(_tell_bid(happening, names))
        elif isinstance(happening, OrdersOpened):
            opened.extend(OpenedOrder(*order) for order in happening.orders)
        else:
            lines.extend(tell_happening(happening, names))
    if calls:
        lines.append(_tell_calls(calls))
    close_passage()
    return ChapterTold(chapter.phase, tell_phase(chapter.phase), tuple(passages))


def tell_beginning(names: Names) -> ChapterTold:
    """Return the set-up in words (R2), which the first report tells."""
    facts: dict[str, Fact] = {
        "players": tuple(names), "pesos": count_pesos(START_CASH), "accomplices": count_accomplices(len(names)),
    }  # fmt: skip
    lines = (
        Line(Sentence("{players} sit around the table, clockwise in this order.", facts)),
        Line(
            Sentence("Each has {pesos}, {accomplices} accomplices, and two shares, which the others do not see.", facts)
        ),
        Line(Sentence("The shares that were not dealt are the supply, which everyone sees.")),
    )
    return ChapterTold("", "The game begins", (Passage("", lines),))


def tell_happening(happening: Happening, names: Names) -> list[Line]:
    """Return the sentences for one happening. Raises KeyError for a kind that has no words."""
    if isinstance(happening, MessageSent):
        return [tell_message(happening.sender, happening.text)]
    if isinstance(happening, OrderByPolicy):
        words = "{who}'s order comes by standing policy: nothing had arrived in time."
        return [Line(Sentence(words, {"who": Name(happening.player)}))]
    if isinstance(happening, GameSettled):
        return _tell_settlement(happening, names)
    if isinstance(happening, OrdersOpened):
        return [Line(Sentence("Orders opened: {count}.", {"count": len(happening.orders)}))]
    return [Line(_TELLERS[type(happening)](happening, names))]


def tell_message(sender: str, text: str) -> Line:
    """Return what somebody said, line by line."""
    quote = tuple(clean_text(line) for line in text.splitlines())
    return Line(Sentence("{who} says:", {"who": Name(sender)}), quote)


def _tell_calls(calls: list[Sentence]) -> Line:
    """Return all bids of an auction as called, in one sentence: there may be dozens."""
    return Line(Sentence("Bids as called: {calls}.", {"calls": tuple(calls)}))


def tell_winners(names: Names, winners: Sequence[int], fortunes: Sequence[int]) -> Sentence:
    """Return who won, or shares the victory (R11.3)."""
    facts: dict[str, Fact] = {
        "who": tuple(names[seat] for seat in winners), "pesos": count_pesos(max(fortunes)),
    }  # fmt: skip
    if len(winners) == 1:
        return Sentence("{who} wins with a fortune of {pesos}.", facts)
    return Sentence("{who} share the victory with a fortune of {pesos} each.", facts)


def _tell_settlement(end: GameSettled, names: Names) -> list[Line]:
    fortunes = tuple(
        Sentence("{who} {pesos}", {"who": who, "pesos": pesos}) for who, pesos in zip(names, end.fortunes, strict=True)
    )
    deal = tuple(
        Sentence("{who} {wares}", {"who": who, "wares": " and ".join(WARE_NAMES[ware] for ware in dealt)})
        for who, dealt in zip(names, end.deal, strict=True)
    )
    return [
        Line(tell_winners(names, end.winners, end.fortunes)),
        Line(Sentence("Fortunes: {fortunes}.", {"fortunes": fortunes})),
        Line(Sentence("The deal was: {deal}.", {"deal": deal})),
    ]


def _tell_bid(event: told.BidCalled, names: Names) -> Sentence:
    who = names[event.seat]
    if event.pesos is None:
        return Sentence("{who} passes", {"who": who})
    return Sentence("{who} {pesos}", {"who": who, "pesos": event.pesos})


def _tell_office_won(event: told.OfficeWon, names: Names) -> Sentence:
    words = "{who} wins the auction, pays {pesos} to the bank and is harbour master."
    return Sentence(words, {"who": names[event.seat], "pesos": count_pesos(event.pesos)})


def _tell_office_kept(event: told.OfficeKept, names: Names) -> Sentence:
    return Sentence("Everybody passed: {who} is harbour master and pays nothing.", {"who": names[event.seat]})


def _tell_loans_taken(event: told.LoansTaken, names: Names) -> Sentence:
    words = "{who} lacks the cash for that: {shares} mortgaged for {pesos} (forced loan)."
    facts = {"shares": count_shares(event.shares), "pesos": count_pesos(LOAN * event.shares)}
    return Sentence(words, {"who": names[event.seat], **facts})


def _tell_mortgaged(event: told.SharesMortgaged, names: Names) -> Sentence:
    facts = {"shares": count_shares(event.shares), "pesos": count_pesos(LOAN * event.shares)}
    return Sentence("{who} mortgages {shares} for {pesos}.", {"who": names[event.seat], **facts})


def _tell_redeemed(event: told.SharesRedeemed, names: Names) -> Sentence:
    facts = {"shares": count_shares(event.shares), "pesos": count_pesos(REDEMPTION * event.shares)}
    return Sentence("{who} redeems {shares} for {pesos}.", {"who": names[event.seat], **facts})


def _tell_bought(event: told.ShareBought, names: Names) -> Sentence:
    who = names[event.seat]
    if event.ware is None:
        return Sentence("{who} buys no share.", {"who": who})
    facts: dict[str, Fact] = {"who": who, "ware": WARE_NAMES[event.ware], "pesos": count_pesos(event.pesos)}
    return Sentence("{who} buys a share of {ware} for {pesos}.", facts)


def _tell_loaded(event: told.PuntsLoaded, names: Names) -> Sentence:
    lanes = tuple(
        Sentence("{ware} on lane {lane} at space {start}", {"ware": WARE_NAMES[ware], "lane": lane, "start": start})
        for lane, (ware, start) in enumerate(zip(event.wares, event.starts, strict=True), 1)
    )
    facts: dict[str, Fact] = {"who": names[event.seat], "lanes": lanes}
    if event.move_order is None:
        return Sentence("{who} loads {lanes}.", facts)
    facts["wares"] = name_wares(event.move_order)
    return Sentence("{who} loads {lanes}; the punts move in the order {wares}.", facts)


def _tell_placed(event: told.AccomplicePlaced, names: Names) -> Sentence:
    facts: dict[str, Fact] = {"who": names[event.seat], "place": PLACE_NAMES[event.space]}
    if event.space == Space.INSURANCE:
        facts["pesos"] = count_pesos(INSURANCE_PAYMENT)
        return Sentence("{who} takes the insurance and receives {pesos} from the bank.", facts)
    facts["pesos"] = count_pesos(event.pesos)
    if not event.blind:
        return Sentence("{who} places an accomplice {place} and pays {pesos}.", facts)
    if event.pesos:
        return Sentence("{who} places a blind passenger {place} for all the cash left, {pesos}.", facts)
    return Sentence("{who} has no cash left and places a blind passenger {place} for nothing.", facts)


def _tell_placing_passed(event: told.PlacingPassed, names: Names) -> Sentence:
    return Sentence("{who} passes and places no more in this voyage.", {"who": names[event.seat]})


def _tell_passed_over(event: told.PlayerPassedOver, names: Names) -> Sentence:
    return Sentence("No space is open to {who}, so the round passes over.", {"who": names[event.seat]})


def _tell_moved(event: told.PuntMoved, names: Names) -> Sentence:
    facts: dict[str, Fact] = {"ware": WARE_NAMES[event.ware], "before": event.before, "after": event.after}
    if event.after > LAST_LANE_SPACE:
        return Sentence("The {ware} punt moves from space {before} past 13.", facts)
    return Sentence("The {ware} punt moves from space {before} to {after}.", facts)


def _tell_arrived(event: told.PuntArrived, names: Names) -> Sentence:
    return Sentence("The {ware} punt is in {port}.", {"ware": WARE_NAMES[event.ware], "port": SPACE_NAMES[event.port]})


def _tell_wrecked(event: told.PuntWrecked, names: Names) -> Sentence:
    facts: dict[str, Fact] = {"ware": WARE_NAMES[event.ware], "shipyard": SPACE_NAMES[event.shipyard]}
    return Sentence("The {ware} punt goes to {shipyard}.", facts)


def _tell_boarded(event: told.PirateBoarded, names: Names) -> Sentence:
    facts: dict[str, Fact] = {"who": names[event.seat], "ware": WARE_NAMES[event.ware]}
    if event.evicted is None:
        return Sentence("{who}'s pirate boards the {ware} punt, at no cost.", facts)
    facts["whom"] = names[event.evicted]
    return Sentence("{who}'s pirate boards the {ware} punt and puts off an accomplice of {whom}.", facts)


def _tell_stayed(event: told.PirateStayed, names: Names) -> Sentence:
    return Sentence("{who}'s pirate stays aboard the pirate ship.", {"who": names[event.seat]})


def _tell_pilot(event: told.PilotActed, names: Names) -> Sentence:
    facts: dict[str, Fact] = {"who": names[event.seat], "pilot": SPACE_NAMES[event.pilot]}
    if not event.moves:
        return Sentence("{who}, {pilot}, does nothing.", facts)
    facts["moves"] = tuple(
        Sentence(
            "{ware} {spaces} {way}",
            {"ware": WARE_NAMES[ware], "spaces": abs(step), "way": "forward" if step > 0 else "back"},
        )
        for ware, step in event.moves
    )
    return Sentence("{who}, {pilot}, moves {moves}.", facts)


def _tell_plundered(event: told.PuntPlundered, names: Names) -> Sentence:
    facts: dict[str, Fact] = {"ware": WARE_NAMES[event.ware], "pesos": count_pesos(event.pesos)}
    if not event.crew:
        return Sentence("Pirates take the {ware} punt, which has no crew: a booty of {pesos}.", facts)
    facts["crew"] = tuple(names[seat] for seat in event.crew)
    return Sentence("Pirates take the {ware} punt: a booty of {pesos}. Its crew goes home with nothing: {crew}.", facts)


def _tell_booty(event: told.BootyShared, names: Names) -> Sentence:
    facts: dict[str, Fact] = {"who": names[event.seat], "pesos": count_pesos(event.pesos)}
    return Sentence("The bank pays {who} {pesos} of booty, for a pirate.", facts)


def _tell_sent(event: told.PlunderSent, names: Names) -> Sentence:
    facts: dict[str, Fact] = {"who": names[event.seat], "ware": WARE_NAMES[event.ware]}
    if event.to_port:
        return Sentence("{who}, the captain, sends the {ware} punt to port.", facts)
    return Sentence("{who}, the captain, sends the {ware} punt to the shipyard.", facts)


def _tell_load_paid(event: told.LoadPaid, names: Names) -> Sentence:
    facts: dict[str, Fact] = {
        "who": names[event.seat], "ware": WARE_NAMES[event.ware], "pesos": count_pesos(event.pesos),
    }  # fmt: skip
    return Sentence("The bank pays {who} {pesos} for an accomplice on the {ware} punt.", facts)


def _tell_berth_paid(event: told.BerthPaid, names: Names) -> Sentence:
    facts: dict[str, Fact] = {
        "who": names[event.seat], "space": SPACE_NAMES[event.space], "pesos": count_pesos(event.pesos),
    }  # fmt: skip
    if event.payer is None:
        return Sentence("The bank pays {who} {pesos} for the accomplice on {space}.", facts)
    if event.payer == event.seat:
        return Sentence("{who} is due {pesos} for the accomplice on {space}, and as insurer pays them too.", facts)
    facts["payer"] = names[event.payer]
    return Sentence("{payer}, the insurer, pays {who} {pesos} for the accomplice on {space}.", facts)


def _tell_bank_repaid(event: told.BankRepaid, names: Names) -> Sentence:
    facts: dict[str, Fact] = {
        "who": names[event.seat], "space": SPACE_NAMES[event.space], "pesos": count_pesos(event.pesos),
    }  # fmt: skip
    return Sentence("{who}, the insurer, pays the bank {pesos} for {space}, where nobody has an accomplice.", facts)


def _tell_insurer_failed(event: told.InsurerFailed, names: Names) -> Sentence:
    words = "{who}, the insurer, lacks {pesos} of that; the bank pays them, and they are not owed."
    return Sentence(words, {"who": names[event.seat], "pesos": count_pesos(event.pesos)})


def _tell_rose(event: told.ValueRose, names: Names) -> Sentence:
    return Sentence("{ware} rises to {value}.", {"ware": WARE_TITLES[event.ware], "value": event.value})


def _tell_voyage_ended(event: told.VoyageEnded, names: Names) -> Sentence:
    return Sentence("Voyage {voyage} is over; all accomplices go home.", {"voyage": event.voyage})


def _tell_game_ended(event: told.GameEnded, names: Names) -> Sentence:
    return Sentence("A ware stands at 30: the game is over.")


def _tell_dice(event: DiceRolled, names: Names) -> Sentence:
    dice = tuple(
        Sentence("{ware} {number}", {"ware": WARE_NAMES[ware], "number": number})
        for ware, number in sorted(event.dice.items())
    )
    return Sentence("The dice, roll {k}: {dice}.", {"k": event.k, "dice": dice})


# Each teller is called for happenings of its own kind only.
_TELLERS: dict[type, Callable[[Any, Names], Sentence]] = {
    told.BidCalled: _tell_bid,
    told.OfficeWon: _tell_office_won,
    told.OfficeKept: _tell_office_kept,
    told.LoansTaken: _tell_loans_taken,
    told.SharesMortgaged: _tell_mortgaged,
    told.SharesRedeemed: _tell_redeemed,
    told.ShareBought: _tell_bought,
    told.PuntsLoaded: _tell_loaded,
    told.AccomplicePlaced: _tell_placed,
    told.PlacingPassed: _tell_placing_passed,
    told.PlayerPassedOver: _tell_passed_over,
    told.PuntMoved: _tell_moved,
    told.PuntArrived: _tell_arrived,
    told.PuntWrecked: _tell_wrecked,
    told.PirateBoarded: _tell_boarded,
    told.PirateStayed: _tell_stayed,
    told.PilotActed: _tell_pilot,
    told.PuntPlundered: _tell_plundered,
    told.BootyShared: _tell_booty,
    told.PlunderSent: _tell_sent,
    told.LoadPaid: _tell_load_paid,
    told.BerthPaid: _tell_berth_paid,
    told.BankRepaid: _tell_bank_repaid,
    told.InsurerFailed: _tell_insurer_failed,
    told.ValueRose: _tell_rose,
    told.VoyageEnded: _tell_voyage_ended,
    told.GameEnded: _tell_game_ended,
    DiceRolled: _tell_dice,
}
