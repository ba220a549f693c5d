"""Non-interference (docs/play.md, section 6): two games that differ only in what is hidden from a player give that
player identical bytes, in every report of every phase.

What differs: the shares dealt to others, their addresses, orders of theirs that are not used or not opened yet, their
messages to each other. Chain, commitments, nonces, dice and clock are handed in as equal.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import unified_diff
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from manila_pbem import dice

GAMES = [
    (3, "sealed", 1001, ("second_13=port", "large_pilot=up_to")),
    (4, "sealed", 1000, ("pirates=evict", "second_13=port", "blind_passengers=one")),
    (3, "turns", 1019, ("pirates=evict", "blind_passengers=one")),
    (5, "turns", 1008, ("pirates=evict", "late_port_bets=open")),
]
SOAK = bool(os.environ.get("MANILA_SOAK"))
ENDS = {"sealed": "over", "turns": "over"} if SOAK else {"sealed": "v3-auction", "turns": "v2-auction"}
Hands = Mapping[str, Sequence[str]]
Pages = dict[str, bytes]
DISTURBANCES = (
    "this is no order at all",
    "bid: [\n",
    "place: nutmeg\nplace: silk\n",
    "salt: never used\n",
    "mortgage: 2\nsalt: nor this\n",
    "withdraw: all\n",
    "bid: 54\nplace: [jade, pass]\n",
)


def roll_alike(link: bytes, game: str, phase: str, orders: str, wares: Sequence[str]) -> dict[str, int]:
    """Roll what depends on the phase and the ware alone."""
    return {ware: sha256(f"{phase} {ware}".encode()).digest()[0] % 6 + 1 for ware in wares}


def deal_as_told(hands: Hands, key: bytes, players: Sequence[str]) -> dict[str, tuple[str, str]]:
    return {player: (hands[player][0], hands[player][1]) for player in players}


@pytest.fixture
def equal_chance(monkeypatch: pytest.MonkeyPatch) -> Callable[[Hands | None], None]:
    """Hand in dice, commitments and nonces as equal, and the shares dealt."""
    deal = dice.deal
    monkeypatch.setattr(dice, "roll", roll_alike)
    monkeypatch.setattr(dice, "commit", lambda nonce, file: "c" * 64)
    monkeypatch.setattr(dice, "make_nonce", lambda seed, phase, player, file: b"n" * 16)

    def hand_in(hands: Hands | None) -> None:
        monkeypatch.setattr(dice, "deal", deal if hands is None else partial(deal_as_told, hands))

    return hand_in


def deal_others(hands: Hands, viewer: str | None, rng: Random) -> dict[str, tuple[str, str]]:
    """Deal the same cards to the same players in another way; the viewer's stay."""
    others = [name for name in hands if name != viewer]
    cards = [card for name in others for card in hands[name]]
    true = {name: tuple(sorted(hand)) for name, hand in hands.items()}
    while True:
        rng.shuffle(cards)
        dealt = {name: tuple(cards[2 * place : 2 * place + 2]) for place, name in enumerate(others)}
        if viewer is not None:
            dealt[viewer] = tuple(hands[viewer])
        if any(tuple(sorted(dealt[name])) != true[name] for name in others):
            return {name: (dealt[name][0], dealt[name][1]) for name in hands}


class World:
    """A game done again by its deeds, in which some things are different for all but the viewer."""

    def __init__(self, club: Any, deeds: Sequence[Any], viewer: str | None, rng: Random | None) -> None:
        self.club = club
        self.deeds = deeds
        self.viewer = viewer
        self.rng = rng
        self.names = [word for before, word in zip(deeds[0][2], deeds[0][2][1:], strict=False) if before == "--player"]

    def others(self) -> list[str]:
        return [name for name in self.names if name != self.viewer]

    def pages(self) -> Iterator[tuple[str, Pages]]:
        """Do the deeds; before each `resolve` yield the phase and the reports of the moment, just rendered again."""
        for kind, *rest in self.deeds:
            if kind == "put":
                phase, player, text = rest
                self.club.put("harbour-1", phase, player, text)
                continue
            self.club.now, arguments, text = rest
            if arguments[0] == "resolve":
                phase = self.club.status()["phase"]
                if phase == "over":
                    return
                undo = self.disturb(phase) if self.rng else []
                ran = self.club.run("report", "harbour-1")
                assert ran.status == 0, ran
                yield phase, self.read(phase)
                for path, data in undo:
                    path.write_bytes(data) if data is not None else path.unlink()
            if arguments[0] == "new" and self.rng is not None:
                secret = {name: f"{name}={'x' * self.rng.randint(1, 9)}@example.org" for name in self.others()}
                arguments = [secret.get(word, word) for word in arguments]
            self.club.run(*arguments, text=text)

    def disturb(self, phase: str) -> list[tuple[Path, bytes | None]]:
        """Put other orders of the others into folders; return how to take them back."""
        assert self.rng is not None
        undo = []
        voyage = phase.partition("-")[0]
        for name in self.others():
            for folder in {phase, f"{voyage}-{self.rng.choice(('office', 'place-2', 'pilots', 'plunder'))}"}:
                path = self.club.games / "harbour-1" / "orders" / folder / f"{name}.yaml"
                undo.append((path, path.read_bytes() if path.exists() else None))
                self.club.put("harbour-1", folder, name, self.rng.choice(DISTURBANCES))
        one, two = self.rng.sample(self.others(), 2)
        message = f"message: {{to: {one}, text: a secret plan {self.rng.random()}}}\n"
        ran = self.club.run("order", "harbour-1", two, text=message)
        assert ran.status == 0, ran
        return undo

    def read(self, phase: str) -> Pages:
        folder = self.club.games / "harbour-1" / "reports" / phase
        whose = ["report"] if self.viewer is None else ["report", f"players/{self.viewer}"]
        return {
            f"{phase}/{who}{end}": (folder / f"{who}{end}").read_bytes() for who in whose for end in (".html", ".txt")
        }


def find_difference(pages: Pages, others: Pages) -> list[str]:
    """Return the lines in which two sets of pages differ."""
    assert pages.keys() == others.keys()
    return [
        f"{name}: {line!r}"
        for name in pages
        for line in unified_diff(pages[name].decode().splitlines(), others[name].decode().splitlines(), n=0)
        if pages[name] != others[name]
    ]


def compare(true: World, other: World, phases: Callable[[str], bool] = lambda phase: True) -> int:
    """Compare all reports of two worlds that a viewer gets; return how many."""
    compared = 0
    for (phase, pages), (same_phase, same_pages) in zip(true.pages(), other.pages(), strict=True):
        assert phase == same_phase
        if not phases(phase):
            break
        assert find_difference(pages, same_pages) == []
        compared += len(pages)
    return compared


@pytest.mark.soak
@pytest.mark.parametrize(("players", "pace", "seed", "options"), GAMES)
def test_what_is_hidden_changes_no_byte(
    start: Any,
    make_club: Any,
    equal_chance: Any,
    players: int,
    pace: str,
    seed: int,
    options: Any,
) -> None:
    """For the public report, and for players' own; whole games and all players with MANILA_SOAK=1."""
    equal_chance(None)
    playing = start(players, pace, seed=seed, options=options)
    playing.play(until=ENDS[pace])
    secret = (playing.club.games / "harbour-1" / "secret" / "seed").read_text(encoding="ascii")
    hands = dice.deal(dice.deal_key(bytes.fromhex(secret)), playing.names)
    rng = Random(seed)
    for viewer in (None, *(playing.names if SOAK else rng.sample(playing.names, 1))):
        equal_chance(hands)
        true = World(make_club(), playing.deeds, viewer, None)
        other = World(make_club(), playing.deeds, viewer, Random(seed))
        others = deal_others(hands, viewer, rng)
        compared = 0
        # Each world has its own deal, so they are stepped in turn.
        one, two = true.pages(), other.pages()
        while True:
            equal_chance(hands)
            shown = next(one, None)
            equal_chance(others)
            same = next(two, None)
            assert (shown is None) is (same is None)
            if shown is None or same is None:
                break
            assert shown[0] == same[0]
            assert find_difference(shown[1], same[1]) == []
            compared += len(shown[1])
        assert compared > 16


@pytest.mark.parametrize(("players", "pace", "seed", "options"), GAMES[:1] + GAMES[2:3])
def test_orders_used_and_not_opened(
    start: Any, make_club: Any, equal_chance: Any, players: int, pace: str, seed: int, options: Any
) -> None:
    """Until the voyage ends, what else stood in the others' orders is hidden: salt and remarks."""
    equal_chance(None)
    playing = start(players, pace, seed=seed, options=options)
    playing.play(until="v2-auction")
    viewer = playing.names[0]

    def add(deed: list[Any]) -> list[Any]:
        if deed[0] == "put" and deed[2] != viewer and "salt" not in deed[3]:
            return [*deed[:3], f"{deed[3]}salt: quite another one {len(deed[3])}\n# and a remark\n"]
        return deed

    changed = [add(deed) for deed in playing.deeds]
    assert changed != playing.deeds
    true = World(make_club(), playing.deeds, viewer, None)
    other = World(make_club(), changed, viewer, None)
    assert compare(true, other, lambda phase: phase.startswith("v1-")) > 8


def test_a_report_holds_no_share_of_others(start: Any) -> None:
    """A player's page tells his own two cards; the public one nobody's, before the end."""
    playing = start(4, "sealed", seed=1000)
    playing.play(until="v1-place-2")
    folder = playing.club.games / "harbour-1" / "reports" / "v1-place-2"
    assert "dealt" not in (folder / "report.txt").read_text(encoding="utf-8").lower()
    pages = {name: (folder / "players" / f"{name}.txt").read_text(encoding="utf-8") for name in playing.names}
    assert len(set(pages.values())) == len(playing.names)


def test_no_secret_enters_the_log(start: Any) -> None:
    """Neither seed, links to come, addresses nor digests of files not yet opened but their commitments."""
    playing = start(4, "sealed", seed=1000)
    playing.play(until="v2-place-1")
    game = playing.club.games / "harbour-1"
    log = (game / "log.jsonl").read_text(encoding="utf-8")
    seed = (game / "secret" / "seed").read_text(encoding="utf-8").strip()
    assert seed not in log
    rolls = log.count('"kind":"roll"')
    chain = dice.Chain(bytes.fromhex(seed))
    for k in range(rolls + 1, rolls + 20):
        assert chain.link(k).hex() not in log
    for path in (game / "orders").glob("v2-*/*.yaml"):
        assert sha256(path.read_bytes()).hexdigest() not in log
    for page in game.rglob("reports/**/*"):
        if page.is_file():
            text = page.read_text(encoding="utf-8")
            assert seed not in text
            assert chain.link(rolls + 1).hex() not in text
