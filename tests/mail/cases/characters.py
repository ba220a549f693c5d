"""Characters other than plain ones ("Characters")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mail.building import CHINESE, REFUSED, TAIWANESE, TAKEN, Case, Scene, end_lines, text_mail, translate


def widen(text: str) -> str:
    """Return a text with its letters, digits and signs in full width, blanks and line ends as they are."""
    return "".join(chr(ord(letter) + 0xFEE0) if 33 <= ord(letter) <= 126 else letter for letter in text)


def widen_words(order: str) -> str:
    """Return an order with its values in full width, hyphens as underscores."""
    return re.sub(r"(?<=[\[ ,])([a-z][a-z-]*)(?=[,\]\s])", lambda found: widen(found[0].replace("-", "_")), order)


def quote_first(order: str, opening: str, closing: str) -> str:
    """Return an order with its first word in a list, or else its first number, in quotes."""
    quoted, done = re.subn(r"(?<=\[)([\w-]+)", f"{opening}\\1{closing}", order, count=1)
    return quoted if done else re.sub(r"(\d)", f"{opening}\\1{closing}", order, count=1)


def sprinkle(character: str) -> Callable[[str], str]:
    """Return what puts a character inside the first word of an order and behind the first blank in each line."""
    return lambda order: re.sub(r"(?m)^( *\w)(\w*[^ \n]*: )", rf"\1{character}\2{character}", order)


CHANGES: dict[str, Callable[[str], str]] = {
    "no-break-space-for-each-blank": lambda order: order.replace(" ", "\u00a0"),
    "no-break-space-as-indentation": lambda order: re.sub(r"(?m)^ +", lambda found: "\u00a0" * len(found[0]), order),
    "no-break-space-behind-colon": lambda order: order.replace(": ", ":\u00a0"),
    "ideographic-space-for-each-blank": lambda order: order.replace(" ", "\u3000"),
    "narrow-no-break-space": lambda order: order.replace(": ", ":\u202f"),
    "thin-space": lambda order: order.replace(": ", ":\u2009"),
    "figure-space": lambda order: order.replace(": ", ":\u2007"),
    "full-width-first-colon": lambda order: order.replace(": ", "：", 1),
    "full-width-colons": lambda order: order.replace(": ", "："),
    "full-width-colons-with-blanks": lambda order: order.replace(": ", "： "),
    "full-width-commas": lambda order: order.replace(",", "，"),
    "full-width-commas-without-blanks": lambda order: order.replace(", ", "，"),
    "ideographic-commas": lambda order: order.replace(", ", "、"),
    "half-width-ideographic-commas": lambda order: order.replace(", ", "､ "),
    "full-width-brackets": lambda order: order.replace("[", "［").replace("]", "］"),
    "full-width-braces": lambda order: order.replace("{", "｛").replace("}", "｝"),
    "black-lenticular-brackets": lambda order: order.replace("[", "【").replace("]", "】"),
    "chinese-keyboard": lambda order: (
        order.replace(", ", "，").replace(": ", "：").replace("[", "【").replace("]", "】")
    ),
    "full-width-words": widen_words,
    "full-width-digits": lambda order: re.sub(r"(?<=: )\d", lambda found: widen(found[0]), order),
    "full-width-all": widen,
    "full-width-hyphens": lambda order: order.replace("-", "－"),
    "capitals": str.upper,
    "underscores": lambda order: re.sub(r"(?<=[a-z])-(?=[a-c]\b)", "_", order),
    "blanks-for-hyphens": lambda order: re.sub(r"(?<=[a-z])-(?=[a-c]\b)", " ", order),
    "curly-quotes": lambda order: quote_first(order, "“", "”"),
    "curly-single-quotes": lambda order: quote_first(order, "‘", "’"),
    "low-quotes": lambda order: quote_first(order, "„", "“"),
    "straight-quotes": lambda order: quote_first(order, '"', '"'),
    "full-width-quotes": lambda order: quote_first(order, "＂", "＂"),
    "zero-width-space": sprinkle("\u200b"),
    "zero-width-joiner": sprinkle("\u200d"),
    "zero-width-non-joiner": sprinkle("\u200c"),
    "word-joiner": sprinkle("\u2060"),
    "byte-order-mark-inside": sprinkle("\ufeff"),
    "byte-order-mark-first": lambda order: "\ufeff" + order,
    "zero-width-space-first": lambda order: "\u200b" + order,
    "zero-width-space-on-a-blank-line": lambda order: order + "\u200b\nAna\n",
    "no-break-space-on-a-blank-line": lambda order: order + "\u00a0\nAna\n",
    "left-to-right-mark": sprinkle("\u200e"),
    "right-to-left-mark": sprinkle("\u200f"),
    "soft-hyphen": sprinkle("\u00ad"),
    "chinese-simplified": lambda order: translate(order, CHINESE),
    "chinese-traditional": lambda order: translate(order, TAIWANESE),
    "chinese-full": lambda order: translate(order, CHINESE).replace(", ", "，").replace(": ", "："),
    "emoji-in-prose": lambda order: f"Hi 🙂\n\n{order}\n👍\n",
    "tab-in-prose": lambda order: f"Hi\tthere\n\n{order}",
    "direction-override-in-prose": lambda order: f"Hi \u202ethere\n\n{order}",
}
"""Ways to write an order that leave its meaning as it is."""

REFUSALS: dict[str, Callable[[str], str]] = {
    "tab-as-indentation": lambda order: "message:\n\tto: all\n\ttext: TRAP\n",
    "tab-behind-colon": lambda order: order.replace(": ", ":\t", 1),
    "bell": lambda order: order.replace(": ", ": \u0007", 1),
    "nul": lambda order: order.replace(": ", ": \u0000", 1),
    "escape": lambda order: order.replace(": ", ": \u001b[31m", 1),
    "backspace": lambda order: order.replace(": ", ": x\u0008", 1),
    "delete": lambda order: order.replace(": ", ": \u007f", 1),
    "c1-control": lambda order: order.replace(": ", ": \u0090", 1),
    "right-to-left-override": lambda order: order.replace(": ", ": \u202e", 1),
    "left-to-right-override": lambda order: order.replace(": ", ": \u202d", 1),
    "right-to-left-embedding": lambda order: order.replace(": ", ": \u202b", 1),
    "right-to-left-isolate": lambda order: order.replace(": ", ": \u2067", 1),
    "line-separator": lambda order: order.replace(": ", ": \u2028", 1),
    "override-in-a-comment": lambda order: order.rstrip("\n") + " # \u202e\n",
    "emoji-in-a-word": lambda order: "later: {v1-place-4: {place: [jade🚢]}}\n",
    "look-alike-letters": lambda order: "later: {v1-place-4: {place: [jаde]}}\n",
    "control-as-yaml-escape": lambda order: order + 'salt: "TRAP\\x07"\n',
    "nul-as-yaml-escape": lambda order: order + 'salt: "TRAP\\0"\n',
    "escape-as-yaml-escape": lambda order: order + 'salt: "TRAP\\e[31m"\n',
    "tab-as-yaml-escape": lambda order: order + 'salt: "TRAP\\t"\n',
    "override-as-yaml-escape": lambda order: order + 'message: {to: all, text: "\\u202etxt"}\n',
    "line-separator-as-yaml-escape": lambda order: order + 'message: {to: all, text: "a\\u2028b"}\n',
    "number-as-yaml-escape-of-a-control": lambda order: 'salt: TRAP\nmortgage: "1\\x00"\n',
}

KEPT: dict[str, str] = {
    "salt-full-width": 'salt: "你好：朋友，再见【一】"',
    "salt-full-width-bare": "salt: 你好朋友１２３",
    "salt-curly-quotes-inside": 'salt: "he said “no”"',
    "salt-no-break-space": 'salt: "a\u00a0b"',
    "salt-ideographic-space": 'salt: "a\u3000b"',
    "salt-zero-width": 'salt: "a\u200bb"',
    "salt-soft-hyphen": 'salt: "a\u00adb"',
    "salt-emoji": 'salt: "🎲👨\u200d👩\u200d👧"',
    "text-full-width": 'message: {to: all, text: "你好：朋友，再见、好【吗】"}',
    "text-curly-quotes": 'message: {to: all, text: "it’s “fine”"}',
    "text-line-ends": 'message: {to: all, text: "one\\ntwo\\r\\nthree"}',
}
"""Free texts, whose characters are kept."""


def change(name: str, way: Callable[[str], str], transfer: str, expect: str) -> Case:
    def build(scene: Scene) -> bytes:
        data = end_lines(way(scene.order)).encode()
        return scene.mail(data, "text/plain; charset=utf-8", transfer)

    return Case(f"character-{name}", expect, build)


def list_cases() -> Iterator[Case]:
    for name, way in CHANGES.items():
        yield change(name, way, "qp", TAKEN)
    for name, way in REFUSALS.items():
        yield change(name, way, "b64", REFUSED)
    for name, line in KEPT.items():
        yield Case(f"character-kept-{name}", TAKEN, text_mail(f"$order\n{line}", transfer="b64"), f"$order\n{line}")
