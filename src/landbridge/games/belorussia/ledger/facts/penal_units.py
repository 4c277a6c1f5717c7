"""Penal units that are used up on the map."""

from __future__ import annotations

from typing import ClassVar

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Violation, choices
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.fronts.display import Front
from landbridge.games.belorussia.ledger.facts.noting import SOVIET, Fact, When
from landbridge.games.belorussia.ledger.fronts.offensives import penal_units_back
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.units.penal import penal_effect
from landbridge.games.belorussia.words import Side


def check_penal(state: Ledger, front: str) -> None:
    """Refuse a penal unit that is not on the map."""
    if not state.penal_out.get(front, 0):
        there = [name or "no Front" for name, units in state.penal_out.items() if units]
        legal = f"penal units are with {choices(there)}" if there else "all are in their box"
        raise ImpossibleAction("no penal unit is there", ("TFB-3.8-5", "RUL-TFB-109"), legal)


class Penal(Fact, frozen=True):
    """A penal unit has been used: it goes back to its holding box, which is no loss."""

    said_by: ClassVar[tuple[Side, ...]] = SOVIET
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-3.8-5", "RUL-TFB-32")

    front: Front | None = None

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        return "a penal unit has been used"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        check_penal(state, self.front or "")
        return ()

    def enter(self, state: Ledger, play: Play) -> Ledger:
        # It was stacked with an attacker against a hedgehog: nothing else uses it up.
        found = penal_effect(hedgehog=1)
        play.log("penal_unit_used", ("TFB-3.8-5", "RUL-TFB-32"))
        return penal_units_back(state, self.front or "", found.result.to_box)
