"""Report mails: to whom, when, each once, in order, and what a kill leaves (docs/play.md, sections 3, 6 and 7)."""

from __future__ import annotations

import email
import email.policy
import os
import re
import subprocess
import sys
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from manila_pbem import dice
from manila_pbem.intake.reply_code import make_code, show_code
from manila_pbem.processor import report_mails
from manila_pbem.processor.resolving import resolve_game
from manila_pbem.store.game_folder import GameFolder

GAME = "harbour-1"
THREE = "ana=ana@example.org,ana@work.example ben=ben@example.org chu"
ALL_THREE = "ana=ana@example.org ben=ben@example.org chu=chu@example.org"
CLUB = "address: manila@example.net\nname: Friday club\nmoderator: [mod@example.net]\n"
LOAD = "buy: none\nload: {silk: 5, jade: 4, ginseng: 0}\n"
VOYAGE = f"bid: pass\n{LOAD}board: stay\npilot: none\nplunder: port\nlater:\n" + "".join(
    f"  v1-place-{number}: {{place: [cheapest, pass]}}\n" for number in (1, 2, 3, 4)
)


def read_mails(club: Any, folder: str = "new") -> list[EmailMessage]:
    """Return the mails of an outbox in the order of their names."""
    mails = []
    for path in sorted((club.games / GAME / "outbox" / folder).iterdir()):
        message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        mails.append(message)
    return mails


def read_box(club: Any, folder: str = "new") -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (club.games / GAME / "outbox" / folder).iterdir()}


def list_mails(club: Any) -> list[tuple[str, str]]:
    """Return phase and recipient of each mail, in order."""
    return [
        (str(mail["Subject"]).split()[2], mail["To"].addresses[0].addr_spec.partition("@")[0])
        for mail in read_mails(club)
    ]


def send_all(club: Any) -> None:
    """Do what `send` does to mail that was taken."""
    outbox = club.games / GAME / "outbox"
    for path in (outbox / "new").iterdir():
        path.rename(outbox / "cur" / path.name)


def make(club: Any, players: str = THREE, *arguments: str, club_file: str | None = CLUB) -> Path:
    club.games.mkdir(exist_ok=True)
    if club_file is not None:
        (club.games / "club.yaml").write_text(club_file, encoding="utf-8")
    folder = club.new(GAME, players, *arguments)
    assert isinstance(folder, Path)
    return folder


def test_a_new_game_writes_to_all_who_have_an_address(club: Any) -> None:
    """Who gives several addresses is written to at the first; who gives none plays by file."""
    folder = make(club)
    ana, ben = read_mails(club)
    assert ana["To"].addresses[0].addr_spec == "ana@example.org"
    assert ben["To"].addresses[0].addr_spec == "ben@example.org"
    for mail, player in ((ana, "ana"), (ben, "ben")):
        code = make_code(GameFolder(folder, GAME).read_code_key(), GAME, "v1-auction", player)
        tag, _, words = mail["Subject"].partition("] ")
        assert tag == f"[manila harbour-1 v1-auction #{show_code(code)}"
        assert words == "Your order, please - Voyage 1: auction"
        assert mail["From"] == "Friday club <manila@example.net>"
        assert mail["Date"] == "Tue, 01 Dec 2026 20:00:00 +0000"
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["X-Loop"] == "manila"
        assert "harbour-1" in mail["List-Id"]
        assert re.fullmatch(r"<manila\.harbour-1\.v1-auction\.1\.[0-9a-f]{16}@example\.net>", mail["Message-ID"])
        assert mail["In-Reply-To"] is None
        body = mail.get_body(("plain",))
        assert body is not None
        assert body.get_content().startswith(f"{player}, your order is asked for")
    assert ana["Message-ID"] != ben["Message-ID"]


def test_without_a_club_file_mail_is_written_all_the_same(club: Any) -> None:
    """The codes must be had by who only tries the program out."""
    make(club, club_file=None)
    assert [mail["To"].addresses[0].addr_spec for mail in read_mails(club)] == ["ana@example.org", "ben@example.org"]


def test_without_addresses_there_is_no_mail_and_nothing_is_loaded_for_it(club: Any) -> None:
    """A command for a game by files alone takes no longer than before."""
    make(club, "ana ben chu")
    club.put_all(GAME, ana="bid: pass", ben="bid: pass", chu="bid: pass")
    code = (
        "import sys\nfrom pathlib import Path\nfrom manila_pbem.processor.resolving import resolve_game\n"
        f"assert resolve_game(Path({str(club.games)!r}), {GAME!r}).moved\n"
        "mail = [n for n in sys.modules if n.startswith(('manila_pbem.post', 'manila_pbem.intake', 'email'))"
        " or 'mail' in n]\nassert mail == [], mail\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert ran.stderr == ""
    assert read_box(club) == {}
    assert not (club.games / GAME / "secret" / "mailed").exists()


def test_each_report_is_a_mail_of_its_own_in_order(club: Any) -> None:
    """Also where one call works off several phases; the file names, which `send` goes by, are in the order of time."""
    make(club)
    club.put_all(GAME, ana=VOYAGE, ben=VOYAGE, chu=VOYAGE)
    ran = club.run("resolve", GAME, "--json")
    assert ran.status == 0
    phases = [*ran.json["done"], ran.json["phase"]]
    assert len(phases) > 5
    assert list_mails(club) == [(phase, player) for phase in phases for player in ("ana", "ben")]
    for number, mail in enumerate(read_mails(club)):
        first = read_mails(club)[number % 2]["Message-ID"]
        assert mail["References"] == mail["In-Reply-To"] == (None if number < 2 else first)
    assert len({mail["Message-ID"] for mail in read_mails(club)}) == 2 * len(phases)


def test_nothing_is_written_twice(club: Any) -> None:
    """Neither again, nor after it was sent, nor after the sent mail was thrown away."""
    make(club)
    assert club.run("resolve", GAME).status == 3
    assert len(read_box(club)) == 2
    send_all(club)
    assert club.run("resolve", GAME).status == 3
    assert read_box(club) == {}
    for path in (club.games / GAME / "outbox" / "cur").iterdir():
        path.unlink()
    assert club.run("resolve", GAME).status == 3
    assert read_box(club) == {}


def test_messages_loans_and_reports_rendered_again_bring_no_mail(club: Any) -> None:
    make(club)
    send_all(club)
    assert club.run("order", GAME, "ben", text="message: {to: all, text: ahoy}\n").status == 0
    assert club.run("order", GAME, "ben", text="message: {to: ana, text: psst}\n").status == 0
    assert club.run("loan", GAME, "ana", "mortgage", "1").status == 0
    assert club.run("report", GAME).status == 0
    assert club.run("resolve", GAME).status == 3
    assert read_box(club) == {}


def test_what_was_said_meanwhile_comes_with_the_next_mail(club: Any) -> None:
    make(club)
    send_all(club)
    club.run("order", GAME, "ben", text="message: {to: ana, text: psst}\n")
    club.put_all(GAME, ana="bid: pass", ben="bid: pass", chu="bid: pass")
    assert club.run("resolve", GAME).status == 0
    ana, ben = (str(mail.get_body(("plain",)).get_content()) for mail in read_mails(club))  # type: ignore[union-attr]
    assert "psst" in ana
    assert "psst" not in ben


def test_at_pace_turns_the_next_in_turn_is_told(club: Any) -> None:
    """All get a phase's first report; within it those whose turn it has become."""
    make(club, ALL_THREE, "--pace", "turns")
    assert list_mails(club) == [("v1-auction", name) for name in ("ana", "ben", "chu")]
    send_all(club)
    club.put(GAME, "v1-auction", "ana", "bid: 3\n")
    assert club.run("resolve", GAME).status == 0
    (mail,) = read_mails(club)
    assert mail["To"].addresses[0].addr_spec == "ben@example.org"
    body = mail.get_body(("plain",))
    assert body is not None
    assert body.get_content().startswith("ben, your order is asked for")
    assert "ana" in body.get_content()
    send_all(club)
    assert club.run("resolve", GAME).status == 3
    assert read_box(club) == {}
    club.put(GAME, "v1-auction", "ben", "bid: 5\n")
    club.put(GAME, "v1-auction", "chu", "bid: pass\n")
    assert club.run("resolve", GAME).status == 0
    # Chu's order lay there already, so nobody had to be asked before ana.
    assert list_mails(club) == [("v1-auction", "ana")]


def test_who_is_asked_again_in_a_phase_is_told(club: Any) -> None:
    """At `sealed` an office can ask again: what was done is reported, and its master gets a mail."""
    make(club, ALL_THREE)
    club.put_all(GAME, ana="bid: 2", ben="bid: pass", chu="bid: pass")
    assert club.run("resolve", GAME).status == 0
    send_all(club)
    assert club.status()["awaited"] == ["ana"]
    club.put(GAME, "v1-office", "ana", "load: {silk: 5, jade: 4, ginseng: 0}\n")
    club.run("resolve", GAME)
    club.put(GAME, "v1-office", "ana", "buy: none\nload: {silk: 5, jade: 4, ginseng: 0}\n")
    assert club.run("resolve", GAME).status == 0
    assert list_mails(club) == [("v1-place-1", name) for name in ("ana", "ben", "chu")]


def test_the_last_report_goes_to_all(club: Any) -> None:
    make(club, ALL_THREE)
    steps = {"auction": "bid: pass", "office": LOAD, "boarding": "board: stay", "pilots": "pilot: none"}
    for _ in range(400):
        phase = club.status()["phase"]
        if phase == "over":
            break
        send_all(club)
        text = steps.get(
            phase.partition("-")[2], "plunder: port" if "plunder" in phase else "place: [jade, silk, pass]"
        )
        for player in club.status()["awaited"]:
            club.put(GAME, phase, player, f"{text}\n")
        assert club.run("resolve", GAME).status == 0
    assert list_mails(club)[-3:] == [("over", name) for name in ("ana", "ben", "chu")]
    assert "The game is over" in read_mails(club)[-1]["Subject"]
    send_all(club)
    club.run("resolve", GAME)
    assert read_box(club) == {}


# Kills


class Killed(BaseException):
    """Stands for the end of the process."""


def kill_at(monkeypatch: pytest.MonkeyPatch, write: int) -> None:
    """End at the n-th file that report mails would write."""
    real = report_mails.write_file
    left = [write]

    def write_file(*arguments: Any, **options: Any) -> None:
        if not left[0]:
            raise Killed
        left[0] -= 1
        real(*arguments, **options)

    monkeypatch.setattr(report_mails, "write_file", write_file)


@pytest.mark.parametrize("write", range(7))
@pytest.mark.parametrize("sent", [False, True])
def test_a_killed_commands_mails_are_written_by_the_next_one(
    club: Any, monkeypatch: pytest.MonkeyPatch, write: int, sent: bool
) -> None:
    """The very same mails, each once, wherever it was killed, and also if some were sent in between."""
    monkeypatch.setenv("MANILA_NOW", club.now)
    make(club, ALL_THREE)
    send_all(club)
    club.put_all(GAME, ana=f"bid: 2\n{LOAD}", ben="bid: pass", chu="bid: pass")
    kept = {path: path.read_bytes() for path in club.games.rglob("*") if path.is_file()}
    assert club.run("resolve", GAME).status == 0
    wanted = read_box(club)
    assert len(wanted) == 6
    for path in club.games.rglob("*"):
        if path.is_file():
            path.unlink()
    for path, data in kept.items():
        path.write_bytes(data)
    with monkeypatch.context() as patch:
        kill_at(patch, write)
        with pytest.raises(Killed):
            resolve_game(club.games, GAME)
    written = read_box(club)
    if sent:
        send_all(club)
    club.run("resolve", GAME)
    after = read_box(club)
    assert not (sent and written.keys() & after.keys())
    assert {**written, **after} == wanted
    assert all(wanted[name] == data for name, data in written.items())


def test_mail_that_failed_is_not_written_again(club: Any) -> None:
    folder = make(club)
    failed = folder / "outbox" / "failed"
    failed.mkdir()
    for path in (folder / "outbox" / "new").iterdir():
        path.rename(failed / path.name)
    (folder / "secret" / "mailed").unlink()
    club.run("resolve", GAME)
    assert read_box(club) == {}


# Faults


def test_an_address_that_can_not_be_written_to_stops_nobody_else(club: Any) -> None:
    """Somebody wrote it into the file by hand: the moderator is told, the game goes on."""
    folder = make(club, ALL_THREE)
    send_all(club)
    path = folder / "secret" / "addresses.yaml"
    path.write_text("ana: ['a\"b@x']\nben: [ben@example.org]\nchu: []\n", encoding="utf-8")
    club.put_all(GAME, ana="bid: pass", ben="bid: pass", chu="bid: pass")
    assert club.run("resolve", GAME).status == 0
    assert list_mails(club) == [("v1-office", "ben")]
    (note,) = (club.games / "inbox" / "notes").iterdir()
    assert "no mail address" in note.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("secret/addresses.yaml", "ana: {x@y\n"),
        ("secret/addresses.yaml", "ana: [\n"),
        ("secret/addresses.yaml", ""),
        ("../club.yaml", "address: [x@y\n"),
    ],
)
def test_a_file_that_can_not_be_read_is_named(club: Any, name: str, text: str) -> None:
    """Before anything is worked off."""
    folder = make(club)
    (folder / "secret" / "mailed").unlink()
    club.put_all(GAME, ana="bid: pass", ben="bid: pass", chu="bid: pass")
    (folder / name).write_text(text, encoding="utf-8")
    log = (folder / "log.jsonl").read_bytes()
    ran = club.run("resolve", GAME)
    assert ran.status == 1
    assert Path(name).name in ran.err and "line" in ran.err
    assert (folder / "log.jsonl").read_bytes() == log


@pytest.mark.parametrize("command", ["resolve", "remind"])
def test_addresses_that_got_lost_are_not_those_of_a_game_without_mail(club: Any, command: str) -> None:
    """Else the phase would go by, and nobody would ever be sent its report."""
    path = make(club) / "secret" / "addresses.yaml"
    (path.parent / "mailed").unlink()
    club.put_all(GAME, ana="bid: pass", ben="bid: pass", chu="bid: pass")
    path.rename(path.with_suffix(".kept"))
    ran = club.run(command, GAME)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.count("\n") == 1 and "secret/addresses.yaml is missing" in ran.err
    path.with_suffix(".kept").rename(path)
    club.run(command, GAME)
    assert ("v1-auction" if command == "remind" else "v1-office", "ana") in list_mails(club)


@pytest.mark.parametrize("players", ["小莉=a@x.org José=b@x.org ﷺ=c@x.org", "<b>=a@x.org {{7}}=b@x.org c|d=c@x.org"])
def test_names_of_any_kind_are_told_as_they_are(club: Any, players: str) -> None:
    if "<" in players:
        players = "a&amp;b=a@x.org %0a=b@x.org c|d=c@x.org"
    make(club, players)
    for mail, player in zip(read_mails(club), players.split(), strict=True):
        name = player.partition("=")[0]
        assert mail["To"].addresses[0].display_name == name
        html = mail.get_body(("html",))
        assert html is not None
        assert f"<bdi>{name.replace('&', '&amp;')}</bdi>, your order" in html.get_content()


# Secrecy


def test_a_mail_tells_nothing_that_is_hidden_from_its_reader(
    make_club: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games in which others were dealt, ordered and wrote to each other differently give ana the same mails.

    Codes, chain, commitments, nonces, dice and clock are handed in as equal.
    """
    deals = (
        {"ana": ("silk", "jade"), "ben": ("nutmeg", "nutmeg"), "chu": ("jade", "ginseng")},
        {"ana": ("silk", "jade"), "ben": ("jade", "nutmeg"), "chu": ("nutmeg", "ginseng")},
    )
    monkeypatch.setattr(dice, "commit", lambda nonce, file: "c" * 64)
    monkeypatch.setattr(dice, "make_nonce", lambda seed, phase, player, file: b"n" * 16)
    monkeypatch.setattr(dice, "roll", lambda link, game, phase, orders, wares: dict.fromkeys(wares, 3))
    monkeypatch.setattr(GameFolder, "read_code_key", lambda folder: b"k" * 32)
    seen = []
    for number, deal in enumerate(deals):
        club = make_club()
        monkeypatch.setattr(dice, "deal", lambda key, players, deal=deal: deal)
        others = "ben=ben@example.org chu=chu@example.org" if number else "ben=b@other.example chu"
        make(club, f"ana=ana@example.org {others}")
        club.run("order", GAME, "ben", text=f"message: {{to: chu, text: plan {number}}}\n")
        club.put_all(GAME, ana=VOYAGE, ben=VOYAGE, chu=VOYAGE)
        club.put(GAME, "v1-plunder", "ben", ("salt: x\n", "this is no order\n")[number])
        assert club.run("resolve", GAME).status == 0
        # When a voyage ends its orders are opened, and what they say is hidden no more.
        box = sorted((name, data) for name, data in read_box(club).items() if "v1-" in name)
        seen.append([(name, data) for name, data in box if b"ana@example.org" in data])
    assert len(seen[0]) > 5
    assert seen[0] == seen[1]
