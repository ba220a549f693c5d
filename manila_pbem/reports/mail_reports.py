"""Reports and reminders as mails: what is asked and how to answer first, the order to fill in last.

Everything in a player's mail is in that player's report, or public; the templates are those in `mail/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from manila_pbem.reports.front import list_proofs, tell_front, tell_own
from manila_pbem.reports.mail_labels import ASKING, DECISIONS, EXAMPLES, HEADLINES, LABELS, SUBJECTS, TITLES
from manila_pbem.reports.mail_style import COLOURS, STYLES
from manila_pbem.reports.picture import draw_board
from manila_pbem.reports.position import tell_position
from manila_pbem.reports.render import get_environments, tell_story
from manila_pbem.reports.report import Pages, PlayerReport, Report
from manila_pbem.reports.words import Fact, Name, Sentence, tell_phase
from manila_pbem.values import NamedValue

LONGEST_LINK = 1900
"""Characters: some mail programs cut what is longer."""

_PARTS = ("story", "position", "proofs")


class ReportMail(NamedValue):
    """A player's report as a mail: the words of its subject, and its pages."""

    words: str
    pages: Pages


class Recipient(NamedValue):
    """One player's own report, and what an answer to its mail needs: the club's address, and the subject's tag."""

    player: PlayerReport
    club: str
    tag: str


def render_report_mails(report: Report, recipients: Sequence[Recipient]) -> tuple[ReportMail, ...]:
    """Return the mails of a report, in the order of their recipients; what all have in common is rendered once."""
    html, text = get_environments()
    facts = {
        **_gather_facts(report),
        "chapters": tell_story(report, tuple(Name(name) for name in report.view.names)),
        "place": tell_position(report.view),
        "picture": draw_board(report.view),
        "proven": list_proofs(report),
    }
    html_parts = {part: Markup(html.get_template(f"mail/{part}.html").render(facts)) for part in _PARTS}
    text_names = {"story": "mail/story.txt", "position": "position.txt", "proofs": "mail/proofs.txt"}
    text_parts = {part: text.get_template(name).render(facts) for part, name in text_names.items()}
    html_page, text_page = html.get_template("mail/report.html"), text.get_template("mail/report.txt")
    mails = []
    for recipient in recipients:
        state = find_state(report, recipient.player)
        own = _gather_own(report, recipient, state)
        pages = Pages(html_page.render(facts, **own, **html_parts), text_page.render(facts, **own, **text_parts))
        mails.append(ReportMail(write_words(report, state), pages))
    return tuple(mails)


def render_present(report: Report, recipient: Recipient) -> Pages:
    """Return the position and what is asked of a player, as parts of another mail; the form is not in them."""
    html, text = get_environments()
    facts = {
        **_gather_facts(report),
        **_gather_own(report, recipient, find_state(report, recipient.player)),
        "place": tell_position(report.view),
        "picture": draw_board(report.view),
    }
    return Pages(
        html.get_template("mail/present.html").render(facts), text.get_template("mail/present.txt").render(facts)
    )


def render_reminder(report: Report, recipient: Recipient) -> ReportMail:
    """Return the mail that reminds a player of a missing order."""
    html, text = get_environments()
    facts = {**_gather_facts(report), **_gather_own(report, recipient, "reminder")}
    pages = Pages(
        html.get_template("mail/reminder.html").render(facts), text.get_template("mail/reminder.txt").render(facts)
    )
    return ReportMail(write_words(report, "reminder"), pages)


def find_state(report: Report, player: PlayerReport) -> str:
    """Return what is asked of a player in one word: `asked`, `ahead`, `unasked` or `over`."""
    if report.phase == "over":
        return "over"
    if player.form is None:
        return "unasked"
    return "asked" if player.view.public.names[player.view.seat] in report.asked else "ahead"


def write_words(report: Report, state: str) -> str:
    """Return the words of a subject."""
    return SUBJECTS[state].format(phase=tell_phase(report.phase))


def _gather_facts(report: Report) -> dict[str, object]:
    """Return what all mails of a report have in common."""
    return {"front": tell_front(report), "labels": LABELS, "titles": TITLES, "style": STYLES, "colours": COLOURS}


def _gather_own(report: Report, recipient: Recipient, state: str) -> dict[str, object]:
    own = tell_own(report, recipient.player)
    headline = Sentence(HEADLINES[state], {"name": own.name})
    form = recipient.player.form or ""
    return {
        "own": own,
        "title": f"{report.title} - {write_words(report, state)}",
        "headline": headline,
        "asked": tell_front(report).asked,
        "how": tuple(_tell_how(report, state)),
        "form": form,
        "link": write_link(recipient, form) if form else "",
    }


def _tell_how(report: Report, state: str) -> list[Sentence]:
    """Return what is to be decided, and how to answer."""
    step = report.phase.partition("-")[2]
    kind = "place" if step.startswith("place-") else step
    message: dict[str, Fact] = {"example": ASKING["message"]}
    if state == "over":
        return [Sentence(ASKING["speak_at_the_end"], message)]
    if state == "unasked":
        return [Sentence(ASKING["speak"], message)]
    told = [Sentence(ASKING["missing"])] if state == "reminder" else []
    if kind in DECISIONS:
        told.append(Sentence(DECISIONS[kind], {"example": EXAMPLES[kind]}))
    told.append(Sentence(ASKING["ahead" if state == "ahead" else "reply"]))
    if state in ("asked", "ahead"):
        told.append(Sentence(ASKING["in_already"]))
    return told


def write_link(recipient: Recipient, form: str) -> str:
    """Return a link that opens a new mail with the order to fill in; the hints are left out where it gets too long."""
    bare = "\n".join(line for line in form.split("\n") if line and not line.startswith("#"))
    links = [
        f"mailto:{quote(recipient.club, '@')}?subject={quote(recipient.tag)}&body={quote(body)}"
        for body in (form, bare)
    ]
    return next((link for link in links if len(link) <= LONGEST_LINK), "")


_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def quote(text: str, safe: str = "") -> str:
    """Return a text as a part of a link (RFC 6068): lines end with CRLF, and no sign in it means anything there."""
    return "".join(
        letter if letter in _PLAIN or letter in safe else "".join(f"%{byte:02X}" for byte in letter.encode())
        for letter in text.replace("\n", "\r\n")
    )
