"""Subjects that mail programs give to automatic answers, receipts and bounces, in English, German, French and Chinese.

As they stand here they are folded: no accents, no capitals, hyphens as blanks, one blank between words.
"""

from __future__ import annotations

import re
import unicodedata

_ANSWERS = """
automatic reply / automatic response / automated reply / automated response / auto reply / autoreply / auto response
autoresponse / auto responder / autoresponder / auto respond / automatic answer
out of office / out of the office / vacation reply / vacation response / vacation message / vacation notice
vacation auto / on vacation / away from my mail / away from the office / away from my desk / away message
absence notice / i am out of the office / i am out of office / i am currently out of / i'm out of the office
automatische antwort / automatische ruckantwort / automatische email antwort / automatische e mail antwort
automatische abwesenheit
automatische eingangsbestatigung / automatisch beantwortet / automatische nachricht / autoantwort
abwesenheitsnotiz / abwesenheitsnachricht / abwesenheitsmitteilung / abwesenheitsmeldung / abwesenheitsassistent
abwesenheitsagent / abwesenheitsbenachrichtigung / abwesenheitsinfo / abwesenheitshinweis / abwesenheit
ausser haus / nicht im buro / nicht im buero / urlaubsnachricht / urlaubsbenachrichtigung / urlaubsmeldung
reponse automatique / reponse d'absence / message d'absence / avis d'absence / notification d'absence
absence du bureau / absent du bureau / absente du bureau / absent(e) du bureau / hors du bureau / je suis absent
message automatique / gestionnaire d'absence / en dehors du bureau / repondeur automatique / repondeur d'absence
自动回复 / 自動回復 / 自動回覆 / 自动回覆 / 自動回复 / 自动答复 / 自動答覆 / 自動答復 / 自动答覆 / 自动回应
自動回應 / 自动应答 / 自動應答
外出时自动回复 / 外出時自動回覆 / 休假自动回复 / 休假自動回覆 / 假期自动回复 / 假期自動回覆 / 度假自动回复
度假自動回覆
系统自动回复 / 系統自動回覆 / 不在办公室 / 不在辦公室 / 外出通知
"""
_RECEIPTS = """
read receipt / return receipt / receipt notification / disposition notification / message disposition notification
delivery receipt / delivery notification / read notification / message read notification / confirmation of reading
lesebestatigung / lesebestaetigung / empfangsbestatigung / empfangsbestaetigung / ubermittlungsbestatigung
zustellbestatigung / zustellungsbestatigung / lesequittung
accuse de lecture / accuse de reception / confirmation de lecture / confirmation de reception / avis de lecture
已读回执 / 已讀回執 / 已讀回條 / 已读回条 / 已读通知 / 已讀通知 / 阅读回执 / 閱讀回執 / 閱讀回條 / 读取回执
讀取回執 / 讀取回條 / 读信回执 / 讀信回條
邮件已读回执 / 邮件阅读回执 / 郵件讀取回條 / 收条 / 收條 / 送达回执 / 送達回執 / 送達回條 / 回执 / 回執 / 回條
"""
_BOUNCES = """
undelivered mail returned to sender / undeliverable / undelivered mail / mail delivery failed / mail delivery failure
mail delivery subsystem / mail delivery system / delivery failure / delivery status notification / delivery has failed
returned mail / failure notice / mail system error / delayed mail / message delivery failure
message delivery delayed
warning: could not send message / warning: message / delivery delayed / nondeliverable / nondelivery
unzustellbar / nicht zustellbar / unzustellbare nachricht / zustellung fehlgeschlagen / ubermittlungsfehler
non remis / non distribuable / message non distribue / message non remis / echec de la remise / echec de remise
echec de la distribution / echec de distribution / notification d'etat de remise
系统退信 / 系統退信 / 退信 / 邮件投递失败 / 郵件投遞失敗 / 郵件傳遞失敗 / 无法投递 / 無法投遞 / 無法傳遞
无法传递 / 传递失败 / 傳遞失敗 / 未传递 / 未傳遞
投递失败 / 投遞失敗 / 无法送达 / 無法送達 / 未送达 / 未送達
"""
_ANSWERS_WITH_COLON = """
auto / ooo / vacation / away / abwesend / urlaub / absence / absent / absent(e) / 外出 / 休假 / 度假 / 度假中
"""
_RECEIPTS_WITH_COLON = """
read / not read / unread / read by recipient / opened / displayed / delivered / relayed / recall
deleted without being read / deleted without reading
gelesen / ungelesen / nicht gelesen / ungelesen geloscht / zugestellt / weitergeleitet (gelesen)
lu / non lu / pas lu / remis / transmis / supprime sans avoir ete lu
已读 / 已讀 / 已读取 / 已讀取 / 读取 / 讀取 / 未读 / 未讀 / 未读取 / 未讀取 / 已阅 / 已閱 / 已阅读 / 已閱讀
已送达 / 已送達 / 已传递 / 已傳遞
"""
"""Words that persons begin a subject with too, and that count only with a colon behind them."""


def _list_phrases(table: str, end: str = "") -> tuple[str, ...]:
    return tuple(phrase.strip() + end for line in table.strip().splitlines() for phrase in line.split(" / "))


_TABLES = (
    ("automatic_answer", _list_phrases(_ANSWERS)),
    ("read_receipt", _list_phrases(_RECEIPTS)),
    ("bounce", _list_phrases(_BOUNCES)),
)
_TABLES_WITH_COLON = (
    ("automatic_answer", _list_phrases(_ANSWERS_WITH_COLON, ":")),
    ("read_receipt", _list_phrases(_RECEIPTS_WITH_COLON, ":")),
)

_MARKS = re.compile("[\u0300-\u036f]")
_QUOTES = re.compile("[\u2018\u2019\u00b4`]")
_BLANKS = re.compile(r"[\s\-\u2010-\u2015_]+")
# What a mail server or a filter puts before a subject; our own tag is none of it.
_TAGS_BEFORE = re.compile(r"(?:\[(?!\s*manila\b)[^\[\]]{0,40}\]|\*{2,}[^*]{0,40}\*{2,})\s*(?=\S)")
_BRACKETS = "[(【<"
_LONGEST = 200

# Notes puts a name before it.
_NAMED = re.compile(
    r"[^:#\[]{1,80} (?:is (?:currently )?out of (?:the )?office|ist (?:zurzeit |derzeit )?(?:ausser haus|abwesend)"
    r"|ist (?:zurzeit |derzeit )?nicht im b(?:u|ue)ro|est (?:actuellement )?absente? du bureau)\b"
)


def find_automatic_subject(subject: str) -> str | None:
    """Return by what a subject is known as given by a program: a code of `automatic`, None for a person's.

    `Re:` before such words is a person's answer to it.
    """
    folded = _fold(subject)
    while True:
        for code, phrases in _TABLES:
            if folded.startswith(phrases) or folded.lstrip(_BRACKETS).startswith(phrases):
                return code
        for code, phrases in _TABLES_WITH_COLON:
            if folded.startswith(phrases):
                return code
        if _NAMED.match(folded):
            return "automatic_answer"
        before = _TAGS_BEFORE.match(folded)
        if before is None:
            return None
        folded = folded[before.end() :]


def _fold(subject: str) -> str:
    text = unicodedata.normalize("NFKD", _QUOTES.sub("'", subject[:_LONGEST]))
    text = unicodedata.normalize("NFC", _MARKS.sub("", text)).casefold()
    return _BLANKS.sub(" ", text).strip().replace(" :", ":")
