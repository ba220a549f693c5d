"""What `mail-check` says, a sentence for each thing looked at, and what to change where it does not work."""

from __future__ import annotations

from collections.abc import Mapping

OK = "ok"
FIX = "fix"
NOTE = "note"

_SENTENCES: dict[str, tuple[str, str, str]] = {
    "no_club": (FIX, "club.yaml", "{file} is missing; write one with moderator, address and servers (docs/mail.md)"),
    "club": (OK, "club.yaml", "the club writes from {address}"),
    "broken": (FIX, "{topic}", "{why}"),
    "no_address": (
        FIX,
        "club.yaml",
        "{file} names no address of the club; write `address:`, the one that players answer to",
    ),
    "moderator": (OK, "club.yaml", "digests go to {address}"),
    "no_moderator": (
        FIX,
        "club.yaml",
        "{file} names no moderator, so nobody is told of strangers, bounces and failed mails; write `moderator:`",
    ),
    "command": (OK, "out", "mail goes out by the command {command}"),
    "no_smtp": (FIX, "SMTP", "{file} names no server for mail out; write `servers: {{smtp: …}}`, or say --command"),
    "smtp": (OK, "SMTP", "{where} is connected ({security}){login}"),
    "no_imap": (NOTE, "IMAP", "none is named, so the probe is looked for in {inbox}, where `receive` keeps mail"),
    "imap": (OK, "IMAP", "{where} is connected ({security}), logged in as {user}; the folder {folder} can be read"),
    "sent": (OK, "probe", "sent to {address}: {reply}"),
    "refused": (FIX, "probe", "the mail to {address} was refused: {reply}"),
    "put_off": (FIX, "probe", "the mail to {address} was put off, so try again later: {reply}"),
    "arrived": (OK, "probe", "found in {place} after {seconds} seconds"),
    "not_arrived": (
        FIX,
        "probe",
        "not found in {place} within {seconds} seconds; look among the spam, see that mail to {address} gets there, "
        "or wait longer with --wait",
    ),
    "no_results": (
        NOTE,
        "results",
        "the probe has no Authentication-Results: mail to oneself often gets none; write to the club from elsewhere "
        "and look at that mail's headers",
    ),
    "no_results_of_server": (
        FIX,
        "results",
        "the probe has no Authentication-Results of {server}, but of {others}; name that server in `authentication`",
    ),
    "no_results_demanded": (
        NOTE,
        "results",
        "`authentication: {{demand: true}}` refuses mail without results of {server}, and the probe has none; mail to "
        "oneself often gets none, so write to the club from elsewhere before you rely on it",
    ),
    "results_unnamed": (
        NOTE,
        "results",
        "these are said by {server}; to have it checked who wrote, put `authentication: {{server: {server}}}` into "
        "club.yaml, if that is your own mail server",
    ),
    "spf": (OK, "SPF", "passed{domain}"),
    "spf_none": (
        FIX,
        "SPF",
        "the result is {result}: publish in the DNS of {own} which servers may send for it, as a TXT record that "
        "begins with v=spf1; your provider says which",
    ),
    "spf_failed": (
        FIX,
        "SPF",
        "the result is {result}: the server that sent the mail is not among those which the TXT record v=spf1 of {own} "
        "names; add it there",
    ),
    "spf_other_domain": (NOTE, "SPF", "passed{domain}, which is not {own}: that helps no DMARC of {own}"),
    "dkim": (OK, "DKIM", "passed{domain}"),
    "dkim_none": (
        FIX,
        "DKIM",
        "the mail is not signed ({result}): let the server that sends sign for {own} and publish its key in the DNS",
    ),
    "dkim_failed": (
        FIX,
        "DKIM",
        "the result is {result}: see that the published key is the one that signs, and that nothing changes mail "
        "afterwards",
    ),
    "dkim_other_domain": (
        FIX,
        "DKIM",
        "passed{domain}, which is not {own}: let the server that sends sign for {own}, too",
    ),
    "dmarc": (OK, "DMARC", "passed{domain}"),
    "dmarc_none": (
        FIX,
        "DMARC",
        "the result is {result}: publish in the DNS, as a TXT record of _dmarc.{own}, such as v=DMARC1; p=none",
    ),
    "dmarc_failed": (
        FIX,
        "DMARC",
        "the result is {result}: SPF or DKIM has to pass for {own} itself, the domain that mail is from",
    ),
}


class CheckWords:
    """A sentence of `mail-check`: `state` is `ok`, `fix` or `note`, `topic` what was looked at."""

    __slots__ = ("code", "sentence", "state", "topic")

    def __init__(self, code: str, facts: Mapping[str, str]) -> None:
        state, topic, sentence = _SENTENCES[code]
        self.code = code
        self.state = state
        self.topic = topic.format_map(facts)
        self.sentence = sentence.format_map(facts)


CODES = tuple(_SENTENCES)
"""All that can be said."""
