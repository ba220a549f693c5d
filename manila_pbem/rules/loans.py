"""Voluntary loans, at any time until the game is over (R13)."""

from __future__ import annotations

from manila_pbem.rules.answers import Loan, Mortgage
from manila_pbem.rules.board import LOAN, REDEMPTION
from manila_pbem.rules.events import SharesMortgaged, SharesRedeemed
from manila_pbem.rules.table import Table


def find_loan_fault(table: Table, seat: int, loan: Loan) -> tuple[str, str] | None:
    """Return the clause a loan breaks and why, None for a legal one."""
    if table.due == "nothing":
        return "R13.1", "game_over"
    if loan.shares < 1:
        return "R13.1", "loan_of_nothing"
    if isinstance(loan, Mortgage):
        free = table.held[seat] - table.mortgaged[seat]
        return ("R13.1", "too_few_shares_to_mortgage") if loan.shares > free else None
    if loan.shares > table.mortgaged[seat]:
        return "R13.1", "too_few_shares_to_redeem"
    if REDEMPTION * loan.shares > table.cash[seat]:
        return "R13.1", "too_little_cash_to_redeem"
    left = table.count_means(seat) - (REDEMPTION - LOAN) * loan.shares
    if seat == table.bidder and left < table.standing_bid:
        return "R13.4", "bid_would_be_unpayable"
    return None


def take_loan(table: Table, seat: int, loan: Loan) -> None:
    """Mortgage or redeem shares; the loan is legal (R13.1)."""
    if isinstance(loan, Mortgage):
        table.mortgaged[seat] += loan.shares
        table.cash[seat] += LOAN * loan.shares
        if table.tell:
            table.tell(SharesMortgaged(seat, loan.shares))
    else:
        table.mortgaged[seat] -= loan.shares
        table.cash[seat] -= REDEMPTION * loan.shares
        if table.tell:
            table.tell(SharesRedeemed(seat, loan.shares))
    # What a player can pay decides which spaces are open to him.
    table.placings = None


def count_mortgageable(table: Table, seat: int) -> int:
    """Return how many shares a player could mortgage at most now."""
    return 0 if table.due == "nothing" else table.held[seat] - table.mortgaged[seat]


def count_redeemable(table: Table, seat: int) -> int:
    """Return how many shares a player could redeem at most now."""
    if table.due == "nothing":
        return 0
    most = min(table.mortgaged[seat], table.cash[seat] // REDEMPTION)
    if seat == table.bidder:
        most = min(most, (table.count_means(seat) - table.standing_bid) // (REDEMPTION - LOAN))
    return most
