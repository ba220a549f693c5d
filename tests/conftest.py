"""Settings that all tests share."""

from __future__ import annotations

from hypothesis import settings

# The same examples on every run and machine; a slow machine is no fault.
settings.register_profile("manila", derandomize=True, deadline=None)
settings.load_profile("manila")
