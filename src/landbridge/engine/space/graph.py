"""Places and the steps between them, as integer columns.

A place is a number from 0; from each lead at most `width` steps, one a direction (six on a hex
map). Step `place * width + direction` has its number too, so that what is known of steps (a cost, a
river) is one column. Costs are whole numbers, usually twelfths of a movement point, so that a half
and a third are exact.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property

BARRED = -1
"""The cost of a step that cannot be made."""
ALL = 32767
"""The cost of a step that takes a whole allowance, whatever that is: only as the first step."""
DEAREST = 32766
"""No step, and no way, costs more than this."""
NONE = -1
"""No place, no direction."""
TWELFTHS = 12
"""In a movement point."""


class Graph:
    """Places, and where the steps from each lead."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        """`neighbours` gives each place's neighbours in directions 0 and up, -1 for none."""
        self.size = len(neighbours)
        self.width = max((len(row) for row in neighbours), default=0)
        if self.width > 127:
            raise ValueError(f"a place has at most 127 directions, not {self.width}")
        self.ends = array("i", [NONE]) * (self.size * self.width)
        """By step: the place it leads to."""
        for place, row in enumerate(neighbours):
            for direction, end in enumerate(row):
                if not NONE <= end < self.size or end == place:
                    raise ValueError(f"place {place} cannot have {end} as a neighbour")
                self.ends[place * self.width + direction] = end

    @cached_property
    def back(self) -> array[int]:
        """By step: the step that leads back; NONE where there is none."""
        found = array("i", [NONE]) * len(self.ends)
        rows, width = self.neighbours_by_direction, self.width
        for place, row in enumerate(rows):
            for step, end in enumerate(row, start=place * width):
                if end > place and place in (there := rows[end]):
                    back = end * width + there.index(place)
                    found[step], found[back] = back, step
        return found

    @cached_property
    def neighbours_by_direction(self) -> tuple[tuple[int, ...], ...]:
        """By place: the places next to it, -1 where there is none."""
        width = self.width
        return tuple(
            tuple(self.ends[place * width : (place + 1) * width]) for place in range(self.size)
        )

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """By place: the places next to it."""
        rows = self.neighbours_by_direction
        return tuple(tuple(end for end in row if end >= 0) for row in rows)

    def step(self, place: int, neighbour: int) -> int:
        """The step from a place to its neighbour; a ValueError if they do not touch."""
        try:
            direction = self.neighbours_by_direction[place].index(neighbour)
        except ValueError:
            raise ValueError(f"no step leads from {place} to {neighbour}") from None
        return place * self.width + direction


class StepCosts:
    """What each step of a graph costs: more than 0, ALL or BARRED."""

    def __init__(self, graph: Graph, column: Sequence[int]) -> None:
        self.graph = graph
        self.column = column if isinstance(column, array) else array("h", column)
        if len(self.column) != len(graph.ends):
            raise ValueError(f"{len(graph.ends)} steps need as many costs, not {len(self.column)}")
        for step, (end, cost) in enumerate(zip(graph.ends, self.column, strict=True)):
            if cost != BARRED and (cost <= 0 or end < 0):
                self._check(step, cost)
        self._change: tuple[StepCosts, Mapping[int, int]] | None = None

    def _check(self, step: int, cost: int) -> None:
        if cost != BARRED and not (cost > 0 and self.graph.ends[step] >= 0):
            raise ValueError(f"step {step} cannot cost {cost}")

    def changed(self, changes: Mapping[int, int]) -> StepCosts:
        """The same but for these steps; quick, however many there are."""
        made = object.__new__(StepCosts)
        made.graph, made.column, made._change = self.graph, self.column[:], (self, changes)
        for step, cost in changes.items():
            self._check(step, cost)
            made.column[step] = cost
        return made

    @property
    def base(self) -> StepCosts:
        """What it was changed from; itself if it was not."""
        return self if self._change is None else self._change[0]

    def differs_at(self, other: StepCosts) -> frozenset[int] | None:
        """The places from which a step costs something else there; None if both have not been
        changed from the same."""
        if self.base is not other.base:
            return None
        steps = {
            step for one in (self, other) if one._change is not None for step in one._change[1]
        }
        mine, theirs, width = self.column, other.column, self.graph.width
        return frozenset(step // width for step in steps if mine[step] != theirs[step])

    @classmethod
    def made_from(
        cls,
        graph: Graph,
        entering: Sequence[int],
        crossing: Sequence[int],
        along: Sequence[int] | None = None,
    ) -> StepCosts:
        """The costs of a map: of the place entered and of the side crossed, added.

        Where a road leads along a step (`along`, NONE without one), its cost stands for both.
        """
        column = array("h", [BARRED]) * len(graph.ends)
        for step, end in enumerate(graph.ends):
            if end < 0:
                continue
            if along is not None and along[step] != NONE:
                column[step] = along[step]
                continue
            enter, cross = entering[end], crossing[step]
            if enter == BARRED or cross == BARRED:
                continue
            column[step] = ALL if ALL in (enter, cross) else min(enter + cross, DEAREST)
        return cls(graph, column)

    @cached_property
    def reversed(self) -> StepCosts:
        """The same ways walked from their ends: what a step back costs is what the step costs."""
        if self._change is not None:
            before, changes = self._change
            backward = self.graph.back
            return before.reversed.changed({backward[step]: cost for step, cost in changes.items()})
        column = array("h", [BARRED]) * len(self.column)
        for step, back in enumerate(self.graph.back):
            if back >= 0:
                column[back] = self.column[step]
        return StepCosts(self.graph, column)

    @cached_property
    def rows(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """By place: the end, cost and number of every step that is not barred."""
        ends, column, width = self.graph.ends, self.column, self.graph.width
        return tuple(
            tuple(
                (ends[step], column[step], step)
                for step in range(first, first + width)
                if column[step] != BARRED
            )
            for first in range(0, len(ends), width or 1)
        )


def bounded(allowance: int) -> int:
    """An allowance that the kernels can count with."""
    if allowance < 0:
        raise ValueError(f"an allowance is 0 or more, not {allowance}")
    return min(allowance, DEAREST)


def check_columns(graph: Graph, *columns: bytes | None) -> None:
    """Refuse a column over places that has not one entry for each."""
    for column in columns:
        if column is not None and len(column) != graph.size:
            raise ValueError(f"a column of {graph.size} places is needed, not of {len(column)}")
