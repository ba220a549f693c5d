"""CPU time and peak memory of taking in mail; bench/README.md says what the figures mean.

    python bench/mail.py [--mails 10000]

Makes games whose players have addresses, writes a Maildir of answers to the mails these games sent, in the manner of
five kinds of mail programs, and takes it in with `manila receive --maildir`, each mail durable before the next. The
same files are read by Python's own `email` with `policy.default`, on the same core.
"""

from __future__ import annotations

import argparse
import base64
import html
import os
import quopri
import subprocess
import sys
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
GAMES = 25
PLAYERS = ("ana", "ben", "chu", "dan")
CLUB = "address: manila@example.net\nmoderator: moderator@example.org\n"
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "PYTHONPATH": str(ROOT),
}

SPACES = ("nutmeg", "silk", "jade", "port-b", "port-c", "shipyard-a", "shipyard-b", "pirates", "insurance")
PLAYED = {
    "v1-auction": dict(zip(PLAYERS, ("bid: 3", "bid: 2", "bid: 1", "bid: pass"), strict=True)),
    "v1-office": {"ana": "buy: none\nload: {nutmeg: 4, silk: 2, jade: 3}"},
    "v1-place-1": dict.fromkeys(PLAYERS, "place: [cheapest, pass]"),
}
"""The orders by which each game comes to its second placement, whose report is as long as most are."""

READ_THEM = """
import sys
from email import policy
from email.parser import BytesParser
from pathlib import Path
for path in sorted(Path(sys.argv[1]).iterdir()):
    with path.open("rb") as file:
        mail = BytesParser(policy=policy.default).parse(file)
    for part in mail.walk():
        if part.get_content_maintype() == "text":
            part.get_content()
"""


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Sent:
    """A mail that a game sent: what is needed to answer it."""

    def __init__(self, data: bytes) -> None:
        mail = message_from_bytes(data, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.subject = str(mail["Subject"])
        self.to = str(mail["To"])
        self.id = str(mail["Message-ID"])
        text, page = mail.get_body(("plain",)), mail.get_body(("html",))
        assert text is not None and page is not None
        self.text = str(text.get_content())
        self.html = str(page.get_content())


def write_answer(sent: Sent, number: int, kind: int) -> bytes:
    """Return an answer to a mail as one kind of mail program writes it, with an order of its own."""
    spaces = [SPACES[(number // factor) % len(SPACES)] for factor in (1, 3, 7)]
    order = f"place: [{', '.join(dict.fromkeys(spaces))}, cheapest, pass]\nlater:\n  v1-place-3: {{place: cheapest}}\n"
    head = (
        f"Return-Path: <{sent.to}>\r\nReceived: from mx.example by games.example; Tue, 01 Dec 2026 19:15:04 +0000\r\n"
        f"Date: Tue, 01 Dec 2026 20:15:00 +0100\r\nFrom: {sent.to.split('@')[0].title()} <{sent.to}>\r\n"
        f"To: Manila <manila@example.net>\r\nSubject: Re: {sent.subject}\r\nMessage-ID: <{number}@client.example>\r\n"
        f"In-Reply-To: {sent.id}\r\nReferences: {sent.id}\r\nMIME-Version: 1.0\r\n"
    )
    return (head + KINDS[kind](order, sent)).encode()


def quote(sent: Sent) -> str:
    quoted = "".join(f"> {line}\n" for line in sent.text.splitlines())
    return f"\nOn Tue, Dec 1, 2026 at 7:58 PM Manila <manila@example.net> wrote:\n\n{quoted}"


def encode(text: str) -> str:
    """Return a body as quoted-printable, as most programs send it."""
    return quopri.encodestring(text.encode()).decode().replace("\r\n", "\n").replace("\n", "\r\n")


def write_part(kind: str, text: str) -> str:
    return (
        f'Content-Type: text/{kind}; charset="UTF-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n'
        f"{encode(text)}\r\n"
    )


def write_both(text: str, page: str) -> str:
    return (
        'Content-Type: multipart/alternative; boundary="=_a1"\r\n\r\n'
        f"--=_a1\r\n{write_part('plain', text)}--=_a1\r\n{write_part('html', page)}--=_a1--\r\n"
    )


def write_lines(order: str) -> str:
    """Return an order as the lines of an HTML text, set in as mail programs do it."""
    return "".join(f"<div>{html.escape(line).replace('  ', '&nbsp; ')}</div>" for line in order.splitlines())


def write_plain(order: str, sent: Sent) -> str:
    return write_part("plain", order + quote(sent))


def write_gmail(order: str, sent: Sent) -> str:
    page = (
        f'<div dir="ltr">{write_lines(order)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On '
        f'Tue, Dec 1, 2026 Manila wrote:<br></div><blockquote class="gmail_quote">{sent.html}</blockquote></div>'
    )
    return write_both(order + quote(sent), page)


def write_outlook(order: str, sent: Sent) -> str:
    lines = f"From: Manila <manila@example.net>\nSent: Tuesday, December 1, 2026 7:58 PM\nSubject: {sent.subject}\n\n"
    page = (
        f"<html><body>{write_lines(order)}<div style='border:none;border-top:solid #E1E1E1 1.0pt'><p><b>From:</b> "
        f"Manila<br><b>Sent:</b> Tuesday, December 1, 2026 7:58 PM<br><b>Subject:</b> {html.escape(sent.subject)}</p>"
        f"</div>{sent.html}</body></html>"
    )
    return write_both(f"{order}\n{lines}{sent.text}", page)


def write_page(order: str, sent: Sent) -> str:
    return write_part("html", f"<html><body>{write_lines(order)}<br><blockquote>{sent.html}</blockquote></body></html>")


def write_phone(order: str, sent: Sent) -> str:
    body = base64.encodebytes(f"{order}\n发自我的iPhone\n{quote(sent)}".encode()).decode().replace("\n", "\r\n")
    return f"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{body}"


KINDS: tuple[Callable[[str, Sent], str], ...] = (write_plain, write_gmail, write_outlook, write_page, write_phone)


def run_manila(games: Path, *words: str) -> None:
    command = [sys.executable, "-m", "manila_pbem", "--games", str(games), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, cwd=games)
    if done.returncode:
        raise SystemExit(f"manila {' '.join(words)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")


def make_games(games: Path) -> list[Sent]:
    """Make the games and return the mails they send."""
    games.mkdir()
    (games / "club.yaml").write_text(CLUB)
    for number in range(GAMES):
        named = [word for player in PLAYERS for word in ("--player", f"{player}={player}{number}@example.org")]
        run_manila(games, "new", f"game-{number}", *named, "--seed", f"bench {number}")
        for phase, orders in PLAYED.items():
            folder = games / f"game-{number}" / "orders" / phase
            folder.mkdir(parents=True)
            for player, text in orders.items():
                (folder / f"{player}.yaml").write_text(f"{text}\n")
        run_manila(games, "resolve", f"game-{number}")
    return [Sent(path.read_bytes()) for path in sorted(games.glob("game-*/outbox/new/*.v1-place-2.*.eml"))]


def measure(command: list[str]) -> tuple[float, float]:
    """Run a command to its end; return its CPU seconds and its peak memory in MiB."""
    pid = os.posix_spawn(command[0], command, ENVIRONMENT)
    _, status, used = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{' '.join(command)}: exit status {os.waitstatus_to_exitcode(status)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description="CPU time and peak memory of taking in mail.")
    parser.add_argument("--mails", type=int, default=10_000)
    chosen = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    few = chosen.mails // 10
    with TemporaryDirectory() as folder:
        work = Path(folder)
        sent = make_games(work / "games")
        manila = [sys.executable, "-m", "manila_pbem", "--games", str(work / "games"), "receive", "--maildir"]
        _, small_peak = measure([*manila, str(fill(work / "few", sent, range(few))[0])])
        box, size = fill(work / "box", sent, range(few, few + chosen.mails))
        theirs, _ = measure([sys.executable, "-c", READ_THEM, str(box / "new")])
        ours, peak = measure([*manila, str(box)])
        answers = len([path for path in (work / "games").glob("game-*/outbox/new/*.eml") if "." not in path.stem])
    if answers != few + chosen.mails:
        raise SystemExit(f"{answers} answers to {few + chosen.mails} mails")
    done = chosen.mails
    tell(f"{done} mails of {size / done / 1024:.0f} KiB in one Maildir, each kept (fsync), read, filed and answered:")
    tell(f"  manila receive --maildir      {1000 * ours / done:6.2f} ms CPU a mail, peak {peak:.1f} MiB")
    tell(f"  email, policy.default, bodies {1000 * theirs / done:6.2f} ms CPU a mail")
    tell(f"  {ours / theirs:.2f} times the CPU time; {peak / small_peak:.2f} times the peak memory of {few} mails")


def fill(box: Path, sent: list[Sent], numbers: range) -> tuple[Path, int]:
    """Write a Maildir of answers, and return it with the bytes of all its mails."""
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    size = 0
    for number in numbers:
        data = write_answer(sent[number % len(sent)], number, number // len(sent) % len(KINDS))
        size += len(data)
        (box / "new" / f"{number}.bench").write_bytes(data)
    return box, size


if __name__ == "__main__":
    main()
