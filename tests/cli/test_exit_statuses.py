"""Exit statuses: 0 done; 1 refused or failed; 2 wrong usage; 3 nothing to do yet (docs/play.md, section 4)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
GAME = "harbour-1"
PASS = {"ana": "bid: pass\n", "ben": "bid: pass\n", "chu": "bid: pass\n"}
RECORD = """\
manila: 1
players: [ana, ben, chu]
first: ana
deal: {ana: [jade, silk], ben: [jade, jade], chu: [nutmeg, silk]}
"""


@pytest.fixture
def game(club: Any) -> Any:
    club.new()
    return club


def test_done(game: Any) -> None:
    for command in (
        ["order", GAME, "ana"],
        ["check", "-", "--game", GAME, "--player", "ana"],
        ["status", GAME],
        ["status"],
        ["report", GAME],
        ["report", GAME, "--phase", "v1-auction"],
        ["export", GAME],
        ["export", GAME, "--reveal"],
        ["verify", GAME],
        ["verify", game.games / GAME],
        ["loan", GAME, "ana", "mortgage", "1"],
        ["loan", GAME, "ana", "redeem", "1"],
        ["--help"],
        ["--version"],
        ["resolve", "--help"],
    ):
        ran = game.run(*command, text="bid: 3\n")
        assert (ran.status, ran.err) == (0, ""), (command, ran)
        assert ran.out, command


def test_refused_or_failed(game: Any) -> None:
    head = "1:" + "0" * 64
    for command in (
        ["order", GAME, "dan"],
        ["order", GAME, "ana", game.games / "nothing.yaml"],
        ["order", GAME, "ana", game.games],
        ["loan", GAME, "ana", "redeem", "1"],
        ["loan", GAME, "ana", "mortgage", "3"],
        ["loan", GAME, "dan", "mortgage", "1"],
        ["verify", game.games / "nowhere"],
        ["replay", game.games / "nothing.yaml"],
        ["resolve", "nowhere"],
        ["export", "nowhere"],
    ):
        ran = game.run(*command, text="bid: 3\n")
        assert (ran.status, ran.out) == (1, ""), (command, ran)
        assert len(ran.err.strip().splitlines()) == 1, (command, ran)
        assert ran.err.startswith("manila: ")
    assert game.run("verify", GAME, "--head", head).status == 1


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["nothing"],
        ["order"],
        ["order", GAME],
        ["order", GAME, "ana", "--nothing"],
        ["check", "-", "--game", GAME],
        ["check", "--game", GAME, "--player", "ana"],
        ["resolve", GAME, "harbour-2"],
        ["resolve", GAME, "--all"],
        ["resolve", "--phase", "v1-auction"],
        ["resolve", GAME, "--phase", "v1-nothing"],
        ["resolve", GAME, "--phase", "auction"],
        ["report", GAME, "--phase", "v1-place-9"],
        ["report"],
        ["export"],
        ["replay"],
        ["verify"],
        ["verify", GAME, "--head", "7"],
        ["verify", GAME, "--head", "7:abc"],
        ["loan", GAME, "ana", "borrow", "1"],
        ["loan", GAME, "ana", "mortgage", "0"],
        ["loan", GAME, "ana", "mortgage", "-1"],
        ["loan", GAME, "ana", "mortgage", "one"],
        ["loan", GAME, "ana", "mortgage"],
    ],
    ids=" ".join,
)
def test_wrong_usage(game: Any, command: list[str]) -> None:
    ran = game.run(*command, text="bid: 3\n")
    assert ran.status == 2, ran


class TestResolve:
    def test_nothing_to_do_yet(self, game: Any) -> None:
        ran = game.run("resolve", GAME)
        assert ran.status == 3
        assert all(name in ran.out for name in PASS)

    def test_all_games(self, game: Any) -> None:
        """1 if one failed, else 0 if one moved, else 3; `--all` and no name are the same."""
        game.new("harbour-2")
        for arguments in (["resolve"], ["resolve", "--all"]):
            assert game.run(*arguments).status == 3
        game.put_all("harbour-2", **PASS)
        assert game.run("resolve").status == 0
        assert game.run("resolve", "--all").status == 3
        log = game.games / GAME / "log.jsonl"
        whole = log.read_bytes()
        log.write_bytes(whole.replace(b"start", b"stop"))
        assert game.run("resolve").status == 1
        game.put_all("harbour-2", ana="buy: none\nload: {silk: 5, jade: 4, ginseng: 0}\n")
        ran = game.run("resolve", "--all")
        assert ran.status == 1
        assert game.status("harbour-2")["phase"] == "v1-place-1"

    def test_no_games_at_all(self, club: Any) -> None:
        club.games.mkdir()
        assert club.run("resolve").status == 3
        assert club.run("status").status == 0

    def test_phase(self, game: Any) -> None:
        """Only if that is the pending one; already done: 3; unknown: 2."""
        game.put_all(GAME, **PASS)
        assert game.run("resolve", GAME, "--phase", "v1-office").status == 3
        assert game.status()["phase"] == "v1-auction"
        assert game.run("resolve", GAME, "--phase", "v1-auction").status == 0
        assert game.run("resolve", GAME, "--phase", "v1-auction").status == 3
        assert game.run("resolve", GAME, "--phase", "over").status == 3
        assert game.run("resolve", GAME, "--phase", "v1-place-4").status == 3
        assert game.status()["phase"] == "v1-office"

    def test_place_4_is_unknown_to_four_players(self, club: Any) -> None:
        club.new(GAME, "ana ben chu dan")
        assert club.run("resolve", GAME, "--phase", "v1-place-4").status == 2

    def test_goes_on_while_orders_suffice_one_report_a_phase(self, game: Any) -> None:
        for name in PASS:
            text = "buy: none\nload: {silk: 5, jade: 4, ginseng: 0}\nlater: {v1-place-1: {place: silk}}\n"
            game.put(GAME, "v1-auction", name, f"bid: pass\n{text}")
        ran = game.run("resolve", GAME, "--json")
        assert (ran.status, ran.json["done"]) == (0, ["v1-auction", "v1-office", "v1-place-1"])
        assert (ran.json["phase"], ran.json["awaited"]) == ("v1-place-2", list(PASS))
        reports = {path.name for path in (game.games / GAME / "reports").iterdir()}
        assert reports == {"v1-auction", "v1-office", "v1-place-1", "v1-place-2"}
        last = game.log()[-1]
        assert ran.json["head"] == f"{last['n']}:{last['hash']}"
        page = (game.games / GAME / "reports" / "v1-place-2" / "report.txt").read_text(encoding="utf-8")
        assert last["hash"] in "".join(page.split())

    def test_a_report_not_there_yet(self, game: Any) -> None:
        assert game.run("report", GAME, "--phase", "v1-office").status == 3


class TestStatus:
    def test_json_has_exactly_its_keys(self, game: Any) -> None:
        """`{"game", "phase", "awaited": [players], "deadline", "state": …}`, with `bought` instead of `shares`."""
        status = game.status()
        assert set(status) == {"game", "phase", "awaited", "deadline", "state"}
        assert (status["game"], status["phase"], status["deadline"]) == (GAME, "v1-auction", None)
        assert status["awaited"] == ["ana", "ben", "chu"]
        assert set(status["state"]) == {
            *("voyage", "step", "round", "to_act", "harbour_master", "cash", "mortgaged", "supply", "values", "punts"),
            *("spaces", "standing_bid", "bidder", "passed", "bought"),
        }
        assert status["state"]["bought"] == {
            name: dict.fromkeys(("nutmeg", "silk", "ginseng", "jade"), 0) for name in PASS
        }

    def test_bought_counts_what_was_bought(self, game: Any) -> None:
        game.put_all(GAME, **PASS)
        game.run("resolve", GAME)
        game.put_all(GAME, ana="buy: jade\nload: {silk: 5, jade: 4, ginseng: 0}\n")
        game.run("resolve", GAME)
        assert game.status()["state"]["bought"]["ana"]["jade"] == 1

    def test_awaited_are_those_whose_answer_is_missing(self, game: Any) -> None:
        game.put_all(GAME, ana="bid: pass\n")
        assert game.status()["awaited"] == ["ben", "chu"]
        game.put_all(GAME, ben="salt: no answer\n")
        assert game.status()["awaited"] == ["ben", "chu"]
        game.put_all(GAME, **PASS)
        assert game.status()["awaited"] == []

    def test_awaited_are_those_asked_again(self, game: Any) -> None:
        game.put_all(GAME, **PASS)
        game.run("resolve", GAME)
        game.put_all(GAME, ana="buy: none\nload: {load: {silk: 5, jade: 4, ginseng: 0}, when: {cash: 99}}\n")
        assert game.run("resolve", GAME).status == 0
        assert (game.status()["phase"], game.status()["awaited"]) == ("v1-office", ["ana"])

    def test_every_game_one_object_a_line(self, game: Any) -> None:
        game.new("harbour-2")
        ran = game.run("status", "--json")
        assert [json.loads(line)["game"] for line in ran.out.splitlines()] == [GAME, "harbour-2"]

    def test_a_file_that_counts_as_missing_is_named(self, game: Any) -> None:
        game.put_all(GAME, ana="bid: [\n")
        ran = game.run("status", GAME, "--json")
        assert set(ran.json) == {"game", "phase", "awaited", "deadline", "state"}
        assert "v1-auction/ana.yaml" in ran.err
        assert "v1-auction/ana.yaml" in game.run("status", GAME).out

    def test_a_misspelt_file_is_named(self, game: Any) -> None:
        game.put_all(GAME, anna="bid: 3\n")
        assert "anna.yaml" in game.run("status", GAME).out


class TestRecords:
    def test_a_running_games_record_has_no_deal(self, game: Any) -> None:
        record = game.run("export", GAME).out
        assert "deal: secret" in record
        assert "supply:" in record
        assert "deal: secret" not in game.run("export", GAME, "--reveal").out
        for told in (record, game.run("export", GAME, "--reveal").out):
            assert game.run("replay", "-", text=told).status == 0

    def test_replay_stops_at_the_first_fault(self, club: Any) -> None:
        """The states before it are printed; one message names action, player, clause and what was legal."""
        text = f"{RECORD}actions:\n- {{player: ana, bid: 3}}\n- {{player: ben, bid: 2}}\n- {{player: chu, bid: pass}}\n"
        ran = club.run("replay", "-", "--json", text=text)
        assert ran.status == 1
        assert [json.loads(line)["standing_bid"] for line in ran.out.splitlines()] == [None, 3]
        (message,) = ran.err.strip().splitlines()
        assert all(word in message for word in ("2", "ben", "R4.2", "4"))

    def test_a_malformed_header_is_action_0(self, club: Any) -> None:
        ran = club.run("replay", "-", "--json", text=RECORD.replace("ana, ben, chu]", "ana, ben]") + "actions: []\n")
        assert (ran.status, ran.out) == (1, "")
        assert "0" in ran.err


class TestLoans:
    def test_at_once(self, game: Any) -> None:
        """R13.1; by: loan; the report is written anew."""
        ran = game.run("loan", GAME, "ana", "mortgage", "2")
        assert (ran.status, game.status()["state"]["cash"]["ana"]) == (0, 54)
        entry = game.log()[-1]
        assert (entry["action"], entry["by"]) == ({"player": "ana", "mortgage": 2}, "loan")
        page = (game.games / GAME / "reports" / "v1-auction" / "report.txt").read_text(encoding="utf-8")
        assert entry["hash"] in "".join(page.split())
        assert game.run("loan", GAME, "ANA", "redeem", "1").status == 0
        assert game.run("verify", GAME).status == 0

    def test_refused_with_the_clause(self, game: Any) -> None:
        ran = game.run("loan", GAME, "ana", "mortgage", "3")
        assert ran.status == 1
        assert "R13.1" in ran.err
        assert len(game.log()) == 1


class TestProcesses:
    """The same by real processes."""

    def test_a_first_voyage(self, run_manila: Any, tmp_path: Path) -> None:
        players = [word for name in ("ana", "ben", "小莉") for word in ("--player", name)]
        assert run_manila("new", GAME, *players, cwd=tmp_path).returncode == 0
        assert (tmp_path / "games" / GAME / "log.jsonl").is_file()
        assert run_manila("order", GAME, "小莉", text="bid: 4\n", cwd=tmp_path).returncode == 0
        assert run_manila("resolve", GAME, cwd=tmp_path).returncode == 3
        for name in ("ana", "ben"):
            assert run_manila("order", GAME, name, text="bid: pass\n", cwd=tmp_path).returncode == 0
        ran = run_manila("resolve", "--json", cwd=tmp_path)
        assert (ran.returncode, json.loads(ran.stdout)["awaited"]) == (0, ["小莉"])
        assert run_manila("order", GAME, "nobody", text="bid: 4\n", cwd=tmp_path).returncode == 1
        assert run_manila("resolve", GAME, "--phase", "never", cwd=tmp_path).returncode == 2

    def test_the_folder_of_games(self, run_manila: Any, tmp_path: Path) -> None:
        """`--games`, else `MANILA_GAMES`, else `./games`."""
        players = [word for name in ("ana", "ben", "chu") for word in ("--player", name)]
        assert (
            run_manila("new", "one", *players, MANILA_GAMES=str(tmp_path / "elsewhere"), cwd=tmp_path).returncode == 0
        )
        assert (tmp_path / "elsewhere" / "one" / "log.jsonl").is_file()
        third = ("--games", str(tmp_path / "third"))
        ran = run_manila(*third, "new", "two", *players, MANILA_GAMES=str(tmp_path / "no"), cwd=tmp_path)
        assert ran.returncode == 0
        assert (tmp_path / "third" / "two" / "log.jsonl").is_file()

    def test_a_reader_that_goes_away(self, club: Any) -> None:
        """`manila … | head -1` ends without a traceback."""
        club.new()
        process = subprocess.Popen(
            [sys.executable, "-m", "manila_pbem", "--games", str(club.games), "export", GAME],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        process.wait()
