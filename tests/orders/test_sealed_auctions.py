"""Every auction of limits ends as it would if the same limits were called out at the table (R4; issue Orders).

The auction called out here is written from docs/rules.md, R4 and R13, and docs/play.md, section 2, alone, in plain
numbers.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manila_pbem.processor import resolving
from manila_pbem.processor.desk import open_desk
from manila_pbem.processor.filing import file_player_order
from manila_pbem.processor.making import Wanted, make_game
from manila_pbem.processor.resolving import resolve_game

NAMES = ("ana", "ben", "chu", "dan", "eva")
PASS = (None, 0)
NewPost = Callable[..., Any]


class Bidder(NamedTuple):
    """A player before the auction, and what his order says: `say` None is the least raise, `up_to` 0 is to pass."""

    cash: int
    held: int
    mortgaged: int
    say: int | None
    up_to: int
    plain: bool = False
    redeem: int = 0
    mortgage: int = 0

    @property
    def text(self) -> str:
        """The order file."""
        bid = f"{{say: {self.say}, up_to: {self.up_to}}}" if self.say else f"{{up_to: {self.up_to}}}"
        lines = [f"bid: {'pass' if not self.up_to else self.up_to if self.plain else bid}"]
        lines += [f"{kind}: {n}" for kind, n in (("mortgage", self.mortgage), ("redeem", self.redeem)) if n]
        return "\n".join(lines) + "\n"

    def lend(self) -> tuple[list[str], int, int]:
        """The loans that can be done, redeeming first (R13.1), and cash and mortgaged shares after them."""
        cash, mortgaged, done = self.cash, self.mortgaged, []
        if 0 < self.redeem <= mortgaged and 15 * self.redeem <= cash:
            cash, mortgaged = cash - 15 * self.redeem, mortgaged - self.redeem
            done.append(f"redeem: {self.redeem}")
        if 0 < self.mortgage <= self.held - mortgaged:
            cash, mortgaged = cash + 12 * self.mortgage, mortgaged + self.mortgage
            done.append(f"mortgage: {self.mortgage}")
        return done, cash, mortgaged


class Outcome(NamedTuple):
    """An auction called out: who said what, who is harbour master, everybody's cash and mortgaged shares after it."""

    calls: list[tuple[int, int | None]]
    master: int
    cash: list[int]
    mortgaged: list[int]


def call_out(bidders: Sequence[Bidder], speaker: int) -> Outcome:
    """Call the auction out: in turn each says more than the standing bid, as far as his limit and his means go."""
    purses = [bidder.lend() for bidder in bidders]
    cash, mortgaged = [purse[1] for purse in purses], [purse[2] for purse in purses]
    seats = [(speaker + turn) % len(bidders) for turn in range(len(bidders))]
    calls: list[tuple[int, int | None]] = []
    standing, holder = 0, None
    still_in = deque(seats)
    while still_in:
        seat = still_in.popleft()
        if seat == holder:
            # It comes round to the holder only once all others have passed (R4.3).
            break
        bidder = bidders[seat]
        most = min(bidder.up_to, cash[seat] + 12 * (bidder.held - mortgaged[seat]))
        wanted = bidder.say if bidder.say and bidder.say > standing else standing + 1
        said = min(wanted, most)
        if said <= standing:
            calls.append((seat, None))
            continue
        calls.append((seat, said))
        standing, holder = said, seat
        still_in.append(seat)
    if holder is None:
        return Outcome(calls, speaker, cash, mortgaged)
    loans = max(0, -(-(standing - cash[holder]) // 12))
    cash[holder] += 12 * loans - standing
    mortgaged[holder] += loans
    return Outcome(calls, holder, cash, mortgaged)


@st.composite
def draw_limit(draw: Callable[..., Any], *, plain: bool = True) -> dict[str, Any]:
    """Draw what a player orders of an auction."""
    up_to = draw(st.one_of(st.integers(0, 12), st.integers(0, 99)))
    say = draw(st.one_of(st.none(), st.integers(1, up_to))) if up_to else None
    loans = st.one_of(st.just(0), st.integers(0, 4))
    return {
        "say": say,
        "up_to": up_to,
        "plain": plain and say is None and draw(st.booleans()),
        "redeem": draw(loans),
        "mortgage": draw(loans),
    }


@st.composite
def draw_bidders(draw: Callable[..., Any], *, plain: bool = True) -> list[Bidder]:
    """Draw the players of an auction, rich and poor, with and without shares."""
    bidders = []
    for _ in range(draw(st.integers(3, 5))):
        held = draw(st.integers(2, 8))
        purse = {"cash": draw(st.integers(0, 70)), "held": held, "mortgaged": draw(st.integers(0, held))}
        bidders.append(Bidder(**purse, **draw(draw_limit(plain=plain))))
    return bidders


def open_auction(new_post: NewPost, bidders: Sequence[Bidder], speaker: int, voyage: int, pace: str) -> Any:
    """Make a game whose auction waits for players in these circumstances; no short play leads to them."""
    post = new_post(len(bidders), pace, first=NAMES[speaker])
    table = post.game._table
    if voyage > 1:
        table.voyage, table.harbour_master = voyage, speaker
        post.standing = type(post.standing)(len(bidders), voyage)
    for field in ("cash", "held", "mortgaged"):
        setattr(table, field, [getattr(bidder, field) for bidder in bidders])
    return post


def check_purses(state: Any, expected: Outcome) -> None:
    """The winner holds the office, the bid is paid, and nobody else paid anything."""
    assert state.harbour_master == expected.master
    assert (state.cash, state.mortgaged) == (tuple(expected.cash), tuple(expected.mortgaged))


@settings(max_examples=400)
@given(st.data())
def test_a_sealed_auction_ends_as_one_called_out(new_post: NewPost, data: st.DataObject) -> None:
    """All files count at the phase's beginning, in whatever order they came; loans go before the first call."""
    bidders = data.draw(draw_bidders())
    speaker, voyage = data.draw(st.integers(0, len(bidders) - 1)), data.draw(st.integers(1, 3))
    post = open_auction(new_post, bidders, speaker, voyage, "sealed")
    arrival = data.draw(st.permutations(range(len(bidders))))
    for come, seat in enumerate(arrival):
        assert post.step() == []
        assert set(post.find_awaited()) == {NAMES[other] for other in arrival[come:]}
        post.file(NAMES[seat], bidders[seat].text)
    expected = call_out(bidders, speaker)
    told = []
    for name, bidder in zip(post.names, bidders, strict=True):
        told += [f"{name} uses v{voyage}-auction", *[f"{name} {loan}" for loan in bidder.lend()[0]]]
    told += [f"{NAMES[seat]} bid: {said or 'pass'}" for seat, said in expected.calls]
    assert post.step() == told
    assert post.phase == f"v{voyage}-office"
    check_purses(post.state, expected)


@settings(max_examples=200)
@given(st.data())
def test_limits_said_ahead_end_alike_at_turns(new_post: NewPost, data: st.DataObject) -> None:
    """`{up_to}` and `{say, up_to}` are limits at either pace; at `turns` a file is used at its player's first call."""
    bidders = data.draw(draw_bidders(plain=False))
    speaker = data.draw(st.integers(0, len(bidders) - 1))
    post = open_auction(new_post, bidders, speaker, 2, "turns")
    for seat in data.draw(st.permutations(range(len(bidders)))):
        post.file(NAMES[seat], bidders[seat].text)
    expected = call_out(bidders, speaker)
    told: list[str] = []
    for turn, (seat, said) in enumerate(expected.calls):
        name = NAMES[seat]
        if turn < len(bidders):
            told += [f"{name} uses v2-auction", *[f"{name} {loan}" for loan in bidders[seat].lend()[0]]]
        told.append(f"{name} bid: {said or 'pass'}")
    assert post.steps() == told
    assert post.phase == "v2-office"
    check_purses(post.state, expected)


@settings(max_examples=200)
@given(draw_bidders(), st.integers(0, 4))
def test_the_office_goes_to_the_highest_limit(bidders: list[Bidder], first: int) -> None:
    """What the auction called out here must fulfil whatever its course: R4.2, R4.3, R4.5, R4.6."""
    speaker = first % len(bidders)
    outcome = call_out(bidders, speaker)
    most = [min(b.up_to, b.lend()[1] + 12 * (b.held - b.lend()[2])) for b in bidders]
    bids = [said for _, said in outcome.calls if said is not None]
    assert bids == sorted(set(bids))
    assert {seat for seat, _ in outcome.calls} == set(range(len(bidders)))
    if not any(most):
        assert (bids, outcome.master) == ([], speaker)
        return
    assert most[outcome.master] == max(most)
    assert max(most[seat] for seat in range(len(most)) if seat != outcome.master) <= bids[-1] <= max(most)
    assert min(outcome.cash) >= 0
    assert all(0 <= mortgaged <= b.held for mortgaged, b in zip(outcome.mortgaged, bidders, strict=True))


@pytest.fixture(scope="module")
def quick() -> Iterator[None]:
    """Spare what an auction does not need: reports, and waiting for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MANILA_NOW", "2026-12-01T20:00:00Z")
        patch.setattr(os, "fsync", lambda descriptor: None)
        patch.setattr(resolving, "ensure_report", lambda desk: None)
        yield


def sail_once(games: Path, names: Sequence[str], data: st.DataObject) -> None:
    """Make a game and let a first voyage leave everybody with another purse."""
    rounds = 4 if len(names) == 3 else 3
    make_game(games, Wanted("harbour-1", names, data.draw(st.sampled_from(names)), seed_text="1"))
    for name in names:
        up_to, space = data.draw(st.integers(1, 50)), data.draw(st.sampled_from(("pirates", "jade", "insurance")))
        later = "".join(f"  v1-place-{n}: {{place: [{space}, cheapest, pass]}}\n" for n in range(1, rounds + 1))
        text = f"bid: {up_to}\nbuy: none\nload: {{jade: 5, silk: 4, ginseng: 0}}\nboard: stay\npilot: none\n"
        receipt = file_player_order(games, "harbour-1", name, f"{text}plunder: port\nlater:\n{later}".encode())
        assert receipt.taken, receipt.problems
    assert resolve_game(games, "harbour-1").phase == "v2-auction"


def hold_auction(games: Path, names: Sequence[str], files: Sequence[tuple[int, str]]) -> tuple[list[Any], Any]:
    """File orders in this order and resolve; return what stands in the log of it, and the state after it."""
    with open_desk(games, "harbour-1") as desk:
        begin = desk.now.until
    for come, (seat, text) in enumerate(files):
        waiting = resolve_game(games, "harbour-1")
        filed = {names[other] for other, _ in files[:come]}
        assert (waiting.moved, waiting.awaited) == (False, tuple(name for name in names if name not in filed))
        receipt = file_player_order(games, "harbour-1", names[seat], text.encode())
        assert receipt.taken, receipt.problems
    assert resolve_game(games, "harbour-1").phase == "v2-office"
    with open_desk(games, "harbour-1") as desk:
        return list(desk.chronicle.entries[begin:]), desk.now.game.take_state()


@settings(max_examples=25)
@given(st.data())
def test_files_in_any_order_make_the_same_log(quick: None, data: st.DataObject) -> None:
    """The same through game folders: by `order` and `resolve`, with files replaced before they are used."""
    names = NAMES[: data.draw(st.integers(3, 5))]
    with tempfile.TemporaryDirectory() as folder:
        games, again = Path(folder, "games"), Path(folder, "again")
        sail_once(games, names, data)
        with open_desk(games, "harbour-1") as desk:
            state = desk.now.game.take_state()
        bidders = [
            Bidder(cash=state.cash[seat], held=state.held[seat], mortgaged=state.mortgaged[seat], **limit)
            for seat, limit in enumerate(data.draw(st.lists(draw_limit(), min_size=len(names), max_size=len(names))))
        ]
        shutil.copytree(games, again)
        orders = list(permutations(range(len(names))))
        one, other = data.draw(st.sampled_from(orders)), data.draw(st.sampled_from(orders))
        replaced = [(one[0], "bid: 99\nmortgage: 1\n")]
        entries, after = hold_auction(games, names, [*replaced, *((seat, bidders[seat].text) for seat in one)])
        hold_auction(again, names, [(seat, bidders[seat].text) for seat in other])
        assert (games / "harbour-1" / "log.jsonl").read_bytes() == (again / "harbour-1" / "log.jsonl").read_bytes()
    assert state.harbour_master is not None
    expected = call_out(bidders, state.harbour_master)
    check_purses(after, expected)
    assert [entry["player"] for entry in entries if entry["kind"] == "order"] == list(names)
    actions = [entry["action"] for entry in entries if entry["kind"] == "action"]
    assert [(a["player"], a["bid"]) for a in actions if "bid" in a] == [
        (names[seat], said or "pass") for seat, said in expected.calls
    ]
    loans = [f"{a['player']} {key}: {a[key]}" for a in actions for key in ("redeem", "mortgage") if key in a]
    assert loans == [f"{name} {loan}" for name, b in zip(names, bidders, strict=True) for loan in b.lend()[0]]
