"""Replacements (rule 1.7a): the two rolls, what may be kept, partisans activated, hedgehogs."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.calendar import turn_number, year_of
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import MinusOne1944
from landbridge.games.belorussia.words import PACKAGE, Day, Side, TurnDate, TwoDice

REPLACEMENTS = "Replacements"
"""What the dice of either side's replacement table are thrown for."""


class SovietReplacements(Struct, frozen=True, order=True):
    """What the Soviet side receives on a turn."""

    pax: int
    eq: tuple[int, ...]
    """The action rating of each Eq."""
    air: int
    activations: int
    """Partisan units to be turned to their Combat Mode side."""
    special: bool
    """Whether there is a roll on the special table."""


class AxisReplacements(Struct, frozen=True, order=True):
    """What the Axis side receives on a turn."""

    pax: int
    eq: tuple[int, ...]
    """The action rating of each Eq."""
    air: int
    ally: int
    """Pax for Hungarian units."""
    hogs: int
    special: bool
    """Whether there is a roll on the special table."""


SOVIET = table(PACKAGE, "replacements.soviet", SovietReplacements)
AXIS = table(PACKAGE, "replacements.axis", AxisReplacements)


@rule("TFB-1.7a-1", "TFB-1.7a-8", "TFB-EDGE-7")
def soviet_replacements(
    day: Day, nature: Nature, minus_one_1944: MinusOne1944 = "supply_only"
) -> Finding[SovietReplacements]:
    """Pax, Eq, Air, partisan activations of a Soviet turn, and whether a special roll follows."""
    turn_number(day)
    why = Why()
    late = year_of(day) == 1944
    value: int = figures("minus_one_1944", minus_one_1944)["replacements"]
    if late and not why(
        ("TFB-EDGE-7", "RUL-TFB-42"),
        "the -1 of 1944 reaches this roll, by the ruling"
        if value
        else "the -1 of 1944 is printed with supply and spares this roll",
    ):
        value = -1 - value
    shift = tally(modifier(value, "1944", "RUL-TFB-42") if late and value else None)
    found: SovietReplacements = nature.look(SOVIET, shift, purpose=REPLACEMENTS)
    special = found.special and why("TFB-1.7a-8", "one roll on the special table")
    if not found.special:
        why("TFB-1.7a-8", "no roll on the special table")
    return why.so(SovietReplacements(found.pax, found.eq, found.air, found.activations, special))


@rule("TFB-1.7a-21", "TFB-1.7a-29")
def axis_replacements(day: Day, nature: Nature) -> Finding[AxisReplacements]:
    """Pax, Eq, Air, Ally, Hog of an Axis turn, and whether a special roll follows."""
    turn_number(day)
    why = Why()
    found: AxisReplacements = nature.look(AXIS, purpose=REPLACEMENTS)
    special = found.special and why("TFB-1.7a-29", "one roll on the special table")
    if not found.special:
        why("TFB-1.7a-29", "no roll on the special table")
    return why.so(AxisReplacements(found.pax, found.eq, found.air, found.ally, found.hogs, special))


class Replacements(RuledQuestion, frozen=True, kw_only=True):
    """The replacements of a turn, and whether a roll on the special table follows."""

    rolls = {"dice": REPLACEMENTS}
    cites = ("TFB-1.7a-1", "TFB-1.7a-8", "TFB-1.7a-21", "TFB-1.7a-29", "TFB-EDGE-7")
    turns_on = ("minus_one_1944",)

    side: Annotated[Side, Meta(description="whose replacements")]
    date: TurnDate
    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[SovietReplacements] | Finding[AxisReplacements]:
        if self.side == "soviet":
            return soviet_replacements(self.date, nature, self.rulings.minus_one_1944)
        return axis_replacements(self.date, nature)
