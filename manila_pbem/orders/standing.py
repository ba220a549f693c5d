"""Which of a player's orders governs a decision (docs/play.md, section 2, "Ahead").

Orders of one voyage pile up as they are used; the newest one that has the key answers, its own phase's file first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from manila_pbem.orders.asking import Question
from manila_pbem.orders.order import Answers, BoardWish, BuyWish, Limit, LoadWish, Order, PilotWish, PlaceWish, Plan
from manila_pbem.orders.phases import Phase, rank_step
from manila_pbem.rules.board import Ware
from manila_pbem.values import NamedValue


class Filed(NamedValue):
    """An order of one player in one phase's folder; `copy` is its bytes, by which orders are told apart."""

    seat: int
    phase: Phase
    copy: bytes
    order: Order


Wishes: TypeAlias = (
    Limit
    | tuple[BuyWish, ...]
    | tuple[LoadWish, ...]
    | tuple[PlaceWish, ...]
    | tuple[BoardWish, ...]
    | tuple[PilotWish, ...]
    | tuple[Plan, ...]
)


class Standing:
    """The orders of one voyage that have been used, in order of use, and what they answer; it never changes."""

    __slots__ = ("_players", "_used", "voyage")

    def __init__(self, players: int, voyage: int, used: Iterable[Filed] = ()) -> None:
        self._players = players
        self._used = tuple(used)
        self.voyage = voyage

    def add(self, filed: Filed) -> Standing:
        """Return the orders that stand once another has been used; those of a past voyage fall away."""
        kept = self._used if filed.phase.voyage == self.voyage else ()
        return Standing(self._players, filed.phase.voyage, (*kept, filed))

    def find_wishes(self, phase: Phase, question: Question, seat: int, own: Filed | None = None) -> Wishes | None:
        """Return what a player's orders say to a question of a phase, None where they say nothing.

        `own` is the player's file of that phase where it has not been used yet.
        """
        for answers in self._list_answers(phase, seat, own):
            wishes = pick_wishes(answers, question)
            if wishes is not None:
                return wishes
        return None

    def find_move_order(self, phase: Phase, seat: int, own: Filed | None = None) -> tuple[Ware, ...] | None:
        """Return the move order that a player's orders give for the loading of a phase (R7.3)."""
        for answers in self._list_answers(phase, seat, own):
            if answers.move_order is not None:
                return answers.move_order
        return None

    def _list_answers(self, phase: Phase, seat: int, own: Filed | None) -> list[Answers]:
        """List the answers that may govern, the governing first."""
        files = [filed for filed in self._used if filed.seat == seat and filed.phase.voyage == phase.voyage]
        if own is not None:
            files.append(own)
        rank = rank_step(phase.step, self._players)
        here = [filed for filed in files if filed.phase == phase]
        earlier = [filed for filed in files if rank_step(filed.phase.step, self._players) < rank]
        # Newest: of the latest phase; within a phase, the last used.
        earlier.sort(key=lambda filed: rank_step(filed.phase.step, self._players))
        listed = [filed.order.answers for filed in reversed(here)]
        for filed in reversed(earlier):
            listed += [answers for name, answers in filed.order.later if name == phase.name]
        listed += [keep_standing(filed.order.answers) for filed in reversed(earlier)]
        return listed


def keep_standing(answers: Answers) -> Answers:
    """Return the answers that stand for later phases of the voyage: all but `bid` and `place`."""
    return answers._replace(bid=None, place=None)


def pick_wishes(answers: Answers, question: Question) -> Wishes | None:
    """Return what an order's answers say to a question, None where they say nothing."""
    match question.due:
        case "bid":
            return answers.bid
        case "buy":
            return answers.buy
        case "load":
            return answers.load
        case "place":
            return answers.place
        case "board":
            return answers.boards[question.second]
        case "pilot":
            return answers.pilots[question.second]
        case "plunder":
            return answers.plunder
        case "dice" | "nothing":
            return None
