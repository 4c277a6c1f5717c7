"""How things are measured: the best of several rounds, in microseconds, and as a ratio."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, NamedTuple


class Figure(NamedTuple):
    """One measurement beside its yardstick."""

    what: str
    value: float
    """In microseconds, unless a unit is named."""
    yardstick: str
    beside: float
    limit: float | None
    """What it should stay under, where that was promised."""
    unit: str = ""
    """What is counted, where it is not microseconds."""
    cpu: float | None = None
    """Microseconds of the processor for the same, where the machine may be shared with others."""


class Spent(NamedTuple):
    """What an act took by the clock and of the processor, in microseconds."""

    clock: float
    cpu: float


def spent(act: Callable[[], Any], times: int = 1, rounds: int = 5) -> Spent:
    """What one act takes: the best of several rounds of so many, by either measure."""
    clock = cpu = float("inf")
    for _ in range(rounds):
        start, used = time.perf_counter(), time.process_time()
        for _ in range(times):
            act()
        clock = min(clock, (time.perf_counter() - start) / times * 1e6)
        cpu = min(cpu, (time.process_time() - used) / times * 1e6)
    return Spent(clock, cpu)


def micros(act: Callable[[], Any], times: int = 1, rounds: int = 5) -> float:
    """The same by the clock alone."""
    return spent(act, times, rounds).clock


def calls(act: Callable[[], Any]) -> int:
    """How many functions an act calls, those in C among them: the same on a busy machine."""
    count = 0

    def note(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


def report(figures: list[Figure]) -> bool:
    """Print the figures; whether every promise is kept."""
    kept = True
    print(f"{'what':48} {'here':>11} {'CPU':>11} {'limit':>11}  {'ratio':>7}  beside")
    for figure in figures:
        ratio = figure.value / figure.beside
        limit = _shown(figure.limit, figure.unit) if figure.limit else ""
        beside = _shown(figure.beside, figure.unit)
        cpu = "" if figure.cpu is None else _time(figure.cpu)
        late = figure.limit is not None and figure.value > figure.limit
        kept = kept and not late
        print(
            f"{figure.what:48} {_shown(figure.value, figure.unit):>11} {cpu:>11} {limit:>11}"
            f"  {ratio:7.2f}  {figure.yardstick} ({beside}){'  OVER THE LIMIT' if late else ''}"
        )
    return kept


def _shown(value: float, unit: str) -> str:
    return f"{value:.1f} {unit}" if unit else _time(value)


def _time(micros: float) -> str:
    if micros < 1000:
        return f"{micros:.2f} us"
    return f"{micros / 1000:.2f} ms" if micros < 1e6 else f"{micros / 1e6:.2f} s"
