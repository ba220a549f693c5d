"""The subject and its reply codes (docs/play.md, section 7, "Subject")."""

from __future__ import annotations

import unicodedata
from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_letters import CODE, TAG, read, write_mail

from manila_pbem.intake.fields import FIELD_LIMIT
from manila_pbem.intake.letter import Tag, Trouble
from manila_pbem.intake.reply_code import make_code, write_tag
from manila_pbem.intake.subjects import find_tags, read_subject

WHOLE = (Tag("harbour-1", "v1-place-2", CODE),)
BARE = (Tag("", "", CODE),)
GLUED = Trouble("glued_code")


def encode(text: str | bytes, charset: str = "utf-8", padding: bool = True) -> str:
    letters = b64encode(text.encode(charset) if isinstance(text, str) else text).decode()
    return f"=?{charset}?B?{letters if padding else letters.rstrip('=')}?="


def widen(text: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


@pytest.mark.parametrize(
    "subject",
    [
        TAG,
        f"{TAG} your turn",
        f"Re: {TAG} your turn",
        # Case, blanks, folding.
        TAG.lower(),
        TAG.upper(),
        TAG.title(),
        "[manila harbour-1 v1-place-2 #k7qf-2m9x]",
        "[ manila  harbour-1   v1-place-2  # K7QF - 2M9X ]",
        "[manila harbour-1 v1-place-2 #K7QF- 2M9X]",
        "[manila harbour-1 v1-place-2 #K7QF -2M9X]",
        "[manila harbour-1 v1-place-2 #K7QF-2 M9X]",
        "[manila harbour-1 v1-place-2 #K 7 Q F-2 M 9 X]",
        "[manila harbour-1 v1-place-2 #\tK7QF-\t2M9X]",
        "[manila\u00a0harbour-1\u00a0v1-place-2\u00a0#K7QF-2M9X]",
        "[manila\u3000harbour-1\u3000v1-place-2\u3000#K7QF-2M9X]",
        "[manila harbour-1v1-place-2#K7QF-2M9X]",
        "[manila harbour-1 v1-place-2#K7QF-2M9X]",
        "[manila harbour-1 v1- place-2 #K7QF-2M9X]",
        "[manila har bour-1 v1-place-2 #K7QF-2M9X]",
        "[manila harbour-1 v1-place- 2 #K7QF-2M9X]",
        # Other dashes.
        *(f"[manila harbour-1 v1-place-2 #K7QF{dash}2M9X]" for dash in "‐‑‒–—―−﹘﹣－⁃─ー\u00ad"),
        "[manila harbour–1 v1–place–2 #K7QF–2M9X]",
        "[manila harbour-1 v1-place-2 #K7QF--2M9X]",
        "[manila harbour-1 v1-place-2 #K7QF2M9X]",
        "[manila harbour-1 v1-place-2 #K7QF 2M9X]",
        "[manila harbour-1 v1-place-2 #K7QF_2M9X]",
        "[manila harbour-1 v1-place-2 #K7QF～2M9X]",
        # Full-width marks and letters, invisible characters.
        widen(TAG),
        "［manila harbour-1 v1-place-2 ＃K7QF－2M9X］",
        "【manila harbour-1 v1-place-2 #K7QF-2M9X】",
        "[manila harbour-1 v1-place-2 ﹟K7QF-2M9X]",
        "[manila harbour-1 v1-place-2 #K7QF-\u200b2M9X\u200e]",
        "\ufeff[manila harbour-1 v1-place-2 #\u2060K7QF-2M9X]",
        # Missing brackets.
        "manila harbour-1 v1-place-2 #K7QF-2M9X",
        "Re: manila harbour-1 v1-place-2 #K7QF-2M9X your turn",
        "manila harbour-1 v1-place-2 #K7QF-2M9X] your turn",
        "[manila harbour-1 v1-place-2 #K7QF-2M9X your turn",
        "[manila harbour-1 v1-place-2 #K7QF-2M9X words that are long",
        "(manila harbour-1 v1-place-2 #K7QF-2M9X)",
        "[manila harbour-1 v1-place-2] #K7QF-2M9X",
        "[manila harbour-1 v1-place-2]#K7QF-2M9X",
        "Manila: harbour-1, v1-place-2, #K7QF-2M9X",
        "manila harbour-1 / v1-place-2 / #K7QF-2M9X",
        # Other words, tags, reply prefixes.
        f"my orders {TAG} and more",
        f"{TAG}my orders",
        f"my orders{TAG}",
        f"my manila orders: {TAG}",
        f"[EXT] {TAG}",
        f"[JIRA-123] {TAG} [list]",
        f"[Ticket #4711 closed] {TAG}",
        f"[#12345678] {TAG}",
        f"[Ticket#2026120110000014] {TAG}",
        f"[bug #2024-1234] {TAG}",
        f"#1 fan of {TAG} #2",
        f"***SPAM*** {TAG}",
        f"{TAG} (was: your turn)",
        "[manila harbour-1 v1-place-2 #K7QF-2M9X]轮到你了",
        "[manila harbour-1 v1-place-2 #K7QF-2M9X轮到你了",
        "[manila harbour-1 v1-place-2 #K7QF-2M9X—my orders",
        "[manila harbour-1 v1-place-2 #K7QF-2M9X, my orders",
        "[manila harbour-1 v1-place-2 #K7QF-2M9X.",
        *(
            f"{prefix} {TAG}"
            for prefix in ("RE:", "re:", "Re[2]:", "Re^2:", "AW:", "Aw:", "Antw:", "WG:", "SV:", "TR:", "RV:")
        ),
        *(
            f"{prefix} {TAG}"
            for prefix in ("Fwd:", "FW:", "Rép :", "RÉF:", "回复：", "回覆:", "答复:", "答覆：", "转发:", "轉寄:")
        ),
        f"Re: AW: Re: 回复: {TAG}",
        f"Re:{TAG}",
        # The same code twice.
        f"{TAG} {TAG}",
        f"Re: {TAG} was: [manila harbour-1 v1-place-2 #k7qf-2m9x]",
        f"{TAG} #K7QF-2M9X",
        f"#K7QF-2M9X {TAG}",
        f"{TAG} {TAG.upper()}",
        f"[manila v1-place-2 #K7QF-2M9X] {TAG}",
        "[manila harbour-1 #K7QF-2M9X] [manila v1-place-2 #K7QF-2M9X]",
    ],
)
def test_what_does_not_matter_to_the_code(subject: str) -> None:
    (tag,) = find_tags(subject)[0]
    assert find_tags(subject)[1] is None
    assert (tag.game.lower(), tag.phase.lower(), tag.code) == ("harbour-1", "v1-place-2", CODE)


@pytest.mark.parametrize(
    ("subject", "tags"),
    [
        ("#K7QF-2M9X", BARE),
        ("Re: #K7QF-2M9X", BARE),
        ("my orders #k7qf-2m9x, thanks", BARE),
        ("[#K7QF-2M9X]", BARE),
        ("#K7QF–2M9X", BARE),
        ("# K7QF - 2M9X", BARE),
        ("＃Ｋ７ＱＦ－２Ｍ９Ｘ", BARE),
        ("#K7QF2M9X", BARE),
        ("#k7qf 2m9x words", BARE),
        ("[manila #K7QF-2M9X]", BARE),
        ("[harbour-1 v1-place-2 #K7QF-2M9X]", BARE),
        ("[manila harbour-1 #K7QF-2M9X]", (Tag("harbour-1", "", CODE),)),
        ("[manila v1-place-2 #K7QF-2M9X]", (Tag("", "v1-place-2", CODE),)),
        ("[manila over #K7QF-2M9X]", (Tag("", "over", CODE),)),
        ("[manila rover #K7QF-2M9X]", (Tag("rover", "", CODE),)),
        ("[manila rover over #K7QF-2M9X]", (Tag("rover", "over", CODE),)),
        ("[manila manila v1-auction #K7QF-2M9X]", (Tag("manila", "v1-auction", CODE),)),
        ("[manila manila-2 v1-auction #K7QF-2M9X]", (Tag("manila-2", "v1-auction", CODE),)),
        ("[manila my-manila v1-auction #K7QF-2M9X]", (Tag("my-manila", "v1-auction", CODE),)),
        ("[manila v1-x v1-auction #K7QF-2M9X]", (Tag("v1-x", "v1-auction", CODE),)),
    ],
)
def test_words_that_are_there(subject: str, tags: tuple[Tag, ...]) -> None:
    assert find_tags(subject) == (tags, None)


@pytest.mark.parametrize(
    ("subject", "game", "phase"),
    [
        ("[manila harbour-2 v1-place-2 #K7QF-2M9X]", "harbour-2", "v1-place-2"),
        ("[manila harbour-1 v1-place-3 #K7QF-2M9X]", "harbour-1", "v1-place-3"),
        ("[manila harbour-1 v1-boarding #K7QF-2M9X]", "harbour-1", "v1-boarding"),
        ("[manila harbour-1 lobby #K7QF-2M9X]", "harbour-1", "lobby"),
        ("[manila harbour-2 v1-place-2] #K7QF-2M9X", "harbour-2", "v1-place-2"),
        ("Re: Manila: harbour-2, v1-place-2: #K7QF-2M9X", "harbour-2", "v1-place-2"),
        ("[manila the harbour-1 v1-place-2 #K7QF-2M9X]", "theharbour-1", "v1-place-2"),
    ],
)
def test_words_that_contradict_are_told(subject: str, game: str, phase: str) -> None:
    """Words that contradict the code are refused by whoever knows the code's game and phase."""
    assert find_tags(subject) == ((Tag(game, phase, CODE),), None)


@pytest.mark.parametrize(
    ("written", "read_as"),
    [("OI1L-UVZ0", "0111VVZ0"), ("oooo-llll", "00001111"), ("UUUU-IIII", "VVVV1111")],
)
def test_look_alikes_are_read_as_what_they_are_taken_for(written: str, read_as: str) -> None:
    assert find_tags(f"[manila a v1-auction #{written}]")[0] == (Tag("a", "v1-auction", read_as),)


@pytest.mark.parametrize(
    "subject",
    [
        "[manila harbour-1 v1-place-2 #K7QF-2M9XY]",
        "[manila harbour-1 v1-place-2 #K7QF-2M9Xyour turn",
        "[manila harbour-1 v1-place-2 #K7QF-2M9X1]",
        "[manila harbour-1 v1-place-2 #XK7QF-2M9X]",
        "[manila harbour-1 v1-place-2 #K7QFA-2M9X]",
        "[manila harbour-1 v1-place-2 #K7QF-2M9Xé]",
        "[manila harbour-1 v1-place-2 #K7QF-2M9Xж]",
        widen("[manila harbour-1 v1-place-2 #K7QF-2M9XY]"),
    ],
)
def test_letters_glued_to_the_code(subject: str) -> None:
    assert find_tags(subject) == ((), GLUED)


@pytest.mark.parametrize(
    "subject",
    [
        f"{TAG} [manila harbour-1 v1-place-1 #B3ZT-8WPA]",
        f"Re: [manila harbour-1 v1-place-1 #B3ZT-8WPA] was: {TAG}",
        f"{TAG} #B3ZT-8WPA",
        f"#B3ZT-8WPA {TAG}",
        "#B3ZT-8WPA #K7QF-2M9X",
        "manila harbour-1 v1-place-2 #K7QF-2M9X #B3ZT-8WPA",
    ],
)
def test_two_different_codes_are_both_told(subject: str) -> None:
    tags, trouble = find_tags(subject)
    assert {tag.code for tag in tags} == {CODE, "B3ZT8WPA"}
    assert trouble is None


def test_one_code_with_different_words_is_told_with_both() -> None:
    """One of them contradicts the code."""
    tags, _ = find_tags(f"{TAG} [manila harbour-2 v1-place-2 #K7QF-2M9X]")
    assert [tag.game for tag in tags] == ["harbour-1", "harbour-2"]


@pytest.mark.parametrize(
    "subject",
    [
        "", "Re:", "your turn", "Re: Manila, my orders", "K7QF-2M9X",
        "[manila harbour-1 v1-place-2 K7QF-2M9X]", "#", "##",
        "[manila harbour-1 v1-place-2]", "[manila harbour-1 v1-place-2 #]", "[manila harbour-1 v1-place-2 #K7QF]",
        "[manila harbour-1 v1-place-2 #K7QF-2M9]", "#K7QF-2M9", "#K7QF-2M9XY", "#XK7QF-2M9X", "#123", "[#1234567]",
        "issue #123456789", "C# and F#", "# heading of something",
    ],
)  # fmt: skip
def test_no_code(subject: str) -> None:
    assert find_tags(subject) == ((), None)


@pytest.mark.parametrize(
    "subject",
    [
        encode(f"回复: {TAG}"),
        encode(f"回复: {TAG}", "gbk"),
        encode(f"回覆: {TAG}", "big5"),
        encode(f"回复: {TAG}", padding=False),
        encode("回复: ") + TAG,
        "Re: " + encode(TAG),
        "Re:" + encode(TAG) + "x",
        f'"{encode(TAG)}"',
        f"Re: '{encode(TAG)}'",
        encode(TAG[:30]) + encode(TAG[30:]),
        encode(TAG[:30]) + " " + encode(TAG[30:]),
        encode(TAG[:30]) + "\r\n " + encode(TAG[30:]),
        encode(TAG[:30], padding=False) + "\r\n " + encode(TAG[30:], padding=False),
        encode("回".encode()[:2]) + "\r\n " + encode("回".encode()[2:] + TAG.encode()),
        "=?utf-8?Q?=5Bmanila_harbour-1_v1-place-2_=23K7QF-2M9X=5D?=",
        "=?utf-8?q?=5bmanila harbour-1 v1-place-2 =23K7QF-2M9X=5d?=",
        "=?us-ascii?Q?Re:_" + TAG.replace(" ", "_") + "?=",
        "=?x-unknown?B?" + b64encode(TAG.encode()).decode() + "?=",
        "Re: [manila harbour-1\r\n v1-place-2 #K7QF-2M9X]",
        "Re: [manila harbour-1 v1-place-2 #K7QF-\r\n\t2M9X]",
        "Re: [manila harbour-1 v1-place-2 #K7QF-2\r\n M9X]",
        "Re:\r\n " + TAG,
        "Re: " + TAG + " " + encode("\r\nBcc: mallory@example.com\r\n\r\nhello"),
    ],
)
def test_encoded_and_folded_subjects(subject: str) -> None:
    letter = read(write_mail(over={"Subject": None}, extra=(("Subject: " + subject).replace("\r\n", "\n"),)))
    assert letter.tags == WHOLE
    assert letter.subject_trouble is None


def test_several_subject_headers_count_as_one() -> None:
    def send(*subjects: str) -> tuple[set[str], int]:
        letter = read(write_mail(over={"Subject": None}, extra=tuple(f"Subject: {subject}" for subject in subjects)))
        return {tag.code for tag in letter.tags}, len(letter.tags)

    assert send("Re: my orders", TAG) == ({CODE}, 1)
    assert send(TAG, "Re: my orders") == ({CODE}, 1)
    assert send(TAG, TAG) == ({CODE}, 1)
    assert send(TAG, "#B3ZT-8WPA") == ({CODE, "B3ZT8WPA"}, 2)


def test_code_in_the_body_only_is_none() -> None:
    letter = read(write_mail(f"{TAG}\n\nplace: jade\n", over={"Subject": "Re: my orders"}))
    assert letter.tags == ()


def test_no_subject() -> None:
    letter = read(write_mail(over={"Subject": None}))
    assert (letter.subject, letter.tags, letter.subject_trouble) == ("", (), None)


@pytest.mark.parametrize(
    "breaking", ["\n", "\r\n", "\r", "\0", "\x0b", "\x0c", "\x1b", "\x85", "\u2028", "\u2029", "\x7f"]
)
def test_decoded_subject_is_one_line(breaking: str) -> None:
    subject = read_subject([encode(f"a{breaking}b").encode()]).text
    assert subject == "a b"


def test_subject_that_is_too_long() -> None:
    subject = read_subject([b"x" * FIELD_LIMIT + TAG.encode()])
    assert subject.tags == ()
    assert subject.trouble is not None
    assert subject.trouble.code == "header_too_long"


def test_long_subject_is_shown_cut() -> None:
    letter = read(write_mail(over={"Subject": TAG + " x" * 2000}))
    assert letter.tags == WHOLE
    assert len(letter.subject) <= 998


NAMES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,31}", fullmatch=True).filter(
    lambda name: name not in ("club", "inbox", "outbox")
)
PHASES = st.builds(
    "v{}-{}".format,
    st.integers(1, 30),
    st.sampled_from(["auction", "office", "place-1", "place-2", "place-3", "place-4", "boarding", "pilots", "plunder"]),
) | st.just("over")


@given(game=NAMES, phase=PHASES, key=st.binary(min_size=32, max_size=32))
def test_all_our_own_subjects_are_read(game: str, phase: str, key: bytes) -> None:
    code = make_code(key, game, phase, "ana")
    expected = ((Tag(game, phase, code),), None)
    assert find_tags(write_tag(game, phase, code) + " words") == expected
    assert find_tags("AW: " + write_tag(game, phase, code)[1:-1]) == expected


@given(st.text(alphabet="manila #[]-K7QF2MX1\u200b－＃é中v ", max_size=60))
def test_never_raises(text: str) -> None:
    tags, trouble = find_tags(text)
    assert all(len(tag.code) == 8 and unicodedata.is_normalized("NFKC", tag.game + tag.phase) for tag in tags)
    assert trouble in (None, GLUED)
