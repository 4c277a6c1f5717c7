"""Concealment at set-up (CG10) and "?" that were bought."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.readings import natural
from landbridge.games.orsha.rules.words import Side, figures
from landbridge.games.orsha.rulings import GermanConcealment, UnusedDummies


class SetupConcealment(Struct, frozen=True):
    """Whether a unit may set up concealed, and on which terms."""

    concealed: bool
    by: Literal["CG10", "A12.12"]
    free: bool
    """Whether the "?" costs nothing."""
    before_viewing: bool
    """Whether it may be placed before the opponent sees the set-up."""


@rule("OTO-CG10-1", "OTO-CG10-2", "OTO-CG10-3", "OTO-CG10-4")
def setup_concealment(
    side: Side,
    infantry: bool,
    concealment_terrain: bool,
    enemy_los: bool,
    german_concealment: GermanConcealment = "terrain",
) -> Finding[SetupConcealment]:
    """Whether a unit may set up concealed."""
    why = Why()
    own = False
    if side == "german":
        anywhere = figures("german_concealment", german_concealment)["anywhere"]
        own = (concealment_terrain or anywhere) and why(
            ("OTO-CG10-1", "RUL-OTO-90"), "as if the Russians came from off-board"
        )
    elif infantry and concealment_terrain:
        own = why(
            ("OTO-CG10-2", "RUL-OTO-87"),
            "Russian infantry in concealment terrain, whatever the LOS",
        )
    usual = concealment_terrain and not enemy_los
    text = 'such "?" are free' if own else "otherwise A12.12 applies"
    ruled = why(("OTO-CG10-3", "RUL-OTO-87"), text)
    concealed = own or (usual and ruled)
    early = concealed and why("OTO-CG10-4", "placed before the opponent looks")
    return why.so(SetupConcealment(concealed, "CG10" if own else "A12.12", own and ruled, early))


class SetupConcealmentQuestion(RuledQuestion, frozen=True, kw_only=True):
    """Whether a unit may set up concealed, whether the "?" is free, and when it is placed."""

    cites = ("OTO-CG10-1", "OTO-CG10-2", "OTO-CG10-3", "OTO-CG10-4")
    turns_on = ("german_concealment",)

    side: Annotated[Side, Meta(description="whose unit")]
    infantry: Annotated[bool, Meta(description="whether it is infantry")] = True
    concealment_terrain: Annotated[bool, Meta(description="whether it is in such terrain")] = True
    enemy_los: Annotated[bool, Meta(description="whether an enemy has LOS to it")] = False

    def answer(self, nature: Nature) -> Finding[SetupConcealment]:
        return setup_concealment(
            self.side,
            self.infantry,
            self.concealment_terrain,
            self.enemy_los,
            self.rulings.german_concealment,
        )


class BoughtConcealment(Struct, frozen=True):
    """What "?" that were bought are used for, and how many are left for the next scenario."""

    use: Literal["dummies", "units"]
    left: int


@rule("OTO-CG10-5", "OTO-NEC-54")
def bought_concealment(
    number: int, unused_dummies: UnusedDummies = "removed"
) -> Finding[BoughtConcealment]:
    """What becomes of "?" that were bought with FPP."""
    why = Why()
    dummies = why("OTO-CG10-5", 'bought "?" are Dummies')
    left = number
    removed = unused_dummies == "removed"
    text = "Dummies are removed in 9.602d and must be bought again"
    if natural(why, removed, "OTO-NEC-54", "RUL-OTO-99", text, "Dummies are Retained"):
        left = 0
    return why.so(BoughtConcealment("dummies" if dummies else "units", left))


class BoughtConcealmentQuestion(RuledQuestion, frozen=True, kw_only=True):
    """What bought "?" counters are used for, and how many are left after the next RePh."""

    cites = ("OTO-CG10-5", "OTO-NEC-54")
    turns_on = ("unused_dummies",)

    number: Annotated[int, Meta(ge=0, le=200, description="counters bought")]

    def answer(self, nature: Nature) -> Finding[BoughtConcealment]:
        return bought_concealment(self.number, self.rulings.unused_dummies)
