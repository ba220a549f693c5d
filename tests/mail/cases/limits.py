"""Mails that are too large ("Limits")."""

from __future__ import annotations

from collections.abc import Iterator

from mail.building import REFUSED, TAKEN, Build, Case, Scene, write_multi, write_part

MEBIBYTE = 1024 * 1024


def with_picture(size: int) -> Build:
    """Return what builds a mail of about so many bytes, an order and a picture."""

    def build(scene: Scene) -> bytes:
        picture = write_part("image/png; name=a.png", bytes(size * 57 // 78), "b64")
        return scene.multi(write_multi("mixed", write_part("text/plain", scene.order), picture))

    return build


def with_prose(size: int) -> Build:
    return lambda scene: scene.mail(f"{scene.order}\n" + "prose without end, line by line\n" * (size // 33))


def list_cases() -> Iterator[Case]:
    yield Case("limit-picture-of-900-kibibytes", TAKEN, with_picture(900 * 1024))
    yield Case("limit-picture-of-two-mebibytes", REFUSED, with_picture(2 * MEBIBYTE))
    yield Case("limit-prose-of-500-kibibytes", TAKEN, with_prose(500 * 1024))
    yield Case("limit-prose-of-two-mebibytes", REFUSED, with_prose(2 * MEBIBYTE))
    yield Case("limit-one-line-of-two-mebibytes", REFUSED, lambda scene: scene.mail("x" * 2 * MEBIBYTE + scene.order))
    yield Case(
        "limit-trailing-blank-lines", REFUSED, lambda scene: scene.mail(scene.order.encode() + b"\r\n" * MEBIBYTE)
    )
    yield Case(
        "limit-order-of-70-kibibytes",
        REFUSED,
        lambda scene: scene.mail(scene.order + "# a comment of the order\n" * 2900),
    )
    yield Case(
        "limit-order-below-64-kibibytes",
        TAKEN,
        lambda scene: scene.mail(scene.order + "# a comment of the order\n" * 2000),
    )
    yield Case(
        "limit-quote-of-300-kibibytes",
        TAKEN,
        lambda scene: scene.mail(f"{scene.order}\n" + "> quoted without end, line by line\n" * 8000),
    )
