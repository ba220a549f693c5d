"""`salt` and a message's `text` keep their characters however key and value are written (docs/play.md, section 7).

Each way to write the key is tried with each way to write the value; what stands around both is read as meant.
"""

from __future__ import annotations

import pytest

from manila_pbem.formats.order_reader import read_order

PLAYERS = ("ana", "ben")

TEXT = "０：“ａ”，【ｂ】＃１、＼ｎ"
"""Full-width digits and letters, colon, comma, brackets, number sign, backslash, and curly quotes."""
SINGLE = TEXT.replace("“", "").replace("”", "")

KEYS = (
    *("salt", "SALT", "ｓａｌｔ", "鹽", "盐", "sa\u200blt"),
    *('"salt"', "'salt'", "“salt”", "‘salt’", "＂salt＂", "＇salt＇", "„salt“"),
    *('"salt＂', '“salt"', "＂salt”", "'salt＇", "‘salt'", "＇salt’"),
    *('"s\\x61lt"', '"\\u0073alt"', '"sa\\u006C\\U00000074"', "'s a l t" + " " * 30 + "'"),
)
COLONS = (": ", "：", " : ", "\u00a0：\u3000", " ： ")
BLOCK_VALUES = (
    TEXT,
    *(f"'{TEXT}'", f'"{TEXT}"', f"‘{TEXT}’", f"＇{TEXT}＇", f"‚{TEXT}'", f"'{TEXT}’"),
    *(f"\n  {TEXT}", f"\n  '{TEXT}'", f"\n\u3000‘{TEXT}＇", f"\n \u200b\n  {TEXT}", f" # ｃ：\n ＃ ｄ\n  {TEXT}"),
    *(f"|-\n  {TEXT}", f">-\n {TEXT}", f"｜－\n  {TEXT}", f"＞－\n\u3000\u3000{TEXT}", f"|2-\n  {TEXT}"),
    *(
        f"｜－３\n   {TEXT}",
        f"｜１－ ＃ ｃ\n {TEXT}",
        f"\n｜－\n  {TEXT}",
        f"\n  ＞－\n  {TEXT}",
        f"|-\n \u200b {TEXT}",
    ),
)
FLOW_VALUES = (
    TEXT,
    *(f"'{TEXT}'", f'"{TEXT}"', f"‘{TEXT}’", f"＇{TEXT}＇", f"‚{TEXT}‘", f"\n{TEXT}", f"\n‘{TEXT}’", f" ＃ ｃ\n{TEXT}"),
)


def read_kept(text: str) -> str | None:
    """Return the text of the salt, or of the message, of an order that is taken."""
    order = read_order(text, PLAYERS).order
    return order and (order.message.text if order.message else order.salt)


@pytest.mark.parametrize("key", KEYS, ids=ascii)
def test_each_way_to_write_the_key_goes_with_each_way_to_write_the_value(key: str) -> None:
    for colon in COLONS:
        for value in BLOCK_VALUES:
            for order in (
                f"{key}{colon}{value}",
                f"game：ｇ\n{key}{colon}{value}\nredeem：１\n",
                f"---\n{key}{colon}{value}",
            ):
                assert read_kept(order) == TEXT, order
        for value in FLOW_VALUES:
            for order in (
                f"{{{key}{colon}{value}}}",
                f"｛game：ｇ，{key}{colon}{value} ，redeem：１｝",
                f"－－－ ｛{key}{colon}{value}｝",
            ):
                assert read_kept(order) == TEXT, order


@pytest.mark.parametrize("key", KEYS, ids=ascii)
def test_a_key_with_a_question_mark_is_no_other(key: str) -> None:
    for value in BLOCK_VALUES:
        assert read_kept(f"？ {key} ＃ ｃ\n：{value}\nredeem：１") == TEXT, value
    for value in FLOW_VALUES:
        assert read_kept(f"｛？ {key} ：{value}｝") == TEXT, value


@pytest.mark.parametrize("value", BLOCK_VALUES, ids=ascii)
def test_the_text_of_a_message_is_kept_where_its_mapping_is_set_in(value: str) -> None:
    below = value.replace("\n", "\n  ")
    assert read_kept(f"訊息：\n  內容：{below}\n  給：全部") == TEXT
    assert read_kept(f"訊息：\n\u3000\u3000給：全部\n\u3000\u3000“內容＂：{below}\n鹽：ｘ") == TEXT
    assert read_kept(f"？ 訊息\n：內容：{below}\n  給：全部") == TEXT


@pytest.mark.parametrize("value", FLOW_VALUES, ids=ascii)
def test_the_text_of_a_message_is_kept_within_brackets(value: str) -> None:
    assert read_kept(f"訊息：｛給：全部，內容：{value}｝\n鹽：ｘ") == TEXT
    assert read_kept(f"訊息：｛“內容＂：{value}，＇給＂＇：全部｝".replace("＇給＂＇", "＇給＇")) == TEXT


@pytest.mark.parametrize(
    ("order", "kept"),
    [
        # A key of several lines, or one that is a block text.
        ("? sa\n  lt\n: ０", "０"),
        ("{? sa\n lt : ０}", "０"),
        ("? |\n  salt\n: ０", "０"),
        ("？ ＞－\n  sa\n  lt\n： ０", "０"),
        ('? "sa\\\n  lt"\n: ０', "０"),
        # What looks like a key within another value is none.
        ("game: |\n  text： ｜\n\nsalt: ｜－\n  ０", "０"),
        ('game: ＂x＼"salt： ａ＂\nsalt: ０', "０"),
        ("game: 'x＇＇ salt： ａ'\nsalt: ０", "０"),
        ("# salt： ａ\nsalt: ０", "０"),
        ("game: ａ\n ‚ｂ\n “ｃ\n -\nsalt: ０", "０"),
        ("{game: ａ\n ‚ｂ\n “ｃ, salt: ０}", "０"),
        # Behind a sign or a quote a comment needs no blank.
        ("{game: ａ,# “ｃ\n salt: ０}", "０"),
        ("game: 'ａ'＃ “ｃ\nsalt: ０", "０"),
        # How far a block text is set in.
        ("salt: |2\n   ０\n", " ０\n"),
        ("salt: ｜２－\n  \u3000０\n", "\u3000０"),
        ("salt: |-\n  ０\n  \u3000１\n", "０\n\u3000１"),
        ("salt: |-\n  \u200b０\n  \u3000１\n", "\u200b０\n\u3000１"),
        ("\u200bsalt: |-\n ０\n", "０"),
        ("salt: |-\n\u3000\u3000０\n ＃ ｃ：ｄ\nredeem：１", "０"),
        ("salt: |\n  ０\n\n\n  １\n\nredeem：１", "０\n\n\n１\n"),
        # Lines of a value without quotes, and comments behind it.
        ("salt: ０\n  １\nredeem：１", "０ １"),
        ("\u200bsalt: ０\n １\n", "０ １"),
        ("salt: ０\n  \u200b１", "０ \u200b１"),
        ("salt: ０\n\u200b\n  １", "０\n１"),
        ("salt: ０ ＃ ｃ\nredeem：１", "０"),
        ("salt: ０\u3000\u200b＃ ｃ", "０"),
        ("salt: ０\u200b# ａ", "０\u200b# ａ"),
        ("{salt: ０\u200b# ａ}", "０\u200b# ａ"),
        ("{salt: ０ \u200b＃ ｃ\n}", "０"),
        ("salt：：＃１", "：＃１"),
        ("salt: 【急】０", "【急】０"),
        ("{salt:\n\ufeffａ}", "ａ"),
        # Quotes.
        ("{salt: “０\n１”}", "０ １"),
        ("salt:\n  ＂０：\n  １＂", "０： １"),
        ('salt: “０"', "０"),
        ('salt: "０”\nredeem：１', "０"),
        ('message：{text： “ａ"，to： “all”}', "ａ"),
        ('message：{text： “ａ "ｂ"，ｃ”，to： “all”}', 'ａ "ｂ"，ｃ'),
    ],
)
def test_where_a_value_ends(order: str, kept: str) -> None:
    assert read_kept(order) == kept


@pytest.mark.parametrize(
    "order",
    [
        "salt: ＂０：\n１＂",
        "salt: 'ａ'\u200b’ ｂ'",
        "salt: 'ａ'’",
        "message:\n  text: '＂'\u200b''\n  to: all\nsalt: |-\n ０'",
        "'sa''lt': ０",
        '"sa\\\n  lt": ０',
        "salt: |\n    ０\n  １",
        "salt: ｜ ０",
        'salt: "０',
    ],
)
def test_what_yaml_would_not_read_is_refused(order: str) -> None:
    assert read_kept(order) is None
