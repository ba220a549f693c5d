"""The auction of the harbour master's office (R4)."""

from __future__ import annotations

from manila_pbem.rules.answers import PASS_BID, Answer, Bid
from manila_pbem.rules.events import BidCalled, OfficeKept, OfficeWon
from manila_pbem.rules.table import Table

_BIDS = [Bid(pesos) for pesos in range(200)]
"""Bids made once and handed out again and again; the index is the number of pesos."""


def list_bids(table: Table) -> list[Bid]:
    """Return to pass, then every bid that beats the standing one and can be paid (R4.2, R4.6)."""
    assert table.to_act is not None
    means = table.count_means(table.to_act)
    while len(_BIDS) <= means:
        _BIDS.append(Bid(len(_BIDS)))
    return [PASS_BID, *_BIDS[table.standing_bid + 1 : means + 1]]


def find_bid_fault(table: Table, answer: Answer) -> tuple[str, str] | None:
    """Return the clause a bid breaks and why, None for a legal one."""
    pesos = answer.pesos if isinstance(answer, Bid) else None
    if pesos is None:
        return None
    assert table.to_act is not None
    if pesos <= table.standing_bid:
        return "R4.2", "bid_too_low"
    if pesos > table.count_means(table.to_act):
        return "R4.6", "bid_above_means"
    return None


def answer_bid(table: Table, answer: Bid) -> None:
    """Take a legal bid or pass; ask the next player, or end the auction (R4.3 to R4.5)."""
    seat = table.to_act
    assert seat is not None
    pesos = answer.pesos
    if table.tell:
        table.tell(BidCalled(seat, pesos))
    passed = table.passed
    if pesos is None:
        passed[seat] = True
        table.passed_count += 1
    else:
        table.standing_bid = pesos
        table.bidder = seat
    players = table.players
    if table.passed_count == players:
        _keep_office(table)
        return
    seat = (seat + 1) % players
    while passed[seat]:
        seat = (seat + 1) % players
    if seat == table.bidder:
        _win_office(table, seat)
    else:
        table.to_act = seat


def _keep_office(table: Table) -> None:
    if table.harbour_master is None:
        # The first auction was asked from the first player on, so the last one to pass sits before him (R4.5).
        assert table.to_act is not None
        table.harbour_master = (table.to_act + 1) % table.players
    if table.tell:
        table.tell(OfficeKept(table.harbour_master))
    _open_office(table)


def _win_office(table: Table, seat: int) -> None:
    if table.tell:
        table.tell(OfficeWon(seat, table.standing_bid))
    table.pay(seat, table.standing_bid)
    table.harbour_master = seat
    _open_office(table)


def _open_office(table: Table) -> None:
    table.standing_bid = 0
    table.bidder = None
    table.passed = [False] * table.players
    table.passed_count = 0
    table.to_act = table.harbour_master
    table.due = "buy"


def open_auction(table: Table) -> None:
    """Begin the auction of the next voyage with the previous harbour master (R4.1)."""
    table.voyage += 1
    table.round = 0
    table.passed = [False] * table.players
    table.passed_count = 0
    table.to_act = table.harbour_master
    table.due = "bid"
