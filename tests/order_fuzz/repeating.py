"""Files of the size that an order may have, in which one piece stands again and again: what could take longest."""

from __future__ import annotations

from collections.abc import Iterator

from order_fuzz.plain_reading import LARGEST

_REPEATED = (
    # Lines of a value that keeps its characters: blank ones, ones set in unevenly, and none.
    ("salt： |\n  ａ\n", "\u200b\n", ""),
    ("salt： |\n", "\u3000\u200b ａ\n", ""),
    ("salt： |\n", " ａ\n", ""),
    ("salt： |\n", "\u3000\u200b", ""),
    ("salt： ａ", "\n ａ", ""),
    ("salt： ａ", "\n\u3000\u200b ａ", ""),
    ("salt：", "\n", "  ａ"),
    ("{salt：", "\n# ｃ", "\n  ａ}"),
    # What might end it.
    ("{salt： ａ", "，", ""),
    ("{salt： ａ", "，好：", ""),
    ("{salt： ａ", "，" + "好" * 40, ""),
    ("{salt： ａ", "【", ""),
    ("{salt： ａ", "\u3000 \u200b", ""),
    ("salt： ａ", " \u200b#", ""),
    ("salt： ａ", "：", ""),
    ("salt： ａ", "\u200b", ""),
    # Quotes and escapes.
    ("salt： “", "”ａ", ""),
    ("{salt： “", "“，", ""),
    ("salt： “", '\\"', "”"),
    ("salt： '", "''", ""),
    ("“", "\\u0073", "”： a"),
    ("？ “", "\\x73", "”： a"),
    # Keys and signs.
    ("", "salt： ａ\n", ""),
    ("{", "salt： ａ，", ""),
    ("{", "“salt”：，", ""),
    ("{", '"\\u0073ａ":', ""),
    ("？ ａ", "\n b", ""),
    ("{? ａ", "\n b", ""),
    ("ａ： ", "b: ", ""),
    ("ａ\n", "--- ", ""),
    ("ａ", "\u200b", ""),
    ("ａ", "：", ""),
)


def repeat_pieces() -> Iterator[bytes]:
    """Yield the files."""
    for head, piece, tail in _REPEATED:
        times = (LARGEST - len((head + tail).encode())) // len(piece.encode())
        yield (head + piece * times + tail).encode()
    yield "".join(f"ａ： |\n{' ' * inner}b\n" for inner in range(1, 330)).encode()
