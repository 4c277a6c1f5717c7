"""Questions about Extenders in a sketched position."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.columns import WORD
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    PositionQuestion,
    UnitNames,
    find_rows,
)
from landbridge.games.belorussia.position.position import FINISHED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.asking import SUPPLY_SWITCHES
from landbridge.games.belorussia.supply_lines.extenders import collapse, form_extender, turn_back
from landbridge.games.belorussia.supply_lines.sources import sources_of


class ExtenderSummary(Struct, frozen=True):
    """An Extender that was formed, or has turned back."""

    works: bool
    left: str
    """Movement points that each of its Transport Points has left in the phase."""


class ExtenderQuestion(PositionQuestion, frozen=True, kw_only=True):
    """Whether Transport Points may become an Extender; turn back in a later phase; move as one."""

    cites = ("OCS-12.7-1", "OCS-12.7-2", "OCS-12.7-3", "OCS-12.7d-1", "OCS-12.7d-2", "OCS-9.14d-3")
    turns_on = SUPPLY_SWITCHES

    act: Annotated[
        Literal["form", "turn_back", "move", "collapse"], Meta(description="what is done")
    ] = "form"
    to: Annotated[HexLabel | None, Meta(description="where its points go when it collapses")] = None
    units: UnitNames

    def answer(self, nature: Nature) -> Finding[ExtenderSummary]:
        theatre = self.theatre()
        rows = find_rows(theatre, self.units)
        why = Why()
        formed = theatre.with_position(why.add(form_extender(theatre, rows)))
        if self.act == "move" and not formed.on_map(rows[0]):
            raise Refusal("an Extender does not move", "OCS-12.7-3", legal="turn it back first")
        works = (
            theatre.place_of(rows[0]) in sources_of(formed, theatre.counter(rows[0]).side).working
        )
        after = formed
        if self.act == "turn_back":
            later = _rested(formed, rows)
            after = later.with_position(why.add(turn_back(later, later.position.extenders[-1])))
            works = False
        if self.act == "collapse":
            if self.to is None:
                raise BadInput("Say to which hex it collapses.")
            later = _rested(formed, rows)
            to = theatre.land.place(self.to)
            moved = why.add(collapse(later, later.position.extenders[-1], to))
            after, works = later.with_position(moved), False
            if moved.done[rows[0]] & FINISHED:
                return why.so(ExtenderSummary(works, "0"))
        spent = WORD.get(after.position.spent, rows[0])
        left = theatre.counter(rows[0]).moving.move * TWELFTHS - spent
        return why.so(ExtenderSummary(works, str(Fraction(left, TWELFTHS))))


def _rested(theatre: Theatre, rows: tuple[int, ...]) -> Theatre:
    """The same in a later phase, in which nothing has been spent yet."""
    spent = WORD.put_all(theatre.position.spent, dict.fromkeys(rows, 0))
    return theatre.with_position(replace(theatre.position, spent=spent))
