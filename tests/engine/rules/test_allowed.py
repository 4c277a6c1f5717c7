"""What may be said where a type is asked for, in words."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from landbridge.engine.rules.allowed import FractionText, Name, describe, limits_of, may_be_empty


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (int, "a whole number"),
        (Annotated[int, Meta(ge=1)], "1 or more"),
        (Annotated[int, Meta(le=6)], "6 or less"),
        (Annotated[int, Meta(ge=1, le=6)], "1 to 6"),
        (Annotated[int, Meta(ge=1, le=6)] | None, "1 to 6"),
        (str, "a word"),
        (Name, "a word of up to 60 letters"),
        (FractionText, "a number such as 7/2"),
        (date, "a date such as 1943-10-08"),
        (bool, "true or false"),
        (Literal["dry", "mud"], "dry or mud"),
        (int | Literal["all"], "a whole number or all"),
        (tuple[int, ...], "a list of: a whole number"),
        (Annotated[tuple[int, ...], Meta(max_length=3)], "a list of up to 3: a whole number"),
        (bytes, ""),
    ],
)
def test_a_type_in_words(kind: Any, text: str) -> None:
    assert describe(kind) == text


def test_yes_and_no_in_other_words() -> None:
    assert describe(bool, "yes or no") == "yes or no"


@pytest.mark.parametrize(
    ("kind", "limits"),
    [
        (int, (None, None)),
        (Annotated[int, Meta(ge=2)], (2, None)),
        (Annotated[int, Meta(ge=2, le=12)] | None, (2, 12)),
        (Annotated[Annotated[int, Meta(ge=2)], Meta(le=12)], (2, 12)),
        (int | str, (None, None)),
    ],
)
def test_the_limits_of_a_type(kind: Any, limits: tuple[int | None, int | None]) -> None:
    assert limits_of(kind) == limits


def test_what_may_be_empty_says_so() -> None:
    assert may_be_empty(Annotated[str, Meta(min_length=0)])
    assert not may_be_empty(Annotated[str, Meta(min_length=1)])
    assert not may_be_empty(str)
