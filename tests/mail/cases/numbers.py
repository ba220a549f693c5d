"""Numbers of a bid, as phones, keyboards and other readers of YAML write them ("Characters")."""

from __future__ import annotations

from collections.abc import Iterator

from mail.building import REFUSED, TAKEN, Case, text_mail

BIDS: dict[str, tuple[str, str | None]] = {
    "plain": ("7", "7"),
    "two-digits": ("12", "12"),
    "full-width": ("７", "7"),
    "full-width-two-digits": ("１２", "12"),
    "half-full-width": ("1２", "12"),
    "quoted": ('"7"', "7"),
    "single-quoted": ("'7'", "7"),
    "curly-quoted": ("“7”", "7"),
    "quoted-with-blanks": ('" 7 "', "7"),
    "block": ("|\n  7", "7"),
    "block-folded": (">\n  7", "7"),
    "on-the-next-line": ("\n  7", "7"),
    "comment": ("7 # or 8?", "7"),
    "blanks-before": ("   7", "7"),
    "no-break-space-before": ("\u00a07", "7"),
    "ideographic-space-before": ("\u30007", "7"),
    "zero-width-before": ("\u200b7", "7"),
    "zero-width-between": ("1\u200b2", "12"),
    "soft-hyphen-between": ("1\u00ad2", "12"),
    "direction-mark-before": ("\u200e7", "7"),
    "up-to": ("{up_to: 7}", "{up_to: 7}"),
    "say-and-up-to": ("{say: 4, up_to: 9}", "{say: 4, up_to: 9}"),
    "say-and-up-to-full-width": ("｛say：4，up_to：9｝", "{say: 4, up_to: 9}"),
    "pass": ("pass", "pass"),
    "pass-in-capitals": ("PASS", "pass"),
    "pass-zh-cn": ("放弃", "pass"),
    "pass-zh-tw": ("放棄", "pass"),
    "no": ("no", None),
    "off": ("off", None),
    "tilde": ("~", None),
    "null": ("null", None),
    "empty": ("", None),
    "empty-quotes": ('""', None),
    "leading-zero": ("010", None),
    "leading-zero-full-width": ("０１０", None),
    "leading-zero-decimal": ("08", None),
    "underscore": ("1_0", None),
    "sexagesimal": ("12:30", None),
    "exponent": ("1e1", None),
    "hex": ("0x7", None),
    "octal": ("0o7", None),
    "binary": ("0b111", None),
    "float": ("7.0", None),
    "float-comma": ("7,0", None),
    "point-behind": ("7.", None),
    "plus": ("+7", None),
    "minus": ("-7", None),
    "minus-unicode": ("\u22127", None),
    "thousands-comma": ("1,000", None),
    "thousands-blank": ("1 000", None),
    "blank-between": ("1 2", None),
    "no-break-space-between": ("1\u00a02", None),
    "ten-digits": ("1000000007", None),
    "huge": ("9" * 4400, None),
    "infinite": (".inf", None),
    "not-a-number": (".nan", None),
    "english-word": ("seven", None),
    "chinese-digit": ("七", None),
    "chinese-ten": ("十", None),
    "roman-digit": ("Ⅶ", None),
    "superscript": ("⁷", None),
    "circled": ("⑦", None),
    "arabic-digit": ("٧", None),
    "devanagari-digit": ("७", None),
    "mathematical-digit": ("𝟟", None),
    "fraction": ("½", None),
    "list": ("[7]", None),
    "mapping": ("{amount: 7}", None),
    "twice": ("7\nbid: 9", None),
    "quote-glued": ("7> place: pass", None),
    "currency": ("$$7", None),
    "currency-behind": ("7€", None),
    "pesos": ("7 pesos", None),
    "pesos-zh": ("7元", None),
    "question-mark": ("7?", None),
    "point-of-a-sentence": ("7。", None),
    "range": ("7-9", None),
    "or": ("7 or 8", None),
    "say-above-up-to": ("{say: 9, up_to: 4}", None),
}
"""What stands behind `bid:`, and the bid that is meant; None where it must be refused."""

OTHERS: dict[str, tuple[str, str | None]] = {
    "no-blank": ("bid:7", None),
    "equals": ("bid=7", None),
    "full-width-colon": ("bid：7", "bid: 7"),
    "full-width-colon-and-blank": ("bid： 7", "bid: 7"),
    "full-width-word": ("ｂｉｄ： ７", "bid: 7"),
    "key-in-capitals": ("Bid: 7", "bid: 7"),
    "key-chinese": ("竞标: 7", "bid: 7"),
    "key-chinese-full-width-colon": ("競標：7", "bid: 7"),
    "in-braces": ("{bid: 7}", "bid: 7"),
    "in-full-width-braces": ("｛bid：7｝", "bid: 7"),
    "loan-of-minus-one": ("bid: pass\nmortgage: -1", None),
    "loan-with-leading-zero": ("bid: pass\nmortgage: 01", None),
    "loan-full-width": ("bid: pass\nmortgage: １", "bid: pass\nmortgage: 1"),
}


def list_cases() -> Iterator[Case]:
    for name, (value, meant) in BIDS.items():
        order = None if meant is None else f"bid: {meant}"
        expect = REFUSED if meant is None else TAKEN
        yield Case(f"bid-{name}", expect, text_mail(f"bid: {value}", transfer="qp"), order, ("auction",))
    for name, (text, order) in OTHERS.items():
        expect = REFUSED if order is None else TAKEN
        yield Case(f"bid-{name}", expect, text_mail(text, transfer="b64"), order, ("auction",))
