"""Whether a counter may be carried by rail or by air now (OCS 4.7, 5.6a)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.bars import non_combat_places
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitName,
    find_row,
)
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.garrisons import garrison_values
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import Side

Carrier = Literal["rail", "air", "truck"]


def transport_violations(
    theatre: Theatre, row: int, by: Carrier, used: Carrier | None = None
) -> tuple[Violation, ...]:
    """What speaks against carrying a counter so; `used` has carried it in this phase already."""
    counter, mode = theatre.counter(row), mode_of(theatre, row)
    name, combat = counter.name, counter.is_combat
    repairs = counter.duty == "rail_repair" and by == "rail" and in_force("OCS-13.3g-5")
    bound = counter.arm == "garrison" and not garrison_values(True, 1).result.transported
    return violations(
        # Without the rule nothing would put a truck on a train.
        None
        if not counter.is_transport or in_force("OCS-4.7c-1")
        else Violation(f"{name} is no cargo", ("OCS-13.3a-1",)),
        violation_if(
            counter.is_transport and by != "rail",
            f"{name} does not go by {by}",
            "OCS-4.7c-1",
            "Transport Points go by rail",
        ),
        violation_if(
            combat and by == "truck",
            "trucks and wagons carry no units",
            "OCS-4.7c-1",
            "they carry SP only",
        ),
        violation_if(
            combat and by != "truck" and mode != "move" and not repairs,
            f"{name} is not in Move Mode",
            "OCS-5.6a-1",
            "change to Move Mode first, in its own Movement Phase",
        ),
        violation_if(
            used not in (None, by),
            f"{name} has been carried by {used} in this phase",
            "OCS-4.7d-1",
            "one kind of transport in a phase",
        ),
        violation_if(bound, f"{name} cannot be transported", "TFB-2.4a-4"),
    )


def detraining_violations(theatre: Theatre, side: Side, place: int) -> tuple[Violation, ...]:
    """What the enemy's presence has against rail cargo's leaving its train in a hex."""
    return violations(
        violation_if(
            bool(non_combat_places(theatre, other_side(side))[place]),
            f"enemy supply, trucks or planes are in {theatre.land.labels[place]}",
            "OCS-4.8c-4",
            "detrain where none are",
        )
    )


class TransportPermission(PositionQuestion, frozen=True, kw_only=True):
    """Whether a unit may be carried by rail, by air or by truck now."""

    asks_permission = True
    cites = ("OCS-4.7c-1", "OCS-4.7d-1", "OCS-5.6a-1")

    unit: UnitName
    by: Annotated[Carrier, Meta(description="what carries it")]
    used: Annotated[
        Carrier | None, Meta(description="what has carried it in this phase already, if anything")
    ] = None
    to: Annotated[HexLabel | None, Meta(description="where it leaves its train")] = None

    def answer(self, nature: Nature) -> Finding[bool]:
        theatre, why = self.theatre(), Why()
        row = find_row(theatre, self.unit)
        found = transport_violations(theatre, row, self.by, self.used)
        if self.to is not None and self.by == "rail":
            side, place = theatre.counter(row).side, theatre.land.place(self.to)
            found += detraining_violations(theatre, side, place)
        refuse(found)
        if theatre.counter(row).is_transport:
            why("OCS-4.7c-1", "Transport Points go by rail")
        elif theatre.counter(row).duty == "rail_repair":
            why("OCS-5.6a-1", "Rail Repair units go by rail in any mode")
        else:
            why("OCS-5.6a-1", "in Move Mode")
        why("OCS-4.7d-1", "one kind of transport in a phase")
        return why.so(True)
