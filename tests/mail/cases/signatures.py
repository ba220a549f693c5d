"""Signatures, a person's and a program's ("Text")."""

from __future__ import annotations

from collections.abc import Iterator

from mail.building import REFUSED, TAKEN, Case, text_mail

LINES = {
    "iphone-en": "Sent from my iPhone",
    "ipad-en": "Sent from my iPad",
    "iphone-de": "Von meinem iPhone gesendet",
    "iphone-fr": "Envoyé de mon iPhone",
    "iphone-zh-cn": "发自我的iPhone",
    "iphone-zh-cn-blank": "发自我的 iPhone",
    "iphone-zh-tw": "從我的 iPhone 傳送",
    "iphone-zh-tw-old": "傳自我的 iPhone",
    "android-en": "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
    "android-de": "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "galaxy-en": "Sent from my Galaxy",
    "galaxy-de": "Von meinem/meiner Galaxy gesendet",
    "galaxy-fr": "Envoyé depuis mon appareil Galaxy",
    "outlook-ios-en": "Get Outlook for iOS",
    "outlook-ios-en-link": "Get Outlook for iOS<https://aka.ms/o0ukef>",
    "outlook-android-de": "Outlook für Android beziehen",
    "outlook-ios-de": "Outlook für iOS beziehen",
    "outlook-ios-fr": "Obtenir Outlook pour iOS",
    "outlook-ios-fr-old": "Télécharger Outlook pour iOS",
    "outlook-ios-zh-cn": "获取 Outlook for iOS",
    "outlook-ios-zh-tw": "取得 Outlook for iOS",
    "windows-mail-en": "Sent from Mail for Windows",
    "windows-mail-de": "Gesendet von Mail für Windows",
    "windows-mail-fr": "Provenance : Courrier pour Windows",
    "windows-mail-zh-cn": "从 Windows 版邮件发送",
    "yahoo-en": "Sent from Yahoo Mail on Android",
    "yahoo-de": "Von Yahoo Mail auf Android gesendet",
    "yahoo-fr": "Envoyé à partir de Yahoo Mail sur Android",
    "proton-en": "Sent with Proton Mail secure email.",
    "proton-de": "Gesendet mit Proton Mail.",
    "proton-fr": "Envoyé avec la messagerie sécurisée Proton Mail.",
    "qq-zh": "发自我的QQ邮箱",
    "huawei-zh": "发自我的华为手机",
    "xiaomi-zh": "发自我的小米手机",
    "163-zh": "发自我的网易邮箱大师",
}

SHAPES: dict[str, tuple[str, str]] = {
    "dashes-and-blank": (TAKEN, "$order\n\n-- \nAna\nTel: 030 123\n$trap"),
    "dashes-and-blank-glued": (TAKEN, "$order\n-- \nAna\n$trap"),
    "dashes-stripped": (TAKEN, "$order\n\n--\nAna\nTel: 030 123"),
    "dashes-and-no-break-space": (TAKEN, "$order\n\n--\u00a0\nAna\n$trap"),
    "below-prose": (TAKEN, "$order\n\nSee you on Sunday.\n\n-- \nAna\n$trap"),
    "with-paragraphs": (TAKEN, "$order\n\n-- \nAna\n\n$trap\n\nTel: 030 123"),
    "twice": (TAKEN, "$order\n\n-- \nAna\n-- \n$trap"),
    "name-apart": (TAKEN, "$order\n\nAna"),
    "closing-apart": (TAKEN, "$order\n\nBest regards,\nAna"),
    "closing-de-apart": (TAKEN, "$order\n\nViele Grüße\nAna"),
    "telephone-apart": (TAKEN, "$order\n\nAna Lopez\nTel: 030 123\nWeb: https://example.org/"),
    "163-master-zh": (TAKEN, "$order\n\n| |\nana\n|\n邮箱：$sender\n|\n\n签名由 网易邮箱大师 定制"),
    "confidential-apart": (TAKEN, "$order\n\nCONFIDENTIAL: this mail is for its addressee only."),
    "name-glued": (REFUSED, "$order\nAna"),
    "order-only-in-signature": (REFUSED, "Hello\n\n-- \n$order"),
}


def list_cases() -> Iterator[Case]:
    for name, line in LINES.items():
        yield Case(f"signature-{name}", TAKEN, text_mail(f"$order\n\n{line}"))
        yield Case(f"signature-{name}-glued", TAKEN, text_mail(f"$order\n{line}"))
    for name, (expect, template) in SHAPES.items():
        yield Case(f"signature-{name}", expect, text_mail(template))
