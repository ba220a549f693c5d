"""The file of a standing policy: `missing: wait`, `pass`, `cheapest`, a list of one's own, or `bot NAME`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from manila_pbem.formats.decoding import decode_text
from manila_pbem.formats.faults import Fault, quote
from manila_pbem.formats.findings import Findings
from manila_pbem.formats.order_reader import LARGEST_ORDER, read_nodes
from manila_pbem.formats.strict_yaml import Mapping, Node, Scalar
from manila_pbem.formats.strict_yaml import Sequence as SequenceNode
from manila_pbem.formats.wish_reader import read_place, read_wishes
from manila_pbem.formats.words import find_word, fold_word
from manila_pbem.orders.order import Mark
from manila_pbem.orders.policy import Policy
from manila_pbem.orders.problems import Kind, Problem
from manila_pbem.values import NamedValue

STANDING = "standing"
"""The folder of standing policies below `orders/`."""

_KEYS = ("game", "phase", "player", "missing")
_WORDS = ("wait", "pass", "cheapest", "bot")


class PolicyReading(NamedValue):
    """What became of a policy's file: the policy, None where it is refused, all that is wrong with it, and its text."""

    policy: Policy | None
    problems: tuple[Problem, ...]
    text: str


def holds_policy(data: bytes) -> bool:
    """Tell whether a file is meant as a standing policy: whether it has the key `missing`."""
    text = decode_text(data, LARGEST_ORDER)
    root = text if isinstance(text, Fault) else read_nodes(text)
    return isinstance(root, Mapping) and any(find_word(key.text, "key") == "missing" for key, _ in root.pairs)


def read_policy(data: bytes, players: Sequence[str], bots: Sequence[str]) -> PolicyReading:
    """Return the policy of a file of at most 64 KiB, with every fault in it. Raises nothing, whatever is given."""
    findings = Findings(players)
    text = decode_text(data, LARGEST_ORDER)
    if isinstance(text, Fault):
        findings.refuse_fault(text)
        return PolicyReading(None, tuple(findings.problems), "")
    root = read_nodes(text)
    policy = None
    if isinstance(root, Fault):
        findings.refuse_fault(root)
    else:
        policy = _read_root(findings, root, bots)
    problems = tuple(sorted(findings.problems, key=lambda problem: problem.mark or Mark(0, 0)))
    refused = any(problem.kind is not Kind.DOUBTFUL for problem in problems)
    return PolicyReading(None if refused else policy, problems, text)


def _read_root(findings: Findings, root: Node, bots: Sequence[str]) -> Policy | None:
    mapping = findings.read_mapping(root, "policy", _KEYS)
    if mapping is None:
        return None
    entries = {entry.word: entry for entry in findings.read_entries(mapping, "policy", ("key",), _KEYS)}
    if "missing" not in entries:
        findings.refuse("missing_key", root.mark, key="missing", within="policy", legal=_KEYS)
        return None
    return _read_missing(findings, entries["missing"].value, bots)


def _read_missing(findings: Findings, node: Node, bots: Sequence[str]) -> Policy | None:
    if isinstance(node, Scalar):
        head, _, name = node.text.strip().partition(" ")
        if find_word(head, "choice", ("bot",)):
            bot = {fold_word(bot): bot for bot in bots}.get(fold_word(name))
            if bot is not None:
                return Policy("bot", bot=bot)
            findings.refuse("unknown_bot", node.mark, value=quote(name.strip()), legal=tuple(bots))
            return None
        word = find_word(node.text, "choice", _WORDS)
        if word is not None:
            return Policy(cast(Literal["wait", "pass", "cheapest"], word))
    if isinstance(node, SequenceNode | Mapping):
        places = read_wishes(findings, node, "missing", read_place)
        return None if places is None else Policy("list", places)
    if isinstance(node, Scalar) and (space := _name_space(node.text)):
        listed = f"[{space}, pass]"
        findings.refuse("policy_without_list", node.mark, value=quote(node.text), instead=listed)
        return None
    findings.read_word(node, "missing", ("choice",), _WORDS)
    return None


def _name_space(text: str) -> str | None:
    return find_word(text, "ware") or find_word(text, "space")
