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


@rule("OCS 5.8a", "OCS 5.10a", "OCS 9.12e")
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
        if zone and strat and why("OCS 5.8a", "Strat Mode: destroyed in an enemy zone"):
            return why.so(RetreatResult(dg, lost, True))
        second = number == 2 and not dg and why("OCS 5.10a", "DG at the second hex of a retreat")
        counts = dg
        if second and zone:
            first = retreat_second_hex == "dg_first"
            text = "DG before the zone counts" if first else "the state before the hex counts"
            counts = why("RUL-TFB-78", text) and first
        if zone and counts and why("OCS 9.12e", "already DG in an enemy zone: a step lost"):
            lost += 1
        elif zone and not dg and why("OCS 5.10a", "DG in an enemy zone of control"):
            dg = True
        dg = dg or second
    if not why.reasons:
        why.by(("OCS 5.10a", "OCS 9.12e"), "nothing befalls it but in a zone or a second hex")
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
