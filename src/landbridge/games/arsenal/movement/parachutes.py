"""Parachute troops: the optional rule. Its section is lost; how a corps drops is a proposal."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import Parachutes
from landbridge.games.arsenal.words import PACKAGE, Die, figures

Landing = Literal["lost", "dispersed", "good_order"]

DROP = table(PACKAGE, "combat.parachute", Landing)


@rule("RUL-DC-30")
def may_drop(lines: int, air_unit: bool, parachutes: Parachutes) -> None:
    """Refuse a drop that is out of reach, or without the option."""
    terms = figures("parachutes", parachutes)
    if not terms["use"]:
        raise Refusal("The parachute rule is not in use", "RUL-DC-30", legal="parachutes = on")
    if not air_unit or lines > terms["lines"]:
        raise Refusal(
            "The drop is too far, or has no air unit",
            "RUL-DC-30",
            legal=f"up to {terms['lines']} lines away, with an air unit",
        )


@rule("RUL-DC-30")
def parachute_drop(nature: Nature) -> Landing:
    """How a Parachute Corps lands: lost, dispersed or in good order."""
    landed: Landing = nature.look(DROP)
    return landed


class ParachuteDrop(ArsenalQuestion, frozen=True, kw_only=True):
    """How a Parachute Corps lands, with the optional rule; a proposal, its section is lost."""

    turns_on = ("parachutes",)

    rolls = {"die": DROP.title}

    lines: Annotated[int, Meta(ge=0, le=30, description="how many lines away it drops")] = 1
    air_unit: Annotated[bool, Meta(description="whether an air unit supports it")] = True
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[Landing]:
        may_drop(self.lines, self.air_unit, self.rulings.parachutes)
        return Why().so(parachute_drop(nature))
