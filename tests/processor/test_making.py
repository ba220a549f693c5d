"""`new`: what makes a game, and what is refused in one sentence and leaves nothing (docs/play.md, sections 3 to 5)."""

from __future__ import annotations

import hmac
import stat
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

GAME = "harbour-1"
THREE = ("--player", "ana", "--player", "ben", "--player", "chu")


def list_all(club: Any) -> list[str]:
    return sorted(path.name for path in club.games.iterdir()) if club.games.exists() else []


class TestMade:
    def test_its_directory(self, club: Any) -> None:
        """Section 3."""
        folder = club.new()
        found = {str(path.relative_to(folder)) for path in folder.rglob("*")}
        assert found >= {
            *("game.yaml", "log.jsonl", ".gitignore", "orders", "reports/v1-auction/report.html", "inbox"),
            *("reports/v1-auction/report.txt", "outbox/new", "outbox/cur", "outbox/tmp", "secret/head", "secret/seed"),
            *(f"reports/v1-auction/players/{name}.{end}" for name in ("ana", "ben", "chu") for end in ("html", "txt")),
        }
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert (folder / ".gitignore").read_text(encoding="utf-8") == "*\n"
        assert list_all(club) == [GAME]

    def test_nobody_else_may_read(self, club: Any) -> None:
        for path in club.new().rglob("*"):
            assert not path.stat().st_mode & 0o077, path

    def test_the_start_entry(self, club: Any) -> None:
        """Sections 3 and 5: chain and deal come from the seed as laid down, and are computed here anew."""
        club.new(GAME, "ana ben chu", "--option", "pirates=evict", "--first", "ben", "--pace", "turns", seed="abc")
        (start,) = club.log()
        seed = sha256(b"manila seed 1\nharbour-1\nabc").digest()
        link = hmac.digest(seed, b"manila chain 1", "sha256")
        for _ in range(2000):
            link = sha256(link).digest()
        key = hmac.digest(seed, b"manila deal key", "sha256")
        cards = [ware for ware in ("nutmeg", "silk", "ginseng", "jade") for _ in range(3)]
        for n in range(11, 0, -1):
            drawn = int.from_bytes(hmac.digest(key, f"manila deal 1\n{n}".encode(), "sha256"), "big") % (n + 1)
            cards[n], cards[drawn] = cards[drawn], cards[n]
        dealt = cards[:6]
        assert {key: value for key, value in start.items() if key not in ("hash", "step")} == {
            "n": 1,
            "at": "2026-12-01T20:00:00Z",
            "kind": "start",
            "game": GAME,
            "players": ["ana", "ben", "chu"],
            "first": "ben",
            "options": {"pirates": "evict"},
            "pace": "turns",
            "rules": 1,
            "supply": {ware: 5 - dealt.count(ware) for ware in ("nutmeg", "silk", "ginseng", "jade")},
            "chain": link.hex(),
            "deal_commitment": sha256(key).hexdigest(),
            "seed_text": True,
            "moderator_plays": False,
            "prev": "0" * 64,
        }
        state = club.status()["state"]
        assert (state["to_act"], state["cash"]) == ("ben", {"ana": 30, "ben": 30, "chu": 30})

    def test_without_a_seed_text_chance_makes_it(self, club: Any) -> None:
        chains = set()
        for game in ("one", "two"):
            assert club.run("new", game, *THREE).status == 0
            (start,) = club.log(game)
            assert start["seed_text"] is False
            chains.add(start["chain"])
            seed = (club.games / game / "secret" / "seed").read_text(encoding="ascii")
            assert len(bytes.fromhex(seed)) == 32
        assert len(chains) == 2

    def test_a_seed_text_is_told_in_every_report(self, club: Any) -> None:
        folder = club.new()
        plain = club.games / "plain"
        club.run("new", "plain", *THREE)
        for name in ("report.txt", "players/ana.txt"):
            seeded = (folder / "reports" / "v1-auction" / name).read_text(encoding="utf-8")
            chance = (plain / "reports" / "v1-auction" / name).read_text(encoding="utf-8")
            assert "seed" in seeded.lower()
            assert "seed" not in chance.lower()

    def test_first_left_out_is_the_first_named(self, club: Any) -> None:
        club.new()
        assert club.log()[0]["first"] == "ana"

    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_three_to_five(self, club: Any, players: int) -> None:
        club.new(GAME, " ".join("abcde"[:players]))
        assert club.status()["awaited"] == list("abcde"[:players])

    def test_addresses_are_kept_secret(self, club: Any) -> None:
        """The first `=` splits; several by comma; two players may share one; none is a player by file only."""
        ran = club.run(
            *("new", GAME, "--player", "ana=a@x.org,ana+m=1@y.org", "--player", "ben=a@x.org", "--player", "chu"),
        )
        assert ran.status == 0
        folder = club.games / GAME
        kept = (folder / "secret" / "addresses.yaml").read_text(encoding="utf-8")
        assert "ana+m=1@y.org" in kept
        for path in folder.rglob("*"):
            # Mail to be sent has its recipient's own address on it, and no other.
            if path.is_file() and "secret" not in path.parts:
                assert path.read_bytes().count(b"x.org") == (1 if "outbox" in path.parts else 0)
                assert b"y.org" not in path.read_bytes()

    @pytest.mark.parametrize(
        "name", ["小莉", "José", "eva maria", "Ωmega", "o’neill", "x" * 40, "7", "no", "null", "~"]
    )
    def test_names_of_any_script(self, club: Any, name: str) -> None:
        ran = club.run("new", GAME, "--player", name, "--player", "ben", "--player", "chu", "--seed", "1")
        assert ran.status == 0, ran
        assert club.status()["awaited"] == [name, "ben", "chu"]
        assert club.run("order", GAME, name, text="bid: 3\n").status == 0
        assert club.status()["awaited"] == ["ben", "chu"]

    @pytest.mark.parametrize(
        "address", ["ana", "@x.org", "ana@", "a b@x.org", "<a@x.org>", "a@x.org>", "a@b@c", 'a"@x.org']
    )
    def test_an_address_that_can_not_be_written_to_is_refused(self, club: Any, address: str) -> None:
        """Before there is a game, not when its first mail is written."""
        ran = club.run("new", GAME, "--player", f"ana={address}", "--player", "ben", "--player", "chu")
        assert ran.status == 2
        assert "no mail address of ana" in ran.err
        assert not (club.games / GAME).exists()

    def test_options_that_are_the_default(self, club: Any) -> None:
        club.new(GAME, "ana ben chu", "--option", "pirates=board", "--option", "second_13=port")
        assert club.log()[0]["options"] == {"second_13": "port"}

    def test_deadline_is_counted_from_the_report_and_shown(self, club: Any) -> None:
        club.new(GAME, "ana ben chu", "--deadline", "2d12h")
        assert club.status()["deadline"] == "2026-12-04T08:00:00Z"
        assert "2026-12-04T08:00:00Z" in club.run("status", GAME).out
        club.now = "2026-12-02T10:00:00Z"
        club.put_all(GAME, ana="bid: 3\n", ben="bid: pass\n", chu="bid: pass\n")
        club.run("resolve", GAME)
        assert club.status()["deadline"] == "2026-12-04T22:00:00Z"

    def test_a_folder_of_games_that_is_not_there_yet(self, club: Any, tmp_path: Path) -> None:
        club.games = tmp_path / "deep" / "er"
        club.new()
        assert list_all(club) == [GAME]

    def test_json(self, club: Any) -> None:
        told = club.run("new", GAME, *THREE, "--json").json
        assert (told["game"], told["phase"]) == (GAME, "v1-auction")
        assert Path(told["report"]).is_file()
        assert told["head"] == f"1:{club.log()[0]['hash']}"


class TestRefused:
    """One sentence on standard error, status 1 or 2, and nothing on the disk."""

    @pytest.mark.parametrize(
        "arguments",
        [
            ["new", "Harbour", *THREE],
            ["new", "harbour_1", *THREE],
            ["new", "-harbour", *THREE],
            ["new", "x" * 33, *THREE],
            ["new", "", *THREE],
            ["new", "../harbour", *THREE],
            ["new", "club", *THREE],
            ["new", "inbox", *THREE],
            ["new", "outbox", *THREE],
            ["new", GAME],
            ["new", GAME, *THREE[:4]],
            ["new", GAME, *THREE, "--player", "d", "--player", "e", "--player", "f"],
            ["new", GAME, *THREE, "--player", "ana"],
            ["new", GAME, *THREE, "--player", "ANA"],
            ["new", GAME, *THREE, "--player", "ａｎａ"],
            ["new", GAME, *THREE, "--player", ""],
            ["new", GAME, *THREE, "--player", " dan"],
            ["new", GAME, *THREE, "--player", "dan "],
            ["new", GAME, *THREE, "--player", "x" * 41],
            *[["new", GAME, *THREE, "--player", f"d{sign}n"] for sign in "/\\:,@#.<>\"'[]{}"],
            ["new", GAME, *THREE, "--player", "d\u202en"],
            ["new", GAME, *THREE, "--player", "d\nn"],
            ["new", GAME, *THREE, "--player", "d\u200bn"],
            *[["new", GAME, *THREE, "--player", word] for word in ("all", "None", "PASS", "stay", "report", "index")],
            *[["new", GAME, *THREE, "--player", word] for word in ("standing", "everyone", "club", "silk", "Port A")],
            ["new", GAME, *THREE, "--player", "large_pilot"],
            ["new", GAME, *THREE, "--first", "dan"],
            ["new", GAME, *THREE, "--option", "pirates=never"],
            ["new", GAME, *THREE, "--option", "pirate=evict"],
            ["new", GAME, *THREE, "--option", "pirates"],
            ["new", GAME, *THREE, "--option", "pirates=evict", "--option", "pirates=board"],
            ["new", GAME, *THREE, "--pace", "slow"],
            ["new", GAME, *THREE, "--deadline", "soon"],
            ["new", GAME, *THREE, "--deadline", "3"],
            ["new", GAME, *THREE, "--deadline", "0d"],
            ["new", GAME, *THREE, "--deadline", ""],
            ["new", GAME, "--player", "ana=nowhere", *THREE[2:]],
            ["new", GAME, *THREE, "--colour", "red"],
        ],
        ids=lambda arguments: " ".join(arguments[1:])[-40:],
    )
    def test_what_can_not_be(self, club: Any, arguments: list[str]) -> None:
        ran = club.run(*arguments)
        assert ran.status in (1, 2), ran
        assert ran.out == ""
        lines = [line for line in ran.err.splitlines() if line.strip() and not line.startswith(("Usage", "Try"))]
        assert len(lines) == 1, ran.err
        assert list_all(club) == []

    def test_a_name_that_is_taken(self, club: Any) -> None:
        folder = club.new()
        before = (folder / "log.jsonl").read_bytes()
        ran = club.run("new", GAME, *THREE)
        assert ran.status == 1
        assert GAME in ran.err
        assert (folder / "log.jsonl").read_bytes() == before
        assert list_all(club) == [GAME]

    def test_a_clock_that_can_not_be(self, club: Any) -> None:
        club.now = "yesterday"
        ran = club.run("new", GAME, *THREE)
        assert ran.status == 2
        assert list_all(club) == []

    def test_a_file_in_the_place_of_the_folder_of_games(self, club: Any) -> None:
        club.games.write_text("no folder", encoding="utf-8")
        assert club.run("new", GAME, *THREE).status == 1


class TestModerator:
    """Section 5: `new` refuses a moderator's address as a player's without `--moderator-plays`."""

    PLAYERS = ("--player", "ana=Mod@Example.org", "--player", "ben=ben@example.org", "--player", "chu")

    @pytest.fixture
    def with_club(self, club: Any) -> Any:
        club.games.mkdir()
        (club.games / "club.yaml").write_text("moderator: [mod@example.org, other@example.org]\n", encoding="utf-8")
        return club

    def test_refused(self, with_club: Any) -> None:
        ran = with_club.run("new", GAME, *self.PLAYERS)
        assert ran.status == 1
        assert "--moderator-plays" in ran.err
        assert list_all(with_club) == ["club.yaml"]

    def test_allowed_and_told_in_every_report(self, with_club: Any) -> None:
        assert with_club.run("new", GAME, *self.PLAYERS, "--moderator-plays").status == 0
        assert with_club.log()[0]["moderator_plays"] is True
        for name in ("report.txt", "report.html", "players/ben.txt", "players/ben.html"):
            page = (with_club.games / GAME / "reports" / "v1-auction" / name).read_text(encoding="utf-8")
            assert "moderator" in page.lower(), name

    def test_others_are_no_moderators(self, with_club: Any) -> None:
        assert with_club.run("new", GAME, *self.PLAYERS[2:], "--player", "dan=dan@example.org").status == 0
        page = (with_club.games / GAME / "reports" / "v1-auction" / "report.txt").read_text(encoding="utf-8")
        assert "moderator plays" not in page.lower()

    def test_without_a_club_file_nothing_is_compared(self, club: Any) -> None:
        assert club.run("new", GAME, *self.PLAYERS).status == 0

    @pytest.mark.parametrize("text", ["moderator: [", "- a\n- b\n", "moderator: {a: b}\n", b"\xff"])
    def test_a_club_file_that_can_not_be_read(self, club: Any, text: Any) -> None:
        club.games.mkdir()
        (club.games / "club.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
        ran = club.run("new", GAME, *self.PLAYERS)
        assert ran.status == 1
        assert "club.yaml" in ran.err
        assert list_all(club) == ["club.yaml"]
