"""The command line: it parses arguments, calls the processor, prints, and turns faults into exit statuses."""

from __future__ import annotations

import gc

# A command is over before there is garbage worth collecting, and looking for it while modules load takes time.
gc.set_threshold(50_000)
