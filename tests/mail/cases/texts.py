"""Which paragraphs of a text are the order, and what YAML does in mails ("Text", and "YAML is read strictly")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mail.building import REFUSED, TAKEN, Case, text_mail

PARAGRAPHS: dict[str, tuple[str, str]] = {
    "prose-above": (TAKEN, "Hello moderator,\nhere are my orders.\n\n$order"),
    "prose-below": (TAKEN, "$order\n\nI hope that works!"),
    "prose-around": (TAKEN, "Hi!\n\n$order\n\nSee you"),
    "prose-with-a-colon": (TAKEN, "Hi, one thing: I am late today\n\n$order"),
    "prose-chinese": (TAKEN, "你好，这是我的命令：\n\n$order\n\n谢谢！"),
    "prose-german": (TAKEN, "Hallo zusammen,\nanbei mein Zug.\n\n$order\n\nViele Grüße"),
    "prose-with-a-link": (TAKEN, "$order\n\nhttps://example.org/rules"),
    "prose-with-braces-later": (TAKEN, "$order\n\nI like {curly} things"),
    "prose-list": (TAKEN, "$order\n\n- bring cake\n- be on time"),
    "prose-between-two-orders": (TAKEN, "$order\n\nand also\n\nsalt: other"),
    "two-paragraphs": (TAKEN, "$order\n\nsalt: other"),
    "two-paragraphs-far-apart": (TAKEN, "$order\n\n\n\n\nsalt: other"),
    "blank-lines-above": (TAKEN, "\n\n\n$order"),
    "blanks-behind-lines": (TAKEN, "$order   "),
    "comment-above": (TAKEN, "# my orders\n$order"),
    "comments-above-and-below": (TAKEN, "# one\n# two\n$order\n# done"),
    "comment-apart": (TAKEN, "# my orders\n\n$order"),
    "comment-with-a-key": (TAKEN, "# bid: 99\n$order"),
    "comment-behind-a-line": (TAKEN, "$order # as agreed"),
    "fence": (TAKEN, "```\n$order\n```"),
    "fence-yaml": (TAKEN, "```yaml\n$order\n```"),
    "fence-tildes": (TAKEN, "~~~\n$order\n~~~"),
    "fence-with-prose": (TAKEN, "My orders:\n\n```yaml\n$order\n```\n\nThanks"),
    "fence-and-quote": (TAKEN, "```\n$order\n```\n\nOn Tue, 1 Dec 2026 at 19:58, Manila <$own> wrote:\n$quoted"),
    "document-mark": (TAKEN, "---\n$order"),
    "document-mark-with-blank": (TAKEN, "--- \n$order"),
    "document-mark-below-prose": (TAKEN, "Hello\n\n---\n$order"),
    "names-game-phase-and-player": (TAKEN, "game: $game\nphase: $phase\nplayer: ana\n$order"),
    "names-player-in-capitals": (TAKEN, "player: ANA\n$order"),
    "glued-prose-above": (REFUSED, "Hello moderator\n$order"),
    "glued-prose-below": (REFUSED, "$order\nI hope that works"),
    "near-miss-alone": (REFUSED, "plase: [jade, pass]"),
    "near-miss-beside-an-order": (REFUSED, "$order\n\nmesage: {to: all, text: hi}"),
    "near-miss-above-an-order": (REFUSED, "mortgge: 1\n\n$order"),
    "unknown-key-glued": (REFUSED, "$order\nattack: everyone"),
    "nothing": (REFUSED, ""),
    "blank": (REFUSED, " \n\n  \n"),
    "prose-only": (REFUSED, "I pass this time, thanks"),
    "prose-that-reads-like-an-order": (REFUSED, "please place my accomplice on jade"),
    "comment-only": (REFUSED, "# place: [jade, pass]"),
    "fence-empty": (REFUSED, "```\n```"),
    "same-order-twice": (REFUSED, "$order\n\n$order"),
    "two-documents": (REFUSED, "$order\n---\nsalt: other"),
}

DOCUMENTS: dict[str, tuple[str, str]] = {
    "flow": (TAKEN, "{salt: other}"),
    "flow-of-json": (TAKEN, '{"salt": "other"}'),
    "flow-broken-in-brackets": (TAKEN, "{salt:\n\nother\n}"),
    "list-broken-in-brackets": (TAKEN, "message: {to: [ben,\nchu],\ntext: hi}\nsalt: other"),
    "list-broken-by-a-blank-line": (TAKEN, "message: {to: [ben,\n\nchu], text: hi}\nsalt: other"),
    "key-in-capitals": (TAKEN, "SALT: other"),
    "key-chinese": (TAKEN, "盐: other"),
    "key-in-quotes": (TAKEN, '"salt": other'),
    "keys-of-a-voyage": (TAKEN, "later:\n  v1-place-4: {place: [jade, pass]}\nsalt: other"),
    "withdraw": (TAKEN, "withdraw: all"),
    "withdraw-chinese": (TAKEN, "撤回: 全部"),
    "text-of-a-boolean": (TAKEN, "salt: no"),
    "text-of-a-date": (TAKEN, "salt: 2026-12-01"),
    "text-of-a-float": (TAKEN, "salt: 1e3"),
    "anchor": (REFUSED, "salt: &a other"),
    "alias": (REFUSED, "salt: *a"),
    "merge": (REFUSED, "<<: {salt: x}\nsalt: other"),
    "bomb": (
        REFUSED,
        'salt: &a ["x","x","x","x","x","x","x","x","x"]\n'
        + "".join(f"game: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(8)),
    ),
    "tag-of-python": (REFUSED, 'salt: !!python/object/apply:os.system ["touch TRAP"]'),
    "tag-of-text": (REFUSED, "salt: !!str other"),
    "tag-own": (REFUSED, "salt: !TRAP other"),
    "directive": (REFUSED, "%YAML 1.1\n---\nsalt: TRAP"),
    "duplicate-key": (REFUSED, "salt: TRAP\nsalt: TRAP"),
    "duplicate-key-by-width": (REFUSED, "salt: TRAP\nｓａｌｔ: TRAP"),
    "duplicate-key-by-language": (REFUSED, "salt: TRAP\n盐: TRAP"),
    "unknown-key": (REFUSED, "salt: TRAP\nattack: TRAP"),
    "tab": (REFUSED, "salt:\tTRAP"),
    "tab-as-indentation": (REFUSED, "message:\n\tto: all\n\ttext: TRAP"),
    "no-blank-behind-colon": (REFUSED, "salt:TRAP"),
    "unclosed-bracket": (REFUSED, "message: {to: [ben, text: TRAP}"),
    "unclosed-quotes": (REFUSED, 'salt: "TRAP'),
    "key-without-a-value": (REFUSED, "place:"),
    "null": (REFUSED, "place: ~"),
    "question-mark-key": (REFUSED, "? salt\n: TRAP"),
    "nested-too-deep": (REFUSED, "salt: " + "[" * 1200 + "]" * 1200),
    "withdraw-and-more": (REFUSED, "withdraw: all\nsalt: TRAP"),
    "bad-word": (REFUSED, "later: {v1-place-4: {place: [moon]}}\nsalt: TRAP"),
    "phase-unknown": (REFUSED, "phase: v1-tea\nsalt: TRAP"),
    "too-large": (REFUSED, "salt: TRAP" + "x" * 66_000),
    "too-large-by-comments": (REFUSED, "salt: TRAP\n" + "# a comment, and nothing else in this line\n" * 1700),
}

ORDERS = {
    "prose-between-two-orders": "$alternative",
    "two-paragraphs": "$alternative",
    "two-paragraphs-far-apart": "$alternative",
}
"""What is filed where that is not the scene's order."""

MESSAGES: dict[str, tuple[str, str]] = {
    "header-like-lines": ("hi\\r\\nBcc: x@y.example\\r\\n.\\r\\nQUIT", "hi\r\nBcc: x@y.example\r\n.\r\nQUIT"),
    "chinese": ("你好：朋友，再见", "你好：朋友，再见"),
    "dots": (".", "."),
    "from-line": ("From here on", "From here on"),
    "html": ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    "emoji": ("🚢⚓", "🚢⚓"),
}
"""Texts of messages: as written between quotes, and as they must be read."""


BREAKS: dict[str, Callable[[str], str]] = {
    "at-the-first-comma": lambda order: order.replace(", ", ",\n", 1),
    "at-every-comma": lambda order: order.replace(", ", ",\n"),
    "at-every-comma-and-bracket": lambda order: re.sub(r"([\[{,]) ?", "\\1\n", order),
    "before-the-closing-bracket": lambda order: re.sub(r"(?=[\]}])", "\n", order),
    "with-indentation": lambda order: order.replace(", ", ",\n      "),
    "with-a-blank-line": lambda order: order.replace(", ", ",\n\n", 1),
    "with-a-blank-line-and-indentation": lambda order: order.replace(", ", ",\n\n    ", 1),
}
"""Lines of the order broken inside brackets, as mail programs do at their width."""

SPACED: dict[str, Callable[[str], str]] = {
    "blank-line-below-each-line": lambda order: order.replace("\n", "\n\n"),
    "indented-lines-apart": lambda order: order.replace("\n ", "\n\n "),
}


def change(name: str, way: Callable[[str], str]) -> Case:
    return Case(name, TAKEN, lambda scene: scene.mail(way(scene.order)))


def list_cases() -> Iterator[Case]:
    for name, way in BREAKS.items():
        yield change(f"text-broken-{name}", way)
    for name, way in SPACED.items():
        yield change(f"text-{name}", way)
    yield Case(
        "text-prose-is-named-in-the-receipt",
        TAKEN,
        text_mail("Dear moderator\n\n$order\n\nSee you on Sunday"),
        tells=("Dear moderator", "See you on Sunday"),
    )
    for name, (expect, template) in PARAGRAPHS.items():
        yield Case(f"text-{name}", expect, text_mail(template), ORDERS.get(name))
    for name, (expect, template) in DOCUMENTS.items():
        order = template if expect == TAKEN else None
        yield Case(f"yaml-{name}", expect, text_mail(template, transfer="qp"), order)
    for name, (written, _) in MESSAGES.items():
        template = f'$order\nmessage: {{to: all, text: "{written}"}}'
        yield Case(f"message-{name}", TAKEN, text_mail(template, transfer="qp"), template)
    yield Case(
        "message-alone", TAKEN, text_mail("message: {to: ben, text: hi}"), "message: {to: ben, text: hi}", ("place",)
    )
