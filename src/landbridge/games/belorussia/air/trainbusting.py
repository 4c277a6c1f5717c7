"""Trainbusting (OCS 14.8): where its markers slow the other side's columns."""

from __future__ import annotations

from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import Side

NOWHERE: frozenset[int] = frozenset()


def busted_places(theatre: Theatre, side: Side, move: Move) -> frozenset[int]:
    """The hexes that cost a side's ground units a point more to enter (OCS-14.8c-1).

    A zone is the hex of a marker and its six neighbours, for Leg points the hex alone; where
    zones overlap they add nothing.
    """
    markers = theatre.position.trainbusting[1 - SIDES.index(side)]
    if not markers or not in_force("OCS-14.8c-1"):
        return NOWHERE
    if move == "leg" or not in_force("OCS-14.8b-1"):
        return frozenset(markers)
    around = (near for place in markers for near in theatre.land.graph.neighbours[place])
    return frozenset((*markers, *around))
