"""Writes the tables of the docs anew from the code and the records: `python docs/make_tables.py`.

A table stands between two lines, `<!-- table: NAME -->` and `<!-- end of table -->`; all else is written by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from typer.main import get_command

from manila_pbem.cli.app import COMMANDS, build_app
from manila_pbem.formats.characters import BLANKS, DROPPED, SIGNS
from manila_pbem.formats.words import Place, list_words

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "tests" / "records"
CASES = "../tests/records/cases"

KEYS_OF_WORDS: dict[Place, str] = {
    "key": "Keys of an order",
    "wish": "Keys of an alternative",
    "bid": "Keys of `bid`",
    "pilots": "Keys of `pilot`",
    "pirates": "Keys of `board`",
    "message": "Keys of `message`",
    "fact": "Keys of `when`",
    "bound": "Keys of a range",
    "ware": "Wares",
    "space": "Spaces",
    "choice": "Other values",
    "step": "Steps of a phase's name, after `v1-`",
}

MEANINGS = {
    ": ": "a colon and a blank",
    '"': '`"`',
    "'": "`'`",
    "[": "`[`",
    "]": "`]`",
    ",": "`,`",
    "-": "`-`",
}


def write_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---" for _ in heads], *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def write_words() -> str:
    """Return the tables of all words of an order."""
    parts = []
    for place, title in KEYS_OF_WORDS.items():
        rows = [
            [f"`{word.word}`", *map(_list_spellings, (word.english, word.traditional, word.simplified))]
            for word in list_words(place)
        ]
        heads = [title, "also", "traditional Chinese", "simplified Chinese"]
        parts.append(write_table(heads, rows))
    return "\n".join(parts)


def _list_spellings(spellings: Iterable[str]) -> str:
    return ", ".join(spellings)


def write_characters() -> str:
    """Return the table of characters that are read as others."""
    signs: dict[str, list[str]] = {}
    for sign, read in SIGNS.items():
        signs.setdefault(read, []).append(sign)
    rows = [
        ["full-width letters, digits and signs, U+FF01 to U+FF5E", "the ASCII character"],
        *[[" ".join(f"{sign} (U+{ord(sign):04X})" for sign in group), MEANINGS[read]] for read, group in signs.items()],
        [_list_codes(BLANKS), "a blank"],
        [_list_codes(DROPPED), "nothing"],
    ]
    return write_table(["written", "read as"], rows)


def _list_codes(characters: str) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in characters)


def write_commands() -> str:
    """Return every command as its own help tells it: what it does, its arguments and options, its examples."""
    group: Any = get_command(build_app())
    parts = []
    for name in COMMANDS:
        command: Any = group.commands[name]
        told, _, example = command.help.partition("\b\n")
        title, *lines = example.rstrip().splitlines()
        rows = []
        usage = [f"manila {name}"]
        for parameter in command.params:
            argument = parameter.param_type_name == "argument"
            shown = parameter.metavar if argument else " ".join([*parameter.opts[-1:], *_name_value(parameter)])
            if argument:
                usage.append(shown)
            elif parameter.required:
                usage.append(f"{shown} …" if parameter.multiple else shown)
            rows.append([f"`{shown}`", parameter.help])
        console = "".join(f"{line.strip()}\n" for line in lines)
        parts.append(
            f"## {name}\n\n`{' '.join(usage)}`\n\n{' '.join(told.split())}\n\n"
            f"{write_table(['argument or option', 'is'], rows)}\n{title}\n\n```sh\n{console}```\n"
        )
    return "\n".join(parts)


def _name_value(option: Any) -> list[str]:
    return [] if option.is_flag else [option.metavar or "TEXT"]


def write_cases() -> str:
    """Return the table of the adjudicated cases: number, clauses, what it shows, files."""
    rows = []
    for path in list_cases():
        clauses, told = read_comment(path)
        files = f"[record]({CASES}/{path.name}), [state]({CASES}/{path.with_suffix('.json').name})"
        rows.append([number_case(path), clauses, told, files])
    return write_table(["case", "shows", "what happens", "files"], rows)


def list_cases() -> list[Path]:
    """Return the records of all cases, in the order of their numbers."""
    return sorted((RECORDS / "cases").glob("*.yaml"))


def number_case(path: Path) -> str:
    """Return the number of a case: its clause, and a letter where several show the same one."""
    clause = name_clause(path)
    same = [other for other in list_cases() if name_clause(other) == clause]
    return f"{clause}{'abcdefghijklmnopqrstuvwxyz'[same.index(path)]}"


def name_clause(path: Path) -> str:
    """Return the clause a case is filed under."""
    chapter, clause = path.stem.split("_")[:2]
    return f"{int(chapter[1:])}.{clause}"


def read_comment(path: Path) -> tuple[str, str]:
    """Return what the first line of a case's record says: the clauses it shows, and what happens."""
    line = path.read_text(encoding="utf-8").partition("\n")[0]
    match = re.fullmatch(r"# ((?:R\d+\.\d+|RECORD)(?:(?:, | to )R\d+\.\d+)*)(?::| )\s*(.*)", line)
    assert match is not None, f"{path.name} does not begin with its clause"
    return match[1], match[2]


def write_illegal() -> str:
    """Return the table of the illegal records, with the action that must be refused."""
    expected = json.loads((RECORDS / "illegal" / "expected.json").read_text(encoding="utf-8"))
    rows = [
        [f"[{name.removesuffix('.yaml')}](../tests/records/illegal/{name})", str(n)] for name, n in expected.items()
    ]
    return write_table(["record", "refused"], rows)


TABLES: dict[str, Callable[[], str]] = {
    "words": write_words,
    "characters": write_characters,
    "commands": write_commands,
    "cases": write_cases,
    "illegal": write_illegal,
}
_TABLE = re.compile(r"(?<=^<!-- table: )(\w+)( -->\n).*?(?=^<!-- end of table -->$)", re.MULTILINE | re.DOTALL)


def write_page(text: str) -> str:
    """Return a page with its tables made anew."""
    return _TABLE.sub(lambda match: f"{match[1]}{match[2]}\n{TABLES[match[1]]()}\n", text)


if __name__ == "__main__":
    for page in (ROOT / "docs").glob("*.md"):
        text = page.read_text(encoding="utf-8")
        made = write_page(text)
        if made != text:
            page.write_text(made, encoding="utf-8")
