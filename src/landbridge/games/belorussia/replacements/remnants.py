"""Remnants of German divisions, and what they save (2.4)."""

from __future__ import annotations

from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import rule
from landbridge.games.belorussia.replacements.rebuild_charts import Unit
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import Remnants


def leaves_remnant(unit: Unit) -> bool:
    """Whether a unit that dies near an HQ can leave a remnant battalion."""
    german = unit.side == "axis" and not unit.hungarian
    return german and unit.size == "division" and unit.steps > 1


@rule("RUL-TFB-12")
def remnant_saves(unit: Unit, remnants: Remnants = "cadre") -> int:
    """How many Pax the remnant of a division spares when it is rebuilt."""
    settled = figures("remnants", remnants)
    if not settled["pool"]:
        raise Refusal("there are no remnants", "RUL-TFB-12")
    if not leaves_remnant(unit):
        raise Refusal(
            "this unit leaves no remnant",
            "RUL-TFB-12",
            legal="a German division of more than one step",
        )
    saved: int = settled["rebuild_pax_saved"]
    return saved
