"""All figures, one after the other: `python -m bench`, from the checkout's folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent

for name in ("engine.py", "resolve.py", "mail.py"):
    code = subprocess.run([sys.executable, str(FOLDER / name)]).returncode
    if code:
        sys.exit(code)
