"""`format=flowed`: lines that were broken to fit are joined again (RFC 3676)."""

from __future__ import annotations


def unflow(text: str, delsp: bool = False) -> str:
    """Return a text whose lines end in LF as its writer meant it: soft breaks undone, stuffed blanks taken off.

    `delsp`: the blank at a soft break is none of the text. An empty line ends a paragraph, also where the line before
    it ends in a blank, as several programs write it.
    """
    whole: list[str] = []
    pieces: list[str] = []
    depth = 0
    for raw in text.split("\n"):
        if not pieces and raw[-1:] != " ":
            # Most lines are no flowed ones.
            whole.append(raw[1:] if raw[:1] == " " else raw)
            continue
        level = 0
        line = raw
        if raw[:1] == ">":
            line = raw.lstrip(">")
            level = len(raw) - len(line)
        if line[:1] == " ":
            line = line[1:]
        if pieces and (level != depth or not line or line == "-- "):
            whole.append(_join(pieces, depth))
            pieces = []
        depth = level
        if line[-1:] == " " and line != "-- " and not line.isspace():
            pieces.append(line[:-1] if delsp else line)
            continue
        pieces.append(line)
        whole.append(_join(pieces, depth))
        pieces = []
    if pieces:
        whole.append(_join(pieces, depth))
    return "\n".join(whole)


def _join(pieces: list[str], depth: int) -> str:
    line = "".join(pieces)
    return f"{'>' * depth} {line}" if depth else line
