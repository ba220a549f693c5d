"""A Maildir and a command as ways for mail to leave (docs/mail.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from manila_pbem.errors import ManilaError, WrongUsage
from manila_pbem.post import delivering
from manila_pbem.post.delivering import SENT, CommandWay, DroppedError, MaildirWay, put_on_one_line
from manila_pbem.post.envelope import read_envelope

MAIL = read_envelope(b"To: <ana@example.org>\r\n\r\nFrom x\r\n.\r\n", "manila@example.org")


def nothing() -> None:
    """What is done before a mail might arrive, here."""


def list_mails(box: Path) -> list[bytes]:
    return [path.read_bytes() for folder in ("new", "cur") for path in (box / folder).iterdir()]


class TestMaildir:
    def test_a_mail_comes_once_however_often_it_is_put(self, tmp_path: Path) -> None:
        """A killed `send` puts it there again."""
        for _ in range(2):
            assert MaildirWay(tmp_path / "a" / "box").deliver(MAIL, nothing).fate == SENT
        assert list_mails(tmp_path / "a" / "box") == [b"To: <ana@example.org>\n\nFrom x\n.\n"]
        assert list((tmp_path / "a" / "box" / "tmp").iterdir()) == []

    def test_also_where_it_was_read_in_between(self, tmp_path: Path) -> None:
        MaildirWay(tmp_path).deliver(MAIL, nothing)
        (new,) = (tmp_path / "new").iterdir()
        new.rename(tmp_path / "cur" / f"{new.name}:2,S")
        MaildirWay(tmp_path).deliver(MAIL, nothing)
        assert len(list_mails(tmp_path)) == 1

    def test_a_folder_in_the_way(self, tmp_path: Path) -> None:
        (tmp_path / "new").write_text("x", encoding="utf-8")
        with pytest.raises(ManilaError, match="could not take a mail"):
            MaildirWay(tmp_path).deliver(MAIL, nothing)


class TestCommand:
    def test_one_that_takes_too_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(delivering, "LONGEST_COMMAND", 0.05)
        with pytest.raises(DroppedError, match="sh took longer"):
            CommandWay("sh -c 'exec sleep 30'").deliver(MAIL, nothing)

    def test_one_that_reads_nothing(self) -> None:
        big = MAIL._replace(mail=MAIL.mail + b"x\r\n" * 200_000)
        assert CommandWay("true").deliver(big, nothing).fate == SENT

    def test_no_shell_reads_it(self, tmp_path: Path) -> None:
        way = CommandWay(f"sh -c 'printf %s \"$1\" > {tmp_path}/to' $(id)")
        mail = MAIL._replace(to="a;touch${IFS}x@example.org")
        assert way.deliver(mail, nothing).fate == SENT
        assert (tmp_path / "to").read_text(encoding="utf-8") == "a;touch${IFS}x@example.org"

    @pytest.mark.parametrize("command", ["", "  ", "'open"])
    def test_one_that_can_not_be_read(self, command: str) -> None:
        with pytest.raises(WrongUsage):
            CommandWay(command)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (b"550 no\r\nsuch  user", "550 no such user"),
        (b"\x1b[31mred\xff", r"\u001b[31mred\xff"),
        ("a\u2028b\u202e", r"a b\u202e"),
        (b"x" * 500, "x" * 300),
    ],
)
def test_what_is_said_is_fit_for_a_sentence(said: bytes | str, shown: str) -> None:
    assert put_on_one_line(said) == shown
