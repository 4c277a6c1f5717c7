"""The enemy's nearness: where a march stops, and gaps in a line that cannot be walked through."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import Contact, Gaps
from landbridge.games.arsenal.words import figures, plural


@rule("RUL-DC-48", otherwise=False)
def march_stops(beside_enemy: bool, lines_moved: int, broken: bool, contact: Contact) -> bool:
    """Whether a unit goes no further but to attack: it has come beside a ready enemy."""
    stops: bool = figures("contact", contact)["stops"]
    return stops and beside_enemy and lines_moved > 0 and not broken


@rule("RUL-DC-49", otherwise=False)
def gap_closed(covers: int, gaps: Gaps) -> bool:
    """Whether an empty enemy point cannot be entered, with ready enemies on so many around it."""
    needed: int = figures("gaps", gaps)["covers"]
    return bool(needed) and covers >= needed


class MarchOn(Struct, frozen=True):
    """How far a unit gets."""

    may_march: bool
    """Whether it may enter another point of its own, or an empty one of the enemy."""
    may_enter: bool
    """Whether the empty point of the enemy can be entered at all."""


class TheMarch(ArsenalQuestion, frozen=True, kw_only=True):
    """Whether a unit near the enemy marches on, and whether an empty enemy point can be entered."""

    turns_on = ("contact", "gaps")

    lines_moved: Annotated[
        int, Meta(ge=0, le=3, description="lines that it has moved in this phase")
    ] = 0
    beside_enemy: Annotated[
        bool, Meta(description="whether a ready enemy that fights stands next to where it is")
    ] = True
    broken_through: Annotated[
        bool, Meta(description="whether it is armour that has just broken through")
    ] = False
    covers: Annotated[
        int,
        Meta(ge=0, le=12, description="enemy points with ready units around the empty point"),
    ] = 0

    def answer(self, nature: Nature) -> Finding[MarchOn]:
        why = Why()
        stopped = march_stops(
            self.beside_enemy, self.lines_moved, self.broken_through, self.rulings.contact
        )
        onward = "it has come beside a ready enemy: it stops, or attacks"
        why("RUL-DC-48", onward if stopped else "nothing stops it where it is")
        closed = gap_closed(self.covers, self.rulings.gaps)
        around = f"ready enemies on {plural(self.covers, 'point')} around it"
        why("RUL-DC-49", f"{around} {'close the gap' if closed else 'leave the gap open'}")
        return why.so(MarchOn(not stopped, not stopped and not closed))
