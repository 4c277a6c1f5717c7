"""How far one gets: the places that a mover can reach, what each costs, and the route there."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from landbridge.engine.space import kernels
from landbridge.engine.space.graph import NONE, Graph, StepCosts, bounded, check_columns
from landbridge.engine.space.routes import Route


class Reach:
    """Every place that can be reached, with the cheapest route to it."""

    def __init__(self, graph: Graph, cost: array[int], came: array[int]) -> None:
        self.graph, self.cost, self.came = graph, cost, came

    def __contains__(self, place: int) -> bool:
        return self.cost[place] >= 0

    def __iter__(self) -> Iterator[int]:
        marked = self.marked()
        place = marked.find(1)
        while place >= 0:
            yield place
            place = marked.find(1, place + 1)

    def marked(self) -> bytes:
        """By place: 1 where it can be reached."""
        found: bytes = kernels.used().reached(self.cost)
        return found

    def path(self, end: int) -> tuple[int, ...]:
        """The places entered on the cheapest route to one; a ValueError if it is out of reach."""
        if self.cost[end] < 0:
            raise ValueError(f"place {end} is out of reach")
        width, came, places = self.graph.width, self.came, [end]
        step = came[end]
        while step != NONE:
            place = step // width
            places.append(place)
            step = came[place]
        return tuple(places[-2::-1])

    def route(self, end: int) -> Route:
        """The cheapest route to a place; a ValueError if it is out of reach."""
        if self.cost[end] < 0:
            raise ValueError(f"place {end} is out of reach")
        width, places, steps = self.graph.width, [end], []
        while self.came[places[-1]] != NONE:
            steps.append(self.came[places[-1]])
            places.append(steps[-1] // width)
        places.reverse()
        return Route(tuple(reversed(steps)), tuple(places), tuple(self.cost[p] for p in places))


def reach(
    costs: StepCosts,
    start: int,
    allowance: int,
    *,
    barred: bytes | None = None,
    stops: bytes | None = None,
    fresh: bool = True,
    minimum: bool = False,
    goal: int = NONE,
) -> Reach:
    """Where a mover gets with an allowance; of no other place than the `goal`, if there is one, is
    it certain.

    `barred` marks places that cannot be entered, `stops` those where whoever enters must stay (but
    not whoever starts there). A `fresh` mover has spent nothing: it may take a step that costs ALL,
    and with `minimum` one step that costs more than it has, if it has anything.
    """
    check_columns(costs.graph, barred, stops)
    search = kernels.for_search(costs.graph.size)
    found = search.spread(costs, (start,), (0,), bounded(allowance), barred, stops, goal)
    if fresh and allowance > 0:
        search.first_steps(costs, found, start, bounded(allowance), barred, minimum)
    return Reach(costs.graph, *found)
