"""Penal assault units (rule 3.8)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import Penal, PenalNoHedgehog
from landbridge.games.belorussia.units.words import DATA
from landbridge.games.belorussia.words import Die

PURPOSE = "Penal assault units"
MOST: int = DATA["penal"]["most"]


@rule("TFB-3.8-1")
def penal_units_received(
    in_box: int, nature: Nature, penal: Penal = "two_if_in_box", wanted: int = MOST
) -> Finding[int]:
    """How many penal units a Front gets as it goes over to the Offensive."""
    why = Why()
    if not why("TFB-3.8-1", f"a Front that goes over to the Offensive brings up to {MOST}"):
        return why.so(0)
    settled = figures("penal", penal)
    if "by_die" in settled:
        most = settled["by_die"][nature.roll("1d6", PURPOSE, "RUL-TFB-32") - 1]
        why("RUL-TFB-32", "as many as the die gives")
    elif settled.get("chosen"):
        most = min(wanted, MOST)
        why("RUL-TFB-32", "as many as the Soviet player wants")
    else:
        most = settled["received"]
        why("RUL-TFB-32", f"{most}, or what the box holds")
    return why.so(min(most, in_box))


class FrontOffensivePenal(RuledQuestion, frozen=True, kw_only=True):
    """How many penal assault units a Front gets as it goes over to the Offensive."""

    rolls = {"die": PURPOSE}
    cites = ("TFB-3.8-1",)
    turns_on = ("penal",)

    in_box: Annotated[int, Meta(ge=0, le=20, description="penal units in the holding box")]
    wanted: Annotated[
        int, Meta(ge=0, le=2, description="how many the Soviet player wants, where he may choose")
    ] = MOST
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[int]:
        return penal_units_received(self.in_box, nature, self.rulings.penal, self.wanted)


class PenalEffect(Struct, frozen=True):
    """What penal units do in one combat."""

    hedgehog: int
    """The level of the defender's hedgehog that still counts."""
    combat_supply_t: int
    """Tokens that the penal units cost."""
    to_box: int
    """Units that go to the holding box afterwards."""
    counts_as_loss: bool
    """Whether that satisfies a loss or an option."""


@rule("TFB-3.8-2", "TFB-3.8-3", "TFB-3.8-4", "TFB-3.8-5", "TFB-EDGE-62", "TFB-EDGE-63")
def penal_effect(
    hedgehog: int,
    units: int = 1,
    stacked: bool = True,
    penal_no_hedgehog: PenalNoHedgehog = "not_used",
) -> Finding[PenalEffect]:
    """What penal units do to a defender's hedgehog, and what becomes of them."""
    why = Why()
    supply = 0 if why("TFB-3.8-3", "penal units need no combat supply") else units
    at_work = units if stacked and units else 0
    if not stacked and units:
        why("TFB-3.8-2", "only stacked with an attacking unit")
    if at_work > DATA["penal"]["per_combat"]:
        one = why(("TFB-3.8-4", "TFB-EDGE-62"), "only one penal unit has effect in a combat")
        at_work = DATA["penal"]["per_combat"] if one else at_work
    level = hedgehog
    if at_work and why("TFB-3.8-2", "one hedgehog level of the defender is cancelled"):
        level -= at_work * DATA["penal"]["levels"]
    if level < 0 and why("TFB-EDGE-63", "no effect on a hex without a hedgehog"):
        level = 0
    used = at_work
    if at_work and not hedgehog:
        used = at_work if figures("penal_no_hedgehog", penal_no_hedgehog)["used"] else 0
        why("RUL-TFB-102", "it is used up" if used else "it was not used")
    if used and why("TFB-3.8-5", "after use to the holding box, neither a loss nor an option"):
        return why.so(PenalEffect(level, supply, used, False))
    return why.so(PenalEffect(level, supply, 0, False))


class PenalUnit(RuledQuestion, frozen=True, kw_only=True):
    """What penal assault units do in an attack: hedgehog, combat supply, and where they go."""

    cites = ("TFB-3.8-2", "TFB-3.8-3", "TFB-3.8-4", "TFB-3.8-5", "TFB-EDGE-62", "TFB-EDGE-63")
    turns_on = ("penal_no_hedgehog",)

    hedgehog: Annotated[int, Meta(ge=0, le=4, description="the defender's hedgehog level")]
    units: Annotated[int, Meta(ge=0, le=20, description="penal units in the attack")] = 1
    stacked: Annotated[
        bool, Meta(description="whether they are stacked with an attacking unit")
    ] = True

    def answer(self, nature: Nature) -> Finding[PenalEffect]:
        return penal_effect(self.hedgehog, self.units, self.stacked, self.rulings.penal_no_hedgehog)
