"""Games that wait where an order is to be judged, played there once by order files, with dice handed in."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from manila_pbem.processor import resolving
from manila_pbem.rules.board import Ware

GAME = "harbour-1"
PLAYERS = "ana ben chu dan"
LOAD = "buy: none\nload: {silk: 5, jade: 4, ginseng: 0}"
ALL_PASS = dict.fromkeys(PLAYERS.split(), "bid: pass")


class Dice:
    """Dice that fall as handed in, one ware after the other in the order of the lanes; all show 1 when none is left."""

    def __init__(self) -> None:
        self.coming: list[tuple[int, ...]] = []

    def roll(self, ledger: object, wares: Iterable[Ware], phase: object, outcomes: object) -> dict[Ware, int]:
        wares = tuple(wares)
        return dict(zip(wares, self.coming.pop(0) if self.coming else (1, 1, 1), strict=True))


class Table:
    """A game on its way to a position."""

    def __init__(self, club: Any, dice: Dice) -> None:
        self.club = club
        self.dice = dice

    def start(self, *arguments: str, players: str = PLAYERS) -> None:
        self.club.new(GAME, players, *arguments)

    def go(self, **orders: str) -> None:
        """Put order files for the pending phase and work off what they reach."""
        self.club.put_all(GAME, **orders)
        ran = self.club.run("resolve", GAME)
        assert ran.status == 0, ran

    def place(self, *words: str) -> None:
        """Let ana, ben, chu and dan place; who passed before says nothing."""
        self.go(**{name: f"place: {word}" for name, word in zip(PLAYERS.split(), words, strict=True) if word})

    def open_voyage(self) -> None:
        """Let ana win the office and load silk at 5, jade at 4 and ginseng at 0."""
        self.go(ana="bid: 1", ben="bid: pass", chu="bid: pass", dan="bid: pass")
        self.go(ana=LOAD)

    def sail(self) -> None:
        """Let everybody pass for the rest of a voyage in which nobody has placed."""
        self.place("pass", "pass", "pass", "pass")


def reach_auction(table: Table) -> None:
    table.start()


def reach_auction_at_turns(table: Table) -> None:
    """Ana has said 54, all she has, with a share mortgaged; ben has passed, and chu is in turn."""
    table.start("--pace", "turns")
    assert table.club.run("loan", GAME, "ana", "mortgage", "1").status == 0
    table.go(ana="bid: 54")
    table.go(ben="bid: pass")


def reach_curly_names(table: Table) -> None:
    table.start(players="ana ben O’Neil O‘Neil")


def reach_office(table: Table) -> None:
    table.start()
    table.go(ana="bid: 3", ben="bid: pass", chu="bid: pass", dan="bid: pass")


def reach_poor_office(table: Table) -> None:
    """Ana has paid all she has."""
    table.start()
    table.go(ana="bid: {say: 54, up_to: 54}", ben="bid: pass", chu="bid: pass", dan="bid: pass")


def reach_empty_supply(table: Table) -> None:
    """Nobody bids, so that ana stays in office and buys all the silk."""
    table.start()
    while table.club.status(GAME)["state"]["supply"]["silk"]:
        table.go(**ALL_PASS)
        table.go(ana=LOAD.replace("none", "silk"))
        table.sail()
    table.go(**ALL_PASS)


def reach_load_asked_again(table: Table) -> None:
    """Ana's purchase is done, her load came to nothing."""
    reach_office(table)
    table.go(ana="buy: silk\nload: {load: {silk: 5, jade: 4, ginseng: 0}, when: {value: {silk: 5}}}")


def reach_placing(table: Table) -> None:
    table.start()
    table.open_voyage()


def reach_turn_of_ben(table: Table) -> None:
    """At the pace `turns`, ana has placed."""
    table.start("--pace", "turns")
    table.go(ana="bid: 1", ben="bid: pass", chu="bid: pass", dan="bid: pass")
    table.go(ana=f"{LOAD}\nlater: {{v1-place-1: {{place: jade}}}}")


def reach_crowd(table: Table) -> None:
    """Round 2: ana has passed, ben has the insurance, chu and dan the pirate ship."""
    reach_placing(table)
    table.place("pass", "insurance", "pirates", "pirates")


def reach_full_load(table: Table) -> None:
    """Round 2: jade is full."""
    reach_placing(table)
    table.place("jade", "jade", "jade", "jade")


def reach_port(table: Table) -> None:
    """Round 3: silk is in port A, ana has the large pilot and ben the small one."""
    reach_placing(table)
    table.dice.coming = [(6, 1, 1), (6, 1, 1)]
    table.place("large-pilot", "small-pilot", "jade", "jade")
    table.place("jade", "jade", "ginseng", "ginseng")


def reach_pilots(table: Table) -> None:
    """As in port, with ginseng on space 2."""
    reach_port(table)
    table.place("pass", "pass", "pass", "pass")


def reach_large_pilot(table: Table) -> None:
    """At the pace `turns`, the small pilot has pulled ginseng back to space 1."""
    table.start("--pace", "turns")
    table.go(ana="bid: 1", ben="bid: pass", chu="bid: pass", dan="bid: pass")
    table.go(ana=LOAD)
    table.place("large-pilot", "small-pilot", "pass", "pass")
    table.place("pass", "pass", "", "")
    table.go(ben="pilot: {ginseng: -1}")


def _reach_boarding(table: Table, jade: int) -> None:
    """Silk is full and on 13, jade on 13 with a die of 5; chu is captain, dan the second pirate."""
    table.open_voyage()
    table.dice.coming = [(4, 4, 1), (4, jade, 1)]
    table.place("silk", "silk", "pirates", "pirates")
    table.place("silk", "ginseng", "ginseng", "ginseng")


def reach_boarding(table: Table) -> None:
    table.start()
    _reach_boarding(table, 5)


def reach_evicting(table: Table) -> None:
    """Two punts on 13, and jade has free seats."""
    table.start("--option", "pirates=evict")
    _reach_boarding(table, 5)


def reach_evicting_alone(table: Table) -> None:
    """Silk alone is on 13, without a free seat: ana has two there, ben one."""
    table.start("--option", "pirates=evict")
    _reach_boarding(table, 1)


def reach_plunder(table: Table) -> None:
    """Silk and jade are on 13 after the third movement; chu is captain."""
    reach_placing(table)
    table.dice.coming = [(2, 3, 1), (3, 3, 1), (3, 3, 1)]
    table.place("silk", "jade", "pirates", "ginseng")
    table.place("pass", "pass", "pass", "pass")


def reach_blind_passenger(table: Table) -> None:
    """Ana has nothing left but one peso, and the cheapest space costs 2."""
    table.start()
    assert table.club.run("loan", GAME, "ana", "mortgage", "2").status == 0
    table.go(ana="bid: {say: 53, up_to: 53}", ben="bid: pass", chu="bid: pass", dan="bid: pass")
    table.go(ana="buy: none\nload: {silk: 5, jade: 4, nutmeg: 0}")


def reach_end(table: Table) -> None:
    """The game is over: silk has come into port in four voyages."""
    table.start()
    while table.club.status(GAME)["phase"] != "over":
        table.go(**ALL_PASS)
        table.go(ana=LOAD)
        table.dice.coming = [(6, 1, 1)] * 3
        table.sail()


REACH: dict[str, Callable[[Table], None]] = {
    name.removeprefix("reach_"): reach for name, reach in list(globals().items()) if name.startswith("reach_")
}


@pytest.fixture(scope="session")
def _positions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {"": tmp_path_factory.mktemp("positions")}


@pytest.fixture
def wait_at(club: Any, _positions: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Return the club with a game that waits in a position, a fresh copy for each test but for its reports."""
    dice = Dice()
    monkeypatch.setattr(resolving, "roll_dice", dice.roll)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)

    def reach(position: str) -> Any:
        if position not in _positions:
            other = type(club)(_positions[""] / position)
            REACH[position](Table(other, dice))
            _positions[position] = other.games
        shutil.copytree(_positions[position], club.games, ignore=shutil.ignore_patterns("reports"))
        return club

    return reach


@pytest.fixture(scope="session")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return {"": tmp_path_factory.mktemp("shared")}


@pytest.fixture
def sit_at(club: Any, _shared: dict[str, Any], wait_at: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a game in a position that many tests share: what a refusal says depends on nothing that they file."""

    def reach(position: str) -> Any:
        if position not in _shared:
            shutil.move(wait_at(position).games, _shared[""] / position)
            _shared[position] = type(club)(_shared[""] / position)
        return _shared[position]

    return reach


class Advised(dict[tuple[int, int], list[str]]):
    """What a receipt tells to write, by the first and last line that it takes the place of."""

    def follow(self, text: str) -> str:
        """Return a text with the advice followed."""
        lines = text.split("\n")
        for (first, last), written in sorted(self.items(), reverse=True):
            lines[first - 1 : last] = written
        return "\n".join(lines)


@pytest.fixture(scope="session")
def read_advice() -> Callable[[str], Mapping[tuple[int, int], list[str]]]:
    """Read from a receipt's words what is to be written, as a player would."""

    def read(receipt: str) -> Advised:
        advised = Advised()
        line = 0
        written: list[str] | None = None
        indent = ""
        for words in receipt.split("\n"):
            if found := re.match(r"Line (\d+), column \d+: ", words):
                line, written = int(found.group(1)), None
            elif found := re.match(r"Write(?:, in the place of lines (\d+) to (\d+))?: ", words):
                written = [words[found.end() :]]
                indent = " " * found.end()
                advised[int(found.group(1) or line), int(found.group(2) or line)] = written
            elif found := re.match(r"Leave line (\d+) out\.$", words):
                advised[int(found.group(1)), int(found.group(1))] = []
            elif written is not None and words.startswith(indent):
                written.append(words.removeprefix(indent))
            else:
                written = None
        return advised

    return read
