"""Searches that are taken over as long as nothing has changed where they looked.

A search looks at the places that it reaches and at those next to them, and at the steps that lead
from where it got to. A march on the other end of the map changes neither, so that what was found
before is what would be found again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from functools import cached_property, lru_cache

from landbridge.engine.columns import BYTE
from landbridge.engine.space.graph import StepCosts
from landbridge.engine.space.reach import Reach
from landbridge.engine.space.zones import widened

MOST_CHANGED = 60
"""Places that may have changed before a search is made anew without looking where they are."""


class Search:
    """What was found, and what was looked at."""

    def __init__(self, costs: StepCosts, barred: bytes, reach: Reach) -> None:
        self.costs, self.barred, self.reach = costs, barred, reach

    @cached_property
    def near(self) -> bytes:
        """By place: 1 where it came, and next to it."""
        return widened(self.costs.graph, self.reach.marked())

    def holds(self, costs: StepCosts, barred: bytes) -> bool:
        """Whether it would find the same with these costs, and these places barred."""
        return self._is_away(_barred_apart(self.barred, barred)) and (
            costs is self.costs or self._is_away(_costs_apart(self.costs, costs))
        )

    def _is_away(self, places: Collection[int] | None) -> bool:
        return places is not None and not any(self.near[place] for place in places)


@lru_cache(maxsize=64)
def _barred_apart(one: bytes, other: bytes) -> tuple[int, ...] | None:
    """The places that one of two columns bars; None if these are many."""
    found = BYTE.differing(one, other, MOST_CHANGED)
    return None if found is None else tuple(found)


@lru_cache(maxsize=64)
def _costs_apart(one: StepCosts, other: StepCosts) -> frozenset[int] | None:
    """The places from which some step costs something else; None if that cannot be told."""
    return one.differs_at(other)


class Searches:
    """Searches by what they were for: the latest of each, and not too many of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._latest: dict[Hashable, Search] = {}
        self._older: dict[Hashable, Search] = {}

    def find(
        self, key: Hashable, costs: StepCosts, barred: bytes, search: Callable[[], Reach]
    ) -> Search:
        """What a search finds: as it was found before, if it would find the same again. Searches of
        one key differ in nothing but their costs and what is barred to them."""
        whole = key, costs.base
        found = self._latest.get(whole)
        if found is not None and found.barred is barred and found.costs is costs:
            return found
        found = found or self._older.get(whole)
        if found is None or not found.holds(costs, barred):
            found = Search(costs, barred, search())
        elif found.barred is not barred or found.costs is not costs:
            near, found = found.near, Search(costs, barred, found.reach)
            found.near = near
        if len(self._latest) >= self._most and whole not in self._latest:
            self._latest, self._older = {}, self._latest
        self._latest[whole] = found
        return found

    def forget(self) -> None:
        """Keep none of them: for measurements."""
        self._latest, self._older = {}, {}
