"""Captured Weapons between scenarios (9.6134)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.reorganisation.repair import VEHICULAR, Mounted
from landbridge.games.orsha.rules.words import PACKAGE, Dr

CAPTURED = table(PACKAGE, "repair.captured", Literal["lost", "kept"])


class Booty(Struct, frozen=True, order=True):
    """What becomes of a Captured Weapon."""

    outcome: Literal["kept", "eliminated", "disabled"]
    recall: bool = False


@rule("OTO-9.6134-1", "OTO-9.6134-2", "OTO-9.6134-3")
def settle_captured(mounted: Mounted, malfunctioned: bool, nature: Nature) -> Finding[Booty]:
    """Whether a Captured Weapon stays in its captor's hands."""
    why = Why()
    gone = malfunctioned and why(
        "OTO-9.6134-2", "a malfunctioned Captured Weapon is lost without a dr"
    )
    if not gone and nature.look(CAPTURED) == "kept":
        return why.so(Booty("kept"))
    if mounted not in VEHICULAR:
        return why.so(Booty("eliminated"))
    recall = mounted == "main_armament" and not why(
        "OTO-9.6134-3", "no Recall for MA that is Disabled in this way"
    )
    return why.so(Booty("disabled", recall))


class CapturedWeapon(Question, frozen=True, kw_only=True):
    """Whether a Captured Weapon is kept, or Eliminated or Disabled, in step 9.6134."""

    rolls = {"die": CAPTURED.title}
    cites = ("OTO-9.6134-1", "OTO-9.6134-2", "OTO-9.6134-3")

    mounted: Annotated[Mounted, Meta(description="what kind of weapon it is")] = "support_weapon"
    malfunctioned: Annotated[bool, Meta(description="whether it has malfunctioned")] = False
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[Booty]:
        return settle_captured(self.mounted, self.malfunctioned, nature)
