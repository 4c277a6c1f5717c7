"""How much work one answer may take: counted in steps, never by the clock.

A step is one way that the dice can fall, or a like amount of other work. Because steps are counted,
a question that is answered on one machine is answered on every machine.

>>> with limit_steps(10):
...     spend(10)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from landbridge.engine.refusals import LandbridgeError

MOST = 1_000_000
"""Steps that one question may take: some seconds of work."""


class OverBudget(LandbridgeError):
    """An answer would take more steps than it may."""

    def __init__(self, most: int, advice: str = "; ask about less at once") -> None:
        super().__init__(f"The exact answer would take more than {most} steps{advice}.")
        self.most = most


class Budget:
    """Steps that are left."""

    __slots__ = ("left", "most")

    def __init__(self, most: int) -> None:
        self.most = self.left = most

    def spend(self, steps: int) -> None:
        """Take steps, or refuse once there are too few."""
        self.left -= steps
        if self.left < 0:
            raise OverBudget(self.most)


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


def current_budget() -> Budget:
    """The budget of the question that is being answered; outside of one, a new one."""
    return _current.get() or Budget(MOST)


def spend(steps: int = 1) -> None:
    """Count work against the question that is being answered; outside of one it is free."""
    budget = _current.get()
    if budget is not None:
        budget.spend(steps)


@contextmanager
def limit_steps(most: int) -> Iterator[Budget]:
    """Answer a question within n steps; inside another question, also within its own."""
    outer = _current.get()
    budget = Budget(most if outer is None else min(most, outer.left))
    token = _current.set(budget)
    try:
        yield budget
    finally:
        _current.reset(token)
        if outer is not None:
            outer.left -= budget.most - budget.left
