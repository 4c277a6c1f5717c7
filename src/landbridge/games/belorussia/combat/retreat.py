"""What a retreat does to those who make it: enemy zones of control, the second hex (OCS 5.10a)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import RetreatSecondHex


class RetreatResult(Struct, frozen=True):
    """How a stack comes out of its retreat."""

    dg: bool
    steps_lost: int
    destroyed: bool


class StepEffect(Struct, frozen=True):
    """What one hex of a retreat does to a stack."""

    dg: bool
    """Whether the stack is DG when it is there."""
    lost: int


def retreat_step(
    number: int, zone: bool, dg: bool, second_hex: RetreatSecondHex, why: Why
) -> StepEffect:
    """What the hex of this number, in an enemy zone or not, does to a stack that is DG or not."""
    second = number == 2 and not dg and why("OCS-5.10a-2", "DG at the second hex of a retreat")
    counts = dg
    if second and zone:
        first = second_hex == "dg_first"
        text = "DG before the zone counts" if first else "the state before the hex counts"
        counts = why("RUL-TFB-78", text) and first
    if zone and counts and why("OCS-5.10a-4", "already DG in an enemy zone: a step lost"):
        return StepEffect(True, 1)
    if zone and not dg and why("OCS-5.10a-3", "DG in an enemy zone of control"):
        return StepEffect(True, 0)
    return StepEffect(dg or second, 0)


@rule("OCS-5.8a-1", "OCS-5.10a-2", "OCS-5.10a-3", "OCS-5.10a-4")
def retreat(
    zones: tuple[bool, ...],
    dg: bool = False,
    strat: bool = False,
    retreat_second_hex: RetreatSecondHex = "state_before",
) -> Finding[RetreatResult]:
    """A retreat hex by hex, each with whether an enemy zone of control lies on it."""
    why = Why()
    lost = 0
    for number, zone in enumerate(zones, start=1):
        if zone and strat and why("OCS-5.8a-1", "Strat Mode: destroyed in an enemy zone"):
            return why.so(RetreatResult(dg, lost, True))
        effect = retreat_step(number, zone, dg, retreat_second_hex, why)
        dg, lost = effect.dg, lost + effect.lost
    if not why.reasons:
        rules = ("OCS-5.10a-2", "OCS-5.10a-3", "OCS-5.10a-4")
        why.by(rules, "nothing befalls it but in a zone or a second hex")
    return why.so(RetreatResult(dg, lost, False))


class Retreat(RuledQuestion, frozen=True, kw_only=True):
    """What a retreat does to a stack: whether it ends DG, and the steps it loses on the way."""

    turns_on = ("retreat_second_hex",)

    zones: Annotated[
        tuple[bool, ...],
        Meta(
            max_length=20,
            description="for each hex of the retreat, whether an enemy zone of control is there",
        ),
    ]
    dg: Annotated[bool, Meta(description="already DG, by the combat result too")] = False
    strat: Annotated[bool, Meta(description="in Strat Mode")] = False

    def answer(self, nature: Nature) -> Finding[RetreatResult]:
        return retreat(self.zones, self.dg, self.strat, self.rulings.retreat_second_hex)
