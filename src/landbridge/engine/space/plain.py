"""The kernels in plain Python. `compiled` has the same functions with the same integers.

A bucket queue: places are taken in the order of what the way to them costs, so that whatever leads
to a place is settled before it. Of two ways that cost the same, the one whose last step has the
lower number is kept: the answer does not depend on the order of the search.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import TypeAlias

from landbridge.engine.columns import BYTE, both, either, touch, without
from landbridge.engine.space.graph import ALL, NONE, Graph, StepCosts

__all__ = [
    "Found",
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

Found: TypeAlias = "tuple[array[int], array[int]]"
"""By place: what the way to it costs (-1: out of reach), and the step that ends it (-1: none)."""


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
    rows = costs.rows
    cost = array("h", [NONE]) * costs.graph.size
    came = array("i", [NONE]) * costs.graph.size
    buckets: dict[int, list[int]] = {}
    for start, already in zip(starts, spent, strict=True):
        if already <= limit and not 0 <= cost[start] <= already:
            cost[start] = already
            buckets.setdefault(already, []).append(start)
    begun, due = set(starts), sorted(buckets)
    while due:
        now = heappop(due)
        for place in buckets.pop(now):
            if cost[place] != now:
                continue
            if place == goal:
                return cost, came
            if stops is not None and stops[place] and place not in begun:
                continue
            for end, price, step in rows[place]:
                then = now + price
                if then > limit:
                    continue
                best = cost[end]
                if 0 <= best < then or (barred is not None and barred[end]):
                    continue
                if best != then:
                    cost[end], came[end] = then, step
                    if then in buckets:
                        buckets[then].append(end)
                    else:
                        buckets[then] = [end]
                        heappush(due, then)
                elif step < came[end]:
                    came[end] = step
    return cost, came


def first_steps(
    costs: StepCosts,
    found: Found,
    start: int,
    allowance: int,
    barred: bytes | None,
    minimum: bool,
) -> None:
    """Add the steps that take a whole allowance, and those of the minimum move."""
    cost, came = found
    width, ends = costs.graph.width, costs.graph.ends
    for step in range(start * width, (start + 1) * width):
        end, price = ends[step], costs.column[step]
        if price <= allowance or not (price == ALL or minimum):
            continue
        if barred is not None and barred[end]:
            continue
        if cost[end] == NONE or (cost[end] == allowance and step < came[end]):
            cost[end], came[end] = allowance, step


def zones(graph: Graph, places: Sequence[int], negated: bytes | None) -> bytearray:
    """The places next to any of these, but for those where the zone is negated."""
    marked = bytearray(graph.size)
    neighbours = graph.neighbours
    for place in places:
        for end in neighbours[place]:
            marked[end] = 1
    if negated is not None:
        for place, there in enumerate(negated):
            if there:
                marked[place] = 0
    return marked


def widened(graph: Graph, marked: bytes) -> bytearray:
    """Every marked place and all places next to one."""
    wider = bytearray(marked)
    for place, there in enumerate(marked):
        if there:
            for end in graph.neighbours[place]:
                wider[end] = 1
    return wider


def reached(cost: array[int]) -> bytes:
    """By place: 1 where a way leads."""
    return bytes(map(NONE.__lt__, cost))


def marked_places(marks: bytes) -> list[int]:
    """The places that a column marks with 1, in order."""
    return BYTE.select(marks, 1)
