"""Notes on vehicles that stand beside those on mineroller tanks: smoke by note Z."""

from __future__ import annotations

import datetime
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.minerollers.movement import DATA
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import figures


class SmokeAmmunition(Struct, frozen=True):
    """Smoke that a vehicle with note Z has."""

    smoke: int = 0
    """Depletion number of smoke ammunition (s); 0 if there is none."""
    mortar: int = 0
    """Usage number of the smoke mortar (sM)."""


class VehicleNoteZ(RuledQuestion, frozen=True, kw_only=True):
    """The smoke that vehicle note Z gives on a date."""

    cites = ("OTO-HOBZ-1",)
    turns_on = ("note_z",)

    date: Annotated[datetime.date, Meta(description="the date of the scenario")] = datetime.date(
        1944, 6, 23
    )

    def answer(self, nature: Nature) -> Finding[SmokeAmmunition]:
        why = Why()
        early = self.date < DATA["note_z"]["from"]
        text = "not before June 1944" if early else "from June 1944 on s5 and sM8 are available"
        if not why(("OTO-HOBZ-1", "RUL-OTO-78"), text) or early:
            return why.so(SmokeAmmunition())
        terms = figures("note_z", self.rulings.note_z)
        return why.so(SmokeAmmunition(terms["smoke"], terms["mortar"]))
