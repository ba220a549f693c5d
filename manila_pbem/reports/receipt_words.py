"""The words of a receipt, apart from what decides which of them are said: another language replaces this page.

Each text has places for facts, as `str.format` has them. `say` fills them in; facts that are amounts, wares, spaces or
names come as words already (`reports.words`).
"""

from __future__ import annotations

from collections.abc import Sequence

FATES = {
    "taken": "TAKEN: {where}.",
    "would_be_taken": "WOULD BE TAKEN: {where}.",
    "used": "USED ALREADY, nothing changes: {where}.",
    "refused": "REFUSED: {where}. Nothing was filed; an order filed before still stands.",
}

ORDER = {
    "withdraw": "I take back my order for this phase.",
    "redeem": "I redeem {shares} for {pesos} when this order is used, if that can be done then.",
    "mortgage": "I mortgage {shares} for {pesos} when this order is used, if that can be done then.",
    "salt": "My salt is mixed into the dice.",
    "message_all": "A message goes to everyone.",
    "message": "A message goes to {names}.",
    "move_order": "Punts that arrive together take their ports in the order {wares}.",
    "message_sent": "The same file has sent its message in this phase already, so it is not sent again.",
    "message_alone": "There is no order in it; one filed before still stands.",
    "replaces": "It takes the place of the order filed before.",
}

BIDS = {
    "pass": "I pass in the auction.",
    "limit": "I bid up to {pesos}, by one while needed, then I pass; {loans}.",
    "say": "I say {say} first, then bid up to {pesos}, by one while needed, then I pass; {loans}.",
    "plain": "I bid {pesos} now; {loans}. Where another one bids more, I am asked again.",
    "over": "The standing bid is as high already, so I pass.",
    "over_plain": "My bid of {pesos} is not above the standing one, so I am asked again.",
    "no_loan": "that needs no loan",
    "loans_above": "above {pesos} it takes loans ({shares})",
    "loans": "that takes loans ({shares})",
}

LEADS = {
    "phase": "in {phase}",
    "before": "after {names}",
    "win": "if I win the office",
    "keep": "if nobody bids and the office stays with me",
    "master": "as harbour master",
    "captain": "as captain",
    "second": "as second pirate",
    "pirate": "as a pirate",
    "small": "as small pilot",
    "large": "as large pilot",
    "pilot": "as a pilot",
}
"""What stands before `I do this`, such as `in v1-place-2`; several are told one after the other."""

INTENTS = {
    "one": "I {deed}{notes}",
    "many": "I do the first of these that I can:",
    "alternative": "{deed}{notes}",
    "else": ", else {deed}",
    "else_line": "else {deed}",
    "declines_place": "I pass",
    "declines_board": "I stay",
    "declines_pilot": "I move nothing",
    "asks": "I am asked again",
}

DEEDS = {
    "buy": "buy {ware} at {pesos}",
    "buy_unpriced": "buy {ware}",
    "buy_none": "buy no share",
    "load": "load {lanes}",
    "lane": "{ware} on lane {lane} at space {space}",
    "place": "place {place}",
    "cheapest": "place on the open space that costs me least",
    "pass": "pass",
    "board": "board the {ware} punt",
    "evict": "board the {ware} punt and put {name} off",
    "stay": "stay on the pirate ship",
    "pilot": "move {moves}",
    "move_on": "the {ware} punt {spaces} on",
    "move_back": "the {ware} punt {spaces} back",
    "pilot_none": "move no punt",
    "plunder": "send {ways}",
    "plunder_all_port": "send all plundered punts to port",
    "plunder_all_shipyard": "send all plundered punts to the shipyard",
    "to_port": "the {ware} punt to port",
    "to_shipyard": "the {ware} punt to the shipyard",
}

NOTES = {
    "cost": "{pesos} now",
    "cost_then": "{pesos} as things stand",
    "cost_if_loaded": "{pesos} if it is loaded",
    "cost_plain": "{pesos}",
    "insurance": "I receive 10 pesos",
    "no_loan": "no loan",
    "loans": "with {loans}",
    "blind": "all my {pesos}, as a blind passenger",
    "cheapest": "now {space}",
    "most": "up to {pesos} when my turn comes",
    "may_go": "perhaps gone by then",
    "may_not": "perhaps not possible then",
    "not_now": "not possible now",
    "fails": "the condition does not hold now",
}

CONDITIONS = {
    "if": ", if {conditions}",
    "and": " and ",
    "position_own": "its punt is {range}",
    "position": "the {ware} punt is {range}",
    "crew_own": "its load has {range}",
    "crew": "the {ware} load has {range}",
    "value": "{ware} stands {range}",
    "cost": "it costs me {range}",
    "cash": "I have {range}",
    "free_one": "{spaces} is free",
    "free": "{spaces} are free",
    "free_seat": "a seat on the {ware} punt",
    "free_pirate": "a place on {space}",
    "harbour_master": "{name} is harbour master",
}

RANGES = {
    "position": ("at {least} or more", "at {most} at most", "at {least} to {most}", "at {least}"),
    "crew": ("{least} or more", "{most} at most", "{least} to {most}", "exactly {least}"),
    "value": ("at {least} or more", "at {most} at most", "at {least} to {most}", "at {least}"),
    "cost": ("{least} or more", "{most} at most", "{least} to {most}", "exactly {least}"),
    "cash": ("{least} or more", "{most} at most", "{least} to {most}", "exactly {least}"),
}
"""For each number a condition may be about: at least, at most, both, exactly; the last number comes with its unit."""

IN_PORT = "in port"
NO_CREW = "no accomplice"

COMING = {
    "title": "If nothing more comes:",
    "stands": "My order for {phase} still stands for {keys}.",
    "waits": "The game would wait for me, since I have said nothing yet of",
    "all_said": "Whatever this voyage may ask me, I have answered.",
    "nothing": "This voyage asks me nothing more.",
    "policy": "Where the moderator goes on without me, my standing policy counts: {policy}",
}

OCCASIONS = {
    "now": "{keys}, in {phases}",
    "turn": "{keys}, when my turn comes in {phases}",
    "win": "{keys}, should I win the office",
    "keep": "{keys}, should nobody bid and the office stay with me",
    "pirate": "{keys}, should I be a pirate while a punt stands on 13",
    "captain": "{keys}, should I be captain when punts are plundered",
    "pilot": "{keys}, should I be a pilot",
}
"""What is not said yet, and when it will be asked."""

KEYS = {
    ("board", False): "board (captain)",
    ("board", True): "board (second)",
    ("pilot", False): "pilot (small)",
    ("pilot", True): "pilot (large)",
}
KEY_IN_PHASE = "{key} ({phase})"
"""Keys that differ by role; both roles together, and every other key, are told by the key alone."""

USES = {
    "complete": "This order is used once {phase} has all its orders.",
    "turn": "This order is used when my turn comes in {phase}.",
    "end": "Nothing is asked of me in {phase}; this order is used at its end.",
    "later": "This order is used when {phase} comes.",
}

POLICIES = {
    "wait": "Where my order is missing, the game waits for me.",
    "bot": "Where my order is missing, the bot {bot} decides for me.",
    "places": "Where my order is missing, I place on: {places}; everything else I decline.",
    "else": ", else ",
    "if": "{place} (if its conditions hold)",
}

FAULTS = {
    "place": "Line {line}, column {column}: {sentence} ({clause})",
    "no_place": "{sentence} ({clause})",
    "write": "Write: ",
    "write_lines": "Write, in the place of lines {first} to {last}: ",
    "leave_out": "Leave line {line} out.",
    "doubtful": "Doubtful:",
}

PROOF = {
    "commitment": "Commitment: {commitment}",
    "check": "Keep the file: once the order is used, the log shows this commitment, and when the voyage's orders are"
    " opened, `manila verify` holds it against the file.",
    "check_cut": "It is of the file without its message. Once the order is used, the log shows this commitment, and"
    " when the voyage's orders are opened, `manila verify` holds it against the file.",
}

LISTS = (", ", " and ")
"""What stands between the items of a list, and before the last one."""


def say(text: str, **facts: str | int) -> str:
    """Return a text with its facts filled in; facts are never templates themselves."""
    return text.format(**facts)


def join(items: Sequence[str]) -> str:
    """Return items as a list within a sentence."""
    if len(items) < 2:
        return "".join(items)
    return f"{LISTS[0].join(items[:-1])}{LISTS[1]}{items[-1]}"


def count_spaces(spaces: int) -> str:
    """Return a number of spaces on a lane in words."""
    return "1 space" if spaces == 1 else f"{spaces} spaces"


def count_loans(loans: int) -> str:
    """Return a number of loans in words."""
    return "1 loan" if loans == 1 else f"{loans} loans"


def count_accomplices(number: int) -> str:
    """Return a number of accomplices in words."""
    return "1 accomplice" if number == 1 else f"{number} accomplices"


def begin_sentence(text: str) -> str:
    """Return a text as the begin of a sentence."""
    return text[:1].upper() + text[1:]
