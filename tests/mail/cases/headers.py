"""Other headers: what does not matter, what is damaged, what would be an attack ("Twice", last sentence of section 7)."""

from __future__ import annotations

from collections.abc import Iterator

from mail.building import SILENT, TAKEN, Case, Header, Scene, header_mail, write_word

INJECTION = "\r\nBcc: mallory@example.com\r\nX-Injected: yes\r\n\r\nhello"

ODD: dict[str, dict[str, Header]] = {
    "message-id-missing": {"Message-ID": None},
    "message-id-empty": {"Message-ID": ""},
    "message-id-with-brackets": {"Message-ID": "<[7f3a9c2b41d84e]@client.example>"},
    "message-id-without-angle-brackets": {"Message-ID": "abc@client.example"},
    "message-id-half-open": {"Message-ID": "<abc@client.example"},
    "message-id-empty-then-more": {"Message-ID": "<>.b@c>"},
    "message-id-with-blanks": {"Message-ID": "<a b c@client.example>"},
    "message-id-folded": {"Message-ID": "\r\n <a-very-long-one@client.example>"},
    "message-id-folded-inside": {"Message-ID": "<a\r\n b@client.example>"},
    "message-id-of-utf8": {"Message-ID": "<命令@client.example>"},
    "message-id-with-a-path": {"Message-ID": "<../../../etc/passwd@client.example>"},
    "message-id-with-a-nul": {"Message-ID": "<a\x00b@client.example>"},
    "message-id-huge": {"Message-ID": f"<{'x' * 20_000}@client.example>"},
    "message-id-twice": {"Message-ID": ["<a@client.example>", "<b@client.example>"]},
    "references-many": {"References": " ".join(f"<r{n}@client.example>" for n in range(400))},
    "references-garbage": {"References": "<<<>>> , ,, @@", "In-Reply-To": "your message of Tuesday"},
    "references-missing": {"References": None, "In-Reply-To": None},
    "date-missing": {"Date": None},
    "date-empty": {"Date": ""},
    "date-of-words": {"Date": "yesterday evening"},
    "date-in-the-future": {"Date": "Thu, 01 Jan 2099 00:00:00 +0000"},
    "date-in-the-past": {"Date": "Thu, 01 Jan 1970 00:00:00 +0000"},
    "date-out-of-range": {"Date": "Tue, 99 Dec 2026 99:99:99 +9999"},
    "date-of-year-0": {"Date": "Sat, 1 Jan 0000 00:00:00 +0000"},
    "date-chinese": {"Date": "2026年12月1日 20:15"},
    "date-twice": {"Date": ["Tue, 01 Dec 2026 20:15:00 +0100", "yesterday"]},
    "received-missing": {"Received": None},
    "received-thirty": {"Received": [f"from a{n} by b; Tue, 01 Dec 2026 19:15:04 +0000" for n in range(30)]},
    "return-path-missing": {"Return-Path": None},
    "mime-version-missing": {"MIME-Version": None},
    "mime-version-strange": {"MIME-Version": "2.0 (what)"},
    "mime-version-twice": {"MIME-Version": ["1.0", "1.0"]},
    "to-with-a-group": {"To": "undisclosed: a@b;y@z>"},
    "to-of-brackets": {"To": "(" * 5000},
    "to-of-thousands": {"To": ", ".join(f"p{n}@example.org" for n in range(3000))},
    "list-unsubscribe": {"List-Unsubscribe": "<mailto:leave@example.org>"},
    "x-auto-response-suppress": {"X-Auto-Response-Suppress": "All"},
    "x-auto-response-suppress-oof": {"X-Auto-Response-Suppress": "OOF, AutoReply"},
    "spam-flag": {"X-Spam-Flag": "YES", "X-Spam-Status": "Yes, score=99"},
    "spam-level": {"X-Spam-Level": "*" * 60},
    "authentication-failed": {"Authentication-Results": "mx.example; spf=fail; dkim=fail; dmarc=fail"},
    "authentication-garbage": {"Authentication-Results": ";;;(((("},
    "received-spf-fail": {"Received-SPF": "fail (mx.example: domain does not designate)"},
    "priority": {"X-Priority": "1 (Highest)", "Importance": "high"},
    "precedence-normal": {"Precedence": "first-class"},
    "precedence-special": {"Precedence": "special-delivery"},
    "auto-submitted-no": {"Auto-Submitted": "no"},
    "auto-submitted-no-in-capitals": {"Auto-Submitted": "NO"},
    "auto-submitted-no-with-comment": {"Auto-Submitted": "no (a person)"},
    "x-loop-of-another": {"X-Loop": "other-game"},
    "x-mailer": {"X-Mailer": "Microsoft Outlook 16.0", "Thread-Index": "AdAAAA=="},
    "x-header-of-8-bit": {"X-Odd": b"\xff\xfe\xfd"},
    "x-header-of-one-megabyte-less": {"X-Long": "x" * 300_000},
    "x-headers-by-the-thousand": {f"X-H{n}": "y" for n in range(1500)},
    "x-header-folded-a-hundred-times": {"X-Fold": "\r\n ".join(["x"] * 100)},
    "x-header-folded-into-blanks": {"X-Fold": "x\r\n \r\n\t\r\n y"},
    "x-header-named-only": {"X-Empty": ""},
    "subject-with-encoded-injection": {"Subject": "Re: $subject " + write_word(INJECTION)},
    "subject-with-encoded-injection-q": {"Subject": "Re: $subject =?utf-8?Q?=0D=0ABcc:_mallory@example.com?="},
    "subject-with-encoded-line-feed": {"Subject": "Re: $subject =?utf-8?Q?=0ABcc:_mallory@example.com?="},
    "subject-with-encoded-carriage-return": {"Subject": "Re: $subject =?utf-8?Q?=0DBcc:_mallory@example.com?="},
    "subject-with-line-separator": {"Subject": "Re: $subject " + write_word("\u2028Bcc: mallory@example.com")},
    "name-with-encoded-injection": {"From": f"{write_word(f'Ana{INJECTION}')} <$sender>"},
    "message-id-with-encoded-injection": {"Message-ID": f"<{write_word(INJECTION)}@client.example>"},
    "references-with-encoded-injection": {"References": write_word(INJECTION)},
    "message-id-with-carriage-return": {"Message-ID": "<a\rBcc: mallory@example.com@client.example>"},
}


def break_headers(scene: Scene, line: bytes, rest: bytes = b"") -> bytes:
    """Return a mail with a line that is no header behind all its headers, and `rest` behind that line."""
    head, _, body = scene.mail(scene.order).partition(b"\r\n\r\n")
    return head + b"\r\n" + line + b"\r\n" + rest + b"\r\n" + body


def list_cases() -> Iterator[Case]:
    stranger = ("$stranger", "mallory@example.com")
    for name, headers in ODD.items():
        yield Case(f"header-{name}", TAKEN, header_mail(headers), never_to=stranger)
    for name, line in {"without-colon": b"this is no header", "blank-before-colon": b"X Odd: value"}.items():
        yield Case(f"header-line-{name}", TAKEN, lambda scene, line=line: break_headers(scene, line))  # type: ignore[misc]
        yield Case(
            f"header-line-{name}-ends-the-headers",
            TAKEN,
            lambda scene, line=line: break_headers(scene, line, b"Auto-Submitted: auto-replied\r\n"),  # type: ignore[misc]
        )
    yield Case(
        "header-line-without-colon-before-from",
        SILENT,
        lambda scene: b"this is no header\r\n" + scene.mail(scene.order),
        never_to=("$sender", *stranger),
    )
    unix = "From ana@example.org Tue Dec  1 20:15:00 2026"
    yield Case("header-line-of-unix-first", TAKEN, header_mail({}, first=[unix]))
    yield Case("header-line-continued-first", TAKEN, header_mail({}, last=["X-Last: 1", "\tmore"]))
    for name, data in {
        "empty-mail": b"",
        "one-line-end": b"\r\n",
        "nuls": bytes(200),
        "noise": bytes(range(256)) * 9,
    }.items():
        yield Case(f"header-none-{name}", SILENT, lambda scene, data=data: data, never_to=("$sender",))  # type: ignore[misc]
    yield Case("header-none-body-only", SILENT, lambda scene: b"\r\n" + scene.order.encode(), never_to=("$sender",))
