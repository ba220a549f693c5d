"""Every kind of refusal has a receipt that helps: place, line, caret, clause, and advice that makes the order accepted.

Each sample is filed in a real game that waits where the fault can come about. Where the receipt tells what to write,
exactly that is done to the file; where that can't be told, a remedy is given here that follows the sentence. Either
must be taken.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import manila_pbem
from manila_pbem.orders.problems import Kind
from manila_pbem.reports.refusals import WHYS
from manila_pbem.reports.sentences import SENTENCES

PACKAGE = Path(manila_pbem.__file__).parent
GAME = "harbour-1"
WaitAt = Callable[[str], Any]
Golden = Callable[[str, str], None]
READERS = (
    *("answers_reader", "condition_reader", "decoding", "findings", "numbers", "order_reader", "policy_reader"),
    *("strict_yaml", "wish_reader"),
)
ASKED_RULES = {
    "office": "find_buy_fault",
    "placing": "_find_closed_fault",
    "boarding": "find_board_fault",
    "pilots": "find_pilot_fault",
}
"""Where the rules say why an alternative can't be legal, for `orders.judging`."""


class Sample(NamedTuple):
    """An order that is refused by a code; without a remedy the receipt itself tells what to write."""

    code: str
    text: str
    remedy: str | None = None
    at: str = "auction"
    player: str = "ana"
    note: str = ""


def later(answer: str) -> str:
    return f"bid: 7\nlater:\n  v1-place-1: {{{answer}}}"


LOAD = "load: {silk: 5, jade: 4, ginseng: 0}"

SAMPLES = (
    # What no file may have.
    Sample("too_large", "bid: 7\nsalt: " + "x" * 65536, "bid: 7\nsalt: xxx"),
    Sample("too_much", later(f"place: [{'silk, ' * 3001}pass]"), later("place: [silk, pass]")),
    Sample("control_character", "bid: 7\x07"),
    Sample("control_character", 'bid: 7\nsalt: "\\x07"', "bid: 7\nsalt: x", note="by-escape"),
    Sample("direction_mark", "bid: 7\nsalt: abc\u202ecba"),
    Sample("line_separator", "bid: 7\u2028salt: rain"),
    Sample("tab", "bid:\t7"),
    Sample("tab", "bid: 7\nlater:\n\tv1-place-1: {place: silk}", note="indenting"),
    Sample("empty", "# my order\n", "# my order\nbid: 7\n"),
    Sample("directive", "%YAML 1.2\n---\nbid: 7"),
    Sample("several_documents", "bid: 7\n---\nsalt: rain"),
    Sample("after_the_end", "{bid: 7} salt", "{bid: 7, salt: rain}"),
    Sample("anchor", "bid: &mine 7"),
    Sample("alias", "bid: *mine", "bid: 7"),
    Sample("tag", "bid: !!int 7"),
    Sample("tag", "bid: 7\nsalt: !rain", note="text"),
    Sample("repeated_key", "bid: 7\nbid: 8", "bid: 8"),
    Sample("repeated_key", "bid: 7\n競標: 8", "bid: 8", note="chinese"),
    Sample("complex_key", "? [bid]\n: 7", "bid: 7"),
    Sample("too_deep", f"bid: 7\nbuy: {'[' * 21}silk{']' * 21}", "bid: 7\nbuy: silk"),
    Sample("second_colon", "bid: 7\nsalt: rain: all day"),
    Sample("second_colon", "bid: 7, salt: rain", note="keys"),
    Sample("open_bracket", "bid: {up_to: 7"),
    Sample("open_bracket", later("place: [silk, jade"), note="both"),
    Sample("colon_in_brackets", "message: {to: ben, text: meet at 8: ok?}"),
    Sample("colon_in_brackets", "bid: {say: 4 up_to: 9}", note="comma"),
    Sample("after_bracket", "message: {to: ben, text: [x] y}"),
    Sample("open_quote", 'bid: 7\nsalt: "rain'),
    Sample("sign_at_start", "bid: 7\nsalt: @rain"),
    Sample("no_colon", "salt: rain\nbid 7"),
    Sample("no_blank_after_colon", "{bid:{up_to: 7}}"),
    Sample("not_in_line", "bid: 7\nlater:\n  v1-place-1: {place: silk}\n salt: rain"),
    Sample("dash", "bid: 7\nlater:\n  v1-place-1:\n    place: - silk\n           - jade"),
    Sample("escape", 'bid: 7\nsalt: "C:\\qed"'),
    Sample("missing_value", later("place: [silk,,jade]")),
    Sample("block_text", "bid: 7\nsalt: |rain"),
    Sample("not_yaml", 'bid: 7\nsalt: "\\u00"', "bid: 7\nsalt: rain"),
    # What an order can't say, whatever the game.
    Sample("not_an_order", "bid 7"),
    Sample("not_an_order", "bid = 7\nsalt = rain", note="lines"),
    Sample("not_an_order", "Seven pesos, please", "bid: 7", note="prose"),
    Sample("colon_without_blank", "bid:7"),
    Sample("colon_without_blank", "bid:7\nsalt:rain", note="lines"),
    Sample("colon_without_blank", "{bid:7, salt: rain}", note="in-braces"),
    Sample("unknown_key", "xyzzy: 7", "bid: 7"),
    Sample("misspelt_key", "bidd: 7"),
    Sample("misspelt_key", "竞彪：7", note="chinese"),
    Sample("missing_key", "bid: {say: 7}", "bid: {say: 7, up_to: 9}"),
    Sample("no_value", "bid:", "bid: 7"),
    Sample("blank_left", "bid: ___", "bid: 7"),
    Sample("not_single", "bid: [7]"),
    Sample("not_single_key", "bid: 7\nmortgage: {jade: 1}", "bid: 7\nmortgage: 1"),
    Sample("text_without_quotes", "bid: 7\nsalt: {a: b}"),
    Sample("comma_in_text", "message: {to: ben, text: well, ok}"),
    Sample("not_set_in", "bid: 7\nload:\njade: 5\nsilk: 4\nnutmeg: 0"),
    Sample("key_without_colon", "bid: {up_to 7}"),
    Sample("key_without_colon", "bid: 7\nload: {jade 5, silk 4, nutmeg 0}", note="wares"),
    Sample("answer_without_key", "bid: 7\nlater: {v1-place-1: silk}"),
    Sample("pilot_without_spaces", "bid: 7\npilot: silk", "bid: 7\npilot: {silk: 1}"),
    Sample("not_mapping", "bid: 7\nload: silk", f"bid: 7\n{LOAD}"),
    Sample("names_nothing", "bid: {}", "bid: 7"),
    Sample("empty_list", later("place: []"), later("place: silk")),
    Sample("unknown_word", "bid: 7\nbuy: gold", "bid: 7\nbuy: jade"),
    Sample("misspelt_word", later("place: [sillk, jaed]")),
    Sample("misspelt_word", "競標：７\n購買：玉 石塊", note="chinese"),
    Sample("misspelt_word", "bid: 7\nbuy: no", note="nothing"),
    Sample("list_without_brackets", "bid: 7\nlater:\n  v1-place-1:\n    place: silk, jade  # or so"),
    Sample("list_without_brackets", later("place: jade, silk"), note="in-braces"),
    Sample("list_without_commas", "bid: 7\nlater:\n  v1-place-1:\n    place: jade silk"),
    Sample("list_without_commas", later("place: [jade silk]"), note="in-brackets"),
    Sample("not_the_word", "withdraw: bid", "withdraw: all"),
    Sample("unknown_player", "message: {to: dora, text: hi}", "message: {to: dan, text: hi}"),
    Sample(
        "two_players_of_that_name",
        "player: \"O'Neil\"\nbid: 7",
        'player: "O\\u2019Neil"\nbid: 7',
        "curly_names",
        "O’Neil",
    ),
    Sample("unknown_phase", "phase: v1-auctoin\nbid: 7"),
    Sample("unknown_phase", "phase: v1-plase-1\nsalt: rain", note="placement"),
    Sample("unknown_phase", "phase: v1-place\nsalt: rain", "phase: v1-place-1\nsalt: rain", note="which"),
    Sample("withdraw_alone", "withdraw: all\nbid: 7", "withdraw: all"),
    Sample("number_none", "bid: x9", "bid: 9"),
    Sample("number_words", "競標：七"),
    Sample("number_words", "bid: 七十", "bid: 70", note="long"),
    Sample("number_unit", "bid: 7 pesos"),
    Sample("number_plus", "bid: +7"),
    Sample("number_minus", "bid: -7", "bid: 7"),
    Sample("number_point", "bid: 7.0"),
    Sample("number_point", "bid: 7.5", "bid: 7", note="half"),
    Sample("number_exponent", "bid: 1e1", "bid: 10"),
    Sample("number_underscore", "bid: 1_0"),
    Sample("number_colon", "bid: 12:30", "bid: 12"),
    Sample("number_base", "bid: 0x7", "bid: 7"),
    Sample("number_blank", "bid: 1 0"),
    Sample("number_leading_zero", "bid: 007"),
    Sample("number_too_long", "bid: 1234567890", "bid: 123456789"),
    Sample(
        "empty_range",
        later("place: {place: silk, when: {cash: {min: 9, max: 8}}}"),
        later("place: {place: silk, when: {cash: {min: 8, max: 9}}}"),
    ),
    Sample(
        "impossible_range",
        later("place: {place: silk, when: {value: {silk: 7}}}"),
        later("place: {place: silk, when: {value: {silk: 5}}}"),
    ),
    Sample("bid_of_nothing", "bid: 0"),
    Sample("loan_of_nothing", "bid: 7\nmortgage: 0"),
    Sample("say_above_up_to", "bid: {say: 9, up_to: 8}", "bid: {say: 9, up_to: 9}"),
    Sample("load_not_three_wares", "bid: 7\nload: {silk: 4, jade: 5}", f"bid: 7\n{LOAD}"),
    Sample("start_not_0_to_5", "bid: 7\nload: {silk: 6, jade: 3, ginseng: 0}", f"bid: 7\n{LOAD}"),
    Sample("starts_not_9", "bid: 7\nload: {silk: 5, jade: 5, ginseng: 0}", f"bid: 7\n{LOAD}"),
    Sample(
        "move_order_not_three_wares", "bid: 7\nmove_order: [silk, jade]", "bid: 7\nmove_order: [silk, jade, ginseng]"
    ),
    Sample(
        "move_order_not_the_load",
        f"bid: 7\n{LOAD}\nmove_order: [silk, jade, nutmeg]",
        f"bid: 7\n{LOAD}\nmove_order: [silk, jade, ginseng]",
    ),
    Sample("evict_without_board", "bid: 7\nboard: {board: stay, evict: ben}"),
    Sample("not_a_pilot_move", "bid: 7\npilot: {silk: 3}", "bid: 7\npilot: {silk: 2}"),
    Sample("not_a_small_pilot_move", "bid: 7\npilot: {small: {silk: 2}}", "bid: 7\npilot: {small: {silk: 1}}"),
    # What a standing policy can't say.
    Sample("unknown_bot", "missing: bot deep", "missing: bot simple"),
    Sample("policy_without_list", "missing: insurance"),
    Sample("misspelt_word", "missing: cheepest", note="policy"),
    Sample("missing_key", "missing: {when: {cash: 3}}", "missing: {place: silk, when: {cash: 3}}", note="policy"),
    # What an order can't say in its game and phase.
    Sample("game_over", "phase: v4-plunder\nsalt: rain", "message: {to: all, text: Thanks}", "end"),
    Sample("phase_past", f"phase: v1-auction\nbuy: silk\n{LOAD}", at="office"),
    Sample("phase_of_later_voyage", "phase: v2-auction\nbid: 7"),
    Sample("no_such_phase", "bid: 7\nlater:\n  v1-place-3: {place: silk}\n  v1-place-4: {place: silk}"),
    Sample(
        "later_not_coming",
        "place: silk\nlater:\n  v1-office: {buy: silk}\n  v1-place-2: {place: silk}",
        at="placing",
    ),
    Sample("key_not_for_phase", "place: silk", "bid: 7\nlater: {v1-place-1: {place: silk}}"),
    Sample("key_not_for_phase", later("buy: silk"), "bid: 7\nlater: {v1-office: {buy: silk}}", note="later"),
    Sample("passed_in_placement", "place: silk\nsalt: rain", at="crowd"),
    Sample(
        "passed_in_placement",
        "salt: rain\nlater:\n  v1-place-3: {place: silk}\n  v1-pilots: {pilot: none}",
        at="crowd",
        note="later",
    ),
    Sample("not_asked", f"salt: rain\n{LOAD}", at="office", player="ben"),
    Sample("not_asked", "bid: 7\nsalt: rain", at="auction_at_turns", player="ben", note="passed"),
    Sample("punt_not_named", "plunder: {silk: port}", "plunder: {silk: port, jade: port}", "plunder", "chu"),
    Sample("other_address", "game: harbour-2\nplayer: ben\nbid: 7"),
    # What the rules say of every alternative.
    Sample("supply_empty", f"buy: silk\n{LOAD}", f"buy: jade\n{LOAD}", "empty_supply"),
    Sample("share_above_means", f"buy: silk\n{LOAD}", f"buy: none\n{LOAD}", "poor_office"),
    Sample("ware_not_loaded", "place: nutmeg", "place: ginseng", "crowd", "ben"),
    Sample("pirate_ship_full", "place: pirates", "place: silk", "crowd", "ben"),
    Sample("space_occupied", "place: [insurance, insurance]", "place: small-pilot", "crowd", "chu"),
    Sample("load_full", "place: jade", "place: silk", "full_load"),
    Sample("punt_in_port", "place: silk", "place: port-b", "port"),
    Sample("port_taken_by_punt", "place: port-a", "place: port-b", "port", "ben"),
    Sample("punt_not_on_13", "board: ginseng", "board: jade", "boarding", "chu"),
    Sample("no_free_seat", "board: silk", "board: jade", "boarding", "chu"),
    Sample("evicting_not_played", "board: {board: jade, evict: ben}", "board: jade", "boarding", "chu"),
    Sample("evicting_not_played", "bid: 7\nboard: {board: silk, evict: ben}", "bid: 7\nboard: silk", note="ahead"),
    Sample("not_a_pilot_move", "bid: 7\npilot: {large: {silk: 1}}", "bid: 7\npilot: {large: {silk: 2}}", note="ahead"),
    Sample("seat_still_free", "board: {board: silk, evict: ben}", "board: jade", "evicting", "chu"),
    Sample(
        "nobody_to_evict",
        "board: {board: silk, evict: dan}",
        "board: {board: silk, evict: ana}",
        "evicting_alone",
        "chu",
    ),
    Sample("punt_out_of_reach", "pilot: {silk: -1}", "pilot: {jade: -1}", "pilots", "ben"),
    Sample("ware_not_loaded", "pilot: {nutmeg: 2}", "pilot: {ginseng: 2}", "pilots", note="pilot"),
    Sample("not_a_pilot_move", "pilot: {jade: 2}", "pilot: {jade: 1}", "pilots", "ben", note="small"),
    Sample("punt_below_0", "pilot: {ginseng: -2}", "pilot: {ginseng: 2}", "large_pilot"),
)  # fmt: skip

DOUBTS = {"says_nothing", "bid_above_means", "bought_already"}
"""Codes of the readers and judges with which an order is taken; `test_taken` has their receipts."""

NAMES = [f"{sample.code}{'-' if sample.note else ''}{sample.note}" for sample in SAMPLES]
EACH = pytest.mark.parametrize("sample", SAMPLES, ids=NAMES)


def find_codes() -> Iterator[str]:
    """Yield each code that stands in the readers and the judges: every code has a sentence, so it is known by that."""
    paths = [PACKAGE / "formats" / f"{name}.py" for name in READERS]
    for path in (*paths, PACKAGE / "orders" / "judging.py", PACKAGE / "processor" / "judgement.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in SENTENCES:
                yield node.value


def find_whys() -> Iterator[str]:
    """Yield each reason of the rules that the judge can be told for an alternative."""
    for chapter, function in ASKED_RULES.items():
        tree = ast.parse((PACKAGE / "rules" / f"{chapter}.py").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name == function:
                texts = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
                yield from (text for text in texts if text in WHYS)


def test_every_kind_of_refusal_has_a_sample() -> None:
    codes = {*find_codes(), *find_whys()}
    assert len(codes) > 90
    assert codes - DOUBTS == {sample.code for sample in SAMPLES} | {"not_utf8"}
    assert len(set(NAMES)) == len(NAMES)


class Filed(NamedTuple):
    """What `order` answered: the receipt, and what is wrong as JSON tells it."""

    receipt: str
    problems: list[dict[str, Any]]


def file(club: Any, player: str, text: str | bytes) -> Filed:
    """File an order that is refused, and see that `check` says the same."""
    ran = club.run("order", GAME, player, text=text)
    assert (ran.status, ran.err) == (1, "")
    assert club.run("check", "-", "--game", GAME, "--player", player, text=text).out == ran.out
    told = club.run("order", GAME, player, "--json", text=text).json
    assert told["receipt"] == ran.out and not told["taken"]
    return Filed(ran.out, told["problems"])


@EACH
def test_a_refusal_names_its_places_and_its_advice_holds(
    sample: Sample, sit_at: WaitAt, read_advice: Callable[[str], Any], golden: Golden
) -> None:
    club = sit_at(sample.at)
    filed = file(club, sample.player, sample.text)
    faults = [problem for problem in filed.problems if problem["kind"] != Kind.DOUBTFUL.value]
    assert sample.code in {fault["code"] for fault in faults}
    places = re.findall(r"^Line (\d+), column (\d+): .* \((?:R\d|docs/play.md, section \d).*\)$", filed.receipt, re.M)
    assert places == [(str(fault["line"]), str(fault["column"])) for fault in faults]
    assert len(re.findall(r"^  +\^$", filed.receipt, re.M)) == len(places) >= 1
    golden(f"refused-{NAMES[SAMPLES.index(sample)]}.txt", filed.receipt)

    advice = read_advice(filed.receipt)
    assert bool(advice) == (sample.remedy is None), "a remedy is given here where none is told, and only there"
    text = advice.follow(sample.text) if sample.remedy is None else sample.remedy
    ran = club.run("order", GAME, sample.player, text=text)
    assert ran.status == 0 and ran.out.startswith("TAKEN: "), (text, ran)


def test_bytes_that_are_no_text(sit_at: WaitAt, golden: Golden) -> None:
    club = sit_at("auction")
    filed = file(club, "ana", b"bid: 7\nsalt: \xe9t\xe9")
    assert [problem["code"] for problem in filed.problems] == ["not_utf8"]
    golden("refused-not_utf8.txt", filed.receipt)
    assert club.run("order", GAME, "ana", text="bid: 7\nsalt: été").status == 0


@pytest.mark.parametrize("sample", {sample.at: sample for sample in SAMPLES}.values(), ids=lambda sample: sample.at)
def test_what_others_ordered_shows_in_no_refusal(sample: Sample, wait_at: WaitAt) -> None:
    club = wait_at(sample.at)
    before = file(club, sample.player, sample.text)
    phase = club.status(GAME)["phase"]
    for other in ("ana", "ben", "chu", "dan"):
        if other != sample.player:
            club.put(GAME, phase, other, "bid: 9\nplace: [silk, jade]\nbuy: silk\nboard: jade\npilot: {jade: 1}")
    assert file(club, sample.player, sample.text) == before
