"""The outboxes of a club and a server for its mail, as tests of what goes out need them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from smtp_server import SmtpServer

CLUB = "address: manila@example.org\n"
"""Without a moderator, who would be told of what failed by a mail of his own."""


def write_club(games: Path, port: int, more: str = "", club: str = CLUB) -> None:
    games.mkdir(exist_ok=True)
    servers = f"servers: {{smtp: {{host: 127.0.0.1, port: {port}, security: none{more}}}}}\n"
    (games / "club.yaml").write_text(club + servers, encoding="utf-8")


def make_mail(to: str, body: str = "hello\n", extra: str = "") -> bytes:
    lines = f"From: <manila@example.org>\nTo: Ana <{to}>\nSubject: x\nMessage-ID: <{to}>\n{extra}\n{body}"
    return lines.replace("\n", "\r\n").encode()


class Post:
    """The outboxes of a club, and a server for its mail."""

    def __init__(self, club: Any, server: SmtpServer) -> None:
        self.club = club
        self.server = server
        self.games: Path = club.games

    def put(self, name: str, to: str = "ana@example.org", mail: bytes | None = None, game: str = "") -> Path:
        folder = self.games / game / "outbox" / "new"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.eml"
        path.write_bytes(mail if mail is not None else make_mail(to))
        # The order in which they are sent is that in which they were put there.
        time = 1_700_000_000_000_000_000 + len(list(self.games.rglob("*.eml"))) * 1_000_000_000
        os.utime(path, ns=(time, time))
        return path

    def send(self, *arguments: str) -> Any:
        return self.club.run("send", *arguments)

    def list(self, folder: str, game: str = "") -> list[str]:
        path = self.games / game / "outbox" / folder
        return sorted(found.stem for found in path.iterdir()) if path.exists() else []

    def result(self, name: str, game: str = "") -> Any:
        return json.loads((self.games / game / "outbox" / "results" / f"{name}.json").read_bytes())

    def notes(self) -> list[Any]:
        return [json.loads(path.read_bytes()) for path in sorted((self.games / "inbox" / "notes").glob("undeliv*"))]

    def arrived(self) -> list[str]:
        return [taken.to.strip("<>") for taken in self.server.taken]
