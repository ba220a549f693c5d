"""Signed, encrypted and wrapped mail (docs/play.md, section 7, "Limits")."""

from __future__ import annotations

from base64 import b64encode

import pytest
from plain_letters import ORDER, join_parts, list_orders, read, write_mail, write_multipart, write_part

from manila_pbem.intake.letter import Letter
from manila_pbem.intake.sealed import open_signed_text

SIGNATURE = "-----BEGIN PGP SIGNATURE-----\nVersion: GnuPG\n\niQEzBAEB\n=abcd\n-----END PGP SIGNATURE-----\n"
SIGNED_HEAD = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----\n\nhQEMA0x\n=abcd\n-----END PGP MESSAGE-----\n"
BYTES = b64encode(bytes(range(90)))
BASE64 = "Content-Transfer-Encoding: base64"


def find_trouble(letter: Letter) -> str | None:
    assert letter.trouble is None or letter.places == ()
    return letter.trouble.code if letter.trouble else None


@pytest.mark.parametrize(
    ("protocol", "signature"),
    [
        ("application/pgp-signature", ("Content-Type: application/pgp-signature; name=signature.asc",)),
        ("application/pkcs7-signature", ("Content-Type: application/pkcs7-signature; name=smime.p7s", BASE64)),
        ("application/x-pkcs7-signature", ("Content-Type: application/x-pkcs7-signature; name=smime.p7s", BASE64)),
    ],
)
def test_multipart_signed_is_read(protocol: str, signature: tuple[str, ...]) -> None:
    parts = write_part(ORDER, "Content-Type: text/plain"), write_part(BYTES, *signature)
    data = write_mail(
        join_parts(*parts), over={"Content-Type": f'multipart/signed; protocol="{protocol}"; boundary=b1'}
    )
    assert list_orders(data) == [ORDER]


def test_signed_mail_of_several_parts_is_read() -> None:
    inner = write_part(
        join_parts(
            write_part(ORDER, "Content-Type: text/plain"),
            write_part(f"<p>{ORDER}", "Content-Type: text/html"),
            boundary="b2",
        ),
        "Content-Type: multipart/alternative; boundary=b2",
    )
    data = write_multipart("signed", inner, write_part(BYTES, "Content-Type: application/pgp-signature"))
    assert list_orders(data) == [ORDER, ORDER]


@pytest.mark.parametrize(
    "text",
    [
        SIGNED_HEAD + ORDER + SIGNATURE,
        SIGNED_HEAD + ORDER + "\n" + SIGNATURE,
        "-----BEGIN PGP SIGNED MESSAGE-----\n\n" + ORDER + SIGNATURE,
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\nHash: SHA256\n\n" + ORDER + SIGNATURE,
        "-----BEGIN PGP SIGNED MESSAGE-----  \nHash: SHA1\n \n" + ORDER + SIGNATURE,
        "\n\n" + SIGNED_HEAD + ORDER + SIGNATURE + "\n\n",
        SIGNED_HEAD + ORDER + SIGNATURE + "\n_______\na list's footer\n",
        SIGNED_HEAD + ORDER,
        SIGNED_HEAD + ORDER + "-----BEGIN PGP SIGNATURE-----\ncut off",
    ],
)
def test_text_signed_in_clear_is_read(text: str) -> None:
    assert list_orders(write_mail(text)) == [ORDER]


def test_lines_escaped_for_the_signature_are_as_written() -> None:
    order = "place:\n- jade\n- pass\n"
    assert open_signed_text(SIGNED_HEAD + order.replace("\n-", "\n- -") + SIGNATURE).strip("\n") == order.strip("\n")
    assert open_signed_text("- not signed\n") == "- not signed\n"


def test_text_around_what_is_signed_is_kept() -> None:
    opened = open_signed_text("before\n" + SIGNED_HEAD + "inside\n" + SIGNATURE + "- after\n")
    assert [line for line in opened.splitlines() if line] == ["before", "inside", "- after"]


def test_quoted_signature_is_a_quote() -> None:
    quoted = "".join(f"> {line}\n" for line in (SIGNED_HEAD + "place: silk\n" + SIGNATURE).splitlines())
    assert list_orders(write_mail(ORDER + "\nOn Tuesday Manila wrote:\n" + quoted)) == [ORDER]


def test_attachment_signed_in_clear_is_read() -> None:
    attached = write_part(
        SIGNED_HEAD + ORDER + SIGNATURE,
        "Content-Type: application/octet-stream",
        "Content-Disposition: attachment; filename=o.yaml",
    )
    (order,) = list_orders(write_multipart("mixed", write_part("see there\n"), attached))
    assert order.strip() == ORDER.strip()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (write_mail(PGP_MESSAGE), "encrypted_pgp"),
        (write_mail("Hello,\n\n" + PGP_MESSAGE), "encrypted_pgp"),
        (write_mail(PGP_MESSAGE.replace("-----\n", "-----  \n")), "encrypted_pgp"),
        (write_mail(f"<pre>{PGP_MESSAGE}</pre>", over={"Content-Type": "text/html"}), "encrypted_pgp"),
        (
            write_multipart(
                "encrypted",
                write_part("Version: 1\n", "Content-Type: application/pgp-encrypted"),
                write_part(PGP_MESSAGE, "Content-Type: application/octet-stream; name=encrypted.asc"),
            ),
            "encrypted_pgp",
        ),
        (
            write_multipart(
                "mixed",
                write_part("", "Content-Type: text/plain"),
                write_part("Version: 1\n", "Content-Type: application/pgp-encrypted"),
                write_part(PGP_MESSAGE, "Content-Type: application/octet-stream; name=encrypted.asc"),
            ),
            "encrypted_pgp",
        ),
        (write_mail("x", over={"Content-Type": "multipart/encrypted"}), "encrypted_pgp"),
        (
            write_mail(
                BYTES,
                over={"Content-Type": "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m"},
                extra=(BASE64,),
            ),
            "encrypted_smime",
        ),
        (
            write_mail(BYTES, over={"Content-Type": "application/x-pkcs7-mime; name=smime.p7m"}, extra=(BASE64,)),
            "encrypted_smime",
        ),
        (
            write_mail(
                BYTES,
                over={"Content-Type": 'application/pkcs7-mime; smime-type="signed-data"; name="smime.p7m"'},
                extra=(BASE64,),
            ),
            "signed_opaque",
        ),
        (
            write_mail(BYTES, over={"Content-Type": "application/octet-stream; name=smime.p7m"}, extra=(BASE64,)),
            "encrypted_smime",
        ),
        (write_mail(BYTES, over={"Content-Type": "application/ms-tnef; name=winmail.dat"}, extra=(BASE64,)), "winmail"),
        (
            write_multipart(
                "mixed",
                write_part("\n", "Content-Type: text/plain"),
                write_part(BYTES, "Content-Type: application/octet-stream; name=WINMAIL.DAT", BASE64),
            ),
            "winmail",
        ),
        (
            write_multipart(
                "mixed",
                write_part("My orders are attached.\n", "Content-Type: text/plain"),
                write_part(BYTES, "Content-Type: application/vnd.ms-tnef", BASE64),
            ),
            "winmail",
        ),
    ],
)
def test_sealed_mail_is_refused_with_advice(data: bytes, code: str) -> None:
    assert find_trouble(read(data)) == code


def test_winmail_beside_an_order_does_not_matter() -> None:
    data = write_multipart("mixed", write_part(ORDER), write_part(BYTES, "Content-Type: application/ms-tnef", BASE64))
    assert find_trouble(read(data)) is None
    assert list_orders(data) == [ORDER]


def test_quoted_encrypted_mail_below_an_order_does_not_matter() -> None:
    quoted = "".join(f"> {line}\n" for line in PGP_MESSAGE.splitlines())
    assert list_orders(write_mail(ORDER + "\n" + quoted)) == [ORDER]


def test_quoted_encrypted_mail_is_no_trouble_of_this_one() -> None:
    letter = read(write_mail("".join(f"> {line}\n" for line in PGP_MESSAGE.splitlines())))
    assert (letter.trouble, letter.places) == (None, ())
