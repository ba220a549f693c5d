"""Signatures: what mail programs put below what their users write (docs/play.md, section 7, "Text")."""

from __future__ import annotations

import re

_LONGEST = 120
"""Letters of a program's own line, with the address that often follows it."""

_DASHES = ("--", "—", "––", "——", "–")
"""`--`, and what phones make of it."""
_AROUND = "\u200b\u00ad\ufeff \u00a0\u3000\t"

_PROGRAM = r"(?:outlook|yahoo|proton|gmail|blue\ ?mail|mail|spark|gmx|web\.de|thunderbird|samsung|qq|icloud|aol|edison)"
_DEVICE = (
    r"(?:iphone|ipad|ipod|android|samsung|galaxy|huawei|xiaomi|htc|nokia|blackberry|smartphone|handy|mobile?|phone)"
)
_OWN_LINES = re.compile(
    rf"""
    sent \ (?:from|with|via|using|by) \ \S
    | (?:get|download|try) \ (?:the\ )? {_PROGRAM}\b
    | yahoo \ mail \s? : \ \S
    | outlook \ (?:for|für|pour) \ (?:android|ios|mac|windows)
    | (?:von|vom) \ .{{1,60}} \ (?:gesendet|verschickt|geschrieben) [.!]?$
    | (?:diese|die) \ (?:nachricht|e-?mail|mail) \ wurde \ .{{0,60}} {_DEVICE} .{{0,40}} $
    | gesendet \ (?:von|vom|mit|über|aus|per) \ \S
    | (?:holen\ sie\ sich|hol\ dir|laden\ sie) \ .{{0,20}} {_PROGRAM}\b
    | outlook \ .{{0,30}} (?:beziehen|herunterladen|holen|abrufen)
    | (?:envoyé|expédié|transmis) \ (?:de|depuis|avec|à\ partir|via|par|à\ l['’]aide|du|d['’]) .* \S
    | (?:télécharge[rz]|obtene[rz]|obtenir) \ .{{0,20}} {_PROGRAM}\b
    | provenance \s? : \ (?:courrier|mail)
    | (?:我的)? (?:发自|發自|来自|來自|寄自|发送自|發送自|傳送自|传送自|寄送自|傳自|传自) \s? [^\s:]
    | [從从自由用] .{{1,40}} (?:傳送|传送|发送|發送|寄出|发出|發出|寄送) 的? [.。]? $
    | (?:透過|通过|透过|通過|使用) .{{1,40}} (?:傳送|传送|发送|發送|寄出|发出|發出|寄送) [.。]? $
    | (?:获取|獲取|取得|下载|下載) .{{0,20}} (?:outlook|yahoo|proton|qq|网易|網易)
    | 网易邮箱大师 $
    """,
    re.VERBOSE | re.IGNORECASE,
)
_FIRST = frozenset("sgdtyovlhepct从從自由用透通使获獲取下网發发来來寄傳传我")


def is_delimiter(line: str) -> bool:
    """Tell whether all below a line is a signature: it is `-- `, or `--`, or what phones make of it."""
    return line[:1] in "-—–" + _AROUND and line.strip(_AROUND) in _DASHES


def is_own_line(seen: str) -> bool:
    """Tell whether a program put a line there by itself, such as `Sent from my iPhone`; `seen` as by `seeing`."""
    line = seen.strip(" *_~-[(<\"'|")
    if not line or len(line) > _LONGEST or line[0].lower() not in _FIRST:
        return False
    return _OWN_LINES.match(line.replace("e\u0301", "é")) is not None
