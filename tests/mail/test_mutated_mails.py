"""Mutated mails: never a traceback, never half applied, always kept, at most one answer, to nobody but a player.

600 mails normally, 50,000 with MANILA_SOAK=1.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from time import process_time

import pytest

from mail.mutating import mutate
from mail.playing import PENDING, PLAYERS, Stage
from mail.test_corpus import CASES
from manila_pbem.intake.letter_reader import MAIL_LIMIT
from manila_pbem.processor.receiving import Fate, Postroom

MAILS = 50_000 if os.environ.get("MANILA_SOAK") else 600
SLOWEST = 500
"""Times the median CPU time that no mail may take."""
REGISTERED = {address for addresses in PLAYERS.values() for address in addresses}
OUR_HEADERS = {
    "date", "from", "to", "subject", "message-id", "in-reply-to", "references", "auto-submitted", "list-id", "x-loop",
    "mime-version", "content-type",
}  # fmt: skip
_MESSAGE_ID = re.compile(rb"(?im)^(message-id:\s*<)")
_BULK = ("bulk", "list", "junk", "auto_reply")


class Table:
    """Games to which one mail after the other comes; what each did is looked at, then taken away."""

    def __init__(self, stage: Stage, games: Path) -> None:
        shutil.copytree(stage.games, games)
        self.games = games
        self.room = Postroom(games)
        self.seen: set[str] = set()
        used = {path.read_bytes() for path in games.glob("*/secret/used/*.yaml")}
        self.old = {path for path in games.glob("*/orders/*/*.yaml") if path.read_bytes() in used}

    def deliver(self, data: bytes) -> list[str]:
        """Deliver a mail and return all that is not as it must be."""
        name = sha256(data).hexdigest()[:16]
        known = name in self.seen
        self.seen.add(name)
        logs = self._measure_logs()
        fate = self.room.take(data)
        faults = [*self._check_kept(data, name), *self._check_fate(fate, known)]
        filed = self._take_filed()
        spoken = logs != self._measure_logs()
        answers = self._take_answers()
        if fate.fate == "taken":
            if (
                (len(filed) + spoken == 0 and not self._is_message(name))
                or len(filed) > 1
                or any(path.stem != "ana" for path in filed)
            ):
                faults.append(f"taken, and filed {filed}, spoken {spoken}")
        elif filed or spoken:
            faults.append(f"{fate.fate}, and filed {filed}, spoken {spoken}")
        if len(answers) > (fate.fate != "silent") or (fate.fate == "taken" and not answers):
            faults.append(f"{fate.fate}, and {len(answers)} answers")
        if answers and is_automatic(data):
            faults.append("an automatic mail was answered")
        return [*faults, *(fault for answer in answers for fault in check_answer(answer))]

    def _check_fate(self, fate: Fate, known: bool) -> Iterator[str]:
        if fate.fate not in ("taken", "refused", "silent") or re.search(r"\w(Error|Exception): ", fate.why):
            yield f"{fate.fate}: {fate.why}"
        if known and fate.fate != "silent":
            yield f"the same bytes again are {fate.fate}"

    def _check_kept(self, data: bytes, name: str) -> Iterator[str]:
        kept = [path for path in self.games.glob(f"**/{name}.eml") if path.parent.name == "inbox"]
        if [path.read_bytes() for path in kept] != [data]:
            yield f"kept as {kept}"
        if not all(path.with_suffix(".json").exists() for path in kept):
            yield "nothing is kept of how it was read"
        if any((self.games / "inbox" / "new").iterdir()):
            yield "a mail is left where it landed"

    def _measure_logs(self) -> list[int]:
        """Tell how long the logs are and how many private messages are kept."""
        sizes = [path.stat().st_size for path in sorted(self.games.glob("*/log.jsonl"))]
        return [*sizes, len(list(self.games.glob("*/secret/messages/*")))]

    def _is_message(self, name: str) -> bool:
        """Tell whether a mail was a message, which is sent once however often it comes."""
        (kept,) = self.games.glob(f"*/inbox/{name}.json")
        return any("message" in place["order"] for place in json.loads(kept.read_bytes())["places"])

    def _take_filed(self) -> list[Path]:
        """Take away the orders of the pending phases and standing policies, which are none before."""
        found = []
        for phase in ("standing", *PENDING.values()):
            for path in self.games.glob(f"*/orders/{phase}/*.yaml"):
                if path not in self.old:
                    path.unlink()
                    found.append(path)
        return found

    def _take_answers(self) -> list[EmailMessage]:
        found = []
        for path in (*self.games.glob("outbox/new/*.eml"), *self.games.glob("*/outbox/new/*.eml")):
            if re.fullmatch("[0-9a-f]{16}", path.stem):
                mail = message_from_bytes(path.read_bytes(), policy=policy.default)
                assert isinstance(mail, EmailMessage)
                found.append(mail)
                path.unlink()
        return found


def is_automatic(data: bytes) -> bool:
    """Tell whether the standard library sees in a mail's headers that no person wrote it."""
    head = message_from_bytes(data[:MAIL_LIMIT])
    said = str(head.get("auto-submitted", "no")).strip().lower()
    loop = any(str(value).strip().lower() == "manila" for value in head.get_all("x-loop", []))
    bulk = any(str(value).strip().lower() in _BULK for value in head.get_all("precedence", []))
    return bulk or loop or "list-id" in head or said.startswith("auto-")


def check_answer(answer: EmailMessage) -> Iterator[str]:
    """Look for headers that are not ours, or twice there, and for anybody but one player among those it goes to."""
    names = [name.lower() for name in answer]
    if set(names) - OUR_HEADERS or len(names) != len(set(names)):
        yield f"an answer has the headers {names}"
    told = [address.addr_spec for address in answer["to"].addresses] if answer["to"] is not None else []
    if len(told) != 1 or told[0] not in REGISTERED:
        yield f"an answer goes to {answer['to']}"


def tell_time(number: int) -> str:
    """Return the time at which a mail comes: some minutes after the one before, so that refusals are answered."""
    at = datetime(2027, 1, 1, tzinfo=UTC) + timedelta(minutes=4 * number)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.mark.soak
@pytest.mark.parametrize("scene", PENDING)
def test_no_mail_does_harm(
    scene: str, stages: dict[str, Stage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(f"mails {scene}")
    about = stages[scene].scene
    mails = [case.build(about) for case in CASES if not case.scenes or scene in case.scenes]
    mails = [mail for mail in mails if len(mail) < 60_000]
    tables = count()
    table = Table(stages[scene], tmp_path / f"{next(tables)}")
    costs = []
    for number in range(MAILS // len(PENDING)):
        if number % 2000 == 1999:
            # A folder of many thousand mails says nothing of one mail.
            shutil.rmtree(table.games)
            table = Table(stages[scene], tmp_path / f"{next(tables)}")
        monkeypatch.setenv("MANILA_NOW", tell_time(number))
        data = mutate(random, mails)
        # The same Message-ID twice is another story.
        data = _MESSAGE_ID.sub(rb"\g<1>%d." % number, data)
        begin = process_time()
        faults = table.deliver(data)
        costs.append(process_time() - begin)
        assert faults == [], (number, data[:20000])
        if len(data) >= MAIL_LIMIT:
            costs.pop()
    costs.sort()
    assert costs[-1] <= SLOWEST * costs[len(costs) // 2]
