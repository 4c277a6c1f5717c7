"""Questions about air missions in a sketched position."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.asking import FlightNow
from landbridge.games.belorussia.air.flak import MissionKind
from landbridge.games.belorussia.air.flak_on_map import flak_at
from landbridge.games.belorussia.air.missions_on_map import (
    SEGMENT_OF,
    Circumstances,
    Segment,
    mission_violations,
)
from landbridge.games.belorussia.air.patrol_zones import (
    REACH,
    interception_violations,
    interceptors,
    intercepts_in,
    patrols,
)
from landbridge.games.belorussia.air.planes import hexes_to, landing_bases
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitName,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.violations import refuse
from landbridge.games.belorussia.words import Side

MissionAsked = Annotated[MissionKind, Meta(description="what the planes are to do there")]
AIR_SWITCHES = (
    "air_army_hq_hex",
    "reduced_planes",
    "long_range_air",
    "soviet_hip_shoot",
    "flak_in_hex",
)


class MissionAt(Struct, frozen=True):
    """What awaits a mission over its hex."""

    hexes: int
    """How far the plane flies that flies farthest."""
    interceptors: tuple[str, ...]
    """Enemy planes of which one may intercept it."""
    under_flak: bool
    flak: int
    """What is added to the flak roll."""
    lands: tuple[str, ...]
    """Bases at which its first plane may land afterwards."""


class AirMissionAt(PositionQuestion, frozen=True, kw_only=True):
    """Whether planes may fly a mission to a hex, and what awaits them there."""

    cites = (
        *("OCS-14.1-1", "OCS-14.1a-1", "OCS-14.1g-1", "OCS-14.2a-1", "OCS-14.2d-1"),
        *("OCS-14.2e-1", "OCS-14.2f-2", "OCS-14.4c-1", "OCS-14.6-1", "OCS-14.7-1", "OCS-14.7d-1"),
    )
    turns_on = AIR_SWITCHES

    hex: HexLabel
    units: Annotated[UnitNames, Meta(description="the planes of the mission, as numbered")]
    mission: MissionAsked = "barrage"
    segment: Annotated[
        Segment | None, Meta(description="the segment of the phase; that of the mission if unsaid")
    ] = None
    flight: FlightNow = "full"
    arrived: Annotated[
        bool, Meta(description="whether the mission is over its hex, and these would join it")
    ] = False

    def answer(self, nature: Nature) -> Finding[MissionAt]:
        theatre, why = self.theatre(), Why()
        rows, place = find_rows(theatre, self.units), theatre.land.place(self.hex)
        segment = self.segment or SEGMENT_OF.get(self.mission, "movement")
        now = Circumstances(self.flight, segment, arrived=self.arrived)
        refuse(mission_violations(theatre, rows, place, self.mission, now))
        why("OCS-14.2d-1", "within the range of each plane, counted straight")
        side = theatre.counter(rows[0]).side
        found = interceptors(theatre, side, place, self.mission)
        if found:
            text = "an Active F whose own Patrol Zone covers the hex may intercept it, once"
            why(("OCS-14.4c-1", "OCS-14.5-1"), text)
        flak = why.add(flak_at(theatre, rows, place, self.mission))
        if flak is not None:
            why(flak.rules, "what is added to the flak roll")
        labels = theatre.land.labels
        why("OCS-14.1c-1", "afterwards it lands at an own base within its range, Inactive")
        return why.so(
            MissionAt(
                hexes=max(hexes_to(theatre, row, place) for row in rows),
                interceptors=tuple(theatre.counter(row).name for row in found),
                under_flak=flak is not None,
                flak=0 if flak is None else int(flak.total),
                lands=tuple(labels[base] for base in landing_bases(theatre, rows[0], place)),
            )
        )


class Interception(PositionQuestion, frozen=True, kw_only=True):
    """Whether a plane may intercept a mission over a hex."""

    asks_permission = True
    cites = ("OCS-14.1-1", "OCS-14.4c-1", "OCS-14.5-1", "OCS-14.5-4")
    turns_on = AIR_SWITCHES

    unit: UnitName
    hex: HexLabel
    mission: MissionAsked = "barrage"
    flight: FlightNow = "full"

    def answer(self, nature: Nature) -> Finding[bool]:
        theatre, why = self.theatre(), Why()
        row, place = find_row(theatre, self.unit), theatre.land.place(self.hex)
        refuse(interception_violations(theatre, row, place, self.mission))
        if not intercepts_in(self.flight, why):
            return why.so(False)
        why("OCS-14.1-1", "it is an F")
        why(("OCS-14.4c-1", "OCS-14.5-1"), f"its own Patrol Zone, {REACH} hexes, covers the hex")
        return why.so(True)


class PatrolZone(Struct, frozen=True):
    """A base with a Patrol Zone."""

    base: str
    fighters: tuple[str, ...]
    covers: bool
    """Whether it covers the hex that is asked about."""
    hexes: int


class PatrolZones(PositionQuestion, frozen=True, kw_only=True):
    """The Patrol Zones of a side, and whether they cover a hex."""

    cites = ("OCS-14.4c-1",)
    turns_on = AIR_SWITCHES

    side: Annotated[Side, Meta(description="whose zones are asked for")]
    hex: HexLabel

    def answer(self, nature: Nature) -> Finding[tuple[PatrolZone, ...]]:
        theatre, why = self.theatre(), Why()
        place, labels = theatre.land.place(self.hex), theatre.land.labels
        found = []
        for base, rows in sorted(patrols(theatre, self.side).items()):
            far = theatre.land.distance(base, place)
            covers = far <= REACH
            names = tuple(theatre.counter(row).name for row in rows)
            found.append(PatrolZone(labels[base], names, covers, far))
        why.by("OCS-14.4c-1", f"{REACH} hexes round every base with an Active F")
        return why.so(tuple(found))
