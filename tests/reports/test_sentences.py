"""Every code has a sentence, and every sentence can be told (docs/play.md, section 2, "three fates")."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import manila_pbem
from manila_pbem.formats.faults import Fault
from manila_pbem.formats.order_reader import read_order
from manila_pbem.formats.record import Record, read_record
from manila_pbem.formats.record_action import ActionFault
from manila_pbem.formats.strict_yaml import read_tree
from manila_pbem.orders.order import Mark
from manila_pbem.orders.problems import Facts, Kind, Problem
from manila_pbem.reports.mail_words import TROUBLES
from manila_pbem.reports.refusals import WHYS
from manila_pbem.reports.sentences import (
    ORDER_SENTENCES,
    RECORD_SENTENCES,
    SENTENCES,
    YAML_SENTENCES,
    tell_fault,
    tell_problem,
)

PACKAGE = Path(manila_pbem.__file__).parent
MAKERS = {"Fault", "Problem", "NoNumber", "_Malformed", "Trouble", "UnreadableFileError"}
METHODS = {"refuse", "forbid", "_refuse"}
CODE = re.compile(r"[a-z]+(?:[_-][a-z0-9]+)*")


def find_codes() -> Iterator[tuple[str, str]]:
    """Yield the codes that stand in the code, with the file: the first text that a maker of faults is given."""
    for path in sorted([*PACKAGE.glob("formats/*.py"), *PACKAGE.glob("orders/*.py"), *PACKAGE.glob("processor/*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name not in MAKERS | METHODS:
                continue
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if texts and CODE.fullmatch(texts[0]):
                yield texts[0], path.name


CODES = sorted(set(find_codes()))


@pytest.mark.parametrize(("code", "file"), CODES)
def test_each_code_has_a_sentence(code: str, file: str) -> None:
    assert code in SENTENCES or code in WHYS or code in TROUBLES


def test_the_codes_are_found() -> None:
    found = {code for code, _ in CODES}
    assert len(found) > 60
    assert {"tab", "number_plus", "record_hand", "load_not_three_wares", "phase_past", "unknown_key"} <= found


HEADER = (
    "manila: 1\nplayers: [ana, ben, chu]\nfirst: ben\n"
    "deal: {ana: [jade, silk], ben: [jade, jade], chu: [nutmeg, silk]}\n"
)

ORDERS = {
    "too_large": "salt: " + "x" * 65536,
    "too_much": "[" + "x, " * 4000 + "]",
    "not_utf8": b"bid: \xff",
    "control_character": "bid: \x07",
    "direction_mark": "bid: \u202e",
    "line_separator": "bid: \u2028",
    "tab": "bid:\t7",
    "empty": "",
    "directive": "%YAML 1.2\n---\nbid: 7",
    "several_documents": "bid: 7\n---\nbid: 8",
    "after_the_end": "{bid: 7} bid",
    "anchor": "bid: &a 7",
    "alias": "bid: *a",
    "tag": "bid: !a 7",
    "repeated_key": "bid: 7\nbid: 8",
    "complex_key": "? [a]\n: b",
    "too_deep": "bid: " + "[" * 21 + "]" * 21,
    "second_colon": "salt: a: b",
    "open_bracket": "place: [jade",
    "open_quote": 'salt: "a',
    "sign_at_start": "salt: @a",
    "no_colon": "bid: 7\nplace\nbuy: silk",
    "no_blank_after_colon": "{bid:{up_to: 7}}",
    "not_in_line": "later:\n  a: b\n c: d",
    "dash": "place: - jade",
    "escape": 'salt: "\\q"',
    "missing_value": "place: [jade,,silk]",
    "block_text": "salt: |x",
    "not_yaml": "salt: \"\\u00\"",
    "not_an_order": "hello",
    "says_nothing": "{}",
    "colon_without_blank": "bid:7",
    "unknown_key": "xyzzy: 7",
    "misspelt_key": "bidd: 7",
    "missing_key": "bid: {say: 7}",
    "no_value": "bid:",
    "blank_left": "bid: ___",
    "not_single": "bid: [7]",
    "not_mapping": "message: hello",
    "names_nothing": "bid: {}",
    "empty_list": "place: []",
    "colon_in_brackets": "message: {to: all, text: at 8: ok?}",
    "after_bracket": "message: {to: all, text: [x] y}",
    "not_single_key": "mortgage: {jade: 1}",
    "text_without_quotes": "salt: [a]",
    "comma_in_text": "message: {to: all, text: well, ok}",
    "not_set_in": "load:\njade: 5",
    "key_without_colon": "bid: {up_to 7}",
    "answer_without_key": "later: {v1-place-1: silk}",
    "pilot_without_spaces": "pilot: silk",
    "not_the_word": "withdraw: bid",
    "list_without_commas": "place: jade silk",
    "unknown_word": "place: xyzzy",
    "misspelt_word": "place: jad",
    "list_without_brackets": "place: jade, silk",
    "unknown_player": "player: dora",
    "two_players_of_that_name": "player: x'",
    "unknown_phase": "phase: v1-place",
    "withdraw_alone": "withdraw: all\nbid: 7",
    "number_none": "bid: x9",
    "number_words": "bid: 七",
    "number_unit": "bid: 7 pesos",
    "number_plus": "bid: +7",
    "number_minus": "bid: -7",
    "number_point": "bid: 7.0",
    "number_exponent": "bid: 1e1",
    "number_underscore": "bid: 1_0",
    "number_colon": "bid: 12:30",
    "number_base": "bid: 0x7",
    "number_blank": "bid: 1 000",
    "number_leading_zero": "bid: 07",
    "number_too_long": "bid: 1234567890",
    "empty_range": "place: {place: silk, when: {cash: {min: 9, max: 8}}}",
    "impossible_range": "place: {place: silk, when: {value: {silk: 7}}}",
    "bid_of_nothing": "bid: 0",
    "loan_of_nothing": "mortgage: 0",
    "say_above_up_to": "bid: {say: 9, up_to: 8}",
    "load_not_three_wares": "load: {silk: 4, jade: 5}",
    "start_not_0_to_5": "load: {silk: 6, jade: 3, nutmeg: 0}",
    "starts_not_9": "load: {silk: 5, jade: 5, nutmeg: 0}",
    "move_order_not_three_wares": "move_order: [silk, jade]",
    "move_order_not_the_load": "load: {silk: 5, jade: 4, nutmeg: 0}\nmove_order: [silk, jade, ginseng]",
    "evict_without_board": "board: {board: stay, evict: ana}",
    "not_a_pilot_move": "pilot: {silk: 3}",
    "not_a_small_pilot_move": "pilot: {small: {silk: 2}}",
}  # fmt: skip
"""An order for each code that the reader of orders has."""

RECORDS = {
    "record_no_header": "pass",
    "record_missing_key": HEADER,
    "record_unknown_key": HEADER + "actions: []\nx: y",
    "record_version": HEADER.replace("manila: 1", "manila: 2") + "actions: []",
    "record_players": HEADER.replace(", chu]", "]") + "actions: []",
    "record_same_name": HEADER.replace(", chu]", ", ana]") + "actions: []",
    "record_name": HEADER.replace(", chu]", ", 7]") + "actions: []",
    "record_no_player": HEADER.replace("first: ben", "first: dora") + "actions: []",
    "record_player_missing": HEADER + "actions: [{bid: 3}]",
    "record_no_mapping": HEADER + "actions: [3]",
    "record_no_list": HEADER + "actions: 3",
    "record_no_word": HEADER + "actions: [{player: ana, place: x}]",
    "record_hand": HEADER.replace("[jade, jade]", "[jade]") + "actions: []",
    "record_no_hand": HEADER.replace(", chu: [nutmeg, silk]", "") + "actions: []",
    "record_deal": HEADER.replace("[nutmeg, silk]", "[jade, silk]") + "actions: []",
    "record_supply_beside_deal": HEADER + "actions: []\nsupply: {}",
    "record_supply": re.sub("deal.*\n", "deal: secret\nsupply: {silk: 3}\n", HEADER) + "actions: []",
    "record_no_decision": HEADER + "actions: [{player: ana}]",
    "record_two_decisions": HEADER + "actions: [{player: ana, bid: 3, buy: none}]",
    "record_no_amount": HEADER + "actions: [{player: ana, bid: '3'}]",
    "record_no_shares": HEADER + "actions: [{player: ana, redeem: 0}]",
    "record_no_move": HEADER + "actions: [{player: ana, pilot: {silk: 0}}]",
    "record_names_nothing": HEADER + "actions: [{player: ana, pilot: {}}]",
    "record_three_wares": HEADER + "actions: [{player: ana, load: {silk: 4, jade: 5}}]",
    "record_other_wares": HEADER + "actions: [{player: ana, load: {silk: 4, jade: 5, nutmeg: 0}, move_order: [silk]}]",
}
"""A record for each code that the reader of records has."""


def invent_facts(code: str) -> Facts:
    """Facts for all that a sentence tells of; that the judges give them is shown by their own tests."""
    return {name: "x" for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name}


def check(sentence: str) -> None:
    """One sentence without holes, that says what to write or what was legal instead."""
    assert "{" not in re.sub(r"`[^`]*`", "", sentence)
    assert "\n" not in sentence
    assert any(sign in sentence for sign in (";", "did you mean")), sentence


@pytest.mark.parametrize("code", sorted(ORDERS))
def test_each_fault_of_an_order_is_told(code: str) -> None:
    problems = read_order(ORDERS[code], ("ana", "ben", "x’", "x‘")).problems
    assert code in [problem.code for problem in problems]
    for problem in problems:
        check(tell_problem(problem))


@pytest.mark.parametrize("code", sorted(RECORD_SENTENCES))
def test_each_fault_of_a_record_is_told_with_its_clause(code: str) -> None:
    record = read_record(RECORDS[code])
    fault = record.actions[-1] if isinstance(record, Record) else record
    assert isinstance(fault, Fault | ActionFault)
    assert fault.code == code
    check(tell_fault(fault))
    assert re.match(r"R\d+(\.\d+)?: ", tell_fault(fault))


@pytest.mark.parametrize("code", sorted(SENTENCES.keys() - ORDERS.keys() - RECORDS.keys()))
def test_each_other_fault_is_told(code: str) -> None:
    check(tell_problem(Problem(Kind.NOT_LEGAL, code, "play 2", Mark(1, 1), invent_facts(code))))


def test_few_codes_are_left_without_a_sample() -> None:
    assert (YAML_SENTENCES.keys() | ORDER_SENTENCES.keys()) - ORDERS.keys() <= {
        "value_of_wrong_kind",
        "unknown_bot",
        "policy_without_list",
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bids: 3", "there is no key `bids` in the order; did you mean `bid`"),
        ("message: {xyzzy: ben}", "there is no key `xyzzy` in the message; write one of to, text"),
        ("place: {place: silk, whn: {cash: 3}}", "there is no key `whn` in `place`; did you mean `when`"),
        ("salt: {a: b}", "`salt` is a text, and its brackets make it something else; put it in quotes"),
        ("mortgage: {a: b}", "`mortgage` takes one word or number here; write no keys within it"),
        ("withdraw: bid", "`bid` is no word for `withdraw`; write `all`"),
    ],
)
def test_sentences_say_what_they_speak_of(text: str, words: str) -> None:
    assert tell_problem(read_order(text, ("ana", "ben")).problems[0]) == words


def test_a_file_of_the_moderator_is_told_of_without_a_clause_of_the_rules() -> None:
    fault = read_tree("a: &x b", 1000)
    assert not isinstance(fault, Fault)
    assert tell_fault(Fault("tab", Mark(1, 1))) == YAML_SENTENCES["tab"]


@pytest.mark.parametrize("code", sorted(WHYS))
def test_what_the_rules_refuse_is_told_of_an_alternative_or_a_loan(code: str) -> None:
    facts: Facts = {"key": "place", "words": "silk", "legal": ("jade", "pass")}
    sentence = tell_problem(Problem(Kind.NOT_LEGAL, code, "R6.4", Mark(1, 1), facts))
    assert sentence == f"place silk: {WHYS[code]}; legal: jade, pass"
    facts = {"key": "mortgage", "shares": 3, "most": 2}
    sentence = tell_problem(Problem(Kind.DOUBTFUL, code, "R13.1", Mark(1, 1), facts))
    assert sentence == f"mortgage 3: {WHYS[code]}; at most 2"


def test_what_a_player_wrote_is_never_a_template() -> None:
    (problem,) = read_order("player: '{0.__class__} {key}'", ("ana",)).problems
    assert "{0.__class__} {key}" in tell_problem(problem)
