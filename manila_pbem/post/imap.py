"""Mail of a folder on an IMAP server, read and left as it is.

Only the raw bytes are taken from the server, mail by mail and by UID, with `BODY.PEEK[]`: the library's own reading of
mails drops letters, and one mail that it can't read stops all later ones (docs/dependencies.md). Waiting for news is
ours, too, since the library misses what comes together with the server's answer to IDLE.
"""

from __future__ import annotations

import imaplib
import re
import select
import ssl
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO, NoReturn

from manila_pbem.errors import ManilaError
from manila_pbem.post.stop import Stop
from manila_pbem.values import NamedValue

TIMEOUT = 60.0
"""Seconds that a server may stay silent when it was asked something."""

LONGEST_IDLE = 9 * 60.0
"""Seconds of waiting in one IDLE. The protocol allows 29 minutes, but many routers forget a silent line earlier."""

POLL = 60.0
"""Seconds between two looks at a server that knows no IDLE."""

WHOLE = 4 << 20
"""Bytes up to which a mail is fetched at once; a longer one comes in pieces of that length."""

_FAREWELL = 2.0
_TAG = b"WATCH"
_UID = re.compile(rb"\bUID (\d+)")
_SIZE = re.compile(rb"\bRFC822\.SIZE (\d+)")
_NEWS = re.compile(rb"\* \d+ (?:EXISTS|RECENT)", re.IGNORECASE)
_BODY = re.compile(rb"\bBODY\[\](?:<\d+>)? \"((?:[^\"\\]|\\.)*)\"", re.IGNORECASE | re.DOTALL)


class ConnectionDroppedError(ManilaError):
    """The server can't be reached, or is gone in the middle; it is worth trying again."""


class ImapAccount(NamedValue):
    """Where the mail lies. `security` is tls, starttls or none.

    `find_secret` gives the password, or with `xoauth2` a token; it is asked at each login, since tokens grow old.
    """

    host: str
    port: int
    security: str
    user: str
    find_secret: Callable[[], str]
    xoauth2: bool = False
    folder: str = "INBOX"


class Listed(NamedValue):
    """A mail in the folder: its UID, and its length in bytes if the server told it."""

    uid: int
    size: int


class ImapFolder:
    """An open folder, to be closed by `close`. `validity` tells the server's UIDs from those it gave before.

    Raises ManilaError where the login, the folder or the server's certificate is at fault, `ConnectionDroppedError`
    where the network is; so do all methods.
    """

    def __init__(self, account: ImapAccount) -> None:
        self._account = account
        self._box = _connect(account)
        try:
            _log_in(self._box, account)
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        from imap_tools.errors import ImapToolsError

        client = self._box.client
        try:
            self._box.folder.set(self._account.folder, readonly=True)
            self.validity = int((client.response("UIDVALIDITY")[1][0] or b"0").split()[-1])
            self._idles = b"IDLE" in client.capability()[1][0].upper().split()
        except (ImapToolsError, imaplib.IMAP4.error, OSError, ValueError) as error:
            self._explain(f"the folder {self._account.folder!r} could not be opened", error)

    def list_newer(self, uid: int) -> list[Listed]:
        """Return the mails with a UID above another, in the order of their UIDs."""
        try:
            kind, data = self._box.client.uid("FETCH", f"{uid + 1}:*", "(UID RFC822.SIZE)")
        except (imaplib.IMAP4.error, OSError) as error:
            self._explain("the folder could not be listed", error)
        if kind != "OK":
            return []  # So some servers say that there is none.
        found = {}
        for item in data:
            line = item if isinstance(item, bytes) else b"".join(item or ())
            if (number := _UID.search(line)) is not None and int(number[1]) > uid:
                size = _SIZE.search(line)
                found[int(number[1])] = int(size[1]) if size is not None else 0
        return [Listed(number, found[number]) for number in sorted(found)]

    def fetch(self, listed: Listed) -> bytes | BinaryIO | None:
        """Return a mail as it lies on the server, None where it is gone. It is not marked as seen."""
        if listed.size <= WHOLE:
            return self._fetch_part(listed.uid, "BODY.PEEK[]")
        pieces: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115 - whoever reads it closes it
        start = 0
        while piece := self._fetch_part(listed.uid, f"BODY.PEEK[]<{start}.{WHOLE}>"):
            pieces.write(piece)
            start += len(piece)
            if len(piece) < WHOLE:
                break
        pieces.seek(0)
        if start:
            return pieces
        pieces.close()
        return None

    def wait(self, stop: Stop, idle: float = LONGEST_IDLE, poll: float = POLL) -> None:
        """Wait until there may be news, by IDLE or else for `poll` seconds, no longer than the end is not asked for."""
        try:
            if self._idles:
                self._wait_idle(stop, idle)
            elif not stop.wait(poll):
                self._box.client.noop()
        except (imaplib.IMAP4.error, OSError) as error:
            self._explain("waiting for mail failed", error)

    def close(self) -> None:
        """Say farewell if the server still listens."""
        with suppress(imaplib.IMAP4.error, OSError):
            self._box.client.sock.settimeout(_FAREWELL)
            self._box.client.logout()
        # It may be gone already; our end of the line is to be given back all the same.
        with suppress(OSError):
            self._box.client.shutdown()

    def _fetch_part(self, uid: int, part: str) -> bytes | None:
        try:
            kind, data = self._box.client.uid("FETCH", str(uid), f"({part})")
        except imaplib.IMAP4.abort as error:
            self._explain("a mail could not be fetched", error)
        except (imaplib.IMAP4.error, OSError) as error:
            if isinstance(error, OSError):
                self._explain("a mail could not be fetched", error)
            raise ManilaError(f"{self._account.host} does not hand out the mail with the UID {uid}: {error}") from error
        if kind != "OK":
            raise ManilaError(f"{self._account.host} does not hand out the mail with the UID {uid}: {_tell(data)}")
        for item in data:
            if isinstance(item, tuple) and b"BODY[" in item[0].upper():
                return bytes(item[1])
            if isinstance(item, bytes) and (short := _BODY.search(item)) is not None:
                return re.sub(rb"\\(.)", rb"\1", short[1], flags=re.DOTALL)
        return None

    def _wait_idle(self, stop: Stop, seconds: float) -> None:
        client = self._box.client
        client.send(_TAG + b" IDLE\r\n")
        news = False
        while not (line := self._read_line()).startswith(b"+"):
            if line.startswith(_TAG):
                self._idles = False  # It is refused here, whatever the server says it can do.
                return
            news = news or bool(_NEWS.match(line))
        end = time.monotonic() + seconds
        while not news and not stop.asked and (left := end - time.monotonic()) > 0:
            if self._has_input(stop, left):
                news = bool(_NEWS.match(self._read_line()))
        client.send(b"DONE\r\n")
        while not self._read_line().startswith(_TAG):
            pass

    def _has_input(self, stop: Stop, seconds: float) -> bool:
        """Tell whether the server has said something, waiting for it; what was read ahead is seen as well."""
        client = self._box.client
        stream: Any = getattr(client, "_file", None) or client.file
        socket = client.sock
        timeout = socket.gettimeout()
        for called in (False, True):
            socket.settimeout(0)
            try:
                # Nothing to read after a call is the end of the line, which reading will tell.
                if stream.peek(1) or called:
                    return True
            except (BlockingIOError, ssl.SSLWantReadError):
                pass
            finally:
                socket.settimeout(timeout)
            if called or socket not in select.select([socket, stop], [], [], seconds)[0]:
                return False
        return False

    def _read_line(self) -> bytes:
        line: bytes = self._box.client.readline()
        if not line or line.upper().startswith(b"* BYE"):
            raise imaplib.IMAP4.abort(line.decode("ascii", "replace").strip() or "the connection was closed")
        return line

    def _explain(self, what: str, error: Exception) -> NoReturn:
        raise _find_fault(self._account, what, error) from error


def _find_fault(account: ImapAccount, what: str, error: Exception) -> ManilaError:
    where = f"{account.host}:{account.port}"
    if isinstance(error, ssl.SSLCertVerificationError):
        return ManilaError(f"the certificate of {where} is not good for it: {error.verify_message}")
    if isinstance(error, imaplib.IMAP4.abort | OSError):
        why = "it did not answer in time" if isinstance(error, TimeoutError) else str(error) or type(error).__name__
        return ConnectionDroppedError(f"{where} is not to be reached ({what}): {why}")
    told = getattr(error, "command_result", None)
    return ManilaError(f"{where}: {what}: {_tell(told[1]) if told else error}")


def _connect(account: ImapAccount) -> Any:
    from imap_tools import MailBox, MailBoxUnencrypted
    from imap_tools.errors import ImapToolsError

    try:
        if account.security == "tls":
            context = ssl.create_default_context()
            return MailBox(account.host, account.port, timeout=TIMEOUT, ssl_context=context)
        box = MailBoxUnencrypted(account.host, account.port, timeout=TIMEOUT)
        if account.security == "starttls":
            _encrypt(box.client)
        return box
    except (ImapToolsError, imaplib.IMAP4.error, OSError, ValueError) as error:
        raise _find_fault(account, "connecting failed", error) from error


def _encrypt(client: imaplib.IMAP4) -> None:
    """Go on encrypted, or not at all."""
    try:
        kind, data = client.starttls(ssl.create_default_context())
        if kind != "OK":
            raise imaplib.IMAP4.error(_tell(data))
    except BaseException:
        with suppress(OSError):
            client.shutdown()
        raise


def _log_in(box: Any, account: ImapAccount) -> None:
    from imap_tools.errors import ImapToolsError

    secret = account.find_secret()
    if re.search(r"[\0-\x1f\x7f]", account.user + secret):
        raise ManilaError(f"the login for {account.host} has a control character in it, such as a line end")
    try:
        if account.xoauth2:
            box.xoauth2(account.user, secret, initial_folder=None)
        elif account.user.isascii() and secret.isascii():
            box.login(account.user, secret, initial_folder=None)
        else:
            box.login_utf8(account.user, secret, initial_folder=None)
    except (ImapToolsError, imaplib.IMAP4.error, OSError) as error:
        raise _find_fault(account, f"the login of {account.user} failed", error) from error


def _tell(data: object) -> str:
    """Return what a server said, on one line."""
    parts = data if isinstance(data, list) else [data]
    words = " ".join(part.decode("utf-8", "replace") for part in parts if isinstance(part, bytes))
    return " ".join(re.sub(r"[\0-\x1f\x7f]", " ", words).split())[:300] or "no reason given"
