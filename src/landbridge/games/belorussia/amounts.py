"""Exact amounts as people write them: 7, 3.5 or 7/2."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import FractionText
from landbridge.engine.rules.citing import in_force

Amount = Annotated[int, Meta(ge=0, le=9999)] | FractionText
"""An input that is a whole number or a fraction as text."""


def amount(given: Amount, what: str) -> Fraction:
    """The exact number, never below nothing."""
    try:
        found = Fraction(given)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{what} is a number such as 7, 3.5 or 7/2, not '{given}'.") from None
    if found < 0:
        raise BadInput(f"{what} is nothing or more, not '{given}'.")
    return found


def rounded(number: Fraction) -> int:
    """The nearest whole number; a half goes up."""
    return int(number + Fraction(1, 2)) if in_force("OCS-4.1-1") else int(number)
