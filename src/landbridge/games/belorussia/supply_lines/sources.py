"""Sources of supply (OCS 12.6a): the edge of the map, hexes where trains stop, Extenders."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from landbridge.engine.rules.citing import in_force
from landbridge.engine.space.graph import TWELFTHS
from landbridge.engine.space.marks import either, touch, without
from landbridge.engine.space.zones import widened
from landbridge.games.belorussia.movement.zones import open_zones
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import Extender
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.detraining import (
    controlled,
    detrainable_places,
    own_gauge,
    railway_from,
)
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.hqs import draw_type, throwing_hqs
from landbridge.games.belorussia.supply_lines.paths import FIGURES, draw_range, ways_from
from landbridge.games.belorussia.words import Side

SourceKind = Literal["edge", "named", "detrainable", "extender"]
EAST, WEST = (1, 2), (4, 5)
"""The directions that lead off the map on its east and west edges."""


class Sources(Struct, frozen=True):
    """Where a side's supply comes from."""

    column: bytes
    """By place: 1 where trace may end."""
    edges: frozenset[int]
    named: frozenset[int]
    railway: bytes
    """By place: 1 where the railway leads that trains with trace follow."""
    working: frozenset[int]
    """The places of Extenders that are linked."""

    def kind(self, place: int) -> SourceKind | None:
        """What makes a place a source."""
        if not self.column[place]:
            return None
        if place in self.edges:
            return "edge"
        if place in self.named:
            return "named"
        return "extender" if place in self.working else "detrainable"


def sources_of(theatre: Theatre, side: Side) -> Sources:
    """The sources of a side."""
    now = theatre.position
    key = ("sources", side, now.control, now.gauge, now.extenders)
    return theatre.while_all_stand(key, lambda theatre: _sources(theatre, side))


def entrances(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """Rail hexes on the map's edge where reinforcements of a side may enter."""
    own = figures("edge_sources", theatre.rulings.edge_sources)["edges"] == "own"
    return edge_rails(theatre.land, (WEST if side == "axis" else EAST) if own else None)


def edge_sources(theatre: Theatre, side: Side) -> frozenset[int]:
    """The entrances of a side that it holds, with its own gauge (OCS-12.6a-1)."""
    if not in_force("OCS-12.6a-1"):
        return frozenset()
    gauge, held = own_gauge(theatre, side), controlled(theatre, side)
    return frozenset(place for place in entrances(theatre, side) if gauge[place] and held[place])


def named_sources(theatre: Theatre, side: Side) -> frozenset[int]:
    """Sources that the game's own rules name (OCS-12.6a-1)."""
    named = theatre.sources[SIDES.index(side)]
    return named if in_force("OCS-12.6a-1") else frozenset()


def edge_rails(land: Land, edge: tuple[int, ...] | None) -> tuple[int, ...]:
    """The rail hexes on one edge of the map that is played on, or on any."""
    return land.once(("edge rails", edge), lambda land: _edge_rails(land, edge))


def _edge_rails(land: Land, edge: tuple[int, ...] | None) -> tuple[int, ...]:
    beside = land.graph.neighbours_by_direction
    return tuple(
        place
        for place, row in enumerate(beside)
        if (min(row) < 0 if edge is None else all(row[way] < 0 for way in edge))
        and land.has_rail(place)
    )


def cargo_stops(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where trains load and unload: by rail alone, without help of any kind."""
    key = ("cargo stops", side, theatre.position.control, theatre.position.gauge)
    return theatre.while_all_stand(key, lambda theatre: _cargo_stops(theatre, side))


def _cargo_stops(theatre: Theatre, side: Side) -> bytes:
    starts = edge_sources(theatre, side) | named_sources(theatre, side)
    return detrainable_places(theatre, side, railway_from(theatre, side, starts, cargo=True))


def _sources(theatre: Theatre, side: Side) -> Sources:
    """Extenders may open stretches of railway on which others stand: until nothing is added."""
    edges, named = edge_sources(theatre, side), named_sources(theatre, side)
    waiting = [one for one in theatre.position.extenders if one.side == side]
    working: frozenset[int] = frozenset()
    while True:
        starts = edges | named | (working if in_force("OCS-12.7a-2") else frozenset())
        railway = railway_from(theatre, side, starts, cargo=False)
        column = bytearray(theatre.land.size)
        if in_force("OCS-12.6a-2"):
            column = bytearray(detrainable_places(theatre, side, railway))
        for place in edges | named:
            column[place] = 1
        links = bytes(column)
        for place in working:
            column[place] = 1
        open_now = _without_zones(theatre, side, bytes(column))
        ends = open_now if in_force("OCS-12.7c-1") else _without_zones(theatre, side, links)
        more = {one.place for one in waiting if linked(theatre, one, ends)} - working
        if not more:
            return Sources(open_now, edges, named, railway, working)
        working |= more


def _without_zones(theatre: Theatre, side: Side, column: bytes) -> bytes:
    """The sources that an enemy unit or an open zone does not close (OCS-12.6b-1)."""
    enemies = theatre.held_by(other_side(side))
    shut = either(enemies, open_zones(theatre, side)) if in_force("OCS-12.6b-1") else enemies
    return without(column, shut)


# Extenders


def range_of(kind: Literal["truck", "wagon"]) -> int:
    """How far back an Extender links, in twelfths (OCS-12.7b-1, OCS-12.7b-2)."""
    limit: int = FIGURES["extender"][kind]["mp"] * TWELFTHS
    return limit if in_force("OCS-12.7b-1" if kind == "truck" else "OCS-12.7b-2") else 0


def linked(theatre: Theatre, extender: Extender, ends: bytes) -> bool:
    """Whether an Extender links back to one of these hexes (OCS-12.7b-3)."""
    if not in_force("OCS-12.6a-3"):
        return False
    move = FIGURES["extender"][extender.kind]["by"]
    found = ways_from(theatre, extender.side, extender.place, move, range_of(extender.kind))
    there = found.marked()
    if in_force(("OCS-12.7b-3", "OCS-12.3c-1")):
        there = widened(theatre.land.graph, there)
    if not in_force("OCS-12.7c-2"):
        ends = either(ends, _beyond_hqs(theatre, extender.side, ends))
    return touch(there, ends)


def _beyond_hqs(theatre: Theatre, side: Side, ends: bytes) -> bytes:
    """By place: 1 at an HQ that itself draws from one of these hexes."""
    found = bytearray(theatre.land.size)
    for row in throwing_hqs(theatre, side):
        place = theatre.place_of(row)
        ways = ways_from(theatre, side, place, draw_type(theatre, row), draw_range())
        near = widened(theatre.land.graph, ways.marked())
        found[place] = touch(near, ends)
    return bytes(found)
