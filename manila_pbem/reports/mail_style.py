"""How a mail looks: styles of single elements, since mail programs take little else, light and plain."""

from __future__ import annotations

_FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang TC','Microsoft JhengHei',sans-serif"
_MONO = "font-family:Menlo,Consolas,'Noto Sans Mono','Noto Sans Mono CJK TC',monospace"

STYLES = {
    "body": "margin:0;padding:0;background:#ffffff",
    "page": f"max-width:640px;margin:0 auto;padding:12px;color:#1d2228;{_FONT};font-size:16px;line-height:1.5;"
    "overflow-wrap:anywhere;word-break:break-word",
    "kicker": "margin:0;color:#59636e;font-size:13px",
    "title": "margin:2px 0 8px;font-size:22px;line-height:1.25;font-weight:bold",
    "heading": "margin:24px 0 6px;font-size:18px;line-height:1.3;font-weight:bold;border-bottom:2px solid #cfd6dd;"
    "padding-bottom:3px",
    "subheading": "margin:14px 0 4px;font-size:16px;line-height:1.3;font-weight:bold;color:#59636e",
    "words": "margin:6px 0",
    "soft": "margin:6px 0;color:#59636e;font-size:14px",
    "box": "margin:10px 0;padding:8px 12px;border-left:5px solid #8a3b12;background:#fff7e8",
    "list": "margin:6px 0;padding-left:20px",
    "item": "margin:3px 0",
    "quote": "margin:4px 0 8px;padding-left:12px;border-left:3px solid #cfd6dd",
    "code": f"margin:4px 0;padding:6px 8px;background:#f2f5f8;{_MONO};font-size:13px;line-height:1.4;white-space:pre;"
    "overflow-x:auto;word-break:normal;overflow-wrap:normal",
    "form": f"margin:4px 0;padding:8px;background:#f2f5f8;border:1px solid #cfd6dd;{_MONO};font-size:13px;"
    "line-height:1.45;white-space:pre-wrap",
    "report": f"margin:4px 0;padding:8px;background:#f2f5f8;{_MONO};font-size:12px;line-height:1.4;white-space:pre;"
    "overflow-x:auto;word-break:normal;overflow-wrap:normal",
    "hash": f"color:#59636e;{_MONO};font-size:12px;word-break:break-all",
}
