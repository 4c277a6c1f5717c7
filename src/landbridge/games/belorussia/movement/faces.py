"""The side of a counter that is up, and the mode that it is in (OCS 5.2)."""

from __future__ import annotations

from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.position.counters import Face
from landbridge.games.belorussia.position.position import MOVE_SIDE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.units.words import Mode


def face_up(theatre: Theatre, row: int) -> Face:
    """The values of the side that is up: Move Mode's, Combat Mode's, or changed by a marker."""
    counter, moving = theatre.counter(row), theatre.position.face[row] == MOVE_SIDE
    if not in_force(values_by(theatre, row)):
        moving = not moving
    return counter.moving if moving else counter.combat


def values_by(theatre: Theatre, row: int) -> str:
    """The rule by which a unit has the values of the side that is up."""
    if theatre.position.marker[row]:
        return "OCS-5.2-3"
    return "OCS-5.6-1" if theatre.position.face[row] == MOVE_SIDE else "OCS-5.5-1"


def mobility(theatre: Theatre, row: int) -> Move:
    """How a counter moves: the colour of the allowance on the side that is up (OCS-3.1a-2)."""
    if not in_force("OCS-3.1a-2"):
        return theatre.counter(row).combat.by
    return face_up(theatre, row).by


def mode_of(theatre: Theatre, row: int) -> Mode:
    """The mode of a unit: that of its marker, or of the side that is up (OCS-5.2-2, 5.2-4)."""
    marker = theatre.marker(row)
    if marker and in_force("OCS-5.2-4"):
        return marker
    up = theatre.position.face[row] == MOVE_SIDE and in_force("OCS-5.2-2")
    return "move" if up else "combat"


def attack_capable(theatre: Theatre, row: int) -> bool:
    """Whether a unit may attack: never HQs and artillery, nor in Strat or Reserve Mode."""
    counter = theatre.counter(row)
    if not counter.is_combat:
        return False
    if counter.duty in ("hq", "artillery") and in_force("OCS-4.4-3"):
        return False
    if counter.duty == "repl" and not in_force("OCS-13.5-2"):
        return False
    face = face_up(theatre, row)
    if not face.strength and face.attacks and not in_force("OCS-4.4-2"):
        return False
    if not in_force("OCS-4.4-1"):
        return True
    return face.attacks and theatre.marker(row) not in ("reserve", "strat")


def is_rooted(theatre: Theatre, row: int) -> bool:
    """Whether a unit has no movement allowance on either side: it never advances (OCS-9.12b-2)."""
    counter = theatre.counter(row)
    return not counter.combat.move and not counter.moving.move and in_force("OCS-9.12b-2")
