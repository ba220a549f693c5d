"""The hash-chained log: what it looks like, and that every damage is named by its line (docs/play.md, section 3)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manila_pbem.errors import DamagedGame, ManilaError
from manila_pbem.store.log_file import (
    NO_HEAD,
    Fault,
    Head,
    check_head,
    find_head,
    hash_entry,
    inspect_log,
    parse_head,
    read_log,
    write_canonical,
    write_line,
)

ENTRIES: list[dict[str, Any]] = [
    {"n": 1, "at": "2026-12-01T20:00:00Z", "kind": "start", "players": ["ana", "安娜"]},
    {"n": 2, "at": "2026-12-01T20:00:00Z", "kind": "message", "from": "ana", "text": 'a "b"\n\u2028 \u0085'},
    {"n": 3, "at": "2026-12-02T20:00:00Z", "kind": "action", "action": {"load": {"silk": 4, "jade": 5}}},
    {"n": 4, "at": "2026-12-02T20:00:00Z", "kind": "roll", "dice": {"silk": 6}},
]


def write_log(entries: list[dict[str, Any]]) -> list[bytes]:
    """The lines of a log, chained by `write_line`."""
    lines = []
    prev = "0" * 64
    for entry in entries:
        line = write_line(entry, prev)
        prev = line.hash
        lines.append(line.text.encode())
    return lines


LINES = write_log(ENTRIES)
HEAD = Head(4, json.loads(LINES[-1])["hash"])


def test_an_entry_is_hashed_as_canonical_json_behind_the_hash_before_it() -> None:
    prev = "ab" * 32
    text = '{"a":{"x":[1,2],"z":null},"n":7,"t":"é\u2028玉\\n"}'
    expected = hashlib.sha256((prev + text).encode("utf-8")).hexdigest()
    entry = {"t": "é\u2028玉\n", "n": 7, "a": {"z": None, "x": [1, 2]}}
    assert write_canonical(entry) == text
    assert hash_entry(entry, prev) == expected
    line = write_line(entry, prev)
    assert line == (7, prev, expected, f'{text[:-1]},"prev":"{prev}","hash":"{expected}"}}\n')


def test_the_first_entry_follows_on_64_zeros() -> None:
    first = json.loads(LINES[0])
    assert first["prev"] == "0" * 64 == NO_HEAD.hash
    assert first["hash"] == hashlib.sha256(("0" * 64 + write_canonical(ENTRIES[0])).encode()).hexdigest()
    assert json.loads(LINES[1])["prev"] == first["hash"]


@pytest.mark.parametrize("entry", [{"n": "1"}, {"n": True}, {"n": 1, "prev": ""}, {"n": 1, "hash": ""}])
def test_only_a_bare_entry_is_written(entry: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="an entry has its number"):
        write_line(entry, "0" * 64)


def test_what_is_not_json_is_not_written() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        write_line({"n": 1, "x": float("nan")}, "0" * 64)


def test_a_head_is_written_as_number_and_hash() -> None:
    assert str(Head(12, "0a" * 32)) == "12:" + "0a" * 32
    assert parse_head("12:" + "0a" * 32) == Head(12, "0a" * 32)


@pytest.mark.parametrize(
    "text",
    [
        *("", "12", ":" + "0" * 64, "x:" + "0" * 64, "-1:" + "0" * 64, "²:" + "0" * 64, "٣:" + "0" * 64),
        *("1:" + "0" * 63, "1:" + "0" * 65, "1:" + "A" * 64, "1:" + "g" * 64, "1:" + "0" * 64 + "\n"),
        "1234567890:" + "0" * 64,
    ],
)
def test_anything_else_is_no_head(text: str) -> None:
    with pytest.raises(ManilaError, match="is not the head of a log"):
        parse_head(text)


def test_a_whole_log_is_read(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_bytes(b"".join(LINES))
    entries = read_log(tmp_path / "log.jsonl", HEAD)
    assert [{key: entry[key] for key in entry if key not in ("prev", "hash")} for entry in entries] == ENTRIES
    assert [entry["prev"] for entry in entries[1:]] == [entry["hash"] for entry in entries[:-1]]
    assert find_head(entries) == HEAD
    assert inspect_log(b"".join(LINES)) == (entries, [])
    assert inspect_log(b"".join(LINES), own=True) == (entries, [])


def test_a_game_that_has_not_begun_has_no_entries(tmp_path: Path) -> None:
    assert read_log(tmp_path / "none", NO_HEAD) == []
    assert find_head([]) == NO_HEAD


def change_die(lines: list[bytes]) -> None:
    lines[3] = lines[3].replace(b'"silk":6', b'"silk":5')


def change_prev(lines: list[bytes]) -> None:
    entry = {key: value for key, value in json.loads(lines[2]).items() if key not in ("prev", "hash")}
    lines[2] = write_line(entry, "1" * 64).text.encode()


def drop_line(lines: list[bytes]) -> None:
    del lines[1]


def swap_lines(lines: list[bytes]) -> None:
    lines[1], lines[2] = lines[2], lines[1]


def repeat_line(lines: list[bytes]) -> None:
    lines.insert(2, lines[1])


def add_blank_line(lines: list[bytes]) -> None:
    lines.insert(1, b"\n")


def add_entry(lines: list[bytes]) -> None:
    """A good entry behind the end, well chained."""
    lines.append(write_line({"n": 5, "kind": "message"}, HEAD.hash).text.encode())


def cut_tail(lines: list[bytes]) -> None:
    del lines[3]


def cut_line(lines: list[bytes]) -> None:
    lines[3] = lines[3][:-20]


def cut_line_end(lines: list[bytes]) -> None:
    lines[3] = lines[3][:-1]


def cut_inner_line(lines: list[bytes]) -> None:
    lines[1] = lines[1][:-20] + b"\n"


def break_utf8(lines: list[bytes]) -> None:
    lines[0] = lines[0].replace("安".encode(), b"\xff")


def put_list(lines: list[bytes]) -> None:
    lines[0] = b"[]\n"


def take_number(lines: list[bytes]) -> None:
    lines[1] = lines[1].replace(b'"n":2', b'"n":"2"')


def take_hash(lines: list[bytes]) -> None:
    lines[1] = lines[1].replace(b'"hash"', b'"hush"')


def put_key_twice(lines: list[bytes]) -> None:
    lines[3] = lines[3].replace(b'"silk":6', b'"silk":6,"silk":6')


def put_prev_twice(lines: list[bytes]) -> None:
    lines[3] = b'{"prev":"",' + lines[3][1:]


def put_constant(lines: list[bytes]) -> None:
    lines[3] = lines[3].replace(b'"silk":6', b'"silk":NaN')


def put_half_character(lines: list[bytes]) -> None:
    lines[3] = lines[3].replace(b'"silk"', rb'"\ud800"')


def nest_deeply(lines: list[bytes]) -> None:
    lines[3] = lines[3].replace(b'"silk":6', b'"silk":' + b"[" * 99999 + b"]" * 99999)


def put_blanks(lines: list[bytes]) -> None:
    """Blanks only: the entry, and so its hash, stay the same."""
    lines[2] = lines[2].replace(b'"n":3', b'"n": 3')


def write_all_anew(lines: list[bytes]) -> None:
    """Somebody changes a die and computes all hashes again."""
    lines[:] = write_log([*ENTRIES[:3], {**ENTRIES[3], "dice": {"silk": 5}}])


DAMAGES: list[tuple[Callable[[list[bytes]], None], int, str]] = [
    (change_die, 4, "is not what its hash says"),
    (change_prev, 3, "does not go on from the line before it"),
    (drop_line, 2, "has the number 3 where 2 is due"),
    (swap_lines, 2, "has the number 3 where 2 is due"),
    (repeat_line, 3, "has the number 2 where 3 is due"),
    (add_blank_line, 2, "is not JSON"),
    (add_entry, 5, "was added: the log went up to entry 4"),
    (cut_tail, 4, "is missing: the log went up to entry 4"),
    (cut_line, 4, "is cut short: its end is missing"),
    (cut_line_end, 4, "is cut short: its end is missing"),
    (cut_inner_line, 2, "is not JSON"),
    (break_utf8, 1, "is not JSON"),
    (put_list, 1, "is not an entry with a number n"),
    (take_number, 2, "is not an entry with a number n"),
    (take_hash, 2, "has no prev or no hash"),
    (put_key_twice, 4, "has the key 'silk' twice"),
    (put_prev_twice, 4, "has the key 'prev' twice"),
    (put_constant, 4, "is not JSON"),
    (put_half_character, 4, "is not what its hash says"),
    (nest_deeply, 4, "is not JSON"),
    (put_blanks, 3, "is not written as this program writes"),
    (write_all_anew, 4, "has another hash than was kept"),
]


@pytest.mark.parametrize(("damage", "line", "what"), DAMAGES)
def test_every_damage_is_named_by_its_line(
    tmp_path: Path, damage: Callable[[list[bytes]], None], line: int, what: str
) -> None:
    lines = list(LINES)
    damage(lines)
    (tmp_path / "log.jsonl").write_bytes(b"".join(lines))
    with pytest.raises(DamagedGame, match=rf"log\.jsonl, line {line} {what}"):
        read_log(tmp_path / "log.jsonl", HEAD)


def test_a_missing_file_is_a_missing_tail(tmp_path: Path) -> None:
    with pytest.raises(DamagedGame, match=r"line 1 is missing: the log went up to entry 4"):
        read_log(tmp_path / "log.jsonl", HEAD)


@given(st.data())
def test_no_changed_byte_goes_unseen(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    whole = b"".join(LINES)
    place = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != whole[place]))
    path = tmp_path_factory.mktemp("log") / "log.jsonl"
    path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
    with pytest.raises(DamagedGame, match=r"log\.jsonl, line [1-5] "):
        read_log(path, HEAD)


def test_another_programs_form_of_the_same_entries_is_read() -> None:
    """Keys in any order, blanks, escapes, CRLF: the entries, and so their hashes, are the same."""
    lines = []
    for line in LINES:
        entry = json.loads(line)
        lines.append(json.dumps(dict(reversed(entry.items())), indent=None).encode() + b"\r\n")
    reading = inspect_log(b"".join(lines))
    assert reading.faults == []
    assert reading.entries == [json.loads(line) for line in LINES]


def test_all_faults_are_told_and_each_once() -> None:
    lines = list(LINES)
    lines[0] = lines[0].replace(b"start", b"stort")
    lines[2] = b"{}\n"
    lines[3] += b"{"
    reading = inspect_log(b"".join(lines))
    assert reading.faults == [
        Fault(1, "is not what its hash says"),
        Fault(3, "is not an entry with a number n"),
        Fault(5, "is cut short: its end is missing"),
    ]
    assert [entry["n"] for entry in reading.entries] == [1, 2, 4]


def test_a_head_kept_elsewhere_is_compared() -> None:
    entries = inspect_log(b"".join(LINES)).entries
    earlier = Head(2, entries[1]["hash"])
    assert check_head(entries, HEAD, last=True) is None
    assert check_head(entries, earlier, last=False) is None
    assert check_head(entries, NO_HEAD, last=False) is None
    assert check_head([], NO_HEAD, last=True) is None
    assert check_head(entries, earlier, last=True) == Fault(3, "was added: the log went up to entry 2")
    assert check_head(entries[:3], HEAD, last=False) == Fault(4, "is missing: the log went up to entry 4")
    fault = check_head(entries, Head(2, "0" * 64), last=False)
    assert fault is not None
    assert fault.line == 2
