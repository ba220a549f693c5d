"""What `receive` tells of the mails it took, and its exit status."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from manila_pbem.cli.options import print_json

if TYPE_CHECKING:
    from manila_pbem.processor.collecting import Collected
    from manila_pbem.processor.receiving import Fate

FAILED = 1
NOT_KEPT = 75
"""What mail servers read as: try again later."""

_TRACEBACK = "MANILA_TRACEBACK"


def receive_piped(games: Path, json: bool) -> int:
    """Take the mail on standard input and print nothing, since a mail server sends what it reads to the mail's writer.

    What went wrong goes to the machine's log. With `json`, which no mail server says, the fate is printed.
    """
    try:
        if sys.stdin is None:
            return _log("standard input is closed")
        from manila_pbem.processor.collecting import take_piped

        collected = take_piped(games, sys.stdin.buffer)
        if json:
            _print(collected)
    except Exception as error:
        if _TRACEBACK in os.environ:
            raise
        return _log(f"{type(error).__name__}: {error}")
    if collected.fate is None:
        return _log(collected.trouble or "")
    _log_waiting(collected.fate)
    return 0


def receive_all(games: Path, maildir: Path | None, mbox: Path | None, watch: bool, json: bool) -> int:
    """Take the mails of a mailbox, that of club.yaml where none is named, and tell what became of each."""
    from manila_pbem.processor.collecting import collect_imap, collect_maildir, collect_mbox, listen_for_end

    told = _Told(json)
    with listen_for_end() as stop:
        if maildir is not None:
            mails = collect_maildir(games, maildir, stop)
        elif mbox is not None:
            mails = collect_mbox(games, mbox, stop)
        else:
            from manila_pbem.processor.imap_account import find_account

            mails = collect_imap(games, find_account(games), stop, watch=watch)
        for collected in mails:
            told.tell(collected)
    # A line that dropped and was there again is nothing to fail for.
    return 0 if watch and told.status == FAILED else told.status


def serve(games: Path, place: str, json: bool) -> int:
    """Take mail in by LMTP until the end is asked for."""
    from manila_pbem.processor.collecting import listen_for_end, serve_lmtp

    def tell_place(where: str) -> None:
        if json:
            print_json({"listening": where})
        else:
            typer.echo(f"listening at {where}")

    with listen_for_end() as stop:
        serve_lmtp(games, place, stop, _Told(json).tell, tell_place)
    return 0


class _Told:
    """Tells of mails one by one; `status` is the exit status for all of them."""

    def __init__(self, json: bool) -> None:
        self._json = json
        self.status = 0

    def tell(self, collected: Collected) -> None:
        from manila_pbem.processor.collecting import tell_fate, tell_waiting

        if collected.fate is None and collected.source:
            self.status = NOT_KEPT
        elif collected.trouble is not None and not self.status:
            self.status = FAILED
        if self._json:
            _print(collected)
        elif collected.fate is not None:
            typer.echo(tell_fate(collected.fate))
        waits = tell_waiting(collected.fate) if collected.fate is not None else None
        if waits is not None:
            # It is kept, so the exit status is that of success, but it may need the moderator's hand.
            typer.echo(f"manila: {waits}", err=True)
        if collected.trouble is not None:
            start = f"{collected.source} could not be kept: " if collected.fate is None and collected.source else ""
            typer.echo(f"manila: {start}{collected.trouble}", err=True)


def _print(collected: Collected) -> None:
    from manila_pbem.processor.collecting import describe_collected

    print_json(describe_collected(collected))


def _log(trouble: str) -> int:
    """Leave a word in the machine's log on a mail that is not kept; return the exit status."""
    _write_log(f"a mail could not be kept: {trouble}")
    return NOT_KEPT


def _log_waiting(fate: Fate) -> None:
    from manila_pbem.processor.collecting import tell_waiting

    waits = tell_waiting(fate)
    if waits is not None:
        _write_log(waits)


def _write_log(words: str) -> None:
    """Write to the machine's log, where it has one."""
    import syslog

    syslog.openlog("manila", 0, syslog.LOG_MAIL)
    syslog.syslog(syslog.LOG_ERR, words.encode("ascii", "backslashreplace").decode())
