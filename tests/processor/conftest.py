"""Games played by order files and commands alone, by players who write orders at random.

Whoever plays here knows no more than docs/play.md tells a player: words, phases, and what `status --json` says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

WARES = ("nutmeg", "silk", "ginseng", "jade")
SPACES = (
    *("port-a", "port-b", "port-c", "shipyard-a", "shipyard-b", "shipyard-c"),
    *("pirates", "small-pilot", "large-pilot", "insurance"),
)
STEPS_OF_3 = (*("auction", "office", "place-1", "place-2", "place-3", "boarding", "place-4", "pilots", "plunder"),)
STEPS_OF_MORE = ("auction", "office", "place-1", "place-2", "boarding", "place-3", "pilots", "plunder")
OPTIONS = ("pirates=evict", "second_13=port", "blind_passengers=one", "late_port_bets=open", "large_pilot=up_to")
PLAIN = {
    "auction": "bid: pass",
    "office": "buy: none\nload: {silk: 5, jade: 4, ginseng: 0}",
    "boarding": "board: stay",
    "pilots": "pilot: none",
    "plunder": "plunder: port",
}
SECRET_OF_THE_MACHINE = ("secret/code-key", "secret/lock")
"""What differs from one making of a game to the next: random bytes, and the number of the process that had the lock."""


def read_tree(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file below a game's folder, but for what differs by nature."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and str(path.relative_to(folder)) not in SECRET_OF_THE_MACHINE
    }


class Scribe:
    """Writes orders at random: wild lists, conditions, limits, loans, salt, answers given ahead."""

    def __init__(self, rng: Random, names: Sequence[str]) -> None:
        self.rng = rng
        self.names = tuple(names)
        self.steps = STEPS_OF_3 if len(names) == 3 else STEPS_OF_MORE

    def chance(self, often: float) -> bool:
        return self.rng.random() < often

    def write(self, phase: str) -> str:
        """Write an order that answers what the phase may ask, and perhaps more."""
        voyage, _, step = phase.partition("-")
        lines = self.answer(step)
        ahead = [later for later in self.steps[self.steps.index(step) + 1 :] if not later.startswith("place")]
        for later in ahead:
            if self.chance(0.12):
                lines += self.answer(later)
        if self.chance(0.15):
            coming = self.steps[self.steps.index(step) + 1 :]
            said = {f"{voyage}-{later}": self.answer(later) for later in coming if self.chance(0.4)}
            said = {later: answers for later, answers in said.items() if answers}
            if said:
                lines.append("later:")
                lines += [f"  {later}: {{{', '.join(answers)}}}" for later, answers in said.items()]
        lines += self.write_rest()
        if self.chance(0.1):
            lines.insert(0, f"phase: {phase}")
        if "later:" not in lines:
            self.rng.shuffle(lines)
        return "\n".join(lines) + "\n"

    def write_rest(self) -> list[str]:
        """Write what anyone may order at any time."""
        lines = []
        if self.chance(0.12):
            lines.append(f"mortgage: {self.rng.randint(1, 3)}")
        if self.chance(0.12):
            lines.append(f"redeem: {self.rng.randint(1, 2)}")
        if self.chance(0.3):
            lines.append(f"salt: {self.rng.choice(('x', '鹽', 'a b c', 'S'))}{self.rng.randint(0, 10**6)}")
        if self.chance(0.04):
            lines.append(f"message: {{to: {self.rng.choice(('all', *self.names))}, text: ahoy {self.rng.random()}}}")
        return lines

    def write_extra(self) -> str:
        """Write an order of nothing but salt and loans."""
        return "\n".join(self.write_rest() or [f"salt: {self.rng.random()}"]) + "\n"

    def write_plain(self, phase: str) -> str:
        """Write an order that can be legal whenever its phase is asked."""
        step = phase.partition("-")[2]
        return f"{PLAIN.get(step, 'place: pass')}\nsalt: {self.rng.random()}\n"

    def answer(self, step: str) -> list[str]:
        """Write the keys of a step, each on a line."""
        rng = self.rng
        if step == "auction":
            up_to = rng.choice((0, 1, 2, 3, 5, 8, 13, 20, 54, 99))
            if not up_to:
                return ["bid: pass"]
            form = rng.choice(("{0}", "{{up_to: {0}}}", "{{say: {1}, up_to: {0}}}"))
            return [f"bid: {form.format(up_to, rng.randint(1, up_to))}"]
        if step == "office":
            lanes = rng.sample(WARES, 3)
            starts = rng.choice(((5, 4, 0), (3, 3, 3), (0, 5, 4), (1, 3, 5), (4, 4, 1)))
            load = ", ".join(f"{ware}: {start}" for ware, start in zip(lanes, starts, strict=True))
            lines = [
                f"buy: {self.list_of('buy', [*rng.sample(WARES, rng.randint(0, 2)), 'none'])}",
                f"load: {{{load}}}",
            ]
            if self.chance(0.4):
                lines.append(f"move_order: [{', '.join(rng.sample(lanes, 3))}]")
            return lines
        if step.startswith("place"):
            words = rng.sample((*WARES, *WARES, *SPACES), rng.randint(1, 6))
            words += [word for word in ("cheapest", "pass") if self.chance(0.4)]
            return [f"place: {self.list_of('place', [self.spell(word) for word in words])}"]
        if step == "boarding":
            return [self.roles("board", ("captain", "second"), self.boards)]
        if step == "pilots":
            return [self.roles("pilot", ("small", "large"), self.pilots)]
        if self.chance(0.3):
            return [f"plunder: {rng.choice(('port', 'shipyard'))}"]
        wares = rng.sample(WARES, rng.randint(2, 4))
        ways = [f"{ware}: {rng.choice(('port', 'shipyard'))}" for ware in wares]
        return [f"plunder: {{{', '.join(ways)}}}"]

    def roles(self, key: str, roles: tuple[str, str], write: Callable[[], list[str]]) -> str:
        if self.chance(0.3):
            return f"{key}: {{{roles[0]}: {self.list_of(key, write())}, {roles[1]}: {self.list_of(key, write())}}}"
        return f"{key}: {self.list_of(key, write())}"

    def boards(self) -> list[str]:
        boards = self.rng.sample(WARES, self.rng.randint(1, 3))
        boards += [
            f"{{board: {self.rng.choice(WARES)}, evict: {self.rng.choice(self.names)}}}"
            for _ in range(3)
            if self.chance(0.6)
        ]
        return [*boards, "stay"]

    def pilots(self) -> list[str]:
        rng = self.rng
        moves = []
        for _ in range(rng.randint(1, 4)):
            one, two = rng.sample(WARES, 2)
            form = rng.choice(("{0}: {2}", "{0}: {3}", "{0}: {2}, {1}: {4}"))
            signs = [rng.choice((1, -1)) for _ in range(3)]
            moves.append(f"{{{form.format(one, two, signs[0], 2 * signs[1], signs[2])}}}")
        return [*moves, "none"]

    def list_of(self, key: str, words: list[str]) -> str:
        said = [
            f"{{{key}: {word}, when: {{{self.condition()}}}}}" if self.chance(0.12) and word[0] != "{" else word
            for word in words
        ]
        return said[0] if len(said) == 1 and self.chance(0.5) else f"[{', '.join(said)}]"

    def condition(self) -> str:
        rng = self.rng
        ware = rng.choice(WARES)
        return rng.choice(
            (
                f"position: {{{ware}: {{min: {rng.randint(0, 14)}}}}}",
                f"crew: {{{ware}: {{max: {rng.randint(0, 3)}}}}}",
                f"value: {{{ware}: {{min: {rng.choice((0, 5, 10, 20))}}}}}",
                f"cost: {{max: {rng.randint(0, 5)}}}",
                f"cash: {{min: {rng.randint(0, 40)}}}",
                f"free: [{rng.choice(SPACES)}, {ware}]",
                f"harbour_master: {rng.choice(self.names)}",
            )
        )

    def spell(self, word: str) -> str:
        """Spell a word as people do (docs/play.md, section 2, "Words")."""
        if not self.chance(0.2):
            return word
        return self.rng.choice((word.upper(), word.replace("-", " "), word.replace("-", "_").title()))


class Playing:
    """A game played at random. `deeds` keeps all that was done to its folder, so that it can be done again."""

    def __init__(self, club: Any, game: str, names: Sequence[str], seed: int, *arguments: str) -> None:
        self.club = club
        self.game = game
        self.rng = Random(seed)
        self.scribe = Scribe(self.rng, names)
        self.names = tuple(names)
        self.deeds: list[list[Any]] = []
        self.pace = "turns" if "turns" in arguments else "sealed"
        self.phases: list[str] = []
        self.stuck = 0
        self.minutes = 0
        named = [word for name in names for word in ("--player", name)]
        self.do("new", game, *named, "--seed", str(seed), *arguments)

    def do(self, *arguments: str, text: str = "") -> Any:
        """Run a command, a minute after the one before."""
        self.minutes += 1
        self.club.now = f"2026-12-{1 + self.minutes // 1440:02}T{self.minutes // 60 % 24:02}:{self.minutes % 60:02}:00Z"
        self.deeds.append(["run", self.club.now, list(arguments), text])
        return self.club.run(*arguments, text=text)

    def put(self, phase: str, player: str, text: str) -> None:
        self.deeds.append(["put", phase, player, text])
        self.club.put(self.game, phase, player, text)

    def play(self, look: Callable[[str], None] | None = None, until: str = "over") -> None:
        """Play to a phase, the end if none is named; `look` is called with each phase that begins."""
        while True:
            status = self.club.status(self.game)
            phase = status["phase"]
            if phase not in self.phases:
                self.phases.append(phase)
                if look is not None:
                    look(phase)
            if phase == until or phase == "over":
                return
            self.write_orders(phase, status["awaited"])
            ran = self.do("resolve", self.game)
            assert ran.status in (0, 3), ran
            self.stuck = 0 if ran.status == 0 else self.stuck + 1
            assert self.stuck < 10, (phase, status, ran)

    def write_orders(self, phase: str, awaited: Sequence[str]) -> None:
        rng = self.rng
        for player in self.names:
            if player in awaited:
                text = self.scribe.write_plain(phase) if self.stuck > 2 else self.scribe.write(phase)
            elif rng.random() < 0.12:
                text = self.scribe.write_extra() if rng.random() < 0.7 else self.scribe.write(phase)
            else:
                continue
            if rng.random() < 0.2 and player in awaited:
                checked = self.club.run("check", "-", "--game", self.game, "--player", player, text=text)
                ran = self.do("order", self.game, player, text=text)
                assert ran.status in (0, 1), ran
                assert checked.out.replace("WOULD BE TAKEN", "TAKEN") == ran.out
            else:
                self.put(phase, player, text)
        if rng.random() < 0.1:
            step = phase.partition("-")[2]
            later = rng.choice(self.scribe.steps[self.scribe.steps.index(step) :])
            self.put(f"{phase.partition('-')[0]}-{later}", rng.choice(self.names), self.scribe.write_extra())
        if rng.random() < 0.04:
            self.do("loan", self.game, rng.choice(self.names), rng.choice(("mortgage", "redeem")), "1")


StartPlaying = Callable[..., Playing]


NAMES = ("ana", "Ben", "小莉", "José", "eva maria")


def begin(club: Any, players: int = 4, pace: str = "sealed", seed: int = 1, options: Sequence[str] = ()) -> Playing:
    """Begin a random game `harbour-1`: `start(4, "turns", seed=3, options=("pirates=evict",))`."""
    chosen = [word for option in options for word in ("--option", option)]
    return Playing(club, "harbour-1", NAMES[:players], seed, "--pace", pace, *chosen)


@pytest.fixture
def start(club: Any) -> StartPlaying:
    """Begin a random game in this test's folder of games."""
    return partial(begin, club)


@pytest.fixture(scope="session")
def make_playing(make_club: Any) -> StartPlaying:
    """Begin a random game in a folder of games that stays for the whole run."""

    def make(*arguments: Any, **options: Any) -> Playing:
        return begin(make_club(), *arguments, **options)

    return make


@pytest.fixture(scope="session")
def play_once(make_playing: StartPlaying) -> Callable[..., Playing]:
    """Play a random game to a phase, once for the whole run; whoever looks at it leaves it as it is."""

    @cache
    def play(players: int, pace: str, seed: int, options: tuple[str, ...] = (), until: str = "over") -> Playing:
        playing = make_playing(players, pace, seed=seed, options=options)
        playing.play(until=until)
        return playing

    return play


@pytest.fixture(scope="session")
def tree() -> Callable[[Path], dict[str, bytes]]:
    """Read all of a game's folder but for what differs by nature."""
    return read_tree
