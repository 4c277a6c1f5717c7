"""Retreats after combat on the map: which hexes are open, and what befalls units there (OCS 9.12).

A retreat has a length. It ends in a hex so far from where it began; on the way it may turn. Nobody
pays for it. `ways_back` finds the ends with the least harm, `fall_back` walks a way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import BARRED
from landbridge.games.belorussia.air.trainbusting import busted_places
from landbridge.games.belorussia.combat.retreat import retreat_step
from landbridge.games.belorussia.movement.allowances import allowance_left
from landbridge.games.belorussia.movement.bars import non_combat_places
from landbridge.games.belorussia.movement.costs import costs_of, pays_as
from landbridge.games.belorussia.movement.faces import attack_capable, face_up
from landbridge.games.belorussia.movement.modes import disorganise
from landbridge.games.belorussia.movement.zones import enemy_zones, exerts_zone, open_zones
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import MOVE_SIDE, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.control import take_control, takes_hold
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.starving import destroyed
from landbridge.games.belorussia.units.rail_units import dies_in_retreat
from landbridge.games.belorussia.words import Side


class Enemies(Struct, frozen=True):
    """Where the enemy of retreating units was when the combat began."""

    held: tuple[int, ...]
    """Hexes near the combat that held his combat units."""
    fought: tuple[int, ...]
    """Those of them from which he took part."""


# Who can go at all


class Ready(Struct, frozen=True):
    """Units turned for a retreat, and those that cannot make one."""

    position: Position
    lost: tuple[int, ...]
    rules: dict[int, str]
    """By which rule each of them is lost."""
    turned: dict[int, str]
    """By which rule units have turned to their Move side."""


def make_ready(theatre: Theatre, rows: Sequence[int]) -> Ready:
    """Turn units so that they can retreat: HQs, and whoever does not move on the side it shows."""
    turned: dict[int, str] = {}
    lost: dict[int, str] = {}
    for row in rows:
        counter = theatre.counter(row)
        if counter.arm == "rail unit" and dies_in_retreat(1):
            lost[row] = "TFB-1.6b-4"
        elif not counter.combat.move and not counter.moving.move and in_force("OCS-9.12b-2"):
            lost[row] = "OCS-9.12b-2"
        elif counter.duty == "hq" and in_force("OCS-13.1c-2"):
            turned[row] = "OCS-13.1c-2"
        elif not face_up(theatre, row).move:
            if in_force("OCS-9.12b-1"):
                turned[row] = "OCS-9.12b-1"
            else:
                lost[row] = "OCS-9.12-3"
        elif not allowance_left(theatre, row) and not in_force("OCS-9.12-4"):
            lost[row] = "OCS-9.12-3"
    position = theatre.position
    faces = {row: MOVE_SIDE for row in turned if theatre.position.face[row] != MOVE_SIDE}
    position = replace(position, face=BYTE.put_all(position.face, faces))
    return Ready(position, tuple(lost), lost, {row: turned[row] for row in faces})


# Where they can go

Steps = Callable[[Theatre, Sequence[int], int, Enemies], tuple[int, ...]]
"""The hexes to which a retreat may go on."""


def step_violations(
    theatre: Theatre, rows: Sequence[int], here: int, there: int, enemies: Enemies
) -> tuple[Violation, ...]:
    """What speaks against a step of a retreat, whatever else is open."""
    side, label = theatre.counter(rows[0]).side, theatre.land.labels[there]
    if there not in theatre.land.graph.neighbours[here]:
        text = f"{label} is not next to {theatre.land.labels[here]}"
        return (Violation(text, ("OCS-9.12-2",), "a chain of adjacent hexes"),)
    found = []
    if theatre.held_by(other_side(side))[there] and in_force("OCS-9.12-3"):
        found.append(Violation(f"an enemy combat unit is in {label}", ("OCS-9.12-3",)))
    elif there in enemies.held and in_force("OCS-9.12f-1"):
        text = f"{label} held enemy combat units when the combat began"
        found.append(Violation(text, ("OCS-9.12f-1",), "another way"))
    taken = non_combat_places(theatre, other_side(side))[there]
    if taken and not any(attack_capable(theatre, row) for row in rows) and in_force("OCS-9.12f-2"):
        text = f"enemy supply, trucks or planes are in {label}"
        found.append(Violation(text, ("OCS-9.12f-2", "OCS-4.4c-1"), "with an Attack-Capable unit"))
    step = theatre.land.graph.step(here, there)
    for row in rows:
        # Who rides with the horsemen of his corps goes where they go (3.9).
        beside = rows if in_force("TFB-3.9-2") else (row,)
        if costs_of(theatre, row, beside).column[step] == BARRED and in_force("OCS-9.12-3"):
            text = f"{theatre.counter(row).name} may not enter {label}: the way is prohibited to it"
            found.append(Violation(text, ("OCS-9.12-3", "OCS-6.2c-1"), "another way"))
    if not in_force("OCS-14.8c-2") and there in busted_for(theatre, rows):
        found.append(Violation(f"Trainbusting slows columns in {label}", ("OCS-14.8c-1",)))
    return tuple(found)


def busted_for(theatre: Theatre, rows: Sequence[int]) -> frozenset[int]:
    """The hexes in which Trainbusting slows these units when they march (OCS-14.8b-1)."""
    side = theatre.counter(rows[0]).side
    return frozenset().union(*(busted_places(theatre, side, pays_as(theatre, r)) for r in rows))


def open_steps(
    theatre: Theatre, rows: Sequence[int], here: int, enemies: Enemies
) -> tuple[int, ...]:
    """The hexes to which a retreat may go on: away from who fought, unless none is so."""
    able = _able_steps(theatre, rows, here, enemies)
    nearer = figures("retreat_way", theatre.rulings.retreat_way)["nearer"]
    if nearer or not in_force(("OCS-9.12c-2", "RUL-TFB-201")):
        return able
    away = [there for there in able if not leads_nearer(theatre, here, there, enemies)]
    return tuple(away) or able


def _able_steps(
    theatre: Theatre, rows: Sequence[int], here: int, enemies: Enemies
) -> tuple[int, ...]:
    """The hexes to which a retreat could go on, be they nearer to the enemy or not."""
    around = theatre.land.graph.neighbours[here]
    return tuple(t for t in around if not step_violations(theatre, rows, here, t, enemies))


def leads_nearer(theatre: Theatre, here: int, there: int, enemies: Enemies) -> bool:
    """Whether a step comes nearer to the nearest enemy hex that took part."""
    if not enemies.fought:
        return False
    far = [min(theatre.land.distance(p, e) for e in enemies.fought) for p in (here, there)]
    return far[1] < far[0]


def zones_felt(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where an enemy zone harms a retreat; friends in the hex do not help."""
    felt = enemy_zones(theatre, side)
    return felt if in_force("OCS-9.12e-1") else open_zones(theatre, side)


def ways_back(
    theatre: Theatre, rows: Sequence[int], length: int, enemies: Enemies
) -> dict[int, tuple[int, ...]]:
    """The hexes in which a retreat of these units may end, with the least harmful way to each.

    Where every way that keeps away from the enemy comes to nothing, those that lead nearer to him
    are open too: nobody is destroyed who could go back.
    """
    found = _ways(theatre, rows, length, enemies, open_steps)
    return found or _ways(theatre, rows, length, enemies, _able_steps)


def _ways(
    theatre: Theatre, rows: Sequence[int], length: int, enemies: Enemies, steps_from: Steps
) -> dict[int, tuple[int, ...]]:
    start, land = theatre.place_of(rows[0]), theatre.land
    zone = zones_felt(theatre, theatre.counter(rows[0]).side)
    found: dict[int, tuple[int, ...]] = {}
    queue: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    seen: set[int] = set()
    while queue:
        harm, steps, path = heappop(queue)
        here = path[-1] if path else start
        if here in seen:
            continue
        seen.add(here)
        if path and land.distance(start, here) == length:
            found[here] = path
            continue
        for there in steps_from(theatre, rows, here, enemies):
            if there not in seen and there != start:
                heappush(queue, (harm + zone[there], steps + 1, (*path, there)))
    return found


def way_violations(
    theatre: Theatre, rows: Sequence[int], path: Sequence[int], length: int, enemies: Enemies
) -> tuple[Violation, ...]:
    """What speaks against a retreat along this way."""
    start, land = theatre.place_of(rows[0]), theatre.land
    here = start
    for there in path:
        if here != start and land.distance(start, here) == length and in_force("OCS-9.12-2"):
            text = (
                f"the retreat is over in {land.labels[here]}, {_hexes(length)} from"
                f" {land.labels[start]}"
            )
            return (Violation(text, ("OCS-9.12-2",), f"end in {land.labels[here]}"),)
        found = step_violations(theatre, rows, here, there, enemies)
        if found:
            return found
        if there not in open_steps(theatre, rows, here, enemies) and _ways(
            theatre, rows, length, enemies, open_steps
        ):
            text = f"{land.labels[there]} leads nearer to the enemy"
            return (
                Violation(text, ("OCS-9.12c-2", "RUL-TFB-201"), "a step away from him is open"),
            )
        here = there
    far = land.distance(start, here)
    if far == length or not in_force("OCS-9.12-2"):
        return ()
    text = (
        f"{land.labels[here]} is {_hexes(far)} from {land.labels[start]}, and the retreat is"
        f" {_hexes(length)}"
    )
    return (Violation(text, ("OCS-9.12-1", "OCS-9.12-2"), f"end {_hexes(length)} away"),)


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"


# What befalls them


class FellBack(Struct, frozen=True, kw_only=True):
    """Units after a retreat."""

    position: Position
    gone: tuple[int, ...]
    """Units in Strat Mode that an enemy zone has destroyed."""
    due: int
    """Steps that the retreating units which were DG have still to lose."""
    from_among: tuple[int, ...]
    """The units of which their owner chooses."""


def fall_back(theatre: Theatre, rows: Sequence[int], path: Sequence[int]) -> Finding[FellBack]:
    """Walk a retreat, hex by hex: disorganisation, steps lost, Strat Mode."""
    why = Why()
    side = theatre.counter(rows[0]).side
    zone = zones_felt(theatre, side)
    going, gone, due = list(rows), [], 0
    from_among: tuple[int, ...] = ()
    why("OCS-9.12-4", "a retreat costs no MP and no fuel")
    if any(pays_as(theatre, row, rows) != pays_as(theatre, row) for row in rows):
        why("TFB-3.9-2", "who rides with the cavalry of his corps goes where it goes")
    if not busted_for(theatre, rows).isdisjoint(path):
        why("OCS-14.8c-2", "Trainbusting does not slow it")
    for number, place in enumerate(path, start=1):
        caught = [row for row in going if zone[place] and theatre.marker(row) == "strat"]
        if caught and why("OCS-5.8a-1", "Strat Mode: destroyed in an enemy zone"):
            gone += caught
            going = [row for row in going if row not in caught]
        dg = tuple(row for row in going if theatre.marker(row) == "dg")
        effect = retreat_step(
            number, bool(zone[place]), bool(dg), theatre.rulings.retreat_second_hex, why
        )
        if effect.lost and dg:
            due, from_among = due + effect.lost, dg
        theatre = theatre.with_position(theatre.position.moved(dict.fromkeys(going, place)))
        there = theatre.combat_units(place, side)
        if zone[place] and any(row not in going for row in there):
            why("OCS-9.12e-1", "friends in the hex do not prevent what an enemy zone does")
        if zone[place] and _exploits_beside(theatre, side, place):
            why("OCS-5.9c-1", "an enemy in Exploit Mode keeps the zone that it had")
        if effect.dg and (zone[place] or number == 2):
            if not why("OCS-5.10a-5", "everybody in the hex becomes DG, bystanders too"):
                there = tuple(row for row in going if theatre.counter(row).is_combat)
            theatre = theatre.with_position(disorganise(theatre, there))
    position = destroyed(theatre, theatre.position, gone)
    if going and any(takes_hold(theatre, row) for row in going):
        position = take_control(position, side, path)
    return why.so(FellBack(position=position, gone=tuple(gone), due=due, from_among=from_among))


def _exploits_beside(theatre: Theatre, side: Side, place: int) -> bool:
    """Whether an enemy in Exploit Mode next to a hex exerts a zone there."""
    return any(
        theatre.marker(row) == "exploit" and exerts_zone(theatre, row)
        for there in theatre.land.graph.neighbours[place]
        for row in theatre.combat_units(there, other_side(side))
    )


def goes_along(theatre: Theatre, rows: Sequence[int], place: int) -> tuple[int, ...]:
    """Who of a hex may go along with a retreat from it: units that took no part, Organic Trucks."""
    side = theatre.counter(rows[0]).side
    if not in_force("OCS-9.12d-1"):
        return ()
    return tuple(
        row
        for row in theatre.stack(place, side)
        if row not in rows
        and (theatre.counter(row).is_combat or theatre.counter(row).kind == "organic_truck")
    )
