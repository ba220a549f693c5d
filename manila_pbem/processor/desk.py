"""A game opened at the moderator's desk: its past, its secrets, and the orders that lie in its folders."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from manila_pbem import dice
from manila_pbem.errors import DamagedGame, ManilaError
from manila_pbem.formats.order_reader import read_order
from manila_pbem.orders.judging import Case
from manila_pbem.orders.order import Order
from manila_pbem.orders.phases import OVER, Phase, read_phase
from manila_pbem.orders.problems import Kind, Problem
from manila_pbem.orders.standing import Filed, Standing
from manila_pbem.orders.turn import list_awaited
from manila_pbem.processor.chronicle import (
    BadEntryError,
    Chronicle,
    Entry,
    Moment,
    extend_chronicle,
    read_chronicle,
)
from manila_pbem.processor.entries import Ledger, find_nonce
from manila_pbem.processor.judgement import judge_filed
from manila_pbem.processor.setup import Setup, read_setup
from manila_pbem.rules.board import WARE_WORDS
from manila_pbem.store.game_folder import GameFolder, open_game
from manila_pbem.store.journal import recover
from manila_pbem.store.lock import lock_game
from manila_pbem.store.log_file import Line
from manila_pbem.store.names import fold_name
from manila_pbem.store.order_files import OrderFile, Trouble, find_orders
from manila_pbem.values import NamedValue


class Refused(NamedValue):
    """An order file that counts as missing: whose, its path below `orders/`, and why."""

    player: str
    path: str
    problems: tuple[Problem, ...]


class Reading(NamedValue):
    """An order that was read and judged: None where it can't be taken. `problems` holds doubts, too."""

    order: Order | None
    problems: tuple[Problem, ...]
    text: str


class Desk:
    """A game as the moderator has it open. Whoever holds one holds the game's lock; it shows the game at one moment."""

    def __init__(self, folder: GameFolder, seed: bytes, chronicle: Chronicle, orders: dict[int, Filed]) -> None:
        self.folder = folder
        self.seed = seed
        self.chronicle = chronicle
        self._orders = orders
        self._phases: dict[Phase, tuple[dict[int, Filed], tuple[Refused, ...]]] = {}

    @property
    def setup(self) -> Setup:
        """The game's set-up."""
        return self.chronicle.setup

    @property
    def now(self) -> Moment:
        """The present."""
        return self.chronicle.now

    @property
    def dealt(self) -> dict[str, tuple[str, str]]:
        """The wares dealt to each player, which are secret until the game is over (R2.2)."""
        return dice.deal(dice.deal_key(self.seed), self.setup.names)

    @cached_property
    def chain(self) -> dice.Chain:
        """The chain of the game's rolls."""
        return dice.Chain(self.seed)

    def make_ledger(self, at: str) -> Ledger:
        """Return what a step is written down with."""
        return Ledger(self.setup, self.chronicle.entries, self.seed, self.chain, self.folder.list_policies(), at)

    def find_seat(self, player: str) -> int:
        """Return the seat of a player named in any case or form; raises ManilaError where nobody is called so."""
        for seat, name in enumerate(self.setup.names):
            if fold_name(name) == fold_name(player):
                return seat
        raise ManilaError(f"{self.setup.game} has no player {player!r}: there are {', '.join(self.setup.names)}")

    def list_orders(self, phase: str, player: str) -> list[int]:
        """Return the numbers of the entries of the orders a player used in a phase."""
        return [
            entry["n"]
            for entry in self.chronicle.entries
            if entry["kind"] == "order" and entry["phase"] == phase and entry["player"] == player
        ]

    def read_used(self, numbers: Sequence[int]) -> dict[int, Filed]:
        """Return used orders by the number of their entry; raises DamagedGame where a copy is missing or unreadable."""
        missing = [n for n in numbers if n not in self._orders]
        for n, data in self.folder.read_used(missing).items():
            where = str(self.folder.used / f"{n}.yaml")
            entry = self.chronicle.entries[n - 1]
            filed = restore_filed(self.setup, entry, data, where)
            if dice.commit(find_nonce(self.seed, entry["phase"], entry["player"], data), data) != entry["commitment"]:
                raise DamagedGame(f"{where} is not the order that line {n} of the log commits to")
            self._orders[n] = filed
        return {n: self._orders[n] for n in numbers}

    def read_standing(self, moment: Moment) -> Standing:
        """Return the orders that had been used in its voyage at a moment."""
        voyage = f"v{moment.phase.voyage}-"
        used = [
            entry["n"]
            for entry in self.chronicle.entries[: moment.until]
            if entry["kind"] == "order" and entry["phase"].startswith(voyage)
        ]
        return Standing(len(self.setup.names), moment.phase.voyage, self.read_used(used).values())

    def find_files(self, phase: Phase) -> Mapping[int, Filed]:
        """Return the files of a phase's folder that can be used and have not been, by seat."""
        return self._read_phase(phase)[0]

    def find_refused(self, phase: Phase) -> tuple[Refused, ...]:
        """Return the files of a phase's folder that count as missing, and why."""
        return self._read_phase(phase)[1]

    def list_refused(self) -> tuple[Refused, ...]:
        """Return the files that count as missing, of all phases that have been looked at."""
        return tuple(refused for _, found in self._phases.values() for refused in found)

    def find_awaited(self) -> tuple[str, ...]:
        """Return the players whose answer is missing or must be given anew, in seat order."""
        if self.now.phase.step == OVER:
            return ()
        files = self.find_files(self.now.phase)
        seats = list_awaited(self.now.game, self.setup.rules, self.read_standing(self.now), files)
        return tuple(self.setup.names[seat] for seat in seats)

    def read_order(self, data: bytes, seat: int, phase: Phase | None) -> tuple[Phase, Reading]:
        """Read and judge a player's order for a phase; where that is None, the one it names or the pending one."""
        names = self.setup.names
        reading = read_order(data, names)
        target = phase or self._find_target(reading.order)
        if reading.order is None:
            return target, Reading(None, reading.problems, reading.text)
        case = Case(reading.order, seat, target, self.now.game, names, self.setup.rules.sealed)
        problems = (*reading.problems, *judge_filed(self.setup, case))
        taken = not any(problem.kind is not Kind.DOUBTFUL for problem in problems)
        return target, Reading(reading.order if taken else None, problems, reading.text)

    def _find_target(self, order: Order | None) -> Phase:
        named = order.phase if order is not None else None
        phase = read_phase(named, len(self.setup.names)) if named else None
        return phase if phase is not None and phase.step != OVER else self.now.phase

    def _read_phase(self, phase: Phase) -> tuple[dict[int, Filed], tuple[Refused, ...]]:
        if phase not in self._phases:
            self._phases[phase] = self._read_files(phase)
        return self._phases[phase]

    def _read_files(self, phase: Phase) -> tuple[dict[int, Filed], tuple[Refused, ...]]:
        files: dict[int, Filed] = {}
        refused: list[Refused] = []
        for player, found in find_orders(self.folder, phase.name, self.setup.names).items():
            if isinstance(found, Trouble):
                problem = Problem(Kind.UNREADABLE, found.code, "play 3", None, {"files": found.files}, player)
                refused.append(Refused(player, found.files[0], (problem,)))
                continue
            used = self.read_used(self.list_orders(phase.name, player))
            if any(filed.copy == found.data for filed in used.values()):
                continue
            filed = self._take_file(phase, player, found)
            if isinstance(filed, Refused):
                refused.append(filed)
            elif not filed.order.withdraw:
                files[filed.seat] = filed
        return files, tuple(refused)

    def _take_file(self, phase: Phase, player: str, found: OrderFile) -> Filed | Refused:
        seat = self.setup.names.index(player)
        _, reading = self.read_order(found.data, seat, phase)
        if reading.order is None:
            faults = tuple(problem for problem in reading.problems if problem.kind is not Kind.DOUBTFUL)
            return Refused(player, found.path, faults)
        return Filed(seat, phase, found.data, reading.order)

    def find_path(self, filed: Filed) -> str:
        """Return the path below `orders/` where a file stands now."""
        player = self.setup.names[filed.seat]
        found = find_orders(self.folder, filed.phase.name, (player,)).get(player)
        return found.path if isinstance(found, OrderFile) else f"{filed.phase.name}/{player}.yaml"

    def look_again(self) -> Desk:
        """Return the desk with nothing of the order files in mind, since they may have changed."""
        return Desk(self.folder, self.seed, self.chronicle, self._orders)

    def move_on(self, lines: Sequence[Line], used: Mapping[int, Filed]) -> Desk:
        """Return the desk after a step has been written whose lines and used orders these are."""
        entries = [json.loads(line.text) for line in lines]
        return Desk(self.folder, self.seed, extend_chronicle(self.chronicle, entries), {**self._orders, **used})


def restore_filed(setup: Setup, entry: Entry, data: bytes, where: str) -> Filed:
    """Return the order of an `order` entry from its bytes; raises DamagedGame, naming `where`, if they are no order."""
    phase = read_phase(entry["phase"], len(setup.names))
    reading = read_order(data, setup.names)
    if reading.order is None or phase is None or entry["player"] not in setup.names:
        raise DamagedGame(f"{where} is not the order that line {entry['n']} of the log tells of")
    return Filed(setup.names.index(entry["player"]), phase, data, reading.order)


@contextmanager
def open_desk(games: Path, name: str) -> Iterator[Desk]:
    """Open a game under its lock, after putting right what a killed command left.

    Raises ManilaError where there is no such game or the lock is held for long, DamagedGame where the game's files
    contradict each other.
    """
    folder = open_game(games, name)
    with lock_game(folder):
        yield read_desk(folder, recover(folder))


def read_desk(folder: GameFolder, entries: Sequence[Entry]) -> Desk:
    """Return the desk of a game whose log holds these entries; raises DamagedGame where they can't be a game."""
    try:
        setup = read_setup(entries[0])
    except (ValueError, IndexError) as error:
        raise DamagedGame(f"{folder.log}, line 1: {error}") from error
    if setup.game != folder.name:
        raise DamagedGame(f"{folder.log}, line 1 is of the game {setup.game!r}, not of {folder.name!r}")
    seed = folder.read_seed()
    deal = count_deal(dice.deal(dice.deal_key(seed), setup.names))
    try:
        return Desk(folder, seed, read_chronicle(entries, deal), {})
    except BadEntryError as error:
        raise DamagedGame(f"{folder.log}, {error}") from error


def count_deal(dealt: Mapping[str, Sequence[str]]) -> list[list[int]]:
    """Return the dealt shares counted by seat and ware."""
    return [[list(hand).count(word) for word in WARE_WORDS] for hand in dealt.values()]
