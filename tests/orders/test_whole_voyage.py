"""A whole voyage runs from one file a player: bid, office, placements, boarding, pilots and plunder said ahead."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from manila_pbem.formats.record_action import answer_to_mapping
from manila_pbem.processor.chronicle import Entry, read_action
from manila_pbem.processor.desk import count_deal, open_desk
from manila_pbem.processor.filing import file_player_order
from manila_pbem.processor.making import Wanted, make_game
from manila_pbem.processor.resolving import Resolved, resolve_game
from manila_pbem.processor.verifying import verify_game
from manila_pbem.rules.play import Answered, Game

NAMES = ("ana", "ben", "chu", "dan", "eva")
WARES = ("nutmeg", "silk", "ginseng", "jade")
BERTHS = ("port-a", "port-b", "port-c", "shipyard-a", "shipyard-b", "shipyard-c")
OPTIONS = {3: (), 4: ("pirates=evict",), 5: ("large_pilot=up_to",)}
STEPS = {"board": "boarding", "pilot": "pilots", "plunder": "plunder"}
"""The phases that come only where somebody has something to decide in them."""
GAME = "harbour-1"
Said = dict[str, Any]


def write_voyage(rng: Random, names: tuple[str, ...]) -> Said:
    """Write one order for a whole voyage; every list ends with what is legal whatever happened."""
    lanes = rng.sample(WARES, 3)
    rounds = 4 if len(names) == 3 else 3
    last = f"v1-place-{rounds}"
    up_to = rng.randint(1, 12)
    places = {f"v1-place-{n}": {"place": list_spaces(rng, n, rounds)} for n in range(1, rounds + 1)}
    boards = [*rng.sample(WARES, 4), *[{"board": ware, "evict": rng.choice(names)} for ware in WARES], "stay"]
    small = [{ware: rng.choice((1, -1))} for ware in rng.sample(WARES, 4)]
    large = [{one: 1, other: -1} for one, other in (rng.sample(WARES, 2) for _ in range(6))]
    places[last]["place"] = ["small-pilot", "large-pilot", *places[last]["place"]]
    return {
        "bid": rng.choice(({"up_to": up_to}, {"say": rng.randint(1, up_to), "up_to": up_to})),
        "buy": [*rng.sample(WARES, rng.randint(0, 2)), "none"],
        "load": dict(zip(lanes, rng.choice(((5, 4, 0), (3, 3, 3), (4, 4, 1))), strict=True)),
        "move_order": rng.sample(lanes, 3),
        "board": rng.choice((boards, {"captain": boards, "second": [boards[2], "stay"]}, "stay")),
        "pilot": rng.choice(({"small": [*small, "none"], "large": [*large, "none"]}, [*small, *large, "none"])),
        "plunder": {ware: rng.choice(("port", "shipyard")) for ware in WARES},
        "later": places,
    }


def list_spaces(rng: Random, round_: int, rounds: int) -> list[str]:
    """List wishes for a placement: all crowd one load first, some turn pirates then."""
    spaces = rng.sample((*WARES, *BERTHS, "insurance"), 7)
    crowd = list(WARES) if round_ == 1 else ["pirates"] if round_ < rounds else []
    return [*crowd, *[space for space in spaces if space not in crowd], "pass"]


def write_flow(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {write_flow(part)}" for key, part in value.items()) + "}"
    return "[" + ", ".join(map(write_flow, value)) + "]" if isinstance(value, list) else str(value)


class Voyage(NamedTuple):
    """A voyage that was sailed: what each player's file says, what resolving told, and the log."""

    folder: Path
    orders: dict[str, Said]
    resolved: Resolved
    entries: list[Entry]


def sail(games: Path, players: int, pace: str, seed: int) -> Voyage:
    """File one order a player and resolve once."""
    names = NAMES[:players]
    rng = Random(seed)
    wanted = Wanted(GAME, names, seed_text=str(seed), pace=pace, options=OPTIONS[players])
    make_game(games, wanted)
    orders = {name: write_voyage(rng, names) for name in names}
    for name, said in orders.items():
        text = "".join(f"{key}: {write_flow(value)}\n" for key, value in said.items())
        receipt = file_player_order(games, GAME, name, text.encode())
        assert receipt.taken, receipt.problems
    resolved = resolve_game(games, GAME)
    with open_desk(games, GAME) as desk:
        return Voyage(games / GAME, orders, resolved, list(desk.chronicle.entries))


def list_alternatives(said: Said, due: str, second: bool, phase: str) -> list[Any]:
    """List what an order says to a decision, in the order it says it."""
    if due == "place":
        wishes = said["later"][phase]["place"]
    else:
        wishes = said[due]
        if isinstance(wishes, dict) and due in ("board", "pilot"):
            wishes = wishes[{"board": ("captain", "second"), "pilot": ("small", "large")}[due][second]]
    return list(wishes) if isinstance(wishes, list) else [wishes]


def write_action(due: str, wish: Any, name: str) -> Said:
    """Write an alternative as docs/record.md writes the action."""
    return {"player": name, **(wish if due == "board" and isinstance(wish, dict) else {due: wish})}


def check_answers(voyage: Voyage, desk: Any) -> None:
    """Each decision was answered by the first alternative of its player's file that was legal when it came."""
    setup = desk.setup
    game = Game(len(setup.names), setup.first, setup.options, count_deal(desk.dealt), setup.supply)
    for entry in voyage.entries:
        action = read_action(setup, entry)
        if action is None:
            continue
        if isinstance(action, Answered) and game.due not in ("bid", "load"):
            state = game.take_state()
            name = setup.names[action.seat]
            phase = f"v1-place-{state.round}"
            second = state.second_pirate or (state.pilot is not None and state.pilot.name == "LARGE_PILOT")
            said = list_alternatives(voyage.orders[name], game.due, second, phase)
            if game.due == "plunder":
                plundered = [WARES[ware] for ware in state.plundered]
                said = [{ware: said[0][ware] for ware in plundered}]
            legal = [{"player": name, **answer_to_mapping(answer, setup.names)} for answer in game.list_answers()]
            wished = [write_action(game.due, wish, name) for wish in said]
            assert entry["action"] == next(wish for wish in wished if wish in legal)
        elif isinstance(action, Answered) and game.due == "load":
            said = voyage.orders[setup.names[action.seat]]
            assert entry["action"]["load"] == said["load"]
            assert entry["lanes"] == list(said["load"])
            assert entry["action"]["move_order"] == said["move_order"]
        assert game.apply(action) is None


def tell_deeds(entries: list[Entry]) -> set[str]:
    """Tell what happened in a voyage beside what always does."""
    actions = [entry["action"] for entry in entries if entry["kind"] == "action"]
    deeds = {f"plunder {way}" for action in actions for way in action.get("plunder", {}).values()}
    boards = [action for action in actions if "board" in action]
    for action, pirate in zip(boards, ("captain", "second"), strict=False):
        if action["board"] != "stay":
            deeds.add(f"{pirate} {'evicts' if 'evict' in action else 'boards'}")
    return deeds | {"pilot" for action in actions if action.get("pilot", "none") != "none"}


VOYAGES = (
    (3, 0, {"captain boards", "pilot", "plunder port"}),
    (3, 21, {"captain boards", "second boards", "pilot"}),
    (4, 188, {"captain evicts", "second evicts", "pilot"}),
    (4, 165, {"captain evicts", "pilot", "plunder port"}),
    (5, 12, {"second boards", "pilot", "plunder port"}),
    (5, 25, {"pilot", "plunder port"}),
    (5, 36, {"pilot", "plunder shipyard"}),
)


@pytest.mark.parametrize(("players", "seed", "deeds"), VOYAGES)
def test_one_file_a_player_serves_a_whole_voyage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, seed: int, deeds: set[str]
) -> None:
    """At both paces, by one `resolve`, to the same record, since all say limits and end their lists."""
    monkeypatch.setenv("MANILA_NOW", "2026-12-01T20:00:00Z")
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    records = []
    for pace in ("sealed", "turns"):
        voyage = sail(tmp_path / pace, players, pace, seed)
        master = next(e["action"]["player"] for e in voyage.entries if "load" in e.get("action", {}))
        # The next auction waits for all at once, or for the previous harbour master, who speaks first (R4.1).
        awaited = NAMES[:players] if pace == "sealed" else (master,)
        resolved = voyage.resolved
        assert (resolved.phase, resolved.awaited, resolved.refused) == ("v2-auction", awaited, ())
        assert tell_deeds(voyage.entries) == deeds
        used = [entry for entry in voyage.entries if entry["kind"] == "order"]
        assert [(entry["phase"], entry["player"]) for entry in used] == [
            ("v1-auction", name) for name in NAMES[:players]
        ]
        with open_desk(tmp_path / pace, GAME) as desk:
            check_answers(voyage, desk)
        check_reports(voyage, players)
        assert verify_game(tmp_path / pace, GAME, None).flaws == ()
        records.append([e.get("action", e.get("dice")) for e in voyage.entries if e["kind"] in ("action", "roll")])
    assert records[0] == records[1]


def check_reports(voyage: Voyage, players: int) -> None:
    """Every phase that waited has its reports, one pair for everyone and one a player; no other has."""
    reports = voyage.folder / "reports"
    assert {path.name for path in reports.iterdir()} == {*voyage.resolved.done, "v2-auction"}
    keys = {key for entry in voyage.entries for key in entry.get("action", {})}
    decided = {step for key, step in STEPS.items() if key in keys}
    rounds = [f"place-{n}" for n in range(1, 5 if players == 3 else 4)]
    assert {phase.removeprefix("v1-") for phase in voyage.resolved.done} == {"auction", "office", *rounds, *decided}
    for folder in reports.iterdir():
        pages = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        own = {f"players/{name}.{kind}" for name in NAMES[:players] for kind in ("html", "txt")}
        assert pages == {"report.html", "report.txt", *own}
        assert all((folder / page).stat().st_size for page in pages)
