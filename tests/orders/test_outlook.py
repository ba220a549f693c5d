"""What is foretold of an order comes true, as far as it is said to be sure (docs/play.md, section 2, "three fates")."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from manila_pbem.formats.order_reader import read_order
from manila_pbem.orders.answering import find_cheapest
from manila_pbem.orders.asking import Question, ask_now, list_questions
from manila_pbem.orders.foresight import count_loans, foresee
from manila_pbem.orders.judging import Case
from manila_pbem.orders.outlook import Coming, Intent, Outlook
from manila_pbem.orders.phases import find_phase
from manila_pbem.orders.standing import Filed
from manila_pbem.rules.answers import Answer, Bid, Board, Buy, Mortgage, Pilot, Place
from manila_pbem.rules.board import OPTION_WORDS, SPACE_WORDS, WARE_WORDS, Options, Space, Ware
from manila_pbem.rules.play import Answered, Game, Refusal

NewPost = Callable[..., Any]
NAMES = ("ana", "ben", "chu", "dan", "eva")
ALL_SPACES = f"place: [{', '.join(SPACE_WORDS)}, cheapest]"
LOAD = "load: {silk: 5, jade: 4, ginseng: 0}"


def look(game: Game, seat: int, text: str, sealed: bool = True, orders: tuple[Filed, ...] = ()) -> Outlook:
    """Foretell an order for the pending phase."""
    state = game.take_state()
    names = NAMES[: state.players]
    reading = read_order(text, names)
    phase = find_phase(state)
    assert reading.order is not None and phase is not None, reading.problems
    return foresee(Case(reading.order, seat, phase, game, names, sealed), orders, kept=True)


def get_intent(outlook: Outlook) -> Intent:
    (intent,) = outlook.intents
    return intent


def play(rng: Random, options: Options | None = None) -> Iterator[Game]:
    """Yield a random game at each of its decisions, with a liking for ruin, pirates and pilots."""
    players = rng.choice((3, 4, 5))
    cards = [ware for ware in Ware for _ in range(3)]
    rng.shuffle(cards)
    deal = [[cards[2 * seat : 2 * seat + 2].count(ware) for ware in Ware] for seat in range(players)]
    chosen = options or Options(*[rng.random() < 0.5 for _ in OPTION_WORDS])
    game = Game(players, rng.randrange(players), chosen, deal)
    while game.due != "nothing" and game.voyage < 6:
        if game.due == "dice":
            where = game.take_state().where
            dice = {ware: min(6, max(1, 13 - where[ware])) if rng.random() < 0.5 else 3 for ware in game.loaded}
            assert game.roll(dice) is None
            continue
        yield game
        assert game.to_act is not None
        game.answer(game.to_act, choose(rng, game))


def choose(rng: Random, game: Game) -> Answer:
    answers = game.list_answers()
    if game.due == "bid":
        return rng.choice((Bid(None), answers[-1], rng.choice(answers)))
    liked = [answer for answer in answers if isinstance(answer, Place) and answer.space in (10, 11, 12)]
    return rng.choice(liked or answers[:-1] or answers) if rng.random() < 0.6 else rng.choice(answers)


class TestWhoIsInTurn:
    """Nobody comes before, so that all is known."""

    @pytest.mark.parametrize("seed", range(25))
    def test_what_is_foretold_is_what_the_rules_say(self, seed: int) -> None:
        rng = Random(seed)
        texts = {
            "place": ALL_SPACES,
            "buy": f"buy: [{', '.join(WARE_WORDS)}, none]",
            "board": f"board: [{', '.join(WARE_WORDS)}, stay]",
            "pilot": f"pilot: [{', '.join(f'{{{ware}: {step}}}' for ware in WARE_WORDS for step in (1, -1, 2, -2))}]",
        }
        for game in play(rng):
            if game.due not in texts:
                continue
            seat = game.to_act
            state = game.take_state()
            both = (seat, Question(game.due, second=True)) in list_questions(state) and not ask_now(state).second
            if seat is None or both:
                continue
            intent = get_intent(look(game, seat, texts[game.due]))
            assert intent.pending and intent.before == ()
            for wish, forecast in zip(intent.wishes, intent.forecasts, strict=True):
                answer = self.make_answer(game, wish)
                if answer is None:
                    assert forecast.hindrance
                    continue
                decision = game.decide(seat, answer)
                if isinstance(decision, Refusal):
                    assert forecast.hindrance in (decision.why, "not_a_pilot_move"), (forecast, decision)
                    continue
                assert not forecast.hindrance and not forecast.may_go, (forecast, answer)
                self.check_price(game, seat, decision, forecast.price)

    @staticmethod
    def make_answer(game: Game, wish: Any) -> Answer | None:
        if hasattr(wish, "wish"):
            return find_cheapest(game) if wish.wish == "cheapest" else Place(Space(wish.wish))
        answer: Answer = Board(wish.ware) if hasattr(wish, "evict") else wish.answer
        return answer

    @staticmethod
    def check_price(game: Game, seat: int, decided: Any, price: Any) -> None:
        before, trial = game.take_state(), game.copy()
        assert isinstance(decided, Answered) and trial.apply(decided) is None
        if isinstance(decided.answer, Board | Pilot) or decided.answer == Buy(None):
            assert price is None
            return
        after = trial.take_state()
        loans = after.mortgaged[seat] - before.mortgaged[seat]
        assert price.loans == loans
        paid = before.cash[seat] + 12 * loans - after.cash[seat]
        received = 10 if decided.answer == Place(Space.INSURANCE) else 0
        assert price.pesos == paid + received
        assert price.blind == (game.is_blind_passenger(seat) and isinstance(decided.answer, Place))


@pytest.mark.parametrize("seed", range(25))
def test_what_is_not_said_to_go_is_there_when_the_turn_comes(seed: int) -> None:
    """At `sealed`, others come before; the space is still open then, for no more than was told."""
    rng = Random(seed)
    for game in play(rng):
        if game.due != "place":
            continue
        seat = rng.choice([seat for seat, _ in list_questions(game.take_state())])
        intent = get_intent(look(game, seat, ALL_SPACES))
        later = game.copy()
        while later.due == "place" and later.round == game.round and later.to_act != seat:
            assert later.to_act is not None
            later.answer(later.to_act, choose(rng, later))
        if later.due != "place" or later.round != game.round:
            continue
        for wish, forecast in zip(intent.wishes[:-1], intent.forecasts[:-1], strict=True):
            if forecast.hindrance or forecast.may_go:
                continue
            space = Space(wish.wish)  # type: ignore[union-attr, arg-type]
            assert not isinstance(later.decide(seat, Place(space)), Refusal)
            assert forecast.price is not None
            assert later.price_place(seat, space) <= (forecast.price.most or forecast.price.pesos)


@pytest.mark.parametrize("seed", range(20))
def test_what_was_dealt_to_others_is_never_looked_at(seed: int) -> None:
    """docs/play.md, section 6: two games that differ only in what is hidden say the same."""
    texts = (ALL_SPACES, "bid: 30\nbuy: silk", f"buy: [silk, jade]\n{LOAD}", "salt: x", "board: stay\nplunder: port")
    cards = [Ware.NUTMEG, Ware.NUTMEG, Ware.SILK, Ware.SILK, Ware.JADE, Ware.JADE, Ware.GINSENG, Ware.GINSENG]
    deals = ((0, 1, 2, 3, 4, 5, 6, 7), (0, 1, 7, 4, 3, 6, 5, 2))
    games = [
        Game(4, 0, Options(), [[[cards[i] for i in deal[2 * s : 2 * s + 2]].count(w) for w in Ware] for s in range(4)])
        for deal in deals
    ]
    rng = Random(seed)
    one, other = games
    while one.due != "nothing" and one.voyage < 4:
        if one.due == "dice":
            dice = {ware: rng.randint(1, 6) for ware in one.loaded}
            assert one.roll(dice) is None and other.roll(dice) is None
            continue
        for text in texts:
            assert look(one, 0, text) == look(other, 0, text)
        seat, answer = one.to_act, choose(rng, one)
        assert seat is not None
        assert one.answer(seat, answer) is None and other.answer(seat, answer) is None


class TestBids:
    @pytest.mark.parametrize(
        ("text", "most", "loans"),
        [("7", 7, 0), ("30", 30, 0), ("31", 31, 1), ("42", 42, 1), ("43", 43, 2), ("99", 54, 2), ("pass", 0, 0)],
    )
    def test_the_fewest_loans_that_cover_a_bid(self, new_post: NewPost, text: str, most: int, loans: int) -> None:
        """R13.2, R4.6."""
        bid = look(new_post().game, 1, f"bid: {text}").bid
        assert bid is not None and not bid.over and not bid.again
        assert (bid.most, bid.cash, bid.loans) == (most, 30, loans)

    def test_the_loans_of_the_order_come_first(self, new_post: NewPost) -> None:
        post = new_post()
        post.act("ben mortgage: 2")
        bid = look(post.game, 1, "bid: 45\nredeem: 1").bid
        assert bid is not None and (bid.cash, bid.loans, bid.most) == (39, 1, 45)
        bid = look(post.game, 1, "bid: 54\nredeem: 1").bid
        assert bid is not None and bid.most == 51

    def test_a_plain_number_at_turns_asks_again(self, new_post: NewPost) -> None:
        post = new_post(pace="turns")
        post.act("ana bid: 5")
        for text, again, over in (("bid: 5", True, True), ("bid: 6", True, False), ("bid: {up_to: 5}", False, True)):
            bid = look(post.game, 1, text, sealed=False).bid
            assert bid is not None and (bid.again, bid.over) == (again, over)

    def test_who_leads_is_not_beaten(self, new_post: NewPost) -> None:
        post = new_post(pace="turns")
        post.act("ana bid: 5")
        bid = look(post.game, 0, "bid: {up_to: 5}", sealed=False).bid
        assert bid is not None and not bid.over

    def test_a_share_is_paid_after_the_bid(self, new_post: NewPost) -> None:
        """R5.1: with loans on what is left after the whole bid."""
        for bid, loans, hindrance in ((25, 0, ""), (26, 1, ""), (43, 0, ""), (50, 0, "share_above_means")):
            forecast = get_intent(look(new_post().game, 0, f"bid: {bid}\nbuy: silk")).forecasts[0]
            assert forecast.hindrance == hindrance
            if not hindrance:
                assert forecast.price is not None and (forecast.price.pesos, forecast.price.loans) == (5, loans)

    def test_count_loans(self) -> None:
        assert [count_loans(pesos, 10) for pesos in (0, 10, 11, 22, 23, 34, 35)] == [0, 0, 1, 1, 2, 2, 3]


class TestFallbacks:
    """Exhausted lists: at `sealed` they pass, stay or do nothing; `buy`, `load`, `plunder` and those at `turns` ask."""

    @pytest.mark.parametrize(
        ("text", "sealed", "turns"),
        [
            ("later: {v1-place-1: {place: silk}}", "declines", "asks"),
            ("later: {v1-place-1: {place: [silk, pass]}}", "", ""),
            ("later: {v1-place-1: {place: {place: pass, when: {cash: 3}}}}", "declines", "asks"),
            ("board: silk", "declines", "asks"),
            ("board: [silk, stay]", "", ""),
            ("pilot: {silk: 1}", "declines", "asks"),
            ("pilot: none", "", ""),
            ("buy: silk", "", ""),
            ("buy: {buy: silk, when: {value: {silk: 0}}}", "asks", "asks"),
            (LOAD, "", ""),
            ("load: {load: {silk: 5, jade: 4, ginseng: 0}, when: {cash: {min: 3}}}", "asks", "asks"),
            ("plunder: port", "", ""),
            ("plunder: {silk: port}", "asks", "asks"),
            ("plunder: {silk: port, jade: port, ginseng: port, nutmeg: port}", "", ""),
        ],
    )
    def test_what_follows_where_nothing_can_be_done(
        self, new_post: NewPost, text: str, sealed: str, turns: str
    ) -> None:
        assert get_intent(look(new_post().game, 0, text)).fallback == sealed
        assert get_intent(look(new_post(pace="turns").game, 0, text, sealed=False)).fallback == turns


class TestComing:
    """Which decisions of this voyage may come, and which order says something to each."""

    @staticmethod
    def tell(coming: tuple[Coming, ...]) -> list[str]:
        return [
            f"{decision.phase} {decision.question.due}{' second' if decision.question.second else ''}: "
            f"{decision.occasion} {decision.by}".rstrip()
            for decision in coming
        ]

    def test_a_bid_alone_leaves_all_open(self, new_post: NewPost) -> None:
        assert self.tell(look(new_post().game, 0, "bid: 3").coming) == [
            "v1-auction bid: now this",
            "v1-office buy: win",
            "v1-office load: win",
            "v1-place-1 place: turn",
            "v1-place-2 place: turn",
            "v1-boarding board: pirate",
            "v1-boarding board second: pirate",
            "v1-place-3 place: turn",
            "v1-pilots pilot: pilot",
            "v1-pilots pilot second: pilot",
            "v1-plunder plunder: captain",
        ]

    def test_the_office_stays_with_whoever_had_it(self, new_post: NewPost) -> None:
        """R4.5: in the first voyage with the `first` player."""
        post = new_post(first="ben")
        for player, occasions in ((0, set()), (1, {"keep"})):
            coming = look(post.game, player, "bid: pass").coming
            assert {decision.occasion for decision in coming if decision.phase == "v1-office"} == occasions
        post.act("ben bid: pass")
        coming = look(post.game, 1, "salt: x").coming
        assert [decision.occasion for decision in coming if decision.phase == "v1-office"] == ["keep", "keep"]
        post.act("chu bid: 1")
        assert all(decision.phase != "v1-office" for decision in look(post.game, 1, "salt: x").coming)

    def test_spaces_that_are_not_wished_bring_no_decision(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage("silk: 5, jade: 4, ginseng: 0")
        text = "place: silk\nlater: {v1-place-2: {place: [small-pilot, pass]}, v1-place-3: {place: pirates}}"
        told = self.tell(look(post.game, 0, text).coming)
        assert [line for line in told if "place" not in line] == [
            "v1-pilots pilot: pilot",
            "v1-plunder plunder: captain",
        ]

    def test_taken_spaces_bring_no_decision_to_others(self, new_post: NewPost) -> None:
        post = new_post()
        post.open_voyage("silk: 5, jade: 4, ginseng: 0", "ana")
        post.place("pirates", "pirates", "small-pilot", "large-pilot")
        post.act("dice: {silk: 1, jade: 1, ginseng: 1}")
        told = {name: self.tell(look(post.game, seat, "place: jade").coming) for seat, name in enumerate(post.names)}
        assert [line for line in told["ana"] if "place" not in line] == [
            "v1-boarding board: pirate",
            "v1-plunder plunder: captain",
        ]
        assert [line for line in told["ben"] if "place" not in line] == [
            "v1-boarding board second: pirate",
            "v1-plunder plunder: captain",
        ]
        assert "v1-pilots pilot: pilot" in told["chu"] and "v1-pilots pilot second: pilot" in told["dan"]
        assert not any("pilot" in line for line in told["ana"])

    def test_after_the_boarding_the_captain_is_known(self, new_post: NewPost) -> None:
        """R8.5: only the captain is asked; an empty pirate ship has none yet."""
        for pirates, asked in ((("pirates", "pirates", "jade"), ["ana"]), (("jade", "jade", "jade"), ["ana", "ben"])):
            post = new_post()
            post.open_voyage("silk: 5, jade: 4, ginseng: 0", "ana")
            post.place(*pirates, "small-pilot")
            post.act("dice: {silk: 1, jade: 1, ginseng: 1}")
            post.place("ginseng", "ginseng", "silk", "silk")
            post.act("dice: {silk: 1, jade: 1, ginseng: 1}")
            assert post.phase == "v1-place-3"
            for seat, name in ((0, "ana"), (1, "ben")):
                told = self.tell(look(post.game, seat, "salt: x").coming)
                assert ("v1-plunder plunder: captain" in told) is (name in asked), (name, told)

    @pytest.mark.parametrize("seed", range(30))
    def test_the_game_waits_only_where_it_was_foretold(self, new_post: NewPost, seed: int) -> None:
        """Ana sends one file at the start; whenever the voyage then waits for her, the outlook had named it."""
        rng = Random(seed)
        post = new_post(first=rng.choice(NAMES[:4]), pirates=rng.choice(("board", "evict")))
        ahead = ("buy: silk", LOAD, "board: stay", "pilot: {small: none}", "plunder: port")
        keys = [rng.choice(("bid: 9", "bid: pass", "bid: {up_to: 20}"))]
        keys += [key for key in ahead if rng.random() < 0.5]
        places = [f"v1-place-{r}: {{place: {rng.choice(('pirates', 'silk', 'cheapest', 'pass'))}}}" for r in (1, 2, 3)]
        kept = [place for place in places if rng.random() < 0.6]
        text = "\n".join([*keys, f"later: {{{', '.join(kept)}}}" if kept else "salt: x"])
        foretold = {
            (decision.phase, decision.question) for decision in look(post.game, 0, text).coming if not decision.said
        }
        post.file("ana", text)
        self.fill(post, rng, ("ben", "chu", "dan"))
        post.dice = [
            {"silk": 4, "jade": 4, "ginseng": 1},
            {"silk": 4, "jade": 5, "ginseng": 1},
            {"silk": 1, "jade": 1, "ginseng": 6},
        ]
        for _ in range(40):
            while post.step():
                pass
            if post.state.voyage > 1:
                return
            for name in post.find_awaited():
                if name == "ana":
                    asked = {question for seat, question in list_questions(post.state) if seat == 0}
                    said = look(post.game, 0, "salt: x", orders=tuple(post.standing._used)).coming
                    open_now = {one.question for one in said if one.occasion == "now" and not one.said}
                    assert open_now and open_now <= asked
                    assert {(post.phase, question) for question in open_now} <= foretold
                self.fill(post, rng, (name,))
        raise AssertionError("the voyage did not end")

    @staticmethod
    def fill(post: Any, rng: Random, names: tuple[str, ...]) -> None:
        """File an answer to whatever the phase may ask these players."""
        answers = {
            "auction": f"bid: {rng.choice(('pass', '4', '12'))}",
            "office": "buy: none\nload: {silk: 5, jade: 4, ginseng: 0}",
            "boarding": "board: [silk, jade, stay]",
            "pilots": "pilot: none",
            "plunder": "plunder: port",
        }
        place = f"place: [{rng.choice(('pirates', 'silk', 'small-pilot', 'jade'))}, cheapest, pass]"
        for name in names:
            post.file(name, answers.get(post.phase.partition("-")[2], place))


def test_question_now_is_the_one_that_is_due(new_post: NewPost) -> None:
    assert ask_now(new_post().state) == Question("bid")


def test_loans_are_done_on_a_copy(new_post: NewPost) -> None:
    post = new_post()
    look(post.game, 0, "bid: 3\nmortgage: 2")
    assert post.cash["ana"] == 30 and post.game.lend(0, Mortgage(2)) is None
