"""Passwords and tokens for mail servers: where they come from, and that no message shows them."""

from __future__ import annotations

import sys

import pytest

from manila_pbem.errors import ManilaError
from manila_pbem.post import credentials
from manila_pbem.post.credentials import fetch_token, read_password


def print_token(text: str) -> list[str]:
    return [sys.executable, "-c", "import sys; sys.stdout.write(sys.argv[1])", text]


def test_password_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_PASSWORD", "päss wörd")
    assert read_password("MAIL_PASSWORD") == "päss wörd"


@pytest.mark.parametrize("password", [None, ""])
def test_missing_password_is_told(monkeypatch: pytest.MonkeyPatch, password: str | None) -> None:
    monkeypatch.delenv("MAIL_PASSWORD", raising=False)
    if password is not None:
        monkeypatch.setenv("MAIL_PASSWORD", password)
    with pytest.raises(ManilaError, match="MAIL_PASSWORD"):
        read_password("MAIL_PASSWORD")


@pytest.mark.parametrize("password", ["hunter2\n", "hunter2\r\nA1 DELETE INBOX", "hunter2\x7f"])
def test_password_can_not_hold_a_command(monkeypatch: pytest.MonkeyPatch, password: str) -> None:
    monkeypatch.setenv("MAIL_PASSWORD", password)
    with pytest.raises(ManilaError, match="control character") as told:
        read_password("MAIL_PASSWORD")
    assert "hunter2" not in str(told.value)


@pytest.mark.parametrize("text", ["ya29.a0Af_-~+/=", "ya29.a0Af_-~+/=\n", "  ya29.a0Af_-~+/=\r\n"])
def test_token_is_what_the_command_prints(text: str) -> None:
    assert fetch_token(print_token(text)) == "ya29.a0Af_-~+/="


@pytest.mark.parametrize("text", ["", "\n", "one\ntwo", "tök", "a\x01b"])
def test_what_is_no_token_is_refused_and_not_shown(text: str) -> None:
    with pytest.raises(ManilaError, match="did not print a token") as told:
        fetch_token(print_token(text))
    assert text.strip() == "" or text not in str(told.value)


def test_no_shell_reads_the_command() -> None:
    assert fetch_token(print_token("$(echo x);`echo y`")) == "$(echo x);`echo y`"


def test_failing_command_is_told() -> None:
    with pytest.raises(ManilaError, match="failed with the status 3"):
        fetch_token([sys.executable, "-c", "print('token'); raise SystemExit(3)"])
    with pytest.raises(ManilaError, match="could not be run: No such file"):
        fetch_token(["/nowhere/token"])
    with pytest.raises(ManilaError, match="could not be run"):
        fetch_token(["a\0b"])


def test_slow_command_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(credentials, "LONGEST_WAIT", 0.05)
    with pytest.raises(ManilaError, match="took longer"):
        fetch_token([sys.executable, "-c", "import time; time.sleep(600)"])


def test_command_has_nothing_to_read() -> None:
    assert fetch_token([sys.executable, "-c", "import sys; print(repr(sys.stdin.read()))"]) == "''"
