"""Asking how the map stands after step 9.606: Isolated Areas, Control, what is drawn."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.findings import Finding
from landbridge.games.orsha.rules.map.hexes import lvp_labels
from landbridge.games.orsha.rules.perimeter.determination import Notes, Perimeter
from landbridge.games.orsha.rules.perimeter.escape import way_out
from landbridge.games.orsha.rules.perimeter.front_line import marked_hexsides
from landbridge.games.orsha.rules.perimeter.isolated_areas import AreaType, Holder, IsolatedArea
from landbridge.games.orsha.rules.perimeter.isolation import Isolation, settle
from landbridge.games.orsha.rules.perimeter.position import SIDES, Position, Unit, parse_unit
from landbridge.games.orsha.rules.perimeter.questions import OnTheMap
from landbridge.games.orsha.rules.words import Side


class AfterEscapes(OnTheMap, frozen=True, kw_only=True):
    """A position in which some units have left their Isolated Areas."""

    gone: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=200,
            description="units that have Escaped or are lost since, written as among the units",
        ),
    ] = ()

    def settled(self, position: Position, why: Notes) -> tuple[dict[Side, Perimeter], Isolation]:
        """Perimeters and Isolation; refuses if a proposed loop is illegal."""
        left: list[Unit] = list(position.units)
        gone: list[Unit] = []
        for text in self.gone:
            unit = parse_unit(position.where, text)
            if unit not in left:
                raise BadInput(f"'{text}' is none of the units.")
            left.remove(unit)
            gone.append(unit)
        perimeters = self.perimeters(position, why)
        for perimeter in perimeters.values():
            if perimeter.violations:
                first = perimeter.violations[0]
                raise Refusal(
                    f"the {perimeter.side.capitalize()} loops are not legal: {first.text}",
                    first.rules,
                    legal=first.remedy,
                    violations=perimeter.violations,
                )
        same = [unit for unit in gone if unit in left]
        if same:
            raise BadInput(f"Two units are called {position.show(same[0])}; give them names.")
        settled = settle(
            position,
            perimeters,
            why,
            frozenset(gone),
            self.rulings.isolated_areas,
            self.rulings.shortage_scope,
        )
        return perimeters, settled


class UnitInside(Struct, frozen=True):
    """A unit in an Isolated Area, and how far it has to go if it Escapes."""

    unit: str
    distance: int
    """Hexes to the nearest friendly-Controlled, non-Isolated hex."""


class AreaView(Struct, frozen=True):
    """An Isolated Area in words."""

    type: AreaType
    hexes: tuple[str, ...]
    holder: Holder
    pocket_of: Side | None
    units: tuple[UnitInside, ...]
    must_escape: tuple[str, ...]
    shortage: tuple[str, ...]
    passed_to: Side | None
    control: tuple[str, ...]
    """Who Controls what in it, hex by hex, where it is mixed."""


class IsolationMap(Struct, frozen=True):
    """The map after Isolation."""

    areas: tuple[AreaView, ...]
    german: int
    """Non-Isolated hexes under German Control."""
    russian: int
    no_mans_land: tuple[str, ...]
    markers_removed: tuple[str, ...]
    eliminated: tuple[str, ...]
    lvp: tuple[str, ...]
    """Who holds each red-dot hex of the printed map."""


def show_area(position: Position, area: IsolatedArea, settled: Isolation) -> AreaView:
    """An Isolated Area as players write it."""
    where = position.where
    inside = [unit for unit in (*area.must_escape, *area.shortage) if unit.kind != "abandoned"]
    mixed = sorted(area.hexes) if area.type == "D" else []
    return AreaView(
        area.type,
        where.labels(area.hexes),
        area.holder,
        area.pocket_of,
        tuple(
            UnitInside(position.show(unit), way_out(settled, unit.side, unit.place))
            for unit in sorted(inside)
        ),
        tuple(position.show(unit) for unit in area.must_escape),
        tuple(position.show(unit) for unit in area.shortage),
        area.passed_to,
        tuple(f"{where.label(place)}:{settled.control.get(place, 'none')}" for place in mixed),
    )


class IsolationQuestion(AfterEscapes, frozen=True, kw_only=True):
    """The Isolated Areas with their types and effects, Control, and No Man's Land."""

    cites = (
        "OTO-9.606-1",
        "OTO-9.606-2",
        "OTO-9.606-3",
        "OTO-9.606-4",
        "OTO-9.606-5",
        "OTO-9.6061-1",
        "OTO-9.6061-2",
        "OTO-9.6061-3",
        "OTO-9.6062-1",
        "OTO-9.6062-2",
        "OTO-9.6062-3",
        "OTO-9.6062-4",
        "OTO-9.6065-1",
        "OTO-PER-17",
        "OTO-PER-18",
        "OTO-PER-19",
    )

    def answer(self, nature: Nature) -> Finding[IsolationMap]:
        why = Notes()
        position = self.position()
        _, settled = self.settled(position, why)
        where, control = position.where, settled.control
        held = [
            sum(control.get(place) == side and place not in settled.isolated for place in control)
            for side in SIDES
        ]
        dots = [where.hex(label) for label in lvp_labels()] if where.full else []
        return why.so(
            IsolationMap(
                tuple(show_area(position, area, settled) for area in settled.areas),
                held[0],
                held[1],
                where.labels(settled.no_mans_land),
                where.labels(settled.markers_removed),
                tuple(position.show(unit) for unit in settled.eliminated),
                tuple(f"{where.label(dot)}:{control.get(dot, 'none')}" for dot in dots),
            )
        )


class FrontMap(Struct, frozen=True):
    """What a side draws on its copy of the map."""

    front_line: tuple[str, ...]
    hexsides: tuple[str, ...]


class FrontLines(Struct, frozen=True):
    """Both Front Lines, and the type of each Isolated Area."""

    german: FrontMap
    russian: FrontMap
    isolated: tuple[str, ...]


class FrontLine(AfterEscapes, frozen=True, kw_only=True):
    """The Front Line hexes of both sides and the hexsides to be marked on a copy of the map."""

    cites = ("OTO-9.6066-1", "OTO-PER-21", "OTO-8.2-FrontLine-1")
    turns_on = (*OnTheMap.turns_on, "nml_front")

    def answer(self, nature: Nature) -> Finding[FrontLines]:
        why = Notes()
        position = self.position()
        _, settled = self.settled(position, why)
        where = position.where
        shown = {}
        for side in SIDES:
            sides = marked_hexsides(where, side, settled, why, self.rulings.nml_front)
            shown[side] = FrontMap(
                where.labels(settled.fronts[side]),
                tuple(f"{where.label(a)}/{where.label(b)}" for a, b in sides),
            )
        types = tuple(
            f"{area.type}: {' '.join(where.labels(area.hexes))}" for area in settled.areas
        )
        return why.so(FrontLines(shown["german"], shown["russian"], types))
