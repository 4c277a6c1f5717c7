"""Assault engineers (1.6c)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.rulings import AssaultEngineerRiver
from landbridge.games.belorussia.units.words import DATA

Target = Literal["other", "city", "fort", "hedgehog"]


@rule("TFB-1.6c-1", "TFB-1.6c-2", "TFB-EDGE-68")
def assault_engineer_ar(
    printed: int,
    attacking: bool,
    into: Target,
    across_river: bool,
    assault_engineer_river: AssaultEngineerRiver = "river_is_enough",
) -> Finding[int]:
    """The action rating with which assault engineers fight, defend or roll for attrition."""
    why = Why()
    works = into in DATA["assault_engineers"]["tasks"]
    river = across_river and not works
    if river and assault_engineer_river == "river_is_enough":
        river = why(("TFB-EDGE-68", "RUL-TFB-105"), "crossing a river is enough")
    elif river:
        why("RUL-TFB-105", "a river alone is not enough")
        river = False
    if attacking and (works or river):
        task = into if works else "river"
        if why("TFB-1.6c-1", f"attacking into or across a {task}: the printed AR"):
            return why.so(printed)
    ar = tally(
        modifier(DATA["assault_engineers"]["otherwise"], "not at their task", "TFB-1.6c-2"),
        start=printed,
    )
    why("TFB-1.6c-2", "for everything else the printed AR less 1")
    return why.so(int(ar.total))


class AssaultEngineerAr(RuledQuestion, frozen=True, kw_only=True):
    """The action rating of assault engineers in an attack, in defence or for attrition."""

    cites = ("TFB-1.6c-1", "TFB-1.6c-2", "TFB-EDGE-68")
    turns_on = ("assault_engineer_river",)

    printed: Annotated[int, Meta(ge=0, le=5, description="the action rating on the counter")]
    attacking: Annotated[bool, Meta(description="whether they attack (not defence, attrition)")]
    into: Annotated[Target, Meta(description="what the attacked hex holds")] = "other"
    across_river: Annotated[bool, Meta(description="whether they attack across a river")] = False

    def answer(self, nature: Nature) -> Finding[int]:
        return assault_engineer_ar(
            self.printed,
            self.attacking,
            self.into,
            self.across_river,
            self.rulings.assault_engineer_river,
        )
