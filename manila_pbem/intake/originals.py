"""How mail programs begin an original mail that they don't mark: a line of dashes, its From, Sent, To and Subject.

English, German, French and Chinese of both scripts, and the words of some other languages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from manila_pbem.intake.seeing import ORIGINAL, is_empty, see

_MOST_LINES = 24
"""A block of headers with many recipients is that long at most."""

_NAMES = {
    "from": """from von de da van från fra od от expéditeur absender remitente mittente
        发件人 寄件者 寄件人 發件人 发信人 發信人 发件者 發件者 寄信人 差出人 送信者 自 보낸사람""",
    "date": """sent date gesendet gesendet-am datum envoyé envoyé-le date-d'envoi enviado enviado-el fecha data inviato
        verzonden skickat sendt дата отправлено sent-on sent-at 发送时间 發送時間 发送日期 發送日期 发件时间 时间 時間
        日期 傳送時間 傳送日期 寄件日期 寄件時間 寄送日期 寄送時間 已傳送 已发送 已發送 送信日時 日付""",
    "to": """to an à a pour para till til do кому empfänger destinataire destinataires destinatario recipient recipients
        收件人 收件者 收信人 至 宛先""",
    "cc": "cc bcc kopie copie copia cci ci 抄送 抄送人 抄送至 副本 副本抄送 密送",
    "subject": """subject betreff objet sujet asunto oggetto onderwerp assunto ämne emne temat тема
        主题 主題 主旨 标题 標題 件名""",
    "other": """reply-to antwort-an répondre-à importance wichtigkeit priority priorität priorité sensitivity
        attachments anlagen anlage attachment pièces-jointes pièce-jointe message-id organization organisation
        x-mailer mailed-by list-id 回复 回覆 附件 重要性""",
}
_KINDS = {name.replace("-", ""): kind for kind, names in _NAMES.items() for name in names.split()}

_FORWARDED = (
    r"begin forwarded message|start of forwarded message|anfang der weitergeleiteten (?:nachricht|e-?mail)"
    r"|début du message (?:transféré|réexpédié)"
    r"|(?:下面是|以下是|开始|開始)(?:被)?(?:转发|轉發|轉寄|转寄)的?(?:邮件|郵件|信件)"
)
_WORDS = (
    rf"{_FORWARDED}|original(?:[ -]*(?:message|mail|e-?mail|nachricht|appointment|text))|message ?original"
    r"|repl(?:y|ied) message|forwarded (?:message|mail|by.{0,60})"
    r"|ursprüngliche (?:nachricht|e-?mail|mail)|weitergeleitete (?:nachricht|e-?mail|mail)|originalnachricht"
    r"|message (?:d'origine|initial|original|transféré|transmis|réexpédié)|(?:e-?mail|courriel|courrier) d'origine"
    r"|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|ursprungligt meddelande"
    r"|oprindelig meddelelse|邮件原[件文]|郵件原[件文]|原始(?:邮件|郵件)信息"
    r"|(?:[回答][复覆]的?)?原始?(?:邮件|郵件|信息|訊息|消息|信件|信)"
    r"|已?(?:被)?(?:转发|轉發|轉寄|转寄)的?(?:邮件|郵件|信件|訊息|信息|消息)(?:信息)?"
)
_LINE = r"\-—–‐‑_=*~#>─━－＿ "
_SEPARATOR = re.compile(
    rf"[{_LINE}]*[{_LINE}]{{2}}\s*(?:(?:{_WORDS})\s*:?\s*[{_LINE}]*|original\s*[{_LINE}]{{3,}})$", re.IGNORECASE
)
_BARE = re.compile(rf"(?:{_WORDS})\s*:?$", re.IGNORECASE)
_INTRODUCTION = re.compile(rf"(?:{_FORWARDED})\s*:$", re.IGNORECASE)
_BLANKS = (" ", "\t", "\u00a0", "\u3000")
_CELL = re.compile(r"\|\s*\**([^|]{1,20}?)\**\s*\|")
_RULE = re.compile(r"[-_=*~—–‐─━.\s]{4,}$")
_IN_ONE_LINE = re.compile(
    r"(?:from|von|de|发件人|發件人|寄件者|寄件人)\s*:.{3,300}?"
    r"\s(?:sent|date|gesendet|datum|envoyé|发送时间|發送時間|寄件日期|日期)\s*:"
    r".{3,200}?\s(?:to|an|à|subject|betreff|objet|收件人|收件者|主题|主題|主旨)\s*:",
    re.IGNORECASE,
)


def find_original(lines: Sequence[str], at: int) -> int | None:
    """Return the line below the headers of an original mail that begins in the line `at`, None where none does.

    Its headers are a separating line, or two kinds of headers at least with a From among them, or both.
    """
    line = lines[at]
    if line == ORIGINAL:
        return _skip_headers(lines, at + 1)
    seen = see(line)
    if seen[:1] in "-—–‐_=*~─━#>" or not seen.isascii() or ord(seen[0]) | 32 > 96:
        text = seen.strip(" *_")
        if len(seen) < 200 and len(text) < 100 and _is_separator(seen, text, lines, at):
            return _skip_headers(lines, at + 1)
    if find_kind(seen) is None:
        return None
    if _IN_ONE_LINE.match(seen.lstrip(" *_")[:700]):
        return _skip_headers(lines, at)
    return _read_block(lines, at)


def find_kind(seen: str) -> str | None:
    """Return which header of a mail a line is, as programs write them above an original mail; None where it is none."""
    text = seen.lstrip(" *_")
    if text[:1] == "|":
        cell = _CELL.match(text)
        if cell is None:
            return None
        head = cell.group(1)
    else:
        head, colon, _ = text.partition(":")
        if not colon:
            return None
    if len(head) > 24:
        return None
    name = head.strip(" *_")
    if not name.isascii():
        name = name.replace("e\u0301", "é").replace("a\u0300", "à").replace("A\u0300", "à")
    return _KINDS.get(name.lower().replace(" ", "").replace("-", ""))


def is_rule(line: str) -> bool:
    """Tell whether a line is nothing but dashes or other signs drawn across."""
    return _RULE.match(line) is not None and not line.isspace()


def _is_separator(seen: str, text: str, lines: Sequence[str], at: int) -> bool:
    if _SEPARATOR.match(seen.strip()) or _INTRODUCTION.match(text):
        return True
    if not _BARE.match(text):
        return False
    below = next((line for line in lines[at + 1 : at + 4] if not is_empty(line)), "")
    return find_kind(see(below)) is not None


def _read_block(lines: Sequence[str], at: int) -> int | None:
    kinds: set[str] = set()
    addressed = False
    end = at
    gap = 0
    seen_before = ""
    for number in range(at, min(at + _MOST_LINES, len(lines))):
        seen = see(lines[number])
        if is_empty(lines[number]):
            break
        kind = find_kind(seen)
        if kind is None:
            gap += 1
            if gap > 3:
                break
            continue
        if kind in kinds and seen_before == kind:
            # No block of headers has one again and again.
            break
        seen_before = kind
        kinds.add(kind)
        addressed = addressed or "@" in seen
        end, gap = number + 1, 0
    others = len(kinds & {"date", "to", "subject"})
    # Without a From, or with little else, these may be words of a sentence.
    known = others == 3 or ("from" in kinds and (others == 2 or (others == 1 and (addressed or "date" in kinds))))
    return _skip_headers(lines, end) if known else None


def _skip_headers(lines: Sequence[str], at: int) -> int:
    """Return the first line from `at` on that is no header, wrapped or not, and not empty."""
    number = at
    # What is set in below a header belongs to it.
    while number < len(lines) and lines[number][:1] in _BLANKS and not is_empty(lines[number]):
        number += 1
    while number < len(lines) and (is_empty(lines[number]) or find_kind(see(lines[number])) or is_rule(lines[number])):
        number += 1
    return number
