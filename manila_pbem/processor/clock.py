"""The one door by which the time comes in (docs/play.md, section 3)."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, timedelta

from manila_pbem.errors import WrongUsage

FORM = "%Y-%m-%dT%H:%M:%SZ"
_DURATION = r"(?:(\d{1,3})w)?(?:(\d{1,3})d)?(?:(\d{1,3})h)?(?:(\d{1,3})m)?"


def tell_now() -> str:
    """Return the present time in UTC, whole seconds, as `2026-12-01T20:00:00Z`; `MANILA_NOW` sets it.

    Raises WrongUsage where `MANILA_NOW` is no such time.
    """
    given = os.environ.get("MANILA_NOW")
    if given is None:
        return datetime.now(UTC).strftime(FORM)
    return read_time(given).strftime(FORM)


def read_time(text: str) -> datetime:
    """Return the time of a text such as `2026-12-01T20:00:00Z`; raises WrongUsage for anything else."""
    try:
        return datetime.strptime(text, FORM).replace(tzinfo=UTC)
    except ValueError:
        raise WrongUsage(f"the time {text!r} is not written like 2026-12-01T20:00:00Z") from None


def read_duration(text: str) -> timedelta:
    """Return the duration of a text such as `3d` or `1w2d12h30m`; raises WrongUsage for anything else, and for none."""
    match = re.fullmatch(_DURATION, text, re.ASCII)
    if match is None or not any(match.groups()):
        raise WrongUsage(f"the duration {text!r} is not written like 3d, 12h or 1w2d12h30m, each number below 1000")
    weeks, days, hours, minutes = (int(count or 0) for count in match.groups())
    duration = timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes)
    if not duration:
        raise WrongUsage(f"the duration {text!r} is no time at all")
    return duration


def add_duration(time: str, duration: str) -> str:
    """Return the time that comes a duration after another."""
    try:
        return (read_time(time) + read_duration(duration)).strftime(FORM)
    except OverflowError:
        raise WrongUsage(f"no year is as late as {duration} after {time}") from None
