"""`order` and `check`: what is told of an order at once, and what then lies in its folder (docs/play.md, section 2)."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

GAME = "harbour-1"
LOAD = "load: {silk: 5, jade: 4, ginseng: 0}"


def list_files(club: Any, phase: str) -> list[str]:
    folder = club.games / GAME / "orders" / phase
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def read(club: Any, phase: str, name: str = "ana.yaml") -> bytes:
    return bytes((club.games / GAME / "orders" / phase / name).read_bytes())


class TestFates:
    """Taken; refused because unreadable; refused because it can't be legal in its phase."""

    def test_taken(self, club: Any) -> None:
        club.new()
        ran = club.run("order", GAME, "ana", text="bid: 7  # my limit\n")
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.startswith(f"TAKEN: {GAME} v1-auction ana.")
        assert "Commitment: " in ran.out
        assert read(club, "v1-auction") == b"bid: 7  # my limit\n"

    @pytest.mark.parametrize(
        "text", ["bid 7", "bid: [", "bdi: 7", "bid: 010", "bid: 7\nbid: 8", "\tbid: 7", "bid: &a 7"]
    )
    def test_unreadable(self, club: Any, text: str) -> None:
        club.new()
        ran = club.run("order", GAME, "ana", text=text)
        assert ran.status == 1
        assert ran.out.startswith("REFUSED")
        assert "ine 1, column" in ran.out or "ine 2, column" in ran.out
        assert list_files(club, "v1-auction") == []

    @pytest.mark.parametrize("text", ["place: silk", "phase: v2-auction\nbid: 3", "bid: {say: 5, up_to: 3}"])
    def test_not_legal(self, club: Any, text: str) -> None:
        club.new()
        ran = club.run("order", GAME, "ana", text=text)
        assert ran.status == 1
        assert ran.out.startswith("REFUSED")
        assert list_files(club, "v1-auction") == []

    @pytest.mark.parametrize("text", ["bid: [", "place: silk", "game: other\nbid: 3", b"\xff\xfe\x00", b""])
    def test_a_refused_order_leaves_the_old_file(self, club: Any, text: Any) -> None:
        club.new()
        club.run("order", GAME, "ana", text="bid: 7\n")
        assert club.run("order", GAME, "ana", text=text).status == 1
        assert list_files(club, "v1-auction") == ["ana.yaml"]
        assert read(club, "v1-auction") == b"bid: 7\n"

    def test_a_newer_one_replaces_it_whole(self, club: Any) -> None:
        club.new()
        club.run("order", GAME, "ana", text="bid: 7\nmortgage: 1\n")
        assert club.run("order", GAME, "ana", text="bid: 2\n").status == 0
        assert read(club, "v1-auction") == b"bid: 2\n"

    def test_from_a_file(self, club: Any, tmp_path: Path) -> None:
        club.new()
        (tmp_path / "mine.yaml").write_text("bid: 3\n", encoding="utf-8")
        assert club.run("order", GAME, "ana", tmp_path / "mine.yaml").status == 0
        assert read(club, "v1-auction") == b"bid: 3\n"

    def test_for_the_phase_it_names(self, club: Any) -> None:
        club.new()
        assert club.run("order", GAME, "ana", text="phase: V1 Place_2\nplace: silk\n").status == 0
        assert (list_files(club, "v1-auction"), list_files(club, "v1-place-2")) == ([], ["ana.yaml"])

    @pytest.mark.parametrize(
        "text", ["game: harbour-2\nbid: 3", "player: ben\nbid: 3", "phase: v1-auction\nplayer: chu\nbid: 3"]
    )
    def test_what_it_says_of_its_place_must_agree(self, club: Any, text: str) -> None:
        club.new()
        assert club.run("order", GAME, "ana", text=text).status == 1
        assert list_files(club, "v1-auction") == []

    def test_what_it_says_of_its_place_may_be_there(self, club: Any) -> None:
        club.new()
        assert (
            club.run("order", GAME, "ana", text="game: Harbour-1\nphase: v1-auction\nplayer: ANA\nbid: 3\n").status == 0
        )

    def test_larger_than_64_kib(self, club: Any) -> None:
        club.new()
        text = "bid: 3\nsalt: " + "x" * 65536
        assert club.run("order", GAME, "ana", text=text).status == 1
        assert club.run("order", GAME, "ana", text=text[:65536]).status == 0

    def test_a_player_unknown(self, club: Any) -> None:
        club.new()
        ran = club.run("order", GAME, "dan", text="bid: 3")
        assert (ran.status, ran.out) == (1, "")
        assert "dan" in ran.err

    def test_json(self, club: Any) -> None:
        club.new()
        told = club.run("order", GAME, "ana", "--json", text="bid: 99\n").json
        assert (told["game"], told["player"], told["phase"], told["taken"]) == (GAME, "ana", "v1-auction", True)
        assert len(told["commitment"]) == 64
        assert [problem["kind"] for problem in told["problems"]] == ["doubtful"]
        refused = club.run("order", GAME, "ana", "--json", text="bdi: 3\n")
        assert (refused.status, refused.json["taken"]) == (1, False)
        assert refused.json["problems"][0]["line"] == 1


class TestCheck:
    ORDERS = (
        *("bid: 7", "bid: 99", "bid: pass\nsalt: x", "place: silk", "bid: [", "phase: v1-office\nbuy: none", "{}"),
        *(
            "bid: 3\nmortgage: 3",
            "withdraw: all",
            "message: {to: all, text: hi}",
            "phase: v1-place-1\nplace: [silk, jade]",
        ),
        *("bid: 3\nlater: {v1-place-1: {place: silk}}", "game: other", ""),
    )

    @pytest.mark.parametrize("text", ORDERS)
    def test_says_what_order_would_say(self, club: Any, text: str) -> None:
        """But for the words `taken` and `would be taken`; and files nothing."""
        club.new()
        before = {path: path.read_bytes() for path in club.games.rglob("*") if path.is_file() and path.name != "lock"}
        checked = club.run("check", "-", "--game", GAME, "--player", "ana", text=text)
        after = {path: path.read_bytes() for path in club.games.rglob("*") if path.is_file() and path.name != "lock"}
        assert before == after
        ordered = club.run("order", GAME, "ana", text=text)
        assert checked.status == ordered.status
        assert checked.err == ordered.err
        assert checked.out.replace("WOULD BE TAKEN", "TAKEN") == ordered.out

    def test_commitment_of_the_receipt_is_the_logs(self, club: Any) -> None:
        """So that the player can prove what was sent."""
        club.new()
        told = {}
        for name in ("ana", "ben", "chu"):
            told[name] = club.run("order", GAME, name, "--json", text=f"bid: pass\nsalt: {name}\n").json["commitment"]
        assert club.run("resolve", GAME).status == 0
        logged = {entry["player"]: entry["commitment"] for entry in club.log() if entry["kind"] == "order"}
        assert logged == told


class TestNames:
    def test_any_case(self, club: Any) -> None:
        club.new(players="ana Ben 小莉")
        club.put(GAME, "v1-auction", "ANA", "bid: pass\n")
        club.put(GAME, "v1-auction", "ben", "bid: 3\n")
        assert club.status()["awaited"] == ["小莉"]
        assert club.run("order", GAME, "BEN", text="bid: 5\n").status == 0
        assert list_files(club, "v1-auction") == ["ANA.yaml", "ben.yaml"]
        assert read(club, "v1-auction", "ben.yaml") == b"bid: 5\n"

    def test_two_files_of_one_player_are_refused(self, club: Any) -> None:
        """They count as missing and are named, whatever they say."""
        club.new()
        club.put_all(GAME, ana="bid: pass\n", ben="bid: pass\n", chu="bid: pass\n")
        club.put(GAME, "v1-auction", "ANA", "bid: pass\n")
        ran = club.run("resolve", GAME)
        assert ran.status == 3
        assert club.status()["awaited"] == ["ana"]
        assert "ANA.yaml" in ran.err
        assert "ana.yaml" in ran.err
        assert club.run("order", GAME, "ana", text="bid: 3\n").status == 0
        left = [name for name in list_files(club, "v1-auction") if ".unused" not in name]
        assert left == ["ana.yaml", "ben.yaml", "chu.yaml"]
        assert read(club, "v1-auction", "ana.yaml") == b"bid: 3\n"
        assert read(club, "v1-auction", "ANA.yaml.unused") == b"bid: pass\n"
        assert club.run("resolve", GAME).status == 0

    @pytest.mark.parametrize("form", ["NFC", "NFD"])
    def test_composed_or_not(self, club: Any, form: Any) -> None:
        """Some file systems take names apart (NFD)."""
        club.new(players="ana ben José")
        name = unicodedata.normalize(form, "José")
        club.put(GAME, "v1-auction", name, "bid: pass\n")
        club.put_all(GAME, ana="bid: pass\n", ben="bid: pass\n")
        assert club.status()["awaited"] == []
        assert club.run("resolve", GAME).status == 0
        assert club.run("verify", GAME).status == 0

    def test_both_forms_at_once_are_two_files(self, club: Any) -> None:
        club.new(players="ana ben José")
        for form in ("NFC", "NFD"):
            club.put(GAME, "v1-auction", unicodedata.normalize(form, "José"), "bid: pass\n")
        club.put_all(GAME, ana="bid: pass\n", ben="bid: pass\n")
        assert club.run("resolve", GAME).status == 3
        assert club.status()["awaited"] == ["José"]

    def test_made_with_a_name_taken_apart(self, club: Any) -> None:
        """Names are kept composed."""
        club.new(players=f"ana ben {unicodedata.normalize('NFD', 'José')}")
        assert club.log()[0]["players"] == ["ana", "ben", "José"]

    @pytest.mark.parametrize("name", ["anna", "ana.old", "ana~", ".ana", "ana.2"])
    def test_other_files_are_nobodys(self, club: Any, name: str) -> None:
        club.new()
        club.put(GAME, "v1-auction", name, "bid: pass\n")
        assert club.status()["awaited"] == ["ana", "ben", "chu"]

    def test_a_link_is_not_followed(self, club: Any, tmp_path: Path) -> None:
        club.new()
        club.put_all(GAME, ben="bid: pass\n", chu="bid: pass\n")
        (tmp_path / "secret").write_text("bid: pass\n", encoding="utf-8")
        (club.games / GAME / "orders" / "v1-auction" / "ana.yaml").symlink_to(tmp_path / "secret")
        assert club.run("resolve", GAME).status == 3
        assert club.status()["awaited"] == ["ana"]


class TestWithdraw:
    def test_takes_an_order_back(self, club: Any) -> None:
        club.new()
        club.run("order", GAME, "ana", text="bid: 9\nmortgage: 2\n")
        assert club.run("order", GAME, "ana", text="withdraw: all\n").status == 0
        club.put_all(GAME, ben="bid: pass\n", chu="bid: pass\n")
        assert club.run("resolve", GAME).status == 3
        assert club.status()["awaited"] == ["ana"]

    def test_counts_as_none_and_is_not_named(self, club: Any) -> None:
        club.new()
        club.put_all(GAME, ana="withdraw: all\n", ben="bid: pass\n", chu="bid: pass\n")
        ran = club.run("resolve", GAME)
        assert (ran.status, ran.err) == (3, "")
        assert "ana" in ran.out

    def test_is_never_used(self, club: Any) -> None:
        """Also of one who is not asked, at the phase's end."""
        club.new()
        club.put_all(GAME, ana="bid: 3\n", ben="bid: pass\n", chu="bid: pass\n")
        club.run("resolve", GAME)
        club.put_all(GAME, ana=f"buy: none\n{LOAD}\n", ben="withdraw: all\n")
        club.run("resolve", GAME)
        used = [(entry["phase"], entry["player"]) for entry in club.log() if entry["kind"] == "order"]
        assert ("v1-office", "ben") not in used
        assert ("v1-office", "ana") in used

    def test_beside_something_else_is_refused(self, club: Any) -> None:
        club.new()
        assert club.run("order", GAME, "ana", text="withdraw: all\nbid: 3\n").status == 1


class TestMissing:
    """A file that can't be read or can't be legal counts as missing and is named."""

    @pytest.mark.parametrize("text", ["bid: [", "place: silk", "phase: v1-office\nbid: 3", b"\xff", ""])
    def test_named_by_resolve_and_status(self, club: Any, text: Any) -> None:
        club.new()
        club.put_all(GAME, ben="bid: pass\n", chu="bid: pass\n")
        club.put(GAME, "v1-auction", "ana", text)
        ran = club.run("resolve", GAME)
        assert ran.status == 3
        assert "v1-auction/ana.yaml" in ran.err
        assert club.status()["awaited"] == ["ana"]
        assert "v1-auction/ana.yaml" in club.run("status", GAME).out

    def test_an_answer_given_ahead_stands_for_it(self, club: Any) -> None:
        club.new()
        club.put_all(GAME, ana=f"bid: 3\nbuy: none\n{LOAD}\n", ben="bid: pass\n", chu="bid: pass\n")
        club.put(GAME, "v1-office", "ana", "bid: [")
        ran = club.run("resolve", GAME)
        assert (ran.status, club.status()["phase"]) == (0, "v1-place-1")

    def test_a_list_that_can_no_longer_be_legal(self, club: Any) -> None:
        """Port A was open when it was filed for the coming phase."""
        club.new()
        club.put_all(GAME, ana=f"bid: 3\nbuy: none\n{LOAD}\n", ben="bid: pass\n", chu="bid: pass\n")
        club.run("resolve", GAME)
        assert club.run("order", GAME, "ben", text="phase: v1-place-2\nplace: port-a\n").status == 0
        club.put_all(GAME, ana="place: port-a\n", ben="place: silk\n", chu="place: silk\n")
        club.run("resolve", GAME)
        assert club.status()["phase"] == "v1-place-2"
        club.put_all(GAME, ana="place: jade\n", chu="place: jade\n")
        ran = club.run("resolve", GAME)
        assert ran.status == 3
        assert "v1-place-2/ben.yaml" in ran.err
        assert club.status()["awaited"] == ["ben"]
