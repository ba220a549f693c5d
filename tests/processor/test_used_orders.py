"""The life of an order file on disk: copied when used, second orders, opened, unused (docs/play.md, section 3)."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

GAME = "harbour-1"
LOAD = "load: {silk: 5, jade: 4, ginseng: 0}"


def orders(club: Any) -> dict[str, bytes]:
    """All files below `orders/`."""
    folder = club.games / GAME / "orders"
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def used(club: Any) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((club.games / GAME / "secret" / "used").iterdir())}


def list_orders(club: Any) -> list[tuple[int, str, str]]:
    return [(entry["n"], entry["phase"], entry["player"]) for entry in club.log() if entry["kind"] == "order"]


def end_voyage(club: Any) -> None:
    """Let nobody place any more, up to the next auction."""
    while not club.status()["phase"].endswith("auction"):
        status = club.status()
        plain = {"office": f"buy: none\n{LOAD}\n", "boarding": "board: stay\n", "pilots": "pilot: none\n"}
        text = plain.get(status["phase"].partition("-")[2], "place: pass\n")
        for name in status["awaited"]:
            club.put(GAME, status["phase"], name, text)
        assert club.run("resolve", GAME).status == 0


@pytest.fixture
def turns(club: Any) -> Any:
    """An auction at turns in which ana has used an order, and is to speak again."""
    club.new(GAME, "ana ben chu", "--pace", "turns")
    club.put_all(GAME, ana="bid: 3\n", ben="bid: 4\n", chu="bid: pass\n")
    assert club.run("resolve", GAME).status == 0
    assert club.status()["awaited"] == ["ana"]
    return club


def test_copied_when_used(club: Any) -> None:
    club.new()
    texts = {name: f"bid: pass\nsalt: {name}\n" for name in ("ana", "ben", "chu")}
    club.put_all(GAME, **texts)
    club.run("resolve", GAME)
    assert used(club) == {f"{n}.yaml": texts[player].encode() for n, _, player in list_orders(club)}


def test_the_copy_counts_not_the_file(club: Any) -> None:
    """Used in the auction, changed afterwards: what stands ahead is what was used."""
    club.new()
    club.put_all(GAME, ana=f"bid: 3\nbuy: none\n{LOAD}\n", ben="bid: pass\n", chu="bid: pass\n")
    club.put(GAME, "v1-office", "ben", "salt: x\n")
    ran = club.run("resolve", GAME)
    assert ran.status == 0
    club.put(GAME, "v1-auction", "ana", "bid: 3\nplunder: shipyard\n")
    end_voyage(club)
    assert club.run("verify", GAME).status == 0
    assert orders(club)["v1-auction/ana.yaml"] == f"bid: 3\nbuy: none\n{LOAD}\n".encode()
    assert orders(club)["v1-auction/ana.yaml.unused"] == b"bid: 3\nplunder: shipyard\n"


def test_a_file_that_equals_a_copy_is_no_new_order(turns: Any) -> None:
    turns.put(GAME, "v1-auction", "ana", "bid: 3\n")
    assert turns.run("resolve", GAME).status == 3
    assert turns.status()["awaited"] == ["ana"]
    ran = turns.run("order", GAME, "ana", text="bid: 3\n")
    assert ran.status == 0
    assert ran.out.startswith("USED ALREADY")
    assert turns.run("resolve", GAME).status == 3


def test_a_second_order_is_moved_when_used(turns: Any) -> None:
    turns.put(GAME, "v1-auction", "ana", "bid: 6\n")
    assert turns.run("resolve", GAME).status == 0
    assert [entry[1:] for entry in list_orders(turns)].count(("v1-auction", "ana")) == 2
    assert orders(turns)["v1-auction/ana.2.yaml"] == b"bid: 6\n"
    assert "v1-auction/ana.yaml" not in orders(turns)
    turns.put_all(GAME, ben="bid: 7\n")
    turns.run("resolve", GAME)
    turns.put_all(GAME, ana="bid: pass\n")
    turns.run("resolve", GAME)
    assert orders(turns)["v1-auction/ana.3.yaml"] == b"bid: pass\n"
    end_voyage(turns)
    found = orders(turns)
    opened = [entry for entry in turns.log() if entry["kind"] == "opened"]
    assert [entry["file"] for entry in opened if "auction/ana" in entry["file"]] == [
        *("v1-auction/ana.yaml", "v1-auction/ana.2.yaml", "v1-auction/ana.3.yaml"),
    ]
    assert [found[f"v1-auction/ana{end}.yaml"] for end in ("", ".2", ".3")] == [
        b"bid: 3\n",
        b"bid: 6\n",
        b"bid: pass\n",
    ]
    assert turns.run("verify", GAME).status == 0


def test_opened_in_the_order_of_their_entries_when_the_voyage_ends(club: Any) -> None:
    """Never earlier; each with the SHA-256 of its file."""
    club.new()
    club.put_all(GAME, ana="bid: 2\n", ben="bid: pass\n", chu="bid: pass\n")
    club.run("resolve", GAME)
    assert not [entry for entry in club.log() if entry["kind"] == "opened"]
    end_voyage(club)
    log = club.log()
    opened = [entry for entry in log if entry["kind"] == "opened"]
    assert [entry["order"] for entry in opened] == [n for n, phase, _ in list_orders(club) if phase.startswith("v1")]
    assert [entry["n"] for entry in opened] == list(range(opened[0]["n"], opened[0]["n"] + len(opened)))
    for entry in opened:
        assert entry["sha256"] == sha256(orders(club)[entry["file"]]).hexdigest()
        assert used(club)[f"{entry['order']}.yaml"] == orders(club)[entry["file"]]


def test_another_file_where_one_is_opened_is_kept_as_unused(club: Any) -> None:
    club.new()
    club.put_all(GAME, ana="bid: 2\n", ben="bid: pass\n", chu="bid: pass\n")
    club.run("resolve", GAME)
    for text in ("bid: 9\n", "bid: 10\n"):
        club.put(GAME, "v1-auction", "ben", text)
    end_voyage(club)
    assert orders(club)["v1-auction/ben.yaml"] == b"bid: pass\n"
    assert orders(club)["v1-auction/ben.yaml.unused"] == b"bid: 10\n"


def test_a_file_taken_away_is_put_back_when_opened(club: Any) -> None:
    club.new()
    club.put_all(GAME, ana="bid: 2\n", ben="bid: pass\n", chu="bid: pass\n")
    club.run("resolve", GAME)
    (club.games / GAME / "orders" / "v1-auction" / "ben.yaml").unlink()
    end_voyage(club)
    assert orders(club)["v1-auction/ben.yaml"] == b"bid: pass\n"


def test_under_another_spelling_of_the_name(club: Any) -> None:
    """ANA.yaml is ana's; it is opened as ana.yaml."""
    club.new()
    club.put_all(GAME, ANA="bid: 2\n", ben="bid: pass\n", chu="bid: pass\n")
    club.run("resolve", GAME)
    end_voyage(club)
    assert orders(club)["v1-auction/ana.yaml"] == b"bid: 2\n"
    assert club.run("verify", GAME).status == 0


def test_a_second_order_under_another_spelling(club: Any) -> None:
    club.new(GAME, "ana ben chu", "--pace", "turns")
    club.put_all(GAME, ANA="bid: 3\n", ben="bid: 4\n", chu="bid: pass\n")
    club.run("resolve", GAME)
    club.put(GAME, "v1-auction", "ANA", "bid: 6\n")
    assert club.run("resolve", GAME).status == 0
    assert orders(club)["v1-auction/ana.2.yaml"] == b"bid: 6\n"


def test_a_changed_copy_is_named(club: Any) -> None:
    """It would stand ahead, and be opened."""
    club.new()
    club.put_all(GAME, ana=f"bid: 3\nbuy: none\n{LOAD}\n", ben="bid: pass\n", chu="bid: pass\n")
    club.run("resolve", GAME)
    n = next(n for n, _, player in list_orders(club) if player == "ana")
    (club.games / GAME / "secret" / "used" / f"{n}.yaml").write_bytes(b"bid: 3\nplunder: port\n")
    ran = club.run("resolve", GAME)
    assert ran.status == 1
    assert f"used/{n}.yaml" in ran.err


class TestMessages:
    """`message` is cut out on filing, or before first use: what is committed and opened is the copy without it."""

    def test_cut_out_on_filing(self, club: Any) -> None:
        club.new()
        assert club.run("order", GAME, "ana", text="bid: 3\nmessage: {to: all, text: ahoy}\nsalt: x\n").status == 0
        assert b"ahoy" not in orders(club)["v1-auction/ana.yaml"]
        entry = club.log()[-1]
        assert (entry["kind"], entry["from"], entry["text"]) == ("message", "ana", "ahoy")

    def test_cut_out_of_a_file_put_there(self, club: Any) -> None:
        club.new()
        club.put_all(GAME, ana="bid: 3\nmessage: {to: ben, text: ahoy}\n", ben="bid: pass\n", chu="bid: pass\n")
        club.run("resolve", GAME)
        assert all(b"ahoy" not in data for data in used(club).values())
        assert "ahoy" not in (club.games / GAME / "log.jsonl").read_text(encoding="utf-8")
        end_voyage(club)
        assert all(b"ahoy" not in data for data in orders(club).values())
        assert club.run("verify", GAME).status == 0

    def test_cut_out_of_a_file_for_a_voyage_that_begins_meanwhile(self, club: Any) -> None:
        """One `resolve` goes through the end of a voyage into the next auction, whose files lie there already."""
        club.new()
        for name in ("ana", "ben", "chu"):
            text = f"bid: pass\nbuy: none\n{LOAD}\nlater: {{v1-place-1: {{place: pass}}}}\n"
            club.put(GAME, "v1-auction", name, text)
            club.put(GAME, "v2-auction", name, "bid: pass\nmessage: {to: ana, text: ahoy}\n")
        assert club.run("resolve", GAME).status == 0
        assert club.status()["phase"] == "v2-office"
        assert all(b"ahoy" not in data for data in used(club).values())
        club.put_all(GAME, ana=f"buy: none\n{LOAD}\n")
        end_voyage(club)
        assert all(b"ahoy" not in data for data in orders(club).values())

    def test_spoken_once(self, club: Any) -> None:
        club.new()
        text = "bid: 3\nmessage: {to: all, text: ahoy}\n"
        for _ in range(3):
            club.run("order", GAME, "ana", text=text)
        club.put(GAME, "v1-auction", "ana", text)
        club.put_all(GAME, ben="bid: pass\n", chu="bid: pass\n")
        club.run("resolve", GAME)
        assert len([entry for entry in club.log() if entry["kind"] == "message"]) == 1
