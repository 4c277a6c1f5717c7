"""Questions about sources of supply in a sketched position."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.asking import HexLabel, PositionQuestion
from landbridge.games.belorussia.rail.detraining import detrainable_places
from landbridge.games.belorussia.supply_lines.asking import SUPPLY_SWITCHES
from landbridge.games.belorussia.supply_lines.sources import cargo_stops, sources_of
from landbridge.games.belorussia.words import Side


class DetrainableHex(PositionQuestion, frozen=True, kw_only=True):
    """Whether trains stop in a hex of a position: for trace, or for cargo."""

    cites = ("OCS-13.3c-1", "OCS-13.3c-2", "OCS-13.3c-3", "OCS-13.3c-4", "OCS-12.7a-2")
    turns_on = SUPPLY_SWITCHES

    hex: HexLabel
    side: Annotated[Side, Meta(description="the side that is asked about")]
    use: Annotated[Literal["trace", "cargo"], Meta(description="what the trains bring")] = "trace"

    def answer(self, nature: Nature) -> Finding[bool]:
        theatre = self.theatre()
        place = theatre.land.place(self.hex)
        sources = sources_of(theatre, self.side)
        for_trace = detrainable_places(theatre, self.side, sources.railway)
        for_cargo = cargo_stops(theatre, self.side)
        why = Why()
        why("OCS-13.3c-1", "a village, city, port or Engineer-Capable HQ on the railway")
        if place in theatre.land.stations:
            why("TFB-SUP-18", "a point of interest is detrainable")
        why("OCS-13.3c-2", "the side must hold it")
        why("OCS-13.3c-3", "an own railway without enemies or their ZOCs must lead to a source")
        if self.use == "trace":
            why(("OCS-13.3c-4", "OCS-4.5a-10"), "for trace, a friend in the hex negates a ZOC")
            if sources.working:
                why("OCS-12.7a-2", "an Extender joins stretches of railway")
            return why.so(bool(for_trace[place]))
        why(("OCS-13.3c-4", "OCS-4.5a-9"), "for cargo, nobody negates a ZOC")
        if theatre.position.extenders:
            why("OCS-12.7a-2", "an Extender carries no cargo")
        return why.so(bool(for_cargo[place]))
