"""What happened, in plain sentences."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator
from typing import Any

import pytest

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
from manila_pbem.reports.story import ChapterTold, tell_beginning, tell_chapter, tell_happening
from manila_pbem.reports.words import Name, write_fact
from manila_pbem.rules import events as told
from manila_pbem.rules.board import Options, Space, Ware
from manila_pbem.rules.events import Event

NAMES = tuple(map(Name, ("ana", "ben", "chu")))
WARES = (Ware.JADE, Ware.SILK, Ware.GINSENG)

SENTENCES: list[tuple[Happening, str]] = [
    (told.BidCalled(0, 7), "ana 7"),
    (told.BidCalled(0, None), "ana passes"),
    (told.OfficeWon(1, 1), "ben wins the auction, pays 1 peso to the bank and is harbour master."),
    (told.OfficeKept(2), "Everybody passed: chu is harbour master and pays nothing."),
    (told.LoansTaken(0, 2), "ana lacks the cash for that: 2 shares mortgaged for 24 pesos (forced loan)."),
    (told.SharesMortgaged(0, 1), "ana mortgages 1 share for 12 pesos."),
    (told.SharesRedeemed(0, 2), "ana redeems 2 shares for 30 pesos."),
    (told.ShareBought(0, Ware.SILK, 5), "ana buys a share of silk for 5 pesos."),
    (told.ShareBought(0, None, 0), "ana buys no share."),
    (
        told.PuntsLoaded(0, WARES, (0, 4, 5), None),
        "ana loads jade on lane 1 at space 0, silk on lane 2 at space 4, ginseng on lane 3 at space 5.",
    ),
    (
        told.PuntsLoaded(0, WARES, (0, 4, 5), (Ware.SILK, Ware.JADE, Ware.GINSENG)),
        "ana loads jade on lane 1 at space 0, silk on lane 2 at space 4, ginseng on lane 3 at space 5; "
        "the punts move in the order silk, jade, ginseng.",
    ),
    (told.AccomplicePlaced(1, Space.JADE, 3, False), "ben places an accomplice on the jade punt and pays 3 pesos."),
    (told.AccomplicePlaced(1, Space.PORT_A, 4, False), "ben places an accomplice on port A and pays 4 pesos."),
    (
        told.AccomplicePlaced(1, Space.SMALL_PILOT, 2, False),
        "ben places an accomplice as the small pilot and pays 2 pesos.",
    ),
    (
        told.AccomplicePlaced(1, Space.INSURANCE, 0, False),
        "ben takes the insurance and receives 10 pesos from the bank.",
    ),
    (
        told.AccomplicePlaced(1, Space.JADE, 2, True),
        "ben places a blind passenger on the jade punt for all the cash left, 2 pesos.",
    ),
    (
        told.AccomplicePlaced(1, Space.LARGE_PILOT, 0, True),
        "ben has no cash left and places a blind passenger as the large pilot for nothing.",
    ),
    (told.PlacingPassed(2), "chu passes and places no more in this voyage."),
    (told.PlayerPassedOver(2), "No space is open to chu, so the round passes over."),
    (told.PuntMoved(Ware.JADE, 3, 9), "The jade punt moves from space 3 to 9."),
    (told.PuntMoved(Ware.JADE, 9, 13), "The jade punt moves from space 9 to 13."),
    (told.PuntMoved(Ware.JADE, 9, 14), "The jade punt moves from space 9 past 13."),
    (told.PuntArrived(Ware.JADE, Space.PORT_B), "The jade punt is in port B."),
    (told.PuntWrecked(Ware.JADE, Space.SHIPYARD_C), "The jade punt goes to shipyard C."),
    (told.PirateBoarded(2, Ware.SILK, None), "chu's pirate boards the silk punt, at no cost."),
    (told.PirateBoarded(2, Ware.SILK, 0), "chu's pirate boards the silk punt and puts off an accomplice of ana."),
    (told.PirateStayed(2), "chu's pirate stays aboard the pirate ship."),
    (told.PilotActed(0, Space.SMALL_PILOT, ()), "ana, the small pilot, does nothing."),
    (
        told.PilotActed(0, Space.LARGE_PILOT, ((Ware.SILK, 1), (Ware.JADE, -1))),
        "ana, the large pilot, moves silk 1 forward, jade 1 back.",
    ),
    (
        told.PuntPlundered(Ware.SILK, (0, 0, 1), 30),
        "Pirates take the silk punt: a booty of 30 pesos. Its crew goes home with nothing: ana, ana, ben.",
    ),
    (told.PuntPlundered(Ware.SILK, (), 30), "Pirates take the silk punt, which has no crew: a booty of 30 pesos."),
    (told.BootyShared(2, 15), "The bank pays chu 15 pesos of booty, for a pirate."),
    (told.PlunderSent(2, Ware.SILK, True), "chu, the captain, sends the silk punt to port."),
    (told.PlunderSent(2, Ware.SILK, False), "chu, the captain, sends the silk punt to the shipyard."),
    (told.LoadPaid(0, Ware.JADE, 36), "The bank pays ana 36 pesos for an accomplice on the jade punt."),
    (told.BerthPaid(0, Space.PORT_A, 6, None), "The bank pays ana 6 pesos for the accomplice on port A."),
    (
        told.BerthPaid(0, Space.SHIPYARD_A, 6, 1),
        "ben, the insurer, pays ana 6 pesos for the accomplice on shipyard A.",
    ),
    (
        told.BerthPaid(1, Space.SHIPYARD_A, 6, 1),
        "ben is due 6 pesos for the accomplice on shipyard A, and as insurer pays them too.",
    ),
    (
        told.BankRepaid(1, Space.SHIPYARD_B, 8),
        "ben, the insurer, pays the bank 8 pesos for shipyard B, where nobody has an accomplice.",
    ),
    (
        told.InsurerFailed(1, 9),
        "ben, the insurer, lacks 9 pesos of that; the bank pays them, and they are not owed.",
    ),
    (told.ValueRose(Ware.JADE, 10), "Jade rises to 10."),
    (told.VoyageEnded(3), "Voyage 3 is over; all accomplices go home."),
    (told.GameEnded(), "A ware stands at 30: the game is over."),
    (
        DiceRolled("v1-place-1", 4, {Ware.JADE: 3, Ware.SILK: 6, Ware.GINSENG: 1}, "00"),
        "The dice, roll 4: silk 6, ginseng 1, jade 3.",
    ),
    (MessageSent("ben", "Ahoy"), "ben says:"),
    (OrderByPolicy("ben"), "ben's order comes by standing policy: nothing had arrived in time."),
    (OrdersOpened((OpenedOrder("ana", "v1-auction", "v1-auction/ana.yaml", "00"),)), "Orders opened: 1."),
]


@pytest.mark.parametrize(("happening", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_sentence(happening: Happening, sentence: str) -> None:
    assert write_fact(tell_happening(happening, NAMES)[0].sentence) == sentence


def test_every_kind_of_happening_has_a_sentence_above() -> None:
    kinds = {type(happening) for happening, _ in SENTENCES} | {GameSettled}
    assert kinds == set(typing.get_args(Happening))


def test_every_event_of_the_rules_occurs_in_a_game_and_is_told(play: Callable[..., Iterator[Any]]) -> None:
    """Games played at random, told whole: no event is without words in the place where it comes about."""
    seen: set[type] = set()
    wanted = set(typing.get_args(Event))
    for seed in range(40):
        options = Options(evict=seed % 2 == 0, second_13_to_port=seed % 3 == 0)
        for turn in play(("ana", "ben", "chu", "dan", "eva")[: 3 + seed % 3], seed, options):
            for chapter in turn.report.story:
                tell_chapter(chapter, tuple(map(Name, turn.report.view.names)))
                seen.update(type(happening) for happening in chapter.happenings)
        if wanted <= seen:
            break
    assert wanted - seen == set()


def write(chapter: ChapterTold) -> list[str]:
    """Return a chapter as lines, the titles of passages with a colon."""
    lines = []
    for passage in chapter.passages:
        lines += [f"{passage.title}:"] if passage.title else []
        lines += [write_fact(line.sentence) for line in passage.lines]
        lines += [order.file for order in passage.opened]
    return lines


def test_bids_are_told_as_called_in_one_sentence() -> None:
    """A limit is worked off by raises of one, so there may be dozens of calls."""
    calls = (told.BidCalled(0, 1), told.BidCalled(1, 2), told.BidCalled(2, None), told.BidCalled(0, None))
    chapter = tell_chapter(Chapter("v1-auction", (*calls, told.OfficeWon(1, 2))), NAMES)
    assert chapter.title == "Voyage 1: auction"
    assert write(chapter) == [
        "Bids as called: ana 1, ben 2, chu passes, ana passes.",
        "ben wins the auction, pays 2 pesos to the bank and is harbour master.",
    ]


def test_bids_of_an_auction_that_goes_on_are_told() -> None:
    chapter = tell_chapter(Chapter("v1-auction", (told.BidCalled(0, 1),)), NAMES)
    assert write(chapter) == ["Bids as called: ana 1."]


def test_bids_after_a_message_stand_under_a_title_of_their_own() -> None:
    """Each report begins at a step at the pace `turns`, so that a message may stand before the first bid told."""
    happenings = (told.BidCalled(0, 1), MessageSent("ben", "Ahoy"), told.BidCalled(1, 2), told.BidCalled(2, None))
    assert write(tell_chapter(Chapter("v1-auction", happenings), NAMES)) == [
        "Bids as called: ana 1.",
        "Said to all:",
        "ben says:",
        "What was done:",
        "Bids as called: ben 2, chu passes.",
    ]


def test_a_chapter_has_passages_by_what_happens() -> None:
    happenings = (
        MessageSent("ben", "Ahoy"),
        told.PlacingPassed(0),
        DiceRolled("v1-place-3", 3, {Ware.JADE: 6}, "00"),
        told.PuntMoved(Ware.JADE, 9, 15),
        told.PuntArrived(Ware.JADE, Space.PORT_A),
        told.LoadPaid(0, Ware.JADE, 36),
        told.BankRepaid(1, Space.SHIPYARD_A, 6),
        told.LoansTaken(1, 1),
        told.ValueRose(Ware.JADE, 5),
        told.VoyageEnded(1),
        OrdersOpened((("ana", "v1-auction", "v1-auction/ana.yaml", "00"),)),
        OrdersOpened((("ben", "v1-auction", "v1-auction/ben.yaml", "00"),)),
    )
    assert write(tell_chapter(Chapter("v1-place-3", happenings), NAMES)) == [
        "Said to all:",
        "ben says:",
        "What was done:",
        "ana passes and places no more in this voyage.",
        "Movement:",
        "The dice, roll 3: jade 6.",
        "The jade punt moves from space 9 past 13.",
        "The jade punt is in port A.",
        "Profits:",
        "The bank pays ana 36 pesos for an accomplice on the jade punt.",
        "ben, the insurer, pays the bank 6 pesos for shipyard A, where nobody has an accomplice.",
        "ben lacks the cash for that: 1 share mortgaged for 12 pesos (forced loan).",
        "Black market:",
        "Jade rises to 5.",
        "End of the voyage:",
        "Voyage 1 is over; all accomplices go home.",
        "Orders opened:",
        "v1-auction/ana.yaml",
        "v1-auction/ben.yaml",
    ]


def test_who_is_passed_over_after_a_movement_is_told_under_the_next_round() -> None:
    """R6.7: the rules tell it at once, before the next phase begins."""
    dice = DiceRolled("v1-place-1", 1, {Ware.JADE: 6}, "00")
    chapter = tell_chapter(Chapter("v1-place-1", (dice, told.PlayerPassedOver(1))), NAMES)
    assert write(chapter)[2:] == ["Next placement round:", "No space is open to ben, so the round passes over."]


def test_a_message_keeps_its_lines_and_loses_what_would_harm() -> None:
    chapter = tell_chapter(Chapter("v1-auction", (MessageSent("ben", "one\r\n\u202etwo\n\n<b>"),)), NAMES)
    assert chapter.passages[0].lines[0].quote == ("one", "two", "", "<b>")


def test_the_end_is_told_with_winner_fortunes_and_deal() -> None:
    """R11.3."""
    deal = ((Ware.SILK, Ware.JADE), (Ware.JADE, Ware.JADE), (Ware.NUTMEG, Ware.SILK))
    chapter = tell_chapter(Chapter("v4-plunder", (GameSettled((87, 40, 9), (0,), deal),)), NAMES)
    assert write(chapter) == [
        "End of the game:",
        "ana wins with a fortune of 87 pesos.",
        "Fortunes: ana 87, ben 40, chu 9.",
        "The deal was: ana silk and jade, ben jade and jade, chu nutmeg and silk.",
    ]


def test_a_tie_is_shared() -> None:
    """R11.3."""
    deal = ((Ware.SILK, Ware.JADE),) * 3
    lines = tell_happening(GameSettled((87, 40, 87), (0, 2), deal), NAMES)
    assert write_fact(lines[0].sentence) == "ana, chu share the victory with a fortune of 87 pesos each."


def test_the_first_report_tells_the_set_up() -> None:
    """R2.1, R2.2."""
    assert write(tell_beginning(NAMES)) == [
        "ana, ben, chu sit around the table, clockwise in this order.",
        "Each has 30 pesos, 4 accomplices, and two shares, which the others do not see.",
        "The shares that were not dealt are the supply, which everyone sees.",
    ]
