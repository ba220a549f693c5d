"""Whoever writes a log anew, all hashes recomputed, is found out: `verify --head` fails and names the line.

The log is changed in one place, as published, without the secrets. The line that must be named is the first that
differs; where semantics can't know it, as with the time of an entry, the head kept by a reader tells.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

Body = dict[str, Any]
ROUNDS = 300 if os.environ.get("MANILA_SOAK") else 45
HEX = set("0123456789abcdef")
WARES = ("nutmeg", "silk", "ginseng", "jade")
ONLY_THE_HEAD_KNOWS = ("at", "from", "text", "remark")


class Published:
    """A game as it is published, and a copy of it that can be written anew."""

    def __init__(self, club: Any, game: str, folder: Path) -> None:
        self.club = club
        self.folder = folder
        source = club.games / game
        entries = club.log(game)
        self.bodies: list[Body] = [{k: v for k, v in e.items() if k not in ("prev", "hash")} for e in entries]
        self.head = f"{entries[-1]['n']}:{entries[-1]['hash']}"
        self.names = entries[0]["players"]
        folder.mkdir()
        shutil.copy(source / "game.yaml", folder)
        shutil.copy(source / "log.jsonl", folder)
        for entry in entries:
            if entry["kind"] == "opened":
                path = folder / "orders" / entry["file"]
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source / "orders" / entry["file"], path)

    def write(self, bodies: Sequence[Body]) -> None:
        """Write a log with all its hashes as docs/play.md, section 3, computes them."""
        prev = "0" * 64
        lines = []
        for body in bodies:
            text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            digest = sha256((prev + text).encode()).hexdigest()
            lines.append(json.dumps({**body, "prev": prev, "hash": digest}, ensure_ascii=False))
            prev = digest
        (self.folder / "log.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def verify(self, *arguments: str) -> tuple[int, list[int]]:
        """Return the exit status of `verify` with the head, and the lines it names."""
        ran = self.club.run("verify", self.folder, "--head", self.head, "--json", *arguments)
        assert ran.status in (0, 1), ran
        return ran.status, [flaw["line"] for flaw in ran.json["flaws"]]

    def find_difference(self, bodies: Sequence[Body]) -> int:
        """Return the number of the first line that differs from the true log."""
        for line, (true, new) in enumerate(zip(self.bodies, bodies, strict=False), 1):
            if true != new:
                return line
        return min(len(self.bodies), len(bodies)) + 1


GAMES = {
    "sealed-over": (3, "sealed", 1001, ("second_13=port", "large_pilot=up_to"), "over"),
    "turns-over": (3, "turns", 1019, ("pirates=evict", "blind_passengers=one"), "over"),
    "sealed-running": (4, "sealed", 1000, ("pirates=evict", "second_13=port"), "v3-place-3"),
}


@pytest.fixture(scope="module")
def published(play_once: Any, tmp_path_factory: Any) -> Callable[[str], Published]:
    """Publish one of the games above, played once."""
    made: dict[str, Published] = {}

    def publish(which: str) -> Published:
        if which not in made:
            playing = play_once(*GAMES[which])
            made[which] = Published(playing.club, "harbour-1", tmp_path_factory.mktemp(which) / "published")
            assert made[which].verify() == (0, [])
        return made[which]

    return publish


def alter(rng: Random, value: Any, key: str, names: Sequence[str]) -> Any:
    """Return another value, of the same kind most often."""
    if rng.random() < 0.06:
        return rng.choice((None, [], {}, "", -1, True))
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if value < 6 else value - 1
    if isinstance(value, str):
        if key == "at":
            return value[:17] + f"{rng.randint(1, 59):02}Z"
        if len(value) >= 32 and HEX.issuperset(value):
            place = rng.randrange(len(value))
            return value[:place] + ("0" if value[place] != "0" else "1") + value[place + 1 :]
        if key in ("player", "from"):
            return rng.choice([name for name in names if name != value])
        if key == "phase":
            return rng.choice([phase for phase in ("v1-auction", "v1-place-1", "v2-place-2") if phase != value])
        if key == "kind":
            kinds = ("order", "action", "roll", "message", "opened", "over", "start", "undone")
            return rng.choice([kind for kind in kinds if kind != value])
        return value + "x"
    if isinstance(value, list):
        return [*value[1:], value[0]] if len(set(map(str, value))) > 1 else [*value, "silk"]
    part = rng.choice(list(value))
    return {**value, part: alter(rng, value[part], part, names)}


def alter_action(rng: Random, action: Any, names: Sequence[str]) -> Any:
    """Return another action, often a legal one."""
    if action.get("place"):
        words = [*WARES, "port-a", "port-b", "shipyard-a", "small-pilot", "insurance", "pass"]
        return {**action, "place": rng.choice([word for word in words if word != action["place"]])}
    if action.get("bid"):
        return {**action, "bid": "pass" if action["bid"] != "pass" else 3}
    return alter(rng, action, "action", names)


def change(rng: Random, published: Published) -> tuple[list[Body], str]:
    """Change one field of one entry; return the log and the field."""
    bodies = deepcopy(published.bodies)
    body = rng.choice(bodies[1:])
    key = rng.choice([*body, "remark"])
    if key == "remark":
        body[key] = "added"
    elif key == "action":
        body[key] = alter_action(rng, body[key], published.names)
    else:
        body[key] = alter(rng, body[key], key, published.names)
    return bodies, key


def number(bodies: Sequence[Body], true: Sequence[Body], careful: bool) -> list[Body]:
    """Number the entries anew; who is careful puts right what names other entries by their number, too."""
    new_numbers: dict[int, int] = {}
    for n, body in enumerate(bodies, 1):
        new_numbers.setdefault(body["n"], n)
    numbered = []
    for n, body in enumerate(bodies, 1):
        body = {**body, "n": n}
        if careful:
            later = [new for old, new in new_numbers.items() if old >= body["step"]]
            body["step"] = new_numbers.get(body["step"], min(later, default=n))
            if body["kind"] == "opened":
                body["order"] = new_numbers.get(body["order"], body["order"])
            if isinstance(body.get("by"), int):
                body["by"] = new_numbers.get(body["by"], body["by"])
        numbered.append(body)
    return numbered


def stands_alone(true: Sequence[Body], place: int) -> bool:
    """Tell whether nothing but the reader's head knows that an entry belongs there: a message, a loan at once."""
    body = true[place]
    return body["kind"] == "message" or body.get("by") == "loan"


def is_whole_step(true: Sequence[Body], place: int) -> bool:
    return sum(body["step"] == true[place]["step"] for body in true) == 1


@pytest.mark.soak
@pytest.mark.parametrize("which", ["sealed-over", "turns-over"])
def test_a_changed_field_is_named(published: Any, which: str) -> None:
    """The whole game is opened, so every field but the clock's and a message's is known."""
    game = published(which)
    rng = Random(which)
    for _ in range(ROUNDS):
        bodies, key = change(rng, game)
        line = game.find_difference(bodies)
        if bodies == game.bodies:
            continue
        game.write(bodies)
        status, named = game.verify()
        assert status == 1, (line, key)
        true = game.bodies[line - 1]
        if key in ONLY_THE_HEAD_KNOWS and type(bodies[line - 1][key]) is type(true.get(key, "")):
            assert named == [len(game.bodies)] or (key == "from" and named[0] == line), (line, key, named)
        elif stands_alone(game.bodies, line - 1) and key == "action":
            assert named[0] >= line, (line, key, named)
        else:
            assert named[0] == line, (line, key, true, bodies[line - 1], named)


@pytest.mark.soak
@pytest.mark.parametrize("careful", [True, False], ids=["careful", "careless"])
@pytest.mark.parametrize("which", ["sealed-over", "turns-over"])
def test_entries_dropped_swapped_or_added_are_named(published: Any, which: str, careful: bool) -> None:
    game = published(which)
    rng = Random(f"{which} {careful}")
    for _ in range(ROUNDS):
        true = game.bodies
        place = rng.randrange(1, len(true) - 1)
        deed = rng.choice(("drop", "swap", "double", "add"))
        bodies = list(true)
        slack = 0
        if deed == "drop":
            del bodies[place]
            slack = 1 if is_whole_step(true, place) else 0
        elif deed == "swap":
            bodies[place : place + 2] = reversed(bodies[place : place + 2])
            slack = 0 if true[place]["step"] == true[place + 1]["step"] else 1
        else:
            bodies.insert(place + 1, true[place] if deed == "double" else rng.choice(true))
            slack = 2 if deed == "add" else 1
        bodies = number(bodies, true, careful)
        line = game.find_difference(bodies)
        if line > len(true) == len(bodies):
            continue
        game.write(bodies)
        status, named = game.verify()
        assert status == 1, (deed, line)
        assert named[0] >= line, (deed, line, named)
        moved = [min(place, len(true) - 1), min(place + 1, len(true) - 1)]
        if careful and (
            any(stands_alone(true, n) for n in moved) or (deed == "add" and "message" in str(bodies[line - 1]))
        ):
            continue
        both_whole = deed == "swap" and is_whole_step(true, place) and is_whole_step(true, place + 1)
        assert named[0] <= line + slack or both_whole, (deed, line, true[line - 1], bodies[line - 1], named)


@pytest.mark.soak
def test_a_running_game(published: Any) -> None:
    """What is not opened yet can be changed without a trace until the next roll; the head tells, and no line before."""
    game = published("sealed-running")
    opened = max(body["n"] for body in game.bodies if body["kind"] == "opened")
    rng = Random(7)
    for _ in range(ROUNDS):
        bodies, key = change(rng, game)
        if bodies == game.bodies:
            continue
        line = game.find_difference(bodies)
        game.write(bodies)
        status, named = game.verify()
        assert status == 1, (line, key)
        assert named[0] >= line, (line, key, named)
        true = game.bodies[line - 1]
        known = key not in ONLY_THE_HEAD_KNOWS and not stands_alone(game.bodies, line - 1)
        if known and (line <= opened or true["kind"] == "roll"):
            assert named[0] == line, (line, key, true, bodies[line - 1], named)


@pytest.mark.parametrize("which", GAMES)
@pytest.mark.parametrize("key", ["chain", "deal_commitment", "supply", "players", "first", "options", "pace", "game"])
def test_a_changed_start(published: Any, which: str, key: str) -> None:
    game = published(which)
    bodies = deepcopy(game.bodies)
    other = {
        "players": [*game.names[1:], game.names[0]],
        "first": game.names[1],
        "options": {"late_port_bets": "open"},
        "pace": "turns" if "sealed" in which else "sealed",
        "game": "harbour-2",
        "supply": {**bodies[0]["supply"], "silk": bodies[0]["supply"]["silk"] + 1},
    }
    value = bodies[0][key]
    bodies[0][key] = other.get(key, value[:-1] + ("0" if value[-1] != "0" else "1") if isinstance(value, str) else None)
    game.write(bodies)
    status, named = game.verify()
    assert status == 1
    if key in ("chain", "supply") or (key == "deal_commitment" and "over" in which):
        assert named[0] == 1


@pytest.mark.parametrize("which", GAMES)
def test_a_changed_die(published: Any, which: str) -> None:
    """Every die of every roll."""
    game = published(which)
    for place, body in enumerate(game.bodies):
        if body["kind"] == "roll":
            ware = sorted(body["dice"])[place % 3]
            bodies = deepcopy(game.bodies)
            bodies[place]["dice"][ware] = bodies[place]["dice"][ware] % 6 + 1
            game.write(bodies)
            status, named = game.verify()
            assert (status, named[0]) == (1, place + 1)


@pytest.fixture
def order_files(published: Any) -> Iterator[Callable[[str], Iterator[tuple[Published, Body, Path, bytes]]]]:
    """Yield each opened order file of a game, put back afterwards."""

    def each(which: str) -> Iterator[tuple[Published, Body, Path, bytes]]:
        game = published(which)
        game.write(game.bodies)
        opened = [body for body in game.bodies if body["kind"] == "opened"]
        for body in opened[:: 1 if os.environ.get("MANILA_SOAK") else 5]:
            path = game.folder / "orders" / body["file"]
            data = path.read_bytes()
            yield game, body, path, data
            path.write_bytes(data)

    yield each


@pytest.mark.parametrize("which", GAMES)
def test_a_changed_order_file(order_files: Any, which: str) -> None:
    """The line that opens it is named, since it tells the file's SHA-256."""
    for game, body, path, data in order_files(which):
        path.write_bytes(data + b"# one more remark\n")
        assert game.verify() == (1, [body["n"]])


@pytest.mark.parametrize("which", GAMES)
def test_a_missing_order_file(order_files: Any, which: str) -> None:
    for game, body, path, _ in order_files(which):
        path.unlink()
        assert game.verify() == (1, [body["n"]])


@pytest.mark.parametrize("which", GAMES)
def test_an_order_file_changed_with_its_sha256(order_files: Any, which: str) -> None:
    """The commitment made when the order was used can't be met any more."""
    for game, body, path, data in order_files(which):
        other = data + b"# one more remark\n"
        path.write_bytes(other)
        bodies = deepcopy(game.bodies)
        bodies[body["n"] - 1]["sha256"] = sha256(other).hexdigest()
        game.write(bodies)
        status, named = game.verify()
        assert (status, named[0]) == (1, body["n"])
        game.write(game.bodies)


def test_swapped_order_files(published: Any) -> None:
    game = published("sealed-over")
    game.write(game.bodies)
    one, two = [body for body in game.bodies if body["kind"] == "opened"][:2]
    paths = [game.folder / "orders" / body["file"] for body in (one, two)]
    data = [path.read_bytes() for path in paths]
    for path, other in zip(paths, reversed(data), strict=True):
        path.write_bytes(other)
    status, named = game.verify()
    for path, own in zip(paths, data, strict=True):
        path.write_bytes(own)
    assert (status, named[0]) == (1, one["n"])


@pytest.mark.parametrize("which", GAMES)
def test_hashes_left_as_they_were(published: Any, which: str) -> None:
    """The chain names the very line, without any head."""
    game = published(which)
    game.write(game.bodies)
    log = game.folder / "log.jsonl"
    true = log.read_bytes().splitlines(keepends=True)
    rng = Random(3)
    for _ in range(12):
        place = rng.randrange(1, len(true) - 1)
        lines = list(true)
        deed = rng.choice(("change", "drop", "swap", "double", "cut"))
        if deed == "change":
            lines[place] = lines[place].replace(b"2026-12", b"2026-11", 1)
        elif deed == "drop":
            del lines[place]
        elif deed == "swap":
            lines[place : place + 2] = reversed(lines[place : place + 2])
        elif deed == "double":
            lines.insert(place, lines[place])
        else:
            lines[place:] = [lines[place][:40]]
        log.write_bytes(b"".join(lines))
        ran = game.club.run("verify", game.folder, "--json")
        assert ran.status == 1
        expected = place + 2 if deed == "double" else place + 1
        assert ran.json["flaws"][0]["line"] == expected, deed


@pytest.mark.parametrize("which", GAMES)
def test_a_missing_tail_and_an_added_one(published: Any, which: str) -> None:
    game = published(which)
    for drop in (1, 3):
        game.write(game.bodies[:-drop])
        status, named = game.verify()
        assert status == 1
        assert named[0] <= len(game.bodies)
    last = game.bodies[-1]
    game.write([*game.bodies, {**game.bodies[-2], "n": last["n"] + 1, "step": last["n"] + 1}])
    assert game.verify() == (1, [last["n"] + 1])


def test_the_true_log_verifies_whatever_the_order_of_its_keys(published: Any) -> None:
    game = published("sealed-over")
    game.write([dict(sorted(body.items(), reverse=True)) for body in game.bodies])
    assert game.verify() == (0, [])
