"""Texts are written so that no reader of YAML, old or new, takes them for something else."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from manila_pbem.formats.plain_text import is_text, write_text

OTHERS = (
    "~ null Null NULL yes Yes YES no No NO on On ON off Off OFF true True TRUE false False FALSE 0 7 -7 +7 010 0o17"
    " 0x1A 0b11 1_000 12:30 1:2:3 1.5 .5 5. 1e3 1.0e+3 1E1 .inf -.INF .nan 2026-12-01 2026-1-1T2:03:04Z << ="
)


@pytest.mark.parametrize("text", [*OTHERS.split(), "", "2026-12-01 20:00:00"])
def test_what_yaml_reads_as_something_else_is_no_text(text: str) -> None:
    assert not is_text(text)
    assert write_text(text) == f'"{text}"'


@pytest.mark.parametrize("text", ["ana", "阿明", "y", "n", "nope", "7up", "1a", "-", "a.b", "Null1", "1__a", "no-no"])
def test_other_texts_are_texts(text: str) -> None:
    assert is_text(text)


@pytest.mark.parametrize("text", ["ana", "阿明", "Ana-2", "small_pilot", "Zoë"])
def test_plain_words_are_written_plainly(text: str) -> None:
    assert write_text(text) == text


@pytest.mark.parametrize(
    "text", ["y", "N", "a b", "a: b", "- a", "#a", "'", '"', "\\", "[a]", "{a}", "@a", "%a", "a,b", "---"]
)
def test_everything_else_is_quoted(text: str) -> None:
    assert write_text(text)[0] == write_text(text)[-1] == '"'


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufffe\uffff")))
def test_a_text_survives_in_one_line(text: str) -> None:
    written = write_text(text)
    assert written.isprintable()
    assert yaml.safe_load(f"{{{written}: [{written}]}}") == {text: [text]}
