"""Decisions a second of the engine, beside OpenSpiel's Python API; bench/README.md says what the figures mean.

    python bench/engine.py [--repeats 7] [--seconds 1.0] [--spiel PYTHON]

Each measurement is a fresh process on one core; the subjects take turns, and medians are printed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parents[1]
SPIEL_GAMES = ("hearts", "crazy_eights")
BATCH = 10
"""Whole games between two looks at the clock."""


def play_manila(rng: Random, hand_out: bool = False) -> int:
    """Play one game at random and return how many decisions players took; dice are not counted."""
    from manila_pbem.rules.board import OPTION_WORDS, WARES, Options
    from manila_pbem.rules.play import Game

    draw = rng.random
    players = 3 + int(draw() * 3)
    cards = [ware for ware in WARES for _ in range(3)]
    rng.shuffle(cards)
    deal = [[cards[2 * seat : 2 * seat + 2].count(ware) for ware in WARES] for seat in range(players)]
    game = Game(players, 0, Options(*[draw() < 0.5 for _ in OPTION_WORDS]), deal)
    decisions = 0
    while game.due != "nothing":
        if game.due == "dice":
            refusal = game.roll({ware: 1 + int(draw() * 6) for ware in game.loaded})
        else:
            answers = game.list_answers()
            answer = answers[int(draw() * len(answers))]
            assert game.to_act is not None
            refusal = game.answer(game.to_act, answer)
            decisions += 1
        assert refusal is None
        if hand_out:
            game.take_state()
    return decisions


def play_spiel(name: str) -> Callable[[Random], int]:
    """Return a function that plays one game of OpenSpiel's at random, with the same way to choose."""
    import pyspiel

    spiel = pyspiel.load_game(name)

    def play(rng: Random) -> int:
        draw = rng.random
        state = spiel.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                # Cards are dealt with equal chances in both games.
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
                decisions += 1
        return decisions

    return play


def measure(subject: str, seed: int, seconds: float) -> float:
    """Return decisions a second of a subject in this process, after a short warming up."""
    if subject in SPIEL_GAMES:
        play = play_spiel(subject)
    else:
        sys.path.insert(0, str(ROOT))
        hand_out = subject == "manila, with a state handed out each time"

        def play(rng: Random) -> int:
            return play_manila(rng, hand_out)

    rng = Random(seed)
    for _ in range(BATCH):
        play(rng)
    decisions = 0
    begun = process_time()
    while (spent := process_time() - begun) < seconds:
        for _ in range(BATCH):
            decisions += play(rng)
    return decisions / spent


def run_measurement(python: str, subject: str, seed: int, seconds: float) -> float:
    command = [python, __file__, "--subject", subject, "--seed", str(seed), "--seconds", str(seconds)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def has_spiel(python: str) -> bool:
    try:
        run = subprocess.run([python, "-c", "import pyspiel"], capture_output=True)
    except OSError:
        return False
    return run.returncode == 0


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description="Decisions a second of the engine, beside OpenSpiel's Python API.")
    parser.add_argument("--repeats", type=int, default=7, help="measurements of each subject")
    parser.add_argument("--seconds", type=float, default=1.0, help="length of each measurement")
    parser.add_argument("--spiel", default=sys.executable, metavar="PYTHON", help="a Python that has open_spiel")
    parser.add_argument("--subject", help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.subject:
        tell(str(measure(chosen.subject, chosen.seed, chosen.seconds)))
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    subjects = {"manila": sys.executable, "manila, with a state handed out each time": sys.executable}
    if has_spiel(chosen.spiel):
        subjects.update(dict.fromkeys(SPIEL_GAMES, chosen.spiel))
    else:
        tell(f"OpenSpiel is not installed for {chosen.spiel}; its games are left out (see bench/README.md).\n")
    speeds: dict[str, list[float]] = {subject: [] for subject in subjects}
    for repeat in range(chosen.repeats):
        for subject, python in subjects.items():
            speeds[subject].append(run_measurement(python, subject, repeat, chosen.seconds))
    ours = median(speeds["manila"])
    tell(f"decisions a second of CPU time, medians of {chosen.repeats}, one core:")
    for subject, found in speeds.items():
        ratio = "" if subject == "manila" else f"   manila is {ours / median(found):.2f} times as fast"
        tell(f"  {subject:45}{median(found):>10,.0f}   ({min(found):,.0f} to {max(found):,.0f}){ratio}")


if __name__ == "__main__":
    main()
