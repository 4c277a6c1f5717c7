"""Barrage of facilities (OCS 10.0c): air bases, the planes on them, and trainbusting."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import chart, table
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.amounts import Amount, amount
from landbridge.games.belorussia.combat.barrage import Fire, Firer, check_fire, first_column, price
from landbridge.games.belorussia.words import PACKAGE, Die

Facility = Literal["air_base", "trainbusting"]

FACILITY = table(PACKAGE, "barrage.facility", str)
PRICE = chart(PACKAGE, "barrage.facility_price", int)
PLANES = table(PACKAGE, "barrage.planes", bool)

_HIT = re.compile(r"(?P<levels>\d)? ?(?P<busted>\*)? ?(?:\((?P<planes>\d)\))?")


class FacilityBarrage(Struct, frozen=True, kw_only=True):
    """A barrage of a facility, ready to be rolled."""

    column: str
    cost: int
    target: Facility = "air_base"
    level: int = 1
    """Level of the air base; 0 is a strip."""


class FacilityHit(Struct, frozen=True, order=True):
    """What a barrage does to its facility, before planes are rolled for."""

    trainbusting: bool
    levels_lost: int
    planes_on: int
    """Each plane at the base loses a step on this roll or more; 0: none does."""


class FacilityResult(Struct, frozen=True, order=True):
    """What a barrage does to its facility and the planes there."""

    trainbusting: bool
    levels_lost: int
    planes_hit: int


@rule("OCS-10.0c-1", "OCS-14.8-1")
def prepare_facility_barrage(
    fire: Fire, target: Facility = "air_base", level: int = 1
) -> Finding[FacilityBarrage]:
    """Column and price; there are no shifts, and no spotter is needed but for a hip shoot."""
    why = Why()
    check_fire(fire)
    if target == "trainbusting" and fire.by == "artillery" and in_force("OCS-14.8-1"):
        raise Refusal("Trainbusting is an air mission", "OCS-14.8-1", legal="aircraft")
    if target == "trainbusting" and fire.hip_shoot and in_force("OCS-14.8-1"):
        raise Refusal("Trainbusting is no hip shoot", "OCS-14.8-1", legal="a Barrage Segment")
    points = fire.points
    if not fire.spotter and not why("OCS-10.0c-1", "no shifts, and no spotter is needed"):
        points = Fraction(0)
    column = first_column(points, PRICE, why)
    cost = price(column, PRICE, fire.by, why)
    return why.so(FacilityBarrage(column=column, cost=cost, target=target, level=level))


@rule("OCS-10.0c-2", "OCS-10.0c-11", "OCS-10.0c-13", "OCS-15.0c-1", "OCS-15.2-2")
def resolve_facility_barrage(barrage: FacilityBarrage, nature: Nature) -> Finding[FacilityHit]:
    """Roll a barrage of a facility; only what was declared as its target is hit."""
    why = Why()
    cell: str = nature.look(FACILITY, column=barrage.column)
    found = _HIT.fullmatch(cell)
    if found is None:
        return why.so(FacilityHit(False, 0, 0))
    busting = barrage.target == "trainbusting"
    busted = bool(found["busted"]) and busting
    if busted and not why("OCS-10.0c-13", "an asterisk: the marker is placed"):
        busted = False
    if busting and why("OCS-10.0c-2", "the railway was declared, and nothing else is hit"):
        return why.so(FacilityHit(busted, 0, 0))
    levels = int(found["levels"] or 0)
    if levels and not why("OCS-10.0c-11", f"{levels} in the result: so many levels are lost"):
        levels = 0
    if levels and not barrage.level and why("OCS-15.2-2", "an air strip is never reduced"):
        levels = 0
    spare = max(barrage.level - 1, 0)
    if levels > spare and barrage.level and why("OCS-15.0c-1", "no air base goes below Level 1"):
        levels = spare
    return why.so(FacilityHit(busted, levels, int(found["planes"] or 0)))


def plane_hit(planes_on: int, nature: Nature) -> bool:
    """Whether one plane at a barraged air base loses a step."""
    hit: bool = nature.look(PLANES, column=str(planes_on))
    return hit


def planes_hit(planes: int, planes_on: int, nature: Nature) -> int:
    """How many of the planes at a barraged air base lose a step."""
    if not planes:
        return 0
    hit = plane_hit(planes_on, nature)
    return hit + nature.sub(planes_hit, planes - 1, planes_on)


class FacilityInputs(Question, frozen=True, kw_only=True):
    """What both questions about a barrage of a facility take."""

    strength: Annotated[Amount, Meta(description="barrage points in all: 12, 7/2 or 3.5")]
    target: Annotated[Facility, Meta(description="the target declared beforehand")] = "air_base"
    by: Annotated[Firer, Meta(description="what fires")] = "aircraft"
    level: Annotated[int, Meta(ge=0, le=3, description="level of the air base; 0 is a strip")] = 1
    spotter: Annotated[
        bool, Meta(description="a friendly combat unit is next to the target hex")
    ] = True
    hip_shoot: Annotated[bool, Meta(description="whether it is a hip shoot")] = False

    def prepared(self) -> Finding[FacilityBarrage]:
        """The barrage, ready to be rolled."""
        points = amount(self.strength, "strength")
        fire = Fire(points=points, by=self.by, spotter=self.spotter, hip_shoot=self.hip_shoot)
        return prepare_facility_barrage(fire, self.target, self.level)


class FacilityColumn(FacilityInputs, frozen=True, kw_only=True):
    """The column of a barrage of a facility, and what it costs."""

    cites = ("OCS-10.0c-1", "OCS-10.0c-3", "OCS-10.0c-4")

    def answer(self, nature: Nature) -> Finding[FacilityBarrage]:
        return self.prepared()


class BarrageFacility(FacilityInputs, frozen=True, kw_only=True):
    """A barrage of an air base or a railway: levels lost, planes hit, trainbusting or not."""

    rolls = {"die": FACILITY.title, "plane_dice": PLANES.title}
    cites = ("OCS-10.0c-2", "OCS-10.0c-11", "OCS-10.0c-12", "OCS-10.0c-13")

    planes: Annotated[int, Meta(ge=0, le=40, description="enemy planes in the hex")] = 0
    die: Die | None = None
    plane_dice: Annotated[
        Annotated[tuple[Die, ...], Meta(max_length=20)] | None,
        Meta(description="one die for each enemy plane in the hex"),
    ] = None

    def answer(self, nature: Nature) -> Finding[FacilityResult]:
        why = Why()
        barrage = why.add(self.prepared())
        hit = why.add(resolve_facility_barrage(barrage, nature))
        if not hit.planes_on or not self.planes:
            return why.so(FacilityResult(hit.trainbusting, hit.levels_lost, 0))
        lost = planes_hit(self.planes, hit.planes_on, nature)
        return why.so(FacilityResult(hit.trainbusting, hit.levels_lost, lost))
