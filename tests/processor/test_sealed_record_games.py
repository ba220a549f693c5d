"""The published whole games, played again at the pace `sealed` where their auctions and loans can be said ahead.

The deal and the dice of the record are handed in. An auction can be said ahead if each player's calls follow from one
limit. At `sealed` loans are done when files are used, at the beginning of a phase or, by those not asked, at its end;
so a loan can be said ahead if the nearest file of its player's does it and nothing else changes.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from published_games import GAMES, Deed, Draft, Files, Slot, Table, hand_in, list_deeds, list_slots, load_game, say

from manila_pbem.formats.record import Record
from manila_pbem.orders.asking import ask_now, list_questions
from manila_pbem.orders.phases import Phase
from manila_pbem.rules.answers import Bid
from manila_pbem.rules.play import Answered, Game, Lent, Rolled

FEWEST = 8
"""Of the published games that many at least can be said ahead (issue Orders)."""

NOTHING = {"place": "pass", "board": "stay", "pilot": "none"}
"""What those say who may have to decide in a phase, and then need not."""


class Obstacle(NamedTuple):
    """Why a game can't be played by sealed orders: what could not be said ahead, and how that is so."""

    deed: Deed
    kind: str
    sentence: str


class Plan(NamedTuple):
    """A game at `sealed`: the order files of all its voyages, and its deeds as they bring them about."""

    files: Files
    deeds: list[Deed]


Call = tuple[Deed, int, int | None]
"""A call in an auction: the standing bid before it, 0 for none, and what was said, None to pass."""


def list_calls(deeds: Sequence[Deed], phase: Phase | None, seat: int) -> list[Call]:
    """List a player's calls in an auction."""
    return [
        (deed, deed.state.standing_bid or 0, deed.action.answer.pesos)
        for deed in deeds
        if deed.phase == phase and isinstance(deed.action, Answered) and deed.action.seat == seat
        if isinstance(deed.action.answer, Bid)
    ]


def find_limit(calls: Sequence[Call]) -> object:
    """Return the `bid` that makes these calls: a first word, then least raises; the first deed that is none of them."""
    bids = [call for call in calls if call[2] is not None]
    if not bids:
        return "pass"
    for deed, standing, said in bids[1:]:
        if said != standing + 1:
            return deed
    (_, standing, first), up_to = bids[0], bids[-1][2]
    return up_to if first == standing + 1 else {"say": first, "up_to": up_to}


def lay_out(deeds: Sequence[Deed], players: int) -> list[Deed | Slot]:
    """Lay a game out in time: its deeds, and among them all files that could be used at `sealed`."""
    line: list[Deed | Slot] = []
    last: Phase | None = None
    asked: list[int] = []
    between: list[Deed] = []
    for deed in deeds:
        if not isinstance(deed.action, Answered):
            between.append(deed)
            continue
        phase = deed.phase
        assert phase is not None
        if phase != last:
            ends = [] if last is None else list_slots(last, asked, phase, players)
            begin = next((other for other in between if other.phase == phase), deed)
            asked = sorted({seat for seat, _ in list_questions(begin.state)})
            line += [*spread(between, ends), *(Slot(phase, seat) for seat in asked)]
            between = []
        line += [*between, deed]
        last, between = phase, []
    assert last is not None
    return [*line, *spread(between, list_slots(last, asked, None, players))]


def spread(between: Sequence[Deed], slots: Sequence[Slot | None]) -> list[Deed | Slot]:
    """Put what happened between two phases among the files used there; loans come last before what is next."""
    line: list[Deed | Slot] = []
    rest = list(between)
    for slot in slots:
        if slot is not None:
            line.append(slot)
            continue
        while isinstance(rest[0].action, Lent):
            line.append(rest.pop(0))
        line.append(rest.pop(0))
    return [*line, *rest]


def fit_ahead(record: Record, deeds: Sequence[Deed], files: Files) -> list[Deed] | Deed:
    """Write each loan into the nearest file of its player's that does it so that nothing else changes.

    Return the deeds in the order they then have, or the first loan that finds none.
    """
    line = lay_out(deeds, len(record.players))
    passed = [0]
    for item in line:
        passed.append(passed[-1] + (isinstance(item, Deed) and not isinstance(item.action, Lent)))
    chosen: dict[int, int] = {}
    for at, loan in enumerate(line):
        if isinstance(loan, Slot) or not isinstance(loan.action, Lent):
            continue
        last = max(chosen.values(), default=0)
        near = [
            (abs(passed[n] - passed[at]), n < last, n, slot) for n, slot in enumerate(line) if isinstance(slot, Slot)
        ]
        for _, _, n, slot in sorted(near):
            if slot.seat != loan.action.seat or abs(slot.phase.voyage - loan.state.voyage) > 1:
                continue
            if files.setdefault(slot, Draft()).accepts(loan.action):
                moved = order_line(line, {**chosen, at: n})
                if ends_alike(record, moved, deeds):
                    chosen[at] = n
                    files[slot].lend(loan.action)
                    break
        else:
            return loan
    return list(list_deeds(record, [deed.action for deed in order_line(line, chosen)]))


def order_line(line: Sequence[Deed | Slot], chosen: Mapping[int, int]) -> list[Deed]:
    """Return the deeds of a game with the chosen loans where the files are used."""
    ordered: list[Deed] = []
    for n, item in enumerate(line):
        if isinstance(item, Deed):
            ordered += [] if n in chosen else [item]
        else:
            loans = (line[at] for at, slot in chosen.items() if slot == n)
            ordered += [loan for loan in loans if isinstance(loan, Deed)]
    return ordered


def ends_alike(record: Record, moved: Sequence[Deed], deeds: Sequence[Deed]) -> bool:
    """Tell whether all decisions are still legal and leave everybody with the same at the game's end."""
    game, again = (Game(len(record.players), record.first, record.options, record.deal) for _ in range(2))
    assert again.replay(deed.action for deed in deeds).refusal is None
    return game.replay(deed.action for deed in moved).refusal is None and game.take_state() == again.take_state()


@cache
def plan_sealed(name: str) -> Plan | Obstacle:
    """Write the order files of a whole game for the pace `sealed`, or tell why that can't be."""
    record, deeds = load_game(name)
    files: Files = {}
    for deed in deeds:
        if not isinstance(deed.action, Answered):
            continue
        assert deed.phase is not None
        said = say(deed, record.players)
        if deed.state.due == "bid":
            limit = find_limit(list_calls(deeds, deed.phase, deed.action.seat))
            if isinstance(limit, Deed):
                return tell_jump(record, limit)
            said = {"bid": limit}
        files.setdefault(Slot(deed.phase, deed.action.seat), Draft()).answer(ask_now(deed.state), said)
    for deed in deeds:
        # Those who may have to decide answer, too; what they say beside their decisions is never asked.
        for seat, question in list_questions(deed.state):
            if question.due in NOTHING and deed.phase is not None:
                said = {question.due: NOTHING[question.due]}
                files.setdefault(Slot(deed.phase, seat), Draft()).answer(question, said)
    settled = fit_ahead(record, deeds, files)
    if isinstance(settled, Deed):
        return tell_loan(record, settled)
    return Plan({slot: draft for slot, draft in files.items() if draft.said}, settled)


def tell_jump(record: Record, deed: Deed) -> Obstacle:
    assert isinstance(deed.action, Answered) and isinstance(deed.action.answer, Bid)
    name, standing = record.players[deed.action.seat], deed.state.standing_bid
    sentence = f"{name} has bid before and says {deed.action.answer.pesos} over {standing}"
    return Obstacle(deed, "jump", f"voyage {deed.state.voyage}: {sentence}")


def tell_loan(record: Record, deed: Deed) -> Obstacle:
    assert isinstance(deed.action, Lent) and deed.phase is not None
    name = record.players[deed.action.seat]
    sentence = f"{name} mortgages and then redeems in {deed.phase.name}, where one file redeems first"
    return Obstacle(deed, "loan", sentence)


def check_obstacle(name: str, obstacle: Obstacle) -> None:
    """The reason is true: no limit makes the player's calls, or a phase has a mortgage and then a redemption."""
    _, deeds = load_game(name)
    deed = obstacle.deed
    assert not isinstance(deed.action, Rolled)
    seat = deed.action.seat
    if obstacle.kind == "loan":
        loans = [d.action for d in deeds[: deed.number] if d.phase == deed.phase and isinstance(d.action, Lent)]
        assert [loan.loan.kind for loan in loans if loan.seat == seat] == ["mortgage", "redeem"]
        return
    calls = list_calls(deeds, deed.phase, seat)
    means = max(call.state.count_means(seat) for call, _, _ in calls)
    for up_to in range(means + 1):
        for first in range(up_to + 1):
            assert any(said != call_limit(first, up_to, standing) for _, standing, said in calls)


def call_limit(first: int, up_to: int, standing: int) -> int | None:
    """Say what `{say: first, up_to: …}` says over a standing bid, None to pass; without `say`, `first` is 0.

    Means are no matter: at `sealed` they stay the same through an auction, and only lower both numbers.
    """
    said = max(first, standing + 1)
    return said if said <= up_to else None


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_again_sealed_if_it_can_be_said_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """All files of a voyage lie there before its first phase is worked off."""
    record, deeds = load_game(name)
    plan = plan_sealed(name)
    if isinstance(plan, Obstacle):
        check_obstacle(name, plan)
        return
    hand_in(monkeypatch, record, deeds)
    table = Table(tmp_path, record, "sealed")
    for voyage in range(1, deeds[-1].state.voyage + 1):
        files = {slot: draft for slot, draft in plan.files.items() if slot.phase.voyage == voyage}
        phase = "over" if voyage == deeds[-1].state.voyage else f"v{voyage + 1}-auction"
        table.resolve(files, phase)
    table.check([deed.action for deed in plan.deeds])


def test_how_many_games_can_be_said_ahead(capsys: pytest.CaptureFixture[str]) -> None:
    """Those without a loan are the very same record; others but for loans that stand where their files do them."""
    plans = {name: plan_sealed(name) for name in GAMES}
    told, same, played = [], [], []
    for name, plan in plans.items():
        if isinstance(plan, Obstacle):
            told.append(f"  {name}: no, action {plan.deed.number}: {plan.sentence}")
            continue
        played.append(name)
        actions = [deed.action for deed in load_game(name)[1]]
        settled = [deed.action for deed in plan.deeds]
        assert [a for a in settled if not isinstance(a, Lent)] == [a for a in actions if not isinstance(a, Lent)]
        loans = [a for a in actions if isinstance(a, Lent)]
        assert sorted(map(repr, loans)) == sorted(repr(a) for a in settled if isinstance(a, Lent))
        same += [name] if settled == actions else []
    with capsys.disabled():
        sys.stdout.write(
            f"\n{len(played)} of {len(GAMES)} published games can be said ahead in sealed orders: {', '.join(played)}."
            f"\nThe very same record are {', '.join(same)}; the others have loans where files do them.\n"
        )
        sys.stdout.write("\n".join(told) + "\n")
    assert len(played) >= FEWEST
    assert same == ["g21", "g27", "g40"]
