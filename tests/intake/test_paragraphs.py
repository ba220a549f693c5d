"""Which paragraphs are an order (docs/play.md, section 7, "Text" and "Characters")."""

from __future__ import annotations

import pytest
from intake.reading import BLOCK, read, read_order, read_trouble

from manila_pbem.intake.letter import Trouble

ORDERS = {
    "line": "bid: 7\n",
    "two-lines": "bid: 7\nbuy: silk\n",
    "block": BLOCK,
    "list": "place:\n  - jade\n  - port-a\n",
    "list-not-set-in": "place:\n- jade\n- port-a\n",
    "braces": "{bid: 7}\n",
    "braces-of-lines": "{\n  bid: 7,\n  buy: silk\n}\n",
    "braces-not-set-in": "{bid: 7,\nbuy: silk}\n",
    "break-in-brackets": "place: [jade,\n  port-a, pass]\n",
    "break-not-set-in": "place: [jade,\nport-a,\npass]\n",
    "break-before-bracket": "place: [jade, port-a\n]\nbuy: silk\n",
    "empty-line-in-brackets": "place: [jade,\n\nport-a]\n",
    "break-in-nested-brackets": "place: [{place: silk, when: {position:\n{silk: {min: 6}}}},\npass]\nbuy: silk\n",
    "wide-brackets": "place：【jade、\nport-a】\n",
    "quoted-over-lines": 'salt: "one\n\ntwo: three\nfour"\nbid: 7\n',
    "single-quoted-over-lines": "salt: 'it''s\n\nlate'\nbid: 7\n",
    "comment-first": "# my order\nbid: 7\n",
    "comment-apart": "# my order\n\nbid: 7\n",
    "comments-within": "bid: 7\n# and\nbuy: silk # cheap\n",
    "comment-last": "bid: 7\n\n# that's all\n",
    "comment-with-brackets": "bid: 7 # [a\nbuy: silk\n",
    "comment-with-quotes": "bid: 7 # don't\nbuy: silk\n",
    "wide-comment": "＃ 命令\nbid: 7\n",
    "apostrophes": "salt: don't\nbid: 7\n",
    "brackets-in-words": "salt: a[b\nbid: 7\n",
    "text-block": 'message:\n  to: all\n  text: |\n    Hello [you\n\n    "there\n',
    "text-block-at-end": "bid: 7\nsalt: |\n  one\n\n  two\n",
    "several-paragraphs": "bid: 7\n\nbuy: silk\n",
    "set-in-after": "load:\n\n  jade: 0\n  silk: 4\n\n  ginseng: 5\n",
    "set-in-by-nbsp": "load:\n\n\u00a0\u00a0jade: 0\n",
    "set-in-by-wide-blank": "load:\n\n\u3000jade: 0\n",
    "all-set-in": "  bid: 7\n  buy: silk\n",
    "list-after-empty-line": "place:\n\n- jade\n",
    "colon-without-blank": "bid:7\n",
    "wide-colon": "bid：7\n",
    "nbsp-before-colon": "bid\u00a0: 7\n",
    "upper-case": "BID: 7\n",
    "wide-letters": "ｂｉｄ: 7\n",
    "hyphen": "move-order: [silk]\n",
    "blank-in-key": "Move Order: [silk]\n",
    "zero-width": "\u200bb\u00adid\u200e: 7\n",
    "bom": "\ufeffbid: 7\n",
    "direction": "\u202ebid: 7\n",
    "control": "\x0cbid: 7\n",
    "quoted-key": '"bid": 7\n',
    "curly-quoted-key": "“bid”: 7\n",
    "chinese": "競標：7\n",
    "simplified": "放置：【玉石、港口A】\n",
    "tab": "load:\n\tjade: 0\n",
    "line-separator": "bid: 7\u2028buy: silk\n",
    "end-of-document": "bid: 7\n...\n",
    "unknown-key-within": "bid: 7\ncolour: red\n",
    "wide-brace": "｛bid: 7｝\n",
}
each_order = pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS.keys())


@each_order
def test_an_order_is_found_as_it_stands(order: str) -> None:
    assert read_order(order) == order


@each_order
def test_prose_in_paragraphs_of_its_own_is_left_out_and_named(order: str) -> None:
    place = read(f"Dear Manila,\nhow are you?\n\n{order}\nSee you,\nAna\n")
    assert place is not None
    assert (place.order, place.left_out) == (order, ("Dear Manila,\nhow are you?", "See you,\nAna"))


@each_order
@pytest.mark.parametrize("fence", ["```", "```yaml", "~~~", "``` yaml", "````", "  ```"])
def test_a_markdown_fence_is_no_part(order: str, fence: str) -> None:
    close = fence.replace("yaml", "").strip()
    assert read_order(f"{fence}\n{order}{close}\n") == order
    place = read(f"My order:\n{fence}\n{order}{close}\nThanks\n")
    assert place is not None
    assert (place.order, place.left_out) == (order, ("My order:", "Thanks"))


@each_order
@pytest.mark.parametrize("first", ["---\n", "--- \n", "--- # mine\n", "---\n\n", "－－－\n"])
def test_a_first_document_sign_is_no_part(order: str, first: str) -> None:
    assert read_order(first + order) == order
    place = read(f"Hello,\n\n{first}{order}\nThanks\n")
    assert place is not None
    assert (place.order, place.left_out) == (order, ("Hello,", "Thanks"))


def test_a_directive_is_refused() -> None:
    assert read_trouble("%YAML 1.1\n---\nbid: 7\n") == "prose_in_order"
    assert read_trouble("%TAG ! x\n\n---\nbid: 7\n") == "prose_in_order"


def test_document_signs_further_on() -> None:
    # Between two orders it makes two documents, which the reader of orders refuses; behind the last it is a line drawn.
    assert read_order("bid: 7\n---\nbuy: silk\n") == "bid: 7\n---\nbuy: silk\n"
    assert read_order("bid: 7\n\n---\n\nbuy: silk\n") == "bid: 7\n---\nbuy: silk\n"
    assert read_order("---\nbid: 7\n---\n") == "bid: 7\n"
    assert read_order("bid: 7\n---\nAna\n") == "bid: 7\n"


@pytest.mark.parametrize("rule", ["----", "________________", "====", "*****", "~~~~", "——————", "- - - - -"])
def test_a_line_drawn_ends_a_paragraph(rule: str) -> None:
    place = read(f"Hello\n{rule}\nbid: 7\n{rule}\nAna\n")
    assert place is not None
    assert (place.order, place.left_out) == ("bid: 7\n", ("Hello", "Ana"))


def test_prose_between_orders() -> None:
    place = read("bid: 7\n\nand then\n\nbuy: silk\n")
    assert place is not None
    assert (place.order, place.left_out) == ("bid: 7\n\nbuy: silk\n", ("and then",))


def test_set_in_prose_that_follows_prose_is_prose() -> None:
    place = read("bid: 7\n\nwell\n\n  really\n")
    assert place is not None
    assert (place.order, place.left_out) == ("bid: 7\n", ("well", "  really"))


@pytest.mark.parametrize(
    "text",
    [
        "bid: 7\nThanks!\n",
        "Hi Manila,\nbid: 7\n",
        "Here is my order:\nbid: 7\n",
        "bid: 7\nSee you on Friday\nbuy: silk\n",
        "place: [jade, port-a]\nAna\n",
        "load:\n  jade: 0\nCheers\n",
        "bid: 7\n:-)\n",
        "bid: 7\nhttp://example.org\n",
        "# mine\nbid: 7\nAna\n",
        "bid: 7\n谢谢\n",
        "你好\n競標：7\n",
        "buy: silk\n\nHello\nbid: 7\n",
        'Hello\n"bid": 7\n',
        "Hello\nｂｉｄ：7\n",
        "Hello\u2028bid: 7\n",
        "Hello\x0bbid: 7\n\nbuy: silk\n",
        "a long comment # that\nwas broken\nbid: 7\n",
        "# a long comment that\nwas broken\nbid: 7\n",
    ],
)
def test_prose_inside_an_order_paragraph_is_refused(text: str) -> None:
    assert read_trouble(text) == "prose_in_order"


def test_the_trouble_names_the_line() -> None:
    place = read("bid: 7\nThanks to all of you!\n")
    assert place is not None and place.trouble is not None
    assert place.trouble.facts == {"line": "Thanks to all of you!"}
    assert place.order == ""


NEAR = {
    "plcae": "place",
    "palce": "place",
    "plase": "place",
    "Plce": "place",
    "bidd": "bid",
    "bd": "bid",
    "bit": "bid",
    "bids": "bid",
    "biid": "bid",
    "loda": "load",
    "loads": "load",
    "buyy": "buy",
    "byu": "buy",
    "boad": "board",
    "borad": "board",
    "pliot": "pilot",
    "plnder": "plunder",
    "mortgag": "mortgage",
    "morgage": "mortgage",
    "redem": "redeem",
    "laterr": "later",
    "mesage": "message",
    "messages": "message",
    "widthraw": "withdraw",
    "withdrw": "withdraw",
    "mov_order": "move_order",
    "move ordr": "move_order",
    "moveorde": "move_order",
    "slat": "salt",
    "gmae": "game",
    "phse": "phase",
    "ｐｌｃａｅ": "place",
    "p\u200blcae": "place",
    "竞价": "bid",
    "購入": "buy",
}


@pytest.mark.parametrize(("word", "key"), NEAR.items())
@pytest.mark.parametrize("colon", [": ", "：", " : ", ":"])
def test_a_near_miss_of_a_key_is_refused(word: str, key: str, colon: str) -> None:
    for text in (f"{word}{colon}silk\n", f"bid: 7\n\n{word}{colon}silk\n", f"# mine\n{word}{colon}silk\n"):
        place = read(text)
        assert place is not None and place.trouble is not None
        assert place.trouble.code == "near_key"
        assert place.trouble.facts["key"] == key


@pytest.mark.parametrize("word", ["* bid", "• bid", "1. bid", "2) bid", "*bid*", "**bid**", "`bid`"])
def test_a_key_with_other_signs_is_a_near_miss(word: str) -> None:
    place = read(f"{word}: 7\n\nbuy: silk\n")
    assert place is not None and place.trouble is not None
    assert place.trouble == Trouble("near_key", {"word": word, "key": "bid"})


def test_a_told_sentence_in_a_list_is_prose() -> None:
    place = read("bid: 7\n\n* buy: silk - taken.\n* place: jade - not taken: that punt is full (R8.5).\n")
    assert place is not None and place.trouble is None
    assert place.order == "bid: 7\n"


def test_the_trouble_of_a_near_miss_names_the_word() -> None:
    place = read("plcae: silk\n")
    assert place is not None and place.trouble is not None
    assert place.trouble.facts == {"word": "plcae", "key": "place"}


@pytest.mark.parametrize(
    "prose",
    [
        "Note: I am away on Friday.",
        "PS: see you",
        "P.S.: see you",
        "Hi: it's me",
        "Ana: hello",
        "Dear all: hello",
        "Tel: 030 123",
        "Subject: orders",
        "Name: Ana",
        "Date: Friday",
        "To do: nothing",
        "Question: who is next?",
        "Re: your turn",
        "Thanks: Ana",
        "Orders: see below",
        "Order: see below",
        "My plan: silk",
        "Plan: silk",
        "Anmerkung: bin weg",
        "Frage: wer ist dran?",
        "Grüße: Ana",
        "Remarque : je suis absent",
        "Bonjour : voilà",
        "备注：我周五不在",
        "说明：无",
        "你好：",
        "谢谢：安娜",
        "电话：030",
        "主题：命令",
        "time: 12:30",
        "http://example.org/game: x",
        "Fax: 030",
        "E-Mail: ana@example.org",
        "Best: Ana",
        "FYI: late",
        "Summary: good",
        "Hinweis: keiner",
        "Salut: Ana",
        "This is about the place: it is nice",
        "the game: fun",
        "a:b:c",
    ],
)
def test_other_words_before_a_colon_are_prose(prose: str) -> None:
    place = read(f"{prose}\n\nbid: 7\n")
    assert place is not None
    assert (place.order, place.left_out, place.trouble) == ("bid: 7\n", (prose,), None)


def test_no_order() -> None:
    for text in (
        "",
        "\n\n",
        "Hello",
        "Hello\n\nwe play on Friday.\n",
        "---\n",
        "```\n```\n",
        "# a comment alone\n",
        "Place your bets",
    ):
        assert read(text) is None


def test_letters_that_could_not_be_read() -> None:
    assert read_trouble("bid: \ufffd\n") == "undecodable"
    assert read_trouble("bid: 7 # \ufffd\n") == "undecodable"
    assert read_trouble("bid: 7\n\n\ufffd\ufffd: \ufffd\n") == "undecodable"
    assert read_trouble("b\ufffdd: 7\n") == "undecodable"
    # Damage outside of the order does not matter.
    assert read_order("Gr\ufffd\ufffde\n\nbid: 7\n\nM\ufffdller\n") == "bid: 7\n"
    assert read_order("bid: 7\n\n-- \nM\ufffdller\n") == "bid: 7\n"
    assert read_order("bid: 7\n\n> \ufffd\n") == "bid: 7\n"


@pytest.mark.parametrize("text", ["b̶i̶d̶:̶ ̶5̶\n", "bid: 5̶ 7\n", "bid: 7\n\nb̶u̶y̶: silk\n"])
def test_letters_struck_out_by_signs(text: str) -> None:
    assert read_trouble(text) == "struck_out"


def test_keys_below_unclosed_brackets_are_not_lost() -> None:
    # Its reader refuses it: what matters is that nothing is filed without them.
    text = "place: [jade, port-a\n\nThanks\n\nbuy: silk\n"
    assert read_order(text) == text
