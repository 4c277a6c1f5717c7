"""Pieces told line by line of the RG Purchase Record, by their numbers in it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def by_line(rows: Iterable[tuple[str, T]]) -> dict[str, dict[T, list[str]]]:
    """Ids of pieces, each with something said of it: the numbers of whom it is said, by line."""
    lines: dict[str, dict[T, list[str]]] = {}
    for piece, said in rows:
        line, _, number = piece.partition("/")
        lines.setdefault(line, {}).setdefault(said, []).append(number)
    return lines


def runs(numbers: Sequence[str]) -> str:
    """Numbers of pieces, those that follow each other as one run: 1-8 and 11."""
    found: list[list[str]] = []
    for number in numbers:
        after = found and found[-1][-1].isdecimal() and number == str(int(found[-1][-1]) + 1)
        if after:
            found[-1].append(number)
        else:
            found.append([number])
    shown = [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
