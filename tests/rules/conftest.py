"""A tiny script language for positions: one line an action, in the words of docs/record.md.

ana bid 3 | ana bid pass            ana buy silk | ana buy none
ana load jade 0 silk 4 ginseng 5    ana load jade 0 silk 4 ginseng 5 order silk jade ginseng
ana place port-a | ana place pass   ben board silk evict ana | ben board stay
ben pilot silk -1 jade 1 | ben pilot none
chu plunder silk port jade shipyard ana mortgage 1 | ana redeem 1
dice jade 3 silk 6 ginseng 1
rest pass                           everybody still asked to place passes, up to the next dice or decision
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from manila_pbem.rules.answers import Answer, Bid, Board, Buy, Load, Loan, Mortgage, Pilot, Place, Plunder, Redeem
from manila_pbem.rules.board import LAST_LANE_SPACE, OPTION_WORDS, SPACE_WORDS, WARE_WORDS, Options, Space, Ware
from manila_pbem.rules.events import Event, PuntArrived, PuntWrecked
from manila_pbem.rules.play import Action, Answered, Game, Lent, Refusal, Rolled
from manila_pbem.rules.state import State, find_berth

NAMES = ("ana", "ben", "chu", "dan", "eva")
DEAL = ("nutmeg silk", "nutmeg silk", "ginseng jade", "ginseng jade", "nutmeg silk")


def read_ware(word: str) -> Ware:
    return Ware(WARE_WORDS.index(word))


def read_pairs(words: list[str]) -> list[tuple[Ware, str]]:
    return [(read_ware(ware), word) for ware, word in list(pairwise(words))[::2]]


def read_answer(kind: str, words: list[str]) -> Answer | Loan:
    """Read an answer or a loan from its words."""
    word = words[0]
    if kind == "bid":
        return Bid(None if word == "pass" else int(word))
    if kind == "buy":
        return Buy(None if word == "none" else read_ware(word))
    if kind == "load":
        split = words.index("order") if "order" in words else len(words)
        pairs = read_pairs(words[:split])
        order = tuple(read_ware(word) for word in words[split + 1 :])
        return Load(tuple(ware for ware, _ in pairs), tuple(int(start) for _, start in pairs), order or None)
    if kind == "place":
        return Place(None if word == "pass" else Space(SPACE_WORDS.index(word)))
    if kind == "board":
        evict = NAMES.index(words[2]) if len(words) > 1 else None
        return Board(None if word == "stay" else read_ware(word), evict)
    if kind == "pilot":
        moves = [] if word == "none" else [(ware, int(step)) for ware, step in read_pairs(words)]
        return Pilot(tuple(sorted(moves)))
    if kind == "plunder":
        return Plunder(tuple(sorted((ware, way == "port") for ware, way in read_pairs(words))))
    return {"mortgage": Mortgage, "redeem": Redeem}[kind](int(word))


def write_answer(answer: Answer) -> str:
    """Write an answer in the words it is read from, without its kind."""
    match answer:
        case Bid(pesos):
            return "pass" if pesos is None else str(pesos)
        case Buy(ware):
            return "none" if ware is None else WARE_WORDS[ware]
        case Place(space):
            return "pass" if space is None else SPACE_WORDS[space]
        case Board(ware, evict):
            put_off = "" if evict is None else f" evict {NAMES[evict]}"
            return "stay" if ware is None else WARE_WORDS[ware] + put_off
        case Pilot(moves):
            return " ".join(f"{WARE_WORDS[ware]} {step}" for ware, step in moves) or "none"
        case Plunder(to_port):
            return " ".join(f"{WARE_WORDS[ware]} {'port' if way else 'shipyard'}" for ware, way in to_port)
        case _:
            raise AssertionError(answer)


class Script:
    """A game played by lines of the script language, and what can be seen of it."""

    def __init__(self, players: int, first: str, deal: tuple[str, ...], options: dict[str, str]) -> None:
        self.names = NAMES[:players]
        self.told: list[Event] = []
        self.actions: list[Action] = []
        chosen = [word in options and OPTION_WORDS[word].index(options[word]) == 1 for word in OPTION_WORDS]
        counts = [[hand.split().count(ware) for ware in WARE_WORDS] for hand in deal[:players]]
        self.game = Game(players, NAMES.index(first), Options(*chosen), counts, tell=self.told.append)

    def read(self, line: str) -> Action:
        name, kind, *words = line.split()
        if name == "dice":
            return Rolled({ware: int(number) for ware, number in read_pairs([kind, *words])})
        answer = read_answer(kind, words)
        seat = self.names.index(name)
        return Lent(seat, answer) if isinstance(answer, Mortgage | Redeem) else Answered(seat, answer)

    def play(self, *lines: str) -> None:
        """Play lines that the rules must allow."""
        for line in lines:
            if line == "rest pass":
                while self.game.due == "place":
                    self.play(f"{self.names[self.game.to_act or 0]} place pass")
                continue
            action = self.read(line)
            refusal = self.game.apply(action)
            assert refusal is None, (line, refusal)
            self.actions.append(action)

    def refuse(self, line: str) -> str:
        """Play a line that the rules must refuse, leaving all as it was; return the clause named."""
        before, told = self.state, len(self.told)
        refusal = self.game.apply(self.read(line))
        assert isinstance(refusal, Refusal), f"{line} was allowed"
        assert (self.state, len(self.told)) == (before, told), f"{line} was refused and changed something"
        return refusal.clause

    def open_voyage(self, load: str) -> None:
        """Let everybody pass, so that the office costs nothing and stays; buy none and load."""
        while self.game.due == "bid":
            self.play(f"{self.names[self.game.to_act or 0]} bid pass")
        master = self.names[self.game.to_act or 0]
        self.play(f"{master} buy none", f"{master} load {load}")

    @property
    def state(self) -> State:
        return self.game.take_state()

    @property
    def asked(self) -> str:
        """Who is asked for what: `ana place`, `dice` or `nothing`."""
        seat = self.game.to_act
        return self.game.due if seat is None else f"{self.names[seat]} {self.game.due}"

    @property
    def legal(self) -> list[str]:
        """The legal answers, in words."""
        return [write_answer(answer) for answer in self.game.list_answers()]

    @property
    def master(self) -> str | None:
        seat = self.state.harbour_master
        return None if seat is None else self.names[seat]

    @property
    def passed(self) -> list[str]:
        return [name for name, passed in zip(self.names, self.state.passed, strict=True) if passed]

    @property
    def cash(self) -> dict[str, int]:
        return dict(zip(self.names, self.state.cash, strict=True))

    @property
    def mortgaged(self) -> dict[str, int]:
        return dict(zip(self.names, self.state.mortgaged, strict=True))

    @property
    def values(self) -> dict[str, int]:
        return dict(zip(WARE_WORDS, self.state.values, strict=True))

    @property
    def supply(self) -> dict[str, int]:
        return dict(zip(WARE_WORDS, self.state.supply, strict=True))

    @property
    def punts(self) -> dict[str, int | str]:
        """Where each loaded punt is, in lane order: a space of its lane, a port or a shipyard."""
        places: dict[str, int | str] = {}
        for ware in self.state.lanes:
            where = self.state.where[ware]
            berth = find_berth(where)
            places[WARE_WORDS[ware]] = where if berth is None else SPACE_WORDS[berth]
        return places

    @property
    def berthed(self) -> list[str]:
        """Every port and shipyard taken so far in the game, in the order in which it happened: `silk port-a`."""
        taken = []
        for event in self.told:
            if isinstance(event, PuntArrived | PuntWrecked):
                berth = event.port if isinstance(event, PuntArrived) else event.shipyard
                taken.append(f"{WARE_WORDS[event.ware]} {SPACE_WORDS[berth]}")
        return taken

    def crew(self, space: str) -> list[str]:
        """Who is on a space, front to back."""
        return [self.names[seat] for seat in self.state.crew[SPACE_WORDS.index(space)]]


NewGame = Callable[..., Script]


@pytest.fixture(scope="session")
def new_game() -> NewGame:
    """Make a scripted game: `new_game(players=4, first="ana", deal=(...), pirates="evict", ...)`."""

    def make(players: int = 4, first: str = "ana", deal: tuple[str, ...] = DEAL, **options: str) -> Script:
        assert not options.keys() - OPTION_WORDS.keys()
        return Script(players, first, deal, options)

    return make


class Wanderer:
    """A game of random choices that leans to the corners: punts stop on 13, pirates are hired, money runs out."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.players = self.rng.choice((3, 4, 5))
        self.first = self.rng.randrange(self.players)
        self.options = Options(*[self.rng.random() < 0.5 for _ in OPTION_WORDS])
        cards = [ware for ware in Ware for _ in range(3)]
        self.rng.shuffle(cards)
        hands = [cards[2 * seat : 2 * seat + 2] for seat in range(self.players)]
        self.deal = tuple(tuple(hand.count(ware) for ware in Ware) for hand in hands)
        self.told: list[Event] = []
        self.game = self.begin(self.told.append)

    def begin(self, tell: Callable[[Event], None] | None = None) -> Game:
        """Begin the same game again."""
        return Game(self.players, self.first, self.options, self.deal, tell=tell)

    def choose(self, game: Game) -> Action:
        """Choose what happens next: mostly what is due, now and then a loan."""
        if self.rng.random() < 0.1:
            state = game.take_state()
            seat = self.rng.randrange(self.players)
            loan = self.rng.choice((Mortgage, Redeem))(self.rng.randint(1, 2))
            before = game.copy()
            if before.lend(seat, loan) is None:
                return Lent(seat, loan)
            assert before.take_state() == state
        if game.due == "dice":
            return Rolled({ware: self.throw(game.take_state().where[ware]) for ware in game.loaded})
        assert game.to_act is not None
        return Answered(game.to_act, self.answer(game))

    def throw(self, where: int) -> int:
        """Throw a die that likes space 13."""
        on_13 = LAST_LANE_SPACE - where
        return on_13 if 1 <= on_13 <= 6 and self.rng.random() < 0.4 else self.rng.randint(1, 6)

    def answer(self, game: Game) -> Answer:
        answers = game.list_answers()
        if game.due == "bid" and self.rng.random() < 0.7:
            return self.rng.choice(answers[:3])
        if game.due == "place" and Place(Space.PIRATES) in answers and self.rng.random() < 0.2:
            return Place(Space.PIRATES)
        answer = self.rng.choice(answers)
        if isinstance(answer, Load) and self.rng.random() < 0.5:
            return answer._replace(move_order=tuple(self.rng.sample(answer.wares, 3)))
        return answer

    def step(self) -> Action:
        """Play one action, which must be allowed, and return it."""
        action = self.choose(self.game)
        refusal = self.game.apply(action)
        assert refusal is None, (action, refusal)
        return action


@pytest.fixture(scope="session")
def wander() -> Callable[[int], Wanderer]:
    """Begin a random game from a seed: `wander(seed)`; `wanderer.step()` until `wanderer.game.due` is `nothing`."""
    return Wanderer
