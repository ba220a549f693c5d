"""The ends of a report: what it is, who is asked, what all can be checked against, and a player's own part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from manila_pbem.orders.trace import LoanLeftOut, Tried
from manila_pbem.reports.front import list_proofs, tell_front, tell_own
from manila_pbem.reports.report import Chapter, DiceRolled, MessageReceived, PlayerReport, Report
from manila_pbem.reports.words import write_fact
from manila_pbem.rules.answers import Mortgage, Redeem
from manila_pbem.rules.board import Ware


@pytest.fixture(scope="module")
def turns(play: Callable[..., Iterator[Any]]) -> list[Any]:
    return list(play(("ana", "ben", "chu"), seed=5))


def write_asked(report: Report) -> list[str]:
    return [write_fact(sentence) for sentence in tell_front(report).asked]


def test_who_is_asked_and_until_when_is_told_in_utc(turns: list[Any]) -> None:
    report = turns[0].report
    assert write_asked(report) == ["Asked for orders: ana, ben, chu.", "Deadline: 2026-12-04 20:00 UTC."]
    assert write_asked(report._replace(deadline=None, asked=("ben",))) == [
        "Asked for orders: ben.",
        "There is no deadline.",
    ]
    assert write_asked(report._replace(asked=())) == ["Nobody is asked for orders now."]


def test_at_the_end_the_winner_stands_first(turns: list[Any]) -> None:
    report = turns[-1].report
    winner = report.view.names[report.view.winners[0]]
    assert write_asked(report) == [
        f"{winner} wins with a fortune of {max(report.view.fortunes)} pesos.",
        "The game is over; no orders are asked for.",
    ]
    unknown = report._replace(view=report.view._replace(fortunes=None, shares=None, winners=()))
    assert write_asked(unknown) == ["The game is over; no orders are asked for."]


def test_what_it_is_is_told(turns: list[Any]) -> None:
    front = tell_front(turns[0].report)
    assert (front.title, front.phase) == ("Friday harbour", "Voyage 1: auction")
    assert [write_fact(sentence) for sentence in front.about] == [
        "Game harbour-1, phase v1-auction, as of 2026-12-01 20:00 UTC.",
        "Players, clockwise: ana, ben, chu.",
        "Pace sealed: all orders of a phase are worked off together, in turn order.",
        "Options: the default ones.",
    ]


def test_what_weakens_the_dice_is_stated(turns: list[Any]) -> None:
    """docs/play.md, section 5: a seed from a text, and a moderator who plays, are told in every report."""
    report = turns[2].report
    assert tell_front(report).notices == ()
    (seed,) = tell_front(report._replace(seed_text=True)).notices
    assert "chosen as a text" in seed.words
    (plays,) = tell_front(report._replace(moderator_plays=True)).notices
    assert "moderator plays" in plays.words
    assert len(tell_front(report._replace(seed_text=True, moderator_plays=True)).notices) == 2


def test_the_logs_head_and_the_commitments_are_told(turns: list[Any]) -> None:
    """docs/play.md, section 3: a report prints n and hash of the log's last entry."""
    report = turns[0].report
    assert [(write_fact(proof.what), proof.hash) for proof in list_proofs(report)] == [
        (f"The log's last entry, number {report.head.n}", report.head.hash),
        ("The chain of dice, link[0]", report.chain),
        ("The deal's commitment", report.deal_commitment),
    ]
    rolled = report._replace(story=(Chapter("v1-pilots", (DiceRolled("v1-place-3", 3, {Ware.JADE: 1}, "ab12"),)),))
    assert write_fact(list_proofs(rolled)[3].what) == "Roll 3 after v1-place-3, link[3]"
    assert list_proofs(rolled)[3].hash == "ab12"


def test_a_player_is_told_whether_an_order_is_asked(turns: list[Any]) -> None:
    turn = turns[0]
    own = turn.players[1]
    assert write_fact(tell_own(turn.report, own).asked) == "You are asked for an order in this phase."
    others = turn.report._replace(asked=("ana",))
    at_turns = others._replace(pace="turns")
    early = "It is not your turn yet; you may send your order ahead."
    assert write_fact(tell_own(at_turns, own._replace(form="place: ___")).asked) == early
    for report in (others, at_turns):
        idle = write_fact(tell_own(report, own._replace(form=None)).asked)
        assert idle.startswith("You are not asked in this phase.")
    over = others._replace(phase="over", asked=())
    assert write_fact(tell_own(over, own._replace(form=None)).asked) == "Nothing is asked of you."


def test_a_player_is_told_where_the_order_goes(turns: list[Any]) -> None:
    own = tell_own(turns[0].report, turns[0].players[2])
    assert own.form is not None
    for help_, where in ((own.form_help[0], "between the two lines"), (own.form_help_boxed[0], "in the box")):
        assert where in write_fact(help_)
        assert write_fact(help_).endswith("save it as orders/v1-auction/chu.yaml.")


def test_a_player_is_told_what_became_of_the_order(turns: list[Any]) -> None:
    notes = (
        LoanLeftOut(Redeem(2), "too_little_cash_to_redeem", "R13.1"),
        LoanLeftOut(Mortgage(1), "too_few_shares_to_mortgage", "R13.1"),
        Tried("place", "jade", False, "punt_in_port", "R6.4"),
        Tried("place", "silk", False, "condition_cost"),
        Tried("place", "port-a", True),
    )
    player: PlayerReport = turns[0].players[0]._replace(notes=notes)
    assert [write_fact(note) for note in tell_own(turns[0].report, player).notes] == [
        "redeem: 2 - left out: the cash does not suffice for 15 pesos a share (R13.1).",
        "mortgage: 1 - left out: so many shares are not there to mortgage (R13.1).",
        "place: jade - not taken: that punt is in port, so its load is closed (R6.4).",
        "place: silk - not taken: its condition on the cost does not hold.",
        "place: port-a - taken.",
    ]


def test_a_player_is_told_what_others_said_to_him(turns: list[Any]) -> None:
    player: PlayerReport = turns[0].players[0]._replace(messages=(MessageReceived("ben", "Shall we?\nAye"),))
    (line,) = tell_own(turns[0].report, player).messages
    assert write_fact(line.sentence) == "ben says:"
    assert line.quote == ("Shall we?", "Aye")
