"""What README and docs say is so: every example runs, every order is read, every link leads somewhere."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from manila_pbem.formats.club_file import read_club_file
from manila_pbem.formats.faults import Fault
from manila_pbem.formats.game_file import read_game_file
from manila_pbem.formats.order_reader import read_order
from manila_pbem.formats.record import Record, read_record

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    + [ROOT / room / "README.md" for room in ("bench", "games", "manila_pbem", "templates", "tests")]
)
PLAYERS = ("ana", "ben", "chu", "dai")
LANGUAGES = ("console", "python", "sh", "text", "yaml")
LAW = ("play.md", "record.md", "rules.md")
"""Copies of what was there before this project; they are kept as they are."""
END = "\x01"


class Block(NamedTuple):
    """A fenced block of a page; `line` is the one of its fence."""

    page: Path
    line: int
    language: str
    text: str


def name_page(page: Path) -> str:
    return str(page.relative_to(ROOT))


def list_blocks(page: Path) -> Iterator[Block]:
    start, language, lines = 0, "", []
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        if not line.startswith("```"):
            lines.append(line)
        elif start:
            yield Block(page, start, language, "".join(f"{text}\n" for text in lines))
            start = 0
        else:
            start, language, lines = number, line.removeprefix("```").strip(), []
    assert not start, f"{name_page(page)}, line {start}: a block without an end"


BLOCKS = [block for page in PAGES for block in list_blocks(page)]


def list_examples(language: str) -> list[pytest.ParameterSet]:
    return [
        pytest.param(block, id=f"{name_page(block.page)}:{block.line}")
        for block in BLOCKS
        if block.language == language
    ]


def test_every_block_says_what_it_is() -> None:
    own = [block for block in BLOCKS if block.page.name not in LAW]
    assert [f"{name_page(block.page)}:{block.line}" for block in own if block.language not in LANGUAGES] == []


class Typed(NamedTuple):
    """A command as a page shows it typed, and what it shows printed; `...` stands for anything."""

    where: str
    command: str
    printed: str


def list_typed(block: Block) -> Iterator[Typed]:
    command, printed, where = "", "", ""
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if line.startswith("$ "):
            if command:
                yield Typed(where, command, printed)
            command, printed, where = line.removeprefix("$ "), "", f"{name_page(block.page)}:{number}"
        elif line.startswith("> ") and command and not printed:
            command += "\n" + line.removeprefix("> ")
        else:
            assert command, f"{name_page(block.page)}:{number} stands before any command"
            printed += f"{line}\n"
    if command:
        yield Typed(where, command, printed)


TOLD = [page for page in PAGES if any(block.page == page and block.language == "console" for block in BLOCKS)]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Return a folder as a clone looks to a reader: the games and records to read are in it, `manila` is a command."""
    clone = tmp_path / "manila-pbem"
    # Of the games only the one kept to read: whoever runs this may have games of his own there.
    for part in ("docs", "games/demo", "tests/records"):
        shutil.copytree(ROOT / part, clone / part)
    program = tmp_path / "bin" / "manila"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m manila_pbem "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (program.parent / "python3").symlink_to(sys.executable)
    return clone


def run_typed(typed: list[Typed], folder: Path) -> list[str]:
    """Run commands in one shell, as somebody types them one by one; return what each prints."""
    script = "".join(f"{one.command}\n{{ typed=$?; printf '\\001'; (exit $typed); }}\n" for one in typed)
    environment = {
        "PATH": f"{folder.parent / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder.parent),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "100",
        "MANILA_NOW": "2026-12-01T20:00:00Z",
    }
    shell = subprocess.run(
        ["/bin/bash", "-c", script],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    return shell.stdout.decode().split(END)[:-1]


@pytest.mark.parametrize("page", TOLD, ids=name_page)
def test_what_is_typed_prints_what_is_shown(page: Path, desk: Path) -> None:
    blocks = [block for block in BLOCKS if block.page == page]
    for block in blocks:
        # A program shown on a page names its file in its first line.
        if block.language == "python":
            name = block.text.partition("\n")[0].removeprefix("# ").partition(":")[0]
            (desk / name).write_text(block.text, encoding="utf-8")
    typed = [one for block in blocks if block.language == "console" for one in list_typed(block)]
    printed = run_typed(typed, desk)
    checker = doctest.OutputChecker()
    wrong = [
        f"{one.where}: $ {one.command}\nshown:\n{one.printed}printed:\n{text}"
        for one, text in zip(typed, printed, strict=True)
        if not checker.check_output(one.printed, text, doctest.ELLIPSIS)
    ]
    assert not wrong, "\n".join(wrong)


def test_readme_plays_a_game_by_hand() -> None:
    assert ROOT / "README.md" in TOLD


@pytest.mark.parametrize("block", list_examples("yaml"))
def test_every_order_is_read(block: Block) -> None:
    first = block.text.partition("\n")[0]
    if block.page.name == "record.md":
        assert isinstance(read_record(block.text), Record)
    elif first == "# games/club.yaml":
        assert not isinstance(read_club_file(block.text.encode()), Fault)
    elif first == "# games/harbour-1/game.yaml":
        assert not isinstance(read_game_file(block.text.encode()), Fault)
    else:
        assert read_order(block.text, PLAYERS).problems == ()


def list_links(page: Path) -> list[str]:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text))
    return [link for link in links if not re.match(r"[a-z]+:", link)]


def list_anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_page)
def test_every_link_leads_somewhere(page: Path) -> None:
    dead = []
    for link in list_links(page):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in list_anchors(target)):
            dead.append(link)
    assert not dead


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page in reached:
            continue
        reached.add(page)
        ahead += [
            target
            for link in list_links(page)
            if (target := (page.parent / link.partition("#")[0]).resolve()).suffix == ".md"
        ]
    assert [name_page(page) for page in PAGES if page not in reached] == []


def test_the_two_commands_of_the_readme_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:^|`)make ([a-z]+)", readme, flags=re.MULTILINE)
    assert {"demo", "test"} <= set(named)
    assert [target for target in named if not re.search(rf"^{target}:", makefile, flags=re.MULTILINE)] == []
    assert (ROOT / ".ci" / "run").read_text(encoding="utf-8").rstrip().endswith(" make test")
