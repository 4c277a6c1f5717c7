"""Questions about railways in a sketched position: journeys, conversion, control."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.allowances import allowance_left
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.marching import march
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    HexLabels,
    PositionQuestion,
    UnitName,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import FINISHED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.control import control_passes
from landbridge.games.belorussia.rail.gauge import convert, relay_soviet_track
from landbridge.games.belorussia.rail.journeys import Cargo, capacity_left, go_by_rail
from landbridge.games.belorussia.supply_lines.asking import SUPPLY_SWITCHES
from landbridge.games.belorussia.terrain.chart import cost_text
from landbridge.games.belorussia.words import Side


class RailJourney(Struct, frozen=True):
    """A journey by rail."""

    points: str
    """Rail capacity that it takes."""
    left: str
    """Rail capacity that is left afterwards."""
    path: tuple[str, ...]
    modes: tuple[str, ...]
    """The mode of each unit at its end."""
    may_move: tuple[str, ...]
    """Movement points that each unit may still spend in the phase."""


class RailMove(PositionQuestion, frozen=True, kw_only=True):
    """Whether units or supply may go by rail from one hex to another, and what it takes."""

    cites = (
        "OCS-13.3a-1", "OCS-13.3b-1", "OCS-13.3b-2", "OCS-13.3e-1", "OCS-13.3e-2", "OCS-13.3e-3",
        "OCS-13.3e-4", "OCS-13.3e-5", "OCS-13.3e-6", "OCS-13.3f-1", "OCS-13.3g-4", "OCS-13.3g-5",
        "OCS-13.3g-6", "OCS-13.3g-7", "OCS-13.3h-1", "OCS-13.8c-1",
    )  # fmt: skip
    turns_on = SUPPLY_SWITCHES

    units: Annotated[
        UnitNames, Meta(description="the units that go together, from one hex; none for supply")
    ] = ()
    tokens: Annotated[int, Meta(ge=0, le=400, description="tokens of supply that go along")] = 0
    start: Annotated[HexLabel | None, Meta(description="where the supply lies")] = None
    side: Annotated[Side, Meta(description="whose supply it is")] = "soviet"
    to: Annotated[HexLabel, Meta(description="where they leave the train")]
    capacity: Annotated[
        int, Meta(ge=0, le=99, description="the side's rail capacity in this turn")
    ] = 10

    def answer(self, nature: Nature) -> Finding[RailJourney]:
        theatre = self.theatre()
        cargo = self._cargo(theatre)
        to = theatre.land.place(self.to)
        found = go_by_rail(theatre, cargo, to, self.capacity)
        after = theatre.with_position(found.result.position)
        rest = capacity_left(after, cargo.side, self.capacity)
        shown = RailJourney(
            str(found.result.points),
            str(rest),
            tuple(theatre.land.labels[place] for place in found.result.path),
            tuple(mode_of(after, row) for row in cargo.rows),
            tuple(cost_text(may_spend(after, row)) for row in cargo.rows),
        )
        return Finding(shown, found.rules, found.why)

    def _cargo(self, theatre: Theatre) -> Cargo:
        rows = find_rows(theatre, self.units) if self.units else ()
        if not rows and not self.tokens:
            raise BadInput("Name units that go by rail, or tokens of supply.")
        if rows:
            places = {theatre.place_of(row) for row in rows}
            if len(places) > 1:
                raise BadInput("They do not stand together; a train leaves from one hex.")
            start, side = places.pop(), theatre.counter(rows[0]).side
        elif self.start is None:
            raise BadInput("Say in which hex the supply lies.")
        else:
            start, side = theatre.land.place(self.start), self.side
        return Cargo(side, start, rows, self.tokens)


def may_spend(theatre: Theatre, row: int) -> int:
    """What a counter may still spend in this phase, in twelfths; nothing if it has finished."""
    return 0 if theatre.position.done[row] & FINISHED else allowance_left(theatre, row)


class RailRepairResult(Struct, frozen=True):
    """Track that a Rail Repair unit has converted."""

    converted: tuple[str, ...]
    points: str
    """Movement points that the march took."""


class RailRepair(PositionQuestion, frozen=True, kw_only=True):
    """Whether a Rail Repair unit may convert the rail hexes along a path, and at what cost."""

    cites = ("OCS-13.3g-1", "OCS-13.3g-2", "OCS-13.3g-3", "OCS-4.5a-11", "OCS-13.3d-1")

    unit: UnitName
    path: HexLabels

    def answer(self, nature: Nature) -> Finding[RailRepairResult]:
        theatre = self.theatre()
        row = find_row(theatre, self.unit)
        if not self.path:
            raise BadInput("Say which hexes it enters, in order.")
        found = convert(theatre, row, tuple(map(theatre.land.place, self.path)))
        after = theatre.with_position(found.result.position)
        places = tuple(theatre.land.labels[place] for place in found.result.places)
        cost = allowance_left(theatre, row) - allowance_left(after, row)
        return Finding(RailRepairResult(places, cost_text(cost)), found.rules, found.why)


class TrackRelaid(PositionQuestion, frozen=True, kw_only=True):
    """Which rail hexes Soviet railway troops relay in the Soviet Clean Up Phase."""

    cites = ("OCS-13.3d-1",)
    turns_on = ("gauge_conversion", *SUPPLY_SWITCHES)

    def answer(self, nature: Nature) -> Finding[tuple[str, ...]]:
        theatre = self.theatre()
        found = relay_soviet_track(theatre)
        labels = tuple(theatre.land.labels[place] for place in found.result.places)
        return Finding(labels, found.rules, found.why)


class HexHeld(Struct, frozen=True):
    """Whose a hex is."""

    holder: Literal[Side, "nobody"]
    gauge: Literal[Side, "nobody"]
    """The gauge of its railway."""


class RailControl(PositionQuestion, frozen=True, kw_only=True):
    """Who controls a hex, and whose gauge it has: after a march, and at the end of the turn."""

    cites = ("OCS-13.3d-1", "OCS-13.3h-2", "OCS-13.3h-3")
    turns_on = ("rear_control", *SUPPLY_SWITCHES)

    hex: HexLabel
    unit: Annotated[Name | None, Meta(description="a unit that marches first, if one does")] = None
    path: Annotated[HexLabels, Meta(description="the hexes that it enters, in order")] = ()
    turn_end: Annotated[bool, Meta(description="whether the turn ends then")] = False

    def answer(self, nature: Nature) -> Finding[HexHeld]:
        theatre, why = self.theatre(), Why()
        place = theatre.land.place(self.hex)
        if self.unit is not None:
            row = find_row(theatre, self.unit)
            walked = march(theatre, (row,), tuple(map(theatre.land.place, self.path)))
            theatre = theatre.with_position(why.add(walked).position)
            why("OCS-13.3h-2", "what a combat unit enters is its side's")
            why("OCS-13.3d-1", "a march shifts no gauge line: only conversion does")
        position = why.add(control_passes(theatre)) if self.turn_end else theatre.position
        if self.turn_end:
            why("RUL-TFB-183", f"what lies behind the front: {self.rulings.rear_control}")
        return why.so(HexHeld(_side(position.control[place]), _side(position.gauge[place])))


def _side(number: int) -> Literal[Side, "nobody"]:
    return SIDES[number - 1] if number else "nobody"
