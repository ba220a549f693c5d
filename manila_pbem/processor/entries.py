"""The entries that a step brings into the log, as docs/play.md, sections 3 and 5, lay them down."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from manila_pbem import dice
from manila_pbem.formats.record_action import action_to_mapping
from manila_pbem.formats.record_state import state_to_mapping
from manila_pbem.orders.phases import Phase
from manila_pbem.orders.standing import Filed
from manila_pbem.orders.turn import Decided, DiceFell, LoanDone, OrderUsed, Outcome
from manila_pbem.processor.chronicle import Entry
from manila_pbem.processor.setup import Setup
from manila_pbem.rules.answers import Load
from manila_pbem.rules.board import WARE_WORDS, Ware
from manila_pbem.rules.play import Action, Answered, Game, Lent
from manila_pbem.rules.state import State
from manila_pbem.store.log_file import write_canonical
from manila_pbem.values import NamedValue

BY_POLICY = "policy"
"""`by` of an order that came by its player's standing policy."""
POLICY_COMMENT = "# by standing policy: nothing had arrived in time"
"""The first line of such an order, for its readers; that it came so is known by its digest, which is kept."""

BY_COMMAND = "loan"
"""`by` of a loan taken at once by the command of that name, not by an order."""

Body = dict[str, Any]
"""An entry without `prev` and `hash`."""


class Ledger(NamedValue):
    """What is needed to write a step down: the set-up, the log so far, the seed with its chain, and the time.

    `policies` holds the digests of the orders that came by standing policy (`digest_filed`).
    """

    setup: Setup
    entries: Sequence[Entry]
    seed: bytes
    chain: dice.Chain
    policies: frozenset[str]
    at: str


def roll_dice(ledger: Ledger, game_wares: Iterable[Ware], phase: Phase, outcomes: Sequence[Outcome]) -> dict[Ware, int]:
    """Roll the dice after a placement phase, with all orders used so far mixed in."""
    k = count_rolls(ledger.entries) + sum(isinstance(outcome, DiceFell) for outcome in outcomes) + 1
    used = [commit_order(ledger, outcome) for outcome in outcomes if isinstance(outcome, OrderUsed)]
    digest = digest_used(ledger.entries, used)
    wares = {WARE_WORDS[ware]: ware for ware in game_wares}
    rolled = dice.roll(ledger.chain.link(k), ledger.setup.game, phase.name, digest, wares)
    return {wares[word]: number for word, number in rolled.items()}


def count_rolls(entries: Iterable[Entry]) -> int:
    """Return how many links of the chain are spent."""
    return sum(entry["kind"] == "roll" for entry in entries)


def commit_order(ledger: Ledger, used: OrderUsed) -> tuple[str, str]:
    """Return the player's name and the order's commitment in hex."""
    filed = used.filed
    player = ledger.setup.names[filed.seat]
    return player, dice.commit(find_nonce(ledger.seed, filed.phase.name, player, filed.copy), filed.copy)


def find_nonce(seed: bytes, phase: str, player: str, data: bytes) -> bytes:
    """Return the nonce of an order's commitment (docs/play.md, section 5)."""
    return dice.make_nonce(seed, phase, player, data)


def digest_used(entries: Iterable[Entry], used: Iterable[tuple[str, str]] = ()) -> str:
    """Return the digest of all orders in the log and those used since, which every roll mixes in."""
    logged = [(entry["player"], entry["commitment"]) for entry in entries if entry["kind"] == "order"]
    return dice.digest_orders([*logged, *used])


def write_step(ledger: Ledger, outcomes: Iterable[Outcome]) -> tuple[list[Body], dict[int, bytes]]:
    """Return the entries of a step's outcomes and the used orders' bytes by the number of their entry."""
    first = len(ledger.entries) + 1
    bodies: list[Body] = []
    used: dict[int, bytes] = {}
    by: dict[tuple[int, bytes], int] = {}
    for outcome in outcomes:
        body: Body
        if isinstance(outcome, OrderUsed):
            filed = outcome.filed
            player, commitment = commit_order(ledger, outcome)
            by_policy = digest_filed(filed.phase.name, player, filed.copy) in ledger.policies
            body = {**write_use(filed, player, by_policy=by_policy), "commitment": commitment}
            n = first + len(bodies)
            used[n] = filed.copy
            by[(filed.seat, filed.copy)] = n
        elif isinstance(outcome, LoanDone):
            loan = Lent(outcome.seat, outcome.loan)
            body = write_action(loan, ledger.setup.names, by[(outcome.seat, outcome.filed.copy)])
        elif isinstance(outcome, Decided):
            body = write_action(Answered(outcome.seat, outcome.answer), ledger.setup.names)
        else:
            body = _write_roll(ledger, bodies, outcome)
        bodies.append(number_entry(body, first + len(bodies), ledger.at, first))
    return bodies, used


def digest_filed(phase: str, player: str, data: bytes) -> str:
    """Return the digest by which an order file is known again that the program wrote itself, in hex."""
    return sha256(f"{phase}\n{player}\n".encode() + data).hexdigest()


def write_use(filed: Filed, player: str, *, by_policy: bool) -> Body:
    """Return the keys of an `order` entry but for the commitment."""
    body: Body = {"kind": "order", "phase": filed.phase.name, "player": player}
    if by_policy:
        body["by"] = BY_POLICY
    return body


def number_entry(body: Body, n: int, at: str, step: int) -> Body:
    """Return an entry with its number, its time, and the number of its step's first entry."""
    return {"n": n, "at": at, "step": step, **body}


def write_action(action: Action, names: Sequence[str], by: int | str | None = None) -> Body:
    """Return the keys of an `action` entry; `by` tells where a loan came from."""
    body: Body = {"kind": "action", "action": action_to_mapping(action, names)}
    if isinstance(action, Answered) and isinstance(action.answer, Load):
        body["lanes"] = [WARE_WORDS[ware] for ware in action.answer.wares]
    if by is not None:
        body["by"] = by
    return body


def _write_roll(ledger: Ledger, bodies: Sequence[Body], fell: DiceFell) -> Body:
    entries = [*ledger.entries, *bodies]
    k = count_rolls(entries) + 1
    return {
        "kind": "roll",
        "phase": fell.phase.name,
        "k": k,
        "link": ledger.chain.link(k).hex(),
        "orders": digest_used(entries),
        "dice": {WARE_WORDS[ware]: number for ware, number in sorted(fell.dice.items())},
        "state": digest_state(fell.state, ledger.setup.names),
    }


def digest_state(state: State, names: Sequence[str]) -> str:
    """Return the SHA-256, in hex, of a state in the form of docs/record.md without what is secret."""
    return sha256(write_canonical(state_to_mapping(state, names, public=True)).encode()).hexdigest()


def name_order_file(entries: Iterable[Entry], phase: str, player: str) -> str:
    """Return the path below `orders/` of the next order a player uses in a phase: `v1-auction/ana.yaml`, `….2.yaml`."""
    before = sum(
        entry["kind"] == "order" and entry["phase"] == phase and entry["player"] == player for entry in entries
    )
    return f"{phase}/{player}.yaml" if not before else f"{phase}/{player}.{before + 1}.yaml"


def list_unopened(entries: Sequence[Entry]) -> list[Entry]:
    """Return the `order` entries that have not been opened, in order."""
    opened = {entry["order"] for entry in entries if entry["kind"] == "opened"}
    return [entry for entry in entries if entry["kind"] == "order" and entry["n"] not in opened]


def open_orders(ledger: Ledger, bodies: list[Body], copies: Mapping[int, bytes]) -> list[tuple[str, bytes]]:
    """Add the `opened` entries of a voyage's end to a step; return each opened file's path and bytes."""
    entries = [*ledger.entries, *bodies]
    first = len(ledger.entries) + 1
    files: list[tuple[str, bytes]] = []
    for entry in list_unopened(entries):
        n, phase, player = entry["n"], entry["phase"], entry["player"]
        data = copies[n]
        path = name_order_file(entries[: n - 1], phase, player)
        body = {
            "kind": "opened",
            "order": n,
            "file": path,
            "nonce": find_nonce(ledger.seed, phase, player, data).hex(),
            "sha256": sha256(data).hexdigest(),
        }
        bodies.append(number_entry(body, first + len(bodies), ledger.at, first))
        files.append((path, data))
    return files


def write_over(ledger: Ledger, game: Game, dealt: Mapping[str, Sequence[str]]) -> Body:
    """Return the keys of the `over` entry."""
    state = game.take_state()
    names = ledger.setup.names
    return {
        "kind": "over",
        "fortune": {name: state.count_fortune(seat) for seat, name in enumerate(names)},
        "winners": [names[seat] for seat in state.find_winners()],
        "deal": {name: list(wares) for name, wares in dealt.items()},
        "deal_key": dice.deal_key(ledger.seed).hex(),
        "seed": ledger.seed.hex(),
    }
