"""Mineroller tanks that bog (PT1), and Wire that they enter (PT2)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.asl_procedures import RECONSTRUCTION, recorded
from landbridge.games.orsha.rules.minerollers.movement import DATA, MOVEMENT
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, Dr

Hexside = Literal["none", "wall", "hedge"]

BOG_CHECK = "Bog DR"
COLORED = "Wire, colored die"
WHITE = "Wire, white die"


def bog_modifiers(drm: int) -> Tally:
    """What is added to a mineroller's Bog DR."""
    return tally(
        modifier(drm, "other DRM (D8.21)", "ASL D8.21") if drm else None,
        modifier(MOVEMENT["bog_drm"], "mineroller", "OTO-PT1-Bog-3"),
    )


class BogCheck(Struct, frozen=True, order=True):
    """Whether a mineroller bogs."""

    checked: bool
    """Whether a Bog DR is called for."""
    bogged: bool = False
    in_hex: Literal["", "left", "entered"] = ""
    """Where it is stuck."""


@rule("OTO-PT1-Bog-1", "OTO-PT1-Bog-2", "OTO-PT1-Bog-3")
def check_bog(
    hexside: Hexside, levels: int, paved: bool, other: bool, drm: int, nature: Nature
) -> Finding[BogCheck]:
    """Whether a mineroller must make a Bog DR, and whether it bogs."""
    why = Why()
    crossing = hexside != "none" and why(
        ("OTO-PT1-Bog-1", "RUL-OTO-51"), f"a {hexside} hexside calls for a Bog DR"
    )
    climbing = levels >= 1 and not paved
    if levels >= 1:
        text = "a paved road needs no Bog DR" if paved else "a full level higher: Bog DR"
        if not why(("OTO-PT1-Bog-2", "RUL-OTO-51"), text):
            climbing = not climbing
    if not (crossing or climbing or other):
        return why.so(BogCheck(False))
    modifiers = bog_modifiers(drm)
    rules = (*RECONSTRUCTION["bog_check"]["cites"], *modifiers.rules)
    if (
        nature.roll("2d6", BOG_CHECK, rules) + modifiers.total
        < RECONSTRUCTION["bog_check"]["bogs_on"]
    ):
        return why.so(BogCheck(True))
    return why.so(BogCheck(True, True, "left" if crossing else "entered"))


class MinerollerBog(RuledQuestion, frozen=True, kw_only=True):
    """Whether a mineroller must make a Bog DR, and whether and where it bogs."""

    rolls = {"dice": BOG_CHECK}
    cites = ("OTO-PT1-Bog-1", "OTO-PT1-Bog-2", "OTO-PT1-Bog-3")
    turns_on = ("asl_rules",)

    hexside: Annotated[Hexside, Meta(description="what the hexside is")] = "none"
    levels: Annotated[
        int, Meta(ge=0, le=4, description="full levels that the hex entered lies higher")
    ] = 0
    paved: Annotated[bool, Meta(description="whether it moves on a paved road")] = False
    other: Annotated[bool, Meta(description="whether another rule calls for a Bog DR")] = False
    drm: Annotated[int, Meta(ge=0, le=8, description="other Bog DRM (D8.21)")] = 0
    dice: DR | None = None

    def answer(self, nature: Nature) -> Finding[BogCheck]:
        recorded(self.rulings.asl_rules, "A Bog DR")
        return check_bog(self.hexside, self.levels, self.paved, self.other, self.drm, nature)


class Wire(Struct, frozen=True, order=True):
    """A mineroller that enters Wire."""

    wire_removed: bool
    bogged: bool


@rule("OTO-PT2-13")
def enter_wire(drm: int, nature: Nature) -> Finding[Wire]:
    """The Bog DR for Wire: a low colored die removes the Wire, and then the tank is not bogged."""
    why = Why()
    terms = RECONSTRUCTION["bog_check"]
    modifiers = bog_modifiers(drm)
    colored = nature.roll("1d6", COLORED, "OTO-PT2-13")
    white = nature.roll("1d6", WHITE, ("RUL-OTO-51", *modifiers.rules))
    bogged = colored + white + modifiers.total >= terms["bogs_on"]
    if colored <= DATA["wire"]["removed_on"] and why(
        ("OTO-PT2-13", "RUL-OTO-51"), "colored 1 or 2: the Wire is removed and it is not bogged"
    ):
        return why.so(Wire(True, False))
    return why.so(Wire(False, bogged))


class MinerollerWire(RuledQuestion, frozen=True, kw_only=True):
    """Whether a mineroller that enters Wire removes it, or bogs."""

    rolls = {"colored": COLORED, "white": WHITE}
    cites = ("OTO-PT2-13",)
    turns_on = ("asl_rules",)

    drm: Annotated[int, Meta(ge=0, le=8, description="other Bog DRM (D8.21)")] = 0
    colored: Annotated[Dr | None, Meta(description="the colored die")] = None
    white: Annotated[Dr | None, Meta(description="the white die")] = None

    def answer(self, nature: Nature) -> Finding[Wire]:
        recorded(self.rulings.asl_rules, "A Bog DR")
        return enter_wire(self.drm, nature)
