"""Mails as people read them: answers to their mails, in HTML and in text, by the templates in `mail/`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup

from manila_pbem.reports.mail_labels import ANSWER, ANSWERS, TITLES
from manila_pbem.reports.mail_style import STYLES
from manila_pbem.reports.receipt_words import FAULTS
from manila_pbem.reports.render import get_environments
from manila_pbem.reports.report import Pages
from manila_pbem.reports.words import Name, Sentence, clean_text
from manila_pbem.values import NamedValue

TAKEN = "taken"
REFUSED = "refused"

MOST_LEFT_OUT = 10
"""Paragraphs that were left out of a mail and are shown in its answer."""
LONGEST_LEFT_OUT = 300
"""Characters of each."""


class Answer(NamedValue):
    """What the answer to a mail says.

    `fate` is `taken` or `refused`; `reasons` are sentences, why it was refused, or warnings. `left_out` are paragraphs
    of prose that were no order. `receipt` is the order's receipt, as `write_receipt` has it, `mail_id` that by which
    `manila receipt` finds the mail. `present`, by `render_present`, tells the present position where the mail answered
    a phase that is over; `form` is an order to fill in. What is not told is empty, or None.
    """

    fate: str
    game: str | None = None
    player: str | None = None
    phase: str | None = None
    reasons: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    receipt: str = ""
    mail_id: str = ""
    present: Pages | None = None
    form: str = ""


class Line(NamedValue):
    """A line of a receipt: `kind` is `words`, `point`, `under` (belongs to the point before), `gap` or `code`.

    Lines of code are several in one, and their columns count.
    """

    kind: str
    text: str


def title_answer(answer: Answer) -> str:
    """Return what an answer says first, which is its subject's words, too."""
    return ANSWERS["taken_with_warnings" if answer.fate == TAKEN and answer.reasons else answer.fate]


def render_answer_mail(answer: Answer) -> Pages:
    """Return the pages of an answer; the same answer, the same bytes."""
    html, text = get_environments()
    facts = {
        "answer": answer,
        "title": title_answer(answer),
        "about": _tell_about(answer),
        "receipt": tuple(read_receipt(answer.receipt)),
        "left_out": tuple(map(_shorten, answer.left_out[:MOST_LEFT_OUT])),
        "left_out_more": _count_more(answer.left_out),
        "next": _tell_next(answer),
        "mail_id": Sentence(ANSWER["mail_id"], {"mail_id": answer.mail_id}) if answer.mail_id else None,
        "present_html": Markup(answer.present.html) if answer.present is not None else "",
        "present_text": answer.present.text if answer.present is not None else "",
        "form": answer.form,
        "titles": TITLES,
        "style": STYLES,
    }
    return Pages(
        html.get_template("mail/answer.html").render(facts), text.get_template("mail/answer.txt").render(facts)
    )


def _tell_next(answer: Answer) -> str:
    """Return what to do next; nothing where nothing is asked of the player now."""
    if answer.fate == TAKEN:
        return ANSWER["change"]
    return "" if answer.present is not None and not answer.form else ANSWER["again"]


def _tell_about(answer: Answer) -> tuple[Sentence, ...]:
    """Return what the answer is about, in one line: game, phase and player, as far as they are known."""
    named = (answer.game, answer.phase, None if answer.player is None else Name(answer.player))
    about = tuple(part for part in named if part)
    return (Sentence("{about}", {"about": about}),) if about else ()


def _count_more(left_out: tuple[str, ...]) -> str:
    if len(left_out) <= MOST_LEFT_OUT:
        return ""
    return ANSWER["more_left_out"].format(count=len(left_out))


def _shorten(paragraph: str) -> tuple[str, ...]:
    """Return a paragraph's lines, and no more of it than serves to know it again."""
    shown = paragraph if len(paragraph) <= LONGEST_LEFT_OUT else paragraph[:LONGEST_LEFT_OUT] + " …"
    return tuple(clean_text(line) for line in re.split(r"[\n\r]+", shown) if line.strip())


_CARET = re.compile(r" +\^")
_WRITE = tuple(FAULTS[key].partition("{")[0] for key in ("write", "write_lines"))


def read_receipt(receipt: str) -> Iterator[Line]:
    """Yield the lines of a receipt by what they are: those whose columns count stay as they are, put together."""
    lines = receipt.removesuffix("\n").split("\n") if receipt else []
    at = 0
    while at < len(lines):
        line = lines[at]
        end = at + 1
        if _CARET.fullmatch(lines[end] if end < len(lines) else ""):
            end += 1
            yield Line("code", "\n".join(lines[at:end]))
        elif line.startswith(_WRITE):
            while end < len(lines) and lines[end].startswith("  "):
                end += 1
            yield Line("code", "\n".join(lines[at:end]))
        elif line.startswith("- "):
            yield Line("point", line[2:])
        elif line.startswith("  "):
            yield Line("under", line.strip())
        else:
            yield Line("words" if line else "gap", line)
        at = end
