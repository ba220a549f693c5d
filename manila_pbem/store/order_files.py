"""The order files of a phase: which file is whose, and filing one (docs/play.md, sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from manila_pbem.store.atomic import (
    UnreadableFileError,
    check_folder,
    keep_unused,
    list_folder,
    make_folder,
    read_file,
    remove_file,
    write_file,
)
from manila_pbem.store.game_folder import GameFolder
from manila_pbem.store.journal import Put
from manila_pbem.store.names import fold_name
from manila_pbem.values import NamedValue

LONGEST_ORDER = 64 * 1024
"""Bytes; a longer file is refused."""

ORDER_ENDING = ".yaml"


class OrderFile(NamedValue):
    """A player's order file as it stands; `path` is the one below `orders/`."""

    path: str
    data: bytes


class Trouble(NamedValue):
    """Why a player's order file can't be taken, as data. `files` are paths below `orders/`.

    `code` is `two-files`, or that of `UnreadableFileError`: `link`, `no-file`, `too-long`, `unreadable`.
    """

    code: str
    files: tuple[str, ...]


def find_orders(folder: GameFolder, phase: str, players: Iterable[str]) -> dict[str, OrderFile | Trouble]:
    """Return what stands in a phase's folder for each player, in the order of `players`; who has no file is left out.

    A file is a player's if its name is, under casefold and NFC, the player's with `.yaml`. So second orders
    (`ana.2.yaml`), kept ones (`ana.yaml.unused`) and hidden files are nobody's. Raises `ManilaError` where the folder
    can't be read or is a link.
    """
    names = _list_names(folder.phase_orders(phase))
    found: dict[str, OrderFile | Trouble] = {}
    for player in players:
        own = names.get(fold_name(player + ORDER_ENDING), [])
        paths = tuple(f"{phase}/{name}" for name in own)
        if len(own) > 1:
            found[player] = Trouble("two-files", paths)
        elif own:
            order = _read_order(folder, paths[0])
            if order is not None:
                found[player] = order
    return found


def list_folders(folder: GameFolder) -> list[str]:
    """Return the names of all that stands directly below `orders/`, sorted."""
    return sorted(entry.name for entry in list_folder(folder.orders) if not entry.name.startswith("."))


def list_strangers(folder: GameFolder, phase: str, players: Iterable[str]) -> list[str]:
    """Return the paths below `orders/` of files in a phase's folder that are no player's: most likely misspelt.

    Files that commands leave beside orders (`ana.2.yaml`, `ana.yaml.unused`) are none.
    """
    known = [fold_name(player) for player in players]
    strangers = []
    for folded, names in _list_names(folder.phase_orders(phase)).items():
        stem = next((name for name in known if folded.startswith(f"{name}.")), None)
        rest = "" if stem is None else folded[len(stem) + 1 :]
        number = rest.split(".")[0]
        ending = rest.removeprefix(f"{number}.") if number.isdecimal() else rest
        ours = ending == "yaml" or ending.startswith("yaml.unused")
        if not ours and not folded.startswith("."):
            strangers += [f"{phase}/{name}" for name in names]
    return sorted(strangers)


def file_order(folder: GameFolder, phase: str, player: str, data: bytes) -> None:
    """Put a player's order file in place of every one that stands there for the player in that phase.

    The caller holds the game's lock and has read the order. Raises `ManilaError`.
    """
    phase_folder = make_folder(folder.phase_orders(phase))
    older = _list_names(phase_folder).get(fold_name(player + ORDER_ENDING), [])
    name = older[0] if len(older) == 1 else player + ORDER_ENDING
    write_file(phase_folder / name, data)
    for other in older:
        if other != name:
            remove_file(phase_folder / other)


def plan_order(folder: GameFolder, phase: str, player: str, data: bytes) -> Put | None:
    """Return what `file_order` would write, for a step; None where what stands there can't be replaced by one write."""
    older = _list_names(folder.phase_orders(phase)).get(fold_name(player + ORDER_ENDING), [])
    if len(older) > 1:
        return None
    path = f"{phase}/{older[0] if older else player + ORDER_ENDING}"
    found = _read_order(folder, path)
    if isinstance(found, Trouble):
        return None
    return Put(f"orders/{path}", data, None if found is None else found.data)


def replace_order(folder: GameFolder, found: OrderFile, data: bytes) -> None:
    """Put other bytes in the place of an order file, if it still is what was found; raises `ManilaError`."""
    path = folder.orders / found.path
    if read_file(path, LONGEST_ORDER) == found.data:
        write_file(path, data)


def set_aside(folder: GameFolder, phase: str, player: str) -> None:
    """Rename what stands in a phase's folder for a player to `….unused`; raises `ManilaError`."""
    phase_folder = folder.phase_orders(phase)
    for name in _list_names(phase_folder).get(fold_name(player + ORDER_ENDING), []):
        keep_unused(phase_folder / name)


def _list_names(phase_folder: Path) -> dict[str, list[str]]:
    """Return the names in a folder by their folded form, sorted."""
    check_folder(phase_folder.parent)
    check_folder(phase_folder)
    names: dict[str, list[str]] = {}
    for entry in list_folder(phase_folder):
        names.setdefault(fold_name(entry.name), []).append(entry.name)
    return names


def _read_order(folder: GameFolder, path: str) -> OrderFile | Trouble | None:
    try:
        data = read_file(folder.orders / path, LONGEST_ORDER)
    except UnreadableFileError as error:
        return Trouble(error.code, (path,))
    return None if data is None else OrderFile(path, data)
