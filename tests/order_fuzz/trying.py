"""Everything a file meets that a player sent, tried on one input: what must hold, and how long it took."""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any, TypeVar
from zlib import crc32

from manila_pbem.formats.characters import REPLACEMENTS, has_replaced
from manila_pbem.formats.correcting import confirm_corrections
from manila_pbem.formats.decoding import end_lines_plainly
from manila_pbem.formats.message_cutter import NOTHING, cut_message, forget_marks
from manila_pbem.formats.order_reader import OrderReading, read_order, replace_order_characters
from manila_pbem.formats.order_writer import write_order
from manila_pbem.formats.policy_reader import holds_policy, read_policy
from manila_pbem.orders.judging import Case, judge_order
from manila_pbem.orders.order import Order
from manila_pbem.orders.phases import OVER, find_phase, read_phase
from manila_pbem.orders.problems import Kind, Problem
from manila_pbem.rules.board import Options
from manila_pbem.rules.play import Game
from order_fuzz.meaning import fold, tell_order
from order_fuzz.plain_reading import LARGEST, Text, Unreadable, decode, read_plainly, replace_all

NAMES = ("ana", "Ben", "小莉", "O’Brien")
BOTS = ("cheapest",)
SLOWEST = 200
"""How many times the median CPU time one input may take at most."""
_SUSPECTS = 40

_Answer = TypeVar("_Answer")


def list_games() -> list[Game]:
    """Return a game in each phase that random play of four players reaches, and one that is over."""
    games: dict[str, Game] = {}
    for seed in range(4):
        random = Random(seed)
        game = Game(4, 0, Options(), [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1]])
        while game.due != "nothing":
            if game.due == "dice":
                game.roll({ware: random.randint(1, 6) for ware in game.loaded})
                continue
            phase = find_phase(game.take_state())
            assert phase is not None and game.to_act is not None
            games.setdefault(phase.step, game.copy())
            game.answer(game.to_act, random.choice(game.list_answers()))
        games.setdefault(OVER, game)
    return list(games.values())


class Trials:
    """Tries inputs one by one, and remembers the CPU time of each and the inputs that took longest."""

    def __init__(self) -> None:
        self.tried = 0
        self.taken = 0
        self._games = list_games()
        self._times: dict[str, list[float]] = {}
        self._slowest: dict[str, list[tuple[float, int, Callable[[], object], bytes]]] = {}

    def try_input(self, data: bytes) -> OrderReading:
        """Hand a file to all that reads orders; raises AssertionError, or whatever comes out of them."""
        self.tried += 1
        reading = self._time("read_order", data, lambda: read_order(data, NAMES))
        refused = [problem for problem in reading.problems if problem.kind is not Kind.DOUBTFUL]
        assert (reading.order is None) == bool(refused), "an order is taken, or refused with a reason"
        self._time("holds_policy", data, lambda: holds_policy(data))
        self._time("read_policy", data, lambda: read_policy(data, NAMES, BOTS))
        cut = self._time("cut_message", data, lambda: cut_message(data, NAMES))
        if reading.order is None:
            assert cut == data
            text, problems = reading.text, reading.problems
            self._time("correct", data, lambda: confirm_corrections(text, problems, _find_problems))
            return reading
        self.taken += 1
        check_meaning(data, reading.order)
        check_message(data, cut, reading.order)
        written = write_order(reading.order).encode()
        if len(written) <= LARGEST:  # texts may be longer with their quotes
            again = read_order(written, NAMES).order
            assert again is not None and forget_marks(again) == forget_marks(reading.order), "stable"
        case = self._make_case(data, reading.order)
        self._time("judge_order", data, lambda: judge_order(case))
        return reading

    def _make_case(self, data: bytes, order: Order) -> Case:
        chosen = crc32(data)
        game = self._games[chosen % len(self._games)]
        named = read_phase(order.phase, len(NAMES)) if order.phase is not None else None
        present = find_phase(game.take_state())
        assert present is not None
        phase = present if named is None or named.step == OVER or chosen % 3 else named
        return Case(order, chosen // 16 % len(NAMES), phase, game, NAMES, sealed=chosen % 2 == 0)

    def _time(self, what: str, data: bytes, call: Callable[[], _Answer]) -> _Answer:
        began = process_time()
        answer = call()
        took = process_time() - began
        times = self._times.setdefault(what, [])
        times.append(took)
        slowest = self._slowest.setdefault(what, [])
        entry = (took, len(times), call, data)
        if len(slowest) < _SUSPECTS:
            heapq.heappush(slowest, entry)
        elif took > slowest[0][0]:
            heapq.heapreplace(slowest, entry)
        return answer

    def list_slow(self, times_median: float = SLOWEST) -> list[tuple[str, float, bytes]]:
        """Return what took longer than so many times the median, at best of three times more."""
        slow = []
        reading = median(self._times["read_order"])
        for what, times in self._times.items():
            # What is less than to read an order may take as long as that.
            limit = times_median * max(reading, median(times))
            for took, _, call, data in sorted(self._slowest[what], reverse=True):
                if took > limit:
                    best = min(took, *(_measure(call) for _ in range(3)))
                    if best > limit:
                        slow.append((what, best / limit * times_median, data))
        return slow


def _find_problems(data: bytes) -> Sequence[Problem]:
    return read_order(data, NAMES).problems


def _measure(call: Callable[[], object]) -> float:
    began = process_time()
    call()
    return process_time() - began


def check_meaning(data: bytes, order: Order) -> None:
    """Hold an order against what another library reads in the file, after the table of replacements."""
    said = forget_marks(order)
    text = decode(data)
    plainly = end_lines_plainly(text)
    kept = _tell(replace_order_characters(plainly).read if has_replaced(plainly) else plainly)
    assert kept == said, ("another reading", kept, said)
    # Which values keep their characters is found by the reader itself. So the same is asked without its help.
    if order.salt is None and order.message is None:
        plain = _tell(replace_all(text))
        assert plain == said, ("by the table alone", plain, said)
    else:
        _check_without_free_texts(text, said)
        _check_characters(text, said)


def _check_without_free_texts(text: str, said: Order) -> None:
    """Hide salt and message text where they stand in the file, replace everywhere, and compare."""
    free = {"salt": said.salt, "text": said.message.text if said.message else None}
    for key, value in free.items():
        if value is None:
            continue
        if text.count(value) != 1 or len(value) < 3 or "\n" in value:
            if value.isalnum() and value.isascii():
                continue
            return
        # With signs in it that are written twice within quotes, what was found may be a part of the value alone.
        if re.search(rf"\\{re.escape(value)}|{re.escape(value)}[\\']", text):
            return
        text = text.replace(value, f"x{key}x")
        free[key] = f"x{key}x"
    expected = said._replace(salt=free["salt"])
    if said.message is not None:
        expected = expected._replace(message=said.message._replace(text=str(free["text"])))
    try:
        plain = tell_order(read_plainly(replace_all(text)), NAMES)
    except Unreadable:
        return
    assert _replace_free(plain) == _replace_free(expected), ("with hidden texts", plain, expected)


def _check_characters(text: str, said: Order) -> None:
    """Look for the characters of salt and message text in the file, where the other reading finds the same values."""
    texts = (said.salt, said.message and said.message.text)
    if "\\" not in text and "''" not in text:
        for word in " ".join(filter(None, texts)).split():
            assert word in text, ("characters that were not written", word)
    written = end_lines_plainly(text)
    read = "".join(REPLACEMENTS.get(c, c) for c in written)
    origins = [at for at, c in enumerate(written) for _ in REPLACEMENTS.get(c, c)]
    try:
        plain = tell_order(read_plainly(read), NAMES)
    except Unreadable:
        return
    for kept, other in zip(texts, (plain.salt, plain.message and plain.message.text), strict=True):
        if not kept or not isinstance(other, Text) or not other.end or _squeeze(kept) != _squeeze(other):
            continue
        place = written[origins[other.start] : origins[other.end - 1] + 1]
        if other.style == '"' and "\\" in place:
            continue
        assert _list_signs(kept) == _list_signs(_strip_signs(place, other.style)), ("other characters", kept, place)


def _strip_signs(written: str, style: str | None) -> str:
    """Return what stands within quotes, or below the sign of a block text."""
    if style is None:
        return written
    return written.partition("\n")[2] if style in "|>" else written[1:-1]


def _list_signs(text: str) -> list[str]:
    """Return the characters of a text that can be seen and are written in one way alone."""
    return [c for c in text if not c.isascii() and REPLACEMENTS.get(c, "x").strip()]


def _replace_free(order: Order) -> Order:
    salt = None if order.salt is None else _squeeze(order.salt)
    message = order.message
    return order._replace(salt=salt, message=message and message._replace(text=_squeeze(message.text)))


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", "", "".join(REPLACEMENTS.get(c, c) for c in text))


def _tell(text: str) -> Any:
    try:
        return tell_order(read_plainly(text), NAMES)
    except Unreadable as error:
        return error


def check_message(data: bytes, cut: bytes, order: Order) -> None:
    """Hold a file without its message against the file: nothing else of it is lost, nothing of the message left."""
    if order.message is None:
        assert cut == data
        return
    copy = read_order(cut, NAMES).order
    assert copy is not None and forget_marks(copy) == forget_marks(order)._replace(message=None)
    assert cut_message(cut, NAMES) == cut
    words = [word for word in re.split(r"\W+", fold(order.message.text)) if len(word) > 3]
    rest = fold(cut.decode())
    before = fold(decode(data))
    if cut in (write_order(copy).encode(), NOTHING.encode()):
        # The words of what is not the message may be others than in the file, and those of the message among them.
        return
    assert not any(word in rest for word in words if before.count(word) == 1), "something of the message is left"
    text, left = data.removeprefix(b"\xef\xbb\xbf"), cut
    head = next((at for at, (a, b) in enumerate(zip(text, left, strict=False)) if a != b), min(len(text), len(left)))
    assert text.endswith(left[head:]), "one piece is cut out and all else stays byte for byte"
