"""Strength (8.621): whether an RG arrives Full or Depleted, and the lost Historical DRM."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import Modifier, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    Group,
    GroupId,
    Strength,
    carries,
    look_up,
)
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, PACKAGE, CgDate, Side, figures

STRENGTH = table(PACKAGE, "strength.strength", Strength)

Drm = Annotated[
    int, Meta(ge=-6, le=6, description="the Historical DRM, where the owner has the chart 9.6161")
]
Use = Literal["strength", "oba", "leaders", "cpp"]

_RULE = {
    "strength": "OTO-8.621-2",
    "oba": "OTO-8.624-1",
    "leaders": "OTO-8.71-1",
    "cpp": "RUL-OTO-60",
}


@rule("OTO-8.621-2", "OTO-8.624-1", "OTO-8.71-1")
def historical(
    side: Side,
    date: CgDate,
    use: Use,
    drm: int | None = None,
    historical_drm: str = "inferred",
) -> Modifier:
    """A side's Historical DRM on a date: as typed in, or by the ruling on the lost chart."""
    if drm is not None:
        return modifier(drm, "Historical DRM, typed in", _RULE[use])
    chart = figures("historical_drm", historical_drm)
    value: int = chart[side][date] if use in chart["uses"] else 0
    known = "inferred" if value else "not known, taken as 0"
    return modifier(value, f"Historical DRM, {known}", (_RULE[use], "RUL-OTO-20"))


@rule("OTO-8.621-1", "OTO-8.621-2", "OTO-8.621-4", "OTO-8.623-4", "OTO-E4-1")
def resolve_strength(
    group: Group,
    date: CgDate,
    nature: Nature,
    drm: int | None = None,
    historical_drm: str = "inferred",
) -> Finding[Strength]:
    """The strength at which an RG arrives: a DR of its own, or Full without one."""
    why = Why()
    if group.kind == "cupolas":
        if why("OTO-8.623-4", "Cupolas are always received Full"):
            return why.so("full")
    elif "c" not in group.notes:
        raise Refusal(
            f"{group.id} makes no strength DR",
            "OTO-8.621-1",
            legal="rows with note c do",
        )
    elif not carries(group, "c", why):
        return why.so("full")
    if group.kind == "hw_section" and not why(
        "OTO-E4-1", "HW in 8.621 means every heavy-weapon section"
    ):
        return why.so("full")
    if date == "23am" and why(
        ("OTO-8.621-4", "OTO-8.51-IHSR2-1", "OTO-8.2-FullStrength-1"),
        "all RGs of the Initial Scenario are Full",
    ):
        return why.so("full")
    if not why(("OTO-8.621-1", "OTO-8.2-Strength-1"), "a DR of its own"):
        return why.so("full")
    shift = tally(historical(group.side, date, "strength", drm, historical_drm))
    found: Strength = nature.look(STRENGTH, shift)
    return why.so(found)


class StrengthQuestion(RuledQuestion, frozen=True, kw_only=True):
    """Whether an RG is received Full or Depleted: a DR, except on 23 AM and for Cupolas."""

    rolls = {"dice": STRENGTH.title}
    cites = ("OTO-8.621-1", "OTO-8.621-2", "OTO-8.621-4", "OTO-8.623-4", "OTO-E4-1")
    turns_on = ("historical_drm",)

    side: Annotated[Side, Meta(description="whose RG")]
    rg: GroupId
    dice: DR | None = None
    date: Annotated[CgDate, Meta(description="the CG Date, for the Historical DRM")] = "23pm"
    drm: Drm | None = None

    def answer(self, nature: Nature) -> Finding[Strength]:
        why = Why()
        group = look_up(self.side, self.rg, why)
        found = resolve_strength(group, self.date, nature, self.drm, self.rulings.historical_drm)
        return why.so(why.add(found))
