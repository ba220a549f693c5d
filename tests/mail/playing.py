"""Mails delivered to fresh games, and all that section 7 promises of each looked at (docs/play.md)."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import getaddresses
from functools import cache
from pathlib import Path
from typing import NamedTuple

from conftest import Club

from mail.building import SILENT, TAKEN, TRAP, Case, Scene
from manila_pbem.formats.order_reader import read_order
from manila_pbem.formats.order_writer import write_order
from manila_pbem.intake.reply_code import make_code, write_tag
from manila_pbem.orders.order import Order, holds_message_alone
from manila_pbem.processor.receiving import Fate, Postroom
from manila_pbem.store.game_folder import GameFolder

NAMES = ("ana", "ben", "chu")
SENDER, SECOND_SENDER = "ana@example.org", "ana@work.example"
OTHER_SENDER = "ben@example.com"
OWN = "manila@example.net"
STRANGER = "mallory@example.com"
PLAYERS = {"ana": (SENDER, SECOND_SENDER), "ben": (OTHER_SENDER,), "chu": ("chu@example.org",)}
ORDERS = Path(__file__).parent / "orders"

PENDING = {"auction": "v1-auction", "office": "v1-office", "place": "v1-place-2"}
"""The phase each scene's game waits in."""
FILES = {"auction": "auction.yaml", "office": "block.yaml", "place": "place.yaml"}
"""The given order that is legal there."""
STALE = {
    "auction": ("harbour-2", "v1-place-1"),
    "office": ("harbour-1", "v1-auction"),
    "place": ("harbour-1", "v1-place-1"),
}
"""A game and phase of the same player that is over."""
PLAYED = {
    "v1-auction": {"ana": "bid: 1", "ben": "bid: pass", "chu": "bid: pass"},
    "v1-office": {"ana": "buy: none\nload: {jade: 0, silk: 4, ginseng: 5}"},
    "v1-place-1": {"ana": "place: ginseng", "ben": "place: ginseng", "chu": "place: ginseng"},
}


class Stage(NamedTuple):
    """A folder of games as it lies before a mail comes, and what the mail may be about."""

    games: Path
    scene: Scene


def make_stage(club: Club, name: str) -> Stage:
    """Make two games, one waiting in the scene's phase, the other in v1-place-2."""
    club.games.mkdir(parents=True)
    text = f"moderator: moderator@example.net\naddress: {OWN}\nname: Manila\n"
    (club.games / "club.yaml").write_text(text, encoding="utf-8")
    players = " ".join(f"{player}={','.join(addresses)}" for player, addresses in PLAYERS.items())
    for game, until in (("harbour-1", PENDING[name]), ("harbour-2", "v1-place-2")):
        club.new(game, players)
        play_until(club, game, until)
    game, stale = STALE[name]
    scene = Scene(
        name=name,
        sender=SENDER,
        second_sender=SECOND_SENDER,
        own=OWN,
        stranger=STRANGER,
        other_sender=OTHER_SENDER,
        other="ben",
        subject=write_subject(club.games, "harbour-1", PENDING[name]),
        stale_subject=write_subject(club.games, game, stale),
        other_subject=write_subject(club.games, "harbour-1", PENDING[name], "ben"),
        second_subject=write_subject(club.games, "harbour-2", "v1-place-2"),
        order=(ORDERS / FILES[name]).read_text(encoding="utf-8").strip("\n") + "\n",
    )
    # What making the games had to send is none of these tests' business.
    for folder in (club.games, *(club.games / game for game in ("harbour-1", "harbour-2"))):
        for mail in (folder / "outbox" / "new").glob("*.eml"):
            mail.rename(folder / "outbox" / "cur" / mail.name)
    return Stage(club.games, scene)


def play_until(club: Club, game: str, until: str) -> None:
    """Play a game by orders that are put into its folder until it waits in a phase."""
    while (phase := club.status(game)["phase"]) != until:
        club.put_all(game, **PLAYED[phase])
        ran = club.run("resolve", game)
        assert ran.status == 0, ran


def write_subject(games: Path, game: str, phase: str, player: str = "ana") -> str:
    code = make_code(GameFolder(games / game, game).read_code_key(), game, phase, player)
    return f"{write_tag(game, phase, code)} your turn"


class Table:
    """A fresh copy of a stage to which mails are delivered."""

    def __init__(self, stage: Stage, folder: Path) -> None:
        self.scene = stage.scene
        self.games = folder / "games"
        shutil.copytree(stage.games, self.games)

    def deliver(self, case: Case, data: bytes) -> list[str]:
        """Deliver a mail and return all that is not as section 7 promises."""
        kept, filed, logs = self.list_mails("inbox"), self.read_orders(), self.read_logs()
        answered = self.list_mails("outbox")
        fate = Postroom(self.games).take(data)
        new = [
            message_from_bytes(self.games.joinpath(path).read_bytes(), policy=policy.default)
            for path in sorted(self.list_mails("outbox") - answered)
        ]
        faults = [*self._check_fate(case, fate), *self._check_kept(data, kept)]
        faults += self._check_filed(case, filed, logs)
        faults += self._check_answers(case, new)
        return faults

    def list_mails(self, box: str) -> set[str]:
        """Return the paths of all mails in inboxes or outboxes."""
        return {
            path.relative_to(self.games).as_posix()
            for folder in (self.games, *self.games.glob("harbour-*"))
            for path in (folder / box).rglob("*.eml")
        }

    def read_orders(self) -> dict[str, bytes]:
        """Return all order files by path."""
        return {
            path.relative_to(self.games).as_posix(): path.read_bytes()
            for path in self.games.glob("*/orders/**/*")
            if path.is_file()
        }

    def read_logs(self) -> dict[str, bytes]:
        return {path.parent.name: path.read_bytes() for path in self.games.glob("*/log.jsonl")}

    def _check_fate(self, case: Case, fate: Fate) -> Iterator[str]:
        if fate.fate != case.expect:
            yield f"{fate.fate}, for {fate.why}, not {case.expect}"

    def _check_kept(self, data: bytes, before: set[str]) -> Iterator[str]:
        """Every mail is kept as it came, beside what was made of it."""
        boxes = self.list_mails("inbox")
        if waiting := [path for path in boxes if path.startswith("inbox/new/")]:
            yield f"left where it landed: {waiting}"
        if not any(self.games.joinpath(path).read_bytes() == data for path in boxes):
            yield "the mail was not kept as it came"
        if len(boxes) > len(before) + 1:
            yield f"kept more than once: {boxes - before}"

    def _check_filed(self, case: Case, before: dict[str, bytes], logs: dict[str, bytes]) -> Iterator[str]:
        after = self.read_orders()
        changed = {path: data for path, data in after.items() if before.get(path) != data}
        if gone := before.keys() - after.keys():
            yield f"order files are gone: {sorted(gone)}"
        for path, data in changed.items():
            if TRAP.encode() in data:
                yield f"{path} holds what must never be filed"
        if case.expect != TAKEN:
            if changed:
                yield f"filed {sorted(changed)}"
            if self.read_logs() != logs:
                yield "the log has changed"
            return
        wanted = read_meaning(self.scene.fill(case.order or "$order"))
        place = f"{self.scene.game}/orders/{self.scene.phase}/ana.yaml"
        if holds_message_alone(wanted):
            if changed:
                yield f"filed {sorted(changed)} for a message alone"
        elif set(changed) != {place}:
            yield f"filed {sorted(changed)}, not {place}"
        elif tell_meaning(read_meaning(changed[place])) != tell_meaning(wanted._replace(message=None)):
            yield f"filed\n{changed[place].decode()}not\n{write_order(wanted)}"
        if wanted.message is not None and not wanted.message.to:
            told = [json.loads(line) for line in self.read_logs()[self.scene.game].splitlines()]
            texts = [entry["text"] for entry in told if entry["kind"] == "message"]
            if texts != [wanted.message.text]:
                yield f"the log has the messages {texts}, not {wanted.message.text!r}"

    def _check_answers(self, case: Case, answers: list[EmailMessage]) -> Iterator[str]:
        """One answer or none, to the registered address, with no header that a mail brought in."""
        if len(answers) != (0 if case.expect == SILENT else 1):
            yield f"{len(answers)} answers"
        for answer in answers:
            yield from self._check_answer(case, answer)

    def _check_answer(self, case: Case, answer: EmailMessage) -> Iterator[str]:
        told = [address for name in ("To", "Cc", "Bcc") for _, address in getaddresses(answer.get_all(name, []))]
        if told != [self.scene.fill(case.to)]:
            yield f"answered to {told}"
        for address in (*map(self.scene.fill, case.never_to), STRANGER):
            if any(address in str(value) for name, value in answer.items() if name != "Subject"):
                yield f"{address} in the headers of the answer"
        for name in ("From", "To", "Subject", "Message-ID", "Date", "Auto-Submitted", "MIME-Version", "Content-Type"):
            if len(answer.get_all(name, [])) != 1:
                yield f"{name} stands {len(answer.get_all(name, []))} times in the answer"
        if set(answer.keys()) & {"Bcc", "Cc", "X-Injected", "Reply-To"}:
            yield f"headers of the answer: {answer.keys()}"
        if OWN not in str(answer["From"]) or not str(answer["Auto-Submitted"]).startswith("auto-"):
            yield f"from {answer['From']}, Auto-Submitted: {answer['Auto-Submitted']}"
        texts = read_texts(answer)
        for word in map(self.scene.fill, case.tells):
            if any(word not in text for text in texts):
                yield f"the answer does not say {word!r}"
        for word in map(self.scene.fill, case.hides):
            if any(
                re.search(rf"\b{re.escape(word)}\b", text, re.IGNORECASE) for text in (*texts, str(answer["Subject"]))
            ):
                yield f"the answer says {word!r}"


def read_texts(mail: EmailMessage) -> list[str]:
    """Return the texts of a mail, plain and HTML."""
    return [part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"]


@cache
def read_meaning(text: str | bytes) -> Order:
    """Return the order of a text that is one."""
    reading = read_order(text, NAMES)
    assert reading.order is not None, (text, reading.problems)
    return reading.order


def tell_meaning(order: Order) -> str:
    """Return what two orders for one player and phase must have in common to mean the same."""
    return write_order(order._replace(game=None, phase=None, player=None))


def find_scenes(case: Case, names: Iterable[str], every: bool) -> Iterator[str]:
    """Yield the scenes to try a case in: all it allows, or one that its name chooses."""
    from zlib import crc32

    allowed = [name for name in names if not case.scenes or name in case.scenes]
    yield from allowed if every else [allowed[crc32(case.name.encode()) % len(allowed)]]
