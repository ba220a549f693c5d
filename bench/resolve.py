"""CPU time and peak memory of one `manila resolve`; bench/README.md says what the figures mean.

    python bench/resolve.py [--repeats 15] [--voyage 9]

Plays a game of four players by order files up to the wanted voyage, keeps the game's folder at the measured phases of
the first voyage and of that one, and then resolves from fresh copies, in turn with a bare import of the libraries.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

# No module is imported that is not needed: a child's peak memory is at least what its parent holds when it starts it.

ROOT = Path(__file__).resolve().parents[1]
GAME = "bench"
PLAYERS = ("ana", "ben", "chu", "dan")
WARES = ("nutmeg", "silk", "ginseng", "jade")
IMPORTS = "import typer, jinja2, yaml"
MEASURED_STEPS = ("auction", "place-1")
SEEDS = (6, *range(6), *range(7, 50))
"""With the first one the game lasts long enough; the others are for the day when rules or orders change."""
BIDS = {"ana": 3, "ben": 2, "chu": 1, "dan": "pass"}
PLACES = {
    "ana": "[large-pilot, cheapest, pass]",
    "ben": "[pirates, cheapest, pass]",
    "chu": "[insurance, cheapest, pass]",
    "dan": "[port-a, cheapest, pass]",
}
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "MANILA_NOW": "2026-12-01T20:00:00Z",
    "PYTHONPATH": str(ROOT),
}
"""Bytecode is kept, as for an installed package, so that nothing is compiled but in the first run."""


class Cost:
    """What one process used: CPU seconds (user and system) and peak memory in MiB."""

    def __init__(self, seconds: float, mebibytes: float) -> None:
        self.seconds = seconds
        self.mebibytes = mebibytes


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def run_manila(games: Path, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "manila_pbem", "--games", str(games), *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, env=ENVIRONMENT, cwd=games.parent)


def run_well(games: Path, *words: str, text: str = "") -> str:
    """Run a command that must succeed and return what it printed."""
    done = run_manila(games, *words, text=text)
    if done.returncode:
        raise SystemExit(f"manila {' '.join(words)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def read_status(games: Path) -> dict[str, object]:
    status = json.loads(run_well(games, "status", GAME, "--json"))
    assert isinstance(status, dict)
    return status


def write_load(values: dict[str, int]) -> str:
    """Load the three wares of the least value, so that the game lasts."""
    wares = sorted(WARES, key=lambda ware: values[ware])[:3]
    return f"buy: none\nload: {{{wares[0]}: 4, {wares[1]}: 2, {wares[2]}: 3}}\n"


def reach_phases(work: Path, seed: str, voyage: int) -> dict[str, Path] | None:
    """Play a game and keep its folder, orders filed, at the measured phases; None if it ends before the voyage."""
    games = work / "games"
    shutil.rmtree(games, ignore_errors=True)
    games.mkdir()
    named = [word for player in PLAYERS for word in ("--player", player)]
    run_well(games, "new", GAME, *named, "--seed", seed)
    kept: dict[str, Path] = {}
    for number in range(1, voyage + 1):
        status = read_status(games)
        if status["phase"] != f"v{number}-auction":
            return None
        state = status["state"]
        assert isinstance(state, dict)
        if number in (1, voyage):
            kept.update(keep_phases(work, games, number, state["values"]))
        file_voyage(games, str(read_status(games)["phase"]), state["values"])
        run_well(games, "resolve", GAME)
    return kept


def keep_phases(work: Path, games: Path, number: int, values: dict[str, int]) -> dict[str, Path]:
    """File orders for one measured phase after the other and keep the game's folder before each is resolved."""
    kept = {}
    for player in PLAYERS:
        run_well(games, "order", GAME, player, text=f"bid: {BIDS[player]}\n")
    kept[f"v{number}-auction"] = keep(games, work / f"v{number}-auction")
    run_well(games, "resolve", GAME)
    awaited = read_status(games)["awaited"]
    assert isinstance(awaited, list)
    for player in awaited:
        run_well(games, "order", GAME, player, text=write_load(values))
    run_well(games, "resolve", GAME)
    for player in PLAYERS:
        run_well(games, "order", GAME, player, text=f"place: {PLACES[player]}\n")
    kept[f"v{number}-place-1"] = keep(games, work / f"v{number}-place-1")
    run_well(games, "resolve", GAME)
    return kept


def file_voyage(games: Path, phase: str, values: dict[str, int]) -> None:
    """Put order files where docs/play.md says, for all that is left of a voyage."""
    number, step = phase.split("-", 1)
    folder = games / GAME / "orders" / phase
    folder.mkdir(parents=True, exist_ok=True)
    for player in PLAYERS:
        ahead = "board: stay\npilot: none\nplunder: shipyard\n"
        first = f"bid: {BIDS[player]}\n{write_load(values)}" if step == "auction" else f"place: {PLACES[player]}\n"
        rounds = (1, 2, 3) if step == "auction" else (3,)
        later = "".join(f"  {number}-place-{count}: {{place: {PLACES[player]}}}\n" for count in rounds)
        (folder / f"{player}.yaml").write_text(f"{first}{ahead}later:\n{later}")


def keep(games: Path, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(games, folder)
    return folder


def measure(command: list[str], folder: Path) -> Cost:
    """Run a command to its end and return what it used."""
    null = os.open(os.devnull, os.O_RDWR)
    to_null = [(os.POSIX_SPAWN_DUP2, null, number) for number in (0, 1, 2)]
    os.chdir(folder)
    pid = os.posix_spawn(command[0], command, ENVIRONMENT, file_actions=to_null)
    _, status, used = os.wait4(pid, 0)
    os.close(null)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{' '.join(command)}: exit status {os.waitstatus_to_exitcode(status)}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def measure_resolve(work: Path, kept: Path) -> Cost:
    """Resolve a fresh copy of a kept game."""
    games = work / "games"
    shutil.rmtree(games)
    shutil.copytree(kept, games)
    return measure([sys.executable, "-m", "manila_pbem", "--games", str(games), "resolve", GAME], work)


def find_median(numbers: list[float]) -> float:
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def find_game(work: Path, voyage: int) -> dict[str, Path]:
    for number in SEEDS:
        kept = reach_phases(work, f"bench {number}", voyage)
        if kept is not None:
            return kept
    raise SystemExit(f"no game of {len(SEEDS)} lasted until voyage {voyage}")


def main() -> None:
    parser = argparse.ArgumentParser(description="CPU time and peak memory of one `manila resolve`.")
    parser.add_argument("--repeats", type=int, default=15, help="measurements of each subject")
    parser.add_argument("--voyage", type=int, default=9, help="the late voyage, compared with the first")
    chosen = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with TemporaryDirectory() as folder:
        work = Path(folder)
        tell(f"playing a game of {len(PLAYERS)} up to voyage {chosen.voyage} ...")
        kept = find_game(work, chosen.voyage)
        costs: dict[str, list[Cost]] = {phase: [] for phase in ("imports", *kept)}
        # The first turn of each warms the files' caches and is not counted.
        for repeat in range(chosen.repeats + 1):
            for phase, found in costs.items():
                if phase == "imports":
                    cost = measure([sys.executable, "-c", IMPORTS], work)
                else:
                    cost = measure_resolve(work, kept[phase])
                if repeat:
                    found.append(cost)
        os.chdir(ROOT)
    report(costs, chosen.repeats, chosen.voyage)


def report(costs: dict[str, list[Cost]], repeats: int, voyage: int) -> None:
    seconds = {phase: find_median([cost.seconds for cost in found]) for phase, found in costs.items()}
    peaks = {phase: find_median([cost.mebibytes for cost in found]) for phase, found in costs.items()}
    tell(f"one process each, medians of {repeats}:")
    for phase in costs:
        name = f'python -c "{IMPORTS}"' if phase == "imports" else f"manila resolve, {phase}"
        ratio = "" if phase == "imports" else f"   {seconds[phase] / seconds['imports']:.2f} times the imports"
        tell(f"  {name:42}{1000 * seconds[phase]:7.1f} ms CPU   {peaks[phase]:5.1f} MiB{ratio}")
    for step in MEASURED_STEPS:
        early, late = seconds[f"v1-{step}"], seconds[f"v{voyage}-{step}"]
        tell(f"  voyage {voyage} against voyage 1, {step}: {late / early:.2f} times")


if __name__ == "__main__":
    main()
