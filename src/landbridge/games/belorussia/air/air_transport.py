"""Air Transport (OCS 14.9): what planes carry from base to base, how far, and who stays there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.bases import Field, field_at
from landbridge.games.belorussia.air.missions_on_map import Circumstances, mission_violations
from landbridge.games.belorussia.air.planes import hexes_to, is_reduced, range_of, types_of
from landbridge.games.belorussia.movement.allowances import allowance_spent, allowed
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.segments import begin_move
from landbridge.games.belorussia.movement.sizes import load_of
from landbridge.games.belorussia.movement.transported import transport_violations
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import (
    CHANGED_MODE,
    FINISHED,
    MOVED,
    RAILED,
    RELEASED,
    Position,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.moving_supply import movable
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.units.hq_air_strips import hq_air_strip_violations
from landbridge.games.belorussia.violations import refuse, violation_if, violations

LEG = 10
"""The most Leg points in Move Mode with which a unit is carried (OCS-14.9c-1)."""
UNLOADED = 2
"""Tokens that a strip unloads, and a base for each of its levels (OCS-14.9f-1)."""


class Lift(Struct, frozen=True, kw_only=True):
    """Planes that carry supply, or a unit, to a hex."""

    rows: tuple[int, ...]
    start: int
    """The base at which it is loaded."""
    to: int
    tokens: int = 0
    unit: int = -1
    """The unit that is carried instead of supply; -1: none."""
    dropped: bool = False
    """Whether it is dropped (OCS 14.10)."""


class AirCargo(Struct, frozen=True):
    """What planes may carry together."""

    load: int
    """Whole tokens, or what a unit counts for transport."""
    staying: tuple[int, ...]
    """Planes that stay Inactive at the destination."""
    doubled: tuple[int, ...]
    """Planes that carry twice their capacity, and land within half their range."""
    unloads: int
    """Tokens that the base unloads; what is more comes with planes that stay there."""


# What planes carry


def printed_capacity(theatre: Theatre, row: int) -> Fraction:
    """Tokens that a plane carries by its counter; a reduced one half of it."""
    ruled = theatre.rulings.air_capacity
    printed = Fraction(figures("air_capacity", ruled)["tokens"])
    return printed / 2 if is_reduced(theatre, row) else printed


def capacity(theatre: Theatre, row: int, place: int, why: Why) -> Fraction:
    """Tokens that a plane carries so far; none where it does not get there."""
    name, hexes = theatre.counter(row).name, hexes_to(theatre, row, place)
    printed, reach = printed_capacity(theatre, row), range_of(theatre, row)
    why.by(("OCS-14.9a-1", "RUL-TFB-224"), f"{name} carries {printed}T within its range")
    if 2 * hexes <= reach and why("OCS-14.9e-3", f"{name}: half its range, double its capacity"):
        return 2 * printed
    if hexes <= reach and why("OCS-14.9e-1", f"{name}: within its range"):
        return printed
    if hexes <= 2 * reach and why("OCS-14.9e-2", f"{name}: twice its range, and it stays there"):
        return printed
    return Fraction(0)


def whole_tokens(total: Fraction, why: Why) -> int:
    """The tokens that planes carry together: half a token is never rounded up."""
    whole = int(total)
    if total != whole and not why("OCS-14.9b-1", "half a token is never rounded up"):
        whole += 1
    return whole


def carried_by(theatre: Theatre, lift: Lift, why: Why) -> int:
    """The tokens that planes carry to a hex together."""
    return whole_tokens(_together(theatre, lift, lift.rows, why), why)


def _together(theatre: Theatre, lift: Lift, rows: Iterable[int], why: Why) -> Fraction:
    """The same of some of them, with halves; a drop is flown within range, for what is printed."""
    if lift.dropped:
        why.by(("OCS-14.9a-1", "RUL-TFB-224"), "each plane drops what it carries within its range")
        return sum((printed_capacity(theatre, row) for row in rows), Fraction(0))
    return sum((capacity(theatre, row, lift.to, why) for row in rows), Fraction(0))


def load_wanted(theatre: Theatre, lift: Lift, why: Why) -> int:
    """The tokens that are to be carried, or what the unit counts for transport."""
    return lift.tokens if lift.unit < 0 else load_of(theatre, lift.unit, why)


def stays_there(theatre: Theatre, row: int, place: int) -> bool:
    """Whether a plane stays Inactive at the destination: it flew beyond its range."""
    home = hexes_to(theatre, row, place) <= range_of(theatre, row)
    return not home or not in_force("OCS-14.9e-1")


def most_unloaded(level: int) -> int:
    """Tokens that a base unloads in a Movement Segment from planes that fly home again."""
    return UNLOADED * max(level, 1)


# What speaks against it


def lift_violations(theatre: Theatre, lift: Lift, now: Circumstances) -> tuple[Violation, ...]:
    """What speaks against planes' carrying this to a base, but for their capacity."""
    found = mission_violations(theatre, lift.rows, lift.to, "air_transport", now)
    return (*found, *violations(*_bases(theatre, lift)), *loading_violations(theatre, lift))


def _bases(theatre: Theatre, lift: Lift) -> list[Violation | None]:
    side, label = theatre.counter(lift.rows[0]).side, theatre.land.labels[lift.to]
    field = field_at(theatre, side, lift.to)
    found: list[Violation | None] = [
        violation_if(
            field is None,
            f"the side has no air base in {label}",
            "OCS-14.9-1",
            "from a base to a friendly base",
        )
    ]
    if field is not None and field.kind == "hq_strip":
        found += hq_air_strip_violations("unload", "combat", False, False, True, 0)
    for row in lift.rows:
        far = hexes_to(theatre, row, lift.to)
        found.append(
            violation_if(
                far > 2 * range_of(theatre, row),
                f"{label} is {far} hexes from {theatre.counter(row).name}",
                "OCS-14.9e-2",
                "up to twice its range",
            )
        )
    return found


def loading_violations(theatre: Theatre, lift: Lift) -> tuple[Violation, ...]:
    """What speaks against these planes' taking this cargo aboard where they are."""
    start, side = lift.start, theatre.counter(lift.rows[0]).side
    label = theatre.land.labels[start]
    found = [
        violation_if(
            any(theatre.place_of(row) != start for row in lift.rows),
            "the planes are not at one base",
            "OCS-14.9a-1",
            "planes at one base carry a load together",
        ),
        violation_if(
            field_at(theatre, side, start) is None,
            f"the side has no air base in {label}",
            "OCS-14.9-1",
            "from a base to a friendly base",
        ),
        *(
            violation_if(
                "Tpt" not in types_of(theatre, row),
                f"{theatre.counter(row).name} is no transport plane",
                ("OCS-14.9a-1", "OCS-14.1-1"),
                "a Tpt",
            )
            for row in lift.rows
        ),
    ]
    if lift.unit >= 0:
        return (*violations(*found), *boarding_violations(theatre, lift))
    lying = movable(theatre, SIDES.index(side), start, "air")
    return violations(
        *found,
        violation_if(
            lift.tokens > lying,
            f"{lying}T lie in {label} to be loaded on planes",
            ("OCS-14.9c-1", "OCS-12.2a-2"),
            "what was not moved in this phase already",
        ),
    )


def boarding_violations(theatre: Theatre, lift: Lift) -> tuple[Violation, ...]:
    """What speaks against a unit's boarding planes at a base."""
    unit, counter = lift.unit, theatre.counter(lift.unit)
    found = violations(
        violation_if(
            theatre.place_of(unit) != lift.start,
            f"{counter.name} is not in {theatre.land.labels[lift.start]}",
            "OCS-14.9-1",
            "a unit at the base of the planes",
        ),
        violation_if(
            bool(theatre.position.done[unit] & FINISHED),
            f"{counter.name} has finished its move",
            "OCS-6.1-1",
            "it is carried in a later phase",
        ),
    )
    return found if lift.dropped else (*found, *_riding(theatre, unit))


def _riding(theatre: Theatre, unit: int) -> tuple[Violation, ...]:
    """What speaks against a unit's being carried from base to base."""
    counter, done = theatre.counter(unit), theatre.position.done[unit]
    light = counter.moving.by == "leg" and counter.moving.move <= LEG
    reacts = theatre.phase in ("reaction", "exploitation")
    before, whole = allowance_spent(theatre, unit), allowed(theatre, unit)
    return (
        *violations(
            violation_if(
                not counter.is_combat or not light or mode_of(theatre, unit) != "move",
                f"{counter.name} is not carried by air",
                "OCS-14.9c-1",
                f"units in Move Mode with a Leg allowance of {LEG} or less",
            ),
            violation_if(
                reacts and bool(done & CHANGED_MODE),
                f"{counter.name} has turned to its Move side in this phase",
                "OCS-14.9d-1",
                "in Reaction and Exploitation only units that are in Move Mode already",
            ),
            violation_if(
                reacts and not done & RELEASED and not in_force("OCS-7.0a-2"),
                f"{counter.name} is no released Reserve",
                (),
            ),
            violation_if(
                2 * before > whole,
                f"{counter.name} has spent {cost_text(before)} of {cost_text(whole)} MP",
                "OCS-4.7d-2",
                "half its allowance before the flight and after it, together",
            ),
        ),
        *transport_violations(theatre, unit, "air", "rail" if done & RAILED else None),
    )


def plan_cargo(theatre: Theatre, lift: Lift, why: Why) -> AirCargo:
    """How planes carry a load, or a refusal: who carries double, and who stays there."""
    whole = carried_by(theatre, lift, why)
    wanted = load_wanted(theatre, lift, why)
    refuse(capacity_violations(wanted, whole))
    side = theatre.counter(lift.rows[0]).side
    field = field_at(theatre, side, lift.to) or Field(lift.to, "strip")
    most = max(0, most_unloaded(field.level) - theatre.position.airlifts.unloaded.get(lift.to, 0))
    limited = wanted > most and why("OCS-14.9f-1", f"the base unloads {most}T in this segment")
    staying = [row for row in lift.rows if stays_there(theatre, row, lift.to)]
    brought = sum(int(capacity(theatre, row, lift.to, Why())) for row in staying)
    over = wanted - most - brought if limited else 0
    for row in lift.rows:
        # Whoever carries the surplus has to stay.
        if over > 0 and row not in staying and in_force("OCS-14.9f-2"):
            why("OCS-14.9f-2", "planes that carry more than it unloads stay there Inactive")
            staying.append(row)
            over -= int(capacity(theatre, row, lift.to, Why()))
    if over > 0 and not in_force("OCS-14.9f-2"):
        refuse(_too_much(wanted, most))
    within = sum((printed_capacity(theatre, row) for row in lift.rows), Fraction(0))
    doubled = [
        row
        for row in lift.rows
        if wanted > within and 2 * hexes_to(theatre, row, lift.to) <= range_of(theatre, row)
    ]
    rest = tuple(row for row in lift.rows if row in staying)
    return AirCargo(wanted, rest, tuple(doubled), min(wanted, most) if limited else wanted)


def capacity_violations(wanted: int, whole: int) -> tuple[Violation, ...]:
    """What speaks against so great a load."""
    return violations(
        violation_if(
            wanted > whole,
            f"{wanted}T, and the planes carry {whole}T",
            ("OCS-14.9a-1", "OCS-14.9b-1"),
            f"up to {whole}T",
        )
    )


def _too_much(wanted: int, most: int) -> tuple[Violation, ...]:
    text = f"{wanted}T, and the base unloads {most}T"
    return (Violation(text, ("OCS-14.9f-1",), f"up to {most}T"),)


def air_transport(theatre: Theatre, lift: Lift, now: Circumstances) -> Finding[AirCargo]:
    """What planes may carry to a base, or a refusal."""
    refuse(lift_violations(theatre, lift, now))
    why = Why()
    why("OCS-14.9-1", "from base to base; enemy ZOCs do not hinder it")
    if lift.unit >= 0:
        why("OCS-14.9c-1", f"{theatre.counter(lift.unit).name} is light, and in Move Mode")
    else:
        why("OCS-14.9c-1", "planes carry supply")
    return why.so(plan_cargo(theatre, lift, why))


# What comes of it


class DeliveredLoad(Struct, frozen=True):
    """What is left of a load over its destination."""

    delivered: int
    """Tokens."""
    returned: int
    """What flies back with planes that aborted."""
    lost: int


def left_of_load(
    theatre: Theatre, lift: Lift, over: Sequence[int], load: int
) -> Finding[DeliveredLoad]:
    """What planes still bring of a load when some of them are lost, or have turned back.

    A loss destroys what is above the capacity that is left, half a token being rounded up; what
    planes carried that abort goes back with them (RUL-TFB-225).
    """
    why = Why()
    there = _most(theatre, lift, over)
    alive = [row for row in lift.rows if theatre.on_map(row)]
    back = figures("aborted_cargo", theatre.rulings.aborted_cargo)["returns"]
    most = _most(theatre, lift, alive) if back else there
    lost = max(0, load - most)
    if lost and not why("OCS-14.4g-1", "cargo above the capacity that is left is destroyed"):
        return why.so(DeliveredLoad(load, 0, 0))
    delivered = min(load - lost, there)
    if load - lost > delivered:
        why.by("RUL-TFB-225", "planes that abort take their cargo back")
    return why.so(DeliveredLoad(delivered, load - lost - delivered, lost))


def _most(theatre: Theatre, lift: Lift, rows: Iterable[int]) -> int:
    """Tokens that planes carry, rounded in favour of the cargo (OCS-14.4g-1)."""
    total = _together(theatre, lift, rows, Why())
    return -(-total.numerator // total.denominator)


def put_down(theatre: Theatre, lift: Lift, found: DeliveredLoad, unloads: int) -> Position:
    """The position when supply has been unloaded at a base."""
    start, number = lift.start, SIDES.index(theatre.counter(lift.rows[0]).side)
    position = theatre.position
    gone = min(found.delivered + found.lost, position.dumps[number].get(start, 0))
    position = position.add_tokens(number, start, -gone)
    if found.delivered:
        position = position.unload(number, lift.to, found.delivered, "air")
    used = position.airlifts.unload(lift.to, min(unloads, found.delivered))
    return replace(position, airlifts=used)


def set_down(theatre: Theatre, unit: int, place: int) -> Position:
    """The position when a unit has been carried to a hex."""
    start = theatre.place_of(unit)
    position = begin_move(theatre.position, (unit,)).moved({unit: place}).mark((unit,), MOVED)
    airlifts = position.airlifts.start((unit,), start).carry(unit)
    return replace(position, airlifts=airlifts)
