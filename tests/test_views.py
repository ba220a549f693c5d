"""What each may see (docs/rules.md R2.2, R2.4; docs/play.md, section 6)."""

from __future__ import annotations

import typing

import pytest

from manila_pbem import views
from manila_pbem.rules.answers import PASS_BID
from manila_pbem.rules.board import Options, Ware
from manila_pbem.rules.events import Event, PlacingPassed
from manila_pbem.rules.play import Game
from manila_pbem.rules.state import State
from manila_pbem.views import PlayerView, PublicView, show_events, show_player, show_public

NAMES = ("ana", "ben", "chu")
DEAL = ((0, 2, 0, 0), (1, 0, 0, 1), (0, 0, 2, 0))


def start(deal: tuple[tuple[int, ...], ...] | None = DEAL) -> State:
    supply = None if deal else (4, 3, 3, 4)
    return Game(3, 0, Options(evict=True), deal=deal, supply=supply).take_state()


def end(deal: tuple[tuple[int, ...], ...] | None = DEAL) -> State:
    return start(deal)._replace(due="nothing", to_act=None, values=(5, 30, 0, 0), mortgaged=(0, 1, 0), cash=(10, 60, 3))


def test_the_public_view_knows_no_dealt_share() -> None:
    """R2.4: the two dealt shares are secret until the game ends."""
    view = show_public(start(), NAMES)
    assert view.shares is None
    assert view.fortunes is None
    assert view.winners == ()
    assert view == show_public(start(((1, 0, 0, 1), (0, 2, 0, 0), (0, 0, 2, 0))), NAMES)


def test_the_public_view_tells_what_lies_open() -> None:
    """R2.4: cash, loans, bought shares, and all that stands on the board are public; so is the supply (R2.2)."""
    state = start()._replace(bought=((0, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)), held=(3, 2, 2), mortgaged=(1, 0, 0))
    view = show_public(state, NAMES)
    assert view.names == NAMES
    assert view.cash == (30, 30, 30)
    assert view.mortgaged == (1, 0, 0)
    assert view.bought[0] == (0, 1, 0, 0)
    assert view.supply == (4, 3, 3, 4)
    assert view.values == (0, 0, 0, 0)
    assert view.options.evict
    assert view.step == "auction"
    assert view.count_means(0) == 30 + 2 * 12


def test_costs_are_told_while_a_voyage_is_at_sea_only() -> None:
    """R6.2, R6.4: what the next accomplice costs; None where a space is closed."""
    assert set(show_public(start(), NAMES).costs) == {None}
    game = Game(3, 0, deal=DEAL)
    for seat in (0, 1, 2):
        assert game.answer(seat, PASS_BID) is None
    assert game.answer(0, game.list_answers()[0]) is None
    assert game.answer(0, game.list_answers()[0]) is None
    loaded = show_public(game.take_state(), NAMES)
    assert loaded.lanes == (Ware.NUTMEG, Ware.SILK, Ware.GINSENG)
    assert loaded.costs == (2, 3, 1, None, 4, 3, 2, 4, 3, 2, 5, 2, 5, 0)


def test_everything_is_public_when_the_game_is_over() -> None:
    """R2.4, R11.3: shares, fortunes and winners; 10 + 2 * 30, then 60 + 5 - 15, then 3."""
    view = show_public(end(), NAMES)
    assert view.shares == DEAL
    assert view.fortunes == (70, 50, 3)
    assert view.winners == (0,)


def test_an_unknown_deal_stays_unknown_when_the_game_is_over() -> None:
    view = show_public(end(deal=None), NAMES)
    assert view.shares is None
    assert view.fortunes is None
    assert view.winners == ()


def test_a_player_sees_his_own_shares_and_fortune_besides() -> None:
    """R2.4, R4.6, R11.3: 30 pesos, three shares of which one was bought at a value of 5."""
    state = start()._replace(
        shares=((0, 3, 0, 0), (1, 0, 0, 1), (0, 0, 2, 0)),
        bought=((0, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)),
        held=(3, 2, 2),
        values=(0, 5, 0, 0),
    )
    view = show_player(state, NAMES, 0)
    assert view.public == show_public(state, NAMES)
    assert (view.seat, view.dealt, view.bought, view.shares) == (0, (0, 2, 0, 0), (0, 1, 0, 0), (0, 3, 0, 0))
    assert view.fortune == 30 + 3 * 5
    assert view.means == 30 + 3 * 12


def test_a_player_sees_the_same_whatever_the_others_were_dealt() -> None:
    """docs/play.md, section 6: two games that differ in what is hidden from a player look the same to him."""
    other = start((DEAL[0], DEAL[2], DEAL[1]))
    assert show_player(start(), NAMES, 0) == show_player(other, NAMES, 0)
    assert show_player(start(), NAMES, 1) != show_player(other, NAMES, 1)


def test_a_players_view_needs_the_deal() -> None:
    with pytest.raises(ValueError, match="deal"):
        show_player(start(deal=None), NAMES, 0)


def test_every_event_of_the_rules_has_been_looked_at() -> None:
    """All that the rules tell today lies open at the table; a new kind is hidden until it is listed."""
    assert set(typing.get_args(Event)) == views.PUBLIC_EVENTS


def test_an_event_that_is_not_listed_reaches_nobody() -> None:
    class CardPeeked(typing.NamedTuple):
        seat: int

    passed = PlacingPassed(1)
    assert show_events([CardPeeked(0), passed]) == (passed,)  # type: ignore[list-item]


def test_views_never_hold_a_state() -> None:
    """The views list their fields one by one, so that nothing slips through with a state."""
    for view in (PublicView, PlayerView):
        assert not any("State" in str(hint) for hint in view.__annotations__.values())
