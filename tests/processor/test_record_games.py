"""The published whole games, played again at the pace `turns` by order files to the same record.

The deal and the dice of the record are handed in. Every decision stands in an order file, and so does every voluntary
loan right before a decision of its player's or a roll; the others are done by `loan`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from published_games import GAMES, Deed, Draft, Files, Slot, Table, hand_in, list_deeds, list_slots, load_game, say

from manila_pbem.formats.record import Record
from manila_pbem.orders.asking import ask_now
from manila_pbem.rules.play import Action, Answered, Lent, Rolled

BEFORE_THE_ROLL = {"g01": [70], "g17": [87], "g22": [67], "g30": [80]}
"""Loans between the last decision of a phase and its roll that no file can do there, by the number of their action.

There the files are used of players not asked, or filed later, one a player and `redeem` first. In g01, g17 and g30 it
is the last to decide who borrows or redeems, and no moment is left in which to file once more; in g22 somebody
mortgages and then redeems. Such a loan is done right before that last decision, and all is the same after the roll.
"""


class Move(NamedTuple):
    """A decision, the loans right before it that its file does too, and loans and rolls before the game waits again."""

    loans: list[Deed]
    deed: Deed
    closing: list[Deed]

    @property
    def seat(self) -> int:
        assert isinstance(self.deed.action, Answered)
        return self.deed.action.seat

    @property
    def first(self) -> Deed:
        return self.loans[0] if self.loans else self.deed


def list_moves(deeds: Sequence[Deed]) -> list[Move | Deed]:
    """Group a game's deeds into decisions and loans that no decision's file can do."""
    moves: list[Move | Deed] = []
    for deed in deeds:
        if deed.phase is None:
            last = moves[-1]
            assert isinstance(last, Move)
            last.closing.append(deed)
        elif isinstance(deed.action, Answered):
            own: list[Deed] = []
            while moves and isinstance(moves[-1], Deed) and goes_before(moves[-1], [*own, deed]):
                own.insert(0, moves[-1])
                moves.pop()
            moves.append(Move(own, deed, []))
        else:
            moves.append(deed)
    return moves


def goes_before(loan: Deed, after: Sequence[Deed]) -> bool:
    """Tell whether a file that does `after`, loans and then a decision, may do a loan before them."""
    assert isinstance(loan.action, Lent)
    actions = [deed.action for deed in after if not isinstance(deed.action, Rolled)]
    if any(action.seat != loan.action.seat for action in actions):
        return False
    kinds = [action.loan.kind for action in actions if isinstance(action, Lent)]
    return not kinds or (kinds == ["mortgage"] and loan.action.loan.kind == "redeem")


def fit_loans(between: Sequence[Deed], slots: Sequence[Slot | None], files: Files) -> Deed | None:
    """Write loans, with the rolls among them, into the files of slots in order; return the first that finds none."""
    at = 0
    for deed in between:
        if isinstance(deed.action, Rolled):
            at = slots.index(None, at) + 1
            continue
        assert isinstance(deed.action, Lent)
        while at < len(slots):
            slot = slots[at]
            if slot is None:
                return deed
            if slot.seat == deed.action.seat and files.setdefault(slot, Draft()).accepts(deed.action):
                files[slot].lend(deed.action)
                break
            at += 1
        else:
            return deed
    return None


def settle(record: Record, deeds: Sequence[Deed]) -> tuple[list[Deed], list[int]]:
    """Move up what no file can do before a roll; return the deeds as they can be played, and what was moved."""
    actions: list[Action] = []
    moved: list[int] = []
    for move in list_moves(deeds):
        if isinstance(move, Deed):
            actions.append(move.action)
            continue
        assert move.deed.phase is not None
        slots = list_slots(move.deed.phase, (move.seat,), None, len(record.players))
        late = next(n for n in range(len(move.closing) + 1) if fit_loans(move.closing[n:], slots, {}) is None)
        moved += [deed.number for deed in move.closing[:late]]
        early = (*move.closing[:late], *move.loans, move.deed, *move.closing[late:])
        actions += [deed.action for deed in early]
    return list(list_deeds(record, actions)), moved


def play_turns(table: Table, deeds: Sequence[Deed]) -> None:
    """Play a game at `turns`: as many files at once as bring nothing but what comes next in the record."""
    files: Files = {}

    def work_off(end: Deed) -> None:
        assert end.phase is not None
        table.resolve(files, end.phase.name)
        assert table.count_actions() == end.number - 1
        files.clear()

    for move in list_moves(deeds):
        if isinstance(move, Deed):
            work_off(move)
            assert isinstance(move.action, Lent)
            table.lend(move.action)
            continue
        phase = move.deed.phase
        assert phase is not None
        slot, question = Slot(phase, move.seat), ask_now(move.deed.state)
        lends = any(isinstance(deed.action, Lent) for deed in move.closing)
        again = slot in files and (question.due == "bid" or bool(move.loans))
        if files and (lends or again or any(other.phase.voyage != phase.voyage for other in files)):
            work_off(move.first)
        draft = files.setdefault(slot, Draft())
        for loan in move.loans:
            assert isinstance(loan.action, Lent)
            draft.lend(loan.action)
        draft.answer(question, say(move.deed, table.record.players))
        slots = list_slots(phase, (move.seat,), None, len(table.record.players))
        assert fit_loans(move.closing, slots, files) is None
    table.resolve(files, "over")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_again_at_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """It becomes the same record, but for four loans (`BEFORE_THE_ROLL`), and stands the same before every roll."""
    record, deeds = load_game(name)
    hand_in(monkeypatch, record, deeds)
    settled, moved = settle(record, deeds)
    assert moved == BEFORE_THE_ROLL.get(name, [])
    for one, other in zip(deeds, settled, strict=True):
        assert one == other or (moved and not isinstance(one.action, Rolled))
    table = Table(tmp_path, record, "turns")
    play_turns(table, settled)
    table.check([deed.action for deed in settled])
