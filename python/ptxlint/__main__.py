"""The command, as ``ptxlint`` or ``python -m ptxlint``."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command with the arguments of the process; its exit code."""
    # The command waits in native code, where Python's own handler is not asked.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return _native.main(["ptxlint", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
