"""The ends of a report, in sentences: what it is and who is asked, the log's head and the dice's commitments, and what
one player is told besides."""

from __future__ import annotations

from manila_pbem.orders.trace import Note, Tried
from manila_pbem.reports.position import Table, lay_own_shares, tell_options, tell_own_fortune
from manila_pbem.reports.refusals import tell_why
from manila_pbem.reports.report import DiceRolled, PlayerReport, Report
from manila_pbem.reports.story import Line, tell_message, tell_winners
from manila_pbem.reports.words import Fact, Name, Sentence, tell_phase, tell_time
from manila_pbem.values import NamedValue


class Front(NamedValue):
    """The head of a report: titles as text, and sentences on what it is, who is asked, and what must be known of it."""

    title: str
    phase: str
    about: tuple[Sentence, ...]
    asked: tuple[Sentence, ...]
    notices: tuple[Sentence, ...]


class Proof(NamedValue):
    """Something published that all else can be checked against: what it is, and its hash in hex."""

    what: Sentence
    hash: str


class Own(NamedValue):
    """One player's own part. `form_help` is for text, with lines around the form, `form_help_boxed` for HTML."""

    name: Name
    asked: Sentence
    fortune: Sentence
    shares: Table
    messages: tuple[Line, ...]
    notes: tuple[Sentence, ...]
    form: str | None
    form_help: tuple[Sentence, ...]
    form_help_boxed: tuple[Sentence, ...]


PACES = {
    "sealed": "all orders of a phase are worked off together, in turn order",
    "turns": "each player orders after seeing what the one before did",
}


def tell_front(report: Report) -> Front:
    """Return the head of a report."""
    players = tuple(Name(name) for name in report.view.names)
    facts: dict[str, Fact] = {"game": report.game, "phase": report.phase, "time": tell_time(report.at)}
    pace: dict[str, Fact] = {"pace": report.pace, "meaning": PACES.get(report.pace, "")}
    about = (
        Sentence("Game {game}, phase {phase}, as of {time}.", facts),
        Sentence("Players, clockwise: {players}.", {"players": players}),
        Sentence("Pace {pace}: {meaning}.", pace),
        tell_options(report.view.options),
    )
    return Front(report.title, tell_phase(report.phase), about, _tell_asked(report), _tell_notices(report))


def _tell_asked(report: Report) -> tuple[Sentence, ...]:
    view = report.view
    if report.phase == "over":
        over = Sentence("The game is over; no orders are asked for.")
        if view.fortunes is None:
            return (over,)
        return tell_winners([Name(name) for name in view.names], view.winners, view.fortunes), over
    if not report.asked:
        return (Sentence("Nobody is asked for orders now."),)
    asked: dict[str, Fact] = {"who": tuple(Name(name) for name in report.asked)}
    until = Sentence("There is no deadline.")
    if report.deadline is not None:
        until = Sentence("Deadline: {deadline}.", {"deadline": tell_time(report.deadline)})
    return (Sentence("Asked for orders: {who}.", asked), until)


def _tell_notices(report: Report) -> tuple[Sentence, ...]:
    """Return what every report of a game must state (docs/play.md, section 5)."""
    notices = []
    if report.seed_text:
        words = (
            "The seed of this game was chosen as a text, which is meant for tests: "
            "whoever knows the text knows the deal and all dice."
        )
        notices.append(Sentence(words))
    if report.moderator_plays:
        words = "The moderator plays in this game, who could know the deal, and the dice before others do."
        notices.append(Sentence(words))
    return tuple(notices)


def list_proofs(report: Report) -> tuple[Proof, ...]:
    """Return the log's head, the dice's and the deal's commitments, and the links of the rolls in this report."""
    proofs = [
        Proof(Sentence("The log's last entry, number {n}", {"n": report.head.n}), report.head.hash),
        Proof(Sentence("The chain of dice, link[0]"), report.chain),
        Proof(Sentence("The deal's commitment"), report.deal_commitment),
    ]
    for chapter in report.story:
        for happening in chapter.happenings:
            if isinstance(happening, DiceRolled):
                facts: dict[str, Fact] = {"k": happening.k, "phase": happening.phase}
                proofs.append(Proof(Sentence("Roll {k} after {phase}, link[{k}]", facts), happening.link))
    return tuple(proofs)


def tell_own(report: Report, player: PlayerReport) -> Own:
    """Return what one player is told besides what everyone is."""
    view = player.view
    name = Name(view.public.names[view.seat])
    if name in report.asked:
        asked = Sentence("You are asked for an order in this phase.")
    elif player.form is None:
        over = report.phase == "over"
        asked = Sentence(
            "Nothing is asked of you."
            if over
            else "You are not asked in this phase. Salt, loans or a message may be sent all the same."
        )
    else:
        # A form is there for those alone who may still be asked in the phase.
        asked = Sentence("It is not your turn yet; you may send your order ahead.")
    file: dict[str, Fact] = {"file": Sentence("orders/{phase}/{name}.yaml", {"phase": report.phase, "name": name})}
    return Own(
        name,
        asked,
        tell_own_fortune(view),
        lay_own_shares(view),
        tuple(tell_message(message.sender, message.text) for message in player.messages),
        tuple(_tell_note(note) for note in player.notes),
        player.form,
        (Sentence("Fill in what stands between the two lines and send it, or save it as {file}.", file),),
        (Sentence("Fill in what stands in the box and send it, or save it as {file}.", file),),
    )


def _tell_note(note: Note) -> Sentence:
    facts: dict[str, Fact]
    if isinstance(note, Tried):
        facts = {"key": note.key, "words": note.words, "why": tell_why(note.why), "clause": note.clause}
        words = "{key}: {words} - taken." if note.taken else "{key}: {words} - not taken: {why}"
    else:
        loan = note.loan
        facts = {"key": loan.kind, "words": loan.shares, "why": tell_why(note.why), "clause": note.clause}
        words = "{key}: {words} - left out: {why}"
    if isinstance(note, Tried) and note.taken:
        return Sentence(words, facts)
    return Sentence(words + (" ({clause})." if note.clause else "."), facts)
