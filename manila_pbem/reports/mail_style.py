"""How a mail looks: styles of single elements, since mail programs take little else, light and plain."""

from __future__ import annotations

_FONT = "font-family:-apple-system,Segoe UI,Roboto,Noto Sans,PingFang TC,Microsoft JhengHei,sans-serif"
_MONO = "font-family:Menlo,Consolas,Noto Sans Mono,Noto Sans Mono CJK TC,monospace"

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
    "point": "margin:3px 0 3px 14px;text-indent:-12px",
    "under": "margin:3px 0 3px 34px;text-indent:-12px",
    "quote": "margin:4px 0 8px;padding-left:12px;border-left:3px solid #cfd6dd",
    "code": f"margin:4px 0;padding:6px 8px;background:#f2f5f8;{_MONO};font-size:13px;line-height:1.4;white-space:pre;"
    "overflow-x:auto;word-break:normal;overflow-wrap:normal",
    "mark": "margin:4px 0;color:#59636e;font-size:14px",
    # A rule ends a paragraph, so that the form stands apart from what else an answer holds.
    "rule": "border:0;border-top:1px dashed #59636e;height:0;margin:4px 0",
    "form": f"margin:4px 0;padding:8px;background:#f2f5f8;border:1px solid #cfd6dd;{_MONO};font-size:13px;"
    "line-height:1.45;white-space:pre-wrap",
    "hash": f"color:#59636e;{_MONO};font-size:12px;word-break:break-all",
    "strong": "margin:4px 0;font-weight:bold;font-size:17px",
    "notice": "margin:10px 0;padding:6px 10px;border:1px solid #8a3b12",
    "button": "display:inline-block;padding:8px 14px;background:#8a3b12;color:#ffffff;border-radius:5px;"
    "font-weight:bold;text-decoration:none",
    "passage": "margin:8px 0 2px;font-weight:bold;color:#59636e;font-size:15px",
    "caption": "margin:16px 0 2px;font-weight:bold",
    "table": "width:100%;border-collapse:collapse;margin:0 0 10px;font-size:15px;line-height:1.4",
    "head": "padding:3px 4px;border-bottom:1px solid #cfd6dd;color:#59636e;font-size:13px;font-weight:bold;"
    "vertical-align:bottom;word-break:normal;overflow-wrap:normal",
    "first": "padding:3px 4px 3px 0;border-bottom:1px solid #cfd6dd;vertical-align:top;font-weight:bold",
    "cell": "padding:3px 4px 3px 10px;border-bottom:1px solid #cfd6dd;vertical-align:top;word-break:normal;"
    "overflow-wrap:normal",
    "number": "padding:3px 4px;border-bottom:1px solid #cfd6dd;vertical-align:top;white-space:nowrap",
    "punt": "width:100%;max-width:480px;margin:12px 0 0;font-size:14px;line-height:1.3",
    "lane": "width:100%;max-width:480px;table-layout:fixed;border-collapse:collapse;margin:2px 0 0",
    "space": "padding:4px 0;border:1px solid #a9bfd0;font-size:12px;line-height:18px;word-break:normal;"
    "overflow-wrap:normal",
    "spots": "width:100%;max-width:488px;table-layout:fixed;margin:0 -4px;font-size:13px;line-height:1.5",
    "spot": "padding:5px 6px;border:1px solid #c9c1b0;background:#f4f1ea;vertical-align:top",
    "disc": "display:inline-block;width:22px;height:22px;line-height:22px;border-radius:11px;text-align:center;"
    "font-size:13px",
    "disc_free": "display:inline-block;width:20px;height:20px;line-height:20px;border-radius:11px;text-align:center;"
    "font-size:12px;border:1px dashed #59636e;background:#ffffff",
    "ware": "display:inline-block;min-width:14px;padding:1px 3px;border-radius:4px;text-align:center;font-weight:bold;"
    "font-size:12px;line-height:16px",
    "track": "width:100%;max-width:480px;border-collapse:collapse;margin:10px 0;font-size:14px;line-height:1.4",
    "track_head": "padding:2px 4px;border-bottom:1px solid #cfd6dd;color:#59636e;font-size:13px",
    "track_cell": "padding:2px 4px;border-bottom:1px solid #e4e8ec;font-weight:normal",
}

COLOURS = {
    "wares": ("#7b4a21", "#2563a8", "#f0c030", "#23764a"),
    "letters": ("#ffffff", "#ffffff", "#1d2228", "#ffffff"),
    "players": ("#a61e2b", "#4b3a9b", "#2d3640", "#b04a06", "#0b6a75"),
}
"""By ware, by ware for what is written on it, and by seat: those of the pages' board (`board.svg`)."""
