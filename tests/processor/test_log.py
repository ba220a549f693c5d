"""A whole log checked by docs/play.md alone, sections 3 and 5: nothing of the package computes what is expected."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from typing import Any

import pytest

GAME = "harbour-1"
GAMES = {
    "sealed": (3, "sealed", 1001, ("second_13=port", "large_pilot=up_to"), "over"),
    "turns": (3, "turns", 1019, ("pirates=evict", "blind_passengers=one"), "over"),
}
DECK = [ware for ware in ("nutmeg", "silk", "ginseng", "jade") for _ in range(3)]


def write_canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def roll_die(link: bytes, phase: str, orders: str, ware: str) -> int:
    message = f"manila roll 1\n{GAME}\n{phase}\n{orders}\n{ware}"
    attempt = 1
    while True:
        digest = hmac.digest(link, (message if attempt == 1 else f"{message}\n{attempt}").encode(), "sha256")
        for byte in digest:
            if byte < 252:
                return byte % 6 + 1
        attempt += 1


@pytest.fixture(scope="module", params=GAMES)
def game(request: Any, play_once: Any) -> Any:
    """A finished game: its folder, its entries, its seed, and the states of its record."""
    club = play_once(*GAMES[request.param]).club
    record = club.run("export", GAME).out
    states = [json.loads(line) for line in club.run("replay", "-", "--json", text=record).out.splitlines()]
    key = sha256(f"manila seed 1\n{GAME}\n{GAMES[request.param][2]}".encode()).digest()
    return club.games / GAME, club.log(), key, states


def test_each_line_is_chained(game: Any) -> None:
    folder, entries, _, _ = game
    prev = "0" * 64
    for n, entry in enumerate(entries, 1):
        body = {key: value for key, value in entry.items() if key not in ("hash", "prev")}
        assert (entry["n"], entry["prev"]) == (n, prev)
        prev = sha256((prev + write_canonical(body)).encode()).hexdigest()
        assert entry["hash"] == prev
    assert (folder / "secret" / "head").read_text(encoding="ascii").strip() == f"{len(entries)}:{prev}"


def test_each_roll(game: Any) -> None:
    _, entries, seed, _ = game
    link = hmac.digest(seed, b"manila chain 1", "sha256")
    links = [link]
    for _ in range(2000):
        links.insert(0, sha256(links[0]).digest())
    assert entries[0]["chain"] == links[0].hex()
    rolls = [entry for entry in entries if entry["kind"] == "roll"]
    assert len(rolls) % 3 == 0
    for k, entry in enumerate(rolls, 1):
        assert (entry["k"], entry["link"]) == (k, links[k].hex())
        used = [other for other in entries[: entry["n"] - 1] if other["kind"] == "order"]
        lines = sorted(f"{other['player']} {other['commitment']}\n".encode() for other in used)
        digest = sha256(b"".join(lines)).hexdigest()
        assert entry["orders"] == digest
        dice = {ware: roll_die(links[k], entry["phase"], digest, ware) for ware in entry["dice"]}
        assert entry["dice"] == dice


def test_each_roll_is_named_after_the_placement_before_it(game: Any) -> None:
    _, entries, _, _ = game
    players = len(entries[0]["players"])
    names = ("place-2", "place-3", "place-4") if players == 3 else ("place-1", "place-2", "place-3")
    rolls = [entry for entry in entries if entry["kind"] == "roll"]
    for number, entry in enumerate(rolls):
        assert entry["phase"] == f"v{number // 3 + 1}-{names[number % 3]}"


def test_each_roll_has_the_state_after_it(game: Any) -> None:
    """And after all that follows of itself, as the record's replay shows it, without shares and fortunes."""
    _, entries, _, states = game
    done = [entry for entry in entries if entry["kind"] in ("action", "roll")]
    assert len(states) == len(done) + 1
    for entry, state in zip(done, states[1:], strict=True):
        if entry["kind"] == "roll":
            shown = {key: value for key, value in state.items() if key not in ("shares", "fortune")}
            assert entry["state"] == sha256(write_canonical(shown).encode()).hexdigest()


def test_each_order_is_committed_and_opened(game: Any) -> None:
    folder, entries, seed, _ = game
    opened = {entry["order"]: entry for entry in entries if entry["kind"] == "opened"}
    orders = [entry for entry in entries if entry["kind"] == "order"]
    assert [entry["n"] for entry in orders] == sorted(opened)
    for entry in orders:
        shown = opened[entry["n"]]
        data = (folder / "orders" / shown["file"]).read_bytes()
        assert (folder / "secret" / "used" / f"{entry['n']}.yaml").read_bytes() == data
        assert shown["sha256"] == sha256(data).hexdigest()
        message = f"manila order 1\n{entry['phase']}\n{entry['player']}\n{sha256(data).hexdigest()}"
        nonce = hmac.digest(seed, message.encode(), "sha256")[:16]
        assert shown["nonce"] == nonce.hex()
        assert entry["commitment"] == sha256(nonce + data).hexdigest()
        assert shown["file"].partition("/")[0] == entry["phase"]


def test_orders_are_opened_when_their_voyage_ends(game: Any) -> None:
    """In the order of their entries, never earlier, and before `over`."""
    _, entries, _, states = game
    opened = [entry for entry in entries if entry["kind"] == "opened"]
    assert [entry["order"] for entry in opened] == sorted(entry["order"] for entry in opened)
    voyage = {}
    now = 1
    number = 0
    for entry in entries:
        if entry["kind"] in ("action", "roll"):
            number += 1
            now = states[number]["voyage"] + (states[number]["step"] == "over")
        if entry["kind"] == "order":
            voyage[entry["n"]] = int(entry["phase"][1:].partition("-")[0])
        if entry["kind"] == "opened":
            assert voyage[entry["order"]] == now - 1
    assert entries[-1]["kind"] in ("over", "message")


def test_the_end(game: Any) -> None:
    _, entries, seed, states = game
    over = next(entry for entry in entries if entry["kind"] == "over")
    key = hmac.digest(seed, b"manila deal key", "sha256")
    cards = list(DECK)
    for n in range(11, 0, -1):
        drawn = int.from_bytes(hmac.digest(key, f"manila deal 1\n{n}".encode(), "sha256"), "big") % (n + 1)
        cards[n], cards[drawn] = cards[drawn], cards[n]
    names = entries[0]["players"]
    assert over["deal"] == {name: cards[2 * seat : 2 * seat + 2] for seat, name in enumerate(names)}
    assert (over["seed"], over["deal_key"]) == (seed.hex(), key.hex())
    assert entries[0]["deal_commitment"] == sha256(key).hexdigest()
    fortune = states[-1]["fortune"]
    assert over["fortune"] == fortune
    assert over["winners"] == [name for name in names if fortune[name] == max(fortune.values())]


def test_loans_name_the_order_they_come_from(game: Any) -> None:
    """`by`: the `n` of its order, or `loan`; decisions have none; loads have their lanes."""
    _, entries, _, _ = game
    for entry in entries:
        if entry["kind"] != "action":
            continue
        action = entry["action"]
        if "mortgage" in action or "redeem" in action:
            order = entries[entry["by"] - 1] if entry["by"] != "loan" else {"kind": "order", "player": action["player"]}
            assert (order["kind"], order["player"]) == ("order", action["player"])
        else:
            assert "by" not in entry
        assert ("lanes" in entry) is ("load" in action)
        if "load" in action:
            assert sorted(entry["lanes"]) == sorted(action["load"])


def test_nothing_secret_enters_it(game: Any) -> None:
    """No arrival, no address: only the kinds and keys laid down, and the number of the step an entry belongs to."""
    _, entries, _, _ = game
    keys = {
        "start": {
            *("game", "players", "first", "options", "pace", "rules", "supply", "chain", "deal_commitment"),
            *("seed_text", "moderator_plays"),
        },
        "order": {"phase", "player", "commitment"},
        "action": {"action"},
        "roll": {"phase", "k", "link", "orders", "dice", "state"},
        "message": {"from", "text"},
        "opened": {"order", "file", "nonce", "sha256"},
        "over": {"fortune", "winners", "deal", "deal_key", "seed"},
    }
    for entry in entries:
        found = set(entry) - {"n", "at", "kind", "prev", "hash", "step"}
        assert found - {"lanes", "by"} == keys[entry["kind"]]
