"""The kernels compiled by numba (extra `fast`): those of `plain`, with the same integers.

Compiled once and kept beside this module, or in the user's cache where that cannot be written.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit

from landbridge.engine.space.graph import BARRED, NONE, Graph, StepCosts
from landbridge.engine.space.plain import Found, first_steps

__all__ = [
    "both",
    "either",
    "first_steps",
    "marked_places",
    "reached",
    "spread",
    "touch",
    "widened",
    "without",
    "zones",
]
# The first steps of one mover are a handful: plain Python is as quick.

_EMPTY = np.zeros(0, np.uint8)


def _bytes(marked: bytes | None) -> Any:
    # A copy, because what cannot be written would be compiled a second time.
    return _EMPTY if marked is None else np.frombuffer(marked, np.uint8).copy()


def _ints(column: array[int]) -> Any:
    return np.frombuffer(column, np.int32)


def _shorts(column: array[int]) -> Any:
    return np.frombuffer(column, np.int16)


@njit(cache=True)
def _spread(ends, price, width, starts, spent, limit, barred, stops, goal, cost, came):  # type: ignore[no-untyped-def]
    size = cost.shape[0]
    begun = np.zeros(size, np.uint8)
    # Buckets are lists through `after`; an entry is one time that a place was put in a bucket.
    head = np.full(limit + 1, -1, np.int32)
    room = size * width + starts.shape[0]
    place_of = np.empty(room, np.int32)
    after = np.empty(room, np.int32)
    used = 0
    for i in range(starts.shape[0]):
        start = starts[i]
        begun[start] = 1
        already = spent[i]
        if already <= limit and not (cost[start] >= 0 and cost[start] <= already):
            cost[start] = already
            place_of[used] = start
            after[used] = head[already]
            head[already] = used
            used += 1
    for now in range(limit + 1):
        entry = head[now]
        while entry >= 0:
            place = place_of[entry]
            entry = after[entry]
            if cost[place] != now:
                continue
            if place == goal:
                return
            if stops.shape[0] and stops[place] and not begun[place]:
                continue
            first = place * width
            for direction in range(width):
                paid = price[first + direction]
                if paid == BARRED:
                    continue
                then = now + np.int32(paid)
                if then > limit:
                    continue
                end = ends[first + direction]
                best = cost[end]
                if (best >= 0 and best < then) or (barred.shape[0] and barred[end]):
                    continue
                if best != then:
                    cost[end] = then
                    came[end] = first + direction
                    place_of[used] = end
                    after[used] = head[then]
                    head[then] = used
                    used += 1
                elif first + direction < came[end]:
                    came[end] = first + direction


def spread(
    costs: StepCosts,
    starts: Sequence[int],
    spent: Sequence[int],
    limit: int,
    barred: bytes | None,
    stops: bytes | None,
    goal: int,
) -> Found:
    """The cheapest ways from any of the starts, each with something spent already."""
    graph = costs.graph
    cost = array("h", [NONE]) * graph.size
    came = array("i", [NONE]) * graph.size
    _spread(
        _ints(graph.ends),
        _shorts(costs.column),
        graph.width,
        np.array(starts, np.int32),
        np.array(spent, np.int32),
        limit,
        _bytes(barred),
        _bytes(stops),
        goal,
        _shorts(cost),
        _ints(came),
    )
    return cost, came


@njit(cache=True)
def _zones(ends, width, places, negated, marked):  # type: ignore[no-untyped-def]
    for i in range(places.shape[0]):
        first = places[i] * width
        for step in range(first, first + width):
            if ends[step] >= 0:
                marked[ends[step]] = 1
    for place in range(negated.shape[0]):
        if negated[place]:
            marked[place] = 0


def zones(graph: Graph, places: Sequence[int], negated: bytes | None) -> bytearray:
    """The places next to any of these, but for those where the zone is negated."""
    marked = bytearray(graph.size)
    _zones(
        _ints(graph.ends),
        graph.width,
        np.array(places, np.int32),
        _bytes(negated),
        np.frombuffer(marked, np.uint8),
    )
    return marked


@njit(cache=True)
def _widen(ends, width, marked, wider):  # type: ignore[no-untyped-def]
    for place in range(marked.shape[0]):
        if marked[place]:
            wider[place] = 1
            first = place * width
            for step in range(first, first + width):
                if ends[step] >= 0:
                    wider[ends[step]] = 1


def widened(graph: Graph, marked: bytes) -> bytearray:
    """Every marked place and all places next to one."""
    wider = bytearray(graph.size)
    _widen(_ints(graph.ends), graph.width, _bytes(marked), np.frombuffer(wider, np.uint8))
    return wider


def reached(cost: array[int]) -> bytes:
    """By place: 1 where a way leads."""
    marked: bytes = (_shorts(cost) >= 0).tobytes()
    return marked


def _marks(column: bytes) -> Any:
    return np.frombuffer(column, np.uint8)


def either(marks: bytes, others: bytes) -> bytes:
    """The places that one of two columns marks."""
    found: bytes = (_marks(marks) | _marks(others)).tobytes()
    return found


def both(marks: bytes, others: bytes) -> bytes:
    """The places that both of two columns mark."""
    found: bytes = (_marks(marks) & _marks(others)).tobytes()
    return found


def without(marks: bytes, others: bytes) -> bytes:
    """The places that the first of two columns marks and the second does not."""
    found: bytes = (_marks(marks) & ~_marks(others)).tobytes()
    return found


def touch(marks: bytes, others: bytes) -> bool:
    """Whether two columns mark the same place."""
    return bool((_marks(marks) & _marks(others)).any())


def marked_places(marks: bytes) -> list[int]:
    """The places that a column marks with 1, in order."""
    found: list[int] = np.flatnonzero(_marks(marks) == 1).tolist()
    return found
