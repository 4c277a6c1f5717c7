"""Lines in operations: how many units each carries in some weather, and who counts as armour."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import chart
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.forces.units import ARMOUR, KIND, KINDS, kind_number
from landbridge.games.arsenal.map.points import GRADES, Grade, Zone
from landbridge.games.arsenal.map.weather import capacity_column, hard_winter, weather
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import CmgException
from landbridge.games.arsenal.words import PACKAGE, Month, Side, Weather, figures, side_number


class Capacity(Struct, frozen=True, order=True, array_like=True):
    """How many units may use a line in one phase."""

    all: int
    armour: int


CAPACITY = chart(PACKAGE, "weather.capacity", Capacity)
CAPACITIES: dict[str, tuple[Capacity, ...]] = {
    column: tuple(CAPACITY.rows[grade][place].value for grade in GRADES)
    for place, column in enumerate(CAPACITY.columns)
}
"""By weather column: the capacity of each grade."""


@rule("RUL-DC-35")
def line_capacity(grade: int, side: int, here: Weather, hard: bool = False) -> Capacity:
    """How many units a side may send over a line of a grade in one phase."""
    return CAPACITIES[capacity_column(side, here, hard)][grade]


@rule("RUL-DC-27")
def counts_as_armour(
    kind: int, here: Weather, cmg_exception: CmgException = "mud_and_snow"
) -> bool:
    """Whether a unit uses the armour part of a line's capacity."""
    if kind == KIND["cav_mech_group"]:
        return here not in figures("cmg_exception", cmg_exception)["weather"]
    return ARMOUR[kind]


class LineLimit(Struct, frozen=True):
    """How many units may use a line, and how many of them may be armour."""

    all: int
    armour: int


class LineCapacity(ArsenalQuestion, frozen=True, kw_only=True):
    """How many units a side may send over a line in one operational phase."""

    turns_on = ("winter",)

    grade: Annotated[Grade, Meta(description="the grade of the line")]
    side: Annotated[Side, Meta(description="whose units")]
    month: Month
    zone: Annotated[Zone, Meta(description="the weather zone of the point entered")] = "north"

    def answer(self, nature: Nature) -> Finding[LineLimit]:
        why = Why()
        now = weather(self.month, nature)
        here = now.north if self.zone == "north" else now.south
        hard = hard_winter(self.month, here, self.rulings.winter)
        column = capacity_column(side_number(self.side), here, hard)
        why("RUL-DC-35", f"{here}: the {column} column")
        found: Capacity = CAPACITY.cell(self.grade, column).value
        return why.so(LineLimit(found.all, found.armour))


class MovesAs(ArsenalQuestion, frozen=True, kw_only=True):
    """Whether a unit uses the armour capacity of lines in some weather."""

    turns_on = ("cmg_exception",)

    cites = ("DC-R54",)

    kind: Annotated[Name, Meta(description="the kind of unit, as cav_mech_group")]
    weather: Annotated[Weather, Meta(description="the weather at the point entered")] = "clear"

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        kind = kind_number(self.kind)
        entry = KINDS[kind]
        if entry.moves_as in ("air", "none"):
            raise BadInput(f"A unit of kind {self.kind} does not move along lines by itself.")
        armour = counts_as_armour(kind, self.weather, self.rulings.cmg_exception)
        if self.kind != "cav_mech_group":
            why("RUL-DC-35", f"it moves as {entry.moves_as}")
            return why.so("armour" if armour else entry.moves_as)
        if armour and not why("DC-R54", "it is treated for movement as an armoured unit"):
            armour = False
        if not armour:
            why("RUL-DC-27", f"in {self.weather} it moves as cavalry does")
        return why.so("armour" if armour else "cavalry")
