"""What a ground condition does; Deep Freeze (1.8)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.words import Ground


class GroundEffectsFound(Struct, frozen=True):
    """What a ground condition does."""

    columns: Ground
    """Which columns of the terrain chart are used."""
    per_hex: int
    """Movement points added for each hex entered."""
    combat: str
    """Where the combat multipliers come from."""
    acts_on: tuple[str, ...]
    attrition: int
    simulcast: bool
    breakouts: bool
    construction: bool
    flight_roll: bool
    half_refit: bool


def is_simulcast(ground: Ground, why: Why) -> bool:
    """Whether this ground makes a turn a simulcast turn."""
    deep = ground == "deep_freeze"
    return deep and why(("TFB-DF-1", "OCS-2.4-4"), "the turn is a simulcast turn")


@rule("TFB-1.8-21", "TFB-1.8-22", "TFB-1.8-23", "TFB-1.8-24")
def ground_effects(ground: Ground) -> Finding[GroundEffectsFound]:
    """What a ground condition does to movement, combat, supply and air."""
    why = Why()
    deep = ground == "deep_freeze"
    columns: Ground = "dry"
    if ground == "dry":
        why.by("TFB-1.8-21", "the Dry columns of the terrain chart")
    elif ground == "mud" and why("TFB-1.8-22", "the Mud columns of the terrain chart"):
        columns = "mud"
    elif (
        ground == "freeze"
        and why("TFB-1.8-23", "the Freeze columns of the terrain chart, refit at half rate")
    ) or (deep and in_force("TFB-DF-2")):
        columns = "freeze"
    per_hex = tally(
        modifier(1, "Deep Freeze, each hex entered", "TFB-DF-2") if deep else None,
    )
    attrition = tally(
        modifier(2, "out of supply in Deep Freeze", "TFB-DF-3") if deep else None,
    )
    if deep:
        why("TFB-DF-2", "Freeze costs, +1 for each hex entered, for every kind of movement")
        why("TFB-DF-3", "+2 to attrition rolls of units out of supply")
    simulcast = is_simulcast(ground, why)
    breakouts = not (deep and why("TFB-DF-4", "no breakouts"))
    construction = not (deep and why("TFB-DF-5", "no construction"))
    roll = not (deep and why("TFB-DF-6", "No Flight without a roll"))
    half = (ground == "freeze" and columns == "freeze") or (
        deep and why("TFB-DF-7", "aircraft are refitted at half the usual rate")
    )
    combat = "chart"
    if deep and why("TFB-DF-8", "other terrain: no combat multiplier of its own"):
        combat = "other terrain"
    acts: tuple[str, ...] = ("movement",)
    if why(
        "TFB-1.8-24", "the flight condition acts on air missions, the chart on combat and movement"
    ):
        acts = ("air", "combat", "movement")
    effects = GroundEffectsFound(
        columns,
        int(per_hex.total),
        combat,
        acts,
        int(attrition.total),
        simulcast,
        breakouts,
        construction,
        roll,
        half,
    )
    return why.so(effects)


class GroundEffects(Question, frozen=True, kw_only=True):
    """What a ground condition does to movement, combat, attrition, building and air."""

    cites = ("TFB-1.8-21", "TFB-1.8-22", "TFB-1.8-24")

    ground: Annotated[Ground, Meta(description="the ground condition of the turn")]

    def answer(self, nature: Nature) -> Finding[GroundEffectsFound]:
        return ground_effects(self.ground)


class DeepFreeze(Question, frozen=True, kw_only=True):
    """Everything that a Deep Freeze turn does."""

    cites = (
        "TFB-DF-1",
        "TFB-DF-2",
        "TFB-DF-3",
        "TFB-DF-4",
        "TFB-DF-5",
        "TFB-DF-7",
        "TFB-DF-8",
    )

    def answer(self, nature: Nature) -> Finding[GroundEffectsFound]:
        return ground_effects("deep_freeze")
