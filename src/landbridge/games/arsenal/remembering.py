"""Answers that are kept: a question that depends on its arguments alone is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

from landbridge.engine.rules.citing import muted

P = ParamSpec("P")
R = TypeVar("R")


def remembered(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the latest answers of a question that depends on its arguments alone.

    While a rule is muted nothing is remembered, since the answers are others then.
    """

    def keep(ask: Callable[P, R]) -> Callable[P, R]:
        known = lru_cache(maxsize=size)(ask)

        @wraps(ask)
        def answer(*args: P.args, **kwargs: P.kwargs) -> R:
            if muted():
                return ask(*args, **kwargs)
            return known(*args, **kwargs)  # type: ignore[arg-type]

        return answer

    return keep
