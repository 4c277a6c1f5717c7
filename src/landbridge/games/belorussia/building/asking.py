"""Questions about construction in a sketched position: engineers, hedgehogs, air bases."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.building.air_bases import BUILDING, lay, raze
from landbridge.games.belorussia.building.crews import Crew, crew_violations, reached_by
from landbridge.games.belorussia.building.hedgehogs import dig, fill_in
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitName,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.position.position import FINISHED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.asking import SUPPLY_SWITCHES
from landbridge.games.belorussia.violations import refuse

ENGINEER_ROWS = (
    "OCS-13.8-1",
    "OCS-13.8a-1",
    "OCS-13.8d-1",
    "OCS-13.8d-2",
    "OCS-13.8d-3",
    "OCS-13.8d-4",
    "OCS-5.10e-1",
)


class Construction(PositionQuestion, frozen=True, kw_only=True):
    """In which hexes a unit may do engineer work now."""

    cites = ENGINEER_ROWS

    unit: UnitName

    def answer(self, nature: Nature) -> Finding[tuple[str, ...]]:
        theatre, why = self.theatre(), Why()
        row = find_row(theatre, self.unit)
        side, here = theatre.counter(row).side, theatre.place_of(row)
        crew = Crew(side, (row,), here)
        refuse(crew_violations(theatre, crew, BUILDING))
        why("OCS-13.8-1", "an HQ or Engineer")
        if mode_of(theatre, row) == "dg":
            why("OCS-5.10e-1", "DG, but with its Combat side up")
        else:
            why("OCS-13.8a-1", "in Combat Mode: Engineer-Capable")
        why("OCS-13.8d-3", "its own hex and those within 2 hexes that Leg movement reaches")
        return why.so(tuple(sorted(theatre.land.labels[p] for p in reached_by(theatre, row))))


class Work(Struct, frozen=True):
    """What was built or reduced."""

    level: int
    """The level now; of an air base 0 is a strip, of a hedgehog nothing."""
    tokens: int
    """What it costs."""
    bound: tuple[str, ...]
    """The units that move no more in the phase because of it."""


def _work(theatre: Theatre, position: Position, level: int, tokens: int) -> Work:
    new = zip(theatre.position.done, position.done, strict=True)
    bound = (row for row, (old, now) in enumerate(new) if now & FINISHED and not old & FINISHED)
    return Work(level, tokens, tuple(theatre.counter(row).name for row in bound))


def _crew(theatre: Theatre, names: tuple[str, ...], label: str) -> Crew:
    rows = find_rows(theatre, names)
    return Crew(theatre.counter(rows[0]).side, rows, theatre.land.place(label))


class HedgehogQuestion(PositionQuestion, frozen=True, kw_only=True):
    """Whether units may build, improve or reduce a hedgehog in a hex, and what it costs."""

    cites = (
        "OCS-16.0a-1",
        "OCS-16.0b-1",
        "OCS-16.0b-2",
        "OCS-16.0b-3",
        "OCS-16.0b-4",
        "OCS-16.0c-1",
        "OCS-5.10e-2",
        "OCS-5.7g-1",
    )
    turns_on = ("hedgehog_capture", "digging_units", *SUPPLY_SWITCHES)

    units: UnitNames
    hex: HexLabel
    act: Annotated[Literal["build", "reduce"], Meta(description="what they do")] = "build"

    def answer(self, nature: Nature) -> Finding[Work]:
        theatre = self.theatre()
        crew = _crew(theatre, self.units, self.hex)
        found = (dig if self.act == "build" else fill_in)(theatre, crew)
        done = found.result
        shown = _work(theatre, done.position, done.level, done.tokens)
        return Finding(shown, found.rules, found.why)


class AirBaseQuestion(PositionQuestion, frozen=True, kw_only=True):
    """Whether units may build, improve or reduce an air base or strip, and what it costs."""

    cites = (
        "OCS-15.2-3",
        "OCS-15.3-1",
        "OCS-15.3-2",
        "OCS-15.3-3",
        "OCS-15.4-1",
        "OCS-4.8-3",
        *ENGINEER_ROWS,
    )
    turns_on = ("digging_units", *SUPPLY_SWITCHES)

    units: UnitNames
    hex: HexLabel
    act: Annotated[
        Literal["strip", "level", "reduce"],
        Meta(description="build a strip, build a level, or reduce by one"),
    ] = "level"

    def answer(self, nature: Nature) -> Finding[Work]:
        theatre = self.theatre()
        crew = _crew(theatre, self.units, self.hex)
        if self.act == "reduce":
            found = raze(theatre, crew)
        else:
            found = lay(theatre, crew, "air_strip" if self.act == "strip" else "air_base")
        done = found.result
        shown = _work(theatre, done.position, done.level, done.tokens)
        return Finding(shown, found.rules, found.why)
