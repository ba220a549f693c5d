"""The board as plain data for a picture."""

from __future__ import annotations

from manila_pbem.reports.picture import draw_board, mark_players
from manila_pbem.reports.words import write_fact
from manila_pbem.rules.board import Space, Ware
from manila_pbem.rules.play import Game
from manila_pbem.rules.state import BERTHED, State
from manila_pbem.views import show_public

NAMES = ("ana", "ben", "chu")
STATE = Game(3, 0, deal=((1, 1, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0))).take_state()


def sail() -> State:
    """Jade with two aboard on space 7, silk in port A, ginseng in shipyard A; the pirate ship has ben and ana."""
    crew = [()] * 14
    crew[Space.JADE] = (0, 2)
    crew[Space.PORT_B] = (1,)
    crew[Space.PIRATES] = (1, 0)
    costs = [2, 99, 1, 5, 99, 99, 2, 4, 3, 2, 99, 2, 5, 0]
    costs[Space.NUTMEG] = costs[Space.GINSENG] = 99
    return STATE._replace(
        due="plunder",
        to_act=1,
        lanes=(Ware.JADE, Ware.SILK, Ware.GINSENG),
        where=(-1, Space.PORT_A + BERTHED, Space.SHIPYARD_A + BERTHED, 7),
        crew=tuple(crew),
        costs=tuple(costs),
        values=(0, 5, 20, 30),
    )


def test_marks_are_first_letters_where_these_differ() -> None:
    assert [player.mark for player in mark_players(("ana", "Ben", "小莉"))] == ["A", "B", "小"]


def test_marks_are_numbers_where_first_letters_do_not_serve() -> None:
    assert [player.mark for player in mark_players(("ana", "anna", "chu"))] == ["1", "2", "3"]
    assert [player.mark for player in mark_players(("ana", "Änne", "7 of 9"))] == ["1", "2", "3"]
    assert [player.mark for player in mark_players(("ßa", "ben", "chu"))] == ["1", "2", "3"]


def test_punts_stand_on_their_lanes_or_in_their_berths() -> None:
    jade, silk, ginseng = draw_board(show_public(sail(), NAMES)).punts
    assert (jade.lane, jade.letter, jade.space, jade.berth, jade.payout) == (1, "J", 7, "", 36)
    assert (silk.lane, silk.space, silk.berth) == (2, None, "Port A")
    assert (ginseng.lane, ginseng.space, ginseng.berth) == (3, None, "Shipyard A")


def test_seats_show_who_is_there_what_is_free_and_what_is_closed() -> None:
    """R1.2 for the costs; a punt in port is closed (R6.4)."""
    jade, silk, _ = draw_board(show_public(sail(), NAMES)).punts
    assert [(seat.cost, seat.player and seat.player.name, seat.closed) for seat in jade.seats] == [
        (3, "ana", False),
        (4, "chu", False),
        (5, None, False),
        (5, None, False),
    ]
    assert all(seat.closed for seat in silk.seats)


def test_spaces_show_accomplices_punts_and_payouts() -> None:
    """R1.3; the front pirate is captain (R6.5)."""
    picture = draw_board(show_public(sail(), NAMES))
    assert [(spot.title, spot.pays) for spot in (*picture.ports, *picture.shipyards)] == [
        ("Port A", 6), ("Port B", 8), ("Port C", 15), ("Shipyard A", 6), ("Shipyard B", 8), ("Shipyard C", 15),
    ]  # fmt: skip
    assert picture.ports[0].punt is picture.punts[1]
    assert picture.shipyards[0].punt is picture.punts[2]
    assert picture.ports[1].seats[0].player == picture.players[1]
    assert picture.ports[0].seats[0].closed
    pirates = picture.others[0]
    assert [seat.player for seat in pirates.seats] == [picture.players[1], picture.players[0]]


def test_the_value_track_shows_every_ware_on_its_step() -> None:
    """R1.4."""
    picture = draw_board(show_public(sail(), NAMES))
    assert picture.track == (0, 5, 10, 20, 30)
    assert [(value.letter, value.step) for value in picture.values] == [("N", 0), ("S", 1), ("G", 3), ("J", 4)]


def test_the_board_is_told_in_words() -> None:
    words = [write_fact(sentence) for sentence in draw_board(show_public(sail(), NAMES)).words]
    assert words == [
        "Lane 1: jade on space 7, pays 36. Seats from the front: ana, chu, free for 5, free for 5.",
        "Lane 2: silk in port A, pays 30. Seats from the front: closed, closed, closed.",
        "Lane 3: ginseng in shipyard A, pays 18. Seats from the front: closed, closed, closed.",
        "Port B: ben.",
        "Pirates: ben, ana.",
    ]


def test_no_punt_is_drawn_while_no_voyage_is_at_sea() -> None:
    picture = draw_board(show_public(STATE, NAMES))
    assert picture.punts == ()
    assert [write_fact(sentence) for sentence in picture.words] == ["No punts are at sea."]
    assert not any(seat.closed for spot in picture.ports for seat in spot.seats)
