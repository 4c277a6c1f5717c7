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
    held_back = front_line and fortification_taking == "behind_the_front"
    against = (
        (fortification_taking == "none", "no Fortification is taken up"),
        (at_ditch, "an AT-Ditch is never taken up"),
        (not friendly, "its Location is not friendly-Controlled"),
        (isolated, "its Location is Isolated"),
        (held_back, "on the Front Line nothing is taken up"),
    )
    reasons = [text for holds, text in against if holds]
    behind = ", behind the Front Line" if fortification_taking == "behind_the_front" else ""
    for text in reasons or [f"own and not Isolated{behind}"]:
        why("RUL-OTO-65", text)
    return why.so(not reasons)


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
