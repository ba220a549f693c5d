"""Starts the command line: `python -m manila_pbem`."""

from __future__ import annotations

from manila_pbem.cli.app import main

if __name__ == "__main__":
    main()
