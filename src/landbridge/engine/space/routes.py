"""Routes: chains of steps with what each of them costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from landbridge.engine.chance.tallies import Modifier, Tally, tally
from landbridge.engine.rules.citing import Rules


class Route(NamedTuple):
    """A chain of steps, from a start to an end, with what has been spent after each."""

    steps: tuple[int, ...]
    places: tuple[int, ...]
    """Where it leads, both ends included: one more than there are steps."""
    spent: tuple[int, ...]
    """By place of the route; the first is what the start had spent."""

    @property
    def cost(self) -> int:
        """What the whole route costs."""
        return self.spent[-1] - self.spent[0]

    def tally(self, reason: Callable[[int], tuple[str, Rules]]) -> Tally:
        """The cost step by step; `reason` says in words what a step was, and by which rules."""
        paid = (after - before for before, after in zip(self.spent, self.spent[1:], strict=False))
        return tally(
            *(Modifier(cost, *reason(step)) for cost, step in zip(paid, self.steps, strict=True))
        )
