"""Which decisions of the running voyage may still come to a player, and which order of his answers each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from manila_pbem.orders.asking import Question, list_questions
from manila_pbem.orders.order import Limit, Order, PlaceWish
from manila_pbem.orders.outlook import THIS, Coming, Occasion
from manila_pbem.orders.phases import ROLL, Phase, list_steps, rank_step
from manila_pbem.orders.standing import Filed, Standing, Wishes, pick_wishes
from manila_pbem.rules.board import PIRATE_SPACES, Space
from manila_pbem.rules.state import CLOSED, State
from manila_pbem.values import NamedValue

_AHEAD = (
    Question("bid"),
    Question("buy"),
    Question("load"),
    Question("place"),
    *(Question(due, second) for due in ("board", "pilot") for second in (False, True)),
    Question("plunder"),
)


class Said(NamedValue):
    """What governs a decision, None where nothing does, and the phase of the order it stands in (`Coming.by`)."""

    wishes: Wishes | None
    by: str


class Sayings:
    """What all of a player's orders of a voyage say, used or not, as if each were used when its phase comes."""

    def __init__(self, players: int, seat: int, files: Sequence[Filed], this: Order) -> None:
        self.seat = seat
        self._files = files
        self._this = this
        self._standing = Standing(players, files[0].phase.voyage, files) if files else None

    def find(self, phase: Phase, question: Question) -> Said:
        """Return what governs a question of a phase."""
        wishes = None if self._standing is None else self._standing.find_wishes(phase, question, self.seat)
        return Said(wishes, "" if wishes is None else self._find_source(wishes))

    def _find_source(self, wishes: Wishes) -> str:
        # The very same value comes out of an order that went in.
        for filed in reversed(self._files):
            answers = (filed.order.answers, *(answers for _, answers in filed.order.later))
            if any(pick_wishes(said, question) is wishes for said in answers for question in _AHEAD):
                return THIS if filed.order is self._this else filed.phase.name
        raise AssertionError("an answer came out of no order")


def list_coming(state: State, present: Phase, sayings: Sayings) -> tuple[Coming, ...]:
    """List the decisions that may come to the player from now on, in the order of their phases."""
    return tuple(_Calendar(state, present, sayings).list())


class _Calendar:
    def __init__(self, state: State, present: Phase, sayings: Sayings) -> None:
        self._state = state
        self._seat = sayings.seat
        self._present = present
        self._sayings = sayings
        self._players = state.players

    def list(self) -> Iterator[Coming]:
        steps = [step for step in list_steps(self._players) if step != ROLL]
        asked = [question for seat, question in list_questions(self._state) if seat == self._seat]
        for question in asked:
            yield self._tell(self._present, question, "now")
        passed = self._state.step not in ("auction", "office") and self._state.passed[self._seat]
        wanted: set[Space] = set()
        for step in steps[steps.index(self._present.step) :]:
            phase = Phase(self._present.voyage, step)
            if step.startswith("place") and not passed:
                now = phase == self._present
                if now and Question("place") not in asked:
                    continue
                if not now:
                    yield self._tell(phase, Question("place"), "turn")
                wishes = self._sayings.find(phase, Question("place")).wishes
                wanted |= _list_wanted(wishes)
                passed = passed or _passes(wishes)
            elif phase != self._present:
                yield from self._list_questions(phase, wanted)

    def _list_questions(self, phase: Phase, wanted: set[Space]) -> Iterator[Coming]:
        """List what a coming phase but a placement may ask, if accomplices go to the spaces wanted."""
        if phase.step == "office":
            occasion = self._find_chance()
            if occasion is not None:
                yield self._tell(phase, Question("buy"), occasion)
                yield self._tell(phase, Question("load"), occasion)
        elif phase.step == "boarding":
            for role in sorted(self._list_roles(wanted)):
                yield self._tell(phase, Question("board", bool(role)), "pirate")
        elif phase.step == "pilots":
            for space, second in ((Space.SMALL_PILOT, False), (Space.LARGE_PILOT, True)):
                if self._seat in self._state.crew[space] or self._may_take(space, wanted):
                    yield self._tell(phase, Question("pilot", second), "pilot")
        elif phase.step == "plunder" and self._may_be_captain(wanted):
            yield self._tell(phase, Question("plunder"), "captain")

    def _tell(self, phase: Phase, question: Question, occasion: Occasion) -> Coming:
        return Coming(phase.name, question, occasion, self._sayings.find(phase, question).by)

    def _find_chance(self) -> Occasion | None:
        """Say how the office may come to the player: by winning, or by keeping it where nobody bids (R4.5)."""
        limit = self._sayings.find(self._present, Question("bid")).wishes
        gives_up = isinstance(limit, Limit) and not limit.up_to
        if not self._state.passed[self._seat] and not gives_up:
            return "win"
        return "keep" if self._state.standing_bid is None and find_keeper(self._state) == self._seat else None

    def _list_roles(self, wanted: set[Space]) -> set[int]:
        """Return whether the player may be captain (0) or second pirate (1) when it comes to boarding."""
        crew = self._state.crew[Space.PIRATES]
        roles = {role for role, seat in enumerate(crew) if seat == self._seat}
        return roles | set(range(len(crew), PIRATE_SPACES)) if self._may_take(Space.PIRATES, wanted) else roles

    def _may_be_captain(self, wanted: set[Space]) -> bool:
        crew = self._state.crew[Space.PIRATES]
        if self._is_boarding_over():
            return crew[0] == self._seat if crew else self._may_take(Space.PIRATES, wanted)
        # Whoever is captain now may board a punt, so that another one becomes captain.
        return self._seat in crew or Space.PIRATES in wanted

    def _is_boarding_over(self) -> bool:
        return rank_step(self._present.step, self._players) > rank_step("boarding", self._players)

    def _may_take(self, space: Space, wanted: set[Space]) -> bool:
        return space in wanted and (not self._state.lanes or self._state.costs[space] != CLOSED)


def find_keeper(state: State) -> int:
    """Return who stays or comes into office if everybody passes in the auction that is going on (R4.5)."""
    assert state.to_act is not None
    if state.harbour_master is not None:
        return state.harbour_master
    return (state.to_act - sum(state.passed)) % state.players


_ANY = frozenset(Space)


def _list_wanted(wishes: object) -> frozenset[Space]:
    """List the spaces that an answer to `place` may lead to: all where nothing is said yet, or for the cheapest."""
    if not isinstance(wishes, tuple):
        return _ANY
    places = [wish.wish for wish in wishes if isinstance(wish, PlaceWish)]
    return _ANY if "cheapest" in places else frozenset(place for place in places if isinstance(place, Space))


def _passes(wishes: object) -> bool:
    """Tell whether an answer to `place` passes for sure, so that no later round asks (R6.2)."""
    first = wishes[0] if isinstance(wishes, tuple) else None
    return isinstance(first, PlaceWish) and first.wish == "pass" and first.when is None
