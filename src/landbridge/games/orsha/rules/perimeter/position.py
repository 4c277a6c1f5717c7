"""The position from which Perimeters are drawn: units, Control markers, who holds the map edge.

Written as short texts: a unit is hex:side:kind and perhaps a name (C6:german:mmc, or
X38/1:german:mmc:2nd platoon for a Location of the hex), a Control marker is hex:side, and the map
edge is given by waypoints (A5-A1-J1-J5:german), between which the shorter way round is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

from msgspec import Struct

from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.grains import Field
from landbridge.games.orsha.rules.words import Side

Kind = Literal["mmc", "crew", "vehicle", "smc", "prisoner", "abandoned"]


SIDES: tuple[Side, Side] = ("german", "russian")


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "russian" if side == "german" else "german"


class Unit(Struct, frozen=True, order=True):
    """A unit on the map when step 9.605 begins."""

    place: Hex
    side: Side
    kind: Kind
    name: str = ""
    location: str = ""
    """A Location of the hex other than ground level, as players call it."""


class Position(Struct, frozen=True):
    """All that the Perimeters depend on."""

    where: Field
    units: tuple[Unit, ...]
    markers: dict[Hex, Side]
    """Control markers in Strategic Locations."""
    edge: dict[Hex, Side]
    """Controllers of map-edge hexes; a hex that is missing has none."""
    control: dict[Hex, Side]
    """Other Control that stands, hex by hex."""

    def show(self, unit: Unit) -> str:
        """A unit as it was written."""
        spot = self.where.label(unit.place) + (f"/{unit.location}" if unit.location else "")
        return ":".join([spot, unit.side, unit.kind, *([unit.name] if unit.name else [])])


def parse_side(word: str, text: str) -> Side:
    """The side that a word of a text names."""
    for side in SIDES:
        if word.strip().lower() == side:
            return side
    raise BadInput(f"'{text}': {unknown('side', word.strip(), SIDES)}")


def parse_unit(where: Field, text: str) -> Unit:
    """A unit from hex:side:kind[:name]."""
    parts = [part.strip() for part in text.split(":", 3)]
    if len(parts) < 3:
        raise BadInput(f"'{text}' is not a unit; write hex:side:kind, for example C6:german:mmc.")
    spot, _, location = parts[0].partition("/")
    for kind in get_args(Kind):
        if parts[2].lower() == kind:
            name = parts[3] if len(parts) == 4 else ""
            return Unit(where.hex(spot), parse_side(parts[1], text), kind, name, location.strip())
    raise BadInput(f"'{text}': {unknown('kind of unit', parts[2], get_args(Kind))}")


def parse_held(where: Field, texts: Iterable[str], what: str) -> dict[Hex, Side]:
    """Hexes with the side that holds them, from hex:side."""
    found: dict[Hex, Side] = {}
    for text in texts:
        label, colon, side = text.partition(":")
        if not colon:
            raise BadInput(f"'{text}' is not a {what}; write hex:side, for example P10:german.")
        place = where.hex(label)
        if found.setdefault(place, parse_side(side, text)) != parse_side(side, text):
            raise BadInput(f"{where.label(place)} has a {what} of both sides.")
    return found
