"""YAML is read text first, strictly, with places (docs/play.md, sections 2 and 7)."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from manila_pbem.formats.decoding import decode_text, end_lines_plainly, find_tab
from manila_pbem.formats.faults import Fault
from manila_pbem.formats.strict_yaml import (
    Broken,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Tree,
    find_broken,
    parse_document,
    read_tree,
)
from manila_pbem.orders.order import Mark

LIMIT = 64 * 1024


def read(text: str | bytes) -> Node:
    tree = read_tree(text, LIMIT)
    assert isinstance(tree, Tree), tree
    return tree.root


def simplify(node: Node) -> object:
    """Plain text, lists and pairs, to compare with."""
    if isinstance(node, Mapping):
        return {key.text: simplify(value) for key, value in node.pairs}
    if isinstance(node, Sequence):
        return [simplify(item) for item in node.items]
    return node.text if isinstance(node, Scalar) else node.fault.code


def find_faults(text: str | bytes, limit: int = LIMIT) -> list[tuple[str, int, int]]:
    tree = read_tree(text, limit)
    faults = [tree] if isinstance(tree, Fault) else list(find_broken(tree.root))
    return [(fault.code, fault.mark.line, fault.mark.column) for fault in faults]


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "on",
        "off",
        "yes",
        "true",
        "null",
        "~",
        "010",
        "0o10",
        "0x1A",
        "12:30",
        "1:2:3",
        "1_000",
        "1e3",
        "1.0e+3",
        "+5",
        "5.0",
        "2026-12-01",
        "2026-13-01",
        ".inf",
        ".nan",
        "=",
        "<<",
    ],
)
def test_no_scalar_turns_into_something_else(text: str) -> None:
    assert simplify(read(f"a: {text}\n")) == {"a": text}
    assert simplify(read(f"{text}: a\n")) == {text: "a"}


def test_a_number_too_long_for_python_stays_text() -> None:
    digits = "9" * 20_000
    assert simplify(read(f"a: {digits}")) == {"a": digits}


def test_scalars_know_whether_they_were_quoted() -> None:
    root = read("a: 7\nb: '7'\nc: \"7\"\nd: |\n  7\n")
    assert isinstance(root, Mapping)
    assert [value.plain for _, value in root.pairs if isinstance(value, Scalar)] == [True, False, False, False]


def test_places_are_counted_from_1_in_characters() -> None:
    root = read("肉豆蔻: 𝒳\nb: [c, 丁]\n")
    assert isinstance(root, Mapping)
    (first, value), (_, items) = root.pairs
    assert (first.mark, value.mark) == (Mark(1, 1), Mark(1, 6))
    assert isinstance(items, Sequence)
    assert [item.mark for item in items.items] == [Mark(2, 5), Mark(2, 8)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_kinds_end_a_line(end: str) -> None:
    assert find_faults(f"a: 1{end}b: 2{end}a: 3{end}") == [("repeated_key", 3, 1)]


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert simplify(read(b"\xef\xbb\xbfa: 1")) == {"a": "1"}
    assert find_faults("\ufeffa: \x07") == [("control_character", 1, 4)]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("bid: 7\nbid: 8\n", "repeated_key", 2, 1),
        ("a: {b: 1, b: 2}", "repeated_key", 1, 11),
        ("a: 1\nb: &x 2\n", "anchor", 2, 4),
        ("a: *x\n", "alias", 1, 4),
        ("a: !!python/object:os.system x\n", "tag", 1, 4),
        ("a: ! x\n", "tag", 1, 4),
        ("&x a: 1\n", "anchor", 1, 1),
        ("? [a]\n: b\n", "complex_key", 1, 3),
        ("a: 1\n---\nb: 2\n", "several_documents", 2, 1),
        ("%YAML 1.2\n---\na: 1\n", "directive", 1, 1),
        ("%\n", "directive", 1, 1),
        ("a:\n\tb: 1\n", "tab", 2, 1),
        ("a: 1\tx\n", "tab", 1, 5),
        ("a: '#'\t # b\n", "tab", 1, 7),
        ("", "empty", 1, 1),
        ("# nothing but this\n", "empty", 1, 1),
        ("a: \x00\n", "control_character", 1, 4),
        ("a: b\u0085c\n", "control_character", 1, 5),
        ('a: "\\a"\n', "control_character", 1, 4),
        ('a: "\\t"\n', "control_character", 1, 4),
        ("a: x\u202ey\n", "direction_mark", 1, 5),
        ('a: "\\u2066"\n', "direction_mark", 1, 4),
        ("a:\n - x\u2028\n", "line_separator", 2, 5),
        (b"a: 1\nb: \xe9\n", "not_utf8", 2, 4),
        (b"\xff\xfea\x00", "not_utf8", 1, 1),
        ("a: \ud800", "control_character", 1, 4),
        ("a: b: c\n", "second_colon", 1, 5),
        ("a: [b\nc: 1\n", "open_bracket", 1, 4),
        ("a: {b: 1\n", "open_bracket", 1, 4),
        ('a: 1\nb: "c\n', "open_quote", 2, 4),
        ("a: 'b\n---\n", "open_quote", 1, 4),
        ("a: @b\n", "sign_at_start", 1, 4),
        ("a: `b`\n", "sign_at_start", 1, 4),
        ("a: * b\n", "sign_at_start", 1, 4),
        ("a: 1\nplace\nb: 2\n", "no_colon", 2, 1),
        ("a: 1\n b: 2\n", "second_colon", 2, 3),
        ("a:\n  b: 1\n c: 2\n", "not_in_line", 3, 2),
        ("a: - b\n", "dash", 1, 4),
        ("a: {b:{c: 1}}\n", "no_blank_after_colon", 1, 6),
        ("a: [b,,c]\n", "missing_value", 1, 7),
        ("{a: 1} b\n", "after_the_end", 1, 8),
        ("a: |b\n", "block_text", 1, 4),
    ],
)
def test_what_is_refused_names_its_place(text: str | bytes, code: str, line: int, column: int) -> None:
    assert find_faults(text) == [(code, line, column)]


def test_a_tab_in_a_comment_does_no_harm() -> None:
    assert simplify(read("a: 1 #\tone\n#\ttwo\n")) == {"a": "1"}


def test_line_ends_in_a_text_are_no_control_characters() -> None:
    assert simplify(read('a: "b\\nc"\nd: |\n  e\n  f\n')) == {"a": "b\nc", "d": "e\nf\n"}


def test_other_values_are_read_where_one_is_broken() -> None:
    assert simplify(read("a: &x [1, 2]\nb: 3\nc: *x\n")) == {"a": "anchor", "b": "3", "c": "alias"}


def test_a_file_over_the_limit_is_refused_where_it_goes_over() -> None:
    assert simplify(read("a: " + "b" * (LIMIT - 3))) == {"a": "b" * (LIMIT - 3)}
    assert find_faults("a: 1\n" + "b" * 100, 64) == [("too_large", 2, 60)]


def test_nesting_of_20_is_read_and_of_21_refused() -> None:
    assert find_faults("[" * 20 + "a" + "]" * 20) == []
    assert find_faults("[" * 21 + "a" + "]" * 21) == [("too_deep", 1, 21)]


@pytest.mark.parametrize("text", ["[" * 30_000, "{a: " * 5_000, "- " * 30_000, "? " * 30_000])
def test_absurd_nesting_is_a_fault_and_no_exception(text: str) -> None:
    assert {code for code, _, _ in find_faults(text)} <= {"too_deep", "open_bracket", "complex_key"}


def test_nested_aliases_are_refused_one_by_one() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 30)]
    assert {code for code, _, _ in find_faults("\n".join(lines))} == {"anchor"}


SNIPPETS = (
    "bid: 7\nplace: [jade, port-a, pass]\n",
    'load: {jade: 0, silk: 4}\nmessage: {to: all, text: "a\\nb"}\n',
    "place:\n  - jade\n  - {place: silk, when: {cost: {max: 4}}}\nlater:\n  v1-place-3: {place: pass}\n",
    "salt: 'it''s'\ntext: |\n  a\n   b\n\n  c\n",
    '{"a": [1, "b"], "c": {"d": null}}',
)
PIECES = [
    *"\n :-?[]{},#\"'|>&*!%@`~=\\7a\r\t\u3000𝒳",
    "\n  ",
    ": ",
    "- ",
    ", ",
    "---",
    "...",
    "<<: ",
    "|2\n",
    ">-\n",
    "a:b",
]


@st.composite
def mangled(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(SNIPPETS))
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 2))
        text = text[:at] + draw(st.sampled_from(PIECES)) + text[at + cut :]
    return text


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200), mangled()))
def test_nothing_given_to_the_reader_raises(data: bytes | str) -> None:
    tree = read_tree(data, LIMIT)
    for line, column in (tree.mark,) if isinstance(tree, Fault) else (tree.root.mark,):
        assert line >= 1 and column >= 1


@pytest.mark.skipif(not hasattr(yaml, "CBaseLoader"), reason="there is no libyaml here to compare with")
@settings(max_examples=300, deadline=None)
@given(mangled())
def test_both_parsers_give_the_same_tree(text: str) -> None:
    decoded = decode_text(text, LIMIT)
    if isinstance(decoded, Fault) or find_tab(decoded) is not None:
        return
    plain = end_lines_plainly(decoded)
    if "  ?" in plain or "\n?" in plain or "\u3000?" in plain:
        return  # the parser in Python takes these for signs of a key within brackets, and refuses
    fast, slow = (parse_document(plain, loader=loader) for loader in (yaml.CBaseLoader, yaml.BaseLoader))
    if is_faulty(fast) or is_faulty(slow):
        assert is_faulty(fast) and is_faulty(slow)
    else:
        assert fast == slow


def is_faulty(node: Node | Fault) -> bool:
    """Tell whether a reader of orders would refuse: a value that is missing counts as well."""
    if isinstance(node, Scalar):
        return node.plain and not node.text
    if isinstance(node, Sequence):
        return any(map(is_faulty, node.items))
    if isinstance(node, Mapping):
        return any(is_faulty(key) or is_faulty(value) for key, value in node.pairs)
    return isinstance(node, Fault | Broken)
