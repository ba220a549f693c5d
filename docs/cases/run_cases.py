"""Runs the published records by any Manila program, and says where it differs (docs/cases.md).

    python3 docs/cases/run_cases.py [--only TEXT] COMMAND [ARGUMENT ...]

The command gets one more argument, a record, and prints a state a line as `manila replay --json` does
(docs/record.md). Needs Python 3.11 or newer and nothing else.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

RECORDS = Path(__file__).parents[2] / "tests" / "records"


def replay(command: Sequence[str], record: Path) -> tuple[list[object], str, int]:
    """Return the states a program prints for a record, its message and its exit status."""
    done = subprocess.run([*command, str(record)], capture_output=True, encoding="utf-8", check=False)
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr, done.returncode


def check_case(command: Sequence[str], record: Path) -> str:
    """Compare the last state with the case's; return what differs, or nothing."""
    states, message, status = replay(command, record)
    if status != 0 or not states:
        return f"exit status {status}: {message.strip()}"
    return compare(states[-1], json.loads(record.with_suffix(".json").read_text(encoding="utf-8")))


def check_game(command: Sequence[str], record: Path) -> str:
    """Compare every state of a whole game; return what differs first, or nothing."""
    states, message, status = replay(command, record)
    expected = [json.loads(line) for line in record.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()]
    if status != 0 or len(states) != len(expected):
        return f"exit status {status}, {len(states)} states, not {len(expected)}: {message.strip()}"
    faults = (
        f"after action {number}: {fault}"
        for number, pair in enumerate(zip(states, expected, strict=True))
        if (fault := compare(*pair))
    )
    return next(faults, "")


def check_illegal(command: Sequence[str], record: Path) -> str:
    """Check that a record stops at its illegal action, the states before it printed; return what differs."""
    action = json.loads((record.parent / "expected.json").read_text(encoding="utf-8"))[record.name]
    states, message, status = replay(command, record)
    if status != 1:
        return f"exit status {status}, not 1: action {action} is to be refused"
    if len(states) != action:
        return f"{len(states)} states, not {action}, are printed: {message.strip()}"
    if not re.search(rf"\b{action}\b", message):
        return f"the message does not name action {action}: {message.strip()}"
    return ""


def compare(state: object, expected: object) -> str:
    """Return the keys in which two states differ, or nothing."""
    if state == expected:
        return ""
    if not isinstance(state, dict) or not isinstance(expected, dict):
        return f"{state!r} is no state"
    keys = [key for key in sorted({*state, *expected}) if state.get(key) != expected.get(key)]
    return "; ".join(f"{key} is {state.get(key)!r}, not {expected.get(key)!r}" for key in keys)


def main(arguments: Sequence[str]) -> int:
    """Run the records whose name has the text after --only, all if there is none; 1 where one differs."""
    only = ""
    if list(arguments[:1]) == ["--only"]:
        only, arguments = arguments[1], arguments[2:]
    if not arguments:
        sys.stderr.write(__doc__ or "")
        return 2
    differ = 0
    for kind, check in (("cases", check_case), ("games", check_game), ("illegal", check_illegal)):
        records = [path for path in sorted((RECORDS / kind).glob("*.yaml")) if only in path.name]
        faults = [(path.name, fault) for path in records if (fault := check(arguments, path))]
        differ += len(faults)
        sys.stdout.write("".join(f"{kind}/{name}: {fault}\n" for name, fault in faults))
        sys.stdout.write(f"{kind}: {len(records) - len(faults)} of {len(records)} agree\n")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
