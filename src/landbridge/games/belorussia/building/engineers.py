"""Who does engineer work, and which rivers are bridged for friends (OCS 13.8, 5.10e)."""

from __future__ import annotations

from landbridge.engine.columns import WORD
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.position.counters import SIDES, Group
from landbridge.games.belorussia.position.position import MOVE_SIDE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.pontoons import pontoon_bridge
from landbridge.games.belorussia.words import Side


def engineer_capable(theatre: Theatre, row: int) -> bool:
    """Whether a unit bridges and builds: an HQ or Engineer in Combat Mode, or DG so turned."""
    if theatre.counter(row).duty not in ("hq", "engineer") and in_force("OCS-13.8-1"):
        return False
    mode = mode_of(theatre, row)
    if mode == "dg":
        combat_up = theatre.position.face[row] != MOVE_SIDE
        return combat_up and in_force("OCS-5.10e-1")
    return mode == "combat" or not in_force("OCS-13.8a-1")


def builds_hedgehogs(theatre: Theatre, row: int) -> bool:
    """Whether the mode of a combat unit lets it build hedgehogs: DG only engineers do."""
    if not theatre.counter(row).is_combat:
        return False
    if engineer_capable(theatre, row):
        return True
    return mode_of(theatre, row) != "dg" or not in_force("OCS-5.10e-2")


def bridged_places(theatre: Theatre, side: Side) -> frozenset[int]:
    """The places whose river hexsides are bridged for this side."""
    return theatre.once(("bridged", side), lambda theatre: _bridged(theatre, side), builders(side))


def builders(side: Side) -> Group:
    """The counters of a side that bridge rivers, HQs and Engineers among them."""
    return "soviet bridges" if side == "soviet" else "axis bridges"


def _bridged(theatre: Theatre, side: Side) -> frozenset[int]:
    if not in_force("OCS-13.8b-1"):
        return frozenset()
    number, size, at = SIDES.index(side), theatre.land.size, WORD.numbers(theatre.position.at)
    return frozenset(
        at[row]
        for row in theatre.counters.engineers[number]
        if at[row] < size and engineer_capable(theatre, row)
    )


def own_bridge(theatre: Theatre, row: int) -> frozenset[int]:
    """The hex that an engineer may still leave over its own bridge, after changing its mode."""
    place = theatre.position.own_bridges.get(row)
    stands = place is not None and theatre.place_of(row) == place
    helps = stands and in_force(("OCS-13.8b-1", "OCS-13.8b-4"))
    return frozenset((place,)) if helps and place is not None else frozenset()


def pontoon_places(theatre: Theatre, side: Side) -> frozenset[int]:
    """The places whose river hexsides a pontoon brigade of this side bridges with a Track."""
    return theatre.once(
        ("pontoons", side), lambda theatre: _pontoons(theatre, side), builders(side)
    )


def _pontoons(theatre: Theatre, side: Side) -> frozenset[int]:
    size, at = theatre.land.size, WORD.numbers(theatre.position.at)
    return frozenset(
        at[row]
        for row in theatre.counters.pontoons[SIDES.index(side)]
        if at[row] < size and pontoon_bridge(mode_of(theatre, row), "major_river").result.bridge
    )
