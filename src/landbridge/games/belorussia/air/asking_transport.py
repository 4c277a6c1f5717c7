"""The question about Air Transport in a sketched position."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.air_transport import Lift, air_transport
from landbridge.games.belorussia.air.asking import FlightNow
from landbridge.games.belorussia.air.asking_missions import AIR_SWITCHES
from landbridge.games.belorussia.air.missions_on_map import Circumstances
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitNames,
    find_row,
    find_rows,
)


class Carried(Struct, frozen=True):
    """What planes may carry together."""

    tokens: int
    """Whole tokens, or what a unit counts for transport."""
    staying: tuple[str, ...]
    """Planes that stay Inactive at the destination."""
    unloads: int
    """Tokens that the base unloads; what is more comes with planes that stay there."""


class AirTransport(PositionQuestion, frozen=True, kw_only=True):
    """What planes may carry to a base, which of them stay there, and how much it unloads."""

    cites = ("OCS-14.9-1", "OCS-14.9a-1", "OCS-14.9b-1", "OCS-14.9c-1", "OCS-14.9f-1")
    turns_on = ("air_capacity", *AIR_SWITCHES)

    units: Annotated[UnitNames, Meta(description="the planes that carry it together")]
    to: Annotated[HexLabel, Meta(description="the base that they fly to")]
    tokens: Annotated[int, Meta(ge=0, le=40, description="tokens of supply that are carried")] = 0
    cargo: Annotated[str, Meta(max_length=60, description="a unit that is carried instead")] = ""
    flight: FlightNow = "full"

    def answer(self, nature: Nature) -> Finding[Carried]:
        theatre, why = self.theatre(), Why()
        rows = find_rows(theatre, self.units)
        lift = Lift(
            rows=rows,
            start=theatre.place_of(rows[0]),
            to=theatre.land.place(self.to),
            tokens=0 if self.cargo else self.tokens,
            unit=find_row(theatre, self.cargo) if self.cargo else -1,
        )
        found = why.add(air_transport(theatre, lift, Circumstances(self.flight)))
        staying = tuple(theatre.counter(row).name for row in found.staying)
        return why.so(Carried(found.load, staying, found.unloads))
