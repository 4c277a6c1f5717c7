"""Isolation (9.606): where both areas overlap, what type it is, who Controls what afterwards."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.map.hexes import lvp_labels, strategic_by_print
from landbridge.games.orsha.rules.perimeter.determination import Perimeter
from landbridge.games.orsha.rules.perimeter.isolated_areas import (
    SOLID,
    AreaType,
    Holder,
    IsolatedArea,
    area_type,
    effects_on_units,
    groups,
)
from landbridge.games.orsha.rules.perimeter.position import SIDES, Position, Unit, enemy_of
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import IsolatedAreas, ShortageScope


class Isolation(Struct, frozen=True):
    """How the map stands after step 9.606."""

    areas: tuple[IsolatedArea, ...]
    isolated: frozenset[Hex]
    no_mans_land: frozenset[Hex]
    control: dict[Hex, Side]
    markers_removed: tuple[Hex, ...]
    """Enemy Control markers that are taken off non-Isolated ground."""
    eliminated: tuple[Unit, ...]
    fronts: dict[Side, frozenset[Hex]]
    """Front Line hexes that are left."""


@rule(
    "OTO-8.2-IsoLoc-1",
    "OTO-8.2-IsoArea-1",
    "OTO-9.6051-2",
    "OTO-9.6056-6",
    "OTO-9.6057-1",
    "OTO-PER-17",
)
def _isolated(
    perimeters: dict[Side, Perimeter], isolated_areas: IsolatedAreas, why: Why
) -> list[frozenset[Hex]]:
    """The Isolated Areas: groups of hexes in both areas, every Pocket, and what was one.

    A Pocket that takes in a map-edge hex counts as marked in 9.6054, but what is in it stays
    Isolated (9.6057), however far the enemy's front has drawn back.
    """
    german, russian = (perimeters[side] for side in SIDES)
    common = german.area & russian.area
    if common and not why(
        ("OTO-8.2-IsoLoc-1", "OTO-9.6051-2", "OTO-PER-17"),
        "hexes inside both Perimeter Areas are Isolated",
    ):
        common = frozenset()
    pockets = [
        pocket & perimeter.area for perimeter in perimeters.values() for pocket in perimeter.pockets
    ]
    if pockets and not why(
        ("OTO-9.6056-6", "OTO-PER-17"), "every Pocket is an Isolated Area, covered or not"
    ):
        pockets = []
    sections = [s & perimeter.area for perimeter in perimeters.values() for s in perimeter.sections]
    if sections and not why(
        "OTO-9.6057-1", "a Pocket that has reached the map edge is none, but stays Isolated"
    ):
        sections = []
    pockets += sections
    joined = common.union(*pockets)
    if not joined or not why(
        "OTO-8.2-IsoArea-1", "adjacent Isolated Locations make one Isolated Area"
    ):
        return [frozenset([place]) for place in sorted(joined)]
    if isolated_areas == "merged":
        return groups(joined)
    return [*groups(joined.difference(*pockets)), *(pocket for pocket in pockets if pocket)]


# Control


def _held(position: Position, unit_sides: dict[Hex, Side], place: Hex) -> Side | None:
    """Who Controls a hex now: by its units, its Control marker, or as the players say."""
    return (
        unit_sides.get(place)
        or position.markers.get(place)
        or position.control.get(place)
        or position.edge.get(place)
    )


@rule("OTO-9.6062-2")
def _passes_to(
    position: Position, area: frozenset[Hex], control: dict[Hex, Side], why: Why
) -> Side | None:
    """The one side that Controls all Controlled ground around a Pocket, if there is one."""
    around = {near for place in area for near in position.where.atlas.neighbours(place)} - area
    sides = {control[place] for place in around if place in control}
    if len(sides) == 1 and why(
        "OTO-9.6062-2",
        "an unoccupied Pocket with ground of one side around it passes to that side,"
        " Isolated no more",
    ):
        return sides.pop()
    return None


@rule("OTO-9.6051-3", "OTO-NEC-26", "OTO-NEC-27")
def _keeps(position: Position, place: Hex, lvp: bool, why: Why) -> Side | None:
    """The side that keeps a Strategic Location although it lies in No Man's Land."""
    where = position.where
    holder = position.markers.get(place)
    if holder is None and where.full and strategic_by_print(where.atlas, place):
        holder = position.control.get(place) or position.edge.get(place)
    if holder is None:
        return None
    rules = ("OTO-9.6051-3", "OTO-NEC-27", *(("OTO-NEC-26",) if lvp else ()))
    text = "a Strategic Location is never No Man's Land: it stays with its last Controller"
    return holder if why(rules, text) else None


@rule("OTO-9.6058-1", "OTO-9.6058-3", "OTO-9.6062-1", "OTO-9.6062-3", "OTO-9.6062-4", "OTO-PER-19")
def settle(
    position: Position,
    perimeters: dict[Side, Perimeter],
    why: Why,
    gone: frozenset[Unit] = frozenset(),
    isolated_areas: IsolatedAreas = "merged",
    shortage_scope: ShortageScope = "units_and_weapons",
) -> Isolation:
    """Types, Control and No Man's Land, with the units that have Escaped or are lost left out.

    Asked again after each Escape: types and Control follow from who is left (9.6065).
    """
    lost = tuple(unit for side in SIDES for unit in perimeters[side].eliminated)
    left = [unit for unit in position.units if unit not in gone and unit not in lost]
    if gone and not why(
        ("OTO-9.6065-1", "OTO-PER-21"), "after an Escape types and Control are looked up afresh"
    ):
        left = [unit for unit in position.units if unit not in lost]
    standing_in = {unit.place: unit.side for unit in left if unit.kind in SOLID}
    isolated = _isolated(perimeters, isolated_areas, why)
    every = frozenset[Hex]().union(*isolated)
    control: dict[Hex, Side] = {}
    removed: list[Hex] = []
    for side in SIDES:
        own = sorted(perimeters[side].area - every)
        if own and why(
            ("OTO-9.6058-1", "OTO-PER-19"),
            "each side Controls the non-Isolated Locations of its area; enemy markers go",
        ):
            control.update(dict.fromkeys(own, side))
            removed += [p for p in own if position.markers.get(p) == enemy_of(side)]
    areas: list[IsolatedArea] = []
    empty: list[tuple[frozenset[Hex], AreaType, Side | None, list[Unit]]] = []
    for hexes in isolated:
        inside = [unit for unit in left if unit.place in hexes]
        kind = area_type(inside, why)
        whose = _pocket_of(hexes, perimeters)
        if kind in ("A", "B"):
            empty.append((hexes, kind, whose, inside))
            continue
        holder = _hold(position, hexes, kind, standing_in, control, why)
        areas.append(
            IsolatedArea(
                hexes, kind, whose, holder, *effects_on_units(kind, inside, shortage_scope, why)
            )
        )
    areas += _unoccupied(position, empty, control, shortage_scope, why)
    return _no_mans_land(position, perimeters, areas, every, control, removed, lost, why)


def _pocket_of(hexes: frozenset[Hex], perimeters: dict[Side, Perimeter]) -> Side | None:
    for side in SIDES:
        if hexes and hexes <= frozenset[Hex]().union(*perimeters[side].pockets):
            return side
    return None


def _hold(
    position: Position,
    hexes: frozenset[Hex],
    kind: AreaType,
    standing_in: dict[Hex, Side],
    control: dict[Hex, Side],
    why: Why,
) -> Holder:
    """Control in an occupied Isolated Area."""
    kept = why("OTO-9.6058-3", "Locations of Isolated Areas keep their present Control")
    for place in hexes:
        holder = _held(position, standing_in, place)
        if holder is not None and kept:
            control[place] = holder
    if kind == "C" and why(
        ("OTO-9.6062-3", "OTO-PER-19"), "type C: the occupying side Controls all of it"
    ):
        side = next(standing_in[place] for place in hexes if place in standing_in)
        control.update(dict.fromkeys(hexes, side))
        return side
    held = {control[place] for place in hexes if place in control}
    if len(held) == 2 and why(
        ("OTO-9.6062-4", "OTO-PER-19"), "type D: each side Controls some Locations of it"
    ):
        return "both"
    return held.pop() if len(held) == 1 else "none"


def _unoccupied(
    position: Position,
    empty: list[tuple[frozenset[Hex], AreaType, Side | None, list[Unit]]],
    control: dict[Hex, Side],
    shortage_scope: ShortageScope,
    why: Why,
) -> list[IsolatedArea]:
    """Areas of types A and B: No Man's Land, unless a Pocket passes to the side around it."""
    made: dict[frozenset[Hex], IsolatedArea] = {}
    changed = True
    while changed:
        changed = False
        for hexes, kind, whose, inside in empty:
            if hexes in made and made[hexes].passed_to is not None:
                continue
            side = None
            if whose is not None and kind in ("A", "B"):
                side = _passes_to(position, hexes, control, why)
            if side is not None:
                control.update(dict.fromkeys(hexes, side))
                changed = True
            holder: Holder = side or "none"
            fleeing = effects_on_units(kind, inside, shortage_scope, why)[0]
            made[hexes] = IsolatedArea(hexes, kind, whose, holder, fleeing, (), side)
    return [made[hexes] for hexes, *_ in empty]


@rule("OTO-9.6051-1", "OTO-8.2-NML-1", "OTO-9.6062-1", "OTO-NEC-28")
def _no_mans_land(
    position: Position,
    perimeters: dict[Side, Perimeter],
    areas: list[IsolatedArea],
    every: frozenset[Hex],
    control: dict[Hex, Side],
    removed: list[Hex],
    lost: tuple[Unit, ...],
    why: Why,
) -> Isolation:
    german, russian = (perimeters[side] for side in SIDES)
    land: set[Hex] = set()
    out = position.where.hexes - german.area - russian.area
    if out and why(
        ("OTO-9.6051-1", "OTO-8.2-NML-1", "OTO-PER-19"), "outside both areas: No Man's Land"
    ):
        land |= out
    passed = frozenset[Hex]().union(*(area.hexes for area in areas if area.passed_to))
    for area in areas:
        if area.type in ("C", "D") or area.passed_to:
            continue
        own = ("OTO-9.6051-1", "OTO-8.2-NML-1") if area.type == "A" else ("OTO-NEC-28",)
        if why(("OTO-9.6062-1", *own), f"type {area.type}: No Man's Land"):
            land |= area.hexes
    marked = set(lvp_labels()) if position.where.full else set()
    for place in sorted(land):
        holder = _keeps(position, place, position.where.label(place) in marked, why)
        if holder is not None:
            land.discard(place)
            control[place] = holder
    if land and not why("OTO-9.6058-3", "No Man's Land has no Controller"):
        control.update({p: side for p, side in position.control.items() if p in land})
    fronts = {
        side: frozenset(
            place
            for place in perimeters[side].front
            if place not in passed or control.get(place) == side
        )
        for side in SIDES
    }
    ordered = sorted(areas, key=lambda area: min(area.hexes))
    return Isolation(
        tuple(ordered), every - passed, frozenset(land), control, tuple(removed), lost, fronts
    )
