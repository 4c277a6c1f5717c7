"""One step of a supply path (OCS 12.3d), asked by itself."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.games.belorussia.supply_lines.paths import FIGURES, FREEZING, counted_weather
from landbridge.games.belorussia.terrain.chart import ALL, cost_text
from landbridge.games.belorussia.terrain.move_costs import RoadStepInputs, entry_cost

TRAINBUSTING: int = FIGURES["trainbusting"]["mp"] * TWELFTHS


class SupplyStep(RoadStepInputs, frozen=True, kw_only=True):
    """What one step of a supply path costs: the dry cost, or less where it freezes."""

    cites = ("OCS-12.3d-1", "OCS-12.3d-2", "OCS-12.3d-3", "OCS-12.3d-4")

    trainbusting: Annotated[
        bool, Meta(description="whether the hex lies in an enemy Trainbusting zone")
    ] = False

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        why.by("OCS-12.3d-1", "counted like the march of a non-combat unit")
        if self.ground != "dry":
            why("OCS-12.3d-2", "as on dry ground")
        if self.ice or self.ground in FREEZING:
            why("OCS-12.3d-3", "what Ice and frost make easier may be used")
        ground, ice = counted_weather(self.ground, self.ice)
        entry = replace(self.entry(self.road, self.bridging), ground=ground, ice=ice)
        cost = entry_cost(entry, why, self.rulings)
        busted = self.trainbusting and not why("OCS-12.3d-4", "Trainbusting does not lengthen it")
        if cost >= ALL:
            return why.so(cost_text(cost))
        return why.so(cost_text(cost + (TRAINBUSTING if busted else 0)))
