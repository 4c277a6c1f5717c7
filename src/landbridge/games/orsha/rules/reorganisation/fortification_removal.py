"""Fortifications that are taken up (9.615), reconstructed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion


def may_take_up(
    *,
    friendly: bool,
    isolated: bool,
    front_line: bool,
    at_ditch: bool = False,
    fortification_taking: str = "behind_the_front",
) -> Finding[bool]:
    """Whether a side may take up a Fortification."""
    why = Why()
    why(
        "RUL-OTO-65",
        {
            "behind_the_front": "own, not Isolated, behind the Front Line",
            "anywhere": "own and not Isolated",
            "none": "no Fortification is taken up",
        }[fortification_taking],
    )
    may = friendly and not isolated and not at_ditch and fortification_taking != "none"
    return why.so(may and not (front_line and fortification_taking == "behind_the_front"))


class FortificationRemoval(RuledQuestion, frozen=True, kw_only=True):
    """Whether a side may take up a Fortification (reconstructed: 9.615 is lost)."""

    asks_permission = True
    turns_on = ("fortification_taking",)

    friendly: Annotated[
        bool, Meta(description="whether it stands in a friendly-Controlled Location")
    ] = True
    isolated: Annotated[bool, Meta(description="whether that is Isolated")] = False
    front_line: Annotated[bool, Meta(description="whether that is a Front Line hex")] = False
    at_ditch: Annotated[bool, Meta(description="whether it is an AT-Ditch")] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        return may_take_up(
            friendly=self.friendly,
            isolated=self.isolated,
            front_line=self.front_line,
            at_ditch=self.at_ditch,
            fortification_taking=self.rulings.fortification_taking,
        )
