"""Grades of units and leaders: sizes, half-squads, what a better one is, and leadership."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, choices
from landbridge.games.orsha.rules.words import PACKAGE, Side

Size = Literal["squad", "half_squad", "crew", "leader", "hero"]
Quality = Literal["conscript", "second_line", "first_line", "elite"]


class Grade(Struct, frozen=True, kw_only=True):
    """A kind of squad with its half-squad."""

    side: Side
    squad: str
    half: str
    quality: Quality
    better: str = ""
    """The squad that it becomes by Battle Hardening, or the switch that settles it."""


_DATA = read_toml(PACKAGE, "hardening.toml")
GRADES: tuple[Grade, ...] = msgspec.convert(_DATA["grade"], tuple[Grade, ...])
CREW: str = _DATA["grades"]["crew"]
HERO: str = _DATA["grades"]["hero"]
LEADERS: tuple[str, ...] = tuple(_DATA["grades"]["leaders"])
"""Leaders from the lowest grade to the highest."""

WOUNDED = " wounded"
HEROIC = " heroic"


class Piece(Struct, frozen=True, order=True):
    """A counter of Personnel, as far as these rules look at it."""

    name: str
    size: Size
    wounded: bool = False
    heroic: bool = False

    def __str__(self) -> str:
        return f"{self.name}{HEROIC if self.heroic else ''}{WOUNDED if self.wounded else ''}"


def names(side: Side) -> list[str]:
    """Every name that a side's Personnel can have."""
    own = [grade for grade in GRADES if grade.side == side]
    return [*(g.squad for g in own), *(g.half for g in own), CREW, HERO, *LEADERS]


def find_piece(side: Side, text: str) -> Piece:
    """A counter by its strength factors, such as "4-6-7", or a leader such as "9-1 wounded"."""
    bare = text.strip()
    wounded, heroic = WOUNDED in bare, HEROIC in bare
    name = bare.replace(WOUNDED, "").replace(HEROIC, "")
    size = _size(side, name)
    if size is None or ((wounded or heroic) and size not in ("leader", "hero")):
        raise BadInput(
            f"'{text}' is not a {side.capitalize()} unit. Allowed: {choices(names(side))};"
            " a leader may be followed by wounded or heroic."
        )
    return Piece(name, size, wounded, heroic)


def _size(side: Side, name: str) -> Size | None:
    special: dict[str, Size] = {CREW: "crew", HERO: "hero"}
    if name in special:
        return special[name]
    if name in LEADERS:
        return "leader"
    for grade in GRADES:
        if grade.side == side and name == grade.squad:
            return "squad"
        if grade.side == side and name == grade.half:
            return "half_squad"
    return None


def grade_of(side: Side, piece: Piece) -> Grade:
    """The grade of a squad or half-squad."""
    for grade in GRADES:
        if grade.side == side and piece.name in (grade.squad, grade.half):
            return grade
    raise BadInput(f"'{piece}' is not a squad or half-squad.")


def squad_grade(side: Side, squad: str) -> Grade:
    """The grade with that squad."""
    return next(grade for grade in GRADES if grade.side == side and grade.squad == squad)


def conscript(side: Side) -> Grade:
    """The Conscripts of a side."""
    return next(grade for grade in GRADES if grade.side == side and grade.quality == "conscript")


def leadership(name: str) -> int:
    """A leader's modifier with its own sign: 9-1 gives -1, 6+1 gives +1."""
    return int(name[-2:])


def any_figures(table: str) -> dict[str, Any]:
    """A table of figures in hardening.toml."""
    found: dict[str, Any] = _DATA[table]
    return found
