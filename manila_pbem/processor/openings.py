"""Opened orders, each found again by its commitment (docs/play.md, section 5).

An `opened` entry is matched with its `order` entry by what the file commits to, and by the number it names only where
that fails. So a log that was tampered with shows the line that was, and not the ones that rest on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from manila_pbem import dice
from manila_pbem.errors import ManilaError
from manila_pbem.orders.phases import read_phase
from manila_pbem.orders.standing import Filed
from manila_pbem.processor.chronicle import BadEntryError, Entry
from manila_pbem.processor.desk import restore_filed
from manila_pbem.processor.entries import digest_used, find_nonce
from manila_pbem.processor.revelations import Ending
from manila_pbem.processor.setup import Setup
from manila_pbem.store.atomic import read_file
from manila_pbem.store.order_files import LONGEST_ORDER, ORDER_ENDING


class OpenedOrders:
    """The orders of a log whose files are shown. The entries must have the form of docs/log.md.

    `flaws` are the lines that contradict the files or each other; `orphans` the opened orders that no `order` entry
    tells of, so that one was taken away.
    """

    def __init__(self, folder: Path, setup: Setup, entries: Sequence[Entry], ending: Ending | None) -> None:
        self.flaws: list[BadEntryError] = []
        self.orphans: list[Filed] = []
        self._folder = folder
        self._setup = setup
        self._entries = entries
        self._ending = ending
        self._orders = {entry["n"]: entry for entry in entries if entry["kind"] == "order"}
        self._paths = _name_files(self._orders.values())
        self._filed: dict[int, Filed | None] = {}
        self._last = 0
        self._shown: set[str] = set()
        for entry in self._match_by_content([entry for entry in entries if entry["kind"] == "opened"]):
            self._match_by_number(entry)
        for n in self._orders:
            if n < self._last and n not in self._filed:
                self._find_unopened(n)

    def find(self, n: int) -> Filed | None:
        """Return the order of an `order` entry, None where it is not known: closed still, or its file is not right."""
        return self._filed.get(n)

    def _match_by_content(self, opened: Sequence[Entry]) -> list[Entry]:
        """Match the openings whose nonce and file give the commitment of an order; return the others."""
        orders: dict[str, list[int]] = {}
        for n, entry in self._orders.items():
            orders.setdefault(entry["commitment"], []).append(n)
        left = []
        for entry in opened:
            for path in dict.fromkeys((entry["file"], self._paths.get(entry["order"], ""))):
                data = self._read(path)
                found = [] if data is None else orders.get(dice.commit(bytes.fromhex(entry["nonce"]), data), [])
                free = [n for n in found if n not in self._filed]
                if data is not None and free:
                    n = entry["order"] if entry["order"] in free else free[0]
                    phase, player = self._find_owner(path) or ("", "")
                    self._filed[n] = self._restore({"n": n, "phase": phase, "player": player}, data)
                    self._last = max(self._last, entry["n"])
                    self._shown.add(path)
                    self._check_match(n, entry, path, data)
                if found:
                    break
            else:
                left.append(entry)
        return left

    def _check_match(self, n: int, opened: Entry, path: str, data: bytes) -> None:
        """Blame the order where its file is another's, the opening for all else that does not fit the file."""
        order, m = self._orders[n], opened["n"]
        phase, player = self._find_owner(path) or ("", "")
        if path == opened["file"] and (phase, player) != (order["phase"], order["player"]):
            self._blame(n, f"is not the order that was opened as orders/{path}")
        elif opened["file"] != self._paths[n]:
            self._blame(m, f"names the file {opened['file']!r} where the order of line {n} is {self._paths[n]}")
        elif opened["sha256"] != sha256(data).hexdigest():
            self._blame(m, f"orders/{path} is not the file with this SHA-256")
        elif self._ending and find_nonce(self._ending.seed, phase, player, data).hex() != opened["nonce"]:
            self._blame(m, "the nonce is not the revealed seed's")

    def _match_by_number(self, opened: Entry) -> None:
        """Match an opening that no order commits to with the one it names; else it is an orphan."""
        n, m = opened["order"], opened["n"]
        path = opened["file"]
        data = self._read(path)
        whole = data is not None and sha256(data).hexdigest() == opened["sha256"]
        owner = self._find_owner(path)
        if n not in self._orders or n in self._filed:
            phase = read_phase(owner[0], len(self._setup.names)) if owner else None
            if whole and data is not None and owner is not None and phase is not None:
                entry = {"n": m, "phase": owner[0], "player": owner[1]}
                filed = self._read_order(entry, data)
                self.orphans += [] if filed is None else [filed]
            return
        self._filed[n] = self._restore(self._orders[n], data) if whole and data is not None else None
        self._last = max(self._last, m)
        self._shown.add(path)
        if data is None:
            self._blame(m, f"orders/{path} is missing")
        elif not whole:
            self._blame(m, f"orders/{path} is not the file with this SHA-256")
        elif self._is_order_wrong(n, opened, data):
            self._blame(n, f"has not the commitment that line {m} and orders/{path} give")
        else:
            self._blame(m, f"nonce and orders/{path} do not give the commitment of line {n}")

    def _is_order_wrong(self, n: int, opened: Entry, data: bytes) -> bool:
        """Tell whether it is the commitment that was changed, and not the nonce: by the seed, or by the next roll."""
        order = self._orders[n]
        if self._ending is not None:
            nonce = find_nonce(self._ending.seed, order["phase"], order["player"], data)
            return bool(opened["nonce"] == nonce.hex())
        roll = next((entry for entry in self._entries[n:] if entry["kind"] == "roll"), None)
        if roll is None:
            return False
        meant = (order["player"], dice.commit(bytes.fromhex(opened["nonce"]), data))
        others = [entry for entry in self._entries[: roll["n"] - 1] if entry["n"] != n]
        return bool(roll["orders"] == digest_used(others, [meant]))

    def _find_unopened(self, n: int) -> None:
        """Take the file of an order whose opening is missing, though its voyage is over; blame it where there is none.

        That an opening is missing shows where it is due.
        """
        path = self._paths[n]
        data = None if path in self._shown else self._read(path)
        if data is None:
            self._blame(n, "was never opened")
        else:
            self._filed[n] = self._restore(self._orders[n], data)

    def _restore(self, entry: Entry, data: bytes) -> Filed | None:
        filed, n = self._read_order(entry, data), entry["n"]
        if filed is None:
            self._blame(n, f"is no order of this game that can be read, and orders/{self._paths[n]} is its file")
        return filed

    def _read_order(self, entry: Entry, data: bytes) -> Filed | None:
        try:
            return restore_filed(self._setup, entry, data, "")
        except ManilaError:
            return None

    def _blame(self, n: int, why: str) -> None:
        self.flaws.append(BadEntryError(n, why))

    def _read(self, path: str) -> bytes | None:
        """Return the bytes of an order file, None where there is none or the path is no order file's."""
        if self._find_owner(path) is None:
            return None
        try:
            return read_file(self._folder / "orders" / path, LONGEST_ORDER)
        except ManilaError:
            return None

    def _find_owner(self, path: str) -> tuple[str, str] | None:
        """Return the phase and the player that the path of an opened file names: `v1-auction/ana.2.yaml`."""
        phase, _, name = path.partition("/")
        player, _, number = name.removesuffix(ORDER_ENDING).partition(".")
        known = read_phase(phase, len(self._setup.names)) is not None and player in self._setup.names
        numbered = not number or (number.isascii() and number.isdecimal())
        return (phase, player) if known and numbered and name.endswith(ORDER_ENDING) else None


def _name_files(orders: Iterable[Entry]) -> dict[int, str]:
    """Return the path below `orders/` that each order is opened to, by the number of its entry."""
    counts: Counter[tuple[str, str]] = Counter()
    paths = {}
    for entry in orders:
        place = entry["phase"], entry["player"]
        counts[place] += 1
        number = "" if counts[place] == 1 else f".{counts[place]}"
        paths[entry["n"]] = f"{entry['phase']}/{entry['player']}{number}{ORDER_ENDING}"
    return paths
