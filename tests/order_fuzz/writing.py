"""Orders written as people write them: in many words, signs and styles, all of which say the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from manila_pbem.formats.words import list_words
from order_fuzz.saying import Free, Name, Said, Tree, Word

_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}
_QUOTES = {'"': "“”„‟＂", "'": "‘’‚‛＇"}
_UNSEEN = "\u00ad\u200b\u200e"
_PLAIN_SIGNS = " !$&*();./-！？；：～（）。＂＃\u3000" + _UNSEEN
"""What may stand within a text without quotes, and more of it outside of brackets."""
_BLOCK_SIGNS = _PLAIN_SIGNS + "，、【】［］｛｝’”〔〕[]{},"


class Writer:
    """Writes a tree in styles that `random` picks; every file of it says the same."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._plain_signs = random.random() < 0.4
        """Whether only ASCII makes up the structure."""
        self._hides = random.random() < 0.15

    def write(self, tree: Said) -> bytes:
        """Return a whole file."""
        pick = self._random.choice
        if not tree.pairs:
            body = "{}\n"
        elif self._random.random() < 0.2:
            body = self._blank() + self._write_flow(tree) + self._comment() + "\n"
        else:
            lines = self._write_block(tree, " " * pick((0, 0, 0, 2)))
            ends = ("\n", "\n", "\n\n", "\n# the end", "")
            body = "\n".join(lines) + pick(ends[: 4 if "\n" in lines[-1] else 5])
        head = pick(("", "", "", "# mine\n", "\n", "---\n", "# a: [b\n---\n"))
        tail = "...\n" if head.endswith("---\n") and body.endswith("\n") and self._random.random() < 0.3 else ""
        text = head + body + tail
        end = pick(("\n", "\n", "\n", "\r\n", "\r"))
        return (pick(("", "", "", "\ufeff")) + text.replace("\n", end)).encode()

    def _sign(self, *signs: str) -> str:
        return signs[0] if self._plain_signs else self._random.choice(signs)

    def _blank(self) -> str:
        return self._sign("", "", " ", "\u3000", "\u00a0") if self._random.random() < 0.3 else ""

    def _colon(self) -> str:
        return self._sign(": ", ":  ", "：", "：\u3000", ":\u00a0", " : ")

    def _comment(self) -> str:
        if self._random.random() > 0.1:
            return ""
        return self._sign(" # ", " ＃", "\u3000# ") + self._random.choice(("mine", "bid: 8", "[ {", "\"'“", "：，"))

    def _write_flow(self, tree: Tree) -> str:
        if not isinstance(tree, list | Said):
            return self._write_free(tree.text, None) if isinstance(tree, Free) else self._write_scalar(tree, None)
        comma = self._sign(", ", ",", "，", "、", " ,", ",\n ", ", # c\n  ")
        if isinstance(tree, list):
            left, right = self._sign("[]", "【】", "［］", "〔〕")
            items = [self._write_flow(item) for item in tree]
        else:
            left, right = self._sign("{}", "｛｝")
            items = [
                self._write_key(key, flow=True) + self._colon() + self._write_flow(value) for key, value in tree.pairs
            ]
        last = self._random.choice(("", "", "", ",")) if items else ""
        return left + self._blank() + comma.join(items) + last + self._blank() + right

    def _write_key(self, key: Word | Name, *, flow: bool = False) -> str:
        text = self._spell(key)
        if self._random.random() < 0.03:
            return self._escape(str(key[-1]))
        if self._random.random() < 0.5:
            return text
        quote = self._random.choice("'\"" if "'" not in text and "’" not in text else '"')
        quotes = (quote, *list(_QUOTES[quote]))
        return self._sign(*quotes) + text + self._sign(*quotes)

    def _write_block(self, tree: Tree, indent: str) -> list[str]:
        """Write a mapping or a list as lines."""
        lines: list[str] = []
        if isinstance(tree, list):
            for item in tree:
                dash = indent + self._sign("- ", "- ", "－ ", "– ", "-\u3000")
                if isinstance(item, Said) and self._random.random() < 0.5:
                    block = self._write_block(item, indent + "  ")
                    lines += [dash + block[0][len(indent) + 2 :], *block[1:]]
                else:
                    lines += self._write_value(dash, item, indent, in_list=True)
                lines += self._write_between(lines[-1], indent)
            return lines
        assert isinstance(tree, Said)
        for key, value in tree.pairs:
            head = indent + self._write_key(key) + self._colon()
            if self._random.random() < 0.05:
                lines.append(indent + self._sign("? ", "？ ", "?\u3000") + self._write_key(key) + self._comment())
                head = indent + self._colon().lstrip(" ")
            lines += self._write_value(head, value, indent)
            lines += self._write_between(lines[-1], indent)
        return lines

    def _write_between(self, last: str, indent: str) -> list[str]:
        # Within a block text a comment would be part of it.
        if self._random.random() > 0.1 or "\n" in last:
            return []
        return [self._random.choice(("", "   ", "# between", indent + "  # bid: 9", "#"))]

    def _write_value(self, head: str, value: Tree, indent: str, *, in_list: bool = False) -> list[str]:
        inner = indent + " " * self._random.choice((1, 2, 2, 4))
        if isinstance(value, list | Said):
            empty = not (value if isinstance(value, list) else value.pairs)
            if empty or self._random.random() < 0.5:
                return [head + self._write_flow(value).replace("\n", "\n" + inner) + self._comment()]
            if isinstance(value, list) and not in_list and self._random.random() < 0.3:
                inner = indent
            return [head.rstrip(" ") + self._comment(), *self._write_block(value, inner)]
        if isinstance(value, Free):
            return [head + self._write_free(value.text, inner, len(inner) - len(indent))]
        return [head + self._write_scalar(value, inner)]

    def _spell(self, leaf: Any) -> str:
        """Return a spelling of a word, a number or a name that is read as the same."""
        random = self._random
        text = str(leaf[-1])
        if isinstance(leaf, Word):
            word = next(word for word in list_words(leaf.place) if word.word == text)
            text = random.choice((text, text, *word.english, *word.traditional, *word.simplified))
            text = random.choice((str, str, str, str.upper, str.title))(text)
            text = text.replace("-", random.choice("-_ ")).replace("_", random.choice("-_ "))
        elif isinstance(leaf, Name):
            text = random.choice((str, str, str.upper))(text)
        if not self._plain_signs and random.random() < 0.15:
            text = text.replace("’", "'").translate(_WIDE) if "’" not in text else text
        if self._hides and len(text) > 1 and random.random() < 0.3:
            at = random.randrange(1, len(text))
            text = text[:at] + random.choice("\u200b\u00ad\u200e") + text[at:]
        return text

    def _write_scalar(self, leaf: Any, indent: str | None) -> str:
        if self._random.random() < 0.05:
            return self._escape(str(leaf[-1]))
        text = self._spell(leaf)
        styles: list[Callable[[str], str]] = [str, str, str, lambda t: f'"{t}"']
        if "'" not in text and "’" not in text:
            styles.append(lambda t: f"'{t}'")
            if not self._plain_signs:
                styles += [lambda t: f"‘{t}’", lambda t: f"＇{t}＇"]
        if not self._plain_signs:
            styles += [lambda t: f"“{t}”", lambda t: f"„{t}“", lambda t: f"＂{t}＂"]
        if indent is not None:
            mark = self._sign("|", ">", "|-", "｜", ">-", "|+")
            styles.append(lambda t: f"{mark}{self._comment()}\n{indent}{t}")
        written = self._random.choice(styles)(text)
        return written if "\n" in written else written + self._comment() * (indent is not None)

    def _escape(self, text: str) -> str:
        return '"' + "".join(self._random.choice((c, f"\\u{ord(c):04x}")) for c in text) + '"'

    def _write_free(self, text: str, indent: str | None, set_in: int = 0) -> str:
        """Write a text that must come back as it is; its lines stand `set_in` further in than its key."""
        quoted = '"' + "".join(_ESCAPES.get(c, c if c.isprintable() else f"\\U{ord(c):08x}") for c in text) + '"'
        styles = [quoted]
        if all(c.isprintable() or c in _UNSEEN for c in text):
            styles += self._list_quoted(text, within=indent is None)
            signs = _PLAIN_SIGNS if indent is None else _BLOCK_SIGNS
            if all(c.isalnum() or c in signs for c in text) and text[:1].isalnum() and _may_be_plain(text):
                styles += [text] * 3
        if self._random.random() < 0.2:
            styles = ["\n" + (indent or "") + style for style in styles]
        lines = text.removesuffix("\n").split("\n")
        if indent is not None and all(map(_is_shown, lines)):
            given = str(set_in)
            if not any(line.lstrip(_UNSEEN)[0].isspace() for line in lines):
                given = self._random.choice(("", "", given))
            chomp = "" if text.endswith("\n") else "-"
            header = "|" + self._random.choice((given + chomp, chomp + given))
            header = "".join(self._sign(c, c.translate(_WIDE)) for c in header) + self._comment()
            styles += [header + "".join(f"\n{indent}{line}" for line in lines)] * 3
        return self._random.choice(styles)

    def _list_quoted(self, text: str, *, within: bool) -> list[str]:
        """Return a text of one line in quotes of all kinds, those left out that it has itself.

        Within brackets a curly quote is not closed by a straight one: another curly one in the text behind could too.
        """
        quoted = ["'" + text.replace("'", "''") + "'"]
        for straight, others in _QUOTES.items():
            if not self._plain_signs and not set(text) & set(others):
                begin, end = self._random.choice(others), self._random.choice(others)
                quoted.append(
                    begin + text + (end if within or straight in text else self._random.choice((end, straight)))
                )
        return quoted


def _is_shown(line: str) -> bool:
    """Tell whether a line has something in it that can be seen, and nothing that must be escaped."""
    return line.strip(" \u3000" + _UNSEEN) != "" and all(c.isprintable() or c in _UNSEEN for c in line)


def _may_be_plain(text: str) -> bool:
    """Tell whether a text without quotes has no comment in it, no key and no blanks around it."""
    return text == text.strip() and not re.search(r"\s[\u00ad\u200b\u200e]*＃", text)
