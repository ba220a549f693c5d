"""An LMTP server for an MTA on the same machine: each recipient gets its reply, and 250 only once the mail is kept.

The library reads the protocol, but says one reply after a mail for several recipients, and so the MTA delivers it again
and again (docs/dependencies.md); it also holds each line of a mail as a thing of its own. So what follows DATA is ours.
"""

from __future__ import annotations

import asyncio
import collections
import logging
import re
import socket
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO, cast

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import Envelope, Session, syntax

from manila_pbem.errors import ManilaError, WrongUsage
from manila_pbem.post.stop import Stop
from manila_pbem.values import NamedValue

MOST_BYTES = 64 << 20
"""Bytes that a mail may have; far above what is read of one, so that a big mail is kept and answered."""

SILENCE = 300.0
"""Seconds that a client may stay silent."""

SOCKET_MODE = 0o660
"""Who may write to a socket file: us, and the group of its folder where that folder hands it on."""

_IN_MEMORY = 1 << 20
_LONGEST_LINE = 1 << 16
_LOOPBACK = re.compile(r"127(\.\d{1,3}){3}|::1", re.ASCII)

Keep = Callable[[BinaryIO], str | None]
"""Keeps a mail; returns None once it is kept, else the reason why it could not be, which the MTA is told."""


class Place(NamedValue):
    """Where to listen: a socket file, or a host on this machine and a port, 0 for any that is free."""

    path: Path | None
    host: str = ""
    port: int = 0


def read_place(text: str) -> Place:
    """Return the place that `HOST:PORT` or a path with a slash in it names; raises WrongUsage.

    LMTP knows no login, so it listens on this machine alone.
    """
    path = text.removeprefix("unix:")
    if "/" in path:
        return Place(Path(path))
    host, colon, port = text.removeprefix("inet:").rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not port.isascii() or not port.isdecimal() or int(port) > 65535:
        raise WrongUsage(f"{text!r} is neither HOST:PORT, such as 127.0.0.1:10025, nor the path of a socket")
    host = "127.0.0.1" if host in ("localhost", "") else host
    if not _LOOPBACK.fullmatch(host):
        raise WrongUsage(
            f"{text!r} is no place on this machine: LMTP has no login, so say 127.0.0.1:{port} or a socket"
        )
    return Place(None, host, int(port))


def serve(place: Place, keep: Keep, stop: Stop, ready: Callable[[str], None]) -> None:
    """Take mail in until the end is asked for; then the mails at hand are kept and answered first.

    `ready` is called with where the server listens. Mails are kept one after another, whatever the number of clients.
    Raises ManilaError where the place can't be had.
    """
    logging.getLogger("mail.log").setLevel(logging.CRITICAL)
    listener = _listen(place)
    try:
        asyncio.run(_serve(place, listener, keep, stop, ready))
    finally:
        listener.close()
        if place.path is not None:
            place.path.unlink(missing_ok=True)


async def _serve(place: Place, listener: socket.socket, keep: Keep, stop: Stop, ready: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    loop.add_reader(stop.fileno(), ended.set)
    clients: set[_Client] = set()
    with ThreadPoolExecutor(1, "keeper") as keeper:
        make = lambda: _Client(clients, keeper, keep, loop)  # noqa: E731
        kind = loop.create_unix_server if place.path is not None else loop.create_server
        server = await kind(make, sock=listener)
        ready(_name(place, listener))
        await ended.wait()
        loop.remove_reader(stop.fileno())
        server.close()
        for client in list(clients):
            client.finish()
        while clients:
            await asyncio.sleep(0.02)


class _Client(LMTP):
    """One connection."""

    command_size_limits: dict[str, int] = collections.defaultdict(lambda: 4096)
    line_length_limit = _LONGEST_LINE

    def __init__(
        self, clients: set[_Client], keeper: ThreadPoolExecutor, keep: Keep, loop: asyncio.AbstractEventLoop
    ) -> None:
        super().__init__(
            _Extensions(),
            data_size_limit=MOST_BYTES,
            enable_SMTPUTF8=True,
            hostname="manila",
            ident="LMTP",
            timeout=SILENCE,
            loop=loop,
        )
        self._clients = clients
        self._keeper = keeper
        self._keep = keep
        self._keeping = False
        self._ending = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._clients.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._clients.discard(self)
        super().connection_lost(error)

    def finish(self) -> None:
        """Close the connection, once the mail at hand is answered."""
        self._ending = True
        if not self._keeping and self.transport is not None:
            self.transport.close()

    async def handle_exception(self, error: Exception) -> str:
        """Answer what the library could not read; the MTA tries again."""
        return f"451 4.3.0 Not understood ({type(error).__name__})"

    @syntax("DATA")
    async def smtp_DATA(self, arg: str | None) -> None:  # noqa: N802 - so the library calls it
        """Take a mail, and reply once for each recipient."""
        assert self.envelope is not None
        recipients = self.envelope.rcpt_tos
        if not recipients or arg:
            await self.push("501 5.5.4 Syntax: DATA" if arg else "503 5.5.1 Error: need RCPT command")
            return
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        reply = await self._take_mail()
        self.envelope = self._create_envelope()
        await self.push("\r\n".join([reply] * len(recipients)))
        if self._ending and self.transport is not None:
            self.transport.close()

    async def _take_mail(self) -> str:
        """Return the reply to the mail that follows."""
        assert self.envelope is not None
        mail = _Copy()
        try:
            if self.envelope.mail_from in ("", "<>"):
                # A null return path marks what no person wrote, and the last server writes it down (RFC 5321, 4.4).
                mail.write(b"Return-Path: <>\r\n")
            await self._read_mail(mail)
        except BaseException:
            mail.close()
            raise
        if mail.trouble is not None:
            mail.close()
            return mail.trouble
        self._keeping = True
        try:
            loop = asyncio.get_running_loop()
            trouble = await asyncio.shield(loop.run_in_executor(self._keeper, mail.hand_to, self._keep))
        finally:
            self._keeping = False
        return "250 2.0.0 Kept" if trouble is None else f"451 4.3.0 {_tell(trouble)}"

    async def _read_mail(self, mail: _Copy) -> None:
        """Copy the mail, without the dots the protocol added."""
        since = 0
        begins = True
        while True:
            try:
                line = await self._reader.readuntil(b"\r\n")
            except asyncio.LimitOverrunError as error:
                line = await self._reader.readexactly(error.consumed)
            if begins and line == b".\r\n":
                return
            since += len(line)
            if since > _IN_MEMORY:
                since = 0
                self._reset_timeout()
            mail.write(line[1:] if begins and line.startswith(b".") else line)
            begins = line.endswith(b"\r\n")


class _Copy:
    """A mail as it comes; `trouble` is the reply where it can't be copied or is too long, and the rest is let go."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed by `close` or `hand_to`
        self._size = 0
        self.trouble: str | None = None

    def write(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size > MOST_BYTES:
            self.trouble = "552 5.3.4 The mail is too long"
        if self.trouble is not None:
            return
        try:
            self._file.write(piece)
        except OSError as error:
            self.trouble = f"451 4.3.1 {_tell(error.strerror or str(error))}"

    def hand_to(self, keep: Keep) -> str | None:
        """Let the mail be kept, and let go of it: the client may be gone meanwhile."""
        try:
            with self._file:
                self._file.seek(0)
                return keep(cast(BinaryIO, self._file))
        except Exception as error:  # noqa: BLE001 - whatever it is, the MTA keeps the mail and tries again
            return type(error).__name__

    def close(self) -> None:
        self._file.close()


class _Extensions:
    """Says what the library does not say by itself: that commands may come without waiting for replies (RFC 2033)."""

    async def handle_EHLO(  # noqa: N802 - so the library calls it
        self, server: Any, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        return [responses[0], "250-PIPELINING", *responses[1:]]


def _tell(words: str) -> str:
    """Return words for a reply: one line of ASCII."""
    return " ".join(words.encode("ascii", "backslashreplace").decode().split())[:400]


def _listen(place: Place) -> socket.socket:
    if place.path is not None:
        return _listen_at(place.path)
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((place.host, place.port))
    except OSError as error:
        listener.close()
        raise ManilaError(f"{place.host}:{place.port} is not to be had: {error.strerror}") from error
    return listener


def _listen_at(path: Path) -> socket.socket:
    """Listen at a socket file; one that nobody listens at any more is taken away."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.is_socket() and not _is_answered(path):
            path.unlink(missing_ok=True)
        listener.bind(str(path))
        path.chmod(SOCKET_MODE)
    except OSError as error:
        listener.close()
        raise ManilaError(f"{path} is not to be had: {error.strerror or error}") from error
    return listener


def _is_answered(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
    return True


def _name(place: Place, listener: socket.socket) -> str:
    if place.path is not None:
        return str(place.path)
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
