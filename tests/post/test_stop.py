"""Ending on request."""

from __future__ import annotations

import os
import select
import signal
import threading
import time

import pytest

from manila_pbem.post.stop import Stop


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_a_wait_and_the_second_one_acts_as_before(number: signal.Signals) -> None:
    heard: list[int] = []
    before = signal.signal(number, lambda number, frame: heard.append(number))
    try:
        with Stop() as stop:
            assert not stop.asked
            threading.Timer(0.05, os.kill, (os.getpid(), number)).start()
            begin = time.monotonic()
            assert stop.wait(60)
            assert time.monotonic() - begin < 30
            assert select.select([stop], [], [], 0)[0] == [stop]
            assert not heard
            os.kill(os.getpid(), number)
            assert heard == [number]
        os.kill(os.getpid(), number)
        assert heard == [number] * 2
    finally:
        signal.signal(number, before)


def test_wait_ends_by_itself() -> None:
    with Stop() as stop:
        assert not stop.wait(0.001)
        stop.ask()
        stop.ask()
        assert stop.wait(60)


def test_another_thread_hears_no_signals_but_asks() -> None:
    with Stop() as stop:
        other: list[Stop] = []

        def work() -> None:
            with Stop() as inner:
                other.append(inner)
                inner.wait(60)

        thread = threading.Thread(target=work)
        thread.start()
        while not other:
            time.sleep(0.001)
        other[0].ask()
        thread.join(30)
        assert not thread.is_alive()
        assert not stop.asked
