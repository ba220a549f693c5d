"""By what marks of HTML the programs tell quotes, original mails and signatures from what their users wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from manila_pbem.intake.html_style import Look

QUOTE = "quote"
"""All within is quoted."""
CONTAINER = "container"
"""An attribution, the quote, and perhaps what its user wrote below it."""
ORIGINAL_BEGINS = "original"
"""The headers of an original mail, which begins below it."""
SIGNATURE = "signature"

_MARKS = {
    QUOTE: """gmail_attr moz-cite-prefix moz-forward-container isreplycontent ntes-mailmaster-quote ntes-iosmail-quote
        mail-editor-reference-message-container history-quote-wrapper lark-mail-quote yahoo-quoted-begin zmail_extra
        messagereplysection tutanota_quote gmail_original replyforwardmessage""",
    CONTAINER: """gmail_quote gmail_quote_container yahoo_quoted yahoo-quoted protonmail_quote proton_quote
        qmquote quoted-reply""",
    ORIGINAL_BEGINS: "outlookmessageheader divrplyfwdmsg x_divrplyfwdmsg",
    SIGNATURE: """gmail_signature moz-signature applemailsignature protonmail_signature_block signature x_signature
        ms-outlook-mobile-signature composer_signature ntes-pcmac-signature mobile_signature outlooksignature
        yahoo_signature""",
}
_BY_NAME = {name: mark for mark, names in _MARKS.items() for name in names.split()}


def is_mark(name: str) -> bool:
    """Tell whether a class or an id, in lower case, marks something."""
    return name in _BY_NAME


def find_mark(tag: str, look: Look | None) -> str | None:
    """Return what an element marks, None where it marks nothing."""
    if look is not None:
        for name in look.names:
            mark = _BY_NAME.get(name)
            if mark is not None:
                return QUOTE if tag == "blockquote" else mark
    if tag != "blockquote":
        return None
    # Programs set text in by a block quote too, which then says that it has no line at its side as quotes have.
    return None if look is not None and look.indent and look.bare and not look.marked else QUOTE
