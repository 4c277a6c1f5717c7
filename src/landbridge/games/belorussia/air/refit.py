"""Refitting aircraft: how many planes an air base readies, and what cold makes of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import HalfRefit
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import PACKAGE, Die, Flight, Ground, counted

Base = Literal["strip", "hq_strip", "level_1", "level_2", "level_3"]

RATE: dict[str, int] = read_toml(PACKAGE, "weather.toml")["refit"]
PRICE: int = RATE["tokens"]
"""What a base pays for refitting in one phase, in tokens, whatever the number of planes."""
RATE_ROWS: dict[str, str] = {"strip": "OCS-15.2-1", "hq_strip": "OCS-15.2-1"}
"""The row that says how many planes a base refits; that of air bases for all others."""
HALF = table(PACKAGE, "weather.half_refit", int)


@rule("TFB-1.8-23", "TFB-DF-7", "TFB-EDGE-26", "TFB-EDGE-27", "TFB-EDGE-28", "RUL-TFB-43")
def refit(
    ground: Ground,
    flight: Flight,
    base: Base,
    nature: Nature,
    half_refit: HalfRefit = "series_rounding",
) -> Finding[int]:
    """How many planes an air base refits in one Aircraft Refit Phase."""
    why = Why()
    rate = RATE[base]
    why.by(RATE_ROWS.get(base, "OCS-15.1-1"), f"usual rate {rate}")
    halved = (ground == "freeze" and why("TFB-1.8-23", "Freeze: half the usual rate")) or (
        ground == "deep_freeze" and why("TFB-DF-7", "Deep Freeze: half the usual rate")
    )
    if flight == "limited" and not why(
        ("TFB-EDGE-27", "OCS-14.1f-1"), "Limited Flight does not touch refitting"
    ):
        return why.so(0)
    if flight == "none" and not why(
        ("TFB-EDGE-28", "OCS-14.1f-1"), "No Flight does not stop refitting"
    ):
        return why.so(0)
    if not halved:
        return why.so(rate)
    half = Fraction(rate, 2)
    if half.denominator == 1:
        return why.so(int(half))
    if half_refit == "series_rounding" and why(
        ("TFB-EDGE-26", "RUL-TFB-43"), "a half is rounded up, as the series does"
    ):
        return why.so(int(half) + 1)
    if half_refit == "die_for_half" and why("RUL-TFB-43", "a die decides on the half"):
        return why.so(int(half) + nature.look(HALF))
    why("RUL-TFB-43", "a half is lost")
    return why.so(int(half))


def base_violations(
    name: str, base: Base | None, planes: int, most: int, again: bool
) -> tuple[Violation, ...]:
    """What speaks against a base: it has refitted in this phase, or these planes are too many."""
    return violations(
        violation_if(
            again, f"{name} has refitted planes in this phase", "OCS-15.1-2", "another air base"
        ),
        violation_if(
            base is not None and planes > most,
            f"{name} refits no more than {counted(most, 'plane')} in this phase",
            RATE_ROWS.get(base or "", "OCS-15.1-1"),
            f"up to {most}",
        ),
    )


def most_refits(
    ground: Ground, flight: Flight, base: Base, half_refit: HalfRefit = "series_rounding"
) -> int:
    """The most planes that a base may refit, whatever a die says."""
    found: int = max(odds(lambda nature: refit(ground, flight, base, nature, half_refit)))
    return found


class Refit(RuledQuestion, frozen=True, kw_only=True):
    """How many planes an air base refits in one Aircraft Refit Phase."""

    rolls = {"die": HALF.title}
    cites = ("TFB-EDGE-26", "TFB-EDGE-27", "TFB-EDGE-28")
    turns_on = ("half_refit",)

    ground: Annotated[Ground, Meta(description="the ground condition of the turn")]
    base: Annotated[Base, Meta(description="the kind of air base")]
    flight: Annotated[Flight, Meta(description="the flight condition of the turn")] = "full"
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[int]:
        return refit(self.ground, self.flight, self.base, nature, self.rulings.half_refit)
