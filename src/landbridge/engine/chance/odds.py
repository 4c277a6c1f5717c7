"""Exact distributions: integer weights over one denominator; fractions only when shown.

>>> from landbridge.engine.chance.dice import dice
>>> Dist(dice("2d6").weights).chance(7)
Fraction(1, 6)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Generic, TypeVar

from landbridge.engine.rules.budget import spend

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


class Dist(Generic[T]):
    """How likely each result is, exactly. Two are equal when every chance is."""

    __slots__ = ("denominator", "weights")

    def __init__(self, weights: Mapping[T, int]) -> None:
        kept = {value: weight for value, weight in weights.items() if weight}
        if not kept or min(kept.values()) < 0:
            raise ValueError("a distribution needs weights that are positive")
        shrink = gcd(*kept.values())
        self.weights: dict[T, int] = {value: weight // shrink for value, weight in kept.items()}
        self.denominator = sum(self.weights.values())

    @classmethod
    def of(cls, shares: Iterable[tuple[T, int, int]]) -> Dist[T]:
        """From (result, weight, denominator) triples, in which results may repeat."""
        sums: dict[T, dict[int, int]] = {}
        for value, weight, denominator in shares:
            spend()
            parts = sums.setdefault(value, {})
            parts[denominator] = parts.get(denominator, 0) + weight
        common = lcm(*(d for parts in sums.values() for d in parts))
        return cls(
            {
                value: sum(weight * (common // d) for d, weight in parts.items())
                for value, parts in sums.items()
            }
        )

    @classmethod
    def certain(cls, value: T) -> Dist[T]:
        """The one result that must come."""
        return cls({value: 1})

    def __iter__(self) -> Iterator[T]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dist) and self.weights == other.weights

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{value!r}: {chance}" for value, chance in self.items())
        return f"Dist({{{inside}}})"

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Each result with its chance."""
        for value, weight in self.weights.items():
            yield value, Fraction(weight, self.denominator)

    def chance(self, wanted: T | Callable[[T], bool]) -> Fraction:
        """The chance of one result, or of all for which the test holds."""
        if callable(wanted):
            weight = sum(w for value, w in self.weights.items() if wanted(value))
        else:
            weight = self.weights.get(wanted, 0)
        return Fraction(weight, self.denominator)

    def map(self, change: Callable[[T], U]) -> Dist[U]:
        """The same chances, seen through a function; results that fall together are joined."""
        merged: dict[U, int] = {}
        for value, weight in self.weights.items():
            seen = change(value)
            merged[seen] = merged.get(seen, 0) + weight
        return Dist(merged)

    def then(self, step: Callable[[T], Dist[U]]) -> Dist[U]:
        """What follows when each result leads on to a distribution of its own."""
        return Dist.of(
            (value, before * after, self.denominator * following.denominator)
            for start, before in self.weights.items()
            for following in (step(start),)
            for value, after in following.weights.items()
        )

    def mean(self, worth: Callable[[T], Any] = lambda value: value) -> Fraction:
        """The expected worth of the result."""
        return sum(
            (Fraction(worth(value)) * weight for value, weight in self.weights.items()),
            Fraction(0),
        ) / Fraction(self.denominator)

    def sorted(self, key: Callable[[T], Any] = lambda value: value) -> Dist[T]:
        """The same distribution with its results in order."""
        return Dist({value: self.weights[value] for value in sorted(self.weights, key=key)})
