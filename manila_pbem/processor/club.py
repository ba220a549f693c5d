"""The settings of the club, for whoever needs them (docs/mail.md)."""

from __future__ import annotations

from pathlib import Path

from manila_pbem.errors import ManilaError
from manila_pbem.formats.club_file import ClubFile, read_club_file
from manila_pbem.formats.faults import Fault
from manila_pbem.formats.settings import LARGEST_FILE
from manila_pbem.reports.sentences import tell_fault
from manila_pbem.store.atomic import read_file

CLUB_FILE = "club.yaml"


def read_club(games: Path) -> ClubFile | None:
    """Return what the club.yaml in a folder of games says, None where there is none.

    Raises ManilaError, with line and value, where it can't be read.
    """
    path = games / CLUB_FILE
    data = read_file(path, LARGEST_FILE)
    if data is None:
        return None
    club = read_club_file(data)
    if isinstance(club, Fault):
        raise ManilaError(f"{path}, line {club.mark.line}: {tell_fault(club)}")
    return club
