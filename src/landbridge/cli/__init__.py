"""The command line. Start with `landbridge --help`."""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    from landbridge.cli.commands import run

    return run(argv)
