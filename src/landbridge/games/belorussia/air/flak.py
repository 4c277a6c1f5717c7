"""Flak (OCS 14.4): which missions it fires at, what helps it, and which plane is hit."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Modifier, Tally, modifier, tally
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.units.flak_units import flak_unit
from landbridge.games.belorussia.words import PACKAGE, Die, TwoDice

MissionKind = Literal[
    "barrage",
    "hip_shoot",
    "trainbusting",
    "air_transport",
    "air_drop",
    "base_transfer",
    "sweep",
    "interception",
]
FlakResult = Literal["no_effect", "step_lost"]
Struck = Literal["#1", "#2", "#3", "#4", "weakest", "strongest"]

FLAK = table(PACKAGE, "air.flak", FlakResult)
MISSION_LOSS = table(PACKAGE, "air.mission_loss", Struck)
UNDER_FLAK: dict[str, str] = read_toml(PACKAGE, "air.toml")["flak_missions"]
MODIFIERS: dict[str, Any] = read_toml(PACKAGE, "air.toml")["flak_modifiers"]

Planes = Annotated[int, Meta(ge=1, le=4, description="planes in the mission")]


class Mission(Struct, frozen=True, kw_only=True):
    """Planes over a hex."""

    kind: MissionKind
    planes: int = 1
    fighter: bool = False
    """Whether a Fighter is part of the mission itself."""


class Defences(Struct, frozen=True, kw_only=True):
    """What shoots at planes in a hex."""

    hq: bool = False
    air_base: int = 0
    """Level of the air base; a strip adds nothing."""
    printed: int = 0
    """Flak printed on the map."""
    patrol_zone: bool = False
    """Whether the hex lies in a Patrol Zone of the enemy of the mission."""


@rule("OCS-14.4a-1", "OCS-14.4a-2", "OCS-14.4a-3")
def prepare_flak(
    mission: Mission, defences: Defences, extra: tuple[Modifier, ...] = ()
) -> Finding[Tally | None]:
    """What is added to the flak roll, flak units of the game as `extra`; None: no flak at all."""
    why = Why()
    when = UNDER_FLAK[mission.kind]
    words = mission.kind.replace("_", " ")
    if when == "never" and why("OCS-14.4a-3", f"no flak at a mission of this kind: {words}"):
        return why.so(None)
    zone = defences.patrol_zone
    if when == "patrol_zone" and not zone and why("OCS-14.4a-2", f"{words}: only in a Patrol Zone"):
        return why.so(None)
    if when == "always" and not why("OCS-14.4a-1", f"flak is always rolled: {words}"):
        return why.so(None)
    patrol = "with" if mission.fighter else "without"
    busting = mission.kind == "trainbusting"
    found = tally(
        modifier(MODIFIERS["many_planes"], "three or more planes", "OCS-14.4e-2")
        if mission.planes >= MODIFIERS["many"]
        else None,
        modifier(MODIFIERS["hq"], "HQ in the hex", "OCS-14.4e-3") if defences.hq else None,
        modifier(defences.air_base, f"Level {defences.air_base} air base", "OCS-14.4e-4")
        if defences.air_base
        else None,
        modifier(defences.printed, "flak printed in the hex", "OCS-14.4e-5")
        if defences.printed
        else None,
        modifier(
            MODIFIERS[f"patrol_zone_{patrol}_fighter"],
            f"enemy Patrol Zone, mission {patrol} a Fighter",
            "OCS-14.4e-6",
        )
        if zone
        else None,
        modifier(
            MODIFIERS["trainbusting_in_patrol_zone"], "trainbusting in a Patrol Zone", "OCS-14.4e-7"
        )
        if zone and busting
        else None,
        *extra,
    )
    return why.so(found)


@rule("OCS-14.4e-1")
def resolve_flak(modifiers: Tally, nature: Nature) -> FlakResult:
    """Roll flak at a mission: 11 or more takes one step."""
    found: FlakResult = nature.look(FLAK, modifiers)
    return found


class Flak(Question, frozen=True, kw_only=True):
    """Whether flak takes a step from an air mission."""

    rolls = {"dice": FLAK.title}
    cites = ("OCS-14.4a-1", "OCS-14.4a-2", "OCS-14.4a-3", "OCS-14.4e-1")

    mission: Annotated[MissionKind, Meta(description="what the planes are doing")] = "barrage"
    planes: Planes = 1
    fighter: Annotated[bool, Meta(description="a Fighter is part of the mission itself")] = False
    patrol_zone: Annotated[bool, Meta(description="the hex is in an enemy Patrol Zone")] = False
    hq: Annotated[bool, Meta(description="one HQ or more in the hex")] = False
    air_base: Annotated[
        int, Meta(ge=0, le=3, description="level of the air base in the hex; a strip is 0")
    ] = 0
    printed_flak: Annotated[int, Meta(ge=0, le=9, description="flak printed in the hex")] = 0
    flak_unit: Annotated[
        int, Meta(ge=0, le=9, description="modifier printed on one flak unit in Combat Mode there")
    ] = 0
    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[FlakResult]:
        why = Why()
        mission = Mission(kind=self.mission, planes=self.planes, fighter=self.fighter)
        defences = Defences(
            hq=self.hq,
            air_base=self.air_base,
            printed=self.printed_flak,
            patrol_zone=self.patrol_zone,
        )
        unit = flak_unit((self.flak_unit,)) if self.flak_unit else None
        modifiers = why.add(prepare_flak(mission, defences, (unit,) if unit else ()))
        if modifiers is None:
            return why.so("no_effect")
        return why.so(resolve_flak(modifiers, nature))


# Which plane


@rule("OCS-14.4f-1", "OCS-14.4f-2", "OCS-14.4f-3")
def mission_loss(planes: int, nature: Nature) -> Struck:
    """Which plane of a mission takes the loss: by its number, or by its barrage strength."""
    if planes == 1:
        return "#1"
    struck: Struck = nature.look(MISSION_LOSS, column=str(planes))
    return struck


class MissionLoss(Question, frozen=True, kw_only=True):
    """Which plane of a mission loses a step to flak."""

    rolls = {"die": MISSION_LOSS.title}
    cites = ("OCS-14.4f-1", "OCS-14.4f-2", "OCS-14.4f-3")

    planes: Planes
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[Struck]:
        why = Why()
        if self.planes == 1:
            why.by("OCS-14.4f-1", "the only plane takes it")
        return why.so(mission_loss(self.planes, nature))
