"""The LMTP server, spoken to by bytes and by the library's client (RFC 2033; docs/dependencies.md, 30-33)."""

from __future__ import annotations

import smtplib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from manila_pbem.errors import ManilaError, WrongUsage
from manila_pbem.post import lmtp
from manila_pbem.post.lmtp import Place, read_place, serve
from manila_pbem.post.stop import Stop

MAIL = b"From: ana@example.org\r\nSubject: x\r\n\r\nbid: 7\r\n"


class Server:
    """A server in a thread. `kept` are the mails in the order in which they came; `trouble` is what keeping meets."""

    def __init__(self, place: Place) -> None:
        self.kept: list[bytes] = []
        self.trouble: str | Exception | None = None
        self.gate: threading.Event | None = None
        self.entered = threading.Event()
        self.stop = Stop()
        self.where = ""
        self.failed: BaseException | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(place,))
        self._thread.start()
        assert self._ready.wait(30)
        if self.failed is not None:
            raise self.failed

    def _run(self, place: Place) -> None:
        try:
            with self.stop:
                serve(place, self._keep, self.stop, self._tell)
        except BaseException as error:  # noqa: BLE001 - told by the test that waits
            self.failed = error
            self._ready.set()

    def _tell(self, where: str) -> None:
        self.where = where
        self._ready.set()

    def _keep(self, mail: BinaryIO) -> str | None:
        self.entered.set()
        if self.gate is not None:
            assert self.gate.wait(30)
        if isinstance(self.trouble, Exception):
            raise self.trouble
        if self.trouble is None:
            self.kept.append(mail.read())
        return self.trouble

    def connect(self) -> Talk:
        if "/" in self.where:
            line = socket.socket(socket.AF_UNIX)
            line.connect(self.where)
        else:
            host, _, port = self.where.rpartition(":")
            line = socket.create_connection((host.strip("[]"), int(port)))
        return Talk(line)

    def end(self) -> None:
        if self._thread.is_alive():
            self.stop.ask()
        self._thread.join(30)
        assert not self._thread.is_alive()


class Talk:
    """A client that says bytes and reads replies."""

    def __init__(self, line: socket.socket) -> None:
        line.settimeout(30)
        self.line = line
        self.file = line.makefile("rb")
        assert self.read() == [b"220 manila LMTP"]

    def read(self) -> list[bytes]:
        """Return the lines of one reply."""
        lines = []
        while True:
            reply = self.file.readline()
            assert reply.endswith(b"\r\n") or reply == b"", reply
            lines.append(reply.removesuffix(b"\r\n"))
            if reply[3:4] != b"-":
                return lines

    def say(self, data: bytes) -> bytes:
        self.line.sendall(data)
        return self.read()[-1]

    def begin(self, *recipients: bytes, sender: bytes = b"ana@example.org", more: bytes = b"") -> None:
        assert self.say(b"LHLO test\r\n").startswith(b"250")
        assert self.say(b"MAIL FROM:<" + sender + b">" + more + b"\r\n").startswith(b"250")
        for recipient in recipients or (b"manila@example.net",):
            assert self.say(b"RCPT TO:<" + recipient + b">\r\n").startswith(b"250")
        assert self.say(b"DATA\r\n").startswith(b"354")

    def close(self) -> None:
        self.file.close()
        self.line.close()


@pytest.fixture
def start() -> Iterator[Callable[..., Server]]:
    servers: list[Server] = []

    def make(place: Place | None = None) -> Server:
        servers.append(Server(place or Place(None, "127.0.0.1", 0)))
        return servers[-1]

    yield make
    for server in servers:
        if server.gate is not None:
            server.gate.set()
        server.end()


@pytest.fixture
def server(start: Any) -> Server:
    made: Server = start()
    return made


@pytest.fixture
def talk(server: Server) -> Iterator[Talk]:
    made = server.connect()
    yield made
    made.close()


@pytest.mark.parametrize("count", [1, 2, 5])
def test_each_recipient_gets_a_reply(server: Server, talk: Talk, count: int) -> None:
    """Else the MTA waits for the other replies and delivers again and again (30)."""
    talk.begin(*(b"game-%d@example.net" % number for number in range(count)))
    talk.line.sendall(MAIL + b".\r\nNOOP\r\n")
    assert [talk.read() for _ in range(count)] == [[b"250 2.0.0 Kept"]] * count
    assert talk.read() == [b"250 OK"]
    assert server.kept == [MAIL]


def test_mail_is_kept_before_the_reply(server: Server, talk: Talk) -> None:
    server.gate = threading.Event()
    talk.begin()
    talk.line.sendall(MAIL + b".\r\n")
    assert server.entered.wait(30)
    talk.line.settimeout(0.2)
    with pytest.raises(TimeoutError):
        talk.line.recv(1, socket.MSG_PEEK)
    talk.line.settimeout(30)
    server.gate.set()
    assert talk.read() == [b"250 2.0.0 Kept"]


def test_mail_that_can_not_be_kept_is_tried_again_later(server: Server, talk: Talk) -> None:
    talk.begin(b"a@example.net", b"b@example.net")
    server.trouble = "the disk is full:\r\n250 Kept\nKälte"
    talk.line.sendall(MAIL + b".\r\n")
    assert [talk.read() for _ in range(2)] == [[b"451 4.3.0 the disk is full: 250 Kept K\\xe4lte"]] * 2
    server.trouble = None
    talk.begin()
    assert talk.say(MAIL + b".\r\n") == b"250 2.0.0 Kept"


def test_failing_program_is_tried_again_later(server: Server, talk: Talk) -> None:
    talk.begin(b"a@example.net", b"b@example.net")
    server.trouble = RuntimeError("secret")
    talk.line.sendall(MAIL + b".\r\nNOOP\r\n")
    replies = [talk.read()[0] for _ in range(3)]
    assert replies == [b"451 4.3.0 RuntimeError", b"451 4.3.0 RuntimeError", b"250 OK"]


@pytest.mark.parametrize(
    "body",
    [
        b".\r\n",
        b"..\r\n...\r\n.bid: 7\r\n",
        b"a\n.\nb\r\n",
        b"a\r.\rb\r\n",
        b"\n.\r\n.\n\r\n",
        b"\xff\x00\xe9\x80\r\n",
        b"x" * 200_000 + b"\r\n",
        b"x" * 65_534 + b"\r\n.y\r\n" + b"z" * 65_536 + b".\r\n.\r\n",
        b"\r\n" * 5000,
        b"",
    ],
    ids=lambda body: body[:12],
)
def test_bytes_arrive_as_they_were(server: Server, talk: Talk, body: bytes) -> None:
    """Dots are doubled and undone, bare line ends end nothing, and no line is too long."""
    talk.begin(more=b" BODY=8BITMIME")
    mail = b"Subject: x\r\n\r\n" + body
    stuffed = mail.replace(b"\r\n.", b"\r\n..")
    talk.line.sendall(stuffed + b".\r\nNOOP\r\n")
    assert [talk.read(), talk.read()] == [[b"250 2.0.0 Kept"], [b"250 OK"]]
    assert server.kept == [mail]


def test_empty_mail_is_kept(server: Server, talk: Talk) -> None:
    talk.begin()
    assert talk.say(b".\r\n") == b"250 2.0.0 Kept"
    assert server.kept == [b""]


@pytest.mark.parametrize("count", [1, 3])
def test_mail_over_the_limit_is_refused_for_each_recipient(
    server: Server, talk: Talk, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(lmtp, "MOST_BYTES", 1000)
    talk.begin(*(b"game-%d@example.net" % number for number in range(count)))
    talk.line.sendall(b"Subject: x\r\n\r\n" + b"x" * 998 + b"\r\n.\r\nNOOP\r\n")
    assert [talk.read() for _ in range(count + 1)] == [[b"552 5.3.4 The mail is too long"]] * count + [[b"250 OK"]]
    assert server.kept == []
    talk.begin()
    assert talk.say(b"Subject: x\r\n\r\n" + b"x" * 984 + b"\r\n.\r\n") == b"250 2.0.0 Kept"


def test_limit_is_far_above_what_is_read_of_a_mail() -> None:
    assert lmtp.MOST_BYTES >= 16 << 20


def test_size_told_ahead_is_refused_at_once(server: Server, talk: Talk) -> None:
    assert talk.say(b"LHLO test\r\n").startswith(b"250")
    too_much = b"%d" % (lmtp.MOST_BYTES + 1)
    assert talk.say(b"MAIL FROM:<a@example.org> SIZE=" + too_much + b"\r\n").startswith(b"552")


def test_full_disk_is_told_after_the_mail(server: Server, talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows in the mail must not be read as commands."""

    class Full:
        def write(self, piece: bytes) -> None:
            raise OSError(28, "No space left on device")

        def close(self) -> None:
            pass

    monkeypatch.setattr(lmtp.tempfile, "SpooledTemporaryFile", lambda size: Full())
    talk.begin(b"a@example.net", b"b@example.net")
    talk.line.sendall(MAIL + b"QUIT\r\n.\r\nNOOP\r\n")
    full = [b"451 4.3.1 No space left on device"]
    assert [talk.read() for _ in range(3)] == [full, full, [b"250 OK"]]


def test_null_sender_is_written_down(server: Server, talk: Talk) -> None:
    """By it bounces are known (docs/play.md, section 7); every other mail stays as it is."""
    talk.begin(sender=b"")
    assert talk.say(MAIL + b".\r\n") == b"250 2.0.0 Kept"
    talk.begin()
    assert talk.say(MAIL + b".\r\n") == b"250 2.0.0 Kept"
    assert server.kept == [b"Return-Path: <>\r\n" + MAIL, MAIL]


@pytest.mark.parametrize(
    "sender",
    [
        "小莉@例子.example".encode(),
        b"MAILER-DAEMON",
        b"a..b.@docomo.example",
        b'"ana maria"@example.org',
        b"a+b=c@example.org",
        b"x" * 300 + b"@example.org",
        b"@relay.example:ana@example.org",
    ],
)
def test_senders_of_any_form_are_taken(server: Server, talk: Talk, sender: bytes) -> None:
    talk.begin(sender=sender, more=b" SMTPUTF8 BODY=8BITMIME" if not sender.isascii() else b" SIZE=1000")
    assert talk.say(MAIL + b".\r\n") == b"250 2.0.0 Kept"


def test_extensions_are_told(server: Server, talk: Talk) -> None:
    talk.line.sendall(b"LHLO test\r\n")
    told = {line[4:] for line in talk.read()}
    assert {b"PIPELINING", b"8BITMIME", b"SMTPUTF8", b"SIZE %d" % lmtp.MOST_BYTES} <= told


def test_commands_may_come_all_at_once(server: Server, talk: Talk) -> None:
    once = (
        b"MAIL FROM:<a@example.org>\r\nRCPT TO:<b@example.net>\r\nRCPT TO:<c@example.net>\r\nDATA\r\n" + MAIL + b".\r\n"
    )
    talk.line.sendall(b"LHLO test\r\n" + once + once + b"QUIT\r\n")
    replies = [talk.read()[-1][:3] for _ in range(14)]
    assert replies == [b"250"] + [b"250", b"250", b"250", b"354", b"250", b"250"] * 2 + [b"221"]
    assert server.kept == [MAIL, MAIL]


def test_mail_without_recipient_is_refused(server: Server, talk: Talk) -> None:
    assert talk.say(b"LHLO test\r\n").startswith(b"250")
    assert talk.say(b"DATA\r\n").startswith(b"503")
    assert talk.say(b"MAIL FROM:<a@example.org>\r\n").startswith(b"250")
    assert talk.say(b"DATA\r\n").startswith(b"503")
    assert talk.say(b"RCPT TO:<b@example.net>\r\n").startswith(b"250")
    assert talk.say(b"DATA now\r\n").startswith(b"501")


def test_mail_cut_off_is_not_kept(server: Server) -> None:
    talk = server.connect()
    talk.begin()
    talk.line.sendall(MAIL)
    talk.close()
    other = server.connect()
    other.begin()
    assert other.say(MAIL + b"z\r\n.\r\n") == b"250 2.0.0 Kept"
    other.close()
    assert server.kept == [MAIL + b"z\r\n"]


def test_client_that_leaves_early_does_no_harm(server: Server) -> None:
    server.gate = threading.Event()
    talk = server.connect()
    talk.begin()
    talk.line.sendall(MAIL + b".\r\n")
    assert server.entered.wait(30)
    talk.close()
    server.gate.set()
    server.end()
    assert server.kept == [MAIL]
    assert server.failed is None


def test_several_clients_at_once(server: Server) -> None:
    talks = [server.connect() for _ in range(8)]
    for talk in talks:
        talk.begin()
    for number, talk in enumerate(talks):
        talk.line.sendall(MAIL + b"%d\r\n" % number)
    for talk in reversed(talks):
        talk.line.sendall(b".\r\n")
    assert [talk.read() for talk in talks] == [[b"250 2.0.0 Kept"]] * 8
    assert sorted(server.kept) == [MAIL + b"%d\r\n" % number for number in range(8)]
    for talk in talks:
        talk.close()


def test_library_client(server: Server) -> None:
    """With one recipient at a time, since it reads but one reply (31)."""
    host, _, port = server.where.rpartition(":")
    with smtplib.LMTP(host, int(port), local_hostname="test") as client:
        client.sendmail("ana@example.org", ["manila@example.net"], MAIL, ["BODY=8BITMIME"])
        client.sendmail("", ["manila@example.net"], MAIL)
        client.sendmail("a@example.org", ["小莉@example.net"], MAIL, ["SMTPUTF8"])
    assert server.kept == [MAIL, b"Return-Path: <>\r\n" + MAIL, MAIL]


def test_end_comes_after_the_mail_at_hand(server: Server) -> None:
    server.gate = threading.Event()
    idle, half, busy = server.connect(), server.connect(), server.connect()
    half.begin()
    half.line.sendall(MAIL)
    busy.begin()
    busy.line.sendall(MAIL + b".\r\n")
    assert server.entered.wait(30)
    server.stop.ask()
    assert idle.read() == [b""]
    assert half.read() == [b""]
    server.gate.set()
    assert busy.read() == [b"250 2.0.0 Kept"]
    assert busy.read() == [b""]
    server.end()
    assert server.kept == [MAIL]
    for talk in (idle, half, busy):
        talk.close()


def test_socket_file_comes_and_goes(start: Any, tmp_path: Path) -> None:
    place = read_place(str(tmp_path / "lmtp.sock"))
    assert place.path is not None
    server = start(place)
    assert place.path.stat().st_mode & 0o777 == 0o660
    talk = server.connect()
    talk.begin()
    assert talk.say(MAIL + b".\r\n") == b"250 2.0.0 Kept"
    with pytest.raises(ManilaError, match="is not to be had"):
        Server(place)
    talk.close()
    again = server.connect()
    again.close()
    server.end()
    assert not place.path.exists()


def test_socket_file_left_by_a_killed_server_is_replaced(start: Any, tmp_path: Path) -> None:
    path = tmp_path / "lmtp.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    server = start(Place(path))
    server.connect().close()


def test_other_files_are_left_alone(start: Any, tmp_path: Path) -> None:
    path = tmp_path / "lmtp.sock"
    path.write_bytes(b"precious")
    with pytest.raises(ManilaError, match="is not to be had"):
        Server(Place(path))
    assert path.read_bytes() == b"precious"


def test_port_that_is_taken_is_told(start: Any) -> None:
    server = start()
    with pytest.raises(ManilaError, match="is not to be had"):
        Server(read_place(server.where))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("127.0.0.1:10025", Place(None, "127.0.0.1", 10025)),
        ("inet:127.0.0.1:10025", Place(None, "127.0.0.1", 10025)),
        ("localhost:24", Place(None, "127.0.0.1", 24)),
        (":24", Place(None, "127.0.0.1", 24)),
        ("[::1]:24", Place(None, "::1", 24)),
        ("/run/manila/lmtp", Place(Path("/run/manila/lmtp"))),
        ("unix:/run/manila/lmtp", Place(Path("/run/manila/lmtp"))),
        ("./lmtp.sock", Place(Path("./lmtp.sock"))),
    ],
)
def test_places(text: str, place: Place) -> None:
    assert read_place(text) == place


@pytest.mark.parametrize(
    "text",
    ["0.0.0.0:24", ":::24", "192.168.1.2:24", "mail.example.org:24", "127.0.0.1", "24", "", "127.0.0.1:x",
     "127.0.0.1:²", "127.0.0.1:65536", "127.0.0.1:-1", "127.example.org:24", "lmtp.sock"],
)  # fmt: skip
def test_places_that_can_not_be_meant(text: str) -> None:
    """LMTP knows no login, so no other machine may reach it."""
    with pytest.raises(WrongUsage):
        read_place(text)
