"""`order`, `resolve` and `new` killed with SIGKILL, at random moments and at every kind of write, then run again.

Each killed game must verify, and the same command run again must leave the very bytes that it leaves unkilled: log,
secrets, used orders, reports. As a game goes on from these bytes alone, it ends as the unkilled one; some are played
to their end all the same. 20 kills normally, 200 with MANILA_SOAK=1.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hangman import Hangman

SOAK = bool(os.environ.get("MANILA_SOAK"))
KILLS = 200 if SOAK else 20
ENDINGS = 8 if SOAK else 1


class Deed(NamedTuple):
    """A command of a game: where in the game's deeds it stands, the game before it, and its files after it."""

    place: int
    now: str
    arguments: list[str]
    text: str
    before: Path
    after: dict[str, bytes]


class Story(NamedTuple):
    """A whole game, some of its commands as deeds, and its files in the end."""

    deeds: list[list[Any]]
    kept: list[Deed]
    end: dict[str, bytes]


@pytest.fixture(scope="module")
def story(make_playing: Any, tree: Any, tmp_path_factory: Any) -> Story:
    """Play a game unkilled, and keep what stood before and after about every other command."""
    folder = tmp_path_factory.mktemp("story")
    rng = Random(11)
    kept: list[Deed] = []
    playing = make_playing(3, "sealed", seed=1001, options=("second_13=port", "large_pilot=up_to"))
    kept.append(keep(playing, playing.deeds[0], folder, None, tree))
    run = playing.club.run

    def watch(*arguments: str, text: str = "") -> Any:
        before = None
        if arguments[0] in ("order", "resolve") and rng.random() < 0.5:
            before = folder / f"{len(playing.deeds)}"
            shutil.copytree(playing.club.games, before)
        ran = run(*arguments, text=text)
        if before is not None:
            kept.append(keep(playing, playing.deeds[-1], folder, before, tree))
        return ran

    playing.club.run = watch
    playing.play()
    playing.club.run = run
    return Story(playing.deeds, kept, tree(playing.club.games / "harbour-1"))


def keep(playing: Any, deed: Sequence[Any], folder: Path, before: Path | None, tree: Any) -> Deed:
    if before is None:
        before = folder / "nothing"
        before.mkdir()
    _, now, arguments, text = deed
    return Deed(len(playing.deeds), now, arguments, text, before, tree(playing.club.games / "harbour-1"))


class Gallows:
    """Runs a deed in a process of its own and kills it. `folder` is for what it needs besides the games."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.hangman = Hangman(folder)
        self.calls: dict[int, int] = {}

    def kill_after(self, deed: Deed, games: Path, share: float) -> bool:
        """Kill after a share of the time that commands have been taking; tell whether it still ran."""
        return self.hangman.kill_after(["--games", str(games), *deed.arguments], deed.now, deed.text, share)

    def count_calls(self, deed: Deed) -> int:
        """Return how many calls that write a deed makes, when it need not compile templates any more."""
        if deed.place not in self.calls:
            for _ in range(1 if self.calls else 2):
                games = self.folder / f"count-{deed.place}"
                shutil.copytree(deed.before, games)
                self.calls[deed.place] = self.kill_at_call(deed, games, -1)[1]
                shutil.rmtree(games)
        return self.calls[deed.place]

    def kill_at_call(self, deed: Deed, games: Path, call: int) -> tuple[bool, int]:
        """Kill at a call that writes, never where it is -1; tell whether it was killed, and how many there were."""
        return self.hangman.kill_at_call(["--games", str(games), *deed.arguments], deed.now, deed.text, call)


def check_rerun(club: Any, deed: Deed, tree: Any) -> None:
    """The killed game verifies, if there is one; the command run again leaves what it leaves unkilled."""
    game = club.games / "harbour-1"
    if game.exists():
        verified = club.run("verify", "harbour-1")
        assert verified.status == 0, verified
    club.now = deed.now
    ran = club.run(*deed.arguments, text=deed.text)
    # A command killed at its very end has nothing left to do.
    assert ran.status in ((0, 1) if deed.arguments[0] in ("new", "order") else (0, 3)), ran
    assert club.run("verify", "harbour-1").status == 0
    found = tree(game)
    assert found.keys() == deed.after.keys()
    assert [name for name in found if found[name] != deed.after[name]] == []
    assert [path.name for path in club.games.iterdir()] == ["harbour-1"]


def go_on(club: Any, story: Story, deed: Deed) -> None:
    """Play a game to its end by the deeds that followed."""
    for kind, *rest in story.deeds[deed.place :]:
        if kind == "put":
            phase, player, text = rest
            club.put("harbour-1", phase, player, text)
        else:
            club.now, arguments, text = rest
            club.run(*arguments, text=text)


def choose(story: Story, command: str, rng: Random) -> Deed:
    return rng.choice([deed for deed in story.kept if deed.arguments[0] == command])


def list_commands(kills: int) -> list[str]:
    """Half of the kills fall on `resolve`, which writes most."""
    return [("resolve", "order", "resolve", "new")[number % 4] for number in range(kills)]


@pytest.mark.soak
@pytest.mark.parametrize("how", ["at random moments", "at calls that write"])
def test_killed_and_run_again(club: Any, story: Story, tree: Any, tmp_path: Path, how: str) -> None:
    rng = Random(how)
    gallows = Gallows(tmp_path)
    killed = 0
    tries = 0
    for number, command in enumerate(list_commands(KILLS // 2)):
        while True:
            tries += 1
            assert tries < 20 * KILLS, "no command can be caught alive"
            deed = choose(story, command, rng)
            club.games = tmp_path / f"{number}-{tries}"
            if how == "at random moments":
                shutil.copytree(deed.before, club.games)
                caught = gallows.kill_after(deed, club.games, rng.random() * 1.05)
            else:
                call = rng.randrange(gallows.count_calls(deed))
                shutil.copytree(deed.before, club.games)
                caught, _ = gallows.kill_at_call(deed, club.games, call)
            check_rerun(club, deed, tree)
            killed += caught
            if caught:
                break
        if number < ENDINGS:
            go_on(club, story, deed)
            assert tree(club.games / "harbour-1") == story.end
        shutil.rmtree(club.games)
    assert killed == KILLS // 2


@pytest.mark.soak
@pytest.mark.parametrize("command", ["new", "order", "resolve"])
def test_killed_at_each_call(club: Any, story: Story, tree: Any, tmp_path: Path, command: str) -> None:
    """One command killed at each of its writes in turn; a few of them where time is short."""
    deeds = [deed for deed in story.kept if deed.arguments[0] == command]
    deed = max(deeds, key=lambda deed: len(deed.after))
    gallows = Gallows(tmp_path)
    calls = gallows.count_calls(deed)
    assert calls > 5
    for call in range(calls) if SOAK else sorted({1, calls // 2, calls - 2}):
        club.games = tmp_path / f"{call}"
        shutil.copytree(deed.before, club.games)
        assert gallows.kill_at_call(deed, club.games, call)[0]
        check_rerun(club, deed, tree)
        shutil.rmtree(club.games)
