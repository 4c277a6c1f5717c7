"""Reinforcements in a sketched position, as a player asks about them (OCS 13.6)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.arrivals.on_the_map import (
    air_bases,
    arrival_violations,
    load_on_arrival,
    open_edges,
)
from landbridge.games.belorussia.position.asking import (
    HexLabels,
    PositionQuestion,
    UnitName,
    find_row,
)
from landbridge.games.belorussia.position.counters import SIDES, Counter
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.violations import refuse

Entrance = Literal["hq", "air_base", "hexes"]


class ArrivalPlaces(Struct, frozen=True, kw_only=True):
    """Where a counter may be placed."""

    hexes: tuple[str, ...]
    mode: Mode
    load: int
    """Tokens on it as it arrives."""


class ArrivalHexes(PositionQuestion, frozen=True, kw_only=True):
    """Where a counter that arrives in this phase may be placed, or whether it may in one hex."""

    cites = (
        "OCS-13.6-1",
        "OCS-13.6-2",
        "OCS-13.6a-1",
        "OCS-13.6b-1",
        "OCS-13.6b-2",
        "OCS-13.6c-1",
        "OCS-13.6c-2",
    )

    unit: UnitName
    entrance: Annotated[
        Entrance,
        Meta(description="hq: at an own HQ in trace; hexes: at the hexes named; planes: air_base"),
    ] = "hq"
    hexes: HexLabels = ()
    at: Annotated[Name, Meta(description="one hex, where only that is asked")] = ""
    mode: Annotated[Mode, Meta(description="the mode in which it arrives")] = "combat"
    tokens: Annotated[
        int, Meta(ge=0, le=200, description="tokens of supply that arrive at the same place")
    ] = 0
    later: Annotated[bool, Meta(description="whether it is to be held back to a later turn")] = (
        False
    )

    def answer(self, nature: Nature) -> Finding[ArrivalPlaces]:
        theatre, why = self.theatre(), Why()
        row = find_row(theatre, self.unit)
        counter = theatre.counter(row)
        if self.later and why("OCS-13.6-1", "reinforcements come on their turn"):
            raise Refusal(
                f"{counter.name} cannot be held back", "OCS-13.6-1", legal="in this phase"
            )
        places = self._entrances(theatre, counter, why)
        if self.at:
            places = self._one(theatre, row, places)
        open_to = tuple(
            place
            for place in places
            if not arrival_violations(theatre, counter, place, self.mode, row)
        )
        self._say(theatre, counter, open_to, why)
        return why.so(
            ArrivalPlaces(
                hexes=tuple(theatre.land.labels[place] for place in open_to),
                mode=self.mode,
                load=load_on_arrival(counter, self.tokens),
            )
        )

    def _entrances(self, theatre: Theatre, counter: Counter, why: Why) -> tuple[int, ...]:
        if counter.kind == "plane":
            return air_bases(theatre, counter.side)
        if self.entrance == "hexes":
            wanted = tuple(map(theatre.land.place, self.hexes))
            if not wanted:
                raise BadInput("Name the hexes of the entrance.")
            found = open_edges(theatre, counter.side, wanted)
            if set(found) != set(wanted):
                why("OCS-13.6b-2", "an enemy unit blocks a hex: the nearest edge hex that is free")
            return found
        state = supply_state(theatre, counter.side)
        own = theatre.counters.hqs[SIDES.index(counter.side)]
        hqs = (hq for hq in own if theatre.on_map(hq) and state.in_trace(hq))
        return tuple(dict.fromkeys(theatre.place_of(hq) for hq in hqs))

    def _one(self, theatre: Theatre, row: int, places: tuple[int, ...]) -> tuple[int, ...]:
        counter, place = theatre.counter(row), theatre.land.place(self.at)
        refuse(arrival_violations(theatre, counter, place, self.mode, row))
        if place not in places:
            known = choices(theatre.land.labels[one] for one in places) or "none is open"
            raise Refusal(f"{counter.name} does not arrive in {self.at}", "OCS-13.6-1", legal=known)
        return (place,)

    def _say(self, theatre: Theatre, counter: Counter, places: tuple[int, ...], why: Why) -> None:
        why("OCS-13.6-1", "reinforcements are placed in the Reinforcement Phase of their turn")
        if counter.kind == "plane":
            why("OCS-13.6-2", "planes arrive Active at any friendly air base with room")
            return
        why("OCS-13.6b-1", "in any voluntary mode, also in an enemy ZOC")
        why("OCS-13.6a-1", "also where they are overstacked, until the end of the next segment")
        if counter.kind == "organic_truck":
            why("OCS-13.6c-1", "an Organic Truck arrives loaded")
        elif counter.is_transport:
            why("OCS-13.6c-2", "loaded with what arrives at the same place in the same turn alone")
