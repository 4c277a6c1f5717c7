"""The reach of a stack whose counters move differently: each pays its own costs on one path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from landbridge.engine.rules.citing import in_force
from landbridge.engine.space.graph import ALL, NONE
from landbridge.games.belorussia.movement.allowances import allowance_left
from landbridge.games.belorussia.movement.costs import costs_of, pays_as
from landbridge.games.belorussia.movement.zones import minds_zones, stops_trucks
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import Move

Paid = tuple[int, ...]
"""What each mobility of the stack has paid."""


class MixedReach:
    """The places that a stack of mixed mobility reaches together."""

    def __init__(self, start: int, ways: dict[int, tuple[Paid, tuple[int, ...]]]) -> None:
        self.start = start
        self.ways = ways
        """By place: what each mobility pays, and the places entered."""
        self.cost = {place: max(paid, default=0) for place, (paid, _) in ways.items()}

    def __contains__(self, place: int) -> bool:
        return place in self.ways

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(self.ways))

    def path(self, place: int) -> tuple[int, ...]:
        """The places entered on the way that costs least."""
        return self.ways[place][1]


def mixed_reach(theatre: Theatre, rows: Sequence[int], barred: bytes, fresh: bool) -> MixedReach:
    """Where such a stack gets: ways that are dearer for everybody than another are given up."""
    search = _Search(theatre, rows, barred)
    if fresh:
        search.first_steps()
    search.run()
    return MixedReach(search.start, search.best())


class _Search:
    """Ways by what they cost each mobility, cheapest first."""

    def __init__(self, theatre: Theatre, rows: Sequence[int], barred: bytes) -> None:
        kinds: dict[Move, list[int]] = {}
        for row in rows:
            kinds.setdefault(pays_as(theatre, row, rows), []).append(row)
        self.limits = tuple(
            min(allowance_left(theatre, row) for row in group) for group in kinds.values()
        )
        self.columns = tuple(costs_of(theatre, group[0], rows).column for group in kinds.values())
        self.graph, self.barred = theatre.land.graph, barred
        self.start = theatre.place_of(rows[0])
        side = theatre.counter(rows[0]).side
        stops = any(minds_zones(theatre, row) for row in rows)
        self.stops = stops_trucks(theatre, side, rows) if stops else None
        self.kept: dict[int, list[tuple[Paid, tuple[int, ...]]]] = {}
        nothing = (0,) * len(self.limits)
        self.kept[self.start] = [(nothing, ())]
        self.due: list[tuple[Paid, int, tuple[int, ...]]] = [(nothing, self.start, ())]

    def steps(self, place: int) -> Iterator[tuple[int, Paid]]:
        """The steps from a place that nobody is barred from, and what each mobility pays."""
        width, ends = self.graph.width, self.graph.ends
        for step in range(place * width, (place + 1) * width):
            end = ends[step]
            prices = tuple(column[step] for column in self.columns)
            if end != NONE and not self.barred[end] and min(prices) > 0:
                yield end, prices

    def first_steps(self) -> None:
        """The first step may take a whole allowance, or more than somebody has."""
        minimum = in_force("OCS-6.1c-1")
        for end, prices in self.steps(self.start):
            over = [price > limit for price, limit in zip(prices, self.limits, strict=True)]
            paid = tuple(map(min, prices, self.limits))
            whole = all(p == ALL for p, o in zip(prices, over, strict=True) if o)
            if any(over) and (minimum or whole):
                self.keep(end, paid, (end,))

    def keep(self, place: int, paid: Paid, path: tuple[int, ...]) -> bool:
        """Keep a way unless another is as cheap for everybody."""
        others = self.kept.setdefault(place, [])
        if any(all(map(int.__le__, other, paid)) for other, _ in others):
            return False
        others[:] = [one for one in others if not all(map(int.__le__, paid, one[0]))]
        others.append((paid, path))
        return True

    def run(self) -> None:
        """Follow every way as long as each can pay."""
        while self.due:
            paid, place, path = heappop(self.due)
            if place != self.start and self.stops is not None and self.stops[place]:
                continue
            if not any(one[0] == paid for one in self.kept[place]):
                continue
            for end, prices in self.steps(place):
                then = tuple(map(int.__add__, paid, prices))
                if all(map(int.__le__, then, self.limits)) and self.keep(end, then, (*path, end)):
                    heappush(self.due, (then, end, (*path, end)))

    def best(self) -> dict[int, tuple[Paid, tuple[int, ...]]]:
        """By place, the way on which the most that anybody pays is least."""
        return {
            place: min(ways, key=lambda way: (max(way[0]), way))
            for place, ways in self.kept.items()
        }
