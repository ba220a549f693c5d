"""Foretelling what an order will do as things stand, for its receipt (`orders.outlook` says what is told).

Nothing is decided here: the rules are asked about the present position, and what may still change is said to be open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from manila_pbem.orders.asking import Question, ask_now, list_asked, list_questions
from manila_pbem.orders.awaiting import Sayings, list_coming
from manila_pbem.orders.conditions import find_failed_condition
from manila_pbem.orders.doubts import list_doubts
from manila_pbem.orders.judging import Case
from manila_pbem.orders.order import Answers, BoardWish, BuyWish, Conditions, Limit, PilotWish, PlaceWish, Plan
from manila_pbem.orders.outlook import BidOutlook, Fallback, Forecast, Intent, Outlook, Price, Use, Wish
from manila_pbem.orders.phases import OVER, Phase, find_phase, rank_step
from manila_pbem.orders.standing import Filed
from manila_pbem.orders.turn import lend_first
from manila_pbem.rules.answers import Answer, Board
from manila_pbem.rules.board import (
    LAST_LANE_SPACE,
    LOAN,
    PIRATE_SPACES,
    SEAT_COSTS,
    SPACE_COSTS,
    WARES,
    Space,
    Ware,
    list_movement_rounds,
    price_share,
)
from manila_pbem.rules.play import Game, Refusal
from manila_pbem.rules.state import ASHORE, CLOSED, State
from manila_pbem.values import NamedValue

_LOADS = len(WARES)
_HIGHEST_DIE = 6
_FURTHEST_PILOTS = 3
"""How far both pilots together may move a punt (R9.2)."""


def foresee(case: Case, orders: Sequence[Filed], *, kept: bool) -> Outlook:
    """Return what an order that is taken will do, as far as its player can know.

    `orders` are the player's other orders of this voyage that count, used ones first, then by phase; the one that this
    order takes the place of is not among them. `kept` says that this order is kept and used in its turn, which one that
    was used already, one that takes back another and one of a message alone are not.
    """
    state = case.game.take_state()
    present = find_phase(state)
    assert present is not None, "between phases nothing is filed"
    if present.step == OVER:
        return Outlook(case.sealed, False, "none", None, (), (), ())
    asked = case.seat in list_asked(state)
    own = [Filed(case.seat, case.phase, b"", case.order)] if kept else []
    sayings = Sayings(len(case.names), case.seat, (*orders, *own), case.order)
    foresight = _Foresight(case, state, present, sayings)
    answers = case.order.answers
    intents = [*foresight.list_intents(answers, case.phase, said_for="")]
    for name, later in case.order.later:
        step = name.partition("-")[2]
        intents += foresight.list_intents(later, Phase(present.voyage, step), said_for=name)
    coming = list_coming(state, present, sayings)
    doubts = list_doubts(
        intents,
        foresight.find_bid(),
        boarding_over=rank_step(present.step, len(case.names)) > rank_step("boarding", len(case.names)),
        office_lost=not any(decision.question.due in ("buy", "load") for decision in coming),
    )
    return Outlook(
        sealed=case.sealed,
        asked=asked,
        use=_find_use(case, present, asked) if kept else "none",
        bid=None if answers.bid is None else foresight.foresee_bid(answers.bid),
        intents=tuple(intents),
        coming=coming,
        doubts=tuple(doubts),
    )


def _find_use(case: Case, present: Phase, asked: bool) -> Use:
    if case.phase != present:
        return "later"
    if not asked:
        return "end"
    return "complete" if case.sealed else "turn"


def count_loans(pesos: int, cash: int) -> int:
    """Return the fewest loans that cover a payment (R13.2)."""
    return max(0, -((cash - pesos) // LOAN))


class _Purse(NamedValue):
    """What a player has in hand, and at most with loans."""

    cash: int
    means: int

    def pay(self, pesos: int) -> _Purse:
        """Return what is left after a payment."""
        return _Purse(self.cash + LOAN * count_loans(pesos, self.cash) - pesos, self.means - pesos)


class _Foresight:
    """Foretells the answers of one order on a copy of the game on which its loans have been done."""

    def __init__(self, case: Case, state: State, present: Phase, sayings: Sayings) -> None:
        self._case = case
        self._seat = case.seat
        self._present = present
        self._sayings = sayings
        self._game = case.game.copy()
        lend_first(self._game, case.order, case.seat)
        self._state = self._game.take_state()
        self._purse = _Purse(self._state.cash[case.seat], self._state.count_means(case.seat))

    def foresee_bid(self, limit: Limit) -> BidOutlook:
        cash, means = self._purse
        most = min(limit.up_to, means)
        standing = self._state.standing_bid or 0
        again = limit.plain and not self._case.sealed
        over = 0 < most <= standing and self._state.bidder != self._seat
        return BidOutlook(limit, most, cash, count_loans(most, cash), over, again)

    def list_intents(self, answers: Answers, phase: Phase, said_for: str) -> Iterator[Intent]:
        """List what an order says to each decision, but for `bid` and `move_order`."""
        keys: tuple[tuple[Literal["buy", "load", "place", "board", "pilot", "plunder"], str], ...] = (
            ("buy", "office"),
            ("load", "office"),
            ("place", phase.step),
            ("board", "boarding"),
            ("pilot", "pilots"),
            ("plunder", "plunder"),
        )
        lists: dict[str, tuple[tuple[Wish, ...] | None, tuple[Wish, ...] | None]] = {
            "buy": (answers.buy, None),
            "load": (answers.load, None),
            "place": (answers.place, None),
            "board": answers.boards,
            "pilot": answers.pilots,
            "plunder": (answers.plunder, None),
        }
        for key, step in keys:
            pending = Phase(phase.voyage, step) == self._present
            if pending and key == "buy" and self._state.due == "load":
                continue
            first, second = lists[key]
            both = key in ("board", "pilot") and first == second
            for roles, wishes in (((0, 1), first),) if both else (((0,), first), ((1,), second)):
                if wishes is not None:
                    forecasts = tuple(self._foresee(key, pending, roles, wish) for wish in wishes)
                    before = self._list_before(key, roles) if pending else ()
                    fallback = self._find_fallback(key, pending, wishes, forecasts)
                    yield Intent(key, said_for, pending, roles, wishes, forecasts, fallback, before)

    def _foresee(self, key: str, pending: bool, roles: tuple[int, ...], wish: Wish) -> Forecast:
        if isinstance(wish, PlaceWish):
            forecast = self._foresee_place(wish, pending)
        elif isinstance(wish, BuyWish):
            forecast = self._foresee_buy(wish, pending)
        elif isinstance(wish, BoardWish | PilotWish):
            forecast = self._foresee_deed(wish, roles) if pending else self._find_lasting(wish, roles)
        elif isinstance(wish, Plan):
            forecast = Forecast(lacking=self._list_lacking(wish, pending))
        else:
            forecast = Forecast()
        return forecast._replace(fails=self._find_failed(wish.when, forecast)) if pending and wish.when else forecast

    def _find_failed(self, when: Conditions, forecast: Forecast) -> str:
        cost = 0 if forecast.price is None else forecast.price.pesos
        return find_failed_condition(when, self._state, self._case.names, self._seat, cost) or ""

    # -- the office --

    def _foresee_buy(self, wish: BuyWish, pending: bool) -> Forecast:
        ware = wish.answer.ware
        if ware is None:
            return Forecast()
        if not self._state.supply[ware]:
            return Forecast(hindrance="supply_empty", clause="R5.1")
        purse = self._purse if pending else self._purse.pay(self.find_bid())
        pesos = price_share(self._state.values, ware)
        price = Price(pesos, count_loans(pesos, purse.cash))
        if pesos > purse.means:
            return Forecast(price, hindrance="share_above_means", clause="R5.1")
        return Forecast(price)

    def find_bid(self) -> int:
        """Return the most the office may cost by the player's own orders, 0 where none says a bid."""
        limit = self._sayings.find(self._present, Question("bid")).wishes
        return min(limit.up_to, self._purse.means) if isinstance(limit, Limit) else 0

    # -- placement --

    def _foresee_place(self, wish: PlaceWish, pending: bool) -> Forecast:
        if wish.wish == "pass":
            return Forecast()
        if wish.wish == "cheapest":
            return self._foresee_cheapest() if pending else Forecast()
        space = Space(wish.wish)
        if not self._state.lanes:
            return Forecast(Price(SPACE_COSTS[space], count_loans(SPACE_COSTS[space], self._purse.cash)))
        if self._state.costs[space] == CLOSED:
            code, clause = find_closed(self._state, space)
            return Forecast(hindrance=code, clause=clause)
        if not pending:
            pesos = self._state.costs[space]
            return Forecast(Price(pesos, count_loans(pesos, self._purse.cash)))
        return self._foresee_open(space)

    def _foresee_open(self, space: Space) -> Forecast:
        """Foretell a space that is open now, in the round that is being played."""
        pesos = self._game.price_place(self._seat, space)
        blind = self._game.is_blind_passenger(self._seat)
        if blind and space == Space.INSURANCE:
            return Forecast(hindrance="insurance_refused_to_blind", clause="R14.2")
        if pesos > self._purse.means:
            return Forecast(Price(pesos), hindrance="space_above_means", clause="R14.3")
        before = len(self._list_before("place", (0,)))
        most = None
        taken = len(self._state.crew[space])
        room = 1
        if space < _LOADS:
            seats = SEAT_COSTS[space]
            room = len(seats) - taken
            most = None if blind else max(seats[taken : taken + before + 1])
        elif space == Space.PIRATES:
            room = PIRATE_SPACES - taken
        price = Price(pesos, count_loans(pesos, self._purse.cash), None if most == pesos else most, blind)
        return Forecast(price, may_go=before >= room or (most or pesos) > self._purse.means)

    def _foresee_cheapest(self) -> Forecast:
        costs = self._state.costs[: Space.INSURANCE]
        open_now = [Space(space) for space, cost in enumerate(costs) if cost != CLOSED]
        if not open_now:
            return Forecast(hindrance="no_space_open", clause="R6.7")
        pesos, space = min((self._game.price_place(self._seat, space), space) for space in open_now)
        blind = self._game.is_blind_passenger(self._seat)
        return Forecast(Price(pesos, count_loans(pesos, self._purse.cash), blind=blind), space)

    # -- pirates and pilots --

    def _foresee_deed(self, wish: BoardWish | PilotWish, roles: tuple[int, ...]) -> Forecast:
        """Foretell a boarding or a pilot's move that is due now, in every position it may be asked in."""
        answer: Answer = wish.answer if isinstance(wish, PilotWish) else self._make_board(wish)
        fault = ("", "")
        legal = asked = 0
        for game in self._list_positions(roles):
            decision = game.decide(self._seat, answer)
            asked += 1
            if isinstance(decision, Refusal):
                fault = (decision.why, decision.clause)
            else:
                legal += 1
        if asked and not legal:
            return Forecast(hindrance=fault[0], clause=fault[1])
        return Forecast(may_go=legal < asked)

    def _make_board(self, wish: BoardWish) -> Board:
        return Board(wish.ware, None if wish.evict is None else list(self._case.names).index(wish.evict))

    def _list_positions(self, roles: tuple[int, ...]) -> Iterator[Game]:
        """List the positions in which the player may be asked in one of the roles."""
        now = ask_now(self._state)
        game = self._game
        assert game.to_act is not None
        if game.to_act == self._seat and now.second in roles:
            yield game
        if not now.second and 1 in roles:
            for answer in game.list_answers():
                after = game.copy()
                if after.answer(game.to_act, answer) is None and after.to_act == self._seat and after.due == game.due:
                    yield after

    def _find_lasting(self, wish: BoardWish | PilotWish, roles: tuple[int, ...]) -> Forecast:
        """Say what keeps a boarding or a move from ever coming about in this voyage, once the punts are loaded."""
        state, options = self._state, self._state.options
        fault = ("", "")
        if isinstance(wish, BoardWish):
            if wish.evict is not None and not options.evict:
                fault = ("evicting_not_played", "R12.1")
            elif wish.ware is not None and state.lanes:
                fault = _find_lost(state, wish.ware)
                if not fault[0] and wish.evict is None and len(state.crew[wish.ware]) == len(SEAT_COSTS[wish.ware]):
                    fault = ("no_free_seat", "R8.3")
        else:
            steps = [abs(step) for _, step in wish.answer.moves]
            if roles == (1,) and steps == [1] and not options.large_pilot_up_to:
                fault = ("not_a_pilot_move", "R9.2")
            for ware, _ in wish.answer.moves if state.lanes and not fault[0] else ():
                code, clause = _find_lost(state, ware)
                fault = ("punt_out_of_reach", "R9.3") if code == "punt_in_port" else (code, clause)
                if code:
                    break
        return Forecast(hindrance=fault[0], clause=fault[1])

    def _list_lacking(self, plan: Plan, pending: bool) -> tuple[Ware, ...]:
        """List the wares that may be plundered and that a plan says nothing of (R8.5)."""
        if plan.every is not None:
            return ()
        state = self._state
        if pending:
            possible = state.plundered
        else:
            reach = LAST_LANE_SPACE - _HIGHEST_DIE * _count_movements(state) - _FURTHEST_PILOTS
            possible = tuple(ware for ware in state.lanes if reach <= state.where[ware] <= LAST_LANE_SPACE)
            possible = possible if state.lanes else WARES
        named = dict(plan.by_ware)
        return tuple(sorted(ware for ware in possible if ware not in named))

    # -- all of them --

    def _list_before(self, key: str, roles: tuple[int, ...]) -> tuple[int, ...]:
        """List who decides before the player in the pending phase."""
        if key not in ("place", "board", "pilot"):
            return ()
        before = []
        for seat, question in list_questions(self._state):
            if seat == self._seat and (key == "place" or int(question.second) in roles):
                break
            if seat != self._seat:
                before.append(seat)
        else:
            return ()
        return tuple(before)

    def _find_fallback(
        self, key: str, pending: bool, wishes: Sequence[Wish], forecasts: Sequence[Forecast]
    ) -> Fallback:
        """Say what follows where no alternative can be done."""
        settled = pending and key in ("buy", "load", "plunder")
        for wish, forecast in zip(wishes, forecasts, strict=True):
            sure = wish.when is None or (settled and not forecast.fails)
            if sure and not forecast.hindrance and not forecast.lacking and (key not in _DECLINED or _declines(wish)):
                return ""
        return "declines" if self._case.sealed and key in _DECLINED else "asks"


_DECLINED = ("place", "board", "pilot")


def _declines(wish: Wish) -> bool:
    if isinstance(wish, PlaceWish):
        return wish.wish == "pass"
    if isinstance(wish, BoardWish):
        return wish.ware is None
    return isinstance(wish, PilotWish) and not wish.answer.moves


def _count_movements(state: State) -> int:
    """Count the movements that are still to come in a voyage at sea."""
    if state.step in ("boarding", "pilots"):
        return 1
    return sum(state.round <= movement for movement in list_movement_rounds(state.players))


def _find_lost(state: State, ware: Ware) -> tuple[str, str]:
    """Say why a punt is out of the voyage: its ware is not loaded, or it is in port for good."""
    if state.where[ware] == ASHORE:
        return "ware_not_loaded", "R5.2"
    return ("punt_in_port", "R6.4") if state.where[ware] > LAST_LANE_SPACE else ("", "")


def find_closed(state: State, space: Space) -> tuple[str, str]:
    """Return why a space is closed to placement while a voyage is at sea, as the rules tell it, with the clause."""
    if space < _LOADS:
        fault = _find_lost(state, Ware(space))
        return fault if fault[0] else ("load_full", "R6.3")
    if state.crew[space]:
        return ("pirate_ship_full", "R6.5") if space == Space.PIRATES else ("space_occupied", "R6.2")
    return "port_taken_by_punt", "R6.4"
