"""What an operator is told when a command cannot do its work.

Every exception that may reach the command line derives from `ManilaError`; its message is one sentence that names
the file and the value at fault. Orders that fail are no exceptions: they are data (`manila_pbem.orders.problems`).
"""

from __future__ import annotations


class ManilaError(Exception):
    """A command could not do its work; the message is one sentence, the exit status 1."""

    exit_status = 1


class WrongUsage(ManilaError):
    """The command was called with something that cannot be meant; exit status 2."""

    exit_status = 2


class NothingToDo(ManilaError):
    """Nothing could be worked off yet, since orders are missing; exit status 3."""

    exit_status = 3


class DamagedGame(ManilaError):
    """A game's files contradict each other in a way no killed command explains (docs/play.md, section 3)."""


def tell_error(error: Exception) -> str:
    """Return what an error says, as one sentence; one of the system's names the file."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or 'a file'} could not be written or read: {error.strerror}"
    return str(error)
