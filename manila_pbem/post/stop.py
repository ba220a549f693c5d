"""Ending on request: what receives mail is asked to stop by SIGTERM or SIGINT, and finishes the mail at hand."""

from __future__ import annotations

import os
import select
import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Self

SIGNALS = (signal.SIGTERM, signal.SIGINT)


class Stop:
    """Tells whether the end was asked for. To be used as a context: while it is open it hears SIGTERM and SIGINT.

    Any wait in between can be ended at once: `fileno` becomes readable. A second signal ends the program as signals
    do. Signals reach the main thread alone, so in another thread only `ask` is heard.
    """

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self._handlers: dict[signal.Signals, Any] = {}
        self.asked = False

    def ask(self) -> None:
        """Ask for the end."""
        if not self.asked:
            self.asked = True
            os.write(self._writer, b"x")

    def fileno(self) -> int:
        """Return a descriptor that can be read from once the end was asked for."""
        return self._reader

    def wait(self, seconds: float) -> bool:
        """Wait so long, no longer than until the end is asked for; tell whether it was."""
        if not self.asked:
            select.select([self], [], [], seconds)
        return self.asked

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._handlers = {number: signal.signal(number, self._hear) for number in SIGNALS}
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._give_back()
        os.close(self._reader)
        os.close(self._writer)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self._give_back()
        self.ask()

    def _give_back(self) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._handlers = {}
