"""The IMAP account of the club's mail, as club.yaml names it."""

from __future__ import annotations

from pathlib import Path

from manila_pbem.errors import ManilaError
from manila_pbem.post.credentials import fetch_token, read_password
from manila_pbem.post.imap import ImapAccount
from manila_pbem.processor.club import CLUB_FILE, read_club


def find_account(games: Path) -> ImapAccount:
    """Return the account; raises ManilaError where club.yaml can't be read or names none."""
    club = read_club(games)
    server = club.imap if club is not None else None
    if club is None or server is None:
        raise ManilaError(f"{games / CLUB_FILE} names no IMAP server (servers: imap:)")
    if not server.user:
        raise ManilaError(f"{games / CLUB_FILE} names no user for the IMAP server {server.host}")

    def find_secret() -> str:
        return fetch_token(server.token_command) if server.token_command else read_password(server.password_from)

    return ImapAccount(
        host=server.host.strip("[]"),
        port=server.port,
        security=server.security,
        user=server.user,
        find_secret=find_secret,
        xoauth2=bool(server.token_command),
        folder=club.folder,
    )
