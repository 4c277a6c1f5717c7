"""Modes and how units change them (OCS 5.2 to 5.8).

A change takes a theatre and gives a position; what speaks against it is asked first, so that a
referee may let it pass.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import unique
from landbridge.games.belorussia.building.engineers import engineer_capable
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.river_flotilla import is_river_unit
from landbridge.games.belorussia.movement.segments import acting_side
from landbridge.games.belorussia.movement.special_bars import is_next_to_enemy
from landbridge.games.belorussia.movement.zone_effects import EFFECTS, Effect, is_felt
from landbridge.games.belorussia.movement.zones import SILENT, zone_rules
from landbridge.games.belorussia.partisans.placing import DATA
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import (
    CHANGED_MODE,
    FINISHED,
    MARKERS,
    MOVE_SIDE,
    MOVED,
    RELEASED,
    Face,
    Marker,
    Position,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.units.river_units import river_violations
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side

PARTISANS = DATA["active"]
VOLUNTARY: tuple[Mode, ...] = ("combat", "move", "reserve", "strat")
"""The modes that a player may choose."""


def has_mode(theatre: Theatre, row: int) -> bool:
    """Whether a counter has a mode at all: combat units and Transport Points have (OCS-5.2-1)."""
    counter = theatre.counter(row)
    return counter.is_combat or counter.is_transport or not in_force("OCS-5.2-1")


def mode_violations(
    theatre: Theatre, row: int, mode: Mode, face: Face | None = None
) -> tuple[Violation, ...]:
    """What speaks against a counter's going over to a mode now, with this side up."""
    name = theatre.counter(row).name
    if not has_mode(theatre, row):
        return violations(violation_if(True, f"{name} has no mode", "OCS-5.2-1"))
    found = [*_when(theatre, row, name), *_own_limits(theatre, row, mode, face, name)]
    found.append(_fighter_first(theatre, row, mode, name))
    return violations(*found, *_in_zone(theatre, row, mode, name))


def _fighter_first(theatre: Theatre, row: int, mode: Mode, name: str) -> Violation | None:
    """Why an HQ keeps its mode while it is the air strip of a plane, where that is ruled so."""
    counter, settled = theatre.counter(row), theatre.rulings.hq_strip_lost
    if counter.duty != "hq" or mode == "combat":
        return None
    if figures("hq_strip_lost", settled)["may_move_with_fighter"]:
        return None
    place = theatre.place_of(row)
    based = any(theatre.counter(one).kind == "plane" for one in theatre.stack(place, counter.side))
    return violation_if(
        based and place not in theatre.position.bases,
        f"a fighter is still based at {name}",
        ("TFB-EDGE-64", "RUL-TFB-95"),
        "let the fighter fly to another base first",
    )


def _when(theatre: Theatre, row: int, name: str) -> list[Violation | None]:
    done = theatre.position.done[row]
    own = theatre.phase == "movement" and theatre.counter(row).side == acting_side(theatre)
    moved = bool(done & MOVED) and not done & CHANGED_MODE
    again = figures("mode_changes", theatre.rulings.mode_changes)["again"]
    return [
        violation_if(
            not own,
            f"{name} changes its mode in its own Movement Phase alone",
            ("OCS-5.4-1", "OCS-5.4-4"),
            "wait for it; outside it Reserves are released, and nothing else changes",
        ),
        violation_if(
            own and moved,
            f"{name} has begun to move",
            "OCS-5.4-1",
            "modes are changed as a unit or its stack begins to move",
        ),
        violation_if(
            own and bool(done & CHANGED_MODE) and (not again or bool(done & MOVED)),
            f"{name} has changed its mode in this phase",
            ("OCS-5.4-1", "RUL-TFB-145"),
            "once a phase",
        ),
    ]


def _own_limits(
    theatre: Theatre, row: int, mode: Mode, face: Face | None, name: str
) -> list[Violation | None]:
    """What its kind of counter, and a marker that it has to keep, leave it."""
    counter, now = theatre.counter(row), mode_of(theatre, row)
    dg = now == "dg"
    transport = ("move", "reserve") if counter.kind == "organic_truck" else ("move",)
    combat_up = mode == "combat" or (mode in ("reserve", "dg") and face == "combat")
    iced = mode == "move" and is_river_unit(theatre, row)
    return [
        *(river_violations("to_move_mode", now, True, False, False, theatre.ice) if iced else ()),
        violation_if(
            dg and mode not in ("dg", "combat", "move"),
            f"{name} is DG",
            "OCS-5.4-3",
            "it may turn to its other side and stays DG",
        ),
        violation_if(
            not dg and mode not in VOLUNTARY,
            f"nobody chooses {mode.upper() if mode == 'dg' else mode.title()} Mode",
            "OCS-5.4-1",
            "Combat, Move, Reserve or Strat",
        ),
        violation_if(
            counter.arm == "partisan" and mode not in PARTISANS["modes"],
            f"{name} is in Combat Mode, or DG",
            "TFB-3.7b-5",
            "partisans have no other modes",
        ),
        violation_if(
            counter.duty == "repl" and combat_up,
            f"{name} is never in Combat Mode",
            "OCS-5.5c-1",
            "its Move side stays up",
        ),
        violation_if(
            counter.is_transport and mode not in transport,
            f"{name} is always in Move Mode",
            "OCS-5.7f-1",
            "Organic Trucks may be in Reserve Mode too",
        ),
        violation_if(
            mode == "strat" and face == "combat",
            "a unit in Strat Mode has its Move side up",
            "OCS-5.8-1",
            "the Move side",
        ),
    ]


def _in_zone(theatre: Theatre, row: int, mode: Mode, name: str) -> list[Violation | None]:
    effect = _FELT.get(mode)
    if effect is None or mode_of(theatre, row) == mode or not theatre.on_map(row):
        return []
    side, place = theatre.counter(row).side, theatre.place_of(row)
    if not is_felt(theatre, side, effect, place):
        return []
    return [
        violation_if(
            True,
            f"{name} is in an enemy ZOC and cannot go into {mode.title()} Mode",
            (EFFECTS[effect].rule, *zone_rules(theatre, side, place)),
            "change where no enemy ZOC reaches; a friend in the hex does not help",
        )
    ]


_FELT: dict[Mode, Effect] = {"reserve": "entering_reserve", "strat": "changing_to_strat"}


def change_rules(theatre: Theatre, row: int, mode: Mode, face: Face | None = None) -> Rules:
    """The rules by which a counter that may goes over to a mode."""
    counter = theatre.counter(row)
    found: list[str] = ["OCS-5.4-1", "OCS-5.4-2"]
    if theatre.marker(row) and theatre.marker(row) != mode:
        found.append("OCS-5.2-4")
    if theatre.marker(row) == "dg":
        found.append("OCS-5.4-3")
    elif mode in ("combat", "move"):
        found.append("OCS-5.2-2")
    if mode == "reserve" and face is not None:
        found.append("OCS-5.7a-1")
    if mode == "strat":
        found.append("OCS-5.8-1")
    if counter.is_transport:
        found.append("OCS-5.7f-1")
    if mode in _FELT and is_next_to_enemy(theatre, row):
        found += SILENT
    return tuple(found)


def change_mode(
    theatre: Theatre, rows: Sequence[int], mode: Mode, face: Face | None = None
) -> Position:
    """The position after these counters have gone over to a mode.

    `face` is the side that a unit in Reserve Mode, or a DG unit, shows; other modes say it
    themselves. It costs neither movement nor fuel (OCS-5.4-2).
    """
    now = theatre.position
    faces, markers = bytearray(now.face), bytearray(now.marker)
    for row in rows:
        marker, side = _marker_and_face(theatre, row, mode, face)
        markers[row], faces[row] = MARKERS.index(marker), side
    changed = replace(now, face=bytes(faces), marker=bytes(markers))
    bridging = {row: theatre.place_of(row) for row in rows if engineer_capable(theatre, row)}
    if bridging:
        changed = replace(changed, own_bridges=now.own_bridges | bridging)
    return changed.mark(tuple(rows), CHANGED_MODE | (0 if in_force("OCS-5.4-2") else FINISHED))


def _marker_and_face(
    theatre: Theatre, row: int, mode: Mode, face: Face | None
) -> tuple[Marker, int]:
    up = theatre.position.face[row]
    if face is not None and (mode != "reserve" or in_force("OCS-5.7a-1")):
        up = MOVE_SIDE * (face == "move")
    if theatre.marker(row) == "dg" and in_force("OCS-5.4-3"):
        return "dg", up if mode == "dg" else MOVE_SIDE * (mode == "move")
    if mode == "combat":
        return "", 0
    if mode == "move":
        return "", MOVE_SIDE
    return mode, MOVE_SIDE if mode == "strat" and in_force("OCS-5.8-1") else up


def release_violations(theatre: Theatre, rows: Sequence[int]) -> tuple[Violation, ...]:
    """What speaks against releasing these units now."""
    acts = theatre.phase in ("reaction", "exploitation")
    late = bool(theatre.position.began) and not in_force("OCS-5.7b-7")
    found: list[Violation | None] = []
    for row in rows:
        counter = theatre.counter(row)
        found += [
            violation_if(
                theatre.marker(row) != "reserve",
                f"{counter.name} is not in Reserve Mode",
                "OCS-5.7b-1",
            ),
            violation_if(
                not acts or counter.side != acting_side(theatre),
                f"{counter.name} is not released in this phase",
                "OCS-5.7b-2",
                "in its owner's Reaction or Exploitation Phase",
            ),
            violation_if(late, f"{counter.name} is released after others have moved", ()),
        ]
    return violations(*found)


def release(theatre: Theatre, rows: Sequence[int]) -> Position:
    """The position after Reserves have been released: the marker goes, the side stays."""
    markers = {row: 0 for row in rows if theatre.marker(row) == "reserve"}
    if not in_force("OCS-5.7b-1"):
        return theatre.position
    released = theatre.position.mark(tuple(rows), RELEASED)
    return replace(released, marker=BYTE.put_all(theatre.position.marker, markers))


def disorganise(theatre: Theatre, rows: Sequence[int]) -> Position:
    """The position after counters have become DG; Transport Points never do (OCS-5.10c-1)."""
    dg = MARKERS.index("dg")
    markers = {}
    for row in rows:
        counter = theatre.counter(row)
        if counter.is_combat or not in_force("OCS-5.10c-1"):
            if in_force(REPLACING.get(theatre.marker(row), ())):
                markers[row] = dg
        elif theatre.marker(row) == "reserve":
            markers[row] = 0
    return replace(theatre.position, marker=BYTE.put_all(theatre.position.marker, markers))


REPLACING: dict[str, str] = {"reserve": "OCS-5.7d-2", "strat": "OCS-5.4-5"}
"""By which rule DG takes the place of a marker."""


def replaced_by_dg(theatre: Theatre, rows: Sequence[int]) -> Rules:
    """The rules by which units lose the mode that they are in when they become DG."""
    return unique(tuple(REPLACING[m] for row in rows if (m := theatre.marker(row)) in REPLACING))


def clean_up(theatre: Theatre, side: Side) -> Position:
    """The position after a side's Clean Up Phase: its DG and Exploit markers come off."""
    number, sides = SIDES.index(side), theatre.counters.sides
    own = in_force("OCS-2.3-9")
    off = {
        row: 0
        for name in GONE
        if name == "dg" or in_force("OCS-2.3-10")
        for row in BYTE.select(theatre.position.marker, MARKERS.index(name))
        if sides[row] == number or not own
    }
    return replace(theatre.position, marker=BYTE.put_all(theatre.position.marker, off))


GONE: tuple[Marker, ...] = ("dg", "exploit")
"""The markers that come off in the Clean Up Phase."""
