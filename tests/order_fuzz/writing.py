"""Orders written as people write them: in many words, signs and styles, all of which say the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from manila_pbem.formats.words import list_words
from order_fuzz.saying import Free, Name, Said, Tree, Word

_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}


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
            return self._write_scalar(tree, None, flow=True)
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
        return self._random.choice(
            ('"{}"', "'{}'", "“{}”"[: None if not self._plain_signs else 0] or "{}", "{}", "{}", "{}")
        ).format(text)

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
            lines += self._write_value(indent + self._write_key(key) + self._colon(), value, indent)
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
        return [head + self._write_scalar(value, inner, flow=False)]

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

    def _write_scalar(self, leaf: Any, indent: str | None, *, flow: bool) -> str:
        if isinstance(leaf, Free):
            return self._write_free(leaf.text, indent)
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

    def _write_free(self, text: str, indent: str | None) -> str:
        """Write a text that must come back as it is."""
        quoted = '"' + "".join(_ESCAPES.get(c, c if c.isprintable() else f"\\U{ord(c):08x}") for c in text) + '"'
        styles = [quoted]
        one_line = "\n" not in text and text.isprintable()
        if one_line:
            styles.append("'" + text.replace("'", "''") + "'")
            if not self._plain_signs and not set(text) & set("“”„‟＂"):
                styles.append(f"“{text}”")
        if text and all(c.isalnum() or c in " !$&*();./-" for c in text) and text[0].isalnum() and text == text.strip():
            styles += [text] * 2
        body = text.removesuffix("\n")
        lines = body.split("\n")
        if indent is not None and all(line and line == line.strip() and line.isprintable() for line in lines):
            mark = "|" if text.endswith("\n") else "|-"
            styles += [f"{mark}\n{indent}" + body.replace("\n", f"\n{indent}")] * 2
        return self._random.choice(styles)
