"""The board drawn with characters, at most 72 columns wide, in ASCII but for the players' names."""

from __future__ import annotations

from collections.abc import Sequence

from manila_pbem.reports.columns import cut, lay_table
from manila_pbem.reports.picture import CLOSED, PIRATE_TITLES, Picture, Player, Punt, Seat, Spot
from manila_pbem.reports.words import WARE_NAMES, isolate_name
from manila_pbem.rules.board import LAST_LANE_SPACE

SEAT_WIDTH = 10
"""Columns for a player's name on a load; four seats stand side by side."""

SPOT_WIDTH = 20

HEAD_WIDTH = 12


def draw_characters(picture: Picture) -> list[str]:
    """Return the board as lines of text."""
    lines: list[str] = []
    if picture.punts:
        lines += [*_draw_lanes(picture.punts), "", *_draw_loads(picture), "", *_draw_spots(picture), ""]
    else:
        lines += ["  No punts are at sea.", ""]
    return lines + _draw_track(picture)


def label_players(players: Sequence[Player], width: int) -> dict[int, str]:
    """Return names of at most `width` columns by seat number; where the cut makes them alike, the numbers stand too."""
    labels = {player.number: cut(player.name, width) for player in players}
    if len(set(labels.values())) < len(players):
        labels = {player.number: cut(f"{player.number} {player.name}", width) for player in players}
    return {number: isolate_name(label) for number, label in labels.items()}


def _draw_lanes(punts: Sequence[Punt]) -> list[str]:
    spaces = range(LAST_LANE_SPACE + 1)
    lines = ["  " + "Lane".ljust(HEAD_WIDTH) + "".join(f"{space:>2} " for space in spaces) + "|"]
    for punt in punts:
        head = f"  {punt.lane} {WARE_NAMES[punt.ware]}".ljust(2 + HEAD_WIDTH)
        lane = "".join(f"[{punt.letter}]" if punt.space == space else " . " for space in spaces)
        lines.append(f"{head}{lane}| {punt.berth}".rstrip())
    return lines


def _draw_loads(picture: Picture) -> list[str]:
    labels = label_players(picture.players, SEAT_WIDTH)
    most = max(len(punt.seats) for punt in picture.punts)
    rows = [["Load", "pays", "seats"] + [""] * (most - 1)]
    for punt in picture.punts:
        seats = [_draw_seat(seat, labels) for seat in punt.seats]
        rows.append([WARE_NAMES[punt.ware], str(punt.payout), *seats, *[""] * (most - len(seats))])
    return lay_table(rows, [False, True] + [False] * most, SEAT_WIDTH + len("5 "))


def _draw_seat(seat: Seat, labels: dict[int, str]) -> str:
    if seat.player is not None:
        return f"{seat.cost} {labels[seat.player.number]}"
    return f"{seat.cost} {CLOSED}" if seat.closed else f"{seat.cost} -"


def _draw_spots(picture: Picture) -> list[str]:
    labels = label_players(picture.players, SPOT_WIDTH)
    rows = [["Space", "costs", "pays", "accomplice", "punt"]]
    for spot in (*picture.ports, *picture.shipyards, *picture.others):
        titles = (spot.title,) if len(spot.seats) == 1 else PIRATE_TITLES
        rows += [_draw_spot(title, spot, seat, labels) for title, seat in zip(titles, spot.seats, strict=True)]
    return lay_table(rows, [False, True, True, False, False], SPOT_WIDTH)


def _draw_spot(title: str, spot: Spot, seat: Seat, labels: dict[int, str]) -> list[str]:
    there = labels[seat.player.number] if seat.player else CLOSED if seat.closed else "-"
    punt = WARE_NAMES[spot.punt.ware] if spot.punt else ""
    return [title, str(seat.cost), str(spot.pays) if spot.pays else "", there, punt]


def _draw_track(picture: Picture) -> list[str]:
    rows = [["Value", *(f"{value:>2} " for value in picture.track)]]
    for value in picture.values:
        steps = [f"[{value.letter}]" if step == value.step else " . " for step in range(len(picture.track))]
        rows.append([WARE_NAMES[value.ware], *steps])
    return lay_table(rows, [False] * (1 + len(picture.track)), HEAD_WIDTH)
