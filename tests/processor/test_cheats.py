"""Cheats that hashes do not show: verify and the log must not fall for them (docs/play.md, sections 2 to 5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from manila_pbem.orders.phases import OVER
from manila_pbem.processor import desk as desk_module
from manila_pbem.processor import resolving
from manila_pbem.processor.desk import open_desk
from manila_pbem.processor.filing import file_player_order
from manila_pbem.processor.making import Wanted, make_game
from manila_pbem.processor.proving import verify_folder
from manila_pbem.processor.resolving import resolve_game
from manila_pbem.store.atomic import read_file
from manila_pbem.store.log_file import FIRST_PREV, write_line

NAMES = ("ana", "ben", "chu")
GAME = "harbour-1"
PLAIN = {
    "auction": "bid: 3",
    "office": "buy: none\nload: {silk: 5, jade: 4, nutmeg: 0}",
    "boarding": "board: stay",
    "pilots": "pilot: none",
    "plunder": "plunder: port",
}


def make(games: Path, pace: str = "sealed") -> Path:
    make_game(games, Wanted(GAME, NAMES, seed_text="cheat", pace=pace))
    return games / GAME


def play_voyage(games: Path, special: Callable[[str, str], str | None] = lambda phase, player: None) -> None:
    """Play until the first voyage is over, so that its orders are opened; `special` gives orders of its own."""
    for _ in range(200):
        with open_desk(games, GAME) as desk:
            phase, awaited = desk.now.phase, desk.find_awaited()
        if phase.voyage > 1 or phase.step == OVER:
            return
        for player in awaited:
            text = special(phase.name, player) or PLAIN.get(phase.step, "place: [cheapest, pass]")
            path = games / GAME / "orders" / phase.name / f"{player}.yaml"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert resolve_game(games, GAME).moved
    pytest.fail("the voyage does not end")


@pytest.mark.parametrize(
    "text",
    [
        "game: other\nbid: 5",
        "player: ben\nbid: 5",
        "phase: v1-place-1\nbid: 5",
        "message: {to: all, text: hello}\nbid: 5",
    ],
)
def test_an_order_that_counts_as_missing_is_no_order_for_verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """The moderator's own program may be changed so that it uses such an order; everybody else's names it."""
    folder = make(tmp_path)
    monkeypatch.setattr(desk_module, "judge_filed", lambda setup, case: ())
    monkeypatch.setattr(resolving, "send_waiting", lambda desk: desk)
    play_voyage(tmp_path, lambda phase, player: text if (phase, player) == ("v1-auction", "ana") else None)
    monkeypatch.undo()
    (flaw,) = verify_folder(folder).flaws
    assert flaw.line == 2 and "counts as missing" in flaw.what


def rewrite(folder: Path, change: Callable[[list[dict[str, object]]], Sequence[dict[str, object]]]) -> None:
    """Change the entries of a log, and number, chain and hash all of them anew."""
    with open_desk(folder.parent, folder.name) as desk:
        entries = [{k: v for k, v in e.items() if k not in ("prev", "hash")} for e in desk.chronicle.entries]
    prev, text = FIRST_PREV, ""
    for n, entry in enumerate(change(entries), 1):
        line = write_line({**entry, "n": n}, prev)
        prev, text = line.hash, text + line.text
    (folder / "log.jsonl").write_text(text, encoding="utf-8")


def test_no_order_is_used_twice(tmp_path: Path) -> None:
    folder = make(tmp_path, "turns")
    for player, text in (("ana", "bid: {up_to: 9}\nmortgage: 1"), ("ben", "bid: 4")):
        file_player_order(tmp_path, GAME, player, text.encode())
    resolve_game(tmp_path, GAME)
    entries = [entry for entry in map(dict, read_entries(folder)) if entry["kind"] == "order"]
    assert [entry["player"] for entry in entries] == ["ana", "ben"]
    rewrite(folder, lambda found: [*found, {**found[1], "n": 0, "step": len(found) + 1}])
    (flaw,) = verify_folder(folder).flaws
    assert "uses the order of line 2 again" in flaw.what and flaw.line == len(read_entries(folder))


def read_entries(folder: Path) -> list[dict[str, object]]:
    import json

    data = read_file(folder / "log.jsonl")
    assert data is not None
    return [json.loads(line) for line in data.decode().splitlines()]


def close_auction(tmp_path: Path) -> Path:
    """Return a game whose auction has been worked off, its orders not opened yet."""
    folder = make(tmp_path)
    for player, text in zip(NAMES, ("bid: 5\nmortgage: 1", "bid: 3", "bid: pass\nmortgage: 1"), strict=True):
        file_player_order(tmp_path, GAME, player, text.encode())
    resolve_game(tmp_path, GAME)
    assert not verify_folder(folder).flaws
    return folder


def test_a_step_cut_off_is_seen_before_orders_are_opened(tmp_path: Path) -> None:
    folder = close_auction(tmp_path)
    count = len(read_entries(folder))
    rewrite(folder, lambda found: found[: count - 1])
    (flaw,) = verify_folder(folder).flaws
    assert flaw.line == count and "is missing" in flaw.what


@pytest.mark.parametrize(
    ("kind", "key", "value", "why"),
    [
        ("action", "by", 4, "is no loan of the order of line 4"),
        ("action", "by", 1, "is no loan of the order of line 1"),
        ("order", "phase", "v1-place-3", "later phase"),
    ],
)
def test_a_wrong_cause_is_seen_before_orders_are_opened(
    tmp_path: Path, kind: str, key: str, value: object, why: str
) -> None:
    folder = close_auction(tmp_path)
    place = next(n for n, entry in enumerate(read_entries(folder)) if entry["kind"] == kind)
    rewrite(folder, lambda found: [*found[:place], {**found[place], key: value}, *found[place + 1 :]])
    (flaw,) = verify_folder(folder).flaws
    assert flaw.line == place + 1 and why in flaw.what


def test_a_used_order_sent_again_replaces_the_one_that_waits(tmp_path: Path) -> None:
    """A newer file replaces that of the same phase, whole, until it is used; one equal to a copy is no new order."""
    make(tmp_path, "turns")
    for player, text in (("ana", "bid: 3"), ("ben", "bid: 4"), ("chu", "bid: pass")):
        file_player_order(tmp_path, GAME, player, text.encode())
    assert resolve_game(tmp_path, GAME).awaited == ("ana",)
    file_player_order(tmp_path, GAME, "ana", b"bid: 5\nmortgage: 1\n")
    receipt = file_player_order(tmp_path, GAME, "ana", b"bid: 3")
    assert receipt.heading.replaces
    assert not resolve_game(tmp_path, GAME).moved


def test_a_player_cannot_pretend_that_nothing_arrived(tmp_path: Path) -> None:
    folder = make(tmp_path)
    fake = b"# by standing policy: nothing had arrived in time\nbid: 5\n"
    for player, text in zip(NAMES, (fake, b"bid: 3", b"missing: pass"), strict=True):
        file_player_order(tmp_path, GAME, player, text)
    assert resolve_game(tmp_path, GAME, missing=True).moved
    by = {entry["player"]: entry.get("by") for entry in read_entries(folder) if entry["kind"] == "order"}
    assert by == {"ana": None, "ben": None, "chu": "policy"}
    report = (folder / "reports/v1-office/report.txt").read_text(encoding="utf-8")
    assert "chu's order comes by standing policy" in report and "ana's order comes" not in report
