"""What lies open on the table: Control, marks on the map, Front Lines, what each side has seen."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from landbridge.engine.refusals import BadInput, choices
from landbridge.games.orsha.rules.purchases.pieces import PieceKind
from landbridge.games.orsha.rules.words import CgDate, Side

SIDES: tuple[Side, Side] = ("german", "russian")
Holder = Literal["german", "russian"]
Mark = Literal[
    "blaze",
    "flame",
    "wreck",
    "burning_wreck",
    "burnt_out_wreck",
    "rubble",
    "shellholes",
    "trailbreak",
    "open_ground",
    "bridge_destroyed",
]
"""What a battle leaves in a hex. Open ground: the terrain has been burnt away."""


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "russian" if side == "german" else "german"


def as_side(role: str) -> Side:
    """The side that a role plays."""
    for side in SIDES:
        if role == side:
            return side
    raise BadInput(f"{choices(SIDES)} is a side, not '{role}'.")


class Sighting(Struct, frozen=True):
    """What the enemy knows of a piece."""

    side: Side
    kind: PieceKind
    name: str
    hex: str
    status: str = field(name="standing")
    date: CgDate


class FrontLine(Struct, frozen=True):
    """A side's Perimeter after step 9.606."""

    loops: tuple[str, ...] = ()
    """The markers of each loop, as players write them."""
    area: tuple[str, ...] = ()
    """Its Perimeter Area as runs of hexes, such as A1-A30."""
    front: tuple[str, ...] = ()
    """Its Front Line hexes."""
    marked: tuple[str, ...] = ()
    """Hexsides that are drawn on the copy of the map, such as K34/K35 (9.6066)."""


class IsolatedArea(Struct, frozen=True):
    """An Isolated Area and its type."""

    hexes: tuple[str, ...]
    kind: Literal["A", "B", "C", "D"]
    holder: Side | None = None

    @property
    def name(self) -> str:
        """What it is called by: its first hex."""
        return self.hexes[0]


class Score(Struct, frozen=True):
    """How a date's scenario ended."""

    date: CgDate
    points: int
    lvp: int
    cvp: int
    """Russian CVP of the scenario."""
    german_cvp: int
    evp: int
    winner: Side
    counted: int
    needed: int
