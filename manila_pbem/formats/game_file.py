"""game.yaml and the addresses: what a moderator may write by hand (docs/play.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from manila_pbem.formats.faults import Fault
from manila_pbem.formats.plain_text import write_text
from manila_pbem.formats.settings import read_settings
from manila_pbem.values import NamedValue

_GAME_KEYS = ("title", "game", "players", "first", "options", "pace", "deadline", "rules")


class GameFile(NamedValue):
    """What game.yaml says. `deadline` is a duration such as `3d`, None where the game has none."""

    title: str
    game: str
    players: tuple[str, ...]
    first: str
    options: Mapping[str, str]
    pace: str
    deadline: str | None
    rules: int


def write_game_file(game: GameFile) -> str:
    """Return the text of game.yaml; `read_game_file` gives the same values back."""
    players = ", ".join(write_text(player) for player in game.players)
    options = ", ".join(f"{key}: {word}" for key, word in game.options.items())
    lines = [
        f"title: {write_text(game.title)}",
        f"game: {write_text(game.game)}",
        f"players: [{players}]",
        f"first: {write_text(game.first)}",
        f"options: {{{options}}}",
        f"pace: {game.pace}",
    ]
    if game.deadline is not None:
        lines.append(f"deadline: {write_text(game.deadline)}")
    lines.append(f"rules: {game.rules}")
    return "\n".join(lines) + "\n"


def read_game_file(data: bytes) -> GameFile | Fault:
    """Return what a game.yaml says, or why it can't be read."""
    found = read_settings(data, _GAME_KEYS)
    if isinstance(found, Fault):
        return found
    game = GameFile(
        title=found.take_text("title"),
        game=found.take_text("game"),
        players=found.take_list("players"),
        first=found.take_text("first"),
        options=found.take_mapping("options"),
        pace=found.take_text("pace"),
        deadline=found.take_text("deadline") if "deadline" in found else None,
        rules=found.take_number("rules"),
    )
    return found.fault or game


def write_addresses(addresses: Mapping[str, Sequence[str]]) -> str:
    """Return the text of the secret address file: each player's mail addresses, the first for answers."""
    lines = [f"{write_text(player)}: [{', '.join(map(write_text, own))}]" for player, own in addresses.items()]
    return "".join(f"{line}\n" for line in lines) or "{}\n"


def read_addresses(data: bytes, players: Iterable[str]) -> dict[str, tuple[str, ...]] | Fault:
    """Return each player's mail addresses, or why the file can't be read."""
    names = tuple(players)
    found = read_settings(data, names)
    if isinstance(found, Fault):
        return found
    addresses = {player: found.take_list(player) for player in names if player in found}
    return found.fault or addresses
