"""Mails as people read them: golden files, what stands first, escaping, secrets (docs/play.md, sections 6 and 7)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from jinja2 import UndefinedError

from manila_pbem.reports.columns import measure
from manila_pbem.reports.digests import MOST_ITEMS, render_digest
from manila_pbem.reports.mail_labels import DECISIONS, EXAMPLES
from manila_pbem.reports.mail_reports import (
    LONGEST_LINK,
    Recipient,
    ReportMail,
    render_present,
    render_reminder,
    render_report_mails,
)
from manila_pbem.reports.mails import MOST_LEFT_OUT, Answer, Line, read_receipt, render_answer_mail, title_answer
from manila_pbem.reports.render import find_templates, get_environments

Play = Callable[..., Iterator[Any]]
Enrich = Callable[[Any], Any]
Golden = Callable[[str, str], None]

CHINESE = ("小莉", "志強", "美玲", "阿明的哥哥住在馬尼拉港口旁邊的小屋子裡面")
HOSTILE = ("<b>&\"'</b>", "{{ 7*7 }}", "a\u0301<!--", "ﷺ محمد")
TAG = "[manila harbour-1 v1-place-3 #K7QF-2M9X]"
CLUB = "manila@example.net"
RECEIPT = (
    "REFUSED: harbour-1 v1-auction ana. Nothing was filed; an order filed before still stands.\n"
    "\n"
    "Line 1, column 35: a second colon stands in one value; put the text in quotes (docs/play.md, section 2)\n"
    "  message: {to: ben, text: meet at 8: ok?}\n"
    "                                    ^\n"
    'Write: message: {to: ben, text: "meet at 8: ok?"}\n'
    "- I do the first of these that I can:\n"
    "    board the silk punt\n"
)
TAGS = frozenset(
    re.findall(
        "[a-z0-9]+", "html head meta title body div span p h1 h2 h3 ul li bdi blockquote table tr th td b br hr pre a"
    )
)
VOID = {"meta", "br", "hr"}


class Reader(HTMLParser):
    """Reads a mail's HTML and fails where tags don't close as they opened."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.tags: set[str] = set()
        self.names: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag == "br":
            self.text += " "
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open and self.open[-1] == "bdi":
            self.names.append(data)


def write_mails(turn: Any) -> list[ReportMail]:
    return list(render_report_mails(turn.report, [Recipient(player, CLUB, TAG) for player in turn.players]))


@pytest.fixture(scope="module")
def english(play: Play, enrich: Enrich) -> dict[str, Any]:
    turns = list(play(seed=3))
    turns[4] = enrich(turns[4])
    return {turn.report.phase: turn for turn in turns}


def keep(golden: Golden, name: str, mail: Any) -> None:
    golden(f"mail-{name}.html", mail.html)
    golden(f"mail-{name}.txt", mail.text)


# Golden mails

ANSWERS = {
    "taken": Answer(
        "taken", "harbour-1", "ana", "v1-auction", receipt="TAKEN: harbour-1 v1-auction ana.\n- I pass.\n",
        left_out=("Hello all,\nsee you tonight <3", "Ana"), mail_id="0123456789abcdef",
    ),
    "refused": Answer(
        "refused", "harbour-1", "小莉", "v1-auction", reasons=("The order can't be taken as it stands.",),
        receipt=RECEIPT, mail_id="0123456789abcdef", form="# An order.\ngame: harbour-1\nbid: ___\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_answers(name: str, golden: Golden) -> None:
    keep(golden, f"answer-{name}", render_answer_mail(ANSWERS[name]))


def test_answer_to_a_code_of_a_phase_that_is_over(english: dict[str, Any], golden: Golden) -> None:
    """It tells how the game stands now, and what is asked; it can be answered in turn."""
    turn = english["v1-place-3"]
    player = turn.players[0]
    answer = Answer(
        "refused", "harbour-1", "ana", "v1-place-3", reasons=("The phase v1-auction is over.",),
        present=render_present(turn.report, Recipient(player, CLUB, TAG)), form=player.form,
    )  # fmt: skip
    pages = render_answer_mail(answer)
    keep(golden, "answer-stale", pages)
    assert Reader(pages.html).tags <= TAGS
    for text in (pages.text, Reader(pages.html).text):
        assert text.index("Not taken") < text.index("v1-auction is over") < text.index("Deadline: 2026-12-04")
        assert text.rstrip().endswith("----- order ends -----")


def test_nobody_is_told_to_try_again_where_nothing_is_asked(english: dict[str, Any]) -> None:
    turn = english["over"]
    present = render_present(turn.report, Recipient(turn.players[0], CLUB, TAG))
    for text in render_answer_mail(Answer("refused", reasons=("The game is over.",), present=present)):
        assert "To try again" not in text
        assert "The game is over" in text


@pytest.mark.parametrize("phase", ["v1-auction", "v1-place-3", "over"])
def test_reports(phase: str, english: dict[str, Any], golden: Golden) -> None:
    keep(golden, f"report-{phase}", write_mails(english[phase])[0].pages)


def test_reminder(english: dict[str, Any], golden: Golden) -> None:
    turn = english["v1-place-3"]
    keep(golden, "reminder", render_reminder(turn.report, Recipient(turn.players[0], CLUB, TAG)).pages)


def test_report_with_pirates_and_chinese_names(play: Play, golden: Golden) -> None:
    turn = next(turn for turn in play(CHINESE, seed=8) if turn.report.phase.endswith("plunder"))
    keep(golden, "plunder-chinese", write_mails(turn)[1].pages)


NOTES = (
    {"what": "undelivered", "to": "ben@example.org", "mail": "000009.v1-office.2.report", "game": "harbour-1",
     "reply": "550 no such user", "tries": 1, "at": "2026-12-02T08:00:00Z"},
    {"what": "bounce", "id": "00aa", "at": "2026-12-02T09:00:00Z", "bounce": {"recipients": ["ben@example.org"]},
     "players": ["harbour-1 ben"]},
    {"what": "bounce", "id": "00ab", "at": "2026-12-02T09:30:00Z", "bounce": {"recipients": []}, "players": []},
    {"what": "stranger", "id": "00ac", "at": "2026-12-02T10:00:00Z", "from": ["eve@example.com"],
     "subject": "Buy <b>now</b>\r\nBcc: x@y"},
    {"what": "vacation", "id": "00ad", "at": "2026-12-02T10:00:00Z", "from": ["ben@example.org"], "subject": ""},
    {"what": "refusals", "address": "chu@example.org", "count": 21, "at": "2026-12-02T11:00:00Z"},
    {"what": "failed", "id": "00ae", "at": "2026-12-02T11:30:00Z", "why": "KeyError: 'x'"},
    {"what": "address", "game": "harbour-1", "player": "dan", "why": "'dan' is no mail address"},
)  # fmt: skip


def test_digest(golden: Golden) -> None:
    digest = render_digest(NOTES)
    keep(golden, "digest", digest.pages)
    assert digest.words == "Manila digest: 8 to look at"


def test_no_golden_mail_is_left_over() -> None:
    folder = Path(__file__).parent / "golden"
    named = {*(f"answer-{name}" for name in ANSWERS), "answer-stale", "reminder", "plunder-chinese", "digest"}
    named |= {f"report-{phase}" for phase in ("v1-auction", "v1-place-3", "over")}
    assert {path.name for path in folder.glob("mail-*")} == {
        f"mail-{name}{end}" for name in named for end in (".html", ".txt")
    }


# What stands where


@pytest.mark.parametrize("phase", ["v1-auction", "v1-office", "v1-place-1", "v1-pilots", "v3-plunder", "over"])
def test_what_is_asked_stands_first_and_the_form_last(phase: str, english: dict[str, Any]) -> None:
    """Who reads on a phone sees what is asked, until when and how to answer before all else."""
    turn = english[phase]
    for player, mail in zip(turn.players, write_mails(turn), strict=True):
        text = mail.pages.text
        name = player.view.public.names[player.view.seat]
        asked = name in turn.report.asked
        begin = text.split("What happened")[0]
        assert text.startswith(f"{name}, ")
        assert ("your order is asked for" in text.partition("\n")[0]) == asked
        assert mail.words.startswith("Your order, please") == asked
        if phase != "over":
            assert "Deadline: 2026-12-04 20:00 UTC." in begin
            kind = "place" if "place" in phase else phase.partition("-")[2]
            assert (EXAMPLES[kind] in " ".join(begin.split())) == (player.form is not None)
            assert "leave the subject as it is" in " ".join(begin.split()) or not asked
        if player.form is not None:
            assert text.endswith(f"----- order begins -----\n\n{player.form}\n----- order ends -----\n")
            reader = Reader(mail.pages.html)
            assert player.form in reader.text
            assert reader.text.rstrip().endswith("----- order ends -----")
        else:
            assert "order begins" not in text


def test_every_step_says_what_it_decides() -> None:
    assert DECISIONS.keys() == EXAMPLES.keys() == {"auction", "office", "place", "boarding", "pilots", "plunder"}


def test_every_mail_states_what_must_be_stated(english: dict[str, Any]) -> None:
    """docs/play.md, sections 3 and 5: head of the log, commitments, seed text, a moderator who plays."""
    for turn in english.values():
        report = turn.report._replace(seed_text=True, moderator_plays=True)
        for mail in write_mails(turn._replace(report=report)):
            for text in (Reader(mail.pages.html).text, " ".join(mail.pages.text.replace("\n! ", " ").split())):
                assert "chosen as a text" in text
                assert "The moderator plays" in text
                for said in (report.head.hash, f"number {report.head.n}", report.chain, report.deal_commitment):
                    assert said in text


def test_a_mail_tells_the_whole_story(english: dict[str, Any]) -> None:
    for turn in english.values():
        for mail in write_mails(turn):
            told = " ".join(Reader(mail.pages.html).text.split())
            for line in re.findall(r"^- (.*(?:\n  \S.*)*)", mail.pages.text.split("order begins")[0], re.MULTILINE):
                assert " ".join(line.split()) in told or "|" in line


def test_a_mail_shows_nothing_of_what_is_hidden_from_its_reader(play: Play) -> None:
    """Two games that differ only in what two others were dealt give everyone else the same mails, until the end."""
    for one, other in zip(play(seed=11), play(seed=11, swap=(1, 2)), strict=True):
        left, right = write_mails(one), write_mails(other)
        if one.report.phase == "over":
            break
        assert (left[0], left[3]) == (right[0], right[3])
        assert left[1] != right[1]


def test_the_board_shows_every_punt_and_accomplice(english: dict[str, Any]) -> None:
    """Colour is never the only sign: each coloured cell has a letter, each disc a mark and a name."""
    places = set()
    for turn in english.values():
        view = turn.report.view
        html = write_mails(turn)[0].pages.html
        for ware in view.lanes:
            title = ("Nutmeg", "Silk", "Ginseng", "Jade")[ware]
            where = view.where[ware]
            cells = re.findall(rf'<td [^>]*font-weight:bold" title="{title}: ([^"]+)">{title[0]}</td>', html)
            berths = re.findall(rf"<span [^>]*border-radius:4px[^>]*>{title}</span>", html)
            if isinstance(where, int) and 0 <= where <= 13:
                assert (cells, berths) == ([str(where)], [])
                places.add("sea")
            else:
                assert len(berths) == 1
                places.add("port" if cells else "shipyard")
        discs = re.findall(r'<span style="[^"]*border-radius:11px[^"]*" title="(\w+)">(\w)</span>', html)
        assert sorted(name for name, _ in discs) == sorted(view.names[seat] for crew in view.crew for seat in crew)
        assert all(name[0].upper() == mark for name, mark in discs)
    assert places == {"sea", "port", "shipyard"}


# HTML that mail programs show


def test_nothing_leaves_the_mail(english: dict[str, Any]) -> None:
    """No style sheets, no pictures, no scripts, nothing remote; one link, which opens a new mail."""
    for turn in english.values():
        for mail in write_mails(turn):
            reader = Reader(mail.pages.html)
            assert reader.tags <= TAGS
            links = [value for tag, name, value in reader.attributes if name in ("href", "src", "background")]
            assert all(link.startswith(f"mailto:{CLUB}?subject=") for link in links)
            assert not any(name.startswith("on") or name in ("class", "id") for _, name, _ in reader.attributes)
            assert "url(" not in mail.pages.html
            assert "<style" not in mail.pages.html


def test_the_link_opens_a_mail_that_can_be_sent(english: dict[str, Any]) -> None:
    from urllib.parse import parse_qs, unquote, urlsplit

    turn = english["v1-place-1"]
    mail = write_mails(turn)[0]
    (link,) = [value for tag, name, value in Reader(mail.pages.html).attributes if name == "href"]
    parts = urlsplit(link)
    assert unquote(parts.path) == CLUB
    fields = parse_qs(parts.query, strict_parsing=True)
    assert fields == {"subject": [TAG], "body": [turn.players[0].form.replace("\n", "\r\n")]}
    long = turn.players[0]._replace(form="# all choices\n" * 300 + "\nplace: ___\n")
    (mail,) = render_report_mails(turn.report, [Recipient(long, CLUB, TAG)])
    (link,) = [value for tag, name, value in Reader(mail.pages.html).attributes if name == "href"]
    assert len(link) <= LONGEST_LINK
    assert parse_qs(urlsplit(link).query)["body"] == ["place: ___"]
    endless = turn.players[0]._replace(form="place: " + "x" * 3000)
    (mail,) = render_report_mails(turn.report, [Recipient(endless, CLUB, TAG)])
    assert "mailto:" not in mail.pages.html


def test_hostile_names_and_texts_are_escaped_everywhere(play: Play, enrich: Enrich) -> None:
    for turn in play(HOSTILE, seed=3):
        rich = enrich(turn)
        for mail in write_mails(rich._replace(report=rich.report._replace(title="<script>alert(1)</script>"))):
            reader = Reader(mail.pages.html)
            assert reader.tags <= TAGS
            assert set(HOSTILE) <= set(reader.names)
            assert "<script>alert(1)</script>" in reader.text
            assert "<b>&" not in mail.pages.html
    said = '<img src=x onerror="alert(1)">'
    answer = Answer("refused", said, said, said, (said,), (said,), said, said, None, said)
    reader = Reader(render_answer_mail(answer).html)
    assert reader.tags <= TAGS
    assert reader.text.count(said) >= 6
    note = {"what": said, "id": said, "from": [said], "subject": said, "at": said}
    assert Reader(render_digest([note]).pages.html).tags <= TAGS


def test_text_is_at_most_72_columns_wide(play: Play, enrich: Enrich) -> None:
    for turn in play(CHINESE, seed=8):
        for mail in write_mails(enrich(turn)):
            inside = False
            for line in mail.pages.text.splitlines():
                inside = line.startswith("----- order begins") or (inside and not line.startswith("----- order ends"))
                assert inside or measure(line) <= 72, line
                assert line == line.rstrip()


def test_same_data_same_bytes(english: dict[str, Any]) -> None:
    turn = english["v1-place-3"]
    once = write_mails(turn)
    get_environments.cache_clear()
    assert write_mails(turn) == once


# Answers


def test_a_receipts_columns_are_kept() -> None:
    """The caret stands below the place it points to, in text and HTML."""
    pages = render_answer_mail(Answer("refused", "harbour-1", "ana", "v1-auction", receipt=RECEIPT))
    excerpt = "\n".join(RECEIPT.split("\n")[3:5])
    assert excerpt in pages.text
    assert excerpt in Reader(pages.html).text
    assert 'Write: message: {to: ben, text: "meet at 8: ok?"}' in pages.text


def test_receipt_is_read_by_line() -> None:
    assert [line.kind for line in read_receipt(RECEIPT)] == ["words", "gap", "words", "code", "code", "point", "under"]
    assert list(read_receipt("")) == []
    write = "Write, in the place of lines 1 to 2: a:\n                                       b: 1\n"
    assert list(read_receipt(write)) == [Line("code", write.removesuffix("\n"))]


def test_the_title_says_what_became_of_a_mail() -> None:
    assert title_answer(Answer("taken")) == "Taken"
    assert title_answer(Answer("taken", reasons=("x",))) == "Taken, with a warning"
    assert title_answer(Answer("refused", reasons=("x",))) == "Not taken: nothing was filed"


def test_an_answer_of_nothing_known_is_whole() -> None:
    for fate in ("taken", "refused"):
        pages = render_answer_mail(Answer(fate))
        assert Reader(pages.html).tags <= TAGS
        assert pages.text.count("\n\n\n") == 0


def test_prose_that_was_left_out_is_named_and_cut_short() -> None:
    prose = ("x" * 5000, *(f"paragraph {number}" for number in range(30)))
    for text in render_answer_mail(Answer("taken", left_out=prose)):
        assert "paragraph 8" in text
        assert f"paragraph {MOST_LEFT_OUT}" not in text
        assert "31 paragraphs" in text
        assert "x" * 400 not in text


# Digest


def test_a_digest_lists_only_so_many_of_a_kind() -> None:
    notes = [{"what": "stranger", "id": f"{number:04x}", "at": "2026-12-02T10:00:00Z"} for number in range(150)]
    text = render_digest(notes).pages.text
    assert text.count("a stranger") == MOST_ITEMS
    assert "and 50 more of these" in text


@pytest.mark.parametrize(
    "note",
    [{}, {"what": None}, {"what": "bounce", "bounce": 7}, {"what": "{0}", "from": 3}, {"what": "stranger", "from": []}],
)
def test_a_note_of_any_form_can_be_told(note: dict[str, Any]) -> None:
    assert render_digest([note]).pages.text.startswith("Manila digest: one thing to look at\n")


def test_nothing_of_a_mail_breaks_a_line_of_the_digest() -> None:
    text = render_digest([{"what": "stranger", "subject": "a\r\nb\x1b[31m\u202ec", "at": "x"}]).pages.text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "a\ufffd\ufffdb" in text


# Templates

MAIL_TEMPLATES = sorted(path.name for path in (find_templates() / "mail").iterdir())


@pytest.mark.parametrize("name", MAIL_TEMPLATES)
def test_a_field_that_is_missing_is_an_error(name: str) -> None:
    html, text = get_environments()
    with pytest.raises(UndefinedError):
        (text if name.endswith(".txt") else html).get_template(f"mail/{name}").render()


def test_every_mail_template_is_described() -> None:
    readme = (find_templates() / "README.md").read_text(encoding="utf-8")
    assert [name for name in MAIL_TEMPLATES if f"`{name}`" not in readme] == []
