"""Quoted originals as mail programs write them, in English, German, French and Chinese ("Text")."""

from __future__ import annotations

from collections.abc import Iterator

from mail.building import REFUSED, TAKEN, Case, text_mail

SENDER = "Manila <$own>"

ATTRIBUTIONS = {
    "gmail-en": f"On Tue, Dec 1, 2026 at 7:58 PM {SENDER} wrote:",
    "gmail-en-wrapped": "On Tue, Dec 1, 2026 at 7:58 PM Manila <\n$own> wrote:",
    "gmail-en-gb": f"On Tue, 1 Dec 2026 at 19:58, {SENDER} wrote:",
    "gmail-en-old": f"On Tue, Dec 1, 2026 at 7:58 PM, {SENDER}\nwrote:",
    "gmail-en-narrow-blank": f"On Tue, Dec 1, 2026 at 7:58\u202fPM {SENDER} wrote:",
    "gmail-de": f"Am Di., 1. Dez. 2026 um 19:58 Uhr schrieb {SENDER}:",
    "gmail-de-wrapped": "Am Di., 1. Dez. 2026 um 19:58 Uhr schrieb Manila\n<$own>:",
    "gmail-fr": f"Le mar. 1 déc. 2026 à 19:58, {SENDER} a écrit :",
    "gmail-fr-no-break": f"Le mar. 1 déc. 2026 à 19:58, {SENDER} a\nécrit\u00a0:",
    "gmail-zh-cn": f"{SENDER} 于2026年12月1日周二 19:58写道：",
    "gmail-zh-cn-wrapped": "Manila <$own> 于2026年12月1日周二\n19:58写道：",
    "gmail-zh-tw": f"{SENDER} 於 2026年12月1日 週二 下午7:58寫道：",
    "gmail-zh-tw-wrapped": "Manila <$own> 於 2026年12月1日 週二\n下午7:58寫道：",
    "apple-en": f"On Dec 1, 2026, at 7:58 PM, {SENDER} wrote:",
    "apple-en-gb": f"On 1 Dec 2026, at 19:58, {SENDER} wrote:",
    "apple-de": f"Am 01.12.2026 um 19:58 schrieb {SENDER}:",
    "apple-fr": f"Le 1 déc. 2026 à 19:58, {SENDER} a écrit :",
    "apple-zh-cn": f"在 2026年12月1日，19:58，{SENDER} 写道：",
    "apple-zh-cn-new": f"2026年12月1日 19:58，{SENDER} 写道：",
    "apple-zh-tw": f"{SENDER} 於 2026年12月1日 下午7:58 寫道：",
    "thunderbird-en": "On 12/1/26 19:58, Manila wrote:",
    "thunderbird-en-gb": "On 01/12/2026 19:58, Manila wrote:",
    "thunderbird-en-name-first": "Manila wrote on 12/1/2026 7:58 PM:",
    "thunderbird-de": "Am 01.12.26 um 19:58 schrieb Manila:",
    "thunderbird-fr": "Le 01/12/2026 à 19:58, Manila a écrit :",
    "thunderbird-zh-cn": "在 2026/12/1 19:58, Manila 写道:",
    "thunderbird-zh-tw": "Manila 於 2026/12/1 19:58 寫道:",
    "thunderbird-zh-tw-date-first": "於 2026/12/1 下午 07:58, Manila 寫道:",
    "yahoo-en": f"    On Tuesday, December 1, 2026 at 07:58:00 PM GMT+1, {SENDER} wrote:  ",
    "yahoo-de": f"    Am Dienstag, 1. Dezember 2026 um 19:58:00 MEZ hat {SENDER} Folgendes geschrieben:  ",
    "yahoo-fr": f"    Le mardi 1 décembre 2026 à 19:58:00 UTC+1, {SENDER} a écrit :  ",
    "yahoo-zh-cn": f"    在 2026年12月1日星期二 GMT+8 19:58:00， {SENDER} 写道：  ",
    "yahoo-zh-tw": f"    {SENDER} 於 2026年12月1日 星期二 下午07:58:00 [GMT+8] 寫道：  ",
    "proton-en": f"On Tuesday, December 1st, 2026 at 7:58 PM, {SENDER} wrote:",
    "proton-de": f"Am Dienstag, 1. Dezember 2026 um 19:58, {SENDER} schrieb:",
    "proton-fr": f"Le mardi 1 décembre 2026 à 19:58, {SENDER} a écrit :",
    "proton-zh-cn": f"在 2026年12月1日星期二 19:58，{SENDER} 写道：",
    "proton-zh-tw": f"{SENDER} 於 2026年12月1日星期二 19:58 寫道：",
    "163-zh": '在 2026-12-01 19:58:00，"Manila" <$own> 写道：',
    "163-zh-ascii": '在 2026-12-01 19:58:00,"Manila" <$own> 写道：',
    "163-zh-tw": '在 2026-12-01 19:58:00，"Manila" <$own> 寫道：',
    "163-en": 'At 2026-12-01 19:58:00, "Manila" <$own> wrote:',
    "k9-de": f"Am 1. Dezember 2026 19:58:00 MEZ schrieb {SENDER}:",
    "k9-en": f"On 1 December 2026 19:58:00 CET, {SENDER} wrote:",
    "mutt-en": "On Tue, Dec 01, 2026 at 07:58:00PM +0100, Manila wrote:",
}

HEADERS = {
    "outlook-en": f"From: {SENDER}\nSent: Tuesday, December 1, 2026 7:58 PM\nTo: Ana <$sender>\nSubject: $subject",
    "outlook-en-old": f"-----Original Message-----\nFrom: {SENDER} \nSent: Tuesday, December 1, 2026 7:58 PM\n"
    "To: Ana <$sender>\nSubject: $subject",
    "outlook-en-starred": f"*From:* {SENDER}\n*Sent:* Tuesday, December 1, 2026 7:58 PM\n*To:* Ana <$sender>\n"
    "*Subject:* $subject",
    "outlook-web-en": f"{'_' * 32}\nFrom: {SENDER}\nSent: Tuesday, December 1, 2026 7:58:00 PM\nTo: Ana <$sender>\n"
    "Subject: $subject",
    "outlook-mobile-en": f"Get Outlook for iOS<https://aka.ms/o0ukef>\n{'_' * 32}\nFrom: {SENDER}\n"
    "Sent: Tuesday, December 1, 2026 7:58:00 PM\nTo: Ana <$sender>\nSubject: $subject",
    "outlook-de": f"Von: {SENDER} \nGesendet: Dienstag, 1. Dezember 2026 19:58\nAn: Ana <$sender>\nBetreff: $subject",
    "outlook-de-old": f"-----Ursprüngliche Nachricht-----\nVon: {SENDER} \nGesendet: Dienstag, 1. Dezember 2026 19:58\n"
    "An: Ana <$sender>\nBetreff: $subject",
    "outlook-fr": f"De : {SENDER} \nEnvoyé : mardi 1 décembre 2026 19:58\nÀ : Ana <$sender>\nObjet : $subject",
    "outlook-fr-old": f"-----Message d'origine-----\nDe : {SENDER} \nEnvoyé : mardi 1 décembre 2026 19:58\n"
    "À : Ana <$sender>\nObjet : $subject",
    "outlook-zh-cn": f"发件人: {SENDER}\n发送时间: 2026年12月1日 19:58\n收件人: Ana <$sender>\n主题: $subject",
    "outlook-zh-cn-old": f"-----邮件原件-----\n发件人: {SENDER} \n发送时间: 2026年12月1日 19:58\n收件人: Ana\n主题: $subject",
    "outlook-zh-tw": f"寄件者: {SENDER}\n寄件日期: 2026年12月1日 下午 07:58\n收件者: Ana <$sender>\n主旨: $subject",
    "outlook-zh-tw-old": f"-----原始郵件-----\n寄件者: {SENDER} \n寄件日期: 2026年12月1日 下午 07:58\n收件者: Ana\n"
    "主旨: $subject",
    "apple-forward-en": f"Begin forwarded message:\n\nFrom: {SENDER}\nSubject: $subject\n"
    "Date: December 1, 2026 at 7:58:00 PM GMT+1\nTo: Ana <$sender>",
    "apple-forward-de": f"Anfang der weitergeleiteten Nachricht:\n\nVon: {SENDER}\nBetreff: $subject\n"
    "Datum: 1. Dezember 2026 um 19:58:00 MEZ\nAn: Ana <$sender>",
    "apple-forward-fr": f"Début du message réexpédié :\n\nDe: {SENDER}\nObjet: $subject\n"
    "Date: 1 décembre 2026 à 19:58:00 UTC+1\nÀ: Ana <$sender>",
    "apple-forward-zh-cn": f"开始转发的邮件：\n\n发件人: {SENDER}\n主题: $subject\n日期: 2026年12月1日 GMT+8 19:58:00\n"
    "收件人: Ana <$sender>",
    "apple-forward-zh-tw": f"開始轉寄郵件：\n\n寄件人: {SENDER}\n主旨: $subject\n日期: 2026年12月1日 下午7:58:00 [GMT+8]\n"
    "收件人: Ana <$sender>",
    "gmail-forward-en": f"---------- Forwarded message ---------\nFrom: {SENDER}\nDate: Tue, Dec 1, 2026 at 7:58 PM\n"
    "Subject: $subject\nTo: <$sender>",
    "gmail-forward-de": f"---------- Forwarded message ---------\nVon: {SENDER}\nDate: Di., 1. Dez. 2026 um 19:58 Uhr\n"
    "Subject: $subject\nTo: <$sender>",
    "gmail-forward-fr": f"---------- Forwarded message ---------\nDe : {SENDER}\nDate: mar. 1 déc. 2026 à 19:58\n"
    "Subject: $subject\nTo: <$sender>",
    "gmail-forward-zh-cn": f"---------- Forwarded message ---------\n发件人： {SENDER}\nDate: 2026年12月1日周二 19:58\n"
    "Subject: $subject\nTo: <$sender>",
    "gmail-forward-zh-tw": f"---------- Forwarded message ---------\n寄件者： {SENDER}\nDate: 2026年12月1日 週二 下午7:58\n"
    "Subject: $subject\nTo: <$sender>",
    "thunderbird-forward-en": "-------- Forwarded Message --------\nSubject: \t$subject\nDate: \tTue, 1 Dec 2026\n"
    f"From: \t{SENDER}\nTo: \tAna <$sender>\n",
    "thunderbird-forward-de": "-------- Weitergeleitete Nachricht --------\nBetreff: \t$subject\nDatum: \t1 Dec 2026\n"
    f"Von: \t{SENDER}\nAn: \tAna <$sender>\n",
    "thunderbird-forward-fr": "-------- Message transféré --------\nSujet : \t$subject\nDate : \tTue, 1 Dec 2026\n"
    f"De : \t{SENDER}\nPour : \tAna <$sender>\n",
    "thunderbird-forward-zh-cn": "-------- 转发的消息 --------\n主题: \t$subject\n日期: \tTue, 1 Dec 2026\n"
    f"发件人: \t{SENDER}\n收件人: \tAna <$sender>\n",
    "thunderbird-forward-zh-tw": "-------- 轉寄郵件 --------\n主旨: \t$subject\n日期: \tTue, 1 Dec 2026\n"
    f"寄件者: \t{SENDER}\n收件者: \tAna <$sender>\n",
    "qq-zh-cn": '------------------ 原始邮件 ------------------\n发件人: "Manila"<$own>;\n'
    '发送时间: 2026年12月1日(星期二) 晚上7:58\n收件人: "Ana"<$sender>;\n主题: $subject\n',
    "qq-zh-cn-no-break": '------------------\u00a0原始邮件\u00a0------------------\n发件人:\u00a0"Manila"<$own>;\n'
    '发送时间:\u00a02026年12月1日(星期二) 晚上7:58\n收件人:\u00a0"Ana"<$sender>;\n主题:\u00a0$subject\n',
    "qq-zh-tw": '------------------ 原始郵件 ------------------\n寄件者: "Manila"<$own>;\n'
    '發送時間: 2026年12月1日(星期二) 晚上7:58\n收件者: "Ana"<$sender>;\n主旨: $subject\n',
    "qq-en": '------------------ Original ------------------\nFrom:  "Manila"<$own>;\n'
    'Date:  Tue, Dec 1, 2026 07:58 PM\nTo:  "Ana"<$sender>;\n\nSubject:  $subject\n',
    "163-app-zh": "---- 回复的原邮件 ----\n| 发件人 | Manila<$own> |\n| 日期 | 2026年12月01日 19:58 |\n"
    "| 收件人 | Ana<$sender> |\n| 抄送至 | |\n| 主题 | $subject |",
    "163-app-en": "---- Replied Message ----\n| From | Manila<$own> |\n| Date | 12/01/2026 19:58 |\n"
    "| To | Ana<$sender> |\n| Subject | $subject |",
    "foxmail-zh": f"$sender\n \n发件人： {SENDER}\n发送时间： 2026-12-01 19:58\n收件人： ana\n主题： $subject",
    "foxmail-en": "$sender\n \nFrom: Manila\nDate: 2026-12-01 19:58\nTo: ana\nSubject: $subject",
    "foxmail-zh-tw": "$sender\n \n寄件者： Manila\n發送時間： 2026-12-01 19:58\n收件者： ana\n主旨： $subject",
    "gmx-de": 'Gesendet: Dienstag, 01. Dezember 2026 um 19:58 Uhr\nVon: "Manila" <$own>\nAn: $sender\nBetreff: $subject',
    "samsung-de": f"-------- Ursprüngliche Nachricht --------\nVon: {SENDER} \nDatum: 01.12.26  19:58  (GMT+01:00) \n"
    "An: Ana <$sender> \nBetreff: $subject ",
    "samsung-en": f"-------- Original message --------\nFrom: {SENDER} \nDate: 12/1/26  7:58 PM  (GMT+01:00) \n"
    "To: Ana <$sender> \nSubject: $subject ",
    "zimbra-en": '----- Original Message -----\nFrom: "Manila" <$own>\nTo: "Ana" <$sender>\n'
    "Sent: Tuesday, December 1, 2026 7:58:00 PM\nSubject: $subject",
    "proton-old-en": f"‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Tuesday, December 1st, 2026 at 7:58 PM, {SENDER} wrote:",
    "proton-mobile-de": f"-------- Original-Nachricht --------\nAm 01.12.26 um 19:58, {SENDER} schrieb:",
}

SHAPES: dict[str, tuple[str, str]] = {
    "bottom": (TAKEN, "On Tue, 1 Dec 2026 at 19:58, Manila <$own> wrote:\n$quoted\n\n$order"),
    "bottom-apart": (TAKEN, "On Tue, 1 Dec 2026 at 19:58, Manila <$own> wrote:\n\n$quoted\n\n$order"),
    "bottom-glued": (TAKEN, "On Tue, 1 Dec 2026 at 19:58, Manila <$own> wrote:\n$quoted\n$order"),
    "between": (TAKEN, "$quoted\n\n$order\n\n$quoted"),
    "between-glued": (TAKEN, "$quoted\n$order\n$quoted"),
    "without-attribution": (TAKEN, "$order\n\n$quoted"),
    "barred": (TAKEN, "$order\n\nOn Tue, 1 Dec 2026 at 19:58, Manila <$own> wrote:\n$barred"),
    "twice-quoted": (TAKEN, "$order\n\nOn Tue, 1 Dec 2026 at 19:58, Ana wrote:\n$twice"),
    "no-blank-behind-mark": (TAKEN, "$order\n\n>place: [insurance, pass]\n>salt: TRAP"),
    "blank-before-mark": (TAKEN, "$order\n\n > place: [insurance, pass]\n > salt: TRAP"),
    "apple-attribution-inside": (
        TAKEN,
        "$order\n\nSent from my iPhone\n\n> On 1 Dec 2026, at 19:58, Manila <$own> wrote:\n> \n$quoted",
    ),
    "orange-fr": (TAKEN, '$order\n\n> Message du 01/12/26 19:58\n> De : "Manila" <$own>\n> A : $sender\n$quoted'),
    "signature-then-quote": (TAKEN, "$order\n\n-- \nAna\n\nOn Tue, 1 Dec 2026 at 19:58, Manila wrote:\n$quoted"),
    "quote-then-signature": (TAKEN, "On Tue, 1 Dec 2026 at 19:58, Manila wrote:\n$quoted\n\n$order\n\n-- \nAna\n$trap"),
    "prose-then-quote": (
        TAKEN,
        "Hello there\n\n$order\n\nBest wishes\n\nOn 1 Dec 2026, at 19:58, Manila wrote:\n$quoted",
    ),
    "answer-of-an-answer": (
        TAKEN,
        "$order\n\nOn Tue, 1 Dec 2026 at 19:58, Manila <$own> wrote:\n$quoted\n>\n"
        "> On Mon, 30 Nov 2026 at 19:58, Ana <$sender> wrote:\n$twice",
    ),
    "two-attributions-unmarked": (
        TAKEN,
        "$order\n\nFrom: Manila <$own>\nSent: Tuesday, December 1, 2026 7:58 PM\nTo: Ana\nSubject: $subject\n\n$plain\n\n"
        "From: Ana <$sender>\nSent: Monday, November 30, 2026 7:58 PM\nTo: Manila\nSubject: old\n\n$trap",
    ),
    "only": (REFUSED, "On Tue, 1 Dec 2026 at 19:58, Manila <$own> wrote:\n\n$quoted"),
    "only-without-attribution": (REFUSED, "$quoted"),
    "only-unmarked": (REFUSED, "On Tue, 1 Dec 2026 at 19:58, Manila <$own> wrote:\n\n$plain"),
    "only-header-block": (REFUSED, "From: Manila <$own>\nSent: Tuesday\nTo: Ana\nSubject: $subject\n\n$plain"),
    "only-qq": (REFUSED, "------------------ 原始邮件 ------------------\n发件人: Manila;\n主题: x\n\n$chinese"),
    "only-forwarded": (
        REFUSED,
        "---------- Forwarded message ---------\nFrom: Manila <$own>\nDate: Tue, Dec 1, 2026\nSubject: x\nTo: y\n\n$plain",
    ),
    "thanks-above-only-a-quote": (
        REFUSED,
        "Thanks, I will think\n\nOn Tue, 1 Dec 2026 at 19:58, Manila wrote:\n$quoted",
    ),
    "order-below-unmarked": (REFUSED, "On Tue, 1 Dec 2026 at 19:58, Manila <$own> wrote:\n\n$plain\n\n$order"),
}


def list_cases() -> Iterator[Case]:
    for name, line in ATTRIBUTIONS.items():
        chinese = "zh" in name
        quoted, plain = ("$chinese_quoted", "$chinese") if chinese else ("$quoted", "$plain")
        yield Case(f"quote-{name}", TAKEN, text_mail(f"$order\n\n{line}\n\n{quoted}"))
        yield Case(f"quote-{name}-unmarked", TAKEN, text_mail(f"$order\n\n{line}\n\n{plain}"))
        yield Case(f"quote-{name}-glued", TAKEN, text_mail(f"$order\n{line}\n{quoted}"))
    for name, lines in HEADERS.items():
        plain = "$chinese" if "zh" in name else "$plain"
        yield Case(f"quote-{name}", TAKEN, text_mail(f"$order\n\n{lines}\n\n{plain}", transfer="b64"))
        if not name.startswith("foxmail"):  # Foxmail's address line would be prose inside the order's paragraph.
            yield Case(f"quote-{name}-glued", TAKEN, text_mail(f"$order\n{lines}\n\n{plain}", transfer="qp"))
    for name, (expect, template) in SHAPES.items():
        yield Case(f"quote-{name}", expect, text_mail(template))
