"""Breakdowns, as a player asks about them: making one, and taking it up again (OCS 20)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.allowances import allowance_spent
from landbridge.games.belorussia.movement.breakdowns import (
    absorb,
    absorb_all,
    absorb_violations,
    break_down,
    break_down_violations,
)
from landbridge.games.belorussia.movement.sizes import quarters_of, steps_left
from landbridge.games.belorussia.movement.stacking import re_text
from landbridge.games.belorussia.position.asking import PositionQuestion, UnitName, find_row
from landbridge.games.belorussia.violations import refuse
from landbridge.games.belorussia.words import Side


class BreakdownMade(Struct, frozen=True, kw_only=True):
    """A breakdown and the unit it comes from."""

    parent_steps: int
    strength: int
    rating: int
    allowance: int
    steps: int
    re: str
    independent: bool
    pool: str
    may_move: bool


class MakeBreakdown(PositionQuestion, frozen=True, kw_only=True):
    """Whether a unit may detach a breakdown now, and what that is worth."""

    cites = ("OCS-20.0-1", "OCS-20.0-2", "OCS-20.0a-1", "OCS-20.0b-1", "OCS-20.0f-1")
    turns_on = ("breakdown_values",)

    unit: UnitName
    rating: (
        Annotated[int, Meta(ge=0, le=9, description="its action rating; left out, the best")] | None
    ) = None
    after_combat: Annotated[
        bool, Meta(description="whether the unit advances or retreats after combat")
    ] = False

    def answer(self, nature: Nature) -> Finding[BreakdownMade]:
        theatre, why = self.theatre(), Why()
        row = find_row(theatre, self.unit)
        refuse(break_down_violations(theatre, row, self.rating, after_combat=self.after_combat))
        made = break_down(theatre, row, self.rating)
        after = theatre.with_counters(made.counters, made.position)
        part = after.counter(made.row)
        why("OCS-20.0-1", "a multi-step unit of category Other")
        why("OCS-20.0-2", "the parent has a step less")
        why("OCS-20.0a-1", "as it begins to move, or after combat")
        why("OCS-20.0b-1", "an action rating not above the parent's")
        why("OCS-20.0c-1", "in the same mode, with the same markers")
        why("OCS-20.0e-1", "it costs no MP, and the breakdown may move in this phase")
        whole = why("OCS-20.0f-1", "1 RE, one step, independent")
        why("OCS-20.0g-1", "from the pool of its nation")
        why("RUL-TFB-142", "its strength, as ruled")
        return why.so(
            BreakdownMade(
                parent_steps=steps_left(after, row),
                strength=part.combat.strength,
                rating=part.combat.rating,
                allowance=part.combat.move,
                steps=part.steps,
                re=re_text(quarters_of(after, made.row)),
                independent=part.independent and whole,
                pool=part.nation,
                may_move=not allowance_spent(after, made.row) and not after.position.done[made.row],
            )
        )


class AbsorbingUnit(Struct, frozen=True):
    """A unit that has taken up a breakdown."""

    steps: int


class AbsorbBreakdown(PositionQuestion, frozen=True, kw_only=True):
    """Whether a unit takes up a breakdown at the end of a phase, and the steps it has then."""

    cites = ("OCS-20.0b-2", "OCS-20.0c-1", "OCS-20.0d-1")

    unit: UnitName
    breakdown: UnitName

    def answer(self, nature: Nature) -> Finding[AbsorbingUnit]:
        theatre, why = self.theatre(), Why()
        row, part = find_row(theatre, self.unit), find_row(theatre, self.breakdown)
        refuse(absorb_violations(theatre, row, part))
        why("OCS-20.0-1", "a multi-step unit of category Other")
        why("OCS-20.0b-2", "its action rating is not below the parent's")
        why("OCS-20.0c-1", "in the same mode, with the same markers")
        why("OCS-20.0d-1", "it must, at the end of the phase")
        why("OCS-20.0g-1", "of the same nation's pool")
        after = theatre.with_position(absorb(theatre, row, part))
        return why.so(AbsorbingUnit(steps_left(after, row)))


class EndOfPhase(PositionQuestion, frozen=True, kw_only=True):
    """Which units have to absorb which breakdowns at the end of a phase."""

    cites = ("OCS-20.0d-1",)

    side: Annotated[Side, Meta(description="the side")]

    def answer(self, nature: Nature) -> Finding[dict[str, str]]:
        theatre, why = self.theatre(), Why()
        _, pairs = absorb_all(theatre, self.side)
        why("OCS-20.0d-1", "reduced units absorb what they may, at the end of every phase")
        names = [counter.name for counter in theatre.counters]
        return why.so({names[part]: names[row] for row, part in pairs})
