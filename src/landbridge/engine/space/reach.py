"""How far one gets: the places that a mover can reach, what each costs, and the way there."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from landbridge.engine.rules import Rules
from landbridge.engine.space import kernels
from landbridge.engine.space.graph import DEAREST, NONE, Graph, StepCosts
from landbridge.engine.tallies import Modifier, Tally, tally


class Way(NamedTuple):
    """A chain of steps, from a start to an end, with what has been spent after each."""

    steps: tuple[int, ...]
    places: tuple[int, ...]
    """Where it leads, both ends included: one more than there are steps."""
    spent: tuple[int, ...]
    """By place of the way; the first is what the start had spent."""

    @property
    def cost(self) -> int:
        """What the whole way costs."""
        return self.spent[-1] - self.spent[0]

    def tally(self, reason: Callable[[int], tuple[str, Rules]]) -> Tally:
        """The cost step by step; `reason` says in words what a step was, and by which rules."""
        paid = (after - before for before, after in zip(self.spent, self.spent[1:], strict=False))
        return tally(
            *(Modifier(cost, *reason(step)) for cost, step in zip(paid, self.steps, strict=True))
        )


class Reach:
    """Every place that can be reached, with its cheapest way."""

    def __init__(self, graph: Graph, cost: array[int], came: array[int]) -> None:
        self.graph, self.cost, self.came = graph, cost, came

    def __contains__(self, place: int) -> bool:
        return self.cost[place] >= 0

    def __iter__(self) -> Iterator[int]:
        return (place for place, cost in enumerate(self.cost) if cost >= 0)

    def marked(self) -> bytes:
        """By place: 1 where it can be reached."""
        found: bytes = kernels.used().reached(self.cost)
        return found

    def way(self, end: int) -> Way:
        """The cheapest way to a place; a ValueError if it is out of reach."""
        if self.cost[end] < 0:
            raise ValueError(f"place {end} is out of reach")
        width, places, steps = self.graph.width, [end], []
        while self.came[places[-1]] != NONE:
            steps.append(self.came[places[-1]])
            places.append(steps[-1] // width)
        places.reverse()
        return Way(tuple(reversed(steps)), tuple(places), tuple(self.cost[p] for p in places))


def reach(
    costs: StepCosts,
    start: int,
    allowance: int,
    *,
    barred: bytes | None = None,
    stops: bytes | None = None,
    fresh: bool = True,
    minimum: bool = False,
) -> Reach:
    """Where a mover gets with an allowance.

    `barred` marks places that cannot be entered, `stops` those where whoever enters must stay (but
    not whoever starts there). A `fresh` mover has spent nothing: it may take a step that costs ALL,
    and with `minimum` one step that costs more than it has, if it has anything.
    """
    _check(costs.graph, barred, stops)
    search = kernels.used()
    found = search.spread(costs, (start,), (0,), _bounded(allowance), barred, stops, NONE)
    if fresh and allowance > 0:
        search.first_steps(costs, found, start, _bounded(allowance), barred, minimum)
    return Reach(costs.graph, *found)


def shortest(
    costs: StepCosts,
    start: int,
    goal: int,
    *,
    limit: int = DEAREST,
    barred: bytes | None = None,
    stops: bytes | None = None,
) -> Way | None:
    """The cheapest way from a place to another; None if there is none within the limit."""
    _check(costs.graph, barred, stops)
    cost, came = kernels.used().spread(costs, (start,), (0,), limit, barred, stops, goal)
    found = Reach(costs.graph, cost, came)
    return found.way(goal) if goal in found else None


def flood(
    costs: StepCosts,
    sources: Sequence[int],
    ranges: Sequence[int],
    *,
    barred: bytes | None = None,
    stops: bytes | None = None,
) -> Reach:
    """Everything in range of any source. What a way costs is counted up to the longest range:
    a source with a shorter one begins with the difference spent."""
    _check(costs.graph, barred, stops)
    if len(sources) != len(ranges):
        raise ValueError(f"{len(sources)} sources need as many ranges, not {len(ranges)}")
    limit = _bounded(max(ranges, default=0))
    spent = [limit - min(one, limit) for one in ranges]
    found = kernels.used().spread(costs, tuple(sources), spent, limit, barred, stops, NONE)
    return Reach(costs.graph, *found)


def _bounded(allowance: int) -> int:
    if allowance < 0:
        raise ValueError(f"an allowance is 0 or more, not {allowance}")
    return min(allowance, DEAREST)


def _check(graph: Graph, *columns: bytes | None) -> None:
    for column in columns:
        if column is not None and len(column) != graph.size:
            raise ValueError(f"a column of {graph.size} places is needed, not of {len(column)}")
