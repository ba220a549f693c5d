"""Codes that are right, wrong, of others, and what the order itself says of game, phase and player ("Subject")."""

from __future__ import annotations

from collections.abc import Iterator

from mail.building import REFUSED, TAKEN, Case, Header, header_mail


def coded(
    name: str, expect: str, subject: str, body: str = "$order", *, hides: tuple[str, ...] = (), **headers: Header
) -> Case:
    return Case(
        f"code-{name}",
        expect,
        header_mail({"Subject": subject, **{key.title(): value for key, value in headers.items()}}, body),
        hides=hides,
    )


def list_cases() -> Iterator[Case]:
    yield coded("stale", REFUSED, "Re: $stale_subject")
    yield Case(
        "code-stale-is-told-the-present-phase",
        REFUSED,
        header_mail({"Subject": "Re: $stale_subject"}),
        scenes=("office", "place"),
        tells=("$phase",),
    )
    yield coded("invented", REFUSED, "Re: [manila $game $phase #ABCD-EFGH]")
    yield coded("of-another-player", REFUSED, "Re: $other_subject", hides=("$other", "$other_sender"))
    yield coded("of-another-player-and-own", REFUSED, "Re: $other_subject $tag", hides=("$other_sender",))
    yield coded("right-and-body-names-the-other-player", REFUSED, "Re: $subject", "player: $other\n$order")
    yield coded("right-and-body-names-an-unknown-player", REFUSED, "Re: $subject", "player: dora\n$order")
    yield coded("right-and-body-names-another-game", REFUSED, "Re: $subject", "game: other-harbour\n$order")
    yield coded("right-and-body-names-another-game-of-mine", REFUSED, "Re: $subject", "game: harbour-2\n$order")
    yield coded("right-and-body-names-another-phase", REFUSED, "Re: $subject", "phase: v1-place-4\nsalt: TRAP")
    yield coded("right-and-body-names-a-past-phase", REFUSED, "Re: $subject", "phase: v0-plunder\n$order")
    yield coded("right-and-body-agrees", TAKEN, "Re: $subject", "game: $game\nphase: $phase\nplayer: ana\n$order")
    yield coded("right-and-body-agrees-in-capitals", TAKEN, "Re: $subject", "Phase: $phase\nPlayer: Ana\n$order")
    yield coded("in-the-body-too", TAKEN, "Re: $subject", "$tag\n\n$order")
    yield coded("other-code-in-the-body-too", TAKEN, "Re: $subject", "$other_subject\n\n$order")
    yield coded("only-in-the-body", REFUSED, "orders", "#$code\n\n$order")
    yield coded("only-in-the-quote", REFUSED, "orders", "$order\n\n> Subject: $subject\n> hello")
    yield coded("only-in-the-references", REFUSED, "orders", references="<manila.$game.$phase.$code@manila.example>")
    yield coded("only-in-the-address", REFUSED, "orders", to="manila+$code@example.net")
    yield coded("to-another-address-of-ours", TAKEN, "Re: $subject", to="someone@example.net")
    yield coded("to-nobody", TAKEN, "Re: $subject", to=None)
    yield coded("to-undisclosed", TAKEN, "Re: $subject", to="undisclosed-recipients:;", cc="<$stranger>")
