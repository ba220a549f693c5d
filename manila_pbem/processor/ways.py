"""The way by which the club's mail leaves: its SMTP server, a command, or a Maildir."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from manila_pbem.errors import ManilaError
from manila_pbem.formats.club_file import ClubFile, Server
from manila_pbem.post.credentials import fetch_token, read_password
from manila_pbem.post.delivering import CommandWay, MaildirWay, Way
from manila_pbem.processor.club import CLUB_FILE, read_club

if TYPE_CHECKING:
    from manila_pbem.post.smtp import SmtpServer


def open_way(games: Path, maildir: Path | None, command: str | None) -> Way:
    """Return the way: a Maildir or a command where one is named, else the SMTP server of club.yaml.

    Raises WrongUsage for a command that can't be read, ManilaError where club.yaml names no server or no address.
    """
    if maildir is not None:
        return MaildirWay(maildir)
    if command is not None:
        return CommandWay(command)
    from manila_pbem.post.smtp import SmtpWay  # Slow to import, and not needed where there is nothing to send.

    club = read_club(games)
    path = games / CLUB_FILE
    if club is None or club.smtp is None:
        raise ManilaError(f"{path} names no SMTP server (servers: smtp:); name one, or say --command or --to-maildir")
    if not club.address:
        raise ManilaError(f"{path} names no address of the club (address:), so its mail has no sender")
    return SmtpWay(find_smtp(club, club.smtp))


def find_smtp(club: ClubFile, server: Server) -> SmtpServer:
    """Return a server of club.yaml as a connection needs it; the secret is looked up when it is used."""
    from manila_pbem.post.smtp import SmtpServer

    def find_secret() -> str:
        return fetch_token(server.token_command) if server.token_command else read_password(server.password_from)

    return SmtpServer(
        host=server.host.strip("[]"),
        port=server.port,
        security=server.security,
        user=server.user,
        find_secret=find_secret,
        secret_from=server.token_command[0] if server.token_command else server.password_from,
        xoauth2=bool(server.token_command),
        name=club.domain or "localhost",
    )
