"""What movement costs besides movement points: fuel (OCS 12.5) and rail capacity (OCS 13.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.chance.tallies import modifier, product
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
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


@rule("OCS 12.5")
def fuel_cost(method: Fuelling, counters: int, move: Move, transport: bool) -> Finding[Fuel]:
    """Supply tokens to be paid before a unit, a formation or an HQ's independents move."""
    why = Why()
    free = move == "leg" or transport
    text = "Leg units and Transport Points need no fuel"
    if free and why("OCS 12.5", text):
        return why.so(Fuel(0, "always"))
    price = DATA["fuel"][method]
    covers = {
        "formation": "all units of one formation that draw from the same HQ or dump",
        "hq": "the HQ and every independent unit in its throw range",
        "single": "one counter of any size",
    }[method]
    why.by("OCS 12.5", f"{price['tokens']}T for {covers}")
    return why.so(Fuel(price["tokens"] * (counters if price["each"] else 1), price["lasts"]))


class FuelCost(Question, frozen=True, kw_only=True):
    """Supply tokens (T) for fuel, and how long it lasts."""

    method: Annotated[Fuelling, Meta(description="how it is paid")]
    counters: Annotated[int, Meta(ge=1, le=60, description="counters, where each is paid for")] = 1
    move: Annotated[Move, Meta(description="the units' kind of movement")] = "track"
    transport: Annotated[bool, Meta(description="whether they are Transport Points")] = False

    def answer(self, nature: Nature) -> Finding[Fuel]:
        return fuel_cost(self.method, self.counters, self.move, self.transport)


@rule("OCS 13.3", "OCS 4.7")
def rail_cost(
    size: Fraction,
    supply: Fraction,
    leg_allowance: int = 0,
    multi_track: bool = False,
    trainbusting: bool = False,
) -> Finding[Fraction]:
    """Rail points for the RE of units and for Supply Points, over any distance."""
    why = Why()
    rail, transport = DATA["rail"], DATA["transport"]
    light = transport["leg_from"] <= leg_allowance <= transport["leg_to"]
    if light and why("OCS 4.7", "a slow Leg unit counts half its RE"):
        size *= Fraction(transport["leg_factor"])
    why.by("OCS 13.3", "one point for each RE or SP")
    load = size * Fraction(rail["points_per_re"]) + supply * Fraction(rail["points_per_sp"])
    total = product(
        modifier(Fraction(rail["multi_track"]), "multi-track all the way", "OCS 13.3")
        if multi_track
        else None,
        modifier(Fraction(rail["trainbusting"]), "through a Trainbusting zone", "OCS 13.3")
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
