"""game.yaml, club.yaml and the addresses: what a moderator may write by hand (docs/play.md, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from manila_pbem.formats.faults import Fault, quote
from manila_pbem.formats.plain_text import write_text
from manila_pbem.formats.strict_yaml import Broken, Node, Scalar, read_tree
from manila_pbem.formats.strict_yaml import Mapping as MappingNode
from manila_pbem.formats.strict_yaml import Sequence as SequenceNode
from manila_pbem.orders.order import Mark
from manila_pbem.values import NamedValue

LARGEST_FILE = 64 * 1024
"""Bytes."""

_GAME_KEYS = ("title", "game", "players", "first", "options", "pace", "deadline", "rules")
_CLUB_KEYS = ("moderator", "address", "name", "languages", "time_zone", "servers", "defaults")


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


class ClubFile(NamedValue):
    """What club.yaml says of the moderator: the mail addresses by which a seat of his own is known."""

    moderator: tuple[str, ...]


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
    values = _read_mapping(data, _GAME_KEYS)
    if isinstance(values, Fault):
        return values
    found = _Getter(values)
    game = GameFile(
        title=found.take_text("title"),
        game=found.take_text("game"),
        players=found.take_list("players"),
        first=found.take_text("first"),
        options=found.take_mapping("options"),
        pace=found.take_text("pace"),
        deadline=found.take_text("deadline") if "deadline" in values else None,
        rules=found.take_number("rules"),
    )
    return found.fault or game


def read_club_file(data: bytes) -> ClubFile | Fault:
    """Return what a club.yaml says, or why it can't be read; keys for mail are looked at elsewhere."""
    values = _read_mapping(data, _CLUB_KEYS)
    if isinstance(values, Fault):
        return values
    found = _Getter(values)
    addresses = found.take_list("moderator") if "moderator" in values else ()
    return found.fault or ClubFile(addresses)


def write_addresses(addresses: Mapping[str, Sequence[str]]) -> str:
    """Return the text of the secret address file: each player's mail addresses, the first for answers."""
    lines = [f"{write_text(player)}: [{', '.join(map(write_text, own))}]" for player, own in addresses.items()]
    return "".join(f"{line}\n" for line in lines) or "{}\n"


def read_addresses(data: bytes, players: Iterable[str]) -> dict[str, tuple[str, ...]] | Fault:
    """Return each player's mail addresses, or why the file can't be read."""
    values = _read_mapping(data, tuple(players))
    if isinstance(values, Fault):
        return values
    found = _Getter(values)
    addresses = {player: found.take_list(player) for player in values}
    return found.fault or addresses


def _read_mapping(data: bytes, keys: Sequence[str]) -> dict[str, Node] | Fault:
    tree = read_tree(data, LARGEST_FILE)
    if isinstance(tree, Fault):
        return tree
    root = tree.root
    if isinstance(root, Broken):
        return root.fault
    if not isinstance(root, MappingNode):
        return Fault("not_mapping", root.mark, {"key": "the file", "legal": tuple(keys)})
    values: dict[str, Node] = {}
    for key, value in root.pairs:
        if isinstance(value, Broken):
            return value.fault
        if key.text not in keys:
            return Fault("unknown_key", key.mark, {"key": quote(key.text), "within": "the file", "legal": tuple(keys)})
        values[key.text] = value
    return values


class _Getter:
    """Takes values of a mapping as what they must be, and keeps the first fault."""

    def __init__(self, values: Mapping[str, Node]) -> None:
        self._values = values
        self.fault: Fault | None = None

    def take_text(self, key: str) -> str:
        node = self._values.get(key)
        if isinstance(node, Scalar) and (node.text or not node.plain):
            return node.text
        self._blame(key, node, "a text")
        return ""

    def take_number(self, key: str) -> int:
        text = self.take_text(key)
        if text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0") and len(text) < 10:
            return int(text)
        self._blame(key, self._values.get(key), "a number")
        return 0

    def take_list(self, key: str) -> tuple[str, ...]:
        node = self._values.get(key)
        items = node.items if isinstance(node, SequenceNode) else (node,)
        texts = [item.text for item in items if isinstance(item, Scalar)]
        if len(texts) < len(items):
            self._blame(key, node, "a list of texts")
        return tuple(texts)

    def take_mapping(self, key: str) -> dict[str, str]:
        node = self._values.get(key)
        pairs = node.pairs if isinstance(node, MappingNode) else ()
        texts = {name.text: value.text for name, value in pairs if isinstance(value, Scalar)}
        if not isinstance(node, MappingNode) or len(texts) < len(pairs):
            self._blame(key, node, "a mapping of texts")
        return texts

    def _blame(self, key: str, node: Node | None, wanted: str) -> None:
        if self.fault is None:
            mark = Mark(1, 1) if node is None else node.mark
            self.fault = Fault("value_of_wrong_kind", mark, {"key": key, "wanted": wanted})
