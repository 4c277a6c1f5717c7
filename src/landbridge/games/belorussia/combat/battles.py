"""Battles on the map: who takes part, over which ground, along which way (OCS 9.1, 9.6)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.building.engineers import bridged_places, pontoon_places
from landbridge.games.belorussia.combat.works import DEFENSE_BASE, hedgehog_at
from landbridge.games.belorussia.movement.costs import pays_as
from landbridge.games.belorussia.movement.faces import face_up
from landbridge.games.belorussia.partisans.zones import sleeping_places
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.combat_terrain import (
    may_come,
)
from landbridge.games.belorussia.terrain.multipliers import (
    Attack,
    Battlefield,
)
from landbridge.games.belorussia.terrain.words import Road
from landbridge.games.belorussia.units.penal import penal_effect
from landbridge.games.belorussia.words import Side

NOBODY = -1
PENAL = "penal assault"
"""What the orders of battle call penal units."""


class Battle(Struct, frozen=True, kw_only=True):
    """An attack on a hex: who takes part, who leads, who is supplied."""

    side: Side
    """The attacker's."""
    target: int
    attackers: tuple[int, ...]
    leader: int
    """The attacker whose action rating counts."""
    hexes: tuple[int, ...]
    """Where the attackers stood when it began."""
    attack: Attack = "regular"
    defenders: tuple[int, ...] = ()
    supplied: tuple[int, ...] = ()
    """The defenders that have combat supply."""
    against: int = NOBODY
    """The defender whose action rating counts."""

    @property
    def enemy(self) -> Side:
        """The defender's side."""
        return other_side(self.side)


def named_battle(
    theatre: Theatre, rows: Sequence[int], target: int, leader: int, attack: Attack = "regular"
) -> Battle:
    """An attack by these units, all defenders supplied, the best of them leading."""
    side = theatre.counter(rows[0]).side
    defenders = defenders_of(theatre, side, target)
    able = leaders(theatre, defenders)
    return Battle(
        side=side,
        target=target,
        attackers=tuple(rows),
        leader=leader,
        hexes=tuple(sorted({theatre.place_of(row) for row in rows})),
        attack=attack,
        defenders=defenders,
        supplied=defenders,
        against=max(able, key=lambda row: face_up(theatre, row).rating, default=NOBODY),
    )


def leaders(theatre: Theatre, defenders: Sequence[int]) -> tuple[int, ...]:
    """The defenders whose action rating may count; a defence base has to lead."""
    bases = [row for row in defenders if theatre.counter(row).arm == DEFENSE_BASE]
    return tuple(bases) if bases and in_force("TFB-2.4g-3") else tuple(defenders)


def defenders_of(theatre: Theatre, side: Side, target: int) -> tuple[int, ...]:
    """Who defends a hex against a side: all combat units in it, but no partisans face down."""
    asleep = sleeping_places(theatre) if side == "axis" else frozenset[int]()
    found = () if target in asleep else theatre.combat_units(target, other_side(side))
    return found if in_force("OCS-9.1d-1") else found[:1]


# Where it is fought


def battlefield(
    theatre: Theatre, side: Side, here: int, target: int, attack: Attack
) -> Battlefield:
    """The ground between an attacking stack and the hex that it attacks."""
    land, ends = theatre.land, (here, target)
    lies = land.between[land.graph.step(here, target)]
    road: Road = lies.road or ("rail" if lies.rail else "none")
    if road == "none" and lies.water and not pontoon_places(theatre, side).isdisjoint(ends):
        road = "pontoon"
    return Battlefield(
        terrain=land.terrain[target],
        hexside=lies.water or "none",
        ground=theatre.ground,
        ice=theatre.ice,
        road=road,
        bridging=not bridged_places(theatre, side).isdisjoint(ends),
        attack=attack,
    )


def hedgehog_met(theatre: Theatre, battle: Battle, why: Why) -> int:
    """The level that attackers meet: a penal unit stacked with one of them takes a level off."""
    level = hedgehog_at(theatre, battle.target, battle.defenders, why)
    penal = penal_units(theatre, battle.attackers)
    if not penal:
        return level
    ruling = theatre.rulings.penal_no_hedgehog
    found = penal_effect(level, len(penal), bool(at_work(theatre, battle.attackers)), ruling)
    return why.add(found).hedgehog


def penal_units(theatre: Theatre, rows: Sequence[int]) -> tuple[int, ...]:
    """The penal assault units among these."""
    return tuple(row for row in rows if theatre.counter(row).arm == PENAL)


def at_work(theatre: Theatre, attackers: Sequence[int]) -> tuple[int, ...]:
    """The penal units that are stacked with another attacker."""
    others = {theatre.place_of(row) for row in attackers if theatre.counter(row).arm != PENAL}
    penal = penal_units(theatre, attackers)
    return tuple(row for row in penal if theatre.place_of(row) in others)


def comes_by(theatre: Theatre, row: int, target: int, attack: Attack) -> str | None:
    """The rule that lets a unit attack a hex that is barred to it otherwise; nothing where it is
    not barred, None where it is all the same."""
    side, move = theatre.counter(row).side, pays_as(theatre, row)
    place = battlefield(theatre, side, theatre.place_of(row), target, attack)
    if attack == "overrun":
        return ""
    bare = replace(place, road="none", bridging=False)
    ways = (
        ("", bare),
        ("OCS-9.1f-2", replace(place, bridging=False)),
        ("OCS-13.8b-3", replace(place, road="none")),
    )
    for by, way in ways:
        if in_force(by) and may_come(way, move, Why(), theatre.rulings):
            return by
    return None
