"""`demo`: a whole game of simple bots by the very path that people's games take."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from manila_pbem.errors import ManilaError
from manila_pbem.formats.order_writer import write_order
from manila_pbem.orders.asking import list_questions
from manila_pbem.orders.phases import OVER
from manila_pbem.processor.desk import open_desk
from manila_pbem.processor.filing import file_player_order
from manila_pbem.processor.making import Wanted, make_game
from manila_pbem.processor.policies import ask_bot
from manila_pbem.processor.resolving import resolve_game
from manila_pbem.values import NamedValue

GAME = "demo"
FOLDER = Path("manila-demo")
PLAYERS = ("Ana", "Ben", "小莉", "Dai")


class Played(NamedValue):
    """How far a demo has come: the phase that waits, the number of its voyage, and its page for everyone."""

    phase: str
    voyage: int
    report: Path


def play_demo(folder: Path, seed_text: str | None = None) -> Iterator[Played]:
    """Play a whole game in a folder of games, and tell each phase that begins; the last is `over`.

    Raises ManilaError where the folder holds a game of that name already.
    """
    made = make_game(folder, Wanted(game=GAME, players=PLAYERS, title="A demonstration", seed_text=seed_text))
    yield Played(made.phase, 1, made.report)
    phase = made.phase
    while phase != OVER:
        for player, text in _write_orders(folder):
            receipt = file_player_order(folder, GAME, player, text.encode())
            if receipt.order is None:
                raise ManilaError(f"the bot of {player} wrote an order that is refused: {receipt.problems}")
        resolved = resolve_game(folder, GAME)
        if not resolved.moved:
            raise ManilaError(f"the demo waits for {', '.join(resolved.awaited)} in {resolved.phase}")
        phase = resolved.phase
        voyage = int(phase[1:].partition("-")[0]) if phase != OVER else 0
        yield Played(phase, voyage, folder / GAME / "reports" / phase / "report.html")


def check_folder(folder: Path) -> None:
    """Raise ManilaError where a folder is there and not empty, so that a demo is never mixed with something else."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ManilaError(f"{folder} is there and not empty, and a demo wants a new or empty folder")


def _write_orders(folder: Path) -> list[tuple[str, str]]:
    """Let every bot that may have to decide write its order, from its own view."""
    with open_desk(folder, GAME) as desk:
        state = desk.now.game.take_state()
        names = desk.setup.names
        orders = []
        questions = list_questions(state)
        for seat in sorted({seat for seat, _ in questions}):
            orders.append((names[seat], write_order(ask_bot(desk, seat, "simple"))))
        return orders
