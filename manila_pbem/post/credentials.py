"""What a mail server wants to hear at a login: a password from the environment, or a token that a command prints.

Neither is ever shown: no message of ours has it in it, and it lies in no file of ours.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from manila_pbem.errors import ManilaError

LONGEST_WAIT = 60.0
"""Seconds that a token command may take."""

_CONTROL = re.compile(r"[\0-\x1f\x7f]")


def read_password(variable: str) -> str:
    """Return the password that an environment variable holds; raises ManilaError where it can't be one."""
    password = os.environ.get(variable, "")
    if not password:
        raise ManilaError(
            f"the environment variable {variable} is to hold the password of the mail server and is not set"
        )
    if _CONTROL.search(password):
        raise ManilaError(f"the password in {variable} has a control character in it, such as a line end")
    return password


def fetch_token(command: Sequence[str]) -> str:
    """Return what a command prints, a token for XOAUTH2; it is run without a shell, with nothing to read.

    Raises ManilaError where it fails, takes too long, or prints no token. What it says goes to our standard error.
    """
    import subprocess

    name = command[0]
    try:
        ran = subprocess.run(
            list(command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=LONGEST_WAIT, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ManilaError(f"the token command {name} took longer than {LONGEST_WAIT:g} seconds") from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ManilaError(f"the token command {name} could not be run: {why}") from error
    if ran.returncode:
        raise ManilaError(f"the token command {name} failed with the status {ran.returncode}")
    token = ran.stdout.decode("ascii", "replace").strip()
    if not token or not token.isascii() or not token.isprintable():
        raise ManilaError(f"the token command {name} did not print a token on one line")
    return token
