"""Consolidation (OCS 13.9): like units merge, and formations exchange equal units."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.movement.zones import enemy_zones
from landbridge.games.belorussia.position.counters import Counter
from landbridge.games.belorussia.position.position import DEAD, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.starving import removed
from landbridge.games.belorussia.violations import violation_if, violations

STOCKS = ("full", "Low", "Exhausted")


class ConsolidationResult(Struct, frozen=True, kw_only=True):
    """What has become of two units."""

    position: Position
    kept: int
    """The row of the unit that is on the map now."""
    gone: int
    """The row of the one in the Dead Pile."""
    steps: int
    surplus: int
    """Steps that are lost."""


def alike(one: Counter, other: Counter) -> bool:
    """Whether two counters show the same on both sides."""
    return _printed(one) == _printed(other)


def _printed(counter: Counter) -> tuple[object, ...]:
    return (
        counter.side,
        counter.nation,
        counter.kind,
        counter.duty,
        counter.arm,
        counter.size,
        counter.category,
        counter.combat,
        counter.moving,
        counter.steps,
        counter.range,
    )


def _common_violations(theatre: Theatre, one: int, other: int) -> tuple[Violation, ...]:
    """What speaks against consolidating two units, whatever way is meant."""
    first, second = theatre.counter(one), theatre.counter(other)
    own = theatre.phase == "reinforcement" and theatre.phasing == first.side
    like = alike(first, second)
    # Neither the enemy beside them nor want of supply keeps units from it.
    hindered = not in_force("OCS-13.9-1") and any(
        theatre.on_map(row)
        and (theatre.position.out[row] or enemy_zones(theatre, first.side)[theatre.place_of(row)])
        for row in (one, other)
    )
    return violations(
        violation_if(
            not own,
            f"{first.name} does not consolidate in this phase",
            "OCS-13.9-1",
            "in its owner's Reinforcement Phase",
        ),
        violation_if(
            not like,
            f"{first.name} and {second.name} are not alike on both sides",
            "OCS-13.9-1",
            "counters with the same values on both sides",
        ),
        violation_if(hindered, f"{first.name} is near the enemy or Out of Supply", "OCS-13.9-5"),
        *(_state_violation(theatre, row) for row in (one, other) if theatre.on_map(row)),
    )


def _state_violation(theatre: Theatre, row: int) -> Violation | None:
    name, stock = theatre.counter(row).name, theatre.position.stock[row]
    dg = theatre.marker(row) == "dg"
    return violation_if(
        dg or bool(stock),
        f"{name} is {'DG' if dg else STOCKS[stock]}",
        "OCS-13.9-5",
        "units that are neither DG nor Low nor Exhausted",
    )


# Two units of a hex


def merge_violations(theatre: Theatre, kept: int, gone: int) -> tuple[Violation, ...]:
    """What speaks against one unit's taking up the steps of another."""
    first, second = theatre.counter(kept), theatre.counter(gone)
    together = theatre.on_map(kept) and theatre.place_of(kept) == theatre.place_of(gone)
    return (
        *_common_violations(theatre, kept, gone),
        *violations(
            violation_if(
                not together,
                f"{first.name} and {second.name} are not in one hex",
                "OCS-13.9-2",
                "two units in one hex",
            ),
            violation_if(
                first.steps < 2,
                f"{first.name} is no multi-step unit",
                "OCS-13.9-2",
                "multi-step units merge",
            ),
        ),
    )


def merge(theatre: Theatre, kept: int, gone: int) -> ConsolidationResult:
    """One unit is removed and its steps go to the other; surplus steps are lost."""
    printed = theatre.counter(kept).steps
    both = steps_left(theatre, kept) + steps_left(theatre, gone)
    steps = min(printed, both)
    off = removed(theatre.position, (gone,), DEAD)
    lost = BYTE.put_all(off.lost, {kept: printed - steps, gone: printed})
    return ConsolidationResult(
        position=replace(off, lost=lost), kept=kept, gone=gone, steps=steps, surplus=both - steps
    )


# A unit of the map and one of the Dead Pile


def exchange_violations(theatre: Theatre, unit: int, dead: int) -> tuple[Violation, ...]:
    """What speaks against a unit's giving its place to an equal one of the Dead Pile."""
    here, there = theatre.counter(unit), theatre.counter(dead)
    out = bool(here.formation) and not there.formation
    same = here.formation == there.formation
    return (
        *_common_violations(theatre, unit, dead),
        *violations(
            violation_if(
                theatre.place_of(dead) != DEAD or not theatre.on_map(unit),
                f"{there.name} is not in the Dead Pile"
                if theatre.place_of(dead) != DEAD
                else f"{here.name} is not on the map",
                "OCS-13.9-3",
                "a unit on the map is exchanged for a dead one",
            ),
            violation_if(
                bool(here.formation) and same,
                f"{there.name} is of the same formation",
                "OCS-13.9-3",
                "the equal unit of another formation",
            ),
            violation_if(
                out or not there.formation,
                f"{there.name} is of no formation",
                "OCS-13.9-4",
                "a unit never becomes independent by it",
            ),
        ),
    )


def exchange(theatre: Theatre, unit: int, dead: int) -> ConsolidationResult:
    """The dead unit takes the place of the other, with its mode and everything that it bears."""
    now = theatre.position
    columns = ("face", "marker", "lost", "done", "stock", "cut", "out", "load")
    swapped = {
        name: BYTE.put_all(
            getattr(now, name), {dead: getattr(now, name)[unit], unit: getattr(now, name)[dead]}
        )
        for name in columns
    }
    position = replace(now.moved({dead: theatre.place_of(unit), unit: DEAD}), **swapped)
    steps = theatre.counter(dead).steps - position.lost[dead]
    return ConsolidationResult(position=position, kept=dead, gone=unit, steps=steps, surplus=0)
