"""Words that every chapter uses, as the referee asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

Side = Literal["soviet", "axis"]
Ground = Literal["dry", "mud", "freeze", "deep_freeze"]
Flight = Literal["full", "limited", "none"]
Phase = Literal[
    "refit", "reinforcement", "movement", "supply", "reaction", "combat", "exploitation", "clean_up"
]

Day = date
"""A date, in Structs that have a field called date."""

GROUNDS: tuple[Ground, ...] = ("dry", "mud", "freeze", "deep_freeze")
PACKAGE = "landbridge.games.belorussia"

TurnDate = Annotated[date, Meta(description="the turn, by its date")]
Die = Annotated[int, Meta(ge=1, le=6, description="one die, unmodified")]
TwoDice = Annotated[int, Meta(ge=2, le=12, description="the unmodified sum of two dice")]

NAME_OF = {
    "dry": "Dry",
    "mud": "Mud",
    "freeze": "Freeze",
    "deep_freeze": "Deep Freeze",
    "full": "Full Flight",
    "limited": "Limited Flight",
    "none": "No Flight",
    "soviet": "Soviet",
    "axis": "Axis",
}


def counted(number: int, what: str) -> str:
    """A number and its noun: 1 Hog, 2 Hogs."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them: 65, 151 and 17."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def short(day: date) -> str:
    """A date as players write it: 8 Oct 43."""
    return f"{day.day} {day:%b %y}"
