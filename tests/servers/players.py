"""Players who know what their mails say and nothing else: they read, decide by the form, and answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import NamedTuple

from servers.mail_programs import Original, Program, Writer, read_original, tell_time
from servers.order_forms import BLANK, Blank, OrderForm, read_form, show_html

_SUBJECT = re.compile(r"\[manila (\S+) (\S+) #([A-Z0-9]{4}-[A-Z0-9]{4})\]")


class Mail(NamedTuple):
    """A mail a player got: the phase its subject names, and whether it answers a mail of his."""

    message: EmailMessage
    original: Original
    phase: str
    answers: str


class Answered(NamedTuple):
    """A mail a player wrote: whose Message-ID, for which phase, saying what."""

    message_id: str
    phase: str
    order: tuple[str, ...]
    mail: bytes


class Player:
    """A person at a mail program. `number` makes players differ in what they like."""

    def __init__(
        self, name: str, address: str, number: int, program: Program, *, html: bool = False, whole: bool = False
    ) -> None:
        self.name = name
        self.address = address
        self.mails: list[Mail] = []
        self.answers: list[Answered] = []
        self._number = number
        self._program = program
        self._reads_html = html
        self._sends_whole_form = whole
        self._domain = address.rpartition("@")[2]

    @property
    def reports(self) -> list[Mail]:
        """The mails that came of themselves."""
        return [mail for mail in self.mails if not mail.answers]

    @property
    def receipts(self) -> list[Mail]:
        """The mails that answer this player's."""
        return [mail for mail in self.mails if mail.answers]

    def read(self, mails: Iterable[bytes]) -> None:
        """Look at new mails."""
        for data in mails:
            message = message_from_bytes(data, policy=default)
            assert isinstance(message, EmailMessage)
            found = _SUBJECT.search(str(message["Subject"]))
            assert found is not None, message["Subject"]
            mine = {answered.message_id for answered in self.answers}
            replied = str(message.get("In-Reply-To", "")).strip()
            self.mails.append(Mail(message, read_original(message), found[2], replied if replied in mine else ""))

    def answer(self) -> bytes | None:
        """Return an answer to the newest report that asks for orders, None where that has been answered."""
        for mail in reversed(self.reports):
            shown = show_html(mail.original.html) if self._reads_html else mail.original.text
            form = read_form(shown)
            if form is not None and "your order is asked for" in shown:
                break
        else:
            return None
        if any(answered.phase == mail.phase for answered in self.answers):
            return None
        order = self._fill(mail, form) if self._sends_whole_form else self._decide_all(mail, form)
        writer = Writer(
            self.name, self.address, f"<{len(self.answers) + 1}.{self._number}@{self._domain}>", tell_time()
        )
        written = self._program(writer, mail.original, order)
        self.answers.append(Answered(writer.message_id, mail.phase, tuple(order), written))
        return written

    def _decide_all(self, mail: Mail, form: OrderForm) -> list[str]:
        lines = []
        for key in dict.fromkeys(blank.key for blank in form.blanks):
            blanks = [blank for blank in form.blanks if blank.key == key]
            if blanks[0].which:
                said = ", ".join(f"{blank.which}: {self._decide(mail, blank)}" for blank in blanks)
                lines.append(f"{key}: {{{said}}}")
            else:
                lines.append(f"{key}: {self._decide(mail, blanks[0])}")
        return lines

    def _fill(self, mail: Mail, form: OrderForm) -> list[str]:
        """Write over the blanks, and stir the dice."""
        blanks = iter(form.blanks)
        lines = [re.sub(BLANK, lambda _: self._decide(mail, next(blanks)), line) for line in _skip_first(form.lines)]
        return [*lines, f"salt: {self.name} {mail.phase}"]

    def _decide(self, mail: Mail, blank: Blank) -> str:
        turn = self._number + sum(map(ord, mail.phase))
        words = list(blank.choices)
        match blank.key:
            case "bid":
                most = max((int(word.rpartition(" ")[2]) for word in words if word[0].isdigit()), default=0)
                return str(min(most, 1 + turn * 3 % 7)) if most else "pass"
            case "buy":
                cheap = [word for word in words if word != "none" and blank.choices[word].startswith("5 pesos")]
                return cheap[turn % len(cheap)] if cheap else "none"
            case "load":
                # What stands highest is pushed on, so that the game comes to its end.
                stands = {ware: int(said.rpartition(" ")[2]) for ware, said in blank.choices.items() if said}
                first, second, third = sorted(stands, key=lambda ware: -stands[ware])[:3]
                return f"{{{first}: 5, {second}: 4, {third}: 0}}"
            case "place":
                costs = {word: int(said.split()[0]) for word, said in blank.choices.items() if said[:1].isdigit()}
                liked = sorted(costs, key=lambda word: (costs[word] > 5, (turn * 5 + words.index(word) * 3) % 13))[:2]
                return f"[{', '.join([*liked, 'cheapest', 'pass'])}]"
            case _:
                # To board, to push a punt on, to plunder: what is offered, not always the first.
                return words[turn % len(words)]


def _skip_first(lines: Sequence[str]) -> Sequence[str]:
    """Leave out the sentence that says how to fill in the form."""
    return lines[1:] if lines[0].startswith("#") else lines
