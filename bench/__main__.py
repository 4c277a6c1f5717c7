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
    if words == ["orsha"]:
        from bench import orsha

        return orsha.figures()
    if words == ["space"]:
        from bench import big_map, space

        return space.figures() + big_map.figures()
    if words == ["belorussia"]:
        from bench import belorussia

        return belorussia.figures()
    if words == ["boards"]:
        from bench import boards

        return boards.figures()
    if words == ["matches"]:
        from bench import matches

        return matches.figures()
    if words != ["server"]:
        return engine.figures() + shell.figures()
    from bench import server

    return server.figures()


def campaigns(number: str) -> bool:
    """So many random campaigns of Orsha: `python -m bench orsha --campaigns 1000`."""
    from bench import orsha

    return orsha.campaigns(int(number))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["orsha", "--campaigns", number]:
            sys.exit(0 if campaigns(number) else 1)
        case words:
            sys.exit(0 if report(figures(words)) else 1)
