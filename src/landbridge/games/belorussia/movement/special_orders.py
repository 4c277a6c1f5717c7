"""What the booklets say about setting out: units that wait, ride trains only, or are held.

The chapters under `units` have the rules; here the position answers what they ask.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from landbridge.engine.columns import WORD
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import muted
from landbridge.engine.rules.findings import Finding
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import country, in_order
from landbridge.games.belorussia.map.sheets import atlas
from landbridge.games.belorussia.movement.faces import mobility, mode_of
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import INACTIVE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rulings import HungarianRow
from landbridge.games.belorussia.units.garrisons import rolls_to_leave
from landbridge.games.belorussia.units.hungarians import RIVER, area_violations, hex_at
from landbridge.games.belorussia.units.lithuanians import (
    Active,
    lithuanian_activation,
    waiting_violations,
)
from landbridge.games.belorussia.units.rail_units import RailHex, rail_unit_violations
from landbridge.games.belorussia.words import Side

VILNIUS = "Vilnius"


def order_violations(theatre: Theatre, row: int) -> tuple[Violation, ...]:
    """What the booklets have against a march of this unit, wherever it leads."""
    counter = theatre.counter(row)
    if counter.arm == "rail unit":
        return rail_unit_violations("ground", RailHex(), RailHex())
    if counter.nation == "Lithuanian":
        return waiting_violations(is_awake(theatre, row), "move")
    return ()


def is_awake(theatre: Theatre, row: int) -> bool:
    """Whether a Soviet unit stands so near that a Lithuanian unit is active."""
    return awakening(theatre, row).result != "none"


def awakening(theatre: Theatre, row: int) -> Finding[Active]:
    """What a Lithuanian unit is woken by, if it is: a Soviet unit near it, or near Vilnius."""
    side = other_side(theatre.counter(row).side)
    enemies = theatre.once(("waking", side), lambda theatre: _waking(theatre, side), of=side)
    here = theatre.land.hexes[theatre.place_of(row)]
    near = min(map(here.distance, enemies.hexes), default=None)
    trigger = theatre.rulings.lithuanian_trigger
    return lithuanian_activation(near, enemies.to_vilnius, False, False, trigger)


class _Waking(NamedTuple):
    """The units of a side that may wake Lithuanians."""

    hexes: tuple[Hex, ...]
    """Where they stand."""
    to_vilnius: int | None
    """Hexes from there to the nearest of them."""


def _waking(theatre: Theatre, side: Side) -> _Waking:
    at, size, hexes = WORD.numbers(theatre.position.at), theatre.land.size, theatre.land.hexes
    rows = theatre.counters.combat[SIDES.index(side)]
    places = {at[row] for row in rows if theatre.counter(row).arm != "partisan"}
    found = tuple(hexes[place] for place in sorted(places) if place < size)
    vilnius = country().place(VILNIUS).hexes
    return _Waking(
        found, min((hex.distance(enemy) for hex in vilnius for enemy in found), default=None)
    )


def rolling_to_leave(theatre: Theatre, rows: tuple[int, ...]) -> tuple[int, ...]:
    """The units that leave the hex of an active garrison only if a die lets them."""
    counter, done = theatre.counter, theatre.position.done
    units = theatre.combat_units(theatre.place_of(rows[0]), counter(rows[0]).side)
    held = [row for row in units if counter(row).arm == "garrison" and not done[row] & INACTIVE]
    if not held:
        return ()
    return tuple(
        row
        for row in rows
        if counter(row).is_combat
        and rolls_to_leave(mode_of(theatre, row), mobility(theatre, row), True)
    )


# Where Hungarians may be (2.5b)


def outside_hungarian_area(theatre: Theatre) -> bytes:
    """By place: 1 outside the Hungarians' Restriction Area."""
    row: HungarianRow = theatre.rulings.hungarian_row
    key = ("outside the Hungarian area", row, muted())
    return theatre.land.once(key, lambda land: _outside(land, row))


def _outside(land: Land, row: HungarianRow) -> bytes:
    west = west_of_dnepr()
    return bytes(
        bool(area_violations(label, _side_of_river(label, place in west), row))
        for place, label in zip(land.hexes, land.labels, strict=True)
    )


def _side_of_river(label: str, west: bool) -> bool | None:
    """On which side of the river a hex lies, where the numbers alone do not tell."""
    at = hex_at(label)
    near = at.sheet == RIVER["map"] and RIVER["west_to"] < at.column < RIVER["east_from"]
    return west if near or at.sheet not in (RIVER["map"], *RIVER["west"]) else None


@cache
def west_of_dnepr() -> frozenset[Hex]:
    """The hexes from which the west is reached without crossing a Major River or its longitude."""
    south, sheet = RIVER["west"], RIVER["map"]
    parts = {place: hex_at(atlas().label(place)) for place in atlas().hexes}
    todo = [
        place
        for place, at in parts.items()
        if at.sheet in south or (at.sheet == sheet and at.column <= RIVER["west_to"])
    ]
    found = set(todo)
    while todo:
        place = todo.pop()
        for beside in atlas().neighbours(place):
            at = parts[beside]
            between = at.sheet == sheet and at.column < RIVER["east_from"]
            wet = country().water.get(in_order(place, beside)) == "major_river"
            if between and not wet and beside not in found:
                found.add(beside)
                todo.append(beside)
    return frozenset(found)
