"""Hedgehogs that Axis engineers build."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import HedgehogCapture
from landbridge.games.belorussia.units.words import DATA, Distance
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import Ground


@rule("TFB-2.4j-1", "TFB-DF-5", "RUL-TFB-46")
def engineer_violations(
    distance: int, ground: Ground, level: int, hedgehog_capture: HedgehogCapture = "crimea"
) -> tuple[Violation, ...]:
    """What speaks against building a hedgehog to this level so far away."""
    reach = DATA["engineers"]["reach"]
    away = violation_if(
        distance > reach,
        f"{distance} hexes away",
        "TFB-2.4j-1",
        f"within {reach} hexes of the engineers",
    )
    return (*violations(away), *level_violations(ground, level, hedgehog_capture))


@rule("OCS-16.0a-1", "RUL-TFB-46")
def level_violations(
    ground: Ground, level: int, hedgehog_capture: HedgehogCapture = "crimea"
) -> tuple[Violation, ...]:
    """What speaks against building a hedgehog to this level, whoever builds it."""
    choice = hedgehog_capture if in_force("RUL-TFB-46") else "series"
    highest = figures("hedgehog_capture", choice)["highest"]
    return violations(
        violation_if(
            level > highest,
            f"no hedgehog of Level {level} is built",
            "OCS-16.0a-1" if choice == "series" else "RUL-TFB-46",
            f"up to Level {highest}",
        ),
        *construction_violations(ground),
    )


@rule("TFB-DF-5")
def construction_violations(ground: Ground) -> tuple[Violation, ...]:
    """What the weather has against building anything."""
    cold = ground == "deep_freeze"
    text = "no construction in Deep Freeze"
    return violations(violation_if(cold, text, ("TFB-DF-5", "OCS-13.8d-1")))


@rule("TFB-2.4j-1")
def engineer_price(levels: int) -> int:
    """What a number of hedgehog levels costs engineer-capable Axis units, in tokens."""
    if not in_force("TFB-2.4j-1"):
        return series_price(levels)
    price: int = DATA["engineers"]["tokens_per_level"]
    return levels * price


def series_price(levels: int) -> int:
    """What a number of hedgehog levels costs everybody else, in tokens (OCS-16.0b-3)."""
    price: int = DATA["series_engineers"]["tokens_per_level"]
    return levels * price if in_force("OCS-16.0b-3") else 0


class EngineerHedgehog(RuledQuestion, frozen=True, kw_only=True):
    """What a hedgehog built by engineer-capable Axis units costs in tokens (4T are 1 SP)."""

    cites = ("TFB-2.4j-1",)
    turns_on = ("hedgehog_capture",)

    distance: Annotated[Distance, Meta(description="hexes from the engineers to the hex")] = 0
    levels: Annotated[int, Meta(ge=1, le=4, description="levels to be built, one a turn")] = 1
    standing: Annotated[int, Meta(ge=0, le=4, description="the level there now; 0 for none")] = 0
    ground: Annotated[Ground, Meta(description="the ground condition of the turn")] = "dry"

    def answer(self, nature: Nature) -> Finding[int]:
        level = self.standing + self.levels
        refuse(
            engineer_violations(self.distance, self.ground, level, self.rulings.hedgehog_capture)
        )
        why = Why()
        why("TFB-2.4j-1", "within 2 hexes, 2T for each level")
        return why.so(engineer_price(self.levels))
