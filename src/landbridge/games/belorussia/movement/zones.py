"""Zones of control (OCS 4.5): who exerts one, where they lie and where somebody negates them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.rules.citing import Rules, in_force, muted
from landbridge.engine.space.marks import without
from landbridge.games.belorussia.movement.allowances import allowance_left
from landbridge.games.belorussia.movement.faces import attack_capable, face_up, mobility, mode_of
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.position import FINISHED, INACTIVE, MOVE_SIDE
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.units.garrisons import garrison_values
from landbridge.games.belorussia.words import Side

NO_ZONE = {
    "OCS-3.2-1": "is no combat unit",
    "OCS-4.5-2": "is not Attack-Capable",
    "OCS-4.5-3": "is not in Combat Mode",
    "OCS-4.5-4": "is Out of Supply",
    "TFB-2.4a-1": "is a garrison face down",
    "TFB-2.4a-3": "is a garrison",
    "TFB-3.7a-3": "is a partisan face down",
    "TFB-3.7b-6": "has a disruptive ZOC instead",
}
"""What keeps a counter from exerting a zone, by rule."""


SILENT: Rules = ("OCS-4.4-1", "OCS-4.4-3", "OCS-4.5-2", "OCS-4.5-3", "OCS-4.5-4", "TFB-2.4a-1")
"""Why an enemy next door may exert none. All are named wherever none is exerted: the enemy is told
whether a hex exerts a zone, never by which of them it does not."""


def exerts_zone(theatre: Theatre, row: int) -> bool:
    """Whether a unit exerts a zone: Attack-Capable, in Combat Mode, not Out of Supply."""
    return _exerts(theatre, row, _zones_by_look(theatre))


def _zones_by_look(theatre: Theatre) -> dict[int, bool]:
    """What is known of units and looks. Whether a unit exerts a zone depends on its counter, the
    side that is up, its marker, its supply and whether it is active, alone."""
    return theatre.counters.once(("zones", muted()), lambda counters: {})


def _exerts(theatre: Theatre, row: int, known: dict[int, bool]) -> bool:
    now = theatre.position
    state = now.done[row] & INACTIVE | now.face[row] << 4 | now.marker[row] << 1 | now.out[row]
    key = row << 8 | state
    if key not in known:
        known[key] = not why_no_zone(theatre, row)
    return known[key]


def why_no_zone(theatre: Theatre, row: int) -> str:
    """The rule by which a counter exerts no zone; nothing if it exerts one."""
    counter = theatre.counter(row)
    if not counter.is_combat:
        return "OCS-3.2-1"
    if counter.arm in _APART:
        return _own_zone(theatre, row)
    if not attack_capable(theatre, row) and in_force("OCS-4.5-2"):
        return "OCS-4.5-2"
    if (
        mode_of(theatre, row) != "combat"
        and in_force("OCS-4.5-3")
        and not _keeps_zone(theatre, row)
    ):
        return "OCS-4.5-3"
    return "OCS-4.5-4" if theatre.position.out[row] and in_force("OCS-4.5-4") else ""


def _keeps_zone(theatre: Theatre, row: int) -> bool:
    """Whether a unit in Exploit Mode keeps the zone that its Combat side gave it (OCS-5.9c-1)."""
    combat_up = theatre.position.face[row] != MOVE_SIDE
    return theatre.marker(row) == "exploit" and combat_up and in_force("OCS-5.9c-1")


_APART = ("garrison", "partisan")
"""Units whose zones the booklets have rules for."""


def _own_zone(theatre: Theatre, row: int) -> str:
    """The rule by which a garrison or a partisan exerts no zone."""
    counter, active = theatre.counter(row), not theatre.position.done[row] & INACTIVE
    if counter.arm == "partisan":
        return "TFB-3.7b-6" if active else "TFB-3.7a-3"
    if not garrison_values(active, counter.steps).result.zoc:
        return "TFB-2.4a-3" if active else "TFB-2.4a-1"
    return "OCS-4.5-4" if theatre.position.out[row] and in_force("OCS-4.5-4") else ""


def zones_of(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 in a zone of control of this side, whoever stands there."""
    return theatre.once(("zones of", side), lambda theatre: _zones_of(theatre, side), of=side)


def _zones_of(theatre: Theatre, side: Side) -> bytes:
    if not in_force("OCS-4.5-1"):
        return bytes(theatre.land.size)
    return _who_exerts(theatre, side).zones


def _who_exerts(theatre: Theatre, side: Side) -> ExertedZones:
    return theatre.kept(("exerting", side), lambda theatre: _exerting(theatre, side), _move)


def exerted_from(theatre: Theatre, side: Side) -> Collection[int]:
    """The places in which a unit of a side stands that exerts a zone."""
    return _who_exerts(theatre, side).units.keys()


class ExertedZones(Struct, frozen=True):
    """Who exerts a zone where, and what that makes of the hexes around."""

    side: Side
    units: dict[int, int]
    """By place: how many units of the side exert a zone from there."""
    around: bytes
    """By place: how many of the hexes next to it have such units."""

    @property
    def zones(self) -> bytes:
        """By place: 1 in a zone."""
        return self.around.translate(_ANY)


_ANY = bytes([0]) + bytes([1]) * 255
"""Makes one of any number."""


def _exerting(theatre: Theatre, side: Side) -> ExertedZones:
    at, size = WORD.numbers(theatre.position.at), theatre.land.size
    known, units = _zones_by_look(theatre), dict[int, int]()
    for row in theatre.counters.by_side[SIDES.index(side)]:
        place = at[row]
        if place < size and _exerts(theatre, row, known):
            units[place] = units.get(place, 0) + 1
    around = bytearray(size)
    for place in units:
        for there in theatre.land.graph.neighbours[place]:
            around[there] += 1
    return ExertedZones(side, units, bytes(around))


def _move(was: ExertedZones, before: Theatre, after: Theatre, rows: list[int]) -> ExertedZones:
    """The same after a move: only where the first unit comes or the last goes do zones change."""
    number, sides, known = SIDES.index(was.side), after.counters.sides, _zones_by_look(after)
    units, around = was.units.copy(), None
    for row in rows:
        if sides[row] != number:
            continue
        for theatre, more in ((before, -1), (after, 1)):
            place = theatre.place_of(row)
            if place >= theatre.land.size or not _exerts(theatre, row, known):
                continue
            there = units.get(place, 0)
            units[place] = there + more
            if not there or not there + more:
                around = bytearray(was.around) if around is None else around
                for beside in theatre.land.graph.neighbours[place]:
                    around[beside] = around[beside] + more
            if not units[place]:
                del units[place]
    return ExertedZones(was.side, units, was.around if around is None else bytes(around))


def enemy_zones(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 in an enemy zone, whether a friend negates it or not."""
    return zones_of(theatre, other_side(side))


def open_zones(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 in an enemy zone that no combat unit of this side negates (OCS 4.5b)."""
    return theatre.once(("open zones", side), lambda theatre: _open_zones(theatre, side))


def _open_zones(theatre: Theatre, side: Side) -> bytes:
    found = enemy_zones(theatre, side)
    if not in_force("OCS-4.5b-1"):
        return found
    return without(found, theatre.held_by(side))


def zone_rules(theatre: Theatre, side: Side, place: int) -> Rules:
    """The rules by which an enemy zone reaches a hex, as far as a side sees who exerts it."""
    found = ("OCS-4.5-1", "OCS-4.5-2", "OCS-4.4-1")
    if not theatre.counters.without_strength:
        return found
    for there in theatre.land.graph.neighbours[place]:
        enemies = theatre.combat_units(there, other_side(side))
        top = next((row for row in enemies if exerts_zone(theatre, row)), None)
        if top is not None and not face_up(theatre, top).strength:
            return (*found, "OCS-4.4-2")
    return found


def minds_zones(theatre: Theatre, row: int) -> bool:
    """Whether a counter that enters an enemy zone has to stop: with Truck MP it has."""
    if not in_force("OCS-4.5a-2"):
        return False
    move = mobility(theatre, row)
    if not theatre.counter(row).is_transport:
        return move == "truck" or not in_force("OCS-4.5a-1")
    if not in_force("OCS-4.5a-6"):
        return False
    return move in figures("trucks_in_zones", theatre.rulings.trucks_in_zones)["stop"]


def stops_trucks(theatre: Theatre, side: Side, moving: Sequence[int]) -> bytes:
    """By place: 1 where a unit with Truck MP that enters has to stop.

    Whoever moves along negates nothing: a negator spends no more MP in the phase (OCS-4.5b-2).
    """
    found = open_zones(theatre, side)
    own = {theatre.place_of(row) for row in moving}
    alone = [place for place in own if not _others(theatre, place, side, moving)]
    zone = enemy_zones(theatre, side)
    return BYTE.put_all(found, {place: zone[place] for place in alone})


def _others(theatre: Theatre, place: int, side: Side, moving: Sequence[int]) -> tuple[int, ...]:
    return tuple(row for row in theatre.combat_units(place, side) if row not in moving)


def negator(theatre: Theatre, place: int, side: Side, moving: Sequence[int]) -> int | None:
    """The unit that negates the enemy's zone in a hex for whoever moves through, if one does.

    Of several it is one that has finished its move, or else the one with the least to lose.
    """
    if not in_force("OCS-4.5b-1"):
        return None
    standing = _others(theatre, place, side, moving)
    return min(standing, key=lambda row: (_to_lose(theatre, row), row), default=None)


def _to_lose(theatre: Theatre, row: int) -> int:
    """What a negator gives up, in twelfths."""
    finished = theatre.position.done[row] & FINISHED
    return 0 if finished else 1 + allowance_left(theatre, row)
