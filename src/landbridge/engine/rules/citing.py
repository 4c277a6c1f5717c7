"""Citations: which rule says so, and what would be without it.

Code names rules by the ids of the rule lists ("TFB-1.8-3"), of the series ("OCS 9.8") or of a
ruling ("RUL-TFB-40"). Citing costs nothing at import: ids are checked against the index by a test.

A rule can be *muted*: its effect is left out while the block runs. That is how coverage proves
that a case really depends on the rule it names.

>>> with mute("TFB-SUP-2"):
...     in_force("TFB-SUP-2")
False
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

Rules = tuple[str, ...]
"""Ids of rules, in the order in which they were applied."""

Source = Literal["booklet", "series", "reconstruction", "house"]
"""Where a datum comes from: documents, published series rules, inference, our own choice."""

SOURCES: tuple[Source, ...] = ("booklet", "series", "reconstruction", "house")

_muted: ContextVar[frozenset[str]] = ContextVar("muted", default=frozenset())
_left_out = _muted.get

_UNSET: Any = object()


class Muted(Exception):
    """An answer was asked for that does not exist without a muted rule."""

    def __init__(self, rule: str) -> None:
        super().__init__(f"{rule} is muted")
        self.rule = rule


def as_rules(rules: str | Rules) -> Rules:
    """One id or several, always as a tuple."""
    if isinstance(rules, str):
        return (rules,) if rules else ()
    return tuple(rules)


def in_force(rules: str | Rules) -> bool:
    """True unless one of these rules is muted."""
    left_out = _left_out()
    return not left_out or left_out.isdisjoint(as_rules(rules))


def demand(rules: str | Rules) -> None:
    """Raise `Muted` if one of these rules is muted: nothing can be said without it."""
    left_out = _muted.get()
    if left_out:
        for rule_id in as_rules(rules):
            if rule_id in left_out:
                raise Muted(rule_id)


def muted() -> frozenset[str]:
    """The rules that are muted now."""
    return _muted.get()


@contextmanager
def mute(*rules: str) -> Iterator[None]:
    """Leave the effect of these rules out inside the block."""
    token = _muted.set(_muted.get() | frozenset(rules))
    try:
        yield
    finally:
        _muted.reset(token)


def rule(*rules: str, otherwise: Any = _UNSET) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Tie a function to the rules it carries out.

    With `otherwise`, that value is what holds without the rule, and what a muted call returns.
    Without it the function must show the rule's effect by its own means: a modifier, a table
    cell, a refusal, or a reason asked of `Why`.
    """

    def tie(function: Callable[P, R]) -> Callable[P, R]:
        if otherwise is _UNSET:
            tied = function
        else:

            @wraps(function)
            def tied(*args: P.args, **kwargs: P.kwargs) -> R:
                if in_force(rules):
                    return function(*args, **kwargs)
                return otherwise  # type: ignore[no-any-return]

        tied.rules = rules  # type: ignore[attr-defined]
        return tied

    return tie
