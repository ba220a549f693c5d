"""What a mail server found out about a mail of ours: SPF, DKIM and DMARC, as its Authentication-Results say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from manila_pbem.formats.club_file import ClubFile
from manila_pbem.intake.authentication import read_verdicts
from manila_pbem.intake.fields import Fields, read_fields
from manila_pbem.intake.letter import Verdict
from manila_pbem.reports.mail_check_words import CheckWords

_FIELD = "authentication-results"

PASSED = "pass"
_MISSING = ("none", "neutral", "policy")


def judge_results(mail: bytes, club: ClubFile) -> Iterator[CheckWords]:
    """Say of a mail that came back how it was judged, and what to change for a better judgement.

    Only the results of the server that club.yaml names count; where it names none, those of the topmost header.
    """
    verdicts = _list_verdicts(mail)
    named = club.authentication.server if club.authentication is not None else None
    if named is not None:
        own = [verdict for verdict in verdicts if verdict.server.lower() == named.lower()]
        if not own and verdicts:
            others = ", ".join(dict.fromkeys(verdict.server for verdict in verdicts))
            yield CheckWords("no_results_of_server", {"server": named, "others": others})
            return
        if not own:
            demanded = club.authentication is not None and club.authentication.demand
            yield CheckWords("no_results_demanded" if demanded else "no_results", {"server": named})
            return
    elif not verdicts:
        yield CheckWords("no_results", {})
        return
    else:
        server = verdicts[0].server
        own = [verdict for verdict in verdicts if verdict.server == server]
        yield CheckWords("results_unnamed", {"server": server})
    domain = club.address.rpartition("@")[2].lower()
    yield _judge("spf", own, domain)
    yield _judge("dkim", own, domain)
    yield _judge("dmarc", own, domain)


def _list_verdicts(mail: bytes) -> list[Verdict]:
    """List what all headers say: of a mail of our own there is no forged one, and many servers write one a method."""
    fields, _ = read_fields(mail, 0, len(mail), {_FIELD.encode(): _FIELD})
    verdicts: list[Verdict] = []
    for raw in fields.list_raw(_FIELD):
        one = Fields()
        one.add(_FIELD, raw)
        verdicts += read_verdicts(one)
    return verdicts


def _judge(method: str, verdicts: Sequence[Verdict], own: str) -> CheckWords:
    found = [verdict for verdict in verdicts if verdict.method.lower() == method]
    passed = [verdict for verdict in found if verdict.result.lower() == PASSED]
    if passed:
        aligned = [verdict for verdict in passed if _is_aligned(verdict.domain, own)]
        best = (aligned or passed)[0]
        code = method if aligned or method == "dmarc" else f"{method}_other_domain"
        return CheckWords(code, {"domain": f" for {best.domain}" if best.domain else "", "own": own})
    result = found[0].result if found else "none"
    kind = "none" if result.lower() in _MISSING else "failed"
    return CheckWords(f"{method}_{kind}", {"result": result, "own": own})


def _is_aligned(domain: str, own: str) -> bool:
    """Tell whether a domain is ours, or ours lies within it, or it within ours; unknown ones are taken for it."""
    found = domain.rpartition("@")[2].lower().rstrip(".")
    above = "." in found and own.endswith(f".{found}")
    return not found or found == own or found.endswith(f".{own}") or above
