"""Hexes that the booklets' own rules close to a unit: limited units, Hungarians, partisans.

The chapters under `units` and `partisans` say what they mean; here the position answers what a
player would have to tell them.
"""

from __future__ import annotations

from collections.abc import Iterator

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.space.marks import marked_places
from landbridge.engine.space.zones import widened
from landbridge.games.belorussia.movement.faces import attack_capable
from landbridge.games.belorussia.movement.special_orders import outside_hungarian_area
from landbridge.games.belorussia.movement.zones import enemy_zones
from landbridge.games.belorussia.partisans.moving import partisan_move_violations
from landbridge.games.belorussia.position.counters import Counter, other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import HEX_TERRAIN, HexTerrain
from landbridge.games.belorussia.units.limited_units import Kind, NextTo, limited_violations
from landbridge.games.belorussia.words import Side

Closed = tuple[bytes, Violation]
"""Places, and why a unit may not enter them."""


def special_bars(theatre: Theatre, row: int) -> Iterator[Closed]:
    """What the booklets close to this unit."""
    counter = theatre.counter(row)
    if counter.arm == "partisan":
        yield from _partisans(theatre, counter)
    if counter.nation == "Hungarian" and counter.is_combat and in_force("TFB-2.5b-1"):
        yield (
            outside_hungarian_area(theatre),
            Violation(
                "it lies outside the Restriction Area of the Hungarians",
                ("TFB-2.5b-1",),
                "south of row xx.27 on maps C and D, west of the Dnepr",
            ),
        )
    kind = limited_kind(counter)
    if kind != "other":
        yield from _limited(theatre, counter, kind)


# Limited units (2.4h) and Hungarians (2.5b-2)

_KINDS: dict[str, Kind] = {
    "security division": "security",
    "security regiment": "security",
    "police regiment": "police",
    "training division": "training",
    "korueck": "korueck",
    "border battalion": "border",
}
"""The units of the orders of battle that are limited ones, by what they are called there."""


def limited_kind(counter: Counter) -> Kind:
    """Which kind of limited unit a counter is, if it is one."""
    if counter.nation == "Hungarian" and counter.is_combat:
        return "hungarian"
    if counter.nation == "Lithuanian":
        return "lithuanian"
    return _KINDS.get(counter.arm, "other")


def _limited(theatre: Theatre, counter: Counter, kind: Kind) -> Iterator[Closed]:
    nearness: tuple[NextTo, ...] = ("attack_capable", "other")
    for next_to in nearness:
        for violation in limited_violations(kind, "move", next_to):
            yield next_to_enemies(theatre, counter.side, next_to), violation


def next_to_enemies(theatre: Theatre, side: Side, kind: NextTo) -> bytes:
    """By place: 1 next to an enemy combat unit, or only next to Attack-Capable ones."""
    key = ("next to enemies", side, kind)
    return theatre.once(key, lambda theatre: _next_to(theatre, side, kind), other_side(side))


def is_next_to_enemy(theatre: Theatre, row: int) -> bool:
    """Whether an enemy combat unit stands next to a counter."""
    side = theatre.counter(row).side
    return bool(next_to_enemies(theatre, side, "other")[theatre.place_of(row)])


def _next_to(theatre: Theatre, side: Side, kind: NextTo) -> bytes:
    enemy = other_side(side)
    held = theatre.held_by(enemy)
    if kind == "other":
        return widened(theatre.land.graph, held)
    places = bytearray(held)
    for place in marked_places(held):
        units = theatre.combat_units(place, enemy)
        places[place] = any(attack_capable(theatre, row) for row in units)
    return widened(theatre.land.graph, bytes(places))


# Partisans (3.7b)


def _partisans(theatre: Theatre, counter: Counter) -> Iterator[Closed]:
    nowhere: HexTerrain = "heavy_woods"
    for violation in partisan_move_violations(True, nowhere, True, False):
        yield enemy_zones(theatre, counter.side), violation
    for word in HEX_TERRAIN:
        for violation in partisan_move_violations(True, word, False, False):
            yield covered_with(theatre, word), violation


def covered_with(theatre: Theatre, word: HexTerrain) -> bytes:
    """By place: 1 where this terrain is all that lies in the hex."""
    return theatre.land.once(
        ("covered with", word), lambda land: bytes(terrain == (word,) for terrain in land.terrain)
    )
