"""A game played by order files in memory: what each says, when it is used, and what it brings.

Positions are reached by lines in the words of docs/record.md: `ana bid: 3`, `ben board: silk, evict: ana`,
`dice: {jade: 3, silk: 6, ginseng: 1}`. Orders are the texts of docs/play.md, section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
import yaml

from manila_pbem.formats.order_reader import read_order
from manila_pbem.formats.record_action import WARE_OF_WORD, action_from_mapping, answer_to_mapping
from manila_pbem.orders.asking import list_asked, list_questions
from manila_pbem.orders.judging import Case, judge_order
from manila_pbem.orders.order import Order
from manila_pbem.orders.phases import Phase, find_phase, read_phase
from manila_pbem.orders.problems import Kind, Problem
from manila_pbem.orders.standing import Filed, Standing
from manila_pbem.orders.trace import LoanLeftOut, Tried
from manila_pbem.orders.turn import (
    Decided,
    LoanDone,
    OrderUsed,
    Outcome,
    Rules,
    list_awaited,
    take_step,
)
from manila_pbem.rules.board import OPTION_WORDS, WARE_WORDS, Options, Ware
from manila_pbem.rules.play import Answered, Game, Lent, Rolled
from manila_pbem.rules.state import State

NAMES = ("ana", "ben", "chu", "dan", "eva")
DEAL = ("nutmeg silk", "nutmeg silk", "ginseng jade", "ginseng jade", "nutmeg silk")


def write_flow(value: object) -> str:
    """Write a value as docs/record.md does, within braces and brackets."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {write_flow(part)}" for key, part in value.items()) + "}"
    return "[" + ", ".join(map(write_flow, value)) + "]" if isinstance(value, list) else str(value)


class Post:
    """A game and the order files that lie in its folders. What `step` brings is told in words, one line each."""

    def __init__(self, players: int, pace: str, first: str, deal: Sequence[str], options: Mapping[str, str]) -> None:
        self.names = NAMES[:players]
        self.rules = Rules(self.names, pace == "sealed")
        chosen = [word in options and OPTION_WORDS[word].index(options[word]) == 1 for word in OPTION_WORDS]
        counts = [[hand.split().count(ware) for ware in WARE_WORDS] for hand in deal[:players]]
        self.game = Game(players, NAMES.index(first), Options(*chosen), counts)
        self.standing = Standing(players, 1)
        self.folders: dict[str, dict[int, Filed]] = {}
        self.dice: list[dict[str, int]] = []
        self.notes: list[str] = []
        self.awaited: list[str] = []

    @property
    def state(self) -> State:
        return self.game.take_state()

    @property
    def phase(self) -> str:
        phase = find_phase(self.state)
        assert phase is not None
        return phase.name

    @property
    def asked(self) -> list[str]:
        """Who may have to decide in the phase."""
        return [self.names[seat] for seat in list_asked(self.state)]

    @property
    def questions(self) -> list[str]:
        """Every question of the phase, in the order they come: `ana place`, `ben board second`."""
        return [
            f"{self.names[seat]} {question.due}{' second' if question.second else ''}"
            for seat, question in list_questions(self.state)
        ]

    @property
    def cash(self) -> dict[str, int]:
        return dict(zip(self.names, self.state.cash, strict=True))

    @property
    def mortgaged(self) -> dict[str, int]:
        return dict(zip(self.names, self.state.mortgaged, strict=True))

    write = staticmethod(write_flow)

    def act(self, *lines: str) -> None:
        """Reach a position by actions that the rules must allow; no order stands behind them."""
        for line in lines:
            name, _, rest = line.partition(" ")
            said = yaml.safe_load(f"{{{line if name == 'dice:' else rest}}}")
            action = action_from_mapping(said if name == "dice:" else {"player": name, **said}, self.names)
            assert isinstance(action, Answered | Lent | Rolled), (line, action)
            refusal = self.game.apply(action)
            assert refusal is None, (line, refusal)

    def open_voyage(self, load: str, master: str | None = None, bid: int = 1) -> None:
        """Auction the office, to `master` for a bid or to nobody, buy none and load: `jade: 0, silk: 4, ginseng: 5`."""
        while self.game.due == "bid":
            name = self.names[self.game.to_act or 0]
            lead = self.state.bidder is not None
            self.act(f"{name} bid: {bid if name == master and not lead else 'pass'}")
        name = self.names[self.game.to_act or 0]
        self.act(f"{name} buy: none", f"{name} load: {{{load}}}")

    def place(self, *words: str) -> None:
        """Let those asked place on these spaces, in their turns."""
        for word in words:
            assert self.game.due == "place", (word, self.game.due)
            self.act(f"{self.names[self.game.to_act or 0]} place: {word}")

    def sail(self, die: int = 6) -> None:
        """Let nobody place any more and every die show this number, up to the next decision that is none to place."""
        while self.game.due in ("place", "dice"):
            if self.game.due == "place":
                self.place("pass")
            else:
                self.act(f"dice: {write_flow({WARE_WORDS[ware]: die for ware in self.game.loaded})}")

    def file(self, player: str, text: str, phase: str | None = None) -> None:
        """Put an order into a phase's folder, the pending one's if none is named; a newer one replaces an older one."""
        filed = self.read(player, text, phase)
        self.folders.setdefault(filed.phase.name, {})[filed.seat] = filed

    def read(self, player: str, text: str, phase: str | None = None) -> Filed:
        reading = read_order(text, self.names)
        assert reading.order is not None, reading.problems
        target = read_phase(phase or self.phase, len(self.names))
        assert target is not None
        return Filed(self.names.index(player), target, text.encode(), reading.order)

    def find_files(self, phase: Phase) -> dict[int, Filed]:
        return self.folders.get(phase.name, {})

    def roll(self, phase: Phase, outcomes: Sequence[Outcome], wares: Sequence[Ware]) -> dict[Ware, int]:
        if self.dice:
            return {WARE_OF_WORD[word]: number for word, number in self.dice.pop(0).items()}
        return dict.fromkeys(wares, 1)

    def step(self) -> list[str]:
        """Take one step; what was used is no longer a file of its folder."""
        step = take_step(self.game, self.rules, self.standing, self.find_files, self.roll)
        self.notes = [f"{self.names[seat]} {self._tell_note(note)}" for seat, note in step.notes]
        self.awaited = [self.names[seat] for seat in step.awaited]
        self.game, self.standing = step.game, step.standing
        for outcome in step.outcomes:
            if isinstance(outcome, OrderUsed):
                del self.folders[outcome.filed.phase.name][outcome.filed.seat]
        return [self._tell(outcome) for outcome in step.outcomes]

    def steps(self) -> list[str]:
        """Take steps as long as orders reach."""
        told = []
        while self.game.due != "nothing" and (step := self.step()):
            told += step
        return told

    def find_awaited(self) -> list[str]:
        """Who is awaited, by the files that lie there now."""
        phase = find_phase(self.state)
        assert phase is not None
        seats = list_awaited(self.game, self.rules, self.standing, self.find_files(phase))
        return [self.names[seat] for seat in seats]

    def judge(self, player: str, text: str, phase: str | None = None) -> list[Problem]:
        """What is wrong or doubtful with an order, by the reader and the judge."""
        reading = read_order(text, self.names)
        target = read_phase(phase or self.phase, len(self.names))
        assert reading.order is not None and target is not None, reading.problems
        case = Case(reading.order, self.names.index(player), target, self.game, self.names, self.rules.sealed)
        return [*reading.problems, *judge_order(case)]

    def refuse(self, player: str, text: str, phase: str | None = None) -> list[str]:
        """The clauses by which an order is refused, none where it is taken."""
        return [problem.clause for problem in self.judge(player, text, phase) if problem.kind is not Kind.DOUBTFUL]

    def doubt(self, player: str, text: str, phase: str | None = None) -> list[str]:
        """The clauses of the warnings with which an order is taken."""
        problems = self.judge(player, text, phase)
        assert all(problem.kind is Kind.DOUBTFUL for problem in problems), problems
        return [problem.clause for problem in problems]

    def _tell(self, outcome: Outcome) -> str:
        if isinstance(outcome, OrderUsed):
            return f"{self.names[outcome.filed.seat]} uses {outcome.filed.phase.name}"
        if isinstance(outcome, LoanDone):
            return f"{self.names[outcome.seat]} {outcome.loan.kind}: {outcome.loan.shares}"
        if isinstance(outcome, Decided):
            said = answer_to_mapping(outcome.answer, self.names)
            return f"{self.names[outcome.seat]} {write_flow(said)[1:-1]}"
        return f"roll after {outcome.phase.name}"

    @staticmethod
    def _tell_note(note: Tried | LoanLeftOut) -> str:
        if isinstance(note, LoanLeftOut):
            return f"{note.loan.kind}: {note.loan.shares} left out, {note.clause}"
        return f"{note.key}: {note.words} {'taken' if note.taken else f'not taken, {note.why} {note.clause}'.rstrip()}"


NewPost = Callable[..., Post]


@pytest.fixture(scope="session")
def new_post() -> NewPost:
    """Make a game played by post: `new_post(players=4, pace="turns", pirates="evict")`."""

    def make(
        players: int = 4, pace: str = "sealed", first: str = "ana", deal: Sequence[str] = DEAL, **options: str
    ) -> Post:
        assert not options.keys() - OPTION_WORDS.keys()
        return Post(players, pace, first, deal, options)

    return make


@pytest.fixture(scope="session")
def read() -> Callable[[str], Order]:
    """Read an order that must be readable."""

    def read_text(text: str) -> Order:
        reading = read_order(text, NAMES)
        assert reading.order is not None, reading.problems
        return reading.order

    return read_text
