"""Places of an order in a mail: attachments, text, HTML (docs/play.md, section 7, "Place")."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from intake.reading import ORDER, REPORT, TRAP, WORDS, mark

from manila_pbem.intake.letter import Part, Place, Trouble
from manila_pbem.intake.places import find_places

OTHER = "bid: 9\n"


def find(*parts: Part) -> tuple[Place, ...]:
    return find_places(parts, WORDS)


def text(content: str, group: int = 0, **fields: object) -> Part:
    return Part("text", "", content, group=group, **fields)


def page(content: str, group: int = 0, **fields: object) -> Part:
    return Part("html", "", content, group=group, **fields)


def attached(content: str, name: str = "order.yaml", **fields: object) -> Part:
    return Part("attachment", name, content, **fields)


def lay(order: str) -> str:
    return "".join(f"<div>{line}</div>" for line in order.splitlines())


def test_none() -> None:
    assert find() == ()
    assert find(text("Hello"), page("<p>Hello"), attached("")) == ()


def test_all_places_are_given_attachments_first() -> None:
    places = find(page(lay(OTHER)), text(ORDER), attached(OTHER, "a.yml"), attached(ORDER, "b.yaml"))
    assert [(place.kind, place.name, place.order) for place in places] == [
        ("attachment", "a.yml", OTHER),
        ("attachment", "b.yaml", ORDER),
        ("text", "", ORDER),
        ("html", "", OTHER),
    ]


@pytest.mark.parametrize(
    "content", [ORDER, f"---\n{ORDER}", f"# mine\n{ORDER}", "Hello\n", "> bid: 7\n", "-- \nbid: 7\n", "colour: red\n"]
)
def test_an_attachment_is_an_order_as_it_stands(content: str) -> None:
    assert find(attached(content)) == (Place("attachment", "order.yaml", content),)


@pytest.mark.parametrize("content", ["", "\n\n", " \n\u00a0\n", "# nothing\n", "---\n", "---\n# nothing\n"])
def test_an_empty_attachment_is_no_place(content: str) -> None:
    assert find(attached(content)) == ()


def test_attachments_that_can_not_be_read() -> None:
    broken = Trouble("base64_cut")
    assert find(attached("", trouble=broken)) == (Place("attachment", "order.yaml", "", (), broken),)
    assert find(attached("bid: \ufffd\n")) == (Place("attachment", "order.yaml", "", (), Trouble("undecodable")),)


def test_parts_that_can_not_be_read() -> None:
    broken = Trouble("base64_cut")
    assert find(text("", trouble=broken)) == (Place("text", "", "", (), broken),)
    assert find(page("", trouble=broken)) == (Place("html", "", "", (), broken),)
    # Where the text of the same alternatives can be read, its HTML is not needed.
    assert find(text(ORDER, 1), page("", 1, trouble=broken)) == (Place("text", "", ORDER),)
    assert find(text(ORDER, 1), page("", 2, trouble=broken))[1].trouble == broken


def test_text_and_html_of_one_mail() -> None:
    places = find(text(ORDER, 1), page(lay(ORDER), 1))
    assert [place.order for place in places] == [ORDER, ORDER]
    assert [place.order for place in find(text(ORDER, 1), page(lay(OTHER), 1))] == [ORDER, OTHER]
    assert [place.order for place in find(page(lay(OTHER), 1), text(ORDER, 1))] == [ORDER, OTHER]


def test_breaks_and_blanks_make_no_other_order_in_html() -> None:
    order = "place: [jade,\n  port-a, pass]\nload:\n  jade: 0\n"
    html = "<p>place: [jade, port-a, pass]</p><p>load:</p><p>jade: 0</p>"
    assert [place.order for place in find(text(order, 1), page(html, 1))] == [order, order]
    # In parts that do not stand for each other each is read alone.
    assert find(text(order), page(html))[1].order == "place: [jade, port-a, pass]\nload:\njade: 0\n"


def test_faults_of_layout_in_html_do_not_matter_beside_a_text() -> None:
    html = "<p>Hello,</p><p>bid: 7</p><p>Thanks</p>"
    assert [place.kind for place in find(text("Hello,\n\nbid: 7\n\nThanks\n", 1), page(html, 1))] == ["text"]
    assert find(page(html, 1))[0].trouble is not None
    assert find(text("bid: 7\n", 1), page(html, 2))[1].trouble is not None


@pytest.mark.parametrize(
    ("said", "html", "order"),
    [
        ("bid: 7\n# a comment that\nwas broken\n", "<div>bid: 7</div><div># a comment that was broken</div>", None),
        ("salt: words that\nwere broken\n", "<div>salt: words that were broken</div>", None),
        ("*place*: [jade]\n", "<div><b>place</b>: [jade]</div>", None),
        ("*bid*: 7\n", "<div><b>bid</b>: 7</div>", None),
        ("*bid: 7*\n\nThanks\n", "<div><b>bid: 7</b></div><br>Thanks", None),
        ("bid: *7*\n", "<div>bid: <b>7</b></div>", "bid: 7\n"),
    ],
)
def test_a_text_made_of_the_html_does_not_matter_where_it_was_spoilt(said: str, html: str, order: str | None) -> None:
    places = find(text(said, 1), page(html, 1))
    assert places[-1].kind == "html" and places[-1].trouble is None
    assert [place.order for place in places[:-1]] == ([] if order is None else [order])
    assert {place.order for place in places} == {places[-1].order}
    # In parts that do not stand for each other it does.
    if said[0] != "*":
        assert find(text(said, 1), page(html, 2))[0] == find(text(said, 1))[0]


def test_struck_out_text_in_html_matters_beside_a_text() -> None:
    places = find(text("bid: 5\n", 1), page("<div><s>bid: 5</s></div>", 1))
    assert [place.trouble and place.trouble.code for place in places] == [None, "struck_out"]


def test_what_the_text_shows_as_quoted_is_quoted_in_html() -> None:
    html = lay(ORDER) + "<br>" + "".join(f"<div>{line or '<br>'}</div>" for line in REPORT.splitlines())
    assert find(page(html))[0].order != ORDER
    quoted = f"{ORDER}\nOn Tue, Dec 1, 2026 Manila wrote:\n{mark(REPORT)}"
    assert [place.order for place in find(text(quoted, 1), page(html, 1))] == [ORDER, ORDER]
    unmarked = f"{ORDER}\nFrom: Manila <m@x>\nSent: Tuesday\nTo: Ana\nSubject: x\n\n{REPORT}"
    assert [place.order for place in find(text(unmarked, 1), page(html, 1))] == [ORDER, ORDER]
    # Also where the text has no order of its own.
    assert (
        find(text(mark(REPORT), 1), page("".join(f"<div>{line or '<br>'}</div>" for line in REPORT.splitlines()), 1))
        == ()
    )


def test_an_order_that_equals_the_quoted_one_is_read_once() -> None:
    html = lay(TRAP) + "<br>" + lay(TRAP)
    places = find(text(f"{TRAP}\n{mark(TRAP)}", 1), page(html, 1))
    assert [place.order for place in places] == [TRAP, TRAP]


def test_an_original_that_goes_on_in_another_part() -> None:
    header = "From: Manila <m@x>\nSent: Tuesday\nTo: Ana\nSubject: x\n"
    assert [place.order for place in find(text(f"{ORDER}\n{header}\n"), text(REPORT))] == [ORDER]
    assert find(text(f"Hello\n\n{header}\n"), text(REPORT)) == ()
    # What another kind of part says is no continuation.
    assert [place.kind for place in find(text(f"Hello\n\n{header}\n"), page(lay(ORDER)))] == ["html"]


def test_several_text_parts() -> None:
    assert [place.order for place in find(text(ORDER), text("A footer of the list\n"))] == [ORDER]
    assert [place.order for place in find(text(ORDER), text(OTHER))] == [ORDER, OTHER]


def test_flowed_text() -> None:
    assert find(text("bid: \n7\n", flowed=True))[0].order == "bid: 7\n"
    assert find(text("bi \nd: 7\n", flowed=True, delsp=True))[0].order == "bid: 7\n"


def test_prose_left_out_is_named() -> None:
    (place,) = find(text(f"Dear Manila,\n\n{ORDER}\nSee you\n\n-- \nAna\n\n> {TRAP}"))
    assert place.left_out == ("Dear Manila,", "See you")


SIGNS = st.text(
    st.one_of(
        st.sampled_from(
            list("\n\n\n  >|-#:：[]{}\"'`~<>&;/=*_.,0123abid\u00a0\u3000\u200b\ufffd\ufdd0\ufdd1\ufdd2\0\x85\u2028")
        ),
        st.characters(),
    ),
    max_size=60,
)
PIECES = st.sampled_from(
    [
        "bid: 7\n",
        "place: [jade,\n",
        "load:\n  jade: 0\n",
        "From: m@x\nSent: 1\nTo: a\nSubject: b\n",
        "On 1.12. M <m@x> wrote:\n",
        "> bid: 5\n",
        "-- \n",
        "```\n",
        "---\n",
        "Hello\n",
        "\n",
        "<div>",
        "</div>",
        "<blockquote>",
        "</blockquote>",
        "<s>",
        "</s>",
        "<br>",
        "<p>",
        "<table><tr><td>",
        "</table>",
        "<div class=gmail_quote>",
        "<div hidden>",
        "<!--",
        "-->",
        "<style>p{display:none}",
        "</style>",
        "<li>",
        "<ul>",
        "<pre>",
        "</pre>",
        "&nbsp;",
        "&#0;",
        "<div id=divRplyFwdMsg>",
        "<xmp>",
        "<plaintext>",
        "<svg><style>",
        "<details>",
        "salt: |\n",
        'salt: "a\n',
        "}",
        "]",
    ]
)
CONTENT = st.lists(st.one_of(SIGNS, PIECES), max_size=25).map("".join)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.builds(
            Part,
            st.sampled_from(["attachment", "text", "html"]),
            st.just("x.yaml"),
            CONTENT,
            st.booleans(),
            st.booleans(),
            st.integers(0, 2),
            st.none(),
        ),
        max_size=4,
    )
)
def test_whatever_comes_nothing_is_raised(parts: list[Part]) -> None:
    for place in find_places(parts, WORDS):
        assert (place.order == "") == (place.trouble is not None)
        assert place.kind == "attachment" or place.order == "" or place.order.endswith("\n")


@settings(max_examples=200, deadline=None)
@given(CONTENT)
def test_nothing_quoted_is_ever_read(content: str) -> None:
    quoted = mark(content.replace("\r", "\n") + "\nsalt: TRAP\n")
    assert not any("TRAP" in place.order for place in find(text(f"bid: 7\n\n{quoted}")))
