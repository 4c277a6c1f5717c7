"""Ammunition between scenarios (9.6135, 9.620), reconstructed: depletion, Ammunition Shortage."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion


def restock(isolated: bool, ammunition_rule: str = "restored") -> Finding[bool]:
    """Whether depleted ammunition and Low Ammo are restored."""
    why = Why()
    why(
        "RUL-OTO-66",
        "restored unless Isolated" if ammunition_rule == "restored" else "depletion is kept",
    )
    return why.so(ammunition_rule == "restored" and not isolated)


class AmmunitionRestock(RuledQuestion, frozen=True, kw_only=True):
    """Whether a weapon's depleted ammunition is restored (reconstructed: 9.6135 is lost)."""

    turns_on = ("ammunition_rule",)

    isolated: Annotated[bool, Meta(description="whether the weapon is Isolated")] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        return restock(self.isolated, self.rulings.ammunition_rule)


def shortage_ends(isolated: bool, shortage_rule: str = "when_relieved") -> Finding[bool]:
    """Whether a unit's Ammunition Shortage ends before the next scenario."""
    why = Why()
    why(
        "RUL-OTO-69",
        "when it is no longer Isolated" if shortage_rule == "when_relieved" else "in any case",
    )
    return why.so(shortage_rule == "always" or not isolated)


class ShortageRemoval(RuledQuestion, frozen=True, kw_only=True):
    """Whether a unit's Ammunition Shortage ends (reconstructed: 9.620 is lost)."""

    turns_on = ("shortage_rule",)

    isolated: Annotated[bool, Meta(description="whether it is still Isolated")] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        return shortage_ends(self.isolated, self.rulings.shortage_rule)
