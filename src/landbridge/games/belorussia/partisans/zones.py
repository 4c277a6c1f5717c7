"""Where the disruptive ZOC of active partisans acts on the map (rule 3.7b)."""

from __future__ import annotations

from landbridge.engine.columns import WORD
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.movement.zones import zones_of
from landbridge.games.belorussia.partisans.moving import Disruption, Path, disruptive_zone
from landbridge.games.belorussia.position.position import INACTIVE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import CITIES


def disruptions(theatre: Theatre) -> dict[int, Disruption]:
    """The hexes in which a partisan's disruptive ZOC is in force, and what it does there."""
    if not theatre.counters.partisans:
        return {}
    return theatre.once("disruptions", _disruptions)


def disrupted_places(theatre: Theatre) -> frozenset[int]:
    """The hexes that cost Axis units a point more to enter."""
    return frozenset(place for place, found in disruptions(theatre).items() if found.extra_mp)


def disrupted_paths(theatre: Theatre, path: Path) -> bytes:
    """By place: 1 where no Axis supply path of this kind may pass."""
    found = bytearray(theatre.land.size)
    for place, disruption in disruptions(theatre).items():
        found[place] = path in disruption.blocks
    return bytes(found)


def sleeping_places(theatre: Theatre) -> frozenset[int]:
    """The hexes that only face-down partisans hold: they give way to whoever enters (3.7a-5)."""
    if not theatre.counters.partisans or not in_force("TFB-3.7a-5"):
        return frozenset()
    return theatre.once("sleeping partisans", _sleeping)


def _sleeping(theatre: Theatre) -> frozenset[int]:
    at, size, done = WORD.numbers(theatre.position.at), theatre.land.size, theatre.position.done
    asleep = {row for row in theatre.counters.partisans if at[row] < size and done[row] & INACTIVE}
    places = {at[row] for row in asleep}
    return frozenset(p for p in places if asleep.issuperset(theatre.combat_units(p, "soviet")))


def _disruptions(theatre: Theatre) -> dict[int, Disruption]:
    at, size = WORD.numbers(theatre.position.at), theatre.land.size
    around = {
        there
        for row in theatre.counters.partisans
        if at[row] < size and not theatre.position.done[row] & INACTIVE
        for there in theatre.land.graph.neighbours[at[row]]
    }
    if not around:
        return {}
    zones = zones_of(theatre, "axis")
    found = {place: _in_hex(theatre, place, bool(zones[place])) for place in around}
    return {place: does for place, does in found.items() if does.in_force}


def _in_hex(theatre: Theatre, place: int, axis_zoc: bool) -> Disruption:
    terrain = theatre.land.terrain[place]
    return disruptive_zone(
        True,
        village="village" in terrain,
        city=not set(CITIES).isdisjoint(terrain),
        road=theatre.land.has_road(place),
        axis_unit=bool(theatre.stack(place, "axis")),
        axis_zoc=axis_zoc,
        disruptive_zoc=theatre.rulings.disruptive_zoc,
    ).result
