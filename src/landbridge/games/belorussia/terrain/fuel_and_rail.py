"""What movement costs besides movement points: fuel (OCS 12.5) and rail capacity (OCS 13.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.chance.tallies import modifier, product
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.amounts import Amount, amount
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import PACKAGE

DATA = read_toml(PACKAGE, "movement.toml")

Fuelling = Literal["formation", "hq", "single"]


class Fuel(Struct, frozen=True):
    """What fuel costs and how long it lasts."""

    tokens: int
    lasts: str


FUEL_ROWS: dict[Fuelling, str] = {
    "formation": "OCS-12.5c-1",
    "hq": "OCS-12.5c-3",
    "single": "OCS-12.5c-5",
}


@rule("OCS-12.5a-2", "OCS-12.5a-3", "OCS-12.5f-1", *FUEL_ROWS.values())
def fuel_cost(
    method: Fuelling, counters: int, move: Move, transport: bool, arriving: bool = False
) -> Finding[Fuel]:
    """Supply tokens to be paid before a unit, a formation or an HQ's independents move."""
    why = Why()
    if transport and why("OCS-12.5a-3", "Transport Points and planes need no fuel"):
        return why.so(Fuel(0, "always"))
    if move == "leg" and why("OCS-12.5a-2", "Leg units need no fuel"):
        return why.so(Fuel(0, "always"))
    if arriving and why("OCS-12.5f-1", "placing a reinforcement needs no fuel, moving it on does"):
        return why.so(Fuel(0, "until it moves on"))
    price = DATA["fuel"][method]
    covers = {
        "formation": "all units of one formation that draw from the same HQ or dump",
        "hq": "the HQ and every independent unit in its throw range",
        "single": "one counter of any size",
    }[method]
    why.by(FUEL_ROWS[method], f"{price['tokens']}T for {covers}")
    why.by("OCS-12.5c-6" if price["each"] else "OCS-12.5c-4", f"it lasts {price['lasts']}")
    return why.so(Fuel(price["tokens"] * (counters if price["each"] else 1), price["lasts"]))


class FuelCost(Question, frozen=True, kw_only=True):
    """Supply tokens (T) for fuel, and how long it lasts."""

    method: Annotated[Fuelling, Meta(description="how it is paid")]
    counters: Annotated[int, Meta(ge=1, le=60, description="counters, where each is paid for")] = 1
    move: Annotated[Move, Meta(description="the units' kind of movement")] = "track"
    transport: Annotated[bool, Meta(description="whether they are Transport Points")] = False
    arriving: Annotated[
        bool, Meta(description="whether they are placed as reinforcements, not moved on")
    ] = False

    def answer(self, nature: Nature) -> Finding[Fuel]:
        return fuel_cost(self.method, self.counters, self.move, self.transport, self.arriving)


def rides_light(leg_allowance: int) -> Fraction:
    """The part of its RE that a unit with this Leg allowance in Move Mode counts for transport."""
    transport = DATA["transport"]
    light = transport["leg_from"] <= leg_allowance <= transport["leg_to"]
    return Fraction(transport["leg_factor"]) if light and in_force("OCS-4.7-2") else Fraction(1)


@rule("OCS-13.3a-1", "OCS-13.3a-2", "OCS-13.3a-3", "OCS-4.7-1", "OCS-4.7-2")
def rail_cost(
    size: Fraction,
    supply: Fraction,
    leg_allowance: int = 0,
    multi_track: bool = False,
    trainbusting: bool = False,
) -> Finding[Fraction]:
    """Rail points for the RE of units and for Supply Points, over any distance."""
    why = Why()
    rail = DATA["rail"]
    share = rides_light(leg_allowance)
    if share != 1 and why("OCS-4.7-2", f"a slow Leg unit counts {share} of its RE"):
        size *= share
    why.by(("OCS-13.3a-1", "OCS-4.7-1"), "one point for each RE or SP")
    load = size * Fraction(rail["points_per_re"]) + supply * Fraction(rail["points_per_sp"])
    total = product(
        modifier(Fraction(rail["multi_track"]), "multi-track all the way", "OCS-13.3a-2")
        if multi_track
        else None,
        modifier(Fraction(rail["trainbusting"]), "through a Trainbusting zone", "OCS-13.3a-3")
        if trainbusting
        else None,
        start=load,
    )
    for part in total.modifiers:
        why(part.rules, f"x{part.value} ({part.reason})")
    return why.so(Fraction(total.total))


class RailCost(Question, frozen=True, kw_only=True):
    """Rail capacity points, exact, for moving units and supply by rail over any distance."""

    re: Annotated[Amount, Meta(description="RE of the units")] = 0
    sp: Annotated[Amount, Meta(description="Supply Points, as 1/4 for a token")] = 0
    leg_allowance: Annotated[
        int, Meta(ge=0, le=60, description="the units' Leg allowance in Move Mode; 0 if not Leg")
    ] = 0
    multi_track: Annotated[bool, Meta(description="the whole path is multi-track")] = False
    trainbusting: Annotated[bool, Meta(description="it touches a Trainbusting zone")] = False

    def answer(self, nature: Nature) -> Finding[str]:
        found = rail_cost(
            amount(self.re, "re"),
            amount(self.sp, "sp"),
            self.leg_allowance,
            self.multi_track,
            self.trainbusting,
        )
        return Finding(str(found.result), found.rules, found.why)
