"""The new CG Date (9.6121)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.words import CG_DATES, CgDate


@rule("OTO-9.6121-1")
def new_cg_date(date: CgDate) -> Finding[CgDate]:
    """The CG Date that begins with the RePh after the scenario of this one."""
    why = Why()
    if date == CG_DATES[-1]:
        raise Refusal(
            "No CG Date follows 24 PM", ("OTO-9.6121-1", "RUL-OTO-50"), legal="the campaign ends"
        )
    if why("OTO-9.6121-1", "each RePh starts a new CG Date"):
        date = CG_DATES[CG_DATES.index(date) + 1]
    return why.so(date)


class NewCgDate(Question, frozen=True, kw_only=True):
    """The CG Date that follows."""

    cites = ("OTO-9.6121-1",)

    date: Annotated[CgDate, Meta(description="the CG Date of the scenario just played")]

    def answer(self, nature: Nature) -> Finding[CgDate]:
        return new_cg_date(self.date)
