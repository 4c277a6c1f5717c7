"""Sniper Activation Numbers between scenarios (9.6122)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import PACKAGE, Dr, figures
from landbridge.games.orsha.rulings import SanThree

SAN = table(PACKAGE, "reorganisation.san", int)


@rule("OTO-9.6122-2", "OTO-NEC-6")
def makes_san_dr(san: int, why: Why) -> bool:
    """Whether a side makes a dr for its SAN: from 3 on."""
    low = 0 < san < 3
    unchanged = low and why(("OTO-9.6122-2", "OTO-NEC-6"), "a SAN of 1 or 2 does not change")
    return san > 0 and not unchanged


@rule("OTO-9.6122-1", "OTO-9.6122-2", "OTO-NEC-5", "OTO-NEC-6")
def adjust_san(san: int, nature: Nature, san_three: SanThree = "minus_one") -> Finding[int]:
    """A side's SAN after the adjustment."""
    why = Why()
    if not makes_san_dr(san, why):
        raised = san == 0 and why("OTO-9.6122-2", "a SAN of 0 is raised to 2, free of charge")
        return why.so(2 if raised else san)
    drm = san - 4
    rules: tuple[str, ...] = ("OTO-9.6122-1",)
    if drm < 0:
        drm = figures("san_three", san_three)["drm"]
        rules = ("OTO-9.6122-1", "OTO-NEC-5", "RUL-OTO-74")
    change: int = nature.look(SAN, tally(modifier(drm, f"SAN {san} minus 4", rules)))
    return why.so(san + change)


class San(RuledQuestion, frozen=True, kw_only=True):
    """A side's SAN after the adjustment of step 9.6122."""

    rolls = {"die": SAN.title}
    cites = ("OTO-9.6122-1", "OTO-9.6122-2", "OTO-NEC-5", "OTO-NEC-6")
    turns_on = ("san_three",)

    san: Annotated[int, Meta(ge=0, le=7, description="the side's current SAN")]
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[int]:
        return adjust_san(self.san, nature, self.rulings.san_three)
