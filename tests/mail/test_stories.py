"""Several mails to one game ("Twice", and the sentence on more than 20 refusals)."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Club

from mail.building import REFUSED, SILENT, TAKEN, Build, Case, Header, Scene, header_mail
from mail.playing import OTHER_SENDER, SENDER, Stage, Table


def mail(body: str = "$order", **headers: Header) -> Build:
    """Return what builds a mail; `Message_ID` stands for Message-ID."""
    return header_mail({name.replace("_", "-"): value for name, value in headers.items()}, body)


def receive_later(build: Build) -> Build:
    """Return what builds the same mail with other headers that servers put above it."""

    def rebuild(scene: Scene) -> bytes:
        received = b"Received: from b by c; Tue, 01 Dec 2026 21:00:00 +0000\r\n"
        return b"Delivered-To: manila@example.net\r\n" + received + build(scene)

    return rebuild


Step = tuple[str, Build, str | None]

MID = "<first@client.example>"

STORIES: dict[str, list[Step]] = {
    "same-bytes-twice": [
        (TAKEN, mail(Message_ID=MID), None),
        (SILENT, mail(Message_ID=MID), None),
    ],
    "same-bytes-three-times": [
        (TAKEN, mail(Message_ID=MID), None),
        (SILENT, mail(Message_ID=MID), None),
        (SILENT, mail(Message_ID=MID), None),
    ],
    "same-message-id-other-received": [
        (TAKEN, mail(Message_ID=MID), None),
        (SILENT, receive_later(mail(Message_ID=MID)), None),
    ],
    "same-message-id-other-return-path": [
        (TAKEN, mail(Message_ID=MID), None),
        (SILENT, mail(Message_ID=MID, Return_Path="<bounces@relay.example>"), None),
    ],
    "same-message-id-folded-otherwise": [
        (TAKEN, mail(Message_ID=MID), None),
        (SILENT, receive_later(mail(Message_ID=f"\r\n {MID}")), None),
    ],
    "same-message-id-other-order": [
        (TAKEN, mail(Message_ID=MID), None),
        (REFUSED, mail("$alternative", Message_ID=MID), None),
    ],
    "same-message-id-other-order-then-the-first-again": [
        (TAKEN, mail(Message_ID=MID), None),
        (REFUSED, mail("$alternative", Message_ID=MID), None),
        (SILENT, mail(Message_ID=MID), None),
    ],
    "no-message-id-same-bytes": [
        (TAKEN, mail(Message_ID=None), None),
        (SILENT, mail(Message_ID=None), None),
    ],
    "no-message-id-other-bytes": [
        (TAKEN, mail(Message_ID=None), None),
        (TAKEN, mail("$alternative", Message_ID=None), "$alternative"),
    ],
    "empty-message-id-other-bytes": [
        (TAKEN, mail(Message_ID=""), None),
        (TAKEN, mail("$alternative", Message_ID=""), "$alternative"),
    ],
    "no-message-id-after-one-with": [
        (TAKEN, mail(Message_ID=MID), None),
        (TAKEN, mail("$alternative", Message_ID=None), "$alternative"),
    ],
    "second-order-replaces-the-first": [
        (TAKEN, mail(Message_ID="<a@x>"), None),
        (TAKEN, mail("$alternative", Message_ID="<b@x>"), "$alternative"),
    ],
    "second-order-leaves-out-a-key-of-the-first": [
        (TAKEN, mail("$alternative", Message_ID="<a@x>"), "$alternative"),
        (TAKEN, mail(Message_ID="<b@x>"), None),
    ],
    "date-before-the-first": [
        (TAKEN, mail(Message_ID="<a@x>", Date="Tue, 01 Dec 2026 20:15:00 +0100"), None),
        (TAKEN, mail("$alternative", Message_ID="<b@x>", Date="Mon, 30 Nov 2026 08:00:00 +0100"), "$alternative"),
    ],
    "same-order-in-a-new-mail": [
        (TAKEN, mail(Message_ID="<a@x>"), None),
        (TAKEN, mail("$alternative", Message_ID="<b@x>"), "$alternative"),
        (TAKEN, mail(Message_ID="<c@x>"), None),
    ],
    "refused-then-corrected": [
        (REFUSED, mail("plase: [jade]", Message_ID="<a@x>"), None),
        (TAKEN, mail(Message_ID="<b@x>"), None),
    ],
    "taken-then-refused": [
        (TAKEN, mail(Message_ID="<a@x>"), None),
        (REFUSED, mail("salt: TRAP\nattack: all", Message_ID="<b@x>"), None),
    ],
    "refused-twice-by-the-same-mail": [
        (REFUSED, mail("plase: [jade]", Message_ID="<a@x>"), None),
        (SILENT, mail("plase: [jade]", Message_ID="<a@x>"), None),
    ],
    "code-lost-then-found": [
        (REFUSED, mail(Message_ID="<a@x>", Subject="my orders"), None),
        (TAKEN, mail(Message_ID="<b@x>"), None),
    ],
    "withdrawn": [
        (TAKEN, mail(Message_ID="<a@x>"), None),
        (TAKEN, mail("withdraw: all", Message_ID="<b@x>"), "withdraw: all"),
    ],
    "withdrawn-and-ordered-again": [
        (TAKEN, mail(Message_ID="<a@x>"), None),
        (TAKEN, mail("withdraw: all", Message_ID="<b@x>"), "withdraw: all"),
        (TAKEN, mail(Message_ID="<c@x>"), None),
    ],
    "automatic-after-taken": [
        (TAKEN, mail(Message_ID="<a@x>"), None),
        (SILENT, mail("I am away", Message_ID="<b@x>", Auto_Submitted="auto-replied"), None),
    ],
    "automatic-before-taken": [
        (SILENT, mail(Message_ID=MID, Auto_Submitted="auto-replied"), None),
        (TAKEN, mail("$alternative", Message_ID="<b@x>"), "$alternative"),
    ],
    "from-both-addresses-of-one-player": [
        (TAKEN, mail(Message_ID="<a@x>"), None),
        (TAKEN, mail("$alternative", Message_ID="<b@x>", From="<$second_sender>"), "$alternative"),
    ],
    "stranger-with-the-code-then-the-player": [
        (REFUSED, mail(Message_ID="<a@x>", From="<$stranger>"), None),
        (TAKEN, mail(Message_ID="<b@x>"), None),
    ],
}


@pytest.mark.parametrize("scene", ["auction", "office", "place"])
@pytest.mark.parametrize("name", STORIES)
def test_story(name: str, scene: str, stages: dict[str, Stage], tmp_path: Path) -> None:
    """Each mail of a story comes out as it must after those before it."""
    table = Table(stages[scene], tmp_path)
    for number, (expect, build, order) in enumerate(STORIES[name], 1):
        case = Case(f"{name}-{number}", expect, build, order)
        assert table.deliver(case, build(table.scene)) == [], f"mail {number}"


def test_no_more_than_twenty_refusals_an_hour(
    stages: dict[str, Stage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The 21st refusal to one address goes out an hour later; a receipt for a right code always goes out."""
    table = Table(stages["place"], tmp_path)

    def send(number: int, expect: str, subject: str = "my orders") -> list[str]:
        build = mail(Message_ID=f"<{number}@x>", Subject=subject)
        return table.deliver(Case(str(number), expect, build), build(table.scene))

    for number in range(20):
        assert send(number, REFUSED) == []
    assert "0 answers" in send(20, REFUSED)
    assert "0 answers" in send(21, REFUSED)
    assert send(22, TAKEN, "$subject") == []
    monkeypatch.setenv("MANILA_NOW", "2026-12-01T20:30:00Z")
    assert "0 answers" in send(23, REFUSED)
    monkeypatch.setenv("MANILA_NOW", "2026-12-01T22:00:00Z")
    assert send(24, REFUSED) == []


def test_a_program_that_sends_a_refused_order_back_is_not_answered_for_ever(
    stages: dict[str, Stage], tmp_path: Path
) -> None:
    """Refused orders with a right code have twenty receipts an hour, whatever else was refused; taken ones all."""
    table = Table(stages["place"], tmp_path)

    def send(number: int, expect: str, body: str = "$order", subject: str = "$subject") -> list[str]:
        build = mail(body, Message_ID=f"<{number}@x>", Subject=subject)
        return table.deliver(Case(str(number), expect, build), build(table.scene))

    for number in range(20):
        assert send(number, REFUSED, subject="my orders") == []
    for number in range(20, 40):
        assert send(number, REFUSED, "place: nowhere\n") == []
    assert "0 answers" in send(40, REFUSED, "place: nowhere\n")
    assert send(41, TAKEN) == []


def test_refusals_to_one_address_leave_others_theirs(stages: dict[str, Stage], tmp_path: Path) -> None:
    """Who mails often silences nobody else."""
    table = Table(stages["place"], tmp_path)
    for number in range(21):
        build = mail(Message_ID=f"<{number}@x>", Subject="my orders")
        table.deliver(Case(str(number), REFUSED, build), build(table.scene))
    build = mail(Message_ID="<b@x>", Subject="my orders", From=OTHER_SENDER)
    assert table.deliver(Case("other", REFUSED, build, to=OTHER_SENDER), build(table.scene)) == []


def test_order_for_a_phase_that_has_been_worked_off(stages: dict[str, Stage], tmp_path: Path) -> None:
    """A code of a phase that is over is answered with the present phase, and never applied."""
    table = Table(stages["place"], tmp_path)
    club = Club(table.games)
    club.put_all("harbour-1", ana="place: jade", ben="place: jade", chu="place: jade")
    assert club.run("resolve", "harbour-1").status == 0
    phase = club.status("harbour-1")["phase"]
    build = mail()
    assert table.deliver(Case("over", REFUSED, build, tells=(phase,)), build(table.scene)) == []


def test_second_game_of_the_same_player(stages: dict[str, Stage], tmp_path: Path) -> None:
    """The code says which game a mail is for."""
    table = Table(stages["place"], tmp_path)
    table.scene = other = table.scene._replace(subject=table.scene.second_subject)
    build = mail()
    assert table.deliver(Case("second", TAKEN, build), build(other)) == []


def test_two_players_who_share_an_address(stages: dict[str, Stage], tmp_path: Path) -> None:
    """The code says whose order it is where an address is two players' (docs/play.md, section 3)."""
    table = Table(stages["place"], tmp_path)
    addresses = table.games / "harbour-1" / "secret" / "addresses.yaml"
    text = addresses.read_text(encoding="utf-8")
    assert OTHER_SENDER in text
    addresses.write_text(text.replace(OTHER_SENDER, SENDER), encoding="utf-8")
    build = mail()
    assert table.deliver(Case("own", TAKEN, build), build(table.scene)) == []


def test_no_mail_stops_the_next(stages: dict[str, Stage], tmp_path: Path) -> None:
    """Whatever came before, the next mail is read."""
    table = Table(stages["place"], tmp_path)
    for data in (b"", b"\x00" * 5000, b"From: <" * 9000, b"Subject:" + b"=?" * 90_000, bytes(range(256)) * 99):
        assert table.deliver(Case("noise", SILENT, mail()), data) == []
    build = mail()
    assert table.deliver(Case("next", TAKEN, build), build(table.scene)) == []
