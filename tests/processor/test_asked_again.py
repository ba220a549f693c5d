"""Phases that wait for one who is asked again, and games that are over (docs/play.md, sections 2 to 4)."""

from __future__ import annotations

from typing import Any

import pytest

GAME = "harbour-1"
LOAD = "load: {silk: 5, jade: 4, ginseng: 0}"
NEVER = "load: {load: {silk: 5, jade: 4, ginseng: 0}, when: {cash: 99}}"


def page(club: Any, phase: str, name: str = "report") -> str:
    return str((club.games / GAME / "reports" / phase / f"{name}.txt").read_text(encoding="utf-8"))


@pytest.fixture
def office(club: Any) -> Any:
    """Ana is harbour master; her load can't be done, her purchase can."""
    club.new()
    club.put_all(GAME, ana="bid: 4\n", ben="bid: pass\n", chu="bid: pass\n")
    assert club.run("resolve", GAME).status == 0
    club.put_all(GAME, ana=f"mortgage: 1\nbuy: silk\n{NEVER}\n", chu="salt: chu\n")
    assert club.run("resolve", GAME).status == 0
    return club


class TestOffice:
    def test_the_part_done_is_logged_and_reported(self, office: Any) -> None:
        """Then the phase stays pending for that player; files of others are used at its end."""
        assert (office.status()["phase"], office.status()["awaited"]) == ("v1-office", ["ana"])
        last = office.log()[-3:]
        assert [entry.get("action") for entry in last[1:]] == [
            {"player": "ana", "mortgage": 1},
            {"player": "ana", "buy": "silk"},
        ]
        assert last[0]["kind"] == "order"
        assert last[-1]["hash"] in "".join(page(office, "v1-office").split())
        assert "silk" in page(office, "v1-office").partition("Position")[0]
        assert office.run("verify", GAME).status == 0

    def test_asked_again_it_goes_on(self, office: Any) -> None:
        office.put_all(GAME, ana=f"{LOAD}\n")
        assert office.run("resolve", GAME).status == 0
        assert office.status()["phase"] == "v1-place-1"
        assert [entry["player"] for entry in office.log() if entry["kind"] == "order"][-2:] == ["ana", "chu"]
        assert office.run("verify", GAME).status == 0
        assert (office.games / GAME / "orders" / "v1-office" / "ana.2.yaml").is_file()

    def test_the_whole_file_again_with_another_load(self, office: Any) -> None:
        """As whoever edits the file in its place does: the purchase is done already, and only warned of."""
        ran = office.run("order", GAME, "ana", text=f"mortgage: 1\nbuy: silk\n{LOAD}\n")
        assert ran.status == 0
        assert "R5.1" in ran.out
        assert office.run("resolve", GAME).status == 0
        state = office.status()["state"]
        assert (state["bought"]["ana"]["silk"], state["mortgaged"]["ana"]) == (1, 2)

    def test_nothing_happens_until_then(self, office: Any) -> None:
        before = len(office.log())
        assert office.run("resolve", GAME).status == 3
        office.put_all(GAME, ben="salt: ben\n")
        assert office.run("resolve", GAME).status == 3
        assert len(office.log()) == before

    def test_what_was_tried_stands_in_her_own_report_alone(self, office: Any) -> None:
        """Section 6: the trace of alternatives and conditions."""
        assert "condition" in page(office, "v1-office", "players/ana")
        for name in ("report", "players/ben", "players/chu"):
            assert "condition" not in page(office, "v1-office", name)


class TestTurns:
    def test_an_exhausted_list_leaves_the_file_unused(self, club: Any) -> None:
        club.new(GAME, "ana ben chu", "--pace", "turns")
        club.put_all(GAME, ana="bid: 4\n", ben="bid: 4\nmortgage: 2\n", chu="bid: pass\n")
        assert club.run("resolve", GAME).status == 0
        assert club.status()["awaited"] == ["ben"]
        assert club.status()["state"]["mortgaged"]["ben"] == 0
        assert [entry["player"] for entry in club.log() if entry["kind"] == "order"] == ["ana"]
        club.put_all(GAME, ben="bid: 5\nmortgage: 2\n")
        assert club.run("resolve", GAME).status == 0
        assert club.status()["state"]["mortgaged"]["ben"] == 2

    def test_the_report_is_written_anew_after_every_step(self, club: Any) -> None:
        club.new(GAME, "ana ben chu", "--pace", "turns")
        seen = set()
        for name, text in (("ana", "bid: 4\n"), ("ben", "bid: 6\n"), ("ana", "bid: 7\n")):
            club.put_all(GAME, **{name: text})
            if name == "ben":
                club.put_all(GAME, chu="bid: pass\n")
            assert club.run("resolve", GAME).status == 0
            assert club.status()["phase"] == "v1-auction"
            assert club.log()[-1]["hash"] in "".join(page(club, "v1-auction").split())
            seen.add(page(club, "v1-auction"))
        assert len(seen) == 3


class TestOver:
    @pytest.fixture
    def over(self, play_once: Any) -> Any:
        return play_once(3, "sealed", 1001, ("second_13=port", "large_pilot=up_to"), "over").club

    def test_takes_no_orders(self, over: Any) -> None:
        ran = over.run("order", GAME, "ana", text="bid: 3\n")
        assert ran.status == 1
        assert "over" in ran.out + ran.err

    def test_no_loans_any_more(self, over: Any) -> None:
        """R13.1: until the game is over."""
        ran = over.run("loan", GAME, "ana", "mortgage", "1")
        assert ran.status == 1
        assert "R13.1" in ran.err

    def test_awaits_nobody(self, over: Any) -> None:
        status = over.status()
        assert (status["phase"], status["awaited"], status["deadline"]) == ("over", [], None)
        assert over.run("resolve", GAME).status == 3
        assert over.run("resolve", GAME, "--phase", "over").status == 3

    def test_everything_is_proved(self, over: Any) -> None:
        ran = over.run("verify", GAME, "--json")
        assert (ran.status, ran.json["unproved"], ran.json["flaws"]) == (0, [], [])


def test_verify_says_what_is_not_yet_provable(office: Any) -> None:
    """Section 4: orders not opened yet, and what only the seed proves."""
    ran = office.run("verify", GAME)
    assert ran.status == 0
    assert ran.out.count("Not yet provable") == 2
    told = office.run("verify", GAME, "--json").json
    assert len(told["unproved"]) == 2
    assert told["head"] == f"{office.log()[-1]['n']}:{office.log()[-1]['hash']}"


def test_an_unreadable_file_of_one_not_asked_is_named(club: Any) -> None:
    """The phase goes on without it, and it is told all the same."""
    club.new()
    club.put_all(GAME, ana="bid: 4\n", ben="bid: pass\n", chu="bid: pass\n")
    club.put(GAME, "v1-office", "chu", "salt: [\n")
    club.put(GAME, "v1-office", "ana", f"buy: none\n{LOAD}\n")
    ran = club.run("resolve", GAME)
    assert (ran.status, club.status()["phase"]) == (0, "v1-place-1")
    assert "v1-office/chu.yaml" in ran.err


def test_a_head_kept_from_a_report(office: Any) -> None:
    """A reader holds the log's head: the log goes on from it, and verifies against it."""
    last = office.log()[-1]
    head = f"{last['n']}:{last['hash']}"
    office.put_all(GAME, ana=f"{LOAD}\n")
    office.run("resolve", GAME)
    assert office.run("verify", GAME, "--head", head).status == 0
    assert office.run("verify", GAME, "--head", f"{last['n'] - 1}:{last['hash']}").status == 1
    assert office.run("verify", GAME, "--head", f"999:{last['hash']}").status == 1
