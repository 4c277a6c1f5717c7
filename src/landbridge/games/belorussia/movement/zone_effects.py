"""What an enemy zone of control does in a hex, and which of it a friend there negates (OCS 4.5a).

One table for every chapter: marching, supply, railways, air bases and rebuilding ask it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.zones import (
    NO_ZONE,
    enemy_zones,
    open_zones,
    why_no_zone,
)
from landbridge.games.belorussia.position.asking import HexLabel, PositionQuestion
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Side

Effect = Literal[
    "truck_movement",
    "truck_supply_path",
    "rail_cargo",
    "rail_trace",
    "gauge_conversion",
    "aircraft_refit",
    "entering_reserve",
    "changing_to_strat",
    "moving_in_strat",
    "rebuilding",
]


class ZoneEffect(Struct, frozen=True):
    """One thing that an enemy zone does."""

    rule: str
    negated: bool
    """Whether a friendly combat unit in the hex prevents it."""
    text: str


EFFECTS: dict[Effect, ZoneEffect] = {
    "truck_movement": ZoneEffect("OCS-4.5a-2", True, "a unit with Truck MP that enters stops"),
    "truck_supply_path": ZoneEffect(
        "OCS-4.5a-7", True, "a supply path in Truck MP neither enters nor leaves"
    ),
    "rail_cargo": ZoneEffect("OCS-4.5a-9", False, "rail cargo neither enters nor leaves"),
    "rail_trace": ZoneEffect("OCS-4.5a-10", True, "trace along the railway is blocked"),
    "gauge_conversion": ZoneEffect("OCS-4.5a-11", False, "no gauge is converted"),
    "aircraft_refit": ZoneEffect("OCS-4.5a-12", True, "an air base refits no planes"),
    "entering_reserve": ZoneEffect("OCS-4.5a-13", False, "nobody goes into Reserve Mode"),
    "changing_to_strat": ZoneEffect("OCS-4.5a-14", False, "nobody changes to Strat Mode"),
    "moving_in_strat": ZoneEffect("OCS-4.5a-15", False, "nobody in Strat Mode moves in"),
    "rebuilding": ZoneEffect("OCS-4.5a-16", False, "nothing is rebuilt with Repls"),
}


def felt(theatre: Theatre, side: Side, effect: Effect) -> bytes | None:
    """By place: 1 where an enemy zone does this to a side; nothing at all without the rule."""
    does = EFFECTS[effect]
    if not in_force(does.rule):
        return None
    return open_zones(theatre, side) if does.negated else enemy_zones(theatre, side)


def is_felt(theatre: Theatre, side: Side, effect: Effect, place: int) -> bool:
    """Whether an enemy zone does this to a side in a hex."""
    column = felt(theatre, side, effect)
    return column is not None and bool(column[place])


class ZoneFound(Struct, frozen=True, kw_only=True):
    """What a side meets in a hex."""

    enemy_zoc: bool
    exerted_by: tuple[str, ...]
    negated_by: tuple[str, ...]
    """Friendly combat units in the hex, where there is a zone to negate."""
    prevents: tuple[Effect, ...]
    """What cannot be done there."""


class ZoneQuestion(PositionQuestion, frozen=True, kw_only=True):
    """Whether an enemy ZOC reaches a hex, who exerts and negates it, and what it prevents."""

    cites = ("OCS-4.5-1", "OCS-4.5-2", "OCS-4.5-3", "OCS-4.5-4", "OCS-4.5b-1")

    side: Annotated[Side, Meta(description="the side that meets it")]
    hex: HexLabel

    def answer(self, nature: Nature) -> Finding[ZoneFound]:
        theatre, why = self.theatre(), Why()
        place = theatre.land.place(self.hex)
        around = theatre.land.graph.neighbours[place]
        enemies = [row for there in around for row in theatre.stack(there, other_side(self.side))]
        exerting = [row for row in enemies if _exerts(theatre, row, why)]
        if not enemy_zones(theatre, self.side)[place]:
            return why.so(ZoneFound(enemy_zoc=False, exerted_by=(), negated_by=(), prevents=()))
        why("OCS-4.5-1", "a ZOC covers the six hexes next to the unit, whatever lies in them")
        friends = theatre.combat_units(place, self.side)
        if friends and not why("OCS-4.5b-1", "a friendly combat unit there negates some effects"):
            friends = ()
        return why.so(
            ZoneFound(
                enemy_zoc=True,
                exerted_by=_names(theatre, exerting),
                negated_by=_names(theatre, friends),
                prevents=tuple(_prevented(theatre, self.side, place, bool(friends), why)),
            )
        )


def _exerts(theatre: Theatre, row: int, why: Why) -> bool:
    name, silent = theatre.counter(row).name, why_no_zone(theatre, row)
    if silent:
        why(silent, f"{name} {NO_ZONE[silent]}: no ZOC")
        return False
    if theatre.marker(row) == "exploit":
        return why("OCS-5.9c-1", f"{name} is in Exploit Mode and keeps the ZOC that it had")
    why("OCS-4.5-2", f"{name} is Attack-Capable and in Combat Mode: it exerts a ZOC")
    return True


def _prevented(theatre: Theatre, side: Side, place: int, negated: bool, why: Why) -> list[Effect]:
    found = []
    for effect, does in EFFECTS.items():
        if is_felt(theatre, side, effect, place):
            kept = negated and not does.negated
            why(does.rule, f"{does.text}{', friend or not' if kept else ''}")
            found.append(effect)
        elif negated and does.negated:
            why(does.rule, f"negated: {does.text}")
    why("OCS-4.5a-8", "supply paths in Leg or Track MP pass")
    return found


def _names(theatre: Theatre, rows: list[int] | tuple[int, ...]) -> tuple[str, ...]:
    return tuple(theatre.counter(row).name for row in rows)
