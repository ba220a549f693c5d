"""Signed and encrypted mail, and winmail.dat ("Limits")."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mail.building import REFUSED, TAKEN, Build, Case, Multi, Scene, write_multi, write_part

PGP_SIGNATURE = (
    "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEEAAAAAAAAAAAAAAAAAAAAAAAAAAA\n=abcd\n-----END PGP SIGNATURE-----\n"
)
PGP_MESSAGE = (
    "-----BEGIN PGP MESSAGE-----\n\nhQEMA1234567890ABAQgAqwertyuiopasdfghjklzxcvbnm\n=abcd\n-----END PGP MESSAGE-----\n"
)
SIGNATURE_FILE = 'Content-Disposition: attachment; filename="smime.p7s"'


def build(make: Callable[[Scene], Multi]) -> Build:
    return lambda scene: scene.multi(make(scene))


def text(scene: Scene, template: str = "$order") -> bytes:
    return write_part("text/plain; charset=utf-8", scene.fill(template) + "\n", "qp")


def sign(scene: Scene, *, kind: str = "application/pkcs7-signature", name: str = "smime.p7s") -> Multi:
    signature = write_part(f'{kind}; name="{name}"', bytes(range(200)), "b64", SIGNATURE_FILE)
    return write_multi("signed", text(scene), signature, boundary="=_s", params=f' protocol="{kind}"; micalg=sha-256;')


def write_tnef(body: bytes) -> bytes:
    """Return a small winmail.dat: signature, key, version, body."""

    def write(level: int, tag: int, data: bytes) -> bytes:
        size = len(data).to_bytes(4, "little")
        return bytes([level]) + tag.to_bytes(4, "little") + size + data + (sum(data) & 0xFFFF).to_bytes(2, "little")

    version = write(1, 0x00089006, b"\x00\x00\x01\x00")
    return bytes.fromhex("789f3e22") + b"\x01\x00" + version + write(1, 0x0002800C, body + b"\0")


def winmail(scene: Scene, kind: str = "application/ms-tnef", name: str = "winmail.dat") -> bytes:
    return write_part(
        f'{kind}; name="{name}"',
        write_tnef(scene.order.encode()),
        "b64",
        f'Content-Disposition: attachment; filename="{name}"',
    )


def encrypt(subtype: str = "encrypted", params: str = ' protocol="application/pgp-encrypted";') -> Build:
    return build(
        lambda scene: write_multi(
            subtype,
            write_part("application/pgp-encrypted", "Version: 1\n"),
            write_part('application/octet-stream; name="encrypted.asc"', PGP_MESSAGE),
            params=params,
        )
    )


def smime(kind: str, name: str = "smime.p7m") -> Build:
    return lambda scene: scene.mail(
        bytes(range(250)), kind, "b64", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def clear(template: str) -> Build:
    return lambda scene: scene.mail(scene.fill(template))


GOOD: dict[str, Build] = {
    "signed-smime": build(sign),
    "signed-smime-old-type": build(lambda scene: sign(scene, kind="application/x-pkcs7-signature")),
    "signed-pgp": build(
        lambda scene: write_multi(
            "signed",
            text(scene),
            write_part('application/pgp-signature; name="signature.asc"', PGP_SIGNATURE),
            params=' micalg=pgp-sha512; protocol="application/pgp-signature";',
        )
    ),
    "signed-pgp-of-mixed-with-key": build(
        lambda scene: write_multi(
            "signed",
            write_multi(
                "mixed",
                text(scene),
                write_part("application/pgp-keys", "-----BEGIN PGP PUBLIC KEY BLOCK-----"),
                boundary="in",
            ).as_part(),
            write_part("application/pgp-signature", PGP_SIGNATURE),
        )
    ),
    "signed-and-footer-of-a-list": build(
        lambda scene: write_multi(
            "mixed", sign(scene).as_part(), write_part("text/plain", "_____________\nour list\n"), boundary="out"
        )
    ),
    "signed-alternative": build(
        lambda scene: write_multi(
            "signed",
            write_multi(
                "alternative", text(scene), write_part("text/html", scene.fill("$html"), "qp"), boundary="in"
            ).as_part(),
            write_part("application/pkcs7-signature", bytes(50), "b64"),
        )
    ),
    "signed-attachment": build(
        lambda scene: write_multi(
            "signed",
            write_multi(
                "mixed",
                text(scene, "attached"),
                write_part("text/yaml", scene.order, "b64", "Content-Disposition: attachment; filename=orders.yaml"),
                boundary="in",
            ).as_part(),
            write_part("application/pgp-signature", PGP_SIGNATURE),
        )
    ),
    "signed-in-the-text": clear(f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n$order\n{PGP_SIGNATURE}"),
    "signed-in-the-text-without-hash": clear(f"-----BEGIN PGP SIGNED MESSAGE-----\n\n$order\n{PGP_SIGNATURE}"),
    "signed-in-the-text-with-prose": clear(
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nHello\n\n$order\n\nAna\n{PGP_SIGNATURE}"
    ),
    "signed-in-the-text-dashes-escaped": clear(
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n- ---\n$order\n\n- -- \nAna\n$trap\n{PGP_SIGNATURE}"
    ),
    "signed-in-the-text-with-quote": clear(
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nOn 12/1/26 19:58, Manila wrote:\n$quoted\n\n$order\n{PGP_SIGNATURE}"
    ),
    "winmail-beside-a-text": build(lambda scene: write_multi("mixed", text(scene), winmail(scene))),
    "key-attached": build(
        lambda scene: write_multi("mixed", text(scene), write_part("application/pgp-keys", "-----BEGIN PGP PUBLIC"))
    ),
}

BAD: dict[str, Build] = {
    "encrypted-pgp": encrypt(),
    "encrypted-pgp-without-protocol": encrypt(params=""),
    "encrypted-pgp-in-the-text": clear(PGP_MESSAGE),
    "encrypted-pgp-in-the-text-with-prose": clear(f"My orders:\n\n{PGP_MESSAGE}"),
    "encrypted-smime": smime('application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"'),
    "encrypted-smime-old-type": smime('application/x-pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"'),
    "encrypted-smime-authenticated": smime("application/pkcs7-mime; smime-type=authEnveloped-data; name=smime.p7m"),
    "encrypted-smime-without-parameters": smime("application/pkcs7-mime"),
    "signed-opaque": smime('application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"'),
    "winmail-alone": lambda scene: scene.mail(write_tnef(scene.order.encode()), "application/ms-tnef", "b64"),
    "winmail-with-empty-text": build(lambda scene: write_multi("mixed", text(scene, ""), winmail(scene))),
    "winmail-as-octet-stream": build(
        lambda scene: write_multi("mixed", text(scene, ""), winmail(scene, "application/octet-stream"))
    ),
    "signed-of-nothing": build(lambda scene: write_multi("signed", text(scene, ""))),
}


def list_cases() -> Iterator[Case]:
    for name, make in GOOD.items():
        yield Case(f"sealed-{name}", TAKEN, make)
    for name, make in BAD.items():
        yield Case(f"sealed-{name}", REFUSED, make)
