"""Internal stocks recover in the Supply Phase: the owner says who first, where it matters."""

from __future__ import annotations

from typing import Self

from landbridge.engine.play.actions import Action, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.findings import Finding, unique
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.paying import explain_takings
from landbridge.games.belorussia.supply_lines.recovery import (
    RecoveryResult,
    recover,
    recover_units,
    rivals,
)
from landbridge.games.belorussia.words import Side, counted

ORDER = ("OCS-12.10e-4", "OCS-12.10e-1")


class RecoverStocks(Routine, frozen=True):
    """Internal stocks of a side recover; where supply is short its owner is asked who first."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre("supply", self.side)
        if rivals(theatre, self.side):
            return push_steps(state, MapRecovery(self.side), RecoverStocks(self.side))
        return _carry_out(state, theatre, self.side, recover(theatre, self.side), play)


def _carry_out(
    state: Ledger, theatre: Theatre, side: Side, found: Finding[RecoveryResult], play: Play
) -> Ledger:
    """Let units recover, and tell it."""
    for unit in found.result.units:
        taken = [one for one in found.result.takings if one.row == unit.row]
        dumps = explain_takings(theatre, taken)
        play.log(
            "stock_recovers",
            unique((*found.rules, *dumps.rules, "OCS-2.3-8")),
            to=(side,),
            unit=theatre.counter(unit.row).name,
            paid=unit.paid,
            tokens=counted(unit.price, "token"),
            stock=unit.stock,
            dumps=dumps.result,
        )
    return state.with_position(found.result.position)


class RecoverFirst(UnitVerb, frozen=True, tag="recover"):
    """Say which unit recovers its stocks next."""

    phase = "supply"

    @classmethod
    def candidates(cls, state: Ledger, step: MapPhase) -> tuple[int, ...]:
        return rivals(step.theatre(state), step.side)

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        return None

    @classmethod
    def offer(cls, state: Ledger, step: MapRecovery, who: str) -> Offer:
        slot: Slot = cls.units_slot(state, step)
        return Offer("recover", "Say who recovers next", (slot,), ORDER)

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        rows = cls.candidates(state, step)
        return cls(step.theatre(state).counter(rows[choose(len(rows))]).id) if rows else None

    def check(self, state: Ledger, step: MapRecovery, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        if row in rivals(theatre, step.side):
            return ()
        text = f"{theatre.counter(row).name} has full stocks, or no supply in its reach"
        return (Violation(text, ("OCS-12.10e-1",), "a unit that could recover"),)

    def apply(self, state: Ledger, step: MapRecovery, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        found = recover_units(theatre, (self.row(theatre, step),))
        return replace_step(_carry_out(state, theatre, step.side, found, play))


class MapRecovery(MapPhase, frozen=True):
    """Too little supply for all that must recover: the owner says who comes next."""

    cites = ORDER
    verbs = (RecoverFirst,)
    title = "Supply Phase"
    phase = "supply"

    def prompt(self, state: Ledger, who: str) -> str:
        return "Too little supply for all stocks: who recovers next?"

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return RecoverFirst.random_action(state, self, who, choose)
