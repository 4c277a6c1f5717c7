"""Axis units with an art of their own: city assault, river, engineers, Brandenburgers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.refusals import Violation
from landbridge.engine.rules import in_force, rule
from landbridge.engine.tallies import modifier, tally
from landbridge.games.belorussia.combat.capture import HedgehogCapture
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.terrain.words import Settlement
from landbridge.games.belorussia.units.special_units import DATA, Distance, Mode
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import Ground

CityAssault = Literal["assault_battalions", "assault_tanks"]
RiverUnit = Literal["pripyat_flotilla", "ferry_engineers"]
Brandenburger = Literal["series_drop", "own_planes"]
AssaultTarget = Literal["none", "hedgehog", Settlement]


# The unit of 2.4f


class CityAssaultHelp(Struct, frozen=True):
    """What the unit of 2.4f does in an attack."""

    columns: int
    """Columns of the Combat Table to the right."""
    takes_the_loss: bool
    """Whether the attacker's first loss has to be this unit."""
    which: tuple[str, ...]
    """The units to which the rule applies, by the ruling."""


@rule("TFB-2.4f-1", "TFB-2.4f-2")
def city_assault(
    target: tuple[AssaultTarget, ...],
    losses: int,
    city_assault_unit: CityAssault = "assault_battalions",
) -> Finding[CityAssaultHelp]:
    """What the unit of 2.4f does when it attacks a hex with these works."""
    why = Why()
    which = tuple(figures("city_assault_unit", city_assault_unit)["units"])
    why("RUL-TFB-98", "which unit this is has been ruled; its picture is lost")
    helps = any(works in DATA["city_assault"]["targets"] for works in target)
    shift = tally(
        modifier(DATA["city_assault"]["shift"], "hedgehog, village or city", "TFB-2.4f-1")
        if helps
        else None
    )
    if helps:
        why("TFB-2.4f-1", "against a hedgehog, village or city one column to the right")
    else:
        why("TFB-2.4f-1", "no hedgehog, village or city: no shift")
    first = losses > 0 and why("TFB-2.4f-2", "a loss of the attacker has to be this unit")
    return why.so(CityAssaultHelp(int(shift.total), first, which))


class CityAssaultUnit(Question, frozen=True, kw_only=True):
    """What the unit of 2.4f does in an attack: its column shift, and who takes a loss."""

    cites = ("TFB-2.4f-1", "TFB-2.4f-2")

    target: Annotated[
        tuple[AssaultTarget, ...], Meta(max_length=5, description="what the attacked hex holds")
    ]
    losses: Annotated[
        int, Meta(ge=0, le=30, description="losses that the attacker has to take")
    ] = 0
    city_assault_unit: Annotated[CityAssault, Meta(description="ruling on which unit it is")] = (
        "assault_battalions"
    )

    def answer(self, nature: Nature) -> Finding[CityAssaultHelp]:
        return city_assault(self.target, self.losses, self.city_assault_unit)


# The unit of 2.4i on the Major River

RiverAct = Literal["go", "to_move_mode"]


@rule("TFB-2.4i-1", "TFB-2.4i-2", "TFB-2.4i-3", "TFB-2.4i-4")
def river_violations(
    act: RiverAct, mode: Mode, on_bank: bool, soviet_zoc: bool, soviet_banks: bool, ice: bool
) -> tuple[Violation, ...]:
    """What speaks against a move of the river unit, or its return to Move Mode."""
    river = DATA["river"]
    stretch = f"either bank of the Major River from {river['from']} to {river['to']}"
    if act == "to_move_mode":
        return violations(
            violation_if(
                ice and mode != "move",
                "there is Ice on the rivers: it cannot go back to Move Mode",
                "TFB-2.4i-4",
                "wait until the Ice is gone",
            )
        )
    return violations(
        violation_if(
            mode != "move", "it is not in Move Mode", "TFB-2.4i-1", "turn it to Move Mode"
        ),
        violation_if(
            not on_bank, "the hex is not on its stretch of the river", "TFB-2.4i-1", stretch
        ),
        violation_if(soviet_zoc, "the hex is in a Soviet ZOC", "TFB-2.4i-2", "a hex free of them"),
        violation_if(
            soviet_banks,
            "the way passes a hexside with Soviet units on both banks",
            "TFB-2.4i-3",
            "stop before it",
        ),
    )


class RiverFlotillaMove(Question, frozen=True, kw_only=True):
    """Whether the river unit of 2.4i may go to a hex, or return to Move Mode."""

    cites = ("TFB-2.4i-1", "TFB-2.4i-2", "TFB-2.4i-3", "TFB-2.4i-4")

    act: Annotated[RiverAct, Meta(description="go to a hex, or turn to Move Mode")] = "go"
    mode: Annotated[Mode, Meta(description="its mode now")] = "move"
    on_bank: Annotated[
        bool, Meta(description="whether the hex is on a bank between C34.20 and D5.02")
    ] = True
    soviet_zoc: Annotated[bool, Meta(description="whether the hex is in a Soviet ZOC")] = False
    soviet_banks: Annotated[
        bool, Meta(description="whether the way passes Soviet units on both banks of a hexside")
    ] = False
    ice: Annotated[bool, Meta(description="whether there is Ice on the rivers")] = False
    river_unit: Annotated[RiverUnit, Meta(description="ruling on which unit it is")] = (
        "pripyat_flotilla"
    )

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            river_violations(
                self.act, self.mode, self.on_bank, self.soviet_zoc, self.soviet_banks, self.ice
            )
        )
        why = Why()
        unit = figures("river_unit", self.river_unit)["units"][0]
        why("RUL-TFB-99", f"by the ruling this is the {unit}")
        if self.act == "to_move_mode":
            why("TFB-2.4i-4", "only Ice keeps it from Move Mode")
            return why.so(True)
        may = why("TFB-2.4i-1", "in Move Mode at once to any hex on either bank of its stretch")
        why("TFB-2.4i-2", "no Soviet ZOC in the hex")
        why("TFB-2.4i-3", "no hexside with Soviet units on both banks on the way")
        return why.so(may)


# Engineers (2.4j)


@rule("TFB-2.4j-1", "TFB-DF-5", "RUL-TFB-46")
def engineer_violations(
    distance: int, ground: Ground, level: int, hedgehog_capture: HedgehogCapture = "crimea"
) -> tuple[Violation, ...]:
    """What speaks against building a hedgehog to this level so far away."""
    reach = DATA["engineers"]["reach"]
    choice = hedgehog_capture if in_force("RUL-TFB-46") else "series"
    highest = figures("hedgehog_capture", choice)["highest"]
    return violations(
        violation_if(
            distance > reach,
            f"{distance} hexes away",
            "TFB-2.4j-1",
            f"within {reach} hexes of the engineers",
        ),
        violation_if(
            level > highest,
            f"no hedgehog of Level {level} is built",
            "OCS 16" if choice == "series" else "RUL-TFB-46",
            f"up to Level {highest}",
        ),
        violation_if(
            ground == "deep_freeze", "no construction in Deep Freeze", ("TFB-DF-5", "OCS 13.8d")
        ),
    )


@rule("TFB-2.4j-1")
def engineer_price(levels: int) -> int:
    """What a number of hedgehog levels costs engineer-capable Axis units, in tokens."""
    key = "engineers" if in_force("TFB-2.4j-1") else "series_engineers"
    price: int = DATA[key]["tokens_per_level"]
    return levels * price


class EngineerHedgehog(Question, frozen=True, kw_only=True):
    """What a hedgehog built by engineer-capable Axis units costs in tokens (4T are 1 SP)."""

    cites = ("TFB-2.4j-1",)

    distance: Annotated[Distance, Meta(description="hexes from the engineers to the hex")] = 0
    levels: Annotated[int, Meta(ge=1, le=4, description="levels to be built, one a turn")] = 1
    standing: Annotated[int, Meta(ge=0, le=4, description="the level there now; 0 for none")] = 0
    ground: Annotated[Ground, Meta(description="the ground condition of the turn")] = "dry"
    hedgehog_capture: Annotated[
        HedgehogCapture, Meta(description="ruling on captured hedgehogs and the highest level")
    ] = "crimea"

    def answer(self, nature: Nature) -> Finding[int]:
        level = self.standing + self.levels
        refuse(engineer_violations(self.distance, self.ground, level, self.hedgehog_capture))
        why = Why()
        why("TFB-2.4j-1", "within 2 hexes, 2T for each level")
        return why.so(engineer_price(self.levels))


# Brandenburgers (2.4k)


@rule("TFB-2.4k-1")
def drop_violations(
    distance: int, plan: bool, transport: bool, brandenburger: Brandenburger = "series_drop"
) -> tuple[Violation, ...]:
    """What speaks against a drop of the Brandenburg parachute unit."""
    settled = figures("brandenburger", brandenburger)
    reach = DATA["brandenburger"]["reach"]
    return violations(
        violation_if(
            distance > reach,
            f"{distance} hexes from its air base",
            "TFB-2.4k-1",
            f"within {reach} hexes",
        ),
        violation_if(settled["needs_plan"] and not plan, "there is no plan for it", "RUL-TFB-108"),
        violation_if(
            settled["needs_transport"] and not transport, "no transport plane", "RUL-TFB-108"
        ),
    )


class BrandenburgerDrop(Question, frozen=True, kw_only=True):
    """Whether the Brandenburg parachute unit may be dropped so far from its air base."""

    cites = ("TFB-2.4k-1",)

    distance: Annotated[Distance, Meta(description="hexes from its air base to the drop hex")]
    plan: Annotated[bool, Meta(description="whether the drop was planned two turns ahead")] = True
    transport: Annotated[bool, Meta(description="whether transport planes carry it")] = True
    brandenburger: Annotated[Brandenburger, Meta(description="ruling on the rest of the drop")] = (
        "series_drop"
    )

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(drop_violations(self.distance, self.plan, self.transport, self.brandenburger))
        why = Why()
        why("TFB-2.4k-1", "within 10 hexes of its air base")
        why("RUL-TFB-108", "for the rest as an air drop of the series")
        return why.so(True)
