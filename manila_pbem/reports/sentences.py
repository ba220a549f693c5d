"""The sentences for what is wrong or doubtful with a text: orders, records, game files. One code, one sentence.

Codes and facts come from the readers in `formats` and from `orders.judging`; each sentence names what was legal
instead. What the rules refuse has its words in `refusals`, and is told here as one alternative of an order.
"""

from __future__ import annotations

from typing import Protocol

from manila_pbem.orders.problems import Facts, Problem
from manila_pbem.reports.refusals import WHYS, tell_why
from manila_pbem.reports.words import LIST_SEPARATOR

YAML_SENTENCES = {
    "too_large": "the file has {bytes} bytes; write at most {most} KiB",
    "too_much": "the file says far more than an order or an action needs; write less",
    "not_utf8": "the byte {byte} is no UTF-8; save the file as UTF-8",
    "control_character": "the invisible character {character} can't stand in a file; take it out",
    "direction_mark": "the character {character} changes the direction of writing unseen; take it out",
    "line_separator": "the character {character} ends a line unseen; end lines with the return key",
    "tab": "a tab stands here; write blanks instead",
    "empty": "the file says nothing; write a key and a value, such as `place: pass`",
    "directive": "a line that begins with % is a directive; take it out",
    "several_documents": "a second document begins here; write one, without `---` between",
    "after_the_end": "the order has ended before `{sign}`; write everything in one list of keys",
    "anchor": "`&{name}` is an anchor; take it out and write the value itself",
    "alias": "`*{name}` is an alias; write the value itself",
    "tag": "`{tag}` is a tag; take it out, or put a text that begins with an exclamation mark in quotes",
    "repeated_key": "`{key}` stands a second time, after line {line}; write it once",
    "complex_key": "a list can't be a key; write one word before the colon",
    "too_deep": "lists and brackets lie too deep in each other; write at most {most} levels",
    "second_colon": "a second colon stands in one value; write one key a line, or put a text with a colon in quotes",
    "open_bracket": "the bracket `{sign}` is not closed; write the closing one, with commas between values",
    "colon_in_brackets": "a second colon stands in one value; put a comma before the next key, or the text in quotes",
    "after_bracket": "more follows the closing sign; put a comma between values, or a text in quotes as a whole",
    "open_quote": "the quote that begins here is not closed; write the closing one",
    "sign_at_start": "a value can't begin with `{sign}`; put it in quotes",
    "no_colon": "this line has no colon; write a key, a colon, a blank and a value",
    "no_blank_after_colon": "no blank follows the colon; write one",
    "not_in_line": "this stands too far in or out; write keys that belong together one below the other",
    "dash": "a list item can't stand behind a colon; write `[a, b]`, or each `- item` on a line of its own",
    "escape": "this is no escape that YAML knows; write a backslash twice, or use single quotes",
    "missing_value": "a value is missing before `{sign}`; write one",
    "block_text": "a text may begin only on the line after `|` or `>`; begin a new line there",
    "not_yaml": "this can't be read as YAML; write a key, a colon, a blank and a value a line",
    "value_of_wrong_kind": "`{key}` is not written as it should be; write {wanted}",
}
"""What no file may have (docs/play.md, sections 2 and 7)."""

ORDER_SENTENCES = {
    "not_an_order": "this is no order; write keys with values, such as `place: pass`; the keys are {legal}",
    "says_nothing": "the order says nothing; its keys are {legal}",
    "colon_without_blank": "a blank is missing after the colon; write `{instead}`",
    "unknown_key": "there is no key `{key}` in {within}; write one of {legal}",
    "misspelt_key": "there is no key `{key}` in {within}; did you mean `{near}`",
    "missing_key": "`{key}` is missing in {within}; write all that is needed of {legal}",
    "no_value": "`{key}` has no value; write one after the colon",
    "unknown_bot": "there is no bot `{value}`; the bots are {legal}",
    "blank_left": "the blank of `{key}` is not filled in; write your answer over it",
    "not_single": "`{key}` takes one word or number here; write no list",
    "not_single_key": "`{key}` takes one word or number here; write no keys within it",
    "text_without_quotes": "`{key}` is a text, and its brackets make it something else; put it in quotes",
    "comma_in_text": "the comma before `{value}` ends the text; put a text with commas in quotes",
    "not_set_in": "`{value}` belongs to `{key}` but is not set in below it; begin its line with two blanks",
    "key_without_colon": "the colon is missing in `{key}`; write `{instead}`",
    "answer_without_key": "`{value}` stands without its key; write `{instead}`",
    "pilot_without_spaces": "`{value}` does not say how a punt is moved; write `none` or a move, such as `{instead}`",
    "policy_without_list": "`{value}` is a wish for a space; write a list, such as `{instead}`",
    "not_mapping": "`{key}` takes keys with values; write them as `{{key: value}}`, with {legal}",
    "names_nothing": "`{key}` is empty; leave it out or name some of {legal}",
    "empty_list": "the list of `{key}` is empty; leave the key out or write what you want",
    "unknown_word": "`{value}` is no word for `{key}`; write one of {legal}",
    "misspelt_word": "`{value}` is no word for `{key}`; did you mean `{near}`",
    "not_the_word": "`{value}` is no word for `{key}`; write `{only}`",
    "list_without_commas": "`{value}` is a list without commas; write `{instead}`",
    "list_without_brackets": "`{value}` is a list without brackets; write `{instead}`",
    "unknown_player": "nobody called `{value}` plays here; write one of {legal}",
    "two_players_of_that_name": "`{value}` could be more than one player; write one of {legal}",
    "unknown_phase": "`{value}` is no phase; write one such as `v1-place-2`, with one of {legal}",
    "withdraw_alone": "`withdraw: all` takes an order back, so `{key}` can't stand beside it; write one of the two",
    "number_none": "`{value}` is no number for `{key}`; write {instead}",
    "number_words": "`{value}` is a number in words; write digits, such as 7",
    "number_unit": "`{value}` says more than a number; write {instead}",
    "number_plus": "`{value}` has a plus sign; write {instead}",
    "number_minus": "`{value}` is below 0; write 0 or more for `{key}`",
    "number_point": "`{value}` has a point or comma; write {instead}",
    "number_exponent": "`{value}` has an exponent; write the number in digits, such as 7",
    "number_underscore": "`{value}` has an underscore; write {instead}",
    "number_colon": "`{value}` has a colon; write {instead}",
    "number_base": "`{value}` is not written in decimal digits; write {instead}",
    "number_blank": "`{value}` has a blank inside; write {instead}",
    "number_leading_zero": "`{value}` has a zero in front; write {instead}",
    "number_too_long": "`{value}` has too many digits; write at most 9",
    "empty_range": "`{key}` can't be {least} or more and {most} or less; write a `min` that is not above the `max`",
    "impossible_range": "`{key}` can never be so; it can be {legal}",
    "bid_of_nothing": "a bid is 1 or more; write `pass` to bid nothing",
    "loan_of_nothing": "`{key}` is of 1 share or more; write how many, or leave `{key}` out",
    "say_above_up_to": "`say` {say} is above `up_to` {up_to}; write an `up_to` of {say} or more",
    "load_not_three_wares": "a load names {count} wares; name three, one a punt",
    "start_not_0_to_5": "a punt can't start at {start}; write spaces from 0 to 5",
    "starts_not_9": "the start spaces sum to {sum}; write three that sum to 9",
    "move_order_not_three_wares": "`move_order` names each of the three loaded wares once; write three different wares",
    "move_order_not_the_load": "`move_order` names other wares than `load`; write the same three",
    "evict_without_board": "who stays evicts nobody; write `stay` alone, or the ware to board",
    "not_a_pilot_move": "this is no pilot's move; write one punt by 1 or 2, two punts by 1 each, or `none`",
    "not_a_small_pilot_move": "this is no move of the small pilot; write one punt by 1 or -1, or `none`",
}
"""What an order can't say, whatever the game (docs/play.md, section 2)."""

GAME_SENTENCES = {
    "game_over": "the game is over, and no order counts any more; what still can be sent is a `message` alone",
    "phase_past": "{phase} is past; write an order for {present} or later",
    "phase_of_later_voyage": "{phase} is of a later voyage; write orders for this voyage, now at {present}",
    "no_such_phase": "this game has no phase {phase}; leave it out",
    "later_not_coming": "{phase} does not come after {present} in this voyage; name a later phase of it",
    "key_not_for_phase": "`{key}` is not decided in {phase}; write {wanted}, and what is for later under `later`",
    "passed_in_placement": "you have passed and place no more in this voyage; leave `place` out",
    "not_asked": "`{key}` is not yours to decide now, but for {asked}; leave it out",
    "bid_above_means": "a bid of {bid} is more than your means; it goes up to {means}, then passes",
    "bought_already": "the purchase of this voyage is done; `{key}` changes nothing any more",
    "hindered_now": "{key} {words}: {why}; as things stand it will be left out",
    "hindered_for_good": "{key} {words}: {why}, and so it stays in this voyage; it will be left out",
    "full_unless_boarded": "{key} {words}: {why}, unless a pirate boards a punt; else it will be left out",
    "office_too_dear": "{key} {words}: {why}, if the office costs {bid}; it would be left out",
    "office_not_yours": "`{key}` is for the harbour master, and the office can't come to you; bid to win it",
    "punts_unnamed": "`{key}` says nothing of {wares}; were one of them plundered, you would be asked again",
    "punt_not_named": "{wares} was plundered and is not named; say `port` or `shipyard` for it",
    "other_address": "the order names the {key} {said} in the place of {meant}; write {meant} or leave it out",
    "two-files": "{files} are files of one player; keep one of them",
    "link": "{files} is a link; put the file itself there",
    "no-file": "{files} is no file; put a file there",
    "too-long": "{files} is too large; write at most 64 KiB",
    "unreadable": "{files} can't be read; let its owner read it",
}
"""What an order can't say in its game and phase, and what keeps its file from being read."""

RECORD_SENTENCES = {
    "record_no_header": "the record is no list of keys; legal: {legal}",
    "record_missing_key": "`{key}` is missing; legal: a record that has it",
    "record_unknown_key": "`{key}` is no key here; legal: {legal}",
    "record_version": "the record is of version `{value}`; legal: `manila: 1`",
    "record_players": "the record names {count} players; legal: {least} to {most}",
    "record_same_name": "two players are called {name}; legal: distinct names",
    "record_name": "`{value}` is no name; legal: 1 to {most} characters in one line, quoted where YAML needs it",
    "record_no_player": "`{value}` is no player for `{key}`; legal: {legal}",
    "record_player_missing": "`{key}` is missing; legal: {legal}",
    "record_no_mapping": "`{key}` is `{value}`; legal: a mapping",
    "record_no_list": "`{key}` is `{value}`; legal: a list",
    "record_no_word": "`{value}` is no word for `{key}`; legal: {legal}",
    "record_hand": "{player} is not dealt {count} shares; legal: {count} of {legal}",
    "record_no_hand": "the deal leaves {player} out; legal: two shares for each player",
    "record_deal": "{count} shares of {ware} are dealt; legal: at most {most}",
    "record_supply_beside_deal": "a supply stands beside the deal; legal: a supply only where the deal is secret",
    "record_supply": "this supply can't be; legal: {least} to {most} of each of {legal}, {sum} in all",
    "record_no_decision": "no decision is named but {keys}; legal: {legal}",
    "record_two_decisions": "two decisions are named in one action, {keys}; legal: one of {legal}",
    "record_no_amount": "`{value}` is no amount for `{key}`; legal: an integer from 0 in plain digits",
    "record_no_shares": "`{key}` is `{value}`; legal: 1 or more",
    "record_no_move": "`{value}` is no move by a pilot; legal: 1, 2, -1 or -2 for a ware, or `pilot: none`",
    "record_names_nothing": "`{key}` names no ware; legal: wares with their values",
    "record_three_wares": "`{key}` names {count} wares; legal: three of the four",
    "record_other_wares": "`{key}` does not name the three loaded wares once each; legal: {wares} in any order",
}
"""What is malformed in a record (docs/record.md)."""

SETTING_SENTENCES = {
    "wrong_setting": "`{key}` can't be `{value}`; write {wanted}",
    "missing_setting": "`{key}` is missing; write {wanted}",
}
"""What is wrong with a setting of game.yaml or club.yaml."""

SENTENCES = {**YAML_SENTENCES, **ORDER_SENTENCES, **GAME_SENTENCES, **RECORD_SENTENCES, **SETTING_SENTENCES}


class HasFacts(Protocol):
    """What a sentence is made of: `Fault`, `ActionFault` and `Problem` alike."""

    @property
    def code(self) -> str:
        """The stable name of what is wrong."""

    @property
    def facts(self) -> Facts:
        """What the sentence tells of this case."""

    @property
    def clause(self) -> str:
        """The clause of docs/rules.md, or the section of docs/play.md."""


def tell_problem(problem: Problem) -> str:
    """Return the sentence for a problem of an order, without its place and clause."""
    return tell(problem)


def tell_fault(fault: HasFacts) -> str:
    """Return the sentence for a fault of a file or an action, after its clause where that is one of the rules."""
    sentence = tell(fault)
    return f"{fault.clause}: {sentence}" if fault.clause.startswith("R") else sentence


def tell(found: HasFacts) -> str:
    """Return the sentence for a code and its facts."""
    facts = {key: LIST_SEPARATOR.join(fact) if isinstance(fact, tuple) else fact for key, fact in found.facts.items()}
    if "within" in facts:
        within = str(facts["within"])
        facts["within"] = f"the {within}" if within in ("order", "policy", "message", "file") else f"`{within}`"
    if "reason" in facts:
        facts["why"] = tell_why(str(facts["reason"]))
    # The rules' own refusals are told as the alternative or the loan of an order that they speak of.
    if found.code in WHYS and "words" in facts:
        return "{key} {words}: {why}; legal: {legal}".format(why=tell_why(found.code), **facts)
    if found.code in WHYS and "shares" in facts:
        return "{key} {shares}: {why}; at most {most}".format(why=tell_why(found.code), **facts)
    words = SENTENCES.get(found.code)
    return words.format(**facts) if words is not None else tell_why(found.code)
