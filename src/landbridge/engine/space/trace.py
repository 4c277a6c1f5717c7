"""Tracing: whether something gets from here to there, over which route, and what is in range."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.space import kernels
from landbridge.engine.space.graph import DEAREST, NONE, StepCosts, bounded, check_columns
from landbridge.engine.space.reach import Reach
from landbridge.engine.space.routes import Route


def shortest(
    costs: StepCosts,
    start: int,
    goal: int,
    *,
    limit: int = DEAREST,
    barred: bytes | None = None,
    stops: bytes | None = None,
) -> Route | None:
    """The cheapest route from a place to another; None if there is none within the limit."""
    check_columns(costs.graph, barred, stops)
    search = kernels.for_search(costs.graph.size)
    cost, came = search.spread(costs, (start,), (0,), limit, barred, stops, goal)
    found = Reach(costs.graph, cost, came)
    return found.route(goal) if goal in found else None


def trace(
    costs: StepCosts,
    start: int,
    sources: bytes,
    *,
    limit: int = DEAREST,
    barred: bytes | None = None,
    stops: bytes | None = None,
) -> Route | None:
    """The cheapest route from a place to any source, which a column marks; None if none is within
    the limit. Among equals the source with the lowest number is taken."""
    check_columns(costs.graph, sources, barred, stops)
    search = kernels.for_search(costs.graph.size)
    found = search.spread(costs, (start,), (0,), bounded(limit), barred, stops, NONE)
    ends = Reach(costs.graph, *found)
    marked = [place for place, is_source in enumerate(sources) if is_source and place in ends]
    if not marked:
        return None
    return ends.route(min(marked, key=lambda place: ends.cost[place]))


def flood(
    costs: StepCosts,
    sources: Sequence[int],
    ranges: Sequence[int],
    *,
    barred: bytes | None = None,
    stops: bytes | None = None,
) -> Reach:
    """Everything in range of any source. What a route costs is counted up to the longest range:
    a source with a shorter one begins with the difference spent."""
    check_columns(costs.graph, barred, stops)
    if len(sources) != len(ranges):
        raise ValueError(f"{len(sources)} sources need as many ranges, not {len(ranges)}")
    farthest = max(ranges, default=0)
    limit = bounded(farthest)
    if limit < farthest:
        ranges = [min(one, limit) for one in ranges]
    spent = [limit - one for one in ranges]
    search = kernels.for_search(costs.graph.size)
    found = search.spread(costs, tuple(sources), spent, limit, barred, stops, NONE)
    return Reach(costs.graph, *found)
