"""Runs commands in processes of their own and kills them with SIGKILL, at a moment or at a call that writes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]

KILLER = """
import atexit, os, signal, sys
left = int(sys.argv[1])
lives = left
def guard(function):
    def call(*arguments, **options):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return function(*arguments, **options)
    return call
for name in ("fsync", "replace", "rename", "unlink", "mkdir", "write", "truncate", "fchmod"):
    setattr(os, name, guard(getattr(os, name)))
opening = os.open
creating = guard(opening)
def open_file(path, flags, *arguments, **options):
    return (creating if flags & os.O_CREAT else opening)(path, flags, *arguments, **options)
os.open = open_file
atexit.register(lambda: print(f"calls {lives - left}", file=sys.stderr))
sys.argv[:2] = ["manila"]
from manila_pbem.cli.app import main
main()
"""
"""Runs the command line and kills itself at the call after so many that write."""


class Hangman:
    """Kills commands. `folder` is for what it needs besides the games; `seconds` is how long commands have taken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds = 0.3

    def start(
        self, arguments: Sequence[str], now: str, text: str | bytes = "", program: Sequence[str] = ("-m", "manila_pbem")
    ) -> subprocess.Popen[bytes]:
        """Start `manila ARGUMENTS` at a time, with a text as standard input."""
        cache = str(self.folder / "cache")
        environment = {**os.environ, "MANILA_NOW": now, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": cache}
        environment.pop("MANILA_GAMES", None)
        process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        assert process.stdin is not None
        process.stdin.write(text if isinstance(text, bytes) else text.encode())
        process.stdin.close()
        return process

    def kill_after(self, arguments: Sequence[str], now: str, text: str | bytes, share: float) -> bool:
        """Kill after a share of the time that commands have been taking; tell whether it still ran."""
        begin = time.monotonic()
        process = self.start(arguments, now, text)
        try:
            process.wait(share * self.seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        else:
            self.seconds = 0.7 * self.seconds + 0.3 * (time.monotonic() - begin)
        assert process.stderr is not None
        process.stderr.close()
        return process.returncode == -signal.SIGKILL

    def kill_at_call(self, arguments: Sequence[str], now: str, text: str | bytes, call: int) -> tuple[bool, int]:
        """Kill at a call that writes, never where it is -1; tell whether it was killed, and how many there were."""
        process = self.start(arguments, now, text, ("-c", KILLER, str(call)))
        assert process.stderr is not None
        told = process.stderr.read().decode()
        process.stderr.close()
        process.wait()
        counted = told.rpartition("calls ")[2]
        return process.returncode == -signal.SIGKILL, int(counted) if counted.strip().isdecimal() else -1
