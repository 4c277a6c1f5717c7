"""AFV that leave the order of battle (9.614), reconstructed: Recall."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion


class Withdrawal(Struct, frozen=True):
    """Whether an AFV leaves the order of battle, and what it costs."""

    leaves: bool
    cvp: int = 0
    """Casualty points that the enemy receives for it."""


def withdraw_armor(
    recall: bool, isolated: bool, armor_recall: str = "leaves"
) -> Finding[Withdrawal]:
    """Whether an AFV leaves the order of battle under Recall."""
    why = Why()
    why(
        "RUL-OTO-64",
        "under Recall and not Isolated it leaves, without CVP"
        if armor_recall == "leaves"
        else "it stays until it has left the map in play",
    )
    return why.so(Withdrawal(recall and not isolated and armor_recall == "leaves"))


class ArmorWithdrawal(RuledQuestion, frozen=True, kw_only=True):
    """Whether an AFV leaves the order of battle (reconstructed: 9.614 is lost)."""

    turns_on = ("armor_recall",)

    recall: Annotated[bool, Meta(description="whether it is under Recall")]
    isolated: Annotated[bool, Meta(description="whether it is Isolated")] = False

    def answer(self, nature: Nature) -> Finding[Withdrawal]:
        return withdraw_armor(self.recall, self.isolated, self.rulings.armor_recall)
