"""Who writes: the players' registered addresses and the reply codes of all games (docs/play.md, section 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from manila_pbem.errors import ManilaError
from manila_pbem.formats.faults import Fault
from manila_pbem.formats.game_file import read_addresses, read_game_file
from manila_pbem.formats.words import fold_word
from manila_pbem.intake.letter import Tag
from manila_pbem.intake.reply_code import make_code, match_codes
from manila_pbem.orders.phases import OVER, Phase, read_phase
from manila_pbem.store.atomic import list_folder, read_file
from manila_pbem.store.game_folder import GameFolder, find_games
from manila_pbem.values import NamedValue


class Seat(NamedValue):
    """A player of a game."""

    game: str
    player: str


class Claim(NamedValue):
    """What a right reply code authenticates; `contradicted` says that words before it name another game or phase."""

    seat: Seat
    phase: Phase
    contradicted: bool = False


class GameAddresses:
    """What mail must know of a game: its players, their addresses and its reply codes."""

    def __init__(self, folder: GameFolder, players: tuple[str, ...], addresses: Mapping[str, tuple[str, ...]]) -> None:
        self.folder = folder
        self.players = players
        self.addresses = addresses
        self._key = folder.read_code_key()
        self._codes: dict[tuple[str, str], str] = {}

    def make_code(self, phase: str, player: str) -> str:
        """Return the reply code of a player for a phase."""
        if (phase, player) not in self._codes:
            self._codes[phase, player] = make_code(self._key, self.folder.name, phase, player)
        return self._codes[phase, player]

    def find_players(self, address: str) -> list[str]:
        """Return the players who registered an address, in seat order; addresses compare without regard to case."""
        folded = fold_address(address)
        return [name for name in self.players if folded in map(fold_address, self.addresses.get(name, ()))]

    def find_claim(self, tag: Tag) -> Claim | None:
        """Return what a code authenticates in this game, None where it is none of this game's codes."""
        named = self._read_phase(tag.phase)
        found = self._find_player(named, tag.code) if named is not None else None
        if named is not None and found is not None:
            return self._claim(named, found, tag)
        for entry in reversed(list_folder(self.folder.reports)):
            phase = read_phase(entry.name, len(self.players))
            found = self._find_player(phase, tag.code) if phase is not None else None
            if phase is not None and found is not None:
                return self._claim(phase, found, tag)
        return None

    def _find_player(self, phase: Phase, code: str) -> str | None:
        matching = [player for player in self.players if match_codes(self.make_code(phase.name, player), code)]
        return matching[0] if matching else None

    def _claim(self, phase: Phase, player: str, tag: Tag) -> Claim:
        other_game = bool(tag.game) and fold_word(tag.game) != fold_word(self.folder.name)
        other_phase = bool(tag.phase) and fold_word(tag.phase) != fold_word(phase.name)
        return Claim(Seat(self.folder.name, player), phase, other_game or other_phase)

    def _read_phase(self, words: str) -> Phase | None:
        if not words:
            return None
        folded = fold_word(words)
        if folded == OVER:
            return read_phase(OVER, len(self.players))
        digits = folded[1:].lstrip("0123456789")
        number = folded[1 : len(folded) - len(digits)]
        if folded[:1] != "v" or not number or len(number) > 4:
            return None
        step = {"place1": "place-1", "place2": "place-2", "place3": "place-3", "place4": "place-4"}.get(digits, digits)
        return read_phase(f"v{number}-{step}", len(self.players))


class AddressBook:
    """The addresses and codes of all games below a folder; looks again where a file was changed."""

    def __init__(self, games: Path) -> None:
        self._games = games
        self._stamp: object = None
        self._folders: dict[str, GameFolder] = {}
        self._known: dict[str, tuple[object, GameAddresses]] = {}
        self._faults: dict[str, str] = {}

    @property
    def faults(self) -> list[str]:
        """A sentence for each game that was looked at and whose addresses or codes can't be read."""
        return list(self._faults.values())

    def list_games(self) -> Iterator[GameAddresses]:
        """List the games whose addresses can be read, by name; `faults` has a sentence for each of the others."""
        for folder in self._find_folders().values():
            known = self._look_up(folder)
            if known is not None:
                yield known

    def find_game(self, name: str) -> GameAddresses | None:
        """Return the game of that name, None where there is none that can be read."""
        folder = self._find_folders().get(name)
        return self._look_up(folder) if folder is not None else None

    def find_seats(self, address: str) -> list[Seat]:
        """Return all seats for which an address is registered, by game and seat."""
        return [Seat(game.folder.name, player) for game in self.list_games() for player in game.find_players(address)]

    def find_claim(self, tag: Tag) -> Claim | None:
        """Return what a code authenticates, looking first in the game that the words before it name.

        Raises ManilaError where it may be the code of a game that can't be read now: nobody knows yet if it is right.
        """
        named = tag.game.lower()
        game = self.find_game(named)
        claim = game.find_claim(tag) if game is not None else None
        if claim is None:
            claim = next((claim for game in self.list_games() if (claim := game.find_claim(tag)) is not None), None)
        if claim is None and self._faults and (named in self._faults or not named):
            raise ManilaError(self._faults.get(named) or self.faults[0])
        return claim

    def _find_folders(self) -> dict[str, GameFolder]:
        """Return all games by their names."""
        stamp = self._games.stat().st_mtime_ns if self._games.is_dir() else None
        if stamp != self._stamp:
            found = find_games(self._games) if stamp is not None else []
            self._folders = {folder.name: folder for folder in found}
            self._faults = {name: fault for name, fault in self._faults.items() if name in self._folders}
            self._stamp = stamp
        return self._folders

    def _look_up(self, folder: GameFolder) -> GameAddresses | None:
        try:
            facts = folder.addresses.stat()
            stamp: object = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
        except OSError:
            stamp = None
        known = self._known.get(folder.name)
        if known is not None and known[0] == stamp:
            return known[1]
        # What can't be read is looked at each time, since the file to mend may be any of three.
        self._known.pop(folder.name, None)
        self._faults.pop(folder.name, None)
        try:
            game = _read_game(folder)
        except ManilaError as error:
            self._faults[folder.name] = str(error)
            return None
        if game is not None:
            self._known[folder.name] = (stamp, game)
        return game


def fold_address(address: str) -> str:
    """Return the form under which addresses compare: without regard to ASCII case, nothing else is folded."""
    return address if not any("A" <= letter <= "Z" for letter in address) else "".join(map(_lower, address))


def _lower(letter: str) -> str:
    return letter.lower() if letter.isascii() else letter


def _read_game(folder: GameFolder) -> GameAddresses | None:
    """Return what mail must know of a game, None where it has no part in mail, as one that is kept to be read."""
    data = folder.read_addresses()
    if data is None:
        return None
    game = read_game_file(read_file(folder.game_file) or b"")
    if isinstance(game, Fault):
        raise ManilaError(f"{folder.game_file}, line {game.mark.line} can't be read, so its mail can't either")
    addresses = read_addresses(data, game.players)
    if isinstance(addresses, Fault):
        raise ManilaError(f"{folder.addresses}, line {addresses.mark.line} can't be read, so its mail can't either")
    return GameAddresses(folder, game.players, addresses)
