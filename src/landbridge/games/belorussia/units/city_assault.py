"""The unit of 2.4f, which helps to assault cities."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import CityAssaultUnit as CityAssaultUnitRuling
from landbridge.games.belorussia.terrain.words import Settlement
from landbridge.games.belorussia.units.words import DATA

AssaultTarget = Literal["none", "hedgehog", Settlement]


class CityAssaultHelp(Struct, frozen=True):
    """What the unit of 2.4f does in an attack."""

    columns: int
    """Columns of the Combat Table to the right."""
    takes_the_loss: bool
    """Whether the attacker's first loss has to be this unit."""
    which: tuple[str, ...]
    """The units to which the rule applies, by the ruling."""


@rule("TFB-2.4f-1", "TFB-2.4f-2")
def city_assault(
    target: tuple[AssaultTarget, ...],
    losses: int,
    city_assault_unit: CityAssaultUnitRuling = "assault_battalions",
) -> Finding[CityAssaultHelp]:
    """What the unit of 2.4f does when it attacks a hex with these works."""
    why = Why()
    which = tuple(figures("city_assault_unit", city_assault_unit)["units"])
    why("RUL-TFB-98", "which unit this is has been ruled; its picture is lost")
    helps = any(works in DATA["city_assault"]["targets"] for works in target)
    shift = tally(
        modifier(DATA["city_assault"]["shift"], "hedgehog, village or city", "TFB-2.4f-1")
        if helps
        else None
    )
    if helps:
        why("TFB-2.4f-1", "against a hedgehog, village or city one column to the right")
    else:
        why("TFB-2.4f-1", "no hedgehog, village or city: no shift")
    first = losses > 0 and why("TFB-2.4f-2", "a loss of the attacker has to be this unit")
    return why.so(CityAssaultHelp(int(shift.total), first, which))


class CityAssaultUnit(RuledQuestion, frozen=True, kw_only=True):
    """What the unit of 2.4f does in an attack: its column shift, and who takes a loss."""

    cites = ("TFB-2.4f-1", "TFB-2.4f-2")
    turns_on = ("city_assault_unit",)

    target: Annotated[
        tuple[AssaultTarget, ...], Meta(max_length=5, description="what the attacked hex holds")
    ]
    losses: Annotated[
        int, Meta(ge=0, le=30, description="losses that the attacker has to take")
    ] = 0

    def answer(self, nature: Nature) -> Finding[CityAssaultHelp]:
        return city_assault(self.target, self.losses, self.rulings.city_assault_unit)
