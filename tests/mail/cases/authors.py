"""Who a mail is from ("From")."""

from __future__ import annotations

from collections.abc import Iterator

from mail.building import REFUSED, SILENT, TAKEN, Case, Header, header_mail, write_word, write_words

OWN: dict[str, Header] = {
    "bare": "$sender",
    "in-angle-brackets": "<$sender>",
    "named": "Ana <$sender>",
    "quoted-name": '"Ana" <$sender>',
    "capitals": "Ana <ANA@EXAMPLE.ORG>",
    "mixed-case": "Ana <Ana@Example.Org>",
    "second-address": "Ana <$second_sender>",
    "comma-in-a-quoted-name": '"Lopez, Ana" <$sender>',
    "comma-in-a-bare-name": "Lopez, Ana <$sender>",
    "point-in-a-bare-name": "Ana M. Lopez <$sender>",
    "brackets-in-the-name": "Ana [club] <$sender>",
    "brackets-in-a-quoted-name": '"Ana <the first>" <$sender>',
    "at-in-the-name": '"ana@work" <$sender>',
    "stranger-in-the-name": '"$stranger" <$sender>',
    "stranger-in-a-comment": "Ana <$sender> ($stranger)",
    "comment-before": "(Ana) $sender",
    "comment-behind": "$sender (Ana)",
    "comment-nested": "$sender (Ana (of Manila))",
    "comment-inside": "Ana <ana@(at)example.org>",
    "quotes-escaped": r'"Ana \"the port\" L." <$sender>',
    "bracket-missing": "Ana <$sender",
    "bracket-missing-without-name": "<$sender",
    "blanks-inside-the-brackets": "Ana < $sender >",
    "blanks-around-at": "Ana <ana @ example.org>",
    "blanks-around-points": "Ana <ana@example . org>",
    "route": "Ana <@relay.example,@mx.example:$sender>",
    "encoded-name": f"{write_word('安娜')} <$sender>",
    "encoded-name-quoted": f'"{write_word("安娜")}" <$sender>',
    "encoded-name-glued": f"{write_word('安娜')}<$sender>",
    "encoded-name-gbk": f"{write_word('安娜', 'gbk')} <$sender>",
    "encoded-name-folded": f"{write_words('安娜安娜安娜安娜安娜', letters=4)}\r\n <$sender>",
    "encoded-name-with-an-address": f"{write_word('x <mallory@example.com>,')} <$sender>",
    "raw-utf8-name": "安娜 <$sender>",
    "folded": "Ana\r\n <$sender>",
    "folded-before-the-name": "\r\n Ana <$sender>",
    "comma-behind": "Ana <$sender>,",
    "long-name": f"{'Ana ' * 200}<$sender>",
    "comments-nested-deep": f"Ana {'(' * 500}{')' * 500} <$sender>",
}

MORE_THAN_ONE: dict[str, Header] = {
    "two-addresses": "Ana <$sender>, Mallory <$stranger>",
    "two-addresses-stranger-first": "Mallory <$stranger>, Ana <$sender>",
    "two-addresses-bare": "$sender, $stranger",
    "two-addresses-the-same": "$sender, $sender",
    "two-addresses-of-one-player": "$sender, $second_sender",
    "two-addresses-without-comma": "<$sender> <$stranger>",
    "two-addresses-in-a-group": "Team: Ana <$sender>, Mallory <$stranger>;",
    "two-headers": ["Ana <$sender>", "Mallory <$stranger>"],
    "two-headers-stranger-first": ["Mallory <$stranger>", "Ana <$sender>"],
    "two-headers-the-same": ["Ana <$sender>", "Ana <$sender>"],
    "two-headers-one-empty": ["Ana <$sender>", ""],
}

OTHERS: dict[str, Header] = {
    "stranger": "Mallory <$stranger>",
    "stranger-named-like-the-player": '"$sender" <$stranger>',
    "stranger-named-like-the-player-bare": "$sender <$stranger>",
    "stranger-with-comment": "$stranger ($sender)",
    "stranger-with-encoded-name": f"{write_word('ana@example.org')} <$stranger>",
    "stranger-with-encoded-brackets": f"{write_word('Ana <ana@example.org>')} <$stranger>",
    "plus-address": "Ana <ana+games@example.org>",
    "point-added": "Ana <a.na@example.org>",
    "subdomain": "Ana <ana@mail.example.org>",
    "point-behind": "Ana <ana@example.org.>",
    "full-width-letter": "Ana <ａna@example.org>",
    "cyrillic-letter": "Ana <аna@example.org>",
    "accent": "Ana <aná@example.org>",
    "longer-domain": "Ana <ana@example.org.evil.example>",
    "longer-local-part": "Ana <xana@example.org>",
    "percent-route": "Ana <ana%example.org@evil.example>",
}
"""From addresses that are not the player's, with the player's right code."""

NOBODY: dict[str, Header] = {
    "missing": None,
    "empty": "",
    "blank": "   ",
    "empty-brackets": "Ana <>",
    "name-only": "Ana",
    "no-local-part": "<@example.org>",
    "no-domain": "<ana@>",
    "empty-group": "undisclosed:;",
    "comment-only": "($sender)",
}

STRANGERS: dict[str, dict[str, Header]] = {
    "without-code": {"Subject": "hello"},
    "with-wrong-code": {"Subject": "Re: [manila $game $phase #ABCD-EFGH] your turn"},
    "with-report-in-the-text": {"Subject": "Re: your turn"},
    "without-subject": {"Subject": None},
}

ELSEWHERE: dict[str, dict[str, Header]] = {
    "reply-to": {"Reply-To": "<$stranger>"},
    "reply-to-twice": {"Reply-To": ["<$stranger>", "<$own>"]},
    "sender": {"Sender": "<$stranger>"},
    "resent-from": {"Resent-From": "<$stranger>", "Resent-To": "<$own>"},
    "return-path": {"Return-Path": "<$stranger>"},
    "errors-to": {"Errors-To": "<$stranger>"},
    "disposition-notification-to": {"Disposition-Notification-To": "<$stranger>"},
    "return-receipt-to": {"Return-Receipt-To": "<$stranger>"},
    "cc": {"Cc": "<$stranger>"},
    "mail-followup-to": {"Mail-Followup-To": "<$stranger>"},
    "x-original-from": {"X-Original-From": "<$stranger>"},
}


def list_cases() -> Iterator[Case]:
    stranger = ("$stranger",)
    for name, value in OWN.items():
        yield Case(f"from-{name}", TAKEN, header_mail({"From": value}), never_to=stranger)
    for name, value in MORE_THAN_ONE.items():
        yield Case(f"from-{name}", REFUSED, header_mail({"From": value}), never_to=stranger)
    for name, value in OTHERS.items():
        headers = {"From": value, "Return-Path": "<$stranger>"}
        yield Case(f"from-{name}", REFUSED, header_mail(headers), never_to=stranger)
    for name, value in NOBODY.items():
        yield Case(f"from-{name}", SILENT, header_mail({"From": value}), never_to=("$sender", *stranger))
    for name, headers in STRANGERS.items():
        made = header_mail(
            {"From": "Mallory <$stranger>", "Return-Path": "<$stranger>", **headers}, "$order\n\n$quoted"
        )
        yield Case(f"from-stranger-{name}", SILENT, made, never_to=("$sender", *stranger))
    for name, headers in ELSEWHERE.items():
        yield Case(f"from-own-and-{name}", TAKEN, header_mail(headers), never_to=stranger)
    yield Case(
        "from-another-player-with-right-code",
        REFUSED,
        header_mail({"From": "Ben <$other_sender>", "Return-Path": "<$other_sender>"}),
        to="$other_sender",
        hides=("ana", "$sender"),
    )
    yield Case(
        "from-two-headers-apart",
        REFUSED,
        header_mail({}, last=["From: Mallory <mallory@example.com>"]),
        never_to=stranger,
    )
