"""Run every measurement: `make bench`; those of the server with `python -m bench server`."""

from __future__ import annotations

import sys

from bench import engine, shell
from bench.measure import Figure, report


def figures(words: list[str]) -> list[Figure]:
    """What is measured."""
    if words == ["arsenal"]:
        from bench import arsenal

        return arsenal.figures()
    if words != ["server"]:
        return engine.figures() + shell.figures()
    from bench import server

    return server.figures()


if __name__ == "__main__":
    sys.exit(0 if report(figures(sys.argv[1:])) else 1)
