"""The moderator's digest and reminders: each thing told once, at most once a day (docs/mail.md)."""

from __future__ import annotations

import email
import email.policy
import json
import os
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from manila_pbem.processor import digesting
from manila_pbem.processor.digesting import write_digest
from manila_pbem.store.mail_box import MailBox

GAME = "harbour-1"
CLUB = "address: manila@example.net\nname: Friday club\nmoderator: [mod@example.net, mod@work.example]\n"
NOTE = {"what": "stranger", "id": "00aa", "at": "2026-12-01T10:00:00Z", "from": ["eve@example.com"], "subject": "hi"}


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MailBox:
    """A club with a moderator, at eight in the evening."""
    monkeypatch.setenv("MANILA_NOW", "2026-12-01T20:00:00Z")
    (tmp_path / "club.yaml").write_text(CLUB, encoding="utf-8")
    box = MailBox(tmp_path)
    box.make_folders()
    return box


def read_mail(path: Path | None) -> EmailMessage:
    assert path is not None
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def read_text(path: Path | None) -> str:
    body = read_mail(path).get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def list_mails(box: MailBox) -> list[Path]:
    return sorted((box.outbox / "new").iterdir())


def test_a_clock_that_ran_ahead_keeps_no_digest_back_for_years(box: MailBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANILA_NOW", "2031-12-01T20:00:00Z")
    box.add_note("a", NOTE)
    assert write_digest(box.games) is not None
    monkeypatch.setenv("MANILA_NOW", "2026-12-01T20:00:00Z")
    box.add_note("b", {**NOTE, "id": "00bb"})
    assert "00bb" in read_text(write_digest(box.games))


def test_what_is_no_file_among_the_notes_keeps_nothing_from_being_told(box: MailBox) -> None:
    box.add_note("b", NOTE)
    os.mkfifo(box.notes / "a.json")
    (box.notes / "c.json").mkdir()
    (box.notes / "d.json").symlink_to("nowhere")
    assert read_mail(write_digest(box.games))["Subject"] == "Manila digest: one thing to look at"


def test_notes_become_one_mail_to_the_moderator(box: MailBox) -> None:
    box.add_note("a", NOTE)
    box.add_note("b", {**NOTE, "id": "00bb", "at": "2026-12-01T09:00:00Z"})
    path = write_digest(box.games)
    mail = read_mail(path)
    assert mail["To"].addresses[0].addr_spec == "mod@example.net"
    assert mail["From"] == "Friday club <manila@example.net>"
    assert mail["Subject"] == "Manila digest: 2 to look at"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Message-ID"].endswith("@example.net>")
    text = read_text(path)
    assert text.index("00bb") < text.index("00aa")
    assert list(box.notes.iterdir()) == []


def test_a_note_is_told_once_and_a_day_passes_between(box: MailBox, monkeypatch: pytest.MonkeyPatch) -> None:
    box.add_note("a", NOTE)
    assert write_digest(box.games) is not None
    assert write_digest(box.games, at_once=True) is None
    box.add_note("b", {**NOTE, "id": "00bb"})
    monkeypatch.setenv("MANILA_NOW", "2026-12-02T19:59:59Z")
    assert write_digest(box.games) is None
    monkeypatch.setenv("MANILA_NOW", "2026-12-02T20:00:00Z")
    text = read_text(write_digest(box.games))
    assert "00bb" in text and "00aa" not in text
    box.add_note("c", {**NOTE, "id": "00cc"})
    assert "00cc" in read_text(write_digest(box.games, at_once=True))
    assert len(list_mails(box)) == 3


@pytest.mark.parametrize("club", [None, "address: manila@example.net\n"])
def test_without_a_moderator_notes_wait(box: MailBox, club: str | None) -> None:
    path = box.games / "club.yaml"
    path.unlink() if club is None else path.write_text(club, encoding="utf-8")
    box.add_note("a", NOTE)
    assert write_digest(box.games, at_once=True) is None
    assert len(list(box.notes.iterdir())) == 1


def test_without_notes_or_folders_there_is_no_digest(box: MailBox, tmp_path: Path) -> None:
    assert write_digest(box.games, at_once=True) is None
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "club.yaml").write_text(CLUB, encoding="utf-8")
    assert write_digest(tmp_path / "other", at_once=True) is None
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["club.yaml"]


class Killed(BaseException):
    """Stands for the end of the process."""


@pytest.mark.parametrize("steps", range(7))
def test_a_killed_digest_is_finished_by_the_next(box: MailBox, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """No note is lost, none told twice, wherever it was killed; what came after the kill waits for the next."""
    for name in "abc":
        box.add_note(name, {**NOTE, "id": f"00{name}{name}"})
    left = [steps]

    def count(real: Any) -> Any:
        def act(*arguments: Any, **options: Any) -> Any:
            if not left[0]:
                raise Killed
            left[0] -= 1
            return real(*arguments, **options)

        return act

    with monkeypatch.context() as patch:
        patch.setattr(digesting, "write_file", count(digesting.write_file))
        patch.setattr(digesting, "remove_file", count(digesting.remove_file))
        try:
            write_digest(box.games)
        except Killed:
            pass
        else:
            assert steps == 6
    box.add_note("d", {**NOTE, "id": "00dd"})
    monkeypatch.setenv("MANILA_NOW", "2026-12-01T21:00:00Z")
    write_digest(box.games)
    monkeypatch.setenv("MANILA_NOW", "2026-12-03T21:00:00Z")
    write_digest(box.games)
    told = " ".join(map(read_text, list_mails(box)))
    assert [told.count(f"00{name}{name}") for name in "abcd"] == [1, 1, 1, 1]
    assert list(box.notes.iterdir()) == []


def test_a_note_that_changes_meanwhile_is_told_again(box: MailBox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as the number of refusals to one address."""
    box.add_note("a", {**NOTE, "count": 1})
    kept = json.loads((box.notes / "a.json").read_text(encoding="utf-8"))
    (box.inbox / "digest.json").write_text(
        json.dumps({"at": "2026-12-01T19:00:00Z", "notes": {"a.json": kept}}), encoding="utf-8"
    )
    box.add_note("a", {**NOTE, "count": 2})
    assert write_digest(box.games) is not None
    assert len(list(box.notes.iterdir())) == 1


# Reminders


@pytest.fixture
def game(club: Any) -> Any:
    club.games.mkdir()
    (club.games / "club.yaml").write_text(CLUB, encoding="utf-8")
    club.new(GAME, "ana=ana@example.org ben=ben@example.org chu", "--deadline", "3d")
    for path in (club.games / GAME / "outbox" / "new").iterdir():
        path.rename(club.games / GAME / "outbox" / "cur" / path.name)
    return club


def list_reminded(club: Any) -> list[str]:
    paths = sorted((club.games / GAME / "outbox" / "new").iterdir())
    return [read_mail(path)["To"].addresses[0].addr_spec for path in paths]


def test_those_whose_order_is_missing_are_reminded(game: Any) -> None:
    game.put(GAME, "v1-auction", "ana", "bid: 3\n")
    ran = game.run("remind", GAME)
    assert ran.status == 0
    assert "ben reminded of v1-auction" in ran.out
    assert "chu can't be reminded" in ran.out
    assert list_reminded(game) == ["ben@example.org"]
    mail = read_mail(next((game.games / GAME / "outbox" / "new").iterdir()))
    first = next(path for path in (game.games / GAME / "outbox" / "cur").iterdir() if ".2." in path.name)
    assert mail["References"] == read_mail(first)["Message-ID"]
    assert mail["Subject"].partition("] ")[0] == read_mail(first)["Subject"].partition("] ")[0]
    body = mail.get_body(("plain",))
    assert body is not None
    text = body.get_content().replace("\r\n", "\n")
    assert text.startswith("ben, the game waits for your order\n")
    assert "Deadline: 2026-12-04 20:00 UTC." in text
    assert text.endswith("----- order ends -----\n")


def test_one_reminder_a_day(game: Any) -> None:
    assert game.run("remind", GAME).status == 0
    ran = game.run("remind", GAME, "--json")
    assert ran.status == 3
    assert ran.json == {
        "game": GAME, "phase": "v1-auction", "reminded": [], "told_today": ["ana", "ben"], "without_address": ["chu"],
    }  # fmt: skip
    game.now = "2026-12-02T00:00:00Z"
    assert game.run("remind").status == 0
    assert sorted(list_reminded(game)) == ["ana@example.org"] * 2 + ["ben@example.org"] * 2


def test_nobody_is_reminded_where_nothing_is_missing(game: Any) -> None:
    game.put_all(GAME, ana="bid: 3\n", ben="bid: pass\n", chu="bid: pass\n")
    ran = game.run("remind")
    assert (ran.status, ran.out) == (3, "harbour-1: nobody has to be reminded.\n")
    assert list_reminded(game) == []


def test_who_gets_the_report_only_now_is_not_reminded_too(game: Any) -> None:
    (game.games / GAME / "secret" / "mailed").unlink()
    for path in (game.games / GAME / "outbox" / "cur").iterdir():
        path.unlink()
    assert game.run("remind", GAME).status == 3
    assert list_reminded(game) == ["ana@example.org", "ben@example.org"]


def test_a_damaged_game_does_not_stop_the_others(game: Any) -> None:
    game.new("alpha", "ana=ana@example.org ben chu")
    (game.games / "alpha" / "log.jsonl").write_text("{}\n", encoding="utf-8")
    ran = game.run("remind")
    assert ran.status == 1
    assert "alpha" in ran.err
    assert list_reminded(game) == ["ana@example.org", "ben@example.org"]
