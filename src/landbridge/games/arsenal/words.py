"""Words that every chapter uses, as the referee asks for them."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from msgspec import Meta

from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.index import rulings

PACKAGE = "landbridge.games.arsenal"

Side = Literal["soviet", "axis"]
Nation = Literal["soviet", "german", "rumanian", "hungarian", "finnish", "italian", "slovak"]
Ally = Literal["rumanian", "hungarian", "finnish"]
Weather = Literal["clear", "mud", "snow"]
Symbol = Literal["infantry", "tank", "cavalry", "artillery", "air"]
"""What a replacement symbol of the Soviet side brings."""

AXIS, SOVIET, NOBODY = 0, 1, 2
"""Who controls a point, in the arrays of a position; nobody a point that is not played."""
SIDES: tuple[Side, Side] = ("axis", "soviet")
SYMBOLS: tuple[Symbol, ...] = ("infantry", "tank", "cavalry", "artillery", "air")
ALLIES: tuple[Ally, ...] = ("rumanian", "hungarian", "finnish")

Month = Annotated[Name, Meta(description="the month, as 1941-06")]
Die = Annotated[int, Meta(ge=1, le=6, description="one die, unmodified")]
AxisHolds = Annotated[
    tuple[Name, ...],
    Meta(
        max_length=300,
        description="points that the Axis took since 22 June 1941, by id or name;"
        " 'cities' is every city of the Soviet Union",
    ),
]
SovietHolds = Annotated[
    tuple[Name, ...],
    Meta(
        max_length=300, description="points that the Soviets took since 22 June 1941, by id or name"
    ),
]


_IS: tuple[bytes, ...] = tuple(bytes(int(held == side) for held in range(256)) for side in range(2))
_ANY: bytes = bytes(int(level > 0) for level in range(256))


def own_points(held: bytes, side: int, supplied: bytes | None = None) -> bytes:
    """By point: 1 for a side's own, in supply if that is given, and 0 for all others."""
    own = held.translate(_IS[side])
    if supplied is None:
        return own
    both = int.from_bytes(own) & int.from_bytes(supplied.translate(_ANY))
    return both.to_bytes(len(held))


SIDE_NAMES: dict[str, str] = {"axis": "the Axis", "soviet": "the Soviets"}
SIDE_ADJECTIVES: dict[str, str] = {"axis": "Axis", "soviet": "Soviet"}


def joined(words: Sequence[str]) -> str:
    """Words in a row: "9th Army, 2 CC and 2 MC"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def side_number(side: str) -> int:
    """A side as the arrays of a position know it."""
    return SOVIET if side == "soviet" else AXIS


@cache
def figures(switch: str, option: str) -> dict[str, Any]:
    """An option's figures; those that it does not give are the default's."""
    ruling = rulings(PACKAGE)[switch]
    if option not in ruling.options:
        raise BadInput(unknown(f"choice for {switch}", option, ruling.options))
    return ruling.options[ruling.default].figures | ruling.options[option].figures


def read_csv(name: str) -> list[dict[str, str]]:
    """The lines of a data file."""
    text = (files(PACKAGE) / "data" / name).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def plural(count: int, word: str) -> str:
    """A number of things: "1 unit", "3 units"; a factory makes factories."""
    if count == 1:
        return f"1 {word}"
    return f"{count} {word[:-1]}ies" if word.endswith("y") else f"{count} {word}s"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[:1].upper() + text[1:]
