"""The columns of a position: where units are, how they stand, who holds what.

A column is a byte for each unit, point, line or factory; what never changes is kept outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from msgspec.structs import replace

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.columns import BYTE
from landbridge.games.arsenal.calendar import BOXES, Turn
from landbridge.games.arsenal.forces.replacements import lost_unit
from landbridge.games.arsenal.forces.units import COMBAT, KINDS, UNIT, UNITS
from landbridge.games.arsenal.map.places import DEAD, NOWHERE, OUT, by_place
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.masks import EVERY, column_of, marks, number, of_units
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import PACKAGE, SIDES, Nation

DATA: dict[str, Any] = read_toml(PACKAGE, "war.toml")


DISPERSED, FORTIFIED, FRESH, RAILED, FOUGHT = 1, 2, 4, 8, 16
"""Fresh: came this turn and may only move strategically. Railed: has done so."""
STEP, STEPS, BROKE = 32, 3, 128
"""Lines moved in this phase; and whether armour has broken through."""

KIND_OF: tuple[int, ...] = tuple(unit.kind for unit in UNITS)
NATION: tuple[Nation, ...] = tuple(unit.nation for unit in UNITS)
FIGHTS: tuple[bool, ...] = tuple(COMBAT[unit.kind] for unit in UNITS)
"""By unit: whether it holds and takes points by itself."""
SUPPORTS: tuple[bool, ...] = tuple(KINDS[unit.kind].fires == "attack" for unit in UNITS)
"""By unit: whether it only helps others to attack."""
MOVES_AS: tuple[str, ...] = tuple(KINDS[unit.kind].moves_as for unit in UNITS)
ID: tuple[str, ...] = tuple(unit.id for unit in UNITS)
OWN: tuple[tuple[int, ...], ...] = tuple(
    tuple(unit.number for unit in UNITS if unit.side == side) for side in SIDES
)
"""By side: the units that it begins with; those of other nations never obey it in the field."""
AIR: tuple[int, ...] = tuple(unit.number for unit in UNITS if KINDS[unit.kind].arm == "air")
UNDISPERSED = marks(lambda flags: EVERY * (not flags & DISPERSED))
STAVKA: int = UNIT["STAVKA"]

MONTH_OF_YEAR: tuple[int, ...] = tuple(turn.month_of_year for turn in BOXES)
"""By turn; 1 is January."""


FIGHTERS: bytes = of_units(unit for unit, fights in enumerate(FIGHTS) if fights)
FIGHTING: int = number(FIGHTERS)
_DEAD_PLACE = bytes([DEAD])
_ALL_DEAD: int = number(_DEAD_PLACE * len(UNITS))
ON_MAP: bytes = by_place(bytes([0xFF]) * len(POINTS), 0)


put = BYTE.put
units_on = BYTE.select


def box(state: War) -> Turn:
    """The turn's box of the track."""
    return BOXES[state.turn]


def places_of(at: bytes, units: int) -> bytes:
    """Where the marked units are, one byte for each of them; the dead pile is left out."""
    marked = number(at) & units | _ALL_DEAD & ~units
    return column_of(marked).translate(None, _DEAD_PLACE)


def lose_unit(state: War, unit: int) -> War:
    """Remove a unit: to the dead pile, or for good if it is irreplaceable."""
    goes = DEAD if lost_unit(unit).result.goes_to == "dead_pile" else OUT
    return replace(
        state,
        at=put(state.at, unit, goes),
        flags=put(state.flags, unit, 0),
        target=put(state.target, unit, NOWHERE),
        unsupplied_turns=put(state.unsupplied_turns, unit, 0),
    )


def place_unit(state: War, unit: int, place: int, flags: int) -> War:
    """Set a unit somewhere in some state."""
    return replace(state, at=put(state.at, unit, place), flags=put(state.flags, unit, flags))


def one_line_more(flags: int) -> int:
    """The flags of a unit that has moved along another line."""
    return flags if flags & STEPS * STEP == STEPS * STEP else flags + STEP


def arrival_flags(dispersed: bool, may_move: str) -> int:
    """The flags of a unit that has just come, by how it stands."""
    return DISPERSED * dispersed | FRESH * (may_move == "strategic")


def words_of(units: bytes) -> tuple[str, ...]:
    """The words for the units that have a mark."""
    return tuple(compress(ID, units))


def ids(units: Sequence[int], nobody: str = "nobody") -> str:
    """Units by their ids, in a row."""
    return ", ".join(ID[unit] for unit in units) or nobody
