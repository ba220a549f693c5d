"""Starts the command line: `manila`, or `python -m manila_pbem`."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line and exit with its status."""
    # A command can be ended at any point and run again, so an interrupt ends it at once, while it loads as well.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from manila_pbem.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
