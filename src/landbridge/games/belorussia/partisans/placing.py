"""Partisans (rule 3.7): the pool, placing them, waking them, moving them, their disruptive ZOC."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import PartisanTrackHex
from landbridge.games.belorussia.terrain.words import HexTerrain, RoadOrRail
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import PACKAGE

DATA = read_toml(PACKAGE, "partisans.toml")

Kind = Literal["foot", "cavalry", "none"]
HexFeature = Literal[RoadOrRail, "axis_unit", "axis_zoc"]
"""What may be in a hex besides its terrain."""
DISPLACED: int = DATA["displacement"]["hexes"]
"""How many hexes a face-down partisan is displaced."""

PURPOSE = "Partisan drawn"
Unit = TypeVar("Unit", bound=str)


# The pool


class DrawnPartisan(Struct, frozen=True, order=True):
    """A partisan unit that is received, or none."""

    kind: Kind
    side: Literal["face_down", "combat_mode", "none"]


@rule("TFB-3.7a-1")
def pick_partisan(pool: tuple[Unit, ...], nature: Nature) -> Unit:
    """One of the units left in the pool, each equally likely; else it would be the first."""
    row = "TFB-3.7a-1"
    return nature.pick(pool, PURPOSE, row) if in_force(row) else pool[0]


@rule("TFB-3.7a-1", "TFB-3.7a-4")
def draw_partisan(foot: int, cavalry: int, nature: Nature) -> Finding[DrawnPartisan]:
    """One partisan unit at random from what is left of each kind in the pool."""
    why = Why()
    counts: dict[Kind, int] = {"foot": foot, "cavalry": cavalry}
    pool = tuple(kind for kind, count in counts.items() for _ in range(count))
    if not pool:
        why.by("TFB-3.7a-4", "no partisan unit is left: none is received")
        return why.so(DrawnPartisan("none", "none"))
    kind = pick_partisan(pool, nature)
    why("RUL-TFB-29", f"one of the {len(pool)} units left")
    face_down = why("TFB-3.7a-1", "drawn at random and placed face down")
    return why.so(DrawnPartisan(kind, "face_down" if face_down else "combat_mode"))


class PartisanDraw(RuledQuestion, frozen=True, kw_only=True):
    """Which partisan unit is received: drawn at random, placed face down; none if none is left."""

    rolls = {"pick": PURPOSE}
    cites = ("TFB-3.7a-1", "TFB-3.7a-4")
    turns_on = ("partisan_pool",)

    foot: (
        Annotated[int, Meta(ge=0, le=60, description="foot units left; all, if not given")] | None
    ) = None
    cavalry: (
        Annotated[int, Meta(ge=0, le=60, description="cavalry left; all, if not given")] | None
    ) = None
    pick: Annotated[
        Annotated[int, Meta(ge=1, le=120)] | None,
        Meta(description="the place of the unit among those left, foot first, from 1"),
    ] = None

    def answer(self, nature: Nature) -> Finding[DrawnPartisan]:
        pool = figures("partisan_pool", self.rulings.partisan_pool)
        foot = pool["foot"] if self.foot is None else self.foot
        cavalry = pool["cavalry"] if self.cavalry is None else self.cavalry
        for kind, left in (("foot", foot), ("cavalry", cavalry)):
            if left > pool[kind]:
                raise BadInput(f"{kind} is 0 to {pool[kind]}, the whole pool, not {left}.")
        return draw_partisan(foot, cavalry, nature)


# Placing them


@rule("TFB-3.7a-2", "TFB-EDGE-45")
def placement_violations(
    terrain: HexTerrain,
    road: bool = False,
    rail: bool = False,
    track: bool = False,
    axis_unit: bool = False,
    axis_zoc: bool = False,
    partisan_track_hex: PartisanTrackHex = "track_allowed",
) -> tuple[Violation, ...]:
    """What speaks against placing a partisan in a hex."""
    row = "TFB-3.7a-2"
    allowed = not track or (
        partisan_track_hex == "track_allowed" and in_force(("TFB-EDGE-45", "RUL-TFB-107"))
    )
    legal = "Light Woods, Heavy Woods or Swamp without road, rail, Axis unit or Axis ZOC"
    return violations(
        violation_if(
            terrain not in DATA["placement"]["terrain"],
            f"no cover: {terrain.replace('_', ' ')}",
            row,
            legal,
        ),
        violation_if(road, "a road runs through the hex", row, legal),
        violation_if(rail, "a rail line runs through the hex", row, legal),
        violation_if(not allowed, "a Track runs through the hex", (row, "RUL-TFB-107"), legal),
        violation_if(axis_unit, "an Axis unit is in the hex", row, legal),
        violation_if(axis_zoc, "the hex is in an Axis ZOC", row, legal),
    )


def hex_violations(
    terrain: HexTerrain,
    features: tuple[HexFeature, ...],
    partisan_track_hex: PartisanTrackHex = "track_allowed",
) -> tuple[Violation, ...]:
    """The same for a hex as players describe it: its terrain, and what is in it."""
    return placement_violations(
        terrain,
        road="road" in features or "primary_road" in features,
        rail="rail" in features,
        track="track" in features,
        axis_unit="axis_unit" in features,
        axis_zoc="axis_zoc" in features,
        partisan_track_hex=partisan_track_hex,
    )


class PartisanPlacement(RuledQuestion, frozen=True, kw_only=True):
    """Whether a partisan may be placed in a hex, or every reason why not."""

    asks_permission = True
    cites = ("TFB-3.7a-2", "TFB-EDGE-45")
    turns_on = ("partisan_track_hex",)

    terrain: Annotated[HexTerrain, Meta(description="the terrain of the hex")]
    road: Annotated[bool, Meta(description="a road or primary road in it")] = False
    rail: Annotated[bool, Meta(description="a rail line in it")] = False
    track: Annotated[bool, Meta(description="a Track in it")] = False
    axis_unit: Annotated[bool, Meta(description="an Axis unit in it")] = False
    axis_zoc: Annotated[bool, Meta(description="in an Axis ZOC")] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            placement_violations(
                self.terrain,
                self.road,
                self.rail,
                self.track,
                self.axis_unit,
                self.axis_zoc,
                self.rulings.partisan_track_hex,
            )
        )
        why = Why()
        why("TFB-3.7a-2", "woods or swamp without road, rail, Axis unit or Axis ZOC")
        if self.track:
            why(("TFB-EDGE-45", "RUL-TFB-107"), "a Track does not bar it")
        return why.so(True)


class DisplacementResult(Struct, frozen=True):
    """What happens to a partisan whose hex an Axis unit tries to enter."""

    outcome: Literal["displaced", "pool", "stays"]
    hexes: int


@rule("TFB-3.7a-5", "TFB-EDGE-46")
def displacement(active: bool, fitting_hexes: int) -> Finding[DisplacementResult]:
    """What entry by an Axis unit does to a partisan, by the number of hexes open to it."""
    why = Why()
    if active:
        why("TFB-3.7a-5", "only an inactive partisan is displaced; an active one must be fought")
        return why.so(DisplacementResult("stays", 0))
    if not why("TFB-3.7a-5", "an inactive partisan is displaced 2 hexes by the Soviet player"):
        return why.so(DisplacementResult("stays", 0))
    if fitting_hexes < 1 and why(
        ("TFB-EDGE-46", "RUL-TFB-30"), "no fitting hex 2 hexes away: back to the pool"
    ):
        return why.so(DisplacementResult("pool", 0))
    return why.so(DisplacementResult("displaced", DISPLACED))


class PartisanDisplacement(Question, frozen=True, kw_only=True):
    """What happens to a partisan whose hex an Axis unit tries to enter."""

    cites = ("TFB-3.7a-5", "TFB-EDGE-46")

    active: Annotated[bool, Meta(description="whether the partisan is active")] = False
    fitting_hexes: Annotated[
        int, Meta(ge=0, le=12, description="hexes 2 away in which a partisan could be placed")
    ] = 1

    def answer(self, nature: Nature) -> Finding[DisplacementResult]:
        return displacement(self.active, self.fitting_hexes)


# Waking them


class ActivePartisan(Struct, frozen=True):
    """A partisan unit as it stands after it was activated."""

    side: Literal["face_down", "combat_mode"]
    strength: int
    ar: int
    ma: int


class PartisanActivated(RuledQuestion, frozen=True, kw_only=True):
    """What activation makes of a face-down partisan: its Combat Mode side and its values."""

    cites = ("TFB-3.7b-1",)
    turns_on = ("partisan_pool",)

    kind: Annotated[Literal["foot", "cavalry"], Meta(description="the kind of unit")]

    def answer(self, nature: Nature) -> Finding[ActivePartisan]:
        why = Why()
        values = figures("partisan_pool", self.rulings.partisan_pool)[f"{self.kind}_unit"]
        if not why("TFB-3.7b-1", "activation turns it to its Combat Mode side"):
            return why.so(ActivePartisan("face_down", 0, 0, 0))
        why("RUL-TFB-29", "values of the counter")
        return why.so(ActivePartisan("combat_mode", *values))


class PartisanState(Struct, frozen=True):
    """What a partisan unit can do."""

    moves: bool
    zone: bool
    """Whether it has a disruptive ZOC."""
    affects_hexes: bool
    modes: tuple[Mode, ...]
    trace_supply: bool
    combat_supply: bool


@rule("TFB-3.7a-3", "TFB-3.7b-4", "TFB-3.7b-5")
def partisan_state(active: bool) -> Finding[PartisanState]:
    """What an active or a face-down partisan can do."""
    why = Why()
    if not active and why("TFB-3.7a-3", "face down it neither moves nor has any effect"):
        return why.so(PartisanState(False, False, False, (), False, False))
    supplied = why("TFB-3.7b-4", "always in trace and combat supply")
    modes: tuple[Mode, ...] = ("combat", "move", "reserve", "strat", "exploit", "dg")
    if why("TFB-3.7b-5", "its only modes are Combat and DG"):
        modes = tuple(DATA["active"]["modes"])
    return why.so(PartisanState(True, True, True, modes, supplied, supplied))


class PartisanUnit(Question, frozen=True, kw_only=True):
    """What a partisan unit can do: movement, ZOC, effects, modes and supply."""

    cites = ("TFB-3.7a-3", "TFB-3.7b-4", "TFB-3.7b-5")

    active: Annotated[bool, Meta(description="whether it is active")]

    def answer(self, nature: Nature) -> Finding[PartisanState]:
        return partisan_state(self.active)
