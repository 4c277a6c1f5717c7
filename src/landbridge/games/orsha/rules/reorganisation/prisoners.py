"""Prisoners in the RePh (9.608)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.grades import conscript, find_piece
from landbridge.games.orsha.rules.words import Side

Choice = Literal["keep", "transfer", "free"]
PrisonerFate = Literal["eliminated", "kept", "transferred", "freed"]


class Prisoner(Struct, frozen=True):
    """What becomes of a prisoner."""

    fate: PrisonerFate
    becomes: str = ""
    """The counter that a freed prisoner comes back as."""
    retained_by: Side | None = None


@rule("OTO-9.608-1", "OTO-9.608-2", "OTO-9.608-3")
def settle_prisoner(
    prisoner: Side, unit: str, guard_isolated: bool, choice: Choice = "keep"
) -> Finding[Prisoner]:
    """What becomes of a prisoner of this side: the Guard decides only if he is Isolated."""
    why = Why()
    piece = find_piece(prisoner, unit)
    if not guard_isolated and why("OTO-9.608-1", "the Guard is not Isolated: Eliminated"):
        return why.so(Prisoner("eliminated"))
    if choice == "keep" or not why(
        "OTO-9.608-2", "an Isolated Guard may keep, transfer or free his prisoners"
    ):
        why("OTO-9.608-2", "an Isolated Guard may keep his prisoners")
        return why.so(Prisoner("kept"))
    if choice == "transfer":
        return why.so(Prisoner("transferred"))
    if piece.size in ("leader", "hero"):
        same = why("OTO-9.608-3", "a freed SMC comes back as what he was")
        return why.so(Prisoner("freed", str(piece) if same else "", prisoner if same else None))
    if not why("OTO-9.608-3", "a freed MMC comes back as Conscripts of the same size"):
        return why.so(Prisoner("freed"))
    grade = conscript(prisoner)
    name = grade.squad if piece.size == "squad" else grade.half
    return why.so(Prisoner("freed", name, prisoner))


@rule("OTO-9.608-2")
def check_transfer(same_area: bool) -> None:
    """Prisoners are handed on only within one Isolated Area."""
    if not same_area and in_force("OTO-9.608-2"):
        raise Refusal(
            "Prisoners are transferred only within the same Isolated Area",
            "OTO-9.608-2",
            legal="a friendly unit in the same Isolated Area",
        )


class PrisonerQuestion(Question, frozen=True, kw_only=True):
    """What becomes of a prisoner in step 9.608."""

    cites = ("OTO-9.608-1", "OTO-9.608-2", "OTO-9.608-3")

    prisoner: Annotated[Side, Meta(description="the prisoner's own side")]
    unit: Annotated[Name, Meta(description="what was captured, such as 4-6-7, 2-3-7, 2-2-8 or 8-0")]
    guard_isolated: Annotated[bool, Meta(description="whether the Guard is Isolated")] = False
    choice: Annotated[Choice, Meta(description="what an Isolated Guard does")] = "keep"
    same_area: Annotated[
        bool, Meta(description="transfer: whether the new Guard is in the same Isolated Area")
    ] = True

    def answer(self, nature: Nature) -> Finding[Prisoner]:
        if self.choice == "transfer" and self.guard_isolated:
            check_transfer(self.same_area)
        return settle_prisoner(self.prisoner, self.unit, self.guard_isolated, self.choice)
