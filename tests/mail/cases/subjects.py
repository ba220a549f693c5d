"""Subjects as answers bring them back ("Subject")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mail.building import (
    REFUSED,
    TAKEN,
    Case,
    Header,
    Scene,
    header_mail,
    write_cut_words,
    write_word,
    write_words,
)
from mail.cases.characters import widen

PREFIXES = {
    "re-en": "RE: ",
    "re-twice": "Re: Re: RE: ",
    "re-counted": "Re[2]: ",
    "re-counted-round": "Re(3): ",
    "re-without-blank": "Re:",
    "re-blank-before-colon": "RE : ",
    "fwd-en": "Fwd: ",
    "fw-en": "FW: ",
    "aw-de": "AW: ",
    "antwort-de": "Antwort: ",
    "wg-de": "WG: ",
    "re-fr": "RÉP : ",
    "tr-fr": "TR : ",
    "antw-nl": "Antw: ",
    "sv-sv": "SV: ",
    "vs-fi": "VS: ",
    "r-it": "R: ",
    "res-pt": "RES: ",
    "odp-pl": "Odp: ",
    "re-ru": "Отв: ",
    "huifu-zh-cn": "回复: ",
    "huifu-zh-cn-full-width": "回复：",
    "dafu-zh-cn": "答复: ",
    "zhuanfa-zh-cn": "转发: ",
    "huifu-zh-tw": "回覆: ",
    "huifu-zh-tw-full-width": "回覆：",
    "zhuanji-zh-tw": "轉寄: ",
    "external": "[EXTERNAL] Re: ",
    "ext": "Re: [EXT] ",
    "spam": "***SPAM*** Re: ",
    "list": "[our-club] Re: ",
    "ticket": "Re: [Ticket#2026120110000017] ",
    "emoji": "🎲 Re: ",
    "no-prefix": "",
}

FORMS: dict[str, str] = {
    "own-words-behind": "Re: $tag my orders",
    "own-words-before": "my orders for $tag",
    "no-words": "$tag",
    "small-letters": "re: [manila $game $phase #{small}] your turn",
    "capitals": "RE: {capitals}",
    "blanks-doubled": "Re:  [ manila  $game  $phase  #$code ]  your turn",
    "blanks-missing-at-brackets": "Re:[manila $game $phase #$code]your turn",
    "blank-behind-number-sign": "Re: [manila $game $phase # $code] your turn",
    "blanks-in-the-code": "Re: [manila $game $phase #$half - $rest] your turn",
    "blank-instead-of-the-dash": "Re: [manila $game $phase #$half $rest] your turn",
    "no-dash": "Re: [manila $game $phase #$short] your turn",
    "en-dash": "Re: [manila $game $phase #$half–$rest] your turn",
    "em-dash": "Re: [manila $game $phase #$half—$rest] your turn",
    "non-breaking-hyphen": "Re: [manila $game $phase #$half‑$rest] your turn",
    "hyphen": "Re: [manila $game $phase #$half‐$rest] your turn",
    "minus": "Re: [manila $game $phase #$half−$rest] your turn",
    "figure-dash": "Re: [manila $game $phase #$half‒$rest] your turn",
    "full-width-dash": "Re: [manila $game $phase #$half－$rest] your turn",
    "no-break-spaces": "Re:\u00a0[manila\u00a0$game\u00a0$phase\u00a0#$code]\u00a0your\u00a0turn",
    "ideographic-spaces": "Re:\u3000[manila\u3000$game\u3000$phase\u3000#$code]",
    "full-width-brackets": "Re: ［manila $game $phase #$code］ your turn",
    "black-brackets": "Re: 【manila $game $phase #$code】 your turn",
    "full-width-number-sign": "Re: [manila $game $phase ＃$code] your turn",
    "full-width-all": "Re: {wide}",
    "zero-width-space": "Re: [manila $game $phase #$half\u200b-\u200b$rest] your turn",
    "soft-hyphen": "Re: [manila $game $phase #$half-\u00ad$rest] your turn",
    "direction-marks": "Re: \u200e[manila $game $phase #$code]\u200f your turn",
    "no-brackets": "Re: manila $game $phase #$code your turn",
    "no-opening-bracket": "Re: manila $game $phase #$code] your turn",
    "no-closing-bracket": "Re: [manila $game $phase #$code your turn",
    "round-brackets": "Re: (manila $game $phase #$code) your turn",
    "code-alone": "#$code",
    "code-alone-with-prefix": "Re: #$code",
    "code-alone-in-brackets": "Re: [#$code]",
    "game-and-phase-missing": "Re: [manila #$code] your turn",
    "tag-within-brackets": "Re: [x [manila $game $phase #$code]]",
    "tag-twice": "Re: $tag Re: $tag your turn",
    "code-twice": "Re: $tag your turn #$code",
    "comma-behind-code": "Re: #$code, my orders",
    "point-behind-code": "Re: orders for #$code.",
    "numbers-around": "Re: #7 $tag no. 12",
    "folded": "Re: [manila $game\r\n $phase #$code] your\r\n turn",
    "folded-by-tab": "Re: [manila $game\r\n\t$phase\r\n\t#$code]",
    "folded-in-the-code": "Re: [manila $game $phase #$half-\r\n $rest] your turn",
    "folded-before-anything": "\r\n Re: $tag your turn",
    "folded-over-a-blank-line-of-blanks": "Re: $tag\r\n  \r\n your turn",
    "long": "Re: $tag {long}",
    "quoted": '"Re: $tag your turn"',
    "percent-signs": "Re: $tag 100 % {{x}} %s \\n",
    "raw-utf8": "回复: $tag",
}

REFUSALS: dict[str, str] = {
    "lost": "Re: Manila, my orders",
    "empty": "",
    "blank": "   ",
    "cut-in-the-code": "Re: [manila $game $phase #$half",
    "cut-by-one-letter": "Re: [manila $game $phase #{cut}",
    "half-the-code": "Re: [manila $game $phase #$half] your turn",
    "glued-before": "Re: [manila $game $phase #X$code] your turn",
    "glued-behind": "Re: [manila $game $phase #${code}X] your turn",
    "glued-word-behind": "Re: #${code}your turn",
    "glued-digit-behind": "Re: [manila $game $phase #${code}7] your turn",
    "glued-without-dash": "Re: [manila $game $phase #${short}X] your turn",
    "two-codes": "Re: $tag $other_subject",
    "two-codes-of-one-player": "Re: $tag $stale_subject",
    "two-codes-glued-tags": "$tag$second_subject",
    "two-codes-second-invented": "Re: $tag #ABCD-EFGH",
    "code-wrong": "Re: [manila $game $phase #{wrong}] your turn",
    "code-backwards": "Re: [manila $game $phase #$rest-$half] your turn",
    "other-game": "Re: [manila other-harbour $phase #$code] your turn",
    "other-phase": "Re: [manila $game v3-plunder #$code] your turn",
    "game-and-phase-swapped": "Re: [manila $phase $game #$code] your turn",
    "placeholder": "Re: [manila $game $phase #XXXX-XXXX] your turn",
}

ENCODED: dict[str, Callable[[str], Header]] = {
    "words": lambda subject: write_words(f"回复: {subject}"),
    "one-word": lambda subject: write_word(f"回复: {subject}"),
    "words-quoted-printable": lambda subject: write_words(f"回复: {subject}", way="Q"),
    "words-small-b": lambda subject: write_word(subject).replace("?B?", "?b?"),
    "words-gb2312": lambda subject: write_words(f"回复: {subject}", "gb2312"),
    "words-gbk-in-capitals": lambda subject: write_words(f"回复: {subject}", "GBK"),
    "words-big5": lambda subject: write_words(f"回覆: {subject}", "big5"),
    "words-iso-8859-1": lambda subject: write_words(f"Rép: {subject}", "iso-8859-1", way="Q"),
    "words-with-language": lambda subject: write_word(subject).replace("utf-8?", "utf-8*en?"),
    "words-unknown-charset": lambda subject: write_word(subject).replace("utf-8?", "x-unknown?"),
    "words-of-one-letter": lambda subject: write_words(subject, letters=1),
    "words-glued": lambda subject: write_words(f"回复: {subject}", between=""),
    "words-glued-to-text": lambda subject: f"Re:{write_word(subject[:20])}{subject[20:]}",
    "words-in-quotes": lambda subject: f'"{write_words(f"回复: {subject}", between=" ")}"',
    "words-cut-inside-letters": lambda subject: write_cut_words(f"回复：轮到你了 {subject} 轮到你了"),
    "words-cut-inside-letters-gbk": lambda subject: write_cut_words(f"回复：轮到你了 {subject}", "gbk", size=5),
    "words-unpadded": lambda subject: re.sub(r"=+\?=", "?=", write_words(subject, letters=11)),
    "words-apart-by-tabs": lambda subject: write_words(f"回复: {subject}", between="\r\n\t"),
    "words-apart-by-two-blanks": lambda subject: write_words(f"回复: {subject}", between="  "),
    "words-longer-than-allowed": lambda subject: write_word(f"回复: {subject} {'很' * 200}"),
    "words-with-blanks-inside": lambda subject: f"=?utf-8?Q?Re: {subject}?=",
    "words-cut-in-the-code": lambda subject: (
        write_word("Re: " + subject[: subject.index("#") + 4]) + "\r\n " + write_word(subject[subject.index("#") + 4 :])
    ),
    "words-cut-in-the-code-half-plain": lambda subject: (
        write_word(f"回复: {subject[: subject.index('#')]}") + f" {subject[subject.index('#') :]}"
    ),
    "words-damaged-before-the-code": lambda subject: f"=?utf-8?B?!!!?= {subject}",
    "words-unfinished-behind": lambda subject: f"Re: {subject} =?utf-8?B?",
    "raw-gbk-before": lambda subject: "回复: ".encode("gbk") + subject.encode(),
    "raw-big5-before": lambda subject: "回覆: ".encode("big5") + subject.encode(),
    "raw-latin-1-before": lambda subject: b"R\xc9P : " + subject.encode(),
    "several-headers-the-same": lambda subject: [f"Re: {subject}", f"Re: {subject}"],
    "several-headers-code-in-the-first": lambda subject: [f"Re: {subject}", "your turn"],
    "several-headers-code-in-the-second": lambda subject: ["my orders", f"Re: {subject}"],
    "control-characters-around": lambda subject: f"Re: \x07 {subject} \x1b[0m",
    "nul-behind": lambda subject: f"Re: {subject} \x00",
}


def fill(template: str, scene: Scene) -> str:
    """Fill what templates have in braces, too: the code in other forms."""
    code = scene.code
    wrong = code[:-1] + ("A" if code[-1] != "A" else "B")
    special = {
        "{small}": code.lower(),
        "{capitals}": scene.subject.upper(),
        "{wide}": widen(scene.subject),
        "{long}": "very " * 400 + "long",
        "{cut}": code[:-1],
        "{wrong}": wrong,
        "{{x}}": "{x}",
    }
    filled = scene.fill(template)
    for mark, text in special.items():
        filled = filled.replace(mark, text)
    return filled


def subject_case(name: str, expect: str, write: Callable[[Scene], Header], **more: tuple[str, ...]) -> Case:
    return Case(
        f"subject-{name}",
        expect,
        lambda scene: scene.mail(scene.order, headers={"Subject": write(scene)}),
        **more,  # type: ignore[arg-type]
    )


def list_cases() -> Iterator[Case]:
    for name, prefix in PREFIXES.items():
        yield subject_case(f"prefix-{name}", TAKEN, lambda scene, prefix=prefix: encode(prefix, scene))  # type: ignore[misc]
        if not prefix.isascii():
            yield subject_case(f"prefix-{name}-raw", TAKEN, lambda scene, prefix=prefix: prefix + scene.subject)  # type: ignore[misc]
    for name, template in FORMS.items():
        yield subject_case(name, TAKEN, lambda scene, template=template: fill(template, scene))  # type: ignore[misc]
        if "{" not in template and "\r" not in template:
            yield subject_case(
                f"{name}-encoded",
                TAKEN,
                lambda scene, template=template: write_words(fill(template, scene)),  # type: ignore[misc]
            )
    for name, template in REFUSALS.items():
        yield subject_case(name, REFUSED, lambda scene, template=template: fill(template, scene))  # type: ignore[misc]
    for name, write in ENCODED.items():
        yield subject_case(name, TAKEN, lambda scene, write=write: write(scene.subject))  # type: ignore[misc]
    yield Case("subject-missing", REFUSED, header_mail({"Subject": None}))
    yield Case("subject-code-only-in-the-text", REFUSED, header_mail({"Subject": "my orders"}, "$tag\n\n$order"))
    yield Case(
        "subject-code-only-in-a-header",
        REFUSED,
        header_mail({"Subject": "my orders", "Thread-Topic": "$subject", "X-Subject": "$subject"}),
    )
    yield Case(
        "subject-several-headers-two-codes",
        REFUSED,
        header_mail({"Subject": ["Re: $subject", "Re: $other_subject"]}),
        hides=("$other",),
    )


def encode(prefix: str, scene: Scene) -> str:
    subject = prefix + scene.subject
    return subject if subject.isascii() else write_words(subject)
