"""Where Retained units set up (9.619, 9.621), reconstructed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion


def setup_place(isolated: bool, isolated_setup: str = "area") -> Finding[str]:
    """Where a Retained unit sets up."""
    why = Why()
    if not isolated:
        why("RUL-OTO-68", "not Isolated: by CG11 and CG12")
        return why.so("any non-Isolated Location of the own Perimeter")
    why("RUL-OTO-68", f"Isolated: confined to its {isolated_setup}")
    return why.so("its Isolated Area" if isolated_setup == "area" else "its Location")


class RetainedSetup(RuledQuestion, frozen=True, kw_only=True):
    """Where a Retained unit sets up (reconstructed: 9.619 and 9.621 are lost)."""

    turns_on = ("isolated_setup",)

    isolated: Annotated[bool, Meta(description="whether the unit is Isolated")] = False

    def answer(self, nature: Nature) -> Finding[str]:
        return setup_place(self.isolated, self.rulings.isolated_setup)
