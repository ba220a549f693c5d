"""Settings as a moderator writes them by hand: keys with values, each taken as what it must be (docs/play.md, 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from manila_pbem.formats.faults import Fault, quote
from manila_pbem.formats.strict_yaml import Broken, Node, Scalar, read_tree
from manila_pbem.formats.strict_yaml import Mapping as MappingNode
from manila_pbem.formats.strict_yaml import Sequence as SequenceNode
from manila_pbem.orders.order import Mark

LARGEST_FILE = 64 * 1024
"""Bytes."""

WHOLE_FILE = "file"


class Settings:
    """The keys of a file, or of a mapping in it, taken one by one; `fault` is the first that was found wrong.

    What can't be taken comes as an empty value, so a reader goes on and looks at `fault` at the end.
    """

    def __init__(self, values: Mapping[str, Node], mark: Mark, parent: Settings | None = None) -> None:
        self._values = values
        self._mark = mark
        self._parent = parent
        self.fault: Fault | None = None

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def take_text(self, key: str) -> str:
        node = self._values.get(key)
        if isinstance(node, Scalar) and (node.text or not node.plain):
            return node.text
        self.blame(key, "a text")
        return ""

    def take_number(self, key: str) -> int:
        text = self.take_text(key)
        if text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0") and len(text) < 10:
            return int(text)
        self.blame(key, "a number")
        return 0

    def take_word(self, key: str, words: Sequence[str]) -> str:
        """Take one of some words; their case does not matter."""
        word = self.take_text(key).lower()
        if word not in words:
            self.blame(key, f"one of {', '.join(words)}")
        return word

    def take_list(self, key: str) -> tuple[str, ...]:
        """Take a list of texts; a single one is a list of one."""
        node = self._values.get(key)
        items = node.items if isinstance(node, SequenceNode) else (node,)
        texts = [item.text for item in items if isinstance(item, Scalar)]
        if len(texts) < len(items):
            self.blame(key, "a list of texts")
        return tuple(texts)

    def take_mapping(self, key: str) -> dict[str, str]:
        node = self._values.get(key)
        pairs = node.pairs if isinstance(node, MappingNode) else ()
        texts = {name.text: value.text for name, value in pairs if isinstance(value, Scalar)}
        if not isinstance(node, MappingNode) or len(texts) < len(pairs):
            self.blame(key, "a mapping of texts")
        return texts

    def enter(self, key: str, keys: Sequence[str]) -> Settings:
        """Return the settings within a key, which may have these keys; their faults are faults of the whole."""
        node = self._values.get(key)
        if not isinstance(node, MappingNode):
            self.blame(key, f"keys with values: {', '.join(keys)}")
            return Settings({}, Mark(1, 1), self)
        values = _list_values(node, keys, key)
        if isinstance(values, Fault):
            self._keep(values)
            values = {}
        return Settings(values, node.mark, self)

    def blame(self, key: str, wanted: str) -> None:
        """Note that a value is not what is wanted, or that it is missing."""
        node = self._values.get(key)
        if isinstance(node, Scalar) and node.text:
            self._keep(Fault("wrong_setting", node.mark, {"key": key, "value": quote(node.text), "wanted": wanted}))
        else:
            self.blame_secretly(key, wanted)

    def blame_secretly(self, key: str, wanted: str) -> None:
        """Note that a value is not what is wanted, or that it is missing, without showing it."""
        node = self._values.get(key)
        if node is None:
            self._keep(Fault("missing_setting", self._mark, {"key": key, "wanted": wanted}))
        else:
            self._keep(Fault("value_of_wrong_kind", node.mark, {"key": key, "wanted": wanted}))

    def _keep(self, fault: Fault) -> None:
        if self._parent is not None:
            self._parent._keep(fault)
        self.fault = self.fault or fault


def read_settings(data: bytes, keys: Sequence[str]) -> Settings | Fault:
    """Return the settings of a file that may have these keys, or why it can't be read."""
    tree = read_tree(data, LARGEST_FILE)
    if isinstance(tree, Fault):
        return tree
    root = tree.root
    if isinstance(root, Broken):
        return root.fault
    if not isinstance(root, MappingNode):
        return Fault("not_mapping", root.mark, {"key": "the file", "legal": tuple(keys)})
    values = _list_values(root, keys, WHOLE_FILE)
    return values if isinstance(values, Fault) else Settings(values, root.mark)


def _list_values(mapping: MappingNode, keys: Sequence[str], within: str) -> dict[str, Node] | Fault:
    values: dict[str, Node] = {}
    for key, value in mapping.pairs:
        if isinstance(value, Broken):
            return value.fault
        if key.text not in keys:
            return Fault("unknown_key", key.mark, {"key": quote(key.text), "within": within, "legal": tuple(keys)})
        values[key.text] = value
    return values
