"""The command line, start-up included."""

from __future__ import annotations

import subprocess
import sys

from bench.measure import Figure, micros

ASK = ["-m", "landbridge", "ask", "belorussia.ground_condition", "date=1943-10-08", "die=2"]
NOTHING = ["-c", "pass"]


def _run(words: list[str]) -> None:
    subprocess.run([sys.executable, *words], check=True, capture_output=True)


def figures() -> list[Figure]:
    """What this page measures."""
    ask = micros(lambda: _run(ASK))
    odds = micros(lambda: _run(ASK[:-1]))
    nothing = micros(lambda: _run(NOTHING))
    return [
        Figure("landbridge ask, a table", ask, "python -c pass", nothing, 300_000),
        Figure("landbridge ask, exact odds", odds, "python -c pass", nothing, 300_000),
    ]
