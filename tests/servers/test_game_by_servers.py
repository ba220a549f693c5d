"""A whole game by mail through Postfix and Dovecot: the club's mail comes in by pipe, LMTP and IMAP in turn."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from servers.installing import Program, Ran
from servers.mail_game import check_letters, check_orders, make_players, play
from servers.players import Player
from servers.real_servers import HOOK_USER, PASSWORD, RealServers

GAME = "harbour-1"

SEED = "11"
"""It makes a short game, which pirates and pilots have a part in."""

WAYS = ("club@games.test", "club@lmtp.test", "club@dove.test")
"""The club's addresses, by each of which mail comes in another way; it moves to the next with each phase."""


_HANDED_ON = re.compile(r" to=<(?P<to>[^>]*)>.* status=(?P<status>\w+)")
"""What Postfix writes into its log of each mail that it hands on, or can't."""


class ServerPost:
    """All mail goes by Postfix; the club's comes in by its pipe, by LMTP, or from Dovecot."""

    def __init__(self, servers: RealServers, program: Program) -> None:
        self._servers = servers
        self._program = program

    def carry_out(self) -> None:
        """As `Post`."""
        sent = self.run("send")
        assert (sent.status, sent.err) == (0, ""), sent
        self._servers.settle()

    def list_mails(self, player: Player) -> list[bytes]:
        """As `Post`."""
        return self._servers.list_mails(player.address.partition("@")[0], len(player.mails))

    def carry_in(self, turn: int, mails: Sequence[tuple[Player, bytes]]) -> None:
        """As `Post`; then the club moves, and the reports of the next phase come from there."""
        address = WAYS[turn % len(WAYS)]
        for player, mail in mails:
            assert player.reports[-1].original.address == address
            self._servers.submit(player.address, [address], mail)
        self._servers.settle()
        if address.endswith("@dove.test"):
            received = self.run("receive", "--imap")
            assert (received.status, received.err) == (0, ""), received
            assert received.out.count(" taken: ") == len(mails), received
        self.move(WAYS[(turn + 1) % len(WAYS)])

    def move(self, address: str) -> None:
        """Give the club another address."""
        servers = self._servers
        lines = (
            "moderator: moderator@dove.test",
            f"address: {address}",
            "domain: manila.test",
            "servers:",
            f"  smtp: {{host: 127.0.0.1, port: {servers.smtp_port}, security: none}}",
            f"  imap: {{host: 127.0.0.1, port: {servers.imap_port}, security: none, user: club, "
            "password_from: CLUB_PASSWORD}",
        )
        file = self._program.games / "club.yaml"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        shutil.chown(file, HOOK_USER)

    def run(self, *arguments: str | Path) -> Ran:
        """As `Post`."""
        return self._program.run(*arguments)


@pytest.fixture(scope="module")
def post(servers: RealServers, program: Program) -> Iterator[ServerPost]:
    """The post of an empty folder of games, with the pipe's hook and the LMTP server ready."""
    program.games = servers.base / "games"
    program.games.mkdir(mode=0o700)
    shutil.chown(program.games, HOOK_USER)
    program.environment["CLUB_PASSWORD"] = PASSWORD
    servers.write_hook(program.write_script("receive"))
    made = ServerPost(servers, program)
    made.move(WAYS[0])
    lmtp = program.start("receive", "--lmtp", f"127.0.0.1:{servers.lmtp_port}")
    try:
        assert lmtp.stdout is not None
        assert lmtp.stdout.readline().startswith(b"listening at ")
        yield made
    finally:
        lmtp.terminate()
        try:
            lmtp.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            lmtp.kill()
            lmtp.communicate()


def test_a_whole_game_by_mail(servers: RealServers, program: Program, post: ServerPost) -> None:
    began = len(servers.read_log())
    players = make_players("dove.test")
    named = [word for player in players for word in ("--player", f"{player.name}={player.address}")]
    made = post.run("new", GAME, *named, "--seed", SEED)
    assert made.status == 0, made

    played = play(post, GAME, players, lambda phase: phase == "over")

    folder = program.games / GAME
    phases = [path.name for path in (folder / "reports").iterdir()]
    assert len(phases) == played + 1
    check_letters(players, phases)
    check_orders(folder, players)
    verified = post.run("verify", GAME)
    assert verified.status == 0, verified
    assert json.loads((folder / "log.jsonl").read_bytes().splitlines()[-1])["kind"] == "over"

    assert not list((folder / "outbox" / "new").iterdir())
    assert servers.list_queue() == []
    handed_on = [found for line in servers.read_log()[began:] if (found := _HANDED_ON.search(line))]
    assert {found["status"] for found in handed_on} == {"sent"}
    counts = Counter(found["to"] for found in handed_on)
    assert [counts[player.address] for player in players] == [len(player.mails) for player in players]
    assert sum(counts[way] for way in WAYS) == sum(len(player.answers) for player in players)
    assert all(counts[way] for way in WAYS)
