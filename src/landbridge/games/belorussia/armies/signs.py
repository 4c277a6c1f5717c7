"""What a counter shows beside its values: the sign of its kind, and its number."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

import msgspec

from landbridge.engine.chance.tables import read_toml
from landbridge.games.belorussia.armies.units import GroundUnit
from landbridge.games.belorussia.words import PACKAGE

Sign = Literal[
    "infantry",
    "motorised",
    "mechanised",
    "armour",
    "assault_gun",
    "reconnaissance",
    "cavalry",
    "airborne",
    "artillery",
    "rocket",
    "anti_tank",
    "anti_aircraft",
    "engineer",
    "bridging",
    "fortress",
    "partisan",
    "headquarters",
    "truck",
    "rail",
    "river",
    "unknown",
]

_NUMBER = re.compile(r"\b(?:[IVX]+/)?\d+")
_CORPS = re.compile(r"\b[IVXL]+\b")
_WORD = re.compile(r"[A-Za-z]+")


@cache
def _signs() -> dict[str, Sign]:
    listed = msgspec.convert(read_toml(PACKAGE, "armies/signs.toml"), dict[Sign, list[str]])
    return {kind: sign for sign, kinds in listed.items() for kind in kinds}


def sign_of(unit: GroundUnit) -> Sign:
    """The sign that a counter bears."""
    return _signs()[unit.kind]


def number_of(unit: GroundUnit) -> str:
    """The number or short name that a counter bears, such as 78, I/35, XXXIX or Bobr."""
    for pattern in (_NUMBER, _CORPS):
        if found := pattern.search(unit.name):
            return found[0]
    word = _WORD.search(unit.name)
    return word[0][:5] if word else ""
