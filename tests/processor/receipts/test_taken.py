"""What a player is told of an order that is taken: each decision in words, cost, loans, doubts, and what is open.

The receipts are golden; beside them stands what the law demands of each (docs/play.md, section 2).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import manila_pbem
from manila_pbem.orders.problems import Kind
from manila_pbem.reports.refusals import WHYS
from manila_pbem.reports.sentences import SENTENCES

PACKAGE = Path(manila_pbem.__file__).parent
GAME = "harbour-1"
LOAD = "load: {silk: 5, jade: 4, ginseng: 0}"
WaitAt = Callable[[str], Any]
Golden = Callable[[str, str], None]


class Order(NamedTuple):
    """An order that is taken; `tells` are words that must stand in its receipt, `codes` its doubts."""

    name: str
    text: str
    at: str = "auction"
    player: str = "ana"
    tells: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


WHOLE_VOYAGE = f"""\
bid: {{say: 4, up_to: 9}}
buy: [silk, none]
{LOAD}
move_order: [jade, silk, ginseng]
board: {{captain: [silk, jade, stay], second: stay}}
pilot: {{small: {{silk: -1}}, large: [{{silk: 1, jade: -1}}, none]}}
plunder: port
mortgage: 1
later:
  v1-place-1: {{place: [{{place: silk, when: {{position: {{silk: {{min: 6}}}}, cost: {{max: 4}}}}}}, jade, pass]}}
  v1-place-2: {{place: cheapest}}
  v1-place-3: {{place: [insurance, pass]}}
salt: rain on the harbour
message: {{to: [chu, ben], text: Good luck}}
"""

CONDITIONS = """\
place:
  - {place: silk, when: {position: {silk: 5}, crew: {silk: 0}}}
  - {place: jade, when: {position: {silk: {min: 6}, ginseng: 14}, crew: {jade: {max: 1}}}}
  - {place: port-a, when: {value: {jade: {min: 10, max: 20}}, cash: {min: 20}, free: [port-a]}}
  - {place: ginseng, when: {cost: 1, free: [port-b, jade], harbour_master: ben}}
  - pass
"""

ORDERS = (
    Order("whole-voyage", WHOLE_VOYAGE, tells=("I have answered", "without its message", "chu and ben")),
    Order(
        "bid", "bid: 7", tells=("I bid up to 7 pesos", "that needs no loan", "buy and load, should I win the office")
    ),
    Order("bid-with-loans", "bid: 31", tells=("above 30 pesos it takes loans (1 share)",)),
    Order("bid-pass", "bid: pass", player="ben", tells=("I pass in the auction",)),
    Order("bid-pass-keeper", "bid: pass", tells=("buy and load, should nobody bid and the office stay with me",)),
    Order("bid-at-turns", "bid: 54", "auction_at_turns", "chu", ("so I am asked again",)),
    Order("bid-limit-at-turns", "bid: {up_to: 20}", "auction_at_turns", "dan", ("so I pass", "when my turn comes in")),
    Order("bid-above-means", "bid: 99", codes=("bid_above_means",)),
    Order("office", f"buy: silk\n{LOAD}", "office", tells=("I buy silk at 5 pesos (no loan).",)),
    Order(
        "office-may-ask-again",
        "buy: {buy: silk, when: {value: {silk: {min: 5}}}}",
        "office",
        tells=("load, in v1-office", "else I am asked again", "does not hold now"),
    ),
    Order("office-after-the-purchase", f"buy: silk\n{LOAD}", "load_asked_again", codes=("bought_already",)),
    Order(
        "place",
        "place: [jade, pirates, port-a, insurance, cheapest]",
        "placing",
        "chu",
        (
            "After ana and ben, I",
            "3 pesos now; up to 5 pesos when my turn comes",
            "perhaps gone by then",
            "I receive 10 pesos",
            "else I pass",
        ),
    ),
    Order(
        "place-first",
        "place: jade",
        "placing",
        tells=("I place on the jade punt (3 pesos now; no loan), else I pass.",),
    ),
    Order(
        "place-at-turns",
        "place: [jade, port-a]",
        "turn_of_ben",
        "chu",
        ("After ben, I", "else I am asked again", "used when my turn comes in v1-place-1"),
    ),
    Order("place-conditions", CONDITIONS, "placing", tells=("if its punt is at 5 and its load has no accomplice",)),
    Order(
        "place-some-closed",
        "place: [nutmeg, insurance, silk]",
        "crowd",
        "chu",
        codes=("ware_not_loaded", "space_occupied"),
    ),
    Order(
        "place-blind", "place: [nutmeg, cheapest]", "blind_passenger", tells=("all my 1 peso, as a blind passenger",)
    ),
    Order("place-blind-insurance", "place: [insurance, nutmeg]", "blind_passenger", codes=("hindered_now",)),
    Order("not-asked", "salt: rain", "crowd", tells=("Nothing is asked of me in v1-place-2",)),
    Order(
        "later-hindered",
        "place: silk\nlater:\n  v1-place-3: {place: [nutmeg, pirates]}\nboard: nutmeg\npilot: {nutmeg: 1}",
        "crowd",
        "ben",
        codes=("full_unless_boarded", "hindered_for_good"),
    ),
    Order(
        "later-in-port",
        "place: ginseng\npilot: {silk: 1}\nplunder: {ginseng: port}",
        "port",
        codes=("hindered_for_good", "punts_unnamed"),
    ),
    Order("office-too-dear", f"bid: 54\nbuy: silk\n{LOAD}", codes=("office_too_dear",)),
    Order("office-not-mine", f"bid: pass\n{LOAD}", player="ben", codes=("office_not_yours",)),
    Order("board-captain", "board: [jade, stay]", "boarding", "chu", ("board the jade punt",)),
    Order("board-second", "board: {second: [jade, stay]}", "boarding", "dan", ("After chu, as second pirate",)),
    Order(
        "board-evict",
        "board: [{board: silk, evict: ana}, {board: silk, evict: ben}]",
        "evicting_alone",
        "dan",
        ("put ana off", "else I stay", "perhaps not possible then"),
    ),
    Order(
        "pilot-small", "pilot: {jade: 1}", "pilots", "ben", ("I move the jade punt 1 space on, else I move nothing.",)
    ),
    Order(
        "pilot-large",
        "pilot: [{jade: 1, ginseng: -1}, {jade: -2}, none]",
        "pilots",
        tells=("the ginseng punt 1 space back and the jade punt 1 space on",),
    ),
    Order(
        "plunder",
        "plunder: {silk: port, jade: shipyard}",
        "plunder",
        "chu",
        ("I send the silk punt to port and the jade punt to the shipyard.",),
    ),
    Order("plunder-all", "plunder: shipyard", "plunder", "chu", ("I send all plundered punts to the shipyard.",)),
    Order(
        "loans-undone",
        "redeem: 2\nmortgage: 9\nbid: 7",
        codes=("too_few_shares_to_mortgage", "too_few_shares_to_redeem"),
    ),
    Order("loans-unpayable", "redeem: 1", "auction_at_turns", codes=("bid_would_be_unpayable",)),
    Order("loans-no-cash", "redeem: 1\nplace: pass", "blind_passenger", codes=("too_little_cash_to_redeem",)),
    Order("nothing", "{}", codes=("says_nothing",)),
    Order("message-alone", "message: {to: all, text: Hello}", tells=("A message goes to everyone.", "no order in it")),
    Order("message-at-the-end", "message: {to: ben, text: Thanks}", "end", tells=("A message goes to ben.",)),
    Order("withdraw", "withdraw: all", tells=("I take back my order for this phase.", "bid, in v1-auction")),
    Order(
        "coming-phase",
        "phase: v1-place-2\nplace: [jade, silk]\nboard: [silk, stay]",
        "placing",
        tells=("3 pesos as things stand", "used when v1-place-2 comes"),
    ),
    Order(
        "policy",
        "missing: [silk, {place: jade, when: {cost: {max: 3}}}, cheapest]",
        tells=("I place on: silk, else jade",),
    ),
)
EACH = pytest.mark.parametrize("order", ORDERS, ids=[order.name for order in ORDERS])


def find_doubts() -> Iterator[str]:
    """Yield the codes of doubts: those of `orders.doubts`, and those that are made with `Kind.DOUBTFUL` elsewhere."""
    for path in (*PACKAGE.glob("orders/*.py"), *PACKAGE.glob("formats/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                words = [part.value for part in node.args if isinstance(part, ast.Constant)]
                doubtful = any(isinstance(part, ast.Attribute) and part.attr == "DOUBTFUL" for part in node.args)
                if doubtful or getattr(node.func, "id", "") == "_doubt":
                    yield from (word for word in words if word in SENTENCES)
    loans = ast.parse((PACKAGE / "rules" / "loans.py").read_text(encoding="utf-8"))
    yield from (node.value for node in ast.walk(loans) if isinstance(node, ast.Constant) and node.value in WHYS)


def test_every_doubt_is_told_somewhere() -> None:
    told = {code for order in ORDERS for code in order.codes}
    # An order is never of no share, and none but a message is taken when the game is over.
    assert {*find_doubts()} - {"loan_of_nothing", "game_over"} <= told
    assert len({*find_doubts()}) > 10


def file(club: Any, player: str, text: str) -> str:
    """File an order that is taken, after `check` has said the same."""
    checked = club.run("check", "-", "--game", GAME, "--player", player, text=text)
    ran = club.run("order", GAME, player, text=text)
    assert (ran.status, ran.err, checked.status) == (0, "", 0), ran
    assert checked.out.startswith("WOULD BE TAKEN: ") and checked.out == ran.out.replace("TAKEN", "WOULD BE TAKEN", 1)
    return str(ran.out)


@EACH
def test_a_taken_order_is_told_in_words(order: Order, wait_at: WaitAt, golden: Golden) -> None:
    club = wait_at(order.at)
    told = club.run("check", "-", "--game", GAME, "--player", order.player, "--json", text=order.text).json
    assert {problem["kind"] for problem in told["problems"]} <= {Kind.DOUBTFUL.value}
    assert set(order.codes) <= {problem["code"] for problem in told["problems"]}
    receipt = file(club, order.player, order.text)
    for words in order.tells:
        assert words in receipt
    golden(f"taken-{order.name}.txt", receipt)


@EACH
def test_what_others_ordered_shows_in_no_receipt(order: Order, wait_at: WaitAt) -> None:
    """Nor does what they will do: every order of another one may be there, or none."""
    club = wait_at(order.at)
    before = club.run("check", "-", "--game", GAME, "--player", order.player, text=order.text)
    for other in ("ana", "ben", "chu", "dan"):
        if other != order.player:
            for phase in ("v1-auction", "v1-office", "v1-place-1", "v1-place-2", "v1-place-3", "v1-boarding"):
                text = "bid: 9\nsalt: x" if phase == "v1-auction" else "place: [silk, jade, insurance]\nbuy: silk"
                club.put(GAME, phase, other, text)
    assert club.run("check", "-", "--game", GAME, "--player", order.player, text=order.text) == before


def test_the_commitment_is_the_one_that_the_log_will_hold(wait_at: WaitAt) -> None:
    club = wait_at("auction")
    receipt = file(club, "ana", "bid: 7\nsalt: rain")
    commitment = re.search(r"^Commitment: ([0-9a-f]{64})$", receipt, re.M)
    for other in ("ben", "chu", "dan"):
        club.put(GAME, "v1-auction", other, "bid: pass")
    assert club.run("resolve", GAME).status == 0
    assert commitment is not None
    assert [
        entry["commitment"] for entry in club.log(GAME) if entry["kind"] == "order" and entry["player"] == "ana"
    ] == [commitment.group(1)]


def test_an_order_used_already_changes_nothing(wait_at: WaitAt) -> None:
    """Two files count as one order where their bytes are equal (docs/play.md, section 3, "Used orders")."""
    club = wait_at("load_asked_again")
    text = "buy: silk\nload: {load: {silk: 5, jade: 4, ginseng: 0}, when: {value: {silk: 5}}}"
    ran = club.run("order", GAME, "ana", text=text)
    assert ran.out.startswith("USED ALREADY, nothing changes: harbour-1 v1-office ana.")
    assert "My order for v1-office still stands for load." in ran.out


class TestAhead:
    """Which order answers a coming decision, and for which the game would wait."""

    def test_earlier_orders_still_stand(self, wait_at: WaitAt) -> None:
        club = wait_at("auction")
        file(club, "ana", f"bid: 7\n{LOAD}\nlater: {{v1-place-2: {{place: silk}}}}")
        receipt = file(club, "ana", "phase: v1-office\nbuy: silk")
        assert "My order for v1-auction still stands for bid, load and place (v1-place-2)." in receipt
        assert "place, when my turn comes in v1-place-1 and v1-place-3" in receipt
        assert "buy" not in receipt.partition("If nothing more comes")[2]

    def test_a_newer_order_takes_the_place_of_the_older_one(self, wait_at: WaitAt) -> None:
        club = wait_at("auction")
        file(club, "ana", f"bid: 7\nbuy: silk\n{LOAD}")
        receipt = file(club, "ana", "bid: 8")
        assert "It takes the place of the order filed before." in receipt
        assert "buy and load, should I win the office" in receipt

    def test_what_is_withdrawn_no_longer_stands(self, wait_at: WaitAt) -> None:
        club = wait_at("auction")
        file(club, "ana", "bid: 7")
        assert "still stands" not in file(club, "ana", "withdraw: all")

    def test_who_passes_is_asked_for_no_later_placement(self, wait_at: WaitAt) -> None:
        """R6.2: who passes places no more in this voyage, and so is neither pirate nor pilot."""
        receipt = file(wait_at("placing"), "ana", "place: pass")
        assert "Whatever this voyage may ask me, I have answered." in receipt

    def test_a_list_that_leads_to_no_pilot_asks_no_pilot(self, wait_at: WaitAt) -> None:
        text = "place: silk\nlater:\n  v1-place-2: {place: jade}\n  v1-place-3: {place: small-pilot}"
        coming = file(wait_at("placing"), "ana", text).partition("If nothing more comes")[2]
        assert "pilot (small), should I be a pilot" in coming
        assert "board" not in coming and "plunder" not in coming

    def test_a_standing_policy_is_told_where_something_is_open(self, wait_at: WaitAt) -> None:
        club = wait_at("auction")
        file(club, "ana", "missing: cheapest")
        words = "my standing policy counts: Where my order is missing, I place on: cheapest;"
        assert words in file(club, "ana", "bid: 7")
        file(club, "ana", "missing: wait")
        assert "standing policy" not in file(club, "ana", "bid: 7")


SPOILERS = (
    "",
    "\t",
    "0",
    "x",
    ":",
    "{",
    "]",
    "，",
    "-",
    "\n",
    '"',
    "#",
    "&a ",
    "!",
    "later:",
    "玉",
    "when: ",
    "\u202e",
    "\x07",
)
PLACES = ("auction", "office", "placing", "boarding", "pilots", "plunder", "auction_at_turns", "end")


@pytest.mark.parametrize("at", PLACES)
def test_whatever_is_sent_gets_a_receipt(wait_at: WaitAt, at: str) -> None:
    """A spoilt order is taken or refused, never a fault of the program; and `check` has said the same before."""
    club, rng = wait_at(at), Random(at)
    texts = [order.text for order in ORDERS]
    for _ in range(12):
        text = rng.choice(texts)
        for _ in range(rng.randint(0, 3)):
            place = rng.randrange(len(text) + 1)
            text = text[:place] + rng.choice(SPOILERS) + text[place + rng.randint(0, 2) :]
        player = rng.choice(("ana", "ben", "chu", "dan"))
        checked = club.run("check", "-", "--game", GAME, "--player", player, text=text)
        ran = club.run("order", GAME, player, text=text)
        assert ran.err == checked.err == "" and ran.status == checked.status in (0, 1), (text, ran)
        assert ran.out.startswith(("TAKEN: ", "REFUSED: ", "USED ALREADY, ")), (text, ran)
        assert ran.out in (checked.out, checked.out.replace("WOULD BE TAKEN: ", "TAKEN: ", 1))


def test_the_moderator_is_told_as_data_too(wait_at: WaitAt) -> None:
    told = wait_at("auction").run("order", GAME, "ana", "--json", text="bid: 010").json
    assert told["corrections"] == [{"first": 1, "last": 1, "lines": ["bid: 10"]}]
    assert told["problems"][0]["words"] == "`010` has a zero in front; write 10"
