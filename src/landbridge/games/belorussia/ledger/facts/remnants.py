"""Remnants that German divisions leave on the map (2.4)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Violation, choices
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.fronts.display import FRONTS
from landbridge.games.belorussia.ledger.facts.noting import AXIS, Fact, When
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.replacements.remnants import leaves_remnant
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side

UnitName = Annotated[str, Meta(examples=["51", "18/12Pz", "5AT", *FRONTS])]


class Remnant(Fact, frozen=True):
    """A German division that has just died near an HQ leaves a remnant battalion there."""

    said_by: ClassVar[tuple[Side, ...]] = AXIS
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("RUL-TFB-12", "TFB-2.4-1")

    division: UnitName

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return AXIS

    def describe(self) -> str:
        return f"{self.division} leaves a remnant"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        ruled = "RUL-TFB-12"
        pool: int = figures("remnants", state.rulings.remnants)["pool"]
        if not pool:
            raise ImpossibleAction("there are no remnants in this match", ruled)
        fitting = [
            dead.name
            for dead in state.axis.dead
            if leaves_remnant(dead.unit) and dead.name not in state.remnants
        ]
        if self.division not in fitting:
            legal = choices(fitting) or "no such division is in the Dead Pile"
            raise ImpossibleAction(
                f"'{self.division}' leaves no remnant: it takes a German division of more steps"
                " than one, in the Dead Pile",
                ruled,
                legal,
            )
        none_left = len(state.remnants) >= pool
        return violations(violation_if(none_left, f"all {pool} remnants are on the map", ruled))

    def enter(self, state: Ledger, play: Play) -> Ledger:
        saved = figures("remnants", state.rulings.remnants)["rebuild_pax_saved"]
        play.log("remnant", ("RUL-TFB-12", "TFB-2.4-1"), division=self.division, saved=saved)
        return replace(state, remnants=(*state.remnants, self.division))


def without_remnants(state: Ledger, *divisions: str) -> Ledger:
    """The remnants of these divisions are back in their pool."""
    rest = tuple(name for name in state.remnants if name not in divisions)
    return replace(state, remnants=rest)
