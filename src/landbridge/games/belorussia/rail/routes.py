"""Ways along the own railway (OCS 13.3e to h): what bars them, and which of them is cheapest."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.space.graph import BARRED, StepCosts
from landbridge.engine.space.marks import either
from landbridge.engine.space.trace import shortest
from landbridge.engine.space.zones import widened
from landbridge.games.belorussia.movement.bars import Bar, barred
from landbridge.games.belorussia.movement.zones import enemy_zones
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.detraining import not_held, rail_steps, wrong_gauge
from landbridge.games.belorussia.words import Side


class RailRoute(Struct, frozen=True):
    """A way by rail."""

    places: tuple[int, ...]
    multi_track: bool
    """Whether every step of it is."""
    busted: bool
    """Whether it touches an enemy Trainbusting zone."""

    @property
    def dearness(self) -> Fraction:
        """What it makes of the usual cost."""
        return Fraction(1, 2 if self.multi_track else 1) * (2 if self.busted else 1)


def find_route(
    theatre: Theatre, side: Side, start: int, end: int, block: bytes
) -> RailRoute | None:
    """The way by rail that costs least, and is the shortest of those; None if the ends are shut."""
    if block[start] or block[end]:
        return None
    land, zone = theatre.land, trainbusting_zone(theatre, side)
    outside = not (zone[start] or zone[end])
    blocks = (either(block, zone), block) if outside and 1 in zone else (block,)
    found = []
    for multi, steps in ((True, multi_track_steps(land)), (False, rail_steps(land))):
        for shut in blocks:
            way = shortest(steps, start, end, barred=shut)
            if way is not None:
                busted = any(zone[place] for place in way.places)
                found.append(RailRoute(tuple(way.places), multi, busted))
    return min(found, key=lambda route: (route.dearness, len(route.places)), default=None)


def multi_track_steps(land: Land) -> StepCosts:
    """The steps along railways with more than one track; all others are barred."""
    return land.once("multi-track steps", _multi_track_steps)


def _multi_track_steps(land: Land) -> StepCosts:
    rails = (1 if lies.rail == "double" else BARRED for lies in land.between)
    return StepCosts(land.graph, array("h", rails))


def trainbusting_zone(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 in the enemy's Trainbusting zones: a marker's hex and the six around it."""
    markers = theatre.position.trainbusting[1 - SIDES.index(side)]
    column = BYTE.put_all(bytes(theatre.land.size), dict.fromkeys(markers, 1))
    return either(column, widened(theatre.land.graph, column)) if markers else column


# What bars the way


def rail_bars(theatre: Theatre, side: Side, ends: Sequence[int], repairs: bool) -> tuple[Bar, ...]:
    """Whatever keeps trains of a side off hexes between these ends.

    Whether an enemy ZOC reaches the ends is for entraining and detraining to ask. `repairs`: a
    Rail Repair unit is on the train.
    """
    return tuple(_bars(theatre, side, ends, repairs))


def _bars(theatre: Theatre, side: Side, ends: Sequence[int], repairs: bool) -> Iterator[Bar]:
    own = "rail of the own gauge, converted by a Rail Repair unit"
    yield Bar(wrong_gauge(theatre, side), "has not the own gauge", ("OCS-13.3f-1",), own)
    held = "take it first: a combat unit enters it"
    yield Bar(not_held(theatre, side), "is not controlled", ("OCS-13.3h-1",), held)
    open_ends = dict.fromkeys(ends, 0)
    if in_force(("OCS-13.3e-3", "OCS-4.8c-3")):
        enemies = BYTE.put_all(theatre.held_by(other_side(side)), open_ends)
        text, rules = "holds an enemy combat unit", ("OCS-13.3e-3", "OCS-4.8c-3")
        yield Bar(enemies, text, rules, "another way, if there is one")
    if in_force(("OCS-13.3e-3", "OCS-4.5a-9")):
        zones = BYTE.put_all(enemy_zones(theatre, side), open_ends)
        rules = ("OCS-13.3e-3", "OCS-4.5a-9")
        yield Bar(zones, "is in an enemy ZOC", rules, "no friend negates it for rail cargo")
    if repairs and in_force("OCS-13.3g-7"):
        fresh = {place for places in theatre.position.converted.values() for place in places}
        column = BYTE.put_all(bytes(theatre.land.size), dict.fromkeys(fresh, 1))
        text = "was converted in this phase"
        yield Bar(column, text, ("OCS-13.3g-7",), "Rail Repair units use it from the next phase on")


def way_violation(
    theatre: Theatre, side: Side, start: int, end: int, found: Sequence[Bar]
) -> Violation:
    """Why no way by rail leads from one hex to the other: the bar without which one would."""
    labels = theatre.land.labels
    for bar in found:
        others = [other for other in found if other is not bar]
        route = find_route(theatre, side, start, end, barred(theatre, others))
        if route is not None:
            there = next((place for place in route.places if bar.places[place]), end)
            return Violation(f"{labels[there]} {bar.text}", bar.rules, bar.remedy)
    text = f"no railway that can be used leads from {labels[start]} to {labels[end]}"
    return Violation(text, ("OCS-13.3e-3",), "connected rail hexes of the own gauge")
