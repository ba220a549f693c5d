"""Signatures are no part of an order (docs/play.md, section 7, "Text")."""

from __future__ import annotations

import pytest
from intake.reading import BLOCK, ORDER, REPORT, TRAP, mark, read, read_order

DELIMITERS = ["-- ", "--", "--  ", "--\u00a0", "\u200b-- ", "—", "– ", "——"]

OWN_LINES = [
    "Sent from my iPhone",
    "Sent from my iPad",
    "Sent from my phone",
    "Sent from my Samsung Galaxy smartphone.",
    "Sent from my Huawei phone",
    "Sent from my Verizon, Samsung Galaxy smartphone",
    "sent from my mobile",
    "Sent from Outlook for iOS",
    "Sent from Outlook for Android",
    "Sent from Outlook",
    "Sent from Mail for Windows 10",
    "Sent from Mail<https://go.microsoft.com/fwlink/?LinkId=550986> for Windows",
    "Sent from Yahoo Mail on Android",
    "Sent from Yahoo Mail for iPhone",
    "Sent from Gmail Mobile",
    "Sent with Proton Mail secure email.",
    "Sent with [Proton Mail](https://proton.me/) secure email.",
    "Sent from Proton Mail for iOS",
    "Sent from Proton Mail mobile",
    "Sent via BlueMail",
    "Sent from my BlackBerry",
    "Get Outlook for iOS",
    "Get Outlook for Android<https://aka.ms/AAb9ysg>",
    "Get Outlook for iOS<https://aka.ms/o0ukef>",
    "[Get Outlook for iOS](https://aka.ms/o0ukef)",
    "Outlook for Android",
    "Outlook for iOS",
    "Yahoo Mail: Search, Organize, Conquer",
    "*Sent from my iPhone*",
    "_Sent from my iPhone_",
    "<Sent from my iPhone>",
    "Von meinem iPhone gesendet",
    "Von meinem iPad gesendet",
    "Gesendet von meinem iPhone",
    "Von meinem Samsung Galaxy Smartphone gesendet.",
    "Gesendet von meinem Handy",
    "Gesendet von Outlook für iOS",
    "Gesendet von Outlook für Android",
    "Holen Sie sich Outlook für iOS",
    "Outlook für Android beziehen",
    "Outlook für iOS herunterladen",
    "Gesendet von Mail für Windows 10",
    "Von Yahoo Mail auf Android gesendet",
    "Gesendet mit der GMX Mail App",
    "Gesendet mit Proton Mail Sichere E-Mail.",
    "Von unterwegs gesendet.",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Envoyé de mon iPhone",
    "Envoyé de mon iPad",
    "Envoyé depuis mon iPhone",
    "Envoyé de mon téléphone Samsung",
    "Envoyé de mon appareil mobile",
    "Envoyé à partir de Outlook pour iOS",
    "Envoyé depuis Outlook pour Android",
    "Télécharger Outlook pour Android",
    "Obtenez Outlook pour iOS",
    "Envoyé à partir de Yahoo Mail pour iPhone",
    "Envoyé depuis Yahoo Mail pour Android",
    "Envoyé avec Proton Mail.",
    "Envoye\u0301 de mon iPhone",
    "Provenance : Courrier pour Windows 10",
    "发自我的iPhone",
    "发自我的 iPhone",
    "发自我的iPad",
    "发自我的小米手机",
    "发自我的华为手机",
    "發自我的 iPhone",
    "傳自我的 iPhone",
    "發自我的iPad",
    "從我的 iPhone 傳送",
    "從我的iPhone傳送",
    "从我的 iPhone 发送",
    "從我的 iPad 傳送",
    "來自我的 iPhone",
    "来自我的iPhone",
    "发自 Outlook for iOS",
    "获取 Outlook for iOS",
    "取得 Outlook for iOS",
    "下载 Outlook for Android",
    "發自 Outlook",
    "從 Android 版 Yahoo 奇摩電子信箱傳送",
    "从我的Android手机发送",
    "使用 Proton Mail 安全電子郵件傳送。",
    "通过 Proton Mail 发送。",
    "发自网易邮箱大师",
    "发自网易邮箱手机版",
    "来自网易邮箱",
    "网易邮箱大师",
    "发自QQ邮箱",
    "来自QQ邮箱",
    "来自 QQ邮箱手机版",
    "发自新浪邮箱客户端",
    "来自华为手机",
    "发送自我的iPhone",
    "用iPhone发送",
    "发自我的手机",
]


@pytest.mark.parametrize("delimiter", DELIMITERS)
@pytest.mark.parametrize("order", [ORDER, BLOCK], ids=["line", "block"])
@pytest.mark.parametrize("gap", ["", "\n"], ids=["glued", "apart"])
def test_all_below_a_delimiter_is_out(delimiter: str, order: str, gap: str) -> None:
    place = read(f"{order}{gap}{delimiter}\nAna\nTel: 030 123\nsalt: TRAP\n\n{TRAP}")
    assert place is not None
    assert (place.order, place.left_out) == (order, ())


def test_nothing_but_a_signature_is_no_order() -> None:
    assert read(f"-- \nAna\n{TRAP}") is None
    assert read(f"Hi,\n\nsee you.\n\n-- \n{TRAP}") is None


def test_dashes_between_other_letters_are_no_delimiter() -> None:
    assert read_order(f"a -- b\n\n{ORDER}") == ORDER
    assert read_order(f"{ORDER}\n-- see you\n\nbuy: silk\n") == f"{ORDER}\nbuy: silk\n"


@pytest.mark.parametrize("line", OWN_LINES)
def test_a_programs_own_line(line: str) -> None:
    for order in (ORDER, BLOCK):
        for gap in ("", "\n", "\n\n\n"):
            place = read(f"{order}{gap}{line}\n")
            assert place is not None
            assert (place.order, place.left_out) == (order, ())


@pytest.mark.parametrize("line", OWN_LINES)
def test_an_order_below_a_programs_own_line_and_a_quote(line: str) -> None:
    attribution = "On Dec 1, 2026, at 7:58 PM, Manila <manila@example.net> wrote:"
    assert read_order(f"{line}\n\n{attribution}\n\n{mark(REPORT)}\n{ORDER}") == ORDER
    assert read_order(f"{line}\n\n{ORDER}") == ORDER


@pytest.mark.parametrize(
    "line", ["Send me the next report.", "Von mir aus gern.", "I sent you a letter.", "来吧", "我用了很久"]
)
def test_a_sentence_is_no_signature(line: str) -> None:
    place = read(f"{line}\n\n{ORDER}")
    assert place is not None
    assert place.left_out == (line,)


def test_a_signature_above_a_marked_quote_ends_there() -> None:
    attribution = "On Tue, Dec 1, 2026 at 7:58 PM Manila <manila@example.net> wrote:"
    text = f"-- \nAna\nsalt: TRAP\n\n{attribution}\n\n{mark(REPORT)}\n{ORDER}"
    assert read_order(text) == ORDER


def test_a_signature_above_an_original_without_marks() -> None:
    header = "From: Manila <m@example.net>\nSent: Tuesday, December 1, 2026 7:58 PM\nTo: Ana\nSubject: x"
    assert read_order(f"{ORDER}\n-- \nAna\n\n{header}\n\n{REPORT}") == ORDER
    assert read(f"-- \nAna\n\n{header}\n\n{REPORT}") is None


def test_a_sign_in_a_signature_does_not_end_it() -> None:
    assert read_order(f"{ORDER}\n-- \n> All that glitters\n{TRAP}") == ORDER


def test_signatures_in_a_text_of_the_order_stay() -> None:
    order = "message:\n  to: all\n  text: |\n    Sent from my harbour\n    --\n    Ana\n"
    assert read_order(order) == order
