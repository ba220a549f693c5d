"""A game that moves by mail alone: reports out, answers in, and what must be true of all that came at its end."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from servers.mail_programs import write_in_gmail, write_in_outlook, write_in_qq, write_in_thunderbird
from servers.players import Player

MOST_PHASES = 120


class Told(Protocol):
    """What a command answered."""

    @property
    def status(self) -> int: ...
    @property
    def out(self) -> str: ...
    @property
    def err(self) -> str: ...


class Post(Protocol):
    """The mail between players and club: what a test does by servers of its choice."""

    def carry_out(self) -> None:
        """Send what lies in the outboxes, and wait until it is in the players' mailboxes."""

    def list_mails(self, player: Player) -> list[bytes]:
        """Return the mails in a player's mailbox that he has not looked at."""

    def carry_in(self, turn: int, mails: Sequence[tuple[Player, bytes]]) -> None:
        """Bring the players' mails in, and wait until they are taken or refused."""

    def run(self, *arguments: str | Path) -> Told:
        """Run a command of the moderator's."""


def make_players(domain: str) -> list[Player]:
    """Return four players, each at another program."""
    return [
        Player("Ana", f"ana@{domain}", 0, write_in_thunderbird, whole=True),
        Player("Ben", f"ben@{domain}", 1, write_in_outlook),
        Player("Chu", f"chu@{domain}", 2, write_in_gmail, html=True),
        Player("小莉", f"xiaoli@{domain}", 3, write_in_qq),
    ]


def play(post: Post, game: str, players: Sequence[Player], is_end: Callable[[str], bool]) -> int:
    """Play until a phase is the end; return how many were played. Whoever is awaited has got a mail, and answers it."""
    status = read_status(post, game)
    for turn in range(MOST_PHASES):
        post.carry_out()
        for player in players:
            player.read(post.list_mails(player))
        if is_end(status["phase"]):
            return turn
        answers = [(player, mail) for player in players if (mail := player.answer()) is not None]
        asked = {player.name for player, _ in answers}
        assert set(status["awaited"]) == asked, (status["phase"], status["awaited"], asked)
        post.carry_in(turn, answers)
        resolved = post.run("resolve", game, "--json")
        assert resolved.status == 0, f"{resolved}\n{tell_refusals(post, game, players)}"
        status = json.loads(resolved.out)
    raise AssertionError("the game does not end")


def read_status(post: Post, game: str) -> dict[str, Any]:
    """Return what `status --json` says."""
    told = post.run("status", game, "--json")
    assert told.status == 0, told
    return dict(json.loads(told.out))


def tell_refusals(post: Post, game: str, players: Sequence[Player]) -> str:
    """Return the answers to the last mails, for a test that fails."""
    post.carry_out()
    told = []
    for player in players:
        player.read(post.list_mails(player))
        told += [receipt.original.text for receipt in player.receipts[-1:]]
        told += [player.answers[-1].mail.decode("utf-8", "replace")] if player.answers else []
    return "\n=====\n".join(told)


def check_letters(players: Sequence[Player], phases: Sequence[str]) -> None:
    """Check all mails of a game: each report once to each, a receipt for each order, all of one thread."""
    for player in players:
        assert sorted(mail.phase for mail in player.reports) == sorted(phases), player.name
        thread = str(player.reports[0].message["Message-ID"]).strip()
        for mail in player.reports[1:]:
            assert str(mail.message["In-Reply-To"]).strip() == thread, player.name
            assert thread in str(mail.message["References"]).split()
        assert [receipt.answers for receipt in player.receipts] == [one.message_id for one in player.answers]
        for receipt in player.receipts:
            assert receipt.original.text.startswith("Taken\n"), receipt.original.text
        ids = [str(mail.message["Message-ID"]).strip() for mail in player.mails]
        assert len(ids) == len(set(ids))
        assert all(mail.original.to == player.address for mail in player.mails)


def check_orders(folder: Path, players: Sequence[Player]) -> None:
    """Check that all orders of a game's log are those of the mails its players wrote."""
    entries = [json.loads(line) for line in (folder / "log.jsonl").read_bytes().splitlines()]
    used = sorted((entry["phase"], entry["player"]) for entry in entries if entry["kind"] == "order")
    written = sorted((one.phase, player.name) for player in players for one in player.answers)
    assert used == written
    taken = {}
    for path in (folder / "inbox").glob("*.json"):
        kept = json.loads(path.read_bytes())
        if "fate" in kept:
            assert kept["fate"] == "taken", kept
            taken[kept["message_id"]] = kept
    for player in players:
        for one in player.answers:
            kept = taken.pop(one.message_id)
            assert (kept["phase"], kept["player"]) == (one.phase, player.name)
            raw = (folder / "inbox" / f"{kept['id']}.eml").read_bytes()
            assert (
                one.mail.partition(b"\r\n\r\n")[2].split() == raw.replace(b"\r\n", b"\n").partition(b"\n\n")[2].split()
            )
    assert not taken
