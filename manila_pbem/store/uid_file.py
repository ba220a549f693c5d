"""Which mails of an IMAP folder have been taken: the highest UID, and those below it that could not be kept yet."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from manila_pbem.errors import ManilaError
from manila_pbem.store.atomic import make_folder, write_file
from manila_pbem.store.mail_box import MailBox, read_json, write_json
from manila_pbem.values import NamedValue

FOLDER = "imap"


class Uids(NamedValue):
    """`validity` is the server's UIDVALIDITY, `highest` the last UID taken, `left` are those to be tried again."""

    validity: int = 0
    highest: int = 0
    left: tuple[int, ...] = ()


class UidFile:
    """Keeps the UIDs of one folder of one account in the club's inbox.

    A file that is lost or can't be understood does no harm: mails that are known already are silent.
    """

    def __init__(self, box: MailBox, account: str) -> None:
        self._folder = box.inbox / FOLDER
        self._account = account
        self._path = self._folder / f"{sha256(account.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}.json"

    @property
    def path(self) -> Path:
        """Where they are kept."""
        return self._path

    def read(self) -> Uids:
        """Return the UIDs kept, none where nothing is kept; raises ManilaError."""
        kept = read_json(self._path)
        if kept is None or kept.get("account") != self._account:
            return Uids()
        numbers = [kept.get("validity"), kept.get("highest")]
        left = kept.get("left")
        if not isinstance(left, list) or not all(type(number) is int and number >= 0 for number in [*numbers, *left]):
            return Uids()
        return Uids(kept["validity"], kept["highest"], tuple(left))

    def write(self, uids: Uids) -> None:
        """Keep the UIDs, whole or not at all; raises ManilaError."""
        if not self._folder.parent.is_dir():
            raise ManilaError(f"{self._folder.parent} is missing")
        make_folder(self._folder)
        kept = {"validity": uids.validity, "highest": uids.highest, "left": list(uids.left)}
        # What a power cut takes is only work done twice.
        write_file(self._path, write_json({"account": self._account, **kept}), durable=False)
