"""The cheapest way from one node to another, for rivers over corners and for roads over hexes."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from typing import TypeVar

N = TypeVar("N", bound=tuple[int, int])

Steps = Callable[[N], Iterable[tuple[N, float]]]
"""The nodes beside one, each with what the step there costs."""


def cheapest(starts: Iterable[N], goal: Callable[[N], bool], steps: Steps[N]) -> list[N]:
    """The cheapest way to the first node that is a goal; empty where there is none."""
    cost: dict[N, float] = {}
    came: dict[N, N] = {}
    queue: list[tuple[float, N]] = []
    for start in starts:
        cost[start] = 0.0
        heapq.heappush(queue, (0.0, start))
    while queue:
        spent, node = heapq.heappop(queue)
        if spent > cost[node]:
            continue
        if goal(node):
            way = [node]
            while way[-1] in came:
                way.append(came[way[-1]])
            return way[::-1]
        for beside, price in steps(node):
            total = spent + price
            if total < cost.get(beside, float("inf")):
                cost[beside], came[beside] = total, node
                heapq.heappush(queue, (total, beside))
    return []
