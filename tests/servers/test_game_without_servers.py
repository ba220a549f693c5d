"""A voyage by mail with nothing but Python: aiosmtpd carries it, and needs no rights and no mail server."""

from __future__ import annotations

import mailbox
import os
import smtplib
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from conftest import Club, Ran

from servers.mail_game import check_letters, check_orders, make_players, play
from servers.players import Player

GAME = "harbour-1"
ADDRESS = "club@games.test"


class _Mailboxes:
    """Keeps each mail for each of its recipients."""

    def __init__(self) -> None:
        self.mails: dict[str, list[bytes]] = {}

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        for recipient in envelope.rcpt_tos:
            self.mails.setdefault(recipient, []).append(envelope.content)
        return "250 2.0.0 Kept"


class LoopbackPost:
    """Mail goes by aiosmtpd; the club's comes in from standard input, a Maildir, or by LMTP."""

    def __init__(self, club: Club, smtp_port: int, mailboxes: dict[str, list[bytes]]) -> None:
        self.lmtp_port = 0
        self._club = club
        self._smtp_port = smtp_port
        self._mailboxes = mailboxes
        self._maildir = mailbox.Maildir(str(club.games.parent / "Maildir"))

    def carry_out(self) -> None:
        """As `Post`."""
        sent = self.run("send")
        assert (sent.status, sent.err) == (0, ""), sent

    def list_mails(self, player: Player) -> list[bytes]:
        """As `Post`."""
        return self._mailboxes.get(player.address, [])[len(player.mails) :]

    def carry_in(self, turn: int, mails: Sequence[tuple[Player, bytes]]) -> None:
        """As `Post`: a third of the mails each way."""
        for number, (player, mail) in enumerate(mails, turn):
            with smtplib.SMTP("127.0.0.1", self._smtp_port, timeout=30) as server:
                server.sendmail(player.address, [ADDRESS], mail)
            mail = self._mailboxes[ADDRESS].pop()
            match number % 3:
                case 0:
                    received = self._club.run("receive", text=mail)
                    assert received == (0, "", ""), received
                case 1:
                    self._maildir.add(mail.replace(b"\r\n", b"\n"))
                    received = self.run("receive", "--maildir", str(self._maildir._path))
                    assert (received.status, received.err) == (0, ""), received
                case _:
                    with smtplib.LMTP("127.0.0.1", self.lmtp_port, timeout=30) as taker:
                        taker.sendmail(player.address, [ADDRESS], mail)

    def run(self, *arguments: str | Path) -> Ran:
        """As `Post`."""
        return self._club.run(*arguments)


@pytest.fixture
def post(club: Club) -> Iterator[LoopbackPost]:
    """The post of an empty folder of games, with the LMTP server ready."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    mailboxes = _Mailboxes()
    controller = Controller(mailboxes, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        club.games.mkdir(mode=0o700)
        lines = (
            "moderator: moderator@games.test",
            f"address: {ADDRESS}",
            "servers:",
            f"  smtp: {{host: 127.0.0.1, port: {port}, security: none}}",
        )
        (club.games / "club.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        made = LoopbackPost(club, port, mailboxes.mails)
        with _serve_lmtp(club) as lmtp:
            try:
                assert lmtp.stdout is not None
                made.lmtp_port = int(lmtp.stdout.readline().rpartition(b":")[2])
                yield made
            finally:
                lmtp.terminate()
    finally:
        controller.stop()


def _serve_lmtp(club: Club) -> subprocess.Popen[Any]:
    words = [sys.executable, "-m", "manila_pbem", "--games", str(club.games), "receive", "--lmtp", "127.0.0.1:0"]
    environment = {**os.environ, "MANILA_NOW": club.now}
    return subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)


def test_a_voyage_by_mail(club: Club, post: LoopbackPost) -> None:
    players = make_players("players.test")
    folder = club.new(GAME, " ".join(f"{player.name}={player.address}" for player in players))

    played = play(post, GAME, players, lambda phase: phase == "v2-auction")

    phases = [path.name for path in (folder / "reports").iterdir()]
    assert len(phases) == played + 1
    check_letters(players, phases)
    check_orders(folder, players)
    verified = post.run("verify", GAME)
    assert verified.status == 0, verified
