"""Rebuilding in a sketched position, as a player asks about it (OCS 13.5)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.position.asking import (
    PositionQuestion,
    UnitName,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.position.position import DEAD, RVGK_BOX
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.replacements.chart_units import chart_unit
from landbridge.games.belorussia.replacements.rebuilding import ReplacementsAtHand, pay
from landbridge.games.belorussia.replacements.rebuilding_on_map import (
    RebuildPlan,
    plan_violations,
    rebuilt,
)
from landbridge.games.belorussia.replacements.repls import at_hand
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.units.words import Mode
from landbridge.games.belorussia.violations import refuse, violation_if, violations

BOX = "box"


class RebuiltOnMap(Struct, frozen=True, kw_only=True):
    """A unit that has come back, or has got steps."""

    hex: str
    """The hex, or box for the RVGK-3 box."""
    mode: Mode
    steps: int
    """Steps that it has now."""
    used: tuple[str, ...]
    """Repls on the map that are used up."""
    pax: int
    eq: tuple[int, ...]


class RebuildOnMap(PositionQuestion, frozen=True, kw_only=True):
    """Whether a unit or steps of it can be rebuilt in a hex, with Repls there or by the books."""

    cites = ("OCS-13.5-3", "OCS-13.5a-1", "OCS-13.5a-2", "OCS-13.5a-3", "OCS-13.5a-4")
    turns_on = ("axis_repl_reach", "rvgk", "revised_rebuilds")

    unit: UnitName
    repls: UnitNames = ()
    at: Annotated[
        Name, Meta(description="the hex, or box: the RVGK-3 box; left out, where the Repls are")
    ] = ""
    steps: Annotated[int, Meta(ge=1, le=6, description="steps to be rebuilt")] = 1
    mode: Annotated[Mode, Meta(description="the mode in which it comes back")] = "combat"
    pax: Annotated[int, Meta(ge=0, le=99, description="Pax in the books")] = 0
    ally_pax: Annotated[int, Meta(ge=0, le=99, description="Ally Pax in the books")] = 0
    eq: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=5)], ...],
        Meta(max_length=40, description="the action rating of each Eq in the books"),
    ] = ()

    def answer(self, nature: Nature) -> Finding[RebuiltOnMap]:
        theatre, why = self.theatre(), Why()
        row = find_row(theatre, self.unit)
        repls = find_rows(theatre, self.repls) if self.repls else ()
        place = self._place(theatre, repls)
        plan = RebuildPlan(row=row, place=place, steps=self.steps, repls=repls, mode=self.mode)
        refuse(plan_violations(theatre, plan))
        given = at_hand(theatre, repls)
        if not repls:
            given = ReplacementsAtHand(pax=self.pax, ally_pax=self.ally_pax, eq=self.eq)
        revised = self.rulings.revised_rebuilds
        unit = chart_unit(theatre.counter(row))
        paid = why.add(pay(unit, given, self.steps, self.rulings, revised_rebuilds=revised))
        refuse(paid.violations)
        why("OCS-13.5-3", "in its owner's Reinforcement Phase")
        if repls:
            why(("OCS-13.5a-1", "OCS-13.5a-2"), "Repls in Move Mode, in one hex near an HQ")
        counter = theatre.counter(row)
        if theatre.place_of(row) == DEAD:
            why("OCS-13.5a-3", "it takes the place of the Repls, in any voluntary mode")
        else:
            why("OCS-13.5a-4", "it is stacked with the Repls")
        if counter.side == "soviet" and place != RVGK_BOX:
            why("OCS-21.7-1", "Repls may appear at any HQ in trace")
        if self.steps > 1:
            why("OCS-13.5b-1", "any number of steps in a turn")
        after = theatre.with_position(rebuilt(theatre, plan))
        lost = after.position.lost[row]
        return why.so(
            RebuiltOnMap(
                hex=BOX if place == RVGK_BOX else theatre.land.labels[place],
                mode=self.mode,
                steps=theatre.counter(row).steps - lost,
                used=tuple(theatre.counter(one).name for one in repls),
                pax=paid.pax + paid.ally_pax,
                eq=paid.eq,
            )
        )

    def _place(self, theatre: Theatre, repls: tuple[int, ...]) -> int:
        if self.at == BOX:
            return RVGK_BOX
        if self.at:
            return theatre.land.place(self.at)
        if not repls:
            raise BadInput("Say where it is rebuilt: at = a hex, or box.")
        return theatre.place_of(repls[0])


class RevisedRepls(RuledQuestion, frozen=True, kw_only=True):
    """Whether enough of a turn's Repls are used at once, where revised rebuilds are played."""

    cites = ("OCS-21.7-2",)
    turns_on = ("revised_rebuilds",)
    asks_permission = True

    pax: Annotated[int, Meta(ge=0, le=99, description="Pax of this turn")] = 0
    pax_used: Annotated[int, Meta(ge=0, le=99, description="Pax used in this turn")] = 0
    eq: Annotated[int, Meta(ge=0, le=40, description="Eq of this turn")] = 0
    eq_used: Annotated[int, Meta(ge=0, le=40, description="Eq used in this turn")] = 0

    def answer(self, nature: Nature) -> Finding[bool]:
        why = Why()
        if not figures("revised_rebuilds", self.rulings.revised_rebuilds)["half_at_once"]:
            why("RUL-TFB-190", "the option is not played: the booklets say what is kept")
            return why.so(True)
        refuse(
            violations(
                *(
                    violation_if(
                        2 * used < got,
                        f"{used} of {got} {name} are used",
                        "OCS-21.7-2",
                        "at least half of them at once",
                    )
                    for name, got, used in (
                        ("Pax", self.pax, self.pax_used),
                        ("Eq", self.eq, self.eq_used),
                    )
                )
            )
        )
        why("OCS-21.7-2", "at least half of the Pax and half of the Eq are used at once")
        return why.so(True)
