"""Who may attack which hex, in a Combat Segment (OCS 9.1) or by overrun (OCS 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.games.belorussia.combat.battles import battlefield, comes_by, defenders_of
from landbridge.games.belorussia.fronts.fronts_on_map import may_assault
from landbridge.games.belorussia.movement.allowances import allowance_left
from landbridge.games.belorussia.movement.costs import pays_as
from landbridge.games.belorussia.movement.faces import attack_capable, mode_of
from landbridge.games.belorussia.movement.segments import acting_side, is_simulcast
from landbridge.games.belorussia.movement.setting_out import has_fuel, setting_out_violations
from landbridge.games.belorussia.movement.sizes import QUARTERS
from landbridge.games.belorussia.movement.special_bars import limited_kind
from landbridge.games.belorussia.movement.stacking import MOST, quarters_in, re_text
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import RELEASED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.routes import trainbusting_zone
from landbridge.games.belorussia.terrain.chart import DATA as TERRAIN
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.terrain.combat_terrain import Stack, attack_strength
from landbridge.games.belorussia.terrain.entering import overrun_cost
from landbridge.games.belorussia.terrain.move_costs import HexEntry
from landbridge.games.belorussia.terrain.multipliers import Attack
from landbridge.games.belorussia.units.limited_units import limited_violations
from landbridge.games.belorussia.violations import impossible, violation_if, violations

OVERRUN: int = TERRAIN["overrun"]["points"] * TWELFTHS
"""What an overrun costs each unit, in twelfths of a movement point."""


# In a Combat Segment


def attack_violations(
    theatre: Theatre, rows: Sequence[int], target: int, leader: int
) -> tuple[Violation, ...]:
    """What speaks against these units' attacking a hex together."""
    found = [*_target(theatre, rows, target, "regular")]
    found.append(
        violation_if(
            target in theatre.position.attacked,
            f"{theatre.land.labels[target]} has been attacked in this segment",
            "OCS-9.1c-2",
            "a hex is attacked once in a Combat Segment",
        )
    )
    for row in rows:
        found += attacker_violations(theatre, row)
        found.append(cannot_come(theatre, row, target) or _needs_road(theatre, row, target))
    return violations(*found, _leads(theatre, rows, leader))


def attacker_violations(theatre: Theatre, row: int) -> tuple[Violation, ...]:
    """What speaks against a unit's attacking any hex in this segment."""
    name = theatre.counter(row).name
    return violations(
        violation_if(
            theatre.counter(row).side != acting_side(theatre),
            f"{name} is not of the side whose phase it is",
            "OCS-9.1a-1",
            "only the phasing side attacks",
        ),
        *_incapable(theatre, row, "attack"),
        violation_if(
            row in theatre.position.fought,
            f"{name} has attacked in this segment",
            "OCS-9.1c-2",
            "a unit attacks once in a Combat Segment",
        ),
        _stays_out(theatre, row),
        violation_if(
            not in_force("OCS-12.5b-1") and not has_fuel(theatre, row), f"{name} has no fuel", ()
        ),
    )


def _stays_out(theatre: Theatre, row: int) -> Violation | None:
    """Why a unit does not fight in the Exploitation Phase."""
    acts = theatre.marker(row) == "exploit" or theatre.position.done[row] & RELEASED
    return violation_if(
        theatre.phase == "exploitation" and not acts,
        f"{theatre.counter(row).name} is neither in Exploit Mode nor a released Reserve",
        "OCS-11.0a-1",
        "others attack in the Combat Phase",
    )


def _incapable(theatre: Theatre, row: int, does: str) -> Iterator[Violation | None]:
    """Why a unit cannot attack or overrun at all: its mode, or what it is."""
    name, marker = theatre.counter(row).name, theatre.marker(row)
    yield violation_if(
        marker == "reserve",
        f"{name} is in Reserve Mode",
        "OCS-5.7-1",
        "release it first, in the Reaction or Exploitation Phase",
    )
    yield violation_if(
        marker == "strat", f"{name} is in Strat Mode", "OCS-5.8-4", f"units in it do not {does}"
    )
    yield violation_if(
        not may_assault(theatre, row, does),
        f"{name} is of a Front that is Regrouping",
        "RUL-TFB-22",
        f"units of a Front on the Offensive {does}",
    )
    yield violation_if(
        marker not in ("reserve", "strat") and not attack_capable(theatre, row),
        f"{name} is not Attack-Capable",
        "OCS-4.4a-1",
        "only units with a strength that is not in brackets",
    )


def _target(
    theatre: Theatre, rows: Sequence[int], target: int, attack: Attack
) -> Iterator[Violation | None]:
    """What speaks against the hex: who is in it, how far it is, and the weather."""
    side, labels = theatre.counter(rows[0]).side, theatre.land.labels
    does = "combat is fought" if attack == "regular" else "overrun is made"
    yield violation_if(
        is_simulcast(theatre),
        f"no {does} in a simulcast turn",
        ("OCS-2.4-2", "TFB-DF-1"),
        "wait for another turn",
    )
    # What follows could not be fought out at all: nobody can let it pass.
    if not defenders_of(theatre, side, target):
        raise impossible(
            f"no enemy combat unit is in {labels[target]}",
            "OCS-9.0-1" if attack == "regular" else "OCS-8.0-1",
            "a hex without them is entered by marching",
        )
    around = theatre.land.graph.neighbours[target]
    for row in rows:
        if theatre.place_of(row) not in around:
            raise impossible(
                f"{theatre.counter(row).name} is not next to {labels[target]}",
                ("OCS-9.0-1", "OCS-9.1c-1") if attack == "regular" else "OCS-8.0-2",
                "from adjacent hexes alone",
            )


def _leads(theatre: Theatre, rows: Sequence[int], leader: int) -> Violation | None:
    return violation_if(
        leader not in rows,
        f"{theatre.counter(leader).name} does not take part",
        "OCS-9.6-2",
        "the action rating is that of a unit in the attack",
    )


def cannot_come(theatre: Theatre, row: int, target: int) -> Violation | None:
    """Why a unit cannot attack a hex that it could not enter."""
    return violation_if(
        comes_by(theatre, row, target, "regular") is None,
        f"{theatre.counter(row).name} could not enter {theatre.land.labels[target]}",
        "OCS-9.1f-1",
        "attack along a road, or from another hex",
    )


def _needs_road(theatre: Theatre, row: int, target: int) -> Violation | None:
    """Why a unit whose multiplier is starred cannot attack across open country."""
    counter, notes = theatre.counter(row), Why()
    here = theatre.place_of(row)
    place = battlefield(theatre, counter.side, here, target, "regular")
    alone = {
        "armor": Stack(armor=Fraction(1)),
        "mech": Stack(mech=Fraction(1)),
        "other": Stack(other=Fraction(1)),
    }[counter.category]
    found = attack_strength(alone, place, notes, "none", theatre.rulings)
    return violation_if(
        found.total is None,
        f"{counter.name} could attack {theatre.land.labels[target]} along a road only",
        notes.so(None).rules,
        "attack along a road, or from another hex",
    )


def _struck(theatre: Theatre, row: int, around: Sequence[int]) -> list[int]:
    """The hexes among these in which enemies of a unit defend."""
    side = theatre.counter(row).side
    enemy = theatre.held_by(other_side(side))
    return [there for there in around if enemy[there] and defenders_of(theatre, side, there)]


def targets_of(theatre: Theatre, row: int) -> tuple[int, ...]:
    """The hexes that a unit may attack now."""
    if attacker_violations(theatre, row):
        return ()
    around = theatre.land.graph.neighbours[theatre.place_of(row)]
    near = _struck(theatre, row, around)
    return tuple(there for there in near if not attack_violations(theatre, (row,), there, row))


# By overrun


def overrun_violations(
    theatre: Theatre, rows: Sequence[int], target: int, leader: int
) -> tuple[Violation, ...]:
    """What speaks against these units' overrunning a hex as they move."""
    # What could not be fought out at all is refused before anything that can be let pass.
    found = [*_target(theatre, rows, target, "overrun"), _began_apart(theatre, rows)]
    apart = _setting_out(theatre, rows)
    if apart:
        return apart
    found.append(_crowded(theatre, rows))
    for row in rows:
        found += overrunner_violations(theatre, row)
        found.append(_too_dear(theatre, row, target))
    return violations(*found, _leads(theatre, rows, leader))


def _setting_out(theatre: Theatre, rows: Sequence[int]) -> tuple[Violation, ...]:
    """What speaks against their moving at all; an overrun needs fuel like any other move."""
    fuelled = setting_out_violations(theatre, rows, lambda theatre, row: True)
    found = setting_out_violations(theatre, rows)
    if not in_force("OCS-12.5b-2"):
        return fuelled
    return tuple(
        one if one in fuelled else replace(one, rules=(*one.rules, "OCS-12.5b-2")) for one in found
    )


def overrunner_violations(theatre: Theatre, row: int) -> tuple[Violation, ...]:
    """What speaks against a unit's overrunning any hex now, apart from how it moves."""
    counter, mode, rest = theatre.counter(row), mode_of(theatre, row), allowance_left(theatre, row)
    return violations(
        *_incapable(theatre, row, "overrun"),
        violation_if(
            mode == "dg",
            f"{counter.name} is DG",
            ("OCS-5.10b-5", "OCS-8.1-2"),
            "attack in the Combat Phase",
        ),
        *limited_violations(limited_kind(counter), "overrun", "none"),
        violation_if(
            rest < OVERRUN,
            f"{counter.name} has {cost_text(rest)} MP left, and an overrun costs"
            f" {cost_text(OVERRUN)}",
            ("OCS-8.1a-1", "OCS-8.1a-2"),
            "overrun earlier in the move",
        ),
    )


def _began_apart(theatre: Theatre, rows: Sequence[int]) -> Violation | None:
    began = theatre.position.began
    starts = {began.get(row, theatre.place_of(row)) for row in rows}
    return violation_if(
        len(starts) > 1,
        "they did not begin the phase in one hex",
        "OCS-8.1-1",
        "a stack that has been together since the phase began",
    )


def _crowded(theatre: Theatre, rows: Sequence[int]) -> Violation | None:
    here, side = theatre.place_of(rows[0]), theatre.counter(rows[0]).side
    there = quarters_in(theatre, here, side)
    return violation_if(
        there > MOST * QUARTERS,
        f"{theatre.land.labels[here]} holds {re_text(there)} RE, and {MOST} is the most from which"
        " an overrun is made",
        "OCS-4.8a-4",
        "go on to a hex with room",
    )


def _too_dear(theatre: Theatre, row: int, target: int) -> Violation | None:
    """Why the hex is too hard for a unit to overrun, roads and bridges left out."""
    here, side = theatre.place_of(row), theatre.counter(row).side
    if target not in theatre.land.graph.neighbours[here]:
        return None
    place = battlefield(theatre, side, here, target, "overrun")
    entry = HexEntry(
        terrain=place.terrain,
        move=pays_as(theatre, row, (row,)),
        ground=place.ground,
        hexside=place.hexside,
        ice=place.ice,
    )
    busted = bool(trainbusting_zone(theatre, side)[target])
    try:
        overrun_cost(entry, busted, theatre.rulings)
    except Refusal as refused:
        name = theatre.counter(row).name
        return Violation(f"{name}: {refused.text}", refused.rules, refused.legal or "")
    return None


def overrun_targets(theatre: Theatre, row: int) -> tuple[int, ...]:
    """The hexes that a unit may overrun now."""
    if overrunner_violations(theatre, row):
        return ()
    around = theatre.land.graph.neighbours[theatre.place_of(row)]
    near = _struck(theatre, row, around)
    return tuple(there for there in near if not overrun_violations(theatre, (row,), there, row))
