"""Run every measurement: `make bench`."""

from __future__ import annotations

import sys

from bench import engine, shell
from bench.measure import report

if __name__ == "__main__":
    sys.exit(0 if report(engine.figures() + shell.figures()) else 1)
