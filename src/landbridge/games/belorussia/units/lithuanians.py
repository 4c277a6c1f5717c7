"""Lithuanians (rule 2.5a): Border units that wait until the front comes near."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import LithuanianTrigger
from landbridge.games.belorussia.units.limited_units import (
    Act,
    NextTo,
    limited_reasons,
    limited_violations,
)
from landbridge.games.belorussia.units.words import DATA, Distance
from landbridge.games.belorussia.violations import refuse, violation_if, violations

Active = Literal["none", "this_unit", "every_unit"]


@rule("TFB-2.5a-1", "TFB-2.5a-2")
def lithuanian_activation(
    distance: int | None,
    vilnius: int | None,
    event: bool,
    partisan: bool = False,
    lithuanian_trigger: LithuanianTrigger = "red_army_only",
) -> Finding[Active]:
    """Which Lithuanian units become active as a Soviet unit moves so near, or by the event."""
    why = Why()
    data = DATA["lithuanians"]
    if event and why("TFB-2.5a-2", "the Baltic States side with Germany: every unit is active"):
        return why.so("every_unit")
    if partisan and not figures("lithuanian_trigger", lithuanian_trigger)["partisans_count"]:
        why("RUL-TFB-97", "partisans do not count")
        return why.so("none")
    if (
        vilnius is not None
        and vilnius <= data["vilnius"]
        and why("TFB-2.5a-2", "a Soviet unit within 5 hexes of Vilnius: every unit is active")
    ):
        return why.so("every_unit")
    if (
        distance is not None
        and distance <= data["alarm"]
        and why("TFB-2.5a-1", "a Soviet unit within 5 hexes: this unit is active")
    ):
        return why.so("this_unit")
    why("TFB-2.5a-1", "Border units stay where they were set up")
    why("TFB-2.5a-2", "no Soviet unit within 5 hexes of Vilnius, no event")
    return why.so("none")


class LithuanianActivation(RuledQuestion, frozen=True, kw_only=True):
    """Which Lithuanian units become active: none, this unit, or every unit."""

    cites = ("TFB-2.5a-1", "TFB-2.5a-2")
    turns_on = ("lithuanian_trigger",)

    distance: Annotated[
        Distance | None, Meta(description="hexes from the unit to which a Soviet unit has moved")
    ] = None
    vilnius: Annotated[
        Distance | None, Meta(description="hexes from Vilnius to which a Soviet unit has moved")
    ] = None
    event: Annotated[
        bool, Meta(description="whether the Baltic States side with Germany by a Special Event")
    ] = False
    partisan: Annotated[bool, Meta(description="whether the Soviet unit is a partisan")] = False

    def answer(self, nature: Nature) -> Finding[Active]:
        return lithuanian_activation(
            self.distance, self.vilnius, self.event, self.partisan, self.rulings.lithuanian_trigger
        )


def waiting_violations(active: bool, act: Act) -> tuple[Violation, ...]:
    """What speaks against an act of a unit that is not active yet."""
    return violations(
        violation_if(
            not active and act in ("move", "overrun", "advance"),
            "it stays where it was set up until it is active",
            "TFB-2.5a-1",
            "a Soviet unit must move to within 5 hexes first",
        )
    )


class LithuanianMove(Question, frozen=True, kw_only=True):
    """Whether a Lithuanian unit may act: not before it is active, then as a limited unit."""

    asks_permission = True
    cites = ("TFB-2.5a-1",)

    active: Annotated[bool, Meta(description="whether it is active")]
    act: Annotated[Act, Meta(description="what it wants to do")] = "move"
    next_to: Annotated[NextTo, Meta(description="the Soviet combat unit next to the hex")] = "none"

    def answer(self, nature: Nature) -> Finding[bool]:
        waits = waiting_violations(self.active, self.act)
        refuse(waits + limited_violations("lithuanian", self.act, self.next_to))
        why = Why()
        if self.active:
            why("TFB-2.5a-1", "active, it moves as a limited unit")
        limited_reasons("lithuanian", self.act, self.next_to, why)
        return why.so(True)
