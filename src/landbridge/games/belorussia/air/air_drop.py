"""Air drop (OCS 14.10): supply and parachute units, lot by lot."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Modifier, Tally, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.terrain.words import HexTerrain
from landbridge.games.belorussia.words import PACKAGE, Phase, Side, TwoDice

Cargo = Literal["supply", "unit"]
Landing = Literal["destroyed", "lands"]

DROP = table(PACKAGE, "air.drop", Landing)
TERMS: dict[str, Any] = read_toml(PACKAGE, "air.toml")["drop_terms"]


class Drop(Struct, frozen=True, kw_only=True):
    """A lot to be dropped: one unit, or one token of supply."""

    side: Side
    cargo: Cargo = "supply"
    phase: Phase = "movement"
    glider: bool = False
    parachute: bool = True
    """Whether the unit has the parachute symbol."""
    planned: bool = False
    """Whether the drop was planned before play or at least two turns ahead."""


class DropHex(Struct, frozen=True, kw_only=True):
    """Where it comes down."""

    terrain: HexTerrain = "open"
    air_base: bool = False
    friendly: bool = False
    """Held by a friendly unit as the phase began."""
    enemy_units: bool = False
    """Whether enemy combat units are in it."""


class PreparedDrop(Struct, frozen=True, kw_only=True):
    """A drop ready to be rolled."""

    column: str
    modifiers: Tally
    doomed: bool = False
    """It comes down on enemy combat units."""


def is_clear(hex_: DropHex) -> bool:
    """Whether a hex is clear for drops: open ground, a village or an air base."""
    return hex_.air_base or hex_.terrain in TERMS["clear"]


@rule("OCS-14.1g-1", "OCS-14.10a-1", "OCS-14.10b-1", "OCS-14.10b-2")
def check_drop(drop: Drop) -> None:
    """Refuse drops that may not be made."""
    if drop.phase not in ("movement", "reaction", "exploitation") and in_force("OCS-14.1g-1"):
        raise Refusal(
            f"No air missions in the {drop.phase.replace('_', ' ')} phase",
            "OCS-14.1g-1",
            legal="the owner's Movement, Reaction and Exploitation Phases",
        )
    if drop.cargo == "supply" and in_force("OCS-14.10b-1"):
        return
    if not drop.parachute and not drop.glider and in_force("OCS-14.10a-1"):
        raise Refusal(
            "Only units with the parachute symbol jump",
            "OCS-14.10a-1",
            legal="supply, parachute units, or a glider",
        )
    if drop.phase != "movement" and in_force("OCS-14.10b-2"):
        raise Refusal(
            "Combat units are dropped only in the Movement Phase",
            "OCS-14.10b-2",
            legal="supply in any phase of air missions",
        )
    if not drop.planned and in_force("OCS-14.10b-2"):
        raise Refusal(
            "A drop of combat units needs a plan",
            "OCS-14.10b-2",
            legal="one made before play or at least two turns ahead",
        )


@rule("OCS-14.10d-3", "OCS-14.10d-4", "OCS-14.10d-7")
def prepare_drop(
    drop: Drop, hex_: DropHex, extra: tuple[Modifier, ...] = ()
) -> Finding[PreparedDrop]:
    """Column and modifiers of a drop, or a refusal; `extra` are modifiers of other rules."""
    why = Why()
    check_drop(drop)
    if drop.cargo == "supply":
        why("OCS-14.10b-1", "supply is dropped in any own Movement Segment, without a plan")
    doomed = hex_.enemy_units and why(
        "OCS-14.10d-7", "it comes down on enemy combat units: destroyed"
    )
    friendly = hex_.friendly and why("OCS-14.10d-3", "a friendly unit was there as the phase began")
    holder = "friendly" if friendly else "enemy"
    clear = is_clear(hex_) and why("OCS-14.10d-4", "open ground, a village or an air base is clear")
    ground = "clear" if clear else "closed"
    modifiers = tally(
        modifier(TERMS["soviet"], "Soviet drop", "OCS-14.10d-5") if drop.side == "soviet" else None,
        modifier(TERMS["glider"], "glider", "OCS-14.10d-6") if drop.glider else None,
        *extra,
    )
    return why.so(PreparedDrop(column=f"{holder} {ground}", modifiers=modifiers, doomed=doomed))


@rule("OCS-14.10d-1", "OCS-14.10d-2")
def resolve_drop(drop: PreparedDrop, nature: Nature) -> Landing:
    """Roll for one lot."""
    if drop.doomed:
        return "destroyed"
    found: Landing = nature.look(DROP, drop.modifiers, drop.column)
    return found


def lots_landed(lots: int, drop: PreparedDrop, nature: Nature) -> int:
    """How many of a number of equal lots land, each with a roll of its own."""
    if not lots:
        return 0
    landed = resolve_drop(drop, nature) == "lands"
    return landed + nature.sub(lots_landed, lots - 1, drop)


class DropInputs(Question, frozen=True, kw_only=True):
    """What both questions about air drops take."""

    side: Annotated[Side, Meta(description="who drops")]
    friendly: Annotated[
        bool, Meta(description="the hex was held by a friendly unit as the phase began")
    ] = False
    terrain: Annotated[HexTerrain, Meta(description="terrain of the hex")] = "open"
    air_base: Annotated[bool, Meta(description="an air base is in the hex")] = False
    enemy_units: Annotated[bool, Meta(description="enemy combat units are in the hex")] = False
    cargo: Annotated[Cargo, Meta(description="one token of supply, or one combat unit")] = "supply"
    glider: Annotated[bool, Meta(description="landed by glider")] = False
    parachute: Annotated[bool, Meta(description="the unit has the parachute symbol")] = True
    planned: Annotated[
        bool, Meta(description="planned before play or at least two turns ahead")
    ] = False
    phase: Annotated[Phase, Meta(description="the phase of the drop")] = "movement"

    def prepared(self) -> Finding[PreparedDrop]:
        """The drop, ready to be rolled."""
        drop = Drop(
            side=self.side,
            cargo=self.cargo,
            phase=self.phase,
            glider=self.glider,
            parachute=self.parachute,
            planned=self.planned,
        )
        hex_ = DropHex(
            terrain=self.terrain,
            air_base=self.air_base,
            friendly=self.friendly,
            enemy_units=self.enemy_units,
        )
        return prepare_drop(drop, hex_)


class AirDrop(DropInputs, frozen=True, kw_only=True):
    """Whether one lot that is dropped lands: a combat unit, or a token of supply."""

    rolls = {"dice": DROP.title}
    cites = ("OCS-14.10d-1", "OCS-14.10d-2")

    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[Landing]:
        why = Why()
        return why.so(resolve_drop(why.add(self.prepared()), nature))


class AirDropLots(DropInputs, frozen=True, kw_only=True):
    """How many of several lots that are dropped land, each with a roll of its own."""

    rolls = {"lot_dice": DROP.title}
    cites = ("OCS-14.10d-1", "OCS-14.10d-2")

    lots: Annotated[int, Meta(ge=1, le=60, description="units or tokens that are dropped")]
    lot_dice: Annotated[
        Annotated[tuple[TwoDice, ...], Meta(max_length=60)] | None,
        Meta(description="the sum of two dice for each lot"),
    ] = None

    def answer(self, nature: Nature) -> Finding[int]:
        why = Why()
        drop = why.add(self.prepared())
        return why.so(lots_landed(self.lots, drop, nature))
