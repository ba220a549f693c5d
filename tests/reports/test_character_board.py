"""The board drawn with characters."""

from __future__ import annotations

from manila_pbem.reports.character_board import draw_characters, label_players
from manila_pbem.reports.columns import measure
from manila_pbem.reports.picture import draw_board, mark_players
from manila_pbem.rules.board import Space, Ware
from manila_pbem.rules.play import Game
from manila_pbem.rules.state import BERTHED, State
from manila_pbem.views import show_public

NAMES = ("ana", "小莉", "a" * 40)
STATE = Game(3, 0, deal=((1, 1, 0, 0), (0, 1, 0, 1), (1, 0, 1, 0))).take_state()


def sail() -> State:
    crew = [()] * 14
    crew[Space.JADE] = (0, 1, 2)
    crew[Space.PORT_A] = (1,)
    crew[Space.PIRATES] = (2,)
    return STATE._replace(
        due="place",
        to_act=1,
        lanes=(Ware.JADE, Ware.SILK, Ware.GINSENG),
        where=(-1, Space.PORT_A + BERTHED, 13, 7),
        crew=tuple(crew),
        costs=(99, 99, 1, 5, 99, 3, 2, 4, 3, 2, 5, 2, 5, 0),
        values=(0, 5, 20, 30),
    )


def test_the_board_is_drawn() -> None:
    assert draw_characters(draw_board(show_public(sail(), NAMES))) == [
        "  Lane         0  1  2  3  4  5  6  7  8  9 10 11 12 13 |",
        "  1 jade       .  .  .  .  .  .  . [J] .  .  .  .  .  . |",
        "  2 silk       .  .  .  .  .  .  .  .  .  .  .  .  .  . | Port A",
        "  3 ginseng    .  .  .  .  .  .  .  .  .  .  .  .  . [G]|",
        "",
        "  Load     pays  seats",
        "  jade       36  3 ana     4 小莉    5 aaaaaaaaa~  5 -",
        "  silk       30  3 closed  4 closed  5 closed",
        "  ginseng    18  1 -       2 -       3 -",
        "",
        "  Space           costs  pays  accomplice            punt",
        "  Port A              4     6  小莉                  silk",
        "  Port B              3     8  -",
        "  Port C              2    15  -",
        "  Shipyard A          4     6  -",
        "  Shipyard B          3     8  -",
        "  Shipyard C          2    15  -",
        "  Pirate captain      5        aaaaaaaaaaaaaaaaaaa~",
        "  Second pirate       5        -",
        "  Small pilot         2        -",
        "  Large pilot         5        -",
        "  Insurance           0    10  -",
        "",
        "  Value     0    5   10   20   30",
        "  nutmeg   [N]   .    .    .    .",
        "  silk      .   [S]   .    .    .",
        "  ginseng   .    .    .   [G]   .",
        "  jade      .    .    .    .   [J]",
    ]


def test_four_wide_names_fit_on_a_load() -> None:
    crew = [()] * 14
    crew[Space.JADE] = (0, 1, 2, 2)
    lines = draw_characters(
        draw_board(show_public(sail()._replace(crew=tuple(crew)), ("莉" * 40, "明" * 40, "玲" * 40)))
    )
    assert max(map(measure, lines)) <= 72
    assert any("3 莉莉莉莉~" in line for line in lines)


def test_without_punts_only_the_values_are_drawn() -> None:
    lines = draw_characters(draw_board(show_public(STATE, NAMES)))
    assert lines[0] == "  No punts are at sea."
    assert len(lines) == 2 + 5


def test_names_alike_after_the_cut_are_told_apart_by_number() -> None:
    labels = label_players(mark_players(("a" * 20, "a" * 21, "ben")), 10)
    assert labels == {1: "1 aaaaaaa~", 2: "2 aaaaaaa~", 3: "3 ben"}


def test_names_from_right_to_left_are_isolated() -> None:
    assert label_players(mark_players(("محمد", "ben", "chu")), 10)[1] == "\u2068محمد\u2069"
