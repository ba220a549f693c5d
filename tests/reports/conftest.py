"""Reports made from games played at random, phase by phase, as a processor makes them from a log."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import NamedTuple

import pytest

from manila_pbem.orders.phases import find_phase
from manila_pbem.orders.trace import LoanLeftOut, Tried
from manila_pbem.reports.report import (
    Chapter,
    DiceRolled,
    GameSettled,
    Happening,
    Head,
    MessageReceived,
    MessageSent,
    OpenedOrder,
    OrdersOpened,
    PlayerReport,
    Report,
)
from manila_pbem.rules.answers import Mortgage, Redeem
from manila_pbem.rules.board import WARES, Options
from manila_pbem.rules.events import Event
from manila_pbem.rules.play import Game
from manila_pbem.rules.state import State
from manila_pbem.views import show_events, show_player, show_public

FORM = """# An order for v1-place-2.
game: harbour-1
phase: v1-place-2
player: {name}
# Open to you: jade 3, silk 3, port-a 4, pass
place: [cheapest, pass]
"""


class Turn(NamedTuple):
    """A report for everyone, the players' own parts, and the state they were made from."""

    report: Report
    players: tuple[PlayerReport, ...]
    state: State


def make_hash(text: str) -> str:
    """Return a hash that stands for any."""
    return sha256(text.encode()).hexdigest()


class Table:
    """Plays one game at random and tells it as reports, one a phase that waits for somebody."""

    def __init__(
        self, names: tuple[str, ...], seed: int, options: Options, loans: bool, swap: tuple[int, int] | None
    ) -> None:
        self.names = names
        # `random.random` alone gives the same numbers on every version of Python.
        self._random = random.Random(seed)
        self._heard: list[Happening] = []
        deck = [ware for ware in WARES for _ in range(3)]
        for index in range(len(deck) - 1, 0, -1):
            other = self._below(index + 1)
            deck[index], deck[other] = deck[other], deck[index]
        self.deal = [deck[2 * seat : 2 * seat + 2] for seat in range(len(names))]
        if swap is not None:
            one, other = swap
            self.deal[one], self.deal[other] = self.deal[other], self.deal[one]
        counts = [[dealt.count(ware) for ware in WARES] for dealt in self.deal]
        self.game = Game(len(names), 0, options, deal=counts, tell=self._hear)
        self._loans = loans
        self._rolls = 0
        self._entries = 1

    def play(self) -> Iterator[Turn]:
        """Yield every report of the game, from the first auction to the end."""
        yield self._report((), "v1-auction")
        while self.game.due != "nothing":
            phase = self._name_phase()
            story: list[Chapter] = []
            placed = phase
            while self.game.due != "nothing" and self._name_phase() == phase:
                self._step()
                self._entries += 1
                if self.game.due == "dice":
                    if phase.endswith("pilots"):
                        placed = f"v{self.game.voyage}-place-{self.game.round}"
                    self._roll(placed)
            if self.game.due == "bid" or self.game.due == "nothing":
                self._heard.append(self._open_orders(phase))
            if self.game.due == "nothing":
                self._heard.append(self._settle())
            heard, self._heard = self._heard, []
            story.append(Chapter(phase, tuple(heard)))
            yield self._report(tuple(story), self._name_phase())

    def _below(self, n: int) -> int:
        return int(self._random.random() * n)

    def _hear(self, event: Event) -> None:
        self._heard.extend(show_events([event]))

    def _name_phase(self) -> str:
        phase = find_phase(self.game.take_state())
        assert phase is not None
        return phase.name

    def _step(self) -> None:
        game = self.game
        assert game.to_act is not None
        if self._loans and self._below(6) == 0:
            seat = self._below(len(self.names))
            game.lend(seat, Mortgage(1) if self._below(2) else Redeem(1))
        answers = game.list_answers()
        if game.due == "bid":
            raises = answers[1:7]
            chosen = raises[self._below(len(raises))] if raises and self._below(2) else answers[0]
        elif game.due == "place" and self._below(12):
            chosen = answers[self._below(max(1, len(answers) - 1))]
        else:
            chosen = answers[self._below(len(answers))]
        assert game.answer(game.to_act, chosen) is None

    def _roll(self, phase: str) -> None:
        self._rolls += 1
        dice = {ware: 1 + self._below(6) for ware in self.game.loaded}
        self._heard.append(DiceRolled(phase, self._rolls, dice, make_hash(f"link {self._rolls}")))
        assert self.game.roll(dice) is None

    def _open_orders(self, phase: str) -> OrdersOpened:
        voyage = phase.partition("-")[0]
        return OrdersOpened(
            tuple(
                OpenedOrder(name, f"{voyage}-auction", f"{voyage}-auction/{name}.yaml", make_hash(name + phase))
                for name in self.names
            )
        )

    def _settle(self) -> GameSettled:
        state = self.game.take_state()
        fortunes = tuple(state.count_fortune(seat) or 0 for seat in range(state.players))
        return GameSettled(fortunes, state.find_winners(), tuple(tuple(dealt) for dealt in self.deal))

    def _report(self, story: tuple[Chapter, ...], phase: str) -> Turn:
        state = self.game.take_state()
        view = show_public(state, self.names)
        asked = () if state.to_act is None else (self.names[state.to_act],)
        if state.due in ("bid", "place"):
            asked = self.names
        report = Report(
            game="harbour-1",
            title="Friday harbour",
            pace="sealed",
            phase=phase,
            at="2026-12-01T20:00:00Z",
            head=Head(self._entries, make_hash(f"head {self._entries}")),
            chain=make_hash("link 0"),
            deal_commitment=make_hash("deal key"),
            seed_text=False,
            moderator_plays=False,
            deadline=None if phase == "over" else "2026-12-04T20:00:00Z",
            asked=() if phase == "over" else asked,
            view=view,
            story=story,
        )
        players = tuple(
            PlayerReport(show_player(state, self.names, seat), form=None if phase == "over" else FORM.format(name=name))
            for seat, name in enumerate(self.names)
        )
        return Turn(report, players, state)


Play = Callable[..., Iterator[Turn]]


def play_game(
    names: tuple[str, ...] = ("ana", "ben", "chu", "dan"),
    seed: int = 1,
    options: Options = Options(),  # noqa: B008 - a value that never changes
    loans: bool = True,
    swap: tuple[int, int] | None = None,
) -> Iterator[Turn]:
    """Yield the reports of a game played at random; the same arguments give the same game.

    `swap` exchanges what was dealt to two seats; nothing else of the game changes by it.
    """
    return Table(names, seed, options, loans, swap).play()


def add_private(turn: Turn) -> Turn:
    """Return a report with something of everything: public and private messages, notes, notices."""
    notes = (
        Tried("place", "jade", False, "punt_in_port", "R6.4"),
        Tried("place", "silk", False, "condition_cost", ""),
        Tried("place", "port-a", True),
        LoanLeftOut(Redeem(1), "too_little_cash_to_redeem", "R13.1"),
    )
    said = MessageSent(turn.report.view.names[1], "Fair winds!\n\nSee you in the harbour.")
    story = (Chapter(turn.report.phase, (said,)), *turn.report.story)
    whispered = (MessageReceived(turn.report.view.names[1], "Shall we sink the jade?"),)
    return Turn(
        turn.report._replace(story=story, seed_text=True, moderator_plays=True),
        tuple(player._replace(notes=notes, messages=whispered) for player in turn.players),
        turn.state,
    )


@pytest.fixture(scope="session")
def play() -> Play:
    """Return what plays a game and yields its reports."""
    return play_game


@pytest.fixture(scope="session")
def enrich() -> Callable[[Turn], Turn]:
    """Return what adds messages, notes and notices to a report."""
    return add_private
