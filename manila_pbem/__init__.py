"""manila-pbem: the play-by-email turn processor for the board game Manila."""

from __future__ import annotations

__version__ = "0.1.0"
