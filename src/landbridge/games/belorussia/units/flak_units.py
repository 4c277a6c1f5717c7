"""Flak units on the map."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import Modifier, modifier
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import FlakInHex
from landbridge.games.belorussia.units.words import Printed


@rule("TFB-1.6a-1", "TFB-1.6a-2", "TFB-EDGE-61")
def flak_unit(units: tuple[int, ...], flak_in_hex: FlakInHex = "better") -> Modifier | None:
    """What the flak units in Combat Mode in a hex add to flak rolls, for the tally of the roll."""
    if not units or not in_force("TFB-1.6a-1"):
        return None
    if len(units) == 1:
        return modifier(units[0], "flak unit in Combat Mode", "TFB-1.6a-1")
    if not in_force("TFB-1.6a-2"):
        return modifier(sum(units), "flak units in Combat Mode", "TFB-1.6a-1")
    better = flak_in_hex == "better" and in_force(("TFB-EDGE-61", "RUL-TFB-101"))
    ruled = ("TFB-EDGE-61", "RUL-TFB-101") if better else ("RUL-TFB-101",)
    return modifier(
        max(units) if better else min(units),
        f"one flak unit of {len(units)}, the {'better' if better else 'weaker'} one",
        ("TFB-1.6a-1", "TFB-1.6a-2", *ruled),
    )


class FlakModifier(RuledQuestion, frozen=True, kw_only=True):
    """What the flak units in a hex add to flak rolls there."""

    cites = ("TFB-1.6a-1", "TFB-1.6a-2", "TFB-EDGE-61")
    turns_on = ("flak_in_hex",)

    units: Annotated[
        tuple[Printed, ...],
        Meta(
            min_length=0,
            max_length=20,
            description="the printed modifiers of the flak units in Combat Mode in the hex",
        ),
    ]
    in_other_modes: Annotated[
        tuple[Printed, ...],
        Meta(max_length=20, description="the printed modifiers of those in another mode"),
    ] = ()

    def answer(self, nature: Nature) -> Finding[int]:
        why = Why()
        in_combat_mode = self.units
        if self.in_other_modes and not why("TFB-1.6a-1", "flak counts only in Combat Mode"):
            in_combat_mode += self.in_other_modes
        added = flak_unit(in_combat_mode, self.rulings.flak_in_hex)
        if added is None:
            return why.so(0)
        why(added.rules, added.reason)
        return why.so(int(added.value))
