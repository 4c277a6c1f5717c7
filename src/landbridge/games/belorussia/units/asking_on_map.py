"""Consolidation and Formation markers in a sketched position, as a player asks about them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitName,
    find_row,
)
from landbridge.games.belorussia.position.position import DEAD
from landbridge.games.belorussia.units.consolidation import (
    exchange,
    exchange_violations,
    merge,
    merge_violations,
)
from landbridge.games.belorussia.units.formation_markers import stands_for
from landbridge.games.belorussia.violations import refuse


class ConsolidatedUnits(Struct, frozen=True, kw_only=True):
    """What has become of two units."""

    kept: str
    steps: int
    gone: str
    surplus: int
    """Steps that are lost."""


class Consolidate(PositionQuestion, frozen=True, kw_only=True):
    """Whether two like units may consolidate: merge in a hex, or be exchanged with a dead one."""

    cites = ("OCS-13.9-1", "OCS-13.9-2", "OCS-13.9-3", "OCS-13.9-4", "OCS-13.9-5")

    unit: UnitName
    other: Annotated[
        Name, Meta(description="the unit whose steps it takes, or the dead one for which it goes")
    ]

    def answer(self, nature: Nature) -> Finding[ConsolidatedUnits]:
        theatre, why = self.theatre(), Why()
        unit, other = find_row(theatre, self.unit), find_row(theatre, self.other)
        why("OCS-13.9-1", "counters alike on both sides, in the Reinforcement Phase")
        if theatre.place_of(other) == DEAD:
            refuse(exchange_violations(theatre, unit, other))
            if theatre.counter(unit).formation:
                why("OCS-13.9-3", "a unit of a formation for the equal dead one of another")
            else:
                why("OCS-13.9-4", "an independent unit becomes part of a formation")
            done = exchange(theatre, unit, other)
        else:
            refuse(merge_violations(theatre, unit, other))
            why("OCS-13.9-2", "one is removed, and its steps go to the other")
            done = merge(theatre, unit, other)
        return why.so(
            ConsolidatedUnits(
                kept=theatre.counter(done.kept).name,
                steps=done.steps,
                gone=theatre.counter(done.gone).name,
                surplus=done.surplus,
            )
        )


class FormationMarker(PositionQuestion, frozen=True, kw_only=True):
    """For which units a Formation marker stands in a hex, and whether it may stand there."""

    cites = ("OCS-13.7-1",)

    formation: Annotated[Name, Meta(description="the multi-unit formation, for example 5.Tk")]
    hex: HexLabel

    def answer(self, nature: Nature) -> Finding[tuple[str, ...]]:
        theatre, why = self.theatre(), Why()
        rows = stands_for(theatre, self.formation, theatre.land.place(self.hex))
        if not rows and why("OCS-13.7-1", "at least one unit of the formation must be there"):
            raise Refusal(
                f"No unit of {self.formation} is in {self.hex}",
                "OCS-13.7-1",
                legal="where at least one of them is",
            )
        why("OCS-13.7-1", "units of its formation in its hex, whatever their mode and supply")
        return why.so(tuple(theatre.counter(row).name for row in rows))
