"""Front HQs, Air Army HQ markers, boundaries and the way into the RVGK-3 box, all by rulings."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import AirArmyHq, FrontBoundaries, FrontHq, Rvgk
from landbridge.games.belorussia.units.words import Distance
from landbridge.games.belorussia.violations import refuse, violation_if, violations

# Front HQs


@rule("RUL-TFB-16")
def front_hq_violations(
    detrainable: bool,
    trace: bool,
    in_boundary: bool,
    axis_distance: int,
    moved: int,
    front_hq: FrontHq = "marker",
) -> tuple[Violation, ...]:
    """What speaks against a site for a Front HQ, reached over a number of hexes."""
    settled = figures("front_hq", front_hq)
    ruled = "RUL-TFB-16"
    least, reach = settled["min_distance"], settled["move_reach"]
    return violations(
        violation_if(not detrainable, "not a detrainable hex of Soviet gauge", ruled),
        violation_if(not trace, "no trace supply", ruled),
        violation_if(not in_boundary, "outside the Front's boundary", ruled),
        violation_if(
            axis_distance < least,
            f"an Axis combat unit is {axis_distance} hexes away",
            ruled,
            f"{least} hexes or more",
        ),
        violation_if(
            moved > reach, f"{moved} hexes from where it was", ruled, f"{reach} hexes a turn"
        ),
    )


class FrontHqSite(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Front HQ may go to a hex."""

    asks_permission = True
    turns_on = ("front_hq",)

    detrainable: Annotated[bool, Meta(description="a detrainable hex of Soviet gauge")] = True
    trace: Annotated[bool, Meta(description="in trace supply")] = True
    in_boundary: Annotated[bool, Meta(description="inside the Front's boundary")] = True
    axis_distance: Annotated[Distance, Meta(description="hexes to the nearest Axis combat unit")]
    moved: Annotated[Distance, Meta(description="hexes from where it was")] = 0

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            front_hq_violations(
                self.detrainable,
                self.trace,
                self.in_boundary,
                self.axis_distance,
                self.moved,
                self.rulings.front_hq,
            )
        )
        why = Why()
        why("RUL-TFB-16", "a detrainable hex in trace, far enough from Axis units")
        return why.so(True)


# Air Army HQs


@rule("RUL-TFB-15")
def air_army_hq_violations(
    at: Literal["air_base", "front_hq", "other"],
    trace: bool,
    in_boundary: bool,
    moved: int,
    air_army_hq: AirArmyHq = "at_air_base",
) -> tuple[Violation, ...]:
    """What speaks against a site for an Air Army HQ marker, reached over a number of hexes."""
    settled = figures("air_army_hq", air_army_hq)
    ruled, reach = "RUL-TFB-15", settled["move_reach"]
    wanted = settled["sits_on"]
    on_base = wanted == "air_base"
    return violations(
        violation_if(at != wanted, f"not at {'an air base' if on_base else 'the Front HQ'}", ruled),
        violation_if(on_base and not trace, "no trace supply", ruled),
        violation_if(on_base and not in_boundary, "outside the Front's boundary", ruled),
        violation_if(
            on_base and moved > reach, f"{moved} hexes from where it was", ruled, f"{reach} a turn"
        ),
    )


class AirArmyHqSite(RuledQuestion, frozen=True, kw_only=True):
    """Whether an Air Army HQ marker may go to a hex."""

    asks_permission = True
    turns_on = ("air_army_hq",)

    at: Annotated[Literal["air_base", "front_hq", "other"], Meta(description="what is in the hex")]
    trace: Annotated[bool, Meta(description="whether the base is in trace supply")] = True
    in_boundary: Annotated[bool, Meta(description="inside the Front's boundary")] = True
    moved: Annotated[Distance, Meta(description="hexes from where it was")] = 0

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            air_army_hq_violations(
                self.at, self.trace, self.in_boundary, self.moved, self.rulings.air_army_hq
            )
        )
        why = Why()
        why("RUL-TFB-15", "the marker is a centre of the mission radius there")
        return why.so(True)


# Boundaries


@rule("RUL-TFB-17")
def boundary_violations(
    shifted: int, width: int, front_boundaries: FrontBoundaries = "rows"
) -> tuple[Violation, ...]:
    """What speaks against shifting a boundary so far and leaving a zone so wide."""
    settled = figures("front_boundaries", front_boundaries)
    ruled = "RUL-TFB-17"
    most, least = settled["adjust_hexes"], settled["min_width"]
    return violations(
        violation_if(shifted > most, f"{shifted} hexes in one turn", ruled, f"{most} at most"),
        violation_if(
            most > 0 and width < least, f"a zone {width} hexes wide", ruled, f"{least} at least"
        ),
    )


class FrontBoundary(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Front boundary may be shifted so far."""

    asks_permission = True
    turns_on = ("front_boundaries",)

    shifted: Annotated[
        int, Meta(ge=0, le=200, description="hexes by which the boundary is shifted")
    ]
    width: Annotated[int, Meta(ge=0, le=200, description="hexes that the narrower zone keeps")]

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(boundary_violations(self.shifted, self.width, self.rulings.front_boundaries))
        why = Why()
        why("RUL-TFB-17", "at the start of the Soviet player turn")
        return why.so(True)


# The RVGK-3 box


class BoxTerms(Struct, frozen=True):
    """On what terms a unit goes into the RVGK-3 box."""

    rail_capacity: int
    turns: int
    """Turns that it stays at least."""


@rule("RUL-TFB-27")
def rvgk_entry(re: int, rvgk: Rvgk = "refit_box") -> Finding[BoxTerms]:
    """The terms on which a unit on the map is sent into the box; a refusal if none may."""
    why = Why()
    settled = figures("rvgk", rvgk)
    refuse(
        violations(
            violation_if(
                not settled["entry"],
                "the box is for rebuilding alone",
                "RUL-TFB-27",
                "rebuild units there",
            )
        )
    )
    why("RUL-TFB-27", f"in the Reinforcement Phase, from {settled['entry_from']}")
    return why.so(BoxTerms(re * settled["entry_rail_cap_per_re"], settled["entry_turns"]))


class RvgkEntry(RuledQuestion, frozen=True, kw_only=True):
    """What it takes to send a Soviet unit into the RVGK-3 box, and how long it stays there."""

    turns_on = ("rvgk",)

    re: Annotated[int, Meta(ge=1, le=20, description="its size in whole RE")] = 1

    def answer(self, nature: Nature) -> Finding[BoxTerms]:
        return rvgk_entry(self.re, self.rulings.rvgk)
