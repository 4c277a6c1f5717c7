"""Hexes taken without a fight (OCS 9.14): dumps, transport and hedgehogs."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.rules.index import rulings
from landbridge.games.belorussia.amounts import rounded
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import HedgehogCapture
from landbridge.games.belorussia.words import PACKAGE, Die

CAPTURE = table(PACKAGE, "capture.capture", int)
REST = read_toml(PACKAGE, "capture.toml")["rest"]

Target = Literal["dump", "trucks", "wagons", "organic_trucks", "truck_extender", "wagon_extender"]

_RULE: dict[Target, str] = {
    "dump": "OCS-9.14b-1",
    "trucks": "OCS-9.14c-3",
    "wagons": "OCS-9.14c-3",
    "organic_trucks": "OCS-9.14c-8",
    "truck_extender": "OCS-9.14d-1",
    "wagon_extender": "OCS-9.14d-1",
}

_COLUMN: dict[Target, str] = {
    "dump": "dump",
    "trucks": "trucks",
    "wagons": "wagons",
    "organic_trucks": "trucks",
    "truck_extender": "trucks",
    "wagon_extender": "wagons",
}


def part(amount: int, percent: int) -> int:
    """A percentage of an amount, to the nearest whole one."""
    return rounded(Fraction(amount * percent, 100))


# Capture


class CaptureResult(Struct, frozen=True, order=True):
    """What the enemy takes."""

    percent: int
    tokens: int
    """Supply tokens taken."""
    points: int
    """Transport Points taken."""
    rest: str


@rule("OCS-9.14b-1", "OCS-9.14c-3", "OCS-9.14d-1")
def capture(
    target: Target, tokens: int, points: int, refuge: bool, nature: Nature
) -> CaptureResult:
    """What a unit that enters the hex takes; the rest is destroyed or displaced."""
    extender = target.endswith("_extender")
    if extender and refuge:
        return CaptureResult(
            0, 0, 0, "flipped and displaced to a hex in range that has trace supply"
        )
    column = _COLUMN[target]
    percent = nature.look(CAPTURE, column=column)
    rest: str = REST[column]
    if extender:
        rest = f"flipped in place, {rest}"
    return CaptureResult(percent, part(tokens, percent), part(points, percent), rest)


class Capture(Question, frozen=True, kw_only=True):
    """What an Attack-Capable unit takes of a dump or transport whose hex it enters."""

    rolls = {"die": CAPTURE.title}

    target: Annotated[Target, Meta(description="what stands there")]
    tokens: Annotated[
        int, Meta(ge=0, le=999, description="supply there, in tokens (4 to an SP)")
    ] = 0
    points: Annotated[int, Meta(ge=0, le=999, description="Transport Points there")] = 0
    refuge: Annotated[
        bool, Meta(description="an Extender has a hex in trace supply within its range")
    ] = True
    attack_capable: Annotated[bool, Meta(description="whether the unit can attack")] = True
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[CaptureResult]:
        why = Why()
        by = _RULE[self.target]
        if not self.attack_capable and in_force(by):
            raise Refusal("Only an Attack-Capable unit may enter", by, "send another unit")
        if self.target == "dump" and self.points:
            raise BadInput("A dump on the ground has no Transport Points; name trucks or wagons.")
        found = capture(self.target, self.tokens, self.points, self.refuge, nature)
        if self.target.endswith("_extender"):
            why(by, "an Extender collapses; it is rolled for only where it has no refuge")
        if self.target == "organic_trucks":
            why(by, "what is taken of Organic Trucks becomes generic")
        if found.percent:
            why(by, "supply to the nearest token, transport to full points")
        return why.so(found)


# Hedgehogs


class HedgehogResult(Struct, frozen=True):
    """What becomes of a hedgehog."""

    level: int
    """0 if it is gone."""
    highest: int
    """The highest level that may be built."""


def hedgehog_figures(choice: HedgehogCapture) -> dict[str, Any]:
    """The figures of a choice on captured hedgehogs."""
    return rulings(PACKAGE)["hedgehog_capture"].options[choice].figures


@rule("OCS-9.14e-1", "OCS-16.0a-1", "RUL-TFB-46")
def captured_hedgehog(level: int, choice: HedgehogCapture = "crimea") -> Finding[HedgehogResult]:
    """The level of a hedgehog after the enemy has taken it, and the highest that may be built."""
    why = Why()
    if choice != "series" and why("RUL-TFB-46", "a captured hedgehog loses levels"):
        figures = hedgehog_figures(choice)
    else:
        why.by("OCS-9.14e-1", "captured whole")
        figures = hedgehog_figures("series")
    why(
        "OCS-16.0a-1" if figures["highest"] == 4 else "RUL-TFB-46", f"built to {figures['highest']}"
    )
    return why.so(HedgehogResult(figures["left"][level - 1], figures["highest"]))


class CapturedHedgehog(RuledQuestion, frozen=True, kw_only=True):
    """The level of a hedgehog after the enemy has taken it, and the highest that may be built."""

    turns_on = ("hedgehog_capture",)

    level: Annotated[int, Meta(ge=1, le=4, description="its level before")]

    def answer(self, nature: Nature) -> Finding[HedgehogResult]:
        return captured_hedgehog(self.level, self.rulings.hedgehog_capture)
