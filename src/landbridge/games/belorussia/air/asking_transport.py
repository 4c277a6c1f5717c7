"""The question about Air Transport in a sketched position."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.air_transport import Lift, air_transport, left_of_load
from landbridge.games.belorussia.air.asking import FlightNow
from landbridge.games.belorussia.air.asking_missions import AIR_SWITCHES
from landbridge.games.belorussia.air.missions_on_map import Circumstances
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitName,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.supply_lines.starving import destroyed


class AirLoad(Struct, frozen=True):
    """What planes may carry together."""

    tokens: int
    """Whole tokens, or what a unit counts for transport."""
    staying: tuple[str, ...]
    """Planes that stay Inactive at the destination."""
    unloads: int
    """Tokens that the base unloads; what is more comes with planes that stay there."""
    delivered: int
    """What comes through, with the planes that are neither lost nor turn back."""
    lost: int


class AirTransport(PositionQuestion, frozen=True, kw_only=True):
    """What planes may carry to a base, which of them stay there, and how much it unloads."""

    cites = ("OCS-14.9-1", "OCS-14.9a-1", "OCS-14.9b-1", "OCS-14.9c-1", "OCS-14.9f-1")
    turns_on = ("air_capacity", "aborted_cargo", *AIR_SWITCHES)

    units: Annotated[UnitNames, Meta(description="the planes that carry it together")]
    to: Annotated[HexLabel, Meta(description="the base that they fly to")]
    tokens: Annotated[int, Meta(ge=0, le=40, description="tokens of supply that are carried")] = 0
    cargo: Annotated[str, Meta(max_length=60, description="a unit that is carried instead")] = ""
    aborted: Annotated[
        tuple[UnitName, ...],
        Meta(max_length=4, description="those of them that turn back on the way"),
    ] = ()
    shot_down: Annotated[
        tuple[UnitName, ...],
        Meta(max_length=4, description="those of them that are lost on the way"),
    ] = ()
    flight: FlightNow = "full"

    def answer(self, nature: Nature) -> Finding[AirLoad]:
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
        dead = tuple(find_row(theatre, name) for name in self.shot_down)
        back = tuple(find_row(theatre, name) for name in self.aborted)
        after = theatre.with_position(destroyed(theatre, theatre.position, dead))
        over = tuple(row for row in rows if row not in (*dead, *back))
        left = why.add(left_of_load(after, lift, over, found.load))
        return why.so(AirLoad(found.load, staying, found.unloads, left.delivered, left.lost))
