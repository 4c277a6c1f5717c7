"""Wounded leaders between scenarios (9.610)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.words import PACKAGE, Dr

Evacuation = Literal["retained", "eliminated"]
WOUNDED = table(PACKAGE, "reorganisation.wounded_leader", Evacuation)


@rule("OTO-9.610-1", "OTO-NEC-48")
def wounded_leader(nature: Nature, isolated: bool, escaped: bool = False) -> Finding[Evacuation]:
    """Whether a wounded leader is Retained, still wounded, or Eliminated."""
    why = Why()
    confined = isolated and not (
        escaped and why("OTO-NEC-48", "he has Escaped and is no longer confined")
    )
    drm = modifier(1, "confined to an Isolated Area", "OTO-9.610-1") if confined else None
    return why.so(nature.look(WOUNDED, tally(drm)))


class WoundedLeader(Question, frozen=True, kw_only=True):
    """Whether a wounded leader is Retained, still wounded, or Eliminated."""

    rolls = {"die": WOUNDED.title}
    cites = ("OTO-9.610-1", "OTO-NEC-48")

    isolated: Annotated[
        bool, Meta(description="whether his Location was Isolated when the scenario ended")
    ] = False
    escaped: Annotated[bool, Meta(description="whether he has Escaped from it (9.6063)")] = False
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[Evacuation]:
        return wounded_leader(nature, self.isolated, self.escaped)
