"""Partisans on the map: which counter each is, where it could lie, and where it flees to (3.7a)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.movement.zones import zones_of
from landbridge.games.belorussia.partisans.placing import DISPLACED, HexFeature, hex_violations
from landbridge.games.belorussia.position.counters import Counters
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import INACTIVE, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import HexTerrain, RoadOrRail


def partisan_rows(counters: Counters) -> dict[str, int]:
    """The counter of each unit of the pool: "foot 1" is the first that goes on foot."""
    return counters.once("partisans of the pool", _partisan_rows)


def _partisan_rows(counters: Counters) -> dict[str, int]:
    kinds: dict[str, list[int]] = {"foot": [], "cavalry": []}
    for row in counters.partisans:
        kinds["cavalry" if "cavalry" in counters[row].name else "foot"].append(row)
    return {
        f"{kind} {number}": row
        for kind, rows in kinds.items()
        for number, row in enumerate(rows, start=1)
    }


# Hexes for them


def hex_as_shown(theatre: Theatre, place: int) -> tuple[HexTerrain, tuple[HexFeature, ...]]:
    """What a player would say of a hex: its terrain, and what else is in it."""
    terrain, ways = theatre.land.once("partisan hexes", _described)[place]
    there: list[HexFeature] = [*ways]
    if theatre.stack(place, "axis"):
        there.append("axis_unit")
    if zones_of(theatre, "axis")[place]:
        there.append("axis_zoc")
    return terrain, tuple(there)


def _described(land: Land) -> list[tuple[HexTerrain, tuple[RoadOrRail, ...]]]:
    return [(land.terrain[place][-1], _ways(land, place)) for place in range(land.size)]  # type: ignore[misc]


def _ways(land: Land, place: int) -> tuple[RoadOrRail, ...]:
    found: list[RoadOrRail] = []
    if land.has_rail(place):
        found.append("rail")
    if land.has_road(place):
        found.append("road")
    elif land.has_track(place):
        found.append("track")
    return tuple(found)


def lying_violations(theatre: Theatre, place: int) -> tuple[Violation, ...]:
    """What speaks against a hex for a partisan face down."""
    terrain, features = hex_as_shown(theatre, place)
    return hex_violations(terrain, features, theatre.rulings.partisan_track_hex)


def hiding_places(theatre: Theatre) -> tuple[int, ...]:
    """Every hex in which a partisan could be placed."""
    return theatre.once("hiding places", lambda theatre: tuple(_hiding(theatre)))


def _hiding(theatre: Theatre) -> Iterator[int]:
    # There are thousands of hexes, but few kinds.
    hides: dict[tuple[HexTerrain, tuple[HexFeature, ...]], bool] = {}
    for place in range(theatre.land.size):
        shown = hex_as_shown(theatre, place)
        if shown not in hides:
            hides[shown] = not lying_violations(theatre, place)
        if hides[shown]:
            yield place


def refuges(theatre: Theatre, place: int) -> tuple[int, ...]:
    """The hexes to which a partisan in a hex could be displaced."""
    ring = {place}
    for _ in range(DISPLACED):
        ring |= {beside for near in ring for beside in theatre.land.graph.neighbours[near]}
    far = (there for there in sorted(ring) if theatre.land.distance(place, there) == DISPLACED)
    return tuple(there for there in far if not lying_violations(theatre, there))


# The counters


def lay_down(position: Position, lying: Mapping[int, tuple[int, bool]]) -> Position:
    """A position with partisans where they lie: by row the place, and whether face down."""
    done = {
        row: position.done[row] | INACTIVE if face_down else position.done[row] & ~INACTIVE
        for row, (_, face_down) in lying.items()
    }
    return replace(
        position,
        at=WORD.put_all(position.at, {row: place for row, (place, _) in lying.items()}),
        done=BYTE.put_all(position.done, done),
    )
