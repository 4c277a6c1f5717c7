"""What players call a unit in a sentence: as on its counter, spelled out where that is short."""

from __future__ import annotations

import re
from functools import cache

from landbridge.games.arsenal.forces.units import UNIT, UNITS
from landbridge.games.arsenal.words import joined

_CORPS = re.compile(r"([0-9]+)([A-Z]{2,3})")
"""A Soviet corps or group on its counter, such as 2MC; armies are spelled out."""


@cache
def unit_label(unit: int) -> str:
    """A unit: XI Corps, 9th Army, 2 MC, R-Arm."""
    found = UNITS[unit]
    if found.nation not in ("german", "soviet"):
        return found.id
    short = _CORPS.fullmatch(found.id)
    if short and not found.name.endswith("Army"):
        return f"{short[1]} {short[2]}"
    return found.name


def unit_labels(ids: str) -> list[str]:
    """Units from their ids in a row, as an event has them; nobody is an empty row."""
    words = [] if ids in ("", "nobody", "none") else ids.split(", ")
    return [unit_label(UNIT[word]) for word in words]


def describe_units(ids: str) -> str:
    """Units from their ids in a row, as a sentence has them."""
    return joined(unit_labels(ids)) or "nobody"
